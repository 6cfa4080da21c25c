//! The root: deeper and deeper, and an answer at any moment.

use truel_core::{Game, Seat};
use truel_games::ThreeChess;
use truel_search::{Bound, Budget, Candidate, Choice, Limits, SharpOpinion};

use super::Wary;
use super::order::Ranked;
use super::tree::{EXTENSIONS, Place, TAKEN, Values, Walk, reductions};
use crate::heuristics::threechess::threats::Threats;

/// Deeper is never looked.
const MOST_PLIES: u32 = 60;

/// A move of the root and what is known of it.
struct Root {
    ranked: Ranked,
    candidate: Candidate<ThreeChess>,
}

/// Searches `game` for `seat`, an iteration for each depth.
pub(super) fn search(
    wary: &mut Wary,
    game: &ThreeChess,
    seat: Seat,
    limits: &Limits,
    on_progress: &mut dyn FnMut(&Choice<ThreeChess>),
) -> Choice<ThreeChess> {
    wary.memory.ready_for(seat);
    wary.experience.fade();
    let mut walk = Walk {
        chances: &wary.chances,
        config: wary.config,
        memory: &mut wary.memory,
        experience: &mut wary.experience,
        searcher: seat,
        budget: Budget::start(limits),
        estimates: 0,
        threats: Threats::default(),
        ranked: Vec::with_capacity(1 << 12),
        listed: Vec::with_capacity(1 << 8),
        reductions: reductions(),
    };
    let mut game = *game;
    let place = Place {
        ply: 0,
        extensions: EXTENSIONS,
        standing: walk.chances.standing(&game),
    };
    let mut roots = start(&mut walk, &game, seat);
    let mut choice = Choice::of(seat, roots[0].ranked.mv, Values::default());
    let last = limits.depth.unwrap_or(MOST_PLIES).clamp(1, MOST_PLIES);
    for depth in 1..=last {
        let is_whole = iterate(&mut walk, &mut game, &place, &mut roots, depth, limits);
        choice.nodes = walk.budget.nodes();
        // Where moves are compared, all their values must come from one depth.
        if !is_whole && depth > 1 && limits.candidates.get() > 1 {
            break;
        }
        answer(&mut choice, &roots);
        if !is_whole {
            break;
        }
        choice.depth = depth;
        choice.is_proven = walk.estimates == 0;
        let is_won = choice.value[seat] >= TAKEN && limits.candidates.get() == 1;
        if choice.is_proven || is_won || roots.len() == 1 {
            break;
        }
        if depth < last {
            on_progress(&choice);
        }
    }
    choice
}

/// The moves by rank, none searched yet.
fn start(walk: &mut Walk<'_>, game: &ThreeChess, seat: Seat) -> Vec<Root> {
    let attacks = walk.threats.notes(game, seat);
    let base = walk.list(game, seat, attacks, 0, None);
    let moves = walk.ranked.drain(base..);
    moves
        .map(|ranked| Root {
            ranked,
            candidate: Candidate::unknown(seat, ranked.mv),
        })
        .collect()
}

/// Searches every move to `depth`, and sorts those that were. Returns whether the budget lasted.
/// What was found before it ended counts, since the best move of the iteration before comes first.
fn iterate(
    walk: &mut Walk<'_>,
    game: &mut ThreeChess,
    place: &Place,
    roots: &mut [Root],
    depth: u32,
    limits: &Limits,
) -> bool {
    let seat = walk.searcher;
    walk.estimates = 0;
    let wanted = limits.candidates.get();
    let mut searched = 0;
    // The values so far, the best first: late moves must be better than the last one wanted.
    let mut values_so_far: Vec<f32> = Vec::with_capacity(roots.len());
    for (number, root) in roots.iter_mut().enumerate() {
        let mv = root.ranked.mv;
        let (nodes, estimates) = (walk.budget.nodes(), walk.estimates);
        let least = values_so_far.get(wanted - 1).copied();
        let reduction = if root.ranked.is_quiet() && least.is_some() && depth > 2 {
            // A ply less than elsewhere: what is left out here is left out of the match.
            walk.reduction(depth, number).saturating_sub(1)
        } else {
            0
        };
        let below = walk.below(game, seat, mv, place);
        let undo = game.play([mv]);
        let mut values = walk.value(game, depth - 1 - reduction, below);
        let is_reduced = reduction > 0 && least.is_some_and(|least| values[seat] <= least);
        if reduction > 0 && !is_reduced {
            values = walk.value(game, depth - 1, below);
        }
        game.undo(undo);
        if walk.budget.is_over() {
            break;
        }
        searched = number + 1;
        let value = values[seat];
        values_so_far.insert(values_so_far.partition_point(|other| *other >= value), value);
        let candidate = &mut root.candidate;
        (candidate.value, candidate.values) = (value, values);
        candidate.visits = walk.budget.nodes() - nodes;
        candidate.is_proven = walk.estimates == estimates;
        candidate.bound = if is_reduced { Bound::AtMost } else { Bound::Exact };
        candidate.line = vec![[mv]];
        if value >= TAKEN && wanted == 1 {
            break;
        }
    }
    // Exact values before bounds of the same size.
    let key = |root: &Root| (root.candidate.value, root.candidate.bound == Bound::Exact);
    roots[..searched].sort_by(|a, b| {
        let ((x, x_exact), (y, y_exact)) = (key(a), key(b));
        y.total_cmp(&x).then(y_exact.cmp(&x_exact))
    });
    !walk.budget.is_over()
}

/// Makes the first move the answer.
fn answer(choice: &mut Choice<ThreeChess>, roots: &[Root]) {
    choice.candidates = roots.iter().map(|root| root.candidate.clone()).collect();
    let best = &mut choice.candidates[0];
    best.weight = 1.0;
    if best.visits > 0 {
        choice.value = best.values;
    }
    choice.line = vec![[best.mv]];
}
