//! Compares how a trace says a match ended with what the rules say.

use std::fmt;

use serde_json::Value;

use super::Tally;
use super::replay::{Replay, Stop};
use crate::Phase;
use crate::record::{Agreement, Breach};

impl Replay<'_> {
    pub(super) fn check_result(&self, tally: &mut Tally) -> Result<(), Stop> {
        let expected = &self.trace.record.result;
        let by_rules = match self.phase() {
            (Phase::Over(payoff), reason) => Some((payoff, reason.unwrap_or("over").to_owned())),
            (Phase::Act(_), _) => self.broken_off(),
        };
        let Some((payoff, reason)) = self.ruled.clone().or(by_rules) else {
            return self.result_differs("end", &expected.reason, "a match that goes on");
        };
        self.same("payoff", &expected.payoff, &payoff)?;
        if reason != "illegal" {
            self.same("reason", &expected.reason, &reason)?;
        }
        if !expected.points.is_empty() {
            self.same("points", &expected.points, &self.table.points(&payoff))?;
        }
        if let Some(key) = &expected.key {
            self.same("key", key, &format!("{:016x}", self.table.key()))?;
        }
        if let Some(plies) = self.trace.plies_on_board {
            self.same("plies_on_board", &plies, &self.ply)?;
        }
        if let Some(left) = &self.trace.time_left {
            self.same("time_left", left, &self.clocks)?;
        }
        self.check_facts(tally)
    }

    /// The end of a match that the rules would let go on: somebody's breach, or what everybody
    /// agreed on.
    fn broken_off(&self) -> Option<(Vec<f32>, String)> {
        let told = &self.trace.record.result;
        Breach::settle(&*self.table, &self.trace.record.faults).or_else(|| {
            let info = self.table.info();
            let payoff = Some(&told.payoff).filter(|payoff| payoff.len() == info.seats.len())?;
            let agreement = Agreement::from_result(&told.reason, payoff)?;
            Some((agreement.payoff(info), told.reason.clone()))
        })
    }

    fn check_facts(&self, tally: &mut Tally) -> Result<(), Stop> {
        let facts = self.table.facts();
        for (name, value) in &facts {
            let given = [self.trace.extra.get(*name), self.trace.record.result.facts.get(*name)];
            if let Some(expected) = given
                .into_iter()
                .flatten()
                .find(|expected| !same_value(expected, value))
            {
                return self.result_differs(name, expected, value);
            }
        }
        for name in self.trace.record.result.facts.keys() {
            if !facts.iter().any(|(fact, _)| fact == name) {
                tally.unchecked.insert(format!("result.{name}"));
            }
        }
        Ok(())
    }

    fn same<A: fmt::Debug + PartialEq<B>, B: fmt::Debug>(&self, what: &str, expected: &A, got: &B) -> Result<(), Stop> {
        if expected == got {
            Ok(())
        } else {
            self.result_differs(what, format!("{expected:?}"), format!("{got:?}"))
        }
    }
}

/// Equality of JSON values in which 1 and 1.0 are the same number.
fn same_value(a: &Value, b: &Value) -> bool {
    match (a, b) {
        (Value::Number(a), Value::Number(b)) => a.as_f64() == b.as_f64(),
        (Value::Array(a), Value::Array(b)) => a.len() == b.len() && a.iter().zip(b).all(|(a, b)| same_value(a, b)),
        _ => a == b,
    }
}
