//! Matches between agents of ours, and contenders that break the rules.

use std::time::Duration;

use truel_arena::contender::{Chosen, Contender, Situation};
use truel_arena::executor::{Executor, Threads};
use truel_arena::referee::{play, play_with};
use truel_arena::{Adjudication, FaultKind, Job, Late, Opening, Played, Setup, Terms, TimeControl, Trouble};
use truel_core::AnyGame;

/// Truel's own games, and no contests.
fn setup() -> Setup {
    Setup::new(truel_champions::roster())
}

fn job(game: &str, seats: &[&str], terms: Terms) -> Job {
    Job {
        id: 7,
        game: game.into(),
        seats: seats.iter().map(|text| text.parse().expect("an entry")).collect(),
        opening: Opening::default(),
        seed: 11,
        terms,
    }
}

fn random_job(game: &str) -> Job {
    let seats = truel_champions::roster()
        .table(game)
        .expect("a game")
        .info()
        .seats
        .len();
    job(game, &vec!["random"; seats], Terms::default())
}

#[test]
fn random_matches_of_every_game_end_by_the_rules_and_repeat_themselves() {
    for info in truel_games::INFOS {
        let job = random_job(info.id);
        let played = play(&job, &setup()).expect("a match");
        assert!(played.faults.is_empty(), "{}: {:?}", info.id, played.faults);
        assert_eq!(played.result.points.len(), info.seats.len());
        let again = play(&job, &setup()).expect("a match");
        assert_eq!(
            (&played.moves, &played.result),
            (&again.moves, &again.result),
            "{}",
            info.id
        );
    }
}

#[test]
fn a_cap_makes_a_draw() {
    let terms = Terms {
        cap: Some(5),
        ..Terms::default()
    };
    let played = play(&job("chexers", &["random"; 3], terms), &setup()).expect("a match");
    assert_eq!((played.moves.len(), played.result.reason.as_str()), (5, "cap"));
    assert_eq!(played.result.points, [1.0 / 3.0; 3].map(|third: f32| third));
}

/// At which of its moves a contender does what.
type Deed = (u32, fn() -> Result<Chosen, Trouble>);

/// Does at its k-th move what it was told, and a legal move before.
struct Scripted {
    at: u32,
    deed: fn() -> Result<Chosen, Trouble>,
}

fn chosen(mv: String, spent: Duration, value: Option<Vec<f32>>) -> Chosen {
    Chosen {
        mv,
        spent,
        value,
        claims: Vec::new(),
    }
}

impl Contender for Scripted {
    fn choose(&mut self, at: &Situation<'_>) -> Result<Chosen, Trouble> {
        if at.step == self.at {
            return (self.deed)();
        }
        Ok(chosen(
            at.table.moves(at.seat)[0].clone(),
            Duration::from_millis(1),
            None,
        ))
    }
}

fn scripted(game: &str, deeds: &[Deed], terms: Terms) -> Played {
    let table: Box<dyn AnyGame> = truel_champions::roster().table(game).expect("a game");
    let mut contenders: Vec<Box<dyn Contender>> = deeds
        .iter()
        .map(|&(at, deed)| Box::new(Scripted { at, deed }) as Box<dyn Contender>)
        .collect();
    play_with(
        &job(game, &vec!["random"; deeds.len()], terms),
        table,
        &mut contenders,
        &(),
    )
}

const NEVER: Deed = (u32::MAX, || Err(Trouble::new(FaultKind::Crash, "never")));

#[test]
fn an_illegal_move_loses_by_the_games_forfeit_rule_and_blames_its_seat() {
    let nonsense: Deed = (2, || Ok(chosen("nonsense".into(), Duration::ZERO, None)));
    let played = scripted("chexers", &[NEVER, nonsense, NEVER], Terms::default());
    let [fault] = played.faults.as_slice() else {
        panic!("{:?}", played.faults)
    };
    assert_eq!((fault.seat, fault.kind), (1, FaultKind::IllegalMove));
    assert!(fault.message.contains("nonsense"), "{}", fault.message);
    assert_eq!(played.result.points[1], 0.0);
    assert_eq!(played.moves.len(), 4, "what was played before stays");
}

#[test]
fn a_move_beyond_the_clock_and_its_margin_is_a_time_out() {
    let terms = Terms {
        time: TimeControl::PerMatch {
            time: Duration::from_millis(500),
            increment: Duration::ZERO,
        },
        margin: Duration::from_millis(50),
        ..Terms::default()
    };
    let slow = |spent: fn() -> Result<Chosen, Trouble>| scripted("tic-tac-toe", &[(1, spent), NEVER], terms.clone());
    let late = slow(|| Ok(chosen("a1".into(), Duration::from_millis(551), None)));
    assert_eq!(late.faults[0].kind, FaultKind::TimeOut);
    assert_eq!(late.result.points, [0.0, 1.0]);
    // Within the margin it stands, and nothing is left for the next move.
    let just = slow(|| Ok(chosen("a1".into(), Duration::from_millis(549), None)));
    assert!(just.faults.is_empty(), "{:?}", just.faults);
    // Where a contest has it so, it stands as the last one.
    let strict = Terms {
        late: Late::LastMove,
        ..terms.clone()
    };
    let just: Deed = (1, || Ok(chosen("a1".into(), Duration::from_millis(549), None)));
    let last = scripted("tic-tac-toe", &[just, NEVER], strict);
    assert_eq!((last.faults[0].kind, last.moves.len()), (FaultKind::TimeOut, 2));
    assert!(
        last.faults[0]
            .message
            .contains("used up: nothing was left after its last move"),
        "{}",
        last.faults[0].message
    );
}

#[test]
fn where_a_contest_has_it_so_chance_plays_for_who_is_late() {
    let terms = Terms {
        time: TimeControl::FirstMove {
            first: Duration::from_millis(900),
            then: Duration::from_millis(100),
        },
        margin: Duration::from_millis(200),
        late: Late::RandomMove,
        ..Terms::default()
    };
    // What comes too late is not even read.
    let late =
        |at: u32, deed: fn() -> Result<Chosen, Trouble>| scripted("tic-tac-toe", &[(at, deed), NEVER], terms.clone());
    let second = late(2, || Ok(chosen("nonsense".into(), Duration::from_millis(299), None)));
    assert!(second.faults.is_empty(), "{:?}", second.faults);
    let first = late(1, || Ok(chosen("nonsense".into(), Duration::from_millis(299), None)));
    assert_eq!(first.faults[0].kind, FaultKind::IllegalMove);
    let lost = late(2, || Ok(chosen("a1".into(), Duration::from_millis(301), None)));
    assert_eq!(lost.faults[0].kind, FaultKind::TimeOut);
}

#[test]
fn two_seats_that_fail_at_the_same_instant_share_the_blame() {
    let crash: Deed = (1, || Err(Trouble::new(FaultKind::Crash, "gone")));
    let both = scripted("ropasci", &[crash, crash], Terms::default());
    assert_eq!(both.faults.iter().map(|fault| fault.seat).collect::<Vec<_>>(), [0, 1]);
    assert_eq!(both.result.points, [0.5, 0.5]);
    let one = scripted("ropasci", &[NEVER, crash], Terms::default());
    assert_eq!((one.faults.len(), one.faults[0].seat), (1, 1));
    assert_eq!(one.result.points, [1.0, 0.0]);
}

#[test]
fn matches_end_early_only_when_everybody_agrees_for_long_enough() {
    struct Sure(Vec<f32>);
    impl Contender for Sure {
        fn choose(&mut self, at: &Situation<'_>) -> Result<Chosen, Trouble> {
            let mv = at.table.moves(at.seat)[0].clone();
            Ok(chosen(mv, Duration::ZERO, Some(self.0.clone())))
        }
    }
    let terms = Terms {
        adjudication: Adjudication {
            draw_plies: 4,
            draw_within: 0.02,
            win_plies: 3,
            win_within: 0.1,
        },
        ..Terms::default()
    };
    let ends = |first: [f32; 2], second: [f32; 2]| {
        let mut contenders: Vec<Box<dyn Contender>> = vec![Box::new(Sure(first.into())), Box::new(Sure(second.into()))];
        let job = job("avalam", &["random"; 2], terms.clone());
        play_with(
            &job,
            truel_champions::roster().table("avalam").expect("a game"),
            &mut contenders,
            &(),
        )
    };
    let won = ends([0.95, 0.05], [0.92, 0.08]);
    assert_eq!((won.result.reason.as_str(), won.moves.len()), ("agreed-win", 4));
    assert_eq!(won.result.points, [1.0, 0.0]);
    let drawn = ends([0.5, 0.5], [0.51, 0.49]);
    assert_eq!((drawn.result.reason.as_str(), drawn.moves.len()), ("agreed-draw", 5));
    let open = ends([0.95, 0.05], [0.5, 0.5]);
    assert!(!open.result.reason.starts_with("agreed"), "{}", open.result.reason);
}

#[test]
fn the_pool_hands_back_every_job_once_and_names_one_that_makes_no_sense() {
    let mut pool = Threads::new(2, &setup());
    for id in 0..20 {
        pool.submit(Job {
            id,
            ..random_job("tic-tac-toe")
        });
    }
    pool.submit(Job {
        id: 20,
        opening: Opening {
            start: None,
            moves: vec!["z9".into()],
        },
        ..random_job("tic-tac-toe")
    });
    let (mut ids, mut wrong) = (Vec::new(), Vec::new());
    while let Some(result) = pool.next() {
        match result {
            Ok(played) => ids.push(played.job),
            Err(why) => wrong.push(why),
        }
    }
    ids.sort_unstable();
    assert_eq!(ids, (0..20).collect::<Vec<_>>());
    assert!(
        wrong.len() == 1 && wrong[0].to_string().starts_with("match 20: ply 1"),
        "{wrong:?}"
    );
}
