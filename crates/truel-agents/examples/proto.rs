#![allow(clippy::all, missing_docs)]
use truel_core::Rng;
use truel_core::{Game, Seat};
use truel_games::Avalam;
use truel_games::avalam::{Cell, HIGHEST};
const STAGES: usize = 6;
fn stage(plies: u32) -> usize {
    (plies.saturating_sub(4) as usize / 5).min(STAGES - 1)
}
const DIRS: [(i32, i32); 8] = [(-1, 0), (-1, 1), (0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1)];
struct S {
    stage: u8,
    lead: f32,
    fives: f32,
    towers: Vec<[u8; 9]>,
    target: f32,
    result: f32,
    pat: f32,
}
fn sample(line: &str, share: f32) -> Option<S> {
    let mut p = line.split(';');
    let g: Avalam = p.next()?.parse().ok()?;
    let r: f32 = p.next()?.parse().ok()?;
    let t: f32 = p.next()?.parse().ok()?;
    let me = g.phase().acting().first();
    let mov = g.movable();
    let code = |c: Cell| -> u8 {
        if !mov.contains(c) {
            return 0;
        }
        let t = g.tower(c);
        t.height() + if t.seat() == Some(me) { 0 } else { 4 }
    };
    let (mut lead, mut fives) = (0.0, 0.0);
    let mut towers = vec![];
    for c in g.standing().iter() {
        let t = g.tower(c);
        let s = if t.seat() == Some(me) { 1.0 } else { -1.0 };
        if !mov.contains(c) {
            lead += s;
            if t.height() == HIGHEST {
                fives += s;
            }
            continue;
        }
        let mut v = [0u8; 9];
        v[8] = code(c);
        for (d, (dr, dc)) in DIRS.iter().enumerate() {
            let (r, cc) = (c.row() as i32 + dr, c.column() as i32 + dc);
            if r >= 0 && cc >= 0 {
                if let Some(n) = Cell::at(r as usize, cc as usize) {
                    v[d] = code(n);
                }
            }
        }
        towers.push(v);
    }
    let _ = Seat::new(0);
    use truel_core::Evaluate;
    let sh = truel_agents::heuristics::avalam::Patterns::default().evaluate(&g)[me];
    let q = 2.0 * sh - 1.0;
    let pat = q / (1.0 - q.abs()).max(1e-4);
    Some(S {
        stage: stage(g.plies()) as u8,
        lead,
        fives,
        towers,
        target: r * (1.0 - share) + t * share,
        result: r,
        pat,
    })
}
const C: usize = 32;
const OWN: usize = 0;
const BES: usize = 9 * C;
const BIAS: usize = BES + 8 * 9 * C;
const OUT: usize = BIAS + STAGES * C;
const LIN: usize = OUT + STAGES * C;
const N: usize = LIN + 3 * STAGES;
fn fwd(w: &[f32], s: &S, sym: usize, hs: &mut Vec<[f32; C]>) -> f32 {
    let st = s.stage as usize;
    hs.clear();
    let mut y = w[LIN + 3 * st] + w[LIN + 3 * st + 1] * s.lead + w[LIN + 3 * st + 2] * s.fives;
    for t in &s.towers {
        let mut h = [0f32; C];
        h.copy_from_slice(&w[BIAS + st * C..BIAS + st * C + C]);
        let o = OWN + t[8] as usize * C;
        for k in 0..C {
            h[k] += w[o + k];
        }
        for d in 0..8 {
            let n = t[d] as usize;
            let dd = map(d, sym);
            let b = BES + (dd * 9 + n) * C;
            for k in 0..C {
                h[k] += w[b + k];
            }
        }
        for k in 0..C {
            y += h[k].max(0.0) * w[OUT + st * C + k];
        }
        hs.push(h);
    }
    y
}
fn map(d: usize, sym: usize) -> usize {
    let r = (d + 2 * (sym & 3)) & 7;
    if sym & 4 != 0 { (8 - r) & 7 } else { r }
}
fn bwd(w: &[f32], s: &S, sym: usize, hs: &[[f32; C]], e: f32, g: &mut [f32]) {
    let st = s.stage as usize;
    g[LIN + 3 * st] += e;
    g[LIN + 3 * st + 1] += e * s.lead;
    g[LIN + 3 * st + 2] += e * s.fives;
    for (t, h) in s.towers.iter().zip(hs) {
        let mut dh = [0f32; C];
        for k in 0..C {
            if h[k] > 0.0 {
                g[OUT + st * C + k] += e * h[k];
                dh[k] = e * w[OUT + st * C + k];
            }
        }
        for k in 0..C {
            g[BIAS + st * C + k] += dh[k];
        }
        let o = OWN + t[8] as usize * C;
        for k in 0..C {
            g[o + k] += dh[k];
        }
        for d in 0..8 {
            let n = t[d] as usize;
            let b = BES + (map(d, sym) * 9 + n) * C;
            for k in 0..C {
                g[b + k] += dh[k];
            }
        }
    }
}
fn main() {
    let a: Vec<String> = std::env::args().skip(1).collect();
    let out = &a[0];
    let epochs: usize = a[1].parse().unwrap();
    let share: f32 = a[2].parse().unwrap();
    let mut all = vec![];
    for f in &a[3..] {
        for l in std::fs::read_to_string(f).unwrap().lines() {
            if let Some(s) = sample(l, share) {
                all.push(s);
            }
        }
    }
    // keep every 20th block of 2000
    let (mut tr, mut va) = (vec![], vec![]);
    for (i, s) in all.into_iter().enumerate() {
        if (i / 2000) % 20 == 19 { va.push(s) } else { tr.push(s) }
    }
    let mut l = 0.0;
    for s in &va {
        let p = (1.0 / (1.0 + (-s.pat).exp())).clamp(1e-6, 1.0 - 1e-6);
        l -= s.result * p.ln() + (1.0 - s.result) * (1.0 - p).ln();
    }
    println!("patterns val {:.5}", l / va.len() as f32);
    println!("{} train {} val, {} params", tr.len(), va.len(), N);
    let mut rng = Rng::new(1);
    let mut w = vec![0f32; N];
    let mut u = || rng.below(1 << 20) as f32 / (1 << 20) as f32 - 0.5;
    for x in w[..BIAS].iter_mut() {
        *x = u() * 0.5;
    }
    for x in w[OUT..LIN].iter_mut() {
        *x = u() * 0.3;
    }
    for x in w[BIAS..OUT].iter_mut() {
        *x = 0.1;
    }
    let (mut m, mut v) = (vec![0f32; N], vec![0f32; N]);
    let mut g = vec![0f32; N];
    let mut hs = vec![];
    let mut step = 0;
    let mut order: Vec<usize> = (0..tr.len()).collect();
    let bs = 256;
    let total = epochs * tr.len() / bs;
    for ep in 0..epochs {
        for i in (1..order.len()).rev() {
            let j = rng.below(i as u32 + 1) as usize;
            order.swap(i, j);
        }
        for ch in order.chunks(bs) {
            g.iter_mut().for_each(|x| *x = 0.0);
            for &i in ch {
                let sym = rng.below(8) as usize;
                let s = &tr[i];
                let y = fwd(&w, s, sym, &mut hs);
                let p = 1.0 / (1.0 + (-y).exp());
                bwd(&w, s, sym, &hs, (p - s.target) / ch.len() as f32, &mut g);
            }
            step += 1;
            let lr = 0.004 * (1.0 - step as f32 / total as f32).max(0.01);
            let (b1, b2) = (0.9f32, 0.999f32);
            let c1 = 1.0 - b1.powi(step as i32);
            let c2 = 1.0 - b2.powi(step as i32);
            for k in 0..N {
                m[k] = b1 * m[k] + (1.0 - b1) * g[k];
                v[k] = b2 * v[k] + (1.0 - b2) * g[k] * g[k];
                w[k] -= lr * (m[k] / c1) / ((v[k] / c2).sqrt() + 1e-8);
            }
        }
        let mut l = 0.0;
        for s in &va {
            let y = fwd(&w, s, 0, &mut hs);
            let p = (1.0 / (1.0 + (-y).exp())).clamp(1e-6, 1.0 - 1e-6);
            l -= s.result * p.ln() + (1.0 - s.result) * (1.0 - p).ln();
        }
        println!("epoch {ep} val {:.5}", l / va.len() as f32);
    }
    let bytes: Vec<u8> = w.iter().flat_map(|x| x.to_le_bytes()).collect();
    std::fs::write(out, bytes).unwrap();
}
