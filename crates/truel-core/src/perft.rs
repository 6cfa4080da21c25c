//! Counting move sequences, the classic test of a move generator.
//!
//! `perft(d)` is the number of move sequences of exactly `d` plies. A match that ends earlier is
//! not counted. With simultaneous moves a ply is a joint move, so the numbers of moves multiply.

use std::collections::HashMap;

use crate::{Game, Joint, Phase};

/// Calls `visit` with every legal joint move of the position.
///
/// The moves are pushed onto `stack` and removed again at the end. `visit` may use the stack in the
/// same way.
pub fn for_each_joint<G: Game>(
    game: &mut G,
    stack: &mut Vec<G::Move>,
    mut visit: impl FnMut(&mut G, &mut Vec<G::Move>, G::Joint),
) {
    let Phase::Act(seats) = game.phase() else { return };
    let base = stack.len();
    let (mut starts, mut ends) = (G::Joint::places(base), G::Joint::places(base));
    let (starts, ends) = (starts.as_mut(), ends.as_mut());
    for (place, seat) in seats.iter().enumerate() {
        starts[place] = stack.len();
        game.moves(seat, stack);
        ends[place] = stack.len();
    }
    let width = G::Joint::width(|| seats);
    let mut at = G::Joint::places(base);
    let at = at.as_mut();
    at.copy_from_slice(starts);
    // Counts through the lists like an odometer: the last seat's move changes fastest.
    'joints: loop {
        let joint = G::Joint::from_fn(width, |place| stack[at[place]]);
        visit(game, stack, joint);
        for place in (0..width).rev() {
            at[place] += 1;
            if at[place] < ends[place] {
                continue 'joints;
            }
            at[place] = starts[place];
        }
        break;
    }
    stack.truncate(base);
}

/// The number of legal joint moves.
#[inline]
fn joint_count<G: Game>(game: &G, stack: &mut Vec<G::Move>) -> u64 {
    let seats = game.phase().acting();
    if seats.is_empty() {
        return 0;
    }
    seats.iter().map(|seat| game.move_count(seat, stack) as u64).product()
}

/// The number of move sequences of exactly `depth` plies. The last ply is counted without being
/// played.
pub fn perft<G: Game>(game: &mut G, depth: u32, stack: &mut Vec<G::Move>) -> u64 {
    match depth {
        0 => 1,
        1 => joint_count(game, stack),
        _ => {
            let mut count = 0;
            for_each_joint(game, stack, |game, stack, joint| {
                let undo = game.play(joint);
                count += perft(game, depth - 1, stack);
                game.undo(undo);
            });
            count
        }
    }
}

/// [`perft`] split by the first joint move, in the order of the move list.
pub fn divide<G: Game>(game: &mut G, depth: u32) -> Vec<(G::Joint, u64)> {
    let mut rows = Vec::new();
    if depth > 0 {
        for_each_joint(game, &mut Vec::new(), |game, stack, joint| {
            let undo = game.play(joint);
            rows.push((joint, perft(game, depth - 1, stack)));
            game.undo(undo);
        });
    }
    rows
}

/// [`perft`] counted layer by layer: sequences that lead to the same position are counted together.
///
/// This reaches greater depths, as long as the distinct positions fit into memory. The last two
/// plies are counted by [`perft`]. Two positions are the same when their texts are, so repetition
/// counts keep them apart.
pub fn perft_by_layers<G: Game>(start: &G, depth: u32) -> u128 {
    let mut layer = HashMap::from([(identity(start), (start.clone(), 1u128))]);
    let mut stack = Vec::new();
    let walked = depth.min(2);
    for _ in walked..depth {
        let mut next = HashMap::new();
        for (_, (mut game, ways)) in layer.drain() {
            for_each_joint(&mut game, &mut stack, |game, _, joint| {
                let undo = game.play(joint);
                next.entry(identity(game)).or_insert_with(|| (game.clone(), 0)).1 += ways;
                game.undo(undo);
            });
        }
        layer = next;
    }
    layer
        .values_mut()
        .map(|(game, ways)| *ways * u128::from(perft(game, walked, &mut stack)))
        .sum()
}

/// The key and a hash of the position text: 128 bits, so that two positions are not confused.
fn identity<G: Game>(game: &G) -> (u64, u64) {
    use std::hash::{DefaultHasher, Hash, Hasher};
    let mut hasher = DefaultHasher::new();
    game.to_string().hash(&mut hasher);
    (game.key(), hasher.finish())
}
