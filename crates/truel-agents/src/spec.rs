//! The text by which a person names an agent: `mcts:time=1s,c=1.4,rollout=egreedy(0.4,5)`.
//!
//! A spec is a name and, after a colon, parameters joined by commas; commas inside parentheses
//! belong to a value. This module knows the grammar alone; which names and parameters there are is
//! the [catalogue](crate::catalogue)'s.

use std::fmt::{self, Display};
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use thiserror::Error;

/// An agent's name and the parameters that were given, in their order.
///
/// ```
/// use truel_agents::Spec;
/// let spec: Spec = "mcts:time=1s, rollout=egreedy(0.4,5)".parse().unwrap();
/// assert_eq!((spec.name(), spec.get("rollout")), ("mcts", Some("egreedy(0.4,5)")));
/// assert_eq!(spec.to_string(), "mcts:time=1s,rollout=egreedy(0.4,5)");
/// ```
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Spec {
    name: String,
    params: Vec<(String, String)>,
}

impl Spec {
    /// The agent's name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The parameters that were given.
    pub fn params(&self) -> impl Iterator<Item = (&str, &str)> {
        self.params.iter().map(|(key, value)| (key.as_str(), value.as_str()))
    }

    /// What was given for one parameter.
    pub fn get(&self, key: &str) -> Option<&str> {
        self.params().find(|(name, _)| *name == key).map(|(_, value)| value)
    }

    /// The same agent with one parameter given or changed.
    #[must_use]
    pub fn with(mut self, key: &str, value: impl Display) -> Self {
        let value = value.to_string();
        match self.params.iter_mut().find(|(name, _)| name == key) {
            Some((_, old)) => *old = value,
            None => self.params.push((key.to_owned(), value)),
        }
        self
    }
}

impl Display for Spec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name)?;
        for (index, (key, value)) in self.params.iter().enumerate() {
            let joint = if index == 0 { ':' } else { ',' };
            write!(f, "{joint}{key}={value}")?;
        }
        Ok(())
    }
}

impl From<Spec> for String {
    fn from(spec: Spec) -> Self {
        spec.to_string()
    }
}

impl TryFrom<String> for Spec {
    type Error = Malformed;

    fn try_from(text: String) -> Result<Self, Malformed> {
        text.parse()
    }
}

/// A text that does not have the shape of a spec.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("agent `{text}`: {why} (an agent is written as in `mcts:time=1s,c=1.4`)")]
pub struct Malformed {
    text: String,
    why: String,
}

impl FromStr for Spec {
    type Err = Malformed;

    fn from_str(text: &str) -> Result<Self, Malformed> {
        let wrong = |why: String| Malformed {
            text: text.to_owned(),
            why,
        };
        let (name, rest) = match text.split_once(':') {
            Some((name, rest)) => (name.trim(), rest.trim()),
            None => (text.trim(), ""),
        };
        if name.is_empty() {
            return Err(wrong("it has no name".into()));
        }
        let mut spec = Spec {
            name: name.to_owned(),
            params: Vec::new(),
        };
        for part in split_outside(rest).ok_or_else(|| wrong("its parentheses do not match".into()))? {
            let (key, value) = match part.split_once('=').map(|(key, value)| (key.trim(), value.trim())) {
                Some((key, value)) if !key.is_empty() && !value.is_empty() => (key, value),
                _ => return Err(wrong(format!("`{}` is not name=value", part.trim()))),
            };
            if spec.get(key).is_some() {
                return Err(wrong(format!("`{key}` is given twice")));
            }
            spec.params.push((key.to_owned(), value.to_owned()));
        }
        Ok(spec)
    }
}

/// The parts between the commas that are in no parentheses; `None` when those do not match. Nothing
/// has no parts.
fn split_outside(text: &str) -> Option<Vec<&str>> {
    if text.is_empty() {
        return Some(Vec::new());
    }
    let (mut parts, mut start, mut depth) = (Vec::new(), 0, 0_usize);
    for (at, letter) in text.char_indices() {
        match letter {
            '(' => depth += 1,
            ')' => depth = depth.checked_sub(1)?,
            ',' if depth == 0 => {
                parts.push(&text[start..at]);
                start = at + 1;
            }
            _ => {}
        }
    }
    parts.push(&text[start..]);
    (depth == 0).then_some(parts)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_spec_is_written_as_it_is_read() {
        for text in [
            "random",
            "mcts:time=1s,c=1.4",
            "mcts:rollout=egreedy(0.4,5),length=plies(10)",
        ] {
            assert_eq!(text.parse::<Spec>().map(|spec| spec.to_string()).as_deref(), Ok(text));
        }
    }

    #[test]
    fn what_is_no_spec_is_refused_with_the_part_that_is_wrong() {
        let cases = [
            ("", "it has no name"),
            (":c=1", "it has no name"),
            ("mcts:c", "`c` is not name=value"),
            ("mcts:c=", "`c=` is not name=value"),
            ("mcts:c=1,,d=2", "`` is not name=value"),
            ("mcts:c=1,c=2", "`c` is given twice"),
            ("mcts:rollout=good(1", "parentheses"),
            ("mcts:rollout=good)1(", "parentheses"),
        ];
        for (text, why) in cases {
            let error = text.parse::<Spec>().expect_err(text).to_string();
            assert!(error.contains(why), "{text}: {error}");
        }
    }

    #[test]
    fn a_parameter_can_be_changed() {
        let spec: Spec = "mcts:c=1".parse().expect("a spec");
        assert_eq!(spec.with("c", 2).with("sims", 10).to_string(), "mcts:c=2,sims=10");
    }
}
