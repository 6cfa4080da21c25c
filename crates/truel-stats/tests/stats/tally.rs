use truel_core::Rng;
use truel_stats::simulate::Truth;
use truel_stats::tally::{Balance, by_seat, head_to_head, tally};
use truel_stats::{Outcome, elo};

use super::{A, B, C, assert_close, outcome, times};

#[test]
fn a_table_counts_wins_draws_losses_and_seats() {
    let pair = |block, first: [f64; 2], second: [f64; 2]| {
        [
            outcome([A, B], first).in_block(block),
            outcome([B, A], second).in_block(block),
        ]
    };
    let outcomes = [pair(1, [1.0, 0.0], [0.5, 0.5]), pair(2, [1.0, 0.0], [1.0, 0.0])].concat();
    let lines = tally(&outcomes);
    let counted = |line: usize| {
        let counts = lines[line].counts;
        (
            counts.matches,
            counts.wins,
            counts.draws,
            counts.losses,
            counts.points.unwrap().value,
        )
    };
    assert_eq!(counted(0), (4, 2, 1, 1, 0.625));
    assert_eq!(counted(1), (4, 1, 1, 2, 0.375));
    assert_eq!(lines[0].balance, Balance::Balanced);
    assert_eq!(
        lines[0].by_seat.iter().map(|seat| seat.wins).collect::<Vec<_>>(),
        [2, 0]
    );
    let seats: Vec<f64> = by_seat(&outcomes)
        .iter()
        .map(|seat| seat.points.unwrap().value)
        .collect();
    assert_eq!(seats, [0.875, 0.125]);
}

#[test]
fn an_unfinished_block_counts_for_what_was_played_and_is_told() {
    let mut outcomes = vec![
        outcome([A, B], [1.0, 0.0]).in_block(1),
        outcome([B, A], [1.0, 0.0]).in_block(1),
    ];
    outcomes.push(outcome([A, B], [1.0, 0.0]).in_block(2));
    let line = &tally(&outcomes)[0];
    assert_eq!(line.balance, Balance::Unbalanced);
    assert_close(line.counts.points.unwrap().value, 2.0 / 3.0, 1e-12);
}

#[test]
fn an_entrant_on_two_seats_is_counted_for_both() {
    let lines = tally(&[outcome([A, A, B], [1.0, 0.0, 0.5])]);
    let counts = lines[0].counts;
    assert_eq!((counts.matches, counts.wins, counts.losses), (2, 1, 1));
    assert_eq!(counts.points.unwrap().value, 0.5);
}

/// Ten wins: the lower end 0.7332 of the mean is worth 400 · log10(0.7332 / 0.2668) = 175.6 Elo.
#[test]
fn who_won_every_match_is_better_by_at_least_so_much() {
    let duel = head_to_head(&times(10, [A, B], [1.0, 0.0]), A, B).unwrap();
    assert_eq!((duel.elo.value, duel.elo.high), (None, None));
    assert_close(duel.elo.low.unwrap(), 175.6, 0.1);
    assert!(duel.superiority > 0.99);
    let other_way = head_to_head(&times(10, [A, B], [1.0, 0.0]), B, A).unwrap();
    assert_close(other_way.elo.high.unwrap(), -175.6, 0.1);
    assert_close(other_way.superiority, 1.0 - duel.superiority, 1e-12);
}

#[test]
fn all_draws_are_even_with_room_on_both_sides() {
    let duel = head_to_head(&times(10, [A, B], [0.5, 0.5]), A, B).unwrap();
    assert_eq!(duel.elo.value, Some(0.0));
    assert_close(duel.superiority, 0.5, 1e-12);
    assert!(duel.elo.low.unwrap() < -50.0 && duel.elo.high.unwrap() > 50.0);
}

#[test]
fn one_match_bounds_nothing_and_no_match_says_nothing() {
    let duel = head_to_head(&[outcome([A, B], [1.0, 0.0])], A, B).unwrap();
    assert_eq!((duel.elo.low, duel.elo.high), (None, None));
    assert!(duel.superiority > 0.5 && duel.superiority < 0.8);
    assert_eq!(head_to_head(&[outcome([A, C], [1.0, 0.0])], A, B), None);
    assert!(tally(&[]).is_empty() && by_seat(&[]).is_empty());
}

/// A block whose first seat always wins has no variance, however many matches that makes: pairs see
/// it, matches do not.
#[test]
fn blocks_take_the_seats_out_of_the_interval() {
    let pair = |block| {
        [
            outcome([A, B], [1.0, 0.0]).in_block(block),
            outcome([B, A], [1.0, 0.0]).in_block(block),
        ]
    };
    let paired: Vec<Outcome> = (0..50).flat_map(pair).collect();
    let single: Vec<Outcome> = paired
        .iter()
        .map(|o| outcome([o.entrants()[0], o.entrants()[1]], [1.0, 0.0]))
        .collect();
    let width = |outcomes: &[Outcome]| {
        let score = head_to_head(outcomes, A, B).unwrap().score;
        score.high - score.low
    };
    assert!(
        width(&paired) < 0.06 && width(&single) > 0.19,
        "{} {}",
        width(&paired),
        width(&single)
    );
}

/// The share of simulated runs of so many blocks whose interval holds the true mean.
fn coverage(truth: &Truth, blocks: u64, mean: f64) -> f64 {
    let table = [A, B, C];
    let table = &table[..truth.seats.len()];
    let holds = |run: &u64| {
        let mut rng = Rng::for_match(4, *run);
        let outcomes: Vec<Outcome> = (0..blocks)
            .flat_map(|block| truth.play_block(table, block, &mut rng))
            .collect();
        tally(&outcomes)[0].counts.points.unwrap().holds(mean)
    };
    (0..1000).filter(holds).count() as f64 / 1000.0
}

#[test]
fn intervals_hold_the_truth_as_often_as_they_say_from_even_to_hopeless() {
    for (difference, blocks) in [(0.0, 3), (0.0, 30), (200.0, 10), (400.0, 10), (400.0, 100), (800.0, 10)] {
        let truth = Truth {
            strengths: vec![difference, 0.0],
            seats: vec![0.0, 0.0],
            ties: vec![],
        };
        let covered = coverage(&truth, blocks, elo::points(difference));
        assert!(covered >= 0.93, "{difference} Elo, {blocks} blocks: {covered}");
    }
    let three = Truth {
        strengths: vec![0.0; 3],
        seats: vec![100.0, 0.0, -100.0],
        ties: vec![0.5, 0.5],
    };
    let covered = coverage(&three, 20, 0.5);
    assert!((0.93..0.99).contains(&covered), "three seats: {covered}");
}
