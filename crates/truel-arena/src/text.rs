//! Untrusted strings from files: output of programs, names that people chose. They are cleaned when
//! they are read, so that code that prints them need not.

use serde::{Deserialize, Deserializer};
use serde_json::Value;
use truel_core::clean;
use truel_core::record::MatchResult;

/// A string of a file.
pub(crate) fn shown<'de, D: Deserializer<'de>>(from: D) -> Result<String, D::Error> {
    String::deserialize(from).map(|text| clean::shown(&text).into_owned())
}

/// The same for a list.
pub(crate) fn all_shown<'de, D: Deserializer<'de>>(from: D) -> Result<Vec<String>, D::Error> {
    let list = Vec::<String>::deserialize(from)?;
    Ok(list.iter().map(|text| clean::shown(text).into_owned()).collect())
}

/// The same for a result, whose further facts may be anything.
pub(crate) fn result(mut result: MatchResult) -> MatchResult {
    result.reason = clean::shown(&result.reason).into_owned();
    result.key = result.key.map(|key| clean::shown(&key).into_owned());
    let facts = std::mem::take(&mut result.facts).into_iter();
    result.facts = facts
        .map(|(name, fact)| (clean::shown(&name).into_owned(), value(fact)))
        .collect();
    result
}

fn value(fact: Value) -> Value {
    match fact {
        Value::String(text) => clean::shown(&text).into_owned().into(),
        Value::Array(list) => list.into_iter().map(value).collect(),
        Value::Object(fields) => {
            let fields = fields.into_iter();
            fields
                .map(|(name, fact)| (clean::shown(&name).into_owned(), value(fact)))
                .collect()
        }
        plain => plain,
    }
}
