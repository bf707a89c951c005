//! What one player may take of the server, as flags.

use std::str::FromStr;

use clap::Args;
use store::Bounds;

const MIB: u64 = 1 << 20;

/// The limits for one player.
#[derive(Args, Clone, Copy, Debug)]
pub struct Quotas {
    /// How many batches of one player may run at once; and as many tournaments.
    #[arg(long, env = "CARTULARY_BATCHES_OF_ONE", default_value_t = Bounds::default().batches_of_one,
        value_name = "NUMBER")]
    pub batches_of_one: usize,

    /// How many batches may run at once; and as many tournaments. The second half is reserved for
    /// players who have no other batch running.
    #[arg(long, env = "CARTULARY_BATCHES", default_value_t = Bounds::default().batches,
        value_name = "NUMBER")]
    pub batches: usize,

    /// How many MiB of records the matches and batches of one player may write in a day, or `off`.
    /// The default is 256, and `off` on a loopback address. It is counted in memory: after a
    /// restart, counting begins at zero.
    #[arg(long, env = "CARTULARY_QUOTA", value_name = "MIB")]
    pub quota: Option<Quota>,

    /// How many MiB must stay free on the disk. With fewer, everything can be read and nothing can
    /// be written.
    #[arg(long, env = "CARTULARY_FREE_FLOOR", default_value_t = Bounds::default().free_floor_bytes / MIB,
        value_name = "MIB")]
    pub free_floor: u64,
}

/// How much a player may write in a day.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Quota {
    /// There is no limit.
    Off,
    /// This many MiB.
    Mib(u64),
}

impl FromStr for Quota {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Quota, &'static str> {
        match text {
            "off" => Ok(Quota::Off),
            number => number
                .parse()
                .map(Quota::Mib)
                .map_err(|_| "`off`, or a number of MiB"),
        }
    }
}

impl Default for Quotas {
    fn default() -> Quotas {
        let bounds = Bounds::default();
        Quotas {
            batches_of_one: bounds.batches_of_one,
            batches: bounds.batches,
            quota: None,
            free_floor: bounds.free_floor_bytes / MIB,
        }
    }
}

impl Quotas {
    /// The bounds of a server that strangers can or cannot reach.
    pub(crate) fn bounds(&self, is_loopback: bool) -> Bounds {
        // Far more than somebody who plays can write in a day, and little of a disk.
        const BY_DEFAULT: u64 = 256;
        let quota = match self.quota {
            Some(Quota::Mib(mib)) => Some(mib),
            Some(Quota::Off) => None,
            None => (!is_loopback).then_some(BY_DEFAULT),
        };
        Bounds {
            batches_of_one: self.batches_of_one,
            batches: self.batches,
            quota_bytes: quota.map(|mib| mib.saturating_mul(MIB)),
            free_floor_bytes: self.free_floor.saturating_mul(MIB),
        }
    }
}
