//! The rules, asked about any position.

use axum::Json;
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

/// A position with what may be played there.
#[derive(Serialize, ToSchema)]
struct PositionView {
    moment: Moment,
    legal: Vec<LegalMove>,
}

/// Where a line of play leads.
#[utoipa::path(post, path = "/api/positions", tag = "positions", request_body = LineOfPlay,
    responses((status = 200, body = PositionView), (status = 404, body = ErrorBody), (status = 422, body = ErrorBody)))]
async fn position(Json(line): Json<LineOfPlay>) -> Result<Json<PositionView>, ApiError> {
    run_blocking(move || {
        let table = line.end()?;
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
async fn moments(Json(line): Json<LineOfPlay>) -> Result<Json<Vec<Moment>>, ApiError> {
    run_blocking(move || Ok(Json(Moment::all(&line)?))).await
}

/// What each legal move after a line would do, for people who do not see the board.
#[utoipa::path(post, path = "/api/outcomes", tag = "positions", request_body = LineOfPlay,
    responses((status = 200, body = Vec<MoveEffect>), (status = 404, body = ErrorBody), (status = 422, body = ErrorBody)))]
async fn outcomes(Json(line): Json<LineOfPlay>) -> Result<Json<Vec<MoveEffect>>, ApiError> {
    run_blocking(move || Ok(Json(MoveEffect::all(&*line.end()?)))).await
}

/// A line of play as a record, which `truel conform` replays.
#[utoipa::path(post, path = "/api/records", tag = "positions", request_body = LineOfPlay,
    responses((status = 200, body = Object), (status = 404, body = ErrorBody), (status = 422, body = ErrorBody)))]
async fn record(Json(line): Json<LineOfPlay>) -> Result<Response, ApiError> {
    run_blocking(move || crate::record::answer(&crate::record::of_line(&line)?)).await
}
