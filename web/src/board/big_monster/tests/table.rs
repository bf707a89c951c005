//! Pictures of whole matches: headings, hands, ships and missions.

use domain::{
    Seat, Viewer,
    games::big_monster::{event::Duty, missions::Mission, setup::Mode, tokens::Token},
};
use roxmltree::Document;

use super::{super::words, all, count, in_mode, labels, played, seen, tables, texts};

#[test]
fn nobody_sees_what_others_hold() {
    let states = played(in_mode(Mode::IndividualDraft), 4);
    let drafts = states.iter().map(|state| seen(state, Viewer::Spectator));
    let mut hands = 0;
    for view in drafts.filter(|view| view.duty == Some(Duty::Draft)) {
        let labels = labels(&all(&view));
        for (_, its) in view
            .seats
            .iter()
            .filter(|(seat, _)| view.due.contains(*seat))
        {
            let pile = if its.hand.size == 1 {
                "1 tile face down".to_owned()
            } else {
                format!("{} tiles face down", its.hand.size)
            };
            assert!(labels.contains(&pile), "{pile}");
            hands += 1;
        }
        let is_small = |label: &str| !label.contains(':') && !label.ends_with("face down");
        assert_eq!(count(&labels, is_small), 0, "{labels:?}");
    }
    assert!(hands > 20);
    let view = seen(&states[0], Viewer::Seat(Seat(2)));
    let labels = labels(&all(&view));
    assert_eq!(count(&labels, |it| it == "explorer, face down"), 2 * 3);
    assert_eq!(
        count(&labels, |it| it.ends_with(", explorer, face down")),
        4
    );
    assert_eq!(
        count(&texts(&all(&view)), |it| it == "Explorer face down"),
        4
    );
}

#[test]
fn an_own_hand_lies_open() {
    let states = played(in_mode(Mode::IndividualDraft), 3);
    for state in &states {
        let view = seen(state, Viewer::Seat(Seat(1)));
        let its = &view.seats[Seat(1)];
        let known = its.hand.tiles.known().filter(|_| its.passed_to.is_none());
        let Some(hand) = known.filter(|_| view.duty == Some(Duty::Draft)) else {
            continue;
        };
        let labels = labels(&all(&view));
        let discards = view.discards.iter().filter_map(|pile| pile.tiles.known());
        let others = view.seats.iter().filter(|(seat, _)| *seat != Seat(1));
        let others = others.filter_map(|(_, its)| its.hand.tiles.known());
        let open: Vec<_> = discards
            .chain(others)
            .chain([hand])
            .flat_map(|tiles| &tiles.0)
            .collect();
        for tile in &hand.0 {
            let name = words::tile(*tile);
            let held = open.iter().filter(|it| words::tile(***it) == name).count();
            assert_eq!(count(&labels, |it| it == name), held, "{name}");
        }
    }
}

#[test]
fn ships_say_what_lies_on_them_and_variants_have_none() {
    for (options, seats) in tables() {
        for state in played(options, seats) {
            let view = seen(&state, Viewer::Spectator);
            let labels = labels(&all(&view));
            let is_drafted = view.mode != Mode::Variant && view.scores.is_none();
            let ships = count(&labels, |it| it.starts_with("Ship of seat "));
            assert_eq!(ships, if is_drafted { usize::from(seats) } else { 0 });
            for (seat, pile) in view
                .seats
                .iter()
                .filter_map(|(seat, its)| Some((seat, its.ship.as_ref()?)))
            {
                let says = |it: &str| {
                    it.starts_with(&format!("Ship of seat {}: {} tile", seat.0 + 1, pile.size))
                };
                assert_eq!(count(&labels, says), 1, "{labels:?}");
            }
            let holder = view
                .dragon
                .map(|seat| format!("Angry dragon: with seat {}", seat.0 + 1));
            let says = count(&labels, |it| Some(it) == holder.as_deref());
            assert_eq!(says, usize::from(holder.is_some() && is_drafted));
        }
    }
}

#[test]
fn each_mission_says_who_has_its_tokens() {
    for (options, seats) in tables() {
        let last = played(options, seats).pop().unwrap();
        let view = seen(&last, Viewer::Spectator);
        let labels = labels(&all(&view));
        let rune = labels
            .iter()
            .find(|it| it.starts_with("Rune: 5 points. 4 monsters"))
            .unwrap();
        let mission = Mission::Rune;
        let has =
            |token: &&Token| matches!(token, Token::Mission { mission: of, .. } if *of == mission);
        for (seat, its) in view.seats.iter() {
            let holds = its.tokens.iter().any(|token| has(&token));
            assert_eq!(
                rune.contains(&format!("seat {}", seat.0 + 1)),
                holds,
                "{rune}"
            );
        }
        assert_eq!(
            count(&labels, |it| it.contains(" points. ")),
            view.missions.len() + 1
        );
        let tokens: usize = view.seats.iter().map(|(_, its)| its.tokens.len()).sum();
        assert_eq!(count(&labels, |it| it.starts_with("Token: ")), tokens);
    }
}

#[test]
fn headings_say_team_points_and_who_decides() {
    let states = played(in_mode(Mode::TeamDraft), 4);
    let view = seen(&states[0], Viewer::Spectator);
    let shown = texts(&all(&view));
    let names = [
        "Seat 1, team A",
        "Seat 2, team B",
        "Seat 3, team A",
        "Seat 4, team B",
    ];
    assert!(names.iter().all(|name| shown.iter().any(|it| it == name)));
    assert_eq!(count(&shown, |it| it == "decides"), 4);
    assert_eq!(count(&shown, |it| it == "0 scored"), 4);
    let last = states.last().unwrap();
    let shown = texts(&all(&seen(last, Viewer::Spectator)));
    for (_, standing) in last.outcome().unwrap().iter() {
        let total = format!("{} in all", domain::words::signed(standing.total));
        assert!(shown.contains(&total), "{total}");
    }
}

#[test]
fn the_description_says_how_each_seat_stands() {
    let states = played(in_mode(Mode::Variant), 2);
    let described = |state| {
        let picture = all(&seen(state, Viewer::Spectator));
        let document = Document::parse(&picture).unwrap();
        let description = document
            .descendants()
            .find(|node| node.has_tag_name("desc"));
        description
            .and_then(|node| node.text())
            .unwrap_or_default()
            .to_owned()
    };
    assert_eq!(
        described(&states[0]),
        "Before turn 1. \
         Seat 1 has 0 tiles, 0 whole crystals, 0 whole big monsters and 0 points scored. \
         It chooses an explorer. \
         Seat 2 has 0 tiles, 0 whole crystals, 0 whole big monsters and 0 points scored. \
         It chooses an explorer."
    );
    let end = described(states.last().unwrap());
    assert!(
        end.starts_with("The match is over. Seat 1 has 20 tiles, "),
        "{end}"
    );
    assert!(end.ends_with(" points in all."), "{end}");
}
