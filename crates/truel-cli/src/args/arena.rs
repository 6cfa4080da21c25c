//! Arguments of the commands that play matches between agents.

use std::path::PathBuf;

use clap::{Args as Group, ValueEnum};
use truel_arena::openings::Source;
use truel_arena::{Entry, TimeControl};

/// Under which terms matches are played.
#[derive(Group, Debug)]
pub(crate) struct Terms {
    /// What chance is drawn from; the same seed gives the same openings and the same chance to every agent
    #[arg(long, value_name = "S", default_value_t = 1)]
    pub seed: u64,
    /// Time of each seat: 1s/move, 60s/game, 60s+0.5s; without, agents think as long as their own parameters say
    #[arg(long, value_name = "TIME", default_value = "unlimited", hide_default_value = true)]
    pub time: TimeControl,
    /// Which time counts; `cpu` is that of an agent's whole process tree
    #[arg(long, value_name = "WHICH", default_value = "wall")]
    pub measure: Measure,
    /// Limits and consequences of the contest that the game comes from: 60 s CPU and 100 MB (chexers, ropasci), 15 minutes
    /// (avalam), 300 s (threechess), 30 s then 2 s a move (pentago-swap)
    #[arg(long, conflicts_with_all = ["time", "measure", "margin", "memory"])]
    pub contest: bool,
    /// Milliseconds a move may be late
    #[arg(long, value_name = "MS", default_value_t = 50)]
    pub margin: u64,
    /// How matches begin: random:PLIES, balanced:PLIES (random, but nobody is ahead), or a file with one opening a line
    /// [default: random:4; the start position in a contest and where an agent of a course plays]
    #[arg(long, value_name = "OPENING")]
    pub opening: Option<Source>,
    /// Matches played at the same time
    #[arg(long, value_name = "K", default_value_t = 1, value_parser = at_least_one)]
    pub concurrency: usize,
    /// Call a match a draw after so many plies (1000 in games that know no limit)
    #[arg(long, value_name = "PLIES")]
    pub cap: Option<u32>,
    /// Call a match a draw when everybody has seen it as even for so many plies
    #[arg(long, value_name = "PLIES", default_value_t = 0, hide_default_value = true)]
    pub agree_draw: u32,
    /// Call a match won when everybody has seen the same winner for so many plies
    #[arg(long, value_name = "PLIES", default_value_t = 0, hide_default_value = true)]
    pub agree_win: u32,
    /// Megabytes that a program may use
    #[arg(long, value_name = "MB")]
    pub memory: Option<u64>,
    /// Run programs in a sandbox: no network, of the disk only what they need (needs bubblewrap)
    #[arg(long)]
    pub sandbox: bool,
    /// A file or folder that programs in the sandbox may read too; can be given more than once
    #[arg(long, value_name = "PATH", requires = "sandbox")]
    pub sandbox_allow: Vec<PathBuf>,
    /// The Python interpreter of agents from courses (`course:PATH`)
    #[arg(long, value_name = "PROGRAM", default_value = truel_courses::USUAL_PYTHON)]
    pub python: String,
    /// The contest's own classes, for agents from courses in Java
    #[arg(long, value_name = "DIR")]
    pub referee_classes: Option<PathBuf>,
}

fn at_least_one(text: &str) -> Result<usize, String> {
    match text.parse() {
        Ok(count) if count > 0 => Ok(count),
        _ => Err("it is a whole number from 1 on".to_owned()),
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
    /// One for each seat of the game: an agent as `truel agents` lists them, `cmd:COMMAND` for a program, or
    /// `course:PATH[:Class]` for an agent written for the contest's own referee
    #[arg(required = true, value_name = "AGENT")]
    pub agents: Vec<Entry>,
    /// Matches to play; every seating of the agents takes the same opening once
    #[arg(short = 'n', long = "matches", value_name = "N", default_value_t = 12, value_parser = clap::value_parser!(u64).range(1..))]
    pub matches: u64,
    #[command(flatten)]
    pub terms: Terms,
    /// Write the records to this file, each as soon as its match is over
    #[arg(long, value_name = "FILE")]
    pub out: Option<PathBuf>,
    /// Print one JSON object per match and one with the summary
    #[arg(long)]
    pub json: bool,
}

#[derive(Group, Debug)]
pub(crate) struct Sprt {
    /// The game's id, as `truel games` lists it
    pub game: String,
    /// The agent that may be better
    pub a: Entry,
    /// The agent it is compared with
    pub b: Entry,
    /// The difference under H0, in normalised Elo
    #[arg(long, value_name = "ELO", default_value_t = 0.0, allow_hyphen_values = true)]
    pub elo0: f64,
    /// The difference under H1
    #[arg(long, value_name = "ELO", default_value_t = 30.0, allow_hyphen_values = true)]
    pub elo1: f64,
    /// Read both as usual (logistic) Elo
    #[arg(long)]
    pub logistic: bool,
    /// How often H1 may be accepted although H0 is true
    #[arg(long, value_name = "CHANCE", default_value_t = 0.05)]
    pub alpha: f64,
    /// How often H0 may be accepted although H1 is true
    #[arg(long, value_name = "CHANCE", default_value_t = 0.05)]
    pub beta: f64,
    /// Give up after so many matches
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
    /// The agent, with the values to start from
    pub agent: truel_agents::Spec,
    /// A parameter to tune, its bounds, and the last step that still makes a difference: c=0.2..3:0.1
    #[arg(long = "param", value_name = "NAME=LOW..HIGH:STEP", required = true)]
    pub params: Vec<String>,
    /// Trials: each plays one block of the two variants
    #[arg(short = 'n', long = "iterations", value_name = "N", default_value_t = 200, value_parser = clap::value_parser!(u64).range(1..))]
    pub iterations: u64,
    /// Keep the state of the run in this file, and go on from it when it is there
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
    /// The game that a report is about; without one, the reports and their claims are listed
    pub report: Option<String>,
    /// Play a few matches of each trial only, some at shorter clocks
    #[arg(long)]
    pub quick: bool,
    /// Only these claims, such as T2,T4
    #[arg(long, value_name = "CLAIMS", value_delimiter = ',')]
    pub only: Vec<String>,
    /// What chance is drawn from
    #[arg(long, value_name = "S", default_value_t = 1)]
    pub seed: u64,
    /// Matches played at the same time
    #[arg(long, value_name = "K", default_value_t = 1, value_parser = at_least_one)]
    pub concurrency: usize,
    /// Keep findings in this folder, as numbers, a page and a picture; claims already there stay until played again
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
    /// The agents to calibrate; all that play the game when left out
    #[arg(value_name = "AGENT")]
    pub agents: Vec<truel_agents::Spec>,
    /// Matches to play; every agent judges positions of the same matches
    #[arg(short = 'n', long = "matches", value_name = "N", default_value_t = 300, value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    pub matches: u64,
    /// Nodes for each position that an agent judges (simulations: a tenth of it)
    #[arg(long, value_name = "N", default_value_t = 10_000, value_parser = clap::value_parser!(u64).range(1..=1_000_000_000))]
    pub nodes: u64,
    /// Nodes for each move of the matches (simulations: a tenth of it)
    #[arg(long, value_name = "N", default_value_t = 2_000, value_parser = clap::value_parser!(u64).range(1..=1_000_000_000))]
    pub players: u64,
    /// Random seed; the same seed gives the same matches and the same numbers
    #[arg(long, value_name = "S", default_value_t = 1, value_parser = clap::value_parser!(u64).range(..=i64::MAX as u64))]
    pub seed: u64,
    /// Threads that play and judge
    #[arg(long, value_name = "K", default_value = "1")]
    pub concurrency: std::num::NonZero<usize>,
    /// Write the numbers to this file after every agent, and go on from it when it is there
    #[arg(long, value_name = "FILE")]
    pub out: Option<PathBuf>,
    /// Print one JSON object per agent
    #[arg(long)]
    pub json: bool,
}
