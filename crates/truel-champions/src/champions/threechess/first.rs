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

pub(super) const PARAMS: &[Param] = &[
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

pub(super) fn weights(values: &Values) -> Weights {
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
    use truel_core::{Game, Table};

    use super::*;
    use truel_agents::{Conditions, Watch};

    use crate::roster;

    fn chosen(text: &str) -> String {
        let game: ThreeChess = text.parse().unwrap_or_else(|error| panic!("{error}"));
        let mut agent = roster()
            .build("threechess", &"champion-0.1:nodes=3000".parse().expect("a spec"), 1)
            .expect("an agent");
        let seat = game.phase().acting().first();
        agent
            .think(&Table(game), seat, &Conditions::default(), Watch::Nobody)
            .mv
    }

    #[test]
    fn a_king_is_taken_before_a_queen() {
        assert_eq!(chosen("4bK3/8/8/8/4gK3/8/4bQ2gQ/8/4rK3/8/8/8 b 33,33,33"), "GE3GE1");
    }

    /// A bishop that shields the king from Red's rook could take a knight; a greedy agent does.
    #[test]
    fn a_king_is_not_left_for_a_knight() {
        assert_ne!(chosen("4bK3/4bB3/8/2gN5/4gK3/8/8/8/4rK3/8/8/3rR4 b 36,35,35"), "BE2BC4");
    }

    #[test]
    fn its_weights_are_those_of_the_opinion() {
        let (_, values) = roster()
            .check("threechess", &"champion-0.1".parse().expect("a spec"))
            .expect("an agent");
        assert_eq!(weights(&values), Weights::default());
    }
}
