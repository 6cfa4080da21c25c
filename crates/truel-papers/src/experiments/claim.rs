//! A report's claims as data: who sat down, what was said of it, and what would bear it out.

use truel_arena::openings::Source;

/// All that one report claims.
#[derive(Debug)]
pub struct Paper {
    /// The game.
    pub game: &'static str,
    /// Where it comes from, and which question it asks.
    pub about: &'static str,
    /// Its claims in its order, then what came after it: repaired agents and our own.
    pub claims: Vec<Claim>,
}

/// Something that can be found true or false.
#[derive(Debug)]
pub struct Claim {
    /// Its number, as `T4`.
    pub id: &'static str,
    /// What is claimed, in one sentence.
    pub told: &'static str,
    /// How it is tried.
    pub trials: Vec<Trial>,
    /// What is counted rather than played.
    pub facts: Option<fn(Size) -> Vec<Fact>>,
}

/// A claim with nothing yet to try it by.
pub(super) fn claim(id: &'static str, told: &'static str) -> Claim {
    Claim {
        id,
        told,
        trials: Vec::new(),
        facts: None,
    }
}

impl Claim {
    /// The same with one more trial.
    pub fn by(mut self, trial: Trial) -> Self {
        self.trials.push(trial);
        self
    }

    /// The same with something to count.
    pub fn counting(self, facts: fn(Size) -> Vec<Fact>) -> Self {
        Claim {
            facts: Some(facts),
            ..self
        }
    }
}

/// How much to play.
#[derive(Clone, Copy, PartialEq, Eq, Debug, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Size {
    /// Enough to see the direction, in a minute or two.
    Quick,
    /// Enough for intervals worth printing.
    Full,
}

impl Size {
    /// The one of two that is meant.
    pub fn of<T: Copy>(self, quick_and_full: [T; 2]) -> T {
        match self {
            Size::Quick => quick_and_full[0],
            Size::Full => quick_and_full[1],
        }
    }
}

/// A series of matches with what was said to come of it.
#[derive(Clone, Debug)]
pub struct Trial {
    /// Who takes part, each with what was claimed.
    pub lines: Vec<ClaimedLine>,
    /// Who sits where.
    pub seating: Seating,
    /// Matches: in a hurry, and in full.
    pub matches: [u64; 2],
    /// Time control: in a hurry, and in full.
    pub time: [&'static str; 2],
    /// How matches begin.
    pub opening: Source,
    /// What would bear the claim out.
    pub expect: Vec<Expect>,
}

/// Each of these in one seat, everybody everywhere; without clocks, from the start position.
pub(super) fn each<const N: usize>(lines: [ClaimedLine; N]) -> Trial {
    Trial {
        lines: lines.to_vec(),
        seating: Seating::Each,
        matches: [6, 102],
        time: ["unlimited", "unlimited"],
        opening: Source::Random(0),
        expect: Vec::new(),
    }
}

/// One in one seat, the other in all others.
pub(super) fn alone(one: ClaimedLine, others: ClaimedLine) -> Trial {
    Trial {
        seating: Seating::Alone,
        ..each([one, others])
    }
}

/// Both in turn in one seat against the rest.
pub(super) fn duel(one: ClaimedLine, other: ClaimedLine) -> Trial {
    Trial {
        seating: Seating::Duel,
        ..each([one, other])
    }
}

impl Trial {
    /// So many matches in a hurry, so many in full, rounded up to whole blocks.
    pub fn matches(self, quick: u64, full: u64) -> Self {
        Trial {
            matches: [quick, full],
            ..self
        }
    }

    /// A time control in a hurry, and one in full.
    pub fn time(self, quick: &'static str, full: &'static str) -> Self {
        Trial {
            time: [quick, full],
            ..self
        }
    }

    /// So many plies at random first.
    pub fn opening(self, plies: u32) -> Self {
        let opening = Source::Random(plies);
        Trial { opening, ..self }
    }

    /// From random plies that favour nobody.
    pub fn balanced(self, plies: u32) -> Self {
        let opening = Source::Balanced(plies);
        Trial { opening, ..self }
    }

    /// One more thing that would bear the claim out.
    pub fn expect(mut self, expect: Expect) -> Self {
        self.expect.push(expect);
        self
    }
}

/// Who sits where.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Seating {
    /// Each line has one seat.
    Each,
    /// The first line has one seat, the second all others.
    Alone,
    /// Both lines in turn have one seat against the rest.
    Duel,
}

/// An agent and what a report says of it; shares of matches from 0 to 1.
#[derive(Clone, Copy, Debug)]
pub struct ClaimedLine {
    /// The agent.
    pub agent: &'static str,
    /// Share of matches won.
    pub won: Option<f64>,
    /// Share of matches lost.
    pub lost: Option<f64>,
    /// Seconds of thinking in a match.
    pub seconds: Option<f64>,
}

/// An agent of which nothing was said in figures.
pub(super) fn line(agent: &'static str) -> ClaimedLine {
    ClaimedLine {
        agent,
        won: None,
        lost: None,
        seconds: None,
    }
}

impl ClaimedLine {
    /// Such a share of matches won and lost.
    pub fn said(self, won: f64, lost: f64) -> Self {
        ClaimedLine {
            won: Some(won),
            lost: Some(lost),
            ..self
        }
    }

    /// Such a share of matches won.
    pub fn said_won(self, won: f64) -> Self {
        ClaimedLine { won: Some(won), ..self }
    }

    /// So much thinking in a match.
    pub fn took(self, seconds: f64) -> Self {
        ClaimedLine {
            seconds: Some(seconds),
            ..self
        }
    }
}

/// What would bear a claim out; lines are counted from 0.
#[derive(Clone, Copy, Debug)]
pub enum Expect {
    /// The line's share is at least this, with its whole interval.
    AtLeast(usize, Share, f64),
    /// The line's share, as it was counted, is at least this.
    Reaches(usize, Share, f64),
    /// The line's share is at most this, with its whole interval.
    AtMost(usize, Share, f64),
    /// The first of these lines comes out above the second.
    Above(usize, usize),
    /// No match takes more plies.
    NoLonger(usize),
    /// Neither of these lines is above the other by more than this, in points.
    Even(usize, usize, f64),
}

/// Of what.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Share {
    /// Matches won.
    Won,
    /// Matches drawn.
    Drawn,
    /// Matches lost.
    Lost,
    /// Points.
    Points,
}

impl Share {
    /// Its name in a sentence.
    pub fn told(self) -> &'static str {
        match self {
            Share::Won => "won",
            Share::Drawn => "drawn",
            Share::Lost => "lost",
            Share::Points => "points",
        }
    }
}

/// Something counted: what it is, what was claimed of it and what was found.
#[derive(Clone, Debug, serde::Serialize, serde::Deserialize)]
pub struct Fact {
    /// What was counted.
    pub what: String,
    /// What the paper claims.
    pub claimed: String,
    /// What was found.
    pub measured: String,
    /// Whether the claim holds.
    pub verdict: Verdict,
}

/// What a measurement says of a claim.
#[derive(Clone, Copy, PartialEq, Eq, Debug, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Verdict {
    /// It holds, the whole interval included.
    Holds,
    /// It does not.
    Fails,
    /// The interval allows both.
    Undecided,
}

impl Verdict {
    /// Its name in a sentence.
    pub fn told(self) -> &'static str {
        match self {
            Verdict::Holds => "holds",
            Verdict::Fails => "does not hold",
            Verdict::Undecided => "undecided",
        }
    }

    /// Of something that is known exactly.
    pub fn exactly(holds: bool) -> Self {
        if holds { Verdict::Holds } else { Verdict::Fails }
    }
}
