//! The root: deeper and deeper, and an answer at any moment.

use truel_core::{Seat, TurnBased};

use super::memory::Memory;
use super::tree::{Place, Walk};
use super::{SharpMaxN, SharpOpinion};
use crate::sorting::sort_cold;
use crate::top::Top;
use crate::{Bound, Budget, Candidate, Choice, Limits};

/// Deeper is never looked.
const MOST_PLIES: u32 = 64;

/// Searches `game` for `seat`, an iteration for each depth.
pub(super) fn search<G: TurnBased, O: SharpOpinion<G>>(
    search: &mut SharpMaxN<G, O>,
    game: &G,
    seat: Seat,
    limits: &Limits,
    on_progress: &mut dyn FnMut(&Choice<G>),
) -> Choice<G> {
    let SharpMaxN {
        opinion,
        config,
        memory,
    } = search;
    let old = std::mem::replace(memory, Memory::new(0));
    *memory = old.readied(config.table_mb, seat);
    let mut walk = Walk::new(&*opinion, &*config, memory, seat, Budget::start(limits));
    let mut choice = start(&*opinion, game, seat);
    let last = limits.depth.unwrap_or(MOST_PLIES).clamp(1, MOST_PLIES);
    let mut game = game.clone();
    for depth in 1..=last {
        let is_whole = iterate(&mut walk, &mut game, &mut choice, depth, limits);
        choice.nodes = walk.budget.nodes();
        if !is_whole {
            break;
        }
        choice.depth = depth;
        choice.is_proven = walk.estimates == 0;
        // A match that is won or lost within the depth looked at needs no deeper look.
        if choice.is_proven || choice.candidates.len() == 1 {
            break;
        }
        if depth < last {
            on_progress(&choice);
        }
    }
    choice
}

/// The moves by rank, none searched yet.
fn start<G: TurnBased, O: SharpOpinion<G>>(opinion: &O, game: &G, seat: Seat) -> Choice<G> {
    let mut moves = Vec::new();
    game.moves(seat, &mut moves);
    let mut ranked: Vec<_> = moves.into_iter().map(|mv| (opinion.rank(game, seat, mv), mv)).collect();
    sort_cold(&mut ranked, |a, b| b.0.total_cmp(&a.0));
    let first = ranked.first().expect("a seat that must move has a move").1;
    let mut choice = Choice::of(seat, first, opinion.evaluate(game));
    choice.candidates = ranked.iter().map(|&(_, mv)| Candidate::unknown(seat, mv)).collect();
    choice.candidates[0].weight = 1.0;
    choice.line = vec![[first]];
    choice
}

/// Searches every move to `depth`. Returns whether the budget lasted. What was found before it
/// ended counts, since the best move of the iteration before comes first.
fn iterate<G: TurnBased, O: SharpOpinion<G>>(
    walk: &mut Walk<'_, G, O>,
    game: &mut G,
    choice: &mut Choice<G>,
    depth: u32,
    limits: &Limits,
) -> bool {
    walk.estimates = 0;
    let mut top = Top::new(limits.candidates);
    let place = Place {
        ply: 1,
        extensions: walk.config.extensions,
    };
    let mut is_whole = true;
    for number in 0..choice.candidates.len() {
        let mv = choice.candidates[number].mv;
        let (nodes, estimates) = (walk.budget.nodes(), walk.estimates);
        let is_quiet = walk.opinion.rank(game, choice.seat, mv) <= O::QUIET;
        let wanted = top.least();
        let reduction = if is_quiet && wanted > f32::NEG_INFINITY && depth > 2 {
            // A move less than elsewhere: what is left out here is left out of the match.
            walk.reduction(depth, number).saturating_sub(1)
        } else {
            0
        };
        let undo = game.play([mv]);
        let mut value = walk.value(game, depth - 1 - reduction, place);
        let is_reduced = reduction > 0 && value[choice.seat] <= wanted;
        if reduction > 0 && !is_reduced {
            value = walk.value(game, depth - 1, place);
        }
        game.undo(undo);
        if walk.budget.is_over() {
            is_whole = false;
            break;
        }
        top.add(value[choice.seat]);
        let candidate = &mut choice.candidates[number];
        (candidate.value, candidate.values) = (value[choice.seat], value);
        candidate.visits = walk.budget.nodes() - nodes;
        candidate.is_proven = walk.estimates == estimates;
        candidate.bound = if is_reduced { Bound::AtMost } else { Bound::Exact };
        candidate.line = vec![[mv]];
        if value[choice.seat] >= G::INFO.bounds.high && limits.candidates.get() == 1 {
            // Nothing can be better.
            finish(choice, number + 1);
            return true;
        }
        if !is_reduced && number > 0 || number + 1 == choice.candidates.len() {
            finish(choice, number + 1);
        }
    }
    is_whole
}

/// Sorts the first `searched` candidates, and makes the best of them the answer.
fn finish<G: TurnBased>(choice: &mut Choice<G>, searched: usize) {
    // Order: larger first, exact before bounds of the same size.
    let key = |candidate: &Candidate<G>| (candidate.value, candidate.bound == Bound::Exact);
    sort_cold(&mut choice.candidates[..searched], |a, b| {
        let ((x, x_exact), (y, y_exact)) = (key(a), key(b));
        y.total_cmp(&x).then(y_exact.cmp(&x_exact))
    });
    choice
        .candidates
        .iter_mut()
        .for_each(|candidate| candidate.weight = 0.0);
    let best = &mut choice.candidates[0];
    best.weight = 1.0;
    choice.value = best.values;
    choice.line.clone_from(&best.line);
}
