//! Games and agents.

use axum::Json;
use axum::extract::{Path, State};
use serde::Serialize;
use truel_agents::{AgentInfo, LEVELS, Level};
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::run_blocking;
use crate::App;
use crate::error::{ApiError, ErrorBody};
use crate::rooms::lock;
use crate::view::GameView;

pub(super) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(games))
        .routes(routes!(game))
        .routes(routes!(agents))
        .routes(routes!(levels))
}

/// All games.
#[utoipa::path(get, path = "/api/games", tag = "games", responses((status = 200, body = Vec<GameView>)))]
async fn games(State(app): State<App>) -> Json<Vec<GameView>> {
    let tables = app.roster.infos().filter_map(|info| app.roster.table(info.id).ok());
    Json(tables.map(|table| GameView::of(&*table)).collect())
}

/// One game.
#[utoipa::path(get, path = "/api/games/{game}", tag = "games", params(("game" = String, Path)),
    responses((status = 200, body = GameView), (status = 404, body = ErrorBody)))]
async fn game(State(app): State<App>, Path(game): Path<String>) -> Result<Json<GameView>, ApiError> {
    Ok(Json(GameView::of(&*app.roster.table(&game)?)))
}

/// An agent of the catalogue.
#[derive(Serialize, ToSchema)]
struct AgentView {
    name: &'static str,
    /// What it does, in a sentence for people who know no searches.
    plain: &'static str,
    /// One line on how it thinks, for people who know searches.
    about: &'static str,
    /// Where it comes from; empty for general searches.
    source: &'static str,
    /// Whether it is the default agent.
    is_usual: bool,
    params: Vec<ParamView>,
}

/// A parameter of an agent.
#[derive(Serialize, ToSchema)]
struct ParamView {
    name: &'static str,
    default: &'static str,
    pattern: String,
    about: &'static str,
}

/// The agents that play a game.
#[utoipa::path(get, path = "/api/games/{game}/agents", tag = "games", params(("game" = String, Path)),
    responses((status = 200, body = Vec<AgentView>), (status = 404, body = ErrorBody)))]
async fn agents(State(app): State<App>, Path(game): Path<String>) -> Result<Json<Vec<AgentView>>, ApiError> {
    let table = app.roster.table(&game)?;
    let usual = app.roster.default_agent(table.info());
    let view = |agent: &'static AgentInfo| AgentView {
        name: agent.name,
        plain: agent.plain,
        about: agent.about,
        source: agent.source,
        is_usual: agent.name == usual.name(),
        params: agent
            .params()
            .map(|param| ParamView {
                name: param.name,
                default: param.default,
                pattern: param.form.pattern(),
                about: param.about,
            })
            .collect(),
    };
    Ok(Json(app.roster.agents_of(table.info()).map(view).collect()))
}

/// The levels of a game, and the usual length of its matches.
#[derive(Serialize, ToSchema)]
struct LevelsView {
    /// The weakest first.
    levels: Vec<LevelView>,
    /// The mean number of plies of a match between agents that look one move ahead.
    usual_plies: u32,
}

/// A level of strength; its name is also an agent's name.
#[derive(Serialize, ToSchema)]
struct LevelView {
    name: &'static str,
    title: &'static str,
    /// What it does, in a sentence for people who know no searches.
    plain: &'static str,
    /// Whether it plays better with more time.
    has_time: bool,
    /// The agent that plays at this level.
    spec: String,
}

/// The levels at which a game can be played.
#[utoipa::path(get, path = "/api/games/{game}/levels", tag = "games", params(("game" = String, Path)),
    responses((status = 200, body = LevelsView), (status = 404, body = ErrorBody)))]
async fn levels(State(app): State<App>, Path(game): Path<String>) -> Result<Json<LevelsView>, ApiError> {
    run_blocking(move || {
        let info = app.roster.table(&game)?.info();
        let view = |level: &Level| LevelView {
            name: level.name,
            title: level.title,
            plain: level.plain,
            has_time: level.has_time,
            spec: level.spec(&app.roster, info).to_string(),
        };
        let usual_plies = *lock(&app.usual_plies)
            .entry(info.id)
            .or_insert_with(|| app.roster.usual_plies(info));
        Ok(Json(LevelsView {
            levels: LEVELS.iter().map(view).collect(),
            usual_plies,
        }))
    })
    .await
}
