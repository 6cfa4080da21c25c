use std::path::Path;

use truel_arena::executor::{Executor, JobError, Threads};
use truel_arena::stats::Outcome;
use truel_arena::store::Store;
use truel_arena::tournament::{Ended, News, Observer, Plan, Progress, RunError, Tournament, standings};
use truel_arena::{FaultKind, Job, Played, referee};
use truel_search::Stop;

use super::{plan, setup};

const FORMATS: [(&str, &str); 5] = [
    ("format = \"round-robin\"", "blocks = 2"),
    ("format = \"gauntlet\"\nheroes = [\"b\"]", "blocks = 2"),
    ("format = \"swiss\"", "blocks = 1\nrounds = 3"),
    ("format = \"knock-out\"", "blocks = 1"),
    ("format = \"ladder\"", "blocks = 9"),
];

fn plans() -> Vec<Plan> {
    let game = |id: &str, settings: &str| format!("[[game]]\nid = \"{id}\"\nopening = \"random:2\"\n{settings}\n");
    FORMATS
        .iter()
        .map(|(format, settings)| {
            let games = game("tic-tac-toe", settings) + &game("chexers", settings);
            plan(&format!("{format}\nterms.cap = 30"), &games, 5)
        })
        .collect()
}

/// Runs until so many matches are stored, then stops.
struct StopAfter(u64, Stop);

impl Observer for StopAfter {
    fn stored(&mut self, _: &News<'_>) {
        self.0 = self.0.saturating_sub(1);
        if self.0 == 0 {
            self.1.raise();
        }
    }
}

fn run(plan: &Plan, store: &Path, executor: &mut dyn Executor, matches: u64) -> (Ended, Progress) {
    let tournament = Tournament::new(plan.clone(), &setup()).expect("openings");
    let mut store = Store::open(store, plan, &tournament.fingerprint(), &setup()).expect("a store");
    let stop = Stop::default();
    let mut observer = StopAfter(matches, stop.clone());
    tournament
        .run(&mut store, executor, &stop, &mut observer)
        .unwrap_or_else(|error| panic!("{error}"))
}

fn outcomes(progress: &Progress, plan: &Plan) -> Vec<Vec<Outcome>> {
    (0..plan.games.len())
        .map(|game| progress.results(game).outcomes().collect())
        .collect()
}

/// Everything that was kept, but for times.
fn contents(store: &Path) -> Vec<(Job, Vec<String>, String)> {
    let mut all = Vec::new();
    let store = Store::read(store, &setup()).expect("a store");
    let each = store.each(|stored| {
        let result = serde_json::to_string(&stored.played.result).expect("JSON");
        all.push((stored.job, stored.played.moves, result));
        Ok::<(), truel_arena::store::StoreError>(())
    });
    each.expect("matches");
    all
}

#[test]
fn a_tournament_that_is_stopped_again_and_again_ends_like_one_that_is_not() {
    for plan in plans() {
        let folder = tempfile::tempdir().expect("a folder");
        let (whole, parts) = (folder.path().join("whole.sqlite"), folder.path().join("parts.sqlite"));
        let (ended, progress) = run(&plan, &whole, &mut Threads::new(1, &setup()), u64::MAX);
        assert_eq!(ended, Ended::Finished);
        let (total, played) = progress.matches();
        assert_eq!(total, played);
        let mut starts = 0;
        let again = loop {
            starts += 1;
            // Other threads finish in another order.
            let (ended, progress) = run(&plan, &parts, &mut Threads::new(2, &setup()), 7);
            if ended == Ended::Finished {
                break progress;
            }
        };
        assert!(starts > 2, "{:?} was stopped on the way", plan.format);
        assert_eq!(outcomes(&again, &plan), outcomes(&progress, &plan), "{:?}", plan.format);
        assert_eq!(contents(&parts), contents(&whole), "{:?}", plan.format);
    }
}

/// Delivers every result twice, and each pair of results in the wrong order.
#[derive(Default)]
struct Stutter {
    results: Vec<Played>,
}

impl Executor for Stutter {
    fn capacity(&self) -> usize {
        2
    }

    fn submit(&mut self, job: Job) {
        let played = referee::play(&job, &setup()).expect("a match");
        self.results.extend([played.clone(), played]);
    }

    fn next(&mut self) -> Option<Result<Played, JobError>> {
        self.results.pop().map(Ok)
    }
}

#[test]
fn a_result_that_is_delivered_twice_counts_once() {
    let plan = &plans()[2];
    let folder = tempfile::tempdir().expect("a folder");
    let (once, twice) = (folder.path().join("once.sqlite"), folder.path().join("twice.sqlite"));
    let (_, progress) = run(plan, &once, &mut Threads::new(1, &setup()), u64::MAX);
    let (_, stuttered) = run(plan, &twice, &mut Stutter::default(), u64::MAX);
    assert_eq!(outcomes(&stuttered, plan), outcomes(&progress, plan));
    assert_eq!(contents(&twice), contents(&once));
}

#[test]
fn faults_are_counted_against_who_made_them_and_end_nothing() {
    let mut plan = plan(
        "format = \"round-robin\"",
        "[[game]]\nid = \"tic-tac-toe\"\nblocks = 3",
        3,
    );
    plan.entrants[1].agent = "cmd:/no/such/program".parse().expect("an entry");
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("cup.sqlite");
    let (ended, progress) = run(&plan, &path, &mut Threads::new(2, &setup()), u64::MAX);
    assert_eq!(ended, Ended::Finished);
    let tables = standings(&Store::read(&path, &setup()).expect("a store"), &progress).expect("a table");
    let lines = &tables[0].lines;
    assert_eq!(
        lines.iter().map(|line| line.counts.matches).collect::<Vec<_>>(),
        [12; 3]
    );
    let last = lines.last().expect("three lines");
    assert_eq!((last.entrant.as_str(), last.faults, last.counts.losses), ("b", 12, 12));
    assert_eq!(last.faults_by_kind, [(FaultKind::Crash, 12)].into());
    assert!(
        lines[..2]
            .iter()
            .all(|line| line.faults == 0 && line.elo.expect("a rating").value > 0.0)
    );
}

#[test]
fn a_match_that_cannot_be_played_is_named_and_the_others_are_kept() {
    /// Plays all matches but one.
    struct Forgetful(Threads);
    impl Executor for Forgetful {
        fn capacity(&self) -> usize {
            1
        }
        fn submit(&mut self, mut job: Job) {
            if job.id == 3 {
                job.opening.moves = vec!["z9".into()];
            }
            self.0.submit(job);
        }
        fn next(&mut self) -> Option<Result<Played, JobError>> {
            self.0.next()
        }
    }
    let plan = plan(
        "format = \"round-robin\"",
        "[[game]]\nid = \"tic-tac-toe\"\nblocks = 2",
        3,
    );
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("cup.sqlite");
    let tournament = Tournament::new(plan.clone(), &setup()).expect("openings");
    let mut store = Store::open(&path, &plan, &tournament.fingerprint(), &setup()).expect("a store");
    let mut forgetful = Forgetful(Threads::new(1, &setup()));
    let error = tournament.run(&mut store, &mut forgetful, &Stop::default(), &mut ());
    let Err(RunError::Unplayable { first, count: 1 }) = error else {
        panic!("{error:?}")
    };
    assert!(first.to_string().starts_with("match 3: ply 1"), "{first}");
    assert_eq!(store.scores(1..100).expect("scores").len(), 11);
    drop(store);
    assert_eq!(
        run(&plan, &path, &mut Threads::new(1, &setup()), u64::MAX).0,
        Ended::Finished
    );
}

#[test]
fn a_full_disk_is_told_and_what_was_stored_stays() {
    let plan = plan(
        "format = \"round-robin\"",
        "[[game]]\nid = \"tic-tac-toe\"\nblocks = 200",
        3,
    );
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("cup.sqlite");
    let tournament = Tournament::new(plan.clone(), &setup()).expect("openings");
    let mut store = Store::open(&path, &plan, &tournament.fingerprint(), &setup()).expect("a store");
    store.limit_pages(20).expect("a limit");
    let error = tournament
        .run(&mut store, &mut Threads::new(1, &setup()), &Stop::default(), &mut ())
        .expect_err("there is no room")
        .to_string();
    assert!(
        error.contains("the disk is full; all matches stored so far are kept"),
        "{error}"
    );
    drop(store);
    let kept = contents(&path).len();
    assert!(kept > 10 && kept < 1200, "{kept}");
    assert_eq!(
        run(&plan, &path, &mut Threads::new(2, &setup()), u64::MAX).0,
        Ended::Finished
    );
}
