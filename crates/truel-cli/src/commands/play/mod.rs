//! `truel play`: a match in the terminal between persons, agents and programs.
//!
//! [`seats`] says who sits where, [`bout`] is the match itself, [`person`] asks and understands
//! persons, [`telling`] prints, and this file lets them meet: it collects the choices of an instant
//! and plays them.

mod bout;
mod person;
mod seats;
mod telling;

use std::io::Write;

use anyhow::{Result, anyhow};
use truel_arena::{Chosen, Contender, Entry, FaultKind, Job, Opening, Terms, Trouble, contender};
use truel_core::draw::Gesture;
use truel_core::{Info, Seat, Seats};

use crate::Exit;
use crate::args::Play;
use crate::files::check_writable_if_any;
use crate::interrupt::listen;
use crate::keeper::watch_over;
use crate::output::Output;
use crate::position::{Reached, reach};
use crate::setup::setup;
use bout::Bout;
use person::{Person, Word};

pub(crate) fn run(args: &Play, out: &mut Output) -> Result<Exit> {
    let Reached { table, last } = reach(&args.at)?;
    let entries = seats::entries(table.info(), &args.agents)?;
    let time = args.time.as_deref().map(str::parse).transpose()?.unwrap_or_default();
    let job = Job {
        id: 0,
        game: args.at.game.clone(),
        seats: entries,
        opening: Opening {
            start: args.at.position.clone(),
            moves: args
                .at
                .moves
                .iter()
                .flat_map(|moves| moves.split_whitespace())
                .map(str::to_owned)
                .collect(),
        },
        seed: args.seed,
        terms: Terms {
            time,
            ..Terms::default()
        },
    };
    check_writable_if_any(args.out.as_ref())?;
    listen()?;
    watch_over(&job.seats);
    let sitters = sit_down(&job, table.info())?;
    let session = Session {
        args,
        out,
        person: Person::new(),
        sitters,
        bout: Bout::new(job, table),
    };
    session.run(last)
}

/// Who sits in a seat.
enum Sitter {
    /// Somebody at the terminal.
    Person,
    /// An agent or a program.
    Other(Box<dyn Contender>),
}

fn sit_down(job: &Job, game: &Info) -> Result<Vec<Sitter>> {
    let sitter = |(at, entry): (Seat, &Entry)| {
        if seats::is_person(entry) {
            return Ok(Sitter::Person);
        }
        let contender =
            contender::seat(job, game, at, &setup()).map_err(|trouble| anyhow!("{entry}: {}", trouble.message))?;
        Ok(Sitter::Other(contender))
    };
    Seat::all(job.seats.len()).zip(&job.seats).map(sitter).collect()
}

/// What came of asking everybody who must move.
enum Asked {
    /// The joint move.
    Joint(String),
    /// Somebody took a move back, resigned or failed: look again.
    Changed,
    /// A person left.
    Left(Exit),
}

/// What came of asking one person.
enum Answer {
    Move(String),
    Changed,
    Left(Exit),
}

struct Session<'a> {
    args: &'a Play,
    out: &'a mut Output,
    person: Person,
    sitters: Vec<Sitter>,
    bout: Bout,
}

impl Session<'_> {
    fn run(mut self, mut last: Gesture) -> Result<Exit> {
        self.welcome()?;
        loop {
            let acting = self.bout.acting();
            // A word alone changes nothing on the board.
            if acting.is_some() || self.bout.table.phase().is_over() {
                self.board(&last)?;
            }
            let Some(acting) = acting else {
                self.result()?;
                match self.afterwards()? {
                    Answer::Left(exit) => return Ok(exit),
                    _ => last = Gesture::new(),
                }
                continue;
            };
            last = match self.ask(acting)? {
                Asked::Left(exit) => return Ok(exit),
                Asked::Changed => Gesture::new(),
                Asked::Joint(joint) => {
                    self.tell(acting, &joint)?;
                    self.play(&joint)
                }
            };
        }
    }

    /// Asks persons first and shows their moves to nobody; then those who cannot peep anyway.
    fn ask(&mut self, acting: Seats) -> Result<Asked> {
        let mut choices: Vec<(Seat, String)> = Vec::new();
        let (persons, others): (Vec<Seat>, Vec<Seat>) = acting.iter().partition(|seat| self.is_person(*seat));
        for (index, seat) in persons.iter().enumerate() {
            if index > 0 && self.person.hide(self.out)? {
                self.board(&Gesture::new())?;
            }
            match self.ask_person(*seat)? {
                Answer::Move(mv) => choices.push((*seat, mv)),
                Answer::Changed => return Ok(Asked::Changed),
                Answer::Left(exit) => return Ok(Asked::Left(exit)),
            }
        }
        for seat in others {
            match self.ask_other(seat)? {
                Ok(mv) => choices.push((seat, mv)),
                Err(trouble) => {
                    self.fault(seat, trouble)?;
                    return Ok(Asked::Changed);
                }
            }
        }
        choices.sort_by_key(|(seat, _)| *seat);
        let moves: Vec<String> = choices.into_iter().map(|(_, mv)| mv).collect();
        Ok(Asked::Joint(moves.join("|")))
    }

    /// Asks until there is a legal move or something else to do than to ask.
    fn ask_person(&mut self, seat: Seat) -> Result<Answer> {
        let name = self.bout.table.info().seat_name(seat);
        loop {
            let Some(word) = self.person.ask(self.out, &format!("{name} to move: "))? else {
                let plies = self.plies();
                if self.person.types() {
                    // Ctrl-D is another way to say `quit`.
                    return Ok(Answer::Left(Exit::Done));
                }
                writeln!(self.out, "The input ended after {plies}; the match is not finished.")?;
                return Ok(Answer::Left(Exit::No));
            };
            match word {
                Word::Nothing => {}
                Word::Help => self.help()?,
                Word::Board => self.board(&Gesture::new())?,
                Word::Moves(prefix) => self.moves(seat, &prefix)?,
                Word::Hint => self.hint(seat)?,
                Word::Save(path) => self.save(&path)?,
                Word::Undo if self.bout.take_back(self.persons()) => return Ok(Answer::Changed),
                Word::Undo => writeln!(self.out, "There is no move of yours to take back.")?,
                Word::Resign => {
                    self.bout.resign(seat);
                    return Ok(Answer::Changed);
                }
                Word::Quit => return Ok(Answer::Left(Exit::Done)),
                Word::Move(mv) => match self.bout.table.check(seat, &mv) {
                    Ok(()) => return Ok(Answer::Move(mv)),
                    Err(error) => writeln!(self.out, "{error} (`?` for help)")?,
                },
            }
        }
    }

    fn ask_other(&mut self, seat: Seat) -> Result<Result<String, Trouble>> {
        let note = format!("{} thinks …", self.who(seat));
        self.person.note(self.out, &note)?;
        let Sitter::Other(contender) = &mut self.sitters[seat.index()] else {
            unreachable!("persons are asked otherwise");
        };
        let chosen = contender.choose(&self.bout.situation(seat));
        self.person.note(self.out, "")?;
        Ok(chosen.and_then(|Chosen { mv, spent, .. }| {
            self.bout.charge(seat, spent);
            let checked = self.bout.table.check(seat, &mv);
            checked.map_err(|error| Trouble::new(FaultKind::IllegalMove, error.to_string()))?;
            Ok(mv)
        }))
    }

    /// Plays a joint move and lets everybody hear it.
    fn play(&mut self, joint: &str) -> Gesture {
        for sitter in &mut self.sitters {
            if let Sitter::Other(contender) = sitter {
                contender.played(&*self.bout.table, joint);
            }
        }
        self.bout.play(joint);
        self.bout.table.gesture(joint)
    }

    fn is_person(&self, seat: Seat) -> bool {
        matches!(self.sitters[seat.index()], Sitter::Person)
    }

    fn persons(&self) -> Seats {
        Seat::all(self.sitters.len())
            .filter(|seat| self.is_person(*seat))
            .collect()
    }

    /// `Red (mcts)`, `Green (you)`.
    fn who(&self, seat: Seat) -> String {
        let sits = match (self.is_person(seat), self.persons().len()) {
            (true, 1) => "you".to_owned(),
            _ => self.bout.job.seats[seat.index()].to_string(),
        };
        format!("{} ({sits})", self.bout.table.info().seat_name(seat))
    }

    /// Lets a person save the match or go back into it.
    fn afterwards(&mut self) -> Result<Answer> {
        if self.persons().is_empty() {
            return Ok(Answer::Left(Exit::Done));
        }
        loop {
            let word = self.person.ask(self.out, "`undo`, `save FILE` or `quit`: ")?;
            match word {
                None | Some(Word::Quit) => return Ok(Answer::Left(Exit::Done)),
                Some(Word::Save(path)) => self.save(&path)?,
                Some(Word::Undo) if self.bout.take_back(self.persons()) => return Ok(Answer::Changed),
                Some(Word::Board) => self.board(&Gesture::new())?,
                Some(_) => {}
            }
        }
    }
}
