//! All tables against those that the original referee's code gives
//! (`tests/data/threechess/geometry.json`).

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Map, Value};
use truel_core::Seat;
use truel_core::draw::{Draw, Point};

use super::board::{Cell, Content, Direction, Kind, cells};
use super::ways::{NEAR, Need, REACH, WAYS, Way};
use super::{SEATS, ThreeChess};

fn reference() -> Map<String, Value> {
    let text = include_str!("../../tests/data/threechess/geometry.json");
    let json: Value = serde_json::from_str(text).expect("JSON");
    let cells = json["cells"].as_object().expect("an object of cells").clone();
    assert_eq!(cells.len(), 96);
    cells
}

fn named(value: &Value) -> Option<Cell> {
    value.as_str().map(|name| {
        let mv = format!("{name}{name}").parse::<super::Move>();
        mv.expect("a cell's name").from
    })
}

fn cells_of(list: &Value) -> Vec<Cell> {
    let list = list.as_array().expect("a list").iter();
    list.map(|name| named(name).expect("a cell")).collect()
}

fn ways(seat: usize, kind: Kind, from: Cell) -> Vec<Way> {
    let reach = REACH[Content::piece(Seat::new(seat), kind).code()][from.index()];
    WAYS[reach.range()].to_vec()
}

/// The targets of some ways, each with the cells that must be empty, in the order of names.
fn targets(ways: &[Way]) -> BTreeMap<usize, Vec<usize>> {
    let entry = |way: &Way| {
        let empty = cells(way.empty()).map(Cell::index);
        (way.target().index(), empty.collect())
    };
    let targets: BTreeMap<_, _> = ways.iter().map(entry).collect();
    assert_eq!(targets.len(), ways.len(), "each target once");
    targets
}

/// What rays allow: each of their cells, if those before it are empty.
fn along(rays: &Value) -> BTreeMap<usize, Vec<usize>> {
    let mut targets = BTreeMap::new();
    for ray in rays.as_array().expect("rays").iter().map(cells_of) {
        for (i, target) in ray.iter().enumerate() {
            let mut between: Vec<usize> = ray[..i].iter().map(|cell| cell.index()).collect();
            between.sort_unstable();
            targets.insert(target.index(), between);
        }
    }
    targets
}

fn leaps(list: &Value) -> BTreeMap<usize, Vec<usize>> {
    cells_of(list).iter().map(|cell| (cell.index(), vec![])).collect()
}

#[test]
fn cells_and_steps_are_those_of_the_reference() {
    for (name, facts) in &reference() {
        let cell = named(&Value::from(name.as_str())).expect("a cell");
        assert_eq!(cell.to_string(), *name);
        assert_eq!(facts["index"], cell.index());
        assert_eq!(facts["dark"], cell.is_dark());
        let letters = [
            ("F", Direction::Forward),
            ("B", Direction::Back),
            ("L", Direction::Left),
            ("R", Direction::Right),
        ];
        for (letter, direction) in letters {
            assert_eq!(cell.step(direction), named(&facts["step"][letter]), "{name} {letter}");
        }
    }
}

#[test]
fn pieces_go_where_those_of_the_reference_go() {
    for (name, facts) in &reference() {
        let cell = named(&Value::from(name.as_str())).expect("a cell");
        let (straight, diagonal) = (along(&facts["files_and_ranks"]), along(&facts["diagonals"]));
        let both = straight.clone().into_iter().chain(diagonal.clone()).collect();
        let king = leaps(&facts["king"]);
        assert_eq!(
            cells(NEAR[cell.index()]).map(Cell::index).collect::<BTreeSet<_>>(),
            king.keys().copied().collect()
        );
        for seat in 0..SEATS {
            assert_eq!(targets(&ways(seat, Kind::Rook, cell)), straight, "{name}");
            assert_eq!(targets(&ways(seat, Kind::Bishop, cell)), diagonal, "{name}");
            assert_eq!(targets(&ways(seat, Kind::Queen, cell)), both, "{name}");
            assert_eq!(
                targets(&ways(seat, Kind::Knight, cell)),
                leaps(&facts["knight"]),
                "{name}"
            );
            let steps = ways(seat, Kind::King, cell).into_iter();
            let steps: Vec<Way> = steps.filter(|way| way.need() != Need::OwnRook as usize).collect();
            assert_eq!(targets(&steps), king, "{name}");
        }
    }
}

#[test]
fn pawns_go_where_those_of_the_reference_go() {
    for (name, facts) in &reference() {
        let cell = named(&Value::from(name.as_str())).expect("a cell");
        for (seat, letter) in ["B", "G", "R"].into_iter().enumerate() {
            let pawn = &facts["pawn"][letter];
            let (captures, pushes): (Vec<Way>, Vec<Way>) = ways(seat, Kind::Pawn, cell)
                .into_iter()
                .partition(|way| way.need() == Need::Enemy as usize);
            assert_eq!(targets(&captures), leaps(&pawn["captures"]), "{name}");
            let push = named(&pawn["push"]);
            let mut expected: BTreeMap<_, _> = push.map(|to| (to.index(), vec![to.index()])).into_iter().collect();
            if cell.section() == seat && cell.row() == 1 {
                let (one, two) = (cell.index() + 1, cell.index() + 2);
                expected.insert(two, vec![one, two]);
            }
            assert_eq!(targets(&pushes), expected, "{name}");
        }
    }
}

#[test]
fn only_an_own_e1_offers_castling() {
    for seat in 0..SEATS {
        for index in 0..96 {
            let cell = Cell::from_index(index);
            let castlings: Vec<String> = ways(seat, Kind::King, cell)
                .iter()
                .filter(|way| way.need() == Need::OwnRook as usize)
                .map(|way| format!("{}{}", way.target(), way.look()))
                .collect();
            let letter = ["B", "G", "R"][seat];
            if cell.to_string() == format!("{letter}E1") {
                assert_eq!(
                    castlings,
                    [format!("{letter}G1{letter}H1"), format!("{letter}C1{letter}A1")]
                );
            } else {
                assert!(castlings.is_empty(), "{cell}");
            }
        }
    }
}

/// Ours is drawn twice as large.
#[test]
fn the_board_is_drawn_like_the_reference_says() {
    let near = |ours: Point, theirs: &Value| {
        let coordinate = |i: usize| 2.0 * theirs[i].as_f64().expect("a coordinate") as f32;
        (ours.x - coordinate(0)).abs() < 0.001 && (ours.y - coordinate(1)).abs() < 0.001
    };
    for (name, facts) in &reference() {
        let cell = named(&Value::from(name.as_str())).expect("a cell");
        let drawn = &ThreeChess::board().cells[cell.index()];
        assert_eq!(drawn.name, *name);
        assert!(near(drawn.centre, &facts["centre"]), "{name}");
        let corners = facts["poly"].as_array().expect("corners");
        assert_eq!(corners.len(), drawn.outline.len());
        for (ours, theirs) in drawn.outline.iter().zip(corners) {
            assert!(near(*ours, theirs), "{name}: {ours:?} {theirs}");
        }
    }
}
