//! The token: requests with it are served, browsers without it are asked for it, guesses are slowed
//! down.

use crate::server::{Server, body};

const TOKEN: &str = "correct horse; battery & staple #1 100% é+";
const ENCODED: &str = "correct%20horse%3B%20battery%20%26%20staple%20%231%20100%25%20%C3%A9%2B";
const BROWSER: &str = "Accept: text/html,application/xhtml+xml\r\n";

fn header<'a>(answer: &'a str, name: &str) -> Option<&'a str> {
    answer.lines().find_map(|line| line.strip_prefix(&format!("{name}: ")))
}

/// The cookie that an answer sets, as a browser sends it back.
fn cookie(answer: &str) -> String {
    let mut set = answer.lines().filter_map(|line| line.strip_prefix("set-cookie: "));
    let token = set.rfind(|cookie| cookie.starts_with("truel_token="));
    let pair = token.and_then(|cookie| cookie.split(';').next());
    format!("Cookie: {}\r\n", pair.unwrap_or_else(|| panic!("no cookie: {answer}")))
}

/// Sends the form as a browser does.
fn enter(server: &Server, token: &str, to: &str) -> (u16, String) {
    let form = form_urlencoded::Serializer::new(String::new())
        .extend_pairs([("token", token), ("to", to)])
        .finish();
    let (address, length) = (server.address, form.len());
    let request = format!(
        "POST /enter HTTP/1.1\r\nHost: {address}\r\nOrigin: http://{address}\r\nConnection: close\r\n\
         Content-Type: application/x-www-form-urlencoded\r\nContent-Length: {length}\r\n{BROWSER}\r\n{form}"
    );
    let answer = server.raw(request.as_bytes());
    let status = answer.split(' ').nth(1).and_then(|status| status.parse().ok());
    (status.unwrap_or(0), answer)
}

#[test]
fn any_token_works_in_an_address_a_cookie_a_form_and_a_header() {
    let server = Server::start(Some(TOKEN));
    assert_eq!(server.get("/api/games").0, 401);
    let (status, answer) = server.ask("GET", &format!("/?token={ENCODED}"), BROWSER, "");
    assert_eq!((status, header(&answer, "location")), (303, Some("/")), "{answer}");
    assert_eq!(server.ask("GET", "/api/games", &cookie(&answer), "").0, 200);
    let (status, answer) = enter(&server, TOKEN, "/learn");
    assert_eq!((status, header(&answer, "location")), (303, Some("/learn")), "{answer}");
    assert_eq!(server.ask("GET", "/api/games", &cookie(&answer), "").0, 200);
    for (path, bearer, status) in [
        (format!("/api/games?token={ENCODED}"), "", 200),
        (format!("/api/games?token={}", ENCODED.replace("%20", "+")), "", 200),
        (format!("/api/games?token={}", ENCODED.replace("%26", "&")), "", 401),
        ("/api/games".into(), TOKEN, 200),
        ("/api/games".into(), "correct horse", 401),
        ("/api/games?token=".into(), "", 401),
    ] {
        let head = match bearer {
            "" => String::new(),
            token => format!("Authorization: Bearer {token}\r\n"),
        };
        assert_eq!(server.ask("GET", &path, &head, "").0, status, "{path} {bearer}");
    }
}

#[test]
fn the_cookie_is_not_the_token_lasts_over_a_restart_and_ends_with_the_token() {
    let server = Server::start(Some(TOKEN));
    let (_, answer) = enter(&server, TOKEN, "/");
    let cookie = cookie(&answer);
    assert!(!cookie.contains("horse"), "{cookie}");
    for flag in ["HttpOnly", "SameSite=Lax", "Path=/"] {
        assert!(answer.contains(flag), "{answer}");
    }
    let again = Server::at(server.end(), Some(TOKEN));
    assert_eq!(again.ask("GET", "/api/games", &cookie, "").0, 200);
    let other = Server::at(again.end(), Some("another token of some length"));
    assert_eq!(other.ask("GET", "/api/games", &cookie, "").0, 401);
}

#[test]
fn a_browser_without_the_token_gets_a_page_that_asks_for_it() {
    let server = Server::start(Some(TOKEN));
    let (status, page) = server.ask("GET", "/analyse/chexers?moves=%22%3E&ply=1", BROWSER, "");
    assert_eq!(status, 401);
    assert!(
        page.contains("text/html") && page.contains("action=\"/enter\""),
        "{page}"
    );
    assert!(
        page.contains("value=\"/analyse/chexers?moves=%22%3E&amp;ply=1\""),
        "{page}"
    );
    assert!(
        page.contains("default-src 'none'") && page.contains("form-action 'self'"),
        "{page}"
    );
    assert!(!page.contains("<script") && !page.contains("role=\"alert\""), "{page}");
    for part in ["/style.css", "/enter.css", "/icon.svg"] {
        assert_eq!(server.ask("GET", part, "", "").0, 200, "the page needs {part}");
    }
    for (method, path, headers) in [
        ("GET", "/main.js", ""),
        ("GET", "/", ""),
        ("GET", "/api/games", BROWSER),
    ] {
        let (status, answer) = server.ask(method, path, headers, "");
        assert_eq!(status, 401, "{path}");
        assert!(
            body(&answer)["error"]
                .as_str()
                .is_some_and(|line| line.contains("token")),
            "{answer}"
        );
    }

    let (status, page) = enter(&server, "something else entirely", "/learn?a=\"b");
    assert_eq!(status, 401);
    assert!(
        page.contains("role=\"alert\"") && page.contains("not the right one"),
        "{page}"
    );
    assert!(page.contains("value=\"/learn?a=&quot;b\""), "{page}");
    let (status, page) = server.ask("GET", "/learn?token=wrong", BROWSER, "");
    assert_eq!(status, 401);
    assert!(
        page.contains("not the right one") && page.contains("value=\"/learn\""),
        "{page}"
    );
}

#[test]
fn the_token_leaves_the_address_and_leads_to_no_other_server() {
    let server = Server::start(Some(TOKEN));
    for (path, to) in [
        ("/room/abc?", "/room/abc"),
        ("/analyse/chexers?moves=a%20b&", "/analyse/chexers?moves=a%20b"),
        ("//evil.example/?", "/"),
        ("/%5Cevil.example?", "/%5Cevil.example"),
    ] {
        let (status, answer) = server.ask("GET", &format!("{path}token={ENCODED}"), BROWSER, "");
        assert_eq!((status, header(&answer, "location")), (303, Some(to)), "{answer}");
        assert_eq!(header(&answer, "referrer-policy"), Some("no-referrer"));
        // A cookie is enough, and an old token in a bookmark is removed from the address.
        let (status, answer) = server.ask(
            "GET",
            &format!("{path}token=old"),
            &format!("{BROWSER}{}", cookie(&answer)),
            "",
        );
        assert_eq!((status, header(&answer, "location")), (303, Some(to)), "{answer}");
    }
    for to in [
        "//evil.example",
        "/\\evil.example",
        "https://evil.example/",
        "/\t/evil.example",
        "",
        "/enter",
    ] {
        let (status, answer) = enter(&server, TOKEN, to);
        assert_eq!(
            (status, header(&answer, "location")),
            (303, Some("/")),
            "{to:?}: {answer}"
        );
    }
}

#[test]
fn guesses_are_limited_and_those_who_are_in_stay_in() {
    let server = Server::start(Some(TOKEN));
    let cookie = cookie(&enter(&server, TOKEN, "/").1);
    let guess = |number: usize| {
        let head = format!("Authorization: Bearer guess number {number}\r\n");
        server.ask("GET", "/api/games", &head, "").0
    };
    let answers: Vec<u16> = (0..200).map(guess).collect();
    assert!(answers.starts_with(&[401, 401]), "{answers:?}");
    assert!(answers.contains(&429), "nobody slows {} guesses down", answers.len());
    // Once no guess is left, not even the right one is checked; otherwise all could be tried.
    let refused = (0..200).any(|number| {
        guess(number);
        let right = format!("Authorization: Bearer {TOKEN}\r\n");
        server.ask("GET", "/api/games", &right, "").0 == 429
    });
    assert!(refused);
    assert_eq!(
        server.ask("GET", "/api/games", &cookie, "").0,
        200,
        "the cookie is no guess"
    );
    let pages = (0..200).map(|_| enter(&server, "guess", "/"));
    let (_, page) = pages.into_iter().find(|(status, _)| *status == 429).expect("a limit");
    assert!(page.contains("Too many wrong tokens"), "{page}");
}

#[test]
fn another_sites_form_is_refused() {
    let server = Server::start(Some(TOKEN));
    let head = "Origin: http://evil.example\r\n";
    assert_eq!(server.ask("POST", "/enter", head, "token=x").0, 403);
}
