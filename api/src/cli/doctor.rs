//! `cartulary doctor`: a store that no server is using, checked from end to end.

use std::process::ExitCode;

use store::portable;

use super::{
    output::{Outcome, done, tell, write},
    transfer::Store,
};
use crate::config::boxes::Boxes;

/// Checks a store, and says what to do.
pub(super) fn run(store: &Store, boxes: &Boxes, remove_set_aside: bool) -> ExitCode {
    done((|| {
        boxes.install()?;
        let report = portable::verify_store(store.dir())?;
        write(&serde_json::to_string_pretty(&report)?)?;
        if report.problems.is_empty() {
            tell("the store is sound")?;
            return about_set_aside(&report, remove_set_aside);
        }
        Err(
            "stop the server, restore the directory from a backup, or export what can be \
             read and import it into a new directory"
                .into(),
        )
    })())
}

/// Removes what was set aside, or says that it can be.
fn about_set_aside(report: &portable::Report, remove: bool) -> Outcome {
    let copies = report.set_aside.len();
    if copies == 0 {
        return Ok(());
    }
    if remove {
        portable::remove_set_aside(report)?;
        return tell(&format!("{copies} copies of a damaged index removed"));
    }
    tell("the copies listed in `set_aside` are no longer needed: --remove-set-aside removes them")
}
