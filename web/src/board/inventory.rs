//! What is in a box: each card, map and tile with its picture, what it says, and its sources.

use std::collections::BTreeMap;

use domain::kit::components::{Confidence, Provenance};
use maud::{Markup, html};

use crate::svg::tokens::Token;

/// What is in the box of one game, and what its pictures need once a page.
pub(crate) struct Inventory {
    /// The colors of the pictures.
    pub(crate) tokens: Vec<Token>,
    pub(crate) css: String,
    /// The signs of the pictures, as `symbol` elements.
    pub(crate) symbols: &'static str,
    pub(crate) kinds: Vec<Kind>,
    /// What the short names of sources stand for. Empty if sources are named in full.
    pub(crate) sources: Vec<(String, String)>,
}

/// Components of one kind.
pub(crate) struct Kind {
    /// Its anchor.
    pub(crate) id: &'static str,
    pub(crate) name: &'static str,
    /// What is true of all of them.
    pub(crate) says: String,
    pub(crate) components: Vec<Component>,
}

/// A card, map, tile or token, however often it is in the box.
pub(crate) struct Component {
    /// Its id in the component file, which is its anchor.
    pub(crate) id: String,
    pub(crate) name: String,
    /// What is on it and what it does, in sentences.
    pub(crate) says: Vec<String>,
    pub(crate) picture: Drawing,
    pub(crate) provenance: &'static Provenance,
    /// How far to trust single values, where that differs.
    pub(crate) values: &'static BTreeMap<String, Confidence>,
}

impl Component {
    /// A component about whose values its provenance says all.
    pub(crate) const fn new(
        id: String,
        name: String,
        says: Vec<String>,
        picture: Drawing,
        provenance: &'static Provenance,
    ) -> Component {
        let values = &provenance.per_field;
        Component {
            id,
            name,
            says,
            picture,
            provenance,
            values,
        }
    }
}

/// A picture on a page whose colors and signs the page has.
pub(crate) struct Drawing {
    /// Its width and height in units.
    size: (usize, usize),
    /// How wide it is shown, in pixels.
    shown: usize,
    drawn: Markup,
}

impl Drawing {
    /// A picture of this width and height, shown so wide.
    pub(crate) const fn new(size: (usize, usize), shown: usize, drawn: Markup) -> Drawing {
        Drawing { size, shown, drawn }
    }

    /// The picture. What it shows is said beside it.
    pub(crate) fn picture(&self) -> Markup {
        html! {
            svg class="part" aria-hidden="true" width=(self.shown)
                viewBox={ "0 0 " (self.size.0) " " (self.size.1) } { (self.drawn) }
        }
    }
}
