//! The champion of tic-tac-toe.

use truel_agents::Agent;
use truel_agents::catalogue::groups::LIMITS;
use truel_agents::{AgentInfo, BuildContext, CHAMPION, Listing, Maker, Needs};
use truel_games::TicTacToe;
use truel_search::{AlphaBeta, Indifferent};

use crate::Listed;

impl Listed for TicTacToe {
    type Opinion = Indifferent;

    fn listing() -> Listing {
        Listing::turns::<TicTacToe>(Indifferent)
            .with_agents(&[AGENT])
            .with_calibration(include_str!("../../data/calibration/tic-tac-toe.toml"))
    }
}

const AGENT: AgentInfo = AgentInfo {
    name: CHAMPION,
    plain: "Plays without a mistake.",
    about: "principal-variation search with a table",
    source: "truel",
    needs: Needs::Game("tic-tac-toe"),
    groups: &[LIMITS],
    maker: Maker::Own(champion),
};

fn champion(context: &BuildContext) -> Box<dyn Agent> {
    context.seated::<TicTacToe>(AlphaBeta::new(Indifferent))
}
