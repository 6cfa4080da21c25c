//! Tron for three seats that all move at once.
//!
//! ```text
//!             . . . . . .               91 cells: a hexagon with six cells to an edge
//!            . G . . . . .              B, R, G: where Blue, Red and Green start
//!           . . . . . . . .
//!          . . . . . . . . .                nw  ne
//!         . . . . . . . . . .                 \ /
//!        . . . . . . . . . B .            w -- * -- e
//!         . . . . . . . . . .                 / \
//!          . . . . . . . . .                sw  se
//!           . . . . . . . .
//!            . R . . . . .
//!             . . . . . .
//! ```
//!
//! In each step every living seat rides one cell in a direction of its choice and leaves a trail. A
//! seat that rides into the wall, into a trail, or into the same cell as somebody else at the same
//! time, is out. Trails stay. The match ends when at most one seat is left. Each seat gets half a
//! point for every other seat that it outlives, and a quarter for one that goes out in the same
//! step. So payoffs always add up to 1½.
//!
//! A move is a direction, `ne`. The position text is the rides of the seats, joined by `/`. A ride
//! is a seat's directions joined by `,`, or `-` before the first step. The last direction of a seat
//! that is out leads into its crash. So the text, `w,w/ne,ne/se,e`, holds the whole match, and
//! reading it plays the match again.

use std::fmt;
use std::str::FromStr;
use std::sync::LazyLock;

use truel_core::draw::{self, Board, Draw, Fill, Gesture, Look, Names, Piece, Rgb, Touch};
use truel_core::{
    Bounds, BySeat, Game, Info, ParseError, Phase, Seat, SeatInfo, Seats, Symmetric, Timing, UpTo, zobrist,
};

const SEATS: usize = 3;
/// Steps from the middle cell to the wall.
const REACH: i8 = 5;
/// Cells in a row of the square that the hexagon is kept in.
const SIDE: usize = 2 * REACH as usize + 1;
/// In every step but the last at least two seats take a free cell each, and 88 cells are free at
/// the start.
const LONGEST: usize = 88 / 2 + 1;

static TRAILS: [u64; SIDE * SIDE] = zobrist::words(0x7472_6169);
static HEADS: [[u64; SIDE * SIDE]; SEATS] = zobrist::rows(0x6865_6164);
/// For each seat that is out: whether it went out first, or after somebody else.
static OUT: [[u64; SEATS]; 2] = zobrist::rows(0x6f75_7421);

/// One of the six directions.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Direction {
    /// To the right.
    East,
    /// Up and to the right.
    NorthEast,
    /// Up and to the left.
    NorthWest,
    /// To the left.
    West,
    /// Down and to the left.
    SouthWest,
    /// Down and to the right.
    SouthEast,
}

impl Direction {
    /// All directions, each a sixth of a turn to the left of the one before.
    pub const ALL: [Direction; 6] = {
        use Direction::{East, NorthEast, NorthWest, SouthEast, SouthWest, West};
        [East, NorthEast, NorthWest, West, SouthWest, SouthEast]
    };
    const NAMES: [&str; 6] = ["e", "ne", "nw", "w", "sw", "se"];
    const ARROWS: [&str; 6] = ["→", "↗", "↖", "←", "↙", "↘"];

    /// The direction after so many sixths of a turn to the left.
    fn turned(self, sixths: usize) -> Self {
        Self::ALL[(self as usize + sixths) % 6]
    }
}

/// A cell by its axial coordinates: `q` to the east, `r` to the south-east, both 0 in the middle.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Cell {
    q: i8,
    r: i8,
}

impl Cell {
    fn neighbour(self, direction: Direction) -> Cell {
        let (q, r) = [(1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1), (0, 1)][direction as usize];
        Cell {
            q: self.q + q,
            r: self.r + r,
        }
    }

    fn is_on_board(self) -> bool {
        [self.q, self.r, self.q + self.r]
            .iter()
            .all(|steps| steps.abs() <= REACH)
    }

    /// Its place in the square around the hexagon; only for cells on the board.
    fn index(self) -> usize {
        (self.r + REACH) as usize * SIDE + (self.q + REACH) as usize
    }

    /// The cells of the board in the order of the picture, row by row.
    fn all() -> impl Iterator<Item = Cell> {
        let rows = (-REACH..=REACH).flat_map(|r| (-REACH..=REACH).map(move |q| Cell { q, r }));
        rows.filter(|cell| cell.is_on_board())
    }
}

/// A position of Tron.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Tron {
    /// A bit for each cell that has a trail, those under the riders included.
    trails: u128,
    /// Where each seat is, or was when it went out.
    riders: BySeat<Cell, SEATS>,
    /// The steps of each seat, the last one into a crash where it is out.
    rides: BySeat<[Direction; LONGEST], SEATS>,
    /// The step in which each seat went out, counted from 1; 0 while it lives.
    out: BySeat<u8, SEATS>,
    steps: u8,
    key: u64,
}

impl Default for Tron {
    fn default() -> Self {
        let mut game = Tron {
            trails: 0,
            riders: BySeat([Cell { q: 4, r: 0 }, Cell { q: -4, r: 4 }, Cell { q: 0, r: -4 }]),
            rides: BySeat([[Direction::East; LONGEST]; SEATS]),
            out: BySeat([0; SEATS]),
            steps: 0,
            key: 0,
        };
        for seat in Seat::all(SEATS) {
            game.take(game.riders[seat]);
            game.key ^= HEADS[seat.index()][game.riders[seat].index()];
        }
        game
    }
}

impl Tron {
    fn living(&self) -> Seats {
        Seat::all(SEATS).filter(|seat| self.out[*seat] == 0).collect()
    }

    fn is_free(&self, cell: Cell) -> bool {
        cell.is_on_board() && self.trails & (1 << cell.index()) == 0
    }

    /// Leaves a trail on a free cell.
    fn take(&mut self, cell: Cell) {
        self.trails |= 1 << cell.index();
        self.key ^= TRAILS[cell.index()];
    }

    /// The steps of a seat so far.
    fn ride(&self, seat: Seat) -> &[Direction] {
        let length = if self.out[seat] == 0 {
            self.steps
        } else {
            self.out[seat]
        };
        &self.rides[seat][..usize::from(length)]
    }

    /// The cells of a seat's trail, in the order in which it came.
    fn trail(&self, seat: Seat) -> impl Iterator<Item = Cell> {
        let start = Tron::default().riders[seat];
        let ride = self.ride(seat);
        // The step into a crash leads nowhere.
        let steps = &ride[..ride.len() - usize::from(self.out[seat] > 0)];
        let cells = steps.iter().scan(start, |cell, step| {
            *cell = cell.neighbour(*step);
            Some(*cell)
        });
        std::iter::once(start).chain(cells)
    }

    /// The position after these rides, or why there is none.
    fn after(rides: &BySeat<Vec<Direction>, SEATS>) -> Result<Self, &'static str> {
        let mut game = Tron::default();
        let steps = rides.0.iter().map(Vec::len).max().unwrap_or(0);
        for step in 0..steps {
            let Phase::Act(living) = game.phase() else {
                return Err("the match was over before its last step");
            };
            let choices: Option<Vec<_>> = living.iter().map(|seat| rides[seat].get(step).copied()).collect();
            game.play(UpTo::new(
                &choices.ok_or("every living seat makes as many steps as the others")?,
            ));
        }
        match rides.iter().all(|(seat, ride)| ride.len() == game.ride(seat).len()) {
            true => Ok(game),
            false => Err("a seat that is out makes no more steps"),
        }
    }
}

impl Game for Tron {
    const INFO: Info = Info {
        id: "tron",
        title: "Tron",
        about: "Ride over a hexagon, all at once, and leave a trail; who rides into one is out.",
        origin: "the light cycles of the film Tron, 1982; an example of a game outside truel",
        seats: &[
            SeatInfo {
                name: "Blue",
                colour: Rgb::BLUE,
            },
            SeatInfo {
                name: "Red",
                colour: Rgb::RED,
            },
            SeatInfo {
                name: "Green",
                colour: Rgb::GREEN,
            },
        ],
        timing: Timing::Simultaneous,
        bounds: Bounds::UNIT,
        sum: Some(1.5),
        draw: 0.5,
        longest: Some(LONGEST as u32),
        position: "RIDE/RIDE/RIDE: each seat's directions joined by `,`, or `-`",
        notation: "e ne nw w sw se",
    };
    const HAS_MEMORY: bool = false;
    type Move = Direction;
    /// Three move at once, and two after the first is out.
    type Joint = UpTo<Direction, SEATS>;
    type Payoffs = BySeat<f32, SEATS>;
    type Undo = Self;

    fn phase(&self) -> Phase<Self::Payoffs> {
        let living = self.living();
        if living.len() > 1 {
            return Phase::Act(living);
        }
        // Who lives has outlived everybody.
        let end = |seat: Seat| if living.contains(seat) { u8::MAX } else { self.out[seat] };
        let share = |seat: Seat, other: Seat| match end(seat).cmp(&end(other)) {
            std::cmp::Ordering::Greater => 0.5,
            std::cmp::Ordering::Equal => 0.25,
            std::cmp::Ordering::Less => 0.0,
        };
        let others = |seat: Seat| Seat::all(SEATS).filter(move |other| *other != seat);
        Phase::Over(BySeat::from_fn(|seat| {
            others(seat).map(|other| share(seat, other)).sum()
        }))
    }

    fn reason(&self) -> Option<&'static str> {
        match self.living().len() {
            0 => Some("all-out"),
            1 => Some("last-rider"),
            _ => None,
        }
    }

    fn moves(&self, seat: Seat, out: &mut Vec<Direction>) {
        if self.phase().acting().contains(seat) {
            out.extend(Direction::ALL);
        }
    }

    fn play(&mut self, joint: UpTo<Direction, SEATS>) -> Self {
        let before = *self;
        let living = self.living();
        let mut ahead = self.riders;
        for (seat, direction) in living.iter().zip(joint.iter()) {
            self.rides[seat][usize::from(self.steps)] = *direction;
            ahead[seat] = self.riders[seat].neighbour(*direction);
        }
        self.steps += 1;
        for seat in living.iter() {
            let is_shared = living.iter().any(|other| other != seat && ahead[other] == ahead[seat]);
            let heads = &HEADS[seat.index()];
            self.key ^= heads[self.riders[seat].index()];
            if is_shared || !before.is_free(ahead[seat]) {
                self.out[seat] = self.steps;
                self.key ^= OUT[usize::from(living.len() < SEATS)][seat.index()];
            } else {
                self.riders[seat] = ahead[seat];
                self.take(ahead[seat]);
                self.key ^= heads[ahead[seat].index()];
            }
        }
        before
    }

    fn undo(&mut self, before: Self) {
        *self = before;
    }

    fn key(&self) -> u64 {
        self.key
    }

    fn is_out(&self, seat: Seat) -> bool {
        self.out[seat] > 0
    }
}

impl fmt::Display for Direction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(Self::NAMES[*self as usize])
    }
}

impl FromStr for Direction {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        let place = Self::NAMES.iter().position(|name| *name == text);
        let why = || ParseError::new("move", text, "a move is one of e, ne, nw, w, sw and se");
        place.map(|place| Self::ALL[place]).ok_or_else(why)
    }
}

impl fmt::Display for Tron {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ride = |seat| match self.ride(seat) {
            [] => "-".to_owned(),
            steps => steps.iter().map(Direction::to_string).collect::<Vec<_>>().join(","),
        };
        f.write_str(&Seat::all(SEATS).map(ride).collect::<Vec<_>>().join("/"))
    }
}

impl FromStr for Tron {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        let fault = |why: &str| ParseError::new("position", text, why);
        let ride = |text: &str| match text {
            "-" => Ok(Vec::new()),
            steps => steps.split(',').map(str::parse).collect::<Result<Vec<Direction>, _>>(),
        };
        let rides: Vec<_> = text.split('/').map(ride).collect::<Result<_, _>>()?;
        let rides: [Vec<Direction>; SEATS] = rides
            .try_into()
            .map_err(|_| fault("it is three rides joined by `/`, such as `w,w/ne,ne/se,e`"))?;
        Tron::after(&BySeat(rides)).map_err(fault)
    }
}

/// A third of a turn to the right, once or twice: the next seat takes the place of the one before.
impl Symmetric for Tron {
    const SYMMETRIES: usize = SEATS;

    fn image(&self, s: usize) -> Self {
        let mut rides = BySeat::from_fn(|_| Vec::new());
        for seat in Seat::all(SEATS) {
            let turned = self.ride(seat).iter().map(|step| Self::image_move(*step, s));
            rides[Self::image_seat(seat, s)] = turned.collect();
        }
        Tron::after(&rides).expect("a turned match is a match")
    }

    fn image_move(mv: Direction, s: usize) -> Direction {
        mv.turned(4 * s)
    }

    fn image_seat(seat: Seat, s: usize) -> Seat {
        Seat::new((seat.index() + s) % SEATS)
    }
}

impl Draw for Tron {
    fn board() -> &'static Board {
        static BOARD: LazyLock<Board> = LazyLock::new(|| {
            let hexagon = |Cell { q, r }: Cell| {
                let (row, place) = (char::from(b'a' + (r + REACH) as u8), q + REACH + r.min(0) + 1);
                // Every third cell is darker, so that no two dark ones touch.
                let fill = if (q - r) % 3 == 0 { Fill::Dark } else { Fill::Light };
                let (x, y) = (f32::from(q) + f32::from(r) / 2.0, f32::from(r) * 0.75f32.sqrt());
                draw::Cell::hexagon(format!("{row}{place}"), x, y, fill)
            };
            // A row of hexagons is then two lines high in a terminal.
            Board::new(Cell::all().map(hexagon).collect(), Names::Edge, 4.62)
        });
        &BOARD
    }

    fn pieces(&self, out: &mut Vec<Piece>) {
        let place = |cell: Cell| Cell::all().take_while(|other| *other != cell).count();
        for seat in Seat::all(SEATS) {
            let letter = ["b", "r", "g"][seat.index()];
            let head = match self.ride(seat).last() {
                _ if self.is_out(seat) => "×",
                Some(step) => Direction::ARROWS[*step as usize],
                None => "•",
            };
            out.extend(self.trail(seat).map(|cell| {
                let is_head = cell == self.riders[seat];
                Piece {
                    cell: place(cell),
                    seat: Some(seat),
                    look: Look::Disc,
                    text: if is_head { head } else { "" }.to_owned(),
                    plain: if is_head {
                        format!("{}{head}", letter.to_uppercase())
                    } else {
                        letter.to_owned()
                    },
                }
            }));
        }
    }

    fn gesture(mv: Direction) -> Gesture {
        vec![Touch::Choice(mv.to_string())]
    }

    fn status(&self, seat: Seat) -> String {
        match self.out[seat] {
            0 => format!("rides, {} cells", self.trail(seat).count()),
            step => format!("out in step {step}"),
        }
    }
}
