//! What a command leaves behind: data on standard output, messages on standard error, a code.

use std::{
    error::Error,
    io::{self, Write as _},
    process::ExitCode,
};

use store::with_causes;

/// How a command ended.
pub(super) type Outcome = Result<(), Box<dyn Error>>;

/// Does the work on a runtime of its own.
pub(super) fn finish(work: impl Future<Output = Outcome>) -> ExitCode {
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(1)
        .enable_all()
        .build();
    done(
        runtime
            .map_err(Into::into)
            .and_then(|runtime| runtime.block_on(work)),
    )
}

/// Writes a text as it is.
pub(super) fn print(text: &str) -> ExitCode {
    done(
        io::stdout()
            .lock()
            .write_all(text.as_bytes())
            .map_err(Into::into),
    )
}

pub(super) fn write(line: &str) -> Outcome {
    Ok(writeln!(io::stdout().lock(), "{line}")?)
}

pub(super) fn tell(line: &str) -> Outcome {
    Ok(writeln!(io::stderr().lock(), "{line}")?)
}

/// What the shell is told.
pub(super) fn done(outcome: Outcome) -> ExitCode {
    let Err(error) = outcome else {
        return ExitCode::SUCCESS;
    };
    let io = error.downcast_ref::<io::Error>();
    if io.is_some_and(|error| error.kind() == io::ErrorKind::BrokenPipe) {
        return ExitCode::SUCCESS; // whoever reads has enough
    }
    let line = format!("error: {}", with_causes(&*error));
    // Nobody is left to tell if standard error is closed.
    let _closed = tell(&line);
    ExitCode::FAILURE
}
