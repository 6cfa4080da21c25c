//! Live analysis by agents.

use std::convert::Infallible;
use std::num::NonZeroUsize;
use std::pin::Pin;
use std::task::{Context, Poll};
use std::time::Duration;

use axum::extract::{Query, State};
use axum::response::sse::{Event, KeepAlive, Sse};
use futures_core::Stream;
use serde::{Deserialize, Serialize};
use tokio::sync::mpsc;
use truel_agents::{Conditions, SeatChances, Seen, Thought, Watch};
use truel_core::draw::Gesture;
use truel_core::{AnyGame, Seat};
use truel_search::Stop;
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::run_blocking;
use crate::App;
use crate::error::{ApiError, ErrorBody};
use crate::room::time_of;
use crate::schemas;
use crate::spec;
use crate::view::LineOfPlay;

pub(super) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(analysis))
}

/// The longest time for one analysis.
const MAX_TIME: Duration = Duration::from_secs(60);
/// The most candidate moves in an event.
const MAX_CANDIDATES: usize = 12;

/// What to analyse.
#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
struct AnalysisQuery {
    /// The game's id.
    game: String,
    /// The position's text; the start position when left out.
    position: Option<String>,
    /// The agent's spec; the game's usual agent when left out.
    agent: Option<String>,
    /// The seat to think for; the first acting seat when left out.
    seat: Option<usize>,
    /// The time, such as 5s; up to a minute.
    time: Option<String>,
    /// How many of the best moves get exact values and lines of their own, 1 to 12; 1 when left
    /// out.
    candidates: Option<usize>,
    /// A legal move to list as well, however poor it is. It is left out if the agent does not
    /// search it.
    also: Option<String>,
}

/// The analysis so far.
#[derive(Serialize, ToSchema)]
pub(super) struct ThoughtView {
    /// The seat that the agent thinks for.
    seat: usize,
    /// The chances of each seat.
    chances: Vec<ChancesView>,
    /// Whether the chances were fitted to match results, rather than assumed.
    is_calibrated: bool,
    /// The agent's own numbers, one for each seat; only the agent knows their scale.
    value: Vec<f32>,
    depth: u32,
    nodes: u64,
    is_proven: bool,
    /// Its moves, best first.
    candidates: Vec<CandidateView>,
    /// The moves that other seats are expected to choose at the same instant, seat by seat.
    replies: Vec<CandidateView>,
    /// The line of play that it expects.
    line: Vec<String>,
    /// Whether this is the last event.
    is_final: bool,
}

/// The chances of one seat, which add up to 1, and its expected points, from 0 to 1.
#[derive(Serialize, ToSchema)]
struct ChancesView {
    /// The chance to get all points.
    win: f32,
    /// The chance of anything between a win and a loss.
    draw: f32,
    /// The chance to get no points.
    lose: f32,
    /// The expected points.
    points: f32,
}

impl ChancesView {
    fn all(chances: &[SeatChances]) -> Vec<Self> {
        let view = |chances: &SeatChances| {
            let SeatChances {
                win,
                draw,
                lose,
                points,
            } = *chances;
            ChancesView {
                win,
                draw,
                lose,
                points,
            }
        };
        chances.iter().map(view).collect()
    }
}

/// A candidate move.
#[derive(Serialize, ToSchema)]
struct CandidateView {
    /// The seat that makes it.
    seat: usize,
    mv: String,
    /// Its share in a mixed strategy.
    weight: f32,
    /// The chances of each seat after it; empty if the move was not searched. If `value` is a
    /// bound, so are the mover's points.
    chances: Vec<ChancesView>,
    /// Its value to the seat that moves, on the agent's own scale.
    value: f32,
    /// Its value to each seat. If `value` is a bound, only the number of the seat that moves has a
    /// meaning.
    values: Vec<f32>,
    /// Whether `value` is the move's value or only an upper bound.
    #[schema(examples("exact", "at-most"))]
    bound: &'static str,
    is_proven: bool,
    /// Simulations or nodes spent on it; 0 with an upper bound: nothing is known about the move.
    visits: u64,
    /// The expected line of play, beginning with this move.
    line: Vec<String>,
    /// The cells and choices to touch, in order.
    #[schema(value_type = Vec<schemas::Touch>)]
    gesture: Gesture,
}

impl ThoughtView {
    fn of(thought: &Thought, seat: Seat, table: &dyn AnyGame, also: Option<&str>, is_final: bool) -> Self {
        let view = |seen: &Seen| CandidateView {
            seat: seen.seat,
            mv: seen.mv.clone(),
            weight: seen.weight,
            chances: ChancesView::all(&seen.chances),
            value: seen.value,
            values: seen.values.clone(),
            bound: seen.bound.name(),
            is_proven: seen.is_proven,
            visits: seen.visits,
            line: seen.line.clone(),
            gesture: table.gesture(&seen.mv),
        };
        let views = |all: &[Seen]| -> Vec<_> { all.iter().take(MAX_CANDIDATES).map(view).collect() };
        let mut others = thought.candidates.iter().skip(MAX_CANDIDATES);
        let wanted = others.find(|seen| also == Some(seen.mv.as_str())).map(view);
        ThoughtView {
            seat: seat.index(),
            chances: ChancesView::all(&thought.chances),
            is_calibrated: thought.is_calibrated,
            value: thought.value.clone(),
            depth: thought.depth,
            nodes: thought.nodes,
            is_proven: thought.is_proven,
            candidates: views(&thought.candidates).into_iter().chain(wanted).collect(),
            replies: thought
                .replies
                .chunk_by(|a, b| a.seat == b.seat)
                .flat_map(views)
                .collect(),
            line: thought.line.clone(),
            is_final,
        }
    }
}

/// An agent's live analysis of a position, as server-sent events; closing the connection stops it.
#[utoipa::path(get, path = "/api/analysis", tag = "analysis", params(AnalysisQuery),
    responses((status = 200, description = "events whose data is a ThoughtView", content_type = "text/event-stream"),
        (status = 404, body = ErrorBody), (status = 409, body = ErrorBody), (status = 422, body = ErrorBody),
        (status = 429, body = ErrorBody)))]
async fn analysis(
    State(app): State<App>,
    Query(query): Query<AnalysisQuery>,
) -> Result<Sse<impl Stream<Item = Result<Event, Infallible>>>, ApiError> {
    let thoughts = run_blocking(move || think(&app, query)).await?;
    Ok(Sse::new(thoughts).keep_alive(KeepAlive::default()))
}

fn think(app: &App, query: AnalysisQuery) -> Result<ThoughtStream, ApiError> {
    let line = LineOfPlay {
        game: query.game,
        start: query.position,
        moves: Vec::new(),
    };
    let table = line.begin(&app.roster)?;
    let spec = match query.agent {
        Some(text) => spec::read(&app.roster, &line.game, &text)?,
        None => app.roster.default_agent(table.info()),
    };
    let seat = seat_of(&*table, query.seat)?;
    let time = query.time.as_deref().map_or(Ok(MAX_TIME), time_of)?;
    let also = also_of(&*table, seat, query.also)?;
    let stop = Stop::default();
    let conditions = Conditions {
        per_move: Some(time),
        stop: stop.clone(),
        candidates: candidates_of(query.candidates)?,
        ..Conditions::default()
    };
    // One event waits while another is sent; nobody misses those in between.
    let (sender, thoughts) = mpsc::channel(2);
    let roster = app.roster.clone();
    let task = move || {
        let send = |thought: &Thought, is_final: bool| {
            let view = ThoughtView::of(thought, seat, &*table, also.as_deref(), is_final);
            Event::default().json_data(view).unwrap_or_default()
        };
        // Agents are made on the pool, so that those that wait take no memory yet.
        let Ok(mut agent) = roster.build(&line.game, &spec, 1) else {
            return;
        };
        let last = agent.think(
            &*table,
            seat,
            &conditions,
            Watch::Live(&mut |thought| {
                if let Err(mpsc::error::TrySendError::Closed(_)) = sender.try_send(send(thought, false)) {
                    conditions.stop.raise();
                }
            }),
        );
        let _ = sender.blocking_send(send(&last, true));
    };
    let client = app.next_client();
    let full = |_| ApiError::Busy("too many positions are being analysed; try again in a moment".into());
    app.analysis_pool.submit(client, task).map_err(full)?;
    Ok(ThoughtStream { thoughts, stop })
}

fn candidates_of(asked: Option<usize>) -> Result<NonZeroUsize, ApiError> {
    let asked = asked.unwrap_or(1);
    NonZeroUsize::new(asked)
        .filter(|asked| asked.get() <= MAX_CANDIDATES)
        .ok_or_else(|| ApiError::Invalid(format!("candidates is 1 to {MAX_CANDIDATES}, not {asked}")))
}

/// Checks the extra move to list.
fn also_of(table: &dyn AnyGame, seat: Seat, asked: Option<String>) -> Result<Option<String>, ApiError> {
    match asked {
        Some(mv) if !table.moves(seat).contains(&mv) => {
            Err(ApiError::Invalid(format!("`{mv}` is not a legal move here")))
        }
        asked => Ok(asked),
    }
}

fn seat_of(table: &dyn AnyGame, asked: Option<usize>) -> Result<Seat, ApiError> {
    let acting = table.phase().acting();
    let found = match asked {
        None => acting.iter().next(),
        Some(asked) => acting.iter().find(|seat| seat.index() == asked),
    };
    found.ok_or_else(|| ApiError::Conflict("there is nothing to choose for that seat here".into()))
}

/// The events of an analysis; dropping the stream stops it.
struct ThoughtStream {
    thoughts: mpsc::Receiver<Event>,
    stop: Stop,
}

impl Stream for ThoughtStream {
    type Item = Result<Event, Infallible>;

    fn poll_next(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        self.thoughts.poll_recv(context).map(|event| event.map(Ok))
    }
}

impl Drop for ThoughtStream {
    fn drop(&mut self) {
        self.stop.raise();
    }
}
