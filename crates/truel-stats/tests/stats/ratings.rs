use truel_core::Rng;
use truel_stats::davidson_luce::{Anchor, Link, Prior, RatingConfig, RatingError, Ratings, rate};
use truel_stats::simulate::Truth;
use truel_stats::{Entrant, Outcome};

use super::{A, B, C, assert_close, outcome, times};

/// 400 · log10(2): strengths of two to one.
const TWICE: f64 = 120.411_998_3;

/// A prior that says nothing, and one that also says that seats are worth nothing.
const FLAT: Prior = Prior {
    strength: 1e5,
    seat: 1e5,
    tie: 1e3,
};
const SEATLESS: Prior = Prior { seat: 1e-3, ..FLAT };

fn rated(outcomes: &[Outcome], prior: Prior) -> Ratings {
    rate(
        outcomes,
        &RatingConfig {
            prior,
            ..RatingConfig::default()
        },
    )
    .unwrap()
}

fn elo(ratings: &Ratings, entrant: Entrant) -> f64 {
    ratings
        .entrants
        .iter()
        .find(|rating| rating.entrant == entrant)
        .unwrap()
        .elo
        .value
}

/// Three wins to one: odds of 3, and the information 4 · ¾ · ¼ makes a standard deviation of 1.1547
/// nats.
#[test]
fn three_to_one_is_the_closed_form_of_bradley_and_terry() {
    let outcomes = [times(3, [A, B], [1.0, 0.0]), times(1, [B, A], [1.0, 0.0])].concat();
    let pair = rated(&outcomes, SEATLESS).compare(A, B).unwrap();
    assert_close(pair.elo.value, 400.0 * 3f64.log10(), 1e-3);
    assert_close(
        pair.elo.high - pair.elo.value,
        1.959_964 * 1.154_700_5 * 173.717_793,
        0.01,
    );
    assert_close(pair.superiority, 0.829_3, 1e-4); // Φ(ln 3 / 1.1547)
}

/// Wins, draws and losses are as α : δ√α : 1, so 4 : 4 : 1 gives α = 4 and δ = 2, and half of the
/// matches of equals drawn.
#[test]
fn draws_are_davidsons() {
    let outcomes = [
        times(4, [A, B], [1.0, 0.0]),
        times(4, [A, B], [0.5, 0.5]),
        times(1, [A, B], [0.0, 1.0]),
    ]
    .concat();
    let ratings = rated(&outcomes, SEATLESS);
    assert_close(ratings.compare(A, B).unwrap().elo.value, 2.0 * TWICE, 1e-3);
    assert_close(ratings.ties[0].factor, 2.0, 1e-4);
    assert_close(ratings.ties[0].among_equals, 0.5, 1e-4);
}

/// A's odds are strength times seat when it begins, 8 : 2, and strength through seat when it does
/// not, 5 : 5; both are 2.
#[test]
fn the_first_move_is_told_from_strength() {
    let outcomes = [
        times(8, [A, B], [1.0, 0.0]),
        times(2, [A, B], [0.0, 1.0]),
        times(5, [B, A], [1.0, 0.0]),
        times(5, [B, A], [0.0, 1.0]),
    ]
    .concat();
    let ratings = rated(&outcomes, FLAT);
    assert_close(ratings.compare(A, B).unwrap().elo.value, TWICE, 0.01);
    assert_close(ratings.seats[0].elo.value, TWICE / 2.0, 0.01);
    assert_close(ratings.seats[1].elo.value, -TWICE / 2.0, 0.01);
}

/// With strengths 2 : 1 : 1 the order A B C has the chance 2/4 · 1/2 = 3/12, and so on. When each
/// order is seen exactly that often, these strengths are the most likely ones.
#[test]
fn three_seats_are_plackett_and_luces() {
    let orders = [
        ([A, B, C], 3),
        ([A, C, B], 3),
        ([B, A, C], 2),
        ([B, C, A], 1),
        ([C, A, B], 2),
        ([C, B, A], 1),
    ];
    let outcomes: Vec<Outcome> = orders
        .iter()
        .flat_map(|(order, count)| times(*count, *order, [1.0, 0.5, 0.0]))
        .collect();
    // The seats follow the places here, so they must not explain them.
    let ratings = rated(&outcomes, SEATLESS);
    assert_close(ratings.compare(A, B).unwrap().elo.value, TWICE, 1e-3);
    assert_close(ratings.compare(B, C).unwrap().elo.value, 0.0, 1e-3);
    assert_close(elo(&ratings, A), TWICE * 2.0 / 3.0, 1e-3);
}

/// Strengths 4 : 1 : 1, factor 1 for two of three and 2 for two of two. The first place goes to A,
/// B, C, AB, AC, BC as 4 : 1 : 1 : 2 : 2 : 1. Behind A, the second goes to B, C, BC as 1 : 1 : 2.
/// Behind B it goes to A, C, AC as 4 : 1 : 4. Of 99 matches:
#[test]
fn shared_places_are_davidsons_sets() {
    let seen = [
        ([1.0, 0.5, 0.0], 9),
        ([1.0, 0.0, 0.5], 9),
        ([1.0, 0.0, 0.0], 18),
        ([0.5, 1.0, 0.0], 4),
        ([0.0, 1.0, 0.5], 1),
        ([0.0, 1.0, 0.0], 4),
        ([0.5, 0.0, 1.0], 4),
        ([0.0, 0.5, 1.0], 1),
        ([0.0, 0.0, 1.0], 4),
        ([0.5, 0.5, 0.0], 18),
        ([0.5, 0.0, 0.5], 18),
        ([0.0, 0.5, 0.5], 9),
    ];
    let outcomes: Vec<Outcome> = seen
        .iter()
        .flat_map(|(points, count)| times(*count, [A, B, C], *points))
        .collect();
    let ratings = rated(&outcomes, SEATLESS);
    assert_close(ratings.compare(A, B).unwrap().elo.value, 2.0 * TWICE, 1e-3);
    assert_close(ratings.compare(A, C).unwrap().elo.value, 2.0 * TWICE, 1e-3);
    let factors: Vec<(usize, f64)> = ratings.ties.iter().map(|tie| (tie.among, tie.factor)).collect();
    assert_eq!(factors.iter().map(|(among, _)| *among).collect::<Vec<_>>(), [2, 3]);
    assert_close(factors[0].1, 2.0, 1e-4);
    assert_close(factors[1].1, 1.0, 1e-4);
}

/// Losers who always tie say nothing of each other: the ratings are those of who won.
#[test]
fn a_game_without_a_second_place_is_rated_by_its_winners() {
    let outcomes = [
        times(50, [A, B, C], [1.0, 0.0, 0.0]),
        times(25, [A, B, C], [0.0, 1.0, 0.0]),
        times(25, [A, B, C], [0.0, 0.0, 1.0]),
    ]
    .concat();
    let ratings = rated(
        &outcomes,
        Prior {
            seat: 1e-3,
            ..Prior::default()
        },
    );
    let difference = ratings.compare(A, B).unwrap().elo.value;
    assert!((TWICE * 0.9..TWICE * 1.05).contains(&difference), "{difference}");
    assert!(ratings.ties[0].among_equals > 0.95);
}

#[test]
fn edges_have_answers() {
    let one = rated(&[outcome([A, B], [1.0, 0.0])], Prior::default())
        .compare(A, B)
        .unwrap();
    assert!(
        (100.0..300.0).contains(&one.elo.value) && one.elo.low < -300.0,
        "{one:?}"
    );
    let all = rated(&times(100, [A, B], [1.0, 0.0]), Prior::default())
        .compare(A, B)
        .unwrap();
    assert!(
        (500.0..1000.0).contains(&all.elo.value) && all.elo.low > 100.0,
        "{all:?}"
    );
    let draws = rated(&times(100, [A, B], [0.5, 0.5]), Prior::default());
    assert_close(draws.compare(A, B).unwrap().elo.value, 0.0, 1e-6);
    assert_close(draws.compare(A, B).unwrap().superiority, 0.5, 1e-6);
    assert!(draws.ties[0].factor.is_finite() && draws.ties[0].among_equals > 0.9);
    assert_eq!(rate(&[], &RatingConfig::default()).unwrap_err(), RatingError::NoMatches);
}

#[test]
fn groups_that_never_met_are_flagged() {
    let (d, e) = (Entrant(3), Entrant(4));
    let outcomes = [
        times(9, [A, B], [1.0, 0.0]),
        times(5, [d, e], [1.0, 0.0]),
        times(1, [C, e], [0.5, 0.5]),
    ]
    .concat();
    let ratings = rated(&outcomes, Prior::default());
    assert_eq!(ratings.groups, 2);
    assert_eq!(ratings.compare(C, d).unwrap().link, Link::Matches);
    let across = ratings.compare(A, d).unwrap();
    assert_eq!(across.link, Link::PriorOnly);
    assert!(
        across.elo.high - across.elo.low > 1000.0,
        "nothing is known between groups: {across:?}"
    );
    assert_eq!(ratings.compare(A, Entrant(9)), None);
}

#[test]
fn an_anchor_stands_at_zero_and_differences_stay() {
    let outcomes = [
        times(6, [A, B], [1.0, 0.0]),
        times(4, [B, C], [1.0, 0.0]),
        times(1, [C, A], [1.0, 0.0]),
    ]
    .concat();
    let mean = rated(&outcomes, Prior::default());
    assert_close(mean.entrants.iter().map(|rating| rating.elo.value).sum(), 0.0, 1e-6);
    let config = RatingConfig {
        anchor: Anchor::Entrant(B),
        ..RatingConfig::default()
    };
    let anchored = rate(&outcomes, &config).unwrap();
    let at_zero = anchored.entrants.iter().find(|rating| rating.entrant == B).unwrap().elo;
    assert_eq!((at_zero.value, at_zero.low, at_zero.high), (0.0, 0.0, 0.0));
    assert_close(elo(&anchored, A), elo(&mean, A) - elo(&mean, B), 1e-6);
    let absent = RatingConfig {
        anchor: Anchor::Entrant(Entrant(9)),
        ..RatingConfig::default()
    };
    assert_eq!(
        rate(&outcomes, &absent).unwrap_err().to_string(),
        "entrant 9 is to stand at 0 Elo and played no match"
    );
}

/// How often the intervals of all pairs hold the truth, over simulated round robins of one block
/// per table.
fn coverage(truth: &Truth, tables: &[Vec<Entrant>], rounds: u64) -> f64 {
    let (mut held, mut all) = (0, 0);
    for run in 0..150 {
        let mut rng = Rng::for_match(9, run);
        let blocks = (0..rounds).flat_map(|round| tables.iter().map(move |table| (round, table)));
        let outcomes: Vec<Outcome> = blocks
            .flat_map(|(round, table)| truth.play_block(table, round, &mut rng))
            .collect();
        let ratings = rated(&outcomes, Prior::default());
        for (a, b) in [(0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3)] {
            let pair = ratings.compare(Entrant(a), Entrant(b)).unwrap();
            let difference = truth.strengths[a as usize] - truth.strengths[b as usize];
            held += usize::from(pair.elo.holds(difference));
            all += 1;
        }
    }
    held as f64 / f64::from(all)
}

#[test]
fn intervals_hold_a_simulated_truth_of_two_seats() {
    let truth = Truth {
        strengths: vec![150.0, 40.0, -40.0, -150.0],
        seats: vec![30.0, -30.0],
        ties: vec![0.8],
    };
    let pairs = [[0, 1], [0, 2], [0, 3], [1, 2], [1, 3], [2, 3]].map(|pair| pair.map(Entrant).to_vec());
    let covered = coverage(&truth, &pairs, 10);
    assert!((0.93..0.975).contains(&covered), "{covered}");
}

#[test]
fn intervals_hold_a_simulated_truth_of_three_seats() {
    let truth = Truth {
        strengths: vec![150.0, 40.0, -40.0, -150.0],
        seats: vec![40.0, 0.0, -40.0],
        ties: vec![0.3, 0.3],
    };
    let tables = [[0, 1, 2], [0, 1, 3], [0, 2, 3], [1, 2, 3]].map(|table| table.map(Entrant).to_vec());
    let covered = coverage(&truth, &tables, 4);
    assert!((0.93..0.975).contains(&covered), "{covered}");
}

#[test]
fn ratings_serialise_for_a_report() {
    let ratings = rated(&[outcome([A, B], [1.0, 0.0])], Prior::default());
    let json = serde_json::to_value(&ratings).unwrap();
    assert_eq!(json["entrants"][0]["entrant"], 0);
    assert!(json["entrants"][0]["elo"]["low"].is_number() && json.get("fit").is_none());
}
