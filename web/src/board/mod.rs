//! The board of each game, as a picture.

mod big_monster;
mod builders_biomes;
mod bunny_kingdom;
mod cartographers;
mod key;
mod text;

use domain::{GameId, View};
use maud::Markup;

use self::key::Key;
use crate::Focus;

/// Each draws the tables of one game.
const DRAWINGS: [Drawing; 4] = [
    big_monster::draw,
    builders_biomes::draw,
    bunny_kingdom::draw,
    cartographers::draw,
];

/// A board before anything stands on it, of square cells.
pub(crate) struct Printed {
    /// What is printed on its cells.
    pub(crate) drawn: Markup,
    /// The colors of what is printed.
    pub(crate) style: String,
    /// The signs of what is printed.
    pub(crate) symbols: &'static str,
}

/// The board of a game as it is printed, if it has cells that are always the same.
pub(crate) fn printed(game: GameId) -> Option<Printed> {
    cartographers::printed(game)
}

/// How to read what they draw.
const KEYS: [(GameId, &Key); 4] = [
    (GameId::BigMonster, &big_monster::KEY),
    (GameId::BuildersBiomes, &builders_biomes::KEY),
    (GameId::BunnyKingdom, &bunny_kingdom::KEY),
    (GameId::Cartographers, &cartographers::KEY),
];

/// Draws the tables of one game, and nothing of another.
type Drawing = fn(&View, &Focus) -> Option<Markup>;

/// A picture of everything on the table that the viewer may know, as one SVG document.
///
/// A game without a drawing of its own is shown by its board for terminals.
///
/// ```
/// use domain::{Dice, GameId, Seed, Viewer};
///
/// for game in GameId::ALL {
///     let dice = Dice::new(Seed([7; 32]));
///     let (state, _events) = game.default_options().set_up(2, &dice).begin(&dice);
///     let picture = web::board(&state.view(Viewer::Spectator), &web::Focus::default());
///     assert!(picture.starts_with("<svg"));
/// }
/// ```
pub fn board(view: &View, focus: &Focus) -> String {
    let mut drawn = DRAWINGS.iter().filter_map(|drawing| drawing(view, focus));
    let drawn = drawn.next().unwrap_or_else(|| text::board(view));
    drawn.into_string()
}

/// How to read the board of a game: its signs, and what each means. Nothing for a game without a
/// drawing of its own.
pub(crate) fn key(game: GameId) -> Option<Markup> {
    let mut keys = KEYS.iter().filter(|(of, _)| *of == game);
    keys.next().map(|(_, key)| key.list())
}

/// A picture that says that a match has not begun, where there is no board yet.
///
/// ```
/// assert!(web::not_begun().contains("This match has not begun."));
/// ```
pub fn not_begun() -> String {
    text::lines("Match", "This match has not begun.").into_string()
}

#[cfg(test)]
mod tests {
    use domain::{BySeat, Dice, GameId, Seed, State, Viewer, bots::Bot};
    use roxmltree::{Document, Node};

    use super::*;

    /// A match of bots, at every tenth decision and at its end.
    fn played(game: GameId, seats: u8) -> Vec<State> {
        let dice = Dice::new(Seed([9; 32]));
        let (mut state, _) = game.default_options().set_up(seats, &dice).begin(&dice);
        let mut roll = dice.roll("bots", 0);
        let mut states = Vec::new();
        for decision in 0.. {
            if decision % 10 == 0 || state.to_act().is_empty() {
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

    fn all(view: &View) -> String {
        board(view, &Focus::default())
    }

    fn labels(picture: &str) -> Vec<String> {
        let document = Document::parse(picture).unwrap();
        let labels = document.descendants().filter(Node::is_element);
        let labels = labels.filter(|node| node.tag_name().name() == "rect");
        let labels = labels.filter_map(|node| node.attribute("aria-label"));
        labels.map(str::to_owned).collect()
    }

    #[test]
    fn the_board_of_every_game_is_xml_that_asks_for_nothing() {
        for &game in GameId::ALL {
            for state in played(game, 2) {
                let picture = all(&state.view(Viewer::Spectator));
                let document = Document::parse(&picture).unwrap();
                for node in document.descendants().filter(Node::is_element) {
                    let asked = node.attributes().filter(|it| it.name() == "href");
                    assert!(asked.into_iter().all(|it| it.value().starts_with('#')));
                    assert_ne!(node.tag_name().name(), "script");
                }
            }
        }
    }

    #[test]
    fn every_sign_and_every_color_that_is_used_is_there() {
        for &game in GameId::ALL {
            for state in played(game, 2) {
                let picture = all(&state.view(Viewer::Spectator));
                for used in picture.split("var(--").skip(1) {
                    let color = used.split(')').next().unwrap();
                    assert!(picture.contains(&format!("--{color}:#")), "{color}");
                }
                for used in picture.split("href=\"#").skip(1) {
                    let sign = used.split('"').next().unwrap();
                    assert!(picture.contains(&format!("id=\"{sign}\"")), "{sign}");
                }
            }
        }
    }

    #[test]
    fn each_space_of_a_map_says_what_is_on_it() {
        for state in played(GameId::Cartographers, 3) {
            let View::Cartographers(view) = state.view(Viewer::Spectator) else {
                panic!("another game");
            };
            let labels = labels(&all(&View::Cartographers(view.clone())));
            assert_eq!(labels.len(), 3 * 121);
            for ((_, sheet), labels) in view.sheets.iter().zip(labels.chunks(121)) {
                let rows = sheet.map.letters();
                let letters = rows.iter().flat_map(|row| row.chars());
                for (letter, label) in letters.zip(labels) {
                    let ground = match letter {
                        '.' => "empty",
                        'F' => "forest",
                        'V' => "village",
                        'A' => "farm",
                        'W' => "water",
                        'X' => "monster",
                        'M' => "mountain",
                        'L' => "wasteland",
                        _ => "village and farm",
                    };
                    let (_, said) = label.split_once(": ").unwrap();
                    assert_eq!(said.split(", ").next(), Some(ground), "{label}");
                }
                assert_eq!(labels[0].split(':').next(), Some("A1"));
                assert_eq!(labels[120].split(':').next(), Some("K11"));
                let of = |what: &str| labels.iter().filter(|label| label.contains(what)).count();
                assert_eq!(of("ruins"), domain::cast::<usize>(sheet.map.ruins.count()));
                assert_eq!(
                    of("a coin"),
                    domain::cast::<usize>(sheet.coins_left.count())
                );
            }
        }
    }

    #[test]
    fn of_many_seats_the_best_comes_first() {
        let last = played(GameId::Cartographers, 9).pop().unwrap();
        let picture = all(&last.view(Viewer::Spectator));
        let document = Document::parse(&picture).unwrap();
        let texts = document
            .descendants()
            .filter(|node| node.tag_name().name() == "text");
        let texts: Vec<&str> = texts.filter_map(|node| node.text()).collect();
        let [seats, points] = [0, 1].map(|from| texts.iter().skip(from).step_by(2));
        let shown: Vec<i16> = points.map(|points| points.parse().unwrap()).collect();
        assert!(shown.is_sorted_by(|one, next| one >= next), "{shown:?}");
        let standings: BySeat<_> = last.outcome().unwrap();
        for (seat, points) in seats.zip(shown) {
            let seat: u8 = seat.strip_prefix("Seat ").unwrap().parse().unwrap();
            let standing = standings.get(domain::Seat(seat - 1)).unwrap();
            assert_eq!(standing.total, points);
        }
    }
}
