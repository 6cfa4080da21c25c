//! Replays one trace ply by ply.

use std::fmt;

use super::format::Trace;
use super::{Mismatch, Tally, TraceError, list_hash};
use crate::{AnyGame, IllegalMove, Phase, Seat};

/// One trace being replayed.
pub(super) struct Replay<'a> {
    pub(super) trace: &'a Trace,
    pub(super) table: Box<dyn AnyGame>,
    /// Plies that were played.
    pub(super) ply: usize,
    /// Milliseconds left to each seat.
    pub(super) clocks: Vec<i64>,
    /// The end by a referee's hand: payoffs and reason.
    pub(super) ruled: Option<(Vec<f32>, String)>,
}

/// Ends a check early: the trace makes no sense, or it and the rules disagree.
pub(super) enum Stop {
    Broken(TraceError),
    Differs(Mismatch),
}

impl<'a> Replay<'a> {
    /// `table` is where the match began.
    pub(super) fn new(trace: &'a Trace, table: Box<dyn AnyGame>) -> Self {
        Replay {
            trace,
            ply: 0,
            clocks: vec![trace.clock_ms.unwrap_or(0); table.info().seats.len()],
            table,
            ruled: None,
        }
    }

    /// Who must move, or the end by the rules or by the match's own cap on plies. The reason comes
    /// with the end.
    pub(super) fn phase(&self) -> (Phase<Vec<f32>>, Option<&'static str>) {
        let phase = self.table.phase();
        let is_capped = self.trace.record.cap.is_some_and(|cap| self.ply >= cap as usize);
        if is_capped && !phase.is_over() {
            let info = self.table.info();
            (Phase::Over(vec![info.draw; info.seats.len()]), Some("cap"))
        } else {
            (phase, self.table.reason())
        }
    }

    /// The first difference, if any; an error says that the trace itself makes no sense.
    pub(super) fn check(mut self, tally: &mut Tally) -> Result<Option<Mismatch>, TraceError> {
        let outcome = self.run(tally);
        tally.plies += self.ply;
        match outcome {
            Ok(()) => Ok(None),
            Err(Stop::Differs(mismatch)) => Ok(Some(mismatch)),
            Err(Stop::Broken(why)) => Err(why),
        }
    }

    fn run(&mut self, tally: &mut Tally) -> Result<(), Stop> {
        self.check_lengths()?;
        self.check_blame()?;
        let plies = self.trace.record.moves.len();
        for index in 0..plies {
            if self.ruled.is_some() {
                return self.differs("end", format!("play to go on to ply {plies}"), "the end");
            }
            self.check_lists(index)?;
            self.play(index)?;
        }
        self.check_result(tally)
    }

    fn id(&self) -> String {
        self.trace.record.id.clone()
    }

    fn check_lengths(&self) -> Result<(), Stop> {
        let plies = self.trace.record.moves.len();
        let lengths = [
            ("legal", self.trace.legal.as_ref().map(Vec::len)),
            ("legal_count", self.trace.legal_count.as_ref().map(Vec::len)),
            ("legal_hash", self.trace.legal_hash.as_ref().map(Vec::len)),
            ("ms", self.trace.ms.as_ref().map(Vec::len)),
        ];
        for (name, length) in lengths {
            if let Some(length) = length.filter(|length| *length != plies) {
                return Err(Stop::Broken(TraceError::Length {
                    id: self.id(),
                    name,
                    entries: length,
                    plies,
                }));
            }
        }
        Ok(())
    }

    fn check_blame(&self) -> Result<(), Stop> {
        let seats = self.table.info().seats.len();
        match self.trace.record.faults.iter().find(|fault| fault.seat >= seats) {
            Some(fault) => Err(Stop::Broken(TraceError::NoSeat {
                id: self.id(),
                seat: fault.seat,
                last: seats - 1,
            })),
            None => Ok(()),
        }
    }

    fn check_lists(&self, index: usize) -> Result<(), Stop> {
        let trace = self.trace;
        let counts = trace.legal_count.as_ref().map(|counts| counts[index].as_slice());
        let hashes = trace.legal_hash.as_ref().map(|hashes| hashes[index].as_slice());
        let full = trace.legal.as_ref().map(|lists| lists[index].as_slice());
        let seats: Vec<Seat> = match self.phase() {
            (Phase::Act(seats), _) => seats.iter().collect(),
            (Phase::Over(_), reason) => return self.differs("end", "play to go on", reason.unwrap_or("the end")),
        };
        let widths = [counts.map(<[_]>::len), hashes.map(<[_]>::len), full.map(<[_]>::len)];
        if let Some(width) = widths.into_iter().flatten().find(|width| *width != seats.len()) {
            return Err(Stop::Broken(TraceError::Width {
                id: self.id(),
                ply: index + 1,
                lists: width,
                acting: seats.len(),
            }));
        }
        for (place, &seat) in seats.iter().enumerate() {
            let moves = self.table.moves(seat);
            let name = self.table.info().seat_name(seat);
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
        let text = &self.trace.record.moves[index];
        let mover = self.table.phase().acting().first();
        let is_last = index + 1 == self.trace.record.moves.len();
        let left = self.time_left(mover, index);
        let is_late = left.is_some_and(|left| left < 0);
        // A late move is judged but not played.
        let played = if is_late {
            self.table.boxed().play(text)
        } else {
            self.table.play(text)
        };
        match played {
            Ok(()) => {}
            Err(IllegalMove::Over { reason, .. }) => {
                return self.differs("end", format!("`{text}` to be played"), reason);
            }
            Err(IllegalMove::Forbidden { .. }) if is_last && self.trace.record.result.reason.starts_with("illegal") => {
                self.ruled = Some((self.table.forfeit(mover), "illegal".into()));
                return Ok(());
            }
            Err(error @ IllegalMove::Forbidden { .. }) => {
                return self.differs("move", format!("`{text}` to be legal"), error);
            }
            Err(why) => {
                return Err(Stop::Broken(TraceError::NoMove {
                    id: self.id(),
                    ply: index + 1,
                    why: Box::new(why),
                }));
            }
        }
        if let Some(left) = left {
            self.clocks[mover.index()] = left;
        }
        if is_late {
            self.ruled = Some((self.table.time_out(mover), "timeout".into()));
        } else {
            self.ply += 1;
        }
        Ok(())
    }

    /// What the mover's clock shows after this ply, in a match with clocks.
    fn time_left(&self, mover: Seat, index: usize) -> Option<i64> {
        let is_timed = self.trace.clock_ms.is_some_and(|clock| clock > 0);
        let ms = self.trace.ms.as_ref().filter(|_| is_timed)?;
        Some(self.clocks[mover.index()] - ms[index])
    }

    pub(super) fn differs(&self, what: &str, expected: impl fmt::Display, got: impl fmt::Display) -> Result<(), Stop> {
        Err(Stop::Differs(self.mismatch(
            Some(self.ply + 1),
            what,
            expected.to_string(),
            got.to_string(),
        )))
    }

    pub(super) fn result_differs(
        &self,
        what: &str,
        expected: impl fmt::Display,
        got: impl fmt::Display,
    ) -> Result<(), Stop> {
        Err(Stop::Differs(self.mismatch(
            None,
            what,
            expected.to_string(),
            got.to_string(),
        )))
    }

    fn mismatch(&self, ply: Option<usize>, what: &str, expected: String, got: String) -> Mismatch {
        Mismatch {
            id: self.id(),
            ply,
            what: what.into(),
            expected,
            got,
        }
    }
}
