//! Pictures of whole matches: the zones in them.

mod table;

use std::collections::BTreeSet;

use domain::{
    Cell, Dice, Options, Seat, Seed, State, Viewer,
    bots::Bot,
    games::big_monster::{
        self, View,
        components::{Metric, TileKind},
        setup::{Edition, Extra, Mode},
        tally::{Claims, Tally},
    },
};
use roxmltree::{Document, Node};

use crate::{Focus, board};

/// A match of bots, at every seventh decision and at its end.
fn played(options: big_monster::Options, seats: u8) -> Vec<State> {
    let dice = Dice::new(Seed([seats; 32]));
    let options = Options::BigMonster(options);
    let (mut state, _) = options.set_up(seats, &dice).begin(&dice);
    let mut roll = dice.roll("bots", 0);
    let mut states = Vec::new();
    for decision in 0.. {
        if decision % 7 == 0 || state.to_act().is_empty() {
            states.push(state.clone());
        }
        let Some(seat) = state.to_act().iter().next() else {
            break;
        };
        let command = Bot::Random.choose(&state.view(Viewer::Seat(seat)), &mut roll);
        state = state.decide(seat, command, &dice).unwrap().0;
    }
    states
}

fn in_mode(mode: Mode) -> big_monster::Options {
    big_monster::Options {
        mode: Some(mode),
        ..Default::default()
    }
}

/// Tables of every mode, with and without extras.
fn tables() -> Vec<(big_monster::Options, u8)> {
    let extras = big_monster::Options {
        snail_extras: Extra::ALL.into_iter().collect(),
        ..in_mode(Mode::TeamDraft)
    };
    let online = big_monster::Options {
        edition: Edition::BoardGameArena,
        snail_extras: Extra::ALL.into_iter().collect(),
        ..in_mode(Mode::Variant)
    };
    vec![
        (in_mode(Mode::Variant), 2),
        (online, 3),
        (in_mode(Mode::IndividualDraft), 3),
        (extras, 4),
        (in_mode(Mode::IndividualDraft), 5),
        (in_mode(Mode::TeamDraft), 6),
    ]
}

fn seen(state: &State, viewer: Viewer) -> View {
    let domain::View::BigMonster(view) = state.view(viewer) else {
        panic!("another game");
    };
    view
}

fn of(view: &View, focus: &Focus) -> String {
    board(&domain::View::BigMonster(view.clone()), focus)
}

fn all(view: &View) -> String {
    of(view, &Focus::default())
}

fn labels(picture: &str) -> Vec<String> {
    let document = Document::parse(picture).unwrap();
    let rects = document
        .descendants()
        .filter(|node| node.tag_name().name() == "rect");
    rects
        .filter_map(|node| node.attribute("aria-label"))
        .map(str::to_owned)
        .collect()
}

fn texts(picture: &str) -> Vec<String> {
    let document = Document::parse(picture).unwrap();
    let texts = document
        .descendants()
        .filter(|node| node.tag_name().name() == "text");
    texts
        .filter_map(|node| node.text())
        .map(str::to_owned)
        .collect()
}

fn count(of: &[String], wanted: impl Fn(&str) -> bool) -> usize {
    of.iter().filter(|it| wanted(it)).count()
}

#[test]
fn every_table_is_drawn_for_everybody_with_all_signs_and_colors_there() {
    for (options, seats) in tables() {
        for state in played(options, seats) {
            let viewers = [Viewer::Spectator, Viewer::Seat(Seat(1)), Viewer::Referee];
            for picture in viewers.map(|viewer| all(&seen(&state, viewer))) {
                let document = Document::parse(&picture).unwrap();
                let ids: BTreeSet<&str> = document
                    .descendants()
                    .filter_map(|node| node.attribute("id"))
                    .collect();
                let used = document
                    .descendants()
                    .filter_map(|node| node.attribute("href"));
                assert!(used.into_iter().all(|used| ids.contains(&used[1..])));
                for used in picture.split("var(--").skip(1) {
                    let color = used.split(')').next().unwrap();
                    assert!(picture.contains(&format!("--{color}:#")), "{color}");
                }
            }
        }
    }
}

#[test]
fn each_tile_says_where_it_lies_and_what_it_is() {
    for (options, seats) in tables() {
        for state in played(options, seats) {
            let view = seen(&state, Viewer::Spectator);
            let labels = labels(&all(&view));
            let mut placed = labels.iter().filter(|label| label.starts_with("Row "));
            for (seat, its) in view.seats.iter() {
                let explorer = format!("Row 0, column 0: explorer of seat {}, ", seat.0 + 1);
                assert!(placed.next().unwrap().starts_with(&explorer));
                for it in &its.zone.tiles {
                    let label = placed.next().unwrap().replace('\u{2212}', "-");
                    let rest = label.strip_prefix(&format!("Row {}, column {}: ", it.y, it.x));
                    let rest = rest.unwrap_or_else(|| panic!("{label}: {it:?}"));
                    let said = match it.tile.record().kind {
                        TileKind::Mutant => "mutant",
                        TileKind::Radioactive => "radioactive",
                        TileKind::BigMonsterHalf => "half of a big monster",
                        TileKind::Dragon => "dragon",
                        TileKind::Swamp => "swamp",
                        TileKind::Objective => "grassland, ",
                        TileKind::Desert => "desert",
                        TileKind::Rune => "rune monster",
                        TileKind::GoldDiamond => "gold diamond",
                        TileKind::Unicorn => "unicorn",
                        TileKind::Yeti => "yeti",
                        TileKind::Panda => "panda",
                    };
                    assert!(rest.contains(said), "{rest}: {said}");
                    assert_eq!(rest.contains(", level "), it.level > 0, "{rest}");
                }
            }
            assert_eq!(placed.next(), None);
        }
    }
}

#[test]
fn what_is_whole_has_a_frame_or_a_ring_and_what_mutates_a_full_beam() {
    for (options, seats) in tables() {
        let last = played(options, seats).pop().unwrap();
        let view = seen(&last, Viewer::Spectator);
        let picture = all(&view);
        let sum = |metric| -> usize {
            let tallies = view
                .seats
                .iter()
                .map(|(_, its)| Tally::of(&its.zone, &view.options));
            tallies
                .map(|tally| usize::from(tally.metric(metric, Claims::default())))
                .sum()
        };
        let drawn = |what: &str| picture.matches(what).count();
        assert_eq!(drawn("href=\"#bm-whole\""), sum(Metric::BigMonsters));
        assert_eq!(drawn("m-2.5-3l1.5-2.5"), sum(Metric::Crystals));
        let zones = view.seats.iter().map(|(_, its)| &its.zone);
        let levels = zones
            .flat_map(|zone| &zone.tiles)
            .map(|it| usize::from(it.level));
        let levels: usize = levels.sum();
        assert_eq!(drawn("href=\"#bm-reached\""), levels);
        assert!(drawn("class=\"beam\"") >= levels);
    }
}

#[test]
fn one_seat_is_drawn_in_the_window_of_all() {
    let states = played(in_mode(Mode::IndividualDraft), 3);
    let view = seen(states.last().unwrap(), Viewer::Spectator);
    let edges = |picture: &str| -> Vec<String> {
        let document = Document::parse(picture).unwrap();
        let edges = document
            .descendants()
            .filter(|node| node.attribute("class") == Some("edge"));
        edges
            .filter_map(|node| node.attribute("d"))
            .map(str::to_owned)
            .collect()
    };
    let all_edges = edges(&all(&view));
    let focus = Focus {
        of: Some(Seat(2)),
        ..Focus::default()
    };
    let one = of(&view, &focus);
    assert_eq!(all_edges.len(), 3);
    assert_eq!(edges(&one), all_edges[..1]);
    assert_eq!(BTreeSet::from_iter(&all_edges).len(), 1);
    assert_eq!(count(&texts(&one), |it| it == "Seat 3"), 1);
    assert_eq!(count(&texts(&one), |it| it == "Seat 1"), 0);
}

#[test]
fn marked_cells_are_outlined_and_others_are_ignored() {
    let states = played(in_mode(Mode::Variant), 2);
    let view = seen(states.last().unwrap(), Viewer::Spectator);
    let outlines = |cells: &[Cell]| {
        let marked = cells.iter().copied().collect();
        let picture = of(
            &view,
            &Focus {
                of: Some(Seat(0)),
                marked,
                ..Focus::default()
            },
        );
        let document = Document::parse(&picture).unwrap();
        let casing = document
            .descendants()
            .find(|node: &Node<'_, '_>| node.attribute("class") == Some("casing"));
        casing
            .and_then(|node| node.attribute("d"))
            .map(|d| d.matches('z').count())
    };
    assert_eq!(outlines(&[]), None);
    assert_eq!(outlines(&[Cell(99, 99)]), None);
    assert_eq!(
        outlines(&[Cell(0, 0), Cell(0, 1), Cell(-1, -1), Cell(99, 0)]),
        Some(2)
    );
}

#[test]
fn rows_and_columns_are_numbered_from_the_explorer() {
    let states = played(in_mode(Mode::Variant), 2);
    let picture = all(&seen(&states[0], Viewer::Spectator));
    let document = Document::parse(&picture).unwrap();
    let axes = document
        .descendants()
        .filter(|node: &Node<'_, '_>| node.attribute("class") == Some("axes"));
    let numbers = axes.map(|axis| {
        let numbers = axis.descendants().filter(Node::is_text);
        let numbers = numbers.filter_map(|node| node.text());
        numbers.collect::<Vec<_>>().join(" ")
    });
    let expected = "\u{2212}3 \u{2212}2 \u{2212}1 0 1 2 3 4";
    assert_eq!(numbers.collect::<Vec<_>>(), [expected; 4]);
}
