//! The champion of pentago-swap.

mod first;
mod hunt;
mod search;
mod sparring;

use truel_agents::catalogue::groups::{LIMITS, count, from, param};
use truel_agents::{Agent, AgentInfo, BuildContext, CHAMPION, Listing, Maker, Needs, Param};
use truel_games::PentagoSwap;

use crate::Listed;
use crate::heuristics::pentago_swap::OpenLines;
use crate::heuristics::pentago_swap::anywhere::Anywhere;
use search::{Settings, Threats};

impl Listed for PentagoSwap {
    type Opinion = OpenLines;

    fn listing() -> Listing {
        Listing::turns::<PentagoSwap>(OpenLines)
            .with_agents(&[first::AGENT, AGENT])
            .with_sparring(sparring::POOL)
            .with_calibration(include_str!("../../../data/calibration/pentago-swap.toml"))
    }
}

const AGENT: AgentInfo = AgentInfo {
    name: CHAMPION,
    plain: "Looks for wins that cannot be stopped, its own and the other's, and looks ahead over every swap.",
    about: "principal-variation search over moves that lose nothing at once, with a search for forced wins at its \
            inner positions; counts lines wherever the quadrants may come to lie, plays the last six plies exactly",
    source: "truel",
    needs: Needs::Game("pentago-swap"),
    groups: &[LIMITS, PARAMS],
    maker: Maker::Own(champion),
};

const PARAMS: &[Param] = &[
    param(
        "growth",
        from(1.0),
        "3",
        "how much more each further piece in a line counts",
    ),
    param(
        "tempo",
        from(0.0),
        "1.3",
        "how much more one's lines count while one is to move",
    ),
    param(
        "hunt",
        count(0, u32::MAX as u64),
        "3000",
        "positions to look at for a forced win before all else",
    ),
    param(
        "check",
        count(0, u32::MAX as u64),
        "1000",
        "positions to look at for a forced win of the other seat before a move is chosen",
    ),
    param(
        "inner",
        count(0, 1000),
        "8",
        "positions to look at for a forced win in each position of the tree, times the square of its depth",
    ),
];

fn champion(context: &BuildContext) -> Box<dyn Agent> {
    let values = &context.values;
    let opinion = Anywhere::new(values.number("growth"), values.number("tempo"));
    let settings = Settings {
        hunt: values.size("hunt") as u32,
        check: values.size("check") as u32,
        inner: values.size("inner") as u32,
    };
    context.seated::<PentagoSwap>(Threats::new(opinion, settings))
}
