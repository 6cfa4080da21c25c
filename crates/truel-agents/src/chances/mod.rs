//! Values as chances: what an agent's value says about the result of the match.
//!
//! Agents value positions on scales of their own: expected payoffs, chess points, towers. A
//! [`Calibration`] turns such values into one probability distribution over the [outcomes](Outcome)
//! of the match, so the chances of all seats agree with each other, bars add up and agents can be
//! compared. Its [`Model`] is fitted on finished matches (`truel calibrate`, `docs/statistics.md`);
//! a game's listing brings the fitted numbers along. An agent or a game without data gets a mapping
//! that needs none.
//!
//! Cost: a few exponentials for each value, after the search. Nothing of it runs inside one.

mod data;
mod model;
mod outcome;
mod reader;

pub use data::{DataError, Fitted, GameData, Quality, SeenOutcome};
pub use model::{FEATURES, Judged, Link, Model, SLOPES, features, softmax};
pub use outcome::{Outcome, usual_outcomes};
pub(crate) use reader::Reader;

use serde::Serialize;
use truel_core::{AnyGame, Bounds};

use crate::{Roster, Scale, Spec};

/// What one seat may expect of the match.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct SeatChances {
    /// The chance to get all points.
    pub win: f32,
    /// The chance of anything between a win and a loss.
    pub draw: f32,
    /// The chance to get no points.
    pub lose: f32,
    /// The expected points, 0 to 1, as the game counts them.
    pub points: f32,
}

/// A probability for each outcome of a match.
#[derive(Clone, PartialEq, Debug)]
pub struct Chances<'a> {
    outcomes: &'a [Outcome],
    weights: Vec<f64>,
}

impl Chances<'_> {
    /// The probability of each outcome, in the order of the calibration's outcomes.
    pub fn weights(&self) -> &[f64] {
        &self.weights
    }

    /// What each seat may expect.
    pub fn seats(&self) -> Vec<SeatChances> {
        let seats = self.outcomes.first().map_or(0, |outcome| outcome.points.len());
        (0..seats).map(|seat| self.seat(seat)).collect()
    }

    fn seat(&self, seat: usize) -> SeatChances {
        let (mut win, mut lose, mut points) = (0.0, 0.0, 0.0);
        for (outcome, weight) in self.outcomes.iter().zip(&self.weights) {
            points += weight * f64::from(outcome.points[seat]);
            if outcome.is_win(seat) {
                win += weight;
            } else if outcome.is_loss(seat) {
                lose += weight;
            }
        }
        let (win, lose) = (win.min(1.0) as f32, lose.min(1.0) as f32);
        SeatChances {
            win,
            draw: (1.0 - win - lose).max(0.0),
            lose,
            points: points.clamp(0.0, 1.0) as f32,
        }
    }

    /// The expected payoff of each seat.
    pub fn payoffs(&self) -> Vec<f32> {
        let seats = self.outcomes.first().map_or(0, |outcome| outcome.payoffs.len());
        let expected = |seat: usize| {
            let pairs = self.outcomes.iter().zip(&self.weights);
            pairs
                .map(|(outcome, weight)| weight * f64::from(outcome.payoffs[seat]))
                .sum::<f64>() as f32
        };
        (0..seats).map(expected).collect()
    }
}

/// How one agent's values in one game become chances.
#[derive(Clone, PartialEq, Debug)]
pub struct Calibration {
    outcomes: Vec<Outcome>,
    bounds: Bounds,
    fitted: Option<Model>,
}

impl Calibration {
    /// A mapping that needs no data. Payoffs are taken at their word: the own seat's expected
    /// payoff is its value. Values on another scale say who is ahead, and by how much only roughly.
    pub fn usual(table: &dyn AnyGame) -> Self {
        Calibration {
            outcomes: usual_outcomes(table),
            bounds: table.info().bounds,
            fitted: None,
        }
    }

    /// A mapping with these outcomes and this model, for a game whose payoffs have these bounds.
    pub fn with(outcomes: Vec<Outcome>, bounds: Bounds, model: Model) -> Self {
        Calibration {
            outcomes,
            bounds,
            fitted: Some(model),
        }
    }

    /// Whether the numbers come from finished matches.
    pub fn is_fitted(&self) -> bool {
        self.fitted.is_some()
    }

    /// The scale of the values that it reads best.
    pub fn scale(&self) -> Scale {
        self.fitted.as_ref().map_or(Scale::Payoffs, |model| model.link.scale())
    }

    /// The outcomes that have a probability.
    pub fn outcomes(&self) -> &[Outcome] {
        &self.outcomes
    }

    /// What `judged` says about the match.
    pub fn chances(&self, judged: &Judged<'_>) -> Chances<'_> {
        let mut scores = self.scores(judged);
        let own = judged.values.get(judged.seat.index()).copied();
        if let (Scale::Payoffs, Some(own)) = (judged.scale, own.filter(|own| own.is_finite())) {
            let certain = self.outcomes.iter().position(|outcome| outcome.pays(judged.values));
            if let Some(certain) = certain.filter(|_| judged.is_certain) {
                let weights = (0..self.outcomes.len()).map(|at| f64::from(u8::from(at == certain)));
                return Chances {
                    outcomes: &self.outcomes,
                    weights: weights.collect(),
                };
            }
            if judged.is_certain || self.fitting(judged.scale).is_none() {
                let payoffs = self.gains(|outcome| outcome.payoffs[judged.seat.index()]);
                model::tilt(&mut scores, &payoffs, f64::from(own));
            }
        }
        self.weighed(&scores)
    }

    /// The same for one move among several, beside the values of the best one.
    ///
    /// An agent chooses by the value of its own seat. So what that seat may expect depends on this
    /// value alone: the others' values, which the search did not care about, are those of the best
    /// move. They then say how the others share the rest.
    pub fn chances_beside(&self, judged: &Judged<'_>, best: &[f32]) -> Chances<'_> {
        let seat = judged.seat.index();
        let mut values = best.to_vec();
        values[seat] = judged.values[seat];
        let own = self.chances(&Judged {
            values: &values,
            ..*judged
        });
        let mut scores = self.scores(judged);
        let points = self.gains(|outcome| outcome.points[seat]);
        model::tilt(&mut scores, &points, f64::from(own.seat(seat).points));
        self.weighed(&scores)
    }

    /// The model that was fitted, if it reads this scale.
    fn fitting(&self, scale: Scale) -> Option<&Model> {
        self.fitted.as_ref().filter(|model| model.link.scale() == scale)
    }

    fn scores(&self, judged: &Judged<'_>) -> Vec<f64> {
        match self.fitting(judged.scale) {
            Some(model) => model.scores(&self.outcomes, judged),
            None => Model::usual(judged.scale, self.bounds, &self.outcomes).scores(&self.outcomes, judged),
        }
    }

    fn gains(&self, gain: impl Fn(&Outcome) -> f32) -> Vec<f64> {
        self.outcomes.iter().map(|outcome| f64::from(gain(outcome))).collect()
    }

    fn weighed(&self, scores: &[f64]) -> Chances<'_> {
        Chances {
            outcomes: &self.outcomes,
            weights: model::softmax(scores),
        }
    }
}

impl Roster {
    /// How the values of the agent that `spec` names become chances: by the game's fitted numbers
    /// where there are any, otherwise [`Calibration::usual`].
    pub fn calibration(&self, table: &dyn AnyGame, spec: &Spec) -> Calibration {
        let info = table.info();
        let data = self.listing(info.id).ok().and_then(|listing| listing.calibration());
        let agent = self.agents_of(info).find(|agent| agent.name == spec.name());
        match data.and_then(|data| Some((data, data.find(agent, spec)?))) {
            Some((data, fitted)) => Calibration {
                outcomes: data.outcomes.iter().map(|seen| seen.outcome.clone()).collect(),
                bounds: info.bounds,
                fitted: Some(fitted.model.clone()),
            },
            None => Calibration::usual(table),
        }
    }
}
