//! Pages for people: whole documents that work without a script, and files beside them.

mod games;
mod guide;
mod home;
mod play;
mod player;
mod seated;

use maud::{DOCTYPE, Markup, PreEscaped, html};

pub use games::{Chapter, Exhibit, GamePage, Lit, Offered, games, name};
pub use guide::{guide, with_code};
pub use home::{Chip, Filter, Home, Listed};
pub use play::{Asked, Choice, Opening, SeatPage, Value};
pub use player::{Board, Happening, Player};
pub use seated::{Seated, told_apart};

/// A file that pages ask for.
#[derive(Clone, Copy, Debug)]
pub struct Asset {
    /// Its name, without a version.
    pub name: &'static str,
    /// Its media type.
    pub media_type: &'static str,
    /// What is in it.
    pub text: &'static str,
}

/// The looks of all pages.
pub const STYLE: Asset = Asset {
    name: "page.css",
    media_type: "text/css; charset=utf-8",
    text: include_str!("page.css"),
};

/// What the replay player does without loading a page anew. It works without it, too.
pub const PLAYER: Asset = Asset {
    name: "player.js",
    media_type: "text/javascript; charset=utf-8",
    text: include_str!("player.js"),
};

/// What keeps the first page up to date. It works without it, too.
pub const HOME: Asset = Asset {
    name: "home.js",
    media_type: "text/javascript; charset=utf-8",
    text: include_str!("home.js"),
};

/// What opens a match and sits down at it.
pub const OPENING: Asset = Asset {
    name: "opening.js",
    media_type: "text/javascript; charset=utf-8",
    text: include_str!("play/opening.js"),
};

/// What plays a seat.
pub const PLAYING: Asset = Asset {
    name: "playing.js",
    media_type: "text/javascript; charset=utf-8",
    text: include_str!("play/playing.js"),
};

/// The looks of the pages on which one plays.
pub const PLAYING_STYLE: Asset = Asset {
    name: "playing.css",
    media_type: "text/css; charset=utf-8",
    text: include_str!("play/playing.css"),
};

/// All files that pages ask for.
pub const ASSETS: &[Asset] = &[STYLE, PLAYER, HOME, OPENING, PLAYING, PLAYING_STYLE];

/// Where a file is found, under an address that changes with it.
pub type Address<'a> = &'a dyn Fn(&Asset) -> String;

/// What a document says of itself.
#[derive(Clone, Copy, Debug)]
struct Head<'a> {
    /// Its title.
    title: &'a str,
    /// The entry of the site's list under which it is found.
    under: Option<&'static str>,
    /// Its styles beside those of all pages.
    style: Option<&'static Asset>,
    /// What it does without loading a page anew.
    script: Option<&'static Asset>,
}

/// The site's list: what stands at the head of every page.
const SITE: [(&str, &str); 4] = [
    ("/", MATCHES),
    ("/play", PLAY),
    ("/games", GAMES),
    ("/docs/", "API"),
];

/// Where one sits down.
const PLAY: &str = "Play";

/// What can be played.
pub const GAMES: &str = "Games";

/// What stands at the foot of every page: addresses and what is there.
const FOOT: [(&str, &str); 8] = [
    ("/docs/problems", "Problems"),
    ("/docs/replay", "Replay"),
    ("/docs/statistics", "Statistics"),
    ("/docs/chance", "Chance"),
    ("/docs/stability", "Stability"),
    ("/openapi.json", "OpenAPI document"),
    ("/version", "Version"),
    ("/integrity", "Head of the log"),
];

/// What is played and was played.
const MATCHES: &str = "Matches";

/// A whole document.
fn document(address: Address<'_>, head: &Head<'_>, main: &Markup) -> String {
    let document = html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width,initial-scale=1";
                title { (head.title) }
                link rel="icon" href="data:,";
                link rel="stylesheet" href=(address(&STYLE));
                @if let Some(style) = head.style { link rel="stylesheet" href=(address(style)); }
                @if let Some(script) = head.script {
                    script type="module" src=(address(script)) {}
                }
            }
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

/// A time of RFC 3339, to the minute for people.
fn time(at: &str) -> Markup {
    let minute = at.get(..16).unwrap_or(at).replace('T', " ");
    html! { time class="s" datetime=(at) { (minute) " UTC" } }
}

/// A plate with its ticks: what frames every board.
const MARK: &str = r#"<svg viewBox="0 0 26 26" aria-hidden="true"><path d="M3 3h20v20H3z" fill="none" stroke="currentColor" stroke-width="4" stroke-dasharray="5"/><path d="M8 8h10v10H8z" fill="currentColor"/></svg>"#;
