//! `truel random`: records of random matches.

use std::io::Write;

use anyhow::Result;
use truel_core::numbers::fixed;
use truel_core::record::{MatchResult, Record, random_match};
use truel_core::{Capped, Draw, Visit};

use crate::Exit;
use crate::args::Random;
use crate::files::write_file;
use crate::output::{Output, remark};
use crate::position::start;

pub(crate) fn run(args: &Random, out: &mut Output) -> Result<Exit> {
    truel_games::with(&args.game, Matches { args, out })?
}

struct Matches<'a> {
    args: &'a Random,
    out: &'a mut Output,
}

impl Visit for Matches<'_> {
    type Out = Result<Exit>;

    fn visit<G: Draw>(self) -> Result<Exit> {
        let Matches { args, out } = self;
        let begin: G = start(args.position.as_deref())?;
        let mut tally = Tally::default();
        match &args.out {
            None => play(args, &begin, &mut tally, out)?,
            Some(path) => write_file(path, |file| play(args, &begin, &mut tally, file))?,
        }
        remark(&tally.summary::<G>(args));
        Ok(Exit::Done)
    }
}

fn play<G: Draw>(args: &Random, begin: &G, tally: &mut Tally, file: &mut dyn Write) -> Result<()> {
    for index in 0..args.matches {
        let (moves, result) = match args.cap {
            None => random_match(begin, args.seed, index),
            Some(cap) => random_match(&Capped::new(begin.clone(), cap), args.seed, index),
        };
        tally.add(moves.len(), &result);
        let id = format!("{}-random-{}-{index}", G::INFO.id, args.seed);
        let mut record = Record::new(id, G::INFO.id, moves, result);
        record.seats = vec!["random".into(); G::INFO.seats.len()];
        record.seed = Some(args.seed);
        record.start.clone_from(&args.position);
        record.cap = args.cap;
        record.write(&mut *file)?;
    }
    Ok(())
}

/// What the matches came to.
#[derive(Default)]
struct Tally {
    matches: usize,
    plies: usize,
    points: Vec<f32>,
}

impl Tally {
    fn add(&mut self, plies: usize, result: &MatchResult) {
        self.matches += 1;
        self.plies += plies;
        self.points.resize(result.points.len(), 0.0);
        for (sum, points) in self.points.iter_mut().zip(&result.points) {
            *sum += points;
        }
    }

    fn summary<G: Draw>(&self, args: &Random) -> String {
        let count = self.matches.max(1) as f32;
        let seats: Vec<String> = G::INFO
            .seats
            .iter()
            .zip(&self.points)
            .map(|(seat, points)| format!("{} {}", seat.name, fixed(points / count, 3)))
            .collect();
        let plies = self.plies as f32 / count;
        let place = args
            .out
            .as_ref()
            .map_or_else(String::new, |path| format!(", written to {}", path.display()));
        format!(
            "{} {} of {} with seed {}{place}; {plies:.1} plies each; mean points: {}",
            self.matches,
            if self.matches == 1 { "match" } else { "matches" },
            G::INFO.id,
            args.seed,
            seats.join(", ")
        )
    }
}
