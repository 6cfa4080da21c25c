//! The rules at any position.

use axum::Json;
use axum::extract::State;
use axum::response::Response;
use serde::Serialize;
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::run_blocking;
use crate::App;
use crate::error::{ApiError, ErrorBody};
use crate::view::{LegalMove, LineOfPlay, Moment, MoveEffect, legal};

pub(super) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(position))
        .routes(routes!(moments))
        .routes(routes!(outcomes))
        .routes(routes!(record))
}

/// A position and its legal moves.
#[derive(Serialize, ToSchema)]
struct PositionView {
    moment: Moment,
    legal: Vec<LegalMove>,
}

/// The position at the end of a line of play.
#[utoipa::path(post, path = "/api/positions", tag = "positions", request_body = LineOfPlay,
    responses((status = 200, body = PositionView), (status = 404, body = ErrorBody), (status = 422, body = ErrorBody)))]
async fn position(State(app): State<App>, Json(line): Json<LineOfPlay>) -> Result<Json<PositionView>, ApiError> {
    run_blocking(move || {
        let table = line.end(&app.roster)?;
        Ok(Json(PositionView {
            moment: Moment::of(&*table, line.moves.len(), line.moves.last().map(String::as_str)),
            legal: legal(&*table),
        }))
    })
    .await
}

/// Every moment of a line of play.
#[utoipa::path(post, path = "/api/moments", tag = "positions", request_body = LineOfPlay,
    responses((status = 200, body = Vec<Moment>), (status = 404, body = ErrorBody), (status = 422, body = ErrorBody)))]
async fn moments(State(app): State<App>, Json(line): Json<LineOfPlay>) -> Result<Json<Vec<Moment>>, ApiError> {
    run_blocking(move || Ok(Json(line.moments(&app.roster)?))).await
}

/// The effect of each legal move after a line, for people who cannot see the board.
#[utoipa::path(post, path = "/api/outcomes", tag = "positions", request_body = LineOfPlay,
    responses((status = 200, body = Vec<MoveEffect>), (status = 404, body = ErrorBody), (status = 422,
        body = ErrorBody)))]
async fn outcomes(State(app): State<App>, Json(line): Json<LineOfPlay>) -> Result<Json<Vec<MoveEffect>>, ApiError> {
    run_blocking(move || Ok(Json(MoveEffect::all(&*line.end(&app.roster)?)))).await
}

/// A line of play as a record, which `truel conform` replays.
#[utoipa::path(post, path = "/api/records", tag = "positions", request_body = LineOfPlay,
    responses((status = 200, body = Object), (status = 404, body = ErrorBody), (status = 422, body = ErrorBody)))]
async fn record(State(app): State<App>, Json(line): Json<LineOfPlay>) -> Result<Response, ApiError> {
    run_blocking(move || crate::record::answer(&crate::record::of_line(&line, &app.roster)?)).await
}
