//! What lies on the board: symbols, stacks, and how many tokens and throws each seat has.

use truel_core::{BySeat, Seat, zobrist};

use super::board::Hex;

/// How many throws each seat has, and so the most tokens it can have.
pub const THROWS: u8 = 9;

/// What a token shows. The discriminants are single bits, so that symbols join into sets.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[repr(u8)]
pub enum Symbol {
    /// Defeats scissors.
    Rock = 1,
    /// Defeats rock.
    Paper = 2,
    /// Defeat paper.
    Scissors = 4,
}

impl Symbol {
    /// All three.
    pub const ALL: [Symbol; 3] = [Symbol::Rock, Symbol::Paper, Symbol::Scissors];

    /// The place in lists by symbol.
    #[inline]
    pub const fn index(self) -> usize {
        self as usize >> 1
    }

    /// The symbol that defeats this one.
    #[inline]
    pub const fn defeated_by(self) -> Symbol {
        Symbol::ALL[(self.index() + 1) % 3]
    }

    /// The letter of moves, the same for both seats.
    #[inline]
    pub const fn letter(self) -> char {
        ['r', 'p', 's'][self.index()]
    }

    /// The letter on the board: a capital for Upper.
    pub fn letter_of(self, seat: Seat) -> char {
        if seat == super::UPPER {
            self.letter().to_ascii_uppercase()
        } else {
            self.letter()
        }
    }

    /// The symbol with this small letter.
    pub(super) fn from_letter(letter: char) -> Option<Self> {
        Symbol::ALL.into_iter().find(|symbol| symbol.letter() == letter)
    }
}

/// A set of symbols: nothing, or the one that lies on a hex.
#[inline]
pub(super) fn set_of(symbol: Option<Symbol>) -> u8 {
    symbol.map_or(0, |symbol| symbol as u8)
}

/// The symbol that is left when these have met, owners aside: one defeats the other, but three
/// leave nothing.
#[inline]
pub(super) fn winner_among(symbols: u8) -> Option<Symbol> {
    const WINNERS: [Option<Symbol>; 8] = {
        use Symbol::{Paper, Rock, Scissors};
        let mut winners = [None; 8];
        winners[Rock as usize] = Some(Rock);
        winners[Paper as usize] = Some(Paper);
        winners[Scissors as usize] = Some(Scissors);
        winners[Rock as usize | Scissors as usize] = Some(Rock);
        winners[Scissors as usize | Paper as usize] = Some(Scissors);
        winners[Paper as usize | Rock as usize] = Some(Paper);
        winners
    };
    WINNERS[usize::from(symbols & 7)]
}

/// What lies on a hex between turns: any number of tokens of either seat, all of one symbol.
///
/// Three bytes are given the room of four, so that a stack is read and kept as one word.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[repr(align(4))]
pub struct Stack {
    /// What the tokens show; `None` on an empty hex.
    pub symbol: Option<Symbol>,
    /// How many tokens each seat has here.
    pub tokens: BySeat<u8, 2>,
}

impl Stack {
    /// Whether nothing lies here.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.tokens == BySeat([0, 0])
    }

    /// The key of these tokens on `hex`.
    #[inline]
    pub(super) fn key(&self, hex: Hex) -> u64 {
        self.symbol.map_or(0, |symbol| {
            let words = self.tokens.iter().map(|(seat, &count)| word(seat, symbol, count, hex));
            words.fold(0, |key, word| key ^ word)
        })
    }
}

/// How many tokens of each symbol, and how many throws, the seats have.
///
/// Eight bytes that hold all that the first three ends look at. They only change for good: a throw
/// is spent, a token is gone. While they stay the same, earlier positions may return; once they
/// differ, none can.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Material {
    pub(super) tokens: BySeat<[u8; 3], 2>,
    pub(super) throws_used: BySeat<u8, 2>,
}

impl Material {
    #[inline]
    pub(super) fn token_count(&self, seat: Seat) -> u8 {
        self.tokens[seat].iter().sum()
    }

    #[inline]
    pub(super) fn has_throws(&self, seat: Seat) -> bool {
        self.throws_used[seat] < THROWS
    }

    /// Whether `seat` has a token that nothing of the other seat can ever defeat: the other has no
    /// throws left and no token of the symbol that would.
    #[inline]
    pub(super) fn is_invincible(&self, seat: Seat) -> bool {
        let other = seat.next(2);
        let is_safe = |symbol: &Symbol| {
            self.tokens[seat][symbol.index()] > 0 && self.tokens[other][symbol.defeated_by().index()] == 0
        };
        !self.has_throws(other) && Symbol::ALL.iter().any(is_safe)
    }

    /// The key of the throws used; tokens are hashed where they lie.
    #[inline]
    pub(super) fn throws_key(&self) -> u64 {
        let words = self.throws_used.iter().map(|(seat, &used)| throws_word(seat, used));
        words.fold(0, |key, word| key ^ word)
    }
}

const COUNTS: usize = THROWS as usize + 1;

/// A row of hexes for each seat, symbol and count, rounded up to a power of two. No token, no word:
/// the rows of count 0 are empty.
static TOKEN_WORDS: [[u64; 64]; 2 * 3 * COUNTS] = {
    let mut rows = zobrist::rows(0x726f_7061_7363_6921);
    let mut row = 0;
    while row < rows.len() {
        rows[row] = [0; 64];
        row += COUNTS;
    }
    rows
};

static THROW_WORDS: [[u64; COUNTS]; 2] = zobrist::rows(0x7468_726f_7773);

/// The word of so many tokens of one seat and symbol on a hex.
#[inline]
pub(super) fn word(seat: Seat, symbol: Symbol, count: u8, hex: Hex) -> u64 {
    TOKEN_WORDS[(3 * seat.index() + symbol.index()) * COUNTS + usize::from(count)][hex.index()]
}

/// The word of so many throws used by a seat.
#[inline]
pub(super) fn throws_word(seat: Seat, used: u8) -> u64 {
    THROW_WORDS[seat.index()][usize::from(used)]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_symbols_leave_the_stronger_and_three_leave_nothing() {
        for symbol in Symbol::ALL {
            let stronger = symbol.defeated_by();
            assert_eq!(winner_among(symbol as u8 | stronger as u8), Some(stronger));
            assert_eq!(winner_among(symbol as u8), Some(symbol));
        }
        assert_eq!(winner_among(7), None);
        assert_eq!(Symbol::Rock.defeated_by(), Symbol::Paper);
    }

    #[test]
    fn stacks_material_and_undo_are_small() {
        let sizes = (
            size_of::<Stack>(),
            size_of::<Material>(),
            size_of::<super::super::Undo>(),
        );
        assert_eq!(sizes, (4, 8, 64));
    }
}
