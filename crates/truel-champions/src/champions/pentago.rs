//! Pentago has no champion yet: general searches play it.

use truel_agents::Listing;
use truel_games::Pentago;

use crate::Listed;
use crate::heuristics::pentago_swap::OpenLines;

impl Listed for Pentago {
    type Opinion = OpenLines;

    fn listing() -> Listing {
        Listing::turns::<Pentago>(OpenLines)
    }
}
