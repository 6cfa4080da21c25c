//! Is A better than B? A test that stops as soon as it knows.
//!
//! Wald's sequential test (1945) adds up evidence for one hypothesis against another and stops at
//! bounds that follow from the error rates one accepts. The distribution of a block's score is
//! unknown, apart from what the hypotheses say. So the generalised test takes, for each hypothesis,
//! the distribution that satisfies it and explains the scores best (Van den Bergh, "A practical
//! introduction to the GSPRT"). For two seats the scores of a block are 0, ¼, ½, ¾, 1 (the
//! pentanomial test). For three they are averages of the [`duel`](crate::Outcome::duel)s of six
//! matches. The arithmetic is the same, exact for any set of scores.
//!
//! Hypotheses are in normalised Elo by default: standard deviations of one match by which the mean
//! exceeds ½. How long a test takes then depends on the hypotheses alone, not on how many draws the
//! game has.
//!
//! A score that was not seen counts as if seen a thousandth of a time, so that likelihoods are
//! never 0: all losses and all draws have an answer.
//!
//! Cost: some microseconds for each verdict, whatever the number of blocks.

mod forecast;
mod likelihood;
mod scores;

use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::elo;
pub use forecast::Forecast;
use likelihood::Constraint;
pub use scores::BlockScores;

/// The unit of the hypotheses.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Scale {
    /// Standard deviations of a match, times [`elo::PER_DEVIATION`].
    #[default]
    Normalised,
    /// The usual Elo, a logistic curve of the mean.
    Logistic,
}

/// What is tested, and how often the test may be wrong.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub struct SprtConfig {
    /// The difference under the hypothesis H0: 0 for "not better".
    pub elo0: f64,
    /// The difference under the hypothesis H1: the least one worth finding.
    pub elo1: f64,
    /// The unit of both.
    pub scale: Scale,
    /// How often H1 is accepted although H0 is true.
    pub alpha: f64,
    /// How often H0 is accepted although H1 is true.
    pub beta: f64,
}

impl Default for SprtConfig {
    fn default() -> Self {
        SprtConfig {
            elo0: 0.0,
            elo1: 10.0,
            scale: Scale::Normalised,
            alpha: 0.05,
            beta: 0.05,
        }
    }
}

/// Why a test makes no sense.
#[derive(Clone, Copy, PartialEq, Debug, Error)]
pub enum SprtError {
    /// H1 must claim more than H0.
    #[error("H1 must claim more than H0, and {elo1} Elo is not more than {elo0}")]
    Hypotheses {
        /// What H0 claims.
        elo0: f64,
        /// What H1 claims.
        elo1: f64,
    },
    /// An error rate is a chance below one half.
    #[error("an error rate is between 0 and 0.5, not {0}")]
    ErrorRate(f64),
}

/// What the test says.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Verdict {
    /// Not better by as much as H1 claims.
    AcceptH0,
    /// Better than H0 claims.
    AcceptH1,
    /// More blocks are needed.
    GoOn,
}

/// How the test stands.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct SprtReport {
    /// What the test says.
    pub verdict: Verdict,
    /// The log-likelihood ratio: how much more likely H1 makes the scores than H0.
    pub llr: f64,
    /// At or below this H0 is accepted.
    pub lower: f64,
    /// At or above this H1 is accepted.
    pub upper: f64,
    /// Complete blocks.
    pub blocks: u64,
    /// The matches in them.
    pub matches: u64,
    /// The mean score, 0 to 1; nothing before the first block.
    pub mean: Option<f64>,
    /// Each score that was seen, with how many blocks had it.
    pub scores: Vec<(f64, u64)>,
}

/// A test whose hypotheses and error rates make sense.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Sprt {
    config: SprtConfig,
}

impl Sprt {
    /// The test of this configuration.
    pub fn new(config: SprtConfig) -> Result<Self, SprtError> {
        let SprtConfig {
            elo0,
            elo1,
            alpha,
            beta,
            ..
        } = config;
        if !(elo0.is_finite() && elo1.is_finite() && elo0 < elo1) {
            return Err(SprtError::Hypotheses { elo0, elo1 });
        }
        match [alpha, beta].into_iter().find(|rate| !(*rate > 0.0 && *rate < 0.5)) {
            Some(rate) => Err(SprtError::ErrorRate(rate)),
            None => Ok(Sprt { config }),
        }
    }

    /// The configuration.
    pub fn config(&self) -> &SprtConfig {
        &self.config
    }

    /// Wald's bounds for the log-likelihood ratio, the lower one first.
    pub fn bounds(&self) -> (f64, f64) {
        let SprtConfig { alpha, beta, .. } = self.config;
        ((beta / (1.0 - alpha)).ln(), ((1.0 - beta) / alpha).ln())
    }

    /// Both hypotheses in words.
    pub fn hypotheses(&self, a: &str, b: &str) -> String {
        let SprtConfig {
            elo0,
            elo1,
            alpha,
            beta,
            scale,
        } = self.config;
        let unit = match scale {
            Scale::Normalised => "normalised Elo",
            Scale::Logistic => "Elo",
        };
        let (alpha, beta) = (100.0 * alpha, 100.0 * beta);
        format!(
            "H0: {a} is {elo0:+} {unit} from {b} (wrongly rejected in {alpha} % of tests); \
             H1: {elo1:+} (wrongly rejected in {beta} %)"
        )
    }

    /// What these scores say.
    pub fn judge(&self, scores: &BlockScores) -> SprtReport {
        let llr = self.llr(scores);
        let (lower, upper) = self.bounds();
        let verdict = match llr {
            llr if llr <= lower => Verdict::AcceptH0,
            llr if llr >= upper => Verdict::AcceptH1,
            _ => Verdict::GoOn,
        };
        SprtReport {
            verdict,
            llr,
            lower,
            upper,
            blocks: scores.blocks(),
            matches: scores.blocks() * u64::from(scores.matches_per_block()),
            mean: scores.mean(),
            scores: scores.iter().collect(),
        }
    }

    /// How much more likely H1 makes the scores than H0, as a logarithm; 0 before the first block.
    fn llr(&self, scores: &BlockScores) -> f64 {
        if scores.blocks() == 0 {
            return 0.0;
        }
        let (shares, total) = scores.shares();
        let chances = |elo| shares.constrained(self.constraint(elo, scores.matches_per_block()));
        let (h0, h1) = (chances(self.config.elo0), chances(self.config.elo1));
        let gain = |((share, h0), h1): ((&f64, &f64), &f64)| share * (h1 / h0).ln();
        total * shares.shares.iter().zip(&h0).zip(&h1).map(gain).sum::<f64>()
    }

    /// What a difference says about blocks of so many matches: their scores deviate less than those
    /// of single matches.
    fn constraint(&self, difference: f64, matches: u32) -> Constraint {
        match self.config.scale {
            Scale::Normalised => Constraint::Deviations(difference / elo::PER_DEVIATION * f64::from(matches).sqrt()),
            Scale::Logistic => Constraint::Mean(elo::points(difference)),
        }
    }
}
