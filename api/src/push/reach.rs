//! Which addresses pushes may reach.

use std::{
    io,
    net::{IpAddr, SocketAddr},
    time::Duration,
};

use tokio::time::timeout;
use url::Host;

use super::{
    ranges::not_public,
    target::{Target, URL_BYTES},
};
use crate::config::push::{Push, PushTo, Resolver};

/// The addresses that the operator allows.
pub(super) struct Reach {
    allowed: Vec<PushTo>,
    resolver: Resolver,
}

/// Why nothing is sent to a URL.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Unreachable {
    #[error("a URL may have at most {URL_BYTES} bytes")]
    TooLong,
    #[error("this is not a URL: {0}")]
    NotUrl(#[from] url::ParseError),
    #[error("a URL must begin with `https://` or `http://`, not with `{0}:`")]
    Scheme(String),
    #[error("a URL may not hold a name or password: pushes are signed instead")]
    Userinfo,
    #[error("the port may be 80, 443, or any from 1024 on, not {0}")]
    Port(u16),
    #[error("too many URLs are being checked")]
    Busy,
    #[error("the host `{0}` has no address: {1}")]
    NoAddress(String, String),
    // What a name leads to is not told: names of a network are nobody's business.
    #[error("the host `{host}` is {what}, and this server may not send there")]
    Forbidden { host: String, what: &'static str },
    #[error("the host `{0}` is reached by `https://` alone")]
    Unencrypted(String),
}

impl Reach {
    pub(super) fn new(config: &Push) -> Reach {
        Reach {
            allowed: config.push_to.clone(),
            resolver: config.resolver.clone(),
        }
    }

    /// Whether any address is allowed.
    pub(super) fn is_on(&self) -> bool {
        !self.allowed.is_empty()
    }

    /// The addresses that a URL leads to, if every one of them is allowed.
    pub(super) async fn addresses(
        &self,
        target: &Target,
        most: Duration,
        held: impl Send + 'static,
    ) -> Result<Vec<SocketAddr>, Unreachable> {
        let found = match &target.host {
            Host::Ipv4(address) => vec![IpAddr::V4(*address)],
            Host::Ipv6(address) => vec![IpAddr::V6(*address)],
            Host::Domain(name) => self.resolve(name, most, held).await?,
        };
        let found = found.into_iter().map(|address| address.to_canonical());
        found
            .map(|address| {
                self.check(target, address)?;
                Ok(SocketAddr::new(address, target.port))
            })
            .collect()
    }

    async fn resolve(
        &self,
        name: &str,
        most: Duration,
        held: impl Send + 'static,
    ) -> Result<Vec<IpAddr>, Unreachable> {
        let found = timeout(most, self.resolver.resolve(name, held)).await;
        let found = found.unwrap_or_else(|_| Err(io::ErrorKind::TimedOut.into()));
        let none = |why: String| Unreachable::NoAddress(name.to_owned(), why);
        let found = found.map_err(|error| none(error.to_string()))?;
        if found.is_empty() {
            return Err(none("its name is not known".to_owned()));
        }
        Ok(found)
    }

    fn check(&self, target: &Target, address: IpAddr) -> Result<(), Unreachable> {
        let is_in = |to: &PushTo| matches!(to, PushTo::Range(range) if range.contains(&address));
        if self.allowed.iter().any(is_in) {
            return Ok(());
        }
        let host = target.host.to_string();
        let what = not_public(address);
        if !self.allowed.contains(&PushTo::Public) {
            let what = what.unwrap_or("an address outside the ranges that its operator allows");
            return Err(Unreachable::Forbidden { host, what });
        }
        match what {
            Some(what) => Err(Unreachable::Forbidden { host, what }),
            None if target.encrypted => Ok(()),
            None => Err(Unreachable::Unencrypted(host)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(url: &str, allowed: &[&str]) -> String {
        let reach = Reach {
            allowed: allowed.iter().map(|to| to.parse().unwrap()).collect(),
            resolver: Resolver::of(|host| match host {
                "localhost." | "localhost" => vec![[127, 0, 0, 1].into()],
                "both.example" => vec![[1, 1, 1, 1].into(), [10, 0, 0, 1].into()],
                "bot.example" => vec![[1, 1, 1, 1].into()],
                _ => Vec::new(),
            }),
        };
        let target = match Target::parse(url) {
            Ok(target) => target,
            Err(refused) => return refused.to_string(),
        };
        let runtime = tokio::runtime::Builder::new_current_thread()
            .enable_time()
            .build();
        let found = runtime
            .unwrap()
            .block_on(reach.addresses(&target, Duration::MAX, ()));
        found.map_or_else(|refused| refused.to_string(), |found| format!("{found:?}"))
    }

    #[test]
    fn public_addresses_are_reached_by_https() {
        for (url, found) in [
            ("https://1.1.1.1/", "[1.1.1.1:443]"),
            ("https://100.63.255.255:8443/", "[100.63.255.255:8443]"),
            ("https://172.32.0.1/", "[172.32.0.1:443]"),
            ("https://[2606:4700::1111]/", "[[2606:4700::1111]:443]"),
            ("https://[64:ff9b::101:101]/", "[[64:ff9b::101:101]:443]"),
            ("https://bot.example/push", "[1.1.1.1:443]"),
        ] {
            assert_eq!(told(url, &["public"]), found, "{url}");
        }
        let plain = told("http://bot.example/push", &["public"]);
        assert!(plain.contains("by `https://` alone"), "{plain}");
    }

    #[test]
    fn however_an_address_is_written_it_is_the_same_address() {
        for host in [
            "2130706433",
            "0x7f000001",
            "017700000001",
            "0177.0.0.1",
            "0x7f.1",
            "127.1",
            "127.0.0.1.",
            "[::ffff:7f00:1]",
            "%31%32%37.0.0.1",
            "１２７.0.0.1",
            "localhost",
            "localhost.",
            "LOCALHOST",
        ] {
            let told = told(&format!("https://{host}/"), &["public"]);
            assert!(told.contains("loopback"), "{host}: {told}");
        }
    }

    #[test]
    fn what_is_no_plain_url_of_a_server_is_refused_in_words() {
        for (url, what) in [
            ("", "not a URL"),
            ("bot.example", "not a URL"),
            ("https://", "not a URL"),
            ("https://1.2.3.4.5/", "not a URL"),
            ("https://256.0.0.1/", "not a URL"),
            ("https://[::1/", "not a URL"),
            ("file:///etc/passwd", "not with `file:`"),
            ("ftp://bot.example/", "not with `ftp:`"),
            ("gopher://bot.example/", "not with `gopher:`"),
            ("https://ann@bot.example/", "name or password"),
            ("https://bot.example@127.0.0.1/", "name or password"),
            ("https://ann:secret@bot.example/", "name or password"),
            ("https://bot.example:22/", "not 22"),
            ("http://bot.example:25/", "not 25"),
            ("https://nowhere.example/", "has no address"),
            ("https://both.example/", "a private address"),
        ] {
            let told = told(url, &["public"]);
            assert!(told.contains(what), "{url}: {told}");
        }
        let long = format!("https://bot.example/{}", "a".repeat(URL_BYTES));
        assert!(told(&long, &["public"]).contains("at most"));
    }

    #[test]
    fn a_range_allows_its_addresses_and_no_others() {
        let allowed = ["127.0.0.0/8", "fd00::/8"];
        assert_eq!(told("http://127.0.0.1:8000/", &allowed), "[127.0.0.1:8000]");
        assert_eq!(
            told("http://[::ffff:127.0.0.1]/", &allowed),
            "[127.0.0.1:80]"
        );
        assert_eq!(told("https://[fd00::7]/", &allowed), "[[fd00::7]:443]");
        for url in ["http://10.0.0.1/", "https://1.1.1.1/", "http://[::1]/"] {
            let told = told(url, &allowed);
            assert!(told.contains("may not send there"), "{url}: {told}");
        }
    }
}
