//! Strings of strangers where they come in from a file: what programs said, names that somebody chose. They are cleaned when
//! they are read, so that whoever shows them need not think of it.

use serde_json::Value;
use truel_core::clean;
use truel_core::record::MatchResult;

/// A result whose further facts may be anything.
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
