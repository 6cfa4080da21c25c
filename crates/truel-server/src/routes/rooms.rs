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

use super::aside;
use crate::App;
use crate::error::{Refusal, Told};
use crate::open::{RoomView, Telling};
use crate::room::Wish;
use crate::store::Listed;
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
#[utoipa::path(get, path = "/api/rooms", tag = "rooms", responses((status = 200, body = Vec<Listed>)))]
async fn latest(State(app): State<App>) -> Result<Json<Vec<Listed>>, Refusal> {
    aside(move || Ok(Json(app.desk.latest(50)?))).await
}

/// A new room.
#[utoipa::path(post, path = "/api/rooms", tag = "rooms", request_body = Wish,
    responses((status = 201, body = RoomView), (status = 404, body = Told), (status = 422, body = Told), (status = 429, body = Told)))]
async fn make(State(app): State<App>, Json(wish): Json<Wish>) -> Result<Response, Refusal> {
    aside(move || Ok(made(&*app.desk.make(wish)?))).await
}

/// A room as it stands.
#[utoipa::path(get, path = "/api/rooms/{room}", tag = "rooms", params(("room" = String, Path)),
    responses((status = 200, body = RoomView), (status = 404, body = Told)))]
async fn room(State(app): State<App>, Path(room): Path<String>) -> Result<Response, Refusal> {
    aside(move || Ok(app.desk.view(&room)?.answer())).await
}

/// Every moment of a room's match.
#[utoipa::path(get, path = "/api/rooms/{room}/moments", tag = "rooms", params(("room" = String, Path)),
    responses((status = 200, body = Vec<Moment>), (status = 404, body = Told)))]
async fn moments(State(app): State<App>, Path(room): Path<String>) -> Result<Json<Vec<Moment>>, Refusal> {
    aside(move || Ok(Json(app.desk.moments(&room)?))).await
}

fn made(telling: &Telling) -> Response {
    (StatusCode::CREATED, telling.answer()).into_response()
}

/// A room's match as a record, which `truel conform` replays.
#[utoipa::path(get, path = "/api/rooms/{room}/record", tag = "rooms", params(("room" = String, Path)),
    responses((status = 200, body = Object), (status = 404, body = Told)))]
async fn record(State(app): State<App>, Path(room): Path<String>) -> Result<Response, Refusal> {
    aside(move || crate::record::answer(&app.desk.record(&room)?)).await
}

/// A person's choice.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({ "seat": 0, "ply": 0, "mv": "b2" }))]
struct Choice {
    /// Whose.
    seat: usize,
    /// How many plies the person has seen.
    ply: usize,
    /// The move.
    mv: String,
}

/// Chooses a move. Where seats move at once it stays hidden until all have chosen.
#[utoipa::path(post, path = "/api/rooms/{room}/moves", tag = "rooms", params(("room" = String, Path)), request_body = Choice,
    responses((status = 200, body = RoomView), (status = 404, body = Told), (status = 409, body = Told), (status = 422, body = Told)))]
async fn choose(
    State(app): State<App>,
    Path(room): Path<String>,
    Json(choice): Json<Choice>,
) -> Result<Response, Refusal> {
    aside(move || Ok(app.desk.choose(&room, choice.seat, choice.ply, &choice.mv)?.answer())).await
}

/// How far to go back or forth.
#[derive(Deserialize, Default, ToSchema)]
#[serde(deny_unknown_fields)]
struct Far {
    /// To this ply; to a person's turn when left out.
    #[serde(default)]
    ply: Option<usize>,
}

/// Takes moves back.
#[utoipa::path(post, path = "/api/rooms/{room}/undo", tag = "rooms", params(("room" = String, Path)), request_body = Far,
    responses((status = 200, body = RoomView), (status = 404, body = Told), (status = 409, body = Told)))]
async fn undo(State(app): State<App>, Path(room): Path<String>, Json(far): Json<Far>) -> Result<Response, Refusal> {
    aside(move || Ok(app.desk.undo(&room, far.ply)?.answer())).await
}

/// Plays again what was taken back.
#[utoipa::path(post, path = "/api/rooms/{room}/redo", tag = "rooms", params(("room" = String, Path)), request_body = Far,
    responses((status = 200, body = RoomView), (status = 404, body = Told), (status = 409, body = Told)))]
async fn redo(State(app): State<App>, Path(room): Path<String>, Json(far): Json<Far>) -> Result<Response, Refusal> {
    aside(move || Ok(app.desk.redo(&room, far.ply)?.answer())).await
}

/// Who gives up.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct Resignation {
    /// The seat.
    seat: usize,
}

/// Gives a match up.
#[utoipa::path(post, path = "/api/rooms/{room}/resign", tag = "rooms", params(("room" = String, Path)), request_body = Resignation,
    responses((status = 200, body = RoomView), (status = 404, body = Told), (status = 409, body = Told), (status = 422, body = Told)))]
async fn resign(
    State(app): State<App>,
    Path(room): Path<String>,
    Json(who): Json<Resignation>,
) -> Result<Response, Refusal> {
    aside(move || Ok(app.desk.resign(&room, who.seat)?.answer())).await
}

/// A new room with the same people one seat further.
#[utoipa::path(post, path = "/api/rooms/{room}/rematch", tag = "rooms", params(("room" = String, Path)),
    responses((status = 201, body = RoomView), (status = 404, body = Told)))]
async fn rematch(State(app): State<App>, Path(room): Path<String>) -> Result<Response, Refusal> {
    aside(move || Ok(made(&*app.desk.rematch(&room)?))).await
}

/// From where.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct From {
    /// The ply.
    ply: usize,
}

/// A new room that goes on from a ply of this one.
#[utoipa::path(post, path = "/api/rooms/{room}/fork", tag = "rooms", params(("room" = String, Path)), request_body = From,
    responses((status = 201, body = RoomView), (status = 404, body = Told), (status = 422, body = Told)))]
async fn fork(State(app): State<App>, Path(room): Path<String>, Json(from): Json<From>) -> Result<Response, Refusal> {
    aside(move || Ok(made(&*app.desk.fork(&room, from.ply)?))).await
}

/// Every change of a room, as server-sent events; the first tells how it stands.
#[utoipa::path(get, path = "/api/rooms/{room}/events", tag = "rooms", params(("room" = String, Path)),
    responses((status = 200, description = "events whose data is a room", content_type = "text/event-stream"), (status = 404, body = Told)))]
async fn events(
    State(app): State<App>,
    Path(room): Path<String>,
) -> Result<Sse<impl Stream<Item = Result<Event, Infallible>>>, Refusal> {
    let (first, news) = aside(move || app.desk.watch(&room)).await?;
    let event = |telling: &Telling| Event::default().data(telling.text());
    let first = tokio_stream::once(Ok(event(&first)));
    // Who is too slow for the news misses some of it, and the next one tells all again.
    let news = BroadcastStream::new(news).filter_map(move |news| Some(Ok(event(&*news.ok()?))));
    Ok(Sse::new(first.chain(news)).keep_alive(KeepAlive::default()))
}
