//! Settings from a TOML file, for what neither a flag nor the environment says.

use std::{ffi::OsString, fs, path::PathBuf};

use clap::{ArgMatches, Command, Parser, error::ErrorKind, parser::ValueSource};

/// Parses the command line. Where the command takes `--config FILE`, settings that neither the
/// command line nor the environment gives are read from the file.
///
/// # Errors
///
/// What is wrong with the command line or with the file, as clap reports it.
pub fn parse<P: Parser>(mut arguments: Vec<OsString>) -> Result<P, clap::Error> {
    let command = P::command();
    let given = command.clone().try_get_matches_from(&arguments)?;
    let (at, given) = innermost(&command, &given);
    if let Ok(Some(file)) = given.try_get_one::<PathBuf>("config") {
        let from_file = fs::read_to_string(file)
            .map_err(|error| error.to_string())
            .and_then(|text| flags(&text, at, given))
            .map_err(|error| refused(&format!("{}: {error}", file.display())))?;
        arguments.extend(from_file);
    }
    P::try_parse_from(arguments)
}

/// The command that was asked for, and what was said of it.
fn innermost<'a>(command: &'a Command, given: &'a ArgMatches) -> (&'a Command, &'a ArgMatches) {
    let within = given.subcommand();
    let within = within.and_then(|(name, given)| Some((command.find_subcommand(name)?, given)));
    within.unwrap_or((command, given))
}

/// The settings of a file as flags, without those that are overruled.
fn flags(text: &str, command: &Command, given: &ArgMatches) -> Result<Vec<OsString>, String> {
    let settings: toml::Table = text.parse().map_err(|error| format!("{error}"))?;
    let mut flags = Vec::new();
    for (key, value) in &settings {
        let known = command.get_arguments().find(|known| known.get_id() == key);
        let known = known.filter(|known| known.get_id() != "config");
        let known = known.ok_or_else(|| unknown(key, command))?;
        let name = known.get_long().unwrap_or(key);
        let overruled = [ValueSource::CommandLine, ValueSource::EnvVariable];
        if given
            .value_source(key)
            .is_some_and(|source| overruled.contains(&source))
        {
            continue;
        }
        let flag = match value {
            toml::Value::Boolean(true) => format!("--{name}"),
            toml::Value::Boolean(false) => continue,
            toml::Value::String(text) => format!("--{name}={text}"),
            toml::Value::Integer(number) => format!("--{name}={number}"),
            toml::Value::Float(_)
            | toml::Value::Datetime(_)
            | toml::Value::Array(_)
            | toml::Value::Table(_) => return Err(format!("`{key}` must be a text or a number")),
        };
        flags.push(flag.into());
    }
    Ok(flags)
}

fn unknown(key: &str, command: &Command) -> String {
    let known = command.get_arguments().map(|known| known.get_id().as_str());
    let settable = known.filter(|id| !["config", "help", "version"].contains(id));
    let settable = settable.collect::<Vec<_>>().join(", ");
    format!("there is no setting `{key}`; the settings are {settable}")
}

fn refused(sentence: &str) -> clap::Error {
    clap::Error::raw(ErrorKind::InvalidValue, format!("{sentence}\n"))
}
