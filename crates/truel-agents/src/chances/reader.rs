//! The values of one thought, read as chances.

use truel_core::{Game, Payoffs, Seat};
use truel_search::{Bound, Candidate, Choice, Scale};

use super::{Calibration, Chances, Judged, SeatChances};

/// What reads the values of a thought about one position.
pub(crate) struct Reader<'a> {
    calibration: &'a Calibration,
    /// Seats that can still do something.
    live: usize,
}

impl<'a> Reader<'a> {
    pub(crate) fn new<G: Game>(calibration: &'a Calibration, game: &G) -> Self {
        let seats = Seat::all(G::Payoffs::SEATS);
        Reader {
            calibration,
            live: seats.filter(|seat| !game.is_out(*seat)).count(),
        }
    }

    /// Whether values on `scale` are read by numbers that were fitted to results.
    pub(crate) fn is_fitted(&self, scale: Scale) -> bool {
        self.calibration.is_fitted() && self.calibration.scale() == scale
    }

    /// What the chosen move gives.
    pub(crate) fn whole<G: Game>(&self, choice: &Choice<G>) -> Chances<'a> {
        self.chances::<G>(choice.value.as_slice(), choice.seat, choice.scale, choice.is_proven)
    }

    /// What is known without a value.
    pub(crate) fn unknown(&self, seat: Seat) -> Chances<'a> {
        self.calibration.chances(&Judged {
            values: &[],
            seat,
            scale: self.calibration.scale(),
            is_certain: false,
        })
    }

    /// What a move of `seat` gives; nothing where it was never searched. A bound stays a bound: the
    /// others are taken to get what the best move leaves them, and what the mover loses beside it.
    pub(crate) fn candidate<G: Game>(&self, choice: &Choice<G>, candidate: &Candidate<G>) -> Vec<SeatChances> {
        if candidate.bound == Bound::AtMost && candidate.visits == 0 {
            return Vec::new();
        }
        let seat = choice.seat;
        let values = match candidate.bound {
            Bound::Exact => candidate.values,
            Bound::AtMost => {
                let lost = choice.value[seat] - candidate.value;
                let others = G::Payoffs::SEATS as f32 - 1.0;
                // Two seats have opposite interests on every scale we know.
                let is_shared = G::Payoffs::SEATS == 2 || (choice.scale == Scale::Payoffs && G::INFO.sum.is_some());
                let gain = if is_shared { lost / others } else { 0.0 };
                G::Payoffs::from_fn(|other| match other == seat {
                    true => candidate.value,
                    false => choice.value[other] + gain,
                })
            }
        };
        let judged = self.judged::<G>(values.as_slice(), seat, choice.scale, candidate.is_proven);
        let chances = match judged.is_certain || G::Payoffs::SEATS == 2 {
            true => self.calibration.chances(&judged),
            false => self.calibration.chances_beside(&judged, choice.value.as_slice()),
        };
        chances.seats()
    }

    fn chances<G: Game>(&self, values: &[f32], seat: Seat, scale: Scale, is_proven: bool) -> Chances<'a> {
        self.calibration
            .chances(&self.judged::<G>(values, seat, scale, is_proven))
    }

    /// A proof with more than two live seats assumes how the others play, unless it is the proof of
    /// a win.
    fn judged<'v, G: Game>(&self, values: &'v [f32], seat: Seat, scale: Scale, is_proven: bool) -> Judged<'v> {
        let is_won = values[seat.index()] >= G::INFO.bounds.high;
        Judged {
            values,
            seat,
            scale,
            is_certain: is_proven && (self.live <= 2 || is_won),
        }
    }
}
