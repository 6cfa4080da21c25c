//! What White can do next, and how Black can hold: everything within the next fives, without
//! playing a move.

use super::board::{Board, EVEN, HALF, Lines, Move, NEXT, ODD, PAIRS, STANDS, SWAPPED};

/// A move of White's and how many replies it leaves Black that do not lose at once.
#[derive(Clone, Copy, Debug)]
pub struct Choice {
    /// The move.
    pub mv: Move,
    /// The replies, not counting that a five of Black's own may save others.
    pub replies: u8,
}

/// A move with which White wins at once.
#[inline]
pub fn win(board: Board) -> Option<Move> {
    let white = Lines::of(board.white, board.black);
    let black = Lines::of(board.black, board.white);
    win_with(board, &white, &black)
}

#[inline]
fn win_with(board: Board, white: &Lines, black: &Lines) -> Option<Move> {
    (0..PAIRS.len()).find_map(|pair| {
        let cells = white.completing(ODD, NEXT[pair]);
        let cells = if cells & STANDS == 0 { cells } else { board.empty() };
        let wins = cells != 0 && !black.stands(ODD, NEXT[pair]);
        wins.then(|| Move {
            cell: cells.trailing_zeros() as u8,
            pair: pair as u8,
        })
    })
}

/// White wins at once, or passes every move after which Black has no five at once.
#[inline]
pub fn options(board: Board, mut tell: impl FnMut(Choice)) -> Option<Move> {
    let white = Lines::of(board.white, board.black);
    let black = Lines::of(board.black, board.white);
    let won = win_with(board, &white, &black);
    if won.is_some() {
        return won;
    }
    let empty = board.empty();
    let fives: [u64; HALF] = std::array::from_fn(|even| black.completing(EVEN, even));
    let mut allowed = [0; PAIRS.len()];
    let mut any = 0;
    for (pair, cells) in allowed.iter_mut().enumerate() {
        let threatened = SWAPPED[ODD][NEXT[pair]].iter().fold(0, |all, even| all | fives[*even]);
        *cells = match threatened.count_ones() {
            _ if black.stands(ODD, NEXT[pair]) => 0,
            0 => empty,
            1 => threatened,
            _ => 0,
        };
        any |= *cells;
    }
    // By cell, what a piece there adds to the threats in each odd arrangement.
    let mut added = [[0u64; HALF]; 36];
    let mut touched = 0;
    let mut threats = [0u64; HALF];
    for odd in 0..HALF {
        threats[odd] = white.completing(ODD, odd);
        touched |= threats[odd];
        white.each_two_short(ODD, odd, |cells| {
            let (one, other) = (cells.trailing_zeros() as usize, 63 - cells.leading_zeros() as usize);
            added[one][odd] |= 1 << other;
            added[other][odd] |= 1 << one;
            touched |= cells;
        });
    }
    let completing: [u64; HALF] = std::array::from_fn(|even| white.completing(EVEN, even));
    touched |= completing.iter().fold(0, |all, cells| all | cells);
    let free = empty.count_ones().saturating_sub(1) as u8;
    let replies = |stands: &dyn Fn(usize) -> bool, threats: &[u64; HALF]| -> [u8; HALF] {
        std::array::from_fn(|even| {
            if stands(even) {
                return 0;
            }
            match SWAPPED[EVEN][even]
                .iter()
                .fold(0, |all, odd| all | threats[*odd])
                .count_ones()
            {
                0 => free,
                1 => 1,
                _ => 0,
            }
        })
    };
    let standing = |even: usize| completing[even] & STANDS != 0;
    let untouched = replies(&standing, &threats);
    let mut left = any;
    while left != 0 {
        let cell = left.trailing_zeros() as usize;
        let here = 1 << cell;
        left &= left - 1;
        let by_even = if touched & here == 0 {
            untouched
        } else {
            let with_piece = |threats: u64| {
                if threats & here == 0 {
                    threats
                } else {
                    threats & !here | STANDS
                }
            };
            let threats = std::array::from_fn(|odd| with_piece(threats[odd]) | added[cell][odd]);
            replies(&|even| completing[even] & (here | STANDS) != 0, &threats)
        };
        for pair in 0..PAIRS.len() {
            if allowed[pair] & here != 0 {
                let replies = SWAPPED[ODD][NEXT[pair]].iter().map(|even| by_even[*even]).sum();
                let mv = Move {
                    cell: cell as u8,
                    pair: pair as u8,
                };
                tell(Choice { mv, replies });
            }
        }
    }
    None
}

/// Black has a five at once, so that White does not win; or passes every move of Black's that does
/// not lose at once, as the cells for each pair.
#[inline]
pub fn replies(board: Board) -> Option<[u64; PAIRS.len()]> {
    let white = Lines::of(board.white, board.black);
    let black = Lines::of(board.black, board.white);
    let empty = board.empty();
    let mut holding = [0; PAIRS.len()];
    if NEXT.iter().any(|odd| black.completing(ODD, *odd) != 0) {
        return None;
    }
    // With its last piece Black ends the match.
    let threats: [u64; HALF] = match empty.count_ones() {
        1 => [0; HALF],
        _ => std::array::from_fn(|even| white.completing(EVEN, even)),
    };
    let saves: [u64; HALF] = std::array::from_fn(|even| match threats[even] {
        0 => 0,
        _ => black.completing(EVEN, even),
    });
    for (pair, cells) in holding.iter_mut().enumerate() {
        if white.stands(ODD, NEXT[pair]) {
            continue;
        }
        let after = SWAPPED[ODD][NEXT[pair]];
        let to_stop = after.iter().fold(0, |all, even| all | threats[*even]);
        if after.iter().all(|even| saves[*even] == 0) {
            *cells = match to_stop.count_ones() {
                0 => empty,
                1 => to_stop,
                _ => 0,
            };
            continue;
        }
        // A five of Black's own beside White's makes a draw.
        let mut left = empty;
        while left != 0 {
            let here = left & left.wrapping_neg();
            left &= left - 1;
            let wins = |even: usize| threats[even] & !here != 0 && saves[even] & (here | STANDS) == 0;
            if !after.iter().any(|even| wins(*even)) {
                *cells |= here;
            }
        }
    }
    Some(holding)
}
