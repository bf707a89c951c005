//! Why a call failed for good.

use std::time::Duration;

use reqwest::StatusCode;
use serde::Deserialize;

/// Why a call failed for good.
#[derive(Debug, thiserror::Error)]
pub enum CallError {
    /// The server said no.
    #[error("{endpoint}: {status} {}: {}", problem.code, problem.detail)]
    Refused {
        /// What was asked.
        endpoint: &'static str,
        /// The answer's status.
        status: StatusCode,
        /// For how long the server asks to be left alone.
        retry_after: Option<Duration>,
        /// The answer's body.
        problem: Box<Problem>,
    },
    /// No answer, however often it was asked for.
    #[error("{endpoint}: no answer: {source}")]
    Lost {
        /// What was asked.
        endpoint: &'static str,
        /// What went wrong the last time.
        source: reqwest::Error,
    },
    /// An answer that is not what the contract says.
    #[error("{endpoint}: the answer cannot be read: {source}")]
    Unreadable {
        /// What was asked.
        endpoint: &'static str,
        /// What is wrong with the answer.
        source: serde_json::Error,
    },
    /// A stream in which an event is missing or comes twice.
    #[error("events: after event {after} came event {found}")]
    OutOfOrder {
        /// The last event that was in its place.
        after: u32,
        /// The event that came.
        found: u32,
    },
}

/// What every refusal says (RFC 9457). Look at `code`; the text may change.
#[derive(Debug, Default, Deserialize)]
pub struct Problem {
    /// Stable.
    pub code: String,
    /// For people.
    #[serde(default)]
    pub detail: String,
    /// The paragraph of the game's rules that forbids the command.
    pub rule: Option<String>,
    /// The field of the body that is wrong, as a JSON pointer.
    pub pointer: Option<String>,
}

impl CallError {
    /// The problem's stable code, or what takes its place.
    pub fn code(&self) -> &str {
        match self {
            CallError::Refused { problem, .. } => &problem.code,
            CallError::Lost { .. } => "lost",
            CallError::Unreadable { .. } => "unreadable",
            CallError::OutOfOrder { .. } => "out_of_order",
        }
    }

    /// Whether another seat or the clock closed the decision: asking again tells what is owed
    /// now.
    pub fn is_closed(&self) -> bool {
        matches!(self.code(), "overtaken" | "timed_out")
    }

    /// Whether the seat owes nothing any more.
    pub fn is_over(&self) -> bool {
        matches!(self.code(), "over" | "forfeited")
    }

    /// For how long to wait at least before the call is worth another attempt. None: it is not.
    pub(crate) fn passes_after(&self) -> Option<Duration> {
        match self {
            CallError::Lost { .. } => Some(Duration::ZERO),
            CallError::Refused {
                status:
                    StatusCode::REQUEST_TIMEOUT
                    | StatusCode::TOO_MANY_REQUESTS
                    | StatusCode::BAD_GATEWAY
                    | StatusCode::SERVICE_UNAVAILABLE
                    | StatusCode::GATEWAY_TIMEOUT,
                retry_after,
                ..
            } => Some(retry_after.unwrap_or_default()),
            CallError::Refused { .. }
            | CallError::Unreadable { .. }
            | CallError::OutOfOrder { .. } => None,
        }
    }
}
