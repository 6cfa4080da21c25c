//! Which towers can still move, and which stand together.

use super::Avalam;
use super::board::{CELLS, Cell, PLACES};
use super::moves::{Carry, Tower};
use super::pairs::Pairs;

/// A set of cells, one bit for each.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Cells(u64);

impl Cells {
    /// No cell.
    pub const NONE: Cells = Cells(0);

    /// The cells a king's step away from `cell`.
    #[inline]
    pub fn beside(cell: Cell) -> Cells {
        static BESIDE: [Cells; CELLS] = {
            let (mut beside, mut i) = ([Cells::NONE; CELLS], 0);
            while i < CELLS * CELLS {
                let ((row, column), (other_row, other_column)) = (PLACES[i / CELLS], PLACES[i % CELLS]);
                let is_near = row.abs_diff(other_row) <= 1 && column.abs_diff(other_column) <= 1;
                if is_near && i / CELLS != i % CELLS {
                    beside[i / CELLS].0 |= 1 << (i % CELLS);
                }
                i += 1;
            }
            beside
        };
        BESIDE[cell.index()]
    }

    /// Only `cell`.
    #[inline]
    pub const fn of(cell: Cell) -> Cells {
        Cells(1 << cell.0)
    }

    /// How many there are.
    #[inline]
    pub const fn len(self) -> u32 {
        self.0.count_ones()
    }

    /// Whether there is none.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether `cell` is one of them.
    #[inline]
    pub const fn contains(self, cell: Cell) -> bool {
        self.0 >> cell.0 & 1 == 1
    }

    /// The cells in both sets.
    #[inline]
    #[must_use]
    pub const fn and(self, other: Cells) -> Cells {
        Cells(self.0 & other.0)
    }

    /// The cells in either set.
    #[inline]
    #[must_use]
    pub const fn or(self, other: Cells) -> Cells {
        Cells(self.0 | other.0)
    }

    /// The cells of this set that are not in the other.
    #[inline]
    #[must_use]
    pub const fn without(self, other: Cells) -> Cells {
        Cells(self.0 & !other.0)
    }

    /// Iterates over the cells in order.
    #[inline]
    pub fn iter(self) -> impl Iterator<Item = Cell> {
        let mut left = self.0;
        std::iter::from_fn(move || {
            let first = (left != 0).then(|| Cell(left.trailing_zeros() as u8))?;
            left &= left - 1;
            Some(first)
        })
    }
}

impl Avalam {
    /// The cells that hold a tower.
    #[inline]
    pub fn standing(&self) -> Cells {
        (0..CELLS).fold(Cells::NONE, |set, number| {
            Cells(set.0 | u64::from(self.towers[number] != Tower::NONE) << number)
        })
    }

    /// The cells whose tower a move can carry or cover. All other towers stay as they are to the
    /// end.
    #[inline]
    pub fn movable(&self) -> Cells {
        Cells(self.headroom.mergers().cells())
    }

    /// Whether a move can carry or cover the tower on `cell`.
    #[inline]
    pub fn can_move(&self, cell: Cell) -> bool {
        self.headroom.mergers().meets(Pairs::of(cell))
    }

    /// The towers of `standing` that `cell` is connected with by neighbours, itself included,
    /// unless they are more than `most`.
    #[inline]
    pub fn group(cell: Cell, standing: Cells, most: u32) -> Option<Cells> {
        let (mut group, mut edge) = (Cells::of(cell), Cells::of(cell));
        while !edge.is_empty() {
            let near = edge.iter().fold(Cells::NONE, |near, cell| near.or(Cells::beside(cell)));
            edge = near.and(standing).without(group);
            group = group.or(edge);
            if group.len() > most {
                return None;
            }
        }
        Some(group)
    }

    /// The cells that the tower on `cell` can be carried to.
    #[inline]
    pub fn targets(&self, cell: Cell) -> impl Iterator<Item = Cell> {
        let pairs = self.headroom.mergers().zip(Pairs::of(cell), |all, own| all & own);
        pairs.iter().map(move |(a, b)| if a == cell { b } else { a })
    }

    /// Whether the tower that this move makes can neither be carried nor covered afterwards.
    #[inline]
    pub fn isolates(&self, carry: Carry) -> bool {
        let height = self.towers[carry.from.index()].height();
        self.headroom.after(carry, height).is_empty()
    }

    /// Plies played so far: each has vacated one cell.
    #[inline]
    pub fn plies(&self) -> u32 {
        u32::from(self.plies)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use truel_core::{Game, Rng, random_joint};

    #[test]
    fn sets_agree_with_the_list_of_moves() {
        for seed in 0..20 {
            let (mut game, mut rng) = (Avalam::default(), Rng::new(seed));
            while let Some(joint) = random_joint(&game, &mut rng, &mut Vec::new()) {
                let mut moves = Vec::new();
                game.moves(game.turn(), &mut moves);
                for cell in Cell::all() {
                    assert_eq!(game.standing().contains(cell), game.tower(cell).height() > 0);
                    assert_eq!(game.movable().contains(cell), moves.iter().any(|mv| mv.from == cell));
                    assert!(Cells::beside(cell).iter().eq(cell.neighbours()), "{cell}");
                }
                for cell in Cell::all() {
                    let carried = moves.iter().filter(|mv| mv.from == cell).count();
                    assert_eq!(game.targets(cell).count(), carried, "{game} {cell}");
                }
                for mv in moves {
                    let before = game.play([mv]);
                    let is_isolated = !game.movable().contains(mv.to);
                    game.undo(before);
                    assert_eq!(game.isolates(mv), is_isolated, "{game} {mv}");
                }
                game.play(joint);
            }
            assert_eq!(game.plies(), 48 - game.standing().len());
        }
    }

    #[test]
    fn groups_share_the_board_out() {
        let (mut game, mut rng) = (Avalam::default(), Rng::new(3));
        assert_eq!(
            Avalam::group(Cell(0), game.standing(), 48),
            Some(game.standing()),
            "one group at the start"
        );
        assert_eq!(Avalam::group(Cell(0), game.standing(), 47), None);
        let mut most = 0;
        while let Some(joint) = random_joint(&game, &mut rng, &mut Vec::new()) {
            game.play(joint);
            let (mut left, mut groups) = (game.standing(), 0);
            while let Some(cell) = left.iter().next() {
                let group = Avalam::group(cell, game.standing(), 48).expect("no more than all");
                let around = group
                    .iter()
                    .fold(Cells::NONE, |near, cell| near.or(Cells::beside(cell)));
                assert!(around.and(game.standing()).without(group).is_empty(), "{game}");
                (left, groups) = (left.without(group), groups + 1);
            }
            most = most.max(groups);
        }
        assert!(most > 1, "some match falls apart");
    }
}
