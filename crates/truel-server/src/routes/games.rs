//! What can be played, and by whom.

use std::collections::HashMap;
use std::sync::{LazyLock, Mutex};

use axum::Json;
use axum::extract::Path;
use serde::Serialize;
use truel_agents::{AgentInfo, LEVELS, Level, agents_of, default_agent, usual_plies};
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
async fn games() -> Json<Vec<GameView>> {
    let tables = truel_games::INFOS
        .iter()
        .filter_map(|info| truel_games::table(info.id).ok());
    Json(tables.map(|table| GameView::of(&*table)).collect())
}

/// One game.
#[utoipa::path(get, path = "/api/games/{game}", tag = "games", params(("game" = String, Path)),
    responses((status = 200, body = GameView), (status = 404, body = ErrorBody)))]
async fn game(Path(game): Path<String>) -> Result<Json<GameView>, ApiError> {
    Ok(Json(GameView::of(&*truel_games::table(&game)?)))
}

/// An agent of the catalogue.
#[derive(Serialize, ToSchema)]
struct AgentView {
    name: &'static str,
    /// What it does, in a sentence for everybody.
    plain: &'static str,
    /// One line on how it thinks, for people who know searches.
    about: &'static str,
    /// Where it comes from; empty for general searches.
    source: &'static str,
    /// Whether it is the one to begin with.
    is_usual: bool,
    params: Vec<ParamView>,
}

/// Something that can be set about an agent.
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
async fn agents(Path(game): Path<String>) -> Result<Json<Vec<AgentView>>, ApiError> {
    let table = truel_games::table(&game)?;
    let usual = default_agent(table.info());
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
    Ok(Json(agents_of(table.info()).map(view).collect()))
}

/// Strengths as people know them, and how long matches usually are.
#[derive(Serialize, ToSchema)]
struct LevelsView {
    /// The weakest first.
    levels: Vec<LevelView>,
    /// Plies of a match between agents that look one move ahead, on average.
    usual_plies: u32,
}

/// A strength as people know it; its name is an agent's name.
#[derive(Serialize, ToSchema)]
struct LevelView {
    name: &'static str,
    title: &'static str,
    /// What it does, in a sentence for everybody.
    plain: &'static str,
    /// Whether it plays better with more time.
    has_time: bool,
    /// The agent that it stands for here.
    spec: String,
}

/// Lengths that were found out already: a match takes a moment.
static LENGTHS: LazyLock<Mutex<HashMap<&'static str, u32>>> = LazyLock::new(Mutex::default);

/// The strengths at which a game can be played.
#[utoipa::path(get, path = "/api/games/{game}/levels", tag = "games", params(("game" = String, Path)),
    responses((status = 200, body = LevelsView), (status = 404, body = ErrorBody)))]
async fn levels(Path(game): Path<String>) -> Result<Json<LevelsView>, ApiError> {
    run_blocking(move || {
        let info = truel_games::table(&game)?.info();
        let view = |level: &Level| LevelView {
            name: level.name,
            title: level.title,
            plain: level.plain,
            has_time: level.has_time,
            spec: level.spec(info).to_string(),
        };
        let usual_plies = *lock(&LENGTHS).entry(info.id).or_insert_with(|| usual_plies(info));
        Ok(Json(LevelsView {
            levels: LEVELS.iter().map(view).collect(),
            usual_plies,
        }))
    })
    .await
}
