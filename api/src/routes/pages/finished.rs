//! Which of the matches that are over a page lists: by game, by player, by day.

use domain::{bots::Bot, matches::Occupant};
use store::{NameFilter, PlayersFilter, Position, ResultRow, ResultsFilter, StoreError};

use super::home::HomeQuery;
use crate::http::app::App;

/// So many matches are looked at for one page; the next one goes on behind them. A filter that
/// hardly any match passes must not read all of them at once.
const LOOKED_AT: usize = 1000;

/// What is asked for.
pub(super) struct Wanted {
    filter: ResultsFilter,
    /// The bot of the server that sat there, if one is asked for.
    bot: Option<Bot>,
    from: Option<String>,
    to: Option<String>,
}

impl Wanted {
    /// What a query asks for, or in a sentence what is wrong with it.
    pub(super) fn of(app: &App, query: &HomeQuery) -> Result<Wanted, String> {
        let of_all = Wanted {
            filter: ResultsFilter::default(),
            bot: None,
            from: day(&query.from)?,
            to: day(&query.to)?,
        };
        let mut wanted = match query.player.trim() {
            "" => of_all,
            name => of_all.of_occupant(called(app, name)?),
        };
        wanted.filter.game = query.game;
        Ok(wanted)
    }

    /// Matches in which this player or bot sat.
    pub(super) fn with(occupant: Occupant) -> Wanted {
        let of_all = Wanted {
            filter: ResultsFilter::default(),
            bot: None,
            from: None,
            to: None,
        };
        of_all.of_occupant(occupant)
    }

    fn of_occupant(mut self, occupant: Occupant) -> Wanted {
        match occupant {
            Occupant::Player { player } => self.filter.player = Some(player),
            Occupant::Bot { bot } => self.bot = Some(bot),
        }
        self
    }

    /// At most so many matches, the latest first, and where to read on.
    pub(super) fn page(
        &self,
        app: &App,
        after: Option<Position>,
        shown: usize,
    ) -> Result<store::Page<ResultRow>, StoreError> {
        let mut page = app.store.finished(&self.filter, after, shown)?;
        let mut looked_at = page.rows.len();
        page.rows.retain(|row| self.fits(row));
        while let Some(next) = page
            .next
            .filter(|_| page.rows.len() < shown && looked_at < LOOKED_AT)
        {
            let more = app
                .store
                .finished(&self.filter, Some(next), shown - page.rows.len())?;
            looked_at += more.rows.len();
            page.next = more.next;
            let fit = more.rows.into_iter().filter(|row| self.fits(row));
            page.rows.extend(fit);
        }
        Ok(page)
    }

    fn fits(&self, row: &ResultRow) -> bool {
        self.has_bot(row) && self.is_of_these_days(row)
    }

    fn has_bot(&self, row: &ResultRow) -> bool {
        let sits = |bot: Bot| {
            let mut seats = row.placings.iter();
            seats.any(|(_, it)| it.occupant == Occupant::Bot { bot })
        };
        self.bot.is_none_or(sits)
    }

    fn is_of_these_days(&self, row: &ResultRow) -> bool {
        let at = row.ended_at.to_string();
        let day = at.get(..10).unwrap_or_default();
        self.from.as_ref().is_none_or(|from| from.as_str() <= day)
            && self.to.as_ref().is_none_or(|to| day <= to.as_str())
    }
}

/// Who has a name: of several players the newest, or a bot of the server.
fn called(app: &App, name: &str) -> Result<Occupant, String> {
    let named = PlayersFilter {
        name: Some(NameFilter::Exactly(name.to_owned())),
        kind: None,
    };
    let found = app.store.players.list(&named, None, 1).rows.pop();
    if let Some(row) = found {
        return Ok(Occupant::Player { player: row.id });
    }
    let is_called = |bot: &&Bot| ::web::page::name(**bot).eq_ignore_ascii_case(name);
    let bot = Bot::ALL.iter().find(is_called);
    bot.map(|bot| Occupant::Bot { bot: *bot })
        .ok_or_else(|| format!("No player is called {name}."))
}

/// A day as it is written in times, so that days compare as texts do.
fn day(text: &str) -> Result<Option<String>, String> {
    let is_day = || {
        let parts: Vec<&str> = text.split('-').collect();
        let is_number = |part: &&str| part.bytes().all(|byte| byte.is_ascii_digit());
        parts.iter().map(|part| part.len()).eq([4, 2, 2]) && parts.iter().all(is_number)
    };
    match text {
        "" => Ok(None),
        _ if is_day() => Ok(Some(text.to_owned())),
        _ => Err(format!("{text} is no day: write it like 2026-01-31.")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_day_is_written_as_year_month_and_day() {
        assert_eq!(day(""), Ok(None));
        assert_eq!(day("2026-01-31"), Ok(Some("2026-01-31".to_owned())));
        for wrong in ["31.1.2026", "2026-1-31", "2026-01-3x", "--", "20260-1-31"] {
            assert!(day(wrong).unwrap_err().contains(wrong));
        }
    }
}
