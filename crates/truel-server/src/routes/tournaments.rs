//! Tournaments.

use std::convert::Infallible;

use axum::Json;
use axum::extract::{Path, Query, State};
use axum::http::StatusCode;
use axum::http::header::{CONTENT_DISPOSITION, CONTENT_TYPE};
use axum::response::sse::{Event, KeepAlive, Sse};
use axum::response::{IntoResponse, Response};
use futures_core::Stream;
use serde::{Deserialize, Serialize};
use tokio_stream::StreamExt;
use tokio_stream::wrappers::BroadcastStream;
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::run_blocking;
use crate::App;
use crate::error::{ApiError, ErrorBody};
use crate::tournaments::{MatchView, NewTournament, TournamentStandings, TournamentView};

pub(super) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(list, start))
        .routes(routes!(standings))
        .routes(routes!(matches))
        .routes(routes!(one))
        .routes(routes!(record))
        .routes(routes!(records))
        .routes(routes!(report))
        .routes(routes!(stop))
        .routes(routes!(resume))
        .routes(routes!(events))
}

/// All tournaments.
#[utoipa::path(get, path = "/api/tournaments", tag = "tournaments", responses((status = 200,
    body = Vec<TournamentView>)))]
async fn list(State(app): State<App>) -> Result<Json<Vec<TournamentView>>, ApiError> {
    run_blocking(move || Ok(Json(app.tournaments.list()?))).await
}

/// A tournament that was started.
#[derive(Serialize, ToSchema)]
struct StartedTournament {
    /// Its name in addresses.
    id: String,
}

/// Starts a tournament between agents.
#[utoipa::path(post, path = "/api/tournaments", tag = "tournaments", request_body = NewTournament,
    responses((status = 201, body = StartedTournament), (status = 404, body = ErrorBody), (status = 422,
        body = ErrorBody), (status = 429, body = ErrorBody)))]
async fn start(
    State(app): State<App>,
    Json(new): Json<NewTournament>,
) -> Result<(StatusCode, Json<StartedTournament>), ApiError> {
    let id = run_blocking(move || app.tournaments.start(&new)).await?;
    Ok((StatusCode::CREATED, Json(StartedTournament { id })))
}

/// The standings of a tournament: ratings with intervals, results of pairs, and matches being
/// played.
#[utoipa::path(get, path = "/api/tournaments/{tournament}", tag = "tournaments", params(("tournament" = String, Path)),
    responses((status = 200, body = TournamentStandings), (status = 404, body = ErrorBody)))]
async fn standings(State(app): State<App>, Path(id): Path<String>) -> Result<Json<TournamentStandings>, ApiError> {
    run_blocking(move || Ok(Json(app.tournaments.standings(&id)?))).await
}

/// Which page of a list.
#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
struct Page {
    /// The number of entries to skip.
    #[serde(default)]
    skip: usize,
    /// The number of entries, up to 100.
    #[serde(default = "default_page")]
    #[param(maximum = 100)]
    most: usize,
}

const fn default_page() -> usize {
    50
}

/// The matches of a tournament, newest first.
#[utoipa::path(get, path = "/api/tournaments/{tournament}/matches", tag = "tournaments",
    params(("tournament" = String, Path), Page),
    responses((status = 200, body = Vec<MatchView>), (status = 404, body = ErrorBody)))]
async fn matches(
    State(app): State<App>,
    Path(id): Path<String>,
    Query(page): Query<Page>,
) -> Result<Json<Vec<MatchView>>, ApiError> {
    run_blocking(move || Ok(Json(app.tournaments.matches(&id, page.skip, page.most.min(100))?))).await
}

/// One match of a tournament.
#[utoipa::path(get, path = "/api/tournaments/{tournament}/matches/{number}", tag = "tournaments",
    params(("tournament" = String, Path), ("number" = u64, Path)),
    responses((status = 200, body = MatchView), (status = 404, body = ErrorBody)))]
async fn one(State(app): State<App>, Path((id, number)): Path<(String, u64)>) -> Result<Json<MatchView>, ApiError> {
    run_blocking(move || Ok(Json(app.tournaments.one(&id, number)?))).await
}

/// One match of a tournament as a record, which `truel conform` replays.
#[utoipa::path(get, path = "/api/tournaments/{tournament}/matches/{number}/record", tag = "tournaments",
    params(("tournament" = String, Path), ("number" = u64, Path)),
    responses((status = 200, body = Object), (status = 404, body = ErrorBody)))]
async fn record(State(app): State<App>, Path((id, number)): Path<(String, u64)>) -> Result<Response, ApiError> {
    run_blocking(move || crate::record::answer(&app.tournaments.record(&id, number)?)).await
}

/// All records of a tournament, one JSON object on each line.
#[utoipa::path(get, path = "/api/tournaments/{tournament}/records", tag = "tournaments",
    params(("tournament" = String, Path)),
    responses((status = 200, description = "records", content_type = "application/jsonl"), (status = 404,
        body = ErrorBody)))]
async fn records(State(app): State<App>, Path(id): Path<String>) -> Result<Response, ApiError> {
    run_blocking(move || {
        let text = app.tournaments.records(&id)?;
        Ok(download("application/jsonl", &format!("{id}.jsonl"), text))
    })
    .await
}

/// The report of a tournament as one HTML page.
#[utoipa::path(get, path = "/api/tournaments/{tournament}/report", tag = "tournaments",
    params(("tournament" = String, Path)),
    responses((status = 200, description = "a page", content_type = "text/html"), (status = 404, body = ErrorBody)))]
async fn report(State(app): State<App>, Path(id): Path<String>) -> Result<Response, ApiError> {
    run_blocking(move || {
        let page = app.tournaments.report(&id)?;
        Ok(download("text/html; charset=utf-8", &format!("{id}.html"), page))
    })
    .await
}

/// A file to download. Ids have letters, digits, dashes and underscores only, so the name needs no
/// quoting.
fn download(kind: &'static str, name: &str, body: impl IntoResponse) -> Response {
    let headers = [
        (CONTENT_TYPE, kind.to_owned()),
        (CONTENT_DISPOSITION, format!("attachment; filename=\"{name}\"")),
    ];
    (headers, body).into_response()
}

/// Stops a tournament after the matches that are being played.
#[utoipa::path(post, path = "/api/tournaments/{tournament}/stop", tag = "tournaments", params(("tournament" = String,
    Path)),
    responses((status = 204), (status = 409, body = ErrorBody)))]
async fn stop(State(app): State<App>, Path(id): Path<String>) -> Result<StatusCode, ApiError> {
    run_blocking(move || app.tournaments.stop(&id)).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Resumes a tournament that was stopped.
#[utoipa::path(post, path = "/api/tournaments/{tournament}/resume", tag = "tournaments",
    params(("tournament" = String, Path)),
    responses((status = 204), (status = 404, body = ErrorBody), (status = 409, body = ErrorBody), (status = 429,
        body = ErrorBody)))]
async fn resume(State(app): State<App>, Path(id): Path<String>) -> Result<StatusCode, ApiError> {
    run_blocking(move || app.tournaments.resume(&id)).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// The events of a tournament that is being played, as server-sent events.
#[utoipa::path(get, path = "/api/tournaments/{tournament}/events", tag = "tournaments",
    params(("tournament" = String, Path)),
    responses((status = 200, description = "events whose data is a TournamentEvent",
        content_type = "text/event-stream"),
        (status = 204, description = "it is not being played"), (status = 404, body = ErrorBody)))]
async fn events(State(app): State<App>, Path(id): Path<String>) -> Result<Response, ApiError> {
    let Some(events) = run_blocking(move || app.tournaments.watch(&id)).await? else {
        // With this status a browser does not try again.
        return Ok(StatusCode::NO_CONTENT.into_response());
    };
    Ok(Sse::new(stream(events))
        .keep_alive(KeepAlive::default())
        .into_response())
}

/// A slow watcher misses events, and finds the rest in the standings.
fn stream(
    events: tokio::sync::broadcast::Receiver<crate::tournaments::TournamentEvent>,
) -> impl Stream<Item = Result<Event, Infallible>> {
    let event = |event| Event::default().json_data(event).unwrap_or_default();
    BroadcastStream::new(events).filter_map(move |sent| Some(Ok(event(sent.ok()?))))
}
