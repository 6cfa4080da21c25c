//! experiment
#![allow(clippy::print_stdout, missing_docs)]
use std::io::Write;
use truel_core::{BySeat, Evaluate, Game, Phase, Rng, Seat};
use truel_games::Avalam;
use truel_games::avalam::{Carry, Cell};
use truel_search::alphabeta::{AlphaBeta, Config, Ties};
use truel_search::{Limits, Opinion, Search};
use truel_agents::heuristics::avalam::Towers;

pub const STAGES: usize = 6;
const SQ: usize = 6561;
const RECT: usize = 531441;

fn stage(plies: u32) -> usize { (plies.saturating_sub(4) as usize / 5).min(STAGES - 1) }

struct Layout { square: Vec<u32>, n_square: usize, rect: Vec<u32>, n_rect: usize }
impl Layout {
    fn new() -> Self {
        let digits = |mut n: usize, k: usize| { let mut d = vec![0; k]; for i in (0..k).rev() { d[i] = n % 9; n /= 9; } d };
        let number = |d: &[usize], perm: &[usize]| perm.iter().fold(0, |n, &i| n * 9 + d[i]);
        let canon = |size: usize, k: usize, perms: &[Vec<usize>]| {
            let mut map = vec![u32::MAX; size]; let mut next = 0;
            for n in 0..size {
                let d = digits(n, k);
                let least = perms.iter().map(|p| number(&d, p)).min().unwrap();
                if map[least] == u32::MAX { map[least] = next; next += 1; }
                map[n] = map[least];
            }
            (map, next as usize)
        };
        // square: 0 1 / 2 3
        let sq = [[0,1,2,3],[1,0,3,2],[2,3,0,1],[3,2,1,0],[0,2,1,3],[2,0,3,1],[1,3,0,2],[3,1,2,0]].map(|p| p.to_vec());
        let (square, n_square) = canon(SQ, 4, &sq);
        // rect 2 rows of 3: 0 1 2 / 3 4 5
        let rc = [[0,1,2,3,4,5],[2,1,0,5,4,3],[3,4,5,0,1,2],[5,4,3,2,1,0]].map(|p| p.to_vec());
        let (rect, n_rect) = canon(RECT, 6, &rc);
        Layout { square, n_square, rect, n_rect }
    }
}

#[derive(Clone, Copy)]
struct Sample { towers: [u8; 48], plies: u8, z: f32, v: f32 }

fn mover(game: &Avalam) -> Seat { Seat::new((game.plies() % 2) as usize) }

struct Feat { grid: [usize; 121], lead: f32, fives: f32, stage: usize }

fn feat(game: &Avalam) -> Feat {
    let me = mover(game);
    let movable = game.movable();
    let mut f = Feat { grid: [0; 121], lead: 0.0, fives: 0.0, stage: stage(game.plies()) };
    for cell in Cell::all() {
        let t = game.tower(cell);
        let Some(seat) = t.seat() else { continue };
        if movable.contains(cell) {
            f.grid[(cell.row() + 1) * 11 + cell.column() + 1] = t.height() as usize + if seat == me { 0 } else { 4 };
        } else {
            let s = if seat == me { 1.0 } else { -1.0 };
            f.lead += s;
            if t.height() == 5 { f.fives += s; }
        }
    }
    f
}

#[derive(Clone)]
struct Model { square: bool, rect: bool, rstages: usize, w: Vec<f32> }

fn indices(l: &Layout, m: &Model, f: &Feat, out: &mut Vec<(u32, f32)>) {
    out.clear();
    let s = f.stage;
    let mut base = 3 * STAGES;
    out.push(((3 * s) as u32, 1.0));
    out.push(((3 * s + 1) as u32, f.lead));
    out.push(((3 * s + 2) as u32, f.fives));
    let g = &f.grid;
    if m.square {
        let b = base + s * l.n_square;
        for r in 0..10 { for c in 0..10 { let a = r * 11 + c;
            let n = ((g[a] * 9 + g[a + 1]) * 9 + g[a + 11]) * 9 + g[a + 12];
            if n > 0 { out.push(((b + l.square[n] as usize) as u32, 1.0)); }
        } }
        base += STAGES * l.n_square;
    }
    if m.rect {
        let rs = s * m.rstages / STAGES;
        let b = base + rs * l.n_rect;
        for r in 0..10 { for c in 0..9 { let a = r * 11 + c;
            let n = ((((g[a] * 9 + g[a + 1]) * 9 + g[a + 2]) * 9 + g[a + 11]) * 9 + g[a + 12]) * 9 + g[a + 13];
            if n > 0 { out.push(((b + l.rect[n] as usize) as u32, 1.0)); }
        } }
        for r in 0..9 { for c in 0..10 { let a = r * 11 + c;
            let n = ((((g[a] * 9 + g[a + 11]) * 9 + g[a + 22]) * 9 + g[a + 1]) * 9 + g[a + 12]) * 9 + g[a + 23];
            if n > 0 { out.push(((b + l.rect[n] as usize) as u32, 1.0)); }
        } }
    }
}

fn size(l: &Layout, m: &Model) -> usize {
    3 * STAGES + if m.square { STAGES * l.n_square } else { 0 } + if m.rect { m.rstages * l.n_rect } else { 0 }
}

fn rebuild(s: &Sample) -> Avalam {
    // text
    let mut text = String::new(); let mut row = 0;
    for cell in Cell::all() {
        if cell.row() != row { text.push('/'); row = cell.row(); }
        let t = s.towers[cell.index()];
        text.push(match t { 0 => '.', 1..=5 => (b'A' + t - 1) as char, _ => (b'a' + t - 9) as char });
    }
    text.push_str(if s.plies % 2 == 0 { " y" } else { " r" });
    text.parse().expect("position")
}

fn selfplay<O: Opinion<Avalam>>(opinion: O, games: u64, nodes: u64, seed: u64, out: &mut Vec<Sample>) {
    let mut search = AlphaBeta::with(opinion, Config { table_mb: 4, ties: Ties::Shuffled, seed, ..Config::default() });
    let mut rng = Rng::new(seed);
    let mut moves: Vec<Carry> = Vec::new();
    let mut from;
    for _ in 0..games {
        let mut game = Avalam::default();
        from = out.len();
        let random = rng.below(13);
        let mut plies = 0;
        Search::<Avalam>::forget(&mut search);
        search.config.seed = rng.bits();
        while let Phase::Act(seats) = game.phase() {
            let seat = seats.first();
            let mv = if plies < random || rng.below(40) == 0 {
                moves.clear(); game.moves(seat, &mut moves); rng.pick(&moves)
            } else {
                let choice = search.search(&game, seat, &Limits::nodes(nodes), &mut |_| {});
                let mut towers = [0; 48];
                for cell in Cell::all() { let t = game.tower(cell); towers[cell.index()] = t.height() + if t.seat() == Some(Seat::new(1)) { 8 } else { 0 }; }
                out.push(Sample { towers, plies: game.plies() as u8, z: 0.0, v: choice.value[seat] });
                choice.best()
            };
            game.play([mv]);
            plies += 1;
        }
        let Phase::Over(p) = game.phase() else { unreachable!() };
        for s in &mut out[from..] { s.z = p[Seat::new((s.plies % 2) as usize)]; }
    }
}

fn save(path: &str, samples: &[Sample]) {
    let mut f = std::io::BufWriter::new(std::fs::OpenOptions::new().append(true).create(true).open(path).unwrap());
    for s in samples { f.write_all(&s.towers).unwrap(); f.write_all(&[s.plies, (s.z * 2.0) as u8]).unwrap(); f.write_all(&s.v.to_le_bytes()).unwrap(); }
}
fn load(path: &str) -> Vec<Sample> {
    let b = std::fs::read(path).unwrap();
    b.chunks_exact(54).map(|c| Sample { towers: c[..48].try_into().unwrap(), plies: c[48], z: c[49] as f32 / 2.0, v: f32::from_le_bytes(c[50..54].try_into().unwrap()) }).collect()
}

fn sigmoid(x: f32) -> f32 { 1.0 / (1.0 + (-x).exp()) }

/// The opinion under trial.
#[derive(Clone)]
struct Fitted { l: std::sync::Arc<Layout>, m: std::sync::Arc<Model> }
impl std::fmt::Debug for Fitted { fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result { f.write_str("Fitted") } }
impl Evaluate<Avalam> for Fitted {
    fn evaluate(&self, game: &Avalam) -> BySeat<f32, 2> {
        let f = feat(game);
        let mut idx = Vec::with_capacity(256);
        indices(&self.l, &self.m, &f, &mut idx);
        let x: f32 = idx.iter().map(|(i, v)| self.m.w[*i as usize] * v).sum();
        let p = sigmoid(x);
        if mover(game) == Seat::new(0) { BySeat([p, 1.0 - p]) } else { BySeat([1.0 - p, p]) }
    }
}
impl Opinion<Avalam> for Fitted {
    fn rank(&self, game: &Avalam, seat: Seat, carry: Carry) -> f32 { Towers.rank(game, seat, carry) }
}

fn fit(l: &Layout, m: &mut Model, data: &[Sample], epochs: usize, mix: f32, l2: f32) -> f32 {
    m.w = vec![0.0; size(l, m)];
    let mut g2 = vec![1e-3f32; m.w.len()];
    let cut = data.len() * 9 / 10;
    let (train, test) = data.split_at(cut);
    let mut idx = Vec::new();
    let mut order: Vec<u32> = (0..train.len() as u32).collect();
    let mut rng = Rng::new(7);
    let mut last = 0.0;
    for epoch in 0..epochs {
        for i in (1..order.len()).rev() { order.swap(i, rng.below(i as u32 + 1) as usize); }
        let rate = 0.1 * (1.0 - epoch as f32 / epochs as f32);
        for &i in &order {
            let s = &train[i as usize];
            let f = feat(&rebuild(s));
            indices(l, m, &f, &mut idx);
            let x: f32 = idx.iter().map(|(i, v)| m.w[*i as usize] * v).sum();
            let err = sigmoid(x) - (s.z * (1.0 - mix) + s.v * mix);
            for &(i, v) in &idx {
                let i = i as usize;
                let g = err * v + l2 * m.w[i];
                g2[i] += g * g;
                m.w[i] -= rate * g / g2[i].sqrt();
            }
        }
        let mut loss = 0.0; let mut by = [(0.0f32, 0u32); STAGES];
        for s in test {
            let f = feat(&rebuild(s));
            indices(l, m, &f, &mut idx);
            let x: f32 = idx.iter().map(|(i, v)| m.w[*i as usize] * v).sum();
            let p = sigmoid(x).clamp(1e-6, 1.0 - 1e-6);
            let e = -(s.z * p.ln() + (1.0 - s.z) * (1.0 - p).ln());
            loss += e; by[f.stage].0 += e; by[f.stage].1 += 1;
        }
        last = loss / test.len() as f32;
        let by: Vec<String> = by.iter().map(|(e, n)| format!("{:.4}", e / (*n).max(1) as f32)).collect();
        println!("epoch {epoch} loss {last:.5} {}", by.join(" "));
    }
    last
}

fn duel(a: &Fitted, b: &dyn Fn() -> Box<dyn Search<Avalam>>, games: u64, nodes: u64, seed: u64) {
    let mut points = 0.0;
    let mut n_a = 0u64; let mut t_a = std::time::Duration::ZERO;
    for i in 0..games {
        let mut rng = Rng::for_match(seed, i / 2);
        let mut game = Avalam::default();
        for _ in 0..4 { let mv = game.random_move(mover(&game), &mut rng, &mut Vec::new()); game.play([mv]); }
        let mut x = AlphaBeta::with(a.clone(), Config::default());
        let mut y = b();
        let mine = Seat::new((i % 2) as usize);
        while let Phase::Act(seats) = game.phase() {
            let seat = seats.first();
            let mv = if seat == mine { let t = std::time::Instant::now(); let c = x.search(&game, seat, &Limits::nodes(nodes), &mut |_| {}); n_a += c.nodes; t_a += t.elapsed(); c.best() }
                else { y.search(&game, seat, &Limits::nodes(nodes), &mut |_| {}).best() };
            game.play([mv]);
        }
        let Phase::Over(p) = game.phase() else { unreachable!() };
        points += p[mine];
    }
    println!("duel {points} of {games}, {:.0} nodes/s", n_a as f64 / t_a.as_secs_f64());
}

fn main() {
    let args: Vec<String> = std::env::args().collect();
    let num = |i: usize| args[i].parse::<u64>().unwrap();
    let l = std::sync::Arc::new(Layout::new());
    match args[1].as_str() {
        "play" => { // play file games nodes seed [weights]
            let mut out = Vec::new();
            let (games, nodes, seed) = (num(3), num(4), num(5));
            for chunk in 0..games.div_ceil(200) {
                out.clear();
                match args.get(6) {
                    Some(w) => selfplay(read_model(&l, w), 200, nodes, seed * 1000 + chunk, &mut out),
                    None => selfplay(Towers, 200, nodes, seed * 1000 + chunk, &mut out),
                }
                save(&args[2], &out);
            }
        }
        "fit" => { // fit kind epochs mix out files...
            let mut data = Vec::new();
            for f in &args[6..] { data.extend(load(f)); }
            println!("{} samples, classes {} {}", data.len(), l.n_square, l.n_rect);
            let mut m = model(&args[2]);
            fit(&l, &mut m, &data, num(3) as usize, args[4].parse().unwrap(), 1e-6);
            let mut f = std::io::BufWriter::new(std::fs::File::create(&args[5]).unwrap());
            f.write_all(&[args[2].as_bytes()[0], args[2].as_bytes()[1]]).unwrap();
            for w in &m.w { f.write_all(&w.to_le_bytes()).unwrap(); }
        }
        "duel" => { // duel weights other games nodes seed
            let a = read_model(&l, &args[2]);
            let other = args[3].clone();
            let l2 = l.clone();
            let b = move || -> Box<dyn Search<Avalam>> { if other == "towers" { Box::new(AlphaBeta::with(Towers, Config::default())) } else { Box::new(AlphaBeta::with(read_model(&l2, &other), Config::default())) } };
            duel(&a, &b, num(4), num(5), num(6));
        }
        _ => panic!(),
    }
}

fn model(kind: &str) -> Model {
    let k = kind.as_bytes();
    Model { square: k[0] == b's', rect: k[1] != b'0', rstages: (k[1] - b'0').max(1) as usize, w: vec![] }
}
fn read_model(l: &std::sync::Arc<Layout>, path: &str) -> Fitted {
    let b = std::fs::read(path).unwrap();
    let mut m = model(std::str::from_utf8(&b[..2]).unwrap());
    m.w = b[2..].chunks_exact(4).map(|c| f32::from_le_bytes(c.try_into().unwrap())).collect();
    assert_eq!(m.w.len(), size(l, &m));
    Fitted { l: l.clone(), m: std::sync::Arc::new(m) }
}
