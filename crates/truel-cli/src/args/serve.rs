//! `truel serve` as typed.

use std::path::PathBuf;

use clap::{Args as Group, Command, FromArgMatches};
use truel_server::Network;

#[derive(Group, Debug)]
pub(crate) struct Serve {
    /// The address to listen on; addresses that other machines can reach need a token
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1")]
    pub host: std::net::IpAddr,
    /// The port [default: 3360, or any free port if that is taken]
    #[arg(long, value_name = "P")]
    pub port: Option<u16>,
    /// The file for rooms [default: arena.sqlite in your data folder]
    #[arg(long, value_name = "FILE")]
    pub store: Option<PathBuf>,
    /// Access token of at least 16 characters; `new` creates one and prints it with the address
    #[arg(long, value_name = "TOKEN", env = "TRUEL_TOKEN", hide_env_values = true)]
    pub token: Option<String>,
    /// Number of threads for agents [default: the number of cores]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub threads: Option<u16>,
    /// Requests per second and address; short bursts may have four times as many
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = clap::value_parser!(u32).range(1..))]
    pub rate: u32,
    /// Maximum number of connections; an eighth is reserved for people who play
    #[arg(long, value_name = "N", default_value_t = 2000,
        value_parser = clap::value_parser!(u32).range(16..=1_000_000))]
    pub connections: u32,
    /// Maximum number of connections per address; an eighth is reserved for people who play
    #[arg(long, value_name = "N", default_value_t = 400, value_parser = clap::value_parser!(u32).range(8..=1_000_000))]
    pub connections_per_address: u32,
    /// A proxy or network of proxies (10.0.0.0/8) that sets X-Forwarded-For; may be repeated
    #[arg(long, value_name = "ADDRESS")]
    pub trusted_proxy: Vec<Network>,
}

impl Serve {
    /// `truel` without a command: every option has its default or the value from the environment.
    pub(crate) fn usual() -> Result<Self, clap::Error> {
        let command = Self::augment_args(Command::new("serve"));
        Self::from_arg_matches(&command.try_get_matches_from(["serve"])?)
    }
}
