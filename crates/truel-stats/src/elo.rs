//! The Elo scale: 400 points are odds of ten to one.

/// Elo points for each natural logarithm of odds.
pub const PER_NAT: f64 = 400.0 / std::f64::consts::LN_10;

/// Normalised Elo for each standard deviation of a match by which the mean exceeds one half.
///
/// Chosen by Van den Bergh so that both scales agree for two even agents without draws. There the
/// standard deviation is one half, and the slope of the logistic curve one quarter.
pub const PER_DEVIATION: f64 = 2.0 * PER_NAT;

/// The points, 0 to 1, that a difference of `elo` is worth.
///
/// ```
/// # use truel_stats::elo;
/// assert_eq!(elo::points(0.0), 0.5);
/// assert!((elo::points(400.0) - 10.0 / 11.0).abs() < 1e-12);
/// ```
pub fn points(elo: f64) -> f64 {
    1.0 / (1.0 + (-elo / PER_NAT).exp())
}

/// The difference that is worth these points; nothing for 0 and 1, which no difference reaches.
///
/// ```
/// # use truel_stats::elo;
/// assert_eq!(elo::difference(1.0), None);
/// assert!((elo::difference(0.75).unwrap() - 190.848_501_9).abs() < 1e-6);
/// ```
pub fn difference(points: f64) -> Option<f64> {
    (points > 0.0 && points < 1.0).then(|| PER_NAT * (points / (1.0 - points)).ln())
}
