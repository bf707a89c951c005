//! The one place where what went wrong becomes an answer: a problem (RFC 9457).
//!
//! Two families meet here and never mix: what the caller did is explained, what
//! we did wrong is logged and told only as `internal` or `unavailable`.

use std::fmt;

use actix_web::{
    HttpResponse, ResponseError,
    http::{
        StatusCode,
        header::{self, HeaderName},
    },
};
use domain::{Cell, GameId, On, Refused, Rejection, Seat};
use store::{MatchId, RequestError, StoreError};

use crate::{
    http::{
        codes::{self, Code},
        request_id,
    },
    wire::{Owed, Problem, ProblemLinks},
};

// Room for the longest list of ids, and not for a body that is sent back whole.
const DETAIL_CHARACTERS: usize = 2000;

/// What went wrong.
#[derive(Debug)]
pub(crate) enum ApiError {
    /// A code that says all there is to say.
    Plain(Code),
    /// A code, and more.
    Because {
        /// What kind of problem it is.
        code: Code,
        /// What is wrong this time.
        detail: String,
        /// Where in the body, if one field is to blame.
        pointer: Option<String>,
    },
    /// An id that nothing has, and those there are.
    UnknownId {
        /// What there is none of: `UnknownMetric`, `UnknownDimension`, …
        code: Code,
        /// Which it was.
        detail: String,
        /// All there are.
        known: Vec<String>,
    },
    /// Too much was asked for.
    Wait {
        /// Too much of what.
        code: Code,
        /// In how many seconds there may be more.
        seconds: u64,
    },
    /// The path is there, the method is not; those that are.
    MethodNotAllowed(String),
    /// The file has only this many bytes.
    NoSuchRange(u64),
    /// A query parameter that the operation does not have, because something else does
    /// what it would.
    AskElsewhere {
        /// Which it is, and what to do.
        detail: String,
        /// Where to ask.
        address: String,
    },
    /// The match, or the game's rules, refuse.
    Refused {
        /// What the rules say.
        rejection: Box<Rejection>,
        /// Whose rules.
        game: Option<GameId>,
        /// Where the legal commands are.
        seat: Option<(MatchId, Seat)>,
        /// Where in the body, if one field is to blame.
        pointer: Option<String>,
    },
    /// What another seat did closed the decision that was put.
    Overtaken {
        /// What the match says.
        rejection: Box<Rejection>,
        /// What the seat owes now.
        due: Option<Owed>,
    },
}

impl Code {
    /// The problem of this code, with what is wrong this time.
    pub(crate) fn because(self, detail: impl fmt::Display) -> ApiError {
        ApiError::Because {
            code: self,
            detail: detail.to_string(),
            pointer: None,
        }
    }

    /// The problem of this code, with what is wrong this time, and where in the body.
    pub(crate) fn at(self, pointer: impl Into<String>, detail: impl fmt::Display) -> ApiError {
        ApiError::Because {
            code: self,
            detail: detail.to_string(),
            pointer: Some(pointer.into()),
        }
    }
}

impl ApiError {
    /// A body that cannot be read.
    pub(crate) fn body(detail: impl fmt::Display) -> ApiError {
        Code::MalformedBody.because(detail)
    }

    /// A body that is longer than this many bytes.
    pub(crate) fn too_large(most: usize) -> ApiError {
        Code::TooLarge.because(format_args!("the body may have at most {most} bytes"))
    }

    /// A file that could not be written: ours to fix.
    pub(crate) fn unwritten(error: &std::io::Error) -> ApiError {
        let request_id = request_id::current();
        tracing::error!(request_id, %error, "a file could not be written");
        Code::Internal.into()
    }

    /// The same refusal, saying whose rules and which seat it is about.
    #[must_use]
    pub(crate) fn about(self, of: GameId, at: Option<(MatchId, Seat)>) -> ApiError {
        if let ApiError::Refused {
            rejection, pointer, ..
        } = self
        {
            let (game, seat) = (Some(of), at);
            return ApiError::Refused {
                rejection,
                game,
                seat,
                pointer,
            };
        }
        self
    }

    /// The code, if a command was refused by the rules before it reached its match.
    pub(crate) fn tried(&self) -> Option<&'static str> {
        if let ApiError::Refused { rejection, .. } = self {
            return rejection.is_try().then_some(rejection.code);
        }
        None
    }

    /// Whether the decision was closed by what another seat did.
    pub(crate) fn is_overtaken(&self) -> bool {
        matches!(self, ApiError::Refused { rejection, .. } if rejection.cause == Some(Refused::Overtaken))
    }

    /// The same refusal, of a decision that was closed, with what the seat owes now.
    #[must_use]
    pub(crate) fn overtaken(self, due: Option<Owed>) -> ApiError {
        if let ApiError::Refused { rejection, .. } = self {
            return ApiError::Overtaken { rejection, due };
        }
        self
    }

    /// The code. None if the rules of a game refuse, which have codes of their own.
    pub(crate) fn code(&self) -> Option<Code> {
        match self {
            ApiError::Plain(code)
            | ApiError::Because { code, .. }
            | ApiError::UnknownId { code, .. }
            | ApiError::Wait { code, .. } => Some(*code),
            ApiError::MethodNotAllowed(_) => Some(Code::MethodNotAllowed),
            ApiError::NoSuchRange(_) => Some(Code::NoSuchRange),
            ApiError::AskElsewhere { .. } => Some(Code::UnknownParameter),
            ApiError::Refused { rejection, .. } | ApiError::Overtaken { rejection, .. } => {
                rejection.cause.map(Code::from)
            }
        }
    }

    /// The game whose rules refuse, if they do.
    pub(crate) fn game(&self) -> Option<GameId> {
        if let ApiError::Refused { game, .. } = self {
            *game
        } else {
            None
        }
    }

    /// Whether it is about the token that was sent.
    pub(crate) fn is_of_token(&self) -> bool {
        matches!(self.code(), Some(Code::BadToken | Code::NotYours))
    }

    fn status(&self) -> u16 {
        self.code().map_or(codes::RULES_STATUS, Code::status)
    }

    /// The problem as sent to the caller.
    pub(crate) fn problem(&self) -> Problem {
        let rejection = self.rejection();
        let of_rules = rejection.map_or("", |rejection| rejection.code);
        let code = self.code().map_or(of_rules, Code::as_str);
        let has_rule = rejection.is_some_and(|rejection| rejection.rule.is_some());
        Problem {
            kind: format!("/docs/problems#{}", if has_rule { "rules" } else { code }),
            title: self
                .code()
                .map_or(codes::RULES_TITLE, Code::title)
                .to_owned(),
            status: self.status(),
            code: code.to_owned(),
            // It may quote what was sent, however long that was.
            detail: self.to_string().chars().take(DETAIL_CHARACTERS).collect(),
            pointer: self.pointer(),
            rule: rejection.and_then(|r| r.rule).map(str::to_owned),
            known: self.known(),
            cells: rejection.map(|r| r.cells.clone()).unwrap_or_default(),
            due: self.due(),
            request_id: request_id::current(),
            links: self.links(),
        }
    }

    fn rejection(&self) -> Option<&Rejection> {
        if let ApiError::Refused { rejection, .. } = self {
            Some(rejection)
        } else {
            None
        }
    }

    fn due(&self) -> Option<Option<Owed>> {
        if let ApiError::Overtaken { due, .. } = self {
            Some(due.clone())
        } else {
            None
        }
    }

    fn known(&self) -> Vec<String> {
        if let ApiError::UnknownId { known, .. } = self {
            known.clone()
        } else {
            Vec::new()
        }
    }

    fn pointer(&self) -> Option<String> {
        if let ApiError::Because { pointer, .. } | ApiError::Refused { pointer, .. } = self {
            pointer.clone()
        } else {
            None
        }
    }

    /// The header that this kind of answer must have.
    pub(crate) fn header(&self) -> Option<(HeaderName, String)> {
        match self {
            ApiError::MethodNotAllowed(allowed) => return Some((header::ALLOW, allowed.clone())),
            ApiError::NoSuchRange(bytes) => {
                return Some((header::CONTENT_RANGE, format!("bytes */{bytes}")));
            }
            ApiError::Wait { seconds, .. } => {
                return Some((header::RETRY_AFTER, seconds.to_string()));
            }
            ApiError::Plain(_)
            | ApiError::Because { .. }
            | ApiError::UnknownId { .. }
            | ApiError::AskElsewhere { .. }
            | ApiError::Refused { .. }
            | ApiError::Overtaken { .. } => {}
        }
        let code = self.code()?;
        if code.status() == 401 {
            return Some((header::WWW_AUTHENTICATE, "Bearer".to_owned()));
        }
        let seconds = code.retry_after_s()?;
        Some((header::RETRY_AFTER, seconds.to_string()))
    }

    fn links(&self) -> Option<ProblemLinks> {
        if let ApiError::AskElsewhere { address, .. } = self {
            return Some(ProblemLinks {
                instead: Some(address.clone()),
                ..ProblemLinks::default()
            });
        }
        let ApiError::Refused {
            rejection,
            game,
            seat,
            ..
        } = self
        else {
            return None;
        };
        let rule = rejection
            .rule
            .zip(*game)
            .map(|(rule, game)| format!("/v1/games/{}/rules#{rule}", crate::wire::name(&game)));
        let legal = seat.map(|(id, seat)| format!("/v1/matches/{id}/seats/{}/legal", seat.0));
        let at = seat.zip(*game);
        let links = ProblemLinks {
            rule,
            legal,
            board: at.and_then(|((id, seat), game)| board(id, game, seat, rejection)),
            instead: None,
        };
        (links.rule.is_some() || links.legal.is_some()).then_some(links)
    }
}

/// Where the board is drawn with refused cells marked, if any is near enough to be a cell of it.
fn board(id: MatchId, game: GameId, seat: Seat, refused: &Rejection) -> Option<String> {
    let cells = refused.cells.iter().filter_map(|written| written.cell());
    let is_near = |at: i8| at.unsigned_abs() < 100;
    let near = cells.filter(|Cell(row, column)| is_near(*row) && is_near(*column));
    let marks: Vec<String> = near
        .map(|Cell(row, column)| format!("{row}:{column}"))
        .collect();
    let own = || web::own_board(game, seat).map(|of| format!("&of={}", of.0));
    let on = match refused.on {
        On::Scored => own().unwrap_or_default(),
        On::Shared => String::new(),
        On::Cube => "&on=cube".to_owned(),
    };
    let marks = Some(marks.join(",")).filter(|marks| !marks.is_empty())?;
    let seat = seat.0;
    Some(format!(
        "/v1/matches/{id}/view?format=svg&seat={seat}{on}&mark={marks}"
    ))
}

impl fmt::Display for ApiError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ApiError::Plain(code) | ApiError::Wait { code, .. } => f.write_str(code.title()),
            ApiError::Because { detail, .. }
            | ApiError::UnknownId { detail, .. }
            | ApiError::AskElsewhere { detail, .. } => f.write_str(detail),
            ApiError::MethodNotAllowed(allowed) => write!(f, "this path allows {allowed}"),
            ApiError::NoSuchRange(bytes) => write!(f, "the file has {bytes} bytes"),
            ApiError::Refused { rejection, .. } | ApiError::Overtaken { rejection, .. } => {
                f.write_str(&rejection.reason)
            }
        }
    }
}

impl std::error::Error for ApiError {}

impl ResponseError for ApiError {
    fn status_code(&self) -> StatusCode {
        StatusCode::from_u16(self.status()).expect("codes have real statuses")
    }

    fn error_response(&self) -> HttpResponse {
        let mut response = HttpResponse::build(self.status_code());
        if let Some(header) = self.header() {
            response.insert_header(header);
        }
        let problem = self.problem();
        let body = serde_json::to_vec(&problem).expect("a problem is plain JSON");
        let mut response = response.content_type("application/problem+json").body(body);
        // For a page that tells it to people: by then the body may be compressed.
        response.extensions_mut().insert(problem);
        response
    }
}

impl ApiError {
    /// What the store says, when `unknown` is the code for what it did not find.
    pub(crate) fn of_request(error: RequestError, unknown: Code) -> ApiError {
        let code = match error {
            RequestError::Rejected(rejection) => return rejection.into(),
            RequestError::Store(error) => return error.into(),
            RequestError::OverQuota { wait_s: seconds } => {
                let code = Code::QuotaUsed;
                return ApiError::Wait { code, seconds };
            }
            RequestError::Unknown => return unknown.into(),
            RequestError::KeyReused => return Code::KeyReused.into(),
            RequestError::Busy => return Code::Busy.into(),
            RequestError::DiskFull => return Code::DiskFull.into(),
            RequestError::TextTooLong(_) => Code::MalformedBody,
            RequestError::NameTaken(_) => Code::NameTaken,
            RequestError::TooManyBatches(_) => Code::TooManyBatches,
            RequestError::TooManyTournaments(_) => Code::TooManyTournaments,
            RequestError::InvalidLineUps => Code::InvalidLineUps,
            RequestError::InvalidEntrants(_) => Code::InvalidEntrants,
            RequestError::NotInvited | RequestError::NotEntered => Code::NotYours,
            RequestError::BatchStopped => Code::BatchStopped,
            RequestError::TournamentStopped => Code::TournamentStopped,
            RequestError::TooManyMatches { .. } => Code::TooManyMatches,
            RequestError::TestNotDecidable(_) => Code::TestNotDecidable,
            RequestError::BadRecord(_) => Code::BadRecord,
            RequestError::MatchExists(_) => Code::MatchExists,
        };
        code.because(error)
    }
}

impl From<RequestError> for ApiError {
    fn from(error: RequestError) -> ApiError {
        ApiError::of_request(error, Code::UnknownMatch)
    }
}

impl From<Code> for ApiError {
    fn from(code: Code) -> ApiError {
        ApiError::Plain(code)
    }
}

impl From<Refused> for ApiError {
    fn from(refused: Refused) -> ApiError {
        Rejection::from(refused).into()
    }
}

impl From<Rejection> for ApiError {
    fn from(rejection: Rejection) -> ApiError {
        ApiError::Refused {
            rejection: Box::new(rejection),
            game: None,
            seat: None,
            pointer: None,
        }
    }
}

impl From<StoreError> for ApiError {
    fn from(error: StoreError) -> ApiError {
        if let StoreError::Opening = error {
            return Code::Behind
                .because("The lists are still being read: the server has just started.");
        }
        if let StoreError::Stopped
        | StoreError::Behind
        | StoreError::OutcomeUnknown
        | StoreError::Database(_) = error
        {
            return Code::Unavailable.into();
        }
        let cause = &error as &dyn std::error::Error;
        tracing::error!(
            request_id = request_id::current(),
            error = cause,
            "the store failed"
        );
        Code::Internal.into()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use domain::games::bunny_kingdom::{Illegal, land::Square};

    #[test]
    fn a_refusal_by_the_rules_is_422_whatever_code_of_the_service_has_its_name() {
        let square: Square = serde_json::from_str(r#""A1""#).unwrap();
        let refused = ApiError::from(Rejection::from(Illegal::NotYours(square)));
        let problem = refused.problem();
        assert_eq!(
            (problem.status, &*problem.code),
            (422, Code::NotYours.as_str())
        );
        assert_eq!(Code::NotYours.status(), 403);
    }
}
