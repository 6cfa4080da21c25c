//! Every solver against an exhaustive search, on the ends of every game.
//!
//! The ends are real: a random match is played to its end, and taken back as far as everything that
//! could still happen can be tried. Some rules let a match go on for hundreds of plies (threechess,
//! chexers, ropasci). There the position is capped at the number of plies the match still had, so
//! that its own end is one of those ahead. Chexers and ropasci also have positions just before the
//! last turn that their rules allow.

use truel_core::{Capped, Game, Payoffs, Phase, Rng, Seat, Serial, TurnBased, for_each_joint, random_joint};
use truel_games::chexers::RED;
use truel_games::{Avalam, Chexers, ConnectFour, Goofspiel, PentagoSwap, RoPaSci, ThreeChess, TicTacToe};
use truel_search::joint::matrix::{Matrix, linear};
use truel_search::joint::{
    CellBounds, DoubleOracle, Exact, Induction, SmAlphaBeta, Transpositions, induction, sm_alphabeta,
};
use truel_search::maxn::{self, Passes, Pruning};
use truel_search::mcts::{self, Backup, Mcts, Solver, SolverTies};
use truel_search::{
    AlphaBeta, Choice, Indifferent, Limits, MaxN, Offensive, Paranoid, Reduce, Search, Solo, alphabeta, offensive,
};

// Positions near the end.

/// Positions from the ends of random matches, each as early as at most `most` positions are ahead
/// of it. Matches that end while more could still happen are left out. `make` is given the position
/// and how many plies its match still had.
fn ends<G: Game, W: Game>(count: usize, most: u64, make: impl Fn(G, u32) -> W) -> Vec<W> {
    let early = |line: &[G::Joint]| {
        let positions = (1..=line.len().min(12)).rev().map(|back| {
            let mut game = G::default();
            line[..line.len() - back].iter().for_each(|&joint| _ = game.play(joint));
            make(game, back as u32)
        });
        let mut fitting = positions.filter(|game| ahead(&mut game.clone(), most).is_some());
        fitting.next()
    };
    let found = (0..).filter_map(|seed| early(&random_match::<G>(seed)));
    found.take(count).collect()
}

fn random_match<G: Game>(seed: u64) -> Vec<G::Joint> {
    let (mut game, mut rng, mut line) = (G::default(), Rng::new(seed), Vec::new());
    while let Some(joint) = random_joint(&game, &mut rng, &mut Vec::new()) {
        line.push(joint);
        game.play(joint);
    }
    line
}

/// How many positions are ahead, if at most `most`.
fn ahead<G: Game>(game: &mut G, most: u64) -> Option<u64> {
    let mut left = Some(most);
    for_each_joint(game, &mut Vec::new(), |game, _, joint| {
        let Some(room) = left.and_then(|left| left.checked_sub(1)) else {
            left = None;
            return;
        };
        let undo = game.play(joint);
        left = ahead(game, room).map(|below| room - below);
        game.undo(undo);
    });
    left.map(|left| most - left)
}

fn read<G: Game>(text: &str) -> G {
    text.parse().unwrap_or_else(|error| panic!("{error}"))
}

// What they are worth.

/// What everybody gets when each seat takes the first move with the highest score, by trying
/// everything.
fn exhaustive<G: TurnBased>(game: &mut G, score: &impl Fn(Seat, &G::Payoffs) -> (f32, f32)) -> G::Payoffs {
    let seat = match game.phase() {
        Phase::Over(payoffs) => return payoffs,
        Phase::Act(seats) => seats.first(),
    };
    let mut moves = Vec::new();
    game.moves(seat, &mut moves);
    let mut best: Option<G::Payoffs> = None;
    for mv in moves {
        let undo = game.play([mv]);
        let value = exhaustive(game, score);
        game.undo(undo);
        if best.is_none_or(|best| score(seat, &value) > score(seat, &best)) {
            best = Some(value);
        }
    }
    best.expect("who must move has a move")
}

/// Everybody for itself.
fn selfish<P: Payoffs>(seat: Seat, payoffs: &P) -> (f32, f32) {
    (payoffs[seat], 0.0)
}

/// Everybody against `own`.
fn against<P: Payoffs>(own: Seat) -> impl Fn(Seat, &P) -> (f32, f32) {
    move |seat, payoffs| {
        let payoff = payoffs[own];
        (if seat == own { payoff } else { -payoff }, 0.0)
    }
}

/// What `seat` gets when both sides mix their moves well, by a linear program over all of them at
/// every instant.
fn exhaustive_at_once<G: Game>(game: &G, seat: Seat) -> f64 {
    let acting = match game.phase() {
        Phase::Over(payoffs) => return payoffs[seat].into(),
        Phase::Act(acting) => acting,
    };
    let list = |of: Seat| {
        let mut moves = Vec::new();
        game.moves(of, &mut moves);
        moves
    };
    let lists: Vec<_> = acting.iter().map(list).collect();
    let [rows, cols] = &lists[..] else {
        panic!("two seats move at once")
    };
    let sign = if acting.first() == seat { 1.0 } else { -1.0 };
    let matrix = Matrix::from_fn(rows.len(), cols.len(), |row, col| {
        let mut child = game.clone();
        child.play(truel_core::Joint::from_fn(2, |place| [rows[row], cols[col]][place]));
        sign * exhaustive_at_once(&child, seat)
    });
    sign * linear::solve(&matrix).expect("a program of this size is solved").value
}

// What the solvers say.

/// Whether positions with the same key have the same future, so that tables may be used.
#[derive(Clone, Copy, PartialEq)]
enum Keys {
    TellAll,
    LeaveOutTheLength,
}

fn turn<G: Game>(game: &G) -> Seat {
    game.phase().acting().first()
}

/// Searches for the seat to move; all must be proven.
#[track_caller]
fn solve<G: TurnBased>(mut search: impl Search<G>, game: &G, limits: &Limits, what: &str) -> Choice<G> {
    let choice = search.search(game, turn(game), limits);
    assert!(choice.is_proven, "{what}: {game} after {} nodes", choice.nodes);
    choice
}

/// Alpha-beta: plainly pruned, and with everything on where tables are sound.
fn alphabeta_agrees<G: TurnBased>(game: &G, keys: Keys) {
    let own = turn(game);
    let expected = exhaustive(&mut game.clone(), &against(own))[own];
    let mut configs = vec![alphabeta::Config::exact()];
    if keys == Keys::TellAll {
        configs.push(alphabeta::Config::default());
    }
    for config in configs {
        let what = format!("alpha-beta with {} MB", config.table_mb);
        let choice = solve(
            AlphaBeta::with_config(Indifferent, config),
            game,
            &Limits::depth(99),
            &what,
        );
        assert_eq!(choice.value[own], expected, "{what}: {game}");
        let mut after = game.clone();
        after.play([choice.best()]);
        let reached = exhaustive(&mut after, &against(own))[own];
        assert_eq!(reached, expected, "{what}: {} at {game}", choice.best());
    }
}

/// Max^n and offensive search with every pruning: payoffs of all seats, ties included.
fn maxn_agrees<G: TurnBased>(game: &G) {
    let own = turn(game);
    let depth = Limits::depth(99);
    let expected = exhaustive(&mut game.clone(), &selfish);
    for pruning in [Pruning::None, Pruning::Shallow, Pruning::Speculative] {
        let config = maxn::Config::plain().with_pruning(pruning);
        let opinion = Indifferent;
        let choice = solve(MaxN::with_config(opinion, config), game, &depth, "max^n");
        assert_eq!(choice.value, expected, "max^n with {pruning:?}: {game}");
        for leader in Seat::all(G::Payoffs::SEATS).filter(|&seat| seat != own) {
            let lower = |seat: Seat, payoffs: &G::Payoffs| match seat {
                _ if seat == own => (-payoffs[leader], 0.0),
                _ => selfish(seat, payoffs),
            };
            let config = offensive::Config::default().with_leader(leader).with_maxn(config);
            let choice = solve(Offensive::with_config(opinion, config), game, &depth, "offensive");
            let expected = exhaustive(&mut game.clone(), &lower);
            assert_eq!(choice.value, expected, "offensive with {pruning:?}: {game}");
        }
    }
    let ranked = solve(MaxN::new(Indifferent), game, &depth, "max^n by iterations");
    if G::Payoffs::SEATS == 2 {
        // With more seats a tie that another order breaks another way is worth something else.
        assert_eq!(ranked.value, expected, "max^n by iterations: {game}");
    }
}

/// Monte Carlo tree search with a solver: everybody against the searcher, and everybody for itself,
/// ties against it.
fn mcts_agrees<G: TurnBased>(game: &G) {
    let own = turn(game);
    let search = |backup| {
        let config = mcts::Config::default()
            .with_backup(backup)
            .with_solver(Solver::On(SolverTies::Paranoid));
        let what = format!("MCTS with {backup:?}");
        solve(
            Mcts::with_config(Indifferent, config),
            game,
            &Limits::nodes(3_000_000),
            &what,
        )
    };
    let paranoid = exhaustive(&mut game.clone(), &against(own))[own];
    assert_eq!(search(Backup::Paranoid).value[own], paranoid, "MCTS: {game}");
    let spiteful = |seat: Seat, payoffs: &G::Payoffs| (payoffs[seat], -payoffs[own]);
    let maxn = search(Backup::MaxN);
    assert_eq!(maxn.value, exhaustive(&mut game.clone(), &spiteful), "MCTS: {game}");
    let mut after = game.clone();
    after.play([maxn.best()]);
    let reached = exhaustive(&mut after, &spiteful)[own];
    assert_eq!(reached, maxn.value[own], "MCTS: {} at {game}", maxn.best());
}

/// The exact searches for two seats at once; with turns they find what a seat can force.
fn joint_searches_agree<G: Game>(game: &G, keys: Keys, expected: impl Fn(Seat) -> f64) {
    let transpositions = match keys {
        Keys::TellAll => Transpositions::ByKey,
        Keys::LeaveOutTheLength => Transpositions::Off,
    };
    let opinion = Indifferent;
    let config = induction::Config::default().with_transpositions(transpositions);
    let sm_config = sm_alphabeta::Config::default().with_transpositions(transpositions);
    let sm = |bounds| SmAlphaBeta::with_config(opinion, sm_config.with_bounds(bounds));
    let methods: [(&str, Box<dyn Exact<G>>); 4] = [
        ("induction", Box::new(Induction::with_config(opinion, config))),
        ("alpha-beta by payoffs", Box::new(sm(CellBounds::Payoffs))),
        ("alpha-beta in turns", Box::new(sm(CellBounds::Serialised))),
        ("double oracle", Box::new(DoubleOracle::with_config(opinion, config))),
    ];
    for seat in game.phase().acting().iter() {
        let expected = expected(seat);
        for (what, method) in &methods {
            let value = method.value(game, seat);
            assert!(
                (value - expected).abs() < 1e-6,
                "{what}: {value}, not {expected}: {game}"
            );
        }
    }
}

/// All solvers of turns on all positions, of which some must be decided: draws alone would prove
/// little.
fn solvers_agree<G: TurnBased>(games: &[G], keys: Keys) {
    for game in games {
        alphabeta_agrees(game, keys);
        maxn_agrees(game);
        mcts_agrees(game);
        joint_searches_agree(game, keys, |seat| {
            exhaustive(&mut game.clone(), &against(seat))[seat].into()
        });
    }
    let decided = games
        .iter()
        .filter(|game| exhaustive(&mut (*game).clone(), &selfish) != G::Payoffs::all(G::INFO.draw));
    assert!(decided.count() > 0, "{}: nothing but draws", G::INFO.id);
}

fn solvers_at_once_agree<G: Game>(games: &[G], keys: Keys) {
    let mut values = Vec::new();
    for game in games {
        joint_searches_agree(game, keys, |seat| exhaustive_at_once(game, seat));
        values.push(exhaustive_at_once(game, turn(game)));
    }
    values.dedup();
    assert!(values.len() > 1, "{}: all are worth {values:?}", G::INFO.id);
}

// Games of two seats and turns.

#[test]
fn tic_tac_toe() {
    let mut games = ends(10, 60_000, |game: TicTacToe, _| game);
    games.push(read("xo./.x./..o x"));
    solvers_agree(&games, Keys::TellAll);
}

#[test]
fn connect_four() {
    solvers_agree(&ends(8, 60_000, |game: ConnectFour, _| game), Keys::TellAll);
}

#[test]
fn pentago_swap() {
    solvers_agree(&ends(4, 60_000, |game: PentagoSwap, _| game), Keys::TellAll);
}

#[test]
fn avalam() {
    solvers_agree(&ends(8, 60_000, |game: Avalam, _| game), Keys::TellAll);
}

// Three seats.

#[test]
fn threechess() {
    let games = ends(8, 60_000, Capped::<ThreeChess>::new);
    solvers_agree(&games, Keys::LeaveOutTheLength);
}

#[test]
fn chexers() {
    let games = ends(8, 60_000, Capped::<Chexers>::new);
    solvers_agree(&games, Keys::LeaveOutTheLength);
}

/// Max^n to which passes are free.
fn two() -> MaxN<Indifferent> {
    MaxN::with_config(Indifferent, maxn::Config::default().with_passes(Passes::Free))
}

/// Only Red has pieces; nobody moves after ply 768.
#[test]
fn chexers_with_one_seat_left() {
    let expect = |text: &str, plies: u32| {
        let game: Chexers = read(&text.replace("PLY", &plies.to_string()));
        let expected = exhaustive(&mut game.clone(), &selfish);
        let reduce = Reduce::new(Solo::default(), two());
        let choice = solve(reduce, &game, &Limits::depth(99), "reduced");
        assert_eq!(choice.value, expected, "{game}");
        expected[RED]
    };
    let alone = "4/5/5R/7/6/5/RR2 R 3,3,3 PLY -";
    assert_eq!([764, 765, 766, 767].map(|ply| expect(alone, ply)), [1.0, 1.0, 1.0, 0.5]);
    let far = "4/5/6/R5R/6/5/R3 R 3,3,3 PLY -";
    assert_eq!([762, 765].map(|ply| expect(far, ply)), [1.0, 1.0]);
    let two_exits = "4/2RR1/6/3R3/6/5/R3 R 2,3,3 PLY -";
    assert_eq!([761, 764].map(|ply| expect(two_exits, ply)), [0.5, 0.5]);
}

/// Blue is out; passes are free to those who reduce.
#[test]
fn chexers_with_two_seats_left() {
    let texts = [
        "4/1RG2/2RG2/7/1G4/R2R1/1R2 R 1,1,2 763 -",
        "3R/1G3/G2RR1/7/6/5/1G2 R 3,1,2 763 -",
        "2R1/G4/GG1R2/7/6/R4/4 G 2,3,1 764 -",
    ];
    let games = texts.map(read::<Chexers>);
    for game in &games {
        let expected = exhaustive(&mut game.clone(), &selfish);
        let mut reduce = Reduce::new(Paranoid::new(Indifferent), two());
        reduce.two.config.order = truel_search::maxn::MoveOrder::Listed;
        let choice = solve(reduce, game, &Limits::depth(99), "reduced");
        assert_eq!(choice.value, expected, "{game}");
    }
    solvers_agree(&games, Keys::LeaveOutTheLength);
}

// Two seats at once, and in turns.

#[test]
fn goofspiel() {
    solvers_at_once_agree(&ends(8, 5_000, |game: Goofspiel, _| game), Keys::TellAll);
    let in_turns = ends(4, 60_000, |game: Serial<Goofspiel>, _| game);
    solvers_agree(&in_turns, Keys::TellAll);
}

#[test]
fn ropasci() {
    let mut games = ends(6, 5_000, Capped::<RoPaSci>::new);
    let last_turns = [
        "5/6/7/3RP3/4ps3/8/7/6/5 9,9 358 -",
        "5/6/7/8/3RS1rp1/8/7/6/5 9,9 358 -",
        "5/6/7/8/3RS1sp1/8/7/6/5 9,9 359 -",
    ];
    games.extend(last_turns.map(|text| Capped::new(read(text), 9)));
    solvers_at_once_agree(&games, Keys::LeaveOutTheLength);
    let in_turns = ends(16, 10_000, Capped::<Serial<RoPaSci>>::new);
    solvers_agree(&in_turns, Keys::LeaveOutTheLength);
}
