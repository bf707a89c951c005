//! Writes the committed document, or checks with `--check` that it is current.

use std::{env, fs, path::Path, process::ExitCode};

fn main() -> ExitCode {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("openapi.json");
    let text = openapi::text();
    if env::args().any(|argument| argument == "--check") {
        if fs::read_to_string(&file).is_ok_and(|committed| committed == text) {
            return ExitCode::SUCCESS;
        }
        return failed("openapi.json is not current: run `make openapi` and commit it");
    }
    match fs::write(&file, text) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => failed(&format!("cannot write {}: {error}", file.display())),
    }
}

#[expect(clippy::print_stderr, reason = "messages of a command-line tool")]
fn failed(message: &str) -> ExitCode {
    eprintln!("{message}");
    ExitCode::FAILURE
}
