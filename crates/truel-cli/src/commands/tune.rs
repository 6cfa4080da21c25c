//! `truel tune`: better values for an agent's numbers, by matches of the agent against itself.

use std::fs::File;
use std::io::Write;
use std::path::Path;

use anyhow::{Context, Result, bail};
use serde::{Deserialize, Serialize};
use serde_json::json;
use truel_agents::{Form, Spec};
use truel_arena::executor::Threads;
use truel_arena::stats::spsa::{Kind, Parameter, Spsa, SpsaConfig, Trial};
use truel_arena::stats::{Entrant, Outcome};
use truel_arena::{Entry, Series, drive};
use truel_core::lines::read_text;
use truel_core::{Rng, nearest};

use crate::Exit;
use crate::args::arena::Tune;
use crate::files::{check_writable_if_any, write_file};
use crate::interrupt::{FINISHING, interrupt};
use crate::output::{Output, remark};
use crate::progress::Progress;
use crate::roster;
use crate::series::series;
use crate::setup::setup;

/// How far a step goes, as a share of the perturbation; what fishtest calls `r_end`.
const R_END: f64 = 0.02;

/// The most bytes of a run's state.
const LARGEST: usize = 16 << 20;

/// All that a run needs to go on where it was.
#[derive(Serialize, Deserialize)]
struct State {
    game: String,
    agent: String,
    seed: u64,
    spsa: Spsa,
}

pub(crate) fn run(args: &Tune, out: &mut Output) -> Result<Exit> {
    let (info, _) = roster().check(&args.game, &args.agent)?;
    let declared: Vec<_> = info.params().copied().collect();
    let parameters = args
        .params
        .iter()
        .map(|text| parameter(text, &args.agent, &declared))
        .collect::<Result<Vec<_>>>()?;
    let mut state = begin(args, parameters)?;
    check_writable_if_any(args.resume.as_ref())?;
    let stop = interrupt(FINISHING)?;
    let mut progress = Progress::new(args.iterations.saturating_sub(state.spsa.done()), args.json);
    while !state.spsa.is_finished() && !stop.is_raised() {
        let number = state.spsa.done();
        let trial = state.spsa.ask(&mut Rng::for_match(state.seed, number));
        let Some(result) = play(args, &state, &trial)? else {
            break;
        };
        state.spsa.tell(result)?;
        if let Some(path) = &args.resume {
            save(path, &state)?;
        }
        if args.json {
            out.json(&json!({ "trial": number + 1, "result": result, "values": named(&state.spsa) }))?;
            out.flush()?;
        }
        progress.step(|| tuned(args, &state.spsa).to_string());
    }
    progress.finish();
    let best = tuned(args, &state.spsa);
    if args.json {
        out.json(&json!({ "final": true, "trials": state.spsa.done(), "agent": best, "values": named(&state.spsa) }))?;
    } else {
        writeln!(out, "{best}")?;
        remark(&format!(
            "after {} of {} trials; `truel sprt {} {best} {}` tells whether it is better",
            state.spsa.done(),
            args.iterations,
            args.game,
            args.agent
        ));
    }
    Ok(if state.spsa.is_finished() {
        Exit::Done
    } else {
        Exit::Interrupted
    })
}

/// A run from its beginning, or from where the file says it was.
fn begin(args: &Tune, parameters: Vec<Parameter>) -> Result<State> {
    let config = SpsaConfig {
        iterations: args.iterations,
        ..SpsaConfig::default()
    };
    let fresh = State {
        game: args.game.clone(),
        agent: args.agent.to_string(),
        seed: args.terms.seed,
        spsa: Spsa::new(parameters, config)?,
    };
    let Some(path) = args.resume.as_deref().filter(|path| path.exists()) else {
        return Ok(fresh);
    };
    let read = File::open(path).and_then(|file| read_text(file, LARGEST));
    let text = read.with_context(|| format!("cannot read {}", path.display()))?;
    let kept: State =
        serde_json::from_str(&text).with_context(|| format!("{} is no state of a tuning run", path.display()))?;
    let same = |a: &State, b: &State| {
        (&a.game, &a.agent, a.seed, a.spsa.parameters()) == (&b.game, &b.agent, b.seed, b.spsa.parameters())
    };
    if !same(&kept, &fresh) {
        bail!(
            "{} belongs to another run: game, agent, seed or parameters differ",
            path.display()
        );
    }
    Ok(kept)
}

fn save(path: &Path, state: &State) -> Result<()> {
    write_file(path, |file| Ok(serde_json::to_writer(file, state)?))
}

/// The difference of mean points of the two variants in one block; nothing when interrupted.
fn play(args: &Tune, state: &State, trial: &Trial) -> Result<Option<f64>> {
    let variant = |values: &[f64]| Entry::agent(with_values(&args.agent, &state.spsa, values));
    let entries = [variant(&trial.plus), variant(&trial.minus)];
    let mut series = series(&args.game, &entries, Series::duel, &args.terms)?;
    series.seed = state.seed.wrapping_add(state.spsa.done());
    let mut outcomes: Vec<Outcome> = Vec::new();
    let jobs = (0..series.block_size()).map(|index| series.job(index));
    drive(
        &mut Threads::new(args.terms.concurrency, &setup()),
        jobs,
        &interrupt(FINISHING)?,
        |_, played| {
            outcomes.push(series.outcome(&played));
            anyhow::Ok(())
        },
    )?;
    if (outcomes.len() as u64) < series.block_size() {
        return Ok(None);
    }
    let mean = |who: Entrant| {
        let points: Vec<f64> = outcomes.iter().flat_map(|outcome| outcome.points_of(who)).collect();
        points.iter().sum::<f64>() / points.len() as f64
    };
    Ok(Some(mean(Entrant(0)) - mean(Entrant(1))))
}

/// The agent with these values of the tuned parameters.
fn with_values(agent: &Spec, spsa: &Spsa, values: &[f64]) -> Spec {
    let pairs = spsa.parameters().iter().zip(values);
    pairs.fold(agent.clone(), |spec, (parameter, value)| match parameter.kind {
        Kind::Whole => spec.with(&parameter.name, value.round()),
        Kind::Real => spec.with(&parameter.name, format!("{value:.4}")),
    })
}

fn tuned(args: &Tune, spsa: &Spsa) -> Spec {
    with_values(&args.agent, spsa, spsa.values())
}

fn named(spsa: &Spsa) -> serde_json::Value {
    let pairs = spsa.parameters().iter().zip(spsa.values());
    pairs
        .map(|(parameter, value)| (parameter.name.clone(), json!(value)))
        .collect::<serde_json::Map<_, _>>()
        .into()
}

/// `c=0.2..3:0.1`: a number of the agent, its bounds and the last step.
fn parameter(text: &str, agent: &Spec, declared: &[truel_agents::Param]) -> Result<Parameter> {
    let wrong = || format!("--param `{text}`: it is written as in c=0.2..3:0.1");
    let (name, rest) = text.split_once('=').with_context(wrong)?;
    let (low, rest) = rest.split_once("..").with_context(wrong)?;
    let (high, step) = rest.split_once(':').with_context(wrong)?;
    let number = |text: &str| {
        text.trim()
            .parse::<f64>()
            .ok()
            .filter(|n| n.is_finite())
            .with_context(wrong)
    };
    let Some(param) = declared.iter().find(|param| param.name == name) else {
        let near = nearest(name, declared.iter().map(|param| param.name));
        bail!(
            "--param `{text}`: agent `{}` has no parameter `{name}`{}",
            agent.name(),
            near.map_or_else(String::new, |near| format!("; did you mean `{near}`?"))
        );
    };
    let kind = match param.form {
        Form::Number { .. } => Kind::Real,
        Form::Count { .. } => Kind::Whole,
        Form::Time | Form::OneOf(_) => bail!("--param `{text}`: `{name}` is no number"),
    };
    let start = agent.get(name).unwrap_or(param.default);
    Ok(Parameter {
        name: name.to_owned(),
        kind,
        start: start
            .parse()
            .with_context(|| format!("--param `{text}`: give `{name}` a value to start from in the agent"))?,
        low: number(low)?,
        high: number(high)?,
        c_end: number(step)?,
        r_end: R_END,
    })
}
