//! Game trees written as text, to test searches on trees with known answers.
//!
//! A leaf is its payoffs in angle brackets. A node is the number of the seat that moves (from 1)
//! and its children in parentheses. Moves are the letters `a`, `b`, `c` … in the order of the
//! children:
//!
//! ```
//! use truel_core::{Game, Phase, Seat};
//! use truel_testkit::tree::Tree;
//!
//! let mut tree: Tree<3> = "1(2(<1 2 3> <6 1 2>) 3(<5 2 2> <4 5 4>))".parse().unwrap();
//! tree.play(["b".parse().unwrap()]);
//! tree.play(["a".parse().unwrap()]);
//! let Phase::Over(payoffs) = tree.phase() else { panic!("a leaf") };
//! assert_eq!(payoffs[Seat::new(0)], 5.0);
//! ```
//!
//! With simultaneous moves ([`MatrixTree`], two seats) a node is a matrix in square brackets: rows
//! are the first seat's moves, columns the second's, rows are separated by `;`. Matching pennies is
//! `[<1 0> <0 1>; <0 1> <1 0>]`.
//!
//! Where any seats may act at once ([`CubeTree`], two or three seats) a node is in braces: how many
//! moves each seat has, 0 for one that does not act, a colon, and a child for each joint move, the
//! last seat's move turning fastest. In `{2 0 2: <1 0 0> <0 0 1> <0 0 1> <1 0 0>}` the first and
//! the third seat play for a point while the second looks on.

use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

use truel_core::draw::Rgb;
use truel_core::hash::fnv1a;
use truel_core::{Bounds, BySeat, Game, Info, ParseError, Phase, Seat, SeatInfo, Seats, Timing, UpTo};

/// A choice in a drawn tree, `a` for the first.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Branch(u8);

impl fmt::Display for Branch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", char::from(b'a' + self.0))
    }
}

impl FromStr for Branch {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        match text.as_bytes() {
            [letter @ b'a'..=b'z'] => Ok(Branch(letter - b'a')),
            _ => Err(ParseError::new("move", text, "a move is a letter from a to z")),
        }
    }
}

/// A node with everything below it.
#[derive(PartialEq, Debug)]
enum Node {
    Leaf(Vec<f32>),
    Turn(Seat, Vec<Arc<Node>>),
    /// Rows of equal length.
    Matrix(Vec<Vec<Arc<Node>>>),
    /// How many moves each seat has, and a child for each joint move.
    Cube(Vec<usize>, Vec<Arc<Node>>),
}

/// Which drawings a kind of tree takes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Kind {
    Turns,
    Matrices,
    Cubes,
}

impl fmt::Display for Node {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Node::Leaf(payoffs) => {
                let payoffs: Vec<String> = payoffs.iter().map(ToString::to_string).collect();
                write!(f, "<{}>", payoffs.join(" "))
            }
            Node::Turn(seat, children) => write!(f, "{}({})", seat.index() + 1, spaced(children)),
            Node::Matrix(rows) => {
                let rows: Vec<String> = rows.iter().map(|row| spaced(row)).collect();
                write!(f, "[{}]", rows.join("; "))
            }
            Node::Cube(counts, children) => {
                let counts: Vec<String> = counts.iter().map(ToString::to_string).collect();
                write!(f, "{{{}: {}}}", counts.join(" "), spaced(children))
            }
        }
    }
}

fn spaced(nodes: &[Arc<Node>]) -> String {
    nodes.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
}

/// Reads a drawing from front to back.
struct Reader<'a> {
    whole: &'a str,
    rest: &'a str,
    seats: usize,
}

impl<'a> Reader<'a> {
    fn read(whole: &'a str, seats: usize) -> Result<Arc<Node>, ParseError> {
        let mut reader = Reader {
            whole,
            rest: whole,
            seats,
        };
        let node = reader.node()?;
        reader.skip_blanks();
        if reader.rest.is_empty() {
            Ok(node)
        } else {
            Err(reader.fault("the tree ends before the text does"))
        }
    }

    fn fault(&self, why: &str) -> ParseError {
        let at = self.whole.len() - self.rest.len();
        ParseError::new("tree", self.whole, format!("{why} (at character {at})"))
    }

    fn skip_blanks(&mut self) {
        self.rest = self.rest.trim_start();
    }

    fn takes(&mut self, symbol: char) -> bool {
        self.skip_blanks();
        match self.rest.strip_prefix(symbol) {
            Some(rest) => {
                self.rest = rest;
                true
            }
            None => false,
        }
    }

    fn node(&mut self) -> Result<Arc<Node>, ParseError> {
        let node = if self.takes('<') {
            Node::Leaf(self.payoffs()?)
        } else if self.takes('[') {
            Node::Matrix(self.matrix()?)
        } else if self.takes('{') {
            let counts = self.counts()?;
            let children = self.children('}')?;
            if counts.iter().filter(|count| **count > 0).product::<usize>() != children.len() {
                return Err(self.fault("there is a child for each joint move"));
            }
            Node::Cube(counts, children)
        } else {
            let seat = self.seat()?;
            if !self.takes('(') {
                return Err(self.fault("a seat is followed by `(`"));
            }
            Node::Turn(seat, self.children(')')?)
        };
        Ok(Arc::new(node))
    }

    fn payoffs(&mut self) -> Result<Vec<f32>, ParseError> {
        let (inside, rest) = self.rest.split_once('>').ok_or_else(|| self.fault("`<` without `>`"))?;
        let payoffs: Option<Vec<f32>> = inside.split_whitespace().map(|word| word.parse().ok()).collect();
        let payoffs =
            payoffs.filter(|payoffs| payoffs.len() == self.seats && payoffs.iter().all(|p| BOUNDS.contains(*p)));
        let payoffs = payoffs.ok_or_else(|| self.fault("a leaf holds a number from -100 to 100 per seat"))?;
        self.rest = rest;
        Ok(payoffs)
    }

    fn counts(&mut self) -> Result<Vec<usize>, ParseError> {
        let (inside, rest) = self.rest.split_once(':').ok_or_else(|| self.fault("`{` without `:`"))?;
        let counts: Option<Vec<usize>> = inside.split_whitespace().map(|word| word.parse().ok()).collect();
        let fits = |counts: &Vec<usize>| {
            counts.len() == self.seats
                && counts.iter().all(|count| *count <= 26)
                && counts.iter().any(|count| *count > 0)
        };
        let counts = counts.filter(fits);
        let counts = counts.ok_or_else(|| self.fault("each seat has 0 to 26 moves, and somebody acts"))?;
        self.rest = rest;
        Ok(counts)
    }

    fn seat(&mut self) -> Result<Seat, ParseError> {
        self.skip_blanks();
        let digit = self
            .rest
            .chars()
            .next()
            .and_then(|c| c.to_digit(10))
            .map(|digit| digit as usize);
        let digit = digit.filter(|digit| (1..=self.seats).contains(digit));
        let digit = digit.ok_or_else(|| self.fault("expected `<`, `[`, `{` or the number of a seat"))?;
        self.rest = &self.rest[1..];
        Ok(Seat::new(digit - 1))
    }

    fn children(&mut self, close: char) -> Result<Vec<Arc<Node>>, ParseError> {
        let mut children = Vec::new();
        loop {
            if self.takes(close) {
                break;
            }
            children.push(self.node()?);
        }
        let most = if close == '}' { 26 * 26 * 26 } else { 26 };
        if (1..=most).contains(&children.len()) {
            Ok(children)
        } else {
            Err(self.fault(&format!("a node has 1 to {most} children")))
        }
    }

    fn matrix(&mut self) -> Result<Vec<Vec<Arc<Node>>>, ParseError> {
        let mut rows = vec![Vec::new()];
        loop {
            if self.takes(']') {
                break;
            }
            if self.takes(';') {
                rows.push(Vec::new());
            } else {
                let node = self.node()?;
                rows.last_mut().expect("there is a row from the start").push(node);
            }
        }
        let width = rows[0].len();
        let fits = (1..=26).contains(&width) && rows.len() <= 26 && rows.iter().all(|row| row.len() == width);
        if fits {
            Ok(rows)
        } else {
            Err(self.fault("a matrix has rows of equal length"))
        }
    }
}

const SEATS: [SeatInfo; 3] = [
    SeatInfo {
        name: "First",
        colour: Rgb::BLUE,
    },
    SeatInfo {
        name: "Second",
        colour: Rgb::RED,
    },
    SeatInfo {
        name: "Third",
        colour: Rgb::GREEN,
    },
];

const BOUNDS: Bounds = Bounds {
    low: -100.0,
    high: 100.0,
};

const fn info(seats: &'static [SeatInfo], timing: Timing) -> Info {
    Info {
        id: "tree",
        title: "Drawn tree",
        about: "A game tree drawn as text.",
        origin: "truel-testkit",
        seats,
        timing,
        bounds: BOUNDS,
        sum: None,
        draw: 0.0,
        longest: None,
        position: "1(<1 0> <0 1>)",
        notation: "a b c",
    }
}

/// What all kinds of tree share: a position is the part of the drawing that is still ahead.
macro_rules! tree_game {
    ([$($generics:tt)*] $name:ty, $seats:expr, $joint:ty, $kind:expr, $info:expr) => {
        impl<$($generics)*> fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                self.0.fmt(f)
            }
        }

        impl<$($generics)*> FromStr for $name {
            type Err = ParseError;

            fn from_str(text: &str) -> Result<Self, ParseError> {
                let node = Reader::read(text, $seats)?;
                if all_of_kind(&node, $kind) {
                    Ok(Self(node))
                } else {
                    Err(ParseError::new("tree", text, "turns, matrices and braces belong to different kinds of tree"))
                }
            }
        }

        impl<$($generics)*> Default for $name {
            fn default() -> Self {
                let leaf = || Arc::new(Node::Leaf(vec![0.0; $seats]));
                Self(Arc::new(match $kind {
                    Kind::Turns => Node::Turn(Seat::new(0), vec![leaf()]),
                    Kind::Matrices => Node::Matrix(vec![vec![leaf()]]),
                    Kind::Cubes => Node::Cube(vec![1; $seats], vec![leaf()]),
                }))
            }
        }

        impl<$($generics)*> Game for $name {
            const INFO: Info = $info;
            const HAS_MEMORY: bool = false;
            type Move = Branch;
            type Joint = $joint;
            type Payoffs = BySeat<f32, { $seats }>;
            type Undo = Self;

            fn phase(&self) -> Phase<Self::Payoffs> {
                match &*self.0 {
                    Node::Leaf(payoffs) => Phase::Over(BySeat::from_fn(|seat| payoffs[seat.index()])),
                    Node::Turn(seat, _) => Phase::Act(Seats::one(*seat)),
                    Node::Matrix(_) => Phase::Act(Seats::all(2)),
                    Node::Cube(counts, _) => {
                        Phase::Act(Seat::all($seats).filter(|seat| counts[seat.index()] > 0).collect())
                    }
                }
            }

            fn reason(&self) -> Option<&'static str> {
                matches!(*self.0, Node::Leaf(_)).then_some("leaf")
            }

            fn moves(&self, seat: Seat, out: &mut Vec<Branch>) {
                let count = match &*self.0 {
                    Node::Turn(turn, children) if *turn == seat => children.len(),
                    Node::Matrix(rows) if seat.index() == 0 => rows.len(),
                    Node::Matrix(rows) if seat.index() == 1 => rows[0].len(),
                    Node::Cube(counts, _) => counts[seat.index()],
                    _ => 0,
                };
                out.extend((0..count as u8).map(Branch));
            }

            fn play(&mut self, joint: $joint) -> Self {
                let child = |place: usize| usize::from(joint[place].0);
                let next = match &*self.0 {
                    Node::Leaf(_) => unreachable!("nobody moves at a leaf"),
                    Node::Turn(_, children) => children[child(0)].clone(),
                    Node::Matrix(rows) => rows[child(0)][child(joint.len() - 1)].clone(),
                    Node::Cube(counts, children) => {
                        let acting = counts.iter().filter(|count| **count > 0).enumerate();
                        children[acting.fold(0, |at, (place, count)| at * count + child(place))].clone()
                    }
                };
                std::mem::replace(self, Self(next))
            }

            fn undo(&mut self, before: Self) {
                *self = before;
            }

            /// Equal subtrees are equal positions.
            fn key(&self) -> u64 {
                fnv1a(self.0.to_string().as_bytes())
            }
        }
    };
}

fn all_of_kind(node: &Node, kind: Kind) -> bool {
    let all = |children: &[Arc<Node>]| children.iter().all(|child| all_of_kind(child, kind));
    match node {
        Node::Leaf(_) => true,
        Node::Turn(_, children) => kind == Kind::Turns && all(children),
        Node::Matrix(rows) => kind == Kind::Matrices && rows.iter().all(|row| all(row)),
        Node::Cube(_, children) => kind == Kind::Cubes && all(children),
    }
}

/// A tree of turns for `N` seats, at most three.
#[derive(Clone, PartialEq, Debug)]
pub struct Tree<const N: usize>(Arc<Node>);

/// A tree in which two seats move at once.
#[derive(Clone, PartialEq, Debug)]
pub struct MatrixTree(Arc<Node>);

/// A tree in which any of `N` seats move at once, at most three.
#[derive(Clone, PartialEq, Debug)]
pub struct CubeTree<const N: usize>(Arc<Node>);

tree_game!([const N: usize] Tree<N>, N, [Branch; 1], Kind::Turns, info(SEATS.split_at(N).0, Timing::Turns));
tree_game!([] MatrixTree, 2, [Branch; 2], Kind::Matrices, info(SEATS.split_at(2).0, Timing::Simultaneous));
tree_game!([const N: usize] CubeTree<N>, N, UpTo<Branch, N>, Kind::Cubes,
    info(SEATS.split_at(N).0, Timing::Simultaneous));

#[cfg(test)]
mod tests {
    use super::*;
    use crate::laws;
    use truel_core::{Serial, perft};

    const THREE: &str = "1(2(3(<1 2 3> <4 5 6>) <0 0 1>) 3(<1 0 0>))";
    const PENNIES: &str = "[<1 0> <0 1>; <0 1> [<1 0>; <0 1>]]";

    #[test]
    fn drawings_read_back_and_keep_the_laws() {
        let mut three: Tree<3> = THREE.parse().expect("a tree");
        let mut pennies: MatrixTree = PENNIES.parse().expect("a tree");
        assert_eq!(
            (three.to_string(), pennies.to_string()),
            (THREE.to_owned(), PENNIES.to_owned())
        );
        laws::position(&three);
        laws::position(&pennies);
        assert_eq!(perft(&mut three, 2, &mut Vec::new()), 3);
        assert_eq!(perft(&mut pennies, 1, &mut Vec::new()), 4);
        assert_eq!(perft(&mut pennies, 2, &mut Vec::new()), 2);
    }

    /// Three move at once, then the first and the third, then the third alone.
    const SHRINKING: &str =
        "{2 1 2: <3 2 1> {2 0 2: <1 1 1> {0 0 2: <0 1 2> <2 1 0>} <4 4 4> <5 5 5>} <0 0 0> <1 2 3>}";

    #[test]
    fn any_seats_may_act_at_once() {
        let mut tree: CubeTree<3> = SHRINKING.parse().expect("a tree");
        assert_eq!(tree.to_string(), SHRINKING);
        laws::position(&tree);
        let counts: Vec<u64> = (1..=4).map(|depth| perft(&mut tree, depth, &mut Vec::new())).collect();
        assert_eq!(counts, [4, 4, 2, 0]);
        for (joint, acting) in [
            ("a|a|b", [true, false, true]),
            ("a|b", [false, false, true]),
            ("a", [false; 3]),
        ] {
            tree.play(truel_core::legal_joint(&tree, joint).expect("a joint move"));
            let seats: Seats = Seat::all(3).filter(|seat| acting[seat.index()]).collect();
            assert_eq!(tree.phase().acting(), seats, "after {joint}");
            laws::position(&tree);
        }
        assert_eq!(tree.phase(), Phase::Over(BySeat([0.0, 1.0, 2.0])));
    }

    #[test]
    fn who_acts_at_once_may_choose_one_after_the_other() {
        let mut serial = Serial::new(SHRINKING.parse::<CubeTree<3>>().expect("a tree"));
        let mut undos = Vec::new();
        for (mv, seat) in [("a", 0), ("a", 1), ("b", 2), ("a", 0), ("b", 2), ("b", 2)] {
            assert_eq!(serial.phase(), Phase::Act(Seats::one(Seat::new(seat))), "{serial}");
            laws::position(&serial);
            undos.push((serial.to_string(), serial.play([mv.parse().expect("a move")])));
        }
        assert_eq!(serial.phase(), Phase::Over(BySeat([2.0, 1.0, 0.0])));
        for (text, undo) in undos.into_iter().rev() {
            serial.undo(undo);
            assert_eq!(serial.to_string(), text);
        }
    }

    #[test]
    fn a_bad_drawing_says_where() {
        let error = "1(<1 0> <0 1)"
            .parse::<Tree<2>>()
            .expect_err("`>` is missing")
            .to_string();
        assert!(error.contains("at character 9"), "{error}");
        for bad in ["", "4(<1 0>)", "1()", "<1>", "[<1 0>; ]", "1(<1 0>) x", "[<1 0>]"] {
            assert!(bad.parse::<Tree<2>>().is_err(), "{bad}");
        }
        for bad in [
            "{2 1: <1 0>}",
            "{0 0: <1 0>}",
            "{1: <1 0>}",
            "{1 1 <1 0>}",
            "{1 1: 1(<1 0>)}",
        ] {
            assert!(bad.parse::<CubeTree<2>>().is_err(), "{bad}");
        }
    }
}
