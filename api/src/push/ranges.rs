//! Which addresses are not public, and what they are instead.

use std::{
    net::{IpAddr, Ipv4Addr, Ipv6Addr},
    sync::LazyLock,
};

use ipnet::IpNet;

/// Ranges that no stranger may have this server connect to, from the registries of special
/// addresses (IANA) for IPv4 and IPv6.
const NOT_PUBLIC: &[(&str, &str)] = &[
    ("0.0.0.0/8", THIS),
    ("10.0.0.0/8", PRIVATE),
    ("100.64.0.0/10", SHARED),
    ("127.0.0.0/8", LOOPBACK),
    ("169.254.0.0/16", LINK_LOCAL),
    ("172.16.0.0/12", PRIVATE),
    ("192.0.0.0/24", RESERVED),
    ("192.0.2.0/24", DOCUMENTATION),
    ("192.88.99.0/24", TUNNEL),
    ("192.168.0.0/16", PRIVATE),
    ("198.18.0.0/15", MEASURING),
    ("198.51.100.0/24", DOCUMENTATION),
    ("203.0.113.0/24", DOCUMENTATION),
    ("224.0.0.0/4", MULTICAST),
    ("240.0.0.0/4", RESERVED),
    ("::/128", THIS),
    ("::1/128", LOOPBACK),
    ("2001::/32", TUNNEL),
    ("2001::/23", RESERVED),
    ("2001:db8::/32", DOCUMENTATION),
    ("2002::/16", TUNNEL),
    ("3fff::/20", DOCUMENTATION),
    ("fc00::/7", PRIVATE),
    ("fe80::/10", LINK_LOCAL),
    ("ff00::/8", MULTICAST),
];

const DOCUMENTATION: &str = "an address for documentation";
const LINK_LOCAL: &str = "a link-local address";
const LOOPBACK: &str = "a loopback address";
const MEASURING: &str = "an address for measurements";
const MULTICAST: &str = "a multicast address";
const PRIVATE: &str = "a private address";
const RESERVED: &str = "a reserved address";
const SHARED: &str = "an address shared within a provider's network";
const THIS: &str = "an address of this machine";
const TUNNEL: &str = "an address of a tunnel to IPv4";

/// All that is given out to hosts in public.
const UNICAST: &str = "2000::/3";

/// Behind these, a network translates to the IPv4 address in the last four bytes (RFC 6052).
const TRANSLATED: &str = "64:ff9b::/96";

/// What an address is, if it is not public.
pub(super) fn not_public(address: IpAddr) -> Option<&'static str> {
    static RANGES: LazyLock<Vec<(IpNet, &str)>> = LazyLock::new(|| {
        let ranges = NOT_PUBLIC.iter();
        ranges.map(|(range, what)| (net(range), *what)).collect()
    });
    let address = behind(address);
    let mut ranges = RANGES.iter();
    let known = ranges.find(|(range, _)| range.contains(&address));
    let is_given_out = address.is_ipv4() || net(UNICAST).contains(&address);
    known
        .map(|(_, what)| *what)
        .or_else(|| (!is_given_out).then_some(RESERVED))
}

/// The address that is reached in the end, where it is another.
fn behind(address: IpAddr) -> IpAddr {
    let address = address.to_canonical();
    match address {
        IpAddr::V6(v6) if net(TRANSLATED).contains(&address) => translated(v6).into(),
        IpAddr::V4(_) | IpAddr::V6(_) => address,
    }
}

fn translated(address: Ipv6Addr) -> Ipv4Addr {
    let [.., a, b, c, d] = address.octets();
    Ipv4Addr::new(a, b, c, d)
}

fn net(text: &str) -> IpNet {
    text.parse().expect("the ranges above are written right")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_address_that_is_not_public_is_known_as_what_it_is() {
        for (address, what) in [
            ("0.0.0.0", THIS),
            ("0.255.255.255", THIS),
            ("10.1.2.3", PRIVATE),
            ("100.64.0.1", SHARED),
            ("100.127.255.255", SHARED),
            ("127.0.0.1", LOOPBACK),
            ("127.255.255.254", LOOPBACK),
            ("169.254.169.254", LINK_LOCAL),
            ("172.16.0.1", PRIVATE),
            ("172.31.255.255", PRIVATE),
            ("192.0.0.8", RESERVED),
            ("192.0.2.1", DOCUMENTATION),
            ("192.88.99.1", TUNNEL),
            ("192.168.1.1", PRIVATE),
            ("198.19.0.1", MEASURING),
            ("198.51.100.1", DOCUMENTATION),
            ("203.0.113.1", DOCUMENTATION),
            ("224.0.0.1", MULTICAST),
            ("240.0.0.1", RESERVED),
            ("255.255.255.255", RESERVED),
            ("::", THIS),
            ("::1", LOOPBACK),
            ("::7f00:1", RESERVED),
            ("::ffff:127.0.0.1", LOOPBACK),
            ("::ffff:10.0.0.1", PRIVATE),
            ("64:ff9b::7f00:1", LOOPBACK),
            ("64:ff9b:1::1", RESERVED),
            ("100::1", RESERVED),
            ("2001::1", TUNNEL),
            ("2001:10::1", RESERVED),
            ("2001:db8::1", DOCUMENTATION),
            ("2002:7f00:1::", TUNNEL),
            ("3fff::1", DOCUMENTATION),
            ("5f00::1", RESERVED),
            ("fc00::1", PRIVATE),
            ("fd12:3456::1", PRIVATE),
            ("fe80::1", LINK_LOCAL),
            ("fec0::1", RESERVED),
            ("ff02::1", MULTICAST),
        ] {
            assert_eq!(
                not_public(address.parse().unwrap()),
                Some(what),
                "{address}"
            );
        }
    }

    #[test]
    fn the_neighbors_of_those_ranges_are_public() {
        for address in [
            "1.1.1.1",
            "9.255.255.255",
            "11.0.0.0",
            "100.63.255.255",
            "100.128.0.0",
            "126.255.255.255",
            "128.0.0.0",
            "172.15.255.255",
            "172.32.0.0",
            "192.169.0.0",
            "198.20.0.0",
            "223.255.255.255",
            "2001:200::1",
            "2606:4700::1111",
            "::ffff:1.1.1.1",
            "64:ff9b::101:101",
        ] {
            assert_eq!(not_public(address.parse().unwrap()), None, "{address}");
        }
    }
}
