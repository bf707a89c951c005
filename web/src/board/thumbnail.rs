//! The table of a match at a glance: flat, small, in few bytes.

use domain::View;
use maud::Markup;

use super::{big_monster, builders_biomes, bunny_kingdom, cartographers, text};

/// Each draws the tables of one game, and nothing of another.
const THUMBNAILS: [fn(&View) -> Option<Markup>; 4] = [
    big_monster::thumbnail,
    builders_biomes::thumbnail,
    bunny_kingdom::thumbnail,
    cartographers::thumbnail,
];

/// As many boards of seats stand side by side.
pub(super) const BOARDS: usize = 6;

/// A small picture of the table for a list, as one SVG document.
///
/// A game without a drawing of its own is shown by its board for terminals.
///
/// ```
/// use domain::{Dice, GameId, Seed, Viewer};
///
/// for game in GameId::ALL {
///     let dice = Dice::new(Seed([7; 32]));
///     let (state, _events) = game.default_options().set_up(2, &dice).begin(&dice);
///     let picture = web::thumbnail(&state.view(Viewer::Spectator));
///     assert!(picture.starts_with("<svg"));
/// }
/// ```
pub fn thumbnail(view: &View) -> String {
    let mut drawn = THUMBNAILS.iter().filter_map(|thumbnail| thumbnail(view));
    let drawn = drawn.next().unwrap_or_else(|| text::board(view));
    drawn.into_string()
}

#[cfg(test)]
mod tests {
    use domain::{Dice, GameId, Seed, State, Viewer, bots::Bot};
    use roxmltree::Document;

    use super::*;

    fn played(game: GameId) -> State {
        let dice = Dice::new(Seed([9; 32]));
        let (mut state, _) = game.default_options().set_up(3, &dice).begin(&dice);
        let mut roll = dice.roll("bots", 0);
        while let Some(seat) = state.to_act().iter().next() {
            let command = Bot::Random.choose(&state.view(Viewer::Seat(seat)), &mut roll);
            state = state.decide(seat, command, &dice).unwrap().0;
        }
        state
    }

    #[test]
    fn a_thumbnail_is_one_image_of_few_bytes_with_all_its_colors() {
        for &game in GameId::ALL {
            let picture = thumbnail(&played(game).view(Viewer::Spectator));
            let document = Document::parse(&picture).unwrap();
            assert_eq!(document.root_element().attribute("role"), Some("img"));
            assert!(picture.len() < 16_000, "{game:?}: {}", picture.len());
            for used in picture.split("var(--").skip(1) {
                let color = used.split(')').next().unwrap();
                assert!(picture.contains(&format!("--{color}:#")), "{color}");
            }
        }
    }
}
