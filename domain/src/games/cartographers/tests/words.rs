//! Events in words, sentence by sentence.

use serde_json::{Value, json};

use super::super::{Event, words::words};
use crate::{Seat, Viewer, Who};

/// An event as it is on the wire, in words.
fn say(event: Value) -> String {
    let event: Event = serde_json::from_value(event).unwrap();
    words(&event, &Who::NUMBERED)
}

#[test]
fn what_is_drawn_is_counted_and_placed() {
    assert_eq!(
        say(
            json!({"type": "drawn", "seat": 1, "drawing": {"sheet": 1, "terrain": "forest", "cells": [[6, 4], [6, 5], [6, 6], [7, 4]], "shape": "E13a", "coins": 0, "mountains": [], "skill": null, "cost": 0}})
        ),
        "Seat 2 draws four forests at G5, G6, G7 and H5, from Orchard."
    );
    assert_eq!(
        say(
            json!({"type": "drawn", "seat": 0, "drawing": {"sheet": 0, "terrain": "farm", "cells": [[0, 0]], "shape": null, "coins": 2, "mountains": [], "skill": null, "cost": 0}})
        ),
        "Seat 1 draws a farm at A1, and gains two coins."
    );
    assert_eq!(
        say(
            json!({"type": "drawn", "seat": 1, "drawing": {"sheet": 2, "terrain": "monster", "cells": [[0, 0], [10, 10]], "shape": null, "coins": 1, "mountains": [], "skill": null, "cost": 0}})
        ),
        "Seat 2 draws two monsters at A1 and K11 on the sheet of seat 3, and seat 3 gains a coin."
    );
    assert_eq!(
        say(
            json!({"type": "drawn", "seat": 2, "drawing": {"sheet": 2, "terrain": null, "cells": [], "shape": null, "coins": 0, "mountains": [], "skill": null, "cost": 0}})
        ),
        "Seat 3 passes."
    );
}

#[test]
fn skills_are_named_with_their_cost() {
    assert_eq!(
        say(
            json!({"type": "drawn", "seat": 0, "drawing": {"sheet": 0, "terrain": "water", "cells": [[0, 1]], "shape": null, "coins": 0, "mountains": [], "skill": "healing", "cost": 3}})
        ),
        "Seat 1 uses Healing Wounds for three coins and draws a water space at A2."
    );
    assert_eq!(
        say(
            json!({"type": "drawn", "seat": 0, "drawing": {"sheet": 0, "terrain": null, "cells": [[2, 3]], "shape": null, "coins": 0, "mountains": [], "skill": "diplomacy", "cost": 1}})
        ),
        "Seat 1 uses Diplomacy for a coin and draws farm and village in one at C4."
    );
    assert_eq!(
        say(
            json!({"type": "drawn", "seat": 3, "drawing": {"sheet": 3, "terrain": null, "cells": [], "shape": null, "coins": 0, "mountains": [], "skill": "acrobatics", "cost": 0}})
        ),
        "Seat 4 uses Acrobatics."
    );
}

#[test]
fn cards_say_what_they_ask_for() {
    assert_eq!(
        say(json!({"type":"card_revealed","card":"E14"})),
        "Treetop Village is revealed: forest or village."
    );
    assert_eq!(
        say(json!({"type":"card_revealed","card":"E07"})),
        "Great River is revealed: water, in one of two shapes."
    );
    assert_eq!(
        say(json!({"type":"card_revealed","card":"E17"})),
        "Rift Lands is revealed: forest, village, farm, water or monster."
    );
    assert_eq!(
        say(json!({"type":"card_revealed","card":"E05"})),
        "Temple Ruins is revealed: the next shape must cover ruins."
    );
    assert_eq!(
        say(json!({"type":"card_revealed","card":"A01"})),
        "Goblin Attack is revealed: an ambush."
    );
}

#[test]
fn drawings_are_revealed_together() {
    assert_eq!(
        say(
            json!({"type": "revealed", "drawings": [[{"sheet": 0, "terrain": "forest", "cells": [[6, 4], [6, 5], [6, 6], [7, 4]], "shape": "E13a", "coins": 0, "mountains": [], "skill": null, "cost": 0}], [{"sheet": 1, "terrain": null, "cells": [], "shape": null, "coins": 0, "mountains": [], "skill": null, "cost": 0}]]})
        ),
        "The drawings are revealed: seat 1 draws four forests at G5, G6, G7 and H5, from Orchard; seat 2 passes."
    );
    assert_eq!(
        say(
            json!({"type": "revealed", "drawings": [[{"sheet": 0, "terrain": null, "cells": [], "shape": null, "coins": 0, "mountains": [], "skill": null, "cost": 0}], []]})
        ),
        "Nobody draws anything."
    );
}

#[test]
fn turns_and_seasons_are_told() {
    assert_eq!(
        say(json!({"type":"season_started","season":"summer","deck":null})),
        "Summer begins: the deck is shuffled, and edicts B and C score at its end."
    );
    assert_eq!(
        say(json!({"type":"decisions_due","duty":"before","seats":[0,1]})),
        "Seats 1 and 2 may use a skill before anyone draws."
    );
    assert_eq!(
        say(json!({"type":"decisions_due","duty":"draw","seats":[2]})),
        "Seat 3 is drawing."
    );
    assert_eq!(
        say(json!({"type":"skipped","seats":[0,2]})),
        "Seats 1 and 3 find no empty space and draw nothing."
    );
    assert_eq!(
        say(
            json!({"type": "ambushed", "drawing": {"sheet": 0, "terrain": null, "cells": [], "shape": null, "coins": 0, "mountains": [], "skill": null, "cost": 0}})
        ),
        "The ambush fits nowhere, and no monster is drawn."
    );
    assert_eq!(
        say(
            json!({"type": "season_scored", "season": "spring", "scores": [{"edicts": [{"edict": "wildholds", "points": 8, "cells": []}, {"edict": "borderlands", "points": 0, "cells": []}], "coins": 3, "monsters": 0, "monster_cells": []}, {"edicts": [{"edict": "wildholds", "points": 4, "cells": []}, {"edict": "borderlands", "points": 0, "cells": []}], "coins": 0, "monsters": 0, "monster_cells": []}]})
        ),
        "Spring ends: seat 1 scores 11 points, seat 2 scores 4."
    );
    assert_eq!(
        say(json!({"type":"rated","rating":{"points":12,"title":"Journeyman Topographer"}})),
        "The match is rated 12: Journeyman Topographer."
    );
    assert_eq!(
        say(json!({"type":"rated","rating":{"points":-35,"title":null}})),
        "The match is rated \u{2212}35, too low for a title."
    );
}

#[test]
fn a_drawing_not_yet_shown_is_in_no_word() {
    let told = |terrain: &str, skill: Option<&str>| {
        let drawing = json!({
            "sheet": 1, "terrain": terrain, "cells": [[0, 0]], "shape": null, "coins": 0,
            "mountains": [], "skill": skill, "cost": 0,
        });
        let event = json!({"type": "drawn", "seat": 1, "drawing": drawing});
        let event: Event = serde_json::from_value(event).unwrap();
        words(&event.disclose(Viewer::Seat(Seat(0))), &Who::NUMBERED)
    };
    let hidden = "Seat 2 decides; the drawing, if any, is not shown yet.";
    assert_eq!(told("forest", None), hidden);
    assert_eq!(told("monster", Some("stealth")), hidden);
}
