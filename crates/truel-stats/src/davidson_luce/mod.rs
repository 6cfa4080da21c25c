//! Ratings from all results at once, for any number of seats, with ties and seat advantages
//! modelled.
//!
//! Everybody has a strength, and a match hands out its places one after the other. The first place
//! goes to one seat with a chance in proportion to its strength (Luce 1959; Plackett 1975). Or it
//! goes to a set `T` of seats at once, in proportion to `δ · (product of their strengths)^(1/|T|)`.
//! That is Davidson's draw (1970) carried to sets (Firth, Kosmidis and Turner 2019). The next place
//! goes to those left, and so on. A seat multiplies the strength of who sits on it. With two seats
//! this is Bradley and Terry (1952) with Davidson's draws and a first-move advantage; without ties
//! and with more seats it is Plackett-Luce.
//!
//! There is one `δ` for each size of tie among each number of seats that are left. In a game that
//! ends with the first winner the losers always tie; that `δ` then grows until their tie says
//! nothing about strengths, which is right. A kind of tie that was never seen has `δ = 0`, its most
//! likely value.
//!
//! Estimates are the peak of likelihood times a [`Prior`]. The prior answers where results alone
//! cannot: all wins, all draws, one match, groups that never met. Elsewhere results soon outweigh
//! it. Intervals come from the curvature at
//! the peak. Matches count as independent given the strengths.

mod groups;
mod model;
mod newton;

use ndarray::{Array1, Array2, s};
use serde::Serialize;
use thiserror::Error;

use crate::estimate::{Estimate, chance_positive};
use crate::{Entrant, Outcome, elo};
pub(crate) use model::chances;
use model::{Layout, Model, TieKind};
use newton::Peak;

/// What is believed before the first match: everything normal around even, with these standard
/// deviations.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Prior {
    /// Of a strength, in Elo. With the default of 350 one win is worth 221 Elo with an interval of
    /// ±724. A hundred wins of a hundred are worth 881 ±395, and 75 of a hundred 190 instead of
    /// 191.
    pub strength: f64,
    /// Of what a seat is worth, in Elo.
    pub seat: f64,
    /// Of the natural logarithm of a tie factor.
    pub tie: f64,
}

impl Default for Prior {
    fn default() -> Self {
        Prior {
            strength: 350.0,
            seat: 200.0,
            tie: 2.0,
        }
    }
}

/// What stands at 0 Elo, since results only tell differences.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub enum Anchor {
    /// The mean of all entrants.
    #[default]
    Mean,
    /// One of them, whose rating then has no interval.
    Entrant(Entrant),
}

/// How to rate.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct RatingConfig {
    /// What is believed before the first match.
    pub prior: Prior,
    /// What stands at 0.
    pub anchor: Anchor,
}

/// Why there are no ratings.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
pub enum RatingError {
    /// Nothing was played.
    #[error("no match was played, so there is nothing to rate")]
    NoMatches,
    /// The entrant at 0 did not play.
    #[error("entrant {} is to stand at 0 Elo and played no match", .0.0)]
    AnchorDidNotPlay(Entrant),
}

/// One entrant's rating.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Rating {
    /// Whose it is.
    pub entrant: Entrant,
    /// Its strength against the anchor.
    pub elo: Estimate,
    /// The matches it sat in.
    pub matches: usize,
    /// The group of entrants that it is joined to by matches; see [`Link`].
    pub group: usize,
}

/// What a seat is worth against the mean of its table.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct SeatAdvantage {
    /// How many seats the table has.
    pub table: usize,
    /// Which one it is, counted from 0.
    pub seat: usize,
    /// What it adds to a strength.
    pub elo: Estimate,
}

/// How readily a place is shared.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct TieRate {
    /// How many seats the table has.
    pub table: usize,
    /// How many were still without a place.
    pub among: usize,
    /// How many share it.
    pub tied: usize,
    /// The factor `δ`.
    pub factor: f64,
    /// How often that happens among equals on equal seats.
    pub among_equals: f64,
}

/// What a comparison of two entrants rests on.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Link {
    /// Matches join them, directly or through others.
    Matches,
    /// No match does: only the prior says anything.
    PriorOnly,
}

/// Two entrants compared.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct RatedPair {
    /// By how much the first is stronger.
    pub elo: Estimate,
    /// How likely it is that the first is the stronger one.
    pub superiority: f64,
    /// What that rests on.
    pub link: Link,
}

/// Everybody's ratings.
#[derive(Clone, Debug, Serialize)]
pub struct Ratings {
    /// One for each entrant that played, the strongest first.
    pub entrants: Vec<Rating>,
    /// One for each seat of each size of table.
    pub seats: Vec<SeatAdvantage>,
    /// One for each kind of tie that was seen.
    pub ties: Vec<TieRate>,
    /// How many groups of entrants no match joins; 1 when all can be compared.
    pub groups: usize,
    #[serde(skip)]
    fit: Fit,
}

/// What pairs are compared by.
#[derive(Clone, Debug)]
struct Fit {
    layout: Layout,
    peak: Peak,
    groups: Vec<usize>,
}

/// The ratings that explain these outcomes best.
///
/// ```
/// # use truel_stats::{Entrant, Outcome, davidson_luce};
/// let (ann, bob) = (Entrant(0), Entrant(1));
/// let won = Outcome::new(vec![ann, bob], vec![1.0, 0.0])?;
/// let ratings = davidson_luce::rate(&[won], &Default::default())?;
/// assert_eq!(ratings.entrants[0].entrant, ann);
/// assert!(ratings.compare(ann, bob).unwrap().superiority < 0.9, "one match is little");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn rate(outcomes: &[Outcome], config: &RatingConfig) -> Result<Ratings, RatingError> {
    if outcomes.is_empty() {
        return Err(RatingError::NoMatches);
    }
    let model = Model::of(outcomes);
    let peak = newton::climb(&model, &precision(&model.layout, &config.prior));
    let groups = groups::groups(outcomes, &model.layout);
    let fit = Fit {
        layout: model.layout,
        peak,
        groups,
    };
    Ok(Ratings {
        entrants: fit.entrants(outcomes, config.anchor)?,
        seats: fit.seats(),
        ties: fit.ties(),
        groups: fit.groups.iter().max().expect("somebody played") + 1,
        fit,
    })
}

impl Ratings {
    /// Two of them compared; nothing when one of them did not play.
    pub fn compare(&self, a: Entrant, b: Entrant) -> Option<RatedPair> {
        let (a, b) = (self.fit.layout.entrant(a)?, self.fit.layout.entrant(b)?);
        let mut contrast = self.fit.nothing();
        contrast[a] += 1.0;
        contrast[b] -= 1.0;
        let (value, deviation) = self.fit.along(&contrast);
        Some(RatedPair {
            elo: in_elo(value, deviation),
            superiority: chance_positive(value, deviation),
            link: if self.fit.groups[a] == self.fit.groups[b] {
                Link::Matches
            } else {
                Link::PriorOnly
            },
        })
    }
}

impl Fit {
    fn entrants(&self, outcomes: &[Outcome], anchor: Anchor) -> Result<Vec<Rating>, RatingError> {
        let count = self.layout.entrants.len();
        let mut base = self.nothing();
        match anchor {
            Anchor::Mean => base.slice_mut(s![..count]).fill(1.0 / count as f64),
            Anchor::Entrant(who) => {
                base[self.layout.entrant(who).ok_or(RatingError::AnchorDidNotPlay(who))?] = 1.0;
            }
        }
        let rating = |(place, entrant): (usize, &Entrant)| {
            let mut contrast = -&base;
            contrast[place] += 1.0;
            let (value, deviation) = self.along(&contrast);
            let matches = outcomes
                .iter()
                .filter(|outcome| outcome.entrants().contains(entrant))
                .count();
            Rating {
                entrant: *entrant,
                elo: in_elo(value, deviation),
                matches,
                group: self.groups[place],
            }
        };
        let mut ratings: Vec<Rating> = self.layout.entrants.iter().enumerate().map(rating).collect();
        ratings.sort_by(|a, b| b.elo.value.total_cmp(&a.elo.value));
        Ok(ratings)
    }

    fn seats(&self) -> Vec<SeatAdvantage> {
        let advantage = |(table, seat): (usize, usize)| {
            let mut contrast = self.nothing();
            for other in 0..table {
                contrast[self.layout.seat(table, other)] = -1.0 / table as f64;
            }
            contrast[self.layout.seat(table, seat)] += 1.0;
            let (value, deviation) = self.along(&contrast);
            SeatAdvantage {
                table,
                seat,
                elo: in_elo(value, deviation),
            }
        };
        self.layout.seats.iter().copied().map(advantage).collect()
    }

    fn ties(&self) -> Vec<TieRate> {
        let log_factor = |kind| self.layout.tie(kind).map(|place| self.peak.parameters[place]);
        let rate = |kind: &TieKind| {
            let TieKind { table, among, tied } = *kind;
            let equals = chances(&vec![0.0; among], |tied| log_factor(TieKind { table, among, tied }));
            let share = equals
                .iter()
                .filter(|(set, _)| set.count_ones() as usize == tied)
                .map(|(_, chance)| chance);
            let factor = log_factor(*kind).map_or(0.0, f64::exp);
            TieRate {
                table,
                among,
                tied,
                factor,
                among_equals: share.sum(),
            }
        };
        self.layout.ties.iter().map(rate).collect()
    }

    /// A contrast of no parameters.
    fn nothing(&self) -> Array1<f64> {
        Array1::zeros(self.layout.len())
    }

    /// A weighted sum of parameters, with its standard deviation.
    fn along(&self, contrast: &Array1<f64>) -> (f64, f64) {
        let covariance: &Array2<f64> = &self.peak.covariance;
        (
            contrast.dot(&self.peak.parameters),
            contrast.dot(&covariance.dot(contrast)).max(0.0).sqrt(),
        )
    }
}

fn in_elo(value: f64, deviation: f64) -> Estimate {
    Estimate::normal(value * elo::PER_NAT, deviation * elo::PER_NAT)
}

/// One over the prior variance of each parameter.
fn precision(layout: &Layout, prior: &Prior) -> Array1<f64> {
    let elo = |deviation: f64| (elo::PER_NAT / deviation).powi(2);
    let strengths = layout.entrants.iter().map(|_| elo(prior.strength));
    let seats = layout.seats.iter().map(|_| elo(prior.seat));
    let ties = layout.ties.iter().map(|_| prior.tie.powi(-2));
    strengths.chain(seats).chain(ties).collect()
}
