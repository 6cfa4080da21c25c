//! Games with known values, and the ways of solving them against each other.

use truel_core::Rng;

use super::fast::Scratch;
use super::simplex::Tableau;
use super::*;

fn by_simplex(matrix: &Matrix) -> Solution {
    let mut solution = Solution::default();
    assert!(Tableau::default().game(matrix, &mut solution), "{matrix:?}");
    solution.measure(matrix, &mut Vec::new());
    solution
}

fn by_matching(matrix: &Matrix) -> Solution {
    let mut solution = Solution::default();
    let config = matching::Config::default();
    matching::solve(matrix, &config, &mut matching::Scratch::default(), &mut solution);
    solution
}

fn matrix(rows: &[&[f64]]) -> Matrix {
    Matrix::from_fn(rows.len(), rows[0].len(), |row, col| rows[row][col])
}

#[track_caller]
fn close(got: &[f64], expected: &[f64]) {
    let near = got.len() == expected.len() && got.iter().zip(expected).all(|(a, b)| (a - b).abs() < 1e-8);
    assert!(near, "{got:?} is not {expected:?}");
}

/// Solves by all ways that apply and checks value and strategies.
#[track_caller]
fn check(cells: &[&[f64]], value: f64, rows: &[f64], cols: &[f64]) {
    let matrix = matrix(cells);
    let mut solver = Solver::default();
    let by_crate = linear::solve(&matrix).expect("a solution");
    for solution in [solver.solve(&matrix), &by_simplex(&matrix), &by_crate] {
        close(&[solution.value], &[value]);
        close(&solution.rows, rows);
        close(&solution.cols, cols);
        assert!(solution.gap < 1e-8, "{solution:?}");
    }
    close(&[solver.value(&matrix)], &[value]);
    let learned = by_matching(&matrix);
    assert!((learned.value - value).abs() <= learned.gap + 1e-12, "{learned:?}");
}

#[test]
fn matching_pennies_is_even() {
    check(&[&[1.0, -1.0], &[-1.0, 1.0]], 0.0, &[0.5, 0.5], &[0.5, 0.5]);
}

#[test]
fn rock_paper_scissors_is_a_third_each() {
    let third = [1.0 / 3.0; 3];
    check(
        &[&[0.0, -1.0, 1.0], &[1.0, 0.0, -1.0], &[-1.0, 1.0, 0.0]],
        0.0,
        &third,
        &third,
    );
}

#[test]
fn uneven_games_have_their_known_mixtures() {
    check(
        &[&[3.0, -1.0], &[-2.0, 1.0]],
        1.0 / 7.0,
        &[3.0 / 7.0, 4.0 / 7.0],
        &[2.0 / 7.0, 5.0 / 7.0],
    );
    // Rock against scissors counts double: paper becomes twice as frequent, the value stays 0.
    let heavy = [0.25, 0.5, 0.25];
    check(
        &[&[0.0, -1.0, 2.0], &[1.0, 0.0, -1.0], &[-2.0, 1.0, 0.0]],
        0.0,
        &heavy,
        &heavy,
    );
    // A diagonal game: shares go with the inverse of the entries, the value is 1 / (1 + 1/2 + 1/4).
    let shares = [4.0 / 7.0, 2.0 / 7.0, 1.0 / 7.0];
    check(
        &[&[1.0, 0.0, 0.0], &[0.0, 2.0, 0.0], &[0.0, 0.0, 4.0]],
        4.0 / 7.0,
        &shares,
        &shares,
    );
}

#[test]
fn saddle_points_and_dominance_need_no_mixture() {
    check(&[&[4.0, 2.0], &[3.0, 1.0]], 2.0, &[1.0, 0.0], &[0.0, 1.0]);
    check(&[&[5.0, 1.0, 3.0]], 1.0, &[1.0], &[0.0, 1.0, 0.0]);
    check(&[&[5.0], &[7.0]], 7.0, &[0.0, 1.0], &[1.0]);
    // The third row and column fall away, matching pennies remain.
    check(
        &[&[1.0, -1.0, 2.0], &[-1.0, 1.0, 2.0], &[-2.0, -2.0, 3.0]],
        0.0,
        &[0.5, 0.5, 0.0],
        &[0.5, 0.5, 0.0],
    );
}

/// A random matrix: few different numbers make ties and dominance, many make none; a repeated row
/// and column make it degenerate.
fn random_matrix(rng: &mut Rng, most: u32, numbers: u32) -> Matrix {
    let (rows, cols) = (1 + rng.below(most) as usize, 1 + rng.below(most) as usize);
    let is_degenerate = rng.below(3) == 0;
    let whole = Matrix::from_fn(rows, cols, |_, _| f64::from(rng.below(numbers)) - 1.0);
    let twin = |place: usize| {
        if is_degenerate && place.is_multiple_of(2) {
            0
        } else {
            place
        }
    };
    Matrix::from_fn(rows, cols, |row, col| whole.at(twin(row), twin(col)))
}

#[test]
fn all_ways_agree_on_random_matrices() {
    let mut rng = Rng::new(3);
    let mut solver = Solver::default();
    let mut small = 0;
    for round in 0..600 {
        let numbers = if round % 2 == 0 { 4 } else { 1000 };
        let matrix = random_matrix(&mut rng, 6, numbers);
        let exact = linear::solve(&matrix).expect("a solution");
        assert!(exact.gap < 1e-7, "{matrix:?}: {exact:?}");
        let mut picked = solver.solve(&matrix).clone();
        assert!((picked.value - exact.value).abs() < 1e-7, "{matrix:?}: {picked:?}");
        close(&[solver.value(&matrix)], &[picked.value]);
        picked.measure(&matrix, &mut Vec::new());
        assert!(picked.gap < 1e-7, "{matrix:?}: {picked:?}");
        small += usize::from(fast::solve(&matrix, &mut Scratch::default()).is_some());
        let learned = by_matching(&matrix);
        assert!(
            (learned.value - exact.value).abs() <= learned.gap + 1e-7,
            "{matrix:?}: {learned:?}"
        );
        assert!(learned.gap <= 1e-3 * f64::from(numbers), "{matrix:?}: {learned:?}");
    }
    assert!(
        (200..500).contains(&small),
        "both ways were taken: {small} of 600 were small"
    );
}

#[test]
fn our_simplex_agrees_with_the_crate_on_thousands_of_matrices() {
    let mut rng = Rng::new(31);
    for round in 0..6000 {
        let matrix = random_matrix(
            &mut rng,
            if round % 20 == 0 { 40 } else { 9 },
            [2, 3, 10, 1 << 20][round % 4],
        );
        let (low, high) = matrix.range();
        let (own, reference) = (by_simplex(&matrix), linear::solve(&matrix).expect("a solution"));
        assert!(
            (own.value - reference.value).abs() <= 1e-7 * (high - low).max(1.0),
            "{matrix:?}: {own:?} {reference:?}"
        );
        // So small a gap that the solver never asks the crate.
        assert!(own.gap <= solver::ACCURACY * (high - low), "{matrix:?}: {own:?}");
        close(&[own.rows.iter().sum(), own.cols.iter().sum()], &[1.0, 1.0]);
    }
}

#[test]
fn best_mixtures_agree_with_the_crate() {
    let (mut rng, mut solver) = (Rng::new(37), Solver::default());
    let mut feasible = 0;
    for round in 0..3000 {
        let numbers = [3, 8, 1 << 16][round % 3];
        let (parts, floors) = (1 + rng.below(8) as usize, rng.below(8) as usize);
        // The last column is what is gained.
        let cells = Matrix::from_fn(parts, floors + 1, |_, _| {
            f64::from(rng.below(numbers)) - f64::from(numbers) * 0.4
        });
        let gain = |part: usize| cells.at(part, floors);
        let excess = |part: usize, floor: usize| cells.at(part, floor);
        let reference = linear::best_mixture((parts, floors), gain, excess);
        let own = solver.best_mixture((parts, floors), gain, excess, numbers.into(), f64::NEG_INFINITY);
        let near = match (own, reference) {
            (Some(own), Some(reference)) => (own - reference).abs() <= 1e-7 * f64::from(numbers),
            (own, reference) => own == reference,
        };
        assert!(near, "{cells:?}: {own:?}, not {reference:?}");
        feasible += usize::from(own.is_some());
        // Asked for more than there is, it need not go to the end.
        let more = own.map(|most| most + 0.5);
        if let Some(more) = more {
            assert_eq!(
                solver.best_mixture((parts, floors), gain, excess, numbers.into(), more),
                None
            );
        }
    }
    assert!((500..2500).contains(&feasible), "{feasible} of 3000 had a mixture");
}

#[test]
fn a_large_matrix_is_learned_within_its_bound() {
    let mut rng = Rng::new(9);
    let matrix = Matrix::from_fn(60, 70, |_, _| f64::from(rng.below(1 << 20)) / f64::from(1 << 20));
    let mut solver = Solver::new(100, matching::Config::default());
    let learned = solver.solve(&matrix).clone();
    let exact = linear::solve(&matrix).expect("a solution");
    assert!(
        exact.gap < 1e-8 && learned.gap > exact.gap && learned.gap < 1e-3,
        "{} {}",
        exact.gap,
        learned.gap
    );
    assert!((learned.value - exact.value).abs() <= learned.gap);
}
