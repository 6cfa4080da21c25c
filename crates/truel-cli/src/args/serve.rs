//! What `truel serve` is asked.

use std::path::PathBuf;

use clap::Args as Group;

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
    /// What a browser must show once, as ?token=...
    #[arg(long, value_name = "TOKEN", env = "TRUEL_TOKEN", hide_env_values = true)]
    pub token: Option<String>,
    /// Threads that think; as many as there are cores when left out
    #[arg(long, value_name = "N")]
    pub threads: Option<usize>,
    /// Requests a second that one address may send in the long run; four seconds' worth may come at once
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = clap::value_parser!(u32).range(1..))]
    pub rate: u32,
}

impl Default for Serve {
    fn default() -> Self {
        Serve {
            host: std::net::Ipv4Addr::LOCALHOST.into(),
            port: None,
            store: None,
            token: None,
            threads: None,
            rate: 100,
        }
    }
}
