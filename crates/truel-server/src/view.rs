//! A position as pages see it: the picture, who must move, and the gesture of each legal move.

use serde::{Deserialize, Serialize};
use truel_core::draw::{Board, Gesture, Kit, Piece};
use truel_core::{AnyGame, Info, Phase, Seat, Timing};
use utoipa::ToSchema;

use crate::error::ApiError;
use crate::schemas;
use truel_agents::Roster;

/// What never changes about a game.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct GameView {
    /// Its name in addresses and files.
    #[schema(example = "chexers")]
    pub id: &'static str,
    /// Its name for people.
    pub title: &'static str,
    /// One sentence that describes the game.
    pub about: &'static str,
    /// Where the game and its referee come from.
    pub origin: &'static str,
    /// The seats in order.
    pub seats: Vec<SeatView>,
    /// Whether all seats choose at the same instant.
    pub is_simultaneous: bool,
    /// The smallest and the largest payoff.
    pub bounds: [f32; 2],
    /// The payoff of a draw.
    pub draw: f32,
    /// How a position is written.
    pub position: &'static str,
    /// The empty board.
    #[schema(value_type = schemas::Board)]
    pub board: &'static Board,
    /// The parts for laying out a position by hand, if the game supports it.
    #[schema(value_type = Option<schemas::Kit>, required)]
    pub kit: Option<Kit>,
}

/// A seat's name and colour.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct SeatView {
    /// Its name for people.
    pub name: &'static str,
    /// Its colour, as in CSS.
    #[schema(example = "#0072b2")]
    pub colour: String,
}

impl GameView {
    /// The game at this table.
    pub fn of(table: &dyn AnyGame) -> Self {
        let info: &Info = table.info();
        let seat = |seat: &truel_core::SeatInfo| SeatView {
            name: seat.name,
            colour: seat.colour.to_string(),
        };
        GameView {
            id: info.id,
            title: info.title,
            about: info.about,
            origin: info.origin,
            seats: info.seats.iter().map(seat).collect(),
            is_simultaneous: info.timing == Timing::Simultaneous,
            bounds: [info.bounds.low, info.bounds.high],
            draw: info.draw,
            position: info.position,
            board: table.scene().board,
            kit: table.kit(),
        }
    }
}

/// A line of play: where it begins, and its joint moves.
#[derive(Clone, PartialEq, Eq, Default, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({ "game": "avalam", "moves": ["e4d4", "c1d1"] }))]
pub struct LineOfPlay {
    /// The game's id.
    #[schema(example = "chexers")]
    pub game: String,
    /// A position text; the start position when left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub start: Option<String>,
    /// Joint moves from there, as records write them.
    #[serde(default)]
    #[schema(required)]
    pub moves: Vec<String>,
}

impl LineOfPlay {
    /// The longest line that is accepted: more than any match of truel's own games.
    pub const MAX_MOVES: usize = 5000;

    /// The table where it begins.
    pub fn begin(&self, roster: &Roster) -> Result<Box<dyn AnyGame>, ApiError> {
        let table = roster.table(&self.game)?;
        match &self.start {
            None => Ok(table),
            Some(text) => Ok(table.at(text)?),
        }
    }

    /// The table where it ends.
    pub fn end(&self, roster: &Roster) -> Result<Box<dyn AnyGame>, ApiError> {
        self.check_length()?;
        let mut table = self.begin(roster)?;
        table.play_line(self.moves.iter().map(String::as_str))?;
        Ok(table)
    }

    /// Every moment of the line, the first before any move.
    pub fn moments(&self, roster: &Roster) -> Result<Vec<Moment>, ApiError> {
        self.check_length()?;
        Moment::all(&*self.begin(roster)?, &self.moves)
    }

    fn check_length(&self) -> Result<(), ApiError> {
        match self.moves.len() {
            length if length > Self::MAX_MOVES => Err(ApiError::LineTooLong(length)),
            _ => Ok(()),
        }
    }
}

/// One moment of a match.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct Moment {
    /// Plies played since the line began.
    pub ply: usize,
    /// The joint move that led here.
    #[schema(required)]
    pub mv: Option<String>,
    /// The gesture of that move, for each seat that moved.
    #[schema(value_type = Vec<Vec<schemas::Touch>>)]
    pub gestures: Vec<Gesture>,
    /// The position's text.
    pub position: String,
    /// The pieces on the board.
    #[schema(value_type = Vec<schemas::Piece>)]
    pub pieces: Vec<Piece>,
    /// One line for each seat.
    pub standings: Vec<String>,
    /// Who must move, or how the match ended.
    pub headline: String,
    /// The seats that must move; empty once the match is over.
    pub acting: Vec<usize>,
    /// The payoff of each seat, once the match is over.
    #[schema(required)]
    pub payoffs: Option<Vec<f32>>,
    /// The points of each seat, from 0 to 1, once the match is over.
    #[schema(required)]
    pub points: Option<Vec<f32>>,
    /// Why it ended.
    #[schema(required)]
    pub reason: Option<&'static str>,
}

impl Moment {
    /// The moment after `ply` plies, reached by `mv`.
    pub fn of(table: &dyn AnyGame, ply: usize, mv: Option<&str>) -> Self {
        let scene = table.scene();
        let (acting, payoffs) = match table.phase() {
            Phase::Act(seats) => (seats.iter().map(Seat::index).collect(), None),
            Phase::Over(payoffs) => (Vec::new(), Some(payoffs)),
        };
        Moment {
            ply,
            mv: mv.map(str::to_owned),
            gestures: mv.map_or_else(Vec::new, |mv| mv.split('|').map(|word| table.gesture(word)).collect()),
            position: table.position(),
            pieces: scene.pieces,
            standings: scene.standings,
            headline: scene.headline,
            acting,
            points: payoffs.as_deref().map(|payoffs| table.points(payoffs)),
            payoffs,
            reason: table.reason(),
        }
    }

    /// Every moment of these moves from `start`, the first before any move.
    pub fn all(start: &dyn AnyGame, moves: &[String]) -> Result<Vec<Moment>, ApiError> {
        let mut table = start.boxed();
        let mut moments = vec![Moment::of(&*table, 0, None)];
        for (ply, mv) in moves.iter().enumerate() {
            table.play_line([mv.as_str()])?;
            moments.push(Moment::of(&*table, ply + 1, Some(mv)));
        }
        Ok(moments)
    }
}

/// A legal move and its gesture.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct LegalMove {
    /// The seat that may make it.
    pub seat: usize,
    /// Its text.
    pub mv: String,
    /// The cells and choices to touch, in order.
    #[schema(value_type = Vec<schemas::Touch>)]
    pub gesture: Gesture,
}

/// The legal moves of all acting seats.
pub fn legal(table: &dyn AnyGame) -> Vec<LegalMove> {
    let seats = table.phase().acting();
    let of_seat = |seat: Seat| {
        let moves = table.moves(seat).into_iter();
        moves.map(move |mv| LegalMove {
            seat: seat.index(),
            gesture: table.gesture(&mv),
            mv,
        })
    };
    seats.iter().flat_map(of_seat).collect()
}

/// The effect of a legal move.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct MoveEffect {
    /// The seat that may make it.
    pub seat: usize,
    /// Its text.
    pub mv: String,
    /// The cells that would change; none if other seats choose at the same instant.
    pub changed: Vec<usize>,
    /// The pieces on those cells after the move.
    #[schema(value_type = Vec<schemas::Piece>)]
    pub pieces: Vec<Piece>,
    /// The payoff of each seat, if the move ends the match.
    #[schema(required)]
    pub payoffs: Option<Vec<f32>>,
}

impl MoveEffect {
    /// The effects of all legal moves at this table.
    pub fn all(table: &dyn AnyGame) -> Vec<MoveEffect> {
        let seats = table.phase().acting();
        let before = table.scene().pieces;
        let of_seat = |seat: Seat| {
            let moves = table.moves(seat).into_iter();
            let (before, is_alone) = (&before, seats.len() == 1);
            moves.map(move |mv| {
                let played = is_alone.then(|| after(table, &mv)).flatten();
                let (changed, pieces) = played
                    .as_ref()
                    .map_or_else(Default::default, |now| changes(before, &now.0));
                MoveEffect {
                    seat: seat.index(),
                    mv,
                    changed,
                    pieces,
                    payoffs: played.and_then(|now| now.1),
                }
            })
        };
        seats.iter().flat_map(of_seat).collect()
    }
}

/// The pieces after a move, and the payoffs if it ends the match.
fn after(table: &dyn AnyGame, mv: &str) -> Option<(Vec<Piece>, Option<Vec<f32>>)> {
    let mut next = table.boxed();
    next.play(mv).ok()?;
    let payoffs = match next.phase() {
        Phase::Act(_) => None,
        Phase::Over(payoffs) => Some(payoffs),
    };
    Some((next.scene().pieces, payoffs))
}

/// The cells that differ, and the pieces on them now.
fn changes(before: &[Piece], now: &[Piece]) -> (Vec<usize>, Vec<Piece>) {
    let on = |pieces: &[Piece], cell: usize| -> Vec<Piece> {
        pieces.iter().filter(|piece| piece.cell == cell).cloned().collect()
    };
    let mut cells: Vec<usize> = before.iter().chain(now).map(|piece| piece.cell).collect();
    cells.sort_unstable();
    cells.dedup();
    cells.retain(|&cell| on(before, cell) != on(now, cell));
    let pieces = cells.iter().flat_map(|&cell| on(now, cell)).collect();
    (cells, pieces)
}
