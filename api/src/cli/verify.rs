//! `cartulary verify`: the record of a match, checked from its bytes alone.

use std::{path::Path, process::ExitCode};

use store::portable;

use super::{
    output::{done, tell, write},
    record_file::open_record,
};
use crate::config::boxes::Boxes;

/// Checks the record of one match.
pub(super) fn run(file: &Path, boxes: &Boxes) -> ExitCode {
    done((|| {
        boxes.install()?;
        let verdict = portable::verify_record(&mut open_record(file)?)?;
        write(&serde_json::to_string_pretty(&verdict)?)?;
        if let Some(sha256) = &verdict.other_box {
            tell(&format!(
                "the decisions were not checked: the match was played with the box {sha256}; \
                 provide it with --components DIR"
            ))?;
        }
        if verdict.valid && !verdict.finished {
            tell("the record ends before the end of the match")?;
        }
        if verdict.valid {
            Ok(())
        } else {
            Err("the record is not valid".into())
        }
    })())
}
