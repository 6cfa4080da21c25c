//! Many threads, one table.
//!
//! Lazy SMP: every thread runs the whole search by itself; what one has stored the others find.
//! Helpers look at root moves in another order, and every second one is a ply ahead, so that they
//! differ. Only the first thread is heard; it alone watches the caller's flag, and when it is done
//! it stops the others. Nodes are dealt out evenly, so that all together keep to the limit.

use std::thread;

use truel_core::{Rng, Seat, TurnBased};

use super::tree::{DEEPEST, Parts, Worker};
use super::turns::Turns;
use crate::fold::Fold;
use crate::{AlphaBetaOpinion, Choice, Limits, Stop};

/// Searches with as many threads as the configuration says; with one where there is no table to
/// share.
pub(super) fn search<G: TurnBased, O: AlphaBetaOpinion<G>, F: Fold<G>, T: Turns<G>>(
    game: &G,
    seat: Seat,
    limits: &Limits,
    parts: &Parts<'_, O, F, T>,
    on_progress: &mut dyn FnMut(&Choice<G>),
) -> Choice<G> {
    let Parts { config, table, .. } = parts;
    let nodes = limits.nodes.unwrap_or(u64::MAX);
    let threads = if table.is_on() { config.threads as u64 } else { 1 }.clamp(1, nodes.max(1));
    let share = nodes / threads;
    let dealt = |nodes: u64, stop: &Stop| Limits {
        nodes: limits.nodes.and(Some(nodes)),
        stop: stop.clone(),
        ..limits.clone()
    };
    let depth = limits.depth.unwrap_or(DEEPEST).max(1);
    let enough = Stop::default();
    let (first, helpers) = (
        dealt(nodes - share * (threads - 1), &limits.stop),
        dealt(share, &enough),
    );
    thread::scope(|scope| {
        let helper = |number: u64| {
            let mut worker = Worker::new(game, parts, &helpers);
            let rng = Rng::for_match(config.seed, number);
            worker.deepen(seat, 1 + number as u32 % 2..=DEEPEST, Some(rng), |_, _| {});
            worker.budget.nodes()
        };
        let helpers: Vec<_> = (1..threads).map(|number| scope.spawn(move || helper(number))).collect();
        let mut worker = Worker::new(game, parts, &first);
        let rng = worker.shuffle();
        let progress = worker.deepen(seat, 1..=depth, rng, |worker, progress| {
            on_progress(&worker.choice(progress));
        });
        let mut choice = worker.choice(&progress);
        enough.raise();
        let helped = helpers
            .into_iter()
            .map(|helper| helper.join().expect("a helper does not panic"));
        choice.nodes += helped.sum::<u64>();
        choice
    })
}
