//! The address that a request comes from: the connection's, or the one that a trusted proxy names.

use std::net::{IpAddr, Ipv6Addr};
use std::str::FromStr;

use axum::http::HeaderMap;
use ipnet::IpNet;
use thiserror::Error;

/// The header in which proxies list the addresses that a request came through, the nearest last.
const FORWARDED: &str = "x-forwarded-for";

/// A proxy's address, or a network of them such as `10.0.0.0/8`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Network(IpNet);

/// A text is neither an address nor a network.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("`{0}` is no address such as 10.0.0.1, and no network such as 10.0.0.0/8")]
pub struct NetworkError(String);

impl FromStr for Network {
    type Err = NetworkError;

    fn from_str(text: &str) -> Result<Self, NetworkError> {
        let single = text.parse::<IpAddr>().map(IpNet::from);
        let network = single.or_else(|_| text.parse::<IpNet>());
        network.map(Network).map_err(|_| NetworkError(text.to_owned()))
    }
}

/// The proxies that are trusted to name a request's address.
#[derive(Clone, Debug, Default)]
pub(crate) struct Proxies(pub(crate) Vec<Network>);

impl Proxies {
    pub(crate) fn has(&self, address: IpAddr) -> bool {
        let address = address.to_canonical();
        self.0.iter().any(|Network(network)| network.contains(&address))
    }

    /// The client's address, for a request over a connection from `peer`.
    ///
    /// Anybody can send the header, so only what trusted proxies have added counts. The list is
    /// read from its end. The first address that is no trusted proxy is the client's; the client
    /// itself wrote what comes before it.
    pub(crate) fn client(&self, peer: IpAddr, headers: &HeaderMap) -> IpAddr {
        let mut nearest = peer;
        if !self.has(peer) {
            return nearest;
        }
        let lists = headers.get_all(FORWARDED).into_iter();
        let lists: Vec<&str> = lists.map(|value| value.to_str().unwrap_or_default()).collect();
        for hop in lists.join(",").rsplit(',') {
            // If a proxy hides the address or writes nonsense, its own address counts.
            let Some(address) = read(hop.trim()) else { break };
            nearest = address;
            if !self.has(address) {
                break;
            }
        }
        nearest
    }
}

/// An address, with or without a port.
fn read(text: &str) -> Option<IpAddr> {
    let plain = text.trim_matches(['[', ']']).parse().ok();
    plain.or_else(|| text.parse::<std::net::SocketAddr>().ok().map(|address| address.ip()))
}

/// The address that limits count by. With IPv6 a machine has all addresses with the same first 64
/// bits.
pub(crate) fn group(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V6(address) => Ipv6Addr::from_bits(address.to_bits() & (u128::MAX << 64)).into(),
        address => address,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn headers(lists: &[&str]) -> HeaderMap {
        let name = axum::http::HeaderName::from_static(FORWARDED);
        let pairs = lists.iter().map(|list| (name.clone(), list.parse().expect("a value")));
        pairs.collect()
    }

    fn ip(text: &str) -> IpAddr {
        text.parse().expect("an address")
    }

    #[test]
    fn the_header_counts_from_a_trusted_proxy_only() {
        let proxies = Proxies(vec![
            "10.0.0.0/8".parse().expect("a network"),
            "::1".parse().expect("one"),
        ]);
        for (peer, lists, client) in [
            ("10.0.0.1", &["192.0.2.7"][..], "192.0.2.7"),
            ("::ffff:10.0.0.1", &["192.0.2.7"], "192.0.2.7"),
            ("::1", &["2001:db8::1"], "2001:db8::1"),
            ("192.0.2.1", &["192.0.2.7"], "192.0.2.1"),
            // What a client wrote stands further left.
            ("10.0.0.1", &["192.0.2.66, 192.0.2.7"], "192.0.2.7"),
            ("10.0.0.1", &["192.0.2.66", "192.0.2.7, 10.2.3.4"], "192.0.2.7"),
            ("10.0.0.1", &["192.0.2.7:4711"], "192.0.2.7"),
            ("10.0.0.1", &["[2001:db8::1]:80"], "2001:db8::1"),
            ("10.0.0.1", &["192.0.2.66, unknown"], "10.0.0.1"),
            ("10.0.0.1", &["192.0.2.66, unknown, 10.2.3.4"], "10.2.3.4"),
            ("10.0.0.1", &[], "10.0.0.1"),
        ] {
            assert_eq!(
                proxies.client(ip(peer), &headers(lists)),
                ip(client),
                "{peer} {lists:?}"
            );
        }
        assert!("10.0.0".parse::<Network>().is_err() && "10.0.0.0/33".parse::<Network>().is_err());
    }

    #[test]
    fn one_machines_addresses_count_as_one() {
        assert_eq!(group(ip("2001:db8:1:2:3:4:5:6")), group(ip("2001:db8:1:2::1")));
        assert_ne!(group(ip("2001:db8:1:2::")), group(ip("2001:db8:1:3::")));
        assert_eq!(group(ip("::ffff:192.0.2.1")), ip("192.0.2.1"));
        assert_ne!(group(ip("192.0.2.1")), group(ip("192.0.2.2")));
    }
}
