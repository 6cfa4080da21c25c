//! The champion of chexers.

use truel_games::Chexers;
use truel_search::{BestReply, Reduce, alphabeta};

use crate::Agent;
use crate::catalogue::groups::LIMITS;
use crate::catalogue::{AgentInfo, Kind, Needs, Order};
use crate::heuristics::chexers::Race;

pub(super) const AGENT: AgentInfo = AgentInfo {
    name: "champion",
    about: "best-reply search; exact with one seat left",
    source: "truel",
    needs: Needs::Game("chexers"),
    groups: &[LIMITS],
    kind: Kind::Own(champion),
};

fn champion(order: &Order) -> Box<dyn Agent> {
    order.seated::<Chexers>(Reduce::new(BestReply::plus(Race, alphabeta::Config::default()), Race))
}
