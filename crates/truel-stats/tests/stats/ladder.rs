use truel_core::Rng;
use truel_stats::weng_lin::{Belief, Ladder};
use truel_stats::{Entrant, simulate::Truth};

use super::{A, B, C, assert_close, outcome};

/// Two newcomers: c² = 2 (25/3)² + 2 (25/6)² = 173.6, so the winner gains (25/3)² / c · ½ = 2.635
/// and the variance falls by the share (σ/c)³ / 4 = 0.0632.
#[test]
fn the_first_match_is_worked_out_by_hand() {
    let mut ladder = Ladder::default();
    ladder.record(&outcome([A, B], [1.0, 0.0]));
    assert_close(ladder.belief(A).mu, 27.635, 1e-3);
    assert_close(ladder.belief(B).mu, 22.365, 1e-3);
    assert_close(ladder.belief(A).sigma, 25.0 / 3.0 * (1.0f64 - 0.063_25).sqrt(), 1e-3);
    assert_close(Belief::default().elo().value, 0.0, 1e-12);
    assert!(ladder.belief(A).elo().value > 0.0);
}

#[test]
fn ties_of_equals_move_nobody_and_a_winner_of_three_rises_above_both() {
    let mut ladder = Ladder::default();
    ladder.record(&outcome([A, B, C], [1.0 / 3.0; 3]));
    assert_close(ladder.belief(A).mu, 25.0, 1e-12);
    ladder.record(&outcome([A, B, C], [1.0, 0.0, 0.0]));
    assert!(ladder.belief(A).mu > 25.0 && ladder.belief(B).mu < 25.0);
    assert_close(ladder.belief(B).mu, ladder.belief(C).mu, 1e-12);
}

#[test]
fn who_holds_two_seats_is_ranked_once() {
    let (mut twice, mut once) = (Ladder::default(), Ladder::default());
    twice.record(&outcome([A, A, B], [1.0, 0.0, 0.0]));
    once.record(&outcome([A, B], [1.0, 0.0]));
    assert_eq!(twice, once);
}

#[test]
fn the_match_that_tells_most_is_of_strangers_and_of_equals() {
    let truth = Truth {
        strengths: vec![300.0, 0.0, -300.0],
        seats: vec![0.0; 2],
        ties: vec![],
    };
    let mut ladder = Ladder::default();
    let mut rng = Rng::new(3);
    for _ in 0..40 {
        for pair in [[A, B], [B, C], [A, C]] {
            ladder.record(&truth.play(&pair, &mut rng));
        }
    }
    let [stranger, other] = [Entrant(7), Entrant(8)];
    assert!(ladder.information(&[stranger, other]) > ladder.information(&[stranger, A]));
    assert!(ladder.information(&[stranger, A]) > ladder.information(&[A, B]));
    assert!(
        ladder.information(&[A, B]) > ladder.information(&[A, C]),
        "the result of A against C is known"
    );
    assert_eq!(ladder.information(&[A, A]), 0.0);
    let tables = vec![vec![A, C], vec![stranger, B], vec![A, B]];
    assert_eq!(
        ladder.by_information(tables),
        [vec![stranger, B], vec![A, B], vec![A, C]]
    );
}

#[test]
fn what_a_match_tells_is_known_before() {
    let mut ladder = Ladder::default();
    ladder.record(&outcome([A, B, C], [1.0, 0.5, 0.0]));
    let promised = ladder.information(&[A, B, C]);
    let variance = |ladder: &Ladder| ladder.beliefs().map(|(_, belief)| belief.sigma.powi(2)).sum::<f64>();
    let before = variance(&ladder);
    ladder.record(&outcome([C, B, A], [0.0, 0.5, 1.0]));
    assert_close(before - variance(&ladder), promised, 1e-9);
}

#[test]
fn a_ladder_is_put_away_and_taken_up_again() {
    let mut ladder = Ladder::default();
    ladder.record(&outcome([A, B], [1.0, 0.0]));
    let text = serde_json::to_string(&ladder).unwrap();
    assert_eq!(serde_json::from_str::<Ladder>(&text).unwrap(), ladder);
}
