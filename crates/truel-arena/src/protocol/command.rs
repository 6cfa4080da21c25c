//! Commands to an engine.

use std::fmt::{self, Display};
use std::iter::Peekable;
use std::str::{FromStr, SplitWhitespace};
use std::time::Duration;

use thiserror::Error;
use truel_core::Seat;

use super::{read_seat, seat_name};

/// One line from the arena to an engine.
///
/// ```
/// use truel_arena::protocol::EngineCommand;
/// let command: EngineCommand = "position startpos moves a1 b2".parse().unwrap();
/// assert_eq!(command.to_string(), "position startpos moves a1 b2");
/// ```
#[derive(Clone, PartialEq, Debug)]
pub enum EngineCommand {
    /// `ugi`: introduce yourself.
    Ugi,
    /// `isready`: say when you can go on.
    IsReady,
    /// `uginewgame`: what follows belongs to another match.
    NewGame,
    /// `setoption name N value V`.
    SetOption {
        /// The option's name; may have blanks.
        name: String,
        /// Its new value; may have blanks or be empty.
        value: String,
    },
    /// `position startpos|fen TEXT [moves ...]`.
    Position {
        /// The position text; `None` is the start position.
        start: Option<String>,
        /// Joint moves played from there.
        moves: Vec<String>,
    },
    /// `query ...`: a question about the position.
    Query(Query),
    /// `go ...`: choose a move.
    Go(Go),
    /// `stop`: choose it now.
    Stop,
    /// `quit`: end.
    Quit,
}

/// A question about the position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Query {
    /// `gameover`: whether the match is over.
    GameOver,
    /// `p1turn`: whether this seat must move.
    Turn(Seat),
    /// `turn`: who must move. An extension.
    Acting,
    /// `result`: who has won.
    Result,
}

/// Under which conditions a move is chosen. Whatever is `None` or empty was not said.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Go {
    /// For which seat, where several must move. An extension.
    pub seat: Option<Seat>,
    /// The time left on each seat's clock.
    pub times: Vec<Duration>,
    /// What each move adds to it.
    pub increments: Vec<Duration>,
    /// Moves until the clock is set again.
    pub moves_to_go: Option<u32>,
    /// The time for this move.
    pub move_time: Option<Duration>,
    /// Plies to look ahead.
    pub depth: Option<u32>,
    /// Positions to visit.
    pub nodes: Option<u64>,
    /// Think until `stop`.
    pub infinite: bool,
}

/// A line that is no command.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("`{line}`: {why}")]
pub struct NotACommand {
    /// The line, shortened and without control characters.
    pub line: String,
    /// What is wrong with it.
    pub why: CommandError,
}

/// What is wrong with a command.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum CommandError {
    /// There are no words.
    #[error("the line is empty")]
    Empty,
    /// The first word is none of the protocol.
    #[error("there is no such command")]
    Unknown,
    /// There are words after the end.
    #[error("`{0}` is too much")]
    TooMuch(String),
    /// `setoption` without `name`.
    #[error("it is written `setoption name N value V`")]
    NoName,
    /// `setoption` with an empty name.
    #[error("it names no option")]
    NoOption,
    /// `position` without a position.
    #[error("a position is `startpos` or `fen` and its text")]
    NoPosition,
    /// Moves without `moves` before them.
    #[error("`moves` is missing before `{0}`")]
    NoMoves(String),
    /// A query for something else.
    #[error("a query asks for gameover, p1turn, turn or result")]
    NoQuery,
    /// A parameter of `go` without its value.
    #[error("`{0}` has no value")]
    NoValue(String),
    /// A text where a seat is wanted.
    #[error("`{0}` is no seat")]
    NoSeat(String),
    /// A text where a number is wanted.
    #[error("`{0}` is no number")]
    NoNumber(String),
    /// No such parameter of `go`.
    #[error("`{0}` is unknown")]
    NoParameter(String),
}

impl Display for EngineCommand {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            EngineCommand::Ugi => f.write_str("ugi"),
            EngineCommand::IsReady => f.write_str("isready"),
            EngineCommand::NewGame => f.write_str("uginewgame"),
            EngineCommand::SetOption { name, value } => write!(f, "setoption name {name} value {value}"),
            EngineCommand::Position { start, moves } => {
                match start {
                    None => f.write_str("position startpos")?,
                    Some(text) => write!(f, "position fen {text}")?,
                }
                if !moves.is_empty() {
                    write!(f, " moves {}", moves.join(" "))?;
                }
                Ok(())
            }
            EngineCommand::Query(query) => write!(f, "query {query}"),
            EngineCommand::Go(go) => write!(f, "go{go}"),
            EngineCommand::Stop => f.write_str("stop"),
            EngineCommand::Quit => f.write_str("quit"),
        }
    }
}

impl Display for Query {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Query::GameOver => f.write_str("gameover"),
            Query::Turn(seat) => write!(f, "{}turn", seat_name(*seat)),
            Query::Acting => f.write_str("turn"),
            Query::Result => f.write_str("result"),
        }
    }
}

/// Every field with a blank before it.
impl Display for Go {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(seat) = self.seat {
            write!(f, " seat {}", seat_name(seat))?;
        }
        for (what, list) in [("time", &self.times), ("inc", &self.increments)] {
            for (index, time) in list.iter().enumerate() {
                write!(f, " {}{what} {}", seat_name(Seat::new(index)), time.as_millis())?;
            }
        }
        let counts = [
            ("movestogo", self.moves_to_go.map(u128::from)),
            ("movetime", self.move_time.map(|time| time.as_millis())),
            ("depth", self.depth.map(u128::from)),
            ("nodes", self.nodes.map(u128::from)),
        ];
        for (name, count) in counts {
            if let Some(count) = count {
                write!(f, " {name} {count}")?;
            }
        }
        if self.infinite {
            f.write_str(" infinite")?;
        }
        Ok(())
    }
}

impl FromStr for EngineCommand {
    type Err = NotACommand;

    fn from_str(line: &str) -> Result<Self, NotACommand> {
        read(line).map_err(|why| NotACommand {
            line: shortened(line),
            why,
        })
    }
}

/// A line that a person can read in an error.
fn shortened(line: &str) -> String {
    const MOST: usize = 120;
    let mut short: String = line.chars().filter(|letter| !letter.is_control()).take(MOST).collect();
    if line.chars().count() > MOST {
        short.push('…');
    }
    short
}

fn read(line: &str) -> Result<EngineCommand, CommandError> {
    let mut words = line.split_whitespace().peekable();
    let command = match words.next() {
        Some("ugi") => EngineCommand::Ugi,
        Some("isready") => EngineCommand::IsReady,
        Some("uginewgame") => EngineCommand::NewGame,
        Some("stop") => EngineCommand::Stop,
        Some("quit") => EngineCommand::Quit,
        Some("setoption") => return read_option(words),
        Some("position") => return read_position(words),
        Some("query") => return read_query(words),
        Some("go") => return read_go(words).map(EngineCommand::Go),
        Some(_) => return Err(CommandError::Unknown),
        None => return Err(CommandError::Empty),
    };
    match words.next() {
        None => Ok(command),
        Some(word) => Err(CommandError::TooMuch(word.to_owned())),
    }
}

type Words<'a> = Peekable<SplitWhitespace<'a>>;

fn read_option(mut words: Words<'_>) -> Result<EngineCommand, CommandError> {
    if words.next() != Some("name") {
        return Err(CommandError::NoName);
    }
    let mut name = Vec::new();
    for word in words.by_ref() {
        if word == "value" {
            break;
        }
        name.push(word);
    }
    if name.is_empty() {
        return Err(CommandError::NoOption);
    }
    Ok(EngineCommand::SetOption {
        name: name.join(" "),
        value: words.collect::<Vec<_>>().join(" "),
    })
}

fn read_position(mut words: Words<'_>) -> Result<EngineCommand, CommandError> {
    let start = match words.next() {
        Some("startpos") => None,
        Some("fen") => {
            let mut text = Vec::new();
            while let Some(word) = words.next_if(|word| *word != "moves") {
                text.push(word);
            }
            Some(text.join(" "))
        }
        _ => return Err(CommandError::NoPosition),
    };
    match words.next() {
        None | Some("moves") => Ok(EngineCommand::Position {
            start,
            moves: words.map(str::to_owned).collect(),
        }),
        Some(word) => Err(CommandError::NoMoves(word.to_owned())),
    }
}

fn read_query(mut words: Words<'_>) -> Result<EngineCommand, CommandError> {
    let query = match words.next() {
        Some("gameover") => Query::GameOver,
        Some("result") => Query::Result,
        Some("turn") => Query::Acting,
        Some(word) => match word.strip_suffix("turn").and_then(read_seat) {
            Some(seat) => Query::Turn(seat),
            None => return Err(CommandError::NoQuery),
        },
        None => return Err(CommandError::NoQuery),
    };
    Ok(EngineCommand::Query(query))
}

fn read_go(mut words: Words<'_>) -> Result<Go, CommandError> {
    let mut go = Go::default();
    while let Some(word) = words.next() {
        if word == "infinite" {
            go.infinite = true;
            continue;
        }
        let value = words.next().ok_or_else(|| CommandError::NoValue(word.to_owned()))?;
        if word == "seat" {
            go.seat = Some(read_seat(value).ok_or_else(|| CommandError::NoSeat(value.to_owned()))?);
            continue;
        }
        // A clock may have run out already; other controllers say so with a number below 0.
        let number: i64 = value.parse().map_err(|_| CommandError::NoNumber(value.to_owned()))?;
        let number = number.max(0).unsigned_abs();
        match word {
            "movetime" => go.move_time = Some(Duration::from_millis(number)),
            "movestogo" => go.moves_to_go = Some(u32::try_from(number).unwrap_or(u32::MAX)),
            "depth" => go.depth = Some(u32::try_from(number).unwrap_or(u32::MAX)),
            "nodes" => go.nodes = Some(number),
            _ => read_clock(&mut go, word, Duration::from_millis(number))?,
        }
    }
    Ok(go)
}

/// `p2time` or `p2inc`.
fn read_clock(go: &mut Go, word: &str, time: Duration) -> Result<(), CommandError> {
    let (list, name) = match (word.strip_suffix("time"), word.strip_suffix("inc")) {
        (Some(name), _) => (&mut go.times, name),
        (None, Some(name)) => (&mut go.increments, name),
        (None, None) => return Err(CommandError::NoParameter(word.to_owned())),
    };
    let seat = read_seat(name).ok_or_else(|| CommandError::NoParameter(word.to_owned()))?;
    if list.len() <= seat.index() {
        list.resize(seat.index() + 1, Duration::ZERO);
    }
    list[seat.index()] = time;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_are_written_as_they_are_read() {
        for line in [
            "ugi",
            "isready",
            "uginewgame",
            "stop",
            "quit",
            "setoption name Game value chexers",
            "setoption name Multi PV value a b",
            "position startpos",
            "position startpos moves a1 b2|c3",
            "position fen x../.o./... x moves c1",
            "query gameover",
            "query p2turn",
            "query turn",
            "query result",
            "go p1time 1000 p2time 900 p1inc 10 p2inc 0",
            "go seat p2 movetime 50",
            "go p1time 1 p2time 2 p3time 3 movestogo 4",
            "go depth 3 nodes 100 infinite",
            "go",
        ] {
            assert_eq!(
                line.parse::<EngineCommand>()
                    .map(|command| command.to_string())
                    .as_deref(),
                Ok(line)
            );
        }
    }

    #[test]
    fn what_is_wrong_with_a_line_is_named() {
        for (line, words) in [
            ("", "empty"),
            ("hello", "no such command"),
            ("ugi now", "`now` is too much"),
            ("setoption Game", "setoption name N"),
            ("setoption name value x", "names no option"),
            ("position", "startpos"),
            ("position startpos a1", "`moves` is missing"),
            ("query moves", "gameover"),
            ("go p9time 1", "`p9time` is unknown"),
            ("go depth", "no value"),
            ("go depth x", "no number"),
            ("go seat x", "no seat"),
        ] {
            let error = line.parse::<EngineCommand>().expect_err(line).to_string();
            assert!(error.contains(words), "{line}: {error}");
        }
        let long = "x"
            .repeat(100_000)
            .parse::<EngineCommand>()
            .expect_err("no command")
            .to_string();
        assert!(long.len() < 500);
    }

    #[test]
    fn a_clock_below_nothing_is_at_nothing() {
        let Ok(EngineCommand::Go(go)) = "go p1time -5 p2time 10".parse() else {
            panic!("a go")
        };
        assert_eq!(go.times, [Duration::ZERO, Duration::from_millis(10)]);
    }
}
