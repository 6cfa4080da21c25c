//! Numbers as text, in one place, so that no table shows `-0.000`.

/// `value` with this number of decimal places. A value that rounds to zero has no sign.
///
/// ```
/// use truel_core::numbers::fixed;
/// assert_eq!([fixed(-0.0004, 3), fixed(-0.0006, 3), fixed(2.0, 1)], ["0.000", "-0.001", "2.0"]);
/// ```
pub fn fixed(value: impl Into<f64>, places: usize) -> String {
    unsigned_zero(format!("{:.places$}", value.into()))
}

/// The same with a sign before it, which is `+` for zero.
///
/// ```
/// use truel_core::numbers::signed;
/// assert_eq!([signed(-0.4, 0), signed(3.0, 0), signed(-17.2, 1)], ["+0", "+3", "-17.2"]);
/// ```
pub fn signed(value: impl Into<f64>, places: usize) -> String {
    let text = fixed(value, places);
    if text.starts_with('-') {
        text
    } else {
        format!("+{text}")
    }
}

fn unsigned_zero(text: String) -> String {
    let is_zero = text.chars().all(|c| matches!(c, '-' | '0' | '.'));
    match text.strip_prefix('-') {
        Some(rest) if is_zero => rest.to_owned(),
        _ => text,
    }
}
