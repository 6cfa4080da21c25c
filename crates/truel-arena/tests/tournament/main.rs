//! Tournaments: what is scheduled, what is stored, and what interruptions change (nothing).

mod plans;
mod runs;
mod schedules;
mod stores;

use std::path::Path;

use truel_arena::Setup;
use truel_arena::stats::Entrant;
use truel_arena::tournament::schedule::Field;
use truel_arena::tournament::{Pairing, Plan, Results, Round};

/// Truel's own games, and no contests.
pub(crate) fn setup() -> Setup {
    Setup::new(truel_champions::roster())
}

/// A plan of agents that cost nothing, called a, b, c and so on.
fn plan(format: &str, games: &str, entrants: usize) -> Plan {
    let mut text = format!("seed = 5\n{format}\n{games}\n");
    for letter in ('a'..).take(entrants) {
        text.push_str(&format!("[[entrant]]\nname = \"{letter}\"\nagent = \"random\"\n"));
    }
    Plan::parse(&text, Path::new("test.toml"), &setup()).unwrap_or_else(|error| panic!("{error}"))
}

fn field(entrants: u32, seats: usize, blocks: u64) -> Field {
    Field {
        entrants: (0..entrants).map(Entrant).collect(),
        seats,
        blocks,
        seed: 3,
    }
}

/// Adds a round in which at every table the entrant with the lower number wins.
fn play_by_number(results: &mut Results, pairings: Vec<Pairing>, seats: usize) {
    let mut round = Round::new(1, pairings, seats);
    for id in round.ids() {
        let entrants = round.slot(id).entrants;
        let best = entrants.iter().min().expect("somebody sits there");
        let points: Vec<f32> = entrants.iter().map(|one| f32::from(u8::from(one == best))).collect();
        round.note(id, &points);
    }
    results.open(round);
    results.close();
}
