//! Monte Carlo tree search: on drawn trees with known answers, against exhaustive search, and on
//! every game.

use std::collections::HashSet;
use std::time::{Duration, Instant};

use truel_core::{Draw, Evaluate, Game, Payoffs, Phase, Rng, Seat, Serial, TurnBased, Visit};
use truel_games::{Avalam, Chexers, ConnectFour, PentagoSwap, TicTacToe};
use truel_search::mcts::{
    Amaf, Answer, Backup, Bias, Config, Estimate, Explore, FirstPlay, Implicit, Judge, Length, Mcts, MoveHistory,
    Policy, Reuse, RewardScale, Select, Solver, SolverTies,
};
use truel_search::{Choice, HashOpinion, Indifferent, Limits, Opinion, Search};
use truel_testkit::lines::after;
use truel_testkit::tree::Tree;

/// The default with some changes.
fn with(change: impl FnOnce(&mut Config)) -> Config {
    let mut config = Config::default();
    change(&mut config);
    config
}

fn solver() -> Config {
    with(|config| config.solver = Solver::On(SolverTies::Standard))
}

fn turn<G: Game>(game: &G) -> Seat {
    game.phase().acting().first()
}

fn moves<G: Game>(game: &G) -> Vec<G::Move> {
    let mut list = Vec::new();
    game.moves(turn(game), &mut list);
    list
}

fn tree<const N: usize>(text: &str) -> Tree<N> {
    text.parse().expect("a tree")
}

fn think<G: TurnBased, O: Opinion<G>>(search: &mut Mcts<G, O>, game: &G, nodes: u64) -> Choice<G> {
    search.search(game, turn(game), &Limits::nodes(nodes))
}

fn visits<G: Game>(choice: &Choice<G>) -> u64 {
    choice.candidates.iter().map(|candidate| candidate.visits).sum()
}

/// What a choice must be like whatever was searched.
#[track_caller]
fn is_sound<G: TurnBased>(game: &G, choice: &Choice<G>, what: &str) {
    let legal = moves(game);
    let seen: HashSet<G::Move> = choice.candidates.iter().map(|candidate| candidate.mv).collect();
    assert!(!choice.candidates.is_empty(), "{what}: no candidate");
    assert_eq!(seen.len(), choice.candidates.len(), "{what}: a candidate twice");
    assert!(seen.iter().all(|mv| legal.contains(mv)), "{what}: illegal");
    let weights = choice.candidates.iter().map(|candidate| candidate.weight);
    let total: f32 = weights.clone().sum();
    assert!((total - 1.0).abs() < 1e-4, "{what}: weights add up to {total}");
    assert!(weights.clone().all(|weight| weight >= 0.0), "{what}: a weight below 0");
    let (low, high) = (G::INFO.bounds.low - 1e-3, G::INFO.bounds.high + 1e-3);
    let value = choice.value.as_slice();
    assert!(
        value.iter().all(|value| (low..=high).contains(value)),
        "{what}: {value:?}"
    );
    let first = choice.line.first().map(|joint| joint[0]);
    assert_eq!(
        first,
        Some(choice.candidates[0].mv),
        "{what}: the line starts with another move"
    );
    let mut position = game.clone();
    for joint in &choice.line {
        assert!(moves(&position).contains(&joint[0]), "{what}: the line is not legal");
        position.play(*joint);
    }
}

/// Max^n by walking everything; the first of equals.
fn exhaustive<G: TurnBased>(game: &mut G) -> G::Payoffs {
    let seat = match game.phase() {
        Phase::Over(payoffs) => return payoffs,
        Phase::Act(seats) => seats.first(),
    };
    let mut best: Option<G::Payoffs> = None;
    for mv in moves(game) {
        let undo = game.play([mv]);
        let value = exhaustive(game);
        game.undo(undo);
        if best.is_none_or(|best| value[seat] > best[seat]) {
            best = Some(value);
        }
    }
    best.expect("somebody can move")
}

/// What `searcher` gets when all others are against it.
fn paranoid<G: TurnBased>(game: &mut G, searcher: Seat) -> f32 {
    let seat = match game.phase() {
        Phase::Over(payoffs) => return payoffs[searcher],
        Phase::Act(seats) => seats.first(),
    };
    let values = moves(game).into_iter().map(|mv| {
        let undo = game.play([mv]);
        let value = paranoid(game, searcher);
        game.undo(undo);
        value
    });
    if seat == searcher {
        values.fold(f32::MIN, f32::max)
    } else {
        values.fold(f32::MAX, f32::min)
    }
}

/// Seat 1 gets most by max^n with c (50), by paranoia with b (20); seat 3 gets least with a (-50).
const THREE: &str = "1(2(<10 20 -50> <60 10 0>) 2(<30 30 0> <20 0 50>) 2(<50 30 40> <0 10 0>))";

fn best_of_three(mut config: Config) -> String {
    if let Explore::Constant(c) = &mut config.explore {
        *c = 0.2;
    }
    let tree = tree::<3>(THREE);
    think(&mut Mcts::with_config(Indifferent, config), &tree, 20_000)
        .best()
        .to_string()
}

#[test]
fn each_back_up_policy_converges_to_its_answer() {
    let best = |backup| best_of_three(with(|config| config.backup = backup));
    assert_eq!(best(Backup::MaxN), "c");
    assert_eq!(best(Backup::Paranoid), "b");
    assert_eq!(best(Backup::Offensive(Seat::new(2))), "a");
    assert_eq!(
        best(Backup::Offensive(Seat::new(0))),
        "c",
        "against oneself means for oneself"
    );
}

#[test]
fn each_back_up_policy_is_proven_by_the_solver() {
    for (backup, best, value) in [
        (Backup::MaxN, "c", 50.0),
        (Backup::Paranoid, "b", 20.0),
        (Backup::Offensive(Seat::new(2)), "a", 10.0),
    ] {
        let config = solver().with_backup(backup);
        let choice = think(&mut Mcts::with_config(Indifferent, config), &tree::<3>(THREE), 10_000);
        assert!(choice.is_proven && choice.nodes < 10_000, "{backup:?}");
        assert_eq!(choice.best().to_string(), best, "{backup:?}");
        assert_eq!(choice.value[Seat::new(0)], value, "{backup:?}");
    }
}

#[test]
fn every_option_of_max_n_converges_to_its_answer() {
    for (what, config) in options() {
        if config.scale == RewardScale::Score && config.backup == Backup::MaxN {
            assert_eq!(best_of_three(config), "c", "{what}");
        }
    }
}

#[test]
fn a_win_ratio_prefers_a_sure_win_to_a_high_score() {
    let tree = tree::<2>("1(<5 -5> <90 95>)");
    let best = |scale| {
        think(
            &mut Mcts::with_config(Indifferent, with(|config| config.scale = scale)),
            &tree,
            500,
        )
        .best()
    };
    assert_eq!(best(RewardScale::WinRatio).to_string(), "a");
    assert_eq!(best(RewardScale::Score).to_string(), "b");
}

/// A ranking that likes one move best.
struct Likes(&'static str);

impl Evaluate<Tree<3>> for Likes {
    fn evaluate(&self, _: &Tree<3>) -> <Tree<3> as Game>::Payoffs {
        Payoffs::all(0.0)
    }
}

impl Opinion<Tree<3>> for Likes {
    fn rank(&self, _: &Tree<3>, _: Seat, mv: <Tree<3> as Game>::Move) -> f32 {
        f32::from(u8::from(mv.to_string() == self.0))
    }
}

#[test]
fn a_liked_move_is_looked_at_first() {
    let tree = tree::<3>("1(<0 0 0> <0 0 0> <0 0 0> <0 0 0> <0 0 0>)");
    let temperature = 0.5;
    let puct = with(|config| {
        config.select = Select::Puct { temperature };
        config.first_play = FirstPlay::Reward(0.5);
    });
    let weight = 1.0;
    let biased = with(|config| config.bias = Bias::Rank { weight, temperature });
    for config in [puct, biased] {
        let choice = think(&mut Mcts::with_config(Likes("d"), config), &tree, 1);
        assert_eq!(choice.best().to_string(), "d");
    }
}

/// A random tree of three seats in which no seat has the same payoff twice, so that nothing is
/// tied.
fn random_tree(rng: &mut Rng, depth: u32, used: &mut HashSet<(usize, i32)>) -> String {
    if depth == 0 || rng.below(6) == 0 {
        let mut payoff = |seat: usize| loop {
            let payoff = rng.below(20_001) as i32 - 10_000;
            if used.insert((seat, payoff)) {
                return payoff as f32 / 100.0;
            }
        };
        return format!("<{} {} {}>", payoff(0), payoff(1), payoff(2));
    }
    let (seat, width) = (1 + rng.below(3), 1 + rng.below(4));
    let children: Vec<_> = (0..width).map(|_| random_tree(rng, depth - 1, used)).collect();
    format!("{seat}({})", children.join(" "))
}

#[test]
fn proofs_equal_exhaustive_search_on_random_trees_of_three_seats() {
    let mut rng = Rng::new(3);
    for seed in 0..200 {
        let used = &mut HashSet::new();
        let text = format!(
            "1({} {})",
            random_tree(&mut rng, 4, used),
            random_tree(&mut rng, 4, used)
        );
        let mut tree = tree::<3>(&text);
        let config = solver().with_seed(seed);
        let choice = think(&mut Mcts::with_config(Indifferent, config.clone()), &tree, 200_000);
        assert!(choice.is_proven, "{text}");
        assert_eq!(choice.value, exhaustive(&mut tree), "{text}");
        let backup = Backup::Paranoid;
        let choice = think(
            &mut Mcts::with_config(Indifferent, config.with_backup(backup)),
            &tree,
            200_000,
        );
        assert!(choice.is_proven, "{text}");
        assert_eq!(choice.value[Seat::new(0)], paranoid(&mut tree, Seat::new(0)), "{text}");
    }
}

#[test]
fn the_rule_for_ties_decides_what_is_proven() {
    // Seat 2 does not care, seat 1 does.
    let tree = tree::<2>("1(2(<8 5> <2 5>))");
    let solve = |ties| {
        think(
            &mut Mcts::with_config(Indifferent, with(|config| config.solver = Solver::On(ties))),
            &tree,
            1000,
        )
    };
    assert!(!solve(SolverTies::Standard).is_proven, "both are possible");
    assert!(solve(SolverTies::Paranoid).is_proven);
    assert_eq!(solve(SolverTies::Paranoid).value[Seat::new(0)], 2.0);
    assert!(solve(SolverTies::First).is_proven);
    assert!([8.0, 2.0].contains(&solve(SolverTies::First).value[Seat::new(0)]));
}

#[test]
fn tic_tac_toe_is_proven_from_the_start() {
    let mut game = TicTacToe::default();
    let choice = think(&mut Mcts::with_config(Indifferent, solver()), &game, 3_000_000);
    is_sound(&game, &choice, "the start");
    assert!(choice.is_proven, "after {} simulations", choice.nodes);
    assert_eq!(choice.value, exhaustive(&mut game));
}

#[test]
fn a_win_in_one_is_taken_and_proven() {
    let game: ConnectFour = after("a b a b a b");
    let choice = think(&mut Mcts::with_config(Indifferent, solver()), &game, 10_000);
    assert!(choice.is_proven && choice.nodes < 1000);
    assert_eq!(choice.best().to_string(), "a");
    assert_eq!(choice.value[Seat::new(0)], 1.0);
}

/// One configuration for each option, with its name.
fn options() -> Vec<(&'static str, Config)> {
    let policy = |policy| with(|config| config.rollout.policy = policy);
    let length = |length| with(|config| config.rollout.length = length);
    let select = |select| with(|config| config.select = select);
    let first_play = |first_play| with(|config| config.first_play = first_play);
    let amaf = |amaf| with(|config| config.amaf = amaf);
    let ties = |ties| with(|config| config.solver = Solver::On(ties));
    let answer = |answer| with(|config| config.answer = answer);
    let (share, draws) = (0.4, 5);
    let good = |by| Policy::Good { share, draws, by };
    let adaptive = |estimate| {
        let (c, weak, gain, most) = (0.3, 0.25, 1.0, 5.0);
        let explore = Explore::Adaptive {
            c,
            weak,
            gain,
            most,
            estimate,
        };
        with(|config| config.explore = explore)
    };
    // The ranks of a hash opinion run into millions.
    let (weight, temperature) = (0.5, 1e7);
    let (reference, bias) = (20, 0.1);
    let everything = |config: &mut Config| {
        config.threads = 2;
        config.select = Select::Puct { temperature };
        config.bias = Bias::Rank { weight, temperature };
        config.history = MoveHistory::Progressive { weight };
        config.amaf = Amaf::Grave { reference, bias };
        config.implicit = Implicit::Minimax { share: 0.1 };
        config.solver = Solver::On(SolverTies::First);
        config.rollout.policy = Policy::MastGreedy { epsilon: 0.5 };
        config.rollout.length = Length::Plies(30);
    };
    vec![
        ("plain", Config::default()),
        ("ucb1-tuned", select(Select::Ucb1Tuned)),
        ("puct", select(Select::Puct { temperature })),
        ("adaptive by last move", adaptive(Estimate::LastMove)),
        ("adaptive by root", adaptive(Estimate::Root)),
        ("first play reward", first_play(FirstPlay::Reward(0.7))),
        ("first play below parent", first_play(FirstPlay::BelowParent(0.0))),
        ("bias", with(|config| config.bias = Bias::Rank { weight, temperature })),
        (
            "history",
            with(|config| config.history = MoveHistory::Progressive { weight }),
        ),
        ("rave", amaf(Amaf::Rave { equivalence: 100.0 })),
        ("grave", amaf(Amaf::Grave { reference, bias })),
        ("mast gibbs", policy(Policy::MastGibbs { temperature: 0.2 })),
        ("mast greedy", policy(Policy::MastGreedy { epsilon: 0.3 })),
        ("good by rank", policy(good(Judge::Rank))),
        ("good by evaluation", policy(good(Judge::Evaluate))),
        ("ranked", policy(Policy::Ranked { temperature })),
        ("truncated", length(Length::Plies(4))),
        ("no rollout", length(Length::Plies(0))),
        ("paranoid", with(|config| config.backup = Backup::Paranoid)),
        (
            "offensive",
            with(|config| config.backup = Backup::Offensive(Seat::new(1))),
        ),
        (
            "implicit",
            with(|config| config.implicit = Implicit::Minimax { share: 0.2 }),
        ),
        ("solver", solver()),
        ("solver, ties paranoid", ties(SolverTies::Paranoid)),
        ("solver, ties first", ties(SolverTies::First)),
        ("win ratio", with(|config| config.scale = RewardScale::WinRatio)),
        ("late opening", with(|config| config.open_after = 3)),
        ("max value", answer(Answer::MaxValue)),
        ("secure", answer(Answer::Secure { a: 0.5 })),
        ("proportional", answer(Answer::Proportional { temperature: 1.0 })),
        ("two threads", with(|config| config.threads = 2)),
        ("two threads with everything", with(everything)),
    ]
}

/// Searches with every option at the first plies of a match.
struct EveryOption;

impl Visit for EveryOption {
    type Out = ();

    fn visit<G: Draw>(self) {
        for (what, config) in options() {
            let mut search = Mcts::<Serial<G>, HashOpinion>::with_config(HashOpinion { seed: 5 }, config);
            let mut game = Serial::<G>::default();
            for ply in 0..3 {
                let choice = think(&mut search, &game, 60);
                let what = format!("{} with {what} at ply {ply}", G::INFO.id);
                is_sound(&game, &choice, &what);
                assert!(choice.nodes == 60 || choice.is_proven, "{what}: {} nodes", choice.nodes);
                search.played(&game, [choice.best()]);
                game.play([choice.best()]);
            }
        }
    }
}

#[test]
fn every_option_runs_on_every_game() {
    for info in truel_games::INFOS {
        truel_games::with(info.id, EveryOption).expect("a listed game");
    }
}

#[test]
fn one_thread_repeats_itself_from_the_seed() {
    for (what, config) in options().into_iter().filter(|(_, config)| config.threads == 1) {
        let run = |seed| {
            let config = config.clone().with_seed(seed);
            let mut search = Mcts::<Avalam, HashOpinion>::with_config(HashOpinion { seed: 1 }, config);
            let mut game = Avalam::default();
            let first = think(&mut search, &game, 700);
            search.played(&game, [first.best()]);
            game.play([first.best()]);
            (format!("{first:?}"), format!("{:?}", think(&mut search, &game, 700)))
        };
        assert_eq!(run(1), run(1), "{what}");
        assert_ne!(run(1).0, run(2).0, "{what}: another seed, another search");
    }
}

#[test]
fn the_memory_limit_is_kept_and_the_search_goes_on() {
    let rave = Amaf::Rave { equivalence: 100.0 };
    for (memory, config) in [
        (1, Config::default()),
        (1, solver()),
        (1, with(|config| config.threads = 2)),
        (2, with(|config| config.amaf = rave)),
    ] {
        let (game, nodes) = (PentagoSwap::default(), 60_000);
        let mut search = Mcts::with_config(Indifferent, config.with_memory(memory));
        let choice = think(&mut search, &game, nodes);
        is_sound(&game, &choice, "tight memory");
        assert_eq!((choice.nodes, search.kept()), (nodes, nodes), "no simulation is lost");
        assert!(visits(&choice) + 2 >= nodes, "{} visits of children", visits(&choice));
        assert!(search.bytes() <= memory << 20, "{} bytes", search.bytes());
        assert!(
            search.bytes() > memory << 18,
            "{} bytes: the memory is used",
            search.bytes()
        );
    }
}

#[test]
fn a_tree_is_kept_over_the_moves_of_all_seats() {
    let mut search = Mcts::<Chexers>::with_config(
        Indifferent,
        with(|config| {
            config.explore = Explore::Constant(0.3);
            config.rollout.length = Length::Plies(10);
        }),
    );
    let mut game = Chexers::default();
    let mut reused = 0;
    for ply in 0..12 {
        let mv = if ply % 3 == 0 {
            let kept = search.kept();
            let choice = think(&mut search, &game, 30_000);
            is_sound(&game, &choice, "in a match");
            assert!(
                visits(&choice) + 2 >= kept + 30_000,
                "{} visits with {kept} kept",
                visits(&choice)
            );
            reused += u32::from(kept > 0);
            choice.best()
        } else {
            think(&mut Mcts::new(Indifferent), &game, 50).best()
        };
        search.played(&game, [mv]);
        game.play([mv]);
    }
    assert!(reused >= 2, "kept {reused} times");
}

#[test]
fn a_kept_tree_is_never_about_another_position() {
    let mut search = Mcts::<ConnectFour>::new(Indifferent);
    let start = ConnectFour::default();
    think(&mut search, &start, 500);
    assert_eq!(search.kept(), 500);
    // Not told about the moves in between: the column that has become full must not be proposed.
    let full: ConnectFour = after("a a a a a a");
    let choice = think(&mut search, &full, 500);
    is_sound(&full, &choice, "another position");
    assert_eq!(search.kept(), 500, "only the simulations of this position");
    // Told about a move from a position it has not seen last.
    search.played(&start, [choice.best()]);
    assert_eq!(search.kept(), 0);
    think(&mut search, &start, 500);
    search.forget();
    assert_eq!(search.kept(), 0);
}

#[test]
fn a_tree_is_not_kept_where_that_is_not_wanted_or_not_sound() {
    let start = ConnectFour::default();
    let mut search = Mcts::with_config(Indifferent, with(|config| config.reuse = Reuse::Forget));
    let best = think(&mut search, &start, 500).best();
    search.played(&start, [best]);
    assert_eq!(search.kept(), 0);
    let mut search = Mcts::with_config(Indifferent, with(|config| config.backup = Backup::Paranoid));
    let best = think(&mut search, &start, 500).best();
    search.played(&start, [best]);
    let mut next = start;
    next.play([best]);
    think(&mut search, &next, 10);
    assert_eq!(search.kept(), 10, "a paranoid tree is of no use to the other seat");
}

#[test]
fn threads_share_the_simulations_exactly() {
    let game = ConnectFour::default();
    for threads in [1, 2, 3] {
        let mut search = Mcts::with_config(Indifferent, with(|config| config.threads = threads));
        for nodes in [1, 2, 5, 20_001] {
            search.forget();
            let choice = think(&mut search, &game, nodes);
            is_sound(&game, &choice, "threads");
            assert_eq!((choice.nodes, search.kept()), (nodes, nodes), "{threads} threads");
        }
        assert_eq!(think(&mut search, &game, 10).best().to_string(), "d");
    }
}

/// Long enough for threads to hold results back: in the end the root has all that its children
/// have, visits and rewards.
#[test]
fn threads_lose_nothing_that_they_hold_back() {
    let (game, nodes) = (ConnectFour::default(), 12_000);
    let grave = Amaf::Grave {
        reference: 20,
        bias: 0.1,
    };
    for (what, config) in [
        ("plain", Config::default()),
        ("ucb1-tuned", with(|config| config.select = Select::Ucb1Tuned)),
        (
            "implicit",
            with(|config| config.implicit = Implicit::Minimax { share: 0.1 }),
        ),
        ("grave", with(|config| config.amaf = grave)),
    ] {
        let config = config.with_threads(2);
        let mut search = Mcts::<ConnectFour, HashOpinion>::with_config(HashOpinion { seed: 5 }, config);
        let choice = think(&mut search, &game, nodes);
        is_sound(&game, &choice, what);
        assert_eq!((choice.nodes, search.kept()), (nodes, nodes), "{what}");
        let below = choice.candidates.iter();
        let total: f32 = below.map(|candidate| candidate.value * candidate.visits as f32).sum();
        let gap = (choice.value[turn(&game)] * nodes as f32 - total).abs();
        assert!(visits(&choice) + 2 >= nodes && gap < 3.0, "{what}: {gap} of {total}");
    }
}

#[test]
fn two_threads_prove_what_one_does() {
    let game = TicTacToe::default();
    for threads in [1, 2] {
        let mut search = Mcts::with_config(Indifferent, solver().with_threads(threads));
        let choice = think(&mut search, &game, 1_000_000);
        assert!(choice.is_proven, "{threads} threads");
        assert_eq!(choice.value, Payoffs::all(TicTacToe::INFO.draw), "{threads} threads");
    }
}

#[test]
fn time_ends_a_search_and_it_shows_itself_meanwhile() {
    let game = Chexers::default();
    for threads in [1, 2] {
        let mut search = Mcts::with_config(Indifferent, with(|config| config.threads = threads));
        let (start, mut shown) = (Instant::now(), 0);
        let limits = Limits::time(Duration::from_millis(180));
        let choice = search.search_with(&game, turn(&game), &limits, &mut |choice| {
            is_sound(&game, choice, "so far");
            shown += 1;
        });
        let spent = start.elapsed().as_millis();
        is_sound(&game, &choice, "by time");
        // How punctual a search is belongs to `truel bench --clock`; here a busy machine must not
        // matter.
        assert!((180..10_000).contains(&spent), "{spent} ms");
        assert!((1..=1 + spent / 50).contains(&shown), "shown {shown} times");
        let limits = Limits::time(Duration::ZERO);
        let choice = search.search(&game, turn(&game), &limits);
        is_sound(&game, &choice, "no time at all");
        assert!(choice.nodes <= threads as u64);
    }
}

#[test]
fn a_raised_flag_or_a_depth_ends_a_search() {
    let game = TicTacToe::default();
    let mut search = Mcts::new(Indifferent);
    let limits = Limits::default();
    limits.stop.raise();
    let choice = search.search(&game, turn(&game), &limits);
    assert_eq!(choice.nodes, 1);
    is_sound(&game, &choice, "stopped before it began");
    let choice = search.search(&game, turn(&game), &Limits::depth(2));
    assert_eq!(choice.nodes, 20_000);
}

/// The share of points of a search against uniform play, seats changing after each match.
fn share_against_chance<G: TurnBased>(matches: u64, nodes: u64) -> f32 {
    let (mut points, mut rng) = (0.0, Rng::new(11));
    for seed in 0..matches {
        let ours = Seat::new((seed % 2) as usize);
        let mut search = Mcts::<G>::with_config(Indifferent, with(|config| config.seed = seed));
        let mut game = G::default();
        let payoffs = loop {
            let joint = match game.phase() {
                Phase::Over(payoffs) => break payoffs,
                Phase::Act(seats) if seats.first() == ours => [think(&mut search, &game, nodes).best()],
                Phase::Act(seats) => [game.random_move(seats.first(), &mut rng, &mut Vec::new())],
            };
            search.played(&game, joint);
            game.play(joint);
        };
        points += G::points(payoffs)[ours];
    }
    points / matches as f32
}

#[test]
fn uct_beats_chance() {
    let (connect_four, tic_tac_toe) = (
        share_against_chance::<ConnectFour>(40, 200),
        share_against_chance::<TicTacToe>(40, 100),
    );
    assert!(connect_four > 0.95, "{connect_four}");
    assert!(tic_tac_toe > 0.85, "{tic_tac_toe}");
}
