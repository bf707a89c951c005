//! `wait_for_turn`: what has happened, the table, and what may be played.

use std::time::Duration;

use domain::{Seat, View, matches::Legal};
use serde::{Deserialize, Serialize};
use store::MatchId;
use utoipa::ToSchema;

use super::Tool;
use crate::{
    http::{
        auth::{Reader, Seated},
        codes::Code,
        error::ApiError,
        heavy_looks::Waiting,
        legal::LegalQuery,
        listing::limit::Limit,
        picture::{PictureQuery, PixelsQuery},
    },
    routes::{
        due,
        mcp::{
            answer::{Answer, terse},
            asking::Asking,
        },
    },
    stream::history,
    wire::{Due, LegalCommand},
};

/// Waits until it is your turn: at most 25 seconds, then it answers `waiting`, and you call it
/// again. At your turn (`your_turn`) it tells what happened since the version you have seen, in
/// words, the number of the decision you owe, the legal commands with their numbers as far as this
/// match tells them, the table as text and as a picture. When the match has ended it answers `over`.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct WaitForTurn {
    /// The token of your seat, or your player's. Default: the one in the header of the request.
    #[serde(default)]
    token: Option<String>,
    /// The match you play.
    r#match: MatchId,
    /// Your seat.
    seat: Seat,
    /// The `version` in the last answer you had: what happened since then is told. Default: all.
    #[serde(default)]
    seen: Option<u32>,
    /// How many seconds to wait at most.
    #[serde(default = "longest")]
    #[schema(maximum = 25, default = 25)]
    wait_s: u64,
    /// How many legal commands to list at most. Those that are not listed have numbers, too: up to
    /// `legal_count`.
    #[serde(default)]
    #[schema(value_type = u32, minimum = 1, maximum = 500, default = 100)]
    list: Limit<100, 500>,
    /// Whether to draw the table, too.
    #[serde(default = "drawn")]
    #[schema(default = true)]
    picture: bool,
}

/// As long as models' clients wait for a tool without giving it up.
const LONGEST_S: u64 = 25;

/// The last that happened tells enough; a whole match would be long to read.
const MOST_HAPPENED: usize = 100;

const fn longest() -> u64 {
    LONGEST_S
}

const fn drawn() -> bool {
    true
}

/// What a seat is told at its turn, or without one.
#[derive(Default, Serialize)]
struct Turn {
    /// `your_turn`, `waiting` or `over`.
    status: &'static str,
    version: u32,
    happened: Vec<String>,
    decision: Option<u32>,
    left_ms: Option<u64>,
    legal_count: Option<u32>,
    legal: Option<Vec<LegalCommand>>,
}

impl Tool for WaitForTurn {
    const NAME: &'static str = "wait_for_turn";
    const ONLY_READS: bool = true;

    async fn call(self, asking: &Asking, _arguments: &[u8]) -> Result<Answer, ApiError> {
        self.check()?;
        let due = self.due(asking).await;
        let is_over = due
            .as_ref()
            .is_err_and(|error| error.code() == Some(Code::Over));
        let due = if is_over { None } else { due? };
        let (version, happened) = self.happened(asking, due.as_ref()).await?;
        let status = match &due {
            Some(_) => "your_turn",
            None if is_over => "over",
            None => "waiting",
        };
        let turn = Turn {
            status,
            version,
            happened,
            ..Turn::default()
        };
        match due {
            Some(due) => self.table(asking, turn, due).await,
            None => Ok(Answer::data(&terse(&turn))),
        }
    }
}

impl WaitForTurn {
    fn check(&self) -> Result<(), ApiError> {
        if self.wait_s > LONGEST_S {
            let detail = format!("wait_s must be at most {LONGEST_S}: call again to wait longer");
            return Err(Code::MalformedBody.at("/wait_s", detail));
        }
        Ok(())
    }

    async fn due(&self, asking: &Asking) -> Result<Option<Due>, ApiError> {
        let sent = asking.sent(self.token.as_deref());
        let seated = Seated::of(sent, &asking.app, (self.r#match, self.seat)).await?;
        let is_told = seated.now.game.told_legal() == Legal::Full;
        let listed = if is_told {
            LegalQuery::in_words(self.list.get())
        } else {
            LegalQuery::default()
        };
        let wait = Duration::from_secs(self.wait_s);
        due::by_seat(&asking.app, seated, wait, &listed).await
    }

    /// The version up to which is told what happened since the one that was seen, and that.
    async fn happened(
        &self,
        asking: &Asking,
        due: Option<&Due>,
    ) -> Result<(u32, Vec<String>), ApiError> {
        let sent = asking.sent(self.token.as_deref());
        let reader = Reader::of(sent, &asking.app, self.r#match).await?;
        let viewer = reader.viewer(Some(self.seat))?;
        let record = reader.record(&asking.app).read().await?;
        let version = due.map_or(reader.now.version(), |due| due.version);
        let seen = self.seen.unwrap_or(0);
        let events = record
            .iter()
            .filter(|commit| commit.line.tip().version > seen)
            .flat_map(|commit| history::disclosed_events(commit, reader.game(), viewer))
            .filter(|it| seen < it.step && it.step <= version);
        let mut told: Vec<String> = events.map(|it| it.text).collect();
        told.drain(..told.len().saturating_sub(MOST_HAPPENED));
        Ok((version, told))
    }

    /// The whole answer at a turn.
    async fn table(&self, asking: &Asking, turn: Turn, due: Due) -> Result<Answer, ApiError> {
        let turn = Turn {
            decision: Some(due.owed.decision),
            left_ms: due.left_ms,
            legal_count: due.owed.legal_count,
            legal: due.legal,
            ..turn
        };
        let answer = Answer::data(&terse(&turn)).and_text(due.view.to_string());
        if !self.picture {
            return Ok(answer);
        }
        Ok(answer.and_png(&png(asking, due.view).await?))
    }
}

/// The table as a picture.
async fn png(asking: &Asking, view: View) -> Result<Vec<u8>, ApiError> {
    let draw = move |_: &Waiting<'_>| {
        let focus = PictureQuery::default().focus(&view)?;
        Ok(PixelsQuery::default().draw(&::web::board(&view, &focus)))
    };
    asking.app.looks.run(draw).await?
}
