//! What players and bots are called on pages, and where their own pages are.

use domain::{Moment, facts::word, matches::Occupant};

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

/// The page about whoever sits on a seat.
pub(super) fn address(occupant: &Occupant) -> String {
    match occupant {
        Occupant::Player { player } => format!("/players/{}", player.0),
        Occupant::Bot { bot } => format!("/bots/{}", word(bot)),
    }
}

/// The id of whoever sits on a seat, as the statistics have it.
pub(super) fn id(occupant: &Occupant) -> String {
    match occupant {
        Occupant::Player { player } => player.0.clone(),
        Occupant::Bot { bot } => format!("bot:{}", word(bot)),
    }
}

/// Where in a match it is: "Draft · round 2 · turn 3". A stage that says no more than the number of
/// the turn, and one in which nobody decides, is left out.
pub(super) fn moment(moment: Moment) -> String {
    let stage = (!["turn", "end"].contains(&moment.stage)).then(|| moment.stage.replace('_', " "));
    let round = Some(format!("round {}", moment.round));
    let turn = (moment.turn > 0).then(|| format!("turn {}", moment.turn));
    let parts: Vec<String> = [stage, round, turn].into_iter().flatten().collect();
    domain::words::capital(&parts.join(" · "))
}
