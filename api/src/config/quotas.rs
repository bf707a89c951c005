//! What one player may take of the server, as flags.

use std::str::FromStr;

use clap::Args;
use store::Bounds;

const MIB: u64 = 1 << 20;

/// What one player may take of the server.
#[derive(Args, Clone, Copy, Debug)]
pub struct Quotas {
    /// How many batches of one player run at once.
    #[arg(long, env = "CARTULARY_BATCHES_OF_ONE", default_value_t = Bounds::default().batches_of_one,
        value_name = "NUMBER")]
    pub batches_of_one: usize,

    /// How many batches run at once. The second half is for players of whom no other runs.
    #[arg(long, env = "CARTULARY_BATCHES", default_value_t = Bounds::default().batches,
        value_name = "NUMBER")]
    pub batches: usize,

    /// How many MiB of records the matches and batches of one player may write in a day, or
    /// `off`. By default 256, and `off` on a loopback address. It is counted in memory: a
    /// server that is started again counts from zero.
    #[arg(long, env = "CARTULARY_QUOTA", value_name = "MIB")]
    pub quota: Option<Quota>,

    /// How many MiB stay free on the disk: with fewer, all is read and nothing written.
    #[arg(long, env = "CARTULARY_FREE_FLOOR", default_value_t = Bounds::default().free_floor_bytes / MIB,
        value_name = "MIB")]
    pub free_floor: u64,
}

/// How much a player may write in a day.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Quota {
    /// As much as they like.
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
    /// The bounds of a server that strangers reach, or do not.
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
