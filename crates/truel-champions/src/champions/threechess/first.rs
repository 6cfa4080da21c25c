//! The champion of version 0.1, as it was: what a new one has to beat.

use truel_agents::Agent;
use truel_agents::catalogue::groups::{LIMITS, from, param};
use truel_agents::{AgentInfo, BuildContext, Maker, Needs};
use truel_games::ThreeChess;
use truel_search::{BestReply, alphabeta};

use crate::heuristics::threechess::kings::{Kings, Weights};
use truel_agents::{Param, Values};

pub(super) const FIRST: AgentInfo = AgentInfo {
    name: "champion-0.1",
    plain: "Looks ahead with best replies, and watches every king in reach.",
    about: "best-reply search (BRS+), in which one opponent replies and the other takes what is worth most; sees kings \
            in reach \
            one ply beyond its leaves",
    source: "truel",
    needs: Needs::Game("threechess"),
    groups: &[LIMITS, PARAMS],
    maker: Maker::Own(champion),
};

const PARAMS: &[Param] = &[
    param("half", from(1.0), "40", "points of lead that are worth half a win"),
    param(
        "captured",
        from(0.0),
        "1",
        "what a captured point counts beside one on the board",
    ),
    param(
        "hanging",
        from(0.0),
        "0.7",
        "share of a match that a king is worth which the next seat but one can take",
    ),
    param("check", from(0.0), "0.2", "the same for the king of the seat to move"),
    param("pawn", from(0.0), "0.1", "points for each step of a pawn"),
    param(
        "active",
        from(0.0),
        "0.1",
        "points for each row that a piece stands off the back rank",
    ),
    param("home", from(0.0), "1", "points for a king on its own back rank"),
];

fn champion(context: &BuildContext) -> Box<dyn Agent> {
    let opinion = Kings {
        weights: weights(&context.values),
    };
    context.seated::<ThreeChess>(BestReply::with_config(opinion, alphabeta::Config::default()))
}

fn weights(values: &Values) -> Weights {
    Weights {
        half: values.number("half"),
        captured: values.number("captured"),
        hanging: values.number("hanging"),
        check: values.number("check"),
        pawn: values.number("pawn"),
        active: values.number("active"),
        home: values.number("home"),
        ..Weights::default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::roster;

    #[test]
    fn its_weights_are_those_of_the_opinion() {
        let (_, values) = roster()
            .check("threechess", &"champion-0.1".parse().expect("a spec"))
            .expect("an agent");
        assert_eq!(weights(&values), Weights::default());
    }
}
