//! `logical`: the cell with the largest potential, a swap that suits the diagonals, and no move
//! that loses at once.

use std::cmp::Reverse;

use truel_core::{Evaluate, Game, Payoffs, Phase, Rng, Seat};
use truel_games::PentagoSwap;
use truel_games::pentago_swap::{Cell, Pair, Placement};
use truel_search::{Choice, Limits, Scale, Search};

use super::potentials::{Biases, FALLING, Matrix, RISING, Superpose, View};
use truel_champions::heuristics::pentago_swap::OpenLines;

/// Whose lines count.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Perspectives {
    /// The larger of what a cell promises to either seat.
    Both,
    /// One's own alone.
    Own,
}

/// Which of equally good cells is taken.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Ties {
    /// The first, quadrant by quadrant: the report's weakness.
    First,
    /// The one with the larger sum of both perspectives, then any.
    Sum,
}

/// Which swap goes with a cell; any of equals.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Swaps {
    /// One that brings own diagonals where they belong.
    Diagonals,
    /// One that leaves the better open lines.
    Lines,
    /// Any.
    Random,
}

/// Whether moves are avoided after which the other seat wins at once.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Caution {
    Safe,
    Reckless,
}

/// The agent of the report, with everything that it leaves open.
#[derive(Debug)]
pub(super) struct Logical {
    pub superpose: Superpose,
    pub biases: Biases,
    pub perspectives: Perspectives,
    pub ties: Ties,
    pub swaps: Swaps,
    pub caution: Caution,
    pub rng: Rng,
}

impl Logical {
    /// What each cell is worth, and the sum of both perspectives.
    pub(super) fn worth(&self, game: &PentagoSwap, seat: Seat) -> (Matrix, Matrix) {
        let (own, enemy) = (game.bits(seat), game.bits(seat.next(2)));
        let mine = View::new(own, enemy).potentials(self.superpose, self.biases);
        let theirs = View::new(enemy, own).potentials(self.superpose, self.biases);
        let worth = match self.perspectives {
            Perspectives::Both => std::array::from_fn(|cell| mine[cell].max(theirs[cell])),
            Perspectives::Own => mine,
        };
        (worth, std::array::from_fn(|cell| mine[cell] + theirs[cell]))
    }

    /// The empty cells with what they are worth, best first.
    fn cells(&mut self, game: &PentagoSwap, seat: Seat) -> Vec<(Cell, f32)> {
        let (worth, sum) = self.worth(game, seat);
        let taken = game.bits(Seat::new(0)) | game.bits(Seat::new(1));
        let mut cells: Vec<Cell> = Cell::all().filter(|cell| taken & (1 << cell.index()) == 0).collect();
        let value = |matrix: &Matrix, cell: Cell| matrix[cell.index()];
        if self.ties == Ties::Sum {
            shuffle(&mut cells, &mut self.rng);
            cells.sort_by(|a, b| value(&sum, *b).total_cmp(&value(&sum, *a)));
        }
        cells.sort_by(|a, b| value(&worth, *b).total_cmp(&value(&worth, *a)));
        cells.into_iter().map(|cell| (cell, value(&worth, cell))).collect()
    }

    /// The swaps that go with a cell, the preferred first.
    fn pairs(&mut self, game: &PentagoSwap, seat: Seat, cell: Cell) -> Vec<Pair> {
        let mut pairs: Vec<Pair> = Pair::all().collect();
        shuffle(&mut pairs, &mut self.rng);
        let after = |pair: &Pair| {
            let mut after = *game;
            after.play([Placement { cell, pair: *pair }]);
            after
        };
        match self.swaps {
            Swaps::Diagonals => pairs.sort_by_key(|pair| Reverse(diagonals(&after(pair), seat))),
            Swaps::Lines => {
                let lines = |pair: &Pair| OpenLines.evaluate(&after(pair))[seat];
                pairs.sort_by(|a, b| lines(b).total_cmp(&lines(a)));
            }
            Swaps::Random => {}
        }
        pairs
    }

    fn choose(&mut self, game: &PentagoSwap, seat: Seat) -> (Placement, f32) {
        let cells = self.cells(game, seat);
        let mut first = None;
        for (cell, value) in cells {
            for pair in self.pairs(game, seat, cell) {
                let mv = Placement { cell, pair };
                if self.caution == Caution::Reckless || !is_suicide(game, seat, mv) {
                    return (mv, value);
                }
                first = first.or(Some((mv, value)));
            }
        }
        first.expect("a seat that must move has an empty cell")
    }
}

impl Search<PentagoSwap> for Logical {
    fn search_with(
        &mut self,
        game: &PentagoSwap,
        seat: Seat,
        _: &Limits,
        _: &mut dyn FnMut(&Choice<PentagoSwap>),
    ) -> Choice<PentagoSwap> {
        let mut wins = Vec::new();
        game.winning_moves(&mut wins);
        if let Some(mv) = wins.first() {
            let mut choice = Choice::of(seat, *mv, Payoffs::one_against(seat, 1.0, 0.0));
            choice.is_proven = true;
            return choice;
        }
        let (mv, value) = self.choose(game, seat);
        let mut choice = Choice::of(seat, mv, Payoffs::one_against(seat, value, 0.0));
        choice.scale = Scale::Own;
        choice
    }
}

/// Whether a move loses, or lets the other seat win with its next.
fn is_suicide(game: &PentagoSwap, seat: Seat, mv: Placement) -> bool {
    let mut after = *game;
    after.play([mv]);
    match after.phase() {
        Phase::Over(payoffs) => payoffs[seat] == 0.0,
        Phase::Act(_) => after.can_win(),
    }
}

/// How many own pieces stand on diagonals that point to the middle of the board: falling ones in
/// the top left and bottom right quadrants, rising ones in the others. A diagonal is two own pieces
/// or three without an enemy.
fn diagonals(game: &PentagoSwap, seat: Seat) -> u32 {
    let (own, enemy) = (game.bits(seat), game.bits(seat.next(2)));
    let places = [FALLING, RISING, RISING, FALLING].into_iter().enumerate();
    let count = |(quadrant, line): (usize, [usize; 3])| {
        let mask = line.iter().fold(0u64, |mask, cell| mask | 1 << (9 * quadrant + cell));
        match (own & mask).count_ones() {
            count @ 2.. if enemy & mask == 0 => count,
            _ => 0,
        }
    };
    places.map(count).sum()
}

fn shuffle<T>(list: &mut [T], rng: &mut Rng) {
    for i in (1..list.len()).rev() {
        list.swap(i, rng.below(i as u32 + 1) as usize);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn logical() -> Logical {
        Logical {
            superpose: Superpose::Maximum,
            biases: Biases {
                line: 5.0,
                middle: 1.0,
                small: 1.0,
                vertical: 0.0,
            },
            perspectives: Perspectives::Both,
            ties: Ties::First,
            swaps: Swaps::Diagonals,
            caution: Caution::Safe,
            rng: Rng::new(1),
        }
    }

    fn read(text: &str) -> PentagoSwap {
        text.parse().unwrap_or_else(|error| panic!("{error}"))
    }

    fn chosen(agent: &mut Logical, game: &PentagoSwap) -> Placement {
        let seat = game.phase().acting().first();
        agent.search(game, seat, &Limits::default()).best()
    }

    #[test]
    fn the_first_centre_in_scan_order_comes_first() {
        let game = PentagoSwap::default();
        assert_eq!(chosen(&mut logical(), &game).cell.to_string(), "b2");
        let mut repaired = Logical {
            ties: Ties::Sum,
            ..logical()
        };
        let mut cells: Vec<String> = (0..60).map(|_| chosen(&mut repaired, &game).cell.to_string()).collect();
        cells.sort();
        cells.dedup();
        assert_eq!(cells, ["b2", "b5", "e2", "e5"], "any centre, and nothing else");
    }

    #[test]
    fn a_win_is_taken() {
        let game = read("wwww2/bb4/bb4/6/6/6 w");
        let mut after = game;
        after.play([chosen(&mut logical(), &game)]);
        assert_eq!(after.reason(), Some("five"));
    }

    /// Black has four in a row: the cells with the largest potential leave the fifth open.
    #[test]
    fn the_other_is_not_let_win_when_that_can_be_helped() {
        let game = read("bbb3/6/6/w2w2/1w2w1/3b2 w");
        for seed in 0..20 {
            let mut agent = Logical {
                rng: Rng::new(seed),
                ..logical()
            };
            let mut after = game;
            after.play([chosen(&mut agent, &game)]);
            assert!(!after.can_win(), "{after}");
        }
    }

    /// Black's three in a row promise White's enemy 5 and more, White's own pieces 4: only who
    /// looks at both sees it.
    #[test]
    fn both_perspectives_see_the_enemy_s_line() {
        let game = read("bbb3/6/6/6/4w1/w4w w");
        let (both, _) = logical().worth(&game, Seat::new(0));
        let own = Logical {
            perspectives: Perspectives::Own,
            ..logical()
        };
        let (own, _) = own.worth(&game, Seat::new(0));
        let e1 = Cell::at(0, 4).index();
        assert_eq!((both[e1], own[e1]), (6.0, 3.0));
        assert_eq!(
            chosen(&mut logical(), &game).cell.to_string(),
            "b2",
            "the first centre, worth as much"
        );
    }

    #[test]
    fn swaps_bring_diagonals_where_they_belong() {
        // A falling pair in the top right quadrant, where it points past the middle: c3 d4 is the
        // long diagonal.
        let game = read("3w2/6/6/6/6/b5 w");
        let e2 = Cell::at(1, 4);
        for seed in 0..10 {
            let mut agent = Logical {
                rng: Rng::new(seed),
                ..logical()
            };
            let pairs = agent.pairs(&game, Seat::new(0), e2);
            let best: Vec<String> = pairs[..2].iter().map(Pair::to_string).collect();
            assert!(
                best.contains(&"tltr".to_owned()) && best.contains(&"trbr".to_owned()),
                "{best:?}"
            );
        }
    }
}
