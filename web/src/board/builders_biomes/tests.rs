//! What the pictures of this game say, in matches of bots.

use std::collections::BTreeSet;

use domain::{
    Cell, Dice, GameId, Seat, Seed, State, Viewer,
    bots::Bot,
    games::builders_biomes::{
        View,
        board::{Space, Visible},
        cube::Column,
        places::{Crossing, Slot, Stack},
        tiles::Tile,
    },
};
use roxmltree::{Document, Node};

use super::words;
use crate::{Focus, board};

/// A match of bots: every tenth decision, every fight that is undecided, the end.
fn played(seats: u8) -> Vec<State> {
    // With these seeds there are fights in which something is to be decided.
    let dice = Dice::new(Seed([seats + 5; 32]));
    let game = GameId::BuildersBiomes;
    let (mut state, _) = game.default_options().set_up(seats, &dice).begin(&dice);
    let mut roll = dice.roll("bots", 0);
    let mut states = Vec::new();
    for decision in 0.. {
        let is_fought = of(&state.view(Viewer::Spectator)).fight.is_some();
        if decision % 10 == 0 || is_fought || state.to_act().is_empty() {
            states.push(state.clone());
        }
        let Some(seat) = state.to_act().iter().next() else {
            break;
        };
        let command = Bot::Greedy.choose(&state.view(Viewer::Seat(seat)), &mut roll);
        state = state.decide(seat, command, &dice).unwrap().0;
    }
    states
}

/// What spectators see of matches of two, three and four.
fn views() -> Vec<domain::View> {
    let states = [2, 3, 4].into_iter().flat_map(played);
    states.map(|state| state.view(Viewer::Spectator)).collect()
}

fn of(view: &domain::View) -> &View {
    let domain::View::BuildersBiomes(view) = view else {
        panic!("another game");
    };
    view
}

fn all(view: &domain::View) -> String {
    board(view, &Focus::default())
}

/// What is said of every stack, slot, crossing, column and space, in the order of the picture.
fn labels(picture: &str) -> Vec<String> {
    let document = Document::parse(picture).unwrap();
    let hits = document.descendants().filter(|it| it.has_tag_name("rect"));
    let labels = hits.filter_map(|hit| hit.attribute("aria-label"));
    labels.map(str::to_owned).collect()
}

/// What the label that begins so goes on to say.
fn said<'a>(labels: &'a [String], place: &str) -> &'a str {
    let mut found = labels.iter().filter_map(|label| label.strip_prefix(place));
    found.next().unwrap().strip_prefix(": ").unwrap()
}

fn uses(picture: &str, sign: &str) -> usize {
    picture.matches(&format!("href=\"#{sign}\"")).count()
}

#[test]
fn each_stack_says_its_count_and_what_lies_on_top() {
    for view in views() {
        let labels = labels(&all(&view));
        for stack in Stack::all() {
            let label = said(&labels, &words::at("Stack", stack.cell()));
            let lies = of(&view).overworld.stack(stack);
            if lies.tiles.is_empty() {
                assert_eq!(label, "empty");
                continue;
            }
            let (count, top) = label.split_once(' ').unwrap();
            assert_eq!(count.parse(), Ok(lies.tiles.len()));
            match of(&view).overworld.tile(stack) {
                Some(Tile::Building(it)) => assert!(top.contains(&it.printed().label), "{top}"),
                Some(Tile::Mob(it)) => {
                    let xp = format!(", {} experience, ", it.xp());
                    assert!(top.contains(&xp), "{top}");
                    let drawn = super::tile::tile(Tile::Mob(it), (0, 0), 80).into_string();
                    let hearts = drawn.split("fill=\"var(--regret)\" d=\"").nth(1).unwrap();
                    let hearts = hearts.split('"').next().unwrap().matches('M').count();
                    assert_eq!(hearts, usize::from(it.hearts()));
                }
                None => assert!(top.ends_with(", face down"), "{top}"),
            }
        }
    }
}

#[test]
fn what_lies_face_down_is_not_shown_even_if_it_is_known() {
    for state in played(2) {
        let known = state.view(Viewer::Referee);
        let (shown, seen) = (all(&known), all(&state.view(Viewer::Spectator)));
        let of_overworld = |picture: &str| labels(picture)[..57].to_vec();
        assert_eq!(of_overworld(&shown), of_overworld(&seen));
        let overworld = &of(&known).overworld;
        let down = overworld.stacks.iter();
        let down = down.filter(|stack| !stack.tiles.is_empty() && !stack.face_up);
        assert_eq!(uses(&shown, "g-down"), down.count());
        let tokens = overworld.slots.iter().flatten();
        let tokens = tokens.filter(|token| !token.face_up);
        assert_eq!(uses(&shown, "g-face-down"), tokens.count());
    }
}

#[test]
fn each_slot_says_whether_a_weapon_lies_there() {
    for view in views() {
        let labels = labels(&all(&view));
        for slot in Slot::all() {
            let label = said(&labels, &words::at("Weapon", slot.cell()));
            let overworld = &of(&view).overworld;
            assert_eq!(label == "none", !overworld.has_token(slot));
            let is_known = label.contains(" heart");
            assert_eq!(is_known, overworld.weapon(slot).is_some(), "{label}");
        }
    }
}

#[test]
fn every_character_stands_on_its_crossing_and_who_is_to_act_has_a_ring() {
    for view in views() {
        let picture = all(&view);
        let labels = labels(&picture);
        for (seat, player) in of(&view).players.iter() {
            let label = said(&labels, &words::crossing("Crossing", player.at));
            let name = format!("seat {}", seat.0 + 1);
            assert!(label.split(", ").any(|it| it == name), "{label}");
            let stands = format!("on the {}.", words::crossing("crossing", player.at));
            assert!(picture.contains(&stands), "{stands}");
        }
        let nobody = labels.iter().filter(|label| label.ends_with(": nobody"));
        let at: BTreeSet<Crossing> = of(&view).players.iter().map(|(_, it)| it.at).collect();
        assert_eq!(nobody.count() + at.len(), 25);
        let rings = picture.matches("class=\"acts\"").count();
        let of_each = 2; // One in the overworld, one above the board.
        assert_eq!(rings, of_each * usize::from(of(&view).due.is_some()));
    }
}

#[test]
fn each_space_says_what_shows_on_it() {
    for view in views() {
        let labels = labels(&all(&view));
        let spaces = labels.len() - 9 * of(&view).players.iter().count();
        for ((_, player), labels) in of(&view).players.iter().zip(labels[spaces..].chunks(9)) {
            for (space, label) in Space::all().zip(labels) {
                let shown = match player.landscape().at(space) {
                    Visible::Printed(biome) => biome.id().replace('_', " "),
                    Visible::Built(building) => building.printed().label.clone(),
                };
                let (at, said) = label.split_once(": ").unwrap();
                let Cell(row, column) = space.cell();
                assert_eq!(at, format!("Row {row}, column {column}"));
                assert_eq!(said.split(", ").next(), Some(&*shown));
            }
        }
    }
}

#[test]
fn the_plans_of_the_cube_have_every_block_and_its_letter() {
    for view in views() {
        let cube = &of(&view).cube;
        let labels = labels(&all(&view));
        let mut takeable = 0;
        for column in Column::all() {
            let [across, down] = column.coordinates();
            let label = said(&labels, &words::at("Column", Cell::new(down, across)));
            let blocks = label.strip_suffix(", the top may be taken");
            takeable += usize::from(blocks.is_some());
            let blocks = blocks.unwrap_or(label);
            if blocks == "no block" {
                assert_eq!(cube.height(column), 0);
            } else {
                let count = blocks.split(", ").count();
                assert_eq!(count, usize::from(cube.height(column)));
            }
        }
        assert_eq!(takeable, cube.takeable().count());
        let picture = super::cube::cube(of(&view), &Focus::default())
            .drawn
            .into_string();
        let whole = format!("<svg>{picture}</svg>");
        let document = Document::parse(&whole).unwrap();
        let texts = document.descendants();
        let texts = texts.filter(|it| it.attribute("class") == Some("block-letter"));
        let letters: String = texts.filter_map(|it| it.text()).collect();
        assert_eq!(letters.len(), usize::from(cube.count()));
        let hidden = cube
            .places()
            .filter(|&(at, level)| cube.block(at, level).is_none());
        assert_eq!(letters.matches('?').count(), hidden.count());
        let top = "l30 15-30 15-30-15z";
        assert_eq!(
            picture.matches(top).count(),
            picture.matches("<g class=\"tops\"").count()
        );
    }
}

#[test]
fn each_seat_shows_its_points_blocks_weapons_and_mobs() {
    for view in views() {
        let picture = all(&view);
        let document = Document::parse(&picture).unwrap();
        let groups = document.descendants().filter(|it| it.has_tag_name("g"));
        let labels: Vec<&str> = groups.filter_map(|it| it.attribute("aria-label")).collect();
        let with = |start: &str| {
            let labels = labels.iter().filter_map(|label| label.strip_prefix(start));
            labels.map(str::to_owned).collect::<Vec<_>>()
        };
        let players: Vec<_> = of(&view).players.iter().collect();
        for ((_, player), supply) in players.iter().zip(with("supply: ")) {
            let counts = supply.split(", ").filter_map(|it| it.split(' ').next());
            let sum: u16 = counts.filter_map(|it| it.parse::<u16>().ok()).sum();
            assert_eq!(sum, player.supply.count());
            assert!(picture.contains(&format!(">{} experience</text>", player.xp)));
        }
        for ((_, player), weapons) in players.iter().zip(with("weapons: ")) {
            let counts = weapons.split(", ").filter_map(|it| it.split(' ').next());
            let sum: usize = counts.map(|it| it.parse::<usize>().unwrap()).sum();
            assert_eq!(sum, player.weapons.weapons().len());
        }
        let won: usize = players.iter().map(|(_, player)| player.mobs.len()).sum();
        let named = with("mobs won: ");
        let named = named.iter().flat_map(|mobs| mobs.split("; "));
        assert_eq!(named.count(), won);
    }
}

#[test]
fn a_fight_shows_every_token_and_the_hearts() {
    let views = views();
    let fought = views.iter().filter(|view| of(view).fight.is_some());
    let mut fights = 0;
    for view in fought {
        let fight = of(view).fight.as_ref().unwrap();
        let drawn = super::fight::fight(of(view)).unwrap().drawn.into_string();
        let tokens = drawn.matches("class=\"token\"").count();
        assert_eq!(tokens, fight.revealed.len());
        assert!(drawn.contains(&format!(">{}</text>", fight.hearts())));
        assert!(drawn.contains(&format!(">of {}</text>", fight.mob.hearts())));
        let undecided = drawn.matches(">?</text>").count();
        assert_eq!(undecided, usize::from(fight.tnt));
        assert!(all(view).contains("There is a fight with the "));
        fights += 1;
    }
    assert!(fights > 0);
}

fn marked(view: &domain::View, of: Option<Seat>, cells: &[(i8, i8)]) -> String {
    let marked = cells.iter().map(|&(row, column)| Cell(row, column));
    let marked = marked.collect();
    board(
        view,
        &Focus {
            of,
            marked,
            ..Focus::default()
        },
    )
}

/// In which parts of a picture something is marked, counted from the first.
fn parts_marked(picture: &str) -> Vec<usize> {
    let document = Document::parse(picture).unwrap();
    let parts = document.root_element().children();
    let parts = parts.filter(|part| part.has_tag_name("svg")).enumerate();
    let mark = |it: Node<'_, '_>| it.attribute("class") == Some("marked");
    let marked = parts.filter(|(_, part)| part.descendants().any(mark));
    marked.map(|(nth, _)| nth).collect()
}

#[test]
fn of_one_seat_only_its_board_is_drawn_and_comes_first() {
    for view in views() {
        let picture = marked(&view, Some(Seat(1)), &[(0, 0), (2, 2)]);
        assert_eq!(parts_marked(&picture), [0]);
        assert!(picture.contains(">Seat 2"));
        assert!(!picture.contains(">Seat 1"));
        assert_eq!(labels(&picture).len(), 9 + 57 + 16);
    }
}

#[test]
fn without_a_seat_marks_are_on_the_overworld() {
    let view = views().remove(0);
    let stack = Stack::all().last().unwrap().cell();
    let picture = marked(&view, None, &[(stack.0, stack.1)]);
    assert_eq!(parts_marked(&picture), [0]);
    assert_eq!(labels(&picture).len(), 57 + 16 + 2 * 9);
    let void = marked(&view, None, &[(0, 0), (7, 7), (-1, 3)]);
    assert!(parts_marked(&void).is_empty());
}

#[test]
fn a_seat_that_is_not_there_has_no_board() {
    let view = views().remove(0);
    let picture = marked(&view, Some(Seat(90)), &[(1, 1)]);
    assert_eq!(labels(&picture).len(), 57 + 16);
    assert!(parts_marked(&picture).is_empty());
}

/// The numbers beside the boards of a picture, board by board.
fn numbers(picture: &str) -> Vec<String> {
    let document = Document::parse(picture).unwrap();
    let axes = document
        .descendants()
        .filter(|it| it.attribute("aria-hidden") == Some("true") && it.has_tag_name("text"));
    let of = |axis: Node<'_, '_>| {
        let numbers = axis.descendants().filter(Node::is_text);
        numbers.filter_map(|it| it.text()).collect()
    };
    axes.map(of).collect()
}

#[test]
fn rows_and_columns_are_numbered_as_sentences_count_them() {
    let numbers = numbers(&all(&views().remove(0)));
    let of = |side: &str| numbers.iter().filter(|it| *it == side).count();
    assert_eq!(of("012345"), 2);
    assert_eq!(of("012"), 2 * 2);
}

#[test]
fn a_column_of_the_cube_is_outlined_alone() {
    let view = views().remove(0);
    let focus = Focus {
        cube: [Cell(3, 0), Cell(9, 9)].into(),
        ..Focus::default()
    };
    let picture = board(&view, &focus);
    let outlined = |what: &str| picture.matches(what).count();
    assert_eq!(outlined("class=\"stacks\""), 1 + 4); // from a corner, and in each layer
    assert_eq!(outlined("M0 36h12v12h-12z"), 4);
    assert!(parts_marked(&picture).is_empty());
    assert!(!all(&view).contains("class=\"stacks\""));
}
