//! Measures what the ropasci report says about rollouts (R3), dominance (R4) and branching (R5).
//!
//! ```sh
//! cargo run --release -p truel-agents --example ropasci_claims
//! ```

#![allow(clippy::print_stdout)]

use truel_papers::agents::ropasci::pruning::Rules;
use truel_papers::agents::ropasci::rollout::Playing;
use truel_papers::agents::ropasci::survey;

fn main() {
    let heavy = Playing::Heavy(Rules {
        size: 12,
        few: 4,
        seed: 1,
    });
    for (name, playing) in [("uniform", Playing::Uniform), ("heavy", heavy)] {
        println!("{name}: {:.3?}", survey::rollouts(playing, 2000, 1));
    }
    for (name, playing) in [("uniform", Playing::Uniform), ("heavy", heavy)] {
        for row in survey::branching(playing, 21, 1000, 1).into_iter().step_by(3) {
            println!("{name}: {row:.2?}");
        }
    }
    for size in [6, 8, 12] {
        println!("lists of {size}: {:?}", survey::dominance(size, 40, 1));
    }
}
