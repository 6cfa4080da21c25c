//! Plays tic-tac-toe at random: a complete engine for the protocol of docs/protocol.md.
//! Build it with `rustc -O random.rs`.

use std::io::{BufRead, Write, stdin, stdout};

const LINES: [[usize; 3]; 8] = [[0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8], [0, 4, 8], [2, 4, 6]];

fn cell(text: &str) -> Option<usize> {
    let [column @ b'a'..=b'c', row @ b'1'..=b'3'] = text.as_bytes() else { return None };
    Some(usize::from(row - b'1') * 3 + usize::from(column - b'a'))
}

/// `startpos moves b2 a1`, or `fen x../.o./... x moves b3`.
fn read_position(words: &[&str]) -> Option<Vec<u8>> {
    let mut board = match words {
        ["startpos", ..] => vec![b'.'; 9],
        ["fen", rows, ..] => rows.bytes().filter(|byte| *byte != b'/').collect(),
        _ => return None,
    };
    for word in words.iter().skip_while(|word| **word != "moves").skip(1) {
        let stone = turn(&board);
        *board.get_mut(cell(word)?)? = stone;
    }
    (board.len() == 9).then_some(board)
}

fn turn(board: &[u8]) -> u8 {
    let count = |stone| board.iter().filter(|cell| **cell == stone).count();
    if count(b'x') == count(b'o') { b'x' } else { b'o' }
}

fn result(board: &[u8]) -> &'static str {
    let line = LINES.iter().find(|line| board[line[0]] != b'.' && line.iter().all(|at| board[*at] == board[line[0]]));
    match line {
        Some(line) if board[line[0]] == b'x' => "p1win",
        Some(_) => "p2win",
        None if board.contains(&b'.') => "none",
        None => "draw",
    }
}

fn main() -> std::io::Result<()> {
    let (mut board, mut chance) = (vec![b'.'; 9], u64::from(std::process::id()));
    let mut out = stdout().lock();
    for line in stdin().lock().lines() {
        let line = line?;
        let words: Vec<&str> = line.split_whitespace().collect();
        match words.as_slice() {
            ["ugi"] => writeln!(out, "id name Random in Rust\nid author truel\nugiok")?,
            ["isready"] => writeln!(out, "readyok")?,
            ["position", words @ ..] => match read_position(words) {
                Some(read) => board = read,
                None => writeln!(out, "info string error: {line}")?,
            },
            ["query", "gameover"] => writeln!(out, "response {}", result(&board) != "none")?,
            ["query", "p1turn"] => writeln!(out, "response {}", turn(&board) == b'x')?,
            ["query", "result"] => writeln!(out, "response {}", result(&board))?,
            ["go", ..] => {
                let free: Vec<usize> = (0..9).filter(|at| board[*at] == b'.').collect();
                chance = chance.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
                match free.get((chance >> 33) as usize % free.len().max(1)) {
                    Some(at) => writeln!(out, "bestmove {}{}", (b'a' + (at % 3) as u8) as char, at / 3 + 1)?,
                    None => writeln!(out, "bestmove none")?,
                }
            }
            ["quit"] => break,
            _ => {}
        }
        out.flush()?;
    }
    Ok(())
}
