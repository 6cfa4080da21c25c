//! The solver against the rules, and proofs that are right, wrong and damaged.

use truel_core::{Game, Phase, Rng, Seat, Symmetric, random_joint};
use truel_games::PentagoSwap;
use truel_proofs::pentago_swap::board::{Board, Move};
use truel_proofs::pentago_swap::check::{Refused, check};
use truel_proofs::pentago_swap::proof::{self, Proof, Unreadable};
use truel_proofs::pentago_swap::prove::{number, prove};
use truel_proofs::pentago_swap::solver::{Outcome, Solver};
use truel_proofs::pentago_swap::threats;
use truel_proofs::pentago_swap::work::Work;
use truel_search::Stop;

const WHITE: Seat = Seat::new(0);

/// Calls this with every position of some random matches.
fn each_position(seed: u64, matches: u32, mut visit: impl FnMut(&PentagoSwap)) {
    let mut rng = Rng::new(seed);
    for _ in 0..matches {
        let mut game = PentagoSwap::default();
        while let Some(joint) = random_joint(&game, &mut rng, &mut Vec::new()) {
            visit(&game);
            game.play(joint);
        }
    }
}

fn after(game: &PentagoSwap, mv: Move) -> PentagoSwap {
    let mut after = *game;
    after.play([mv.placement()]);
    after
}

fn has_won(game: &PentagoSwap) -> bool {
    matches!(game.phase(), Phase::Over(payoffs) if payoffs[WHITE] == 1.0)
}

fn legal(game: &PentagoSwap) -> Vec<Move> {
    let mut moves = Vec::new();
    game.moves(Seat::new(game.plies() as usize % 2), &mut moves);
    moves.into_iter().map(Move::from).collect()
}

fn wins_at_once(game: &PentagoSwap) -> bool {
    legal(game).into_iter().any(|mv| has_won(&after(game, mv)))
}

/// Whether White wins, by trying everything.
fn is_won(game: &PentagoSwap) -> bool {
    match game.phase() {
        Phase::Over(_) => has_won(game),
        Phase::Act(seats) if seats.contains(WHITE) => legal(game).into_iter().any(|mv| is_won(&after(game, mv))),
        Phase::Act(_) => legal(game).into_iter().all(|mv| is_won(&after(game, mv))),
    }
}

fn whole(answers: Vec<(u64, u8)>, claim: Board) -> Proof {
    Proof::new(vec![number(claim.canonical().0)], answers)
}

fn check_it(proof: &Proof) -> Result<(), Refused> {
    check(proof, 2, &Stop::default(), &|_| {})
}

/// A proof of a win that takes a few quiet moves.
fn example() -> (Board, Proof) {
    let game: PentagoSwap = "3b2/3wwb/6/6/1w2b1/6 w".parse().expect("a position");
    let board = Board::from(&game);
    let answers = prove(board, 0, &Stop::default()).expect("White wins");
    (board, whole(answers, board))
}

#[test]
fn boards_move_as_the_rules_do() {
    each_position(1, 20, |game| {
        let board = Board::from(game);
        for mv in legal(game).into_iter().step_by(7) {
            let next = match game.plies() % 2 {
                0 => board.after_white(mv),
                _ => board.after_black(mv),
            };
            assert_eq!(Board::from(&after(game, mv)), next, "{game} {mv:?}");
        }
        for s in 0..PentagoSwap::SYMMETRIES {
            assert_eq!(Board::from(&game.image(s)), board.image(s));
            assert_eq!(board.image(s).canonical().0, board.canonical().0);
        }
        assert_eq!(proof::key(game).0, number(board.canonical().0));
        assert_eq!(proof::key(game).1, board.canonical().1);
    });
}

/// What is near is found without playing a move, and nothing else.
#[test]
fn threats_are_those_that_playing_finds() {
    let mut near = 0;
    each_position(2, 60, |game| {
        let board = Board::from(game);
        if game.plies() % 2 == 0 {
            assert_eq!(threats::win(board).is_some(), wins_at_once(game), "{game}");
            if let Some(mv) = threats::win(board) {
                assert!(has_won(&after(game, mv)), "{game}");
            }
            return;
        }
        let next: Vec<_> = legal(game).into_iter().map(|mv| (mv, after(game, mv))).collect();
        let ends = |next: &PentagoSwap| matches!(next.phase(), Phase::Over(_)) && !has_won(next) && next.plies() < 36;
        let five = next.iter().any(|(_, next)| ends(next));
        let Some(holding) = threats::replies(board) else {
            assert!(
                next.iter()
                    .any(|(_, next)| matches!(next.phase(), Phase::Over(_)) && !has_won(next)),
                "{game}"
            );
            return;
        };
        assert!(!five, "{game}");
        for (mv, next) in next {
            let holds = !has_won(&next) && !wins_at_once(&next);
            assert_eq!(
                holding[usize::from(mv.pair)] >> mv.cell & 1 == 1,
                holds,
                "{game} {mv:?}"
            );
            near += u32::from(!holds);
        }
    });
    assert!(near > 1000, "{near}");
}

/// Near the end the solver says what trying everything says.
#[test]
fn the_solver_agrees_with_trying_everything() {
    let (mut won, mut not) = (0, 0);
    let mut solver = Solver::new(10, Stop::default());
    each_position(3, 2000, |game| {
        if game.plies() < 32 || game.plies() % 2 == 1 || wins_at_once(game) && won > 20 {
            return;
        }
        solver.forget();
        let found = solver.solve(Board::from(game), u64::MAX);
        assert_eq!(found == Outcome::Won, is_won(game), "{game}");
        assert_ne!(found, Outcome::Unknown);
        *(if found == Outcome::Won { &mut won } else { &mut not }) += 1;
    });
    assert!(won > 20 && not > 3, "{won} won, {not} not");
}

#[test]
fn a_proof_is_checked_and_read_back() {
    let (board, proof) = example();
    assert!(proof.len() > 1, "{}", proof.len());
    assert_eq!(check_it(&proof), Ok(()));
    assert_eq!(Proof::read(&proof.write()).as_ref(), Ok(&proof));
    // The same work gives the same file.
    assert_eq!(example().1.write(), proof.write());
    // Its answer holds for every image.
    let game = proof::position(number(board.canonical().0)).expect("a position");
    for s in 0..PentagoSwap::SYMMETRIES {
        let mv = proof.find(&game.image(s)).expect("an answer");
        let mut next = game.image(s);
        next.play([mv]);
        assert!(threats::replies(Board::from(&next)).is_some());
    }
    assert_eq!(proof.find(&PentagoSwap::default()), None);
}

/// Each answer in turn is replaced by a move that is illegal, or that wins nothing at all.
#[test]
fn a_proof_with_one_answer_changed_is_refused() {
    let (_, proof) = example();
    for changed in 0..proof.len().min(12) {
        let with = |answer: u8| {
            let answers = proof.iter().enumerate();
            let answers = answers.map(|(i, (at, old))| (at, if i == changed { answer } else { old }));
            Proof::new(proof.claims.clone(), answers.collect())
        };
        assert!(matches!(check_it(&with(255)), Err(Refused::Illegal { .. })));
        let game = proof::position(proof.answer(changed).0).expect("a position");
        let refused = legal(&game).into_iter().map(|mv| check_it(&with(mv.number())));
        assert!(
            refused
                .into_iter()
                .any(|found| matches!(found, Err(Refused::Escapes { .. }))),
            "{game}"
        );
    }
    let without = proof.iter().filter(|(at, _)| *at != proof.claims[0]).collect();
    let found = check_it(&Proof::new(proof.claims.clone(), without));
    assert!(matches!(found, Err(Refused::Unanswered(_))), "{found:?}");
    let found = check_it(&Proof::new(vec![u64::MAX], Vec::new()));
    assert_eq!(found, Err(Refused::NoPosition(u64::MAX)));
}

#[test]
fn a_damaged_file_is_refused() {
    let file = example().1.write();
    for end in 0..file.len() {
        assert!(Proof::read(&file[..end]).is_err(), "{end}");
    }
    for bit in 0..8 * file.len() {
        let mut damaged = file.clone();
        damaged[bit / 8] ^= 1 << (bit % 8);
        assert!(Proof::read(&damaged).is_err(), "{bit}");
    }
    assert_eq!(Proof::read(b"{\"game\": 1}"), Err(Unreadable::Foreign));
    let text = |from: &str, to: &str| {
        let end = file.iter().position(|byte| *byte == b'\n').expect("a line");
        let line = String::from_utf8_lossy(&file[..end]).replace(from, to);
        Proof::read(&[line.as_bytes(), &file[end..]].concat())
    };
    assert_eq!(
        text("truel-proof 1", "truel-proof 2"),
        Err(Unreadable::Version("2".to_owned()))
    );
    assert_eq!(
        text("pentago-swap", "pentago"),
        Err(Unreadable::Game("pentago".to_owned()))
    );
}

/// Work that was interrupted, even within a line, goes on and gives the same proof.
#[test]
fn interrupted_work_gives_the_same_proof() {
    let (board, _) = example();
    let answers = prove(board, 0, &Stop::default());
    let lines = [
        Work::first_line(),
        Work::line(3, 0, None),
        Work::line(5, 0, answers.as_ref()),
        Work::line(3, 1, answers.as_ref()),
    ];
    let whole = Work::read(&lines.concat()).expect("work");
    let cut = &lines.concat()[..lines.concat().len() - 3];
    let mut part = Work::read(cut).expect("work");
    assert_eq!(part.open()[part.open().len() - 1], (3, 1));
    part.note(3, 1, answers);
    assert_eq!(part.proof().write(), whole.proof().write());
    assert!(Work::read("").is_err());
    assert!(Work::read(&(Work::first_line() + "1 2 three\n")).is_err());
}

/// A search that is stopped has proved nothing.
#[test]
fn a_stopped_search_knows_nothing() {
    let stop = Stop::default();
    stop.raise();
    assert_eq!(
        Solver::new(4, stop.clone()).solve(Board::default(), u64::MAX),
        Outcome::Unknown
    );
    assert_eq!(prove(Board::default(), 0, &stop), None);
}
