//! The agents of the threechess report, and what its author would have changed.

mod lenses;
mod simple;

use lenses::{ScoreOf, TwiceOwn};
use simple::{OwnScore, Sample, Ties};
use truel_agents::Agent;
use truel_agents::catalogue::groups::{ANY, SIMULATIONS, count, from, param};
use truel_agents::{AgentInfo, BuildContext, Maker, Needs};
use truel_agents::{Form, Param, Shape};
use truel_champions::heuristics::threechess::kings::Kings;
use truel_core::{Rng, Seat};
use truel_games::ThreeChess;
use truel_search::lens::{LensOpinion, LensSearch};
use truel_search::mcts::{Answer, Config, Explore, Length, Policy, Reuse, RewardScale, Rollout, Solver};
use truel_search::{AlphaBeta, Mcts, alphabeta, mcts};

const SOURCE: &str = "CITS3001 2020, threeChess report";

const fn agent(
    name: &'static str,
    groups: &'static [&'static [Param]],
    make: fn(&BuildContext) -> Box<dyn Agent>,
    plain: &'static str,
    about: &'static str,
) -> AgentInfo {
    AgentInfo {
        name,
        plain,
        about,
        source: SOURCE,
        needs: Needs::Game("threechess"),
        groups,
        maker: Maker::Own(make),
    }
}

pub(crate) const AGENTS: &[AgentInfo] = &[
    agent(
        "report-random",
        &[],
        random,
        "Plays by chance, as the contest’s own sample agent does.",
        "the referee's sample agent: a piece, a word and a length at random until legal, never castling (a reading)",
    ),
    agent(
        "report-greedy",
        &[GREEDY],
        greedy,
        "Takes the piece that is worth most right now.",
        "the move after which its own score is largest; ties at random are a reading",
    ),
    agent(
        "report-paranoid",
        &[PARANOID],
        paranoid,
        "Looks three moves ahead and expects both others to play against it.",
        "three plies, both others against it, on twice its own score less theirs; the first of equals is a reading",
    ),
    agent(
        "report-mcts",
        &[MCTS],
        report_mcts,
        "Plays short random matches in its head and takes what did best.",
        "UCB1 on its own raw score, rollouts of ten random plies; that all seats want that score and that the best \
         mean is \
         played are readings",
    ),
    agent(
        "repaired-greedy",
        &[],
        |context| context.seated::<ThreeChess>(context.greedy(Kings::default())),
        "Looks one move ahead, and knows which kings can be taken.",
        "one ply with an evaluation that knows which kings can be taken",
    ),
    agent(
        "repaired-paranoid",
        &[REPAIRED_PARANOID],
        repaired_paranoid,
        "Looks five moves ahead, follows captures to their end, and trusts nobody.",
        "the report's evaluation to the right depth: takes moves back, a table, move ordering, captures followed to \
         their end",
    ),
    agent(
        "repaired-mcts",
        &[SIMULATIONS, REPAIRED_MCTS],
        repaired_mcts,
        "Plays quick matches in its head that prefer captures, and takes what did best.",
        "rollouts that prefer captures, to the end or a better evaluation, and the win ratio backed up, each seat for \
         itself",
    ),
];

const TIES: Form = Form::OneOf(&[Shape::word("random"), Shape::word("first")]);
const GREEDY: &[Param] = &[param("ties", TIES, "random", "which of equally good moves is made")];

const PARANOID: &[Param] = &[
    param("depth", count(1, 100), "3", "plies to look ahead"),
    param("ties", TIES, "first", "which of equally good moves is made"),
    param("time", Form::Time, "", "time for a move"),
    param("nodes", count(1, ANY), "", "positions to visit for a move"),
];

const REPAIRED_PARANOID: &[Param] = &[
    param("depth", count(1, 100), "5", "plies to look ahead"),
    param(
        "quiescence",
        count(0, 100),
        "4",
        "plies of captures to follow below the last",
    ),
    param("time", Form::Time, "", "time for a move"),
    param("nodes", count(1, ANY), "", "positions to visit for a move"),
];

const MCTS: &[Param] = &[
    param("time", Form::Time, "5s", "time for a move"),
    param("sims", count(1, ANY), "", "simulations for a move"),
    param("c", from(0.0), "1.4142135", "exploration constant, on raw scores"),
    param("plies", count(0, 1000), "10", "random plies of a rollout"),
];

const REPAIRED_MCTS: &[Param] = &[
    param(
        "temperature",
        from(0.0),
        "10",
        "how often rollouts prefer quiet moves to captures",
    ),
    param("plies", count(0, 10_000), "40", "plies of a rollout"),
    param("c", from(0.0), "0.5", "exploration constant, on rewards from 0 to 1"),
];

fn random(context: &BuildContext) -> Box<dyn Agent> {
    context.seated::<ThreeChess>(Sample {
        rng: Rng::new(context.seed),
    })
}

fn greedy(context: &BuildContext) -> Box<dyn Agent> {
    context.seated::<ThreeChess>(OwnScore {
        ties: match context.values.shape("ties").0 {
            "first" => Ties::First,
            _ => Ties::Random,
        },
        rng: Rng::new(context.seed),
    })
}

fn paranoid(context: &BuildContext) -> Box<dyn Agent> {
    let config = alphabeta::Config::exact()
        .with_ties(match context.values.shape("ties").0 {
            "first" => alphabeta::RootTies::Listed,
            _ => alphabeta::RootTies::Shuffled,
        })
        .with_seed(context.seed);
    context.seated::<ThreeChess>(LensSearch::new(
        AlphaBeta::with_config(LensOpinion, config),
        |_: &ThreeChess, _| TwiceOwn,
    ))
}

fn repaired_paranoid(context: &BuildContext) -> Box<dyn Agent> {
    let config = alphabeta::Config::default().with_quiescence(context.values.size("quiescence") as u32);
    context.seated::<ThreeChess>(LensSearch::new(
        AlphaBeta::with_config(LensOpinion, config),
        |_: &ThreeChess, _| TwiceOwn,
    ))
}

fn report_mcts(context: &BuildContext) -> Box<dyn Agent> {
    let range = <ScoreOf as truel_search::lens::Lens<ThreeChess>>::BOUNDS;
    let config = Config::default()
        // The tree works on rewards from 0 to 1.
        .with_explore(Explore::Constant(context.values.number("c") / (range.high - range.low)))
        .with_rollout(Rollout {
            policy: Policy::Uniform,
            length: Length::Plies(context.values.size("plies") as u32),
        })
        .with_answer(Answer::MaxValue)
        .with_reuse(Reuse::Forget)
        .with_seed(context.seed);
    let search = Mcts::with_config(LensOpinion, config);
    context.seated::<ThreeChess>(LensSearch::new(search, |_: &ThreeChess, seat: Seat| ScoreOf(seat)))
}

fn repaired_mcts(context: &BuildContext) -> Box<dyn Agent> {
    let config = Config::default()
        .with_explore(Explore::Constant(context.values.number("c")))
        .with_rollout(Rollout {
            policy: Policy::Ranked {
                temperature: context.values.number("temperature"),
            },
            length: Length::Plies(context.values.size("plies") as u32),
        })
        .with_solver(Solver::On(mcts::SolverTies::Standard))
        .with_scale(RewardScale::WinRatio)
        .with_seed(context.seed);
    context.seated::<ThreeChess>(Mcts::with_config(Kings::default(), config))
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use truel_core::{Game, Seat, Table};
    use truel_search::lens::Lens;

    use truel_agents::{Conditions, Thought, Watch};

    use crate::roster;

    use super::*;

    /// Blue's queen can take a rook or a pawn, Red's bishop could then take the queen.
    const BAIT: &str = "4bK3/8/8/bQ7/4gK3/8/7gP/7gR/4rK3/8/8/8 b 34,34,34";

    fn read(text: &str) -> ThreeChess {
        text.parse().unwrap_or_else(|error| panic!("{error}"))
    }

    fn thought(spec: &str, game: ThreeChess, seed: u64) -> Thought {
        let seat = game.phase().acting().first();
        let mut agent = roster()
            .build("threechess", &spec.parse().expect("a spec"), seed)
            .unwrap_or_else(|error| panic!("{error}"));
        agent.think(&Table(game), seat, &Conditions::default(), Watch::Nobody)
    }

    #[test]
    fn random_draws_as_the_referee_s_sample_agent_does() {
        let game = ThreeChess::default();
        let drawn = |seed| thought("report-random", game, seed).mv;
        let expected = |seed| game.sample_move(&mut Rng::new(seed)).to_string();
        assert!((0..20).all(|seed| drawn(seed) == expected(seed)));
    }

    /// A move gains what it captures: the rook (5) before the pawn, whatever is behind it.
    #[test]
    fn greedy_takes_what_is_worth_most() {
        let choice = thought("report-greedy", read(BAIT), 1);
        assert_eq!((choice.mv.as_str(), choice.value[0]), ("BA4GH4", 88.0));
        let king = read("4bK3/8/8/bQ7/4gK3/8/7gP/7gQ/4rK3/8/8/bR3gR3 r 30,29,29");
        assert_eq!(thought("report-greedy", king, 1).value[2], 69.0, "nothing to take");
    }

    #[test]
    fn greedy_breaks_ties_at_random_or_by_notation() {
        let moves = |spec: &str| -> HashSet<String> {
            (0..60)
                .map(|seed| thought(spec, ThreeChess::default(), seed).mv)
                .collect()
        };
        assert_eq!(moves("report-greedy:ties=first"), HashSet::from(["BA2BA3".to_owned()]));
        assert!(moves("report-greedy").len() > 10, "any of twenty");
    }

    /// Twice 79 less 79 and 79 is 0; taking a king is worth 120, losing one's own as much, the
    /// others' affair nothing.
    #[test]
    fn paranoid_counts_twice_its_own_score_less_the_others() {
        assert_eq!(TwiceOwn.judge_for(&ThreeChess::default(), Seat::new(0)), 0.0);
        let mut game = read("4bK3/8/8/8/4gK3/4bQ3/8/8/4rK3/8/8/8 b 36,36,36");
        let before = Seat::all(3)
            .map(|seat| TwiceOwn.judge_for(&game, seat))
            .collect::<Vec<_>>();
        game.play(["GE2GE1".parse().expect("a move")]);
        let after = Seat::all(3)
            .map(|seat| TwiceOwn.judge_for(&game, seat))
            .collect::<Vec<_>>();
        let change: Vec<f32> = after
            .iter()
            .zip(&before)
            .map(|(after, before)| after - before)
            .collect();
        assert_eq!(change, [120.0, -120.0, 0.0]);
    }

    /// Three plies of plain minimax, both others against the searcher, without any pruning.
    #[test]
    fn paranoid_looks_three_plies_ahead_exactly() {
        fn value(game: &mut ThreeChess, root: Seat, depth: u32) -> f32 {
            let acting = game.phase().acting();
            if depth == 0 || acting.is_empty() {
                return TwiceOwn.judge_for(game, root);
            }
            let seat = acting.first();
            let mut moves = Vec::new();
            game.moves(seat, &mut moves);
            let values = moves.into_iter().map(|mv| {
                let undo = game.play([mv]);
                let value = value(game, root, depth - 1);
                game.undo(undo);
                value
            });
            if seat == root {
                values.fold(f32::NEG_INFINITY, f32::max)
            } else {
                values.fold(f32::INFINITY, f32::min)
            }
        }
        for text in [BAIT, "4bK3/8/8/bQ7/4gK3/8/7gP/7gR/4rK3/8/8/rB7 b 33,33,33"] {
            let choice = thought("report-paranoid", read(text), 1);
            assert_eq!(choice.depth, 3);
            assert_eq!(choice.value[0], value(&mut read(text), Seat::new(0), 3), "{text}");
        }
    }

    /// Everybody wants the searcher's score, so its mean is expected to rise by what can be taken.
    #[test]
    fn mcts_runs_on_the_raw_score_of_the_searcher() {
        let choice = thought("report-mcts:sims=2000", read(BAIT), 1);
        assert_eq!(choice.nodes, 2000);
        assert_eq!(choice.mv, "BA4GH4");
        assert!(choice.value[0] > 84.0 && choice.value[0] < 140.0, "{:?}", choice.value);
        let start = thought("report-mcts:sims=300", ThreeChess::default(), 1);
        assert!((start.value[0] - 79.0).abs() < 3.0, "{:?}", start.value);
    }

    /// A king in reach is taken by all of them, and a bait is seen by those that were repaired.
    #[test]
    fn repaired_agents_take_kings() {
        let game = read("4bK3/8/8/8/4gK3/8/4bQ3/7gR/4rK3/8/8/8 b 35,34,34");
        for spec in [
            "repaired-greedy",
            "repaired-paranoid:depth=3",
            "repaired-mcts:sims=300",
            "report-greedy",
        ] {
            assert_eq!(thought(spec, game, 1).mv, "GE3GE1", "{spec}");
        }
        // The bishop shields Blue's king from Red's rook, and a knight is there for it to take.
        let pinned = read("4bK3/4bB3/8/2gN5/4gK3/8/8/8/4rK3/8/8/3rR4 b 36,35,35");
        assert_eq!(thought("report-greedy", pinned, 1).mv, "BE2BC4");
        assert_ne!(thought("repaired-greedy", pinned, 1).mv, "BE2BC4");
    }
}
