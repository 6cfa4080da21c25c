//! The champion of connect-four.

use truel_agents::Agent;
use truel_agents::catalogue::groups::LIMITS;
use truel_agents::{AgentInfo, BuildContext, CHAMPION, Listing, Maker, Needs};
use truel_games::ConnectFour;
use truel_search::AlphaBeta;

use crate::Listed;
use crate::heuristics::connect_four::Centre;

impl Listed for ConnectFour {
    type Opinion = Centre;

    fn listing() -> Listing {
        Listing::turns::<ConnectFour>(Centre)
            .with_agents(&[AGENT])
            .with_calibration(include_str!("../../data/calibration/connect-four.toml"))
    }
}

const AGENT: AgentInfo = AgentInfo {
    name: CHAMPION,
    plain: "Looks many moves ahead and expects your best answer each time.",
    about: "principal-variation search with a table",
    source: "truel",
    needs: Needs::Game("connect-four"),
    groups: &[LIMITS],
    maker: Maker::Own(champion),
};

fn champion(context: &BuildContext) -> Box<dyn Agent> {
    context.seated::<ConnectFour>(AlphaBeta::new(Centre))
}
