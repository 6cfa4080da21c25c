//! The most likely distribution of block scores under a hypothesis.
//!
//! Finds the distribution on the scores that explains their frequencies best under a constraint.
//! Either its mean is given, or its mean exceeds ½ by a given number of its own standard
//! deviations. By Lagrange's rule the answer has the form `p = share / (1 + x · slack)`. Here
//! `slack` is the slope of the constraint at each score, and `x` is the one number for which the
//! mean slack is 0. See Van den Bergh, "Comments on normalized Elo" and "A practical introduction
//! to the GSPRT". A mean has a constant slope, and this is the answer. A standard deviation's slope
//! depends on the distribution, so the step is repeated with the answer's own slope until it stays.

/// Each score that counts, ascending, with the share of blocks that had it; all shares are positive
/// and sum to 1.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Shares {
    pub(super) scores: Vec<f64>,
    pub(super) shares: Vec<f64>,
}

/// What a hypothesis says about block scores.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) enum Constraint {
    /// Their mean is this.
    Mean(f64),
    /// Their mean is ½ and so many of their standard deviations.
    Deviations(f64),
}

/// Fixed-point steps are some five where results are not extreme.
const MOST_STEPS: usize = 100;
/// How many deviations are taken at a time.
const STRIDE: f64 = 0.3;
/// A change of a chance that no longer matters.
const CLOSE: f64 = 1e-11;

impl Shares {
    /// The chance of each score under the most likely distribution that keeps to `constraint`.
    pub(super) fn constrained(&self, constraint: Constraint) -> Vec<f64> {
        let deviations = match constraint {
            Constraint::Mean(mean) => return self.tilted(|score| score - mean),
            Constraint::Deviations(deviations) => deviations,
        };
        // Large claims are reached from smaller ones: far from the answer the slope there would
        // lead nowhere.
        let stages = (deviations.abs() / STRIDE).ceil().max(1.0) as usize;
        let even = vec![1.0 / self.scores.len() as f64; self.scores.len()];
        (1..=stages).fold(even, |chances, stage| {
            self.deviating(deviations * stage as f64 / stages as f64, chances)
        })
    }

    /// The most likely distribution whose mean is ½ and so many of its standard deviations, found
    /// from one nearby.
    fn deviating(&self, deviations: f64, mut chances: Vec<f64>) -> Vec<f64> {
        for _ in 0..MOST_STEPS {
            let (mean, deviation) = self.moments(&chances);
            // With t deviations: mean - ½ - t · deviation, whose slope at a score is this, up to a
            // constant that makes it 0 on average.
            let slack = |score: f64| {
                let far = (score - mean) / deviation;
                score - 0.5 - deviations * deviation * (1.0 + far * far) / 2.0
            };
            let next = self.tilted(slack);
            let changes = next.iter().zip(&chances).map(|(a, b)| (a - b).abs());
            let change = changes.fold(0.0, f64::max);
            chances = next;
            if change < CLOSE {
                break;
            }
        }
        chances
    }

    /// Mean and standard deviation of the scores under these chances.
    pub(super) fn moments(&self, chances: &[f64]) -> (f64, f64) {
        let mean: f64 = self
            .scores
            .iter()
            .zip(chances)
            .map(|(score, chance)| score * chance)
            .sum();
        let square = |(score, chance): (&f64, &f64)| (score - mean).powi(2) * chance;
        let variance: f64 = self.scores.iter().zip(chances).map(square).sum();
        (mean, variance.sqrt())
    }

    /// The shares divided by `1 + x · slack`, with the `x` for which the slack is 0 on average.
    fn tilted(&self, slack: impl Fn(f64) -> f64) -> Vec<f64> {
        let slack: Vec<f64> = self.scores.iter().map(|score| slack(*score)).collect();
        let x = multiplier(&self.shares, &slack);
        self.shares
            .iter()
            .zip(&slack)
            .map(|(share, slack)| share / (1.0 + x * slack))
            .collect()
    }
}

/// The `x` with `sum of share · slack / (1 + x · slack) = 0`, where slacks have both signs.
///
/// The sum falls from infinity to minus infinity between the two poles nearest to 0, so there is
/// one root between them. Newton steps find it, and halving the bracket takes over wherever they
/// would leave it or hardly move.
fn multiplier(shares: &[f64], slack: &[f64]) -> f64 {
    let most = slack.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let least = slack.iter().copied().fold(f64::INFINITY, f64::min);
    // Slacks of one sign cannot be 0 on average; staying at the shares is the best there is.
    if least >= 0.0 || most <= 0.0 {
        return 0.0;
    }
    let (mut low, mut high) = (-1.0 / most, -1.0 / least);
    let mut x = 0.0;
    let mut before = high - low;
    for _ in 0..MOST_STEPS {
        let (mut sum, mut slope) = (0.0, 0.0);
        for (share, slack) in shares.iter().zip(slack) {
            let term = slack / (1.0 + x * slack);
            sum += share * term;
            slope -= share * term * term;
        }
        if sum > 0.0 {
            low = x;
        } else {
            high = x;
        }
        let newton = x - sum / slope;
        let is_useful = newton >= low && newton <= high && (newton - x).abs() < 0.5 * before;
        let next = if is_useful { newton } else { f64::midpoint(low, high) };
        before = (next - x).abs();
        x = next;
        if before <= 1e-15 * (high.abs() + low.abs()) {
            break;
        }
    }
    x
}

#[cfg(test)]
mod tests {
    use truel_core::Rng;

    use super::*;

    /// Three wins in four with the mean held at ½: the weights ¾ / (1 + x/2) and ¼ / (1 - x/2) are
    /// both ½ at x = 1.
    #[test]
    fn a_mean_is_held() {
        let shares = Shares {
            scores: vec![0.0, 1.0],
            shares: vec![0.25, 0.75],
        };
        let held = shares.constrained(Constraint::Mean(0.5));
        assert!(held.iter().all(|chance| (chance - 0.5).abs() < 1e-12), "{held:?}");
    }

    /// With three scores a deviation leaves one number free, the chance of the middle one; every
    /// value of it is tried.
    #[test]
    fn no_other_distribution_that_keeps_to_the_constraint_explains_more() {
        for (counts, t) in [
            ([20.0, 30.0, 50.0], 0.1),
            ([5.0, 90.0, 5.0], 0.3),
            ([60.0, 39.0, 1.0], 0.05),
        ] {
            let shares = Shares {
                scores: vec![0.0, 0.5, 1.0],
                shares: counts.map(|count: f64| count / 100.0).to_vec(),
            };
            let explains =
                |chances: &[f64]| -> f64 { shares.shares.iter().zip(chances).map(|(s, p)| s * p.ln()).sum() };
            let found = explains(&shares.constrained(Constraint::Deviations(t)));
            let kept = |middle: f64| {
                let lead = t * ((1.0 - middle) / (1.0 + t * t)).sqrt();
                [(1.0 - middle - lead) / 2.0, middle, (1.0 - middle + lead) / 2.0]
            };
            let tried = (1..10_000)
                .map(|step| kept(f64::from(step) / 10_000.0))
                .filter(|chances| chances[0] > 0.0);
            let best = tried
                .map(|chances| explains(&chances))
                .fold(f64::NEG_INFINITY, f64::max);
            assert!((found - best).abs() < 1e-7, "{counts:?}: found {found}, best {best}");
        }
    }

    fn assert_held(counts: &[f64], scores: &[f64], deviations: f64) {
        let total: f64 = counts.iter().sum();
        let shares = counts.iter().map(|count| count / total).collect();
        let shares = Shares {
            scores: scores.to_vec(),
            shares,
        };
        let chances = shares.constrained(Constraint::Deviations(deviations));
        let (mean, deviation) = shares.moments(&chances);
        let context = format!("{scores:?} seen {counts:?}, {deviations} deviations: {chances:?}");
        assert!(chances.iter().all(|chance| *chance > 0.0), "{context}");
        assert!((chances.iter().sum::<f64>() - 1.0).abs() < 1e-6, "{context}");
        assert!((mean - 0.5 - deviations * deviation).abs() < 1e-6, "{context}");
    }

    #[test]
    fn deviations_are_held_at_the_edges() {
        let tables = [
            [10.0, 20.0, 40.0, 20.0, 10.0],
            [1000.0, 1e-3, 1e-3, 1e-3, 1e-3],
            [1e-3, 1e-3, 1e-3, 1e-3, 1000.0],
            [1e-3, 1e-3, 500.0, 1e-3, 1e-3],
            [1e-3, 7.0, 500.0, 3.0, 1e-3],
            [1.0, 1e-3, 1e-3, 1e-3, 1.0],
        ];
        for deviations in [-2.0, -0.4, -0.02, 0.0, 0.02, 0.4, 2.0] {
            for counts in &tables {
                assert_held(counts, &[0.0, 0.25, 0.5, 0.75, 1.0], deviations);
            }
        }
    }

    #[test]
    fn deviations_are_held_whatever_was_seen() {
        let mut rng = Rng::new(5);
        for _ in 0..2000 {
            let mut scores: Vec<f64> = (0..10).map(|_| f64::from(rng.below(121)) / 120.0).collect();
            scores.extend([0.0, 1.0]);
            scores.sort_by(f64::total_cmp);
            scores.dedup();
            let mut seen = || {
                if rng.below(3) == 0 {
                    f64::from(1 + rng.below(3000))
                } else {
                    1e-3
                }
            };
            let counts: Vec<f64> = scores.iter().map(|_| seen()).collect();
            assert_held(&counts, &scores, f64::from(rng.below(2001)) / 1000.0 - 1.0);
        }
    }
}
