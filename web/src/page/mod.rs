//! Pages for people: whole documents that work without a script, and files beside them.

mod components;
mod games;
mod guide;
mod home;
mod play;
mod player;
mod players;
mod seated;
mod stats;
mod trouble;

use std::sync::LazyLock;

use maud::{DOCTYPE, Markup, PreEscaped, html};

use crate::{DRAWING_VERSION, svg::tokens};

pub use components::BoxPage;
pub use games::{Chapter, Exhibit, GamePage, Lit, Offered, Selectable, decides, games, name};
pub use guide::{guide, with_code};
pub use home::{Chip, Filter, Home, Listed, SMALL_TABLE, Standing};
pub use play::{Asked, Choice, ForkPage, Opening, SeatPage, Unlisted, Value};
pub use player::{
    COLUMNS, Course, Decision, Happening, LegalCommand, LegalPage, Mark, Origin, Part, Player,
    Point, Position, Stage, Stands, Table, file,
};
pub use players::{InGame, Met, Played, PlayerPage, Rating};
pub use seated::{Seated, told_apart};
pub use stats::{
    Asking, Cell, Compared, Crosstable, Encounter, FORM, Form, Grid, Link, Panel, Picked, Ranking,
    Row, STATISTICS, Shown, Sorted, Statistics, verdict,
};
pub use trouble::Trouble;

/// A script that pages ask for.
#[derive(Clone, Copy, Debug)]
pub struct Script {
    /// Its name, without a version.
    pub name: &'static str,
    /// What is in it.
    pub text: &'static str,
}

/// The looks of all pages. Styles stand in the pages: nothing is seen before they have arrived.
// Written once: every page has it.
static STYLE: LazyLock<String> = LazyLock::new(|| tokens::of_page() + include_str!("page.css"));

/// What the replay player does without loading a page anew. It works without it, too.
pub const PLAYER: Script = Script {
    name: "player.js",
    text: concat!(include_str!("player/player.js"), include_str!("clock.js")),
};

/// The looks of the replay player.
const PLAYER_STYLE: &str = include_str!("player/player.css");

/// What keeps the first page up to date. It works without it, too.
pub const HOME: Script = Script {
    name: "home.js",
    text: include_str!("home.js"),
};

/// The looks of the page of a box.
const COMPONENTS: &str = include_str!("components.css");

/// The looks of charts and of what surrounds them.
const STATS: &str = include_str!("stats.css");

/// What opens a match and sits down at it.
pub const OPENING: Script = Script {
    name: "opening.js",
    text: include_str!("play/opening.js"),
};

/// What plays a seat.
pub const PLAYING: Script = Script {
    name: "playing.js",
    text: concat!(include_str!("play/playing.js"), include_str!("clock.js")),
};

/// The looks of the pages on which one plays.
const PLAYING_STYLE: &str = include_str!("play/playing.css");

/// All scripts that pages ask for.
pub const SCRIPTS: &[Script] = &[PLAYER, HOME, OPENING, PLAYING];

/// Where a script is found, under an address that changes with it.
pub type Address<'a> = &'a dyn Fn(&Script) -> String;

/// What a document says of itself.
#[derive(Clone, Copy, Debug)]
struct Head<'a> {
    /// Its title.
    title: &'a str,
    /// The entry of the site's list under which it is found.
    under: Option<&'static str>,
    /// Its styles beside those of all pages.
    style: Option<&'static str>,
    /// What it does without loading a page anew.
    script: Option<&'static Script>,
}

/// The site's list: what stands at the head of every page.
const SITE: [(&str, &str); 5] = [
    ("/", MATCHES),
    ("/play", PLAY),
    ("/stats", STATISTICS),
    ("/games", GAMES),
    ("/docs/", "API"),
];

/// Where one sits down.
const PLAY: &str = "Play";

/// What can be played.
pub const GAMES: &str = "Games";

/// What stands at the foot of every page: addresses and what is there.
const FOOT: [(&str, &str); 10] = [
    ("/docs/problems", "Problems"),
    ("/docs/replay", "Replay"),
    ("/docs/statistics", "How it is counted"),
    ("/docs/chance", "Chance"),
    ("/docs/models", "Language models"),
    ("/docs/push", "Push"),
    ("/docs/stability", "Stability"),
    ("/openapi.json", "OpenAPI document"),
    ("/version", "Version"),
    ("/integrity", "Head of the log"),
];

/// What is played and was played.
const MATCHES: &str = "Matches";

/// What others show who link to a page.
#[derive(Clone, Debug)]
pub struct Preview {
    /// The page, as a whole address.
    pub page: String,
    /// A picture of it, as a whole address.
    pub picture: String,
    /// What it is about, in a sentence.
    pub description: String,
}

impl Preview {
    fn tags(&self, title: &str) -> Markup {
        html! {
            meta name="description" content=(self.description);
            meta property="og:type" content="website";
            meta property="og:site_name" content="Cartulary";
            meta property="og:title" content=(title);
            meta property="og:description" content=(self.description);
            meta property="og:url" content=(self.page);
            meta property="og:image" content=(self.picture);
            meta property="og:image:type" content="image/png";
            meta property="og:image:width" content=(PREVIEW[0]);
            meta property="og:image:height" content=(PREVIEW[1]);
            meta property="og:image:alt" content={ "The board: " (title) };
            meta name="twitter:card" content="summary_large_image";
        }
    }
}

/// A whole document.
fn document(address: Address<'_>, head: &Head<'_>, main: &Markup) -> String {
    linkable(address, head, None, main)
}

/// A whole document that others can show a preview of.
fn linkable(
    address: Address<'_>,
    head: &Head<'_>,
    preview: Option<&Preview>,
    main: &Markup,
) -> String {
    let document = html! {
        (DOCTYPE)
        html lang="en" {
            (head.markup(address, preview))
            body {
                header class="top" {
                    div class="wrap" {
                        a class="brand" href="/" { (PreEscaped(MARK)) span { "Cartulary" } }
                        nav aria-label="Site" {
                            @for (to, name) in SITE {
                                a href=(to) aria-current=[(head.under == Some(name)).then_some("page")] { (name) }
                            }
                        }
                    }
                }
                main class="wrap" { (main) }
                footer {
                    nav class="wrap" aria-label="Read on" {
                        ul { @for (to, name) in FOOT { li { a href=(to) { (name) } } } }
                    }
                }
            }
        }
    };
    document.into_string()
}

/// A document without the site around it, to be framed by another page.
fn framed(address: Address<'_>, head: &Head<'_>, main: &Markup) -> String {
    let document = html! {
        (DOCTYPE)
        html lang="en" {
            (head.markup(address, None))
            body { main class="wrap" { (main) } }
        }
    };
    document.into_string()
}

impl Head<'_> {
    fn markup(&self, address: Address<'_>, preview: Option<&Preview>) -> Markup {
        html! {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width,initial-scale=1";
                title { (self.title) }
                @if let Some(preview) = preview { (preview.tags(self.title)) }
                link rel="icon" href="data:,";
                style { (PreEscaped(STYLE.as_str())) @if let Some(style) = self.style { (PreEscaped(style)) } }
                @if let Some(script) = self.script {
                    script type="module" src=(address(script)) {}
                }
            }
        }
    }
}

/// Where the boards of a match after a step are drawn. It changes when they are drawn otherwise.
fn board_address(id: &str, step: u32) -> String {
    format!("/v1/matches/{id}/steps/{step}/board.svg?drawing={DRAWING_VERSION}")
}

/// How wide and how high a preview is, in pixels: others cut off what has another shape.
const PREVIEW: [u32; 2] = [1200, 630];

/// Where the same is in pixels, on a server whose addresses begin so: for previews of links.
fn preview_address(origin: &str, id: &str, step: u32) -> String {
    let [width, height] = PREVIEW;
    format!(
        "{origin}/v1/matches/{id}/steps/{step}/board.png\
         ?width={width}&height={height}&drawing={DRAWING_VERSION}"
    )
}

/// A time of RFC 3339, to the minute for people.
pub fn minute(at: &str) -> String {
    format!("{} UTC", at.get(..16).unwrap_or(at).replace('T', " "))
}

fn time(at: &str) -> Markup {
    html! { time class="s" datetime=(at) { (minute(at)) } }
}

/// A plate with its ticks, as it frames every board, and the signs of four seats on it.
const MARK: &str = r#"<svg viewBox="0 0 26 26" aria-hidden="true"><path d="M2 2h22v22H2z" fill="none" stroke="currentColor" stroke-width="3"/><path d="M7 2h4m4 0h4M7 24h4m4 0h4M2 7v4m0 4v4M24 7v4m0 4v4" class="ticks"/><circle cx="9.2" cy="9.2" r="2.8" class="s0"/><path d="M14.2 6.6h5.2v5.2h-5.2z" class="s1"/><path d="M9.2 14l3 5.2H6.2z" class="s2"/><path d="M16.8 13.6l3.2 3.2-3.2 3.2-3.2-3.2z" class="s3"/></svg>"#;
