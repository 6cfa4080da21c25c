//! Fitted numbers as a file: one readable text per game.

use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::{Model, Outcome};
use crate::{AgentInfo, Spec};

/// All that is known about the values of one game's agents.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct GameData {
    /// The game's id.
    pub game: String,
    /// Finished matches that were looked at.
    pub matches: u64,
    /// The seed of those matches.
    pub seed: u64,
    /// The node budget of those who played them.
    pub players: u64,
    /// How matches end.
    pub outcomes: Vec<SeenOutcome>,
    /// The agents, in the order in which they were fitted.
    #[serde(default)]
    pub agents: Vec<Fitted>,
}

/// An outcome, and how often it was seen.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct SeenOutcome {
    /// What each seat gets.
    #[serde(flatten)]
    pub outcome: Outcome,
    /// Matches that ended so.
    pub matches: u64,
}

/// The numbers of one agent.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct Fitted {
    /// The agent. Parameters in it must be those of whoever uses the numbers; any others may
    /// differ.
    pub agent: Spec,
    /// The node budget with which it judged positions.
    pub nodes: u64,
    /// How well the numbers do on matches that they were not fitted on.
    #[serde(flatten)]
    pub quality: Quality,
    /// The fit.
    #[serde(flatten)]
    pub model: Model,
}

/// How well chances agree with results, on matches held out of the fit.
#[derive(Clone, Copy, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct Quality {
    /// Positions, proven ones left out.
    pub positions: u64,
    /// Positions that the agent could prove.
    pub proven: u64,
    /// The mean log loss, in nats.
    pub log_loss: f64,
    /// The log loss of always saying how often each outcome occurs.
    pub base_loss: f64,
    /// The expected calibration error of the chance to win, in ten bins.
    pub ece: f64,
}

/// Why a file of fitted numbers cannot be used.
#[derive(Debug, Error)]
pub enum DataError {
    /// It is no such file.
    #[error("no calibration data: {0}")]
    Malformed(#[from] toml::de::Error),
    /// A number makes no sense.
    #[error("calibration of `{0}`: it needs a bias for each outcome, slopes from 0 and finite numbers")]
    Unsound(String),
    /// An outcome has too few or too many seats.
    #[error("calibration of {0}: outcomes must have as many payoffs as points, and as many as each other")]
    Outcomes(String),
}

impl GameData {
    /// Reads a file's text.
    pub fn read(text: &str) -> Result<Self, DataError> {
        let data: GameData = toml::from_str(text)?;
        let seats = data.outcomes.first().map_or(0, |seen| seen.outcome.points.len());
        let fits = |outcome: &Outcome| outcome.points.len() == seats && outcome.payoffs.len() == seats;
        if seats == 0 || !data.outcomes.iter().all(|seen| fits(&seen.outcome)) {
            return Err(DataError::Outcomes(data.game));
        }
        if let Some(wrong) = data
            .agents
            .iter()
            .find(|agent| !agent.model.is_sound(data.outcomes.len()))
        {
            return Err(DataError::Unsound(wrong.agent.to_string()));
        }
        Ok(data)
    }

    /// The text of a file.
    pub fn write(&self) -> String {
        let body = toml::to_string(self).expect("numbers and texts can be written");
        format!(
            "# Made by `truel calibrate {}`. docs/statistics.md explains the numbers.\n{body}",
            self.game
        )
    }

    /// The numbers of the agent that `spec` names: of several entries, the one that names most of
    /// its parameters. `info` knows the defaults of the parameters that `spec` does not set.
    pub fn find(&self, info: Option<&AgentInfo>, spec: &Spec) -> Option<&Fitted> {
        let default = |name: &str| {
            info?
                .params()
                .find(|param| param.name == name)
                .map(|param| param.default)
        };
        let is_it = |fitted: &&Fitted| {
            let mut params = fitted.agent.params();
            fitted.agent.name() == spec.name()
                && params.all(|(name, value)| spec.get(name).or_else(|| default(name)) == Some(value))
        };
        let all = self.agents.iter().filter(is_it);
        all.max_by_key(|fitted| fitted.agent.params().count())
    }
}
