//! How far a tournament is, while it runs: a bar on a terminal, plain lines elsewhere, JSON lines
//! on request.

use std::collections::BTreeMap;
use std::io::{self, IsTerminal};
use std::time::{Duration, Instant};

use anyhow::Result;
use indicatif::{ProgressBar, ProgressStyle};
use serde_json::json;
use truel_arena::stats::Entrant;
use truel_arena::tournament::{self, News, Observer, Plan, Round};
use truel_core::numbers::fixed;

use crate::args::Tournament;
use crate::output::{Output, remark};

/// How often plain lines come.
const PLAIN: Duration = Duration::from_secs(10);
/// How often the bar's text changes.
const LIVE: Duration = Duration::from_millis(200);
/// How many of the standings are shown.
const HEAD: usize = 3;

/// Watches a run.
pub(super) struct Progress<'a> {
    plan: &'a Plan,
    out: &'a mut Output,
    json: bool,
    face: Face,
    /// Points and matches of everybody, all games together.
    sums: BTreeMap<Entrant, (f64, u32)>,
    shown: Instant,
    /// The first line that could not be written.
    trouble: Option<anyhow::Error>,
}

enum Face {
    Bar(ProgressBar),
    Lines,
    Nothing,
}

impl<'a> Progress<'a> {
    pub(super) fn new(args: &Tournament, plan: &'a Plan, out: &'a mut Output) -> Self {
        let face = match (args.quiet, io::stderr().is_terminal()) {
            (true, _) => Face::Nothing,
            (false, false) => Face::Lines,
            (false, true) => {
                let style = ProgressStyle::with_template("{wide_bar} {pos}/{len}  {eta_precise} left\n{msg}");
                Face::Bar(ProgressBar::new(0).with_style(style.expect("the template is well written")))
            }
        };
        Progress {
            plan,
            out,
            json: args.json,
            face,
            sums: BTreeMap::new(),
            shown: Instant::now(),
            trouble: None,
        }
    }

    /// Clears the bar; an error when a line could not be written.
    pub(super) fn finish(self) -> Result<()> {
        if let Face::Bar(bar) = self.face {
            bar.finish_and_clear();
        }
        self.trouble.map_or(Ok(()), Err)
    }

    fn add(&mut self, seats: impl Iterator<Item = (Entrant, f64)>) {
        for (entrant, points) in seats {
            let sum = self.sums.entry(entrant).or_default();
            *sum = (sum.0 + points, sum.1 + 1);
        }
    }

    /// The best so far by mean points.
    fn head(&self) -> String {
        let mean = |(points, matches): &(f64, u32)| points / f64::from(*matches);
        let mut best: Vec<(f64, Entrant)> = self.sums.iter().map(|(one, sum)| (mean(sum), *one)).collect();
        best.sort_by(|a, b| b.0.total_cmp(&a.0));
        let told = best.iter().take(HEAD);
        let told: Vec<String> = told
            .map(|(mean, one)| format!("{} {}", self.plan.entrant(*one).name, fixed(*mean, 3)))
            .collect();
        told.join(", ")
    }

    fn show(&mut self, done: u64, total: u64) {
        let every = if matches!(self.face, Face::Bar(_)) { LIVE } else { PLAIN };
        let is_time = self.shown.elapsed() >= every;
        match &self.face {
            Face::Bar(bar) => {
                bar.set_position(done);
                if is_time {
                    bar.set_message(self.head());
                }
            }
            Face::Lines if is_time => remark(&format!("{done} of {total} matches; {}", self.head())),
            Face::Lines | Face::Nothing => {}
        }
        if is_time {
            self.shown = Instant::now();
        }
    }
}

impl Observer for Progress<'_> {
    fn round(&mut self, number: usize, open: usize, progress: &tournament::Progress) {
        let (total, done) = progress.matches();
        // What the store had of this round already.
        for game in 0..self.plan.games.len() {
            let round = progress.results(game).rounds().get(number);
            for outcome in round.into_iter().flat_map(Round::outcomes) {
                self.add(outcome.seats().map(|(_, entrant, points)| (entrant, points)));
            }
        }
        match &self.face {
            Face::Bar(bar) => {
                bar.set_length(total);
                bar.set_position(done);
                // What was found did not take any time now.
                bar.reset_eta();
            }
            Face::Lines if number == 0 && open > 0 => remark(&format!("{done} of {total} matches are played")),
            Face::Lines | Face::Nothing => {}
        }
    }

    fn stored(&mut self, news: &News<'_>) {
        let News { job, slot, played, .. } = news;
        let points = &played.result.points;
        self.add(
            slot.entrants
                .iter()
                .copied()
                .zip(points.iter().map(|points| f64::from(*points))),
        );
        if self.json && self.trouble.is_none() {
            let names: Vec<&str> = slot
                .entrants
                .iter()
                .map(|one| self.plan.entrant(*one).name.as_str())
                .collect();
            let line = json!({
                "match": job.id,
                "game": job.game,
                "entrants": names,
                "points": points,
                "reason": played.result.reason,
                "plies": played.moves.len(),
                "faults": played.faults,
            });
            let written = self.out.json(&line).and_then(|()| self.out.flush());
            self.trouble = written.err();
        }
        self.show(news.done, news.total);
    }
}
