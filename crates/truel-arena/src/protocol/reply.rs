//! Replies of an engine.

use std::fmt::{self, Display};
use std::time::Duration;

use crate::FaultKind;

/// One line from an engine.
#[derive(Clone, PartialEq, Debug)]
pub enum Reply {
    /// `id name N`.
    Name(String),
    /// `id author A`.
    Author(String),
    /// `option ...`: something that can be set.
    Option(Declared),
    /// `ugiok`: the introduction is over.
    UgiOk,
    /// `readyok`.
    ReadyOk,
    /// `response A`: the answer to a query.
    Response(String),
    /// `info ...`: how its search goes.
    Info(SearchInfo),
    /// `bestmove M`: its move.
    BestMove(String),
    /// `fault KIND TEXT`: what the agent behind a bridge did wrong. An extension.
    Fault(FaultKind, String),
    /// Anything else; not an error by itself.
    Other(String),
}

/// An option that an engine declares.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Declared {
    /// Its name.
    pub name: String,
    /// `check`, `spin`, `combo`, `button` or `string`.
    pub kind: String,
    /// Its value before anybody sets it.
    pub default: Option<String>,
    /// What a `combo` may be set to.
    pub vars: Vec<String>,
    /// The bounds of a `spin`.
    pub bounds: Option<(i64, i64)>,
}

/// What an engine reports about its search. Whatever is `None` or empty was not said.
#[derive(Clone, PartialEq, Default, Debug)]
pub struct SearchInfo {
    /// Plies looked ahead.
    pub depth: Option<u32>,
    /// Which of several lines this is, counted from 1.
    pub multipv: Option<u32>,
    /// Positions visited.
    pub nodes: Option<u64>,
    /// Time spent.
    pub time: Option<Duration>,
    /// What each seat may expect, on the scale of payoffs. An extension.
    pub value: Vec<f32>,
    /// The chances of each seat to win, to draw and to lose, in thousandths. UCI's `wdl`, here for
    /// every seat in turn.
    pub wdl: Vec<[u16; 3]>,
    /// What the first move of the line is worth to the seat that makes it. An extension.
    pub worth: Option<f32>,
    /// Which side of the truth value and worth are known to lie on; `None` where they are exact.
    pub bound: Option<ScoreBound>,
    /// Its share in a mixed strategy. An extension.
    pub weight: Option<f32>,
    /// The play it expects.
    pub pv: Vec<String>,
    /// Words for people.
    pub string: Option<String>,
}

/// What an engine's number says when it is not the value itself.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ScoreBound {
    /// `upperbound`: the value is this or less.
    Upper,
    /// `lowerbound`: the value is this or more.
    Lower,
}

impl Display for Reply {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Reply::Name(name) => write!(f, "id name {name}"),
            Reply::Author(author) => write!(f, "id author {author}"),
            Reply::Option(option) => write!(f, "option {option}"),
            Reply::UgiOk => f.write_str("ugiok"),
            Reply::ReadyOk => f.write_str("readyok"),
            Reply::Response(answer) => write!(f, "response {answer}"),
            Reply::Info(info) => write!(f, "info{info}"),
            Reply::BestMove(mv) => write!(f, "bestmove {mv}"),
            Reply::Fault(kind, message) => write!(f, "fault {kind} {message}"),
            Reply::Other(line) => f.write_str(line),
        }
    }
}

impl Display for Declared {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "name {} type {}", self.name, self.kind)?;
        if let Some(default) = &self.default {
            write!(f, " default {default}")?;
        }
        if let Some((low, high)) = self.bounds {
            write!(f, " min {low} max {high}")?;
        }
        self.vars.iter().try_for_each(|var| write!(f, " var {var}"))
    }
}

/// Every field with a blank before it.
impl Display for SearchInfo {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let counts = [
            ("depth", self.depth.map(u128::from)),
            ("multipv", self.multipv.map(u128::from)),
            ("nodes", self.nodes.map(u128::from)),
            ("time", self.time.map(|time| time.as_millis())),
        ];
        for (name, count) in counts {
            if let Some(count) = count {
                write!(f, " {name} {count}")?;
            }
        }
        if !self.value.is_empty() {
            f.write_str(" value")?;
            self.value.iter().try_for_each(|value| write!(f, " {value:.4}"))?;
        }
        if !self.wdl.is_empty() {
            f.write_str(" wdl")?;
            let mut all = self.wdl.iter().flatten();
            all.try_for_each(|chance| write!(f, " {chance}"))?;
        }
        if let Some(worth) = self.worth {
            write!(f, " worth {worth:.4}")?;
        }
        match self.bound {
            Some(ScoreBound::Upper) => f.write_str(" upperbound")?,
            Some(ScoreBound::Lower) => f.write_str(" lowerbound")?,
            None => {}
        }
        if let Some(weight) = self.weight {
            write!(f, " weight {weight:.4}")?;
        }
        if !self.pv.is_empty() {
            write!(f, " pv {}", self.pv.join(" "))?;
        }
        match &self.string {
            Some(text) => write!(f, " string {text}"),
            None => Ok(()),
        }
    }
}

impl Reply {
    /// Reads a line; one that makes no sense is [`Reply::Other`].
    pub fn read(line: &str) -> Self {
        let line = line.trim();
        let (first, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let rest = rest.trim();
        match (first, rest) {
            ("ugiok", "") => Reply::UgiOk,
            ("readyok", "") => Reply::ReadyOk,
            ("response", answer) => Reply::Response(answer.to_owned()),
            ("bestmove", moves) => Reply::BestMove(moves.split_whitespace().next().unwrap_or("").to_owned()),
            ("info", fields) => Reply::Info(SearchInfo::read(fields)),
            ("option", fields) => Reply::Option(Declared::read(fields)),
            ("id", fields) => match fields.split_once(char::is_whitespace) {
                Some(("name", name)) => Reply::Name(name.trim().to_owned()),
                Some(("author", author)) => Reply::Author(author.trim().to_owned()),
                _ => Reply::Other(line.to_owned()),
            },
            ("fault", fault) => {
                let (kind, message) = fault.split_once(char::is_whitespace).unwrap_or((fault, ""));
                match FaultKind::ALL.into_iter().find(|known| known.name() == kind) {
                    Some(kind) => Reply::Fault(kind, message.trim().to_owned()),
                    None => Reply::Other(line.to_owned()),
                }
            }
            _ => Reply::Other(line.to_owned()),
        }
    }
}

impl Declared {
    fn read(fields: &str) -> Self {
        const KEYS: [&str; 6] = ["name", "type", "default", "min", "max", "var"];
        let mut parts: Vec<(&str, Vec<&str>)> = Vec::new();
        for word in fields.split_whitespace() {
            match parts.last_mut() {
                _ if KEYS.contains(&word) => parts.push((word, Vec::new())),
                Some((_, words)) => words.push(word),
                None => {}
            }
        }
        let mut option = Declared::default();
        let (mut low, mut high) = (None, None);
        for (key, words) in parts {
            let text = words.join(" ");
            match key {
                "name" => option.name = text,
                "type" => option.kind = text,
                "default" => option.default = Some(text),
                "min" => low = text.parse().ok(),
                "max" => high = text.parse().ok(),
                _ => option.vars.push(text),
            }
        }
        option.bounds = low.zip(high);
        option
    }
}

impl SearchInfo {
    /// Whether its values are what the engine expects of the position: those of its best move, and
    /// no bounds.
    pub(crate) fn is_its_expectation(&self) -> bool {
        self.multipv.is_none_or(|line| line == 1) && self.bound.is_none()
    }

    /// Reads what is known and passes over the rest.
    fn read(fields: &str) -> Self {
        let mut report = SearchInfo::default();
        let mut words = fields.split_whitespace().peekable();
        while let Some(word) = words.next() {
            match word {
                "depth" => report.depth = words.peek().and_then(|word| word.parse().ok()),
                "multipv" => report.multipv = words.peek().and_then(|word| word.parse().ok()),
                "nodes" => report.nodes = words.peek().and_then(|word| word.parse().ok()),
                "time" => {
                    let millis = words.peek().and_then(|word| word.parse().ok());
                    report.time = millis.map(Duration::from_millis);
                }
                "worth" => report.worth = words.peek().and_then(|word| word.parse().ok()),
                "weight" => report.weight = words.peek().and_then(|word| word.parse().ok()),
                "value" => {
                    while let Some(value) = words.peek().and_then(|word| word.parse::<f32>().ok()) {
                        report.value.push(value);
                        words.next();
                    }
                }
                "wdl" => {
                    let mut chances = Vec::new();
                    while let Some(chance) = words.peek().and_then(|word| word.parse::<u16>().ok()) {
                        chances.push(chance);
                        words.next();
                    }
                    // A seat of which not all is said is left out.
                    report.wdl = chances.as_chunks().0.to_vec();
                }
                "upperbound" => report.bound = Some(ScoreBound::Upper),
                "lowerbound" => report.bound = Some(ScoreBound::Lower),
                "pv" => report.pv = words.by_ref().map(str::to_owned).collect(),
                "string" => report.string = Some(words.by_ref().collect::<Vec<_>>().join(" ")),
                _ => {}
            }
        }
        report
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn replies_are_written_as_they_are_read() {
        for line in [
            "id name Random 1.0",
            "id author Somebody Else",
            "option name Game type combo default avalam var avalam var chexers",
            "option name Hash type spin default 128 min 1 max 2048",
            "ugiok",
            "readyok",
            "response p1|p2",
            "info depth 3 multipv 1 nodes 99 time 12 value 0.3100 0.4000 0.2900 pv a1 b2",
            "info depth 4 wdl 610 80 310 310 80 610 pv a1",
            "info multipv 2 worth 0.2500 weight 0.1000 pv c3",
            "info multipv 3 nodes 12 value 0.2500 0.7500 worth 0.2500 weight 0.0000 pv c3 b2",
            "info multipv 4 worth 0.1250 upperbound weight 0.0000 pv a1",
            "info string no opinion at all",
            "bestmove b2",
            "fault memory it used 120 MB of 100 MB",
            "fault of mine",
            "Hello from the engine",
        ] {
            assert_eq!(Reply::read(line).to_string(), line);
        }
    }

    #[test]
    fn what_other_engines_add_is_passed_over() {
        let Reply::Info(report) =
            Reply::read("info depth 2 seldepth 9 score cp -107 nodes x hashfull 0 tthits 1 pv f1 b1")
        else {
            panic!("an info")
        };
        assert_eq!((report.depth, report.nodes), (Some(2), None));
        assert_eq!(report.pv, ["f1", "b1"]);
        assert!(report.is_its_expectation());
        for other in [
            "multipv 2 value 0.1 0.9 pv a1",
            "depth 3 score cp -20 upperbound value 0.1 0.9",
        ] {
            let Reply::Info(report) = Reply::read(&format!("info {other}")) else {
                panic!("an info")
            };
            assert!(!report.is_its_expectation() && report.value == [0.1, 0.9], "{other}");
        }
        assert_eq!(Reply::read("bestmove a1 ponder b2"), Reply::BestMove("a1".into()));
        assert_eq!(Reply::read("bestmove"), Reply::BestMove(String::new()));
        assert_eq!(Reply::read("  readyok "), Reply::ReadyOk);
    }
}
