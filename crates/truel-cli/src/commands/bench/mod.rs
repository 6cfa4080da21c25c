//! `truel bench`: how fast things are here. Rules and searches per second of CPU time, clocks by
//! how late they are, the web arena by how long a person waits.

mod answers;
mod clock;
mod lineup;
mod rules;
mod search;
mod server;

use anyhow::Result;
use rustix::time::{ClockId, clock_gettime};
use truel_agents::Listing;
use truel_core::UnknownGame;

use crate::args::Bench;
use crate::output::{Output, remark};
use crate::{Exit, cpu, roster};

pub(crate) fn run(args: &Bench, out: &mut Output) -> Result<Exit> {
    if let Some(seconds) = args.seconds {
        anyhow::ensure!(
            seconds.is_finite() && seconds >= 0.0,
            "--seconds {seconds} is not a time"
        );
    }
    if let Some(hint) = cpu::faster_build() {
        remark(hint);
    }
    if args.search {
        search::run(args, out)
    } else if args.clock {
        clock::run(args, out)
    } else if args.server {
        server::run(args, out)
    } else {
        rules::run(args, out)
    }
}

/// The games to measure: the one that was named, or all.
fn games(args: &Bench) -> Result<Vec<&'static Listing>, UnknownGame> {
    match &args.game {
        None => Ok(roster().listings().iter().collect()),
        Some(id) => Ok(vec![roster().listing(id)?]),
    }
}

/// CPU time of this thread, so that what else the machine does is not counted.
fn cpu_seconds() -> f64 {
    let time = clock_gettime(ClockId::ThreadCPUTime);
    time.tv_sec as f64 + time.tv_nsec as f64 * 1e-9
}
