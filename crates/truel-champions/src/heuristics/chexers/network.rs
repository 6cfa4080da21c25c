//! Who will win, as a small network learned it from matches.
//!
//! The board is turned so that the seat to move walks as Red does. What lies on it then names some
//! twenty rows of a table: one for each man (whose it is, where it stands, who could jump over it)
//! and three for each seat (exits, men in all, steps that the needed men have still to go). The
//! sum of these rows goes through a rectifier and one more layer, and the softmax of its three
//! outputs is each seat's share in the win.
//!
//! Cost: a tenth of a microsecond or so for all three seats. Nothing is carried along a line:
//! twelve men are too few for that to pay. All numbers are integers of 16 bits, so a row is added
//! with a few instructions. `examples/fit_chexers.rs` fits such numbers, and says where these come
//! from.

use std::f32::consts::{LN_2, LOG2_E};

use truel_core::{BySeat, Seat};
use truel_games::Chexers;

/// Numbers in a row.
pub const WIDTH: usize = 64;
/// A one in the file: its numbers are whole multiples of one part in so many.
pub const UNIT: f32 = 256.0;
/// Rows of the table.
pub const ROWS: usize = RACES + 3 * LENGTHS;
/// The most rows that one position names.
pub const NAMED: usize = MEN + 3 * 3;

const MEN: usize = 12;
const CELLS: usize = 37;
/// Neither, one, the other or both of the others could jump over a man.
const DANGERS: usize = 4;
/// The first row of each kind, after those of men.
const EXITS: usize = 3 * DANGERS * CELLS;
const TOTALS: usize = EXITS + 3 * 4;
const RACES: usize = TOTALS + 3 * (MEN + 1);
/// Four men with seven steps to go are the longest race.
const LENGTHS: usize = 32;
/// Bytes of the numbers: the table, what is added to each sum, the last layer and what is added
/// there.
const SIZE: usize = 2 * ((ROWS + 1 + 3) * WIDTH + 3);

/// The numbers that were learned.
static LEARNED: Network = Network::read(include_bytes!("../../../data/networks/chexers.bin"));

/// A network that tells shares in the win.
#[derive(Clone, Debug)]
pub struct Network {
    table: [[i16; WIDTH]; ROWS],
    start: [i16; WIDTH],
    outputs: [[i16; WIDTH]; 3],
    offsets: [i16; 3],
}

impl Network {
    /// The one that the champion uses.
    pub fn learned() -> &'static Self {
        &LEARNED
    }

    /// A network from its numbers, the low byte of each first.
    pub const fn read(bytes: &[u8; SIZE]) -> Self {
        let mut network = Network {
            table: [[0; WIDTH]; ROWS],
            start: [0; WIDTH],
            outputs: [[0; WIDTH]; 3],
            offsets: [0; 3],
        };
        let mut row = 0;
        while row < ROWS {
            network.table[row] = row_at(bytes, row);
            row += 1;
        }
        network.start = row_at(bytes, ROWS);
        let mut output = 0;
        while output < 3 {
            network.outputs[output] = row_at(bytes, ROWS + 1 + output);
            network.offsets[output] = number_at(bytes, (ROWS + 4) * WIDTH + output);
            output += 1;
        }
        network
    }

    /// What each seat's share in the win is, after something is added to what speaks for it.
    #[inline]
    pub(super) fn shares(&self, game: &Chexers, added: BySeat<f32, 3>) -> BySeat<f32, 3> {
        let outputs = self.outputs(game);
        let outputs: BySeat<f32, 3> = BySeat::from_fn(|seat| outputs[place_in_turn(game, seat)] + added[seat]);
        let BySeat([red, green, blue]) = outputs;
        let most = red.max(green).max(blue);
        let weights = outputs.0.map(|output| power(output - most));
        let all: f32 = weights.iter().sum();
        BySeat(weights.map(|weight| (weight / all).clamp(LEAST, 1.0 - 2.0 * LEAST)))
    }

    /// What speaks for the seat to move, the next and the last.
    #[inline]
    fn outputs(&self, game: &Chexers) -> [f32; 3] {
        let (rows, count) = rows(game);
        let mut sums = self.start;
        for &row in &rows[..count] {
            add(&mut sums, &self.table[usize::from(row)]);
        }
        let hidden = sums.map(|sum| sum.max(0));
        std::array::from_fn(|output| {
            let products = hidden.iter().zip(&self.outputs[output]);
            let sum: i32 = products.map(|(&a, &b)| i32::from(a) * i32::from(b)).sum();
            sum as f32 / (UNIT * UNIT) + f32::from(self.offsets[output]) / UNIT
        })
    }
}

/// No share is less, so that a match that goes on is never as good as won or lost.
const LEAST: f32 = 0.002;

#[inline]
fn add(sums: &mut [i16; WIDTH], row: &[i16; WIDTH]) {
    for (sum, number) in sums.iter_mut().zip(row) {
        *sum = sum.wrapping_add(*number);
    }
}

const fn row_at(bytes: &[u8; SIZE], row: usize) -> [i16; WIDTH] {
    let (mut numbers, mut place) = ([0; WIDTH], 0);
    while place < WIDTH {
        numbers[place] = number_at(bytes, row * WIDTH + place);
        place += 1;
    }
    numbers
}

const fn number_at(bytes: &[u8; SIZE], place: usize) -> i16 {
    i16::from_le_bytes([bytes[2 * place], bytes[2 * place + 1]])
}

/// When `seat` has its turn: 0 is now.
#[inline]
pub fn place_in_turn(game: &Chexers, seat: Seat) -> usize {
    (seat.index() + 3 - game.turn().index()) % 3
}

/// e to the power of a number that is at most 0: a power of two with its fraction by a polynomial.
/// It errs by less than 0.001, where the standard function would cost as much as half of the sums.
#[inline]
fn power(exponent: f32) -> f32 {
    let binary = (exponent * LOG2_E).max(-60.0);
    let whole = binary.floor();
    let part = binary - whole;
    let fraction = 1.0 + part * (LN_2 + part * (0.240_226_5 + part * (0.055_504_1 + part * 0.009_618_1)));
    fraction * f32::from_bits(((whole as i32 + 127) as u32) << 23)
}

/// The rows that a position names, and how many there are.
#[inline]
pub fn rows(game: &Chexers) -> ([u16; NAMED], usize) {
    let mover = game.turn();
    let seats = [mover, mover.next(3), mover.next(3).next(3)];
    let pieces = seats.map(|seat| game.piece_bits(seat));
    let [own, next, last] = pieces;
    let [by_own, by_next, by_last] = seats.map(|seat| game.exposed_bits(seat));
    // Whom the two others are depends on the man; the one who moves first comes first.
    let first = own & by_next | (next | last) & by_own;
    let second = (own | next) & by_last | last & by_next;
    let (mut rows, mut count) = ([0; NAMED], 0);
    let mut men = own | next | last;
    // All men in one loop, since how many there are is easier to foresee than how many a seat has.
    while men != 0 && count < MEN {
        let bit = men.trailing_zeros() as usize & 63;
        men &= men - 1;
        let is_in = |mask: u64| (mask >> bit) as u16 & 1;
        let kind = 4 * is_in(next) + 8 * is_in(last) + is_in(first) + 2 * is_in(second);
        rows[count] = kind * CELLS as u16 + u16::from(PLACES[mover.index()][bit]);
        count += 1;
    }
    for (place, (seat, pieces)) in seats.into_iter().zip(pieces).enumerate() {
        let exits = usize::from(game.exits(seat)).min(3);
        let total = (exits + pieces.count_ones() as usize).min(MEN);
        rows[count] = (EXITS + place * 4 + exits) as u16;
        rows[count + 1] = (TOTALS + place * (MEN + 1) + total) as u16;
        rows[count + 2] = (RACES + place * LENGTHS + race(game, seat) as usize) as u16;
        count += 3;
    }
    (rows, count)
}

/// The steps that the men nearest to the exit have still to go, as many as `seat` needs; a man that
/// it lacks has seven.
#[inline]
pub(super) fn race(game: &Chexers, seat: Seat) -> u32 {
    let (pieces, needed) = (game.piece_bits(seat), 4 - u32::from(game.exits(seat)).min(4));
    // A man who is so many steps away is counted once for each nearer ring that he has not reached.
    let within = WITHIN[seat.index()].map(|mask| needed.saturating_sub((pieces & mask).count_ones()));
    within.iter().sum()
}

/// The number of a cell once the board is turned so that this seat walks as Red does, by the cell's
/// bit.
const PLACES: [[u8; 64]; 3] = {
    let mut places = [[0; 64]; 3];
    let mut cell = 0;
    while cell < 7 * 7 {
        let (q, r) = coordinates(cell);
        if is_cell(q, r) {
            // Two thirds of a turn bring Green's way to Red's, one third Blue's.
            let (third_q, third_r) = (-q - r, q);
            places[0][bit(q, r)] = number(q, r);
            places[2][bit(q, r)] = number(third_q, third_r);
            places[1][bit(q, r)] = number(-third_q - third_r, third_q);
        }
        cell += 1;
    }
    places
};

/// The cells from which each seat has at most so many steps to go.
const WITHIN: [[u64; 7]; 3] = {
    let mut within = [[0; 7]; 3];
    let mut cell = 0;
    while cell < 7 * 7 * 3 * 7 {
        let (q, r) = coordinates(cell % 49);
        let (seat, steps) = (cell / 49 % 3, cell / 49 / 3);
        let along = [q, r, -q - r][seat];
        if is_cell(q, r) && 3 - along <= steps as i8 {
            within[seat][steps] |= 1 << bit(q, r);
        }
        cell += 1;
    }
    within
};

const fn coordinates(cell: usize) -> (i8, i8) {
    (cell as i8 % 7 - 3, cell as i8 / 7 - 3)
}

const fn is_cell(q: i8, r: i8) -> bool {
    -3 <= q + r && q + r <= 3
}

const fn bit(q: i8, r: i8) -> usize {
    ((r + 3) * 8 + q + 3) as usize
}

/// How many cells come before this one, row by row from the top.
const fn number(q: i8, r: i8) -> u8 {
    let (mut before, mut cell) = (0, 0);
    while coordinates(cell).1 < r || coordinates(cell).0 < q {
        let (q, r) = coordinates(cell);
        before += is_cell(q, r) as u8;
        cell += 1;
    }
    before
}

#[cfg(test)]
mod tests {
    use super::*;
    use truel_core::{Game, Rng, Symmetric, random_joint};
    use truel_games::chexers::{Cell, RED};

    use super::super::nearest;

    fn walk(mut see: impl FnMut(&Chexers)) {
        let (mut game, mut rng) = (Chexers::default(), Rng::new(5));
        while let Some(joint) = random_joint(&game, &mut rng, &mut Vec::new()) {
            see(&game);
            game.play(joint);
        }
    }

    #[test]
    fn a_turned_board_is_the_same_to_the_seats_that_turn_with_it() {
        walk(|game| {
            let shares = Network::learned().shares(game, BySeat([0.0; 3]));
            for turns in 1..3 {
                let turned = Network::learned().shares(&game.image(turns), BySeat([0.0; 3]));
                for (seat, share) in shares.iter() {
                    let image = turned[Chexers::image_seat(seat, turns)];
                    assert!((image - share).abs() < 1e-6, "{game}: {image}, {share}");
                }
            }
        });
    }

    #[test]
    fn shares_make_up_the_win() {
        walk(|game| {
            let BySeat(shares) = Network::learned().shares(game, BySeat([0.0; 3]));
            assert!((shares.iter().sum::<f32>() - 1.0).abs() < 0.01, "{game}: {shares:?}");
        });
    }

    #[test]
    fn the_race_is_the_steps_of_the_nearest_men() {
        walk(|game| {
            for seat in Seat::all(3) {
                let needed = 4 - game.exits(seat).min(4);
                let (steps, lacking) = nearest(game, seat, needed, |steps| steps);
                assert_eq!(race(game, seat), u32::from(steps + 7 * lacking), "{game}");
            }
        });
    }

    #[test]
    fn every_cell_has_a_place_of_its_own_in_every_frame() {
        for places in PLACES {
            let mut seen: Vec<u8> = Cell::all().map(|cell| places[bit(cell.q(), cell.r())]).collect();
            seen.sort_unstable();
            assert!((0..37).eq(seen));
        }
    }

    #[test]
    fn a_man_in_danger_is_another_row_than_a_safe_one() {
        let rows_of = |text: &str| rows(&text.parse().expect("a position"));
        // Red at (-1,0) and Blue at (0,0) could jump over each other; a step apart not.
        let (fight, count) = rows_of("GGGG/5/6/R1RB2B/R4B/R3B/4 R 0,0,0 9 -");
        let (peace, _) = rows_of("GGGG/5/6/R1R1B1B/R4B/R3B/4 R 0,0,0 9 -");
        assert_eq!(count, NAMED);
        let cell = u16::from(PLACES[RED.index()][bit(-1, 0)]);
        assert!(fight.contains(&(2 * CELLS as u16 + cell)) && peace.contains(&cell));
    }

    #[test]
    fn a_spare_man_and_a_last_exit_at_hand_speak_for_their_seat() {
        let share = |text: &str| {
            let game = text.parse().expect("a position");
            Network::learned().shares(&game, BySeat([0.0; 3]))[RED]
        };
        let even = share("GGGG/5/6/R5B/R4B/R3B/R2B R 0,0,0 9 -");
        assert!(share("GGGG/5/6/R5B/R4B/R3R/R2B R 0,0,0 9 -") > even + 0.1);
        assert!(share("GG2/5/6/R1RB2R/R4B/4B/4 R 3,0,0 60 -") > 0.9);
    }

    #[test]
    fn the_power_is_nearly_exact() {
        for tenths in 0..300 {
            let exponent = -0.1 * tenths as f32;
            assert!((power(exponent) - exponent.exp()).abs() < 1e-3, "{exponent}");
        }
    }
}
