use std::fs;
use std::path::{Path, PathBuf};

use truel_arena::store::{Store, StoreError};
use truel_arena::tournament::{Plan, Progress, Slot, Tournament};
use truel_arena::{Job, Played, referee};

use super::{plan, setup};

fn small() -> Plan {
    plan(
        "format = \"round-robin\"",
        "[[game]]\nid = \"tic-tac-toe\"\nblocks = 2",
        3,
    )
}

struct Place(tempfile::TempDir);

impl Place {
    fn new() -> Self {
        Place(tempfile::tempdir().expect("a folder"))
    }

    fn path(&self) -> PathBuf {
        self.0.path().join("cup.sqlite")
    }
}

fn open(path: &Path, plan: &Plan) -> Result<Store, StoreError> {
    let tournament = Tournament::new(plan.clone(), &setup()).expect("openings");
    Store::open(path, plan, &tournament.fingerprint(), &setup())
}

fn refused(path: &Path, plan: &Plan) -> String {
    let error = open(path, plan).expect_err("it must be refused").to_string();
    assert!(error.starts_with("store ") && !error.contains('\n'), "{error}");
    error
}

/// Match 4 of a plan, played.
fn match_4(plan: &Plan) -> (Progress, Slot, Job, Played) {
    let tournament = Tournament::new(plan.clone(), &setup()).expect("openings");
    let mut progress = Progress::new(plan);
    assert!(progress.advance());
    let (game, slot) = progress.slot(4).expect("a match");
    let job = tournament.job(game, &slot);
    let played = referee::play(&job, &setup()).expect("a match");
    (progress, slot, job, played)
}

#[test]
fn a_match_comes_out_as_it_went_in_and_a_second_delivery_changes_nothing() {
    let (place, plan) = (Place::new(), small());
    let (_, slot, job, played) = match_4(&plan);
    let mut store = open(&place.path(), &plan).expect("a store");
    assert!(store.put(&job, &slot, 0, &played, 17).expect("room"));
    let another = Job {
        seed: 99,
        ..job.clone()
    };
    let other = referee::play(&another, &setup()).expect("a match");
    assert!(
        !store.put(&job, &slot, 0, &other, 18).expect("room"),
        "the first word stands"
    );
    let stored = store.get(4).expect("it is there");
    assert_eq!((&stored.job, &stored.played), (&job, &played));
    assert_eq!((stored.entrants, stored.block, stored.started), (slot.entrants, 3, 17));
    let scores = store.scores(1..100).expect("scores");
    assert_eq!(
        (scores.len(), scores[0].id, &scores[0].points),
        (1, 4, &played.result.points)
    );
    assert!(matches!(store.get(5), Err(StoreError::NoMatch { id: 5, .. })));
}

#[test]
fn a_match_between_others_than_the_plan_says_does_not_count_and_is_replaced() {
    let (place, plan) = (Place::new(), small());
    let (mut progress, slot, job, played) = match_4(&plan);
    let mut store = open(&place.path(), &plan).expect("a store");
    let mut stale = slot.clone();
    stale.entrants.reverse();
    assert!(store.put(&job, &stale, 0, &played, 17).expect("room"));
    progress.fill(&store).expect("read");
    assert!(progress.open().contains(&4), "it is still to be played");
    assert!(
        store.put(&job, &slot, 0, &played, 18).expect("room"),
        "it takes the place"
    );
    progress.fill(&store).expect("read");
    assert!(!progress.open().contains(&4));
    assert_eq!(store.get(4).expect("it is there").entrants, slot.entrants);
}

#[test]
fn only_one_process_writes_and_everybody_may_read() {
    let (place, plan) = (Place::new(), small());
    let store = open(&place.path(), &plan).expect("a store");
    assert!(refused(&place.path(), &plan).contains("another process is running this tournament"));
    assert_eq!(
        Store::read(&place.path(), &setup())
            .expect("a reader")
            .plan()
            .entrants
            .len(),
        3
    );
    drop(store);
    open(&place.path(), &plan).expect("it is free again");
    Store::read(&place.path(), &setup()).expect("a reader");
    let left: Vec<_> = fs::read_dir(place.0.path()).expect("the folder").collect();
    assert_eq!(left.len(), 1, "one file is left: {left:?}");
}

#[test]
fn a_lock_that_a_dead_process_left_behind_locks_nobody_out() {
    let (place, plan) = (Place::new(), small());
    fs::write(place.0.path().join("cup.sqlite.lock"), "").expect("a file");
    open(&place.path(), &plan).expect("a store");
}

#[test]
fn a_store_of_another_plan_is_refused_with_what_differs() {
    let (place, plan) = (Place::new(), small());
    drop(open(&place.path(), &plan).expect("a store"));
    let with = |change: fn(&mut Plan)| {
        let mut plan = plan.clone();
        change(&mut plan);
        plan
    };
    let message = |change| refused(&place.path(), &with(change));
    assert!(message(|plan| plan.seed = 6).contains("`seed` was 5 and is 6"));
    assert!(message(|plan| plan.games[0].blocks = 7).contains("`game[0].blocks` was 2 and is 7"));
    assert!(message(|plan| plan.terms.cap = Some(9)).contains("`terms.cap` was not given and is 9"));
    assert!(message(|plan| drop(plan.entrants.pop())).contains("`entrant` had 3 entries and has 2"));
    let free = with(|plan| {
        plan.name = "another name".into();
        plan.concurrency = Some(7);
    });
    open(&place.path(), &free).expect("nothing that is played depends on these");
}

#[test]
fn what_is_no_store_is_refused_and_left_as_it_is() {
    let (place, plan) = (Place::new(), small());
    fs::write(place.path(), "moves and results").expect("a file");
    assert!(refused(&place.path(), &plan).contains("this is no store of a tournament"));
    assert_eq!(fs::read(place.path()).expect("the file"), b"moves and results");
    fs::remove_file(place.path()).expect("the file");
    let other = rusqlite::Connection::open(place.path()).expect("a database");
    other.execute_batch("CREATE TABLE songs (title TEXT)").expect("a table");
    drop(other);
    assert!(refused(&place.path(), &plan).contains("this is no store of a tournament"));
    let missing = Store::read(&place.0.path().join("none.sqlite"), &setup())
        .expect_err("no file")
        .to_string();
    assert!(missing.contains("none.sqlite: there is no such file"), "{missing}");
    let folder = Store::read(place.0.path(), &setup()).expect_err("a folder").to_string();
    assert!(
        folder.ends_with(": this is a folder, and a store is a file"),
        "{folder}"
    );
}

#[test]
fn a_newer_schema_and_a_damaged_file_are_refused() {
    let (place, plan) = (Place::new(), small());
    drop(open(&place.path(), &plan).expect("a store"));
    let db = rusqlite::Connection::open(place.path()).expect("a database");
    db.pragma_update(None, "user_version", 3).expect("a pragma");
    drop(db);
    assert!(refused(&place.path(), &plan).contains("it has schema 3, which a newer truel has written"));
    let mut bytes = fs::read(place.path()).expect("the file");
    bytes[64..].fill(0xa5);
    fs::write(place.path(), bytes).expect("the file");
    refused(&place.path(), &plan);
    Store::read(&place.path(), &setup()).expect_err("damaged");
}
