//! Which of the matches that run a page shows: those in which something is to be seen.

use std::{cmp::Reverse, collections::BTreeMap, time::Duration};

use domain::GameId;
use store::{LobbyRow, StoreError, Timestamp};

use super::wanted::Wanted;
use crate::http::app::App;

/// So many of the newest are looked at. A batch opens its matches long before it plays them, so
/// the very newest have empty boards.
const LOOKED_AT: usize = 300;

/// What moved so much earlier than another match comes behind all that moved since: somebody may
/// have gone away.
const IDLE: Duration = Duration::from_mins(15);

/// At most so many that are wanted, the best to watch first.
pub(super) fn shown(app: &App, wanted: &Wanted, most: usize) -> Result<Vec<LobbyRow>, StoreError> {
    let newest = app
        .store
        .lobby
        .list(&wanted.running(), None, LOOKED_AT)?
        .rows;
    let rows = newest.into_iter();
    // Of an import that was interrupted there is nothing to come.
    let rows = rows.filter(|row| !row.imported && wanted.has_seated(row));
    let rows: Vec<LobbyRow> = rows.collect();
    let come: Vec<Come> = rows.iter().map(Come::of).collect();
    let order = order(&come).into_iter().take(most);
    Ok(order.map(|nth| rows[nth].clone()).collect())
}

/// How far a match has come.
struct Come {
    game: GameId,
    events: u32,
    moved_at: Timestamp,
}

impl Come {
    const fn of(row: &LobbyRow) -> Come {
        Come {
            game: row.game,
            events: row.version,
            moved_at: row.updated_at,
        }
    }
}

/// The numbers of matches in the order in which they are shown: the furthest of each game before
/// the second of any, because games are not equally long.
fn order(all: &[Come]) -> Vec<usize> {
    let latest = all.iter().map(|it| it.moved_at).max();
    let is_idle = |it: &Come| latest.is_some_and(|latest| latest.since(it.moved_at) > IDLE);
    let furthest = |&nth: &usize| (is_idle(&all[nth]), Reverse(all[nth].events));
    let mut order: Vec<usize> = (0..all.len()).collect();
    order.sort_by_key(furthest);
    let mut of_game: BTreeMap<GameId, usize> = BTreeMap::new();
    let ranked = order.into_iter().map(|nth| {
        let before = of_game.entry(all[nth].game).or_default();
        *before += 1;
        (is_idle(&all[nth]), *before, nth)
    });
    let mut ranked: Vec<(bool, usize, usize)> = ranked.collect();
    ranked.sort_by_key(|(is_idle, before, _)| (*is_idle, *before));
    ranked.into_iter().map(|(_, _, nth)| nth).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn come(game: GameId, events: u32, minute: u32) -> Come {
        let moved_at = format!("2031-05-17T08:{minute:02}:00.000Z");
        Come {
            game,
            events,
            moved_at: moved_at.parse().unwrap(),
        }
    }

    #[test]
    fn what_has_come_far_is_shown_before_what_has_just_begun_and_no_game_takes_all_room() {
        let (maps, bunnies) = (GameId::Cartographers, GameId::BunnyKingdom);
        let all = [
            come(bunnies, 4, 40),
            come(bunnies, 310, 40),
            come(bunnies, 300, 39),
            come(maps, 90, 38),
            come(maps, 400, 20),
        ];
        assert_eq!(order(&all), [1, 3, 2, 0, 4]);
        assert_eq!(order(&[]), [0; 0]);
    }
}
