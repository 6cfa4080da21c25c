//! What can be played, and by whom.

use axum::Json;
use axum::extract::Path;
use serde::Serialize;
use truel_agents::{AgentInfo, agents_of, default_agent};
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::App;
use crate::error::{Refusal, Told};
use crate::view::GameView;

pub(super) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(games))
        .routes(routes!(game))
        .routes(routes!(agents))
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
    responses((status = 200, body = GameView), (status = 404, body = Told)))]
async fn game(Path(game): Path<String>) -> Result<Json<GameView>, Refusal> {
    Ok(Json(GameView::of(&*truel_games::table(&game)?)))
}

/// An agent of the catalogue.
#[derive(Serialize, ToSchema)]
struct AgentView {
    name: &'static str,
    /// One line on how it thinks.
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
    responses((status = 200, body = Vec<AgentView>), (status = 404, body = Told)))]
async fn agents(Path(game): Path<String>) -> Result<Json<Vec<AgentView>>, Refusal> {
    let table = truel_games::table(&game)?;
    let usual = default_agent(table.info());
    let view = |agent: &'static AgentInfo| AgentView {
        name: agent.name,
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
