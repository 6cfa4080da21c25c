//! Strengths as people know them: easy, fair, strong, champion. Each is a spec that depends on the game's kind alone, so that
//! every game has all four.
//!
//! The first three are limited by what they may look at and not by time: they move at once and are as strong on a slow machine
//! as on a fast one. Only the champion uses the time that it is given. `docs/web.md` has what each scores against the next.

use truel_core::{Info, Phase, Rng, Timing};

use crate::champions::CHAMPION;
use crate::{Agent, AgentInfo, Conditions, Spec, Watch, agents_of, build};

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

/// Simulations of an easy agent: enough to beat chance, too few to beat whoever looks one move ahead.
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
        plain: "Looks several moves ahead with best replies, but never for long.",
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
    pub fn spec(&self, game: &Info) -> Spec {
        let best = best(game);
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

/// The champion of a game, or where it has none the search for games of its kind.
fn best(game: &Info) -> &'static AgentInfo {
    let usual = match (game.timing, game.seats.len()) {
        (Timing::Turns, 2) => "alphabeta",
        (Timing::Turns, _) => "brs",
        (Timing::Simultaneous, _) => "duct",
    };
    let named = |name: &str| agents_of(game).find(|agent| agent.name == name);
    named(CHAMPION).or_else(|| named(usual)).unwrap_or_else(|| {
        let mut all = agents_of(game);
        all.next().expect("some agents play every game")
    })
}

/// The spec that a level stands for in `game`, with whatever else `spec` sets; nothing where `spec` names no level, or an agent
/// that is one itself.
pub(crate) fn written_out(spec: &Spec, game: &Info) -> Option<Spec> {
    let level = LEVELS.iter().find(|level| level.name == spec.name())?;
    let written = level.spec(game);
    if written.name() == spec.name() {
        return None;
    }
    Some(spec.params().fold(written, |sum, (key, value)| sum.with(key, value)))
}

/// How many plies a match of this game usually takes: the mean of a few matches between agents that look one move ahead, from
/// openings at random. The same answer every time.
pub fn usual_plies(game: &'static Info) -> u32 {
    const MATCHES: u64 = 6;
    const LONGEST: u32 = 600;
    let total: u32 = (1..=MATCHES).map(|seed| plies(game, seed, LONGEST)).sum();
    (total / MATCHES as u32).max(1)
}

fn plies(game: &'static Info, seed: u64, longest: u32) -> u32 {
    let (Ok(mut table), Ok(mut agent)) = (truel_games::table(game.id), fair(game, seed)) else {
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

fn fair(game: &Info, seed: u64) -> Result<Box<dyn Agent>, crate::SpecError> {
    build(game.id, &LEVELS[1].spec(game), seed)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::check;

    #[test]
    fn every_level_is_an_agent_of_every_game() {
        for game in truel_games::INFOS {
            for level in LEVELS {
                let spec: Spec = level.name.parse().expect("a spec");
                let (agent, _) = check(game.id, &spec).unwrap_or_else(|error| panic!("{}: {error}", game.id));
                assert_eq!(agent.name, level.spec(game).name(), "{}: {}", game.id, level.name);
            }
        }
    }

    #[test]
    fn what_is_set_about_a_level_is_set_about_its_agent() {
        let game = truel_games::table("chexers").expect("a game").info();
        let spec = "strong:nodes=5000,rival=0.7".parse().expect("a spec");
        let written = written_out(&spec, game).expect("a level");
        assert_eq!(written.to_string(), "champion:nodes=5000,rival=0.7");
        assert!(check("chexers", &"easy:nonsense=1".parse().expect("a spec")).is_err());
        assert_eq!(written_out(&"champion:time=1s".parse().expect("a spec"), game), None);
    }

    #[test]
    fn a_level_stands_for_an_agent_that_makes_moves() {
        let table = truel_games::table("avalam").expect("a game");
        for name in ["easy", "fair", "strong"] {
            let mut agent = build("avalam", &name.parse().expect("a spec"), 1).expect("an agent");
            let seat = table.phase().acting().first();
            let mv = agent.think(&*table, seat, &Conditions::default(), Watch::Nobody).mv;
            assert!(table.check(seat, &mv).is_ok(), "{name}: {mv}");
        }
    }

    #[test]
    fn how_long_matches_usually_are_is_known_for_small_games() {
        let game = truel_games::table("tic-tac-toe").expect("a game").info();
        assert!((5..=9).contains(&usual_plies(game)), "{}", usual_plies(game));
    }

    #[test]
    fn every_agent_has_a_plain_sentence() {
        for agent in crate::agents() {
            let plain = agent.plain;
            assert!(plain.ends_with('.') && plain.len() < 120, "{}: {plain}", agent.name);
            let technical = [
                "UCT",
                "ply",
                "plies",
                "node",
                "nodes",
                "pruning",
                "heuristic",
                "minimax",
                "alpha",
            ];
            let mut words = plain.split(|letter: char| !letter.is_alphabetic());
            let is_technical = words.any(|word| technical.contains(&word));
            assert!(!is_technical, "{}: {plain}", agent.name);
        }
    }
}
