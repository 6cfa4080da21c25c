//! The search itself.

use truel_core::{Game, Phase, TurnBased, zobrist};

use super::table::{Known, MOST, NEVER, Numbers, Table};
use super::{Claim, Config, Goal, Progress, Proof, Verdict};
use crate::{Budget, Limits};

/// Nodes between two reports on progress.
const REPORT: u64 = 1 << 16;
/// Plies to look ahead where limits name none. A match without a limit on its length may go on for
/// ever, and each ply takes some of the stack.
const DEEPEST: u32 = 2000;

/// Proof-number search with its table, which serves one claim at a time.
///
/// ```
/// use truel_core::{Seat, doc::Nim};
/// use truel_search::Limits;
/// use truel_search::proof::{Claim, Goal, ProofSearch, Verdict};
///
/// // 21 stones: the first seat takes one and wins. 20 stones: whoever moves has lost.
/// let first = Claim { seat: Seat::new(0), goal: Goal::Win };
/// let mut search = ProofSearch::default();
/// let proof = search.prove(&Nim::default(), first, &Limits::default());
/// assert_eq!((proof.verdict, proof.line[0].to_string()), (Verdict::Holds, "1".into()));
///
/// let twenty = "20 1".parse::<Nim>().unwrap();
/// assert_eq!(search.prove(&twenty, first, &Limits::default()).verdict, Verdict::Fails);
/// ```
#[derive(Debug)]
pub struct ProofSearch {
    table: Table,
}

impl Default for ProofSearch {
    fn default() -> Self {
        ProofSearch::with_config(Config::default())
    }
}

impl ProofSearch {
    /// The search with this configuration.
    pub fn with_config(config: Config) -> Self {
        ProofSearch {
            table: Table::new(config.table_mb),
        }
    }

    /// Proves or disproves a claim within the limits. A limit on depth counts plies: what is not
    /// forced within them counts as not forced.
    pub fn prove<G: TurnBased>(&mut self, game: &G, claim: Claim, limits: &Limits) -> Proof<G> {
        self.prove_with(game, claim, limits, &mut |_| {})
    }

    /// Does the same, and calls `on_progress` now and then.
    pub fn prove_with<G: TurnBased>(
        &mut self,
        game: &G,
        claim: Claim,
        limits: &Limits,
        on_progress: &mut dyn FnMut(&Progress),
    ) -> Proof<G> {
        self.table.clear();
        let mut walk = Walk {
            game: game.clone(),
            claim,
            deepest: limits.depth.unwrap_or(DEEPEST),
            table: &mut self.table,
            budget: Budget::start(limits),
            is_cut: false,
            root: (Kind::One, 0),
            moves: Vec::new(),
            children: Vec::new(),
            on_progress,
        };
        walk.prove()
    }
}

/// A node: where it is stored, and how far it is from the root.
#[derive(Clone, Copy)]
struct Node {
    key: u64,
    ply: u32,
}

/// A move of an open node, and what is known about the position after it.
#[derive(Clone, Copy)]
struct Child {
    key: u64,
    known: Known,
}

/// What has to be true of the children.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    /// One child is enough to prove: the seat of the claim chooses.
    One,
    /// All are needed: somebody else chooses.
    All,
}

struct Walk<'a, G: Game> {
    game: G,
    claim: Claim,
    deepest: u32,
    table: &'a mut Table,
    budget: Budget,
    /// Whether a line was cut off at the deepest ply. A claim that fails then fails only so far.
    is_cut: bool,
    /// The root's kind and the number of its children that are listed.
    root: (Kind, usize),
    /// The moves of all open nodes.
    moves: Vec<G::Move>,
    /// Their children, in the same order.
    children: Vec<Child>,
    on_progress: &'a mut dyn FnMut(&Progress),
}

impl<G: TurnBased> Walk<'_, G> {
    fn prove(&mut self) -> Proof<G> {
        let root = Node {
            key: self.key(&Node { key: 0, ply: 0 }, 0),
            ply: 0,
        };
        let known = match self.decided(0) {
            Some(numbers) => Known { numbers, plies: 0 },
            None => {
                let whole = Numbers {
                    prove: NEVER,
                    disprove: NEVER,
                };
                self.explore(root, whole)
            }
        };
        let verdict = match known.numbers {
            Numbers { prove: 0, .. } => Verdict::Holds,
            Numbers { disprove: 0, .. } => Verdict::Fails,
            _ => Verdict::Open,
        };
        let line = match verdict {
            Verdict::Open => Vec::new(),
            _ => self.line(root, verdict),
        };
        Proof {
            verdict,
            plies: u32::from(known.plies),
            line,
            nodes: self.budget.nodes(),
            within: (verdict == Verdict::Fails && self.is_cut).then_some(self.deepest),
        }
    }

    /// The key of the node that a play of the current position leads to from `parent`. It holds the
    /// ply, so that a position that comes again is another node. Where rules look back, it holds
    /// the whole path.
    #[inline]
    fn key(&self, parent: &Node, ply: u32) -> u64 {
        let path = if G::HAS_MEMORY { parent.key } else { 0 };
        let goal = u64::from(self.claim.goal == Goal::Win);
        zobrist::splitmix(self.game.key() ^ zobrist::splitmix(path ^ u64::from(ply) << 1 ^ goal))
    }

    /// What the rules say about the current position; `None` while the match goes on.
    #[inline]
    fn decided(&mut self, ply: u32) -> Option<Numbers> {
        match self.game.phase() {
            Phase::Over(payoffs) if self.claim.is_met::<G>(payoffs) => Some(Numbers::HOLDS),
            Phase::Over(_) => Some(Numbers::FAILS),
            Phase::Act(_) if ply >= self.deepest => {
                self.is_cut = true;
                Some(Numbers::FAILS)
            }
            Phase::Act(_) => None,
        }
    }

    #[inline]
    fn kind(&self) -> Kind {
        match self.game.phase().acting().first() == self.claim.seat {
            true => Kind::One,
            false => Kind::All,
        }
    }

    /// Expands the current position, and searches below it until a number reaches its limit.
    fn explore(&mut self, node: Node, limit: Numbers) -> Known {
        let before = self.budget.nodes();
        let kind = self.kind();
        let start = self.moves.len();
        let known = match self.open(node, kind) {
            Some(known) => known,
            None => loop {
                let known = combine(kind, &self.children[start..]);
                let Numbers { prove, disprove } = known.numbers;
                let is_enough = prove >= limit.prove || disprove >= limit.disprove;
                if is_enough || !known.numbers.is_open() || self.budget.is_over() {
                    break known;
                }
                let place = start + self.next(kind, start);
                self.go_below(node, kind, start, place, known.numbers, limit);
            },
        };
        self.moves.truncate(start);
        self.children.truncate(start);
        let spent = self.budget.nodes() - before;
        self.table.put(node.key, known, spent);
        known
    }

    /// Lists the children of the current position. Returns what is known about it at once, where
    /// one child decides it.
    fn open(&mut self, node: Node, kind: Kind) -> Option<Known> {
        let start = self.moves.len();
        let seat = self.game.phase().acting().first();
        self.game.moves(seat, &mut self.moves);
        for place in start..self.moves.len() {
            let undo = self.game.play([self.moves[place]]);
            self.budget.spend();
            if self.budget.nodes().is_multiple_of(REPORT) {
                self.report();
            }
            let child = self.child(node);
            self.game.undo(undo);
            self.children.push(child);
            if node.ply == 0 {
                self.root = (kind, self.children.len());
            }
            let is_decisive = match kind {
                Kind::One => child.known.numbers.prove == 0,
                Kind::All => child.known.numbers.disprove == 0,
            };
            if is_decisive {
                return Some(Known {
                    numbers: child.known.numbers,
                    plies: child.known.plies.saturating_add(1),
                });
            }
        }
        None
    }

    /// What is known about the current position, a child of `parent`.
    #[inline]
    fn child(&mut self, parent: Node) -> Child {
        let ply = parent.ply + 1;
        let key = self.key(&parent, ply);
        if let Some(numbers) = self.decided(ply) {
            let known = Known { numbers, plies: 0 };
            return Child { key, known };
        }
        let known = self.table.get(key).unwrap_or_else(|| self.fresh());
        Child { key, known }
    }

    /// The numbers of a position that nobody has looked at. All its moves must be answered by the
    /// side that does not move.
    #[inline]
    fn fresh(&mut self) -> Known {
        let seat = self.game.phase().acting().first();
        let count = self.game.move_count(seat, &mut self.moves) as u32;
        let numbers = match self.kind() {
            Kind::One => Numbers {
                prove: 1,
                disprove: count,
            },
            Kind::All => Numbers {
                prove: count,
                disprove: 1,
            },
        };
        Known { numbers, plies: 0 }
    }

    /// The place of the child to search next, from `start` on.
    fn next(&self, kind: Kind, start: usize) -> usize {
        let number = |child: &Child| match kind {
            Kind::One => (child.known.numbers.prove, child.known.numbers.disprove),
            Kind::All => (child.known.numbers.disprove, child.known.numbers.prove),
        };
        let children = self.children[start..].iter().enumerate();
        children
            .min_by_key(|(_, child)| number(child))
            .map_or(0, |(place, _)| place)
    }

    /// Searches one child until its parent would rather look at another.
    fn go_below(&mut self, node: Node, kind: Kind, start: usize, place: usize, own: Numbers, limit: Numbers) {
        let others = self.children[start..].iter().enumerate();
        let others = others
            .filter(|(other, _)| start + other != place)
            .map(|(_, child)| child.known.numbers);
        let child = self.children[place];
        let below = match kind {
            Kind::One => {
                let second = others.map(|other| other.prove).min().unwrap_or(NEVER);
                Numbers {
                    prove: limit.prove.min(a_quarter_more(second)),
                    disprove: rest(limit.disprove, own.disprove, child.known.numbers.disprove),
                }
            }
            Kind::All => {
                let second = others.map(|other| other.disprove).min().unwrap_or(NEVER);
                Numbers {
                    prove: rest(limit.prove, own.prove, child.known.numbers.prove),
                    disprove: limit.disprove.min(a_quarter_more(second)),
                }
            }
        };
        let undo = self.game.play([self.moves[place]]);
        let child_node = Node {
            key: child.key,
            ply: node.ply + 1,
        };
        let known = self.explore(child_node, below);
        self.game.undo(undo);
        self.children[place].known = known;
    }

    fn report(&mut self) {
        let (kind, count) = self.root;
        let Numbers { prove, disprove } = combine(kind, &self.children[..count]).numbers;
        (self.on_progress)(&Progress {
            claim: self.claim,
            nodes: self.budget.nodes(),
            to_prove: prove,
            to_disprove: disprove,
        });
    }

    /// A line to the end: whoever is right plays as the proof says, the others hold out longest.
    /// What the table has lost is searched again; where a limit ends that, so does the line.
    fn line(&mut self, root: Node, verdict: Verdict) -> Vec<G::Move> {
        let (mut node, mut line) = (root, Vec::new());
        let mut undos = Vec::new();
        while self.decided(node.ply).is_none() {
            let Some((mv, key)) = self.best(node, verdict) else {
                break;
            };
            undos.push(self.game.play([mv]));
            line.push(mv);
            node = Node { key, ply: node.ply + 1 };
        }
        while let Some(undo) = undos.pop() {
            self.game.undo(undo);
        }
        line
    }

    /// The move of the line at a decided node, and the node after it.
    fn best(&mut self, node: Node, verdict: Verdict) -> Option<(G::Move, u64)> {
        let is_right = (self.kind() == Kind::One) == (verdict == Verdict::Holds);
        let seat = self.game.phase().acting().first();
        let mut moves = Vec::new();
        self.game.moves(seat, &mut moves);
        let mut best: Option<(u16, G::Move, u64)> = None;
        for mv in moves {
            let undo = self.game.play([mv]);
            let mut child = self.child(node);
            // Where all moves lose, each has been decided once, and may be decided again.
            if child.known.numbers.is_open() && !is_right {
                let whole = Numbers {
                    prove: NEVER,
                    disprove: NEVER,
                };
                child.known = self.explore(
                    Node {
                        key: child.key,
                        ply: node.ply + 1,
                    },
                    whole,
                );
            }
            self.game.undo(undo);
            let is_decided = match verdict {
                Verdict::Holds => child.known.numbers.prove == 0,
                _ => child.known.numbers.disprove == 0,
            };
            let plies = child.known.plies;
            let is_better = best.is_none_or(|(other, ..)| if is_right { plies < other } else { plies > other });
            if is_decided && is_better {
                best = Some((plies, mv, child.key));
            }
        }
        best.map(|(_, mv, key)| (mv, key))
    }
}

/// A quarter more than the second-best child, so that the search does not change its mind at every
/// node.
#[inline]
fn a_quarter_more(second: u32) -> u32 {
    second.saturating_add(second / 4).saturating_add(1)
}

/// The limit that a child may use of its parent's, whose number is a sum.
#[inline]
fn rest(limit: u32, own: u32, child: u32) -> u32 {
    if limit == NEVER { NEVER } else { limit - own + child }
}

/// A node's numbers and plies from those of its children.
#[inline]
fn combine(kind: Kind, children: &[Child]) -> Known {
    let known = children.iter().map(|child| child.known);
    // One child suffices for `least`; every child counts for `sum`.
    let (mut least, mut sum) = (NEVER, 0_u32);
    let (mut shortest, mut longest) = (u16::MAX, 0);
    for Known { numbers, plies } in known {
        let (one, each) = match kind {
            Kind::One => (numbers.prove, numbers.disprove),
            Kind::All => (numbers.disprove, numbers.prove),
        };
        least = least.min(one);
        sum = sum.saturating_add(each).min(MOST);
        if one == 0 {
            shortest = shortest.min(plies);
        }
        longest = longest.max(plies);
    }
    let (numbers, plies) = match (kind, least, sum) {
        (Kind::One, 0, _) => (Numbers::HOLDS, shortest.saturating_add(1)),
        (Kind::One, _, 0) => (Numbers::FAILS, longest.saturating_add(1)),
        (Kind::All, 0, _) => (Numbers::FAILS, shortest.saturating_add(1)),
        (Kind::All, _, 0) => (Numbers::HOLDS, longest.saturating_add(1)),
        (Kind::One, prove, disprove) => (Numbers { prove, disprove }, 0),
        (Kind::All, disprove, prove) => (Numbers { prove, disprove }, 0),
    };
    Known { numbers, plies }
}
