//! The potentials of `logical`: what an empty cell promises to one seat, quadrant by quadrant and
//! over the whole board.
//!
//! Quadrants are looked at as nine local cells, row by row: corners 0 2 6 8, edge middles 1 3 5 7,
//! centre 4.

/// A value for each cell, by [`Cell::index`](truel_games::pentago_swap::Cell::index).
pub(super) type Matrix = [f32; 36];

type Line = [usize; 3];

const ROWS: [Line; 3] = [[0, 1, 2], [3, 4, 5], [6, 7, 8]];
const COLUMNS: [Line; 3] = [[0, 3, 6], [1, 4, 7], [2, 5, 8]];
pub(super) const FALLING: Line = [0, 4, 8];
pub(super) const RISING: Line = [2, 4, 6];
/// The small diagonals: an edge middle and one diagonally beside it.
const SMALL: [[usize; 2]; 4] = [[1, 5], [3, 7], [1, 3], [5, 7]];
const CENTRE: usize = 4;

/// How the three potentials of a cell become one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Superpose {
    /// The largest.
    Maximum,
    /// Their sum, which the report tried and found inconsistent.
    Sum,
}

/// What the report adds without giving numbers.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Biases {
    /// How many pieces a line may reach beside a full line of another quadrant.
    pub line: f32,
    /// More for the middle of such a line, which pairs two ways.
    pub middle: f32,
    /// More for the second cell of a small diagonal that another quadrant has in full.
    pub small: f32,
    /// More for every vertical potential.
    pub vertical: f32,
}

/// The pieces of one quadrant as the seat that owns `own` sees them.
#[derive(Clone, Copy)]
struct Block {
    own: u64,
    enemy: u64,
}

impl Block {
    fn has(bits: u64, cell: usize) -> bool {
        bits & (1 << cell) != 0
    }

    fn is_empty(self, cell: usize) -> bool {
        !Self::has(self.own | self.enemy, cell)
    }

    fn count(bits: u64, line: &[usize]) -> u32 {
        line.iter().map(|cell| u32::from(Self::has(bits, *cell))).sum()
    }

    /// What a line of three through an empty cell promises: the pieces that may still stand on it,
    /// and those that do.
    fn line(self, line: Line) -> f32 {
        let (own, enemies) = (Self::count(self.own, &line), Self::count(self.enemy, &line));
        let reach = match enemies {
            0 => 3,
            1 if !Self::has(self.enemy, line[1]) => 2,
            _ => return 0.0,
        };
        (reach + own) as f32
    }

    /// The line of three of `lines` that a cell lies on.
    fn along(self, lines: [Line; 3], cell: usize) -> f32 {
        let line = lines.into_iter().find(|line| line.contains(&cell));
        self.line(line.expect("every cell lies on a row and a column"))
    }

    fn diagonal(self, cell: usize) -> f32 {
        match cell {
            CENTRE => self.line(FALLING) + self.line(RISING),
            0 | 8 => self.line(FALLING),
            2 | 6 => self.line(RISING),
            _ => self.small_diagonal(cell),
        }
    }

    /// The better of an edge middle's two small diagonals.
    fn small_diagonal(self, cell: usize) -> f32 {
        let partners = SMALL.iter().filter(|pair| pair.contains(&cell));
        let partners = partners.map(|pair| if pair[0] == cell { pair[1] } else { pair[0] });
        let value = |partner: usize| match () {
            () if Self::has(self.own, partner) => 3.0,
            () if Self::has(self.enemy, partner) => 0.0,
            () => 2.0,
        };
        partners.map(value).fold(0.0, f32::max)
    }
}

/// The board as one seat sees it.
#[derive(Clone, Copy)]
pub(super) struct View {
    own: u64,
    enemy: u64,
}

impl View {
    pub(super) fn new(own: u64, enemy: u64) -> Self {
        View { own, enemy }
    }

    fn block(self, quadrant: usize) -> Block {
        let content = |bits: u64| bits >> (9 * quadrant) & 0x1ff;
        Block {
            own: content(self.own),
            enemy: content(self.enemy),
        }
    }

    fn matrix(self, value: impl Fn(Block, usize) -> f32) -> Matrix {
        std::array::from_fn(|cell| {
            let (block, local) = (self.block(cell / 9), cell % 9);
            if block.is_empty(local) {
                value(block, local)
            } else {
                0.0
            }
        })
    }

    pub(super) fn horizontal(self) -> Matrix {
        self.matrix(|block, cell| block.along(ROWS, cell))
    }

    pub(super) fn vertical(self) -> Matrix {
        self.matrix(|block, cell| block.along(COLUMNS, cell))
    }

    pub(super) fn diagonal(self) -> Matrix {
        self.matrix(Block::diagonal)
    }

    /// The three as one, without the whole board.
    pub(super) fn superposed(self, superpose: Superpose, biases: Biases) -> Matrix {
        let (rows, columns, diagonals) = (self.horizontal(), self.vertical(), self.diagonal());
        std::array::from_fn(|cell| {
            let column = if columns[cell] > 0.0 {
                columns[cell] + biases.vertical
            } else {
                0.0
            };
            match superpose {
                Superpose::Maximum => rows[cell].max(column).max(diagonals[cell]),
                Superpose::Sum => rows[cell] + column + diagonals[cell],
            }
        })
    }

    /// The potentials of one perspective: superposed, and raised where another quadrant has a full
    /// line.
    pub(super) fn potentials(self, superpose: Superpose, biases: Biases) -> Matrix {
        let mut matrix = self.superposed(superpose, biases);
        let lines = ROWS.into_iter().chain(COLUMNS).chain([FALLING, RISING]);
        for line in lines {
            self.raise_line(line, biases, &mut matrix);
        }
        for pair in SMALL {
            self.raise_pair(pair, biases, &mut matrix);
        }
        matrix
    }

    /// Whether a quadrant other than this one has all these cells.
    fn is_full_elsewhere(self, line: &[usize], quadrant: usize) -> bool {
        let is_full = |other: usize| Block::count(self.block(other).own, line) as usize == line.len();
        (0..4).any(|other| other != quadrant && is_full(other))
    }

    /// The same line of the other quadrants, unless an enemy in its middle lets no two of it join
    /// the three.
    fn raise_line(self, line: Line, biases: Biases, matrix: &mut Matrix) {
        for quadrant in (0..4).filter(|quadrant| self.is_full_elsewhere(&line, *quadrant)) {
            let block = self.block(quadrant);
            if Block::has(block.enemy, line[1]) {
                continue;
            }
            for cell in line.into_iter().filter(|cell| block.is_empty(*cell)) {
                let own = Block::count(block.own, &line) as f32;
                let middle = if cell == line[1] { biases.middle } else { 0.0 };
                let value = &mut matrix[9 * quadrant + cell];
                *value = value.max(biases.line + own + middle);
            }
        }
    }

    /// The empty cell of the same small diagonal, where the other one is held.
    fn raise_pair(self, pair: [usize; 2], biases: Biases, matrix: &mut Matrix) {
        for quadrant in (0..4).filter(|quadrant| self.is_full_elsewhere(&pair, *quadrant)) {
            let block = self.block(quadrant);
            for (cell, partner) in [(pair[0], pair[1]), (pair[1], pair[0])] {
                if block.is_empty(cell) && Block::has(block.own, partner) {
                    let value = &mut matrix[9 * quadrant + cell];
                    *value = value.max(biases.line + biases.small);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use truel_core::Seat;
    use truel_games::PentagoSwap;
    use truel_games::pentago_swap::Cell;

    use super::*;

    const READING: Biases = Biases {
        line: 5.0,
        middle: 1.0,
        small: 1.0,
        vertical: 0.0,
    };

    /// The board as `seat` sees it.
    fn view(position: &str, seat: usize) -> View {
        let game: PentagoSwap = position.parse().unwrap_or_else(|error| panic!("{error}"));
        let seat = Seat::new(seat);
        View::new(game.bits(seat), game.bits(seat.next(2)))
    }

    /// The matrix as the report prints it: row by row.
    fn printed(matrix: Matrix) -> String {
        let row = |row: u8| {
            let values = (0..6).map(|column| matrix[Cell::at(row, column).index()].to_string());
            values.collect::<Vec<_>>().join(" ")
        };
        (0..6).map(row).collect::<Vec<_>>().join("/")
    }

    fn superposed(view: View) -> Matrix {
        view.superposed(Superpose::Maximum, READING)
    }

    const THREES: &str = "3 3 3 3 3 3/3 3 3 3 3 3/3 3 3 3 3 3/3 3 3 3 3 3/3 3 3 3 3 3/3 3 3 3 3 3";

    #[test]
    fn stage_0_the_empty_board() {
        let view = view("6/6/6/6/6/6 w", 0);
        assert_eq!(printed(view.horizontal()), THREES);
        assert_eq!(printed(view.vertical()), THREES);
        assert_eq!(
            printed(view.diagonal()),
            "3 2 3 3 2 3/2 6 2 2 6 2/3 2 3 3 2 3/3 2 3 3 2 3/2 6 2 2 6 2/3 2 3 3 2 3"
        );
        assert_eq!(
            printed(superposed(view)),
            "3 3 3 3 3 3/3 6 3 3 6 3/3 3 3 3 3 3/3 3 3 3 3 3/3 6 3 3 6 3/3 3 3 3 3 3"
        );
    }

    #[test]
    fn stage_1_one_enemy() {
        let view = view("6/6/6/6/6/2w3 b", 1);
        assert_eq!(
            printed(view.horizontal()),
            "3 3 3 3 3 3/3 3 3 3 3 3/3 3 3 3 3 3/3 3 3 3 3 3/3 3 3 3 3 3/2 2 0 3 3 3"
        );
        assert_eq!(
            printed(view.vertical()),
            "3 3 3 3 3 3/3 3 3 3 3 3/3 3 3 3 3 3/3 3 2 3 3 3/3 3 2 3 3 3/3 3 0 3 3 3"
        );
        assert_eq!(
            printed(view.diagonal()),
            "3 2 3 3 2 3/2 6 2 2 6 2/3 2 3 3 2 3/2 2 3 3 2 3/2 5 2 2 6 2/3 2 0 3 2 3"
        );
        assert_eq!(
            printed(superposed(view)),
            "3 3 3 3 3 3/3 6 3 3 6 3/3 3 3 3 3 3/3 3 3 3 3 3/3 5 3 3 6 3/3 3 0 3 3 3"
        );
    }

    #[test]
    fn stage_2_one_own_and_one_enemy() {
        let view = view("6/6/6/2b3/6/2w3 w", 0);
        assert_eq!(
            printed(view.horizontal()),
            "3 3 3 3 3 3/3 3 3 3 3 3/3 3 3 3 3 3/2 2 0 3 3 3/3 3 3 3 3 3/4 4 0 3 3 3"
        );
        assert_eq!(
            printed(view.vertical()),
            "3 3 3 3 3 3/3 3 3 3 3 3/3 3 3 3 3 3/3 3 0 3 3 3/3 3 3 3 3 3/3 3 0 3 3 3"
        );
        assert_eq!(
            printed(view.diagonal()),
            "3 2 3 3 2 3/2 6 2 2 6 2/3 2 3 3 2 3/4 2 0 3 2 3/2 6 2 2 6 2/2 2 0 3 2 3"
        );
        assert_eq!(
            printed(superposed(view)),
            "3 3 3 3 3 3/3 6 3 3 6 3/3 3 3 3 3 3/4 3 0 3 3 3/3 6 3 3 6 3/4 4 0 3 3 3"
        );
    }

    /// The table of a line of three: the first row of the top left quadrant with own and enemy
    /// pieces, and what a cell gets.
    #[test]
    fn a_line_promises_what_may_stand_on_it_and_what_does() {
        let cases = [
            ("...", 0, 3.0),
            (".o.", 0, 4.0),
            (".oo", 0, 5.0),
            ("o.o", 1, 5.0),
            ("..e", 0, 2.0),
            (".oe", 0, 3.0),
            ("o.e", 1, 3.0),
            ("..e", 1, 2.0),
            (".e.", 0, 0.0),
            (".eo", 0, 0.0),
            ("e.e", 1, 0.0),
        ];
        for (row, cell, value) in cases {
            let bits = |sign: char| {
                row.char_indices()
                    .filter(|(_, c)| *c == sign)
                    .fold(0, |bits, (i, _)| bits | 1 << i)
            };
            assert_eq!(View::new(bits('o'), bits('e')).horizontal()[cell], value, "{row}");
        }
    }

    /// Three in the left column of the top left quadrant raise the left columns of the others,
    /// their middles most.
    #[test]
    fn a_full_line_raises_the_same_line_of_the_other_quadrants() {
        let seen = view("w5/w5/w2w2/3b2/6/bb4 b", 0);
        let matrix = seen.potentials(Superpose::Maximum, READING);
        let at = |row, column| matrix[Cell::at(row, column).index()];
        // One own piece on d3, none on a4 a5 or d5 d6, where an enemy holds an end.
        assert_eq!((at(0, 3), at(1, 3)), (6.0, 7.0));
        assert_eq!((at(3, 0), at(4, 0)), (5.0, 6.0));
        assert_eq!((at(4, 3), at(5, 3)), (6.0, 5.0));
        assert_eq!(at(1, 4), 7.0, "a centre with one own piece on a diagonal, as before");
        // With an enemy in the middle no two of the line can join the three.
        let blocked = view("w5/w2b2/w5/6/6/bb4 w", 0).potentials(Superpose::Maximum, READING);
        assert_eq!(blocked[Cell::at(0, 3).index()], 3.0);
    }

    #[test]
    fn a_full_small_diagonal_raises_its_twin() {
        // Top and right of the top left quadrant; the right one of the bottom right quadrant is
        // held.
        let matrix = view("1w4/2w3/6/6/5w/bb4 b", 0).potentials(Superpose::Maximum, READING);
        assert_eq!(matrix[Cell::at(3, 4).index()], 6.0);
        assert_eq!(matrix[Cell::at(5, 4).index()], 3.0, "another small diagonal");
    }

    #[test]
    fn adding_is_another_way() {
        let matrix = view("6/6/6/6/6/6 w", 0).superposed(Superpose::Sum, READING);
        assert_eq!((matrix[0], matrix[1], matrix[4]), (9.0, 8.0, 12.0));
    }
}
