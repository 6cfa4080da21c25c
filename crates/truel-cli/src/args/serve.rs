//! What `truel serve` is asked.

use std::path::PathBuf;

use clap::{Args as Group, Command, FromArgMatches};
use truel_server::Network;

#[derive(Group, Debug)]
pub(crate) struct Serve {
    /// The address to listen at; anything but this machine needs a token
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1")]
    pub host: std::net::IpAddr,
    /// The port; 3360 or, when that is taken, any free one when left out
    #[arg(long, value_name = "P")]
    pub port: Option<u16>,
    /// The file that keeps rooms; arena.sqlite in your data folder when left out
    #[arg(long, value_name = "FILE")]
    pub store: Option<PathBuf>,
    /// What a browser must show once, at least 16 characters; `new` makes one and prints it with the address
    #[arg(long, value_name = "TOKEN", env = "TRUEL_TOKEN", hide_env_values = true)]
    pub token: Option<String>,
    /// Threads that think; as many as there are cores when left out
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub threads: Option<u16>,
    /// Requests a second that one address may send in the long run; four seconds' worth may come at once
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = clap::value_parser!(u32).range(1..))]
    pub rate: u32,
    /// Connections at the same time; an eighth of them is kept for people who play
    #[arg(long, value_name = "N", default_value_t = 2000, value_parser = clap::value_parser!(u32).range(16..=1_000_000))]
    pub connections: u32,
    /// Connections of one address at the same time; an eighth of them is kept for people who play
    #[arg(long, value_name = "N", default_value_t = 400, value_parser = clap::value_parser!(u32).range(8..=1_000_000))]
    pub connections_per_address: u32,
    /// A proxy, or a network of them (10.0.0.0/8), that names its clients in X-Forwarded-For; may be repeated
    #[arg(long, value_name = "ADDRESS")]
    pub trusted_proxy: Vec<Network>,
}

impl Serve {
    /// What `truel` without a command means: every option as if left out, the environment included.
    pub(crate) fn usual() -> Result<Self, clap::Error> {
        let command = Self::augment_args(Command::new("serve"));
        Self::from_arg_matches(&command.try_get_matches_from(["serve"])?)
    }
}
