//! The agents of the pentago-swap report: `logical`, which it submitted, and two that it left
//! behind.

mod logical;
mod mcts;
mod minimax;
mod potentials;

use truel_core::Rng;
use truel_games::PentagoSwap;
use truel_search::lens::{LensOpinion, LensSearch};
use truel_search::mcts::{Config, Reuse};
use truel_search::{AlphaBeta, Indifferent, Mcts, alphabeta};

use logical::{Caution, Logical, Perspectives, Swaps, Ties};
use mcts::CentresFirst;
use minimax::LongestLine;
use potentials::{Biases, Superpose};
use truel_agents::Agent;
use truel_agents::catalogue::groups::{ANY, count, from, param};
use truel_agents::{AgentInfo, BuildContext, Maker, Needs};
use truel_agents::{Form, Param, Shape};

const SOURCE: &str = "COMP 424 2019, Pentago-Swap report";

pub(crate) const AGENTS: &[AgentInfo] = &[
    AgentInfo {
        name: "logical",
        plain: "Puts its stone where most lines can still be made, and avoids moves that lose at once.",
        about: "the cell with the largest potential for either seat, a swap that suits own diagonals, no move that \
                loses at \
                once; increments on the whole board, the order of cells and what is a diagonal are readings",
        source: SOURCE,
        needs: Needs::Game("pentago-swap"),
        groups: &[LOGICAL],
        maker: Maker::Own(logical),
    },
    AgentInfo {
        name: "report-mcts",
        plain: "Plays quick random matches in its head and takes what did best.",
        about: "quadrant centres first, a win in one, else UCB1 with random rollouts; constant, answer and time are \
                readings",
        source: SOURCE,
        needs: Needs::Game("pentago-swap"),
        groups: &[MCTS],
        maker: Maker::Own(report_mcts),
    },
    AgentInfo {
        name: "report-minimax",
        plain: "Looks a few moves ahead and counts the longest lines.",
        about: "minimax, pruned; depth and evaluation (result, longest own line less the other's) are readings",
        source: SOURCE,
        needs: Needs::Game("pentago-swap"),
        groups: &[MINIMAX],
        maker: Maker::Own(report_minimax),
    },
    AgentInfo {
        name: "repaired-logical",
        plain: "Puts its stone where most lines can still be made, and picks its swaps with more care.",
        about: "logical with the report's improvements: equal cells by both perspectives and then at random, swaps by \
                what \
                they leave, tuned biases",
        source: SOURCE,
        needs: Needs::Game("pentago-swap"),
        groups: &[REPAIRED],
        maker: Maker::Own(logical),
    },
];

const SUPERPOSE: Form = Form::OneOf(&[Shape::word("max"), Shape::word("sum")]);
const PERSPECTIVES: Form = Form::OneOf(&[Shape::word("both"), Shape::word("own")]);
const TIES: Form = Form::OneOf(&[Shape::word("first"), Shape::word("sum")]);
const SWAPS: Form = Form::OneOf(&[Shape::word("diagonals"), Shape::word("lines"), Shape::word("random")]);
const CAUTION: Form = Form::OneOf(&[Shape::word("safe"), Shape::word("reckless")]);

/// The parameters of `logical`, with what differs in its repaired version.
const fn logical_params(ties: &'static str, swaps: &'static str, biases: [&'static str; 4]) -> [Param; 9] {
    [
        param(
            "superpose",
            SUPERPOSE,
            "max",
            "how the three potentials of a cell become one",
        ),
        param("perspectives", PERSPECTIVES, "both", "whose lines count"),
        param(
            "ties",
            TIES,
            ties,
            "which of equal cells: the first in scan order, or by both perspectives",
        ),
        param("swap", SWAPS, swaps, "which swap goes with the cell"),
        param(
            "caution",
            CAUTION,
            "safe",
            "whether moves that let the other win at once are avoided",
        ),
        param(
            "line",
            from(0.0),
            biases[0],
            "what a line beside another quadrant's full one may reach",
        ),
        param("middle", from(0.0), biases[1], "more for the middle of such a line"),
        param(
            "small",
            from(0.0),
            biases[2],
            "more for the second cell of a small diagonal",
        ),
        param("vertical", from(0.0), biases[3], "more for every vertical potential"),
    ]
}

const LOGICAL: &[Param] = &logical_params("first", "diagonals", ["5", "1", "1", "0"]);
/// The biases are what `truel tune pentago-swap repaired-logical --param line=3..9:0.3 --param
/// middle=0..4:0.2 --param small=0..4:0.2 --param vertical=0..2:0.1 -n 3000` found, from those of
/// `logical`.
const REPAIRED: &[Param] = &logical_params("sum", "lines", ["4.2", "1.5", "0.8", "0.2"]);

const MCTS: &[Param] = &[
    param("time", Form::Time, "2s", "time for a move"),
    param("sims", count(1, ANY), "", "simulations for a move"),
    param("c", from(0.0), "1.4142135", "exploration constant"),
];

const MINIMAX: &[Param] = &[
    param("depth", count(1, 36), "2", "plies to look ahead"),
    param("time", Form::Time, "", "time for a move"),
    param("nodes", count(1, ANY), "", "positions to visit for a move"),
];

fn logical(context: &BuildContext) -> Box<dyn Agent> {
    let values = &context.values;
    context.seated::<PentagoSwap>(Logical {
        superpose: match values.shape("superpose").0 {
            "sum" => Superpose::Sum,
            _ => Superpose::Maximum,
        },
        biases: Biases {
            line: values.number("line"),
            middle: values.number("middle"),
            small: values.number("small"),
            vertical: values.number("vertical"),
        },
        perspectives: match values.shape("perspectives").0 {
            "own" => Perspectives::Own,
            _ => Perspectives::Both,
        },
        ties: match values.shape("ties").0 {
            "sum" => Ties::Sum,
            _ => Ties::First,
        },
        swaps: match values.shape("swap").0 {
            "lines" => Swaps::Lines,
            "random" => Swaps::Random,
            _ => Swaps::Diagonals,
        },
        caution: match values.shape("caution").0 {
            "reckless" => Caution::Reckless,
            _ => Caution::Safe,
        },
        rng: Rng::new(context.seed),
    })
}

fn report_mcts(context: &BuildContext) -> Box<dyn Agent> {
    let config = Config::default()
        .with_explore(truel_search::mcts::Explore::Constant(context.values.number("c")))
        .with_reuse(Reuse::Forget)
        .with_seed(context.seed);
    context.seated::<PentagoSwap>(CentresFirst {
        search: Mcts::with_config(Indifferent, config),
        rng: Rng::new(context.seed),
    })
}

fn report_minimax(context: &BuildContext) -> Box<dyn Agent> {
    let search = AlphaBeta::with_config(LensOpinion, alphabeta::Config::exact());
    context.seated::<PentagoSwap>(LensSearch::new(search, |_: &PentagoSwap, _| LongestLine))
}

#[cfg(test)]
mod tests {
    use truel_core::{AnyGame, Game, Phase, Table};
    use truel_games::PentagoSwap;

    use truel_agents::{Conditions, Thought, Watch};

    use crate::roster;

    fn read(text: &str) -> PentagoSwap {
        text.parse().unwrap_or_else(|error| panic!("{error}"))
    }

    fn thought(spec: &str, game: PentagoSwap) -> Thought {
        let seat = game.phase().acting().first();
        let mut agent = roster()
            .build("pentago-swap", &spec.parse().expect("a spec"), 3)
            .unwrap_or_else(|error| panic!("{error}"));
        agent.think(&Table(game), seat, &Conditions::default(), Watch::Nobody)
    }

    /// The first four moves go to the centres that are free, in their order.
    #[test]
    fn mcts_takes_the_centres_first() {
        let cell = |text: &str| thought("report-mcts:sims=10", read(text)).mv[..2].to_owned();
        assert_eq!(cell("6/6/6/6/6/6 w"), "b2");
        assert_eq!(cell("6/1w4/6/6/6/6 b"), "e2");
        assert_eq!(cell("6/1w2b1/6/6/1b4/w5 w"), "e5");
        let later = thought("report-mcts:sims=500", read("b4b/1w2w1/6/6/1w2w1/b4b w"));
        assert_eq!(later.nodes, 500, "a search once four pieces are placed");
    }

    #[test]
    fn mcts_takes_a_win_in_one() {
        let game = read("wwww2/bb4/bb4/6/6/6 w");
        let mut table = Table(game);
        let thought = thought("report-mcts:sims=1", game);
        table.play(&thought.mv).expect("a legal move");
        assert_eq!(table.reason(), Some("five"));
    }

    /// Two plies: a win is worth more than any line, and the line that the other can still lengthen
    /// is counted.
    #[test]
    fn minimax_adds_the_result_to_the_longest_lines() {
        let win = thought("report-minimax", read("wwww2/bb4/bb4/6/6/6 w"));
        assert_eq!(
            win.value,
            [13.0, -13.0],
            "five of its own, two of the other, and 10 for the win"
        );
        let start = thought("report-minimax", PentagoSwap::default());
        assert_eq!((start.value, start.depth), (vec![0.0, 0.0], 2));
    }

    #[test]
    fn every_agent_plays_a_whole_match() {
        for spec in [
            "logical",
            "repaired-logical",
            "logical:superpose=sum,perspectives=own,swap=random,caution=reckless",
        ] {
            let mut agent = roster()
                .build("pentago-swap", &spec.parse().expect("a spec"), 9)
                .expect("an agent");
            let mut table: Box<dyn AnyGame> = Box::new(Table(PentagoSwap::default()));
            while let Phase::Act(seats) = table.phase() {
                let thought = agent.think(&*table, seats.first(), &Conditions::default(), Watch::Nobody);
                table.play(&thought.mv).expect("a legal move");
            }
            assert!(table.reason().is_some());
        }
    }
}
