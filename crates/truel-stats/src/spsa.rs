//! Better values for an agent's parameters, from matches of the agent against itself.
//!
//! Simultaneous perturbation stochastic approximation (Spall 1992). All parameters of one agent
//! move at once, each a random step up or down, and those of its opponent the opposite way. Then
//! all move a little in the direction of the better one. Two agents play, however many parameters
//! there are. Steps shrink as `k^-0.602` and perturbations as `k^-0.101`, as Spall advises. Both
//! are given by their size at the end of the run, which is easier to judge, as fishtest does.
//!
//! A pure object with two methods: [`ask`](Spsa::ask) which two to try, and [`tell`](Spsa::tell) it
//! the result. It
//! serialises whole, an open question included, and goes on as if never interrupted.

use serde::{Deserialize, Serialize};
use thiserror::Error;
use truel_core::Rng;

use crate::simulate::unit;

/// Which values a parameter can have.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Kind {
    /// Any.
    #[default]
    Real,
    /// Whole numbers. The tuned value is real; what is tried is rounded by chance, so that it is
    /// right on average.
    Whole,
}

/// One parameter to tune.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Parameter {
    /// Its name in the agent's spec.
    pub name: String,
    /// Which values it can have.
    pub kind: Kind,
    /// Where to start.
    pub start: f64,
    /// The least value to try.
    pub low: f64,
    /// The largest value to try.
    pub high: f64,
    /// How far the last perturbation goes: a change that just makes a difference in play.
    pub c_end: f64,
    /// How far the last step goes, as a share of the perturbation: 0.002 is usual.
    pub r_end: f64,
}

/// How to tune.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub struct SpsaConfig {
    /// How many questions will be asked.
    pub iterations: u64,
    /// How fast steps shrink.
    pub alpha: f64,
    /// How fast perturbations shrink.
    pub gamma: f64,
    /// The share of the iterations by which the shrinking of steps is delayed, so that the first
    /// are not too long.
    pub delay: f64,
}

impl Default for SpsaConfig {
    fn default() -> Self {
        SpsaConfig {
            iterations: 1000,
            alpha: 0.602,
            gamma: 0.101,
            delay: 0.1,
        }
    }
}

/// Why nothing can be tuned.
#[derive(Clone, PartialEq, Debug, Error)]
pub enum SpsaError {
    /// There is nothing to tune.
    #[error("no parameter was named to tune")]
    NoParameters,
    /// There is no time to tune.
    #[error("tuning takes one iteration at least")]
    NoIterations,
    /// Bounds and start are out of order.
    #[error("parameter {name}: {low} <= {start} <= {high} does not hold")]
    Bounds {
        /// The parameter.
        name: String,
        /// Its lower bound.
        low: f64,
        /// Its start.
        start: f64,
        /// Its upper bound.
        high: f64,
    },
    /// A step is not a positive number.
    #[error("parameter {name}: c_end and r_end are positive, not {c_end} and {r_end}")]
    Steps {
        /// The parameter.
        name: String,
        /// Its last perturbation.
        c_end: f64,
        /// Its last step.
        r_end: f64,
    },
    /// An answer came without a question.
    #[error("there is a result but no trial was asked for")]
    NothingAsked,
    /// A result is a difference of mean points.
    #[error("a result is between -1 and 1, not {0}")]
    Result(f64),
}

/// What to try: two agents that shall play each other, each with its values in the order of the
/// parameters.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Trial {
    /// The agent whose result counts.
    pub plus: Vec<f64>,
    /// Its opponent.
    pub minus: Vec<f64>,
    /// Which way each parameter was moved in `plus`.
    up: Vec<bool>,
}

/// A run of tuning.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Spsa {
    config: SpsaConfig,
    parameters: Vec<Parameter>,
    values: Vec<f64>,
    done: u64,
    open: Option<Trial>,
}

impl Spsa {
    /// A run that starts from the parameters' starts.
    pub fn new(parameters: Vec<Parameter>, config: SpsaConfig) -> Result<Self, SpsaError> {
        if parameters.is_empty() {
            return Err(SpsaError::NoParameters);
        }
        if config.iterations == 0 {
            return Err(SpsaError::NoIterations);
        }
        for Parameter {
            name,
            start,
            low,
            high,
            c_end,
            r_end,
            ..
        } in parameters.iter().cloned()
        {
            if !(low <= start && start <= high) {
                return Err(SpsaError::Bounds { name, low, start, high });
            }
            if !(c_end > 0.0 && r_end > 0.0) {
                return Err(SpsaError::Steps { name, c_end, r_end });
            }
        }
        let values = parameters.iter().map(|parameter| parameter.start).collect();
        Ok(Spsa {
            config,
            parameters,
            values,
            done: 0,
            open: None,
        })
    }

    /// What to try next; the same again until its result is known.
    pub fn ask(&mut self, rng: &mut Rng) -> Trial {
        if let Some(open) = &self.open {
            return open.clone();
        }
        let mut trial = Trial {
            plus: Vec::new(),
            minus: Vec::new(),
            up: Vec::new(),
        };
        for (parameter, value) in self.parameters.iter().zip(&self.values) {
            let up = rng.below(2) == 1;
            let reach = self.perturbation(parameter) * sign(up);
            trial.plus.push(parameter.allowed(value + reach, rng));
            trial.minus.push(parameter.allowed(value - reach, rng));
            trial.up.push(up);
        }
        self.open = Some(trial.clone());
        trial
    }

    /// Takes the result of the trial that was asked for: the mean points of `plus` less those of
    /// `minus`, -1 to 1.
    pub fn tell(&mut self, result: f64) -> Result<(), SpsaError> {
        if !(-1.0..=1.0).contains(&result) {
            return Err(SpsaError::Result(result));
        }
        let trial = self.open.take().ok_or(SpsaError::NothingAsked)?;
        for (i, parameter) in self.parameters.iter().enumerate() {
            let step = self.step(parameter) * result * sign(trial.up[i]);
            self.values[i] = (self.values[i] + step).clamp(parameter.low, parameter.high);
        }
        self.done += 1;
        Ok(())
    }

    /// The tuned values, in the order of the parameters; those of whole parameters are not rounded
    /// yet.
    pub fn values(&self) -> &[f64] {
        &self.values
    }

    /// The parameters, as they were given.
    pub fn parameters(&self) -> &[Parameter] {
        &self.parameters
    }

    /// How many results it has.
    pub fn done(&self) -> u64 {
        self.done
    }

    /// Whether all iterations are done; asking on is allowed, with steps that go on shrinking.
    pub fn is_finished(&self) -> bool {
        self.done >= self.config.iterations
    }

    /// How far a parameter is moved in this iteration: `c_end` in the last one.
    fn perturbation(&self, parameter: &Parameter) -> f64 {
        let SpsaConfig { iterations, gamma, .. } = self.config;
        parameter.c_end * (iterations as f64 / (self.done + 1) as f64).powf(gamma)
    }

    /// How far a full win moves it: `r_end · c_end` in the last iteration.
    fn step(&self, parameter: &Parameter) -> f64 {
        let SpsaConfig {
            iterations,
            alpha,
            delay,
            ..
        } = self.config;
        let (iterations, now) = (iterations as f64, (self.done + 1) as f64);
        let delay = delay * iterations;
        let gain = parameter.r_end * parameter.c_end.powi(2) * ((delay + iterations) / (delay + now)).powf(alpha);
        gain / self.perturbation(parameter)
    }
}

impl Parameter {
    /// The value that may be tried instead of `wished`.
    fn allowed(&self, wished: f64, rng: &mut Rng) -> f64 {
        let inside = wished.clamp(self.low, self.high);
        match self.kind {
            Kind::Real => inside,
            Kind::Whole => (inside + unit(rng)).floor().clamp(self.low, self.high),
        }
    }
}

fn sign(up: bool) -> f64 {
    if up { 1.0 } else { -1.0 }
}
