//! How a store is opened.

use std::{ffi::OsString, path::PathBuf, time::Duration};

use crate::{id::Part, timekeeper::Timekeeper};

/// How a store is opened. Begin with [`Config::new`].
#[derive(Clone, Debug)]
pub struct Config {
    /// The directory that holds everything, or what is built of a log in a database.
    pub dir: PathBuf,
    /// The database that holds the log, like `postgres://user@host/database`. If none, the
    /// directory does.
    pub postgres: Option<String>,
    /// Where other servers that share the database reach this one. If none, it shares it with
    /// nobody.
    pub node: Option<String>,
    /// How long the log in a database stays with a server that says nothing more.
    pub lease: Duration,
    /// Which of the shards of the database is written.
    pub part: Part,
    /// Name and version of the server, for the record.
    pub server: String,
    /// Commits that may wait for the writer before more are refused.
    pub queue: usize,
    /// Bytes of one journal segment.
    pub segment_bytes: u64,
    /// Whether the segments of the journal that another follows are compressed.
    pub compress_journal: bool,
    /// Whether the first segment of the journal goes once the archive holds nearly all of it.
    pub clear_journal: bool,
    /// Bytes of memory the index may use as its cache.
    pub index_cache_bytes: u64,
    /// Bytes of what house bots play among themselves that are kept in memory, and written into the
    /// index only if they get older than that before they are archived.
    pub held_bytes: usize,
    /// The index is written anew if it takes more than so many times what it holds.
    pub compact_times: u64,
    /// An index that takes fewer bytes of the disk is never written anew. If none, it is looked at
    /// whenever matches were archived, and else as often as the journal grows by what it takes.
    pub compact_bytes: u64,
    /// Whether an index with the bytes that it was closed with is trusted without reading it.
    pub trusts_sum: bool,
    /// A projection that takes more bytes of the disk is checked and opened behind the store, and
    /// no start waits for it.
    pub late_table_bytes: u64,
    /// Matches kept ready to play.
    pub matches: usize,
    /// Bytes of memory that these may take, those apart that somebody uses.
    pub live_match_bytes: usize,
    /// Bytes of decoded records kept ready to read.
    pub record_cache_bytes: u64,
    /// Seats of finished matches whose facts are put into one chunk. A store keeps to
    /// one number for ever: a table of facts built with another has other bytes.
    pub facts_chunk_rows: usize,
    /// How many finished matches a minute are counted anew and compared with the statistics.
    pub compare_matches: usize,
    /// A command that runs [`check_index`](crate::embedded::check_index) on the
    /// directory given behind it, to the depth that `--how-far` behind that asks for, and
    /// exits with what it returns. A damaged index can take down the process that opens it. If
    /// empty, a thread of this process does it.
    pub index_check: Vec<OsString>,
    /// What one player, and what all together, may take.
    pub bounds: Bounds,
    /// Told of each place in the work on files at which a kill leaves something to mend. Tests end
    /// the process there.
    pub reached: fn(&'static str),
    /// Who tells the time at which things happen, and until when clocks run.
    pub time: Timekeeper,
}

impl Config {
    /// The defaults, in a directory.
    pub fn new(dir: impl Into<PathBuf>) -> Config {
        Config {
            dir: dir.into(),
            postgres: None,
            node: None,
            lease: Duration::from_secs(10),
            part: Part::ALL,
            server: concat!("cartulary ", env!("CARGO_PKG_VERSION")).to_owned(),
            queue: 4096,
            segment_bytes: 32 << 20,
            compress_journal: true,
            clear_journal: true,
            // With 64 MiB no more is archived in a busy minute. While the index is written anew, both
            // the old one and the new one have so much.
            index_cache_bytes: 32 << 20,
            // More than is written while followers are behind, where they keep up.
            held_bytes: 32 << 20,
            compact_times: 4,
            compact_bytes: 64 << 20,
            trusts_sum: true,
            late_table_bytes: 32 << 20,
            matches: 20_000,
            live_match_bytes: 256 << 20,
            record_cache_bytes: 64 << 20,
            facts_chunk_rows: 4096,
            compare_matches: 64,
            index_check: Vec::new(),
            bounds: Bounds::default(),
            reached: |_| {},
            time: Timekeeper::default(),
        }
    }
}

/// What one player, and what all together, may take.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bounds {
    /// The most batches of one player that run at once, and the most tournaments.
    pub batches_of_one: usize,
    /// The most batches that run at once, and the most tournaments. The second half of them is for
    /// players of whom no other runs.
    pub batches: usize,
    /// How many bytes of records a player's matches and batches may write in a day (UTC).
    /// If none, as many as they like.
    pub quota_bytes: Option<u64>,
    /// How many bytes stay free on the disk: with fewer, all is read and nothing written.
    pub free_floor_bytes: u64,
}

impl Default for Bounds {
    fn default() -> Bounds {
        Bounds {
            batches_of_one: 4,
            batches: 16,
            quota_bytes: None,
            free_floor_bytes: 256 << 20,
        }
    }
}
