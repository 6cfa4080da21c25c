//! The table of contests: everything that differs between them, in one place.

use std::time::Duration;

use truel_arena::engine::Launch;
use truel_arena::{Late, Limits, Measure, MemoryMeasure, TimeControl};

use crate::CourseError;
use crate::export::PlayerTemplate;
use crate::launch::{Entered, avalam, melbourne, pentago_swap};
use crate::logs::{self, LogReader};
use crate::{export, java};

/// A university contest that one of the games comes from.
#[derive(Debug)]
pub struct Contest {
    /// The game's id.
    pub game: &'static str,
    /// Where and when it was held.
    pub held: &'static str,
    /// Its limits and penalties.
    pub limits: Limits,
    /// How an agent that was written for its referee is started.
    pub(crate) launch: fn(&Entered<'_>) -> Result<Launch, CourseError>,
    /// Reads a log of its referee.
    pub(crate) read_log: LogReader,
    /// A player for its referee that asks one of our agents.
    pub player: Option<PlayerTemplate>,
}

/// The contests that agents of ours and theirs can meet in.
pub static CONTESTS: [Contest; 5] = [
    Contest {
        game: "threechess",
        held: "University of Western Australia, CITS3001, 2020",
        limits: Limits {
            time: whole_match(300),
            ..USUAL
        },
        launch: java::threechess,
        read_log: logs::threechess::read,
        player: None,
    },
    Contest {
        game: "chexers",
        held: "University of Melbourne, COMP30024, 2019",
        limits: MELBOURNE,
        launch: melbourne,
        read_log: logs::melbourne::chexers,
        player: Some(export::CHEXERS),
    },
    Contest {
        game: "ropasci",
        held: "University of Melbourne, COMP30024, 2021",
        limits: MELBOURNE,
        launch: melbourne,
        read_log: logs::melbourne::ropasci,
        player: Some(export::ROPASCI),
    },
    Contest {
        game: "avalam",
        held: "Polytechnique Montréal, INF8215, 2022",
        limits: Limits {
            time: whole_match(900),
            late: Late::LastMove,
            margin: Duration::from_millis(500),
            ..USUAL
        },
        launch: avalam,
        read_log: logs::avalam::read,
        player: Some(export::AVALAM),
    },
    Contest {
        game: "pentago-swap",
        held: "McGill University, COMP 424, 2019",
        limits: Limits {
            time: TimeControl::FirstMove {
                first: Duration::from_secs(30),
                then: Duration::from_secs(2),
            },
            late: Late::RandomMove,
            margin: Duration::from_millis(1000),
            ..USUAL
        },
        launch: pentago_swap,
        read_log: logs::pentago_swap::read,
        player: None,
    },
];

/// What most referees had in common.
const USUAL: Limits = Limits {
    time: TimeControl::Unlimited,
    measure: Measure::Wall,
    margin: Duration::ZERO,
    late: Late::Forgiven,
    memory: None,
    memory_measure: MemoryMeasure::Whole,
};

/// Both referees of Melbourne: processor time, and memory above the level after imports.
const MELBOURNE: Limits = Limits {
    time: whole_match(60),
    measure: Measure::Cpu,
    memory: Some(100),
    memory_measure: MemoryMeasure::Growth,
    ..USUAL
};

const fn whole_match(seconds: u64) -> TimeControl {
    TimeControl::PerMatch {
        time: Duration::from_secs(seconds),
        increment: Duration::ZERO,
    }
}

impl Contest {
    /// The contest that a game comes from.
    ///
    /// ```
    /// use truel_courses::Contest;
    /// assert_eq!(Contest::of("chexers").unwrap().limits.memory, Some(100));
    /// assert!(Contest::of("goofspiel").is_err());
    /// ```
    pub fn of(game: &str) -> Result<&'static Contest, CourseError> {
        let contest = CONTESTS.iter().find(|contest| contest.game == game);
        contest.ok_or_else(|| CourseError::NoCourse { game: game.to_owned() })
    }
}

/// The games of all contests, for a message.
pub(crate) fn games() -> String {
    games_with(|_| true).join(", ")
}

/// The games for whose referees a player can be written, for a message.
pub(crate) fn games_with_players() -> String {
    let games = games_with(|contest| contest.player.is_some());
    match games.as_slice() {
        [others @ .., last] if !others.is_empty() => format!("{} and {last}", others.join(", ")),
        games => games.concat(),
    }
}

fn games_with(which: impl Fn(&Contest) -> bool) -> Vec<&'static str> {
    let contests = CONTESTS.iter().filter(|contest| which(contest));
    contests.map(|contest| contest.game).collect()
}
