//! Plays one match by the rules. Nobody else decides what is legal and who has won.

use std::time::Duration;

use thiserror::Error;
use truel_core::UnknownGame;
use truel_core::record::{Agreement, Breach, Claim, MatchResult, SeatTimes};
use truel_core::{AnyGame, Phase, Rng, Seat};
use truel_search::clock::Clock;

use crate::contender::{Contender, Situation, claims, seat};
use crate::engine::sandbox::{self, SandboxError};
use crate::fault::{Fault, FaultKind, Trouble};
use crate::job::{Job, Played};
use crate::openings::{self, UnreachableOpening};
use crate::{Adjudication, Chosen, Entry, EntryError, Late, Setup};

/// Why a job cannot be played at all. None of it is a contender's fault, so none of it is a result.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum PlayError {
    /// There is no such game.
    #[error(transparent)]
    Game(#[from] UnknownGame),
    /// The opening cannot be played.
    #[error(transparent)]
    Opening(#[from] UnreachableOpening),
    /// There are more or fewer entries than seats.
    #[error("{game} has {seats} seats, not {entries}")]
    Seats {
        /// The game's id.
        game: String,
        /// How many seats it has.
        seats: usize,
        /// How many entries there are.
        entries: usize,
    },
    /// Programs cannot run in a sandbox here.
    #[error(transparent)]
    Sandbox(#[from] SandboxError),
    /// An agent of a contest cannot be run here.
    #[error("{entry}: {cause}")]
    Entry {
        /// Which one.
        entry: Box<Entry>,
        /// Why not.
        cause: Box<EntryError>,
    },
    /// There is a bug in the referee.
    #[error("the referee panicked")]
    Panicked,
}

/// Plays `job` with the contenders that its entries name.
///
/// Whatever a contender does, a match comes out: with a result of the rules, or with a fault and
/// the game's forfeit.
///
/// # Errors
/// If the job itself makes no sense (no such game, an opening that cannot be played).
pub fn play(job: &Job, setup: &Setup) -> Result<Played, PlayError> {
    play_watched(job, setup, &())
}

/// The same with a spectator.
pub fn play_watched(job: &Job, setup: &Setup, spectator: &dyn Spectator) -> Result<Played, PlayError> {
    let start = setup.table(&job.game)?;
    let table = openings::reach(&job.opening, &*start)?;
    let seats = table.info().seats.len();
    if job.seats.len() != seats {
        return Err(PlayError::Seats {
            game: job.game.clone(),
            seats,
            entries: job.seats.len(),
        });
    }
    if job.terms.sandbox && job.seats.iter().any(Entry::is_program) {
        sandbox::available()?;
    }
    for entry in job.seats.iter().filter(|entry| entry.is_foreign()) {
        entry
            .check(&job.game, &job.terms, setup)
            .map_err(|cause| PlayError::Entry {
                entry: Box::new(entry.clone()),
                cause: Box::new(cause),
            })?;
    }
    let mut contenders = Vec::new();
    let mut faults = Vec::new();
    // Check all seats, so that nobody wins only because another seat was checked first.
    for at in Seat::all(seats) {
        match seat(job, table.info(), at, setup) {
            Ok(contender) => contenders.push(contender),
            Err(trouble) => faults.push(trouble.of(at.index())),
        }
    }
    if !faults.is_empty() {
        let mut game = Match::new(job, table);
        game.faults = faults;
        return Ok(game.finish(&mut contenders));
    }
    Ok(play_with(job, table, &mut contenders, spectator))
}

/// A spectator of matches. It is called from the threads that play them.
pub trait Spectator: Send + Sync {
    /// A match begins; its opening is played.
    fn begins(&self, job: &Job) {
        let _ = job;
    }
    /// A joint move was played in a match.
    fn moved(&self, job: &Job, joint: &str) {
        let _ = (job, joint);
    }
}

/// Nobody watches.
impl Spectator for () {}

/// Plays `job` from the position after its opening with these contenders, one for each seat.
pub fn play_with(
    job: &Job,
    table: Box<dyn AnyGame>,
    contenders: &mut [Box<dyn Contender>],
    spectator: &dyn Spectator,
) -> Played {
    let mut game = Match::new(job, table);
    spectator.begins(job);
    while let Next::Ask(seats) = game.next() {
        let choices: Vec<(Seat, Result<Chosen, Trouble>)> = seats
            .iter()
            .map(|&seat| (seat, game.ask(seat, &mut *contenders[seat.index()])))
            .collect();
        let before = game.moves.len();
        game.take(choices, contenders);
        for joint in &game.moves[before..] {
            spectator.moved(job, joint);
        }
    }
    game.finish(contenders)
}

/// How much sooner a move is asked for where the smallest lateness has a consequence.
const PRUDENCE: Duration = Duration::from_millis(25);

/// Whether a move came in time.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Punctuality {
    InTime,
    /// Within the margin.
    Late,
}

/// What happens next.
enum Next {
    Ask(Vec<Seat>),
    Over,
}

/// A match in progress.
struct Match<'a> {
    job: &'a Job,
    table: Box<dyn AnyGame>,
    moves: Vec<String>,
    /// Empty where nobody has a clock for the whole match; see [`Job::clocks`].
    clocks: Vec<Clock>,
    /// Seats that were late with a move that still counted.
    overdrawn: Vec<bool>,
    uses: Vec<SeatTimes>,
    faults: Vec<Fault>,
    claims: Vec<Claim>,
    opinions: Opinions,
    cap: Option<u32>,
    /// The end by a ruling of the referee: payoffs and reason.
    ruled: Option<(Vec<f32>, &'static str)>,
}

impl<'a> Match<'a> {
    fn new(job: &'a Job, table: Box<dyn AnyGame>) -> Self {
        let seats = table.info().seats.len();
        Match {
            job,
            moves: job.opening.moves.clone(),
            clocks: job.clocks(seats),
            overdrawn: vec![false; seats],
            uses: vec![SeatTimes::default(); seats],
            faults: Vec::new(),
            claims: Vec::new(),
            opinions: Opinions::new(job.terms.adjudication, &*table),
            cap: job.terms.cap_in(table.info()),
            ruled: None,
            table,
        }
    }

    fn next(&mut self) -> Next {
        let Phase::Act(seats) = self.table.phase() else {
            return Next::Over;
        };
        if self.ruled.is_some() || !self.faults.is_empty() {
            return Next::Over;
        }
        if self.cap.is_some_and(|cap| self.moves.len() >= cap as usize) {
            self.ruled = Some((Agreement::Draw.payoff(self.table.info()), "cap"));
            return Next::Over;
        }
        Next::Ask(seats.iter().collect())
    }

    fn ask(&self, seat: Seat, contender: &mut dyn Contender) -> Result<Chosen, Trouble> {
        if self.job.terms.late == Late::LastMove && self.overdrawn[seat.index()] {
            let message = "nothing was left after its last move";
            return Err(self.naming_limit(seat, Trouble::new(FaultKind::TimeOut, message)));
        }
        let chosen = contender.choose(&self.situation(seat));
        chosen.map_err(|trouble| self.naming_limit(seat, trouble))
    }

    /// Where the clock for the whole match is spent, says how much that was.
    fn naming_limit(&self, seat: Seat, mut trouble: Trouble) -> Trouble {
        let limit = self.job.time(seat).whole(self.job.terms.measure);
        if let Some(limit) = limit.filter(|_| trouble.kind == FaultKind::TimeOut) {
            trouble.message = format!("{limit} used up: {}", trouble.message);
        }
        trouble
    }

    fn step(&self, seat: Seat) -> u32 {
        self.uses[seat.index()].ms.len() as u32 + 1
    }

    fn situation(&self, seat: Seat) -> Situation<'_> {
        let terms = &self.job.terms;
        let time = self.job.time(seat);
        let per_move = time.per_move(self.step(seat));
        Situation {
            table: &*self.table,
            opening: &self.job.opening,
            moves: &self.moves,
            seat,
            step: self.step(seat),
            per_move: match terms.late {
                // Where a millisecond costs the move, it is worth knowing a little less.
                Late::RandomMove => per_move.map(|time| time.saturating_sub(PRUDENCE)),
                _ => per_move,
            },
            clocks: match time.clock() {
                Some(_) => &self.clocks,
                None => &[],
            },
            measure: terms.measure,
            margin: match terms.late {
                Late::RandomMove => terms.margin + PRUDENCE,
                _ => terms.margin,
            },
        }
    }

    /// Judges the choices of one instant; plays them if all of them stand.
    fn take(&mut self, choices: Vec<(Seat, Result<Chosen, Trouble>)>, contenders: &mut [Box<dyn Contender>]) {
        let mut texts = Vec::with_capacity(choices.len());
        for (seat, choice) in choices {
            match choice.and_then(|chosen| self.judge(seat, chosen)) {
                Ok(mv) => texts.push(mv),
                Err(mut trouble) => {
                    if trouble.evidence.is_empty() {
                        trouble.evidence = contenders[seat.index()].evidence();
                    }
                    self.faults.push(trouble.of(seat.index()));
                }
            }
        }
        if !self.faults.is_empty() {
            return;
        }
        let joint = texts.join("|");
        for contender in contenders {
            contender.played(&*self.table, &joint);
        }
        self.table.play(&joint).expect("every move of it was checked");
        self.moves.push(joint);
        if self.ruled.is_none() {
            let agreed = self.opinions.verdict(&*self.table);
            self.ruled = agreed.map(|agreed| (agreed.payoff(self.table.info()), agreed.reason()));
        }
    }

    /// A choice that is in time and legal, or what is wrong with it.
    fn judge(&mut self, seat: Seat, chosen: Chosen) -> Result<String, Trouble> {
        let Chosen {
            mv,
            spent,
            value,
            claims: message,
        } = chosen;
        let step = self.step(seat);
        self.uses[seat.index()].ms.push(spent.as_secs_f32() * 1000.0);
        self.claims.extend(claims(seat, self.moves.len(), message));
        let punctuality = self.charge(seat, step, spent)?;
        let mv = match (punctuality, self.job.terms.late) {
            (Punctuality::Late, Late::RandomMove) => {
                self.uses[seat.index()].chance.push(self.moves.len() + 1);
                self.random_move(seat)
            }
            _ => mv,
        };
        self.table
            .check(seat, &mv)
            .map_err(|error| Trouble::new(FaultKind::IllegalMove, error.to_string()))?;
        self.opinions.note(seat, value);
        Ok(mv)
    }

    /// What chance plays for a seat.
    fn random_move(&self, seat: Seat) -> String {
        let mut moves = self.table.moves(seat);
        let mut rng = Rng::for_match(self.job.seed, self.moves.len() as u64);
        moves.swap_remove(rng.below(moves.len() as u32) as usize)
    }

    fn charge(&mut self, seat: Seat, step: u32, spent: Duration) -> Result<Punctuality, Trouble> {
        let margin = self.job.terms.margin;
        let time = self.job.time(seat);
        let late = |allowed: Duration| {
            let message = format!(
                "the move took {:.0} ms of {:.0} ms{}",
                spent.as_secs_f64() * 1000.0,
                allowed.as_secs_f64() * 1000.0,
                self.job.terms.measure.suffix()
            );
            Trouble::new(FaultKind::TimeOut, message)
        };
        let mut punctuality = Punctuality::InTime;
        if let Some(allowed) = time.per_move(step) {
            match spent {
                _ if spent > allowed + margin => return Err(late(allowed)),
                _ if spent > allowed => punctuality = Punctuality::Late,
                _ => {}
            }
        }
        if time.clock().is_some() {
            let clock = &mut self.clocks[seat.index()];
            if spent > clock.left + margin {
                let trouble = late(clock.left);
                return Err(self.naming_limit(seat, trouble));
            }
            if spent > clock.left {
                punctuality = Punctuality::Late;
                self.overdrawn[seat.index()] = true;
            }
            // Within the margin the clock stops at nothing left.
            *clock = clock.after(spent.min(clock.left)).expect("not more than is left");
        }
        Ok(punctuality)
    }

    fn finish(mut self, contenders: &mut [Box<dyn Contender>]) -> Played {
        let (payoff, reason) = self.end();
        let result = MatchResult::at(&*self.table, payoff, &reason);
        if self.faults.is_empty() {
            for seat in Seat::all(contenders.len()) {
                let message = contenders[seat.index()].ended(&self.situation(seat), &result.points);
                self.claims.extend(claims(seat, self.moves.len(), message));
            }
        }
        Played {
            job: self.job.id,
            moves: self.moves,
            result,
            faults: self.faults,
            claims: self.claims,
            seats: self.uses,
        }
    }

    /// What everybody got and why.
    fn end(&mut self) -> (Vec<f32>, String) {
        let breaches: Vec<Breach> = self.faults.iter().map(Fault::breach).collect();
        if let Some(settled) = Breach::settle(&*self.table, &breaches) {
            return settled;
        }
        let (payoff, reason) = match self.table.phase() {
            Phase::Over(payoff) => (payoff, self.table.reason().unwrap_or("over")),
            Phase::Act(_) => self.ruled.take().expect("a match ends by rule, fault or ruling"),
        };
        (payoff, reason.to_owned())
    }
}

/// The contenders' opinions of the match, for adjudication.
struct Opinions {
    rules: Adjudication,
    /// The last word of each seat.
    values: Vec<Option<Vec<f32>>>,
    drawn: u32,
    /// Who has been seen as the winner, and for how many plies.
    won: (Option<Seat>, u32),
}

impl Opinions {
    fn new(rules: Adjudication, table: &dyn AnyGame) -> Self {
        Opinions {
            rules,
            values: vec![None; table.info().seats.len()],
            drawn: 0,
            won: (None, 0),
        }
    }

    fn note(&mut self, seat: Seat, value: Option<Vec<f32>>) {
        self.values[seat.index()] = value;
    }

    /// What everybody agrees on after this ply, if they do.
    fn verdict(&mut self, table: &dyn AnyGame) -> Option<Agreement> {
        let info = table.info();
        let range = info.bounds.high - info.bounds.low;
        let all: Option<Vec<&Vec<f32>>> = self.values.iter().map(Option::as_ref).collect();
        let all = all?;
        let even = |value: &&f32| (**value - info.draw).abs() <= self.rules.draw_within * range;
        let is_drawn = all.iter().all(|value| value.iter().filter(even).count() == value.len());
        self.drawn = if is_drawn { self.drawn + 1 } else { 0 };
        let sees_won = |seat: &Seat| {
            let best = info.bounds.high - self.rules.win_within * range;
            all.iter().all(|value| value[seat.index()] >= best)
        };
        let winner = Seat::all(info.seats.len()).find(sees_won);
        self.won = match winner {
            Some(_) if winner == self.won.0 => (winner, self.won.1 + 1),
            _ => (winner, u32::from(winner.is_some())),
        };
        if self.rules.draw_plies > 0 && self.drawn >= self.rules.draw_plies {
            return Some(Agreement::Draw);
        }
        match self.won {
            (Some(seat), plies) if self.rules.win_plies > 0 && plies >= self.rules.win_plies => {
                Some(Agreement::Win(seat))
            }
            _ => None,
        }
    }
}
