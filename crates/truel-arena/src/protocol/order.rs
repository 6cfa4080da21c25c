//! What an engine is told.

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
/// use truel_arena::protocol::Order;
/// let order: Order = "position startpos moves a1 b2".parse().unwrap();
/// assert_eq!(order.to_string(), "position startpos moves a1 b2");
/// ```
#[derive(Clone, PartialEq, Debug)]
pub enum Order {
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

/// A line that is no order.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("`{line}`: {why}")]
pub struct WrongOrder {
    line: String,
    why: String,
}

impl Display for Order {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Order::Ugi => f.write_str("ugi"),
            Order::IsReady => f.write_str("isready"),
            Order::NewGame => f.write_str("uginewgame"),
            Order::SetOption { name, value } => write!(f, "setoption name {name} value {value}"),
            Order::Position { start, moves } => {
                match start {
                    None => f.write_str("position startpos")?,
                    Some(text) => write!(f, "position fen {text}")?,
                }
                if !moves.is_empty() {
                    write!(f, " moves {}", moves.join(" "))?;
                }
                Ok(())
            }
            Order::Query(query) => write!(f, "query {query}"),
            Order::Go(go) => write!(f, "go{go}"),
            Order::Stop => f.write_str("stop"),
            Order::Quit => f.write_str("quit"),
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

impl FromStr for Order {
    type Err = WrongOrder;

    fn from_str(line: &str) -> Result<Self, WrongOrder> {
        read(line).map_err(|why| WrongOrder {
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

fn read(line: &str) -> Result<Order, String> {
    let mut words = line.split_whitespace().peekable();
    let order = match words.next() {
        Some("ugi") => Order::Ugi,
        Some("isready") => Order::IsReady,
        Some("uginewgame") => Order::NewGame,
        Some("stop") => Order::Stop,
        Some("quit") => Order::Quit,
        Some("setoption") => return read_option(words),
        Some("position") => return read_position(words),
        Some("query") => return read_query(words),
        Some("go") => return read_go(words).map(Order::Go),
        Some(_) => return Err("there is no such command".into()),
        None => return Err("the line is empty".into()),
    };
    match words.next() {
        None => Ok(order),
        Some(word) => Err(format!("`{word}` is too much")),
    }
}

type Words<'a> = Peekable<SplitWhitespace<'a>>;

fn read_option(mut words: Words<'_>) -> Result<Order, String> {
    if words.next() != Some("name") {
        return Err("it is written `setoption name N value V`".into());
    }
    let mut name = Vec::new();
    for word in words.by_ref() {
        if word == "value" {
            break;
        }
        name.push(word);
    }
    if name.is_empty() {
        return Err("it names no option".into());
    }
    Ok(Order::SetOption {
        name: name.join(" "),
        value: words.collect::<Vec<_>>().join(" "),
    })
}

fn read_position(mut words: Words<'_>) -> Result<Order, String> {
    let start = match words.next() {
        Some("startpos") => None,
        Some("fen") => {
            let mut text = Vec::new();
            while let Some(word) = words.next_if(|word| *word != "moves") {
                text.push(word);
            }
            Some(text.join(" "))
        }
        _ => return Err("a position is `startpos` or `fen` and its text".into()),
    };
    match words.next() {
        None | Some("moves") => Ok(Order::Position {
            start,
            moves: words.map(str::to_owned).collect(),
        }),
        Some(word) => Err(format!("`moves` is missing before `{word}`")),
    }
}

fn read_query(mut words: Words<'_>) -> Result<Order, String> {
    let query = match words.next() {
        Some("gameover") => Query::GameOver,
        Some("result") => Query::Result,
        Some("turn") => Query::Acting,
        Some(word) => match word.strip_suffix("turn").and_then(read_seat) {
            Some(seat) => Query::Turn(seat),
            None => return Err("a query asks for gameover, p1turn, turn or result".into()),
        },
        None => return Err("a query asks for gameover, p1turn, turn or result".into()),
    };
    Ok(Order::Query(query))
}

fn read_go(mut words: Words<'_>) -> Result<Go, String> {
    let mut go = Go::default();
    while let Some(word) = words.next() {
        if word == "infinite" {
            go.infinite = true;
            continue;
        }
        let value = words.next().ok_or_else(|| format!("`{word}` has no value"))?;
        if word == "seat" {
            go.seat = Some(read_seat(value).ok_or_else(|| format!("`{value}` is no seat"))?);
            continue;
        }
        // A clock may have run out already; other controllers say so with a number below 0.
        let number: i64 = value.parse().map_err(|_| format!("`{value}` is no number"))?;
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
fn read_clock(go: &mut Go, word: &str, time: Duration) -> Result<(), String> {
    let (list, name) = match (word.strip_suffix("time"), word.strip_suffix("inc")) {
        (Some(name), _) => (&mut go.times, name),
        (None, Some(name)) => (&mut go.increments, name),
        (None, None) => return Err(format!("`{word}` is unknown")),
    };
    let seat = read_seat(name).ok_or_else(|| format!("`{word}` is unknown"))?;
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
    fn orders_are_written_as_they_are_read() {
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
                line.parse::<Order>().map(|order| order.to_string()).as_deref(),
                Ok(line)
            );
        }
    }

    #[test]
    fn what_is_no_order_is_named() {
        for (line, told) in [
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
            let error = line.parse::<Order>().expect_err(line).to_string();
            assert!(error.contains(told), "{line}: {error}");
        }
        let long = "x".repeat(100_000).parse::<Order>().expect_err("no order").to_string();
        assert!(long.len() < 500);
    }

    #[test]
    fn a_clock_below_nothing_is_at_nothing() {
        let Ok(Order::Go(go)) = "go p1time -5 p2time 10".parse() else {
            panic!("a go")
        };
        assert_eq!(go.times, [Duration::ZERO, Duration::from_millis(10)]);
    }
}
