//! Games made of games.

/// The part of a wrapper's `impl Game` that the game inside answers: results and the referee's
/// facts.
macro_rules! forward_results {
    () => {
        fn is_out(&self, seat: Seat) -> bool {
            self.game.is_out(seat)
        }

        fn points(payoffs: G::Payoffs) -> G::Payoffs {
            G::points(payoffs)
        }

        fn forfeit(&self, offender: Seat) -> G::Payoffs {
            self.game.forfeit(offender)
        }

        fn time_out(&self, late: Seat) -> G::Payoffs {
            self.game.time_out(late)
        }

        fn facts(&self) -> Vec<(&'static str, serde_json::Value)> {
            self.game.facts()
        }
    };
}

/// A wrapper's whole `impl Draw`: it looks like the game inside.
macro_rules! forward_draw {
    ($wrapper:ident) => {
        impl<G: crate::Draw> crate::Draw for $wrapper<G> {
            fn board() -> &'static crate::draw::Board {
                G::board()
            }

            fn pieces(&self, out: &mut Vec<crate::draw::Piece>) {
                self.game.pieces(out);
            }

            fn gesture(mv: G::Move) -> crate::draw::Gesture {
                G::gesture(mv)
            }

            fn status(&self, seat: Seat) -> String {
                self.game.status(seat)
            }
        }
    };
}

mod capped;
mod serial;

pub use capped::Capped;
pub use serial::Serial;
