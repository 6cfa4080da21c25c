//! Every law can fail: games that break one law each.

use std::fmt;
use std::panic::catch_unwind;
use std::str::FromStr;

use truel_core::doc::Nim;
use truel_core::draw::Rgb;
use truel_core::zobrist::splitmix;
use truel_core::{Bounds, BySeat, Info, ParseError, Payoffs, SeatInfo, Seats, Timing, UpTo};

use super::*;

#[test]
fn nim_keeps_the_laws() {
    all::<Nim>(Effort::default());
    skipping::<Nim>(Effort::default());
}

#[test]
fn a_loaded_die_is_caught() {
    let fair = [100, 95, 104, 99, 102, 100];
    let loaded = [100, 95, 104, 99, 162, 40];
    assert!(chi_squared(&fair, 100.0) < chi_squared_limit(5.0));
    assert!(chi_squared(&loaded, 100.0) > chi_squared_limit(5.0));
}

#[test]
fn a_game_whose_seats_drop_out_keeps_the_laws() {
    all::<Raft<NOTHING, 3>>(Effort::default());
    all::<Raft<NOTHING, 2>>(Effort::default());
    all::<Raft<NOTHING, 8>>(Effort::default());
    all::<Raft<NO_SUM, 3>>(Effort::default());
}

#[track_caller]
fn assert_caught<const FAULT: u8, const N: usize>(expected: &str) {
    let panic = catch_unwind(|| all::<Raft<FAULT, N>>(Effort::default())).expect_err("a law is broken");
    let message = panic.downcast_ref::<String>().cloned().unwrap_or_default();
    assert!(message.contains(expected), "`{message}` instead of `{expected}`");
}

#[test]
fn wrong_constants_are_caught() {
    assert_caught::<SAYS_TURNS, 3>("the timing says turns exactly where a joint move has one move");
    assert_caught::<NOTHING, 1>("1 seats, but a game has 2 to 8");
    assert_caught::<NOTHING, 9>("9 seats, but a game has 2 to 8");
    assert_caught::<WRONG_DRAW, 3>("a draw has the constant sum");
    assert_caught::<WIDE_BOUNDS, 3>("the others' shares of the rest are in bounds");
    assert_caught::<TOO_LONG, 3>("3 plies are too many");
}

#[test]
fn wrong_results_are_caught() {
    assert_caught::<RICH_FORFEIT, 3>("payoffs of a forfeit BySeat([0.0, 1.0, 1.0]) do not add up to 1");
    assert_caught::<POOR_FORFEIT, 3>("nobody gets less than the offender");
    assert_caught::<CHEAP_FORFEIT, 3>("who forfeits gets no points");
    assert_caught::<FORFEIT_OUT_OF_BOUNDS, 3>("are out of bounds");
    assert_caught::<RICH_TIME_OUT, 3>("payoffs of a time-out BySeat([0.0, 1.0, 1.0]) do not add up to 1");
    assert_caught::<LARGE_POINTS, 3>("do not lie in 0 to 1");
    assert_caught::<SAME_POINTS, 3>("rank seats as payoffs");
}

#[test]
fn wrong_seats_are_caught() {
    assert_caught::<OUT_BUT_ACTS, 3>("First is out but has 2 moves to choose from");
    assert_caught::<COMES_BACK, 3>("was out and came back");
    assert_caught::<ONE_BY_ONE, 3>("no two seats ever moved at once");
    assert_caught::<DEAD_ACT, 3>("who acts has moves, and nobody else");
}

const NOTHING: u8 = 0;
const SAYS_TURNS: u8 = 1;
const WRONG_DRAW: u8 = 2;
const WIDE_BOUNDS: u8 = 3;
const TOO_LONG: u8 = 4;
const RICH_FORFEIT: u8 = 5;
const POOR_FORFEIT: u8 = 6;
const CHEAP_FORFEIT: u8 = 7;
const FORFEIT_OUT_OF_BOUNDS: u8 = 8;
const RICH_TIME_OUT: u8 = 9;
const LARGE_POINTS: u8 = 10;
const SAME_POINTS: u8 = 11;
const OUT_BUT_ACTS: u8 = 12;
const COMES_BACK: u8 = 13;
const ONE_BY_ONE: u8 = 14;
const DEAD_ACT: u8 = 15;
/// No fault: the payoffs have no constant sum.
const NO_SUM: u8 = 16;

const STEPS: u8 = 4;

/// `N` seats on a raft: in each of four steps everybody aboard stays (`s`) or jumps (`j`), all at
/// once. Those who stay until the end, or are the last to jump, share a point. `FAULT` says which
/// law the game breaks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Raft<const FAULT: u8, const N: usize> {
    steps: u8,
    /// Who is aboard, a bit for each seat.
    aboard: u16,
    /// Who was aboard one step before.
    before: u16,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum Leap {
    Stay,
    Jump,
}

impl fmt::Display for Leap {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if *self == Leap::Stay { "s" } else { "j" })
    }
}

impl FromStr for Leap {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        match text {
            "s" => Ok(Leap::Stay),
            "j" => Ok(Leap::Jump),
            _ => Err(ParseError::new("move", text, "a move is `s` or `j`")),
        }
    }
}

impl<const FAULT: u8, const N: usize> Raft<FAULT, N> {
    fn is_aboard(&self, seat: Seat) -> bool {
        self.aboard & (1 << seat.index()) != 0
    }

    fn is_over(&self) -> bool {
        self.steps == STEPS || self.aboard.count_ones() < 2
    }
}

impl<const FAULT: u8, const N: usize> Default for Raft<FAULT, N> {
    fn default() -> Self {
        let all = ((1u32 << N) - 1) as u16;
        Raft {
            steps: 0,
            aboard: all,
            before: all,
        }
    }
}

impl<const FAULT: u8, const N: usize> fmt::Display for Raft<FAULT, N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {:b} {:b}", self.steps, self.aboard, self.before)
    }
}

impl<const FAULT: u8, const N: usize> FromStr for Raft<FAULT, N> {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        let fault = || ParseError::new("position", text, "it is steps and who is and was aboard, in bits");
        let words: Vec<&str> = text.split(' ').collect();
        let [steps, aboard, before] = words[..] else {
            return Err(fault());
        };
        let bits = |text: &str| u16::from_str_radix(text, 2).map_err(|_| fault());
        Ok(Raft {
            steps: steps.parse().map_err(|_| fault())?,
            aboard: bits(aboard)?,
            before: bits(before)?,
        })
    }
}

const NAMES: [&str; 9] = [
    "First", "Second", "Third", "Fourth", "Fifth", "Sixth", "Seventh", "Eighth", "Ninth",
];

const SEATS: [SeatInfo; 9] = {
    let mut seats = [SeatInfo {
        name: "",
        colour: Rgb::BLUE,
    }; 9];
    let mut seat = 0;
    while seat < 9 {
        seats[seat].name = NAMES[seat];
        seat += 1;
    }
    seats
};

impl<const FAULT: u8, const N: usize> Game for Raft<FAULT, N> {
    const INFO: Info = Info {
        id: "raft",
        title: "Raft",
        about: "Stay or jump.",
        origin: "truel-testkit",
        seats: SEATS.split_at(N).0,
        timing: match FAULT {
            SAYS_TURNS => Timing::Turns,
            _ => Timing::Simultaneous,
        },
        bounds: match FAULT {
            WIDE_BOUNDS => Bounds { low: -9.0, high: 1.0 },
            _ => Bounds::UNIT,
        },
        sum: match FAULT {
            NO_SUM => None,
            _ => Some(1.0),
        },
        draw: match FAULT {
            WRONG_DRAW => 0.5,
            _ => 1.0 / N as f32,
        },
        longest: match FAULT {
            TOO_LONG => Some(2),
            _ => Some(STEPS as u32),
        },
        position: "STEPS ABOARD BEFORE",
        notation: "s j",
    };
    type Move = Leap;
    type Joint = UpTo<Leap, N>;
    type Payoffs = BySeat<f32, N>;
    type Undo = Self;

    fn phase(&self) -> Phase<Self::Payoffs> {
        let acting: Seats = Seat::all(N).filter(|seat| self.is_aboard(*seat)).collect();
        if !self.is_over() {
            return Phase::Act(match FAULT {
                ONE_BY_ONE => Seats::one(acting.first()),
                DEAD_ACT => Seats::all(N),
                _ => acting,
            });
        }
        let winners = if self.aboard == 0 { self.before } else { self.aboard };
        let share = 1.0 / winners.count_ones() as f32;
        Phase::Over(BySeat::from_fn(|seat| {
            if winners & (1 << seat.index()) != 0 { share } else { 0.0 }
        }))
    }

    fn reason(&self) -> Option<&'static str> {
        self.is_over().then_some("done")
    }

    fn moves(&self, seat: Seat, out: &mut Vec<Leap>) {
        let acts = self.phase().acting().contains(seat) && self.is_aboard(seat);
        out.extend([Leap::Stay, Leap::Jump].into_iter().filter(|_| acts));
    }

    fn play(&mut self, joint: UpTo<Leap, N>) -> Self {
        let before = *self;
        let acting = self.phase().acting();
        self.steps += 1;
        self.before = self.aboard;
        for (seat, leap) in acting.iter().zip(joint.iter()) {
            if *leap == Leap::Jump {
                self.aboard &= !(1 << seat.index());
            }
        }
        before
    }

    fn undo(&mut self, before: Self) {
        *self = before;
    }

    fn key(&self) -> u64 {
        splitmix(u64::from(self.steps) << 32 | u64::from(self.aboard) << 16 | u64::from(self.before))
    }

    fn is_out(&self, seat: Seat) -> bool {
        match FAULT {
            OUT_BUT_ACTS => seat == Seat::new(0),
            COMES_BACK => !self.is_aboard(seat) && self.steps % 2 == 1,
            _ => !self.is_aboard(seat),
        }
    }

    fn points(payoffs: Self::Payoffs) -> Self::Payoffs {
        match FAULT {
            LARGE_POINTS => Payoffs::from_fn(|seat| payoffs[seat] * 2.0),
            SAME_POINTS => Payoffs::all(0.0),
            _ => Self::INFO.points(payoffs),
        }
    }

    fn forfeit(&self, offender: Seat) -> Self::Payoffs {
        match FAULT {
            RICH_FORFEIT => Payoffs::one_against(offender, 0.0, 1.0),
            POOR_FORFEIT => Payoffs::one_against(offender, 1.0, 0.0),
            CHEAP_FORFEIT => Payoffs::all(1.0 / N as f32),
            FORFEIT_OUT_OF_BOUNDS => BySeat::from_fn(|seat| match seat == offender {
                true => -1.0,
                false if seat == offender.next(N) => 2.0,
                false => 0.0,
            }),
            _ => Self::INFO.forfeit(offender),
        }
    }

    fn time_out(&self, late: Seat) -> Self::Payoffs {
        match FAULT {
            RICH_TIME_OUT => Payoffs::one_against(late, 0.0, 1.0),
            _ => self.forfeit(late),
        }
    }
}

/// What [`Game`] says where a game says nothing.
mod defaults {
    use super::*;

    /// A drawn tree has no constant sum and no rule of its own for forfeits.
    #[test]
    fn without_a_constant_sum_one_opponent_wins_and_several_draw() {
        use crate::tree::Tree;
        assert_eq!(Tree::<2>::default().forfeit(Seat::new(0)), BySeat([-100.0, 100.0]));
        assert_eq!(Tree::<3>::default().forfeit(Seat::new(1)), BySeat([0.0, -100.0, 0.0]));
    }

    #[test]
    fn points_run_from_the_smallest_payoff_to_the_largest() {
        use crate::tree::Tree;
        assert_eq!(Tree::<3>::points(BySeat([-100.0, 0.0, 100.0])), BySeat([0.0, 0.5, 1.0]));
        assert_eq!(Nim::points(BySeat([0.25, 0.75])), BySeat([0.25, 0.75]));
    }

    #[test]
    fn who_does_not_forfeit_shares_a_constant_sum() {
        assert_eq!(Nim::default().forfeit(Seat::new(1)), BySeat([1.0, 0.0]));
        let raft = Raft::<NOTHING, 3>::default();
        assert_eq!(raft.forfeit(Seat::new(2)), BySeat([0.5, 0.5, 0.0]));
    }
}
