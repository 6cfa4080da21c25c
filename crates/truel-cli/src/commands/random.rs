//! `truel random`: records of random matches.

use std::io::Write;

use anyhow::Result;
use truel_core::numbers::fixed;
use truel_core::record::{MatchResult, Record};
use truel_core::{AnyGame, Info};

use crate::Exit;
use crate::args::Random;
use crate::files::write_file;
use crate::output::{Output, remark};
use crate::position::start;

pub(crate) fn run(args: &Random, out: &mut Output) -> Result<Exit> {
    let begin = start(&args.game, args.position.as_deref())?;
    let mut tally = Tally::default();
    match &args.out {
        None => play(args, &*begin, &mut tally, out)?,
        Some(path) => write_file(path, |file| play(args, &*begin, &mut tally, file))?,
    }
    remark(&tally.summary(begin.info(), args));
    Ok(Exit::Done)
}

fn play(args: &Random, begin: &dyn AnyGame, tally: &mut Tally, file: &mut dyn Write) -> Result<()> {
    let info = begin.info();
    for index in 0..args.matches {
        let (moves, result) = begin.workbench().random_match(args.seed, index, args.cap);
        tally.add(moves.len(), &result);
        let id = format!("{}-random-{}-{index}", info.id, args.seed);
        let mut record = Record::new(id, info.id, moves, result);
        record.seats = vec!["random".into(); info.seats.len()];
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

    fn summary(&self, game: &Info, args: &Random) -> String {
        let count = self.matches.max(1) as f32;
        let seats: Vec<String> = game
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
            game.id,
            args.seed,
            seats.join(", ")
        )
    }
}
