//! Conformance traces: matches played by an original referee, checked against our rules ply by ply.
//!
//! A trace is one JSON object a line. Only `moves` and `result` are required; where a ply's legal count, hash or full list
//! is given it is compared, as are the clock of a timed match and every fact that [`Game::facts`](crate::Game::facts)
//! names. A record's checksum, where it has one, is compared first. The format, field by field, is in `docs/records.md`.

use std::collections::BTreeSet;
use std::fmt;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Read};
use std::path::{Path, PathBuf};

use flate2::bufread::MultiGzDecoder;
use serde::Deserialize;
use serde_json::{Map, Value};
use thiserror::Error;

use crate::checksum::{self, Verdict};
use crate::lines::{LONGEST, Line, read_line, size, skip_line};
use crate::record::{Agreement, Breach};
use crate::{Capped, Draw, IllegalMove, Payoffs, Phase, Seat, Table, legal_joint, move_texts};

/// Where FNV-1a begins.
pub const FNV_START: u64 = 0xcbf2_9ce4_8422_2325;

/// Continues an FNV-1a hash of 64 bits over further bytes.
///
/// ```
/// use truel_core::trace::{FNV_START, fnv1a};
/// assert_eq!(fnv1a(FNV_START, b"a"), 0xaf63_dc4c_8601_ec8c);
/// ```
pub fn fnv1a(hash: u64, bytes: &[u8]) -> u64 {
    bytes.iter().fold(hash, |hash, byte| {
        (hash ^ u64::from(*byte)).wrapping_mul(0x0000_0100_0000_01b3)
    })
}

/// The hash of a sorted legal list as the traces hold it: over the moves joined by line breaks, 16 digits.
pub fn list_hash(sorted: &[String]) -> String {
    format!("{:016x}", fnv1a(FNV_START, sorted.join("\n").as_bytes()))
}

/// One value in a game of turns, one per seat when several move at once.
#[derive(Clone, Debug, Deserialize)]
#[serde(untagged)]
enum PerSeat<T> {
    Each(Vec<T>),
    One(T),
}

impl<T> PerSeat<T> {
    fn as_slice(&self) -> &[T] {
        match self {
            PerSeat::Each(values) => values,
            PerSeat::One(value) => std::slice::from_ref(value),
        }
    }
}

/// The legal lists of a ply: of the one seat that moves, or of each.
#[derive(Clone, Debug, Deserialize)]
#[serde(untagged)]
enum Lists {
    One(Vec<String>),
    Each(Vec<Vec<String>>),
}

impl Lists {
    fn as_slice(&self) -> &[Vec<String>] {
        match self {
            Lists::One(list) => std::slice::from_ref(list),
            Lists::Each(lists) => lists,
        }
    }
}

/// A match as the file tells it.
#[derive(Clone, Debug, Deserialize)]
pub struct Trace {
    #[serde(default)]
    id: Option<String>,
    #[serde(default)]
    game: Option<String>,
    #[serde(default)]
    start: Option<String>,
    #[serde(default)]
    cap: Option<u32>,
    moves: Vec<String>,
    #[serde(default)]
    legal: Option<Vec<Lists>>,
    #[serde(default)]
    legal_count: Option<Vec<PerSeat<usize>>>,
    #[serde(default)]
    legal_hash: Option<Vec<PerSeat<String>>>,
    #[serde(default)]
    clock_ms: Option<i64>,
    #[serde(default)]
    ms: Option<Vec<i64>>,
    #[serde(default)]
    plies_on_board: Option<usize>,
    #[serde(default)]
    time_left: Option<Vec<i64>>,
    #[serde(default)]
    faults: Vec<Breach>,
    result: TraceResult,
    #[serde(flatten)]
    extra: Map<String, Value>,
}

#[derive(Clone, Debug, Deserialize)]
struct TraceResult {
    payoff: Vec<f32>,
    reason: String,
    #[serde(default)]
    points: Option<Vec<f32>>,
    #[serde(default)]
    key: Option<String>,
    #[serde(flatten)]
    extra: Map<String, Value>,
}

/// A file that cannot be checked, because it is no file of traces.
#[derive(Debug, Error)]
pub enum BrokenTrace {
    /// It cannot be read.
    #[error("{}: {cause}", .path.display())]
    Unreadable {
        /// The file.
        path: PathBuf,
        /// What the system says.
        cause: io::Error,
    },
    /// A line cannot be read: not text, cut off, or a damaged gzip stream.
    #[error("{}, line {line}: {why}", .path.display())]
    Line {
        /// The file.
        path: PathBuf,
        /// The line, counted from 1.
        line: usize,
        /// What is wrong with it.
        why: String,
    },
    /// It holds no trace at all.
    #[error("{}: the file holds no traces", .path.display())]
    Empty {
        /// The file.
        path: PathBuf,
    },
}

/// A difference between a trace and our rules.
#[derive(Clone, PartialEq, Debug)]
pub struct Mismatch {
    /// The trace.
    pub id: String,
    /// The ply, counted from 1; `None` for the result.
    pub ply: Option<usize>,
    /// What was compared.
    pub what: String,
    /// What the trace says.
    pub expected: String,
    /// What our rules say.
    pub got: String,
}

impl Mismatch {
    /// Where and what, without the name of the trace.
    pub fn difference(&self) -> String {
        let place = self.ply.map_or_else(|| "result".to_owned(), |ply| format!("ply {ply}"));
        format!("{place}: {}: expected {}, got {}", self.what, self.expected, self.got)
    }
}

impl fmt::Display for Mismatch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "game {}, {}", self.id, self.difference())
    }
}

/// What a check found.
#[derive(Clone, Default, Debug)]
pub struct Tally {
    /// Matches checked.
    pub games: usize,
    /// Plies checked.
    pub plies: usize,
    /// Matches that differ.
    pub mismatches: usize,
    /// The first difference.
    pub first: Option<Mismatch>,
    /// Fields of results that we know nothing to compare with.
    pub unchecked: BTreeSet<String>,
    /// The matches whose checksum is wrong; they are counted as differing and not replayed.
    pub damaged: Vec<String>,
}

/// The lines of a file (`-` is standard input), gzip or not, each with its number; empty lines are passed over. A line that
/// is no text or too long is an error, and the lines behind it follow.
pub fn lines(path: &Path) -> Result<impl Iterator<Item = Result<(usize, String), BrokenTrace>>, BrokenTrace> {
    let unreadable = |cause| BrokenTrace::Unreadable {
        path: path.to_owned(),
        cause,
    };
    let source: Box<dyn Read> = if path == Path::new("-") {
        Box::new(io::stdin().lock())
    } else {
        Box::new(File::open(path).map_err(unreadable)?)
    };
    let mut file = BufReader::new(source);
    let is_gzip = file.fill_buf().map_err(unreadable)?.starts_with(&[0x1f, 0x8b]);
    let reader: Box<dyn Read> = if is_gzip {
        Box::new(MultiGzDecoder::new(file))
    } else {
        Box::new(file)
    };
    Ok(numbered(path.to_owned(), BufReader::new(reader)))
}

fn numbered(path: PathBuf, mut input: impl BufRead) -> impl Iterator<Item = Result<(usize, String), BrokenTrace>> {
    let (mut number, mut is_over) = (0, false);
    let next = move || {
        let mut bytes = Vec::new();
        while !is_over {
            number += 1;
            let line = match read_line(&mut input, LONGEST, &mut bytes) {
                Ok(Line::End) => return None,
                Ok(Line::Read) => String::from_utf8(std::mem::take(&mut bytes)).map_err(|_| NOT_TEXT.to_owned()),
                Ok(Line::TooLong) => {
                    is_over = skip_line(&mut input).is_err();
                    Err(format!("the line is longer than {}", size(LONGEST)))
                }
                Err(error) => {
                    is_over = true;
                    Err(match error.kind() {
                        io::ErrorKind::UnexpectedEof => "the gzip stream is cut off".into(),
                        _ => error.to_string(),
                    })
                }
            };
            if line.as_ref().is_ok_and(|text| text.trim().is_empty()) {
                continue;
            }
            let path = path.clone();
            let broken = |why| BrokenTrace::Line {
                path,
                line: number,
                why,
            };
            return Some(line.map(|text| (number, text)).map_err(broken));
        }
        None
    };
    std::iter::from_fn(next)
}

const NOT_TEXT: &str = "this is not UTF-8 text";

/// Checks all traces of a file against the rules of `G`, adding to `tally`.
pub fn check_file<G: Draw>(path: &Path, tally: &mut Tally) -> Result<(), BrokenTrace> {
    let before = tally.games;
    for line in lines(path)? {
        let (line, text) = line?;
        check_text::<G>(&text, line, tally).map_err(|why| BrokenTrace::Line {
            path: path.to_owned(),
            line,
            why,
        })?;
    }
    if tally.games == before {
        Err(BrokenTrace::Empty { path: path.to_owned() })
    } else {
        Ok(())
    }
}

/// Checks one trace, the text of a line, against the rules of `G`, adding to `tally`; an error says what makes it no trace.
pub fn check_text<G: Draw>(text: &str, line: usize, tally: &mut Tally) -> Result<(), String> {
    let trace: Trace = serde_json::from_str(text).map_err(|error| explain(&error))?;
    if let Some(game) = trace.game.as_deref().filter(|game| *game != G::INFO.id) {
        return Err(format!("this is a match of {game}, not of {}", G::INFO.id));
    }
    let id = trace.id.clone().unwrap_or_else(|| format!("in line {line}"));
    let mismatch = match damage(&trace, text, &id) {
        Some(damage) => {
            tally.damaged.push(id);
            Some(damage)
        }
        None => {
            let game: G = start(&trace)?;
            match trace.cap {
                None => Replay::check(&trace, &id, game, tally)?,
                Some(cap) => Replay::check(&trace, &id, Capped::new(game, cap), tally)?,
            }
        }
    };
    tally.games += 1;
    tally.mismatches += usize::from(mismatch.is_some());
    tally.first = tally.first.take().or(mismatch);
    Ok(())
}

/// A checksum that is wrong.
fn damage(trace: &Trace, text: &str, id: &str) -> Option<Mismatch> {
    trace.extra.get(checksum::FIELD)?;
    let fields = serde_json::from_str(text).ok()?;
    match checksum::check(&fields) {
        Verdict::Sound | Verdict::Unchecked => None,
        Verdict::Damaged { told, found } => Some(Mismatch {
            id: id.to_owned(),
            ply: None,
            what: "checksum".into(),
            expected: told,
            got: found,
        }),
    }
}

/// What serde says, without the line number of its own that would be read as the file's.
fn explain(error: &serde_json::Error) -> String {
    let text = error.to_string();
    let why = text.split(" at line ").next().unwrap_or(&text);
    format!("not a trace: {why} (column {})", error.column())
}

fn start<G: Draw>(trace: &Trace) -> Result<G, String> {
    match &trace.start {
        None => Ok(G::default()),
        Some(text) => text.parse().map_err(|error: crate::ParseError| error.to_string()),
    }
}

/// One trace being replayed.
struct Replay<'a, G: Draw> {
    trace: &'a Trace,
    id: &'a str,
    game: G,
    ply: usize,
    /// Milliseconds left to each seat.
    clocks: Vec<i64>,
    /// The end by a referee's hand: payoffs and reason.
    ruled: Option<(Vec<f32>, String)>,
}

/// Ends a check early: the file is broken, or the trace and the rules disagree.
enum Stop {
    Broken(String),
    Differs(Mismatch),
}

impl<'a, G: Draw> Replay<'a, G> {
    /// The first difference, if any; an error says that the trace itself makes no sense.
    fn check(trace: &'a Trace, id: &'a str, game: G, tally: &mut Tally) -> Result<Option<Mismatch>, String> {
        let clocks = vec![trace.clock_ms.unwrap_or(0); G::INFO.seats.len()];
        let mut replay = Replay {
            trace,
            id,
            game,
            ply: 0,
            clocks,
            ruled: None,
        };
        let outcome = replay.run(tally);
        tally.plies += replay.ply;
        match outcome {
            Ok(()) => Ok(None),
            Err(Stop::Differs(mismatch)) => Ok(Some(mismatch)),
            Err(Stop::Broken(why)) => Err(format!("game {id}: {why}")),
        }
    }

    fn run(&mut self, tally: &mut Tally) -> Result<(), Stop> {
        self.check_lengths()?;
        self.check_blame()?;
        for index in 0..self.trace.moves.len() {
            if self.ruled.is_some() {
                return self.differs(
                    "end",
                    format!("play to go on to ply {}", self.trace.moves.len()),
                    "the end",
                );
            }
            self.check_lists(index)?;
            self.play(index)?;
        }
        self.check_result(tally)
    }

    fn check_lengths(&self) -> Result<(), Stop> {
        let plies = self.trace.moves.len();
        let lengths = [
            ("legal", self.trace.legal.as_ref().map(Vec::len)),
            ("legal_count", self.trace.legal_count.as_ref().map(Vec::len)),
            ("legal_hash", self.trace.legal_hash.as_ref().map(Vec::len)),
            ("ms", self.trace.ms.as_ref().map(Vec::len)),
        ];
        for (name, length) in lengths {
            if let Some(length) = length.filter(|length| *length != plies) {
                return Err(Stop::Broken(format!("`{name}` has {length} entries for {plies} moves")));
            }
        }
        Ok(())
    }

    fn check_blame(&self) -> Result<(), Stop> {
        let seats = G::INFO.seats.len();
        match self.trace.faults.iter().find(|fault| fault.seat >= seats) {
            Some(fault) => Err(Stop::Broken(format!(
                "`faults` blames seat {}, and the last seat is {}",
                fault.seat,
                seats - 1
            ))),
            None => Ok(()),
        }
    }

    fn check_lists(&self, index: usize) -> Result<(), Stop> {
        let trace = self.trace;
        let counts = trace.legal_count.as_ref().map(|counts| counts[index].as_slice());
        let hashes = trace.legal_hash.as_ref().map(|hashes| hashes[index].as_slice());
        let full = trace.legal.as_ref().map(|lists| lists[index].as_slice());
        let seats: Vec<Seat> = match self.game.phase() {
            Phase::Act(seats) => seats.iter().collect(),
            Phase::Over(_) => return self.differs("end", "play to go on", self.game.reason().unwrap_or("the end")),
        };
        let widths = [counts.map(<[_]>::len), hashes.map(<[_]>::len), full.map(<[_]>::len)];
        if let Some(width) = widths.into_iter().flatten().find(|width| *width != seats.len()) {
            return Err(Stop::Broken(format!(
                "ply {}: lists for {width} seats, not {}",
                index + 1,
                seats.len()
            )));
        }
        for (place, &seat) in seats.iter().enumerate() {
            let moves = move_texts(&self.game, seat);
            let name = G::INFO.seat_name(seat);
            if let Some(list) = full.map(|lists| &lists[place]).filter(|list| **list != moves) {
                return self.list_differs(name, list, &moves);
            }
            if let Some(count) = counts.map(|counts| counts[place]).filter(|count| *count != moves.len()) {
                return self.differs(&format!("{name}'s legal count"), count, moves.len());
            }
            let hash = list_hash(&moves);
            if let Some(expected) = hashes
                .map(|hashes| &hashes[place])
                .filter(|expected| **expected != hash)
            {
                return self.differs(
                    &format!("{name}'s legal hash"),
                    expected,
                    format!("{hash} of {}", moves.join(" ")),
                );
            }
        }
        Ok(())
    }

    fn list_differs(&self, name: &str, expected: &[String], got: &[String]) -> Result<(), Stop> {
        let only = |here: &[String], there: &[String]| {
            let only: Vec<&str> = here
                .iter()
                .filter(|mv| !there.contains(mv))
                .map(String::as_str)
                .collect();
            if only.is_empty() {
                "no other".to_owned()
            } else {
                only.join(" ")
            }
        };
        let what = format!(
            "{name}'s legal list of {} moves (ours has {})",
            expected.len(),
            got.len()
        );
        self.differs(&what, only(expected, got), only(got, expected))
    }

    fn play(&mut self, index: usize) -> Result<(), Stop> {
        let text = &self.trace.moves[index];
        let mover = self.game.phase().acting().first();
        let is_last = index + 1 == self.trace.moves.len();
        let joint = match legal_joint(&self.game, text) {
            Ok(joint) => joint,
            Err(IllegalMove::Over { reason, .. }) => {
                return self.differs("end", format!("`{text}` to be played"), reason);
            }
            Err(IllegalMove::Forbidden { .. }) if is_last && self.trace.result.reason.starts_with("illegal") => {
                self.ruled = Some((self.game.forfeit(mover).as_slice().to_vec(), "illegal".into()));
                return Ok(());
            }
            Err(error @ IllegalMove::Forbidden { .. }) => {
                return self.differs("move", format!("`{text}` to be legal"), error);
            }
            Err(error) => return Err(Stop::Broken(format!("ply {}: {error}", index + 1))),
        };
        if self.trace.clock_ms.is_some_and(|clock| clock > 0)
            && let Some(ms) = &self.trace.ms
        {
            let clock = &mut self.clocks[mover.index()];
            *clock -= ms[index];
            if *clock < 0 {
                self.ruled = Some((self.game.time_out(mover).as_slice().to_vec(), "timeout".into()));
                return Ok(());
            }
        }
        self.game.play(joint);
        self.ply += 1;
        Ok(())
    }

    fn check_result(&self, tally: &mut Tally) -> Result<(), Stop> {
        let expected = &self.trace.result;
        let by_rules = match self.game.phase() {
            Phase::Over(payoffs) => Some((
                payoffs.as_slice().to_vec(),
                self.game.reason().unwrap_or("over").to_owned(),
            )),
            Phase::Act(_) => self.broken_off(),
        };
        let Some((payoff, reason)) = self.ruled.clone().or(by_rules) else {
            return self.result_differs("end", &expected.reason, "a match that goes on");
        };
        self.same("payoff", &expected.payoff, &payoff)?;
        if reason != "illegal" {
            self.same("reason", &expected.reason, &reason)?;
        }
        if let Some(points) = &expected.points {
            let payoffs = G::Payoffs::from_fn(|seat| payoff[seat.index()]);
            self.same("points", points, &G::points(payoffs).as_slice())?;
        }
        if let Some(key) = &expected.key {
            self.same("key", key, &format!("{:016x}", self.game.key()))?;
        }
        if let Some(plies) = self.trace.plies_on_board {
            self.same("plies_on_board", &plies, &self.ply)?;
        }
        if let Some(left) = &self.trace.time_left {
            self.same("time_left", left, &self.clocks)?;
        }
        self.check_facts(tally)
    }

    /// The end of a match that the rules would let go on: somebody's breach, or what everybody agreed on.
    fn broken_off(&self) -> Option<(Vec<f32>, String)> {
        let told = &self.trace.result;
        Breach::settle(&Table(self.game.clone()), &self.trace.faults).or_else(|| {
            let payoff = Some(&told.payoff).filter(|payoff| payoff.len() == G::INFO.seats.len())?;
            let agreement = Agreement::told(&told.reason, payoff)?;
            Some((agreement.payoff(&G::INFO), told.reason.clone()))
        })
    }

    fn check_facts(&self, tally: &mut Tally) -> Result<(), Stop> {
        let facts = self.game.facts();
        for (name, value) in &facts {
            let given = [self.trace.extra.get(*name), self.trace.result.extra.get(*name)];
            if let Some(expected) = given
                .into_iter()
                .flatten()
                .find(|expected| !same_value(expected, value))
            {
                return self.result_differs(name, expected, value);
            }
        }
        for name in self.trace.result.extra.keys() {
            if !facts.iter().any(|(fact, _)| fact == name) {
                tally.unchecked.insert(format!("result.{name}"));
            }
        }
        Ok(())
    }

    fn same<A: fmt::Debug + PartialEq<B>, B: fmt::Debug>(&self, what: &str, expected: &A, got: &B) -> Result<(), Stop> {
        if expected == got {
            Ok(())
        } else {
            self.result_differs(what, format!("{expected:?}"), format!("{got:?}"))
        }
    }

    fn differs(&self, what: &str, expected: impl fmt::Display, got: impl fmt::Display) -> Result<(), Stop> {
        Err(Stop::Differs(self.mismatch(
            Some(self.ply + 1),
            what,
            expected.to_string(),
            got.to_string(),
        )))
    }

    fn result_differs(&self, what: &str, expected: impl fmt::Display, got: impl fmt::Display) -> Result<(), Stop> {
        Err(Stop::Differs(self.mismatch(
            None,
            what,
            expected.to_string(),
            got.to_string(),
        )))
    }

    fn mismatch(&self, ply: Option<usize>, what: &str, expected: String, got: String) -> Mismatch {
        Mismatch {
            id: self.id.to_owned(),
            ply,
            what: what.into(),
            expected,
            got,
        }
    }
}

/// Equality of JSON values in which 1 and 1.0 are the same number.
fn same_value(a: &Value, b: &Value) -> bool {
    match (a, b) {
        (Value::Number(a), Value::Number(b)) => a.as_f64() == b.as_f64(),
        (Value::Array(a), Value::Array(b)) => a.len() == b.len() && a.iter().zip(b).all(|(a, b)| same_value(a, b)),
        _ => a == b,
    }
}
