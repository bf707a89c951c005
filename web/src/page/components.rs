//! Everything in the box of a game, drawn, with the sources of each record.

use domain::{
    GameId,
    kit::components::{Confidence, Provenance},
};
use maud::{Markup, PreEscaped, html};

use super::{Address, COMPONENTS, GAMES, Head, document};
use crate::{
    board::{
        self,
        inventory::{Component, Inventory, Kind},
    },
    svg::tokens,
    words::count,
};

/// What the page of a box shows.
#[derive(Clone, Debug)]
pub struct BoxPage {
    /// The game.
    pub game: GameId,
    /// Its name in addresses.
    pub name: String,
    /// How many records of the box have each level of confidence, in words.
    pub provenance: String,
}

impl BoxPage {
    /// The page.
    pub fn page(&self, address: Address<'_>) -> String {
        let title = format!("{}: what is in the box", self.game.info().title);
        let head = Head {
            title: &title,
            under: Some(GAMES),
            style: Some(COMPONENTS),
            script: None,
        };
        document(address, &head, &self.main(&title))
    }

    fn main(&self, title: &str) -> Markup {
        let data = format!("/v1/games/{}/components", self.name);
        html! {
            div class="head" {
                h1 { (title) }
                p class="s" {
                    a href={ "/games/" (self.name) } { "The game" } " · "
                    a href=(data) { "everything as data" }
                }
            }
            p { (self.provenance) }
            @match board::inventory(self.game) {
                Some(inventory) => (drawn(&inventory)),
                None => p { "The components of this game are not drawn." },
            }
        }
    }
}

/// So many components are shown of a box, to begin with.
const SHOWN: usize = 8;

/// The first components of a game, and links to all kinds. Their signs are those of its key.
/// Nothing if they are not drawn.
pub(super) fn kinds(game: GameId, name: &str) -> Markup {
    let inventory = board::inventory(game);
    let at = format!("/games/{name}/components");
    html! {
        @if let Some(inventory) = inventory {
            section class="panel" {
                h2 { a href=(at) { "What is in the box" } }
                (list(&inventory.kinds, &at))
                style { (PreEscaped(tokens::on_root(&inventory.tokens))) (PreEscaped(&inventory.css)) }
                ul class="parts" {
                    @for it in inventory.kinds.iter().flat_map(|kind| &kind.components).take(SHOWN) {
                        li class="panel" {
                            h3 { a href={ (at) "#" (it.id) } { (it.name) } }
                            (it.picture.picture())
                            @if let Some(first) = it.says.first() { p class="s" { (first) } }
                        }
                    }
                }
                p class="s" { a href=(at) { "All of it, with the sources of every component" } }
            }
        }
    }
}

/// What a score line paid for, by its source: linked to the picture if it is a component.
pub(super) fn paid(game: GameId, name: &str, source: &str) -> Markup {
    let last = source.rsplit('.').next().unwrap_or(source);
    let paid = game.line_name(source);
    html! {
        @match board::component(game, last) {
            Some(at) => a href={ "/games/" (name) "/components#" (at) } { (paid) },
            None => (paid),
        }
    }
}

fn list(kinds: &[Kind], at: &str) -> Markup {
    html! {
        ul class="chips" aria-label="Kinds of components" {
            @for kind in kinds {
                li { a class="chip" href={ (at) "#" (kind.id) } { (kind.name) " " (kind.components.len()) } }
            }
        }
    }
}

fn drawn(inventory: &Inventory) -> Markup {
    let colors = tokens::on_root(&inventory.tokens);
    html! {
        style { (PreEscaped(colors)) (PreEscaped(&inventory.css)) }
        svg class="defs" aria-hidden="true" { defs { (PreEscaped(inventory.symbols)) } }
        (list(&inventory.kinds, ""))
        @for kind in &inventory.kinds { (section(kind)) }
        @if !inventory.sources.is_empty() {
            section class="panel" {
                h2 id="sources" { "Sources" }
                dl {
                    @for (name, says) in &inventory.sources {
                        dt { code { (name) } }
                        dd { (says) }
                    }
                }
            }
        }
    }
}

fn section(kind: &Kind) -> Markup {
    html! {
        section id=(kind.id) {
            h2 { (kind.name) }
            p { (kind.says) }
            ul class="parts" {
                @for it in &kind.components { (component(it)) }
            }
        }
    }
}

fn component(it: &Component) -> Markup {
    let is_made = it.provenance.confidence == Confidence::Reconstructed;
    html! {
        li id=(it.id) class={ "panel" @if is_made { " made" } } {
            h3 { (it.name) code class="s" { (it.id) } }
            (it.picture.picture())
            @for sentence in &it.says { p class="s" { (sentence) } }
            (provenance(it))
        }
    }
}

fn provenance(it: &Component) -> Markup {
    let Provenance {
        sources,
        confidence,
        note,
        conflicts,
        ..
    } = it.provenance;
    html! {
        details class="s" {
            summary { (level(*confidence)) ", " (count(sources.len(), "source")) }
            @if !it.values.is_empty() {
                p {
                    @for (nth, (value, confidence)) in it.values.iter().enumerate() {
                        @if nth > 0 { "; " }
                        (value.replace('_', " ")) ": " (level(*confidence).to_lowercase())
                    }
                    "."
                }
            }
            @if let Some(note) = note { p { (note) } }
            @for conflict in conflicts { p { (conflict) } }
            ul { @for source in sources { li { (source) } } }
        }
    }
}

const fn level(confidence: Confidence) -> &'static str {
    match confidence {
        Confidence::Verified => "Verified",
        Confidence::SingleSource => "Single source",
        Confidence::Reconstructed => "Reconstructed",
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    fn page(game: GameId) -> String {
        let page = BoxPage {
            game,
            name: domain::facts::word(&game),
            provenance: String::new(),
        };
        page.page(&|asset| asset.name.to_owned())
    }

    #[test]
    fn every_anchor_is_there_once_and_every_sign_and_color_that_is_used_is_there() {
        for &game in GameId::ALL {
            let page = page(game);
            let named = |attribute: &'static str| {
                let all = page.split(attribute).skip(1);
                all.map(|rest| rest.split('"').next().unwrap().to_owned())
            };
            let mut ids = BTreeSet::new();
            for id in named(" id=\"") {
                assert!(ids.insert(id.clone()), "{game:?}: {id} is there twice");
            }
            for used in named("href=\"#") {
                assert!(ids.contains(&used), "{game:?}: {used}");
            }
            // The looks of all pages stand in the head, with colors of their own.
            let (_, body) = page.split_once("<body>").unwrap();
            for used in body.split("var(--").skip(1) {
                let color = used.split(')').next().unwrap();
                assert!(body.contains(&format!("--{color}:#")), "{game:?}: {color}");
            }
        }
    }

    #[test]
    fn what_is_reconstructed_is_shown_as_such() {
        for &game in GameId::ALL {
            let made = |it: &&Component| it.provenance.confidence == Confidence::Reconstructed;
            let inventory = board::inventory(game).unwrap();
            let components = inventory.kinds.iter().flat_map(|kind| &kind.components);
            let made = components.filter(made).count();
            assert_eq!(page(game).matches("class=\"panel made\"").count(), made);
            if game == GameId::BuildersBiomes {
                assert!(made > 44, "all buildings, most mobs, the boards");
            }
        }
    }

    #[test]
    fn what_paid_has_its_printed_name_and_leads_to_its_picture() {
        let said = |game, source| paid(game, "x", source).into_string();
        assert_eq!(
            said(GameId::BunnyKingdom, "parchment.socialist.hun_ny_king"),
            r#"<a href="/games/x/components#hun_ny_king">Socialist as Hun-ny King</a>"#
        );
        assert_eq!(
            said(GameId::Cartographers, "fall.canal_lake"),
            r#"<a href="/games/x/components#canal_lake">Canal Lake (fall)</a>"#
        );
        assert_eq!(
            said(GameId::BunnyKingdom, "harvest_4.fief_3"),
            "Fief 3 (harvest 4)"
        );
    }

    #[test]
    fn a_page_of_a_box_stays_below_three_hundred_thousand_bytes() {
        for &game in GameId::ALL {
            let bytes = page(game).len();
            assert!(bytes < 300_000, "{game:?}: {bytes}");
        }
    }
}
