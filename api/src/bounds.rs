//! How much a server does and keeps at once, so that one stranger does not stop the others.

use std::num::NonZero;

use clap::Args;

/// How much a server does and keeps at once. What is said of one address holds where
/// requests are limited (`--request-limit`).
#[derive(Args, Clone, Debug)]
#[command(next_help_heading = "Bounds")]
pub struct Bounds {
    /// How many heavy looks are answered at once: statistics, verifications, scores and
    /// decisions of whole matches, single steps, positions. By default as many as there
    /// are cores. They step aside for play.
    #[arg(long, env = "CARTULARY_LOOKS_AT_ONCE", value_name = "NUMBER")]
    pub looks_at_once: Option<NonZero<usize>>,

    /// How many heavy looks may be asked for at once; more are 503 `busy`.
    #[arg(
        long,
        env = "CARTULARY_LOOKS",
        default_value_t = Bounds::LOOKS,
        value_name = "NUMBER"
    )]
    pub looks: usize,

    /// How many of these one address may ask for; more are 429 `too_many_at_once`.
    #[arg(
        long,
        env = "CARTULARY_LOOKS_OF_ONE",
        default_value_t = Bounds::LOOKS_OF_ONE,
        value_name = "NUMBER"
    )]
    pub looks_of_one: usize,

    /// How many bytes of answers about finished matches are kept, to be given again.
    #[arg(
        long,
        env = "CARTULARY_KEPT_ANSWER_BYTES",
        default_value_t = Bounds::KEPT_ANSWER_BYTES,
        value_name = "BYTES"
    )]
    pub kept_answer_bytes: u64,

    /// How many matches may be imported at once; more are 503 `busy`.
    #[arg(
        long,
        env = "CARTULARY_IMPORTS",
        default_value_t = Bounds::IMPORTS,
        value_name = "NUMBER"
    )]
    pub imports: usize,

    /// How many of these one address may import; more are 429 `too_many_at_once`.
    #[arg(
        long,
        env = "CARTULARY_IMPORTS_OF_ONE",
        default_value_t = Bounds::IMPORTS_OF_ONE,
        value_name = "NUMBER"
    )]
    pub imports_of_one: usize,
}

impl Bounds {
    const LOOKS: usize = 64;
    const LOOKS_OF_ONE: usize = 8;
    const KEPT_ANSWER_BYTES: u64 = 64 << 20;
    const IMPORTS: usize = 16;
    const IMPORTS_OF_ONE: usize = 2;

    /// How many heavy looks are answered at once.
    pub(crate) fn looks_at_once(&self) -> usize {
        let cores = std::thread::available_parallelism();
        let at_once = self.looks_at_once.or(cores.ok());
        at_once.map_or(2, NonZero::get)
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
        }
    }
}
