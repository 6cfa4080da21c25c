//! Files that are written, damaged, older and newer.

use super::*;
use crate::room::{NewRoom, Room, SeatConfig};
use truel_papers::roster;

fn room(id: &str, now: i64) -> Room {
    let person = || SeatConfig::Person { name: "Ann".into() };
    let new_room = NewRoom {
        game: "ropasci".into(),
        seats: vec![person(), person()],
        ..NewRoom::default()
    };
    Room::new(id.into(), new_room, now, &roster()).expect("a room")
}

#[test]
fn a_room_is_read_as_it_was_written_hidden_choices_included() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("rooms.sqlite");
    let mut one = room("one", 1);
    let mv = one.table().moves(truel_core::Seat::new(0))[0].clone();
    one.choose(0, &mv, 2).expect("legal");
    let rooms = RoomStore::open(&path, &roster()).expect("opened");
    rooms.put(&one.stored()).expect("written");
    drop(rooms);
    let again = RoomStore::open(&path, &roster()).expect("opened");
    assert_eq!(again.get("one").expect("read"), Some(one.stored()));
    assert_eq!(again.get("two").expect("read"), None);
}

#[test]
fn the_newest_come_first() {
    let rooms = RoomStore::in_memory(&roster()).expect("a store");
    for (id, now) in [("a", 5), ("b", 9), ("c", 7)] {
        rooms.put(&room(id, now).stored()).expect("written");
    }
    let ids: Vec<String> = rooms
        .latest(2)
        .expect("read")
        .into_iter()
        .map(|stored| stored.id.into_owned())
        .collect();
    assert_eq!(ids, ["b", "c"]);
}

/// A file with a few rooms, and their names.
fn filled(path: &Path) -> Vec<String> {
    let rooms = RoomStore::open(path, &roster()).expect("a store");
    let ids = ["ann", "bob", "cleo", "dan", "eve"].map(str::to_owned);
    for (now, id) in (1..).zip(&ids) {
        let mut room = room(id, now);
        let mv = room.table().moves(truel_core::Seat::new(0))[now as usize].clone();
        room.choose(0, &mv, now).expect("legal");
        rooms.put(&room.stored()).expect("written");
    }
    ids.to_vec()
}

#[test]
fn a_room_with_a_flipped_bit_is_never_served() {
    let folder = tempfile::tempdir().expect("a folder");
    let (path, flipped) = (folder.path().join("rooms.sqlite"), folder.path().join("flipped.sqlite"));
    let ids = filled(&path);
    let good = RoomStore::open(&path, &roster()).expect("a store");
    let rooms: Vec<Option<StoredRoom<'static>>> = ids.iter().map(|id| good.get(id).expect("read")).collect();
    let list = good.latest(9).expect("a list");
    drop(good);
    let bytes = std::fs::read(&path).expect("the file");
    let (mut rng, mut refused, mut damaged) = (truel_core::Rng::new(15), 0, 0);
    for _ in 0..400 {
        let place = rng.below(bytes.len() as u32 * 8) as usize;
        let mut changed = bytes.clone();
        changed[place / 8] ^= 1 << (place % 8);
        std::fs::write(&flipped, changed).expect("a file");
        let Ok(store) = RoomStore::open(&flipped, &roster()) else {
            refused += 1;
            continue;
        };
        for (id, room) in ids.iter().zip(&rooms) {
            match store.get(id) {
                Ok(found) if found.is_some() => assert_eq!(found, *room, "bit {place}"),
                // Its name was hit: it is among the damaged ones under another.
                Ok(_) => assert!(!store.damaged().expect("read").is_empty(), "bit {place}"),
                Err(error) => {
                    assert!(
                        error.to_string().contains(&format!("room {id}")),
                        "bit {place}: {error}"
                    );
                    damaged += 1;
                }
            }
        }
        let found = store.latest(9).expect("a list");
        assert!(found.iter().all(|room| list.contains(room)), "bit {place}");
        assert!(found.len() == list.len() || !store.damaged().expect("read").is_empty());
        drop(store);
        for rest in ["-wal", "-shm"] {
            let _ = std::fs::remove_file(folder.path().join(format!("flipped.sqlite{rest}")));
        }
    }
    assert!(refused > 0 && damaged > 5, "{refused} refused, {damaged} damaged");
}

#[test]
fn a_damaged_room_is_found_and_one_of_an_older_file_gets_a_checksum() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("rooms.sqlite");
    filled(&path);
    assert!(is_room_store(&path));
    let alter = |sql: &str| {
        Connection::open(&path)
            .and_then(|db| db.execute_batch(sql))
            .expect("done");
    };
    alter("UPDATE room SET body = replace(body, 'Ann', 'Amn') WHERE id = 'bob'");
    let found = verify_rooms(&path, &roster()).expect("a store");
    assert_eq!((found.matches, found.damaged.len()), (5, 1));
    assert_eq!(found.damaged[0].what, "room bob");
    let rooms = RoomStore::open(&path, &roster()).expect("a store");
    assert_eq!(rooms.damaged().expect("read"), ["bob"]);
    let error = rooms.get("bob").expect_err("damaged").to_string();
    assert!(error.contains("room bob is damaged"), "{error}");
    assert_eq!(rooms.latest(9).expect("a list").len(), 4);
    drop(rooms);
    alter("ALTER TABLE room DROP COLUMN checksum; PRAGMA user_version = 0");
    assert_eq!(verify_rooms(&path, &roster()).expect("a store").unsealed, 5);
    let rooms = RoomStore::open(&path, &roster()).expect("an older store");
    assert_eq!(rooms.damaged().expect("read"), Vec::<String>::new());
    assert!(rooms.get("ann").expect("read").is_some());
}

#[test]
fn a_file_that_is_no_store_is_named() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("broken.sqlite");
    std::fs::write(&path, "this is not a database, and long enough to be looked at as one").expect("written");
    let error = RoomStore::open(&path, &roster()).expect_err("broken").to_string();
    assert!(error.contains("broken.sqlite"), "{error}");
}

/// Files that older versions wrote, as SQL. Both have the same rooms.
const OLDER: [(i64, &str); 2] = [
    (0, include_str!("../../tests/stores/version-0.sql")),
    (1, include_str!("../../tests/stores/version-1.sql")),
];

#[test]
fn stores_of_every_older_version_are_served_as_they_were() {
    for (version, sql) in OLDER {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("rooms.sqlite");
        let old = Connection::open(&path).expect("a file");
        old.execute_batch(sql).expect("a store");
        assert_eq!(schema::version(&old).expect("a version"), version);
        drop(old);
        let rooms = RoomStore::open(&path, &roster()).expect("an older store");
        assert_eq!(rooms.damaged().expect("read"), Vec::<String>::new());
        assert_eq!(schema::version(&rooms.lock()).expect("a version"), schema::VERSION);
        assert_eq!(rooms.latest(99).expect("a list").len(), 6);
        let room = |id: &str| {
            let stored = rooms.get(id).expect("sound").expect("a room");
            Room::restore(stored, &roster()).expect("a legal line")
        };
        let hidden = room("hidden2222222222");
        assert_eq!(hidden.chosen().collect::<Vec<_>>(), [1]);
        assert_eq!(hidden.stored().hidden, [(1, "-4,1>-3,1".to_owned())]);
        let undone = room("undone2222222222");
        assert_eq!((undone.line.moves.len(), undone.stored().undone.len()), (3, 3));
        assert_eq!(undone.clock.expect("a clock").left, [601_000, 600_000, 600_000]);
        assert_eq!(room("resigned22222222").ended.expect("it is over").payoffs, [1.0, 0.0]);
        assert_eq!(room("late222222222222").ended.expect("it is over").seat, 0);
        assert!(room("over222222222222").is_over());
        assert!(room("start22222222222").line.start.is_some());
    }
}

#[test]
fn a_store_is_written_as_version_1_wrote_it() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("rooms.sqlite");
    let old = Connection::open(&path).expect("a file");
    old.execute_batch(OLDER[1].1).expect("a store");
    let select = "SELECT id, game, touched, body, checksum FROM room ORDER BY id";
    let rows = |connection: &Connection| -> Vec<(String, Option<String>)> {
        let mut select = connection.prepare(select).expect("the columns");
        let rows = select.query_map([], read).expect("rows");
        rows.map(|row| row.expect("a row")).collect()
    };
    let before = rows(&old);
    drop(old);
    let rooms = RoomStore::open(&path, &roster()).expect("a store");
    for (id, _) in &before {
        let stored = rooms.get(id).expect("sound").expect("a room");
        let room = Room::restore(stored, &roster()).expect("a legal line");
        rooms.put(&room.stored()).expect("written");
    }
    assert_eq!(rows(&rooms.lock()), before);
}

#[test]
fn a_store_of_a_newer_version_is_refused_in_one_line_and_left_alone() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("rooms.sqlite");
    filled(&path);
    let newer = Connection::open(&path).expect("a file");
    newer
        .execute_batch("ALTER TABLE room RENAME COLUMN body TO json; PRAGMA user_version = 7")
        .expect("done");
    drop(newer);
    let before = std::fs::read(&path).expect("the file");
    let refused = [
        RoomStore::open(&path, &roster()).expect_err("newer").to_string(),
        verify_rooms(&path, &roster()).expect_err("newer").to_string(),
    ];
    for line in refused {
        assert!(
            line.contains("rooms.sqlite: a newer version of truel wrote this store (schema 7"),
            "{line}"
        );
        assert_eq!(line.lines().count(), 1);
    }
    assert_eq!(std::fs::read(&path).expect("the file"), before);
}
