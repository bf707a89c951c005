//! The limits of a server, on the wire.

use serde::Serialize;
use utoipa::ToSchema;

/// Every limit that a client can run into. Seats have no clocks so far: a decision may be
/// made at any time.
#[derive(Debug, Serialize, ToSchema)]
pub struct ServiceLimits {
    /// How long what is sent may be.
    pub sizes: SizeLimits,
    /// How many items one answer has.
    pub items: ItemLimits,
    /// How long things take, and are kept.
    pub times: TimeLimits,
    /// How many requests an address may make. `null` if as many as it likes.
    pub rates: Option<RateLimits>,
    /// How much may be under way at once.
    pub at_once: AtOnceLimits,
    /// How much a batch may be.
    pub batches: BatchLimits,
    /// How much a question about statistics may ask.
    pub statistics: StatisticsLimits,
    /// How much may be written, and how much stays free.
    pub disk: DiskLimits,
    /// How much room files of facts have.
    pub exports: ExportLimits,
}

/// How long what is sent may be.
#[derive(Debug, Serialize, ToSchema)]
pub struct SizeLimits {
    /// The longest head of a request, in bytes. A longer one is 431 `head_too_large`.
    pub head_bytes: u32,
    /// The longest body that is read, in bytes, but for the next two.
    pub body_bytes: u32,
    /// The longest body that opens a match or plans a batch, in bytes: it may hold an
    /// arranged table.
    pub arranged_bytes: u32,
    /// The longest record that is imported, in bytes.
    pub record_bytes: u32,
    /// The longest idempotency key, in characters.
    pub idempotency_key_characters: u32,
    /// The most seats of a match.
    pub seats: u32,
}

/// How many items one answer has: the greatest `limit` of each kind.
#[derive(Debug, Serialize, ToSchema)]
pub struct ItemLimits {
    /// The most rows of a page of a list.
    pub list: u32,
    /// The rows of a page of a list if no `limit` is given.
    pub list_default: u32,
    /// The most events of a page.
    pub events: u32,
    /// The most legal commands that are listed.
    pub legal: u32,
    /// The most matches on one stream.
    pub stream_matches: u32,
    /// The most players of a list of ratings, the best first.
    pub ratings: u32,
    /// The most plays of a deal.
    pub plays: u32,
}

/// How long things take, and are kept.
#[derive(Debug, Serialize, ToSchema)]
pub struct TimeLimits {
    /// The longest `wait` of a long poll, in seconds.
    pub wait_s: u32,
    /// How long an answer waits for `at_least`, in milliseconds.
    pub at_least_ms: u32,
    /// How long the head of a request may take to come, in milliseconds. A slower one is
    /// 408 `request_timeout`.
    pub head_ms: u32,
    /// How long a request may take, streams apart, in milliseconds.
    pub request_ms: u32,
    /// How often a stream without news sends a heartbeat, in milliseconds.
    pub heartbeat_ms: u32,
    /// The longest pause of a match that is played back, in milliseconds.
    pub playback_pause_ms: u32,
    /// How long an idempotency key is known at least, in milliseconds.
    pub idempotency_ms: u32,
    /// How long a file of facts stays the same at least, in milliseconds.
    pub export_ms: u32,
}

/// How many requests an address may make.
#[derive(Debug, Serialize, ToSchema)]
pub struct RateLimits {
    /// How many a second, in the long run.
    pub requests_per_second: u32,
    /// How many at once, after a pause.
    pub burst: u32,
    /// How many requests answered with 304 cost as much as one other.
    pub not_modified_per_request: u32,
}

/// How much may be under way at once. More of all is 503 `busy`, more of one address 429
/// `too_many_at_once`, both with `Retry-After`.
#[derive(Debug, Serialize, ToSchema)]
pub struct AtOnceLimits {
    /// How many heavy looks may be asked for: statistics, whole matches looked through,
    /// verifications, steps and positions.
    pub looks: u32,
    /// How many of these may be one address's. `null` if as many as it likes.
    pub looks_of_one: Option<u32>,
    /// How many of these are answered at once; others wait.
    pub looks_answered: u32,
    /// How many matches may be imported, and bodies arrive that are longer than `body_bytes`.
    pub imports: u32,
    /// How many of these may be one address's. `null` if as many as it likes.
    pub imports_of_one: Option<u32>,
    /// How many of these are checked and written down at once; others wait.
    pub imports_checked: u32,
    /// How many connections there may be.
    pub connections: u32,
    /// How many of these may be one address's. `null` if as many as it likes.
    pub connections_of_one: Option<u32>,
    /// How many streams one address may follow. `null` if as many as it likes.
    pub streams_of_one: Option<u32>,
    /// How much memory matches may take that are kept ready to play, in bytes: others are
    /// read from the disk when they are asked for, which takes longer.
    pub live_match_bytes: u64,
    /// How many bytes of answers about finished matches are kept, to be given again:
    /// others are worked out anew, which takes longer.
    pub kept_answer_bytes: u64,
}

/// How much a batch may be.
#[derive(Debug, Serialize, ToSchema)]
pub struct BatchLimits {
    /// The most line-ups of a batch.
    pub line_ups: u32,
    /// The most deals of a batch.
    pub deals: u32,
    /// The most matches of a batch.
    pub matches: u32,
    /// The most batches of one host that run at once.
    pub at_once_of_one: u32,
    /// The most batches that run at once.
    pub at_once: u32,
    /// The most that run at once before only those are begun whose host has no other.
    pub at_once_of_many: u32,
}

/// How much may be written.
#[derive(Debug, Serialize, ToSchema)]
pub struct DiskLimits {
    /// How many bytes of records the matches and batches of one player may write in a day
    /// (UTC). `null` if as many as they like. Who has used them up begins nothing until the
    /// next day: 429 `quota_used`. What has begun is ended, but a batch begins no further deal.
    /// A server that is started again counts from zero, also within a day.
    pub quota_bytes: Option<u64>,
    /// How many bytes stay free on the disk. With fewer, everything is read and nothing
    /// written: 507 `disk_full`.
    pub free_floor_bytes: u64,
}

/// How much a question about statistics may ask.
#[derive(Debug, Serialize, ToSchema)]
pub struct StatisticsLimits {
    /// The most conditions of a slice.
    pub conditions: u32,
    /// The most values of a condition.
    pub values: u32,
    /// The longest value of a condition, in bytes.
    pub value_bytes: u32,
    /// The greatest `min_n`.
    pub min_n: u32,
    /// The most dimensions to group by.
    pub group_by: u32,
    /// The most groups of an answer.
    pub groups: u32,
    /// The most bars of a histogram.
    pub bars: u32,
    /// The most aggregates of an answer.
    pub aggregates: u32,
    /// How many questions are answered at once; others wait.
    pub at_once: u32,
}

/// How much room files of facts have.
#[derive(Debug, Serialize, ToSchema)]
pub struct ExportLimits {
    /// How many bytes all files take together at most, and so each.
    pub bytes: u64,
    /// How many files are kept.
    pub files: u32,
    /// How many are written at once.
    pub at_once: u32,
    /// How many requests wait for one; more are 503 `busy`.
    pub waiting: u32,
}
