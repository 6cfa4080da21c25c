//! The agents of the chexers report (University of Melbourne COMP30024, 2019).
//!
//! Everything is valued in pieces: [`equations`] has the report's five evaluations and [`features`]
//! what they count. The plain searches look through equation 1; [`mozi`] changes equation and moves
//! with its phase. The report's Q-learning was given up by its authors and is not here.

mod equations;
mod features;
mod geometry;
mod makers;
mod mozi;
mod params;
mod phases;
#[cfg(test)]
mod tests;
mod view;

use params::{PATH, REDUCTION, REPETITION, TEAM, THRESHOLDS, TRAP, WITH_BOOK, cost, depth, direct, fold};
use truel_agents::Agent;
use truel_agents::Param;
use truel_agents::catalogue::groups::{BOOK, OFFENSIVE};
use truel_agents::{AgentInfo, BuildContext, Maker, Needs};

const fn agent(
    name: &'static str,
    source: &'static str,
    groups: &'static [&'static [Param]],
    make: fn(&BuildContext) -> Box<dyn Agent>,
    plain: &'static str,
    about: &'static str,
) -> AgentInfo {
    AgentInfo {
        name,
        plain,
        about,
        source,
        needs: Needs::Game("chexers"),
        groups,
        maker: Maker::Own(make),
    }
}

const SEARCHES: &str = "COMP30024 2019 report, searches";
const REPAIRS: &str = "COMP30024 2019 report, techniques";

pub(crate) const AGENTS: &[AgentInfo] = &[
    agent(
        "report-greedy",
        SEARCHES,
        &[&[cost("sum"), PATH]],
        makers::greedy,
        "Looks one move ahead and takes the best position it sees.",
        "the best position after one own ply by equation 1 (a reading), the first of equals",
    ),
    agent(
        "report-maxn",
        SEARCHES,
        &[&[depth("3"), cost("sum"), direct("on")]],
        makers::maxn,
        "Looks three moves ahead and expects everybody to play for themselves.",
        "max^n by equation 1, the first of equals",
    ),
    agent(
        "report-random-maxn",
        SEARCHES,
        &[&[depth("3"), cost("sum"), direct("on")]],
        makers::random_maxn,
        "Looks three moves ahead, and picks by chance among equally good moves.",
        "max^n by equation 1, any of equals at the root",
    ),
    agent(
        "report-paranoid",
        SEARCHES,
        &[&[depth("4"), cost("sum")]],
        makers::paranoid,
        "Looks four moves ahead and expects both others to play against it.",
        "negamax with alpha-beta on its own value by equation 1, both others against it",
    ),
    agent(
        "report-offensive",
        SEARCHES,
        &[&[depth("3"), cost("sum"), direct("off")], OFFENSIVE],
        makers::offensive,
        "Looks three moves ahead to hold down whoever leads.",
        "max^n by equation 1, but its own choice lowers the leader's value",
    ),
    agent(
        "report-mpmix",
        SEARCHES,
        &[&[depth("3"), cost("sum")], THRESHOLDS],
        makers::mpmix,
        "Defends a lead, attacks a leader, and plays for itself otherwise.",
        "paranoid with a lead, offensive against a leader, else max^n; the report gives no thresholds",
    ),
    agent(
        "mozi",
        "COMP30024 2019 report, the agent submitted",
        &[
            &[
                depth("3"),
                cost("nearest"),
                direct("on"),
                REDUCTION,
                REPETITION,
                TRAP,
                TEAM,
                fold("two"),
            ],
            BOOK,
        ],
        makers::mozi,
        "Guards the others’ exits and captures whoever tries to pass.",
        "men on both ends of the others' exits capture whoever steps between; leaves with eight; equation 3 is a \
         reading",
    ),
    agent(
        "repaired-maxn",
        REPAIRS,
        &[&[depth("3"), cost("sum")], WITH_BOOK],
        makers::repaired_maxn,
        "Looks three moves ahead for itself, and finishes well when few are left.",
        "max^n with all replies, any of equals; alpha-beta with two seats left, the shortest way with one; a book",
    ),
    agent(
        "repaired-paranoid",
        REPAIRS,
        &[&[depth("4"), cost("sum")], WITH_BOOK],
        makers::repaired_paranoid,
        "Looks four moves ahead, trusts nobody, and finishes well when few are left.",
        "paranoid search as before; alpha-beta with two seats left, the shortest way with one; a book",
    ),
    agent(
        "repaired-mozi",
        REPAIRS,
        &[
            &[
                depth("3"),
                cost("nearest"),
                direct("off"),
                REDUCTION,
                REPETITION,
                TRAP,
                TEAM,
                fold("all"),
            ],
            WITH_BOOK,
        ],
        makers::mozi,
        "Guards the others’ exits, sees all their answers, and finishes well when few are left.",
        "mozi with all replies; alpha-beta with two seats left, the shortest way with one; a book",
    ),
];
