//! Components as a person chooses them: a card or tile with its picture and its name.

use std::{collections::BTreeMap, sync::LazyLock};

use domain::GameId;
use maud::{Markup, PreEscaped, html};

use super::{
    INVENTORIES,
    inventory::{Component, Inventory},
};
use crate::svg::tokens;

/// The cards of a game by the ids that commands have.
struct Cards {
    /// The colors of the pictures and how they look, once a page. Their signs are those of the
    /// board.
    style: String,
    cards: BTreeMap<String, Markup>,
}

/// Those of these ids that are drawn, for a script to put them where they are chosen: each names
/// its id and what it says. Nothing for a game without a drawing of its own.
pub(crate) fn cards<'a>(game: GameId, ids: impl Iterator<Item = &'a String>) -> Markup {
    let Some(of) = CARDS.get(&game) else {
        return html! {};
    };
    let mut found = ids.filter_map(|id| of.cards.get(id)).peekable();
    html! {
        @if found.peek().is_some() {
            style { (PreEscaped(&of.style)) }
            @for card in found { (card) }
        }
    }
}

/// Drawn once: every question shows some of them.
static CARDS: LazyLock<BTreeMap<GameId, Cards>> = LazyLock::new(|| {
    let of = |(game, inventory): &(GameId, fn() -> Inventory)| (*game, drawn(inventory()));
    INVENTORIES.iter().map(of).collect()
});

fn drawn(inventory: Inventory) -> Cards {
    let components = inventory.kinds.into_iter().flat_map(|it| it.components);
    Cards {
        style: tokens::on_root(&inventory.tokens) + &inventory.css,
        cards: components.map(|it| (it.id.clone(), card(&it))).collect(),
    }
}

fn card(it: &Component) -> Markup {
    let says = format!("{}. {}", it.name, it.says.join(" "));
    html! { span data-id=(it.id) data-says=(says) { (it.picture.picture()) (it.name) } }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_commands_name_is_drawn_if_it_is_a_component() {
        let ids = ["T:A1", "city2", "pick_one"].map(str::to_owned);
        let drawn = cards(GameId::BunnyKingdom, ids.iter()).into_string();
        assert_eq!(drawn.matches("<span data-id=").count(), 2);
        assert!(drawn.contains(r#"data-id="city2" data-says="City (strength 2). "#));
        let none = cards(GameId::BunnyKingdom, ids[2..].iter());
        assert!(none.into_string().is_empty());
    }
}
