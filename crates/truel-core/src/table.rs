//! Any game behind one pointer: moves are text, and every move is checked.
//!
//! Records, protocol and screen all use the notation, so text is also the boundary between code
//! that knows the game's type and code that does not. [`Table`] is a wrapper and not a blanket
//! implementation on `G`: with both traits on one type `game.phase()` would be ambiguous.

use std::any::Any;

use serde_json::Value;

use crate::draw::{Draw, Gesture, Kit, Scene};
use crate::error::nearby;
use crate::{Game, IllegalLine, IllegalMove, Info, Joint, ParseError, Payoffs, Phase, Rng, Seat, Workbench};

/// The most legal moves that an error lists.
const NEARBY: usize = 5;

/// Any game behind one pointer, for arena, server and bindings. Moves are text here.
pub trait AnyGame: Any + Send + Sync {
    /// The constants of the game.
    fn info(&self) -> &'static Info;
    /// Who must move now, or the payoffs at the end.
    fn phase(&self) -> Phase<Vec<f32>>;
    /// Why the match ended.
    fn reason(&self) -> Option<&'static str>;
    /// The legal moves of `seat` in notation, sorted bytewise.
    fn moves(&self, seat: Seat) -> Vec<String>;
    /// Checks one seat's move without playing it.
    fn check(&self, seat: Seat, mv: &str) -> Result<(), IllegalMove>;
    /// Checks and plays a joint move: one move per acting seat, joined by `|`.
    fn play(&mut self, joint: &str) -> Result<(), IllegalMove>;
    /// The position text.
    fn position(&self) -> String;
    /// The position's key.
    fn key(&self) -> u64;
    /// Payoffs as points for tables and ratings.
    fn points(&self, payoffs: &[f32]) -> Vec<f32>;
    /// The payoffs when `offender` breaks the rules.
    fn forfeit(&self, offender: Seat) -> Vec<f32>;
    /// The payoffs when the clock of `late` runs out.
    fn time_out(&self, late: Seat) -> Vec<f32>;
    /// Whether a seat is out for the rest of the match.
    fn is_out(&self, seat: Seat) -> bool;
    /// Further facts that a referee reports about the position.
    fn facts(&self) -> Vec<(&'static str, Value)>;
    /// The position as a picture.
    fn scene(&self) -> Scene;
    /// The gestures of a joint move, to highlight it in a picture. Words that are not moves are
    /// ignored.
    fn gesture(&self, joint: &str) -> Gesture;
    /// The structure of the position text, for games whose positions people can set up by hand.
    fn kit(&self) -> Option<Kit>;
    /// A table of the same game at another position.
    fn at(&self, position: &str) -> Result<Box<dyn AnyGame>, ParseError>;
    /// A copy of the position.
    fn boxed(&self) -> Box<dyn AnyGame>;
    /// Counting and measuring from here.
    fn workbench(&self) -> &dyn Workbench;
    /// For downcasting to the typed game, a [`Table<G>`].
    fn as_any(&self) -> &dyn Any;
}

impl dyn AnyGame {
    /// A random joint move, each legal move equally likely; `None` once the match is over.
    pub fn random_joint(&self, rng: &mut Rng) -> Option<String> {
        let Phase::Act(seats) = self.phase() else { return None };
        let choice = |seat| {
            let list = self.moves(seat);
            list[rng.below(list.len() as u32) as usize].clone()
        };
        Some(seats.iter().map(choice).collect::<Vec<_>>().join("|"))
    }

    /// Checks and plays a line of joint moves; stops at the first illegal one.
    pub fn play_line<'a>(&mut self, line: impl IntoIterator<Item = &'a str>) -> Result<(), IllegalLine> {
        for (ply, joint) in line.into_iter().enumerate() {
            self.play(joint).map_err(|cause| IllegalLine::new(ply + 1, cause))?;
        }
        Ok(())
    }
}

/// The one implementation of [`AnyGame`], for every game that can be drawn.
///
/// ```
/// use truel_core::{AnyGame, Table, doc::Nim};
/// let mut table: Box<dyn AnyGame> = Box::new(Table(Nim::default()));
/// assert!(table.play("3").is_ok());
/// let error = table.play("4").unwrap_err().to_string();
/// assert!(error.starts_with("Second's move `4`"), "{error}");
/// ```
#[derive(Clone, Debug, Default)]
pub struct Table<G>(pub G);

/// Reads and checks a joint move against the rules.
pub fn legal_joint<G: Game>(game: &G, text: &str) -> Result<G::Joint, IllegalMove> {
    let Phase::Act(seats) = game.phase() else {
        return Err(IllegalMove::Over {
            text: text.into(),
            reason: game.reason().unwrap_or("over"),
        });
    };
    let words: Vec<&str> = text.split('|').collect();
    if words.len() != seats.len() {
        return Err(IllegalMove::Count {
            text: text.into(),
            expected: seats.len(),
            got: words.len(),
        });
    }
    let choices = words
        .iter()
        .zip(seats.iter())
        .map(|(word, seat)| legal_move(game, seat, word));
    let choices = choices.collect::<Result<Vec<_>, _>>()?;
    Ok(G::Joint::from_fn(choices.len(), |place| choices[place]))
}

/// Reads and checks one seat's move against the rules.
pub fn legal_move<G: Game>(game: &G, seat: Seat, text: &str) -> Result<G::Move, IllegalMove> {
    let name = G::INFO.seat_name(seat);
    let near = || nearby(text, move_texts(game, seat), NEARBY);
    match text.parse::<G::Move>() {
        Err(cause) => Err(IllegalMove::Unreadable {
            seat: name,
            cause,
            nearby: near(),
        }),
        Ok(mv) if has_move(game, seat, mv) => Ok(mv),
        Ok(_) => Err(IllegalMove::Forbidden {
            seat: name,
            text: text.into(),
            nearby: near(),
        }),
    }
}

fn has_move<G: Game>(game: &G, seat: Seat, mv: G::Move) -> bool {
    let mut moves = Vec::new();
    game.moves(seat, &mut moves);
    moves.contains(&mv)
}

/// The legal moves of `seat` in notation, sorted bytewise.
pub fn move_texts<G: Game>(game: &G, seat: Seat) -> Vec<String> {
    let mut moves = Vec::new();
    game.moves(seat, &mut moves);
    let mut texts: Vec<String> = moves.iter().map(ToString::to_string).collect();
    texts.sort_unstable();
    texts
}

/// A joint move in notation: the moves of the acting seats joined by `|`.
pub fn joint_text<G: Game>(joint: &G::Joint) -> String {
    let texts: Vec<String> = joint.as_ref().iter().map(ToString::to_string).collect();
    texts.join("|")
}

impl<G: Draw> AnyGame for Table<G> {
    fn info(&self) -> &'static Info {
        const { &G::INFO }
    }

    fn phase(&self) -> Phase<Vec<f32>> {
        match self.0.phase() {
            Phase::Act(seats) => Phase::Act(seats),
            Phase::Over(payoffs) => Phase::Over(payoffs.as_slice().to_vec()),
        }
    }

    fn reason(&self) -> Option<&'static str> {
        self.0.reason()
    }

    fn moves(&self, seat: Seat) -> Vec<String> {
        move_texts(&self.0, seat)
    }

    fn check(&self, seat: Seat, mv: &str) -> Result<(), IllegalMove> {
        legal_move(&self.0, seat, mv).map(|_| ())
    }

    fn play(&mut self, joint: &str) -> Result<(), IllegalMove> {
        let joint = legal_joint(&self.0, joint)?;
        self.0.play(joint);
        Ok(())
    }

    fn position(&self) -> String {
        self.0.to_string()
    }

    fn key(&self) -> u64 {
        self.0.key()
    }

    fn points(&self, payoffs: &[f32]) -> Vec<f32> {
        G::points(G::Payoffs::from_fn(|seat| payoffs[seat.index()]))
            .as_slice()
            .to_vec()
    }

    fn forfeit(&self, offender: Seat) -> Vec<f32> {
        self.0.forfeit(offender).as_slice().to_vec()
    }

    fn time_out(&self, late: Seat) -> Vec<f32> {
        self.0.time_out(late).as_slice().to_vec()
    }

    fn is_out(&self, seat: Seat) -> bool {
        self.0.is_out(seat)
    }

    fn facts(&self) -> Vec<(&'static str, Value)> {
        self.0.facts()
    }

    fn scene(&self) -> Scene {
        Scene::of(&self.0)
    }

    fn gesture(&self, joint: &str) -> Gesture {
        let moves = joint.split('|').filter_map(|word| word.parse::<G::Move>().ok());
        moves.flat_map(G::gesture).collect()
    }

    fn kit(&self) -> Option<Kit> {
        G::kit()
    }

    fn at(&self, position: &str) -> Result<Box<dyn AnyGame>, ParseError> {
        Ok(Box::new(Table(position.parse::<G>()?)))
    }

    fn boxed(&self) -> Box<dyn AnyGame> {
        Box::new(self.clone())
    }

    fn workbench(&self) -> &dyn Workbench {
        self
    }

    fn as_any(&self) -> &dyn Any {
        self
    }
}

/// Code to run for a game that is known only at run time.
pub trait Visit {
    /// What the code returns.
    type Out;
    /// Runs for the game `G`.
    fn visit<G: Draw>(self) -> Self::Out;
}
