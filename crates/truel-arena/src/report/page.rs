//! The page itself.

use std::io::{self, Write};

use serde_json::json;
use truel_core::clean;
use truel_core::numbers::fixed;

use super::charts::{self, Bar};
use super::data::{GameReport, Report};
use crate::stats::Estimate;
use crate::stats::tally::Counts;

const STYLE: &str = include_str!("report.css");
const SCRIPT: &str = include_str!("report.js");
/// Openings that are listed; the JSON has all.
const OPENINGS: usize = 20;

/// Text as it may stand in HTML, in an attribute too.
pub(super) fn escape(text: &str) -> String {
    let text = clean::shown(text)
        .replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;");
    text.replace('"', "&quot;")
}

/// Writes the report as one HTML file.
pub fn write_page(report: &Report, out: &mut dyn Write) -> io::Result<()> {
    let name = escape(&report.name);
    write!(
        out,
        "<!doctype html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'; \
         script-src 'unsafe-inline'; img-src data:\">\n\
         <title>{name}</title>\n<style>\n{STYLE}</style>\n<header><h1>{name}</h1>{}</header>\n<main>\n",
        contents(report)
    )?;
    if !report.damaged.is_empty() {
        let ids: Vec<String> = report.damaged.iter().map(|damaged| damaged.id.to_string()).collect();
        writeln!(
            out,
            "<p>Damaged in the store and left out: match {}.</p>",
            ids.join(", ")
        )?;
    }
    for game in &report.games {
        section(game, out)?;
    }
    write!(
        out,
        "</main>\n{VIEWER}\n<footer>Written by truel {}. Intervals hold the truth 95 % of the time.</footer>\n",
        report.version
    )?;
    let boards: serde_json::Map<String, serde_json::Value> = report
        .games
        .iter()
        .map(|game| (game.table.game.clone(), boards(game)))
        .collect();
    // A name must not end the script early, nor begin a comment in it.
    let data = serde_json::Value::Object(boards).to_string().replace('<', "\\u003c");
    write!(out, "<script>\nconst GAMES = {data};\n{SCRIPT}</script>\n</html>\n")
}

/// The board that matches are played through on; hidden until one is chosen.
const VIEWER: &str = r#"<dialog id="viewer" aria-label="Replay">
<form method="dialog"><strong id="viewer-title"></strong><button aria-label="Close">×</button></form>
<div id="viewer-board"></div>
<p id="viewer-move" aria-live="polite"></p>
<div class="controls">
<button id="first" aria-label="First position">⏮</button><button id="back" aria-label="One ply back">◀</button>
<input id="ply" type="range" min="0" value="0" aria-label="Ply">
<button id="on" aria-label="One ply on">▶</button><button id="play" aria-label="Play">⏵</button>
</div>
</dialog>"#;

fn contents(report: &Report) -> String {
    if report.games.len() < 2 {
        return String::new();
    }
    let link = |game: &GameReport| format!("<a href=\"#{}\">{}</a>", escape(&game.table.game), escape(game.title));
    let links: Vec<String> = report.games.iter().map(link).collect();
    format!("<nav>{}</nav>", links.join(" · "))
}

fn boards(game: &GameReport) -> serde_json::Value {
    let table = truel_games::table(&game.table.game).expect("a plan names games that exist");
    let scene = table.scene();
    let colours: Vec<String> = scene.colours.iter().map(ToString::to_string).collect();
    let (low, high) = scene.board.extent();
    let names: Vec<&str> = game.table.lines.iter().map(|line| line.entrant.as_str()).collect();
    let who: serde_json::Map<String, serde_json::Value> = game
        .matches
        .iter()
        .map(|played| {
            (
                played.id.to_string(),
                json!([played.lines, played.points, played.reason]),
            )
        })
        .collect();
    json!({
        "board": scene.board,
        "box": [low.x, low.y, high.x, high.y],
        "colours": colours,
        "seats": game.seat_names,
        "names": names,
        "palette": game.palette.contents(),
        "matches": who,
        "replays": game.replays,
    })
}

fn section(game: &GameReport, out: &mut dyn Write) -> io::Result<()> {
    let table = &game.table;
    write!(
        out,
        "<section id=\"{}\">\n<h2>{}</h2>\n<p class=\"lead\">{} matches between {} entrants.</p>\n",
        escape(&table.game),
        escape(game.title),
        table.matches,
        table.lines.len()
    )?;
    if table.matches == 0 {
        return writeln!(out, "<p>Nothing has been played yet.</p></section>");
    }
    standings(game, out)?;
    charts_of(game, out)?;
    cross_table(game, out)?;
    times(game, out)?;
    faults(game, out)?;
    openings(game, out)?;
    matches(game, out)?;
    writeln!(out, "</section>")
}

fn with_interval(value: Option<Estimate>, digits: usize) -> String {
    value.map_or_else(
        || "–".to_owned(),
        |Estimate { value, low, high }| {
            let [value, low, high] = [value, low, high].map(|number| fixed(number, digits));
            format!("{value} <span class=\"interval\">[{low}, {high}]</span>")
        },
    )
}

fn standings(game: &GameReport, out: &mut dyn Write) -> io::Result<()> {
    let seats: String = game
        .seat_names
        .iter()
        .map(|name| format!("<th>as {}</th>", escape(name)))
        .collect();
    write!(
        out,
        "<h3>Standings</h3>\n<div class=\"scroll\"><table>\n<thead><tr><th></th><th class=\"text\">entrant</th><th>Elo</th>\
         <th>points</th><th>matches</th><th>won</th><th>drawn</th><th>lost</th>{seats}<th>faults</th></tr></thead>\n<tbody>\n"
    )?;
    for (place, line) in game.table.lines.iter().enumerate() {
        let mean = |counts: Option<&Counts>| counts.and_then(|counts| counts.points).map(|points| points.value);
        let by_seat: String = (0..game.seat_names.len())
            .map(|seat| {
                mean(line.by_seat.get(seat))
                    .map_or_else(|| "<td>–</td>".into(), |mean| format!("<td>{}</td>", fixed(mean, 3)))
            })
            .collect();
        let counts = &line.counts;
        writeln!(
            out,
            "<tr><td>{}</td><td class=\"text\"><strong>{}</strong><br><code>{}</code></td><td>{}</td><td>{}</td><td>{}</td>\
             <td>{}</td><td>{}</td><td>{}</td>{by_seat}<td{}>{}</td></tr>",
            place + 1,
            escape(&line.entrant),
            escape(&line.agent),
            with_interval(line.elo, 0),
            with_interval(counts.points, 3),
            counts.matches,
            counts.wins,
            counts.draws,
            counts.losses,
            if line.faults > 0 { " class=\"bad\"" } else { "" },
            line.faults
        )?;
    }
    writeln!(out, "</tbody></table></div>")?;
    if game.table.groups > 1 {
        writeln!(
            out,
            "<p class=\"note\">No match joins the {} groups of entrants; ratings compare only within a group.</p>",
            game.table.groups
        )?;
    }
    Ok(())
}

fn charts_of(game: &GameReport, out: &mut dyn Write) -> io::Result<()> {
    let lines = &game.table.lines;
    let rated: Vec<Bar<'_>> = lines
        .iter()
        .filter_map(|line| {
            line.elo.map(|value| Bar {
                name: &line.entrant,
                value,
            })
        })
        .collect();
    let seats: Vec<Bar<'_>> = game
        .seat_names
        .iter()
        .zip(&game.table.seats)
        .filter_map(|(name, counts)| counts.points.map(|value| Bar { name, value }))
        .collect();
    let fair = seats.iter().map(|seat| seat.value.value).sum::<f64>() / seats.len().max(1) as f64;
    let names: Vec<&str> = lines.iter().map(|line| line.entrant.as_str()).collect();
    let over_time: Vec<(f64, Vec<Option<f64>>)> = game
        .ratings
        .iter()
        .map(|point| {
            (
                point.matches as f64,
                point.elo.iter().map(|elo| elo.map(|elo| elo.value)).collect(),
            )
        })
        .collect();
    let figure = |title: &str, chart: String| format!("<figure><figcaption>{title}</figcaption>{chart}</figure>\n");
    let reasons: Vec<String> = game
        .reasons
        .iter()
        .map(|(reason, count)| format!("{} {count}", escape(reason)))
        .collect();
    write!(
        out,
        "<div class=\"figures\">\n{}{}{}{}</div>\n<p class=\"note\">How matches ended: {}.</p>\n",
        figure(
            "Ratings, Elo around the mean",
            charts::intervals("Ratings", &rated, 0.0, 0)
        ),
        figure(
            "Ratings over time",
            charts::lines("Ratings over time", "matches", &names, &over_time)
        ),
        figure(
            "What a seat is worth, mean points",
            charts::intervals("Points by seat", &seats, fair, 3)
        ),
        figure(
            "Length of matches",
            charts::histogram("Length of matches", "plies", &game.lengths)
        ),
        reasons.join(", ")
    )
}

fn cross_table(game: &GameReport, out: &mut dyn Write) -> io::Result<()> {
    let lines = &game.table.lines;
    let heads: String = (1..=lines.len()).map(|place| format!("<th>{place}</th>")).collect();
    write!(
        out,
        "<h3>Cross table</h3>\n<p class=\"note\">How often the entrant of the row came before that of the column, a shared place \
         counting half.</p>\n<div class=\"scroll\"><table class=\"cross\"><thead><tr><th></th><th class=\"text\">entrant</th>{heads}</tr>\
         </thead>\n<tbody>\n"
    )?;
    for (row, line) in lines.iter().enumerate() {
        write!(
            out,
            "<tr><td>{}</td><td class=\"text\">{}</td>",
            row + 1,
            escape(&line.entrant)
        )?;
        for column in 0..lines.len() {
            let met = game
                .table
                .meetings
                .iter()
                .find_map(|meeting| match (meeting.a, meeting.b) {
                    pair if pair == (row, column) => Some((meeting.result.score.value, meeting.result.matches)),
                    pair if pair == (column, row) => Some((1.0 - meeting.result.score.value, meeting.result.matches)),
                    _ => None,
                });
            match met {
                Some((score, matches)) => write!(
                    out,
                    "<td style=\"--share:{0}\" title=\"{matches} matches\">{0}</td>",
                    fixed(score, 2)
                )?,
                None => write!(out, "<td class=\"none\">·</td>")?,
            }
        }
        writeln!(out, "</tr>")?;
    }
    writeln!(out, "</tbody></table></div>")
}

fn times(game: &GameReport, out: &mut dyn Write) -> io::Result<()> {
    write!(
        out,
        "<h3>Time</h3>\n<div class=\"scroll\"><table><thead><tr><th class=\"text\">entrant</th><th>moves</th><th>ms a move</th>\
         <th>longest, ms</th><th>s a match</th></tr></thead>\n<tbody>\n"
    )?;
    for (line, time) in game.table.lines.iter().zip(&game.times) {
        writeln!(
            out,
            "<tr><td class=\"text\">{}</td><td>{}</td><td>{}</td><td>{}</td><td>{}</td></tr>",
            escape(&line.entrant),
            time.moves,
            fixed(time.mean, 2),
            fixed(time.worst, 1),
            fixed(time.per_match / 1000.0, 2)
        )?;
    }
    writeln!(out, "</tbody></table></div>")
}

fn faults(game: &GameReport, out: &mut dyn Write) -> io::Result<()> {
    if game.faults.is_empty() {
        return writeln!(out, "<h3>Faults</h3>\n<p>None.</p>");
    }
    writeln!(out, "<h3>Faults</h3>")?;
    for fault in &game.faults {
        let evidence: Vec<String> = fault.evidence.iter().map(|line| escape(line)).collect();
        writeln!(
            out,
            "<details><summary><strong>{}</strong>: {} as {} in <a href=\"#m{}-{}\">match {}</a> – {}</summary><pre>{}</pre></details>",
            fault.kind,
            escape(&game.table.lines[fault.line].entrant),
            escape(game.seat_names[fault.seat]),
            escape(&game.table.game),
            fault.id,
            fault.id,
            escape(&fault.told),
            if evidence.is_empty() {
                "no lines".to_owned()
            } else {
                evidence.join("\n")
            }
        )?;
    }
    Ok(())
}

fn openings(game: &GameReport, out: &mut dyn Write) -> io::Result<()> {
    let heads: String = game
        .seat_names
        .iter()
        .map(|name| format!("<th>{}</th>", escape(name)))
        .collect();
    write!(
        out,
        "<h3>Openings</h3>\n<div class=\"scroll\"><table><thead><tr><th class=\"text\">opening</th><th>matches</th>{heads}</tr></thead>\n<tbody>\n"
    )?;
    for opening in game.openings.iter().take(OPENINGS) {
        let points: String = opening
            .points
            .iter()
            .map(|points| format!("<td>{}</td>", fixed(*points, 3)))
            .collect();
        let text = if opening.opening.is_empty() {
            "start position"
        } else {
            &opening.opening
        };
        writeln!(
            out,
            "<tr><td class=\"text\"><code>{}</code></td><td>{}</td>{points}</tr>",
            escape(text),
            opening.matches
        )?;
    }
    writeln!(out, "</tbody></table></div>")?;
    if game.openings.len() > OPENINGS {
        writeln!(
            out,
            "<p class=\"note\">And {} more.</p>",
            game.openings.len() - OPENINGS
        )?;
    }
    Ok(())
}

fn matches(game: &GameReport, out: &mut dyn Write) -> io::Result<()> {
    let heads: String = game
        .seat_names
        .iter()
        .map(|name| format!("<th class=\"text\">{}</th>", escape(name)))
        .collect();
    write!(
        out,
        "<h3>Matches</h3>\n<details><summary>All {} matches</summary>\n<div class=\"scroll\"><table><thead><tr><th>match</th>\
         <th>round</th>{heads}<th>points</th><th class=\"text\">end</th><th>plies</th></tr></thead>\n<tbody>\n",
        game.matches.len()
    )?;
    for played in &game.matches {
        let seats: String = played
            .lines
            .iter()
            .map(|line| format!("<td class=\"text\">{}</td>", escape(&game.table.lines[*line].entrant)))
            .collect();
        let points: Vec<String> = played
            .points
            .iter()
            .map(|points| format!("{}", (points * 100.0).round() / 100.0))
            .collect();
        writeln!(
            out,
            "<tr id=\"m{0}-{1}\"><td><a href=\"#m{0}-{1}\" data-game=\"{0}\" data-match=\"{1}\">{1}</a></td><td>{2}</td>{seats}\
             <td>{3}</td><td class=\"text\">{4}{5}</td><td>{6}</td></tr>",
            escape(&game.table.game),
            played.id,
            played.round + 1,
            points.join(" : "),
            escape(&played.reason),
            if played.claims.is_empty() { "" } else { " (disputed)" },
            played.plies
        )?;
    }
    writeln!(out, "</tbody></table></div></details>")
}
