//! How many requests an address may make, and whose address a request has, as flags.

use std::{num::NonZeroU32, str::FromStr};

/// How many requests a second an address may make on average.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RequestLimit {
    /// There is no limit.
    Off,
    /// This many, with bursts of ten times as many.
    PerSecond(NonZeroU32),
}

impl FromStr for RequestLimit {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<RequestLimit, &'static str> {
        if text == "off" {
            return Ok(RequestLimit::Off);
        }
        let number = text.parse::<NonZeroU32>().ok();
        let number = number.filter(|number| number.get() <= 100_000);
        let number = number.ok_or("`off`, or a number of requests from 1 to 100000")?;
        Ok(RequestLimit::PerSecond(number))
    }
}

/// Which address counts as the client's.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum ClientAddress {
    /// The address of the connection.
    Peer,
    /// The last address in `X-Forwarded-For`, which the proxy in front added.
    Forwarded,
}
