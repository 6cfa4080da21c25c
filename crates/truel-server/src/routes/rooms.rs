//! Matches that people play.

use std::convert::Infallible;

use axum::Json;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::response::sse::{Event, KeepAlive, Sse};
use axum::response::{IntoResponse, Response};
use futures_core::Stream;
use serde::Deserialize;
use tokio_stream::StreamExt;
use tokio_stream::wrappers::BroadcastStream;
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::run_blocking;
use crate::App;
use crate::error::{ApiError, ErrorBody};
use crate::live_room::{RoomEvent, RoomView};
use crate::room::{NewRoom, RoomSummary};
use crate::view::Moment;

pub(super) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(latest, make))
        .routes(routes!(room))
        .routes(routes!(moments))
        .routes(routes!(record))
        .routes(routes!(choose))
        .routes(routes!(undo))
        .routes(routes!(redo))
        .routes(routes!(resign))
        .routes(routes!(rematch))
        .routes(routes!(fork))
        .routes(routes!(events))
}

/// The rooms changed last.
#[utoipa::path(get, path = "/api/rooms", tag = "rooms", responses((status = 200, body = Vec<RoomSummary>)))]
async fn latest(State(app): State<App>) -> Result<Json<Vec<RoomSummary>>, ApiError> {
    run_blocking(move || Ok(Json(app.rooms.latest(50)?))).await
}

/// Makes a room.
#[utoipa::path(post, path = "/api/rooms", tag = "rooms", request_body = NewRoom,
    responses((status = 201, body = RoomView), (status = 404, body = ErrorBody), (status = 422, body = ErrorBody),
        (status = 429, body = ErrorBody)))]
async fn make(State(app): State<App>, Json(new): Json<NewRoom>) -> Result<Response, ApiError> {
    run_blocking(move || Ok(made(&*app.rooms.make(new)?))).await
}

/// The current state of a room.
#[utoipa::path(get, path = "/api/rooms/{room}", tag = "rooms", params(("room" = String, Path)),
    responses((status = 200, body = RoomView), (status = 404, body = ErrorBody)))]
async fn room(State(app): State<App>, Path(room): Path<String>) -> Result<Response, ApiError> {
    run_blocking(move || Ok(app.rooms.view(&room)?.answer())).await
}

/// Every moment of a room's match.
#[utoipa::path(get, path = "/api/rooms/{room}/moments", tag = "rooms", params(("room" = String, Path)),
    responses((status = 200, body = Vec<Moment>), (status = 404, body = ErrorBody)))]
async fn moments(State(app): State<App>, Path(room): Path<String>) -> Result<Json<Vec<Moment>>, ApiError> {
    run_blocking(move || Ok(Json(app.rooms.moments(&room)?))).await
}

fn made(event: &RoomEvent) -> Response {
    (StatusCode::CREATED, event.answer()).into_response()
}

/// A room's match as a record, which `truel conform` replays.
#[utoipa::path(get, path = "/api/rooms/{room}/record", tag = "rooms", params(("room" = String, Path)),
    responses((status = 200, body = Object), (status = 404, body = ErrorBody)))]
async fn record(State(app): State<App>, Path(room): Path<String>) -> Result<Response, ApiError> {
    run_blocking(move || crate::record::answer(&app.rooms.record(&room)?)).await
}

/// A move that a person chooses.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({ "seat": 0, "ply": 0, "mv": "b2" }))]
struct ChosenMove {
    /// The seat that moves.
    seat: usize,
    /// The number of plies that the person has seen.
    ply: usize,
    /// The move.
    mv: String,
}

/// Chooses a move. If seats move at once, it stays hidden until all of them have chosen.
#[utoipa::path(post, path = "/api/rooms/{room}/moves", tag = "rooms", params(("room" = String, Path)),
    request_body = ChosenMove,
    responses((status = 200, body = RoomView), (status = 404, body = ErrorBody), (status = 409, body = ErrorBody),
        (status = 422, body = ErrorBody)))]
async fn choose(
    State(app): State<App>,
    Path(room): Path<String>,
    Json(choice): Json<ChosenMove>,
) -> Result<Response, ApiError> {
    run_blocking(move || Ok(app.rooms.choose(&room, choice.seat, choice.ply, &choice.mv)?.answer())).await
}

/// The ply to go to.
#[derive(Deserialize, Default, ToSchema)]
#[serde(deny_unknown_fields)]
struct ToPly {
    /// The ply; the nearest turn of a person when left out.
    #[serde(default)]
    ply: Option<usize>,
}

/// Takes moves back.
#[utoipa::path(post, path = "/api/rooms/{room}/undo", tag = "rooms", params(("room" = String, Path)),
    request_body = ToPly,
    responses((status = 200, body = RoomView), (status = 404, body = ErrorBody), (status = 409, body = ErrorBody)))]
async fn undo(
    State(app): State<App>,
    Path(room): Path<String>,
    Json(target): Json<ToPly>,
) -> Result<Response, ApiError> {
    run_blocking(move || Ok(app.rooms.undo(&room, target.ply)?.answer())).await
}

/// Plays moves again that were taken back.
#[utoipa::path(post, path = "/api/rooms/{room}/redo", tag = "rooms", params(("room" = String, Path)),
    request_body = ToPly,
    responses((status = 200, body = RoomView), (status = 404, body = ErrorBody), (status = 409, body = ErrorBody)))]
async fn redo(
    State(app): State<App>,
    Path(room): Path<String>,
    Json(target): Json<ToPly>,
) -> Result<Response, ApiError> {
    run_blocking(move || Ok(app.rooms.redo(&room, target.ply)?.answer())).await
}

/// A seat that gives up.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct Resignation {
    /// The seat.
    seat: usize,
}

/// Resigns a match.
#[utoipa::path(post, path = "/api/rooms/{room}/resign", tag = "rooms", params(("room" = String, Path)),
    request_body = Resignation,
    responses((status = 200, body = RoomView), (status = 404, body = ErrorBody), (status = 409, body = ErrorBody),
        (status = 422, body = ErrorBody)))]
async fn resign(
    State(app): State<App>,
    Path(room): Path<String>,
    Json(who): Json<Resignation>,
) -> Result<Response, ApiError> {
    run_blocking(move || Ok(app.rooms.resign(&room, who.seat)?.answer())).await
}

/// Makes a room for a rematch, with everybody one seat further.
#[utoipa::path(post, path = "/api/rooms/{room}/rematch", tag = "rooms", params(("room" = String, Path)),
    responses((status = 201, body = RoomView), (status = 404, body = ErrorBody)))]
async fn rematch(State(app): State<App>, Path(room): Path<String>) -> Result<Response, ApiError> {
    run_blocking(move || Ok(made(&*app.rooms.rematch(&room)?))).await
}

/// The ply to continue from.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct ForkPoint {
    /// The ply.
    ply: usize,
}

/// Makes a room that continues from a ply of this one.
#[utoipa::path(post, path = "/api/rooms/{room}/fork", tag = "rooms", params(("room" = String, Path)),
    request_body = ForkPoint,
    responses((status = 201, body = RoomView), (status = 404, body = ErrorBody), (status = 422, body = ErrorBody)))]
async fn fork(
    State(app): State<App>,
    Path(room): Path<String>,
    Json(from): Json<ForkPoint>,
) -> Result<Response, ApiError> {
    run_blocking(move || Ok(made(&*app.rooms.fork(&room, from.ply)?))).await
}

/// Every change of a room, as server-sent events; the first event is the current state.
#[utoipa::path(get, path = "/api/rooms/{room}/events", tag = "rooms", params(("room" = String, Path)),
    responses((status = 200, description = "events whose data is a RoomView", content_type = "text/event-stream"),
        (status = 404, body = ErrorBody)))]
async fn events(
    State(app): State<App>,
    Path(room): Path<String>,
) -> Result<Sse<impl Stream<Item = Result<Event, Infallible>>>, ApiError> {
    let (first, events) = run_blocking(move || app.rooms.watch(&room)).await?;
    let event = |event: &RoomEvent| Event::default().data(event.json());
    let first = tokio_stream::once(Ok(event(&first)));
    // A slow watcher misses events; each one has the whole state.
    let events = BroadcastStream::new(events).filter_map(move |sent| Some(Ok(event(&*sent.ok()?))));
    Ok(Sse::new(first.chain(events)).keep_alive(KeepAlive::default()))
}
