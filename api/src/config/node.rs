//! One of several servers on a database, as flags.

use std::{str::FromStr, time::Duration};

use clap::Args;
use store::Shards;
use url::Url;

/// How a server shares the database of `--log` with others.
#[derive(Args, Clone, Debug)]
#[command(next_help_heading = "Several servers on a database")]
pub struct Sharing {
    /// Where the other servers on the database of `--log` reach this one, like
    /// `http://10.0.0.2:8080`. Then each of them writes some of its shards, and sends on whatever
    /// it is asked that belongs to another. Without it, the server takes the log from whoever has
    /// it.
    #[arg(long, env = "CARTULARY_NODE", value_name = "URL")]
    pub node: Option<NodeUrl>,

    /// How many shards the database is divided into when it is made: as many servers can write at
    /// once. Afterwards it keeps them. The default is one, or as many as it has.
    #[arg(long, env = "CARTULARY_SHARDS", value_name = "NUMBER")]
    pub shards: Option<Shards>,

    /// How many seconds a shard stays with a server that says nothing more, before another one
    /// may take it.
    #[arg(long, env = "CARTULARY_LEASE", default_value_t = 10, value_name = "SECONDS",
        value_parser = clap::value_parser!(u16).range(1..=600))]
    pub lease: u16,
}

/// Where a server is reached, without a slash at the end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NodeUrl(String);

impl Default for Sharing {
    fn default() -> Sharing {
        Sharing {
            node: None,
            shards: None,
            lease: 10,
        }
    }
}

impl Sharing {
    /// How long a shard stays with a server that says nothing more.
    pub(crate) fn lease(&self) -> Duration {
        Duration::from_secs(self.lease.into())
    }
}

impl NodeUrl {
    /// The address as the other servers use it.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl FromStr for NodeUrl {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<NodeUrl, &'static str> {
        let url = Url::parse(text).ok();
        let is_plain = |url: &Url| {
            let (path, name) = (url.path(), url.username());
            let is_bare = path == "/" && name.is_empty() && url.password().is_none();
            is_bare && url.query().is_none() && url.fragment().is_none()
        };
        let url = url.filter(|url| url.scheme() == "http" && url.has_host() && is_plain(url));
        let url = url.ok_or("an address like http://10.0.0.2:8080, without a path")?;
        Ok(NodeUrl(url.as_str().trim_end_matches('/').to_owned()))
    }
}

#[cfg(test)]
mod tests {
    use super::NodeUrl;

    #[test]
    fn a_node_is_named_by_host_and_port() {
        let node: NodeUrl = "http://10.0.0.2:8080/".parse().unwrap();
        assert_eq!(node.as_str(), "http://10.0.0.2:8080");
        for text in [
            "10.0.0.2:8080",
            "https://a",
            "http://a/path",
            "http://a?b",
            "http://a:b@c",
            "",
        ] {
            assert!(text.parse::<NodeUrl>().is_err(), "{text}");
        }
    }
}
