//! How the server is run: flag over environment over file over default, one name in all.

pub(crate) mod backups;
pub(crate) mod bounds;
pub(crate) mod boxes;
pub(crate) mod database;
pub(crate) mod descriptors;
pub(crate) mod facts_licence;
pub(crate) mod node;
pub(crate) mod push;
pub(crate) mod quotas;
pub(crate) mod requests;

use std::{
    net::{AddrParseError, SocketAddr},
    num::NonZeroU32,
    path::PathBuf,
    str::FromStr,
};

use clap::{Args, ValueEnum};
use store::Timekeeper;

use self::{
    backups::Backups,
    bounds::Bounds,
    boxes::Boxes,
    database::DatabaseUrl,
    facts_licence::FactsLicence,
    node::Sharing,
    push::Push,
    quotas::Quotas,
    requests::{ClientAddress, RequestLimit},
};

/// The settings of the server.
#[derive(Args, Clone, Debug)]
pub struct Config {
    /// The directory that holds all data. Created if it does not exist.
    #[arg(
        long,
        env = "CARTULARY_DATA",
        default_value = "./data",
        value_name = "DIR"
    )]
    pub data: PathBuf,

    /// The address to listen on. To serve other machines (0.0.0.0), put a proxy with TLS in front.
    #[arg(
        long,
        env = "CARTULARY_LISTEN",
        default_value = "127.0.0.1:8080",
        value_name = "ADDRESS"
    )]
    pub listen: SocketAddr,

    /// The address of the operators' listener with `/metrics`, or `off`. The default is
    /// 127.0.0.1:9090 if it is free.
    #[arg(long, env = "CARTULARY_ADMIN_LISTEN", value_name = "ADDRESS")]
    pub admin_listen: Option<AdminListen>,

    /// Who may act. Use `tokens` for everything beyond your own machine. With `none`, requests
    /// without a token act as one local player; only on a loopback address.
    #[arg(long, env = "CARTULARY_AUTH", default_value = "tokens")]
    pub auth: Auth,

    /// How many requests a second one address may make on average, with bursts of ten times as
    /// many; or `off`. The default is 100, and `off` on a loopback address.
    #[arg(long, env = "CARTULARY_REQUEST_LIMIT", value_name = "PER_SECOND")]
    pub request_limit: Option<RequestLimit>,

    /// Which address counts as the client's. Use `forwarded` only behind a proxy that sets
    /// `X-Forwarded-For`.
    #[arg(long, env = "CARTULARY_CLIENT_ADDRESS", default_value = "peer")]
    pub client_address: ClientAddress,

    /// The host names by which `/mcp`, the tools for language models, may be called, separated by
    /// commas. Loopback addresses and localhost are always allowed.
    #[arg(
        long,
        env = "CARTULARY_MCP_HOSTS",
        value_delimiter = ',',
        value_name = "NAMES"
    )]
    pub mcp_hosts: Vec<String>,

    /// The limits on what is done and kept at once.
    #[command(flatten)]
    pub bounds: Bounds,

    /// The limits for one player.
    #[command(flatten)]
    pub quotas: Quotas,

    /// Where decisions that fall due may be sent.
    #[command(flatten)]
    pub push: Push,

    /// Where and when backups are made.
    #[command(flatten)]
    pub backups: Backups,

    /// The boxes of components to use.
    #[command(flatten)]
    pub boxes: Boxes,

    /// The licence of exported facts and records: an identifier of SPDX such as `CC-BY-4.0`, or an
    /// address. It is a column of each file of facts, said in the list of files of records, and a
    /// link of the answer. Without it, none is named.
    #[arg(long, env = "CARTULARY_FACTS_LICENCE", value_name = "LICENCE")]
    pub facts_licence: Option<FactsLicence>,

    /// How many finished matches a minute are counted anew from their records and compared with the
    /// statistics; 0 for none. `/metrics` and the log say what was wrong.
    #[arg(
        long,
        env = "CARTULARY_COMPARE_MATCHES",
        default_value_t = 64,
        value_name = "NUMBER"
    )]
    pub compare_matches: usize,

    /// A TOML file with any of these settings, named like the flags with `_` instead of `-`. Flags
    /// and environment variables take precedence.
    #[arg(long, env = "CARTULARY_CONFIG", value_name = "FILE")]
    pub config: Option<PathBuf>,

    /// Also serve `POST /echo`, the simplest possible handler, as a baseline for load tests.
    #[arg(long, env = "CARTULARY_ECHO")]
    pub echo: bool,

    /// Log a line for each answer: request id, trace, address, method, path, status, time.
    #[arg(long, env = "CARTULARY_ACCESS_LOG")]
    pub access_log: bool,

    /// The database that keeps the log of everything that happens, like
    /// `postgres://user@host/database`: PostgreSQL 15 or newer. Without it, the directory does.
    /// `?sslmode=verify-full` encrypts the line to it.
    #[arg(
        long,
        env = "CARTULARY_LOG",
        value_name = "URL",
        hide_env_values = true
    )]
    pub log: Option<DatabaseUrl>,

    /// How the database is shared with other servers.
    #[command(flatten)]
    pub sharing: Sharing,

    /// What to tell on standard error: `error`, `warn`, `info`, `debug`, or levels by module.
    #[arg(
        long,
        env = "CARTULARY_LOG_FILTER",
        default_value = "info",
        value_name = "FILTER"
    )]
    pub log_filter: String,

    /// Who tells the time: the machine, unless a test does.
    #[arg(skip)]
    pub time: Timekeeper,
}

/// Where the operators' listener is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AdminListen {
    /// There is none.
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
    /// The holder of a valid token.
    Tokens,
    /// Everybody, as one local player.
    None,
}

impl Config {
    /// A server on a directory and an address, without a listener for operators; everything else
    /// has its default.
    pub fn new(data: impl Into<PathBuf>, listen: SocketAddr) -> Config {
        Config {
            data: data.into(),
            listen,
            admin_listen: Some(AdminListen::Off),
            auth: Auth::Tokens,
            mcp_hosts: Vec::new(),
            bounds: Bounds::default(),
            quotas: Quotas::default(),
            push: Push::default(),
            backups: Backups::default(),
            boxes: Boxes::default(),
            facts_licence: None,
            compare_matches: 64,
            config: None,
            request_limit: None,
            client_address: ClientAddress::Peer,
            echo: false,
            access_log: false,
            log: None,
            sharing: Sharing::default(),
            log_filter: "info".to_owned(),
            time: Timekeeper::default(),
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

    /// What an operator who puts a proxy in front must know about the limit, unless it was set.
    pub(crate) fn who_is_limited(&self) -> Option<&'static str> {
        match (self.requests_per_second(), self.client_address) {
            (None, _) => Some(
                "requests are not limited: if a proxy lets strangers in, even one on this machine, \
                 use --request-limit 100 --client-address forwarded",
            ),
            (Some(_), ClientAddress::Peer) => Some(
                "requests are limited by the address of the connection: behind a proxy all clients \
                 have the address of the proxy, so use --client-address forwarded there",
            ),
            (Some(_), ClientAddress::Forwarded) => None,
        }
    }

    /// Whether clients are told apart by address, so that each has a share.
    pub(crate) fn knows_addresses(&self) -> bool {
        // All that another server sends on comes from its address.
        let is_shared = self.sharing.node.is_some();
        self.requests_per_second().is_some()
            && self.client_address == ClientAddress::Peer
            && !is_shared
    }

    /// Refuses combinations that would let strangers act for others.
    ///
    /// # Errors
    ///
    /// What is wrong, and what to do.
    pub fn check(&self) -> Result<(), String> {
        if self.auth == Auth::None && !self.listen.ip().is_loopback() {
            return Err(format!(
                "--auth none lets anybody who reaches {} act as the local player: \
                 listen on 127.0.0.1, or use --auth tokens",
                self.listen
            ));
        }
        if self.log.is_some() && self.backups.backup_to.is_some() {
            return Err(
                "the server cannot back up a database: leave out --backup-to, and use \
                        the database's own backups"
                    .to_owned(),
            );
        }
        if self.log.is_none() && self.sharing.node.is_some() {
            return Err(
                "servers share a database, not a directory: with --node, say which \
                        one by --log"
                    .to_owned(),
            );
        }
        if self.sharing.node.is_none() && self.sharing.shards.is_some_and(|it| !it.is_one()) {
            return Err(
                "shards are for servers that share a database: with --shards, say by \
                        --node where the others reach this one"
                    .to_owned(),
            );
        }
        self.backups.check()
    }
}
