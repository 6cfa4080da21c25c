//! Matrix games by regret matching, for matrices too large for a simplex.
//!
//! Each side plays every choice in proportion to how much it regrets not having played it. The
//! average of its play comes ever closer to optimal (Hart and Mas-Colell 2000). Here in the form of
//! Tammelin (2014), regret matching⁺: regrets never fall below 0, sides take turns, and later
//! rounds weigh more. A round costs `2 × rows × cols`; the error falls at least with the root of
//! the rounds and in practice faster. It is measured, not assumed: [`Solution::gap`] bounds it.

use super::{Matrix, Solution};

/// When to stop.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Config {
    /// Rounds at most.
    pub rounds: u32,
    /// The gap that is good enough, as a share of the range of the cells.
    pub gap: f64,
}

impl Default for Config {
    fn default() -> Self {
        Config {
            rounds: 20_000,
            gap: 1e-4,
        }
    }
}

/// One side: regrets, the strategy they call for, and the sum of strategies so far.
#[derive(Clone, Default, Debug)]
struct Side {
    regrets: Vec<f64>,
    now: Vec<f64>,
    sums: Vec<f64>,
}

impl Side {
    fn begin(&mut self, choices: usize) {
        let even = 1.0 / choices as f64;
        for (list, first) in [(&mut self.regrets, 0.0), (&mut self.now, even), (&mut self.sums, 0.0)] {
            list.clear();
            list.resize(choices, first);
        }
    }

    /// Learns what each choice would have earned, `sign` times `earned`, and plays on.
    fn learn(&mut self, earned: &[f64], sign: f64, round: f64) {
        let gains = earned.iter().map(|gain| sign * gain);
        let got: f64 = gains.clone().zip(&self.now).map(|(gain, share)| gain * share).sum();
        for (regret, gain) in self.regrets.iter_mut().zip(gains) {
            *regret = (*regret + gain - got).max(0.0);
        }
        let whole: f64 = self.regrets.iter().sum();
        let even = 1.0 / self.now.len() as f64;
        for ((share, regret), sum) in self.now.iter_mut().zip(&self.regrets).zip(&mut self.sums) {
            *share = if whole > 0.0 { regret / whole } else { even };
            *sum += *share * round;
        }
    }

    fn average(&self, out: &mut [f64]) {
        let whole: f64 = self.sums.iter().sum();
        for (share, sum) in out.iter_mut().zip(&self.sums) {
            *share = sum / whole;
        }
    }
}

/// Working memory, kept from one matrix to the next.
#[derive(Clone, Default, Debug)]
pub struct Scratch {
    rows: Side,
    cols: Side,
    earned: Vec<f64>,
    now: Solution,
}

/// Plays rounds until the gap is small enough or the rounds are used up; writes the best averages
/// on the way.
pub fn solve(matrix: &Matrix, config: &Config, scratch: &mut Scratch, best: &mut Solution) {
    let Scratch {
        rows,
        cols,
        earned,
        now,
    } = scratch;
    let (low, high) = matrix.range();
    let enough = config.gap * (high - low);
    rows.begin(matrix.rows());
    cols.begin(matrix.cols());
    best.gap = f64::INFINITY;
    let (last, mut next_look) = (config.rounds.max(1), 16);
    for round in 1..=last {
        matrix.against_columns(&cols.now, earned);
        rows.learn(earned, 1.0, f64::from(round));
        matrix.against_rows(&rows.now, earned);
        cols.learn(earned, -1.0, f64::from(round));
        if round == next_look || round == last {
            next_look += next_look / 4;
            now.clear(matrix.rows(), matrix.cols());
            rows.average(&mut now.rows);
            cols.average(&mut now.cols);
            now.measure(matrix, earned);
            if now.gap < best.gap {
                std::mem::swap(best, now);
            }
            if best.gap <= enough {
                break;
            }
        }
    }
}
