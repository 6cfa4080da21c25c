//! Laws for any game. A new game's test is one call of [`all`] (and [`symmetry`] where it has one).
//!
//! A broken law panics with the game's id or the position text and what is wrong.
//! `truel show <game> --position "..."` shows such a position.

mod constants;
mod results;
mod seats;
#[cfg(test)]
mod tests;

use std::collections::HashSet;

use truel_core::{
    Capped, Game, Joint, Phase, Rng, Seat, Serial, Skip, Symmetric, joint_text, legal_joint, random_joint,
};

use seats::SeatsSeen;

/// How many matches to play, and how long.
#[derive(Clone, Copy, Debug)]
pub struct Effort {
    /// Random matches to play.
    pub matches: u64,
    /// Plies after which a match without a limit of its own is stopped.
    pub plies: u32,
    /// The random seed.
    pub seed: u64,
}

impl Default for Effort {
    fn default() -> Self {
        Effort {
            matches: 40,
            plies: 1500,
            seed: 360,
        }
    }
}

/// Checks all laws for the game itself and for the game inside the wrappers.
///
/// # Panics
/// If a law is broken.
pub fn all<G: Game>(effort: Effort) {
    constants::fit_each_other::<G>();
    constants::fit_each_other::<Serial<G>>();
    each_ply::<G>(effort);
    undo_walks_back_to_the_start::<G>(effort);
    sampling_is_uniform::<G>(effort);
    let few = Effort {
        matches: effort.matches.div_ceil(8),
        ..effort
    };
    each_ply::<Capped<G>>(few);
    each_ply::<Serial<G>>(few);
    undo_walks_back_to_the_start::<Serial<G>>(few);
    capped_matches_end::<G>(few);
    serial_plays_the_same_game::<G>(few);
}

/// Plays random matches and checks each position on the way.
fn each_ply<G: Game>(effort: Effort) {
    let mut most_at_once = 0;
    for index in 0..effort.matches {
        let mut rng = Rng::for_match(effort.seed, index);
        let mut game = G::default();
        let mut ply = 0;
        let mut seen = SeatsSeen::default();
        // Full checks are slow, so long matches are sampled: every ply early on, then every
        // seventh.
        while ply < effort.plies {
            seen.check(&game);
            if ply < 12 || (ply + index as u32).is_multiple_of(7) {
                position(&game);
            }
            let Some(joint) = random_joint(&game, &mut rng, &mut Vec::new()) else {
                break;
            };
            undo_restores(&mut game, joint);
            game.play(joint);
            ply += 1;
            assert!(
                G::INFO.longest.is_none_or(|longest| ply <= longest),
                "{game}: {ply} plies are too many"
            );
        }
        seen.check(&game);
        position(&game);
        text_keeps_the_future(&at::<G>(effort, index, ply / 2), index);
        most_at_once = most_at_once.max(seen.most_at_once());
    }
    seats::fit_the_timing::<G>(most_at_once);
}

/// The position of match `index` after this number of plies.
fn at<G: Game>(effort: Effort, index: u64, plies: u32) -> G {
    let mut rng = Rng::for_match(effort.seed, index);
    let mut game = G::default();
    for _ in 0..plies {
        let joint = random_joint(&game, &mut rng, &mut Vec::new()).expect("the match went on before");
        game.play(joint);
    }
    game
}

/// Checks the laws for one position.
///
/// # Panics
/// If it does not.
pub fn position<G: Game>(game: &G) {
    lists_are_stable_and_distinct(game);
    text_reads_back(game);
    match game.phase() {
        Phase::Act(seats) => {
            assert_eq!(
                seats.len(),
                G::Joint::width(|| seats),
                "{game}: a joint move has a choice for each acting seat"
            );
            assert_eq!(game.reason(), None, "{game}: a match that goes on has no reason to end");
            results::of_breaches(game);
        }
        Phase::Over(payoffs) => {
            assert!(game.reason().is_some(), "{game}: a match that is over has a reason");
            results::of_the_end(game, payoffs);
        }
    }
}

fn lists_are_stable_and_distinct<G: Game>(game: &G) {
    let acting = game.phase().acting();
    for seat in Seat::all(G::INFO.seats.len()) {
        let (mut once, mut twice) = (Vec::new(), Vec::new());
        game.moves(seat, &mut once);
        assert_eq!(
            acting.contains(seat),
            !once.is_empty(),
            "{game}: who acts has moves, and nobody else"
        );
        twice.extend(once.first().copied());
        game.moves(seat, &mut twice);
        let appended = if once.is_empty() { &twice[..] } else { &twice[1..] };
        assert_eq!(once, appended, "{game}: the list is appended, and the same each time");
        let distinct: HashSet<_> = once.iter().collect();
        assert_eq!(distinct.len(), once.len(), "{game}: the list holds a move twice");
        let texts: HashSet<String> = once.iter().map(ToString::to_string).collect();
        assert_eq!(texts.len(), once.len(), "{game}: two moves have one text");
        let mut scratch = twice.clone();
        assert_eq!(
            game.move_count(seat, &mut scratch),
            once.len(),
            "{game}: the count is the list's length"
        );
        assert_eq!(scratch, twice, "{game}: counting leaves the scratch list as it was");
        for mv in once {
            assert_eq!(mv.to_string().parse(), Ok(mv), "{game}: the notation reads back");
        }
    }
}

fn text_reads_back<G: Game>(game: &G) {
    let text = game.to_string();
    let read: G = text
        .parse()
        .unwrap_or_else(|error| panic!("{}: own text is refused: {error}", G::INFO.id));
    assert_same(&read, game, "the text reads back");
    assert!(!text.contains('\n'), "{text}: one line");
}

/// Asserts that two positions have the same text, key, phase and legal moves.
///
/// # Panics
/// If they are not.
pub fn assert_same<G: Game>(a: &G, b: &G, why: &str) {
    assert_eq!(a.to_string(), b.to_string(), "{why}");
    assert_eq!(
        a.key(),
        b.key(),
        "{why}: {b}: the kept key equals one made from scratch"
    );
    assert_eq!(a.phase(), b.phase(), "{why}: {b}");
    assert_eq!(a.reason(), b.reason(), "{why}: {b}");
    for seat in Seat::all(G::INFO.seats.len()) {
        let (mut of_a, mut of_b) = (Vec::new(), Vec::new());
        a.moves(seat, &mut of_a);
        b.moves(seat, &mut of_b);
        assert_eq!(of_a, of_b, "{why}: {b}");
    }
}

fn undo_restores<G: Game>(game: &mut G, joint: G::Joint) {
    let (text, key) = (game.to_string(), game.key());
    let undo = game.play(joint);
    game.undo(undo);
    assert_eq!(
        (game.to_string(), game.key()),
        (text, key),
        "{} taken back",
        joint_text::<G>(&joint)
    );
}

/// A match taken back ply by ply goes through the same positions, and can be played again to the
/// same end.
fn undo_walks_back_to_the_start<G: Game>(effort: Effort) {
    for index in 0..effort.matches.div_ceil(4) {
        let mut rng = Rng::for_match(!effort.seed, index);
        let mut game = G::default();
        let mut played = Vec::new();
        while let Some(joint) = random_joint(&game, &mut rng, &mut Vec::new()) {
            if played.len() as u32 >= effort.plies {
                break;
            }
            let key = game.key();
            played.push((key, joint, game.play(joint)));
        }
        let end = game.to_string();
        let mut line = Vec::new();
        while let Some((key, joint, undo)) = played.pop() {
            game.undo(undo);
            assert_eq!(game.key(), key, "{game}: the key comes back");
            line.push(joint);
        }
        assert_same(&game, &G::default(), "everything taken back");
        for joint in line.into_iter().rev() {
            let read = legal_joint(&game, &joint_text::<G>(&joint)).expect("it was legal before");
            game.play(read);
        }
        assert_eq!(game.to_string(), end, "played again");
    }
}

/// A position that is read from text and the original have the same future, repetitions included.
///
/// # Panics
/// If they have not.
pub fn text_keeps_the_future<G: Game>(game: &G, seed: u64) {
    let mut read: G = game.to_string().parse().expect("own text reads back");
    let mut game = game.clone();
    let mut rng = Rng::new(seed);
    for _ in 0..2000 {
        assert_eq!(game.phase(), read.phase(), "{game}");
        let Some(joint) = random_joint(&game, &mut rng, &mut Vec::new()) else {
            return;
        };
        game.play(joint);
        read.play(joint);
    }
}

/// Sampled moves are uniform over the list: a chi-squared test in positions along a random match.
fn sampling_is_uniform<G: Game>(effort: Effort) {
    let mut rng = Rng::new(effort.seed);
    let mut game = G::default();
    let mut tested = 0;
    for _ in 0..effort.plies.min(400) {
        if rng.below(4) == 0 || tested == 0 {
            for seat in game.phase().acting().iter() {
                assert_uniform(&game, seat, &mut rng);
                tested += 1;
            }
        }
        match random_joint(&game, &mut rng, &mut Vec::new()) {
            Some(joint) => game.play(joint),
            None if tested >= 60 => return,
            None => {
                game = G::default();
                continue;
            }
        };
    }
}

fn assert_uniform<G: Game>(game: &G, seat: Seat, rng: &mut Rng) {
    let mut moves = Vec::new();
    game.moves(seat, &mut moves);
    let draws = 60 * moves.len();
    let mut counts = vec![0u32; moves.len()];
    let mut scratch = moves.clone();
    for _ in 0..draws {
        let drawn = game.random_move(seat, rng, &mut scratch);
        let index = moves.iter().position(|mv| *mv == drawn);
        counts[index.unwrap_or_else(|| panic!("{game}: drew {drawn}, which is not legal"))] += 1;
    }
    assert_eq!(scratch, moves, "{game}: drawing leaves the scratch list as it was");
    let statistic = chi_squared(&counts, draws as f64 / moves.len() as f64);
    let limit = chi_squared_limit(moves.len().saturating_sub(1) as f64);
    assert!(
        statistic <= limit,
        "{game}: {counts:?} is not uniform: {statistic:.1} > {limit:.1}"
    );
}

fn chi_squared(counts: &[u32], expected: f64) -> f64 {
    counts
        .iter()
        .map(|&count| (f64::from(count) - expected).powi(2) / expected)
        .sum()
}

/// The value that chi-squared with this many degrees of freedom exceeds about once in a million
/// times (Wilson and Hilferty's approximation).
fn chi_squared_limit(freedom: f64) -> f64 {
    const DEVIATIONS: f64 = 4.75;
    if freedom == 0.0 {
        return 0.0;
    }
    let share = 2.0 / (9.0 * freedom);
    freedom * (1.0 - share + DEVIATIONS * share.sqrt()).powi(3)
}

fn capped_matches_end<G: Game>(effort: Effort) {
    for cap in [1, 5, 12] {
        let mut game = Capped::new(G::default(), cap);
        let mut rng = Rng::new(effort.seed);
        let mut plies = 0;
        while let Some(joint) = random_joint(&game, &mut rng, &mut Vec::new()) {
            game.play(joint);
            plies += 1;
        }
        assert!(plies <= cap, "{game}: {plies} plies under a cap of {cap}");
        assert_eq!(game.reason() == Some("cap"), !game.inner().phase().is_over(), "{game}");
    }
}

/// Choosing one after the other leads to the same positions as choosing at once.
fn serial_plays_the_same_game<G: Game>(effort: Effort) {
    for index in 0..effort.matches {
        let mut rng = Rng::for_match(effort.seed, index);
        let (mut game, mut serial) = (G::default(), Serial::<G>::default());
        for _ in 0..effort.plies {
            let Some(joint) = random_joint(&game, &mut rng, &mut Vec::new()) else {
                break;
            };
            for &mv in joint.as_ref() {
                serial.play([mv]);
            }
            game.play(joint);
            assert_eq!(serial.inner().key(), game.key(), "{game}");
        }
        assert_eq!(serial.reason(), game.reason(), "{game}");
    }
}

/// A skipped turn leads to a valid position of the next seat that no move leads to, and can be
/// taken back completely.
///
/// # Panics
/// If it does not or is not.
pub fn skipping<G: Skip>(effort: Effort) {
    for index in 0..effort.matches {
        let mut rng = Rng::for_match(effort.seed, index);
        let mut game = G::default();
        for _ in 0..effort.plies {
            let Phase::Act(seats) = game.phase() else { break };
            skip_is_no_move(&game, seats.first());
            skip_is_taken_back(&mut game, seats.first(), &mut rng);
            let joint = random_joint(&game, &mut rng, &mut Vec::new()).expect("the match goes on");
            game.play(joint);
        }
    }
}

/// Skips, plays a few plies from there, and takes everything back.
fn skip_is_taken_back<G: Skip>(game: &mut G, seat: Seat, rng: &mut Rng) {
    let before = game.clone();
    let mut undos = vec![game.skip()];
    if let Phase::Act(next) = game.phase() {
        assert_eq!(
            next.first(),
            seat.next(G::INFO.seats.len()),
            "{before}: the next seat is to move"
        );
    }
    // The text says who moves, and reading it computes the key anew. So the key must be that of the
    // next seat's turn.
    position(game);
    assert_ne!(
        game.key(),
        before.key(),
        "{before}: another seat to move is another position"
    );
    for _ in 0..3 {
        if let Some(joint) = random_joint(game, rng, &mut Vec::new()) {
            undos.push(game.play(joint));
        }
        if !game.phase().is_over() {
            undos.push(game.skip());
        }
    }
    position(game);
    for undo in undos.into_iter().rev() {
        game.undo(undo);
    }
    assert_same(game, &before, "skips taken back");
}

/// No move has the same effect as a skip, except a pass that is the only move.
fn skip_is_no_move<G: Skip>(game: &G, seat: Seat) {
    let mut skipped = game.clone();
    skipped.skip();
    let mut moves = Vec::new();
    game.moves(seat, &mut moves);
    for &mv in moves.iter().filter(|_| moves.len() > 1) {
        let mut played = game.clone();
        played.play([mv]);
        assert_ne!(played.key(), skipped.key(), "{game}: {mv} skips the turn");
    }
}

/// Turning the board and playing is playing and turning the board, for every symmetry.
///
/// # Panics
/// If it is not.
pub fn symmetry<G: Symmetric>(effort: Effort) {
    assert!(G::SYMMETRIES > 1, "{}: the identity alone is no symmetry", G::INFO.id);
    for s in 0..G::SYMMETRIES {
        let mut game = G::default();
        let mut image = game.image(s);
        let mut rng = Rng::for_match(effort.seed, s as u64);
        for _ in 0..effort.plies.min(300) {
            image_agrees(&game, &image, s);
            let Some(joint) = random_joint(&game, &mut rng, &mut Vec::new()) else {
                break;
            };
            image.play(image_joint::<G>(&game, joint, s));
            game.play(joint);
        }
        image_agrees(&game, &image, s);
    }
}

fn image_agrees<G: Symmetric>(game: &G, image: &G, s: usize) {
    if s == 0 {
        assert_eq!(game.key(), game.image(0).key(), "{game}: symmetry 0 is the identity");
    }
    assert_eq!(
        game.image(s).key(),
        image.key(),
        "{game}: image {s} commutes with play ({image})"
    );
    let mapped = match game.phase() {
        Phase::Act(seats) => Phase::Act(seats.iter().map(|seat| G::image_seat(seat, s)).collect()),
        Phase::Over(payoffs) => {
            let mut image_payoffs = payoffs;
            for seat in Seat::all(G::INFO.seats.len()) {
                image_payoffs[G::image_seat(seat, s)] = payoffs[seat];
            }
            Phase::Over(image_payoffs)
        }
    };
    assert_eq!(mapped, image.phase(), "{game}: the phase of image {s}");
    text_reads_back(&game.image(s));
    for seat in Seat::all(G::INFO.seats.len()) {
        let (mut moves, mut there) = (Vec::new(), Vec::new());
        game.moves(seat, &mut moves);
        image.moves(G::image_seat(seat, s), &mut there);
        let mapped: HashSet<G::Move> = moves.into_iter().map(|mv| G::image_move(mv, s)).collect();
        assert_eq!(mapped, there.into_iter().collect(), "{game}: the moves of image {s}");
    }
}

/// The joint move in the image: the moves of the renamed seats, in seat order again.
fn image_joint<G: Symmetric>(game: &G, joint: G::Joint, s: usize) -> G::Joint {
    let acting = game.phase().acting();
    let mut moves: Vec<(Seat, G::Move)> = acting
        .iter()
        .zip(joint.as_ref())
        .map(|(seat, &mv)| (G::image_seat(seat, s), G::image_move(mv, s)))
        .collect();
    moves.sort_by_key(|(seat, _)| *seat);
    G::Joint::from_fn(moves.len(), |place| moves[place].1)
}
