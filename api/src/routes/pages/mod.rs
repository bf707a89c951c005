//! The pages for people: what is played, matches step by step, and what numbers and codes mean.

/// Declares pages: what their routes register, and what a test must look at.
macro_rules! pages {
    ($($path:literal => $handler:path,)+) => {
        /// Their paths.
        pub(crate) const PATHS: &[&str] = &[$($path),+];

        /// Pages that are no part of the contract.
        pub(crate) fn routes(config: &mut ::actix_web::web::ServiceConfig) {
            config$(.service($crate::routes::pages::compressed($path, ::actix_web::web::get().to($handler))))+;
        }
    };
}

mod assets;
mod course;
pub(crate) mod earlier_builds;
pub(crate) mod explorer;
mod finished;
mod games;
mod home;
mod legal;
pub(crate) mod matches;
pub(crate) mod names;
mod options;
mod play;
mod players;
mod running;
pub(crate) mod stats;
mod thumbnails;
pub(crate) mod troubles;
mod wanted;

use std::fmt::Write as _;

use ::web::page;
use actix_web::{
    HttpResponse, Route,
    dev::HttpServiceFactory,
    http::header,
    middleware::{Compress, from_fn},
    web,
};
use domain::GameId;
use pulldown_cmark::{Event, Options, Parser, html};

use crate::{
    http::{codes::Code, conditional},
    wire::{self, Section},
};

pages! {
    "/" => home::home,
    "/games" => games::games,
    "/games/{game}" => games::game,
    "/games/{game}/components" => games::components,
    "/players/{id}" => players::player,
    "/bots/{name}" => players::bot,
    "/matches/{id}" => matches::player,
    "/matches/{id}/legal" => legal::legal,
    "/matches/{id}/thumbnail.svg" => thumbnails::thumbnail,
    "/embed/matches/{id}" => matches::embedded,
    "/play" => play::first,
    "/play/{game}" => play::opening,
    "/play/matches/{id}" => play::seat,
    "/play/matches/{id}/fork" => play::fork,
    "/assets/{name}" => assets::asset,
    "/robots.txt" => robots,
    "/llms.txt" => llms,
    "/docs" => to_docs,
    "/docs/problems" => problems,
    "/docs/replay" => replay,
    "/docs/statistics" => statistics,
    "/docs/chance" => chance,
    "/docs/stability" => stability,
    "/docs/models" => models,
    "/docs/push" => push,
}

/// What is found there, compressed for readers who take it so, and sent again only if it is not what
/// they have.
fn compressed(path: &str, reads: Route) -> impl HttpServiceFactory {
    let tagging = from_fn(conditional::tagging);
    let page = web::resource(path).wrap(tagging);
    page.wrap(Compress::default()).route(reads)
}

/// The paths of all pages that are no part of the contract.
pub(crate) fn paths() -> impl Iterator<Item = &'static str> {
    PATHS.iter().chain(stats::PATHS).copied()
}

/// The pages are for everybody; matches and statistics are too many to be crawled. Whoever shows a
/// preview of a link may read the page of a match and its picture: the page says itself that it is
/// not to be listed, nor its links followed.
async fn robots() -> HttpResponse {
    HttpResponse::Ok()
        .content_type("text/plain; charset=utf-8")
        .body(
            "User-agent: *\nAllow: /v1/matches/*/board.png\nDisallow: /v1/\nDisallow: /embed/\n\
             Disallow: /play/matches/\n\
             Disallow: /players/\nDisallow: /stats/\nDisallow: /batches/\n\
             Disallow: /tournaments/\n",
        )
}

/// The short index that language models look for, in the form of llmstxt.org.
async fn llms() -> HttpResponse {
    HttpResponse::Ok()
        .content_type("text/markdown; charset=utf-8")
        .body(include_str!("llms.md"))
}

async fn to_docs() -> HttpResponse {
    HttpResponse::PermanentRedirect()
        .insert_header((header::LOCATION, "/docs/"))
        .finish()
}

async fn problems() -> HttpResponse {
    let mut body = String::from(
        "<h1>Problems</h1><p>Every answer that is not a success has the type \
         <code>application/problem+json</code> and a <code>code</code> that stays the same. At the \
         address of a page, a browser is told the same on a page.</p>\
         <table><tr><th>code<th>status<th>meaning</tr>",
    );
    for code in Code::ALL {
        let (status, meaning) = (code.status(), page::with_code(code.title()).into_string());
        let code = code.as_str();
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

async fn models() -> HttpResponse {
    page("Language models", include_str!("models.html"))
}

async fn push() -> HttpResponse {
    page("Push", include_str!("push.html"))
}

async fn statistics() -> HttpResponse {
    page("Statistics", include_str!("statistics.html"))
}

async fn chance() -> HttpResponse {
    page("Chance", include_str!("chance.html"))
}

/// The rules of a game to be read in a browser, each paragraph at its anchor.
pub(crate) fn rules(game: GameId, sections: &[Section]) -> HttpResponse {
    let at = format!("/games/{}", wire::name(&game));
    let mut body = format!(
        r#"<p class="s"><a href="{at}">The game</a> · <a href="{at}/components">what is in the box</a></p>"#
    );
    for Section { anchor, text } in sections {
        write!(body, r#"<section id="{anchor}">"#).expect("a string takes all");
        let rule = Parser::new_ext(text, Options::ENABLE_TABLES);
        html::push_html(&mut body, rule.map(as_text));
        body.push_str("</section>");
    }
    assets::html(page::guide(
        &assets::address,
        game.info().title,
        Some(page::GAMES),
        &body,
    ))
}

/// What looks like HTML in a rule is text.
fn as_text(event: Event<'_>) -> Event<'_> {
    if let Event::Html(text) | Event::InlineHtml(text) = event {
        Event::Text(text)
    } else {
        event
    }
}

fn page(title: &str, text: &str) -> HttpResponse {
    assets::html(page::guide(&assets::address, title, None, text))
}
