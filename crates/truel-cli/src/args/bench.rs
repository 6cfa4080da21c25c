//! `truel bench` as typed.

use clap::Args as Group;

#[derive(Group, Debug)]
pub(crate) struct Bench {
    /// Measure only this game
    pub game: Option<String>,
    /// Measure searches: nodes or simulations per second, and the speed-up with two threads
    #[arg(long)]
    pub search: bool,
    /// Play moves of 50 ms with every search while the other cores are busy, and print how late
    /// they are
    #[arg(long, conflicts_with = "search")]
    pub clock: bool,
    /// Start the web arena with simulated people who play and watch, and print how long moves take
    #[arg(long, conflicts_with_all = ["search", "clock"])]
    pub server: bool,
    /// With --server: number of connections that watch
    #[arg(long, value_name = "N", default_value_t = 200, requires = "server")]
    pub watchers: usize,
    /// With --server: number of people who play
    #[arg(long, value_name = "N", default_value_t = 20, requires = "server",
        value_parser = clap::value_parser!(u16).range(1..))]
    pub people: u16,
    /// With --server: mean thinking time of a person in milliseconds; 0 gives the largest load
    #[arg(long, value_name = "MS", default_value_t = 500, requires = "server")]
    pub pause: u32,
    /// Seconds for each measurement [default: 1], or for all with --clock [default: 120] or
    /// --server [default: 20]
    #[arg(long, value_name = "S")]
    pub seconds: Option<f64>,
    /// Print one JSON object per measurement
    #[arg(long)]
    pub json: bool,
}
