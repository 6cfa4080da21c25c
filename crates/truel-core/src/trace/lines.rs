//! The lines of an input, each with its number.

use std::io::BufRead;

use super::{BadLine, TraceError};
use crate::lines::{LONGEST, LineRead, read_line, skip_line};

/// The lines of an input, each with its number from 1; empty lines are passed over.
///
/// A line that is no text or too long is an error, and the lines behind it follow.
pub fn lines(mut input: impl BufRead) -> impl Iterator<Item = Result<(usize, String), BadLine>> {
    let (mut number, mut is_over) = (0, false);
    std::iter::from_fn(move || {
        let mut bytes = Vec::new();
        while !is_over {
            number += 1;
            let line = match read_line(&mut input, LONGEST, &mut bytes) {
                Ok(LineRead::End) => return None,
                Ok(LineRead::Read) => String::from_utf8(std::mem::take(&mut bytes)).map_err(|_| TraceError::NotText),
                Ok(LineRead::TooLong) => {
                    is_over = skip_line(&mut input).is_err();
                    Err(TraceError::TooLong)
                }
                Err(error) => {
                    is_over = true;
                    Err(TraceError::Unreadable(error))
                }
            };
            match line {
                Ok(text) if text.trim().is_empty() => {}
                Ok(text) => return Some(Ok((number, text))),
                Err(why) => return Some(Err(BadLine { line: number, why })),
            }
        }
        None
    })
}
