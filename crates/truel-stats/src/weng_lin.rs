//! Ratings that follow match by match, and the match that would tell most: what a ladder runs on.
//!
//! Weng and Lin (2011) keep a normal belief about each entrant and update it after each match, in
//! closed form. The crate `skillratings` does the arithmetic: their Bradley-Terry variant over all
//! pairs, in which a shared place counts half. It forgets what a fit of all results at once would
//! still use: the ladder schedules by it, tables come from [`davidson_luce`](crate::davidson_luce).
//! Seats are not modelled; the ladder plays whole blocks. Cost: the square of the seats for each
//! match.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use skillratings::MultiTeamOutcome;
use skillratings::weng_lin::{WengLinConfig, WengLinRating, weng_lin_multi_team};

use crate::{Entrant, Estimate, Outcome, elo};

/// What is believed about one entrant, on the scale of the paper: 25 in the middle, 25/3 at the
/// start.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub struct Belief {
    /// The mean.
    pub mu: f64,
    /// The standard deviation.
    pub sigma: f64,
}

impl Default for Belief {
    fn default() -> Self {
        let WengLinRating { rating, uncertainty } = WengLinRating::new();
        Belief {
            mu: rating,
            sigma: uncertainty,
        }
    }
}

impl Belief {
    /// The same on the Elo scale, a newcomer at 0.
    pub fn elo(self) -> Estimate {
        // Between two entrants that are known exactly the odds are exp(difference / (√2 β)).
        let scale = elo::PER_NAT / (std::f64::consts::SQRT_2 * WengLinConfig::new().beta);
        Estimate::normal((self.mu - Belief::default().mu) * scale, self.sigma * scale)
    }
}

/// The beliefs about everybody. It serialises whole, so that a ladder can be put away and taken up
/// again.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct Ladder {
    beliefs: BTreeMap<Entrant, Belief>,
}

impl Ladder {
    /// The belief about `entrant`; for an unknown one, that about any newcomer.
    pub fn belief(&self, entrant: Entrant) -> Belief {
        self.beliefs.get(&entrant).copied().unwrap_or_default()
    }

    /// Everybody who played, in the order of their numbers.
    pub fn beliefs(&self) -> impl Iterator<Item = (Entrant, Belief)> {
        self.beliefs.iter().map(|(entrant, belief)| (*entrant, *belief))
    }

    /// Learns from a match. Who holds several seats is ranked once, by its mean points.
    pub fn record(&mut self, outcome: &Outcome) {
        let mut who = outcome.entrants().to_vec();
        who.sort();
        who.dedup();
        let mean = |entrant: &Entrant| {
            let points: Vec<f64> = outcome.points_of(*entrant).collect();
            points.iter().sum::<f64>() / points.len() as f64
        };
        let means: Vec<f64> = who.iter().map(mean).collect();
        // Places differ where points differ by more than rounding.
        let place = |mean: &f64| means.iter().filter(|other| *other - mean > 1e-6).count();
        let places: Vec<usize> = means.iter().map(place).collect();
        for (entrant, belief) in who.iter().zip(self.after(&who, &places)) {
            self.beliefs.insert(*entrant, belief);
        }
    }

    /// How much variance a match of these entrants would take away in all.
    ///
    /// In this model that does not depend on the result, so it is known before. It is large for
    /// entrants of whom little is known and for those who look even, and 0 for a table of one
    /// entrant.
    pub fn information(&self, entrants: &[Entrant]) -> f64 {
        let mut who = entrants.to_vec();
        who.sort();
        who.dedup();
        let after = self.after(&who, &vec![0; who.len()]);
        let lost = |(entrant, after): (&Entrant, Belief)| self.belief(*entrant).sigma.powi(2) - after.sigma.powi(2);
        who.iter().zip(after).map(lost).sum()
    }

    /// The tables with the most to tell come first; equal ones keep their order.
    pub fn by_information(&self, tables: Vec<Vec<Entrant>>) -> Vec<Vec<Entrant>> {
        let mut scored: Vec<_> = tables
            .into_iter()
            .map(|table| (self.information(&table), table))
            .collect();
        scored.sort_by(|(a, _), (b, _)| b.total_cmp(a));
        scored.into_iter().map(|(_, table)| table).collect()
    }

    /// The beliefs after a match of different entrants that ended in these places.
    fn after(&self, who: &[Entrant], places: &[usize]) -> Vec<Belief> {
        let teams: Vec<[WengLinRating; 1]> = who
            .iter()
            .map(|entrant| self.belief(*entrant))
            .map(|belief| {
                [WengLinRating {
                    rating: belief.mu,
                    uncertainty: belief.sigma,
                }]
            })
            .collect();
        let ranked: Vec<(&[WengLinRating], MultiTeamOutcome)> = teams
            .iter()
            .zip(places)
            .map(|(team, place)| (team.as_slice(), MultiTeamOutcome::new(*place)))
            .collect();
        weng_lin_multi_team(&ranked, &WengLinConfig::new())
            .into_iter()
            .map(|team| Belief {
                mu: team[0].rating,
                sigma: team[0].uncertainty,
            })
            .collect()
    }
}
