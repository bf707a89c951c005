//! `act`: a decision.

use domain::Seat;
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use store::MatchId;
use utoipa::ToSchema;

use super::Tool;
use crate::{
    http::{auth::Seated, error::ApiError, extract, legal::LegalQuery, note::Note},
    routes::{
        decisions::{self, Decided},
        mcp::{
            answer::{Answer, terse},
            asking::Asking,
        },
    },
    wire::{ByNumber, Made, Play},
};

/// Makes the decision that you owe, by `number` or by `command`. Safe to repeat: the same decision
/// is made once. A command that the rules forbid is refused with the paragraph; nothing has
/// happened then, so try another.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Act {
    /// The token of your seat, or your player's. Default: the one in the header of the request.
    #[serde(default)]
    token: Option<String>,
    /// The match you play.
    r#match: MatchId,
    /// Your seat.
    seat: Seat,
    /// The number of the decision, as `wait_for_turn` gave it.
    decision: u32,
    /// The number of a command in the list of legal commands.
    #[serde(default)]
    number: Option<u32>,
    /// The command itself, as `read_rules` with the section `commands` describes it.
    #[serde(default)]
    #[schema(value_type = Option<Object>)]
    command: Option<Box<RawValue>>,
    /// Why you decide so: up to 500 characters, kept in the record beside the decision. Others see
    /// it when the match is over.
    #[serde(default)]
    note: Option<String>,
}

/// What came of a decision.
#[derive(Serialize)]
struct Acted {
    decision: u32,
    version: u32,
    /// What happened, in words.
    happened: Vec<String>,
    /// What it added to the sheet of the seat.
    gain: i32,
    /// The decision owed next, if the seat owes one already.
    next: Option<u32>,
    over: bool,
    /// Whether it had been made before.
    replayed: bool,
}

impl Tool for Act {
    const NAME: &'static str = "act";
    const ONLY_READS: bool = false;

    async fn call(self, asking: &Asking, _arguments: &[u8]) -> Result<Answer, ApiError> {
        let received_at = asking.app.store.matches.now();
        let sent = asking.sent(self.token.as_deref());
        let seated = Seated::of(sent, &asking.app, (self.r#match, self.seat)).await?;
        let decided = Decided {
            number: self.decision,
            play: play(self.number, self.command.as_deref()),
            note: Note::given(self.note)?.0,
            received_at,
        };
        let listed = LegalQuery::default();
        let made = decisions::decide(&asking.app, seated, decided, &listed).await?;
        Ok(Answer::data(&terse(&acted(made))))
    }
}

/// What to play, named in the one way or the other.
fn play(number: Option<u32>, command: Option<&RawValue>) -> Result<Play, ApiError> {
    match (number, command) {
        (Some(number), None) => Ok(Play::Number(ByNumber { number })),
        (None, Some(command)) => extract::argument(command.get().as_bytes()),
        (Some(_), Some(_)) | (None, None) => {
            Err(ApiError::body("give either `number` or `command`"))
        }
    }
}

fn acted((made, replayed): (Made, bool)) -> Acted {
    Acted {
        decision: made.decision,
        version: made.version,
        happened: made.events.into_iter().map(|it| it.text).collect(),
        gain: made.gain,
        next: made.next.map(|next| next.owed.decision),
        over: made.over,
        replayed,
    }
}
