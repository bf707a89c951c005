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
use domain::{GameId, Rejection, Seat};
use store::{MatchId, RequestError, StoreError};

use crate::{
    http::{codes::meaning, request_id},
    wire::{Owed, Problem, ProblemLinks},
};

// Room for the longest list of ids, and not for a body that is sent back whole.
const DETAIL_CHARACTERS: usize = 2000;

/// What went wrong.
#[derive(Debug)]
pub(crate) enum ApiError {
    /// No such path.
    NoSuchPath,
    /// The path is there, the method is not; those that are.
    MethodNotAllowed(String),
    /// A path, query, header or body that cannot be read.
    Malformed {
        /// `malformed_body`, `malformed_query`, …
        code: &'static str,
        /// What is wrong with it.
        detail: String,
        /// Where in the body.
        pointer: Option<String>,
    },
    /// An id that nothing has, and those there are.
    UnknownId {
        /// `unknown_metric`, `unknown_dimension`, …
        code: &'static str,
        /// Which it was.
        detail: String,
        /// All there are.
        known: Vec<String>,
    },
    /// The body is longer than this many bytes.
    TooLarge(usize),
    /// The body is not JSON.
    WrongType,
    /// A token is needed.
    NoToken,
    /// The token is not one of ours, or no longer.
    BadToken,
    /// The token is good, but not for this seat.
    NotYourSeat,
    /// The token is good, but not for this.
    Forbidden(&'static str),
    /// The web page that sends it, or the name it calls the server by, is not trusted: the
    /// code, and why.
    NotFromThere(&'static str, &'static str),
    /// There is nothing by that name, or nothing for you.
    Unknown(&'static str),
    /// The thing is not in the state the request needs.
    Conflict(&'static str, &'static str),
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
    /// The file is shorter than the requested range.
    NoSuchRange(u64),
    /// The idempotency key was used with another body.
    KeyReused,
    /// The queue is full.
    Busy,
    /// The address made more than its share; seconds until it may again.
    TooMany(String),
    /// The address has its share of what is few.
    TooManyAtOnce,
    /// The player's matches and batches wrote as much as they may in a day; seconds until
    /// the next.
    OverQuota(String),
    /// The disk has no more room than it keeps free.
    DiskFull,
    /// The head of the request did not come in time.
    TooSlow,
    /// The head of the request is too long.
    HeadTooLarge,
    /// It took too long.
    TimedOut,
    /// What the answer must have seen has not come yet.
    Behind,
    /// Not now.
    Unavailable,
    /// Ours to fix; logged.
    Internal,
}

impl ApiError {
    /// A body that cannot be read.
    pub(crate) fn body(detail: impl fmt::Display) -> ApiError {
        ApiError::malformed("malformed_body", detail)
    }

    /// A path that cannot be read.
    pub(crate) fn path(detail: impl fmt::Display) -> ApiError {
        ApiError::malformed("malformed_path", detail)
    }

    /// A file that could not be written: ours to fix.
    pub(crate) fn unwritten(error: &std::io::Error) -> ApiError {
        let request_id = request_id::current();
        tracing::error!(request_id, %error, "a file could not be written");
        ApiError::Internal
    }

    /// Anything else that cannot be read.
    pub(crate) fn malformed(code: &'static str, detail: impl fmt::Display) -> ApiError {
        let detail = detail.to_string();
        let pointer = None;
        ApiError::Malformed {
            code,
            detail,
            pointer,
        }
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

    /// The same refusal, of a decision that was closed, with what the seat owes now.
    #[must_use]
    pub(crate) fn overtaken(self, due: Option<Owed>) -> ApiError {
        if let ApiError::Refused { rejection, .. } = self {
            return ApiError::Overtaken { rejection, due };
        }
        self
    }

    /// The one match from what went wrong to a code. The status follows the code.
    fn code(&self) -> &'static str {
        match self {
            ApiError::NoSuchPath => "not_found",
            ApiError::AskElsewhere { .. } => "unknown_parameter",
            ApiError::MethodNotAllowed(_) => "method_not_allowed",
            ApiError::Malformed { code, .. }
            | ApiError::UnknownId { code, .. }
            | ApiError::Unknown(code)
            | ApiError::NotFromThere(code, _)
            | ApiError::Conflict(code, _) => code,
            ApiError::TooLarge(_) => "too_large",
            ApiError::WrongType => "wrong_type",
            ApiError::NoToken => "no_token",
            ApiError::BadToken => "bad_token",
            ApiError::NotYourSeat => "not_your_seat",
            ApiError::Forbidden(_) => "not_yours",
            ApiError::Refused { rejection, .. } | ApiError::Overtaken { rejection, .. } => {
                rejection.code
            }
            ApiError::NoSuchRange(_) => "no_such_range",
            ApiError::KeyReused => "key_reused",
            ApiError::Busy => "busy",
            ApiError::TooMany(_) => "too_many_requests",
            ApiError::TooManyAtOnce => "too_many_at_once",
            ApiError::OverQuota(_) => "quota_used",
            ApiError::DiskFull => "disk_full",
            ApiError::TooSlow => "request_timeout",
            ApiError::HeadTooLarge => "head_too_large",
            ApiError::TimedOut => "timeout",
            ApiError::Behind => "behind",
            ApiError::Unavailable => "unavailable",
            ApiError::Internal => "internal",
        }
    }

    /// The problem as sent to the caller.
    pub(crate) fn problem(&self) -> Problem {
        let code = self.code();
        let (status, title) = meaning(code);
        let rejection = self.rejection();
        let of_game = rejection.is_some_and(|rejection| rejection.rule.is_some());
        Problem {
            kind: format!("/docs/problems#{}", if of_game { "rules" } else { code }),
            title: title.to_owned(),
            status,
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
        if let ApiError::Malformed { pointer, .. } | ApiError::Refused { pointer, .. } = self {
            pointer.clone()
        } else {
            None
        }
    }

    /// The header that this kind of answer must have.
    pub(crate) fn header(&self) -> Option<(HeaderName, String)> {
        let (name, value) = match self {
            ApiError::MethodNotAllowed(allowed) => (header::ALLOW, allowed.clone()),
            ApiError::NoToken | ApiError::BadToken => {
                (header::WWW_AUTHENTICATE, "Bearer".to_owned())
            }
            ApiError::NoSuchRange(bytes) => (header::CONTENT_RANGE, format!("bytes */{bytes}")),
            ApiError::TooMany(wait_s) | ApiError::OverQuota(wait_s) => {
                (header::RETRY_AFTER, wait_s.clone())
            }
            ApiError::DiskFull => (header::RETRY_AFTER, "60".to_owned()),
            ApiError::Refused { rejection, .. } if rejection.code == "too_many_batches" => {
                (header::RETRY_AFTER, "60".to_owned())
            }
            ApiError::Busy | ApiError::TooManyAtOnce | ApiError::Behind | ApiError::Unavailable => {
                (header::RETRY_AFTER, "1".to_owned())
            }
            ApiError::NoSuchPath
            | ApiError::AskElsewhere { .. }
            | ApiError::Malformed { .. }
            | ApiError::UnknownId { .. }
            | ApiError::TooLarge(_)
            | ApiError::WrongType
            | ApiError::NotYourSeat
            | ApiError::Forbidden(_)
            | ApiError::NotFromThere(..)
            | ApiError::Unknown(_)
            | ApiError::Conflict(..)
            | ApiError::Refused { .. }
            | ApiError::Overtaken { .. }
            | ApiError::KeyReused
            | ApiError::TooSlow
            | ApiError::HeadTooLarge
            | ApiError::TimedOut
            | ApiError::Internal => return None,
        };
        Some((name, value))
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
        let links = ProblemLinks {
            rule,
            legal,
            instead: None,
        };
        (links.rule.is_some() || links.legal.is_some()).then_some(links)
    }
}

impl fmt::Display for ApiError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ApiError::MethodNotAllowed(allowed) => write!(f, "allowed here: {allowed}"),
            ApiError::Malformed { detail, .. }
            | ApiError::UnknownId { detail, .. }
            | ApiError::AskElsewhere { detail, .. } => f.write_str(detail),
            ApiError::TooLarge(limit) => write!(f, "at most {limit} bytes are read"),
            ApiError::NoSuchRange(bytes) => write!(f, "the file has {bytes} bytes"),
            ApiError::Forbidden(detail)
            | ApiError::NotFromThere(_, detail)
            | ApiError::Conflict(_, detail) => f.write_str(detail),
            ApiError::Refused { rejection, .. } | ApiError::Overtaken { rejection, .. } => {
                f.write_str(&rejection.reason)
            }
            ApiError::NoSuchPath
            | ApiError::WrongType
            | ApiError::NoToken
            | ApiError::BadToken
            | ApiError::NotYourSeat
            | ApiError::Unknown(_)
            | ApiError::KeyReused
            | ApiError::Busy
            | ApiError::TooMany(_)
            | ApiError::TooManyAtOnce
            | ApiError::OverQuota(_)
            | ApiError::DiskFull
            | ApiError::TooSlow
            | ApiError::HeadTooLarge
            | ApiError::TimedOut
            | ApiError::Behind
            | ApiError::Unavailable
            | ApiError::Internal => f.write_str(meaning(self.code()).1),
        }
    }
}

impl std::error::Error for ApiError {}

impl ResponseError for ApiError {
    fn status_code(&self) -> StatusCode {
        StatusCode::from_u16(meaning(self.code()).0).expect("the table holds real statuses")
    }

    fn error_response(&self) -> HttpResponse {
        let mut response = HttpResponse::build(self.status_code());
        if let Some(header) = self.header() {
            response.insert_header(header);
        }
        let body = serde_json::to_vec(&self.problem()).expect("a problem is plain JSON");
        response.content_type("application/problem+json").body(body)
    }
}

impl ApiError {
    /// What the store says, when `unknown` is the code for what it did not find.
    pub(crate) fn of_request(error: RequestError, unknown: &'static str) -> ApiError {
        match error {
            RequestError::Rejected(rejection) => rejection.into(),
            RequestError::Unknown => ApiError::Unknown(unknown),
            RequestError::KeyReused => ApiError::KeyReused,
            RequestError::Busy => ApiError::Busy,
            RequestError::DiskFull => ApiError::DiskFull,
            RequestError::OverQuota { wait_s } => ApiError::OverQuota(wait_s.to_string()),
            RequestError::Store(error) => error.into(),
        }
    }
}

impl From<RequestError> for ApiError {
    fn from(error: RequestError) -> ApiError {
        ApiError::of_request(error, "unknown_match")
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
        if let StoreError::Stopped | StoreError::Behind | StoreError::OutcomeUnknown = error {
            return ApiError::Unavailable;
        }
        let cause = &error as &dyn std::error::Error;
        tracing::error!(
            request_id = request_id::current(),
            error = cause,
            "the store failed"
        );
        ApiError::Internal
    }
}
