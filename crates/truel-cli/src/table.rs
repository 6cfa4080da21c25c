//! Tables of text: a number, a name, and numbers.

use std::io::Write;

use anyhow::Result;

use crate::output::Output;

/// Prints a heading and rows, every column as wide as its widest text. The second column, a name,
/// is set to the left and all others to the right; a row may end early.
pub(crate) fn print(out: &mut Output, heading: &[&str], rows: &[Vec<String>]) -> Result<()> {
    let width = |column: usize| {
        let cells = rows.iter().filter_map(|row| row.get(column)).map(String::as_str);
        cells.chain([heading[column]]).map(|cell| cell.chars().count()).max()
    };
    let widths: Vec<usize> = (0..heading.len()).filter_map(width).collect();
    let line = |cells: &mut dyn Iterator<Item = &str>| {
        let set = |(column, (text, &width)): (usize, (&str, &usize))| match column {
            1 => format!("{text:width$}"),
            _ => format!("{text:>width$}"),
        };
        let line: Vec<String> = cells.zip(&widths).enumerate().map(set).collect();
        line.join("  ").trim_end().to_owned()
    };
    let top = line(&mut heading.iter().copied());
    writeln!(out, "{}", out.bold(&top))?;
    for row in rows {
        writeln!(out, "{}", line(&mut row.iter().map(String::as_str)))?;
    }
    Ok(())
}
