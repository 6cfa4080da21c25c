//! The OpenAPI document, completed with what all handlers have in common.

use serde_json::{Map, Value, json};
use truel_arena::tournament::Format;
use utoipa::OpenApi;
use utoipa::openapi::OpenApi as Written;

use super::analysis::ThoughtView;
use crate::tournaments::TournamentEvent;
use truel_agents::Roster;

/// The document before handlers are added.
#[derive(OpenApi)]
#[openapi(
    info(
        title = "truel",
        description = "Board games for three seats, simultaneous moves, and two-player games beside them: rooms to \
                       play in, \
                       live analysis and tournaments. Errors are `{\"error\": \"one line\"}` with a status that fits.",
        license(name = "MIT OR Apache-2.0")
    ),
    // The data of server-sent events, which no handler names as its body.
    components(schemas(ThoughtView, TournamentEvent)),
    tags(
        (name = "games", description = "What can be played, and by whom"),
        (name = "positions", description = "The rules at any position"),
        (name = "rooms", description = "Matches that people play"),
        (name = "analysis", description = "Live analysis by agents"),
        (name = "tournaments", description = "Agents against each other"),
    )
)]
pub(crate) struct Document;

/// Errors that any request can get before a handler sees it, and further ones for requests with a
/// body.
const COMMON: [(&str, &str); 7] = [
    ("400", "an address, a query or a body that cannot be read"),
    ("401", "the token is missing or wrong"),
    (
        "403",
        "the request comes from another site's page, or the host name is unknown",
    ),
    ("408", "the request takes too long"),
    ("429", "too many requests"),
    ("500", "the store cannot be used"),
    (
        "503",
        "too many connections; the last ones are reserved for people who play",
    ),
];
const OF_BODIES: [(&str, &str); 3] = [
    ("413", "the body is too long"),
    ("415", "the content type is not JSON"),
    ("422", "the JSON has wrong fields or values"),
];
/// Descriptions of statuses that handlers do not describe.
const WORDS: [(&str, &str); 7] = [
    ("200", "success"),
    ("201", "created"),
    ("204", "done"),
    ("404", "not found"),
    ("409", "the request does not fit the current state"),
    ("422", "the request is invalid"),
    ("429", "a limit is reached; try again later"),
];
const FORMATS: [Format; 5] = [
    Format::RoundRobin,
    Format::Gauntlet,
    Format::Swiss,
    Format::KnockOut,
    Format::Ladder,
];

/// The whole document as JSON.
pub(crate) fn complete(document: &Written, roster: &Roster) -> Value {
    let games: Value = roster.infos().map(|info| info.id).collect();
    let mut document = serde_json::to_value(document).unwrap_or_default();
    let links = links(&document);
    each(&mut document["paths"], |path| {
        each(path, |operation| complete_operation(operation, &games, &links));
    });
    let schemas = &mut document["components"]["schemas"];
    each(schemas, |schema| {
        if schema["properties"]["game"].is_object() {
            schema["properties"]["game"]["enum"] = games.clone();
        }
    });
    // It is flattened into other schemas, so it must not forbid their fields.
    schemas["LineOfPlay"]["additionalProperties"] = json!(true);
    schemas["NewTournament"]["properties"]["format"]["enum"] = FORMATS.map(Format::name).into();
    document
}

fn each(object: &mut Value, change: impl FnMut(&mut Value)) {
    let fields = object.as_object_mut().map(Map::values_mut);
    fields.into_iter().flatten().for_each(change);
}

/// A unique name for an operation.
fn name(operation: &Value) -> String {
    let word = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    format!("{}_{}", word(&operation["tags"][0]), word(&operation["operationId"]))
}

fn complete_operation(operation: &mut Value, games: &Value, links: &[(&str, Map<String, Value>)]) {
    let parameters = operation.get_mut("parameters").and_then(Value::as_array_mut);
    for parameter in parameters.into_iter().flatten() {
        if parameter["name"] == "game" {
            parameter["schema"]["enum"] = games.clone();
        }
    }
    operation["operationId"] = name(operation).into();
    let has_body = operation.get("requestBody").is_some();
    let made = operation["responses"]["201"]["content"]["application/json"]["schema"]["$ref"].clone();
    let responses = &mut operation["responses"];
    for (status, words) in COMMON.iter().chain(OF_BODIES.iter().filter(|_| has_body)) {
        if responses[status].is_null() {
            responses[status] = error_response(words);
        }
    }
    for (status, words) in WORDS {
        if responses[status].is_object() && responses[status]["description"].is_null() {
            responses[status]["description"] = words.into();
        }
    }
    for (schema, all) in links {
        if made.as_str().is_some_and(|made| made.ends_with(schema)) {
            responses["201"]["links"] = Value::Object(all.clone());
        }
    }
}

fn error_response(words: &str) -> Value {
    json!({ "description": words,
        "content": { "application/json": { "schema": { "$ref": "#/components/schemas/ErrorBody" } } } })
}

/// Links from a new room or tournament to the operations on it, by the schema of the response.
fn links(document: &Value) -> [(&'static str, Map<String, Value>); 2] {
    let about = |part: &str, pointer: &str| {
        let paths = document["paths"].as_object().into_iter().flatten();
        let known = paths.filter(|(path, _)| path.contains(&format!("{{{part}}}")) && !path.contains("{number}"));
        let operations = known.flat_map(|(_, path)| path.as_object().into_iter().flat_map(Map::values));
        let link = |operation: &Value| {
            let link = json!({ "operationId": name(operation),
                "parameters": { (part): format!("$response.body#{pointer}") } });
            (name(operation), link)
        };
        operations.map(link).collect()
    };
    [
        ("/RoomView", about("room", "/room/id")),
        ("/StartedTournament", about("tournament", "/id")),
    ]
}
