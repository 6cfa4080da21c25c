//! A position as a picture: the board, the pieces on it, and the cells to highlight.

use serde::Serialize;

use super::{Board, Draw, Rgb};
use crate::{Phase, Seat, Seats};

/// What a piece looks like.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Look {
    /// A disc in its seat's colour, with its text on it.
    Disc,
    /// A sign in its seat's colour, such as a chess figure or a cross.
    Sign,
    /// A card with its text on it.
    Card,
}

/// Something that stands on a cell.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Piece {
    /// The index of its cell.
    pub cell: usize,
    /// The seat that owns it, if any.
    #[serde(serialize_with = "optional_seat")]
    pub seat: Option<Seat>,
    /// What it looks like.
    pub look: Look,
    /// The text on it; may be empty.
    pub text: String,
    /// One to three characters that show the piece and its owner without colour.
    pub plain: String,
}

fn optional_seat<S: serde::Serializer>(seat: &Option<Seat>, serializer: S) -> Result<S::Ok, S::Error> {
    match seat {
        Some(seat) => serializer.serialize_some(&seat.index()),
        None => serializer.serialize_none(),
    }
}

/// One step of making a move by hand.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Touch {
    /// A cell of the board.
    Cell(usize),
    /// Something beside the board: a piece to throw, a way off, a pair of quadrants, a pass.
    Choice(String),
}

/// The steps of making a move by hand, in order.
pub type Gesture = Vec<Touch>;

/// A position as a picture.
#[derive(Clone, Debug, Serialize)]
pub struct Scene {
    /// The game's name for people.
    pub title: &'static str,
    /// The board without anything on it.
    pub board: &'static Board,
    /// The colour of each seat.
    pub colours: Vec<Rgb>,
    /// What stands on the board.
    pub pieces: Vec<Piece>,
    /// Cells to highlight, such as those of the last move.
    pub marked: Vec<usize>,
    /// One line per seat: name and how it stands.
    pub standings: Vec<String>,
    /// Who must move, or how the match ended.
    pub headline: String,
}

impl Scene {
    /// The picture of a position.
    pub fn of<G: Draw>(game: &G) -> Self {
        let mut pieces = Vec::new();
        game.pieces(&mut pieces);
        let seats = G::INFO.seats;
        let standings =
            Seat::all(seats.len()).map(|seat| format!("{}: {}", G::INFO.seat_name(seat), game.status(seat)));
        Scene {
            title: G::INFO.title,
            board: G::board(),
            colours: seats.iter().map(|seat| seat.colour).collect(),
            pieces,
            marked: Vec::new(),
            standings: standings.collect(),
            headline: headline(game),
        }
    }

    /// The picture with the cells of a move highlighted.
    #[must_use]
    pub fn marking(mut self, gesture: &Gesture) -> Self {
        self.marked.extend(gesture.iter().filter_map(|touch| match touch {
            Touch::Cell(cell) => Some(*cell),
            Touch::Choice(_) => None,
        }));
        self
    }
}

fn headline<G: Draw>(game: &G) -> String {
    let names = |seats: Seats| {
        let names: Vec<&str> = seats.iter().map(|seat| G::INFO.seat_name(seat)).collect();
        match names.split_last() {
            Some((last, [])) => (*last).to_owned(),
            Some((last, others)) => format!("{} and {last}", others.join(", ")),
            None => String::new(),
        }
    };
    let payoffs = match game.phase() {
        Phase::Act(seats) if seats.len() == 1 => return format!("{} to move", names(seats)),
        Phase::Act(seats) => return format!("{} to move at once", names(seats)),
        Phase::Over(payoffs) => payoffs,
    };
    let reason = game.reason().unwrap_or("over");
    let seats = G::INFO.seats.len();
    let best = Seat::all(seats).map(|seat| payoffs[seat]).fold(f32::MIN, f32::max);
    let winners: Seats = Seat::all(seats).filter(|&seat| payoffs[seat] == best).collect();
    if winners.len() == seats {
        format!("Draw ({reason})")
    } else {
        format!("{} won ({reason})", names(winners))
    }
}
