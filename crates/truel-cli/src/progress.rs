//! How far a run is: a live bar on a terminal, a plain line now and then otherwise. Both go to
//! standard error.

use std::io::{self, IsTerminal};
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use crate::output::remark;

/// Time between two plain lines.
const BETWEEN_LINES: Duration = Duration::from_secs(10);
/// Time between two looks at the score on a bar.
const BETWEEN_LOOKS: Duration = Duration::from_millis(250);

/// Shows how far a run is.
pub(crate) struct Progress {
    bar: Option<ProgressBar>,
    total: u64,
    done: u64,
    begin: Instant,
    told: Instant,
    /// What the last look cost: computing the score must not become the work.
    cost: Duration,
}

impl Progress {
    /// Of `total` steps; nothing is shown where `is_quiet`.
    pub(crate) fn new(total: u64, is_quiet: bool) -> Self {
        let bar = (io::stderr().is_terminal() && !is_quiet).then(|| {
            let bar = ProgressBar::with_draw_target(Some(total), ProgressDrawTarget::stderr());
            let style = ProgressStyle::with_template("{wide_bar} {pos}/{len}  {msg}  {eta} left");
            bar.set_style(style.expect("the template is right"));
            bar
        });
        let now = Instant::now();
        Progress {
            bar,
            total: if is_quiet { 0 } else { total },
            done: 0,
            begin: now,
            told: now,
            cost: Duration::ZERO,
        }
    }

    /// One more step; `score` is asked only when there is time to show it.
    pub(crate) fn step(&mut self, score: impl FnOnce() -> String) {
        self.done += 1;
        if self.total == 0 {
            return;
        }
        if let Some(bar) = &self.bar {
            bar.set_position(self.done);
        }
        let between = if self.bar.is_some() {
            BETWEEN_LOOKS
        } else {
            BETWEEN_LINES
        };
        if self.told.elapsed() < between.max(self.cost * 20) {
            return;
        }
        let before = Instant::now();
        let score = score();
        self.cost = before.elapsed();
        self.told = Instant::now();
        match &self.bar {
            Some(bar) => bar.set_message(score),
            None => remark(&format!("{}/{}  {score}  {}", self.done, self.total, self.left())),
        }
    }

    fn left(&self) -> String {
        let rest = self.total.saturating_sub(self.done) as f64 / self.done.max(1) as f64;
        let seconds = (self.begin.elapsed().as_secs_f64() * rest).round();
        format!("about {seconds} s left")
    }

    /// Takes the bar away.
    pub(crate) fn finish(self) {
        if let Some(bar) = self.bar {
            bar.finish_and_clear();
        }
    }
}
