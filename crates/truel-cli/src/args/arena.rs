//! Arguments of the commands that play matches between agents.

use std::path::PathBuf;

use anyhow::{Result, bail};
use clap::{Args as Group, ValueEnum};
use truel_arena::openings::Source;
use truel_arena::{Entry, TimeControl};

/// Milliseconds that a move may be late.
const USUAL_MARGIN: u64 = 50;

/// Under which terms matches are played.
#[derive(Group, Debug)]
pub(crate) struct Terms {
    /// Random seed; the same seed gives the same openings and the same random choices
    #[arg(long, value_name = "S", default_value_t = 1)]
    pub seed: u64,
    /// Time limit of each seat: 1s/move, 30s/first,2s/move, 60s/game, 60s+0.5s [default: the
    /// agents' own parameters]
    #[arg(long, value_name = "TIME", default_value = "unlimited", hide_default_value = true)]
    pub time: TimeControl,
    /// Which time counts: `wall`, or `cpu` for the CPU time of an agent's whole process tree
    #[arg(long, value_name = "WHICH", default_value = "wall")]
    pub measure: Measure,
    /// Use the original contest's time and memory limits, and its penalties: 60 s CPU and 100 MB
    /// (chexers, ropasci), 15 minutes (avalam), 300 s (threechess), 30 s and then 2 s a move
    /// (pentago-swap)
    #[arg(long, conflicts_with_all = ["time", "measure", "margin", "memory"])]
    pub contest: bool,
    /// Tolerance for late moves, in milliseconds
    #[arg(long, value_name = "MS", default_value_t = USUAL_MARGIN)]
    pub margin: u64,
    /// Openings: `start`, random:PLIES, balanced:PLIES (random, but nobody is ahead), or a file
    /// with one opening per line [default: random:4, or balanced:4 where random ones are known to
    /// favour a seat (avalam); the start position with --contest and with agents from courses]
    #[arg(long, value_name = "OPENING")]
    pub opening: Option<Source>,
    /// Number of matches to play at the same time
    #[arg(long, value_name = "K", default_value_t = 1, value_parser = at_least_one)]
    pub concurrency: usize,
    /// Ply limit; a match that reaches it is a draw [default: 1000 in games without a limit]
    #[arg(long, value_name = "PLIES")]
    pub cap: Option<u32>,
    /// End a match as a draw when all agents see it as even for this many plies
    #[arg(long, value_name = "PLIES", default_value_t = 0, hide_default_value = true)]
    pub agree_draw: u32,
    /// End a match as won when all agents see the same winner for this many plies
    #[arg(long, value_name = "PLIES", default_value_t = 0, hide_default_value = true)]
    pub agree_win: u32,
    /// Memory limit of a program, in megabytes
    #[arg(long, value_name = "MB")]
    pub memory: Option<u64>,
    /// Run programs in a sandbox without network and with only the files they need (needs
    /// bubblewrap)
    #[arg(long)]
    pub sandbox: bool,
    /// A file or folder that programs in the sandbox may also read; may be repeated
    #[arg(long, value_name = "PATH", requires = "sandbox")]
    pub sandbox_allow: Vec<PathBuf>,
    /// The Python interpreter for agents from courses (`course:PATH`)
    #[arg(long, value_name = "PROGRAM", default_value = truel_courses::USUAL_PYTHON)]
    pub python: String,
    /// The folder with the contest's own classes, for agents in Java
    #[arg(long, value_name = "DIR")]
    pub referee_classes: Option<PathBuf>,
}

impl Terms {
    /// The same as words of a command line, with `opening` for what was not typed. What no result
    /// depends on is left out.
    pub(crate) fn words(&self, opening: &Source) -> Vec<String> {
        let mut words = Vec::new();
        let mut say = |name: &str, value: String| words.extend([format!("--{name}"), value]);
        say("seed", self.seed.to_string());
        if self.time != TimeControl::Unlimited && !self.contest {
            say("time", self.time.to_string());
        }
        if self.measure == Measure::Cpu {
            say("measure", "cpu".to_owned());
        }
        if self.margin != USUAL_MARGIN {
            say("margin", self.margin.to_string());
        }
        say("opening", opening.to_string());
        if let Some(cap) = self.cap {
            say("cap", cap.to_string());
        }
        for (name, plies) in [("agree-draw", self.agree_draw), ("agree-win", self.agree_win)] {
            if plies > 0 {
                say(name, plies.to_string());
            }
        }
        if let Some(memory) = self.memory {
            say("memory", memory.to_string());
        }
        for path in &self.sandbox_allow {
            say("sandbox-allow", path.display().to_string());
        }
        if self.python != truel_courses::USUAL_PYTHON {
            say("python", self.python.clone());
        }
        if let Some(folder) = &self.referee_classes {
            say("referee-classes", folder.display().to_string());
        }
        for (name, is_given) in [("contest", self.contest), ("sandbox", self.sandbox)] {
            if is_given {
                words.push(format!("--{name}"));
            }
        }
        words
    }
}

/// Words as one line for a shell, with quotes where a shell needs them and nowhere else.
pub(crate) fn command_line(words: &[String]) -> String {
    let is_plain = |letter: char| letter.is_ascii_alphanumeric() || "_-./:=,+%@".contains(letter);
    let quoted = |word: &String| match !word.is_empty() && word.chars().all(is_plain) {
        true => word.clone(),
        false => shell_words::quote(word).into_owned(),
    };
    words.iter().map(quoted).collect::<Vec<_>>().join(" ")
}

fn at_least_one(text: &str) -> Result<usize> {
    match text.parse() {
        Ok(count) if count > 0 => Ok(count),
        _ => bail!("it is a whole number from 1 on"),
    }
}

/// Which time counts.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum Measure {
    Wall,
    Cpu,
}

#[derive(Group, Debug)]
pub(crate) struct Match {
    /// The game's id, as `truel games` lists it
    pub game: String,
    /// One agent per seat: a name from `truel agents`, `cmd:COMMAND` for a program, or
    /// `course:PATH[:Class]` for an agent written for the contest's own referee. A name before it
    /// and a clock behind it are optional: mine=course:my_team, champion[200ms/move]. `@FILE` reads
    /// such a line from a file
    #[arg(required = true, value_name = "AGENT", value_parser = Entry::typed)]
    pub agents: Vec<Entry>,
    /// Number of matches to play; every seating plays the same opening once
    #[arg(short = 'n', long = "matches", value_name = "N", default_value_t = 12,
        value_parser = clap::value_parser!(u64).range(1..))]
    pub matches: u64,
    #[command(flatten)]
    pub terms: Terms,
    /// Write the records to this file, each as soon as its match ends
    #[arg(long, value_name = "FILE")]
    pub out: Option<PathBuf>,
    /// Print one JSON object per match and one with the summary
    #[arg(long)]
    pub json: bool,
}

#[derive(Group, Debug)]
pub(crate) struct Field {
    /// The game's id, as `truel games` lists it
    pub game: String,
    /// The agent that meets the field
    #[arg(value_parser = Entry::typed)]
    pub agent: Entry,
    /// An agent of the field; may be repeated [default: the sparring partners of the game, which
    /// `truel agents` lists]
    #[arg(long = "against", value_name = "AGENT", value_parser = Entry::typed)]
    pub against: Vec<Entry>,
    /// Matches against each opponent, or each two of them; rounded up so that every seating is
    /// played equally often
    #[arg(short = 'n', long = "matches", value_name = "N", default_value_t = 12,
        value_parser = clap::value_parser!(u64).range(1..))]
    pub matches: u64,
    #[command(flatten)]
    pub terms: Terms,
    /// Write the records to this file, and continue from it if it exists
    #[arg(long, value_name = "FILE")]
    pub out: Option<PathBuf>,
    /// Write the results to this file as a web page
    #[arg(long, value_name = "FILE")]
    pub page: Option<PathBuf>,
    /// Print one JSON object per line-up
    #[arg(long)]
    pub json: bool,
}

#[derive(Group, Debug)]
#[command(mut_arg("time", |arg| arg
    .default_value("100ms/move")
    .hide_default_value(false)
    .help("Time limit of each seat: 1s/move, 30s/first,2s/move, 60s/game, 60s+0.5s; `unlimited` for the agents' own \
           parameters")))]
pub(crate) struct Rate {
    /// The game's id, as `truel games` lists it
    pub game: String,
    /// Matches for each agent, on average; a block at least
    #[arg(short = 'n', long = "matches", value_name = "N", default_value_t = 60,
        value_parser = clap::value_parser!(u64).range(1..))]
    pub matches: u64,
    #[command(flatten)]
    pub terms: Terms,
    /// Save the matches in this file, a store as `truel tournament` makes it, and continue from it
    /// if it exists
    #[arg(long, value_name = "FILE")]
    pub out: Option<PathBuf>,
    /// Put the ratings into this file, between the lines `<!-- ratings:GAME -->` and
    /// `<!-- /ratings:GAME -->`; may be repeated
    #[arg(long, value_name = "FILE")]
    pub write: Vec<PathBuf>,
    /// Print one JSON object with all ratings
    #[arg(long)]
    pub json: bool,
}

#[derive(Group, Debug)]
pub(crate) struct Sprt {
    /// The game's id, as `truel games` lists it
    pub game: String,
    /// The agent that should be better
    #[arg(value_parser = Entry::typed)]
    pub a: Entry,
    /// The agent to compare it with
    #[arg(value_parser = Entry::typed)]
    pub b: Entry,
    /// The difference under H0, in normalised Elo
    #[arg(long, value_name = "ELO", default_value_t = 0.0, allow_hyphen_values = true)]
    pub elo0: f64,
    /// The difference under H1
    #[arg(long, value_name = "ELO", default_value_t = 30.0, allow_hyphen_values = true)]
    pub elo1: f64,
    /// Read both as logistic Elo
    #[arg(long)]
    pub logistic: bool,
    /// Probability of accepting H1 when H0 is true
    #[arg(long, value_name = "CHANCE", default_value_t = 0.05)]
    pub alpha: f64,
    /// Probability of accepting H0 when H1 is true
    #[arg(long, value_name = "CHANCE", default_value_t = 0.05)]
    pub beta: f64,
    /// Stop after this many matches
    #[arg(long, value_name = "N", default_value_t = 20_000, value_parser = clap::value_parser!(u64).range(1..))]
    pub most: u64,
    #[command(flatten)]
    pub terms: Terms,
    /// Print JSON objects
    #[arg(long)]
    pub json: bool,
}

#[derive(Group, Debug)]
pub(crate) struct Tune {
    /// The game's id, as `truel games` lists it
    pub game: String,
    /// The agent, with its starting values
    pub agent: truel_agents::Spec,
    /// A parameter to tune, its bounds, and the smallest step that matters: c=0.2..3:0.1; may be
    /// repeated
    #[arg(long = "param", value_name = "NAME=LOW..HIGH:STEP", required = true)]
    pub params: Vec<String>,
    /// Number of trials; each plays one block between two variants
    #[arg(short = 'n', long = "iterations", value_name = "N", default_value_t = 200,
        value_parser = clap::value_parser!(u64).range(1..))]
    pub iterations: u64,
    /// Save the state of the run in this file, and continue from it if it exists
    #[arg(long, value_name = "FILE")]
    pub resume: Option<PathBuf>,
    #[command(flatten)]
    pub terms: Terms,
    /// Print one JSON object per trial
    #[arg(long)]
    pub json: bool,
}

#[derive(Group, Debug)]
pub(crate) struct Reproduce {
    /// The game of a report [default: list the reports and their claims]
    pub report: Option<String>,
    /// Play only a few matches of each trial, some with shorter time limits
    #[arg(long)]
    pub quick: bool,
    /// Only these claims, such as T2,T4
    #[arg(long, value_name = "CLAIMS", value_delimiter = ',')]
    pub only: Vec<String>,
    /// Random seed
    #[arg(long, value_name = "S", default_value_t = 1)]
    pub seed: u64,
    /// Number of matches to play at the same time
    #[arg(long, value_name = "K", default_value_t = 1, value_parser = at_least_one)]
    pub concurrency: usize,
    /// Save the results in this folder as numbers, a page and a picture; older results stay until
    /// they are played again
    #[arg(long, value_name = "FOLDER")]
    pub save: Option<PathBuf>,
    /// Print one JSON object per claim
    #[arg(long)]
    pub json: bool,
}

#[derive(Group, Debug)]
pub(crate) struct Calibrate {
    /// The game's id, as `truel games` lists it
    pub game: String,
    /// The agents to calibrate [default: all that play the game]
    #[arg(value_name = "AGENT")]
    pub agents: Vec<truel_agents::Spec>,
    /// Number of matches to play; all agents judge positions of the same matches
    #[arg(short = 'n', long = "matches", value_name = "N", default_value_t = 300,
        value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    pub matches: u64,
    /// Nodes for each position that an agent judges; simulations are a tenth of it
    #[arg(long, value_name = "N", default_value_t = 10_000,
        value_parser = clap::value_parser!(u64).range(1..=1_000_000_000))]
    pub nodes: u64,
    /// Nodes for each move of the matches; simulations are a tenth of it
    #[arg(long, value_name = "N", default_value_t = 2_000,
        value_parser = clap::value_parser!(u64).range(1..=1_000_000_000))]
    pub players: u64,
    /// Random seed; the same seed gives the same matches and the same numbers
    #[arg(long, value_name = "S", default_value_t = 1,
        value_parser = clap::value_parser!(u64).range(..=i64::MAX as u64))]
    pub seed: u64,
    /// Number of threads
    #[arg(long, value_name = "K", default_value = "1")]
    pub concurrency: std::num::NonZero<usize>,
    /// Write the numbers to this file after every agent, and continue from it if it exists
    #[arg(long, value_name = "FILE")]
    pub out: Option<PathBuf>,
    /// Print one JSON object per agent
    #[arg(long)]
    pub json: bool,
}
