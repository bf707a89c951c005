//! The few pages for people: where to begin, and what the codes of problems mean.

use std::fmt::Write as _;

use actix_web::{HttpResponse, http::header, web};

use crate::{codes::CODES, explorer, wire::Section};

/// Pages that are no part of the contract.
pub(crate) fn routes(config: &mut web::ServiceConfig) {
    config
        .route("/", web::get().to(home))
        .route("/robots.txt", web::get().to(robots))
        .route("/docs", web::get().to(to_docs))
        .configure(explorer::routes)
        .route("/docs/problems", web::get().to(problems))
        .route("/docs/replay", web::get().to(replay))
        .route("/docs/statistics", web::get().to(statistics))
        .route("/docs/chance", web::get().to(chance))
        .route("/docs/stability", web::get().to(stability));
}

async fn home() -> HttpResponse {
    page("Cartulary", include_str!("home.html"))
}

/// Pages are for everybody; matches and statistics are too many to be crawled.
async fn robots() -> HttpResponse {
    HttpResponse::Ok()
        .content_type("text/plain; charset=utf-8")
        .body("User-agent: *\nDisallow: /v1/\n")
}

async fn to_docs() -> HttpResponse {
    HttpResponse::PermanentRedirect()
        .insert_header((header::LOCATION, "/docs/"))
        .finish()
}

async fn problems() -> HttpResponse {
    let mut body = String::from(
        "<h1>Problems</h1><p>Every answer that is not a success has the type \
         <code>application/problem+json</code> and a <code>code</code> that stays the same.</p>\
         <table><tr><th>code<th>status<th>meaning</tr>",
    );
    for (status, code, meaning) in CODES {
        write!(
            body,
            r#"<tr id="{code}"><td><code>{code}</code><td>{status}<td>{meaning}</tr>"#
        )
        .expect("a string takes all");
    }
    body.push_str(
        r#"</table><h2 id="rules">Rules</h2><p>Any other code comes from the rules of a game, with
        status 422. <code>rule</code> names the paragraph of <code>/v1/games/{game}/rules</code>
        that forbids it, <code>cells</code> the cells that offend.</p>"#,
    );
    page("Problems", &body)
}

async fn replay() -> HttpResponse {
    page("Replay", include_str!("replay.html"))
}

async fn stability() -> HttpResponse {
    page("Stability", include_str!("stability.html"))
}

async fn statistics() -> HttpResponse {
    page("Statistics", include_str!("statistics.html"))
}

async fn chance() -> HttpResponse {
    page("Chance", include_str!("chance.html"))
}

/// The rules of a game to be read in a browser, each paragraph at its anchor.
pub(crate) fn rules(title: &str, sections: &[Section]) -> HttpResponse {
    let mut body = format!("<h1>{title}</h1>");
    for Section { anchor, text } in sections {
        let text = text.replace('&', "&amp;").replace('<', "&lt;");
        write!(body, r#"<pre id="{anchor}" class=text>{text}</pre>"#).expect("a string takes all");
    }
    page(title, &body)
}

fn page(title: &str, body: &str) -> HttpResponse {
    let html = format!(
        "<!doctype html><html lang=en><meta charset=utf-8>\
         <meta name=viewport content=\"width=device-width\"><title>{title}</title>\
         <style>body{{font:16px/1.5 system-ui,sans-serif;max-width:50rem;margin:2rem auto;\
         padding:0 1rem}}td,th{{text-align:left;vertical-align:top;padding:.1rem 1rem .1rem 0}}\
         pre,table{{display:block;overflow-x:auto}}\
         .text{{white-space:pre-wrap;font:inherit}}code{{overflow-wrap:anywhere}}</style>\
         <nav><a href=\"/\">Cartulary</a> · <a href=\"/docs/\">API</a> · \
         <a href=\"/docs/problems\">Problems</a> · <a href=\"/docs/replay\">Replay</a> · \
         <a href=\"/docs/statistics\">Statistics</a> · \
         <a href=\"/docs/chance\">Chance</a> · \
         <a href=\"/docs/stability\">Stability</a></nav>{body}"
    );
    HttpResponse::Ok()
        .content_type("text/html; charset=utf-8")
        .body(html)
}
