//! How much a server does and keeps at once, so that one stranger does not stop the others.

use std::num::NonZero;

use clap::Args;

use super::descriptors;

/// How much a server does and keeps at once. Limits for one address apply only where requests are
/// limited (`--request-limit`).
#[derive(Args, Clone, Debug)]
#[command(next_help_heading = "Bounds")]
pub struct Bounds {
    /// How many heavy requests are answered at once: statistics, verifications, scores and
    /// decisions of whole matches, single steps, positions. The default is the number of cores.
    /// Play has priority over them.
    #[arg(long, env = "CARTULARY_LOOKS_AT_ONCE", value_name = "NUMBER")]
    pub looks_at_once: Option<NonZero<usize>>,

    /// How many heavy requests may be in progress at once; more are refused with 503 `busy`.
    #[arg(
        long,
        env = "CARTULARY_LOOKS",
        default_value_t = Bounds::LOOKS,
        value_name = "NUMBER"
    )]
    pub looks: usize,

    /// How many of these may come from one address; more are refused with 429 `too_many_at_once`.
    #[arg(
        long,
        env = "CARTULARY_LOOKS_OF_ONE",
        default_value_t = Bounds::LOOKS_OF_ONE,
        value_name = "NUMBER"
    )]
    pub looks_of_one: usize,

    /// How many bytes of answers about matches are cached.
    #[arg(
        long,
        env = "CARTULARY_KEPT_ANSWER_BYTES",
        default_value_t = Bounds::KEPT_ANSWER_BYTES,
        value_name = "BYTES"
    )]
    pub kept_answer_bytes: u64,

    /// How many imports of matches, and long bodies with an arranged table, may be in progress at
    /// once; more are refused with 503 `busy`.
    #[arg(
        long,
        env = "CARTULARY_IMPORTS",
        default_value_t = Bounds::IMPORTS,
        value_name = "NUMBER"
    )]
    pub imports: usize,

    /// How many of these may come from one address; more are refused with 429 `too_many_at_once`.
    #[arg(
        long,
        env = "CARTULARY_IMPORTS_OF_ONE",
        default_value_t = Bounds::IMPORTS_OF_ONE,
        value_name = "NUMBER"
    )]
    pub imports_of_one: usize,

    /// How many connections may be open; more are refused with 503 `busy`. The default is 4096, or
    /// fewer where the system lets the server open fewer files: 256 are reserved for the store.
    #[arg(long, env = "CARTULARY_CONNECTIONS", value_name = "NUMBER")]
    pub connections: Option<usize>,

    /// How many connections one address may have; more are refused with 429 `too_many_at_once`.
    /// Behind a proxy (`--client-address forwarded`) the proxy must limit this.
    #[arg(
        long,
        env = "CARTULARY_CONNECTIONS_OF_ONE",
        default_value_t = Bounds::CONNECTIONS_OF_ONE,
        value_name = "NUMBER"
    )]
    pub connections_of_one: usize,

    /// How many streams one address may follow; more are refused with 429 `too_many_at_once`.
    #[arg(
        long,
        env = "CARTULARY_STREAMS_OF_ONE",
        default_value_t = Bounds::STREAMS_OF_ONE,
        value_name = "NUMBER"
    )]
    pub streams_of_one: usize,

    /// How many bytes of memory may hold matches that are ready to play. Other matches are read
    /// from the disk on request.
    #[arg(
        long,
        env = "CARTULARY_LIVE_MATCH_BYTES",
        default_value_t = Bounds::LIVE_MATCH_BYTES,
        value_name = "BYTES"
    )]
    pub live_match_bytes: usize,
}

impl Bounds {
    // Heavy looks take tens of milliseconds and more: a longer queue would answer after whoever
    // asked has left.
    const LOOKS: usize = 64;
    // As many as a page of a browser asks for at once, and an eighth of the queue.
    const LOOKS_OF_ONE: usize = 8;
    // A sixteenth of what live matches may take: answers can be computed again.
    const KEPT_ANSWER_BYTES: u64 = 16 << 20;
    // Each may hold a record of 32 MiB in memory: half a GiB at the worst.
    const IMPORTS: usize = 16;
    // One is checked while the next arrives.
    const IMPORTS_OF_ONE: usize = 2;
    // One for each of a thousand bots, and three streams; open files are the next bound.
    const CONNECTIONS: usize = 4096;
    // A class or an office behind one address can play; it cannot take them all.
    const CONNECTIONS_OF_ONE: usize = 256;
    // Half of its connections: the rest can still ask and decide.
    const STREAMS_OF_ONE: usize = 128;
    // A quarter of a machine with 1 GiB; a match of four takes some 16 KiB and twice its
    // record.
    const LIVE_MATCH_BYTES: usize = 256 << 20;

    /// How many heavy looks are answered at once.
    pub(crate) fn looks_at_once(&self) -> usize {
        let cores = std::thread::available_parallelism();
        let at_once = self.looks_at_once.or(cores.ok());
        at_once.map_or(2, NonZero::get)
    }

    /// How many connections there may be: never more than files can be open, less those
    /// that the store needs.
    pub(crate) fn connections(&self) -> usize {
        let wanted = self.connections.unwrap_or(Bounds::CONNECTIONS);
        let files = descriptors::raised().saturating_sub(descriptors::RESERVE);
        let possible = usize::try_from(files).unwrap_or(usize::MAX).max(1);
        if self.connections.is_some_and(|wanted| wanted > possible) {
            tracing::warn!("at most {possible} connections are possible: see `ulimit -n`");
        }
        wanted.min(possible)
    }
}

impl Default for Bounds {
    fn default() -> Bounds {
        Bounds {
            looks_at_once: None,
            looks: Bounds::LOOKS,
            looks_of_one: Bounds::LOOKS_OF_ONE,
            kept_answer_bytes: Bounds::KEPT_ANSWER_BYTES,
            imports: Bounds::IMPORTS,
            imports_of_one: Bounds::IMPORTS_OF_ONE,
            connections: None,
            connections_of_one: Bounds::CONNECTIONS_OF_ONE,
            streams_of_one: Bounds::STREAMS_OF_ONE,
            live_match_bytes: Bounds::LIVE_MATCH_BYTES,
        }
    }
}
