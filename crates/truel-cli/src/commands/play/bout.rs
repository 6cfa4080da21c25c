//! A match in progress that can be taken back. Nothing here is printed or asked.

use std::time::Duration;

use truel_arena::{FaultKind, Job, Played, Situation, Trouble};
use truel_core::record::{Breach, MatchResult, Record};
use truel_core::{AnyGame, Phase, Seat, Seats};
use truel_search::clock::Clock;

/// The match.
pub(super) struct Bout {
    pub job: Job,
    pub table: Box<dyn AnyGame>,
    /// All joint moves, the opening's included.
    moves: Vec<String>,
    /// What there was before each ply since the opening.
    past: Vec<Ply>,
    /// Every seat's clock, where somebody has one for the whole match; a person's never runs.
    clocks: Vec<Clock>,
    /// The end by somebody's word: payoffs and reason.
    ruled: Option<(Vec<f32>, &'static str)>,
    /// Whose fault that was.
    fault: Option<Breach>,
}

/// The moment before a ply.
struct Ply {
    table: Box<dyn AnyGame>,
    clocks: Vec<Clock>,
    acted: Seats,
}

impl Bout {
    pub(super) fn new(job: Job, table: Box<dyn AnyGame>) -> Self {
        let clocks = job.clocks(job.seats.len());
        Bout {
            moves: job.opening.moves.clone(),
            job,
            table,
            past: Vec::new(),
            clocks,
            ruled: None,
            fault: None,
        }
    }

    /// Who must move; nobody once the match is over.
    pub(super) fn acting(&mut self) -> Option<Seats> {
        let info = self.table.info();
        let is_capped = self
            .job
            .terms
            .cap_in(info)
            .is_some_and(|cap| self.moves.len() >= cap as usize);
        if is_capped && self.ruled.is_none() && !self.table.phase().is_over() {
            self.ruled = Some((vec![info.draw; info.seats.len()], "cap"));
        }
        match self.table.phase() {
            Phase::Act(seats) if self.ruled.is_none() => Some(seats),
            _ => None,
        }
    }

    /// Plies played, the opening's included.
    pub(super) fn plies(&self) -> usize {
        self.moves.len()
    }

    pub(super) fn situation(&self, seat: Seat) -> Situation<'_> {
        let time = self.job.time(seat);
        let step = self.past.iter().filter(|ply| ply.acted.contains(seat)).count() as u32 + 1;
        Situation {
            table: &*self.table,
            opening: &self.job.opening,
            moves: &self.moves,
            seat,
            step,
            per_move: time.per_move(step),
            clocks: match time.clock() {
                Some(_) => &self.clocks,
                None => &[],
            },
            measure: self.job.terms.measure,
            margin: self.job.terms.margin,
        }
    }

    /// Takes time off a clock. Among friends nobody loses by it; an agent that is late plays fast
    /// from there on.
    pub(super) fn charge(&mut self, seat: Seat, spent: Duration) {
        if self.job.time(seat).clock().is_some() {
            let clock = &mut self.clocks[seat.index()];
            *clock = clock.after(spent.min(clock.left)).expect("not more than is left");
        }
    }

    /// Plays a joint move, every part of which was checked.
    pub(super) fn play(&mut self, joint: &str) {
        let ply = Ply {
            table: self.table.boxed(),
            clocks: self.clocks.clone(),
            acted: self.table.phase().acting(),
        };
        self.table.play(joint).expect("every move of it was checked");
        self.past.push(ply);
        self.moves.push(joint.to_owned());
    }

    /// Goes back to before the last ply in which one of these seats moved, or only takes a
    /// resignation back; `false` when there is nothing to take back.
    pub(super) fn take_back(&mut self, seats: Seats) -> bool {
        self.fault = None;
        if self.ruled.take().is_some_and(|(_, reason)| reason == Breach::RESIGNED) {
            return true;
        }
        let mover = |ply: &Ply| ply.acted.iter().any(|seat| seats.contains(seat));
        let Some(index) = self.past.iter().rposition(mover) else {
            return false;
        };
        let plies = self.past.len() - index;
        self.moves.truncate(self.moves.len() - plies);
        let ply = self.past.drain(index..).next().expect("the ply that was found");
        (self.table, self.clocks) = (ply.table, ply.clocks);
        true
    }

    /// Ends the match because a seat gives up.
    pub(super) fn resign(&mut self, seat: Seat) {
        self.ruled = Some((self.table.forfeit(seat), Breach::RESIGNED));
        self.fault = Some(Breach::new(seat.index(), Breach::RESIGNED));
    }

    /// Ends the match because a seat failed.
    pub(super) fn fail(&mut self, seat: Seat, trouble: Trouble) {
        let payoff = match trouble.kind {
            FaultKind::TimeOut => self.table.time_out(seat),
            _ => self.table.forfeit(seat),
        };
        self.ruled = Some((payoff, trouble.kind.name()));
        self.fault = Some(trouble.of(seat.index()).breach());
    }

    /// How the match ended; while it goes on, a draw after the plies so far.
    pub(super) fn result(&self) -> MatchResult {
        let info = self.table.info();
        let (payoff, reason) = match (&self.ruled, self.table.phase()) {
            (Some((payoff, reason)), _) => (payoff.clone(), *reason),
            (None, Phase::Over(payoff)) => (payoff, self.table.reason().unwrap_or("over")),
            (None, Phase::Act(_)) => (vec![info.draw; info.seats.len()], "cap"),
        };
        MatchResult::at(&*self.table, payoff, reason)
    }

    /// The record of the match; one that goes on is written as if it had been agreed to end here,
    /// so that `truel conform` can replay it.
    pub(super) fn record(&self) -> Record {
        let info = self.table.info();
        let played = Played {
            job: self.job.id,
            moves: self.moves.clone(),
            result: self.result(),
            faults: Vec::new(),
            claims: Vec::new(),
            seats: Vec::new(),
        };
        let mut record = played.record(&self.job, info, format!("{}-play-{}", info.id, self.job.seed));
        record.faults.extend(self.fault.clone());
        if played.result.reason == "cap" {
            record.cap = Some(self.plies() as u32);
        }
        record
    }
}
