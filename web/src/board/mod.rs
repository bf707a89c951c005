//! The board of each game, as a picture.

mod big_monster;
mod builders_biomes;
mod bunny_kingdom;
pub(crate) mod card;
mod cartographers;
mod drawing_version;
pub(crate) mod inventory;
mod key;
mod text;
mod thumbnail;

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::LazyLock,
};

pub use self::{drawing_version::DRAWING_VERSION, thumbnail::thumbnail};

use domain::{Command, Event, GameId, Options, ScoreLine, Seat, View};
use maud::Markup;

use self::{inventory::Inventory, key::Key};
use crate::{
    Focus,
    svg::{Look, tokens::Token},
};

/// A table board by board, to be placed by a page.
#[derive(Clone, Debug)]
pub struct Plates {
    /// The colors and signs of all of them, as SVG that shows nothing by itself.
    pub look: String,
    /// What is everybody's and what each seat has.
    pub boards: Vec<Plate>,
}

/// One of the pictures of a table, which a page puts in its place.
#[derive(Clone, Debug)]
pub struct Plate {
    /// Whose board it is. None for what is everybody's.
    pub of: Option<Seat>,
    /// The picture, as SVG.
    pub picture: String,
}

/// The lines of the score sheets that score next, where only some do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Due {
    /// Their sources.
    pub sources: Vec<String>,
    /// When, as a sentence says it: "the end of Spring".
    pub when: String,
}

impl Look {
    /// These boards with the colors and signs that they are drawn in.
    fn plates(&self, boards: impl IntoIterator<Item = Plate>) -> Plates {
        Plates {
            look: self.alone().into_string(),
            boards: boards.into_iter().collect(),
        }
    }
}

/// Each draws the tables of one game.
const DRAWINGS: [Drawing; 4] = [
    big_monster::draw,
    builders_biomes::draw,
    bunny_kingdom::draw,
    cartographers::draw,
];

/// The same tables, board by board.
const PLATES: [Cutting; 4] = [
    big_monster::plates,
    builders_biomes::plates,
    bunny_kingdom::plates,
    cartographers::plates,
];

/// What the events of each game did to boards.
const NEWS: [News; 4] = [
    big_monster::news,
    builders_biomes::news,
    bunny_kingdom::news,
    cartographers::news,
];

/// The events of each game that only say whose turn it is.
const ASKING: [Asking; 4] = [
    big_monster::asks,
    builders_biomes::asks,
    bunny_kingdom::asks,
    cartographers::asks,
];

/// The board that a command of each game is about.
const AIMS: [Aim; 4] = [
    big_monster::aim,
    builders_biomes::aim,
    bunny_kingdom::aim,
    cartographers::aim,
];

/// The games that score cells of the board that is everybody's.
const ON_THE_SHARED_BOARD: [GameId; 1] = [GameId::BunnyKingdom];

/// How to read what they draw.
const KEYS: [(GameId, &Key); 4] = [
    (GameId::BigMonster, &big_monster::KEY),
    (GameId::BuildersBiomes, &builders_biomes::KEY),
    (GameId::BunnyKingdom, &bunny_kingdom::KEY),
    (GameId::Cartographers, &cartographers::KEY),
];

/// What is in their boxes.
const INVENTORIES: [(GameId, fn() -> Inventory); 4] = [
    (GameId::BigMonster, big_monster::inventory),
    (GameId::BuildersBiomes, builders_biomes::inventory),
    (GameId::BunnyKingdom, bunny_kingdom::inventory),
    (GameId::Cartographers, cartographers::inventory),
];

/// What a host chose at games where it changes what is played.
const MANNERS: [Manner; 2] = [big_monster::manner, cartographers::manner];

/// Where score lines count what a seat has on the board that is everybody's.
const PLACES: [Placing; 1] = [bunny_kingdom::place];

/// What scores next at games where not all lines do.
const DUES: [fn(&View) -> Option<Due>; 1] = [cartographers::due];

/// Draws the tables of one game, and nothing of another.
type Drawing = fn(&View, &Focus) -> Option<Markup>;
/// Draws the boards of one game, each by itself, and nothing of another; of one seat, its own and
/// what is everybody's.
type Cutting = fn(&View, &[Focus], Option<Seat>) -> Option<Plates>;
/// The cells that an event of one game filled or scored, for each board that has some.
type News = fn(&View, &Event) -> Option<Vec<Focus>>;
/// Whether an event of one game only says whose turn it is; not so of another.
type Asking = fn(&Event) -> bool;
/// The place of the shared board that a line of one game counts, if it is named by its place.
type Placing = fn(GameId, &ScoreLine) -> Option<String>;
/// How one game is played by these options with so many seats, and nothing of another.
type Manner = fn(&Options, u8) -> Option<String>;
/// Whose board a command of one game is about; inner none for that of everybody.
type Aim = fn(&View, Seat, &Command) -> Option<Option<Seat>>;

/// A board before anything stands on it, of square cells.
pub(crate) struct Printed {
    /// What is printed on its cells, from the upper left corner of the cell `[0, 0]`.
    pub(crate) drawn: Markup,
    /// The side of a cell, in units.
    pub(crate) cell: usize,
    /// The colors of what is printed.
    pub(crate) tokens: Vec<Token>,
    /// How it looks.
    pub(crate) css: &'static str,
    /// The signs of what is printed.
    pub(crate) symbols: &'static str,
    /// What is printed, in a sentence, where that is not plain.
    pub(crate) says: &'static str,
}

/// The boards of the games as they are printed.
const PRINTED: [(GameId, fn() -> Printed); 4] = [
    (GameId::BigMonster, big_monster::printed),
    (GameId::BuildersBiomes, builders_biomes::printed),
    (GameId::BunnyKingdom, bunny_kingdom::printed),
    (GameId::Cartographers, cartographers::printed),
];

/// The board of a game as it is printed: the cells that are counted. None for a game without a
/// drawing of its own.
pub(crate) fn printed(game: GameId) -> Option<Printed> {
    let mut printed = PRINTED.iter().filter(|(of, _)| *of == game);
    printed.next().map(|(_, printed)| printed())
}

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

/// The same board by board.
///
/// The seats' points and names are for the page to say. On the board of a seat is marked what the
/// focus with that seat marks, and on the others what one without a seat does.
pub fn plates(view: &View, marks: &[Focus]) -> Plates {
    plates_of(view, marks, None)
}

/// The same of one seat, if one is given: what it has, and what is everybody's.
pub(crate) fn plates_of(view: &View, marks: &[Focus], of: Option<Seat>) -> Plates {
    let mut drawn = PLATES.iter().filter_map(|plates| plates(view, marks, of));
    let whole = || Plates {
        look: String::new(),
        boards: vec![Plate {
            of: None,
            picture: text::board(view).into_string(),
        }],
    };
    drawn.next().unwrap_or_else(whole)
}

/// What an event did to boards, as the view after it has them: a focus for each board of which it
/// names cells. Only what was disclosed is known of it.
pub fn news(view: &View, event: &Event) -> Vec<Focus> {
    let mut told = NEWS.iter().filter_map(|news| news(view, event));
    told.next().unwrap_or_default()
}

/// Whether an event only says whose turn it is, and nothing of what was done.
pub fn asks(event: &Event) -> bool {
    ASKING.iter().any(|asks| asks(event))
}

/// The cells that a legal command of a seat names, as the played ones of the board that has them.
pub fn aimed(view: &View, seat: Seat, command: &Command) -> Focus {
    let mut aims = AIMS.iter().filter_map(|aim| aim(view, seat, command));
    Focus {
        of: aims.next().flatten(),
        played: view.cells_of(command).into_iter().collect(),
        ..Focus::default()
    }
}

/// Whose board the cells of a seat's score lines are on: its own, or that of everybody if the
/// game has no other.
pub fn own_board(game: GameId, seat: Seat) -> Option<Seat> {
    (!ON_THE_SHARED_BOARD.contains(&game)).then_some(seat)
}

/// What is marked on the board of a seat, or on that of everybody.
fn marks_of(marks: &[Focus], of: Option<Seat>) -> Focus {
    let found = marks.iter().find(|focus| focus.of == of).cloned();
    found.unwrap_or_else(|| Focus {
        of,
        ..Focus::default()
    })
}

/// How a game is played where hosts choose, in a few words: "wilderness map, with skills".
pub fn manner(options: &Options, seats: u8) -> Option<String> {
    MANNERS.iter().find_map(|manner| manner(options, seats))
}

/// Which lines score next, and when. Nothing where all do, or none does.
pub fn due(view: &View) -> Option<Due> {
    DUES.iter().find_map(|due| due(view))
}

/// What a score line is called that counts one place of the shared board: "Fief at D9 and 1 more".
pub(crate) fn place(game: GameId, line: &ScoreLine) -> Option<String> {
    PLACES.iter().find_map(|place| place(game, line))
}

/// How to read the board of a game: its signs, and what each means. Nothing for a game without a
/// drawing of its own.
pub(crate) fn key(game: GameId) -> Option<Markup> {
    let mut keys = KEYS.iter().filter(|(of, _)| *of == game);
    keys.next().map(|(_, key)| key.list())
}

/// What is in the box of a game, drawn. Nothing for a game without a drawing of its own.
pub(crate) fn inventory(game: GameId) -> Option<Inventory> {
    let mut inventories = INVENTORIES.iter().filter(|(of, _)| *of == game);
    inventories.next().map(|(_, inventory)| inventory())
}

/// Where a component is shown among those of its game, by the id that score lines and statistics
/// have. A shape is shown on its card.
pub fn component(game: GameId, id: &str) -> Option<&'static str> {
    let shown = SHOWN.get(&game)?;
    let block = format!("block-{id}");
    let card = id.strip_suffix(['a', 'b']);
    let mut ids = [Some(id), Some(&block), card].into_iter().flatten();
    ids.find_map(|id| shown.get(id)).map(String::as_str)
}

/// The ids of components. Told once: an inventory draws each of them.
static SHOWN: LazyLock<BTreeMap<GameId, BTreeSet<String>>> = LazyLock::new(|| {
    let of = |(game, inventory): &(GameId, fn() -> Inventory)| {
        let components = inventory().kinds.into_iter().flat_map(|it| it.components);
        (*game, components.map(|it| it.id).collect())
    };
    INVENTORIES.iter().map(of).collect()
});

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
