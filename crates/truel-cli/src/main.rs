//! The `truel` binary: the command line with truel's own games.

use std::process::ExitCode;

fn main() -> ExitCode {
    truel_cli::main(truel_papers::roster)
}
