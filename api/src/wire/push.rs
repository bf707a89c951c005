//! Pushes on the wire: where decisions are sent, and how it goes.

use std::sync::Arc;

use domain::Seat;
use serde::{Deserialize, Serialize};
use store::{MatchId, Timestamp};
use utoipa::ToSchema;

use super::Problem;

/// Where to send the decisions that you owe.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct NewPush {
    /// Your URL: `https://`, or `http://` where the operator allows that; without a name or
    /// password; port 80, 443, or any from 1024 on.
    #[schema(
        min_length = 1,
        max_length = 2000,
        example = "https://bot.example/push"
    )]
    pub url: String,
}

/// Where your decisions are sent, and how it goes.
#[derive(Debug, Serialize, ToSchema)]
pub struct PushInfo {
    /// Your URL, in its normal form.
    #[schema(max_length = 2000)]
    pub url: String,
    /// Whether decisions are sent to it.
    pub state: PushState,
    /// Why nothing is sent, if it was switched off: your URL answered 410. Put it again to switch it
    /// on.
    #[schema(max_length = 200)]
    pub off_because: Option<String>,
    /// Until when the secret before the present one signs, too. `null` if no other signs.
    pub previous_secret_until: Option<Timestamp>,
    /// How many decisions your URL has taken since the server started.
    pub delivered: u64,
    /// The last attempt that failed, since you registered the URL or the server started.
    pub last_failure: Option<PushFailure>,
}

/// Whether decisions are sent to a URL.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum PushState {
    /// They are sent.
    On,
    /// They are not.
    Off,
}

/// Where your decisions are sent, with the secret that signs them.
#[derive(Debug, Serialize, ToSchema)]
pub struct PushRegistered {
    /// Where, and how it goes.
    #[serde(flatten)]
    pub push: PushInfo,
    /// The secret, as libraries for Standard Webhooks take it: `whsec_` and base64 of the key.
    #[schema(max_length = 60, pattern = "^whsec_[0-9A-Za-z+/]{43}=$")]
    pub secret: String,
}

/// An attempt to send a decision that failed.
#[derive(Debug, Serialize, ToSchema)]
pub struct PushFailure {
    /// When it failed.
    pub at: Timestamp,
    /// The match of the decision.
    pub r#match: MatchId,
    /// The seat of yours that owes the decision.
    pub seat: Seat,
    /// The number of the decision.
    pub decision: u32,
    /// How many attempts there were for this decision so far.
    #[schema(minimum = 1)]
    pub attempts: u32,
    /// What went wrong, in words.
    #[schema(max_length = 2000)]
    pub reason: String,
    /// The problem with the command in the answer, if that is what went wrong: the one that a put of
    /// the same command is refused with.
    #[schema(value_type = Option<Problem>)]
    pub problem: Option<Arc<Problem>>,
    /// When the next attempt is made, if the decision is still due then. `null` if none will be.
    pub next_attempt_at: Option<Timestamp>,
}
