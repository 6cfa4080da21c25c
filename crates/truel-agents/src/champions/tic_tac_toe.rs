//! The champion of tic-tac-toe.

use truel_games::TicTacToe;
use truel_search::{AlphaBeta, Indifferent};

use super::CHAMPION;
use crate::Agent;
use crate::catalogue::groups::LIMITS;
use crate::catalogue::{AgentInfo, Kind, Needs, Order};

pub(super) const AGENT: AgentInfo = AgentInfo {
    name: CHAMPION,
    plain: "Plays without a mistake.",
    about: "principal-variation search with a table",
    source: "truel",
    needs: Needs::Game("tic-tac-toe"),
    groups: &[LIMITS],
    kind: Kind::Own(champion),
};

fn champion(order: &Order) -> Box<dyn Agent> {
    order.seated::<TicTacToe>(AlphaBeta::new(Indifferent))
}
