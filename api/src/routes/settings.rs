//! What a host settles about time, tries and notes, checked.

use std::ops::RangeInclusive;

use domain::{
    GameId,
    matches::{Clock, OnIllegal, OnTimeout, Settings},
};

use crate::http::{codes::Code, error::ApiError};

const MINUTE_MS: u64 = 60_000;
const YEAR_MS: u64 = 365 * 24 * 60 * MINUTE_MS;
const MOST_TRIES: u32 = 1000;

/// The settings of matches to open.
pub(super) fn settings(game: GameId, wanted: Settings) -> Result<Settings, ApiError> {
    if let Some(ms) = wanted.window_ms {
        window(game, ms)?;
    }
    if let Some(clock) = &wanted.clock {
        check_clock(clock)?;
    }
    check_tries(&wanted)?;
    within(
        "/abandon_after_ms",
        wanted.abandon_after_ms,
        MINUTE_MS..=YEAR_MS,
    )?;
    let limits = wanted.clock.is_some() || wanted.on_illegal == Some(OnIllegal::Limit);
    if wanted.on_timeout.is_some() && !limits {
        return Err(invalid(
            "/on_timeout",
            "it needs `clock` or `on_illegal: limit`",
        ));
    }
    wanted.spectator_delay.map_or(Ok(()), behind)?;
    Ok(Settings {
        on_timeout: wanted.on_timeout.or(limits.then_some(OnTimeout::Default)),
        ..wanted
    })
}

/// The settings of the matches of a batch. A player who vanishes must not stop it for ever.
pub(super) fn of_batch(
    game: GameId,
    wanted: Settings,
    has_players: bool,
) -> Result<Settings, ApiError> {
    let clock = Clock {
        per_decision_ms: Some(MINUTE_MS),
        ..Clock::default()
    };
    let with_clock = Settings {
        clock: wanted.clock.or(Some(clock)),
        on_timeout: wanted.on_timeout.or(Some(OnTimeout::Forfeit)),
        ..wanted.clone()
    };
    settings(game, if has_players { with_clock } else { wanted })
}

/// How many steps spectators are behind.
fn behind(steps: u32) -> Result<(), ApiError> {
    const MOST: u32 = 10_000;
    if (1..=MOST).contains(&steps) {
        return Ok(());
    }
    Err(wrong(
        "/spectator_delay",
        format!("spectator_delay must be from 1 to {MOST}"),
    ))
}

/// How long something is held, in a game that holds something.
fn window(game: GameId, ms: u16) -> Result<(), ApiError> {
    const LONGEST: u16 = 60_000;
    const FIELD: &str = "/window_ms";
    if game.info().window_ms.is_none() {
        let detail = "this game does not hold decisions: leave `window_ms` out";
        return Err(Code::NotSupportedYet.at(FIELD, detail));
    }
    if ms > LONGEST {
        return Err(wrong(
            FIELD,
            format!("window_ms must be from 0 to {LONGEST}"),
        ));
    }
    Ok(())
}

fn check_clock(clock: &Clock) -> Result<(), ApiError> {
    within("/clock/per_decision_ms", clock.per_decision_ms, 1..=YEAR_MS)?;
    within("/clock/per_match_ms", clock.per_match_ms, 1..=YEAR_MS)?;
    within("/clock/increment_ms", clock.increment_ms, 0..=YEAR_MS)?;
    within("/clock/reserve_ms", clock.reserve_ms, 0..=YEAR_MS)?;
    match (clock.per_decision_ms, clock.per_match_ms) {
        (None, None) => Err(invalid(
            "/clock",
            "it needs `per_decision_ms` or `per_match_ms`",
        )),
        (None, Some(_)) if clock.reserve_ms.is_some() => {
            Err(invalid("/clock/reserve_ms", "it needs `per_decision_ms`"))
        }
        (Some(_), None) if clock.increment_ms.is_some() => {
            Err(invalid("/clock/increment_ms", "it needs `per_match_ms`"))
        }
        (_, _) => Ok(()),
    }
}

fn check_tries(wanted: &Settings) -> Result<(), ApiError> {
    const FIELD: &str = "/tries_limit";
    match (wanted.on_illegal, wanted.tries_limit) {
        (Some(OnIllegal::Limit), None) => Err(invalid("/on_illegal", "it needs `tries_limit`")),
        (Some(OnIllegal::Limit), Some(limit)) if !(1..=MOST_TRIES).contains(&limit) => {
            let detail = format!("tries_limit must be from 1 to {MOST_TRIES}");
            Err(invalid(FIELD, detail))
        }
        (Some(OnIllegal::Refuse) | None, Some(_)) => {
            Err(invalid(FIELD, "it needs `on_illegal: limit`"))
        }
        (_, _) => Ok(()),
    }
}

fn within(field: &str, ms: Option<u64>, range: RangeInclusive<u64>) -> Result<(), ApiError> {
    if ms.is_none_or(|ms| range.contains(&ms)) {
        return Ok(());
    }
    let detail = format!(
        "it must be from {} to {} milliseconds",
        range.start(),
        range.end()
    );
    Err(invalid(field, detail))
}

fn invalid(field: &str, detail: impl std::fmt::Display) -> ApiError {
    Code::InvalidSettings.at(field, detail)
}

fn wrong(field: &str, detail: impl std::fmt::Display) -> ApiError {
    Code::MalformedBody.at(field, detail)
}
