//! The matches of a player, and the decisions that they owe in them.

use std::sync::Arc;

use domain::{
    Seat, Seats,
    matches::{Occupant, PlayerId},
};
use store::{LiveMatch, LobbyFilter, LobbyRow, Status, Timestamp, Visibility};

use crate::{
    http::{app::App, error::ApiError},
    stats::tabular,
};

/// So many rows of the list of matches are read at a time.
const PAGE: usize = 500;

/// The matches in which a player sits that are not over: first those in which it is their turn,
/// the longest first.
pub(crate) async fn own_matches(
    app: &App,
    player: &PlayerId,
) -> Result<Vec<Arc<LiveMatch>>, ApiError> {
    let store = &app.store;
    store.lobby.at_least(store.integrity().position).await?;
    let (lobby, filter) = (
        store.lobby.clone(),
        LobbyFilter {
            player: Some(player.clone()),
            with_private: Visibility::All,
            ..LobbyFilter::default()
        },
    );
    let read = move || {
        let (mut rows, mut after) = (Vec::new(), None);
        loop {
            let page = lobby.list(&filter, after, PAGE)?;
            rows.extend(
                page.rows
                    .into_iter()
                    .filter(|row| row.status != Status::Finished),
            );
            after = page.next;
            if after.is_none() {
                return Ok::<_, store::StoreError>(rows);
            }
        }
    };
    let rows: Vec<LobbyRow> = tabular::off_thread(&app.looks, read).await??;
    let mut all = Vec::new();
    for row in rows.iter().filter(|row| !row.imported) {
        let now = store.matches.current(row.id).await?;
        if !own_seats(&now, player).is_empty() && !now.game.is_over() {
            all.push(now);
        }
    }
    all.sort_by_key(|now| (waits_since(now, player).is_none(), waits_since(now, player)));
    Ok(all)
}

/// Since when a match waits for a player.
fn waits_since(now: &LiveMatch, player: &PlayerId) -> Option<Timestamp> {
    let due = due(now, player);
    due.iter()
        .filter_map(|(seat, _)| now.offered_at(*seat))
        .min()
}

/// The seats of a player in a match.
pub(crate) fn own_seats(now: &LiveMatch, player: &PlayerId) -> Seats {
    let is_own = |seat: &Seat| matches!(now.game.occupant(*seat), Some(Occupant::Player { player: at }) if at == player);
    Seat::first(now.game.seats()).filter(is_own).collect()
}

/// The decisions that a player owes in a match, each by its seat and number.
pub(crate) fn due(now: &LiveMatch, player: &PlayerId) -> Vec<(Seat, u32)> {
    let Some(table) = now.game.table() else {
        return Vec::new();
    };
    let own = own_seats(now, player);
    let to_act = table.to_act();
    let seats = to_act
        .iter()
        .filter(|&seat| own.contains(seat) && table.has_player(seat));
    seats.map(|seat| (seat, table.decisions[seat])).collect()
}
