//! What can be set about an agent, and how a text becomes a value.
//!
//! A [`Param`] is declared once, with its form, default and one line of explanation; listing,
//! checking, reading and tuning all go by that declaration. Defaults are texts too, read the same
//! way as what a person types.

use std::time::Duration;

use thiserror::Error;
use truel_core::nearest;

use crate::Spec;

/// One thing that can be set.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Param {
    /// Its name in a spec.
    pub name: &'static str,
    /// What values it takes.
    pub form: Form,
    /// The value when none is given; empty for none at all.
    pub default: &'static str,
    /// One line for people.
    pub about: &'static str,
}

/// What values a parameter takes.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Form {
    /// A number from `low` to `high`.
    Number {
        /// The smallest.
        low: f64,
        /// The largest.
        high: f64,
    },
    /// A whole number from `low` to `high`.
    Count {
        /// The smallest.
        low: u64,
        /// The largest.
        high: u64,
    },
    /// A span of time: `50ms`, `1.5s`, `2m`.
    Time,
    /// One of a few shapes.
    OneOf(&'static [Shape]),
}

/// A word that may carry numbers: `uniform`, `good(0.4,5)`.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Shape {
    /// The word.
    pub word: &'static str,
    /// Its numbers with what they are when left out, in order.
    pub numbers: &'static [(&'static str, f64)],
}

impl Shape {
    /// A word without numbers.
    pub const fn word(word: &'static str) -> Self {
        Shape { word, numbers: &[] }
    }

    /// A word with numbers.
    pub const fn with(word: &'static str, numbers: &'static [(&'static str, f64)]) -> Self {
        Shape { word, numbers }
    }

    fn pattern(&self) -> String {
        if self.numbers.is_empty() {
            return self.word.to_owned();
        }
        let names: Vec<&str> = self.numbers.iter().map(|(name, _)| *name).collect();
        format!("{}({})", self.word, names.join(","))
    }
}

impl Form {
    /// What may be written, for people.
    pub fn pattern(&self) -> String {
        match self {
            Form::Number { low, high } if *high == f64::INFINITY => format!("number from {low}"),
            Form::Number { low, high } => format!("number from {low} to {high}"),
            Form::Count { low, high: u64::MAX } => format!("whole number from {low}"),
            Form::Count { low, high } => format!("whole number from {low} to {high}"),
            Form::Time => "time such as 50ms, 1.5s, 2m".to_owned(),
            Form::OneOf(shapes) => shapes.iter().map(Shape::pattern).collect::<Vec<_>>().join(" | "),
        }
    }

    fn read(&self, text: &str) -> Option<Value> {
        match *self {
            Form::Number { low, high } => {
                let number = text.parse::<f64>().ok().filter(|number| (low..=high).contains(number));
                number.map(Value::Number)
            }
            Form::Count { low, high } => {
                let count = text.parse::<u64>().ok().filter(|count| (low..=high).contains(count));
                count.map(Value::Count)
            }
            Form::Time => read_time(text).map(Value::Time),
            Form::OneOf(shapes) => read_shape(shapes, text),
        }
    }
}

/// A value that was read.
#[derive(Clone, PartialEq, Debug)]
enum Value {
    Number(f64),
    Count(u64),
    Time(Duration),
    Shape(&'static str, Vec<f64>),
}

/// A span of time as people write it: a number and `us`, `ms`, `s`, `m` or `h`.
///
/// ```
/// use std::time::Duration;
/// assert_eq!(truel_agents::read_time("1.5s"), Some(Duration::from_millis(1500)));
/// assert_eq!(truel_agents::read_time("15"), None);
/// ```
pub fn read_time(text: &str) -> Option<Duration> {
    let unit_at = text.find(|letter: char| letter.is_ascii_alphabetic())?;
    let (number, unit) = text.split_at(unit_at);
    let seconds = match unit {
        "us" => 1e-6,
        "ms" => 1e-3,
        "s" => 1.0,
        "m" => 60.0,
        "h" => 3600.0,
        _ => return None,
    };
    Duration::try_from_secs_f64(number.trim().parse::<f64>().ok()? * seconds).ok()
}

fn read_shape(shapes: &'static [Shape], text: &str) -> Option<Value> {
    let (word, inside) = match text.split_once('(') {
        Some((word, rest)) => (word, rest.strip_suffix(')')?),
        None => (text, ""),
    };
    let shape = shapes.iter().find(|shape| shape.word == word.trim())?;
    let given: Vec<f64> = match inside.trim() {
        "" => Vec::new(),
        inside => inside
            .split(',')
            .map(|n| n.trim().parse().ok())
            .collect::<Option<_>>()?,
    };
    if given.len() > shape.numbers.len() || !given.iter().all(|number| number.is_finite()) {
        return None;
    }
    let rest = &shape.numbers[given.len()..];
    let numbers = given.into_iter().chain(rest.iter().map(|(_, default)| *default));
    Some(Value::Shape(shape.word, numbers.collect()))
}

/// What is wrong with a parameter.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum WrongParam {
    /// The agent has no such parameter.
    #[error("agent `{agent}` has no parameter `{name}`; {advice}")]
    Unknown {
        /// The agent.
        agent: String,
        /// What was given.
        name: String,
        /// The nearest right name, or all of them.
        advice: String,
    },
    /// The value does not have the parameter's form.
    #[error("agent `{agent}`: {name} cannot be `{value}`; it is {pattern}")]
    Value {
        /// The agent.
        agent: String,
        /// The parameter.
        name: &'static str,
        /// What was given.
        value: String,
        /// What may be written.
        pattern: String,
    },
}

/// Every parameter of an agent with the value it has: what was given, or its default.
#[derive(Clone, Debug)]
pub struct Values(Vec<(&'static str, Option<Value>)>);

impl Values {
    /// Reads what `spec` gives for `params`.
    pub fn read(spec: &Spec, params: &[Param]) -> Result<Self, WrongParam> {
        let agent = || spec.name().to_owned();
        if let Some((name, _)) = spec
            .params()
            .find(|(name, _)| params.iter().all(|param| param.name != *name))
        {
            return Err(WrongParam::Unknown {
                agent: agent(),
                name: name.to_owned(),
                advice: advice(name, params),
            });
        }
        let value = |param: &Param| {
            let text = spec.get(param.name).unwrap_or(param.default);
            if text.is_empty() {
                return Ok((param.name, None));
            }
            let value = param.form.read(text).ok_or_else(|| WrongParam::Value {
                agent: agent(),
                name: param.name,
                value: text.to_owned(),
                pattern: param.form.pattern(),
            })?;
            Ok((param.name, Some(value)))
        };
        params.iter().map(value).collect::<Result<_, _>>().map(Values)
    }

    fn get(&self, name: &str) -> Option<&Value> {
        let found = self.0.iter().find(|(key, _)| *key == name);
        found
            .unwrap_or_else(|| panic!("no parameter `{name}` is declared"))
            .1
            .as_ref()
    }

    /// A number that has a default.
    pub fn number(&self, name: &str) -> f32 {
        match self.get(name) {
            Some(Value::Number(number)) => *number as f32,
            other => panic!("`{name}` is {other:?}, not a number"),
        }
    }

    /// A whole number, if there is one.
    pub fn count(&self, name: &str) -> Option<u64> {
        match self.get(name) {
            Some(Value::Count(count)) => Some(*count),
            None => None,
            other => panic!("`{name}` is {other:?}, not a whole number"),
        }
    }

    /// A whole number that has a default and is small enough to count things in memory.
    pub fn size(&self, name: &str) -> usize {
        let count = self.count(name).unwrap_or_else(|| panic!("`{name}` has no default"));
        usize::try_from(count).unwrap_or(usize::MAX)
    }

    /// A span of time, if there is one.
    pub fn time(&self, name: &str) -> Option<Duration> {
        match self.get(name) {
            Some(Value::Time(time)) => Some(*time),
            None => None,
            other => panic!("`{name}` is {other:?}, not a time"),
        }
    }

    /// A word with its numbers.
    pub fn shape(&self, name: &str) -> (&'static str, &[f64]) {
        match self.get(name) {
            Some(Value::Shape(word, numbers)) => (word, numbers),
            other => panic!("`{name}` is {other:?}, not a word"),
        }
    }
}

fn advice(name: &str, params: &[Param]) -> String {
    match nearest(name, params.iter().map(|param| param.name)) {
        Some(near) => format!("did you mean `{near}`?"),
        None if params.is_empty() => "it has none".to_owned(),
        None => {
            let names: Vec<&str> = params.iter().map(|param| param.name).collect();
            format!("it has {}", names.join(", "))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const PARAMS: &[Param] = &[
        Param {
            name: "c",
            form: Form::Number { low: 0.0, high: 9.0 },
            default: "1.5",
            about: "",
        },
        Param {
            name: "depth",
            form: Form::Count { low: 1, high: 64 },
            default: "",
            about: "",
        },
        Param {
            name: "rollout",
            form: Form::OneOf(&[
                Shape::word("uniform"),
                Shape::with("good", &[("share", 0.4), ("draws", 5.0)]),
            ]),
            default: "uniform",
            about: "",
        },
    ];

    fn read(text: &str) -> Result<Values, String> {
        Values::read(&text.parse().expect("a spec"), PARAMS).map_err(|wrong| wrong.to_string())
    }

    #[test]
    fn defaults_fill_what_is_not_given() {
        let values = read("x").expect("defaults");
        assert_eq!((values.number("c"), values.count("depth")), (1.5, None));
        assert_eq!(values.shape("rollout"), ("uniform", &[][..]));
        let values = read("x:rollout=good(0.2),depth=3").expect("values");
        assert_eq!(values.shape("rollout"), ("good", &[0.2, 5.0][..]));
        assert_eq!(values.count("depth"), Some(3));
    }

    #[test]
    fn wrong_names_and_values_are_told_with_what_would_be_right() {
        let cases = [
            ("x:rolout=uniform", "no parameter `rolout`; did you mean `rollout`?"),
            ("x:zzz=1", "it has c, depth, rollout"),
            ("x:c=10", "c cannot be `10`; it is number from 0 to 9"),
            ("x:c=NaN", "c cannot be `NaN`"),
            ("x:depth=-1", "depth cannot be `-1`"),
            ("x:rollout=good(1,2,3)", "it is uniform | good(share,draws)"),
            ("x:rollout=good(", "its parentheses"),
        ];
        for (text, told) in cases {
            let error = match text.parse::<Spec>() {
                Ok(_) => read(text).expect_err(text),
                Err(malformed) => malformed.to_string(),
            };
            assert!(error.contains(told), "{text}: {error}");
        }
    }

    #[test]
    fn times_have_units() {
        for (text, millis) in [("50ms", 50), ("2s", 2000), ("1.5m", 90_000), ("1h", 3_600_000)] {
            assert_eq!(read_time(text), Some(Duration::from_millis(millis)), "{text}");
        }
        for text in ["", "5", "s", "-1s", "1d", "1e400s"] {
            assert_eq!(read_time(text), None, "{text}");
        }
    }
}
