//! Work on a proof as it is kept: one line for every task that was tried.
//!
//! After a first line come `TASK ROUND open` and
//! `TASK ROUND won POSITION ANSWER POSITION ANSWER …`, in the order in which they were found. A
//! last line without an end was being written when the work was interrupted and does not count.

use std::fmt::Write;

use thiserror::Error;

use super::proof::Proof;
use super::prove::{Answers, Opening};

const FIRST_LINE: &str = "truel-prove 1 pentago-swap";

/// A line that makes no sense.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum BadWork {
    /// It is not such a file.
    #[error("this is no work on a proof: its first line is not `{FIRST_LINE}`")]
    Foreign,
    /// A line is damaged.
    #[error("line {0} is damaged")]
    Line(usize),
}

/// What has been done.
#[derive(Clone, Debug)]
pub struct Work {
    opening: Opening,
    done: Vec<Option<Answers>>,
    /// Rounds in which each task was tried.
    rounds: Vec<u32>,
}

impl Default for Work {
    fn default() -> Self {
        let opening = Opening::new();
        Work {
            done: vec![None; opening.tasks.len()],
            rounds: vec![0; opening.tasks.len()],
            opening,
        }
    }
}

impl Work {
    /// The first line of the file.
    pub fn first_line() -> String {
        format!("{FIRST_LINE}\n")
    }

    /// The line of a task that was tried.
    pub fn line(task: usize, round: u32, answers: Option<&Answers>) -> String {
        let mut line = format!("{task} {round} ");
        match answers {
            None => line.push_str("open"),
            Some(answers) => {
                line.push_str("won");
                for (position, answer) in answers {
                    write!(line, " {position} {answer}").expect("text can be written");
                }
            }
        }
        line + "\n"
    }

    /// Goes on from a file.
    pub fn read(text: &str) -> Result<Self, BadWork> {
        let whole = &text[..text.rfind('\n').map_or(0, |end| end + 1)];
        let mut lines = whole.lines().zip(1..);
        if lines.next().is_none_or(|(line, _)| line != FIRST_LINE) {
            return Err(BadWork::Foreign);
        }
        let mut work = Work::default();
        for (line, number) in lines {
            let (task, round, answers) = read_line(line).ok_or(BadWork::Line(number))?;
            if task >= work.done.len() {
                return Err(BadWork::Line(number));
            }
            work.note(task, round, answers);
        }
        Ok(work)
    }

    /// Notes what became of a task.
    pub fn note(&mut self, task: usize, round: u32, answers: Option<Answers>) {
        self.rounds[task] = self.rounds[task].max(round + 1);
        if answers.is_some() {
            self.done[task] = answers;
        }
    }

    /// The tasks that are open, those first that were tried in the fewest rounds, each with its
    /// next round.
    pub fn open(&self) -> Vec<(usize, u32)> {
        let open = (0..self.done.len()).filter(|task| self.done[*task].is_none());
        let mut open: Vec<_> = open.map(|task| (task, self.rounds[task])).collect();
        open.sort_by_key(|(_, round)| *round);
        open
    }

    /// The tasks.
    pub fn opening(&self) -> &Opening {
        &self.opening
    }

    /// For each of Black's first moves, images counted once, how many of its tasks are closed and
    /// how many there are.
    pub fn closed(&self) -> Vec<(usize, usize)> {
        let mut closed = vec![(0, 0); self.opening.replies.len()];
        for (task, done) in self.opening.tasks.iter().zip(&self.done) {
            closed[task.reply].0 += usize::from(done.is_some());
            closed[task.reply].1 += 1;
        }
        closed
    }

    /// The proof of what is closed.
    pub fn proof(&self) -> Proof {
        self.opening.proof(&self.done)
    }
}

fn read_line(line: &str) -> Option<(usize, u32, Option<Answers>)> {
    let mut words = line.split(' ');
    let (task, round, word) = (words.next()?.parse().ok()?, words.next()?.parse().ok()?, words.next()?);
    let mut answers = Answers::new();
    while let Some(position) = words.next() {
        answers.push((position.parse().ok()?, words.next()?.parse().ok()?));
    }
    match word {
        "open" if answers.is_empty() => Some((task, round, None)),
        "won" => Some((task, round, Some(answers))),
        _ => None,
    }
}
