//! `cartulary backup` and `restore`: a store copied to a folder of backups, and back.

use std::{num::NonZeroUsize, path::PathBuf, process::ExitCode};

use serde::Serialize;
use store::{Config, backups, embedded::backup::Tried};

use super::{
    output::{done, tell, write},
    transfer::Store,
};
use crate::{backups::Summary, config::boxes::Boxes};

/// What to back up, and where.
#[derive(Debug, clap::Args)]
pub(super) struct Backup {
    #[command(flatten)]
    store: Store,
    /// The folder of backups, made if it is not there. What it has already is not copied again. It
    /// holds the secret of the server: guard it like the data.
    #[arg(long, env = "CARTULARY_BACKUP_TO", value_name = "DIR")]
    to: PathBuf,
    /// Give files that never change a second name instead of a copy. Quick, but no protection from
    /// a bad disk: both names stand for the same bytes on the same disk.
    #[arg(long)]
    link: bool,
    /// Then restore the backup in the folder, check all of it, and remove what was restored.
    #[arg(long)]
    verify: bool,
    /// Then remove all backups but this number of the latest and the last that could be restored.
    #[arg(long, value_name = "NUMBER")]
    keep: Option<NonZeroUsize>,
    #[command(flatten)]
    boxes: Boxes,
}

/// What to restore, and where.
#[derive(Debug, clap::Args)]
pub(super) struct Restore {
    /// The folder of backups.
    from: PathBuf,
    /// The directory to restore into: a new one, or an empty one.
    #[arg(long, value_name = "DIR")]
    data: PathBuf,
    /// The name of the backup. The default is the latest.
    #[arg(long, value_name = "NAME")]
    backup: Option<String>,
    #[command(flatten)]
    boxes: Boxes,
}

/// What was made.
#[derive(Serialize)]
struct Done {
    #[serde(flatten)]
    summary: Summary,
    copied_bytes: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    verified: Option<bool>,
}

/// Makes a backup of a store that no server is using.
pub(super) fn back_up(backup: &Backup) -> ExitCode {
    let Backup { store, to, .. } = backup;
    done((|| {
        backup.boxes.install()?;
        let made = backups::back_up(store.dir(), to, backup.link)?;
        let problem = match backup.verify {
            true => backups::try_out(to, Some(&made.manifest.name), &Config::new(store.dir()))
                .map(|(_, Tried { problem, .. })| Some(problem))?,
            false => None,
        };
        let made = Done {
            summary: Summary::of(&made.manifest),
            copied_bytes: made.copied_bytes,
            verified: problem.as_ref().map(Option::is_none),
        };
        write(&serde_json::to_string_pretty(&made)?)?;
        if backup.link {
            tell("hard links are no protection from a bad disk: copy the folder to another one")?;
        }
        if let Some(keep) = backup.keep {
            let removed = backups::keep(to, keep.get())?;
            tell(&format!("{} older backups removed", removed.len()))?;
        }
        match problem.flatten() {
            Some(problem) => Err(format!("the backup cannot be restored: {problem}").into()),
            None => Ok(()),
        }
    })())
}

/// Restores a backup.
pub(super) fn restore(restore: &Restore) -> ExitCode {
    done((|| {
        restore.boxes.install()?;
        let to = Config::new(&restore.data);
        let manifest = backups::restore(&restore.from, restore.backup.as_deref(), &to)?;
        write(&serde_json::to_string_pretty(&Summary::of(&manifest))?)?;
        tell("restored: every file, every chain and the end of the log are those of the backup")
    })())
}
