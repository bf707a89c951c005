//! Options that every game is tested with.

use domain::{GameId, Options};
use serde_json::{Value, json};

/// Options a game is tested with: what a host gets by choosing nothing, and then
/// every answer of every option at least once.
pub(crate) fn option_sets(game: GameId) -> Vec<Options> {
    let parse = |options: Value| {
        let tagged = json!({"game": game, "options": options});
        serde_json::from_value(tagged).expect("the options of this game")
    };
    let chosen = game.samples().options.into_iter().map(parse);
    std::iter::once(game.default_options())
        .chain(chosen)
        .collect()
}

/// The seats that can play with these options, the fewest first.
pub(crate) fn tables(options: &Options) -> Vec<u8> {
    let players = options.game().info().players;
    players
        .filter(|&seats| options.fits(seats).is_ok())
        .collect()
}
