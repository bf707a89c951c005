//! Settings: flag over environment over file over default.

#![allow(clippy::unwrap_used, reason = "a test says what it needs by panicking")]

use std::process::Command;

use api::{Config, RequestLimit};
use clap::Parser;

#[derive(Debug, Parser)]
struct Program {
    #[command(flatten)]
    serve: Config,
}

/// The settings with this file and these flags.
fn with(file: &str, flags: &[&str]) -> Result<Config, String> {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("cartulary.toml");
    std::fs::write(&path, file).unwrap();
    let mut arguments = vec!["cartulary".into(), "--config".into(), path.into()];
    arguments.extend(flags.iter().map(Into::into));
    let parsed: Result<Program, _> = api::parse(arguments);
    parsed.map(|it| it.serve).map_err(|error| error.to_string())
}

#[test]
fn the_file_overrules_the_default_and_a_flag_the_file() {
    let file = "listen = \"127.0.0.1:7000\"\nrequest_limit = 7\necho = true\n\
        components = \"boxes\"\n";
    let config = with(file, &["--listen", "127.0.0.1:7001"]).unwrap();
    assert_eq!(config.listen.to_string(), "127.0.0.1:7001");
    assert_eq!(config.request_limit, "7".parse::<RequestLimit>().ok());
    assert!(config.echo);
    assert_eq!(config.boxes.components, Some("boxes".into()));
    assert_eq!(config.log_filter, "info");
}

#[test]
fn what_is_wrong_with_the_file_is_said() {
    for (file, says) in [
        (
            "lisen = \"127.0.0.1:1\"",
            "no setting `lisen`; the settings are data, listen,",
        ),
        ("config = \"another.toml\"", "no setting `config`"),
        ("listen = \"here\"", "invalid socket address"),
        ("log = [1]", "`log` must be a text or a number"),
        ("log = ", "cartulary.toml: TOML parse error at line 1"),
    ] {
        let refused = with(file, &[]).unwrap_err();
        assert!(refused.contains(says), "{refused}");
    }
    let missing = ["cartulary", "--config", "/there/is/none"].map(Into::into);
    let refused = api::parse::<Program>(missing.to_vec()).unwrap_err();
    assert!(refused.to_string().contains("/there/is/none"), "{refused}");
}

#[test]
fn the_environment_overrules_the_file() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("cartulary.toml");
    std::fs::write(&path, "auth = \"none\"\nlisten = \"0.0.0.0:0\"\n").unwrap();
    // Whoever listens everywhere is refused with `none`, so the program ends at once.
    let run = Command::new(env!("CARGO_BIN_EXE_cartulary"))
        .env("CARTULARY_CONFIG", &path)
        .env("CARTULARY_LISTEN", "203.0.113.1:80")
        .args(["serve", "--data"])
        .arg(folder.path().join("data"))
        .output()
        .unwrap();
    let said = String::from_utf8(run.stderr).unwrap();
    assert!(!run.status.success());
    assert!(said.contains("203.0.113.1:80"), "{said}");
}
