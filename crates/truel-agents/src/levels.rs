//! Strengths as people know them: easy, fair, strong, champion. Each is a spec that depends on the
//! game's kind alone, so that every game has all four.
//!
//! The first three are limited by what they may look at and not by time: they move at once and are
//! as strong on a slow machine as on a fast one. Only the champion uses the time that it is given.
//! `docs/web.md` has what each scores against the next.

use truel_core::{Info, Phase, Rng};

use crate::{Agent, Conditions, Roster, Spec, SpecError, Watch};

/// What every game's strongest agent is called.
pub const CHAMPION: &str = "champion";

/// A strength as people know it. Its name is an agent's name wherever an agent is named.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Level {
    /// Its name in a spec.
    pub name: &'static str,
    /// Its name for people.
    pub title: &'static str,
    /// What it does, in one sentence.
    pub plain: &'static str,
    /// Whether it plays better with more time.
    pub has_time: bool,
    kind: Kind,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Kind {
    /// A few quick matches in its head.
    Easy,
    /// One move ahead.
    Fair,
    /// The champion's search, cut short.
    Strong,
    /// The best there is.
    Champion,
}

/// Simulations of an easy agent: enough to beat chance, too few to beat whoever looks one move
/// ahead.
const FEW: u32 = 50;
/// Positions that a strong agent looks at, or matches that it simulates.
const SOME: u32 = 1000;

/// All levels, the weakest first.
pub const LEVELS: [Level; 4] = [
    Level {
        name: "easy",
        title: "Easy",
        plain: "Tries a few quick matches in its head. Good for learning a game.",
        has_time: false,
        kind: Kind::Easy,
    },
    Level {
        name: "fair",
        title: "Fair",
        plain: "Looks one move ahead and takes what looks best at once.",
        has_time: false,
        kind: Kind::Fair,
    },
    Level {
        name: "strong",
        title: "Strong",
        plain: "Looks several moves ahead, but never for long.",
        has_time: false,
        kind: Kind::Strong,
    },
    Level {
        name: CHAMPION,
        title: "Champion",
        plain: "The strongest agent of this game. The more time it has, the better it plays.",
        has_time: true,
        kind: Kind::Champion,
    },
];

impl Level {
    /// The agent that plays at this level in `game`.
    pub fn spec(&self, roster: &Roster, game: &Info) -> Spec {
        let best = roster.best_agent(game);
        let spec = |name: &str| -> Spec { name.parse().expect("a name is a spec") };
        let has = |name: &str| best.params().any(|param| param.name == name);
        match self.kind {
            Kind::Easy => spec("mcts").with("sims", FEW),
            Kind::Fair => spec("greedy"),
            Kind::Strong if has("nodes") => spec(best.name).with("nodes", SOME),
            Kind::Strong if has("sims") => spec(best.name).with("sims", SOME),
            Kind::Strong | Kind::Champion => spec(best.name),
        }
    }
}

impl Roster {
    /// The agent that sits down when nobody says which: the best one known for `game`.
    pub fn default_agent(&self, game: &Info) -> Spec {
        self.best_agent(game).name.parse().expect("a name is a spec")
    }

    /// The spec that a level stands for in `game`, with whatever else `spec` sets. `None` where
    /// `spec` names no level, or an agent that is one itself.
    pub(crate) fn write_out_level(&self, spec: &Spec, game: &Info) -> Option<Spec> {
        let level = LEVELS.iter().find(|level| level.name == spec.name())?;
        let written = level.spec(self, game);
        if written.name() == spec.name() {
            return None;
        }
        Some(spec.params().fold(written, |sum, (key, value)| sum.with(key, value)))
    }

    /// How many plies a match of this game usually takes: the mean of a few matches between agents
    /// that look one move ahead, from random openings. The same answer every time.
    pub fn usual_plies(&self, game: &'static Info) -> u32 {
        const MATCHES: u64 = 6;
        const LONGEST: u32 = 600;
        let total: u32 = (1..=MATCHES).map(|seed| self.plies(game, seed, LONGEST)).sum();
        (total / MATCHES as u32).max(1)
    }

    fn plies(&self, game: &'static Info, seed: u64, longest: u32) -> u32 {
        let (Ok(mut table), Ok(mut agent)) = (self.table(game.id), self.fair(game, seed)) else {
            return longest;
        };
        let mut rng = Rng::new(seed);
        for ply in 0..longest {
            let Phase::Act(seats) = table.phase() else { return ply };
            let joint = match ply < 4 {
                true => table.random_joint(&mut rng).unwrap_or_default(),
                false => {
                    let choice = |seat| agent.think(&*table, seat, &Conditions::default(), Watch::Nobody).mv;
                    seats.iter().map(choice).collect::<Vec<_>>().join("|")
                }
            };
            if table.play(&joint).is_err() {
                return ply.max(1);
            }
        }
        longest
    }

    fn fair(&self, game: &Info, seed: u64) -> Result<Box<dyn Agent>, SpecError> {
        self.build(game.id, &LEVELS[1].spec(self, game), seed)
    }
}
