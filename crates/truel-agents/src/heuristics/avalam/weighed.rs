//! Positions that carry the sum of their patterns' weights along.
//!
//! A move changes two cells, and settles a neighbour now and then: four squares each instead of all hundred. The sums are kept
//! for both seats to move, in one table of pairs, so that a turn costs nothing.

use std::fmt;
use std::str::FromStr;
use std::sync::LazyLock;

use truel_core::{BySeat, Evaluate, Game, Info, ParseError, Phase, Rng, Seat};
use truel_games::Avalam;
use truel_games::avalam::{Carry, Cell, Cells, HIGHEST, Tower};
use truel_search::{AlphaBeta, Choice, Limits, Opinion, Search, alphabeta};

use super::Towers;
use super::patterns::{PLACES, Patterns, SQUARES, STAGES, UNIT, WIDTH, stage};

/// The weights of one stage with Yellow and with Red to move; codes 1 to 4 are Yellow's heights, 5 to 8 Red's.
#[derive(Debug)]
pub struct Table {
    squares: Box<[[i16; 2]; SQUARES]>,
    turn: i32,
    lead: i32,
    fives: i32,
}

impl Table {
    /// The tables for these weights.
    pub fn all(patterns: &Patterns) -> [Table; STAGES] {
        std::array::from_fn(|stage| {
            let weights = patterns.stage(stage);
            let pairs: Vec<[i16; 2]> = (0..SQUARES)
                .map(|square| [weights.squares[square], weights.squares[swapped(square)]])
                .collect();
            Table {
                squares: pairs.try_into().expect("a pair for each kind"),
                turn: weights.turn.into(),
                lead: weights.lead.into(),
                fives: weights.fives.into(),
            }
        })
    }

    /// The tables of the fitted weights.
    pub fn fitted() -> &'static [Table; STAGES] {
        static FITTED: LazyLock<[Table; STAGES]> = LazyLock::new(|| Table::all(&Patterns::default()));
        &FITTED
    }
}

/// The square with every tower the other seat's.
fn swapped(square: usize) -> usize {
    let swap = |digit: usize| match digit {
        0 => 0,
        1..=4 => digit + 4,
        _ => digit - 4,
    };
    [729, 81, 9, 1]
        .iter()
        .map(|power| swap(square / power % 9) * power)
        .sum()
}

const GRID: usize = WIDTH * WIDTH;

/// A position with its sums.
#[derive(Clone, Copy, Debug)]
pub struct Weighed {
    game: Avalam,
    tables: &'static [Table; STAGES],
    /// The codes of towers that can move or be moved onto.
    grid: [u8; GRID],
    /// The sum over squares, with Yellow and with Red to move.
    sums: [i32; 2],
    /// Yellow's settled towers less Red's, and those of five.
    lead: i32,
    fives: i32,
}

impl Weighed {
    /// `game` with its sums by `tables`.
    pub fn new(game: Avalam, tables: &'static [Table; STAGES]) -> Self {
        let mut weighed = Weighed {
            game,
            tables,
            grid: [0; GRID],
            sums: [0; 2],
            lead: 0,
            fives: 0,
        };
        let movable = game.movable();
        for cell in game.standing().iter() {
            if movable.contains(cell) {
                weighed.grid[place(cell)] = code(game.tower(cell)) as u8;
            } else {
                weighed.settle(game.tower(cell));
            }
        }
        weighed.add_up();
        weighed
    }

    fn add_up(&mut self) {
        self.sums = [0; 2];
        for at in 0..GRID - WIDTH - 1 {
            self.add(at, 1);
        }
    }

    #[inline]
    fn table(&self) -> &'static Table {
        &self.tables[stage(self.game.plies())]
    }

    /// Adds the weight of the square whose upper left corner is `at`, so many times.
    #[inline]
    fn add(&mut self, at: usize, times: i32) {
        let cell = |at: usize| usize::from(self.grid[at]);
        let square = cell(at) * 729 + cell(at + WIDTH) * 81 + cell(at + 1) * 9 + cell(at + WIDTH + 1);
        let [yellow, red] = self.table().squares[square];
        self.sums[0] += times * i32::from(yellow);
        self.sums[1] += times * i32::from(red);
    }

    #[inline]
    fn change(&mut self, at: usize, code: u8) {
        let corners = [at - WIDTH - 1, at - WIDTH, at - 1, at];
        corners.iter().for_each(|corner| self.add(*corner, -1));
        self.grid[at] = code;
        corners.iter().for_each(|corner| self.add(*corner, 1));
    }

    /// Counts a tower that will stay as it is.
    #[inline]
    fn settle(&mut self, tower: Tower) {
        let sign = if tower.seat() == Some(Seat::new(0)) { 1 } else { -1 };
        self.lead += sign;
        self.fives += if tower.height() == HIGHEST { sign } else { 0 };
    }

    /// Brings grid and sums up to date after `carry` was played.
    #[inline]
    fn follow(&mut self, Carry { from, to }: Carry) {
        self.change(place(from), 0);
        let merged = self.game.tower(to);
        if self.game.can_move(to) {
            self.change(place(to), code(merged) as u8);
        } else {
            self.change(place(to), 0);
            self.settle(merged);
        }
        for cell in Cells::beside(from).or(Cells::beside(to)).iter() {
            if self.grid[place(cell)] != 0 && !self.game.can_move(cell) {
                self.change(place(cell), 0);
                self.settle(self.game.tower(cell));
            }
        }
    }

    /// Yellow's log-odds of a win.
    #[inline]
    fn log_odds(&self) -> i32 {
        let table = self.table();
        let settled = self.lead * table.lead + self.fives * table.fives;
        if self.game.plies().is_multiple_of(2) {
            self.sums[0] + table.turn + settled
        } else {
            settled - self.sums[1] - table.turn
        }
    }
}

#[inline]
fn place(cell: Cell) -> usize {
    usize::from(PLACES[cell.index()])
}

#[inline]
fn code(tower: Tower) -> usize {
    let red = if tower.seat() == Some(Seat::new(0)) { 0 } else { 4 };
    usize::from(tower.height()) + red
}

impl Default for Weighed {
    fn default() -> Self {
        Weighed::new(Avalam::default(), Table::fitted())
    }
}

impl fmt::Display for Weighed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.game.fmt(f)
    }
}

impl FromStr for Weighed {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        Ok(Weighed::new(text.parse()?, Table::fitted()))
    }
}

impl Game for Weighed {
    const INFO: Info = Avalam::INFO;
    type Move = Carry;
    type Joint = [Carry; 1];
    type Payoffs = BySeat<f32, 2>;
    type Undo = Self;

    #[inline]
    fn phase(&self) -> Phase<BySeat<f32, 2>> {
        self.game.phase()
    }

    fn reason(&self) -> Option<&'static str> {
        self.game.reason()
    }

    #[inline]
    fn moves(&self, seat: Seat, out: &mut Vec<Carry>) {
        self.game.moves(seat, out);
    }

    #[inline]
    fn move_count(&self, seat: Seat, scratch: &mut Vec<Carry>) -> usize {
        self.game.move_count(seat, scratch)
    }

    #[inline]
    fn random_move(&self, seat: Seat, rng: &mut Rng, scratch: &mut Vec<Carry>) -> Carry {
        self.game.random_move(seat, rng, scratch)
    }

    #[inline]
    fn play(&mut self, [carry]: [Carry; 1]) -> Self {
        let before = *self;
        self.game.play([carry]);
        if stage(self.game.plies()) == stage(before.game.plies()) {
            self.follow(carry);
        } else {
            *self = Weighed::new(self.game, self.tables);
        }
        before
    }

    #[inline]
    fn undo(&mut self, before: Self) {
        *self = before;
    }

    #[inline]
    fn key(&self) -> u64 {
        self.game.key()
    }
}

/// The opinion that the sums are.
#[derive(Clone, Copy, Default, Debug)]
pub struct BySums;

impl Evaluate<Weighed> for BySums {
    #[inline]
    fn evaluate(&self, weighed: &Weighed) -> BySeat<f32, 2> {
        super::super::two_seats(weighed.log_odds() as f32, UNIT)
    }
}

impl Opinion<Weighed> for BySums {
    #[inline]
    fn rank(&self, weighed: &Weighed, seat: Seat, carry: Carry) -> f32 {
        Towers.rank(&weighed.game, seat, carry)
    }
}

/// Alpha-beta on positions that carry their sums.
#[derive(Debug)]
pub struct WeighedSearch {
    /// The search itself.
    pub search: AlphaBeta<BySums>,
    tables: &'static [Table; STAGES],
}

impl WeighedSearch {
    /// The search with these weights.
    pub fn new(config: alphabeta::Config, tables: &'static [Table; STAGES]) -> Self {
        WeighedSearch {
            search: AlphaBeta::with(BySums, config),
            tables,
        }
    }
}

impl Search<Avalam> for WeighedSearch {
    fn search(
        &mut self,
        game: &Avalam,
        seat: Seat,
        limits: &Limits,
        watch: &mut dyn FnMut(&Choice<Avalam>),
    ) -> Choice<Avalam> {
        let weighed = Weighed::new(*game, self.tables);
        let choice = self
            .search
            .search(&weighed, seat, limits, &mut |choice| watch(&plain(choice.clone())));
        plain(choice)
    }

    fn forget(&mut self) {
        Search::<Weighed>::forget(&mut self.search);
    }
}

fn plain(choice: Choice<Weighed>) -> Choice<Avalam> {
    Choice {
        seat: choice.seat,
        candidates: choice.candidates,
        replies: choice.replies,
        value: choice.value,
        scale: choice.scale,
        line: choice.line,
        depth: choice.depth,
        nodes: choice.nodes,
        is_proven: choice.is_proven,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use truel_core::random_joint;

    #[test]
    fn sums_kept_along_are_those_found_from_nothing() {
        for seed in 0..50 {
            let (mut weighed, mut rng) = (Weighed::default(), Rng::new(seed));
            while let Some(joint) = random_joint(&weighed, &mut rng, &mut Vec::new()) {
                let before = weighed.play(joint);
                let kept = BySums.evaluate(&weighed);
                assert_eq!(kept, Patterns::default().evaluate(&weighed.game), "{weighed}");
                let again = weighed;
                weighed.undo(before);
                weighed.play(joint);
                assert_eq!(weighed.log_odds(), again.log_odds());
            }
        }
    }
}
