//! Tables of text: the first column to the left, numbers to the right.

use std::io::Write;

use anyhow::Result;

use crate::output::Output;

/// Prints a heading and rows, every column as wide as its widest text. Columns before `left` are set to the left.
pub(crate) fn print(out: &mut Output, heading: &[&str], rows: &[Vec<String>], left: usize) -> Result<()> {
    let width = |column: usize| {
        let cells = rows.iter().map(|row| row[column].chars().count());
        cells.chain([heading[column].chars().count()]).max().unwrap_or(0)
    };
    let widths: Vec<usize> = (0..heading.len()).map(width).collect();
    let line = |cells: &mut dyn Iterator<Item = &str>| {
        let set = |(column, text): (usize, &str)| {
            let width = widths[column];
            if column < left {
                format!("{text:width$}")
            } else {
                format!("{text:>width$}")
            }
        };
        let line: Vec<String> = cells.enumerate().map(set).collect();
        line.join("  ").trim_end().to_owned()
    };
    let top = line(&mut heading.iter().copied());
    writeln!(out, "{}", out.bold(&top))?;
    for row in rows {
        writeln!(out, "{}", line(&mut row.iter().map(String::as_str)))?;
    }
    Ok(())
}
