//! The champion of threechess.

use truel_games::ThreeChess;
use truel_search::{BestReply, Reduce, alphabeta};

use crate::Agent;
use crate::catalogue::groups::LIMITS;
use crate::catalogue::{AgentInfo, Kind, Needs, Order};
use crate::heuristics::threechess::Score;

pub(super) const AGENT: AgentInfo = AgentInfo {
    name: "champion",
    about: "best-reply search; exact with one seat left",
    source: "truel",
    needs: Needs::Game("threechess"),
    groups: &[LIMITS],
    kind: Kind::Own(champion),
};

fn champion(order: &Order) -> Box<dyn Agent> {
    order.seated::<ThreeChess>(Reduce::new(BestReply::plus(Score, alphabeta::Config::default()), Score))
}
