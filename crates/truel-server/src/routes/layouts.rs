//! Positions laid out by hand.

use axum::Json;
use axum::extract::State;
use serde::{Deserialize, Serialize};
use truel_core::AnyGame;
use truel_core::draw::{Field, Kit, Layout};
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::run_blocking;
use crate::App;
use crate::error::{ApiError, ErrorBody};
use crate::schemas;
use crate::view::LineOfPlay;

pub(super) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(layout)).routes(routes!(check))
}

fn kit_of(table: &dyn AnyGame) -> Result<Kit, ApiError> {
    let none = || ApiError::Invalid(format!("positions of {} are not laid out by hand", table.info().id));
    table.kit().ok_or_else(none)
}

/// The position at the end of a line, split into the parts of the game's `kit`.
#[utoipa::path(post, path = "/api/layouts", tag = "positions", request_body = LineOfPlay,
    responses((status = 200, body = schemas::Layout), (status = 404, body = ErrorBody), (status = 422,
        body = ErrorBody)))]
async fn layout(State(app): State<App>, Json(line): Json<LineOfPlay>) -> Result<Json<Layout>, ApiError> {
    run_blocking(move || {
        let table = line.end(&app.roster)?;
        let text = table.position();
        let layout = kit_of(&*table)?.layout(&text);
        layout
            .map(Json)
            .ok_or_else(|| ApiError::Invalid(format!("`{text}` cannot be taken apart")))
    })
    .await
}

/// A position laid out by hand.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct HandLayout {
    /// The game's id.
    game: String,
    /// The pieces on each cell, and the words after the rows.
    #[schema(value_type = schemas::Layout)]
    layout: Layout,
}

/// Whether a layout is a position of the game.
#[derive(Serialize, ToSchema)]
struct LayoutVerdict {
    /// Its position text.
    position: String,
    /// Why it is no position; null if it is one.
    #[schema(required)]
    fault: Option<String>,
}

/// The text of a layout, and what is wrong with it. If only another seat can be to move, the text
/// has that seat.
#[utoipa::path(post, path = "/api/layouts/check", tag = "positions", request_body = HandLayout,
    responses((status = 200, body = LayoutVerdict), (status = 404, body = ErrorBody), (status = 422,
        body = ErrorBody)))]
async fn check(State(app): State<App>, Json(laid): Json<HandLayout>) -> Result<Json<LayoutVerdict>, ApiError> {
    let table = app.roster.table(&laid.game)?;
    let kit = kit_of(&*table)?;
    let unfit = || ApiError::Invalid(format!("this layout does not fit the board of {}", laid.game));
    let position = kit.text(&laid.layout).ok_or_else(unfit)?;
    let Err(error) = table.at(&position) else {
        return Ok(Json(LayoutVerdict { position, fault: None }));
    };
    let mut others = turns(&kit, &laid.layout).filter_map(|layout| kit.text(&layout));
    Ok(Json(match others.find(|text| table.at(text).is_ok()) {
        Some(position) => LayoutVerdict { position, fault: None },
        None => LayoutVerdict {
            position,
            fault: Some(error.why().to_owned()),
        },
    }))
}

/// The same layout with each seat to move.
fn turns<'a>(kit: &'a Kit, layout: &'a Layout) -> impl Iterator<Item = Layout> + 'a {
    let turn = kit.fields.iter().enumerate().find_map(|(place, field)| match field {
        Field::Turn { words } => Some((place, words)),
        _ => None,
    });
    turn.into_iter().flat_map(move |(place, words)| {
        words.iter().map(move |word| {
            let mut layout = layout.clone();
            layout.fields[place].clone_from(word);
            layout
        })
    })
}
