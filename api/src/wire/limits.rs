//! The limits of a server, on the wire.

use serde::Serialize;
use utoipa::ToSchema;

/// Every limit that a client can run into, but for the clocks of seats: those are the host's, and
/// each match tells its own (`clock`).
#[derive(Debug, Serialize, ToSchema)]
pub struct ServiceLimits {
    /// The limits on the length of what is sent.
    pub sizes: SizeLimits,
    /// The limits on the number of items in an answer.
    pub items: ItemLimits,
    /// How long things take and how long they are kept.
    pub times: TimeLimits,
    /// The limits on requests from one address. `null` if there are none.
    pub rates: Option<RateLimits>,
    /// The limits on what may be in progress at once.
    pub at_once: AtOnceLimits,
    /// The limits on the size and number of batches.
    pub batches: BatchLimits,
    /// The limits on a statistics query.
    pub statistics: StatisticsLimits,
    /// How much may be written, and how much must stay free on the disk.
    pub disk: DiskLimits,
    /// The limits on files of facts.
    pub exports: ExportLimits,
    /// The limits on decisions that are sent to URLs of players. `null` if none are sent.
    pub push: Option<PushLimits>,
}

/// The limits on the length of what is sent.
#[derive(Debug, Serialize, ToSchema)]
pub struct SizeLimits {
    /// The longest head of a request, in bytes. A longer one is refused with 431 `head_too_large`.
    pub head_bytes: u32,
    /// The longest body that is read, in bytes, except for the next two.
    pub body_bytes: u32,
    /// The longest body that opens a match or plans a batch, in bytes: it may contain an arranged
    /// table.
    pub arranged_bytes: u32,
    /// The longest record that can be imported, in bytes.
    pub record_bytes: u32,
    /// The longest idempotency key, in characters.
    pub idempotency_key_characters: u32,
    /// The most seats in a match.
    pub seats: u32,
}

/// How many items one answer may have: the greatest `limit` of each kind.
#[derive(Debug, Serialize, ToSchema)]
pub struct ItemLimits {
    /// The most rows on a page of a list.
    pub list: u32,
    /// The number of rows on a page of a list if no `limit` is given.
    pub list_default: u32,
    /// The most events on a page.
    pub events: u32,
    /// The most legal commands that are listed.
    pub legal: u32,
    /// The most matches on one stream.
    pub stream_matches: u32,
    /// The most players in a list of ratings, the best first.
    pub ratings: u32,
    /// The most plays in the answer about a deal.
    pub plays: u32,
}

/// How long things take and how long they are kept.
#[derive(Debug, Serialize, ToSchema)]
pub struct TimeLimits {
    /// The longest `wait` of a long poll, in seconds.
    pub wait_s: u32,
    /// How long an answer waits for `at_least`, in milliseconds.
    pub at_least_ms: u32,
    /// How long the head of a request may take to arrive, in milliseconds. A slower one is refused
    /// with 408 `request_timeout`.
    pub head_ms: u32,
    /// How long a request may take, except for streams, in milliseconds.
    pub request_ms: u32,
    /// The interval between heartbeats on a stream without news, in milliseconds.
    pub heartbeat_ms: u32,
    /// The longest pause when a match is played back, in milliseconds.
    pub playback_pause_ms: u32,
    /// The least time that an idempotency key is remembered, in milliseconds.
    pub idempotency_ms: u32,
    /// The least time that a file of facts stays the same, in milliseconds.
    pub export_ms: u32,
}

/// The limits on requests from one address.
#[derive(Debug, Serialize, ToSchema)]
pub struct RateLimits {
    /// How many requests a second, on average.
    pub requests_per_second: u32,
    /// How many requests at once after a pause.
    pub burst: u32,
    /// How many requests answered with 304 cost as much as one other request.
    pub not_modified_per_request: u32,
}

/// How much may be in progress at once. More in total is refused with 503 `busy`, more from one
/// address with 429 `too_many_at_once`, both with `Retry-After`.
#[derive(Debug, Serialize, ToSchema)]
pub struct AtOnceLimits {
    /// How many heavy requests may be in progress: statistics, looking through whole matches,
    /// verifications, steps and positions.
    pub looks: u32,
    /// How many of these may come from one address. `null` if there is no limit.
    pub looks_of_one: Option<u32>,
    /// How many of these are answered at once; the others wait.
    pub looks_answered: u32,
    /// How many imports of matches and bodies longer than `body_bytes` may be in progress.
    pub imports: u32,
    /// How many of these may come from one address. `null` if there is no limit.
    pub imports_of_one: Option<u32>,
    /// How many of these are checked and written at once; the others wait.
    pub imports_checked: u32,
    /// How many connections may be open.
    pub connections: u32,
    /// How many of these may come from one address. `null` if there is no limit.
    pub connections_of_one: Option<u32>,
    /// How many streams one address may follow. `null` if there is no limit.
    pub streams_of_one: Option<u32>,
    /// How many bytes of memory may hold matches that are ready to play. Other matches are read
    /// from the disk on request, which takes longer.
    pub live_match_bytes: u64,
    /// How many bytes of answers about matches are cached. Other answers are computed
    /// again, which takes longer.
    pub kept_answer_bytes: u64,
}

/// The limits on the size and number of batches.
#[derive(Debug, Serialize, ToSchema)]
pub struct BatchLimits {
    /// The most line-ups of a batch.
    pub line_ups: u32,
    /// The most deals of a batch.
    pub deals: u32,
    /// The most matches of a batch.
    pub matches: u32,
    /// The most batches of one host that run at once, and the most tournaments.
    pub at_once_of_one: u32,
    /// The most batches that run at once, and the most tournaments.
    pub at_once: u32,
    /// How many batches may run at once before a new one is begun only if its host has no other
    /// running.
    pub at_once_of_many: u32,
}

/// The limits on what may be written.
#[derive(Debug, Serialize, ToSchema)]
pub struct DiskLimits {
    /// How many bytes of records the matches and batches of one player may write in a day (UTC).
    /// `null` if there is no limit. A player who has used them up can begin nothing until the next
    /// day: 429 `quota_used`. Matches already begun are played to their end, but a batch begins no
    /// further deal. A server that restarts counts from zero, even within a day.
    pub quota_bytes: Option<u64>,
    /// How many bytes must stay free on the disk. With fewer, everything can be read and nothing
    /// can be written: 507 `disk_full`.
    pub free_floor_bytes: u64,
}

/// The limits on a statistics query.
#[derive(Debug, Serialize, ToSchema)]
pub struct StatisticsLimits {
    /// The most conditions in a slice.
    pub conditions: u32,
    /// The most values in a condition.
    pub values: u32,
    /// The longest value of a condition, in bytes.
    pub value_bytes: u32,
    /// The greatest `min_n`.
    pub min_n: u32,
    /// The most dimensions or measures to group by.
    pub group_by: u32,
    /// The most groups in an answer.
    pub groups: u32,
    /// The most bars in a histogram.
    pub bars: u32,
    /// The most aggregates in an answer.
    pub aggregates: u32,
    /// How many queries are answered at once; others wait.
    pub at_once: u32,
}

/// The limits on files of facts.
#[derive(Debug, Serialize, ToSchema)]
pub struct ExportLimits {
    /// How many bytes all files together may take; no single file can be larger.
    pub bytes: u64,
    /// How many files are kept at once.
    pub files: u32,
    /// How many files are written at once.
    pub at_once: u32,
    /// How many requests may wait for a file; more are refused with 503 `busy`.
    pub waiting: u32,
}

/// The limits on decisions that are sent to URLs of players.
#[derive(Debug, Serialize, ToSchema)]
pub struct PushLimits {
    /// The longest body of an answer that is read, in bytes.
    pub answer_bytes: u32,
    /// How long a connection may take, in milliseconds.
    pub connect_ms: u32,
    /// How long all may take, from the connection to the last byte of the answer, in milliseconds.
    pub answer_ms: u32,
    /// How many may be in progress at once; others wait.
    pub at_once: u32,
    /// How many of these may be to one player.
    pub at_once_of_one: u32,
    /// How long a secret that was replaced still signs, in milliseconds.
    pub previous_secret_ms: u32,
    /// The longest wait that an answer can ask for by `Retry-After`, in milliseconds.
    pub retry_after_ms: u32,
}
