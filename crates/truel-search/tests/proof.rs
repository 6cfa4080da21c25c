//! Proof-number search against plain recursion, on endings of every game.

use truel_core::{Draw, Game, Phase, Rng, Seat, Serial, TurnBased, Visit, perft, random_joint};
use truel_games::{ConnectFour, TicTacToe};
use truel_search::Limits;
use truel_search::proof::{Claim, Config, Goal, Outcome, ProofSearch, Verdict, solve};

const GOALS: [Goal; 2] = [Goal::Win, Goal::Draw];

/// Whether the claim holds within `depth` plies, by trying everything.
fn holds<G: TurnBased>(game: &mut G, claim: Claim, depth: u32) -> bool {
    let seat = match game.phase() {
        Phase::Over(payoffs) => return claim.is_met::<G>(payoffs),
        Phase::Act(_) if depth == 0 => return false,
        Phase::Act(seats) => seats.first(),
    };
    let mut moves = Vec::new();
    game.moves(seat, &mut moves);
    let mut child = |mv: G::Move| {
        let undo = game.play([mv]);
        let holds = holds(game, claim, depth - 1);
        game.undo(undo);
        holds
    };
    match seat == claim.seat {
        true => moves.into_iter().any(&mut child),
        false => moves.into_iter().all(&mut child),
    }
}

/// The position some plies before the end of a random match.
fn ending<G: Game>(seed: u64, plies: usize) -> G {
    let (mut rng, mut line) = (Rng::new(seed), Vec::new());
    let mut game = G::default();
    while let Some(joint) = random_joint(&game, &mut rng, &mut Vec::new()) {
        line.push(joint);
        game.play(joint);
    }
    let mut game = G::default();
    for joint in &line[..line.len().saturating_sub(plies)] {
        game.play(*joint);
    }
    game
}

/// The largest depth up to 6 that stays within so many leaves.
fn fitting_depth<G: TurnBased>(game: &G, leaves: u64) -> u32 {
    let mut walked = game.clone();
    let fits = |depth: &u32| perft(&mut walked, *depth, &mut Vec::new()) <= leaves;
    (1..=6).take_while(fits).last().unwrap_or(1)
}

/// A line of a proof is legal, not longer than promised, and ends as claimed.
fn check_line<G: TurnBased>(game: &G, claim: Claim, verdict: Verdict, plies: u32, line: &[G::Move]) {
    let mut game = game.clone();
    for mv in line {
        let mut moves = Vec::new();
        game.moves(game.phase().acting().first(), &mut moves);
        assert!(moves.contains(mv), "{game}: {mv} is legal");
        game.play([*mv]);
    }
    assert!(line.len() as u32 <= plies, "{game}: {} plies of {plies}", line.len());
    if let Phase::Over(payoffs) = game.phase() {
        assert_eq!(claim.is_met::<G>(payoffs), verdict == Verdict::Holds, "{game}");
    } else {
        assert_eq!(verdict, Verdict::Fails, "{game}: what holds is shown to the end");
    }
}

struct Endings<'a>(&'a mut [u32; 2]);

impl Visit for Endings<'_> {
    type Out = ();

    fn visit<G: Draw>(self) {
        let mut search = ProofSearch::with_config(Config::default().with_table_mb(1));
        for seed in 0..24 {
            let game: Serial<G> = ending(seed, 1 + seed as usize % 6);
            let depth = fitting_depth(&game, 3000);
            for seat in Seat::all(G::INFO.seats.len()) {
                for goal in GOALS {
                    let claim = Claim { seat, goal };
                    let expected = holds(&mut game.clone(), claim, depth);
                    let proof = search.prove(&game, claim, &Limits::depth(depth));
                    let verdict = if expected { Verdict::Holds } else { Verdict::Fails };
                    assert_eq!(proof.verdict, verdict, "{game} {claim:?} in {depth}");
                    check_line(&game, claim, verdict, proof.plies, &proof.line);
                    self.0[usize::from(expected)] += 1;
                }
            }
        }
    }
}

#[test]
fn it_agrees_with_trying_everything_in_every_game() {
    let mut seen = [0, 0];
    for info in truel_games::INFOS {
        truel_games::with(info.id, Endings(&mut seen)).expect("a listed game");
    }
    assert!(seen.iter().all(|count| *count > 100), "both answers occur: {seen:?}");
}

#[test]
fn tic_tac_toe_is_drawn_and_a_fork_wins() {
    let mut search = ProofSearch::with_config(Config::default().with_table_mb(16));
    let mut answer = |position: &str| {
        let game: TicTacToe = position.parse().expect("a position");
        let seat = game.phase().acting().first();
        solve(&mut search, &game, seat, &Limits::default(), &mut |_| {})
    };
    let start = answer(&TicTacToe::default().to_string());
    assert_eq!((start.outcome(), start.line.len()), (Some(Outcome::Drawn), 1));
    let fork = answer("x.o/o../x.. x");
    assert_eq!((fork.outcome(), fork.plies), (Some(Outcome::Won), Some(3)));
    let lost = answer("x.x/.o./x.o o");
    assert_eq!((lost.outcome(), lost.plies), (Some(Outcome::Lost), Some(2)));
}

#[test]
fn a_limit_leaves_the_answer_open_and_says_what_is_known() {
    let mut search = ProofSearch::with_config(Config::default().with_table_mb(1));
    let limits = Limits::nodes(2000);
    let answer = solve(&mut search, &ConnectFour::default(), Seat::new(0), &limits, &mut |_| {});
    assert_eq!(answer.outcome(), None);
    assert_eq!((answer.least, answer.most), (Outcome::Lost, Outcome::Won));
    assert!(answer.nodes < 2100 && answer.line.is_empty());
}

#[test]
fn it_gives_the_same_answer_each_time_and_reports() {
    let game: ConnectFour = "7/7/3y3/3r3/2yry2/1ryyrr1 y".parse().expect("a position");
    let ask = |search: &mut ProofSearch| {
        let mut reports = 0;
        let answer = solve(search, &game, Seat::new(0), &Limits::nodes(400_000), &mut |_| {
            reports += 1;
        });
        (answer.nodes, answer.least, answer.most, reports)
    };
    let mut search = ProofSearch::with_config(Config::default().with_table_mb(8));
    let first = ask(&mut search);
    assert!(first.3 > 0);
    assert_eq!(ask(&mut search), first);
}
