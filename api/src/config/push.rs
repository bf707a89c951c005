//! Where pushes may go, as a flag, and how long one may take.

use std::{
    fmt, io,
    net::{IpAddr, ToSocketAddrs as _},
    str::FromStr,
    sync::Arc,
    time::Duration,
};

use clap::Args;
use ipnet::IpNet;

/// Where decisions that fall due may be sent.
#[derive(Args, Clone, Debug, Default)]
pub struct Push {
    /// Where players may have their decisions sent (push): `public` for every public address, by
    /// `https://` alone; or ranges like `10.0.0.0/8` and single addresses, by `http://`, too.
    /// Several are separated by commas. The default is nowhere.
    #[arg(
        long,
        env = "CARTULARY_PUSH_TO",
        value_delimiter = ',',
        value_name = "RANGE"
    )]
    pub push_to: Vec<PushTo>,

    /// Who turns names of hosts into addresses: the machine, unless a test does.
    #[arg(skip)]
    pub resolver: Resolver,

    /// How long a push may take, and how long to wait for the next.
    #[arg(skip)]
    pub times: PushTimes,
}

/// Addresses that pushes may reach.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PushTo {
    /// Every address that is public.
    Public,
    /// Those in a range.
    Range(IpNet),
}

/// How long a push may take, and how long to wait for the next.
#[derive(Clone, Copy, Debug)]
pub struct PushTimes {
    /// For finding the address, and connecting.
    pub connect: Duration,
    /// For all of it, to the last byte of the answer.
    pub answer: Duration,
    /// The longest wait after a first attempt that failed. It doubles with each.
    pub first_wait: Duration,
}

/// Who turns names of hosts into addresses.
#[derive(Clone, Default)]
pub struct Resolver(Option<Arc<Lookup>>);

type Lookup = dyn Fn(&str) -> Vec<IpAddr> + Send + Sync;

impl FromStr for PushTo {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<PushTo, &'static str> {
        if text == "public" {
            return Ok(PushTo::Public);
        }
        let range = text.parse::<IpNet>();
        let range = range.or_else(|_| text.parse::<IpAddr>().map(IpNet::from));
        let range = range.map_err(|_| "`public`, a range like `10.0.0.0/8`, or an address")?;
        Ok(PushTo::Range(range))
    }
}

impl Default for PushTimes {
    fn default() -> PushTimes {
        PushTimes {
            connect: Duration::from_secs(3),
            // A program that thinks longer answers with nothing, and puts its decision itself.
            answer: Duration::from_secs(10),
            first_wait: Duration::from_secs(1),
        }
    }
}

impl Resolver {
    /// One that a test gives.
    pub fn of(lookup: impl Fn(&str) -> Vec<IpAddr> + Send + Sync + 'static) -> Resolver {
        Resolver(Some(Arc::new(lookup)))
    }

    /// The addresses of a host. What is `held` for it is given back when the look-up has ended, even
    /// if nobody waits for it any more.
    // A look-up takes a thread and cannot be cut off: held places bound how many there are.
    pub(crate) async fn resolve(
        &self,
        host: &str,
        held: impl Send + 'static,
    ) -> io::Result<Vec<IpAddr>> {
        if let Some(lookup) = &self.0 {
            return Ok(lookup(host));
        }
        let host = host.to_owned();
        let look_up = move || {
            let _held = held;
            let found = (host.as_str(), 0).to_socket_addrs()?;
            Ok(found.map(|address| address.ip()).collect())
        };
        let found = tokio::task::spawn_blocking(look_up).await;
        found.unwrap_or_else(|error| Err(io::Error::other(error)))
    }
}

impl fmt::Debug for Resolver {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if self.0.is_some() {
            "of a test"
        } else {
            "of the machine"
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pushes_go_to_public_addresses_to_ranges_or_to_an_address() {
        assert_eq!("public".parse(), Ok(PushTo::Public));
        for (text, range) in [
            ("10.0.0.0/8", "10.0.0.0/8"),
            ("::1", "::1/128"),
            ("127.0.0.1", "127.0.0.1/32"),
        ] {
            assert_eq!(
                text.parse(),
                Ok(PushTo::Range(range.parse().unwrap())),
                "{text}"
            );
        }
        for wrong in ["", "all", "10.0.0.0/33", "example.org"] {
            assert!(wrong.parse::<PushTo>().is_err(), "{wrong}");
        }
    }
}
