//! The matches that are over of those that a page lists, a part at a time.

use domain::{bots::Bot, matches::Occupant};
use store::{Position, ResultRow, StoreError, Timestamp};

use super::wanted::Wanted;
use crate::http::app::App;

/// So many matches are looked at for one page; the next one goes on behind them. A filter that
/// hardly any match passes must not read all of them at once.
const LOOKED_AT: usize = 1000;

impl Wanted {
    /// At most so many matches, the latest first, and where to read on.
    pub(super) fn page(
        &self,
        app: &App,
        after: Option<Position>,
        shown: usize,
    ) -> Result<store::Page<ResultRow>, StoreError> {
        let after = match after {
            None => self.latest(app)?,
            Some(after) => Some(after),
        };
        let mut page = app.store.finished(&self.filter, after, shown)?;
        let (mut found, mut looked_at) = (std::mem::take(&mut page.rows), 0);
        loop {
            looked_at += found.len();
            // The list itself looks at many of other games and players, and then stops.
            let is_cut = found.len() + page.rows.len() < shown;
            if found.iter().any(|row| self.is_too_early(row.ended_at)) {
                page.next = None; // all that come are earlier still
            }
            page.rows
                .extend(found.into_iter().filter(|row| self.fits(row)));
            let has_enough = page.rows.len() >= shown || looked_at >= LOOKED_AT || is_cut;
            let Some(next) = page.next.filter(|_| !has_enough) else {
                return Ok(page);
            };
            let left = shown - page.rows.len();
            let more = app.store.finished(&self.filter, Some(next), left)?;
            (found, page.next) = (more.rows, more.next);
        }
    }

    /// Behind which position the latest that may fit are found, if a last day is asked for.
    fn latest(&self, app: &App) -> Result<Option<Position>, StoreError> {
        let player = self.filter.player.as_ref();
        let behind = self.to.as_ref().map(|_| {
            let results = &app.store.results;
            results.behind(player, |at| self.is_too_late(at))
        });
        behind.transpose()
    }

    fn fits(&self, row: &ResultRow) -> bool {
        let at = row.ended_at;
        self.has_bot(row) && !self.is_too_early(at) && !self.is_too_late(at)
    }

    fn has_bot(&self, row: &ResultRow) -> bool {
        let sits = |bot: Bot| {
            let mut seats = row.placings.iter();
            seats.any(|(_, it)| it.occupant == Occupant::Bot { bot })
        };
        self.bot.is_none_or(sits)
    }

    fn is_too_early(&self, at: Timestamp) -> bool {
        let from = self.from.as_ref();
        from.is_some_and(|from| day_of(at) < *from)
    }

    fn is_too_late(&self, at: Timestamp) -> bool {
        self.to.as_ref().is_some_and(|to| *to < day_of(at))
    }
}

/// The day of a moment as it is asked for.
fn day_of(at: Timestamp) -> String {
    at.to_string().chars().take("2026-01-31".len()).collect()
}
