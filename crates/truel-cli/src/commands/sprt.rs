//! `truel sprt`: is A better than B? Matches until it is known.

use std::io::Write;
use std::ops::ControlFlow;

use anyhow::Result;
use serde_json::json;
use truel_arena::executor::Threads;
use truel_arena::stats::sprt::{BlockScores, Scale, Sprt, SprtConfig, SprtReport, Verdict};
use truel_arena::stats::{Block, Entrant, Outcome, blocks};
use truel_arena::{Entry, Scoreboard, Series, drive};
use truel_core::numbers::fixed;
use truel_search::Stop;

use super::matches::{Faults, distinct, never_moved};
use crate::Exit;
use crate::args::arena;
use crate::interrupt::{FINISHING, interrupt};
use crate::keeper::watch_over;
use crate::output::{Output, remark};
use crate::progress::Progress;
use crate::series::series;
use crate::setup::setup;

const A: Entrant = Entrant(0);
const B: Entrant = Entrant(1);

pub(crate) fn run(args: &arena::Sprt, out: &mut Output) -> Result<Exit> {
    let test = Sprt::new(SprtConfig {
        elo0: args.elo0,
        elo1: args.elo1,
        scale: if args.logistic {
            Scale::Logistic
        } else {
            Scale::Normalised
        },
        alpha: args.alpha,
        beta: args.beta,
    })?;
    let entries = [args.a.clone(), args.b.clone()];
    let series = series(&args.game, &entries, Series::duel, &args.terms)?;
    let names = Entry::short_names(&entries);
    let hypotheses = test.hypotheses(&names[0], &names[1]);
    if !args.json {
        writeln!(out, "{hypotheses}")?;
        out.flush()?;
    }
    let (mut board, mut faults) = (Scoreboard::default(), Faults::default());
    let report = play(args, &test, &series, (&mut board, &mut faults), out)?;
    if args.json {
        let mut last = serde_json::to_value(&report)?;
        let fields = last.as_object_mut().expect("a report is an object");
        fields.insert("final".into(), json!(true));
        fields.insert("hypotheses".into(), json!(hypotheses));
        fields.insert("distinct".into(), json!(board.distinct()));
        out.json(&last)?;
    } else {
        writeln!(out, "{}", told(&report))?;
        writeln!(out, "{}", distinct(&board))?;
    }
    out.flush()?;
    never_moved(&series, &board, &faults)?;
    Ok(match report.verdict {
        Verdict::AcceptH0 => Exit::No,
        Verdict::GoOn if interrupt(FINISHING)?.is_raised() => {
            remark("interrupted before it was decided");
            Exit::Interrupted
        }
        Verdict::AcceptH1 | Verdict::GoOn => Exit::Done,
    })
}

/// Plays until the test is decided, the matches are used up or somebody interrupts.
fn play(
    args: &arena::Sprt,
    test: &Sprt,
    series: &Series,
    (board, faults): (&mut Scoreboard, &mut Faults),
    out: &mut Output,
) -> Result<SprtReport> {
    let (interrupted, decided) = (interrupt(FINISHING)?, Stop::default());
    watch_over([&args.a, &args.b]);
    let mut tester = Tester::new(test, series.block_size());
    let most = args.most.next_multiple_of(series.block_size());
    let mut progress = Progress::new(most, args.json);
    // Nothing new begins once it is decided; what runs is finished and not counted any more.
    let jobs = (0..most)
        .map(|index| series.job(index))
        .take_while(|_| !decided.is_raised());
    drive(
        &mut Threads::new(args.terms.concurrency, &setup()),
        jobs,
        &interrupted,
        |job, played| {
            board.add(series, &job, &played);
            faults.add(series, &job, &played);
            if let ControlFlow::Break(()) = tester.take(series.outcome(&played)) {
                decided.raise();
            }
            if args.json && tester.is_new {
                out.json(&serde_json::to_value(&tester.report)?)?;
                out.flush()?;
            }
            progress.step(|| told(&tester.report));
            anyhow::Ok(())
        },
    )?;
    progress.finish();
    if interrupted.is_raised() {
        remark("interrupted");
    }
    Ok(tester.report)
}

/// Counts complete blocks in the order of their numbers, so that a verdict does not depend on which
/// match ended first: a block of long matches must not be overtaken by short ones.
struct Tester<'a> {
    test: &'a Sprt,
    size: u64,
    waiting: Vec<Outcome>,
    next_block: u64,
    scores: BlockScores,
    report: SprtReport,
    /// Whether the last match changed the report.
    is_new: bool,
}

impl<'a> Tester<'a> {
    fn new(test: &'a Sprt, size: u64) -> Self {
        let scores = BlockScores::new(size as u32);
        Tester {
            test,
            size,
            waiting: Vec::new(),
            next_block: 0,
            report: test.judge(&scores),
            scores,
            is_new: false,
        }
    }

    fn take(&mut self, outcome: Outcome) -> ControlFlow<()> {
        self.waiting.push(outcome);
        self.is_new = false;
        while self.report.verdict == Verdict::GoOn {
            let (ready, rest): (Vec<Outcome>, Vec<Outcome>) = std::mem::take(&mut self.waiting)
                .into_iter()
                .partition(|outcome| outcome.block() == Some(self.next_block));
            self.waiting = rest;
            if (ready.len() as u64) < self.size {
                self.waiting.extend(ready);
                return ControlFlow::Continue(());
            }
            let score = blocks(&ready).first().and_then(|block: &Block<'_>| block.duel(A, B));
            self.scores.add(score.expect("both sit in every match of a block"));
            self.next_block += 1;
            self.report = self.test.judge(&self.scores);
            self.is_new = true;
        }
        ControlFlow::Break(())
    }
}

fn told(report: &SprtReport) -> String {
    let verdict = match report.verdict {
        Verdict::AcceptH0 => "H0 accepted: A is not better by that much",
        Verdict::AcceptH1 => "H1 accepted: A is better",
        Verdict::GoOn => "undecided",
    };
    format!(
        "{verdict}; LLR {} in [{}, {}], {} matches in {} blocks, mean score of A {}",
        fixed(report.llr, 2),
        fixed(report.lower, 2),
        fixed(report.upper, 2),
        report.matches,
        report.blocks,
        report.mean.map_or_else(|| "-".to_owned(), |mean| fixed(mean, 3))
    )
}
