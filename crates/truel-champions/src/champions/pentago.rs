//! Pentago has no champion yet: general searches play it.

use truel_agents::Listing;
use truel_games::Pentago;

use crate::Listed;

impl Listed for Pentago {
    type Opinion = crate::heuristics::pentago_swap::OpenLines;

    fn listing() -> Listing {
        Listing::turns::<Pentago>(Self::Opinion::default())
    }
}
