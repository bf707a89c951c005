//! Which matches a page lists: by game, by player, and by the day on which they ended.

use domain::{bots::Bot, matches::Occupant};
use store::{LobbyFilter, LobbyRow, NameFilter, PlayersFilter, ResultsFilter, Status};

use super::home::HomeQuery;
use crate::http::app::App;

/// What is asked for.
pub(super) struct Wanted {
    pub(super) filter: ResultsFilter,
    /// The bot of the server that sat there, if one is asked for.
    pub(super) bot: Option<Bot>,
    /// The days between which it ended.
    pub(super) from: Option<String>,
    pub(super) to: Option<String>,
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

    /// What runs of these games and players, as far as the list of matches tells them apart.
    pub(super) fn running(&self) -> LobbyFilter {
        LobbyFilter {
            status: Some(Status::Running),
            game: self.filter.game,
            player: self.filter.player.clone(),
            ..LobbyFilter::default()
        }
    }

    /// Whether who is asked for sits there: a player's list has also what they only opened.
    pub(super) fn has_seated(&self, row: &LobbyRow) -> bool {
        let sits = |occupant: &Occupant| {
            let mut seats = row.seated.iter();
            seats.any(|(_, it)| it.as_ref() == Some(occupant))
        };
        let player = self.filter.player.clone();
        let player = player.map(|player| Occupant::Player { player });
        let bot = self.bot.map(|bot| Occupant::Bot { bot });
        player.or(bot).is_none_or(|occupant| sits(&occupant))
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
