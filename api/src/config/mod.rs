//! How the server is run: flag over environment over file over default, one name in all.

pub(crate) mod bounds;
pub(crate) mod boxes;
pub(crate) mod descriptors;
pub(crate) mod quotas;
pub(crate) mod requests;

use std::{
    net::{AddrParseError, SocketAddr},
    num::NonZeroU32,
    path::PathBuf,
    str::FromStr,
};

use clap::{Args, ValueEnum};

use self::{
    bounds::Bounds,
    boxes::Boxes,
    quotas::Quotas,
    requests::{ClientAddress, RequestLimit},
};

/// How the server is run.
#[derive(Args, Clone, Debug)]
pub struct Config {
    /// The directory that holds everything. Made if it is not there.
    #[arg(
        long,
        env = "CARTULARY_DATA",
        default_value = "./data",
        value_name = "DIR"
    )]
    pub data: PathBuf,

    /// Where to listen. Beyond this machine (0.0.0.0), put a proxy with TLS in front.
    #[arg(
        long,
        env = "CARTULARY_LISTEN",
        default_value = "127.0.0.1:8080",
        value_name = "ADDRESS"
    )]
    pub listen: SocketAddr,

    /// Where operators find `/metrics`, or `off`. By default 127.0.0.1:9090 if it is free.
    #[arg(long, env = "CARTULARY_ADMIN_LISTEN", value_name = "ADDRESS")]
    pub admin_listen: Option<AdminListen>,

    /// Who may act: `tokens` is for every use beyond your own machine; with `none`,
    /// whoever sends no token acts as one local player. Only on a loopback address.
    #[arg(long, env = "CARTULARY_AUTH", default_value = "tokens")]
    pub auth: Auth,

    /// How many requests a second an address may make in the long run, ten times as
    /// many at once; or `off`. By default 100, and `off` on a loopback address.
    #[arg(long, env = "CARTULARY_REQUEST_LIMIT", value_name = "PER_SECOND")]
    pub request_limit: Option<RequestLimit>,

    /// Whose address that is: `forwarded` only behind a proxy that sets `X-Forwarded-For`.
    #[arg(long, env = "CARTULARY_CLIENT_ADDRESS", default_value = "peer")]
    pub client_address: ClientAddress,

    /// How much is done and kept at once.
    #[command(flatten)]
    pub bounds: Bounds,

    /// What one player may take.
    #[command(flatten)]
    pub quotas: Quotas,

    /// Whose boxes are played with.
    #[command(flatten)]
    pub boxes: Boxes,

    /// A TOML file with any of these settings, named as the flags with `_` for `-`. Flag
    /// and environment overrule it.
    #[arg(long, env = "CARTULARY_CONFIG", value_name = "FILE")]
    pub config: Option<PathBuf>,

    /// Also serve `POST /echo`, the least a handler can do: load tests compare with it.
    #[arg(long, env = "CARTULARY_ECHO")]
    pub echo: bool,

    /// Log a line for each answer: request id, trace, address, method, path, status, time.
    #[arg(long, env = "CARTULARY_ACCESS_LOG")]
    pub access_log: bool,

    /// What to log, to standard error: `error`, `warn`, `info`, `debug`, or by module.
    #[arg(
        long,
        env = "CARTULARY_LOG",
        default_value = "info",
        value_name = "FILTER"
    )]
    pub log: String,
}

/// Where operators look.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AdminListen {
    /// Nowhere.
    Off,
    /// At this address.
    At(SocketAddr),
}

impl FromStr for AdminListen {
    type Err = AddrParseError;

    fn from_str(text: &str) -> Result<AdminListen, AddrParseError> {
        match text {
            "off" => Ok(AdminListen::Off),
            address => address.parse().map(AdminListen::At),
        }
    }
}

/// Who may act.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Auth {
    /// Whoever has the token.
    Tokens,
    /// Anybody, as one local player.
    None,
}

impl Config {
    /// A server on a directory and an address, without a listener for operators, all
    /// else by default.
    pub fn new(data: impl Into<PathBuf>, listen: SocketAddr) -> Config {
        Config {
            data: data.into(),
            listen,
            admin_listen: Some(AdminListen::Off),
            auth: Auth::Tokens,
            bounds: Bounds::default(),
            quotas: Quotas::default(),
            boxes: Boxes::default(),
            config: None,
            request_limit: None,
            client_address: ClientAddress::Peer,
            echo: false,
            access_log: false,
            log: "info".to_owned(),
        }
    }

    /// How many requests a second an address may make, if that is limited.
    pub(crate) fn requests_per_second(&self) -> Option<NonZeroU32> {
        const BY_DEFAULT: NonZeroU32 = NonZeroU32::MIN.saturating_add(99);
        match self.request_limit {
            Some(RequestLimit::PerSecond(limit)) => Some(limit),
            Some(RequestLimit::Off) => None,
            None => (!self.listen.ip().is_loopback()).then_some(BY_DEFAULT),
        }
    }

    /// What whoever puts a proxy in front must know of the limit, as long as nothing was
    /// said about it.
    pub(crate) fn who_is_limited(&self) -> Option<&'static str> {
        match (self.requests_per_second(), self.client_address) {
            (None, _) => Some(
                "nobody is limited: if a proxy lets strangers in, also if it runs on this \
                 machine, give --request-limit 100 --client-address forwarded",
            ),
            (Some(_), ClientAddress::Peer) => Some(
                "requests are limited by the address that is connected: behind a proxy all \
                 have its address, so give --client-address forwarded there",
            ),
            (Some(_), ClientAddress::Forwarded) => None,
        }
    }

    /// Whether who is connected is known by address, and each has a share.
    pub(crate) fn knows_addresses(&self) -> bool {
        self.requests_per_second().is_some() && self.client_address == ClientAddress::Peer
    }

    /// Refuses combinations that would let strangers act for others.
    ///
    /// # Errors
    ///
    /// What is wrong, and what to do.
    pub fn check(&self) -> Result<(), String> {
        if self.auth == Auth::None && !self.listen.ip().is_loopback() {
            return Err(format!(
                "--auth none lets anybody who reaches {} act for the local player: \
                 listen on 127.0.0.1, or use --auth tokens",
                self.listen
            ));
        }
        Ok(())
    }
}
