//! A file of records as matches to look at, as a store would have them: for a report or a replay.

use std::collections::BTreeMap;
use std::io::BufRead;

use serde_json::{Map, Value};
use truel_core::checksum::{self, Verdict};
use truel_core::clean;
use truel_core::record::{Breach, Record};
use truel_core::trace::{BadInput, BadLine, TraceError, lines};

use crate::stats::Entrant;
use crate::store::{Damaged, Stored};
use crate::{Fault, FaultKind, Job, Opening, Played, Setup, Terms, text, verify};

/// The matches of a file of records. They are numbered from 1 in its order.
#[derive(Debug, Default)]
pub struct RecordFile {
    entrants: Vec<Named>,
    matches: Vec<Stored>,
    /// The ids of their records.
    ids: Vec<String>,
    damaged: Vec<Damaged>,
}

/// Somebody who sat in a match of the file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Named {
    /// The name under which it took part.
    pub name: String,
    /// What played.
    pub agent: String,
}

/// What matches of one block have in common: game, series, number of the block, and who sat there.
type BlockKey = (String, String, u64, Vec<Entrant>);

impl RecordFile {
    /// Reads a file and replays every match. One that is damaged is named and left out.
    ///
    /// # Errors
    /// When there are no records.
    pub fn read(input: impl BufRead, setup: &Setup) -> Result<Self, BadInput> {
        let (mut file, mut first_wrong) = (RecordFile::default(), None);
        let mut blocks = BTreeMap::new();
        let mut number = 0;
        for line in lines(input) {
            number += 1;
            let read = line.and_then(|(line, text)| parse(&text).map_err(|why| BadLine { line, why }));
            match read {
                Ok((record, fields)) => match check(&record, &fields, setup) {
                    Ok(()) => file.add(number, record, setup, &mut blocks),
                    Err(why) => file.damaged.push(Damaged { id: number, why }),
                },
                Err(bad) => {
                    let why = bad.why.to_string();
                    file.damaged.push(Damaged { id: number, why });
                    first_wrong.get_or_insert(bad);
                }
            }
        }
        match first_wrong {
            Some(wrong) if file.matches.is_empty() => Err(wrong.into()),
            None if number == 0 => Err(BadInput::Empty),
            _ => Ok(file),
        }
    }

    /// Everybody who sat in a match, in the order of their first.
    pub fn entrants(&self) -> &[Named] {
        &self.entrants
    }

    /// The matches that are not damaged.
    pub fn matches(&self) -> &[Stored] {
        &self.matches
    }

    /// Those that are.
    pub fn damaged(&self) -> &[Damaged] {
        &self.damaged
    }

    /// The match whose record has this id, or that has this number in the file.
    pub fn find(&self, id: &str) -> Option<&Stored> {
        let place = self.ids.iter().position(|known| known == id);
        let number = || {
            let number: u64 = id.parse().ok()?;
            self.matches.iter().position(|stored| stored.job.id == number)
        };
        place.or_else(number).map(|place| &self.matches[place])
    }

    /// The names of those who sat in a match, in seat order.
    pub fn names(&self, stored: &Stored) -> Vec<&str> {
        let entrants = stored.entrants.iter();
        entrants
            .map(|entrant| self.entrants[entrant.0 as usize].name.as_str())
            .collect()
    }

    fn add(&mut self, number: u64, record: Record, setup: &Setup, blocks: &mut BTreeMap<BlockKey, u64>) {
        let table = setup.table(&record.game).expect("its game was replayed");
        let seat_names = table.info().seats.iter().map(|seat| seat.name.to_owned());
        let agents = filled(&record.seats, seat_names.collect());
        let names = filled(&record.entrants, agents.clone());
        let entrants: Vec<Entrant> = names
            .into_iter()
            .zip(agents)
            .map(|(name, agent)| self.number(name, agent))
            .collect();
        let series = record.id.rsplit_once('-').map_or("", |(series, _)| series).to_owned();
        let block = record.block.map_or(number, |block| {
            let mut line_up = entrants.clone();
            line_up.sort_unstable();
            *blocks
                .entry((record.game.clone(), series, block, line_up))
                .or_insert(number)
        });
        let opening = record.opening_plies.unwrap_or(0).min(record.moves.len());
        self.ids.push(record.id);
        self.matches.push(Stored {
            job: Job {
                id: number,
                game: record.game,
                seats: Vec::new(),
                opening: Opening {
                    start: record.start,
                    moves: record.moves[..opening].to_vec(),
                },
                seed: record.seed.unwrap_or(0),
                terms: Terms::default(),
            },
            played: Played {
                job: number,
                moves: record.moves,
                result: text::result(record.result),
                faults: record.faults.into_iter().filter_map(fault).collect(),
                claims: record.claims,
                seats: record.times,
            },
            entrants,
            round: record.round.map_or(0, |round| round.saturating_sub(1)),
            block,
            started: record.started_ms.unwrap_or(0),
            finished: record.finished_ms.unwrap_or(0),
        });
    }

    /// The number of the entrant with this name.
    fn number(&mut self, name: String, agent: String) -> Entrant {
        let place = self.entrants.iter().position(|known| known.name == name);
        let place = place.unwrap_or_else(|| {
            self.entrants.push(Named { name, agent });
            self.entrants.len() - 1
        });
        Entrant(place as u32)
    }
}

/// The record of a line, and its fields as they are written.
fn parse(text: &str) -> Result<(Record, Map<String, Value>), TraceError> {
    let fields = serde_json::from_str(text).map_err(|_| TraceError::NoObject)?;
    let record = serde_json::from_str(text).map_err(|error| TraceError::not_json(&error))?;
    Ok((record, fields))
}

/// Checks the checksum and the moves of a record; says what is wrong.
fn check(record: &Record, fields: &Map<String, Value>, setup: &Setup) -> Result<(), String> {
    if let Verdict::Damaged { .. } = checksum::check(fields) {
        return Err("its checksum is another".to_owned());
    }
    verify::replay(record, setup).map_err(|why| why.to_string())?;
    let seats = setup.table(&record.game).map_or(0, |table| table.info().seats.len());
    let is_whole = record.result.points.len() == seats && record.faults.iter().all(|fault| fault.seat < seats);
    match is_whole {
        true => Ok(()),
        false => Err(format!("it has not as many seats as {}", record.game)),
    }
}

/// One safe text for each seat: those that a record has, or these where it has not as many.
fn filled(texts: &[String], usual: Vec<String>) -> Vec<String> {
    match texts.len() == usual.len() {
        true => texts.iter().map(|text| clean::shown(text).into_owned()).collect(),
        false => usual,
    }
}

/// A fault as the arena has it; nothing for what is none of a program, such as giving up.
fn fault(breach: Breach) -> Option<Fault> {
    let kind = FaultKind::ALL.into_iter().find(|kind| kind.name() == breach.kind)?;
    Some(Fault {
        seat: breach.seat,
        kind,
        message: breach.told,
        evidence: breach.evidence,
    })
}
