use truel_core::Rng;
use truel_stats::simulate::Truth;
use truel_stats::sprt::{BlockScores, Scale, Sprt, SprtConfig, SprtError, Verdict};
use truel_stats::{Entrant, Outcome, blocks, elo};

use super::{A, B, assert_close, outcome};

fn test(elo0: f64, elo1: f64, scale: Scale) -> Sprt {
    Sprt::new(SprtConfig {
        elo0,
        elo1,
        scale,
        ..SprtConfig::default()
    })
    .unwrap()
}

fn pairs(counts: [usize; 5]) -> BlockScores {
    let mut scores = BlockScores::new(2);
    for (count, score) in counts.into_iter().zip([0.0, 0.25, 0.5, 0.75, 1.0]) {
        (0..count).for_each(|_| scores.add(score));
    }
    scores
}

/// Finished tests of Stockfish patches, as fastchess and fishtest report them.
#[test]
fn the_evidence_is_that_of_the_pentanomial_tests_of_others() {
    let llr = |counts, elo0, elo1, scale| test(elo0, elo1, scale).judge(&pairs(counts)).llr;
    assert_close(
        llr([365, 16618, 36229, 16974, 390], 0.0, 2.0, Scale::Normalised),
        2.25,
        0.01,
    );
    assert_close(
        llr([127, 4883, 10712, 5150, 104], -1.75, 0.25, Scale::Normalised),
        3.01,
        0.01,
    );
    assert_close(
        llr([223, 9863, 21279, 10037, 246], 0.5, 2.5, Scale::Logistic),
        -3.07,
        0.01,
    );
    assert_close(
        llr([871, 26175, 55983, 26678, 821], 0.0, 2.0, Scale::Logistic),
        -4.98,
        0.01,
    );
}

/// All won: under H0 half of the pairs would be, under H1 (1 + t)/2 of them with t = 5/347.4 · √2,
/// since a coin has the largest deviation.
#[test]
fn one_sided_input_has_an_answer() {
    let sprt = test(0.0, 5.0, Scale::Normalised);
    let won = sprt.judge(&pairs([0, 0, 0, 0, 104]));
    assert_close(
        won.llr,
        104.0 * (5.0f64 / elo::PER_DEVIATION * 2f64.sqrt()).ln_1p(),
        0.05,
    );
    assert_eq!(sprt.judge(&pairs([0, 0, 0, 0, 300])).verdict, Verdict::AcceptH1);
    assert_eq!(sprt.judge(&pairs([300, 0, 0, 0, 0])).verdict, Verdict::AcceptH0);
    let logistic = test(0.0, 5.0, Scale::Logistic);
    assert_eq!(logistic.judge(&pairs([400, 0, 0, 0, 0])).verdict, Verdict::AcceptH0);
    assert_eq!(logistic.judge(&pairs([0, 0, 0, 0, 400])).verdict, Verdict::AcceptH1);
}

/// Nothing but draws: H0 explains them fully, and H1 only up to a share of t² of wins.
#[test]
fn no_variance_at_all_is_evidence_for_even() {
    let sprt = test(0.0, 20.0, Scale::Normalised);
    let share = (20.0f64 / elo::PER_DEVIATION).powi(2) * 2.0;
    let drawn = sprt.judge(&pairs([0, 0, 300, 0, 0]));
    assert!(drawn.llr < 0.0 && drawn.llr > -3.0 * 300.0 * share, "{}", drawn.llr);
    assert_eq!(sprt.judge(&pairs([0, 0, 20_000, 0, 0])).verdict, Verdict::AcceptH0);
    assert_eq!(sprt.judge(&pairs([0; 5])).llr, 0.0);
    assert_eq!(sprt.judge(&pairs([0, 0, 1, 0, 0])).verdict, Verdict::GoOn);
}

#[test]
fn only_whole_blocks_count() {
    let block = [
        outcome([A, B], [1.0, 0.0]).in_block(1),
        outcome([B, A], [0.5, 0.5]).in_block(1),
    ];
    let half = [outcome([A, B], [1.0, 0.0]).in_block(2)];
    let scores = BlockScores::of(&[block.to_vec(), half.to_vec()].concat(), A, B, 2);
    assert_eq!(scores.iter().collect::<Vec<_>>(), [(0.75, 1)]);
    let report = test(0.0, 5.0, Scale::Normalised).judge(&scores);
    assert_eq!((report.blocks, report.matches, report.mean), (1, 2, Some(0.75)));
}

#[test]
fn a_test_says_what_it_tests_and_refuses_what_makes_no_sense() {
    assert_eq!(
        test(0.0, 5.0, Scale::Normalised).hypotheses("mcts", "random"),
        "H0: mcts is +0 normalised Elo from random (wrongly rejected in 5 % of tests); H1: +5 (wrongly rejected in 5 %)"
    );
    let refused = |elo0, elo1, alpha| {
        Sprt::new(SprtConfig {
            elo0,
            elo1,
            alpha,
            ..SprtConfig::default()
        })
    };
    assert_eq!(
        refused(5.0, 5.0, 0.05),
        Err(SprtError::Hypotheses { elo0: 5.0, elo1: 5.0 })
    );
    assert_eq!(refused(0.0, 5.0, 0.5), Err(SprtError::ErrorRate(0.5)));
}

/// The block scores of two agents, as a bag from which tests draw: what the bag holds is the truth,
/// exactly.
struct Bag {
    scores: Vec<f64>,
    matches: u32,
}

impl Bag {
    /// Filled by simulated blocks of these line-ups.
    fn filled(truth: &Truth, lines: &[&[Entrant]]) -> Self {
        let mut rng = Rng::new(77);
        let mut play = || {
            lines
                .iter()
                .flat_map(|line| truth.play_block(line, 0, &mut rng))
                .collect::<Vec<Outcome>>()
        };
        let matches = play().len() as u32;
        let scores = (0..20_000).map(|_| blocks(&play())[0].duel(A, B).unwrap()).collect();
        Bag { scores, matches }
    }

    fn normalised_elo(&self) -> f64 {
        let count = self.scores.len() as f64;
        let mean = self.scores.iter().sum::<f64>() / count;
        let variance = self.scores.iter().map(|score| (score - mean).powi(2)).sum::<f64>() / count;
        (mean - 0.5) / (variance * f64::from(self.matches)).sqrt() * elo::PER_DEVIATION
    }

    /// The share of tests that accept H1, and their mean length in blocks.
    fn accepted(&self, sprt: &Sprt) -> (f64, f64) {
        let (mut accepted, mut blocks) = (0, 0);
        for run in 0..RUNS {
            let mut rng = Rng::for_match(21, run);
            let mut scores = BlockScores::new(self.matches);
            let verdict = loop {
                scores.add(rng.pick(&self.scores));
                match sprt.judge(&scores).verdict {
                    Verdict::GoOn => {}
                    verdict => break verdict,
                }
            };
            accepted += usize::from(verdict == Verdict::AcceptH1);
            blocks += scores.blocks();
        }
        (accepted as f64 / RUNS as f64, blocks as f64 / RUNS as f64)
    }
}

const RUNS: u64 = 2000;

/// Tests between agents that are exactly as far apart as H0 says, and as H1 says.
fn check_error_rates(even: &Bag, apart: &Bag) {
    let sprt = test(even.normalised_elo(), apart.normalised_elo(), Scale::Normalised);
    let (false_alarms, _) = even.accepted(&sprt);
    let (found, length) = apart.accepted(&sprt);
    // Three standard deviations of a rate of 5 % over 2000 runs are 1.5 %.
    assert!(false_alarms <= 0.065, "type I: {false_alarms}");
    assert!(1.0 - found <= 0.065, "type II: {}", 1.0 - found);
    let forecast = sprt.forecast(sprt.config().elo1, apart.matches, 0.2);
    assert!(
        (length / forecast.blocks - 1.0).abs() < 0.2,
        "{length} blocks, not {}",
        forecast.blocks
    );
}

#[test]
fn error_rates_are_kept_with_two_seats() {
    let bag = |difference| {
        let truth = Truth {
            strengths: vec![difference, 0.0],
            seats: vec![60.0, -60.0],
            ties: vec![1.0],
        };
        Bag::filled(&truth, &[&[A, B]])
    };
    check_error_rates(&bag(0.0), &bag(70.0));
}

#[test]
fn error_rates_are_kept_with_three_seats() {
    let bag = |difference| {
        let truth = Truth {
            strengths: vec![difference, 0.0],
            seats: vec![60.0, 0.0, -60.0],
            ties: vec![0.3, 0.3],
        };
        Bag::filled(&truth, &[&[A, B, B], &[A, A, B]])
    };
    check_error_rates(&bag(0.0), &bag(40.0));
}

#[test]
fn a_forecast_gives_the_error_rates_back() {
    let sprt = test(0.0, 10.0, Scale::Logistic);
    assert_close(sprt.forecast(0.0, 2, 0.25).pass, 0.05, 1e-3);
    assert_close(sprt.forecast(10.0, 2, 0.25).pass, 0.95, 1e-3);
    let middle = elo::difference(f64::midpoint(0.5, elo::points(10.0))).unwrap();
    assert_close(sprt.forecast(middle, 2, 0.25).pass, 0.5, 1e-3);
    assert!(sprt.forecast(middle, 2, 0.25).blocks > sprt.forecast(10.0, 2, 0.25).blocks);
}
