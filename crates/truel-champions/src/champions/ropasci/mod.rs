//! The champion of ropasci.
//!
//! Two turns ahead it solves the game exactly, as a matrix for each position: double oracle on
//! sixteen moves a seat, whose answer is a mixed strategy that no reply beats. Most of its strength
//! lies in what it thinks of the positions behind them ([`Trained`]): with the weights that it had
//! before, the same search is no better than `spar-equilibrium`. It is seen through a lens to which
//! a draw is worth less than half unless it stands badly, and plays no move that may complete a
//! repetition while there is more to win.
//!
//! [`Trained`]: crate::heuristics::ropasci::trained::Trained
//!
//! [`first`] is the champion of release 0.1, [`sparring`] the pool that both are measured against.

mod first;
mod fresh;
mod sparring;

use truel_agents::Agent;
use truel_agents::catalogue::groups::{LIMITS, count, from, param};
use truel_agents::{AgentInfo, BuildContext, CHAMPION, Form, Listing, Maker, Needs, Param};
use truel_core::Seat;
use truel_games::RoPaSci;
use truel_search::joint::DoubleOracle;
use truel_search::lens::{LensOpinion, LensSearch};

use crate::Listed;
use crate::heuristics::ropasci::Tokens;
use crate::heuristics::ropasci::driven::Driven;
use crate::heuristics::ropasci::shortlist::Shortlist;
use fresh::Fresh;

const LOOK: &[Param] = &[
    param("goes", count(1, 200), "11", "slides and swings that a list keeps"),
    param("throws", count(1, 200), "5", "throws that a list keeps"),
    param(
        "draw",
        Form::Number { low: 0.0, high: 1.0 },
        "0.25",
        "what a draw is worth to it unless it stands badly",
    ),
    param(
        "patience",
        from(1.0),
        "100",
        "turns without a throw or capture that bring a position half the way to a draw",
    ),
];

impl Listed for RoPaSci {
    type Opinion = Tokens;

    fn listing() -> Listing {
        Listing::at_once::<RoPaSci>(Tokens)
            .with_agents(&[AGENT, first::AGENT])
            .with_sparring(sparring::POOL)
            .with_calibration(include_str!("../../../data/calibration/ropasci.toml"))
    }
}

const AGENT: AgentInfo = AgentInfo {
    name: CHAMPION,
    plain: "Mixes its moves so that no answer beats them, and knows well what positions are worth.",
    about: "double oracle: exact mixed strategies on sixteen moves a seat, positions judged by a small network that \
            learned from its own matches; a draw is no aim unless it stands badly",
    source: "truel",
    needs: Needs::Game("ropasci"),
    groups: &[LIMITS, LOOK],
    maker: Maker::Own(champion),
};

fn champion(context: &BuildContext) -> Box<dyn Agent> {
    let values = &context.values;
    let lens = Driven {
        draw: values.number("draw"),
        patience: values.number("patience"),
        shortlist: Shortlist {
            goes: values.size("goes"),
            throws: values.size("throws"),
        },
        ..Driven::default()
    };
    context.seated::<RoPaSci>(Fresh(LensSearch::new::<RoPaSci>(
        DoubleOracle::new(LensOpinion),
        move |game: &RoPaSci, seat: Seat| lens.focused(game, seat),
    )))
}
