//! The likelihood: a ranking is a row of choices, and a choice is one term of a sum of
//! exponentials.
//!
//! All parameters sit in one vector: strengths, then seats, then logarithms of tie factors. The log
//! probability of a choice is linear in them, less a log-sum-exp of such terms. So it is concave;
//! its gradient is a difference of features, and its curvature a covariance of features. Equal
//! choices are stored once with their count, so the cost grows with different results, not with
//! matches. A choice among `r` seats costs `2^r · r²`.

use std::collections::{BTreeMap, BTreeSet};

use ndarray::{Array1, Array2};

use crate::{Entrant, Outcome};

/// A kind of tie: so many share a place among so many who were still without one, at a table of so
/// many seats.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(super) struct TieKind {
    pub(super) table: usize,
    pub(super) among: usize,
    pub(super) tied: usize,
}

/// Who takes the next place, at one table, among those who have none yet.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
struct Choice {
    table: usize,
    /// For each one left the parameters that make up its strength: its own and its seat's.
    left: Vec<(usize, usize)>,
    /// Bit `i` is set when `left[i]` was chosen.
    chosen: u32,
}

/// Which parameter stands where.
#[derive(Clone, Debug)]
pub(super) struct Layout {
    pub(super) entrants: Vec<Entrant>,
    /// The seats of each size of table, by size and place.
    pub(super) seats: Vec<(usize, usize)>,
    /// The kinds of tie that were seen; the others have the factor 0, which is their most likely
    /// value.
    pub(super) ties: Vec<TieKind>,
}

impl Layout {
    fn of(outcomes: &[Outcome]) -> Self {
        let entrants: BTreeSet<Entrant> = outcomes.iter().flat_map(Outcome::entrants).copied().collect();
        let tables: BTreeSet<usize> = outcomes.iter().map(|outcome| outcome.entrants().len()).collect();
        let ties: BTreeSet<TieKind> = outcomes.iter().flat_map(ties).collect();
        Layout {
            entrants: entrants.into_iter().collect(),
            seats: tables
                .into_iter()
                .flat_map(|table| (0..table).map(move |seat| (table, seat)))
                .collect(),
            ties: ties.into_iter().collect(),
        }
    }

    pub(super) fn entrant(&self, entrant: Entrant) -> Option<usize> {
        self.entrants.binary_search(&entrant).ok()
    }

    pub(super) fn seat(&self, table: usize, seat: usize) -> usize {
        let place = self
            .seats
            .binary_search(&(table, seat))
            .expect("every table's seats are listed");
        self.entrants.len() + place
    }

    /// The parameter of this kind of tie, if it was ever seen.
    pub(super) fn tie(&self, kind: TieKind) -> Option<usize> {
        let before = self.entrants.len() + self.seats.len();
        self.ties.binary_search(&kind).ok().map(|place| before + place)
    }

    pub(super) fn len(&self) -> usize {
        self.entrants.len() + self.seats.len() + self.ties.len()
    }
}

/// The kinds of tie in one match.
fn ties(outcome: &Outcome) -> Vec<TieKind> {
    let table = outcome.entrants().len();
    let mut among = table;
    let mut found = Vec::new();
    for place in outcome.places() {
        if place.len() > 1 {
            found.push(TieKind {
                table,
                among,
                tied: place.len(),
            });
        }
        among -= place.len();
    }
    found
}

/// The results to explain.
#[derive(Clone, Debug)]
pub(super) struct Model {
    pub(super) layout: Layout,
    choices: Vec<(Choice, f64)>,
}

/// The log-likelihood at a point, with its slope and its curvature turned positive.
#[derive(Clone, Debug)]
pub(super) struct Shape {
    pub(super) value: f64,
    pub(super) gradient: Array1<f64>,
    pub(super) information: Array2<f64>,
}

impl Model {
    pub(super) fn of(outcomes: &[Outcome]) -> Self {
        let layout = Layout::of(outcomes);
        let mut counts: BTreeMap<Choice, f64> = BTreeMap::new();
        for choice in outcomes.iter().flat_map(|outcome| choices(outcome, &layout)) {
            *counts.entry(choice).or_default() += 1.0;
        }
        Model {
            layout,
            choices: counts.into_iter().collect(),
        }
    }

    pub(super) fn shape(&self, parameters: &Array1<f64>) -> Shape {
        let size = self.layout.len();
        let mut shape = Shape {
            value: 0.0,
            gradient: Array1::zeros(size),
            information: Array2::zeros((size, size)),
        };
        for (choice, count) in &self.choices {
            self.add(choice, *count, parameters, &mut shape);
        }
        shape
    }

    /// Adds what one choice says. Its features are the shares of the seats in the chosen set, then
    /// one for each size of tie. Mean and second moment over all sets give slope and curvature,
    /// which spread to the parameters behind them.
    fn add(&self, choice: &Choice, count: f64, parameters: &Array1<f64>, shape: &mut Shape) {
        let among = choice.left.len();
        let strengths: Vec<f64> = choice
            .left
            .iter()
            .map(|(own, seat)| parameters[*own] + parameters[*seat])
            .collect();
        let kind = |tied| TieKind {
            table: choice.table,
            among,
            tied,
        };
        let ties: Vec<Option<usize>> = (2..=among).map(|tied| self.layout.tie(kind(tied))).collect();
        let chances = chances(&strengths, |tied| ties[tied - 2].map(|place| parameters[place]));

        let size = 2 * among - 1;
        let mut features = vec![0.0; size];
        let mut surprise = vec![0.0; size];
        let mut moments = vec![0.0; size * size];
        for (set, chance) in &chances {
            fill(&mut features, *set, among);
            let is_chosen = *set == choice.chosen;
            shape.value += if is_chosen { count * chance.ln() } else { 0.0 };
            for i in (0..size).filter(|i| features[*i] != 0.0) {
                surprise[i] += (f64::from(u8::from(is_chosen)) - chance) * features[i];
                for j in 0..size {
                    moments[i * size + j] += chance * features[i] * features[j];
                }
            }
        }

        fill(&mut features, choice.chosen, among);
        let mean: Vec<f64> = features
            .iter()
            .zip(&surprise)
            .map(|(chosen, surprise)| chosen - surprise)
            .collect();
        let behind = |i: usize| match i.checked_sub(among) {
            None => [Some(choice.left[i].0), Some(choice.left[i].1)],
            Some(tie) => [ties[tie], None],
        };
        for i in 0..size {
            for place in behind(i).into_iter().flatten() {
                shape.gradient[place] += count * surprise[i];
                for j in 0..size {
                    let covariance = moments[i * size + j] - mean[i] * mean[j];
                    for other in behind(j).into_iter().flatten() {
                        shape.information[(place, other)] += count * covariance;
                    }
                }
            }
        }
    }
}

/// The features of a set of seats among so many.
fn fill(features: &mut [f64], set: u32, among: usize) {
    let tied = set.count_ones() as usize;
    features.fill(0.0);
    for (i, feature) in features[..among].iter_mut().enumerate() {
        *feature = f64::from((set >> i) & 1) / tied as f64;
    }
    if tied > 1 {
        features[among + tied - 2] = 1.0;
    }
}

/// The choices that led to a match's result. The last one left has no choice.
fn choices(outcome: &Outcome, layout: &Layout) -> Vec<Choice> {
    let table = outcome.entrants().len();
    let mut left: Vec<usize> = (0..table).collect();
    let mut made = Vec::new();
    for place in outcome.places() {
        if left.len() < 2 {
            break;
        }
        let is_chosen = |seat: &usize| place.iter().any(|chosen| chosen.index() == *seat);
        let chosen = left
            .iter()
            .enumerate()
            .map(|(i, seat)| u32::from(is_chosen(seat)) << i)
            .sum();
        let strength = |seat: &usize| {
            let entrant = outcome.entrants()[*seat];
            (
                layout.entrant(entrant).expect("every entrant is listed"),
                layout.seat(table, *seat),
            )
        };
        made.push(Choice {
            table,
            left: left.iter().map(strength).collect(),
            chosen,
        });
        left.retain(|seat| !is_chosen(seat));
    }
    made
}

/// Each set that may take the next place, with its chance, given strengths and logarithms of tie
/// factors; a tie whose factor is missing cannot be.
pub(crate) fn chances(strengths: &[f64], tie: impl Fn(usize) -> Option<f64>) -> Vec<(u32, f64)> {
    let weight = |set: u32| {
        let tied = set.count_ones() as usize;
        let factor = if tied == 1 { 0.0 } else { tie(tied)? };
        let strength: f64 = (0..strengths.len())
            .filter(|i| (set >> i) & 1 == 1)
            .map(|i| strengths[i])
            .sum();
        Some((set, factor + strength / tied as f64))
    };
    let mut sets: Vec<(u32, f64)> = (1..1u32 << strengths.len()).filter_map(weight).collect();
    let most = sets.iter().map(|(_, weight)| *weight).fold(f64::NEG_INFINITY, f64::max);
    let total: f64 = sets.iter().map(|(_, weight)| (weight - most).exp()).sum();
    for (_, weight) in &mut sets {
        *weight = (*weight - most).exp() / total;
    }
    sets
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Strengths 2 and 1 with tie factor √2: weights 2, 1 and √2 · √(2 · 1) = 2, of 5 in all.
    #[test]
    fn davidsons_chances_by_hand() {
        let chances = chances(&[2f64.ln(), 0.0], |_| Some(2f64.sqrt().ln()));
        let expected = [(1, 0.4), (2, 0.2), (3, 0.4)];
        assert!(
            chances
                .iter()
                .zip(expected)
                .all(|(got, want)| got.0 == want.0 && (got.1 - want.1).abs() < 1e-12)
        );
    }

    #[test]
    fn slope_and_curvature_are_those_of_the_value() {
        let outcome = |entrants: [u32; 3], points: [f64; 3]| {
            Outcome::new(entrants.map(Entrant).to_vec(), points.to_vec()).unwrap()
        };
        let outcomes = [
            outcome([0, 1, 2], [1.0, 0.5, 0.0]),
            outcome([1, 0, 0], [0.5, 0.5, 0.0]),
            outcome([2, 1, 0], [0.3, 0.3, 0.3]),
            outcome([2, 1, 0], [1.0, 0.0, 0.0]),
        ];
        let model = Model::of(&outcomes);
        let point = Array1::from_shape_fn(model.layout.len(), |i| 0.3 * (i as f64 * 1.7).sin());
        let shape = model.shape(&point);
        for i in 0..point.len() {
            let mut ahead = point.clone();
            ahead[i] += 1e-5;
            let mut behind = point.clone();
            behind[i] -= 1e-5;
            let (ahead, behind) = (model.shape(&ahead), model.shape(&behind));
            assert!(((ahead.value - behind.value) / 2e-5 - shape.gradient[i]).abs() < 1e-8);
            let bend = (behind.gradient - ahead.gradient) / 2e-5;
            let error = bend - shape.information.column(i);
            assert!(error.iter().all(|part| part.abs() < 1e-8), "{error}");
        }
    }
}
