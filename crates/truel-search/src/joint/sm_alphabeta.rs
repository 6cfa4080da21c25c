//! Simultaneous-move alpha-beta: cells are left out when a linear program shows that they cannot
//! matter.
//!
//! Saffidine, Finnsson and Buro 2012 (*Alpha-beta pruning for games with simultaneous moves*).
//! Every cell of a node's matrix has a lower and an upper bound, at first the game's own. Before a
//! cell is searched, a linear program looks at its row. It finds the value at which a mixture of
//! the other rows would dominate the row, whatever the open cells turn out to be. Another program
//! does the same for its column. These two are the cell's window: a value outside strikes out the
//! row or the column and all its open cells, a value inside is exact.
//!
//! The node's own window `alpha..beta` takes part as a row that always earns `alpha` and a column
//! that always concedes `beta`. So a node returns its value moved into the window. Needs bounds on
//! payoffs, which every game states; opinions are clamped to them. Cost: up to two programs of the
//! size of the matrix for each cell, most of which a glance at the bounds answers. Programs pay
//! where cells are expensive; where a cell is a leaf, only domination by a single row or column is
//! looked for.

use truel_core::Game;

use crate::builders::builders;
use crate::{AlphaBetaOpinion, Indifferent};

use super::exact::{Method, Root, exact_search};
use super::matrix::{Matrix, Solver};
use super::memo::{Interval, Memo, Transpositions, Worth};
use super::prune::{Everything, Prune};
use super::serialised::SerialBounds;
use super::walk::{Cell, Frame, Side, Walk};

/// Where the first bounds of a cell come from.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum CellBounds {
    /// From the game's payoffs, as in the paper.
    Payoffs,
    /// From what the opinion knows to be closed, cell by cell ([`AlphaBetaOpinion::bounds`]).
    Stated,
    /// From alpha-beta on the game in turns, in both orders: dearer, and much tighter.
    #[default]
    Serialised,
}

/// Simultaneous-move alpha-beta search.
///
/// ```
/// use truel_core::{Seat, doc::Nim};
/// use truel_search::joint::{CellBounds, Exact, SmAlphaBeta, sm_alphabeta::Config};
/// use truel_search::Indifferent;
///
/// // Where one seat has to move, this is a search of turns. Eight stones are lost.
/// let game: Nim = "8 1".parse().unwrap();
/// let search = SmAlphaBeta::with_config(Indifferent, Config::default().with_bounds(CellBounds::Payoffs));
/// assert_eq!(search.value(&game, Seat::new(0)), 0.0);
/// assert_eq!(search.value(&game, Seat::new(1)), 1.0);
/// ```
#[derive(Clone, Copy, Default, Debug)]
#[non_exhaustive]
pub struct SmAlphaBeta<O = Indifferent, P = Everything> {
    /// The evaluation of positions where the depth ends.
    pub opinion: O,
    /// Moves to leave out.
    pub prune: P,
    /// How it works.
    pub config: Config,
}

/// How [`SmAlphaBeta`] works.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
#[non_exhaustive]
pub struct Config {
    /// Whether positions with equal keys share their value. Off by default: it is sound only in
    /// games whose keys tell everything.
    pub transpositions: Transpositions,
    /// Where the first bounds of a cell come from.
    pub bounds: CellBounds,
}

impl Config {
    builders! {
        with_transpositions(transpositions: Transpositions),
        with_bounds(bounds: CellBounds),
    }
}

impl<O, P> SmAlphaBeta<O, P> {
    fn work(&self) -> Work {
        Work {
            memo: Memo::new(self.config.transpositions),
            bounds: self.config.bounds,
            serialised: (self.config.bounds == CellBounds::Serialised)
                .then(|| SerialBounds::new(self.config.transpositions)),
            solver: Solver::default(),
            matrix: Matrix::default(),
            cells: Vec::new(),
            lines: Vec::new(),
            others: Vec::new(),
            across: Vec::new(),
        }
    }
}

exact_search!(SmAlphaBeta, AlphaBetaOpinion);

struct Work {
    memo: Memo,
    bounds: CellBounds,
    serialised: Option<SerialBounds>,
    solver: Solver,
    matrix: Matrix,
    /// The bounds of the cells of all open nodes.
    cells: Vec<Interval>,
    /// Rows, then columns, of all open nodes.
    lines: Vec<RowOrColumn>,
    /// Lists of choices, used between two nodes: a side's, and the other's.
    others: Vec<usize>,
    across: Vec<usize>,
}

/// A row or a column.
#[derive(Clone, Copy)]
struct RowOrColumn {
    /// Whether it is dominated.
    is_struck: bool,
    /// The most that any choice across was ever sure to earn here; nothing that is left is sure to
    /// earn more.
    top: f64,
}

/// A node in the making.
#[derive(Clone, Copy)]
struct Node {
    frame: Frame,
    /// Where its cells and its lines begin.
    cells: usize,
    lines: usize,
    depth: u32,
    /// The window, where it is narrower than the payoffs.
    alpha: Option<f64>,
    beta: Option<f64>,
}

impl Node {
    fn place(&self, Cell { row, col }: Cell) -> usize {
        self.cells + row * self.frame.cols + col
    }

    /// Where a choice of a side has its line.
    fn line(&self, side: Side, choice: usize) -> usize {
        match side {
            Side::Row => self.lines + choice,
            Side::Col => self.lines + self.frame.rows + choice,
        }
    }

    /// What the side is sure of at this node: its end of the window.
    fn sure(&self, side: Side) -> Option<f64> {
        match side {
            Side::Row => self.alpha,
            Side::Col => self.beta.map(|beta| side.gain(beta)),
        }
    }
}

/// Windows narrower than this share of the payoff range are not told apart.
const RESOLUTION: f64 = 1e-10;

/// The choices of a side that are left.
fn left(lines: &[RowOrColumn], node: &Node, side: Side) -> impl DoubleEndedIterator<Item = usize> {
    let place = node.line(side, 0);
    (0..side.choices(node.frame)).filter(move |&choice| !lines[place + choice].is_struck)
}

impl Work {
    fn open<G: Game, O: AlphaBetaOpinion<G>, P: Prune<G>>(
        &mut self,
        walk: &mut Walk<'_, G, O, P>,
        depth: u32,
        window: Interval,
    ) -> Node {
        let frame = walk.open();
        let all = walk.bounds();
        let node = Node {
            frame,
            cells: self.cells.len(),
            lines: self.lines.len(),
            depth,
            alpha: (window.low > all.low).then_some(window.low),
            beta: (window.high < all.high).then_some(window.high),
        };
        self.cells.resize(node.cells + frame.rows * frame.cols, all);
        for (side, lines) in [(Side::Col, frame.rows), (Side::Row, frame.cols)] {
            let fresh = RowOrColumn {
                is_struck: false,
                top: side.gains(all).low,
            };
            self.lines.extend(std::iter::repeat_n(fresh, lines));
        }
        node
    }

    fn close<G: Game, O: AlphaBetaOpinion<G>, P: Prune<G>>(&mut self, walk: &mut Walk<'_, G, O, P>, node: &Node) {
        self.cells.truncate(node.cells);
        self.lines.truncate(node.lines);
        walk.close(node.frame);
    }

    fn is_struck(&self, node: &Node, side: Side, choice: usize) -> bool {
        self.lines[node.line(side, choice)].is_struck
    }

    fn strike(&mut self, node: &Node, side: Side, choice: usize) {
        self.lines[node.line(side, choice)].is_struck = true;
    }

    /// Between what a side's gain lies.
    fn gains(&self, node: &Node, side: Side, own: usize, other: usize) -> Interval {
        side.gains(self.cells[node.place(side.cell(own, other))])
    }

    /// Writes what is known of a cell.
    fn know(&mut self, node: &Node, cell: Cell, interval: Interval) {
        self.cells[node.place(cell)] = interval;
        for (side, choice) in [(Side::Row, cell.col), (Side::Col, cell.row)] {
            let line = &mut self.lines[node.line(side.other(), choice)];
            line.top = line.top.max(side.gains(interval).low);
        }
    }

    /// The gain in this cell up to which a side's choice is dominated.
    ///
    /// Consider mixtures of the side's other choices that are sure to earn at least what the choice
    /// may earn everywhere else. The gain is the most that such a mixture is sure to earn here.
    /// `None` where there is no such mixture, or it is sure of less than the choice itself.
    fn floor(&mut self, node: &Node, side: Side, own: usize, here: usize, range: f64) -> Option<f64> {
        if self.earns_beyond(node, side, own, here) {
            return None;
        }
        let Work {
            solver,
            cells,
            lines,
            others,
            across,
            ..
        } = self;
        others.clear();
        others.extend(left(lines, node, side).filter(|&other| other != own));
        across.clear();
        across.extend(left(lines, node, side.other()).filter(|&line| line != here));
        let gains = |own: usize, line: usize| side.gains(cells[node.place(side.cell(own, line))]);
        // The end of the window is one more choice, which earns the same everywhere.
        let parts = others.len() + usize::from(node.sure(side).is_some());
        let sure = |part: usize, line: usize| match others.get(part) {
            Some(&other) => gains(other, line).low,
            None => node.sure(side).expect("the part behind the last is the window's"),
        };
        let excess = |part: usize, floor: usize| sure(part, across[floor]) - gains(own, across[floor]).high;
        if node.depth == 1 || across.is_empty() || parts < 2 {
            let keeps = |part: &usize| (0..across.len()).all(|floor| excess(*part, floor) >= 0.0);
            let earned = (0..parts).filter(keeps).map(|part| sure(part, here));
            return earned.reduce(f64::max);
        }
        if (0..across.len()).any(|floor| (0..parts).all(|part| excess(part, floor) < 0.0)) {
            return None;
        }
        let (size, least) = ((parts, across.len()), gains(own, here).low);
        solver.best_mixture(size, |part| sure(part, here), excess, range, least)
    }

    /// A glance before the program: whether the choice may earn more somewhere else than any other
    /// is sure to, since a mixture earns no more than its best part. Cells are searched from the
    /// front, so a line that is still open is found soon from the back.
    fn earns_beyond(&self, node: &Node, side: Side, own: usize, here: usize) -> bool {
        let sure_of = node.sure(side).unwrap_or(f64::NEG_INFINITY);
        let mut lines = left(&self.lines, node, side.other()).rev().filter(|&line| line != here);
        lines.any(|line| {
            let top = self.lines[node.line(side.other(), line)].top;
            top.max(sure_of) < self.gains(node, side, own, line).high
        })
    }

    /// Searches every cell that may matter. Afterwards the cells of rows and columns that are left
    /// are exact. Returns whether what was seen is proven.
    fn explore<G: Game, O: AlphaBetaOpinion<G>, P: Prune<G>>(
        &mut self,
        walk: &mut Walk<'_, G, O, P>,
        node: &Node,
    ) -> Option<bool> {
        let mut is_proven = self.bound_cells(walk, node)?;
        for cell in node.frame.by_corners() {
            let Cell { row, col } = cell;
            let Interval { low, high } = self.cells[node.place(cell)];
            if low == high || self.is_struck(node, Side::Row, row) || self.is_struck(node, Side::Col, col) {
                continue;
            }
            let floor = self.floor(node, Side::Row, row, col, walk.range());
            let ceiling = self.floor(node, Side::Col, col, row, walk.range());
            let ceiling = ceiling.map(|floor| Side::Col.gain(floor));
            if floor.is_some_and(|floor| floor >= high) {
                self.strike(node, Side::Row, row);
            } else if ceiling.is_some_and(|ceiling| ceiling <= low) {
                self.strike(node, Side::Col, col);
            } else {
                is_proven &= self.search_cell(walk, node, cell, floor, ceiling)?;
            }
        }
        Some(is_proven)
    }

    /// Searches a cell in the window between its row's floor and its column's ceiling. At or below
    /// the floor the row is struck out, at or above the ceiling the column. Between them the value
    /// is exact.
    fn search_cell<G: Game, O: AlphaBetaOpinion<G>, P: Prune<G>>(
        &mut self,
        walk: &mut Walk<'_, G, O, P>,
        node: &Node,
        cell: Cell,
        mut floor: Option<f64>,
        mut ceiling: Option<f64>,
    ) -> Option<bool> {
        let resolution = RESOLUTION * walk.range();
        let known = self.cells[node.place(cell)];
        let mut window = Interval {
            low: floor.unwrap_or(known.low).max(known.low),
            high: ceiling.unwrap_or(known.high).min(known.high),
        };
        if window.high - window.low <= 2.0 * resolution {
            // The ends meet or have crossed: any value between them decides whether the row or the
            // column falls.
            let middle = window.low.midpoint(window.high);
            window = Interval {
                low: middle - resolution,
                high: middle + resolution,
            };
            (floor, ceiling) = (floor.map(|_| middle), ceiling.map(|_| middle));
        }
        let Worth { value, is_proven } =
            walk.below(node.frame, cell, |walk| self.node(walk, node.depth - 1, window))?;
        if floor.is_some_and(|floor| value <= floor) {
            self.strike(node, Side::Row, cell.row);
        } else if ceiling.is_some_and(|ceiling| value >= ceiling) {
            self.strike(node, Side::Col, cell.col);
        } else {
            self.know(node, cell, Interval::exact(value));
        }
        Some(is_proven)
    }

    /// First bounds of all cells, where more than the payoffs is asked; returns whether they are
    /// proven.
    fn bound_cells<G: Game, O: AlphaBetaOpinion<G>, P: Prune<G>>(
        &mut self,
        walk: &mut Walk<'_, G, O, P>,
        node: &Node,
    ) -> Option<bool> {
        let is_asked = match self.bounds {
            CellBounds::Payoffs => false,
            // To ask about a leaf costs as much as to search it.
            CellBounds::Stated => node.depth > 1,
            CellBounds::Serialised => true,
        };
        let mut all_proven = true;
        if !is_asked {
            return Some(all_proven);
        }
        for cell in (0..node.frame.rows).flat_map(|row| (0..node.frame.cols).map(move |col| Cell { row, col })) {
            let (interval, is_proven) = walk.below(node.frame, cell, |walk| match &mut self.serialised {
                Some(serialised) => serialised.bounds(walk, node.depth - 1),
                None => Some((walk.stated_bounds(), true)),
            })?;
            self.know(node, cell, interval);
            all_proven &= is_proven;
        }
        Some(all_proven)
    }

    /// Lists the rows and columns left and writes their matrix; `Err` with the window's end where
    /// one side has none left.
    fn reduce(&mut self, node: &Node) -> Result<(), f64> {
        self.others.clear();
        self.others.extend(left(&self.lines, node, Side::Row));
        self.across.clear();
        self.across.extend(left(&self.lines, node, Side::Col));
        if self.others.is_empty() {
            return Err(node.alpha.expect("only alpha dominates all rows"));
        }
        if self.across.is_empty() {
            return Err(node.beta.expect("only beta dominates all columns"));
        }
        let (rows, cols, cells) = (&self.others, &self.across, &self.cells);
        self.matrix.fill(rows.len(), cols.len(), |row, col| {
            cells[node.place(Cell {
                row: rows[row],
                col: cols[col],
            })]
            .low
        });
        Ok(())
    }

    /// The position's value, moved into the window.
    fn node<G: Game, O: AlphaBetaOpinion<G>, P: Prune<G>>(
        &mut self,
        walk: &mut Walk<'_, G, O, P>,
        depth: u32,
        mut window: Interval,
    ) -> Option<Worth> {
        if let Some(leaf) = walk.leaf(depth) {
            walk.spend()?;
            return Some(leaf);
        }
        // Programs lie between two nodes, so the clock is asked each time.
        walk.budget.spend_long().then_some(())?;
        let key = walk.game.key();
        if let Some((known, is_proven)) = self.memo.get(key, depth) {
            if let Some(value) = known.settles(window) {
                return Some(Worth { value, is_proven });
            }
            window = window.within(known);
        }
        let node = self.open(walk, depth, window);
        let is_proven = self.explore(walk, &node)?;
        let value = match self.reduce(&node) {
            Ok(()) => self.solver.value(&self.matrix),
            Err(end) => end,
        };
        self.close(walk, &node);
        let value = value.clamp(window.low, window.high);
        let asked = Interval {
            low: node.alpha.unwrap_or(f64::MIN),
            high: node.beta.unwrap_or(f64::MAX),
        };
        self.memo.put(key, depth, Interval::learned(value, asked), is_proven);
        Some(Worth { value, is_proven })
    }
}

impl<G: Game, O: AlphaBetaOpinion<G>, P: Prune<G>> Method<G, O, P> for Work {
    fn worth(&mut self, walk: &mut Walk<'_, G, O, P>, depth: u32) -> Option<Worth> {
        let all = walk.bounds();
        self.node(walk, depth, all)
    }

    fn root(&mut self, walk: &mut Walk<'_, G, O, P>, depth: u32) -> Option<Root> {
        let all = walk.bounds();
        let node = self.open(walk, depth, all);
        let is_proven = self.explore(walk, &node)?;
        self.reduce(&node)
            .expect("without a window nothing dominates everything");
        let solution = self.solver.solve(&self.matrix);
        let worth = Worth {
            value: solution.value,
            is_proven,
        };
        let whole = |length: usize, left: &[usize], shares: &[f64]| {
            let mut mix = vec![0.0; length];
            left.iter()
                .zip(shares)
                .for_each(|(&choice, share)| mix[choice] = *share);
            mix
        };
        let rows = whole(node.frame.rows, &self.others, &solution.rows);
        let cols = whole(node.frame.cols, &self.across, &solution.cols);
        let root = Root::new(worth, rows, cols, |cell| self.cells[node.place(cell)]);
        self.close(walk, &node);
        Some(root)
    }
}
