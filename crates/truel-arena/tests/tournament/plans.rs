use std::path::Path;

use truel_arena::Terms;
use truel_arena::openings::Source;
use truel_arena::stats::Entrant;
use truel_arena::tournament::schedule::{self, Field};
use truel_arena::tournament::{EXAMPLE, Format, Plan, Results, Tournament};

use super::{plan, play_by_number, setup};

fn refused(text: &str) -> String {
    let error = Plan::parse(text, Path::new("cup.toml"), &setup())
        .expect_err(text)
        .to_string();
    assert!(error.starts_with("plan cup.toml") && !error.contains('\n'), "{error}");
    error
}

const GAME: &str = "[[game]]\nid = \"tic-tac-toe\"\nblocks = 1\n";
const TWO: &str = "[[entrant]]\nname = \"a\"\nagent = \"random\"\n[[entrant]]\nname = \"b\"\nagent = \"greedy\"\n";

#[test]
fn the_example_is_a_plan_for_two_games() {
    let plan = Plan::parse(EXAMPLE, Path::new("example.toml"), &setup()).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!((plan.format, plan.games.len()), (Format::RoundRobin, 2));
    assert_eq!(
        plan.entrants_of("tic-tac-toe").len() + 1,
        plan.entrants_of("chexers").len()
    );
}

#[test]
fn a_wrong_line_is_named_with_the_nearest_right_key() {
    let cases = [
        (
            format!("format = \"swiss\"\nsead = 1\n{GAME}{TWO}"),
            "line 2: there is no key `sead`; did you mean `seed`?",
        ),
        (
            format!("format = \"swis\"\n{GAME}{TWO}"),
            "line 1: there is no choice `swis`; did you mean `swiss`?",
        ),
        (
            format!("format = \"swiss\"\n[terms]\nmemmory = 3\n{GAME}{TWO}"),
            "line 3: there is no key `memmory`; did you mean `memory`?",
        ),
        (
            format!("format = \"swiss\"\n[[game]]\nid = \"chekers\"\nblocks = 1\n{TWO}"),
            "line 3: there is no game called",
        ),
        (
            format!("format = \"swiss\"\n{GAME}opening = \"random:x\"\n{TWO}"),
            "line 5: opening `random:x`",
        ),
        (
            format!("format = \"swiss\"\n{GAME}[[entrant]]\nname = \"a\"\nagent = \"mcts:c\"\n"),
            "line 7: ",
        ),
        (
            format!("format = \"swiss\"\n[terms]\ntime = \"5\"\n{GAME}{TWO}"),
            "line 3: time `5`",
        ),
        (format!("format = \"swiss\"\n{GAME}{TWO}name = \n"), "line 11: "),
    ];
    for (text, message) in cases {
        let error = refused(&text);
        assert!(error.contains(message), "{error}");
    }
}

#[test]
fn parts_that_do_not_fit_together_are_told_in_words() {
    let cases = [
        (
            format!("format = \"swiss\"\n{GAME}{TWO}{TWO}"),
            "two entrants are called `a`",
        ),
        (
            format!("format = \"swiss\"\n[[game]]\nid = \"chexers\"\nblocks = 1\n{TWO}"),
            "game chexers: it has 3 seats and only 2 entrants",
        ),
        (
            format!("format = \"gauntlet\"\n{GAME}{TWO}"),
            "a gauntlet needs `heroes = [..]`",
        ),
        (
            format!("format = \"gauntlet\"\nheroes = [\"x\"]\n{GAME}{TWO}"),
            "there is no entrant called `x` among `heroes`; the entrants are a, b",
        ),
        (
            format!("format = \"gauntlet\"\nheroes = [\"a\", \"b\"]\n{GAME}{TWO}"),
            "needs a hero and 1 others, and there are 2 and 0",
        ),
        (
            format!("format = \"ladder\"\nheroes = [\"a\"]\n{GAME}{TWO}"),
            "`heroes` is a setting of format gauntlet, not of ladder",
        ),
        (
            format!("format = \"ladder\"\n{GAME}rounds = 3\n{TWO}"),
            "game tic-tac-toe: `rounds` is a setting of format swiss, not of ladder",
        ),
        (
            format!("format = \"swiss\"\n{GAME}{GAME}{TWO}"),
            "game tic-tac-toe is there twice",
        ),
        (
            format!("format = \"swiss\"\n{GAME}[[entrant]]\nname = \"a\"\nagent = \"maxm\"\n{TWO}")
                .replace("\"b\"", "\"c\"")
                .replacen("\"a\"", "\"z\"", 1),
            "game tic-tac-toe: entrant z: ",
        ),
        (
            format!("format = \"swiss\"\n{GAME}{TWO}games = [\"chexers\"]\n"),
            "entrant b plays `chexers`, which is no [[game]] here; the games are tic-tac-toe",
        ),
    ];
    for (text, message) in cases {
        let error = refused(&text);
        assert!(error.contains(message), "{error}");
    }
}

#[test]
fn seeding_goes_by_rating_and_then_by_the_order_of_the_file() {
    let mut plan = plan("format = \"knock-out\"", "[[game]]\nid = \"avalam\"\nblocks = 1", 4);
    plan.entrants[2].rating = Some(1200.0);
    plan.entrants[3].rating = Some(1500.0);
    let field = Field::of(&plan, &plan.games[0]);
    assert_eq!(field.entrants, [3, 2, 0, 1].map(Entrant));
}

#[test]
fn files_are_seen_from_the_plan_and_their_contents_belong_to_it() {
    let folder = tempfile::tempdir().expect("a folder");
    let at = |name: &str| folder.path().join(name);
    std::fs::write(at("openings.txt"), "a1 b2\n").expect("a file");
    let text = format!("format = \"swiss\"\n{GAME}opening = \"openings.txt\"\n{TWO}");
    std::fs::write(at("cup.toml"), text).expect("a file");
    let read = || Plan::read(&at("cup.toml"), &setup()).expect("a plan");
    assert_eq!(read().store, Some(at("cup.sqlite")));
    let before = Tournament::new(read(), &setup()).expect("openings").fingerprint();
    std::fs::write(at("openings.txt"), "a1 b3\n").expect("a file");
    assert_ne!(
        Tournament::new(read(), &setup()).expect("openings").fingerprint(),
        before
    );
    std::fs::write(at("openings.txt"), "a1 a1\n").expect("a file");
    let error = Tournament::new(read(), &setup())
        .expect_err("an illegal opening")
        .to_string();
    assert!(error.contains("openings.txt, line 1: ply 2"), "{error}");
}

#[test]
fn a_catalogue_has_every_agent_of_its_game_and_leaves_nobody_out() {
    let catalogue = |game: &str| Plan::catalogue(game, &Source::Random(4), 36, 1, Terms::default(), &setup());
    for game in ["chexers", "avalam", "ropasci"] {
        let plan = catalogue(game).expect("a plan");
        let (info, roster) = (plan.games[0].info(), truel_champions::roster());
        let entered: Vec<String> = plan.entrants.iter().map(|one| one.agent.to_string()).collect();
        assert!(
            entered
                .iter()
                .map(String::as_str)
                .eq(roster.agents_of(info).map(|agent| agent.name))
        );
        let schedule = schedule::of(&plan, &plan.games[0]);
        let mut results = Results::default();
        for number in 0.. {
            let Some(pairings) = schedule.round(number, &results) else {
                break;
            };
            play_by_number(&mut results, pairings, info.seats.len());
        }
        let sat: Vec<Entrant> = results
            .outcomes()
            .flat_map(|outcome| outcome.entrants().to_vec())
            .collect();
        for entrant in plan.entrants_of(game) {
            let matches = sat.iter().filter(|one| **one == entrant).count();
            assert!(
                (24..=60).contains(&matches),
                "{game}: {} has {matches}",
                plan.entrant(entrant).name
            );
        }
        let (all, wanted) = (sat.len(), 36 * entered.len());
        assert!((wanted..wanted + 18).contains(&all), "{game}: {all} of {wanted}");
    }
    let error = catalogue("chekers").expect_err("no such game").to_string();
    assert!(error.contains("chekers"), "{error}");
}
