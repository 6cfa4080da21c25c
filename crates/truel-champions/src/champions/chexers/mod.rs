//! Chexers: its listing, and its champion.

mod first;
mod sparring;

use truel_agents::catalogue::groups::{BOOK, LIMITS, count, from, param};
use truel_agents::{Agent, AgentInfo, BuildContext, CHAMPION, Form, Listing, Maker, Needs, Param, Shape, Values};
use truel_core::Seat;
use truel_games::Chexers;
use truel_search::lens::{Lens, LensOpinion, LensSearch, Through};
use truel_search::{AlphaBeta, BestReply, Reduce, Search, Solo, alphabeta};

use crate::Listed;
use crate::heuristics::chexers::prospects::Prospects;
use crate::heuristics::chexers::{Race, least_moves};

impl Listed for Chexers {
    type Opinion = Race;

    fn listing() -> Listing {
        Listing::turns::<Chexers>(Race)
            .with_agents(&[first::AGENT, AGENT])
            .with_sparring(sparring::POOL)
            .with_book(include_str!("../../../data/books/chexers.txt"))
            .with_calibration(include_str!("../../../data/calibration/chexers.toml"))
    }
}

const AGENT: AgentInfo = AgentInfo {
    name: CHAMPION,
    plain: "Trusts nobody, knows from thousands of matches who wins, and does not walk in circles.",
    about: "paranoid search by a small network that learned from matches who wins; it presses on when nobody leaves \
            the board for long; no third time in one position; alpha-beta with two seats left, the shortest way with \
            one",
    source: "truel",
    needs: Needs::Game("chexers"),
    groups: &[LIMITS, SEARCH, VALUES, BOOK],
    maker: Maker::Own(champion),
};

const SEARCH: &[Param] = &[
    param(
        "search",
        Form::OneOf(&[Shape::word("paranoid"), Shape::word("brs")]),
        "paranoid",
        "what looks ahead with three seats left",
    ),
    param(
        "rounds",
        count(0, 100),
        "1",
        "rounds from the root on in which brs lets every opponent choose",
    ),
    param(
        "quiescence",
        count(0, 100),
        "0",
        "plies of captures to follow below the last ply",
    ),
];

const VALUES: &[Param] = &[
    param(
        "draw",
        Form::Number { low: 0.0, high: 1.0 },
        "0.1",
        "what a draw is worth",
    ),
    param(
        "patience",
        from(1.0),
        "60",
        "plies beyond 120 without an exit after which exits and steps of one's own count fully",
    ),
    param(
        "tolerance",
        count(0, 3),
        "1",
        "how often a position may come again before no own move brings it back",
    ),
];

fn prospects(values: &Values) -> Prospects {
    Prospects::default()
        .with_draw(values.number("draw"))
        .with_patience(values.number("patience"))
        .with_tolerance(values.size("tolerance"))
}

fn champion(context: &BuildContext) -> Box<dyn Agent> {
    let config = alphabeta::Config::default().with_quiescence(context.values.size("quiescence") as u32);
    if context.values.shape("search").0 == "brs" {
        let search = BestReply::with_config(LensOpinion, config);
        return seated(context, search.with_free_rounds(context.values.size("rounds") as u8));
    }
    seated(context, AlphaBeta::with_config(LensOpinion, config))
}

fn seated(context: &BuildContext, many: impl Search<Through<Chexers, Prospects>> + 'static) -> Box<dyn Agent> {
    let prospects = prospects(&context.values);
    context.seated(finished(many, move |game, seat| prospects.at(game, seat)))
}

/// `many` through the lens that `focus` chooses; alpha-beta with two seats left, the shortest way
/// with one.
fn finished<L: Lens<Chexers>>(
    many: impl Search<Through<Chexers, L>> + 'static,
    focus: impl FnMut(&Chexers, Seat) -> L + Send + 'static,
) -> impl Search<Chexers> + 'static {
    let solo = Solo::new(|view: &Through<Chexers, L>, seat: Seat| least_moves(view.inner(), seat));
    let search = Reduce::new(many, AlphaBeta::new(LensOpinion)).with_solo(solo);
    LensSearch::new(search, focus)
}

#[cfg(test)]
mod tests {
    use truel_core::{Seat, Table};
    use truel_games::Chexers;

    use truel_agents::{Conditions, Watch};

    use crate::roster;

    /// What the champion plays, and whether it has proof.
    fn plays(position: &str) -> (String, bool) {
        let spec = "champion:nodes=20000".parse().expect("a spec");
        let mut agent = roster().build("chexers", &spec, 1).expect("an agent");
        let table = Table(position.parse::<Chexers>().expect("a position"));
        let thought = agent.think(&table, Seat::new(0), &Conditions::default(), Watch::Nobody);
        (thought.mv, thought.is_proven)
    }

    #[test]
    fn it_wins_when_it_can_rather_than_capture() {
        let (mv, _) = plays("GG2/5/6/R1RB2R/R4B/4B/4 R 3,0,0 60 -");
        assert_eq!(mv, "3,0>off");
    }

    #[test]
    fn it_knows_the_way_when_it_is_alone() {
        let (_, is_proven) = plays("4/4R/3R2/R2R3/R5/R4/4 R 1,2,3 90 -");
        assert!(is_proven);
    }

    #[test]
    fn every_one_of_the_pool_wins_when_it_can() {
        for agent in super::sparring::POOL {
            let limit = if agent.params().any(|param| param.name == "sims") {
                "sims"
            } else {
                "nodes"
            };
            let spec = format!("{}:{limit}=2000", agent.name).parse().expect("a spec");
            let mut agent = roster().build("chexers", &spec, 1).expect("an agent");
            let position = "GG2/5/6/R1RB2R/R4B/4B/4 R 3,0,0 60 -";
            let table = Table(position.parse::<Chexers>().expect("a position"));
            let thought = agent.think(&table, Seat::new(0), &Conditions::default(), Watch::Nobody);
            assert_eq!(thought.mv, "3,0>off", "{spec}");
        }
    }
}
