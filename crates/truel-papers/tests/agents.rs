//! Every agent of the catalogue on every game it plays.

use std::sync::LazyLock;

use truel_agents::{Agent, AgentInfo, Conditions, Form, Roster, Spec, Thought, Watch};
use truel_core::{AnyGame, Phase, Seat};

/// The games of truel with all agents.
fn roster() -> &'static Roster {
    static ROSTER: LazyLock<Roster> = LazyLock::new(truel_papers::roster);
    &ROSTER
}

/// Every agent with every game it plays, bounded so that a match takes little time and repeats
/// itself.
fn pairs() -> impl Iterator<Item = (&'static str, &'static AgentInfo, Spec)> {
    roster()
        .infos()
        .flat_map(|game| roster().agents_of(game).map(|agent| (game.id, agent, small(agent))))
}

fn small(agent: &AgentInfo) -> Spec {
    let has = |name: &str| agent.params().any(|param| param.name == name);
    let spec: Spec = agent.name.parse().expect("a name is a spec");
    match (has("nodes"), has("sims")) {
        (true, _) => spec.with("nodes", 200),
        (_, true) => spec.with("sims", 20),
        _ => spec,
    }
}

fn table(game: &str) -> Box<dyn AnyGame> {
    roster().table(game).expect("a game")
}

/// The first plies of a match in which the agent has all seats.
fn played(game: &str, agent: &mut dyn Agent, plies: u32) -> Vec<String> {
    let (mut table, mut moves) = (table(game), Vec::new());
    for step in 1..=plies {
        let Phase::Act(seats) = table.phase() else { break };
        let conditions = Conditions {
            step,
            ..Conditions::default()
        };
        let choices: Vec<String> = seats
            .iter()
            .map(|seat| agent.think(&*table, seat, &conditions, Watch::Nobody).mv)
            .collect();
        let joint = choices.join("|");
        let before = table.boxed();
        if let Err(illegal) = table.play(&joint) {
            panic!("{game}: {illegal}");
        }
        agent.played(&*before, &joint);
        moves.push(joint);
    }
    moves
}

#[test]
fn every_agent_plays_legal_moves_and_repeats_itself_from_a_seed() {
    for (game, agent, spec) in pairs() {
        let line = |seed| {
            let mut agent = roster()
                .build(game, &spec, seed)
                .unwrap_or_else(|error| panic!("{game}: {error}"));
            played(game, &mut *agent, 12)
        };
        let first = line(7);
        assert!(!first.is_empty(), "{game}, {}", agent.name);
        assert_eq!(first, line(7), "{game}, {}", agent.name);
    }
}

#[test]
fn somebody_who_watches_sees_a_policy_over_legal_moves_and_a_value_for_every_seat() {
    for (game, agent, spec) in pairs() {
        let mut agent_made = roster().build(game, &spec, 1).expect("an agent");
        let table = table(game);
        let mut shown: Vec<Thought> = Vec::new();
        let thought = agent_made.think(
            &*table,
            Seat::new(0),
            &Conditions::default(),
            Watch::Live(&mut |thought| shown.push(thought.clone())),
        );
        let legal = table.moves(Seat::new(0));
        for thought in shown.iter().chain([&thought]) {
            let weights: f32 = thought.candidates.iter().map(|seen| seen.weight).sum();
            assert!((weights - 1.0).abs() < 1e-3, "{game}, {}: {weights}", agent.name);
            assert!(
                thought.candidates.iter().all(|seen| legal.contains(&seen.mv)),
                "{game}, {}",
                agent.name
            );
            assert_eq!(thought.value.len(), table.info().seats.len());
            assert!(legal.contains(&thought.mv), "{game}, {}", agent.name);
        }
    }
}

#[test]
fn every_shape_of_every_parameter_builds_and_thinks() {
    for (game, agent, spec) in pairs().filter(|(game, ..)| ["tic-tac-toe", "goofspiel", "chexers"].contains(game)) {
        for param in agent.params() {
            let values: Vec<String> = match param.form {
                Form::OneOf(_)
                    if param.name == "book" && roster().listing(game).is_ok_and(|listing| listing.book().is_none()) =>
                {
                    vec!["off".to_owned()]
                }
                Form::OneOf(shapes) => shapes.iter().map(|shape| shape.word.to_owned()).collect(),
                Form::Number { low, .. } => vec![(low + 0.5).to_string()],
                Form::Count { low, .. } => vec![low.to_string()],
                Form::Time => vec!["5ms".to_owned()],
            };
            for value in values {
                let spec = spec.clone().with(param.name, value);
                let mut agent = roster()
                    .build(game, &spec, 3)
                    .unwrap_or_else(|error| panic!("{game}, {spec}: {error}"));
                let moves = played(game, &mut *agent, 2);
                assert_eq!(moves.len(), 2, "{game}, {spec}");
            }
        }
    }
}

#[test]
fn a_wrong_agent_is_told_with_what_would_be_right() {
    let cases = [
        ("chexers", "maxm", "did you mean `maxn`?"),
        ("chexers", "zzz", "chexers is played by random, greedy, paranoid"),
        (
            "chexers",
            "duct",
            "needs seats that move at once; chexers is played by random",
        ),
        (
            "ropasci",
            "maxn",
            "needs seats that take turns; ropasci is played by random",
        ),
        ("avalam", "mpmix", "needs three seats or more"),
        ("avalam", "mcts:tme=1s", "did you mean `time`?"),
        ("avalam", "random:c=1", "has no parameter `c`; it has none"),
        ("avalan", "random", "did you mean `avalam`?"),
    ];
    for (game, spec, told) in cases {
        let error = roster()
            .check(game, &spec.parse().expect("a spec"))
            .expect_err(spec)
            .to_string();
        assert!(error.contains(told), "{game}, {spec}: {error}");
        assert!(!error.contains('\n'));
    }
}

/// A match of three seats, all the way, with clocks that are told to the agents.
#[test]
fn agents_take_part_in_whole_matches_with_clocks() {
    let mut table = table("chexers");
    let specs = ["greedy", "mpmix:depth=1", "mcts:sims=5"];
    let mut agents: Vec<Box<dyn Agent>> = specs
        .iter()
        .map(|spec| {
            roster()
                .build("chexers", &spec.parse().expect("a spec"), 5)
                .expect("an agent")
        })
        .collect();
    let mut plies = 0;
    while let Phase::Act(seats) = table.phase() {
        let conditions = Conditions {
            clock: Some(truel_search::clock::Clock::match_time(std::time::Duration::from_secs(
                60,
            ))),
            step: plies / 3 + 1,
            ..Conditions::default()
        };
        let seat = seats.first();
        let thought = agents[seat.index()].think(&*table, seat, &conditions, Watch::Nobody);
        let before = table.boxed();
        table.play(&thought.mv).expect("agents play legal moves");
        agents.iter_mut().for_each(|agent| agent.played(&*before, &thought.mv));
        plies += 1;
    }
    assert!(table.reason().is_some() && plies > 10);
}
