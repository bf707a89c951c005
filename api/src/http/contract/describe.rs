//! What the document says apart from the routes.

use utoipa::{
    OpenApi as _,
    openapi::{
        OpenApi,
        security::{Http, HttpAuthScheme, SecurityScheme},
    },
};

const INTRODUCTION: &str = include_str!("introduction.md");

#[derive(utoipa::OpenApi)]
#[openapi(
    info(title = "Cartulary", license(name = "MIT OR Apache-2.0", identifier = "MIT OR Apache-2.0")),
    servers((url = "/", description = "The server that gives this document.")),
    tags(
        (name = "Catalogue", description = "What can be played, and the rules for your own table."),
        (name = "Players", description = "Who plays, and with which token."),
        (name = "Matches", description = "Opening, joining, looking."),
        (name = "Decisions", description = "What a seat owes, and making it."),
        (name = "Events", description = "What happened, and what is happening."),
        (name = "Replay", description = "Any step of any match; its record, and checking it."),
        (name = "Results", description = "How matches came out."),
        (name = "Batches", description = "Many matches of the server's own bots, and what they teach."),
        (name = "Statistics", description = "What is counted of finished matches, and how sure it is."),
        (name = "Service", description = "The service about itself."),
    ),
    security(("token" = [])),
    components(schemas(crate::wire::Problem)),
)]
struct Base;

/// The document without its paths.
pub(crate) fn base() -> OpenApi {
    let mut document = Base::openapi();
    document.info.version = env!("CARGO_PKG_VERSION").to_owned();
    document.info.description = Some(INTRODUCTION.to_owned());
    let components = document.components.get_or_insert_default();
    let token = Http::builder()
        .scheme(HttpAuthScheme::Bearer)
        .description(Some(
            "A player's token, or one for a single seat or for looking at a private match.",
        ))
        .build();
    components.add_security_scheme("token", SecurityScheme::Http(token));
    document
}
