//! Slow and simple versions of the games. They use names and maps and share no code with the fast
//! games.

pub mod avalam;
pub mod chexers;
pub mod connect_four;
pub mod goofspiel;
pub mod pentago;
pub mod pentago_swap;
pub mod ropasci;
pub mod threechess;
pub mod tic_tac_toe;

/// The longest run of `symbol` through the cells of a grid given as rows of characters, in any of
/// the eight directions.
fn longest_run(rows: &[Vec<char>], symbol: char) -> usize {
    let at = |row: i32, column: i32| {
        let row = rows.get(usize::try_from(row).ok()?)?;
        row.get(usize::try_from(column).ok()?).copied()
    };
    let mut longest = 0;
    for row in 0..rows.len() as i32 {
        for column in 0..rows[0].len() as i32 {
            for (down, right) in [(0, 1), (1, 0), (1, 1), (1, -1)] {
                let run = (0..)
                    .take_while(|i| at(row + i * down, column + i * right) == Some(symbol))
                    .count();
                longest = longest.max(run);
            }
        }
    }
    longest
}
