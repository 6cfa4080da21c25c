//! Matrix games by regret matching, for matrices too large for a simplex.
//!
//! Each side plays every choice in proportion to how much it regrets not having played it, and the average of what it plays
//! comes ever closer to optimal (Hart and Mas-Colell 2000). Here in the form of Tammelin (2014), regret matching⁺: regrets
//! never fall below 0, sides take turns, and later rounds weigh more. A round costs `2 × rows × cols`; the error falls at
//! least with the root of the rounds and in practice faster. It is measured, not assumed: [`Solution::gap`] bounds it.

use super::{Matrix, Solution};

/// When to stop.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Settings {
    /// Rounds at most.
    pub rounds: u32,
    /// The gap that is good enough, as a share of the range of the cells.
    pub gap: f64,
}

impl Default for Settings {
    fn default() -> Self {
        Settings {
            rounds: 20_000,
            gap: 1e-4,
        }
    }
}

/// One side: regrets, the strategy they call for, and the sum of strategies so far.
struct Side {
    regrets: Vec<f64>,
    now: Vec<f64>,
    sums: Vec<f64>,
}

impl Side {
    fn new(choices: usize) -> Self {
        Side {
            regrets: vec![0.0; choices],
            now: vec![1.0 / choices as f64; choices],
            sums: vec![0.0; choices],
        }
    }

    /// Learns what each choice would have earned and plays on.
    fn learn(&mut self, earned: &[f64], round: f64) {
        let got: f64 = earned.iter().zip(&self.now).map(|(gain, share)| gain * share).sum();
        for (regret, gain) in self.regrets.iter_mut().zip(earned) {
            *regret = (*regret + gain - got).max(0.0);
        }
        let whole: f64 = self.regrets.iter().sum();
        let even = 1.0 / self.now.len() as f64;
        for ((share, regret), sum) in self.now.iter_mut().zip(&self.regrets).zip(&mut self.sums) {
            *share = if whole > 0.0 { regret / whole } else { even };
            *sum += *share * round;
        }
    }

    fn average(&self) -> Vec<f64> {
        let whole: f64 = self.sums.iter().sum();
        self.sums.iter().map(|sum| sum / whole).collect()
    }
}

/// Plays rounds until the gap is small enough or the rounds are used up.
pub fn solve(matrix: &Matrix, settings: &Settings) -> Solution {
    let (low, high) = matrix.range();
    let enough = settings.gap * (high - low);
    let (mut rows, mut cols) = (Side::new(matrix.rows()), Side::new(matrix.cols()));
    let mut best: Option<Solution> = None;
    let mut next_look = 16;
    for round in 1..=settings.rounds.max(1) {
        rows.learn(&matrix.against_columns(&cols.now), f64::from(round));
        let mut losses = matrix.against_rows(&rows.now);
        losses.iter_mut().for_each(|loss| *loss = -*loss);
        cols.learn(&losses, f64::from(round));
        if round == next_look || round == settings.rounds.max(1) {
            next_look += next_look / 4;
            let now = Solution::of(matrix, rows.average(), cols.average());
            if best.as_ref().is_none_or(|best| now.gap < best.gap) {
                best = Some(now);
            }
            if best.as_ref().is_some_and(|best| best.gap <= enough) {
                break;
            }
        }
    }
    best.expect("the last round is looked at")
}
