//! The configuration of Monte Carlo tree search.

use truel_core::Seat;

use crate::builders::builders;

/// How [`Mcts`](super::Mcts) searches. The default is plain UCT: UCB1 with c = √2 on rewards scaled
/// to 0..1, uniform rollouts to the end of the match, the most visited move.
///
/// ```
/// use truel_search::mcts::{Config, Length, Rollout, Select};
///
/// let config = Config::default()
///     .with_select(Select::Puct { temperature: 1.0 })
///     .with_rollout(Rollout { length: Length::Plies(0), ..Rollout::default() });
/// assert_eq!(config.threads, 1);
/// ```
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub struct Config {
    /// Random seed. With one thread and a limit of nodes, the same seed gives the same search.
    pub seed: u64,
    /// Threads that grow one tree together.
    pub threads: usize,
    /// The most memory for the tree and its tables, in MiB. A full tree forgets its least visited
    /// parts and goes on.
    pub memory: usize,
    /// Which child a simulation goes to.
    pub select: Select,
    /// How much selection prefers moves that it has seldom tried.
    pub explore: Explore,
    /// How children are made.
    pub expand: Expand,
    /// What a move that was never tried is worth.
    pub first_play: FirstPlay,
    /// Whether the opinion's ranking helps young moves.
    pub bias: Bias,
    /// Whether a move's record anywhere in the tree helps it here.
    pub history: MoveHistory,
    /// Whether moves played later in a simulation count as if played first.
    pub amaf: Amaf,
    /// How a simulation is played on below the tree.
    pub rollout: Rollout,
    /// What each seat wants.
    pub backup: Backup,
    /// Whether evaluations are backed up by maximising beside the averages.
    pub implicit: Implicit,
    /// Whether results proven by the rules are backed up as such.
    pub solver: Solver,
    /// How payoffs become rewards from 0 to 1.
    pub scale: RewardScale,
    /// Virtual losses that a thread adds to the nodes on its path, so that other threads go
    /// elsewhere. No effect with one thread.
    pub virtual_loss: u32,
    /// Visits after which a node gets children of its own.
    pub open_after: u32,
    /// Whether the tree below the moves that were played is kept.
    pub reuse: Reuse,
    /// Which move is the answer.
    pub answer: Answer,
}

impl Default for Config {
    fn default() -> Self {
        Config {
            seed: 0,
            threads: 1,
            memory: 256,
            select: Select::Ucb1,
            explore: Explore::Constant(std::f32::consts::SQRT_2),
            expand: Expand::AsTried,
            first_play: FirstPlay::EveryMove,
            bias: Bias::None,
            history: MoveHistory::None,
            amaf: Amaf::None,
            rollout: Rollout::default(),
            backup: Backup::MaxN,
            implicit: Implicit::None,
            solver: Solver::Off,
            scale: RewardScale::Score,
            virtual_loss: 1,
            open_after: 1,
            reuse: Reuse::Keep,
            answer: Answer::MostVisits,
        }
    }
}

/// Which child a simulation goes to. `q` is a child's mean reward for the seat that moves, `n` its
/// visits, `N` its parent's, `c` from [`Explore`].
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Select {
    /// `q + c √(ln N / n)` (Auer, Cesa-Bianchi and Fischer 2002; Kocsis and Szepesvári 2006).
    Ucb1,
    /// `q + c √(ln N / n · min(¼, variance + √(2 ln N / n)))` (Auer et al. 2002, where c = 1).
    Ucb1Tuned,
    /// `q + c p √N / (1 + n)`, where the priors `p` are a softmax of the opinion's ranking (Rosin
    /// 2011; Silver et al. 2016).
    Puct {
        /// Of the softmax: ranks are divided by it.
        temperature: f32,
    },
}

/// The constant `c` of [`Select`].
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Explore {
    /// Always this.
    Constant(f32),
    /// `c · exp(max(0, weak − gain · Q))`, at most `most`: a seat in a bad position explores more.
    /// `Q` runs from −1, the worst payoff, to 1, the best. The Avalam report has c = √2, weak =
    /// 0.25, gain = 10 and no bound.
    Adaptive {
        /// While the estimate is good.
        c: f32,
        /// Below what `gain · Q` it grows.
        weak: f32,
        /// The scale on which `Q` is measured.
        gain: f32,
        /// Its bound.
        most: f32,
        /// Which `Q`.
        estimate: Estimate,
    },
}

impl Explore {
    /// The constant for a seat that expects this reward.
    pub(super) fn constant(self, reward: f32) -> f32 {
        match self {
            Explore::Constant(c) => c,
            Explore::Adaptive {
                c, weak, gain, most, ..
            } => (c * (weak - gain * (2.0 * reward - 1.0)).max(0.0).exp()).min(most),
        }
    }
}

/// Which estimate drives [`Explore::Adaptive`]. Before there is any, it is a draw.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Estimate {
    /// What the last move of this match was thought to be worth, as in the Avalam report.
    LastMove,
    /// The root's running mean.
    Root,
}

/// How the children of a node come to be.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Expand {
    /// With nothing known about them, each when it is first tried.
    AsTried,
    /// All at once, each with the opinion's evaluation after the move as its first visit. The
    /// Avalam report does so; with [`Config::open_after`] at 2 a child still gets a simulation of
    /// its own before it gets children.
    Evaluated(FirstTerm),
}

/// Whether selection explores children that have nothing but their evaluation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FirstTerm {
    /// As if they had been visited once.
    Explored,
    /// No: only their evaluation counts.
    Bare,
}

/// What a move that was never tried is worth.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum FirstPlay {
    /// More than any other: every move is tried once first, those with the better knowledge sooner.
    EveryMove,
    /// This reward (first-play urgency, Gelly and Wang 2006).
    Reward(f32),
    /// This much less than the mean of its parent.
    BelowParent(f32),
}

/// Progressive bias (Chaslot et al. 2008).
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Bias {
    /// Averages only.
    None,
    /// `weight · h / (n + 1)` on top, where `h` is the ranking as a softmax relative to the best
    /// move, 1 for that. With [`Select::Puct`], `h` is the prior.
    Rank {
        /// How much the ranking counts.
        weight: f32,
        /// Of the softmax: ranks are divided by it.
        temperature: f32,
    },
}

/// Progressive history (Nijssen and Winands 2011).
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum MoveHistory {
    /// None.
    None,
    /// `weight · a / ((1 − q) n + 1)` on top, where `a` is the move's mean reward wherever its seat
    /// played it.
    Progressive {
        /// How much it counts.
        weight: f32,
    },
}

/// All moves as first.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Amaf {
    /// Not used.
    None,
    /// Each node's own record (Gelly and Silver 2007): its share in the value is
    /// `√(k / (3 n + k))`.
    Rave {
        /// Visits at which record and average count alike.
        equivalence: f32,
    },
    /// The record of the closest ancestor with enough visits (Cazenave 2015): its share in the
    /// value is `m / (m + n + bias · m · n)` with `m` simulations in the record.
    Grave {
        /// Visits that make an ancestor's record worth asking.
        reference: u32,
        /// The record's error; the larger, the sooner averages take over.
        bias: f32,
    },
}

/// How a simulation is played on below the tree.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Rollout {
    /// Which moves.
    pub policy: Policy,
    /// How far.
    pub length: Length,
}

impl Default for Rollout {
    fn default() -> Self {
        Rollout {
            policy: Policy::Uniform,
            length: Length::ToTheEnd,
        }
    }
}

/// Which moves a rollout plays.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Policy {
    /// Every legal move alike.
    Uniform,
    /// The move-average sampling technique, drawn by weights `exp(a / temperature)` (Finnsson and
    /// Björnsson 2008); `a` is a move's mean reward wherever its seat played it, 1 for a move never
    /// played.
    MastGibbs {
        /// The smaller, the greedier.
        temperature: f32,
    },
    /// The move with the best such mean, but this often a uniform one (Tak, Winands and Björnsson
    /// 2012).
    MastGreedy {
        /// The share of uniform moves.
        epsilon: f32,
    },
    /// The best of a few random moves, else a uniform one: ε-greedy as in the Avalam report, where
    /// ε is the share of *good* moves.
    Good {
        /// The share of good moves.
        share: f32,
        /// Moves drawn, with repetition, to choose the good one from.
        draws: u32,
        /// How they are compared.
        by: Judge,
    },
    /// Drawn by a softmax of the opinion's ranking of all moves; always its best move at
    /// temperature 0.
    Ranked {
        /// The smaller, the greedier.
        temperature: f32,
    },
}

/// How [`Policy::Good`] compares moves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Judge {
    /// By the opinion's ranking.
    Rank,
    /// By the opinion's evaluation of the position after the move.
    Evaluate,
}

/// How far a rollout goes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Length {
    /// To the end of the match.
    ToTheEnd,
    /// So many plies, then the position is evaluated. With 0 there is no rollout: leaves are
    /// evaluated.
    Plies(u32),
}

/// What each seat wants.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Backup {
    /// Each its own reward (Sturtevant 2008).
    MaxN,
    /// The searching seat its own; all others that it gets little (Nijssen and Winands 2012).
    Paranoid,
    /// The searching seat that this one gets little; all others their own (Zuckerman, Felner and
    /// Kraus 2009). The same as [`Backup::MaxN`] when it would be directed against oneself.
    Offensive(Seat),
}

/// Implicit minimax back-ups (Lanctot et al. 2014), max^n back-ups with more than two seats.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Implicit {
    /// None.
    None,
    /// Selection looks at `(1 − share) · q + share · v`, where `v` is the backed-up evaluation.
    Minimax {
        /// The weight of the evaluation.
        share: f32,
    },
}

/// Whether results proven by the rules are backed up as such.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Solver {
    /// No.
    Off,
    /// Yes (Winands, Björnsson and Saito 2008), with this rule for ties (Nijssen and Winands 2011).
    On(SolverTies),
}

/// What is proven when a seat has several best moves that differ for the others. It never happens
/// to two seats with a constant sum.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SolverTies {
    /// Nothing: a proven value is the value of every way of breaking ties.
    Standard,
    /// That the move worst for the searching seat is made.
    Paranoid,
    /// That the first one found is made.
    First,
}

/// How payoffs become rewards from 0 to 1.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RewardScale {
    /// In proportion, from the smallest to the largest payoff of the game.
    Score,
    /// One reward to share among the seats with the best payoff, nothing for the others.
    /// Evaluations are taken in proportion.
    WinRatio,
}

/// Whether the tree below the moves that were played is kept.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reuse {
    /// Yes, for the next search of the match.
    Keep,
    /// Every search starts with nothing.
    Forget,
}

/// Which move is the answer.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Answer {
    /// The one with the most visits (robust child).
    MostVisits,
    /// The one with the largest mean (max child).
    MaxValue,
    /// The one with the largest `q − a / √n` (secure child, Chaslot et al. 2008).
    Secure {
        /// The width of the doubt.
        a: f32,
    },
    /// A policy in proportion to `visits^(1 / temperature)`, for learning from one's own matches.
    Proportional {
        /// 1 for the visits themselves; the smaller, the greedier.
        temperature: f32,
    },
}

impl Config {
    builders! {
        with_seed(seed: u64),
        with_threads(threads: usize),
        with_memory(memory: usize),
        with_select(select: Select),
        with_explore(explore: Explore),
        with_expand(expand: Expand),
        with_first_play(first_play: FirstPlay),
        with_bias(bias: Bias),
        with_history(history: MoveHistory),
        with_amaf(amaf: Amaf),
        with_rollout(rollout: Rollout),
        with_backup(backup: Backup),
        with_implicit(implicit: Implicit),
        with_solver(solver: Solver),
        with_scale(scale: RewardScale),
        with_virtual_loss(virtual_loss: u32),
        with_open_after(open_after: u32),
        with_reuse(reuse: Reuse),
        with_answer(answer: Answer),
    }

    /// Whether selection needs to see all moves of a node at once. Without, children are made one
    /// by one, as they are tried.
    pub(super) fn knows_moves(&self) -> bool {
        self.has_priors()
            || self.history != MoveHistory::None
            || self.amaf != Amaf::None
            || self.expand != Expand::AsTried
    }

    /// Whether children carry a prior.
    pub(super) fn has_priors(&self) -> bool {
        matches!(self.select, Select::Puct { .. }) || self.bias != Bias::None
    }

    /// Whether the averages of moves over the whole search are asked.
    pub(super) fn uses_averages(&self) -> bool {
        let policy = self.rollout.policy;
        self.history != MoveHistory::None || matches!(policy, Policy::MastGibbs { .. } | Policy::MastGreedy { .. })
    }

    /// Whether simulations note the moves they play.
    pub(super) fn notes_moves(&self) -> bool {
        self.uses_averages() || self.amaf != Amaf::None
    }

    /// Whether the cached glances of the tree are all that selection looks at.
    pub(super) fn is_plain(&self) -> bool {
        self.select == Select::Ucb1 && !self.knows_moves() && self.implicit == Implicit::None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The report's values run from -10 to 10.
    #[test]
    fn exploration_grows_as_in_the_avalam_report() {
        let explore = Explore::Adaptive {
            c: std::f32::consts::SQRT_2,
            weak: 0.25,
            gain: 10.0,
            most: f32::INFINITY,
            estimate: Estimate::LastMove,
        };
        let at = |value: f32| explore.constant((value / 10.0 + 1.0) / 2.0);
        for (value, constant) in [(3.0, 1.414), (0.25, 1.414), (0.0, 1.816), (-1.0, 4.936)] {
            assert!((at(value) - constant).abs() < 1e-3, "{value}: {}", at(value));
        }
        assert!((at(-10.0) / 40_000.0 - 1.0).abs() < 0.01, "{}", at(-10.0));
    }
}
