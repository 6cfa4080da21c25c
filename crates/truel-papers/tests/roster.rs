//! What the roster of truel's own games says about each of them.

use std::sync::LazyLock;

use truel_agents::{Conditions, LEVELS, Listing, Roster, Spec, Watch};
use truel_core::{Game, Phase};
use truel_games::TicTacToe;
use truel_search::Indifferent;

/// The games of truel with all agents.
fn roster() -> &'static Roster {
    static ROSTER: LazyLock<Roster> = LazyLock::new(truel_papers::roster);
    &ROSTER
}

fn spec(text: &str) -> Spec {
    text.parse().expect("a spec")
}

#[test]
fn the_agents_of_the_papers_come_before_the_champion() {
    let chexers = roster().listing("chexers").expect("a game");
    let names: Vec<&str> = chexers.own_agents().map(|agent| agent.name).collect();
    assert!(names.contains(&"mozi"), "{names:?}");
    assert_eq!(names.last(), Some(&"champion"));
}

#[test]
fn a_listing_takes_the_place_of_an_older_one_and_leaves_clones_alone() {
    let id = TicTacToe::INFO.id;
    let plain = roster().clone().with(Listing::turns::<TicTacToe>(Indifferent));
    let champions = |roster: &Roster| roster.listing(id).expect("a game").own_agents().count();
    assert_eq!((champions(&plain), champions(roster())), (0, 1));
    assert_eq!(plain.infos().count(), roster().infos().count());
    assert_eq!(plain.default_agent(&TicTacToe::INFO), spec("alphabeta"));
}

#[test]
fn a_game_that_is_not_listed_is_named_with_the_nearest_one() {
    let error = roster().table("threeches").err().expect("no such game").to_string();
    assert_eq!(error, "there is no game called `threeches`; did you mean `threechess`?");
    let error = Roster::new()
        .table("threechess")
        .err()
        .expect("no game at all")
        .to_string();
    assert!(error.starts_with("there is no game called `threechess`"), "{error}");
}

#[test]
fn every_game_has_a_default_agent_that_plays_it() {
    for game in roster().infos() {
        let spec = roster().default_agent(game);
        assert!(roster().check(game.id, &spec).is_ok(), "{}: {spec}", game.id);
    }
}

#[test]
fn every_level_is_an_agent_of_every_game() {
    for game in roster().infos() {
        for level in LEVELS {
            let checked = roster().check(game.id, &spec(level.name));
            let (agent, _) = checked.unwrap_or_else(|error| panic!("{}: {error}", game.id));
            assert_eq!(
                agent.name,
                level.spec(roster(), game).name(),
                "{}: {}",
                game.id,
                level.name
            );
        }
    }
}

#[test]
fn what_is_set_about_a_level_is_set_about_its_agent() {
    let (_, values) = roster()
        .check("chexers", &spec("strong:nodes=5000,draw=0.3"))
        .expect("an agent");
    assert_eq!((values.count("nodes"), values.number("draw")), (Some(5000), 0.3));
    assert!(roster().check("chexers", &spec("easy:nonsense=1")).is_err());
}

#[test]
fn a_level_stands_for_an_agent_that_makes_moves() {
    let table = roster().table("avalam").expect("a game");
    for name in ["easy", "fair", "strong"] {
        let mut agent = roster().build("avalam", &spec(name), 1).expect("an agent");
        let seat = table.phase().acting().first();
        let mv = agent.think(&*table, seat, &Conditions::default(), Watch::Nobody).mv;
        assert!(table.check(seat, &mv).is_ok(), "{name}: {mv}");
    }
}

#[test]
fn the_usual_length_of_matches_is_known_for_small_games() {
    let plies = roster().usual_plies(&TicTacToe::INFO);
    assert!((5..=9).contains(&plies), "{plies}");
}

/// From the start on a book answers with legal moves, until the play leaves it.
#[test]
fn opening_books_fit_the_rules() {
    let listings = roster().listings().iter();
    let books = listings.filter_map(|listing| Some((listing, listing.book()?)));
    let mut count = 0;
    for (listing, book) in books {
        let (game, mut table, mut plies) = (listing.info().id, listing.table(), 0);
        while let (Phase::Act(seats), Some(known)) = (table.phase(), book.get(table.key())) {
            for suggestion in known {
                let checked = table.check(seats.first(), &suggestion.mv);
                checked.unwrap_or_else(|error| panic!("{game}: {error}"));
            }
            table
                .play(&known[0].mv)
                .unwrap_or_else(|error| panic!("{game}: {error}"));
            plies += 1;
        }
        assert!(plies >= 3, "the book of {game} knows the first {plies} plies");
        count += 1;
    }
    assert!(count >= 1, "some game has a book");
}

#[test]
fn every_agent_has_a_plain_sentence() {
    for agent in roster().agents() {
        let plain = agent.plain;
        assert!(plain.ends_with('.') && plain.len() < 120, "{}: {plain}", agent.name);
        let technical = [
            "UCT",
            "ply",
            "plies",
            "node",
            "nodes",
            "pruning",
            "heuristic",
            "minimax",
            "alpha",
        ];
        let mut words = plain.split(|letter: char| !letter.is_alphabetic());
        let is_technical = words.any(|word| technical.contains(&word));
        assert!(!is_technical, "{}: {plain}", agent.name);
    }
}
