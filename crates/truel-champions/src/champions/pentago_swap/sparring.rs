//! Strong agents of other styles, to measure the champion against.

use truel_agents::catalogue::groups::{LIMITS, SIMULATIONS};
use truel_agents::{AgentInfo, Maker, Needs};
use truel_core::{Bounds, BySeat, Evaluate, Game, Seat};
use truel_games::PentagoSwap;
use truel_games::pentago_swap::{Forcing, Placement};
use truel_search::lens::{Lens, LensOpinion, LensSearch, Through};
use truel_search::mcts::{Config, Explore, FirstPlay, Length, Rollout, Select, Solver, SolverTies};
use truel_search::{AlphaBeta, Mcts, Scale, Search};

use super::first::Alert;
use crate::heuristics::pentago_swap::OpenLines;
use crate::heuristics::pentago_swap::anywhere::Anywhere;

/// The pool.
pub(super) const POOL: &[AgentInfo] = &[
    AgentInfo {
        name: "spar-roller",
        plain: "Plays thousands of random matches in its head, and avoids moves that lose soon.",
        about: "UCT with random rollouts over moves that lose nothing at once; root moves that lose within four plies \
                are left out",
        source: "truel",
        needs: Needs::Game("pentago-swap"),
        groups: &[SIMULATIONS],
        maker: Maker::Own(|context| context.seated::<PentagoSwap>(roller(context.seed))),
    },
    AgentInfo {
        name: "spar-judge",
        plain: "Grows a tree where its lines look promising, and judges positions instead of playing them out.",
        about: "tree search with priors by what a cell gains, leaves judged by lines wherever the quadrants may lie",
        source: "truel",
        needs: Needs::Game("pentago-swap"),
        groups: &[SIMULATIONS],
        maker: Maker::Own(|context| context.seated::<PentagoSwap>(judge(context.seed))),
    },
    AgentInfo {
        name: "spar-lines",
        plain: "Looks ahead and counts the lines that stand open on the board as it lies.",
        about: "alpha-beta over moves that lose nothing at once, with open windows of five as evaluation",
        source: "truel",
        needs: Needs::Game("pentago-swap"),
        groups: &[LIMITS],
        maker: Maker::Own(|context| context.seated::<PentagoSwap>(lines())),
    },
    AgentInfo {
        name: "spar-attacker",
        plain: "Looks ahead and would rather build one long line than many short ones.",
        about: "alpha-beta over moves that lose nothing at once; long lines and the turn count more than for the \
                champion",
        source: "truel",
        needs: Needs::Game("pentago-swap"),
        groups: &[LIMITS],
        maker: Maker::Own(|context| context.seated::<PentagoSwap>(attacker())),
    },
];

/// Alpha-beta that likes long lines.
pub(super) fn attacker() -> impl Search<PentagoSwap> + 'static {
    let opinion = Anywhere::new(4.0, 1.6);
    LensSearch::new(AlphaBeta::new(LensOpinion), move |_: &PentagoSwap, _| Alert {
        opinion: opinion.clone(),
    })
}

/// Alpha-beta that counts windows where they lie.
pub(super) fn lines() -> impl Search<PentagoSwap> + 'static {
    LensSearch::new(AlphaBeta::new(LensOpinion), |_: &PentagoSwap, _| AsItLies::default())
}

/// The moves of [`Alert`], judged by the board as it lies.
#[derive(Clone, Default, Debug)]
struct AsItLies {
    alert: Alert,
}

impl Lens<PentagoSwap> for AsItLies {
    const BOUNDS: Bounds = Bounds::UNIT;
    const SCALE: Scale = Scale::Payoffs;

    fn judge(&self, game: &PentagoSwap) -> BySeat<f32, 2> {
        match self.alert.certain(game) {
            Some(values) => values,
            None => OpenLines.evaluate(game),
        }
    }

    fn end(&self, _: &PentagoSwap, payoffs: BySeat<f32, 2>) -> BySeat<f32, 2> {
        payoffs
    }

    fn moves(&self, game: &PentagoSwap, seat: Seat, out: &mut Vec<Placement>) {
        self.alert.moves(game, seat, out);
    }
}

/// UCT with random rollouts.
pub(super) fn roller(seed: u64) -> impl Search<PentagoSwap> + 'static {
    let config = Config::default()
        .with_seed(seed)
        .with_explore(Explore::Constant(0.7))
        .with_first_play(FirstPlay::BelowParent(0.1))
        .with_solver(Solver::On(SolverTies::Paranoid));
    let tree = Mcts::<Through<PentagoSwap, Wary>, _>::with_config(LensOpinion, config);
    LensSearch::new(tree, |game: &PentagoSwap, _| Wary::at(*game))
}

/// A tree with priors and without rollouts.
pub(super) fn judge(seed: u64) -> impl Search<PentagoSwap> + 'static {
    let config = Config::default()
        .with_seed(seed)
        .with_select(Select::Puct { temperature: 0.03 })
        .with_explore(Explore::Constant(1.0))
        .with_first_play(FirstPlay::BelowParent(0.05))
        .with_rollout(Rollout {
            length: Length::Plies(0),
            ..Rollout::default()
        })
        .with_solver(Solver::On(SolverTies::Paranoid));
    let tree = Mcts::<Through<PentagoSwap, Wary>, _>::with_config(LensOpinion, config);
    LensSearch::new(tree, |game: &PentagoSwap, _| Wary::at(*game))
}

/// The moves of [`Alert`]. At the root those that lose within four plies are left out too.
#[derive(Clone, Default, Debug)]
struct Wary {
    alert: Alert,
    /// The root, and the moves to look at there.
    root: PentagoSwap,
    moves: Vec<Placement>,
}

impl Wary {
    fn at(root: PentagoSwap) -> Self {
        let (alert, seat) = (Alert::default(), Seat::new(root.plies() as usize % 2));
        let mut moves = Vec::new();
        alert.moves(&root, seat, &mut moves);
        let mut forcing: Vec<Forcing> = Vec::new();
        let mut loses = |mv: &Placement| {
            let mut after = root;
            after.play([*mv]);
            forcing.clear();
            after.forcing_moves(&mut forcing);
            let safe = after.safe_cells();
            let is_safe = |mv: Placement| safe[mv.pair.index()] & (1 << mv.cell.index()) != 0;
            forcing
                .iter()
                .any(|forcing| forcing.replies == 0 && is_safe(forcing.placement))
        };
        let kept: Vec<Placement> = moves.iter().copied().filter(|mv| !loses(mv)).collect();
        if !kept.is_empty() {
            moves = kept;
        }
        Wary { alert, root, moves }
    }
}

impl Lens<PentagoSwap> for Wary {
    const BOUNDS: Bounds = Bounds::UNIT;
    const SCALE: Scale = Scale::Payoffs;

    fn judge(&self, game: &PentagoSwap) -> BySeat<f32, 2> {
        self.alert.judge(game)
    }

    fn end(&self, _: &PentagoSwap, payoffs: BySeat<f32, 2>) -> BySeat<f32, 2> {
        payoffs
    }

    fn moves(&self, game: &PentagoSwap, seat: Seat, out: &mut Vec<Placement>) {
        if *game == self.root && !self.moves.is_empty() {
            out.extend(&self.moves);
        } else {
            self.alert.moves(game, seat, out);
        }
    }

    fn rank(&self, game: &PentagoSwap, seat: Seat, mv: Placement) -> f32 {
        let mut after = *game;
        after.play([mv]);
        self.alert.opinion.evaluate(&after)[seat]
    }
}
