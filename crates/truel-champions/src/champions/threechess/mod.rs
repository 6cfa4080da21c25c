//! The champion of threechess, the one before it, and the pool that they are measured against.

mod first;
mod sparring;
mod wary;

use truel_agents::catalogue::groups::{LIMITS, from, param};
use truel_agents::{Agent, AgentInfo, BuildContext, CHAMPION, Listing, Maker, Needs, Param};
use truel_games::ThreeChess;

use crate::Listed;
use crate::heuristics::threechess::Score;
use wary::{Config, Wary};

impl Listed for ThreeChess {
    type Opinion = Score;

    fn listing() -> Listing {
        Listing::turns::<ThreeChess>(Score)
            .with_agents(&[AGENT, first::FIRST])
            .with_sparring(sparring::POOL)
            .with_calibration(include_str!("../../../data/calibration/threechess.toml"))
    }
}

const AGENT: AgentInfo = AgentInfo {
    name: CHAMPION,
    plain: "Looks ahead for every seat, and trusts nobody with its king.",
    about: "max^n with chances of winning and losing that were fitted to results; the others look to their own points \
            and give some of them to hurt it; moves are ranked by what they win and what they leave to be taken",
    source: "truel",
    needs: Needs::Game("threechess"),
    groups: &[LIMITS, PARAMS],
    maker: Maker::Own(champion),
};

const PARAMS: &[Param] = &[
    param(
        "spite",
        from(0.0),
        "0.25",
        "what each other seat is expected to give to make the champion's value smaller by one",
    ),
    param(
        "third",
        from(-1.0),
        "-0.5",
        "what it is worth to be third; a loss is worth -1",
    ),
];

fn champion(context: &BuildContext) -> Box<dyn Agent> {
    context.seated::<ThreeChess>(Wary::new(Config {
        spite: context.values.number("spite"),
        third: context.values.number("third"),
    }))
}

#[cfg(test)]
mod tests {
    use std::num::NonZeroUsize;

    use truel_agents::{Conditions, Watch};
    use truel_core::{Game, Seat, Table};
    use truel_search::{Bound, Choice, Limits, Search};

    use super::*;
    use crate::roster;

    fn chosen(agent: &str, game: ThreeChess) -> String {
        let spec = format!("{agent}:nodes=5000").parse().expect("a spec");
        let mut agent = roster().build("threechess", &spec, 1).expect("an agent");
        let seat = game.phase().acting().first();
        agent
            .think(&Table(game), seat, &Conditions::default(), Watch::Nobody)
            .mv
    }

    fn read(text: &str) -> ThreeChess {
        text.parse().unwrap_or_else(|error| panic!("{error}"))
    }

    #[test]
    fn a_king_is_taken_before_a_queen() {
        let game = read("4bK3/8/8/8/4gK3/8/4bQ2gQ/8/4rK3/8/8/8 b 33,33,33");
        assert_eq!(chosen(CHAMPION, game), "GE3GE1");
    }

    /// A bishop that shields the king from Red's rook could take a knight; a greedy agent does.
    #[test]
    fn a_king_is_not_left_for_a_knight() {
        let game = read("4bK3/4bB3/8/2gN5/4gK3/8/8/8/4rK3/8/8/3rR4 b 36,35,35");
        assert_ne!(chosen(CHAMPION, game), "BE2BC4");
    }

    /// Blue's queen is after Green's king, and Red moves between: who does nothing is third.
    #[test]
    fn a_third_place_is_prevented() {
        let mut game = ThreeChess::default();
        for mv in "BC2BC4 GF2GF4 RD2RD4 BD1BA4 GE2GE4 RC1RF4 BA4GH4 GD1GF3".split(' ') {
            game.play([mv.parse().expect("a move")]);
        }
        let (blue, green) = (Seat::new(0), Seat::new(1));
        let is_reached = |game: &ThreeChess| game.attacks(blue, game.king_of(green));
        assert!(is_reached(&game));
        let mv = chosen(CHAMPION, game);
        game.play([mv.parse().expect("a move")]);
        assert!(!is_reached(&game), "{mv}");
    }

    #[test]
    fn its_parameters_are_those_of_the_search() {
        let (_, values) = roster()
            .check("threechess", &CHAMPION.parse().expect("a spec"))
            .expect("an agent");
        let config = Config {
            spite: values.number("spite"),
            third: values.number("third"),
        };
        assert_eq!(config, Config::default());
    }

    /// Answers repeat themselves, also after another match, and every move has a value.
    #[test]
    fn it_repeats_itself() {
        let (mut wary, limits) = (Wary::new(Config::default()), Limits::nodes(3000));
        let game = ThreeChess::default();
        let first = wary.search(&game, Seat::new(0), &limits);
        assert_eq!((first.candidates.len(), first.nodes), (20, 3000));
        assert!(first.depth > 1 && first.value[Seat::new(0)].abs() < 0.9);
        wary.search(&first_after(&game, &first), Seat::new(1), &limits);
        wary.forget();
        assert_eq!(wary.search(&game, Seat::new(0), &limits).candidates, first.candidates);
    }

    fn first_after(game: &ThreeChess, choice: &Choice<ThreeChess>) -> ThreeChess {
        let mut after = *game;
        after.play([choice.best()]);
        after
    }

    /// Where several moves are asked for, that many have values of their own.
    #[test]
    fn candidates_are_exact() {
        let limits = Limits::depth(4).with_candidates(NonZeroUsize::new(5).expect("not 0"));
        let choice = Wary::new(Config::default()).search(&ThreeChess::default(), Seat::new(0), &limits);
        let best = &choice.candidates[..5];
        assert!(best.iter().all(|candidate| candidate.bound == Bound::Exact));
        assert!(best.is_sorted_by(|a, b| a.value >= b.value));
    }

    /// The pool takes a king where one is in reach, each in its own way.
    #[test]
    fn everybody_in_the_pool_takes_a_king() {
        for agent in sparring::POOL {
            let spec = match agent.params().any(|param| param.name == "nodes") {
                true => format!("{}:nodes=3000", agent.name),
                false => format!("{}:sims=300", agent.name),
            };
            let mut seated = roster()
                .build("threechess", &spec.parse().expect("a spec"), 1)
                .expect("an agent");
            let game = read("4bK3/8/8/8/4gK3/8/4bQ2gQ/8/4rK3/8/8/8 b 33,33,33");
            let seat = game.phase().acting().first();
            let thought = seated.think(&Table(game), seat, &Conditions::default(), Watch::Nobody);
            assert_eq!(thought.mv, "GE3GE1", "{}", agent.name);
        }
    }
}
