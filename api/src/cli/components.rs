//! `cartulary components`: the box of a game, byte for byte.

use std::process::ExitCode;

use domain::GameId;

use super::output::{done, print};
use crate::config::boxes::Boxes;

/// Writes a box, so that it can be corrected and played with.
pub(super) fn run(game: GameId, boxes: &Boxes) -> ExitCode {
    match boxes.install() {
        Ok(()) => print(game.components()),
        Err(error) => done(Err(error.into())),
    }
}
