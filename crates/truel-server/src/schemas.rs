//! Schemas of types from other crates, for the OpenAPI document.
//!
//! The crates below do not know OpenAPI. These types have the fields that theirs are written with;
//! the server never makes one. The test below reads what the others write, so that a difference is
//! found.

use std::collections::BTreeMap;

use serde::Deserialize;
use utoipa::ToSchema;

/// A place on the board, in units of a cell.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Point {
    /// To the right.
    pub x: f32,
    /// Down.
    pub y: f32,
}

/// The ground of a cell.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Fill {
    /// Light ground.
    Light,
    /// Dark ground.
    Dark,
    /// Light ground with this seat's colour.
    LightOf(usize),
    /// Dark ground with this seat's colour.
    DarkOf(usize),
}

/// A cell of the board.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Cell {
    /// Its name in the notation.
    pub name: String,
    /// Its corners in order.
    pub outline: Vec<Point>,
    /// Its middle.
    pub centre: Point,
    /// Its ground.
    pub fill: Fill,
}

/// What a line on the board means.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum StrokeKind {
    /// A border between parts of the board.
    Border,
    /// The edge that belongs to this seat.
    EdgeOf(usize),
}

/// A line on the board.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Stroke {
    /// What it means.
    pub kind: StrokeKind,
    /// Its corners in order.
    pub points: Vec<Point>,
}

/// A text beside the board.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Label {
    /// Where it stands.
    pub at: Point,
    /// What it says.
    pub text: String,
}

/// Where the names of cells are written.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum CellNames {
    /// Along the edge of the board.
    Edge,
    /// Inside each cell.
    Inside,
}

/// A board without anything on it.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Board {
    /// Its cells, by their numbers.
    pub cells: Vec<Cell>,
    /// Lines over the cells.
    pub strokes: Vec<Stroke>,
    /// Texts beside the board.
    pub labels: Vec<Label>,
    /// Where the names of cells are written.
    pub names: CellNames,
    /// Columns of a terminal for each unit.
    pub columns_per_unit: f32,
}

/// How a piece is drawn.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Look {
    /// A disc in its seat's colour, with its text on it.
    Disc,
    /// Its text alone, in its seat's colour.
    Sign,
    /// A card with its text.
    Card,
}

/// A piece on the board.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Piece {
    /// The number of its cell.
    pub cell: usize,
    /// Whose it is, if anybody's.
    #[schema(required)]
    pub seat: Option<usize>,
    /// How it is drawn.
    pub look: Look,
    /// What is written on it.
    pub text: String,
    /// The same in plain letters.
    pub plain: String,
}

/// One touch of the hand that makes a move.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Touch {
    /// The number of a cell.
    Cell(usize),
    /// Something beside the board: a piece to throw, a way off, a pass.
    Choice(String),
}

/// What can stand on a cell.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Thing {
    /// Its word in the position text.
    pub word: String,
    /// How it is drawn; its cell means nothing.
    pub piece: Piece,
}

/// A word of the position text after the rows.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(tag = "kind", rename_all = "kebab-case", deny_unknown_fields)]
pub enum Field {
    /// Who moves.
    Turn {
        /// What is written, by seat.
        words: Vec<String>,
    },
    /// A number for each seat.
    Counts {
        /// What is counted.
        name: String,
        /// The largest.
        most: u16,
    },
    /// A number.
    Number {
        /// What is counted.
        name: String,
        /// The largest.
        most: u16,
    },
    /// What earlier positions have left behind.
    History,
}

/// The parts that a position text is made from.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Kit {
    /// The cells of each row of the text.
    pub rows: Vec<Vec<usize>>,
    /// What can stand on a cell.
    pub things: Vec<Thing>,
    /// The sign of an empty cell; without one, a number counts empty cells.
    #[schema(required)]
    pub empty: Option<String>,
    /// Whether several things can stand on one cell.
    pub has_piles: bool,
    /// The words after the rows.
    pub fields: Vec<Field>,
}

/// A position taken apart.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Layout {
    /// The things on each cell, by their place in the kit.
    pub cells: Vec<Vec<usize>>,
    /// The words after the rows.
    pub fields: Vec<String>,
}

/// A number with its 95 % interval.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Estimate {
    /// The best guess.
    pub value: f64,
    /// The lower end.
    pub low: f64,
    /// The upper end.
    pub high: f64,
}

/// How an entrant fared, or a seat.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Counts {
    /// How many seats were taken in all matches.
    pub matches: usize,
    /// Alone in first place.
    pub wins: usize,
    /// In first place with others.
    pub draws: usize,
    /// Behind somebody.
    pub losses: usize,
    /// Mean points from 0 to 1; nothing without matches.
    #[schema(required)]
    pub points: Option<Estimate>,
}

/// One entrant in a table.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Standing {
    /// Its name.
    pub entrant: String,
    /// Its agent.
    pub agent: String,
    /// How many seats it took in all matches.
    pub matches: usize,
    /// Alone in first place.
    pub wins: usize,
    /// In first place with others.
    pub draws: usize,
    /// Behind somebody.
    pub losses: usize,
    /// Mean points from 0 to 1; nothing without matches.
    #[schema(required)]
    pub points: Option<Estimate>,
    /// Its faults.
    pub faults: usize,
    /// Its faults by kind.
    pub faults_by_kind: BTreeMap<String, usize>,
    /// Its strength against the mean of the field.
    #[schema(required)]
    pub elo: Option<Estimate>,
    /// Seat by seat.
    pub by_seat: Vec<Counts>,
}

/// An Elo difference with its interval; an end that is missing is without bound.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct EloRange {
    /// The best guess.
    #[schema(required)]
    pub value: Option<f64>,
    /// The lower end.
    #[schema(required)]
    pub low: Option<f64>,
    /// The upper end.
    #[schema(required)]
    pub high: Option<f64>,
}

/// Two entrants in the matches in which both sat.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Meeting {
    /// The place of the first in the table.
    pub a: usize,
    /// The place of the second.
    pub b: usize,
    /// The matches in which both sat.
    pub matches: usize,
    /// How often the first was above the second; a shared place counts half.
    pub score: Estimate,
    /// The same as a difference of strength.
    pub elo: EloRange,
    /// How likely it is that the first is better.
    pub superiority: f64,
    /// Whether everybody sat everywhere equally often.
    pub balance: String,
}

/// One game's table.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct GameTable {
    /// The game's id.
    pub game: String,
    /// How many matches it rests on.
    pub matches: usize,
    /// Everybody, the best first.
    pub lines: Vec<Standing>,
    /// Everybody against everybody whom they met.
    pub meetings: Vec<Meeting>,
    /// How each seat fared, whoever sat there.
    pub seats: Vec<Counts>,
    /// Groups of entrants that no match joins; ratings compare only within a group.
    pub groups: usize,
}

/// One entrant in all games together.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Total {
    /// Its name.
    pub entrant: String,
    /// Its mean points over all matches.
    #[schema(required)]
    pub points: Option<f64>,
    /// How many matches it sat in.
    pub matches: usize,
    /// Alone in first place.
    pub wins: usize,
    /// In first place with others.
    pub draws: usize,
    /// Behind somebody.
    pub losses: usize,
    /// Its faults.
    pub faults: usize,
}

/// What went wrong in a match.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Fault {
    /// Whose fault it was.
    pub seat: usize,
    /// Its kind, such as `time-out`.
    pub kind: String,
    /// One sentence.
    pub told: String,
    /// The last lines in and out.
    #[serde(default)]
    pub evidence: Vec<String>,
}

#[cfg(test)]
mod tests {
    use serde::Serialize;
    use serde::de::DeserializeOwned;

    use super::*;

    /// Checks that what is written is what its schema says.
    fn reads<T: DeserializeOwned>(written: &impl Serialize) {
        let json = serde_json::to_string(written).expect("it can be written");
        let read: Result<T, _> = serde_json::from_str(&json);
        assert!(read.is_ok(), "{json} is not what its schema says: {:?}", read.err());
    }

    #[test]
    fn boards_pieces_touches_and_kits_of_every_game_are_as_their_schemas_say() {
        for listing in truel_champions::roster().listings() {
            let table = listing.table();
            reads::<Board>(table.scene().board);
            reads::<Vec<Piece>>(&table.scene().pieces);
            if let Some(kit) = table.kit() {
                reads::<Kit>(&kit);
                let layout = kit.layout(&table.position()).expect("the start can be taken apart");
                reads::<Layout>(&layout);
            }
            for seat in table.phase().acting().iter() {
                for mv in table.moves(seat) {
                    reads::<Vec<Touch>>(&table.gesture(&mv));
                }
            }
        }
    }

    #[test]
    fn a_fault_is_as_its_schema_says() {
        reads::<Fault>(&truel_arena::Fault {
            seat: 1,
            kind: truel_arena::FaultKind::Crash,
            message: "it ended".into(),
            evidence: vec!["> go".into()],
        });
    }
}
