//! The truel command with one game: ours.

use std::process::ExitCode;

use own_game::tron::Tron;
use truel_agents::{Listing, Roster};
use truel_search::Indifferent;

fn main() -> ExitCode {
    truel_cli::main(|| Roster::new().with(Listing::at_once::<Tron>(Indifferent)))
}
