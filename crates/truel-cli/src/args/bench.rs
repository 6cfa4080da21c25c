//! What `truel bench` is asked.

use clap::Args as Group;

#[derive(Group, Debug)]
pub(crate) struct Bench {
    /// Only this game
    pub game: Option<String>,
    /// Measure searches instead of rules: nodes or simulations per second, and the speed-up of two threads
    #[arg(long)]
    pub search: bool,
    /// Play moves of 50 ms with every search, the other core busy, and print how late they were
    #[arg(long, conflicts_with = "search")]
    pub clock: bool,
    /// Start the web arena and let people play against random agents while others watch; print how long moves take
    #[arg(long, conflicts_with_all = ["search", "clock"])]
    pub server: bool,
    /// With --server: connections that watch, shared out over the matches
    #[arg(long, value_name = "N", default_value_t = 200, requires = "server")]
    pub watchers: usize,
    /// With --server: people who play
    #[arg(long, value_name = "N", default_value_t = 20, requires = "server", value_parser = clap::value_parser!(u16).range(1..))]
    pub people: u16,
    /// With --server: milliseconds that a person thinks on average; 0 loads the server as much as it can bear
    #[arg(long, value_name = "MS", default_value_t = 500, requires = "server")]
    pub pause: u32,
    /// Time to spend: on each measurement (default 1), or in all with --clock (default 120) and --server (default 20)
    #[arg(long, value_name = "S")]
    pub seconds: Option<f64>,
    /// Print one JSON object per measurement
    #[arg(long)]
    pub json: bool,
}
