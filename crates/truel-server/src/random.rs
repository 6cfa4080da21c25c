//! Random names, from the operating system's randomness.
//!
//! `nanoid` does the same, but it brings `rand` with it and panics where the system has no
//! randomness; `getrandom` is all that is needed.

use crate::error::ApiError;

/// This many random letters and digits, five bits each. Letters that look alike are left out.
pub(crate) fn letters(count: usize) -> Result<String, ApiError> {
    const LETTERS: &[u8; 32] = b"abcdefghijkmnpqrstuvwxyz23456789";
    let mut bytes = vec![0; count];
    getrandom::fill(&mut bytes).map_err(|_| ApiError::Internal)?;
    Ok(bytes
        .iter()
        .map(|byte| char::from(LETTERS[usize::from(byte & 31)]))
        .collect())
}
