//! Searches for seats that move at once: drawn trees with known values, and exact methods against
//! each other and against outside values. Learners must keep to the rules on every game.

use std::time::{Duration, Instant};

use serde_json::Value;
use truel_core::{Draw, Game, Joint, Payoffs, Phase, Rng, Seat, Visit, legal_joint, random_joint};
use truel_games::goofspiel::{Card, PointDifference, Prizes, Scoring, WinLoss};
use truel_games::{Goofspiel, RoPaSci};
use truel_search::joint::exp3::Exponential;
use truel_search::joint::regret::Regrets;
use truel_search::joint::tree::Config;
use truel_search::joint::{
    Backup, CellBounds, DoubleOracle, Duct, Exact, Exp3, Final, Induction, JointTree, Learner, Prune, RegretMatching,
    SmAlphaBeta, Transpositions, Truncated, Ucb, Uniform, best_response, exploit, induction, sm_alphabeta,
};
use truel_search::{Choice, HashOpinion, Indifferent, Limits, Opinion, Search};
use truel_testkit::tree::MatrixTree;

const FIRST: Seat = Seat::new(0);
const SECOND: Seat = Seat::new(1);

fn plain(transpositions: Transpositions) -> induction::Config {
    induction::Config::default().with_transpositions(transpositions)
}

fn pruned(transpositions: Transpositions, bounds: CellBounds) -> sm_alphabeta::Config {
    sm_alphabeta::Config::default()
        .with_transpositions(transpositions)
        .with_bounds(bounds)
}

/// The value by each exact method and setting.
fn values<G: Game>(game: &G, seat: Seat) -> Vec<(String, f64)> {
    let value = |transpositions| {
        let alpha_beta = |bounds| SmAlphaBeta::with_config(Indifferent, pruned(transpositions, bounds));
        let (induction, oracle) = (
            Induction::with_config(Indifferent, plain(transpositions)),
            DoubleOracle::with_config(Indifferent, plain(transpositions)),
        );
        let methods: [(&str, &dyn Exact<G>); 4] = [
            ("induction", &induction),
            ("alpha-beta", &alpha_beta(CellBounds::Serialised)),
            ("alpha-beta on payoffs", &alpha_beta(CellBounds::Payoffs)),
            ("double oracle", &oracle),
        ];
        let named = |(name, method): (&str, &dyn Exact<G>)| {
            (
                format!("{name}, transpositions {transpositions:?}"),
                method.value(game, seat),
            )
        };
        methods.map(named)
    };
    [Transpositions::Off, Transpositions::ByKey]
        .into_iter()
        .flat_map(value)
        .collect()
}

#[track_caller]
fn is_worth<G: Game>(game: &G, seat: Seat, expected: f64, tolerance: f64) {
    for (method, value) in values(game, seat) {
        assert!(
            (value - expected).abs() <= tolerance,
            "{method}: {value}, not {expected}, of {game}"
        );
    }
}

#[test]
fn drawn_trees_have_their_known_values() {
    let known = [
        ("[<1 -1> <-1 1>; <-1 1> <1 -1>]", 0.0),
        ("[<0 0> <-1 1> <1 -1>; <1 -1> <0 0> <-1 1>; <-1 1> <1 -1> <0 0>]", 0.0),
        ("[<3 -3> <-1 1>; <-2 2> <1 -1>]", 1.0 / 7.0),
        // Matching pennies behind one cell: worth 0 there, so the matrix is 0 2; 1 -1 with value
        // 2/4.
        ("[[<1 -1> <-1 1>; <-1 1> <1 -1>] <2 -2>; <1 -1> <-1 1>]", 0.5),
        // One side alone chooses: rows, then columns.
        ("[<1 -1>; [<5 -5> <2 -2> <9 -9>]; <0 0>]", 2.0),
        ("[<7 -7>]", 7.0),
    ];
    for (text, value) in known {
        let tree: MatrixTree = text.parse().expect("a tree");
        is_worth(&tree, FIRST, value, 1e-9);
        is_worth(&tree, SECOND, -value, 1e-9);
    }
}

/// A random tree with payoffs of constant sum 0, in as many different numbers as asked for.
fn random_tree(rng: &mut Rng, depth: u32, numbers: u32) -> String {
    if depth == 0 || rng.below(5) == 0 {
        let payoff = i64::from(rng.below(numbers)) - i64::from(numbers / 2);
        return format!("<{payoff} {}>", -payoff);
    }
    let (rows, cols) = (1 + rng.below(4), 1 + rng.below(4));
    let mut row = |_| {
        let cells: Vec<String> = (0..cols).map(|_| random_tree(rng, depth - 1, numbers)).collect();
        cells.join(" ")
    };
    let rows: Vec<String> = (0..rows).map(&mut row).collect();
    format!("[{}]", rows.join("; "))
}

#[test]
fn pruned_equals_unpruned_on_random_trees() {
    let mut rng = Rng::new(17);
    for round in 0..400 {
        let text = random_tree(&mut rng, 3, if round % 2 == 0 { 5 } else { 99 });
        let tree: MatrixTree = text.parse().expect("a tree");
        if tree.phase().is_over() {
            continue;
        }
        let expected = values(&tree, FIRST)[0].1;
        is_worth(&tree, FIRST, expected, 1e-7);
        is_worth(&tree, SECOND, -expected, 1e-7);
    }
}

/// Policies found by each exact search cannot be beaten at the root.
#[test]
fn strategies_at_the_root_secure_the_value() {
    let mut rng = Rng::new(23);
    for _ in 0..100 {
        let tree: MatrixTree = random_tree(&mut rng, 2, 9).parse().expect("a tree");
        if tree.phase().is_over() {
            continue;
        }
        let searches: [Box<dyn Search<MatrixTree>>; 3] = [
            Box::new(Induction::new(Indifferent)),
            Box::new(SmAlphaBeta::new(Indifferent)),
            Box::new(DoubleOracle::new(Indifferent)),
        ];
        for mut search in searches {
            for seat in [FIRST, SECOND] {
                let choice = search.search(&tree, seat, &Limits::default());
                assert!(choice.is_proven);
                assert_policy(&tree, &choice);
                let secured = worst_case(&tree, &choice);
                assert!(
                    (secured - f64::from(choice.value[seat])).abs() < 1e-5,
                    "{tree}: {choice:?}"
                );
            }
        }
    }
}

/// What a seat is sure of when it plays a policy now and optimally later.
fn worst_case(tree: &MatrixTree, choice: &Choice<MatrixTree>) -> f64 {
    let exact = Induction::new(Indifferent);
    let other = choice.seat.next(2);
    let mut replies = Vec::new();
    tree.moves(other, &mut replies);
    let met = |reply| {
        let cells = choice.candidates.iter().map(|candidate| {
            let mut child = tree.clone();
            let own = candidate.mv;
            child.play(if choice.seat == FIRST {
                [own, reply]
            } else {
                [reply, own]
            });
            let value = match child.phase() {
                Phase::Over(payoffs) => payoffs[choice.seat].into(),
                Phase::Act(_) => exact.value(&child, choice.seat),
            };
            f64::from(candidate.weight) * value
        });
        cells.sum::<f64>()
    };
    replies.into_iter().map(met).fold(f64::INFINITY, f64::min)
}

fn goofspiel<S: Scoring>(cards: u8, prizes: Prizes) -> Goofspiel<S> {
    Goofspiel::new(cards, prizes).expect("a deck")
}

#[test]
fn all_methods_agree_on_small_goofspiel() {
    for prizes in [Prizes::Descending, Prizes::Ascending] {
        for cards in 2..=4 {
            is_worth(&goofspiel::<WinLoss>(cards, prizes), FIRST, 0.0, 1e-9);
            is_worth(&goofspiel::<PointDifference>(cards, prizes), SECOND, 0.0, 1e-9);
        }
        let mut rng = Rng::new(4);
        for _ in 0..20 {
            let mut game = goofspiel::<PointDifference>(4, prizes);
            let joint = random_joint(&game, &mut rng, &mut Vec::new()).expect("two bids");
            game.play(joint);
            let expected = values(&game, FIRST)[0].1;
            is_worth(&game, FIRST, expected, 1e-7);
            is_worth(&game, SECOND, -expected, 1e-7);
        }
    }
}

fn play_bids<S: Scoring>(line: &Value) -> Goofspiel<S> {
    let prizes = match line["prizes"].as_str() {
        Some("ascending") => Prizes::Ascending,
        _ => Prizes::Descending,
    };
    let mut game = goofspiel(line["cards"].as_u64().expect("cards") as u8, prizes);
    for bids in line["bids"].as_array().expect("bids") {
        let card = |seat: usize| Card::new(bids[seat].as_u64().expect("a card") as u8).expect("a card");
        game.play([card(0), card(1)]);
    }
    game
}

#[test]
fn all_methods_reach_the_outside_values() {
    let file = include_str!("../../truel-games/tests/data/goofspiel/values.jsonl");
    for line in file.lines() {
        let line: Value = serde_json::from_str(line).expect("JSON");
        let value = line["value"].as_f64().expect("a value");
        if line["payoff"] == "win_loss" {
            is_worth(&play_bids::<WinLoss>(&line), FIRST, value, 1e-6);
        } else {
            is_worth(&play_bids::<PointDifference>(&line), FIRST, value, 1e-6);
        }
    }
}

#[test]
fn pruning_leaves_a_third_of_the_tree_out() {
    let game = goofspiel::<WinLoss>(5, Prizes::Descending);
    let nodes = |search: &mut dyn Search<Goofspiel>| {
        let choice = search.search(&game, FIRST, &Limits::depth(4));
        assert!(choice.is_proven && choice.value[FIRST].abs() < 1e-6, "{choice:?}");
        choice.nodes
    };
    let all = nodes(&mut Induction::new(Indifferent));
    let config = sm_alphabeta::Config::default().with_bounds(CellBounds::Payoffs);
    let by_payoffs = nodes(&mut SmAlphaBeta::with_config(Indifferent, config));
    assert!(by_payoffs * 3 < all * 2, "{by_payoffs} {all}");
}

/// Cut off by depth, with hashes for an opinion, on positions of games that are too large to solve.
#[test]
fn pruned_equals_unpruned_at_every_depth() {
    fn check<G: Game>(games: u64, depth: u32) {
        for seed in 0..games {
            let (mut game, mut rng) = (G::default(), Rng::new(seed));
            for _ in 0..seed {
                let Some(joint) = random_joint(&game, &mut rng, &mut Vec::new()) else {
                    break;
                };
                game.play(joint);
            }
            let Phase::Act(acting) = game.phase() else { continue };
            let opinion = HashOpinion { seed };
            let limits = Limits::depth(depth);
            let mut plain = Induction::new(opinion).with_prune(Few);
            let mut oracle = DoubleOracle::new(opinion).with_prune(Few);
            let bounds = [CellBounds::Payoffs, CellBounds::Serialised];
            let configs = bounds.map(|bounds| pruned(Transpositions::Off, bounds));
            let [mut payoffs, mut serialised] =
                configs.map(|config| SmAlphaBeta::with_config(opinion, config).with_prune(Few));
            let seat = acting.first();
            let expected = plain.search(&game, seat, &limits);
            assert_eq!((expected.depth, expected.is_proven), (depth, expected.is_proven));
            let searches: [&mut dyn Search<G>; 3] = [&mut oracle, &mut payoffs, &mut serialised];
            for search in searches {
                let got = search.search(&game, seat, &limits);
                assert!(
                    (got.value[seat] - expected.value[seat]).abs() < 1e-5,
                    "{game}: {got:?} {expected:?}"
                );
                assert_policy(&game, &got);
            }
        }
    }
    check::<RoPaSci>(8, 2);
    check::<Goofspiel>(6, 2);
    check::<truel_games::ConnectFour>(6, 4);
    check::<truel_games::Chexers>(3, 2);
}

/// Leaves the first few moves.
#[derive(Clone, Copy, Debug)]
struct Few;

impl<G: Game> Prune<G> for Few {
    fn prune(&self, _: &G, _: Seat, moves: &mut Vec<G::Move>, start: usize) {
        moves.truncate(start + 6);
    }
}

/// A policy over legal moves of the seat, weights adding up to 1, best first; the same for the
/// replies.
#[track_caller]
fn assert_policy<G: Game>(game: &G, choice: &Choice<G>) {
    let legal = |seat: Seat| {
        let mut moves = Vec::new();
        game.moves(seat, &mut moves);
        moves
    };
    let moves = legal(choice.seat);
    let others: Vec<G::Move> = game
        .phase()
        .acting()
        .iter()
        .filter(|seat| *seat != choice.seat)
        .flat_map(legal)
        .collect();
    for (list, moves) in [(&choice.candidates, moves), (&choice.replies, others)] {
        assert_eq!(list.is_empty(), moves.is_empty(), "{choice:?}");
        assert!(list.iter().all(|candidate| moves.contains(&candidate.mv)), "{choice:?}");
        assert!(
            list.iter()
                .all(|candidate| candidate.weight >= 0.0 && candidate.value.is_finite()),
            "{choice:?}"
        );
        assert!(list.is_sorted_by(|a, b| a.weight >= b.weight), "{choice:?}");
        let whole: f32 = list.iter().map(|candidate| candidate.weight).sum();
        assert!(list.is_empty() || (whole - 1.0).abs() < 1e-4, "{whole}: {choice:?}");
    }
    let bounds = G::INFO.bounds;
    assert!(
        choice
            .value
            .as_slice()
            .iter()
            .all(|&value| value >= bounds.low - 1e-4 && value <= bounds.high + 1e-4)
    );
    if let Some(joint) = choice.line.first() {
        let text: Vec<String> = joint.as_ref().iter().map(ToString::to_string).collect();
        assert!(legal_joint(game, &text.join("|")).is_ok(), "{choice:?}");
    }
}

/// Every learner on every game, from the start and from later positions, with tight and with wide
/// limits.
#[test]
fn learners_keep_the_rules_on_every_game() {
    struct Run;
    impl Visit for Run {
        type Out = ();
        fn visit<G: Draw>(self) {
            for seed in 0..3 {
                let (mut game, mut rng) = (G::default(), Rng::new(seed));
                for _ in 0..seed * 4 {
                    let Some(joint) = random_joint(&game, &mut rng, &mut Vec::new()) else {
                        break;
                    };
                    game.play(joint);
                }
                if game.phase().is_over() {
                    continue;
                }
                for simulations in [1, 300] {
                    run(Duct::<G>::default(), &game, simulations);
                    run(Duct::<G>::with_config(Uniform, pure()), &game, simulations);
                    run(Exp3::<G>::default(), &game, simulations);
                    run(RegretMatching::<G>::default(), &game, simulations);
                    let truncated = Truncated {
                        plies: 4,
                        opinion: HashOpinion { seed },
                    };
                    run(
                        RegretMatching::<G, _>::new(truncated).with_prune(Few),
                        &game,
                        simulations,
                    );
                }
            }
        }
    }
    fn pure() -> Config<Ucb> {
        Config::new(Ucb::tuned())
            .with_answer(Final::Pure)
            .with_backup(Backup::Mean)
    }
    fn run<G: Game, S: Search<G>>(mut search: S, game: &G, simulations: u64) {
        for seat in game.phase().acting().iter() {
            let choice = search.search(game, seat, &Limits::nodes(simulations));
            assert_eq!(choice.nodes, simulations);
            assert_policy(game, &choice);
            let again = search.search(game, seat, &Limits::nodes(simulations));
            assert_eq!(
                (&choice.candidates, choice.value),
                (&again.candidates, again.value),
                "it repeats itself"
            );
        }
    }
    for info in truel_games::INFOS {
        truel_games::with(info.id, Run).expect("a game");
    }
}

#[test]
fn another_seed_is_another_search() {
    let game = RoPaSci::default();
    let search = |seed| {
        let mut search = RegretMatching::<RoPaSci>::with_config(Uniform, Config::default().with_seed(seed));
        search.search(&game, FIRST, &Limits::nodes(500)).candidates
    };
    assert_eq!(search(1), search(1));
    assert_ne!(search(1), search(2));
}

#[test]
fn limits_are_kept() {
    let game = RoPaSci::default();
    let time = Duration::from_millis(30);
    let searches: [Box<dyn Search<RoPaSci>>; 5] = [
        Box::new(Induction::new(HashOpinion::default())),
        Box::new(SmAlphaBeta::new(HashOpinion::default())),
        Box::new(DoubleOracle::new(HashOpinion::default())),
        Box::new(Duct::<RoPaSci>::default()),
        Box::new(Exp3::<RoPaSci>::default()),
    ];
    for mut search in searches {
        let start = Instant::now();
        let choice = search.search(&game, FIRST, &Limits::time(time));
        assert!(start.elapsed() < time + Duration::from_secs(2), "{:?}", start.elapsed());
        assert_policy(&game, &choice);
        for limits in [Limits::nodes(1), Limits::time(Duration::ZERO), Limits::depth(1)] {
            assert_policy(&game, &search.search(&game, SECOND, &limits));
        }
        let raised = Limits::default();
        raised.stop.raise();
        assert_policy(&game, &search.search(&game, FIRST, &raised));
    }
}

#[test]
fn before_the_first_depth_is_complete_the_move_that_looks_best_is_told() {
    let (game, opinion) = (RoPaSci::default(), HashOpinion::default());
    let mut moves = Vec::new();
    game.moves(SECOND, &mut moves);
    let looks = |mv: &_| Opinion::<RoPaSci>::rank(&opinion, &game, SECOND, *mv);
    let best = moves.iter().copied().max_by(|a, b| looks(a).total_cmp(&looks(b)));
    let searches: [Box<dyn Search<RoPaSci>>; 3] = [
        Box::new(Induction::new(HashOpinion::default())),
        Box::new(SmAlphaBeta::new(HashOpinion::default())),
        Box::new(DoubleOracle::new(HashOpinion::default())),
    ];
    for mut search in searches {
        let choice = search.search(&game, SECOND, &Limits::nodes(1));
        assert_eq!((choice.depth, Some(choice.best())), (0, best));
        assert_policy(&game, &choice);
    }
    // Without an opinion on moves all are alike.
    let choice = Induction::new(Indifferent).search(&game, SECOND, &Limits::nodes(1));
    let even = 1.0 / moves.len() as f32;
    assert!(
        choice.candidates.iter().all(|candidate| candidate.weight == even),
        "{choice:?}"
    );
}

#[test]
fn a_tree_stays_within_its_memory_and_goes_on_learning() {
    let mut search = Duct::<RoPaSci>::with_config(Uniform, Config::default().with_memory(200_000));
    let choice = search.search(&RoPaSci::default(), FIRST, &Limits::nodes(20_000));
    assert_eq!(
        choice.candidates.iter().map(|candidate| candidate.visits).sum::<u64>(),
        20_000
    );
    // The child table may have doubled just before the cap.
    assert!(search.bytes() < 300_000, "{}", search.bytes());
}

#[test]
fn a_closure_is_a_rollout() {
    let game = goofspiel::<WinLoss>(4, Prizes::Descending);
    let even = |_: &mut Goofspiel, _: &mut Rng, _: &mut Vec<Card>| Payoffs::all(0.0);
    let mut search = JointTree::<Goofspiel, Ucb, _>::new(even);
    assert_policy(&game, &search.search(&game, FIRST, &Limits::nodes(200)));
    let mut uniform = JointTree::<Goofspiel, Ucb, _>::new(Uniform);
    assert_policy(&game, &uniform.search(&game, FIRST, &Limits::nodes(200)));
}

#[test]
fn an_equilibrium_gives_nothing_away_and_a_pure_policy_does() {
    let pennies: MatrixTree = "[<1 -1> <-1 1>; <-1 1> <1 -1>]".parse().expect("a tree");
    let mut even = |_: &MatrixTree, _: Seat, _: &[_], shares: &mut [f64]| shares.fill(0.5);
    assert_eq!(best_response(&pennies, FIRST, &mut even), 0.0);
    let mut heads = |_: &MatrixTree, _: Seat, _: &[_], shares: &mut [f64]| shares.copy_from_slice(&[1.0, 0.0]);
    assert_eq!(best_response(&pennies, FIRST, &mut heads), 1.0);
    assert!(
        exploit(&pennies, &mut even).is_none(),
        "drawn trees have no constant sum"
    );

    let game = goofspiel::<WinLoss>(4, Prizes::Descending);
    let mut solver = DoubleOracle::new(Indifferent);
    let mut exact = |game: &Goofspiel, seat: Seat, moves: &[Card], shares: &mut [f64]| {
        let choice = solver.search(game, seat, &Limits::default());
        for (share, mv) in shares.iter_mut().zip(moves) {
            let found = choice.candidates.iter().find(|candidate| candidate.mv == *mv);
            *share = found.map_or(0.0, |candidate| candidate.weight.into());
        }
    };
    let given = exploit(&game, &mut exact).expect("a constant sum");
    assert!(given.gain.abs() < 1e-5, "{given:?}");
    let mut uniform =
        |_: &Goofspiel, _: Seat, moves: &[Card], shares: &mut [f64]| shares.fill(1.0 / moves.len() as f64);
    assert!(exploit(&game, &mut uniform).expect("a constant sum").gain > 0.5);
}

/// Regret matching gets below 0.05 of the payoff range; Exp3 and decoupled UCT come down from where
/// they start.
#[test]
fn learning_makes_policies_harder_to_exploit() {
    fn given<L: Learner>(learner: L, cards: u8, simulations: u64) -> f64 {
        let game = goofspiel::<WinLoss>(cards, Prizes::Descending);
        let mut search = JointTree::<Goofspiel, L>::with_config(Uniform, Config::new(learner));
        search.search(&game, FIRST, &Limits::nodes(simulations));
        let profile = search.profile(&game);
        let mut policy = |game: &Goofspiel, seat: Seat, moves: &[Card], shares: &mut [f64]| {
            profile.shares(game, seat, moves, shares);
        };
        let bounds = Goofspiel::<WinLoss>::INFO.bounds;
        exploit(&game, &mut policy).expect("a constant sum").exploitability() / f64::from(bounds.high - bounds.low)
    }
    let regret = given(Regrets::default(), 4, 200_000);
    assert!(regret < 0.05, "{regret}");
    for (few, many) in [
        (given(Regrets::default(), 4, 300), regret),
        (
            given(Exponential::default(), 4, 300),
            given(Exponential::default(), 4, 200_000),
        ),
        (given(Ucb::default(), 4, 300), given(Ucb::default(), 4, 100_000)),
    ] {
        assert!(many < few, "{few} {many}");
    }
}

#[test]
fn turns_and_joints_are_both_served() {
    fn width<G: Game>() -> usize {
        let game = G::default();
        let config = pruned(Transpositions::ByKey, CellBounds::Serialised);
        let mut search = SmAlphaBeta::with_config(HashOpinion::default(), config).with_prune(Few);
        let choice = search.search(&game, game.phase().acting().first(), &Limits::depth(1));
        assert_policy(&game, &choice);
        G::Joint::WIDTH
    }
    assert_eq!(width::<truel_games::ThreeChess>(), 1);
    assert_eq!(width::<RoPaSci>(), 2);
}
