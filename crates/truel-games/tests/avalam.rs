//! Avalam against the laws, its perft table, the original referee's traces, a slow twin and its
//! rules in words.

use std::path::Path;

use truel_core::trace::list_hash;
use truel_core::{Game, Payoffs, Phase, Rng, Seat, legal_joint, move_texts, random_joint};
use truel_games::Avalam;
use truel_games::avalam::Carry;
use truel_testkit::laws::{self, Effort};
use truel_testkit::lines::after;
use truel_testkit::{rows, texts, traces, twin, twins};

const START: &str = "Aa/AaAa/aAaAaA/AaAaAaAa/AaAaaAaA/aAaAaAaA/AaAaAa/aAaA/aA y";

fn legal(game: &Avalam) -> Vec<String> {
    move_texts(game, game.phase().acting().first())
}

#[test]
fn keeps_the_laws() {
    laws::all::<Avalam>(Effort::default());
    laws::symmetry::<Avalam>(Effort::default());
}

#[test]
fn perft_rows() {
    rows::check::<Avalam>(Path::new("tests/perft/avalam.perft"), 400_000_000);
}

#[test]
fn agrees_with_the_original_referee() {
    let files = [("full.jsonl.gz", 24, 832), ("hashed.jsonl.gz", 202, 7002)];
    traces::agree::<Avalam>(Path::new("tests/data/avalam"), &files);
}

#[test]
fn agrees_with_its_slow_twin() {
    twin::compare::<Avalam, twins::avalam::Avalam>(150, 48);
}

#[test]
fn the_worked_example_of_the_rules_plays_out() {
    let plies = [
        ("e4d4", 292, "6ed70a9984040aed"),
        ("c1d1", 278, "6119b5763fadd1db"),
        ("d1d2", 270, "22924ea88a0781a9"),
        ("d4d3", 264, "dcc858f31f380ea9"),
        ("e2d2", 250, "9c76a6f6f3654477"),
        ("d3c3", 242, "2706020d60f8b03b"),
        ("f6f5", 232, "93532371f2dbed21"),
        ("c3c2", 218, "e7709ae06d95ea15"),
    ];
    let mut game = Avalam::default();
    for (text, count, hash) in plies {
        let moves = legal(&game);
        assert_eq!(
            (moves.len(), list_hash(&moves).as_str()),
            (count, hash),
            "before {text}"
        );
        game.play(legal_joint(&game, text).expect("it is in the rules"));
    }
    let moves = legal(&game);
    assert_eq!((moves.len(), list_hash(&moves).as_str()), (202, "176adb8044d742c9"));
    assert_eq!(
        game.to_string(),
        "../Aed./a..AaA/Aa..AaAa/AaAaBAaA/aAaAa.aA/AaAaAa/aAaA/aA y"
    );
    for text in ["a5b6", "d2e3"] {
        assert!(legal_joint(&game, text).is_ok(), "{text}");
    }
    for text in ["d2c2", "d2d3", "d4e4", "e5f4", "d5f5", "a1b2"] {
        assert!(legal_joint(&game, text).is_err(), "{text}");
    }
}

#[test]
fn a_tower_belongs_to_whoever_tops_it() {
    let tower = |game: &Avalam, cell: &str| {
        let tower = game.tower(cell.parse().expect("a cell"));
        (tower.seat().map(Seat::index), tower.height())
    };
    let game = after::<Avalam>("e4d4");
    assert_eq!(tower(&game, "d4"), (Some(1), 2), "Yellow has given Red a tower");
    assert_eq!(tower(&game, "e4"), (None, 0));
    assert_eq!((game.towers().0, game.fives().0), ([23, 24], [0, 0]));
}

#[test]
fn moves_do_not_depend_on_whose_turn_it_is_and_go_both_ways() {
    let mut game = Avalam::default();
    let mut rng = Rng::new(5);
    while let Some(joint) = random_joint(&game, &mut rng, &mut Vec::new()) {
        for text in legal(&game) {
            let (from, to) = text.split_at(2);
            assert!(legal_joint(&game, &format!("{to}{from}")).is_ok(), "{game}: {text}");
        }
        game.play(joint);
    }
}

const DRAWN: &str = "e8f8 d2e2 c6d5 e3d3 e4f4 c2c3 g7g6 e6f5 a6b6 i5i4 g5h5 d5d4 c3b3 g8g9 g6h5 b3b2 c4b4 b5b6 e2d1 \
                     h7h6 \
                     c7d7 g3h4 f7f6 f4g4 e7f8 d1c1 d7d6 f8f9 d4d3 h4g4 c5b6 g9h8 f6f5 b4a5";
const BY_FIVES: &str = "e4d3 f6g7 d7c7 b2b3 f4g5 g7f8 d4d3 b6b5 h7g6 f8f7 e3d3 c7c6 d6c5 g4h5 g6g5 c5d5 d3c3 h5h4 g8f7 \
                        c2d1 \
                        a6b5 b5a5 f5e6 g3h4 c4b4 b3b4 e2d2 e8f9 d2d1 g5h6 h4i5 g9f9 e6e7 c1d1";

#[test]
fn level_towers_and_level_fives_are_a_draw() {
    let game = after::<Avalam>(DRAWN);
    assert!(matches!(game.phase(), Phase::Over(payoffs) if payoffs.as_slice() == [0.5, 0.5]));
    assert_eq!(game.reason(), Some("draw"));
    assert_eq!((game.towers().0, game.fives().0), ([7, 7], [1, 1]));
    let height = |cell: &str| game.tower(cell.parse().expect("a cell")).height();
    assert_eq!(
        (height("i4"), height("h5")),
        (2, 4),
        "neighbours that are too high together"
    );
}

#[test]
fn level_towers_are_decided_by_fives() {
    let game = after::<Avalam>(BY_FIVES);
    assert!(matches!(game.phase(), Phase::Over(payoffs) if payoffs.as_slice() == [1.0, 0.0]));
    assert_eq!(game.reason(), Some("fives"));
    assert_eq!((game.towers().0, game.fives().0), ([7, 7], [3, 2]));
}

#[test]
fn the_longest_match_has_38_plies_and_leaves_ten_towers() {
    let line = "f9g8 a6b6 i4h5 g9g8 h8g8 i5h4 a5b5 c1b2 d1d2 b2c3 b3b4 c2d3 g3f4 h4g5 e8e7 c7c6 b6c5 e2f3 d2e3 d7d6 \
                h7h6 \
                h5g6 g4f5 f3e4 e7e6 f8g7 h6g7 f7g8 f6g7 g6f5 g5f4 e6d6 e4d5 c6b5 e3d3 c3d4 c5b4 b5c4";
    assert_eq!(line.split_whitespace().count(), 38);
    let game = after::<Avalam>(line);
    assert_eq!((game.towers().0, game.reason()), ([4, 6], Some("towers")));
}

#[test]
fn refuses_impossible_positions() {
    assert_eq!(Avalam::default().to_string(), START);
    let row = |from: &str, to: &str| START.replacen(from, to, 1);
    texts::assert_refused::<Avalam>(&[
        (String::new(), "nine rows"),
        (START.replace(" y", ""), "nine rows"),
        (START.replace(" y", " r"), "other's turn"),
        (START.replace(" y", " Y"), "`y` or `r`"),
        (START.replace(" y", "  y"), "`y` or `r`"),
        (format!("{START} "), "`y` or `r`"),
        (row("Aa/", "A/"), "row 1 has 2 cells"),
        (row("Aa/", ""), "row 1 has 2 cells"),
        (row("/aA y", " y"), "nine rows"),
        (row(" y", "/ y"), "nine rows"),
        (row("Aa/", "Ax/"), "d1 is `A` to `E`"),
        (row("Aa/", "Fa/"), "c1 is `A` to `E`"),
        (row("Aa/", "Aé/"), "d1 is `A` to `E`"),
        (row("Aa/", "1a/"), "c1 is `A` to `E`"),
        (row("Aa/", "Ab/"), "49 counters"),
        (row("Aa/", "../"), "46 counters"),
        (row("Aa/", ".B/"), "other's turn"),
        (row("Aa/", "aA/"), "the single counter on c1"),
        (
            row("Aa/", "A./").replace("/aA y", "/bA r"),
            "beside it to have grown from",
        ),
        (row("Aa/Aa", "AB/A.").replace(" y", " r"), "Yellow has 25 towers"),
    ]);
}

#[test]
fn refuses_what_is_no_move() {
    texts::assert_refused::<Carry>(&[
        ("", "such as `e4d4`"),
        ("e4", "such as `e4d4`"),
        ("e4d4 ", "such as `e4d4`"),
        ("e4-d4", "such as `e4d4`"),
        ("E4D4", "a column a to i"),
        ("e0d1", "a column a to i"),
        ("j4i4", "a column a to i"),
        ("éd4", "a column a to i"),
        ("e5f4", "no such cell"),
        ("a1b2", "no such cell"),
    ]);
}

/// Keys are kept in records and books; a change is a breaking change.
#[test]
fn the_key_is_pinned() {
    let keys = [Avalam::default().key(), after::<Avalam>("e4d4 c1d1").key()];
    assert_eq!(keys, [0xa6bd_e87d_2eab_66a2, 0xf44b_ea71_8893_4881], "{keys:#x?}");
}
