//! What players and bots are called on pages.

use domain::matches::Occupant;

use crate::http::app::App;

/// The name of whoever sits on a seat.
pub(crate) fn of(app: &App, occupant: &Occupant) -> String {
    match occupant {
        Occupant::Player { player } => {
            let name = app.store.players.name(player);
            name.unwrap_or_else(|| "A deleted player".to_owned())
        }
        Occupant::Bot { bot } => ::web::page::name(*bot).to_owned(),
    }
}
