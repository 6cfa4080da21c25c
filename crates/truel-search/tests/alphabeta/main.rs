//! The alpha-beta family against plain minimax, on drawn trees, random trees and positions of every
//! game.

mod candidates;
#[path = "../common/mod.rs"]
mod common;
mod line_state;

use std::fmt;
use std::ops::ControlFlow;
use std::str::FromStr;
use std::time::{Duration, Instant};

use truel_core::doc::Nim;
use truel_core::zobrist::splitmix;
use truel_core::{
    Bounds, BySeat, Draw, Evaluate, Game, Info, ParseError, Phase, Rng, Seat, Seats, Serial, Skip, TurnBased, Visit,
    perft, random_joint,
};
use truel_games::{Avalam, Chexers, ConnectFour, PentagoSwap, ThreeChess, TicTacToe};
use truel_search::alphabeta::{Config, Reductions, RootTies, Trust};
use truel_search::best_reply::{FirstByRank, Skipping, StandBy};
use truel_search::fold::Against;
use truel_search::{
    AlphaBeta, AlphaBetaOpinion, BestReply, Budget, Choice, HashOpinion, Indifferent, Limits, Opinion, Outlook, Search,
};
use truel_testkit::lines;
use truel_testkit::tree::{Branch, Tree};

const FIRST: Seat = Seat::new(0);

// What plain minimax says.

/// The value of `own` when everybody else minimises it; every position looks at its `breadth` best
/// moves by rank.
fn minimax<G: TurnBased, O: Opinion<G>>(game: &mut G, opinion: &O, own: Seat, depth: u32, breadth: usize) -> f32 {
    let seat = match game.phase() {
        Phase::Over(payoffs) => return payoffs[own],
        Phase::Act(_) if depth == 0 => return opinion.value_for(game, own),
        Phase::Act(seats) => seats.first(),
    };
    let left = depth - u32::from(!game.is_out(seat));
    let values = ranked(game, opinion, seat).into_iter().take(breadth);
    let values = values.map(|mv| below(game, mv, |game| minimax(game, opinion, own, left, breadth)));
    best(seat == own, values.collect())
}

/// BRS.
fn brs<O>(opinion: O, config: Config) -> BestReply<O, Skipping> {
    BestReply::with_config(opinion, config).with_stand_by(Skipping)
}

fn ranked<G: Game>(game: &G, opinion: &impl Opinion<G>, seat: Seat) -> Vec<G::Move> {
    let mut moves = Vec::new();
    game.moves(seat, &mut moves);
    moves.sort_by(|a, b| opinion.rank(game, seat, *b).total_cmp(&opinion.rank(game, seat, *a)));
    moves
}

fn below<G: TurnBased>(game: &mut G, mv: G::Move, value: impl FnOnce(&mut G) -> f32) -> f32 {
    let undo = game.play([mv]);
    let value = value(game);
    game.undo(undo);
    value
}

fn best(maximises: bool, values: Vec<f32>) -> f32 {
    let better = |a: f32, b: f32| if maximises == (b > a) { b } else { a };
    values.into_iter().reduce(better).expect("a move")
}

/// Best-reply search by its definition, one layer of opponents at a time.
fn best_reply<G: TurnBased, O: Opinion<G>, S: StandBy<G>>(
    game: &mut G,
    (opinion, stand_by): (&O, S),
    own: Seat,
    depth: u32,
    replied: Option<Seat>,
) -> f32 {
    let seat = match game.phase() {
        Phase::Over(payoffs) => return payoffs[own],
        Phase::Act(seats) => seats.first(),
    };
    let is_bound = seat != own && (game.is_out(seat) || replied.is_some_and(|replier| replier != seat));
    if depth == 0 && !is_bound {
        return opinion.value_for(game, own);
    }
    let mut moves = ranked(game, opinion, seat);
    let mut values = Vec::new();
    let left = depth - u32::from(!is_bound && !game.is_out(seat));
    if seat != own && replied != Some(seat) {
        let skipped = stand_by.skip(game);
        let is_made = skipped.is_none();
        let undo = skipped.unwrap_or_else(|| game.play([moves[0]]));
        let next = game.phase().acting().iter().next();
        if is_bound || next.is_some_and(|next| next != own && !game.is_out(next)) {
            values.push(best_reply(game, (opinion, stand_by), own, depth, replied));
            // Who stands by with a move leaves more open than who replies with it.
            moves.drain(..usize::from(is_made));
        }
        game.undo(undo);
    }
    if !is_bound {
        let replier = (seat != own).then_some(seat);
        values.extend(moves.into_iter().map(|mv| {
            below(game, mv, |game| {
                best_reply(game, (opinion, stand_by), own, left, replier)
            })
        }));
    }
    best(seat == own, values)
}

// What is searched.

fn search<G: TurnBased>(search: &mut impl Search<G>, game: &G, depth: u32) -> Choice<G> {
    let choice = search.search(game, game.phase().acting().first(), &Limits::depth(depth));
    check(game, &choice);
    choice
}

/// What must hold for any choice: legal, best first, weights of a policy, a line that can be
/// played.
fn check<G: TurnBased>(game: &G, choice: &Choice<G>) {
    let mut moves = Vec::new();
    game.moves(choice.seat, &mut moves);
    assert!(choice.candidates.iter().all(|candidate| moves.contains(&candidate.mv)));
    assert_eq!(choice.best(), choice.candidates[0].mv);
    assert_eq!(
        choice.candidates.iter().map(|candidate| candidate.weight).sum::<f32>(),
        1.0
    );
    let mut end = game.clone();
    for [mv] in choice.line.iter().copied() {
        moves.clear();
        end.moves(end.phase().acting().first(), &mut moves);
        assert!(moves.contains(&mv), "{mv} in {end}");
        end.play([mv]);
    }
}

fn exact() -> Config {
    Config::exact()
}

/// Configurations that must not change the value of a depth.
fn faithful() -> Vec<Config> {
    let table = exact().with_table_mb(1);
    let narrow = table.clone().with_aspiration(Some(0.001));
    let shuffled = exact().with_ties(RootTies::Shuffled);
    vec![exact(), table, narrow, shuffled]
}

fn random_tree(rng: &mut Rng, seats: u32, depth: u32) -> String {
    if depth == 0 || rng.below(8) == 0 {
        let payoffs: Vec<String> = (0..seats).map(|_| (rng.below(21) as i32 - 10).to_string()).collect();
        return format!("<{}>", payoffs.join(" "));
    }
    let children: Vec<String> = (0..1 + rng.below(4))
        .map(|_| random_tree(rng, seats, depth - 1))
        .collect();
    format!("{}({})", 1 + rng.below(seats), children.join(" "))
}

fn random_trees<const N: usize>(count: u64) -> impl Iterator<Item = (Tree<N>, u32, HashOpinion)> {
    (0..count).filter_map(|seed| {
        let mut rng = Rng::for_match(N as u64, seed);
        let depth = 1 + rng.below(5);
        let tree: Tree<N> = random_tree(&mut rng, N as u32, 5).parse().expect("a tree");
        (!tree.phase().is_over()).then_some((tree, depth, HashOpinion { seed }))
    })
}

/// Positions from random matches, each with a depth at which plain minimax still ends soon.
fn positions<G: TurnBased>(count: u64, most: u64) -> Vec<(G, u32)> {
    let mut rng = Rng::new(3);
    let mut found = Vec::new();
    while (found.len() as u64) < count {
        let mut game = G::default();
        for _ in 0..rng.below(G::INFO.longest.unwrap_or(60).min(60)) {
            let Some(joint) = random_joint(&game, &mut rng, &mut Vec::new()) else {
                break;
            };
            game.play(joint);
        }
        if !game.phase().is_over() {
            let cheap = (1..=6).take_while(|depth| perft(&mut game, *depth, &mut Vec::new()) <= most);
            let depth = cheap.last().unwrap_or(1);
            found.push((game, depth));
        }
    }
    found
}

/// Runs a check on every game; simultaneous moves are made in turns.
fn on_every_game<V: Visit<Out = ()> + Copy>(visitor: V) {
    for info in truel_games::INFOS {
        truel_games::with(info.id, visitor).expect("a listed game");
    }
}

// Drawn trees.

#[test]
fn a_drawn_tree_has_its_known_answer() {
    let tree: Tree<2> = "1(2(<3 -3> <12 -12> <8 -8>) 2(<2 -2> <4 -4> <6 -6>) 2(<14 -14> <5 -5> <2 -2>))"
        .parse()
        .expect("a tree");
    let mut watched = Vec::new();
    let limits = Limits::depth(9);
    let mut alphabeta = AlphaBeta::with_config(Indifferent, exact());
    let choice = alphabeta.search_with(&tree, FIRST, &limits, &mut |choice| watched.push(choice.depth));
    assert_eq!((choice.best().to_string(), choice.value[FIRST]), ("a".into(), 3.0));
    assert_eq!(choice.line.iter().map(|[mv]| mv.to_string()).collect::<String>(), "aa");
    assert!(
        choice.is_proven && choice.depth == 2,
        "two plies prove it, so no third is searched"
    );
    assert_eq!(watched, [1], "the last iteration is the answer itself");
    assert!(choice.nodes < 3 + 12, "the last two leaves of b are cut");
}

#[test]
fn the_second_seat_maximises_its_own_payoff() {
    let tree: Tree<2> = "2(1(<3 -3> <12 -12>) 1(<2 -2> <-4 4>))".parse().expect("a tree");
    let choice = search(&mut AlphaBeta::new(Indifferent), &tree, 9);
    assert_eq!(
        (choice.best().to_string(), choice.value),
        ("b".into(), BySeat([2.0, -2.0]))
    );
}

#[test]
fn another_fold_unites_all_against_a_leader() {
    let tree: Tree<3> = "1(2(<0 0 5> <0 0 7>) 3(<9 9 1> <9 9 6>))".parse().expect("a tree");
    let mut alphabeta = AlphaBeta::with_config(Indifferent, exact());
    let choice = alphabeta.search_folded(&tree, FIRST, &Limits::depth(9), Against(Seat::new(2)));
    assert_eq!(
        (choice.best().to_string(), choice.value[Seat::new(2)]),
        ("a".into(), 5.0)
    );
}

/// Ranks later letters first.
#[derive(Clone, Copy)]
struct Backwards;

impl<const N: usize> Evaluate<Tree<N>> for Backwards
where
    Tree<N>: Game<Payoffs = BySeat<f32, N>>,
{
    fn evaluate(&self, _: &Tree<N>) -> BySeat<f32, N> {
        BySeat([0.0; N])
    }
}

impl Opinion<Tree<3>> for Backwards {
    fn rank(&self, _: &Tree<3>, _: Seat, mv: Branch) -> f32 {
        f32::from(mv.to_string().as_bytes()[0])
    }
}

impl AlphaBetaOpinion<Tree<3>> for Backwards {
    type LineState = ();

    fn is_noisy(&self, _: &Tree<3>, _: Seat, mv: Branch) -> bool {
        mv.to_string() == "b"
    }
}

/// After `b` both opponents could strike, which would leave 1; only one does, and the other's first
/// choice is harmless.
#[test]
fn best_reply_fears_one_opponent_at_a_time() {
    let drawing = "1(2(3(<4 0 0> <4 0 0>) 3(<4 0 0> <4 0 0>)) 2(3(<1 0 0> <6 0 0>) 3(<5 0 0> <9 0 0>)))";
    let tree: Tree<3> = drawing.parse().expect("a tree");
    let plus = search(&mut BestReply::with_config(Backwards, exact()), &tree, 2);
    assert_eq!((plus.best().to_string(), plus.value[FIRST]), ("b".into(), 5.0));
    let paranoid = search(&mut AlphaBeta::with_config(Backwards, exact()), &tree, 3);
    assert_eq!((paranoid.best().to_string(), paranoid.value[FIRST]), ("a".into(), 4.0));
}

/// The same tree: in a free round both strike.
#[test]
fn best_reply_with_a_free_round_fears_both() {
    let drawing = "1(2(3(<4 0 0> <4 0 0>) 3(<4 0 0> <4 0 0>)) 2(3(<1 0 0> <6 0 0>) 3(<5 0 0> <9 0 0>)))";
    let tree: Tree<3> = drawing.parse().expect("a tree");
    let told = |free_rounds, depth| {
        let mut plus = BestReply::with_config(Backwards, exact()).with_free_rounds(free_rounds);
        let choice = search(&mut plus, &tree, depth);
        (choice.best().to_string(), choice.value[FIRST])
    };
    assert_eq!(told(0, 2), ("b".into(), 5.0));
    assert_eq!(told(1, 3), ("a".into(), 4.0));
}

#[test]
fn quiescence_follows_noisy_moves_and_may_decline() {
    let drawing = "1(2(<0 0 0> 1(<-9 0 0> <-5 0 0>)) 1(<0 0 0> <7 0 0>))";
    let tree: Tree<3> = drawing.parse().expect("a tree");
    let with = |quiescence| exact().with_quiescence(quiescence);
    let value = |config| search(&mut AlphaBeta::with_config(Backwards, config), &tree, 1).value[FIRST];
    assert_eq!(value(with(0)), 0.0, "nothing is known yet");
    assert_eq!(value(with(1)), 7.0, "the first seat's own noisy move is seen");
    let hurt: Tree<3> = "1(2(<0 0 0> 1(<-9 0 0> <-5 0 0>)))".parse().expect("a tree");
    let value = |config| search(&mut AlphaBeta::with_config(Backwards, config), &hurt, 1).value[FIRST];
    assert_eq!(
        (value(with(1)), value(with(2))),
        (0.0, 0.0),
        "-5 is there, but nobody has to go for it"
    );
}

// Pruned is plain.

#[test]
fn pruned_equals_plain_on_thousands_of_random_trees() {
    for (tree, depth, hashed) in random_trees::<2>(1200) {
        trees_agree(&tree, depth, hashed);
    }
    for (tree, depth, hashed) in random_trees::<3>(1200) {
        trees_agree(&tree, depth, hashed);
    }
}

fn trees_agree<G: TurnBased>(tree: &G, depth: u32, hashed: HashOpinion) {
    let own = tree.phase().acting().first();
    let expected = minimax(&mut tree.clone(), &hashed, own, depth, usize::MAX);
    for config in [exact(), faithful().swap_remove(3)] {
        let choice = search(&mut AlphaBeta::with_config(hashed, config), tree, depth);
        assert_eq!(choice.value[own], expected, "{tree} to depth {depth}");
        let reached = below(&mut tree.clone(), choice.best(), |game| {
            minimax(game, &hashed, own, choice.depth - 1, usize::MAX)
        });
        assert_eq!(reached, expected, "{tree}: the move is worth what it says");
    }
}

#[test]
fn a_proof_is_what_the_whole_tree_says() {
    let mut proven = 0;
    for (tree, depth, hashed) in random_trees::<3>(1000) {
        let own = tree.phase().acting().first();
        let choice = search(&mut AlphaBeta::with_config(hashed, exact()), &tree, depth);
        if choice.is_proven {
            proven += 1;
            assert_eq!(
                choice.value[own],
                minimax(&mut tree.clone(), &hashed, own, 99, usize::MAX),
                "{tree}"
            );
        }
    }
    assert!(proven > 100, "only {proven} proofs");
}

#[test]
fn pruned_equals_plain_in_every_game() {
    #[derive(Clone, Copy)]
    struct Check;
    impl Visit for Check {
        type Out = ();
        fn visit<G: Draw>(self) {
            for (game, depth) in positions::<Serial<G>>(12, 20_000) {
                let own = game.phase().acting().first();
                let hashed = HashOpinion { seed: 1 };
                let expected = minimax(&mut game.clone(), &hashed, own, depth, usize::MAX);
                // Histories may mix in a table, but not within so few plies.
                for config in faithful() {
                    let choice = search(&mut AlphaBeta::with_config(hashed, config), &game, depth);
                    assert_eq!(choice.value[own], expected, "{game} to depth {depth}");
                }
            }
        }
    }
    on_every_game(Check);
}

#[test]
fn a_limit_on_breadth_keeps_the_best_by_rank() {
    for (game, _) in positions::<Avalam>(6, 1) {
        let own = game.phase().acting().first();
        let hashed = HashOpinion { seed: 4 };
        let expected = minimax(&mut game.clone(), &hashed, own, 4, 5);
        for table_mb in [0, 1] {
            let config = exact().with_breadth(Some(5)).with_table_mb(table_mb);
            let choice = search(&mut AlphaBeta::with_config(hashed, config), &game, 4);
            assert_eq!(choice.value[own], expected, "{game}");
            assert!(choice.candidates.len() <= 5);
        }
    }
}

// Many seats.

#[test]
fn best_reply_equals_its_definition() {
    let (hashed, plus) = (HashOpinion { seed: 2 }, BestReply::with_config);
    for (tree, depth, hashed) in random_trees::<3>(1000) {
        best_reply_agrees(&tree, depth.min(4), (hashed, FirstByRank), plus);
    }
    for (game, depth) in positions::<Chexers>(6, 5_000) {
        best_reply_agrees(&game, depth, (hashed, FirstByRank), plus);
    }
    for (game, depth) in positions::<ThreeChess>(4, 5_000) {
        best_reply_agrees(&game, depth, (hashed, FirstByRank), plus);
    }
}

#[test]
fn best_reply_with_skipped_turns_equals_its_definition() {
    let (hashed, skipping) = (HashOpinion { seed: 6 }, brs);
    let mut row = Row::default();
    for _ in 0..4 {
        for depth in 1..=6 {
            best_reply_agrees(&row, depth, (hashed, Skipping), skipping);
        }
        row.play([End::Right]);
    }
    for (game, depth) in positions::<Chexers>(10, 5_000) {
        best_reply_agrees(&game, depth, (hashed, Skipping), skipping);
    }
    for (game, depth) in positions::<ThreeChess>(6, 5_000) {
        best_reply_agrees(&game, depth, (hashed, Skipping), skipping);
    }
}

/// Everybody chooses until the searching seat is to move again; from there on best reply.
fn free_round<G: TurnBased>(game: &mut G, opinion: &HashOpinion, own: Seat, depth: u32) -> f32 {
    let seat = match game.phase() {
        Phase::Over(payoffs) => return payoffs[own],
        Phase::Act(seats) => seats.first(),
    };
    if depth == 0 {
        return opinion.value_for(game, own);
    }
    let values = ranked(game, opinion, seat).into_iter().map(|mv| {
        below(game, mv, |game| {
            if game.phase().acting().iter().next() == Some(own) {
                best_reply(game, (opinion, FirstByRank), own, depth - 1, None)
            } else {
                free_round(game, opinion, own, depth - 1)
            }
        })
    });
    best(seat == own, values.collect())
}

#[test]
fn best_reply_with_free_rounds_equals_its_definition() {
    let hashed = HashOpinion { seed: 2 };
    let value = |game: &Chexers, own: Seat, rounds, depth| {
        let mut plus = BestReply::with_config(hashed, exact()).with_free_rounds(rounds);
        search(&mut plus, game, depth).value[own]
    };
    let everybody_plays = |game: &Chexers| Seat::all(3).all(|seat| !game.is_out(seat));
    let games = positions::<Chexers>(6, 5_000).into_iter().map(|(game, _)| game);
    for game in games.filter(everybody_plays) {
        let own = game.phase().acting().first();
        for depth in 1..=4 {
            let expected = free_round(&mut game.clone(), &hashed, own, depth);
            assert_eq!(value(&game, own, 1, depth), expected, "{game} to depth {depth}");
        }
        let paranoid = minimax(&mut game.clone(), &hashed, own, 3, usize::MAX);
        assert_eq!(value(&game, own, u8::MAX, 3), paranoid, "{game}");
    }
}

/// Blue is out, and stands by; Green cannot leave the reply to it.
#[test]
fn best_reply_with_two_seats_left_is_paranoid() {
    // At these depths Blue is not to move at the leaves, where best reply would let it pass first.
    for (text, depths) in [
        ("GG2/1R2G/2R3/R3G2/R5/R4/R3 R 0,1,1 31 -", [1, 3]),
        ("4/1RG2/2RG2/7/1G4/R2R1/1R2 R 1,1,2 60 -", [1, 3]),
        ("2R1/1G3/G2R2/7/1G1R2/R4/1G2 G 1,1,2 61 -", [2, 4]),
    ] {
        let game: Chexers = text.parse().expect("a position");
        let (hashed, own) = (HashOpinion { seed: 2 }, game.phase().acting().first());
        for depth in depths {
            let expected = minimax(&mut game.clone(), &hashed, own, depth, usize::MAX);
            let plus = search(&mut BestReply::with_config(hashed, exact()), &game, depth);
            let skipping = search(&mut brs(hashed, exact()), &game, depth);
            assert_eq!(
                (plus.value[own], skipping.value[own]),
                (expected, expected),
                "{text} to depth {depth}"
            );
        }
    }
}

fn best_reply_agrees<G: TurnBased, S: StandBy<G>>(
    game: &G,
    depth: u32,
    (hashed, stand_by): (HashOpinion, S),
    make: fn(HashOpinion, Config) -> BestReply<HashOpinion, S>,
) {
    let own = game.phase().acting().first();
    let expected = best_reply(&mut game.clone(), (&hashed, stand_by), own, depth, None);
    for config in [exact(), faithful().swap_remove(2)] {
        let choice = search(&mut make(hashed, config), game, depth);
        assert_eq!(choice.value[own], expected, "{game} to depth {depth}");
        assert!(!choice.is_proven, "the tree is not the game's");
    }
}

#[test]
fn best_reply_with_two_seats_is_alpha_beta_node_for_node() {
    fn told<G: TurnBased>(mut one: impl Search<G>, game: &G, depth: u32) -> String {
        let choice = search(&mut one, game, depth);
        format!("{:?}", (choice.nodes, choice.line, choice.value, choice.is_proven))
    }
    fn check<G: TurnBased>(game: &G, depth: u32) {
        let plus = told(
            BestReply::with_config(HashOpinion { seed: 8 }, Config::default()),
            game,
            depth,
        );
        let plain = told(AlphaBeta::new(HashOpinion { seed: 8 }), game, depth);
        assert_eq!(plus, plain, "{game}");
    }
    random_trees::<2>(300).for_each(|(tree, depth, _)| check(&tree, depth));
    for (game, depth) in positions::<PentagoSwap>(3, 50_000) {
        check(&game, depth);
    }
    for (game, depth) in positions::<ConnectFour>(3, 50_000) {
        check(&game, depth);
    }
    let nim = Nim::default();
    let skipping = brs(HashOpinion { seed: 8 }, Config::default());
    assert_eq!(
        told(skipping, &nim, 7),
        told(AlphaBeta::new(HashOpinion { seed: 8 }), &nim, 7)
    );
}

/// What skipping is for: a reply of one opponent is not made worse by what the other would do
/// anyway.
#[test]
fn best_reply_with_skipped_turns_is_another_tree() {
    let differs = positions::<Chexers>(6, 5_000).into_iter().filter(|(game, depth)| {
        let (hashed, own) = (HashOpinion { seed: 6 }, game.phase().acting().first());
        let plus = best_reply(&mut game.clone(), (&hashed, FirstByRank), own, *depth, None);
        plus != best_reply(&mut game.clone(), (&hashed, Skipping), own, *depth, None)
    });
    assert!(differs.count() > 2);
}

/// Three seats take from either end of a row; a turn can be skipped.
#[derive(Clone, Copy, PartialEq, Debug)]
struct Row {
    left: u8,
    right: u8,
    taken: BySeat<f32, 3>,
    turn: Seat,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum End {
    Left,
    Right,
}

impl Default for Row {
    fn default() -> Self {
        Row {
            left: 0,
            right: 12,
            taken: BySeat([0.0; 3]),
            turn: FIRST,
        }
    }
}

impl fmt::Display for End {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self:?}")
    }
}

impl fmt::Display for Row {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self:?}")
    }
}

impl FromStr for End {
    type Err = ParseError;
    fn from_str(text: &str) -> Result<Self, ParseError> {
        Err(ParseError::new("move", text, "these moves are never read"))
    }
}

impl FromStr for Row {
    type Err = ParseError;
    fn from_str(text: &str) -> Result<Self, ParseError> {
        Err(ParseError::new("position", text, "these positions are never read"))
    }
}

impl Game for Row {
    const INFO: Info = Info {
        bounds: Bounds { low: 0.0, high: 200.0 },
        longest: None,
        ..<Tree<3> as Game>::INFO
    };
    type Move = End;
    type Joint = [End; 1];
    type Payoffs = BySeat<f32, 3>;
    type Undo = Self;

    fn phase(&self) -> Phase<Self::Payoffs> {
        if self.left == self.right {
            Phase::Over(self.taken)
        } else {
            Phase::Act(Seats::one(self.turn))
        }
    }

    fn reason(&self) -> Option<&'static str> {
        (self.left == self.right).then_some("empty")
    }

    fn moves(&self, _: Seat, out: &mut Vec<End>) {
        out.extend([End::Left, End::Right]);
    }

    fn play(&mut self, [end]: [End; 1]) -> Self {
        let before = *self;
        let at = match end {
            End::Left => self.left,
            End::Right => self.right - 1,
        };
        match end {
            End::Left => self.left += 1,
            End::Right => self.right -= 1,
        }
        self.taken[self.turn] += (splitmix(u64::from(at)) % 16) as f32;
        self.turn = self.turn.next(3);
        before
    }

    fn undo(&mut self, before: Self) {
        *self = before;
    }

    fn key(&self) -> u64 {
        let words = [self.left.into(), self.right.into(), self.turn.index() as u64];
        let taken = self.taken.0.map(|taken| taken as u64);
        words.iter().chain(&taken).fold(0, |key, word| splitmix(key ^ word))
    }
}

impl Skip for Row {
    fn skip(&mut self) -> Row {
        let before = *self;
        self.turn = self.turn.next(3);
        before
    }
}

// Ends of real games; `endings.rs` has more.

#[test]
fn tic_tac_toe_is_a_draw() {
    let choice = search(&mut AlphaBeta::new(Indifferent), &TicTacToe::default(), 99);
    assert_eq!((choice.value, choice.is_proven), (BySeat([0.5, 0.5]), true));
    assert_eq!(choice.line.len(), 9, "the whole match is told");
}

#[test]
fn a_lost_king_is_seen_coming() {
    struct Count;
    impl Visit for Count {
        type Out = usize;
        fn visit<G: Draw>(self) -> usize {
            let found = positions::<Serial<G>>(40, 2_000).into_iter().filter(|(game, depth)| {
                let own = game.phase().acting().first();
                let choice = search(&mut AlphaBeta::new(Indifferent), game, *depth);
                let plain = minimax(&mut game.clone(), &Indifferent, own, *depth, usize::MAX);
                assert!(!choice.is_proven || choice.value[own] == plain, "{game}");
                choice.is_proven
            });
            found.count()
        }
    }
    assert!(truel_games::with("threechess", Count).expect("a game") > 3);
}

// Whole configurations.

#[test]
fn one_thread_repeats_itself_exactly() {
    fn told<G: TurnBased>(game: &G, limits: &Limits) -> String {
        let own = game.phase().acting().first();
        let config = Config::default()
            .with_quiescence(2)
            .with_ties(RootTies::Shuffled)
            .with_seed(5);
        let mut alphabeta = AlphaBeta::with_config(HashOpinion { seed: 1 }, config);
        let once = format!("{:?}", alphabeta.search(game, own, limits));
        Search::<G>::forget(&mut alphabeta);
        let again = format!("{:?}", alphabeta.search(game, own, limits));
        assert_eq!(once, again, "a search that has forgotten is a new one");
        once
    }
    for limits in [Limits::nodes(20_000), Limits::depth(3)] {
        assert_eq!(told(&Avalam::default(), &limits), told(&Avalam::default(), &limits));
        assert_eq!(told(&Chexers::default(), &limits), told(&Chexers::default(), &limits));
        assert_eq!(
            told(&ThreeChess::default(), &limits),
            told(&ThreeChess::default(), &limits)
        );
    }
}

#[test]
fn two_threads_agree_on_the_value_of_a_depth() {
    let config = exact().with_threads(2).with_table_mb(4).with_trust(Trust::SameDepth);
    for (game, depth) in positions::<ConnectFour>(8, 50_000) {
        let own = game.phase().acting().first();
        let one = search(
            &mut AlphaBeta::with_config(HashOpinion { seed: 3 }, exact()),
            &game,
            depth,
        );
        let two = search(
            &mut AlphaBeta::with_config(HashOpinion { seed: 3 }, config.clone()),
            &game,
            depth,
        );
        assert_eq!(one.value[own], two.value[own], "{game}");
    }
}

#[test]
fn reductions_save_nodes() {
    let game: ConnectFour = lines::after("d d c");
    let nodes = |reductions| {
        let config = Config::default().with_reductions(reductions);
        search(&mut AlphaBeta::with_config(HashOpinion { seed: 3 }, config), &game, 9).nodes
    };
    assert!(nodes(Reductions::LOGARITHMIC) < nodes(Reductions::Off));
}

#[test]
fn the_table_saves_nodes_and_keeps_the_value() {
    let game: ConnectFour = lines::after("d d c");
    let choice = |table_mb| {
        search(
            &mut AlphaBeta::with_config(Indifferent, exact().with_table_mb(table_mb)),
            &game,
            8,
        )
    };
    let (without, with) = (choice(0), choice(4));
    assert_eq!(without.value, with.value);
    assert!(with.nodes < without.nodes, "{} of {}", with.nodes, without.nodes);
}

// Limits.

#[test]
fn nodes_are_kept_to_and_the_tightest_limit_gives_a_move() {
    #[derive(Clone, Copy)]
    struct Check;
    impl Visit for Check {
        type Out = ();
        fn visit<G: Draw>(self) {
            for nodes in [1, 2, 3, 10, 100, 1_000, 5_000] {
                for threads in [1, 2] {
                    let game = Serial::<G>::default();
                    let config = Config::default().with_threads(threads).with_quiescence(1);
                    let mut alphabeta = AlphaBeta::with_config(HashOpinion::default(), config.clone());
                    let mut reply = BestReply::with_config(HashOpinion::default(), config);
                    for choice in [
                        alphabeta.search(&game, FIRST, &Limits::nodes(nodes)),
                        reply.search(&game, FIRST, &Limits::nodes(nodes)),
                    ] {
                        check(&game, &choice);
                        let most = nodes.next_multiple_of(threads as u64);
                        assert!(
                            choice.nodes <= most,
                            "{} of {most} nodes in {}",
                            choice.nodes,
                            G::INFO.id
                        );
                        assert!(threads == 2 || choice.nodes == nodes || choice.is_proven);
                    }
                }
            }
        }
    }
    on_every_game(Check);
}

#[test]
fn time_and_a_raised_flag_end_a_search() {
    let game = ThreeChess::default();
    let config = Config::default().with_threads(2);
    let mut alphabeta = AlphaBeta::with_config(HashOpinion::default(), config);
    let start = Instant::now();
    let timed = alphabeta.search(&game, FIRST, &Limits::time(Duration::from_millis(50)));
    check(&game, &timed);
    assert!(
        start.elapsed() < Duration::from_secs(2),
        "an iteration would take longer"
    );
    alphabeta.config.threads = 1;
    let limits = Limits::default();
    limits.stop.raise();
    let stopped = alphabeta.search(&game, FIRST, &limits);
    check(&game, &stopped);
    assert!(stopped.nodes <= Budget::INTERVAL);
}

#[test]
fn a_search_tells_what_it_thinks_once_an_iteration() {
    let mut depths = Vec::new();
    let mut alphabeta = AlphaBeta::new(HashOpinion::default());
    let choice = alphabeta.search_with(&Avalam::default(), FIRST, &Limits::depth(3), &mut |choice| {
        depths.push(choice.depth);
    });
    assert_eq!((depths, choice.depth), (vec![1, 2, 3], 3));
}

/// Hashes that tell what moves lead to, by making them.
struct Foreseeing(HashOpinion);

impl Evaluate<ConnectFour> for Foreseeing {
    fn evaluate(&self, game: &ConnectFour) -> BySeat<f32, 2> {
        self.0.evaluate(game)
    }
}

impl Opinion<ConnectFour> for Foreseeing {}

impl AlphaBetaOpinion<ConnectFour> for Foreseeing {
    type LineState = ();

    fn outlook(&self, game: &ConnectFour, moves: &[<ConnectFour as Game>::Move]) -> Outlook {
        let ends = |mv: &<ConnectFour as Game>::Move| {
            let mut after = *game;
            after.play([*mv]);
            matches!(after.phase(), Phase::Over(_))
        };
        if moves.iter().any(ends) {
            Outlook::Order
        } else {
            Outlook::Worths
        }
    }

    fn foresee(
        &self,
        (): &mut (),
        game: &ConnectFour,
        _: Seat,
        moves: &[<ConnectFour as Game>::Move],
        mut tell: impl FnMut(BySeat<f32, 2>) -> ControlFlow<()>,
    ) {
        for mv in moves {
            let mut after = *game;
            after.play([*mv]);
            if tell(self.evaluate(&after)).is_break() {
                break;
            }
        }
    }
}

#[test]
fn foresight_saves_nodes_and_keeps_the_value() {
    let mut nodes = [0; 2];
    for seed in 0..40 {
        let (mut game, mut rng) = (ConnectFour::default(), Rng::new(seed));
        for _ in 0..8 + seed % 16 {
            if let Some(joint) = random_joint(&game, &mut rng, &mut Vec::new()) {
                game.play(joint);
            }
        }
        let Phase::Act(seats) = game.phase() else { continue };
        for depth in 1..6 {
            let limits = Limits::depth(depth);
            let mut plain = AlphaBeta::with_config(HashOpinion { seed }, Config::exact());
            let mut foreseeing = AlphaBeta::with_config(Foreseeing(HashOpinion { seed }), Config::exact());
            let plain = plain.search(&game, seats.first(), &limits);
            let foreseen = foreseeing.search(&game, seats.first(), &limits);
            assert_eq!(plain.value, foreseen.value, "{game} to depth {depth}");
            nodes[0] += plain.nodes;
            nodes[1] += foreseen.nodes;
        }
    }
    assert!(nodes[1] < nodes[0] / 2, "{nodes:?}");
}
