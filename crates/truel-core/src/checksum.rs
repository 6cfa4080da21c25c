//! Checksums of records and stored rows, to detect damage.
//!
//! The hash is XXH3 (64 bits, seed 0); there are libraries for most languages. It detects accidents
//! such as a flipped bit. It does not prevent forgery.
//!
//! The checksum of a record is taken over a canonical form of all its other fields. So it stays
//! valid when a program rewrites the record with other blanks, another order of fields or `1` for
//! `1.0`. `docs/records.md` describes the form.

use serde::Serialize;
use serde_json::{Map, Value};
use xxhash_rust::xxh3::{Xxh3, xxh3_64};

/// The field of a record that holds its checksum.
pub const FIELD: &str = "checksum";

/// The checksum of a table row, column by column. Every column is hashed with its kind and length,
/// so that text cannot move from one column to the next unnoticed.
///
/// ```
/// use truel_core::checksum::Row;
/// let split = |a, b| Row::default().text(a).text(b).finish();
/// assert_ne!(split("ab", "c"), split("a", "bc"));
/// ```
#[derive(Default)]
pub struct Row(Xxh3);

impl std::fmt::Debug for Row {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Row({:016x})", self.0.digest())
    }
}

impl Row {
    /// Adds a column of text.
    #[must_use]
    pub fn text(mut self, text: impl AsRef<[u8]>) -> Self {
        let bytes = text.as_ref();
        self.0.update(b"t");
        self.0.update(&(bytes.len() as u64).to_le_bytes());
        self.0.update(bytes);
        self
    }

    /// Adds a column without a value.
    #[must_use]
    pub fn nothing(mut self) -> Self {
        self.0.update(b"n");
        self
    }

    /// Adds a column with a whole number.
    #[must_use]
    pub fn number(mut self, number: i64) -> Self {
        self.0.update(b"i");
        self.0.update(&number.to_le_bytes());
        self
    }

    /// The checksum as SQLite keeps it.
    pub fn finish(self) -> i64 {
        self.0.digest().cast_signed()
    }
}

/// The result of checking a record.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// The checksum is right.
    Sound,
    /// There is no checksum: an older version or another program wrote the record.
    Unchecked,
    /// The checksum is wrong.
    Damaged {
        /// The checksum in the record.
        told: String,
        /// The checksum of its fields.
        found: String,
    },
}

/// Compares a record's checksum with its fields.
pub fn check(record: &Map<String, Value>) -> Verdict {
    let Some(told) = record.get(FIELD) else {
        return Verdict::Unchecked;
    };
    let found = of(record);
    if told.as_str() == Some(&found) {
        Verdict::Sound
    } else {
        let told = told.as_str().map_or_else(|| told.to_string(), str::to_owned);
        Verdict::Damaged { told, found }
    }
}

/// The checksum of a record: 16 hexadecimal digits over all fields but the checksum itself.
pub fn of(record: &Map<String, Value>) -> String {
    let mut text = String::new();
    write_object(record, Some(FIELD), &mut text);
    format!("{:016x}", xxh3_64(text.as_bytes()))
}

/// A record as one line of JSON, without the line break, with its checksum as the last field.
///
/// # Errors
/// When `record` cannot be written as a JSON object.
pub fn seal<T: Serialize>(record: &T) -> serde_json::Result<String> {
    let mut line = serde_json::to_string(record)?;
    // Hashed as a reader will see it: text has fewer digits than the numbers in memory.
    let fields: Map<String, Value> = serde_json::from_str(&line)?;
    line.pop();
    if !fields.is_empty() {
        line.push(',');
    }
    line.push_str(&format!("\"{FIELD}\":\"{}\"}}", of(&fields)));
    Ok(line)
}

fn write_value(value: &Value, text: &mut String) {
    match value {
        Value::Object(fields) => write_object(fields, None, text),
        Value::Array(values) => {
            text.push('[');
            for (place, value) in values.iter().enumerate() {
                if place > 0 {
                    text.push(',');
                }
                write_value(value, text);
            }
            text.push(']');
        }
        Value::Number(number) => match (number.as_u64(), number.as_i64(), number.as_f64()) {
            (Some(whole), ..) => text.push_str(&whole.to_string()),
            (None, Some(whole), _) => text.push_str(&whole.to_string()),
            // Adding 0 takes the sign off a negative zero. `Display` writes no exponent, and no
            // `.0` after a whole number.
            (None, None, real) => text.push_str(&(real.unwrap_or(f64::NAN) + 0.0).to_string()),
        },
        Value::String(string) => write_string(string, text),
        Value::Bool(_) | Value::Null => text.push_str(&value.to_string()),
    }
}

/// Writes the fields in the order of their names' bytes.
fn write_object(fields: &Map<String, Value>, but: Option<&str>, text: &mut String) {
    let mut fields: Vec<(&String, &Value)> = fields.iter().collect();
    fields.sort_by_key(|(name, _)| *name);
    text.push('{');
    let mut is_first = true;
    for (name, value) in fields {
        if Some(name.as_str()) == but {
            continue;
        }
        if !std::mem::take(&mut is_first) {
            text.push(',');
        }
        write_string(name, text);
        text.push(':');
        write_value(value, text);
    }
    text.push('}');
}

fn write_string(string: &str, text: &mut String) {
    text.push_str(&Value::from(string).to_string());
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fields(text: &str) -> Map<String, Value> {
        serde_json::from_str(text).expect("an object")
    }

    #[test]
    fn a_sealed_record_is_sound_however_it_is_written_again() {
        let line =
            r#"{"id":"é \"x\"","seed":18446744073709551615,"result":{"payoff":[1.0,0.33333334,-0.0],"key":"ab"}}"#;
        let sealed = seal(&fields(line)).expect("an object");
        assert_eq!(check(&fields(&sealed)), Verdict::Sound, "{sealed}");
        let checksum = fields(&sealed)[FIELD].clone();
        for again in [
            r#"{ "checksum":CHECKSUM, "result":{"key":"ab","payoff":[1,0.33333334,0]},
                 "seed":18446744073709551615,"id":"\u00e9 \"x\""}"#,
            r#"{"seed":18446744073709551615,"checksum":CHECKSUM,"id":"é \"x\"",
                "result":{"payoff":[1e0,3.3333334e-1,-0],"key":"ab"}}"#,
        ] {
            let again = again.replace("CHECKSUM", &checksum.to_string());
            assert_eq!(check(&fields(&again)), Verdict::Sound, "{again}");
        }
    }

    #[test]
    fn every_flipped_bit_of_a_sealed_record_is_found_or_changes_nothing() {
        let line =
            r#"{"id":"a-1","seed":7,"moves":["a1","b2"],"result":{"payoff":[0.5,0.5],"reason":"full"},"round":3}"#;
        let sealed = seal(&fields(line)).expect("an object");
        for bit in 0..sealed.len() * 8 {
            let mut bytes = sealed.clone().into_bytes();
            bytes[bit / 8] ^= 1 << (bit % 8);
            let Ok(read) = serde_json::from_slice::<Map<String, Value>>(&bytes) else {
                continue;
            };
            match check(&read) {
                Verdict::Damaged { .. } => {}
                Verdict::Sound => assert_eq!(of(&read), of(&fields(line)), "bit {bit}"),
                // The name of the field itself was hit; everything else is as it was.
                Verdict::Unchecked => {
                    let mut rest = read.clone();
                    rest.retain(|name, _| fields(line).contains_key(name));
                    assert_eq!(rest, fields(line), "bit {bit}");
                }
            }
        }
    }

    #[test]
    fn the_form_is_the_one_that_is_written_down() {
        let record = fields(r#"{"b":[1.0,-0.0,0.1,1e-7,1e3],"a":{"z":null,"y":true},"checksum":"x","c":"\u0007\n/é"}"#);
        let mut text = String::new();
        write_object(&record, Some(FIELD), &mut text);
        assert_eq!(
            text,
            r#"{"a":{"y":true,"z":null},"b":[1,0,0.1,0.0000001,1000],"c":"\u0007\n/é"}"#
        );
        assert_eq!(of(&record), format!("{:016x}", xxh3_64(text.as_bytes())));
    }

    #[test]
    fn the_hash_stays_what_it_is() {
        assert_eq!(xxh3_64(b""), 0x2d06_8005_38d3_94c2);
        assert_eq!(of(&fields(r#"{"id":"a"}"#)), of(&fields(r#"{ "id" : "a" }"#)));
    }
}
