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
    servers((url = "/", description = "The server that serves this document.")),
    tags(
        (name = "Catalogue",
            description = "The games, their rules, and positions from your own table."),
        (name = "Players", description = "Registration of players, and their tokens."),
        (name = "Matches", description = "Opening, joining and viewing matches."),
        (name = "Decisions", description = "The decisions that seats owe, and how to make them."),
        (name = "Events", description = "The events of a match, past and live."),
        (name = "Replay", description = "Any step of any match; its record, and how to check it."),
        (name = "Results", description = "The results of finished matches."),
        (name = "Batches",
            description = "Many matches between the server's own bots, and their results."),
        (name = "Tournaments",
            description = "Round robins and Swiss tournaments, their standings and crosstables."),
        (name = "Statistics",
            description = "What is counted about finished matches, and how certain it is."),
        (name = "Service", description = "Information about the service itself."),
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
