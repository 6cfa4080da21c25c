//! A game of simultaneous moves played in turns.

use std::fmt;
use std::str::FromStr;

use crate::zobrist::splitmix;
use crate::{Game, Info, Joint, ParseError, Phase, Rng, Seat, Seats, Timing};

/// `G` with its acting seats choosing one after the other, each seeing the choices made before.
///
/// Searches for games of turns run on it. Since later seats know more than the rules allow, its
/// values are bounds for `G`, not solutions: the last seat to choose gets at least what it would
/// get in `G`. A game of turns stays the same. Position text: the choices already made at this
/// instant, each followed by `|`; a blank if there are any; the text of `G`.
///
/// ```
/// use truel_core::{Game, Serial, TurnBased, doc::Nim};
/// fn takes_turns<G: TurnBased>(_: &G) {}
/// takes_turns(&Serial::new(Nim::default()));
/// ```
#[derive(Clone, Debug)]
pub struct Serial<G: Game> {
    game: G,
    /// The choices made so far, in the order of the acting seats; the rest of the array is unused.
    chosen: [Option<G::Move>; Seat::MOST],
    count: usize,
}

/// What [`Serial`] needs to take a choice back.
#[derive(Debug)]
pub enum SerialUndo<G: Game> {
    /// Only a choice was noted.
    Chosen,
    /// The instant was complete and the game moved on from these choices.
    Played([Option<G::Move>; Seat::MOST], G::Undo),
}

impl<G: Game> Serial<G> {
    /// `game` with nobody having chosen yet.
    pub fn new(game: G) -> Self {
        Serial {
            game,
            chosen: [None; Seat::MOST],
            count: 0,
        }
    }

    /// The game inside, without the choices of this instant.
    #[inline]
    pub fn inner(&self) -> &G {
        &self.game
    }

    /// The choices made so far at this instant, in the order of the acting seats.
    pub fn chosen(&self) -> impl Iterator<Item = G::Move> {
        self.chosen.into_iter().take(self.count).flatten()
    }

    /// The seat that chooses next.
    #[inline]
    fn turn(&self) -> Option<Seat> {
        self.game.phase().acting().iter().nth(self.count)
    }

    /// How many seats choose at this instant.
    #[inline]
    fn width(&self) -> usize {
        G::Joint::width(|| self.game.phase().acting())
    }
}

impl<G: Game> Default for Serial<G> {
    fn default() -> Self {
        Serial::new(G::default())
    }
}

impl<G: Game> fmt::Display for Serial<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for mv in self.chosen() {
            write!(f, "{mv}|")?;
        }
        write!(f, "{}{}", if self.count == 0 { "" } else { " " }, self.game)
    }
}

impl<G: Game> FromStr for Serial<G> {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        let (chosen, game) = match text.split_once(' ') {
            Some((chosen, game)) if chosen.ends_with('|') => (chosen, game),
            _ => ("", text),
        };
        let mut serial = Serial::new(game.parse()?);
        for word in chosen.split_terminator('|') {
            let fault = |why: String| ParseError::new("serial position", text, why);
            let seat = serial
                .turn()
                .ok_or_else(|| fault("it holds more choices than there are seats to move".into()))?;
            let mv = crate::table::legal_move(&serial.game, seat, word).map_err(|error| fault(error.to_string()))?;
            if serial.count + 1 == serial.width() {
                return Err(fault(
                    "all seats have chosen, so the choices should have been played".into(),
                ));
            }
            serial.play([mv]);
        }
        Ok(serial)
    }
}

impl<G: Game> Game for Serial<G> {
    const INFO: Info = Info {
        timing: Timing::Turns,
        longest: match G::INFO.longest {
            Some(longest) => Some(longest * G::Joint::WIDTH as u32),
            None => None,
        },
        ..G::INFO
    };
    const HAS_MEMORY: bool = G::HAS_MEMORY;
    type Move = G::Move;
    type Joint = [G::Move; 1];
    type Payoffs = G::Payoffs;
    type Undo = SerialUndo<G>;

    #[inline]
    fn phase(&self) -> Phase<G::Payoffs> {
        match self.game.phase() {
            Phase::Act(_) => Phase::Act(Seats::one(self.turn().expect("a complete instant is played at once"))),
            over => over,
        }
    }

    fn reason(&self) -> Option<&'static str> {
        self.game.reason()
    }

    #[inline]
    fn moves(&self, seat: Seat, out: &mut Vec<G::Move>) {
        if self.turn() == Some(seat) {
            self.game.moves(seat, out);
        }
    }

    #[inline]
    fn play(&mut self, [mv]: [G::Move; 1]) -> SerialUndo<G> {
        self.chosen[self.count] = Some(mv);
        self.count += 1;
        let width = self.width();
        if self.count < width {
            return SerialUndo::Chosen;
        }
        let chosen = self.chosen;
        let joint = G::Joint::from_fn(width, |place| chosen[place].expect("every acting seat has chosen"));
        (self.chosen, self.count) = ([None; Seat::MOST], 0);
        SerialUndo::Played(chosen, self.game.play(joint))
    }

    #[inline]
    fn undo(&mut self, undo: SerialUndo<G>) {
        if let SerialUndo::Played(chosen, inner) = undo {
            self.game.undo(inner);
            (self.chosen, self.count) = (chosen, self.width());
        }
        self.count -= 1;
        self.chosen[self.count] = None;
    }

    /// The key of the game with the choices mixed in, each at its place: the same board with
    /// another choice on the table is another position.
    #[inline]
    fn key(&self) -> u64 {
        self.chosen().enumerate().fold(self.game.key(), |key, (place, mv)| {
            key ^ splitmix(move_hash(&mv) ^ splitmix(place as u64 + 1))
        })
    }

    #[inline]
    fn move_count(&self, seat: Seat, scratch: &mut Vec<G::Move>) -> usize {
        if self.turn() == Some(seat) {
            self.game.move_count(seat, scratch)
        } else {
            0
        }
    }

    #[inline]
    fn random_move(&self, seat: Seat, rng: &mut Rng, scratch: &mut Vec<G::Move>) -> G::Move {
        self.game.random_move(seat, rng, scratch)
    }

    forward_results!();
}

forward_draw!(Serial);

/// A hash that is the same on every machine and costs no allocation. Moves promise no more than
/// `Hash`.
#[inline]
fn move_hash(mv: &impl std::hash::Hash) -> u64 {
    let mut hasher = crate::hash::FnvHasher::default();
    mv.hash(&mut hasher);
    std::hash::Hasher::finish(&hasher)
}
