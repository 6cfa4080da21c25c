//! `mozi`: traps at the ends of both opponents' exits, and max^n between its phases.

use truel_core::{Game, Seat};
use truel_games::Chexers;
use truel_games::chexers::Move;
use truel_search::lens::{LensOpinion, LensSearch};
use truel_search::solo::Solo;
use truel_search::{Candidate, Choice, Limits, MaxN, Scale, Search};

use super::equations::{Equation, Features, basic, exiting, formation, hostile, wandering};
use super::makers::{negamax, plain_maxn};
use super::phases::{Plan, keep_if_any, plan};
use super::view::{Men, Replies, Root, View, is_fresh};
use truel_champions::heuristics::chexers::least_moves;

/// What can be chosen about `mozi`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Options {
    /// The features, whoever "us" is in them.
    pub features: Features,
    pub replies: Replies,
    /// Which men move while some are to stay on their points.
    pub men: Men,
    pub repetition: Repetition,
    pub fold: Fold,
    /// Plies to look ahead.
    pub depth: u32,
}

/// Whether positions that were met are avoided.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Repetition {
    Avoided,
    Allowed,
}

/// What changes when seats are out.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Fold {
    /// Nothing.
    Never,
    /// With two left alpha-beta looks ahead.
    Two,
    /// And with one left the shortest way is taken.
    All,
}

/// The agent's search.
#[derive(Debug)]
pub(crate) struct Mozi {
    options: Options,
}

impl Mozi {
    pub(crate) fn new(options: Options) -> Self {
        Mozi { options }
    }

    /// How a phase looks at the game.
    fn view(&self, game: &Chexers, us: Seat, (own, others): (Equation, Equation), men: Men) -> View {
        let Options {
            features,
            replies,
            repetition,
            ..
        } = self.options;
        View {
            features: Features { us, ..features },
            own,
            others,
            replies,
            men,
            root: match repetition {
                Repetition::Avoided => Root::Fresh { ply: game.ply() },
                Repetition::Allowed => Root::Any,
            },
        }
    }

    /// Looks ahead, by alpha-beta where only one opponent is left.
    fn look_ahead(&self, game: &Chexers, seat: Seat, limits: &Limits, view: View) -> Choice<Chexers> {
        let limits = limits
            .clone()
            .with_depth(self.options.depth.min(limits.depth.unwrap_or(u32::MAX)));
        if self.options.fold >= Fold::Two && rivals(game, seat) == 1 {
            let whole = View {
                replies: Replies::All,
                ..view
            };
            let mut look = LensSearch::new(negamax(), move |_: &Chexers, _| whole);
            return look.search(game, seat, &limits);
        }
        let many = MaxN::with_config(LensOpinion, plain_maxn());
        let mut look = LensSearch::new(many, move |_: &Chexers, _| view);
        look.search(game, seat, &limits)
    }

    /// Any of these moves, preferably into a position that is new.
    fn any_of(&self, game: &Chexers, seat: Seat, mut moves: Vec<Move>) -> Choice<Chexers> {
        if self.options.repetition == Repetition::Avoided {
            keep_if_any(&mut moves, 0, |mv| is_fresh(game, *mv));
        }
        let weight = 1.0 / moves.len() as f32;
        let value = basic(
            game,
            seat,
            &Features {
                us: seat,
                ..self.options.features
            },
        );
        let mut choice = Choice::of(seat, moves[0], truel_core::BySeat([value; 3]));
        choice.scale = Scale::Own;
        choice.candidates = moves
            .into_iter()
            .map(|mv| Candidate {
                weight,
                ..Candidate::new(seat, mv, choice.value)
            })
            .collect();
        choice
    }
}

/// How many opponents still have men.
fn rivals(game: &Chexers, seat: Seat) -> usize {
    Seat::all(3)
        .filter(|&other| other != seat && !game.is_out(other))
        .count()
}

impl Search<Chexers> for Mozi {
    fn search_with(
        &mut self,
        game: &Chexers,
        seat: Seat,
        limits: &Limits,
        on_progress: &mut dyn FnMut(&Choice<Chexers>),
    ) -> Choice<Chexers> {
        if self.options.fold == Fold::All && rivals(game, seat) == 0 && !game.is_out(seat) {
            let way = Solo::new(least_moves).search_with(game, seat, limits, on_progress);
            if way.is_proven {
                return way;
            }
        }
        let (equations, men) = match plan(game, seat) {
            Plan::Hunting(moves) | Plan::Loosening(moves) => return self.any_of(game, seat, moves),
            Plan::Formation => ((formation as Equation, hostile as Equation), Men::All),
            Plan::Wandering => ((wandering as Equation, basic as Equation), self.options.men),
            Plan::Exiting => ((exiting as Equation, basic as Equation), self.options.men),
        };
        let view = self.view(game, seat, equations, men);
        self.look_ahead(game, seat, limits, view)
    }
}
