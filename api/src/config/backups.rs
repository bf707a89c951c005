//! Where and when the server backs itself up, as flags.

use std::{
    num::{NonZeroU32, NonZeroUsize},
    path::PathBuf,
    time::Duration,
};

use clap::Args;

/// Where and when backups are made.
#[derive(Args, Clone, Debug, Default)]
pub struct Backups {
    /// The folder that backups are made in, on another disk than the data. Operators make one with
    /// `POST /backups` on their own listener. It holds the secrets of the server: guard it like the
    /// data.
    #[arg(long, env = "CARTULARY_BACKUP_TO", value_name = "DIR")]
    pub backup_to: Option<PathBuf>,

    /// How many hours after the last backup the next is made. Without it, none is made unasked.
    #[arg(
        long,
        env = "CARTULARY_BACKUP_EVERY_HOURS",
        value_name = "HOURS",
        value_parser = clap::value_parser!(NonZeroU32)
    )]
    pub backup_every_hours: Option<NonZeroU32>,

    /// How many backups stay. Older ones are removed after each that is made, but never the last
    /// that could be restored. Without it, all stay.
    #[arg(long, env = "CARTULARY_BACKUP_KEEP", value_name = "NUMBER")]
    pub backup_keep: Option<NonZeroUsize>,
}

impl Backups {
    /// How long after the last backup the next is made.
    pub(crate) fn every(&self) -> Option<Duration> {
        const HOUR: u32 = 60 * 60;
        let hours = self.backup_every_hours?.get();
        Some(Duration::from_secs(u64::from(hours) * u64::from(HOUR)))
    }

    /// Refuses settings that would do nothing.
    ///
    /// # Errors
    ///
    /// What is missing.
    pub(super) fn check(&self) -> Result<(), String> {
        let has_no_use = self.backup_every_hours.is_some() || self.backup_keep.is_some();
        if self.backup_to.is_none() && has_no_use {
            return Err("backups need a folder to be made in: --backup-to DIR".to_owned());
        }
        Ok(())
    }
}
