//! Games with known values, and the three ways against each other.

use truel_core::Rng;

use super::*;

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
    for solution in [solver.solve(&matrix), linear::solve(&matrix).expect("a solution")] {
        close(&[solution.value], &[value]);
        close(&solution.rows, rows);
        close(&solution.cols, cols);
        assert!(solution.gap < 1e-8, "{solution:?}");
    }
    close(&[solver.value(&matrix)], &[value]);
    let learned = matching::solve(&matrix, &matching::Settings::default());
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

#[test]
fn the_three_ways_agree_on_random_matrices() {
    let mut rng = Rng::new(3);
    let mut solver = Solver::default();
    let mut small = 0;
    for round in 0..600 {
        let (rows, cols) = (1 + rng.below(6) as usize, 1 + rng.below(6) as usize);
        // Few different numbers make ties and dominance, many make none.
        let numbers = if round % 2 == 0 { 4 } else { 1000 };
        let matrix = Matrix::from_fn(rows, cols, |_, _| f64::from(rng.below(numbers)) - 1.0);
        let exact = linear::solve(&matrix).expect("a solution");
        assert!(exact.gap < 1e-7, "{matrix:?}: {exact:?}");
        let picked = solver.solve(&matrix);
        let measured = Solution::of(&matrix, picked.rows.clone(), picked.cols.clone());
        assert!(
            (picked.value - exact.value).abs() < 1e-7 && measured.gap < 1e-7,
            "{matrix:?}: {picked:?}"
        );
        close(&[solver.value(&matrix)], &[picked.value]);
        small += usize::from(fast::solve(&matrix, &mut Scratch::default()).is_some());
        let learned = matching::solve(&matrix, &matching::Settings::default());
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
fn a_large_matrix_is_learned_within_its_bound() {
    let mut rng = Rng::new(9);
    let matrix = Matrix::from_fn(60, 70, |_, _| f64::from(rng.below(1 << 20)) / f64::from(1 << 20));
    let mut solver = Solver {
        large: 100,
        ..Solver::default()
    };
    let learned = solver.solve(&matrix);
    let exact = linear::solve(&matrix).expect("a solution");
    assert!(
        exact.gap < 1e-8 && learned.gap > exact.gap && learned.gap < 1e-3,
        "{} {}",
        exact.gap,
        learned.gap
    );
    assert!((learned.value - exact.value).abs() <= learned.gap);
}
