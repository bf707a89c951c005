//! What a person chooses, with its picture and its name: a card, a tile, or what a sign stands for.

use std::{collections::BTreeMap, sync::LazyLock};

use domain::GameId;
use maud::{Markup, PreEscaped, html};

use super::{
    INVENTORIES, KEYS,
    inventory::{Component, Inventory},
    key::{Key, Sign},
};
use crate::svg::tokens;

/// The cards of a game by the ids that commands have.
struct Cards {
    /// The colors of the pictures and how they look, once a page. Their signs are those of the
    /// board.
    style: String,
    cards: BTreeMap<String, Card>,
}

struct Card {
    name: String,
    says: Vec<String>,
    picture: Markup,
}

/// Those of these ids that are drawn, for a script to put them where they are chosen: each names
/// its id and what it says. Nothing for a game without a drawing of its own.
pub(crate) fn cards<'a>(game: GameId, ids: impl Iterator<Item = &'a String>) -> Markup {
    let Some(of) = CARDS.get(&game) else {
        return html! {};
    };
    let found = ids.filter_map(|id| Some((id, of.cards.get(id)?)));
    let found: Vec<(&String, &Card)> = found.collect();
    let share = |name: &str| found.iter().filter(|(_, it)| it.name == name).count() > 1;
    html! {
        @if !found.is_empty() {
            style { (PreEscaped(&of.style)) }
            @for (id, card) in &found { (card.shown(id, share(&card.name))) }
        }
    }
}

/// Drawn once: every question shows some of them.
static CARDS: LazyLock<BTreeMap<GameId, Cards>> = LazyLock::new(|| {
    let of = |(game, inventory): &(GameId, fn() -> Inventory)| {
        let key = KEYS.iter().find(|(of, _)| of == game);
        (*game, drawn(inventory(), key.map(|(_, key)| *key)))
    };
    INVENTORIES.iter().map(of).collect()
});

fn drawn(inventory: Inventory, key: Option<&Key>) -> Cards {
    let components = inventory.kinds.into_iter().flat_map(|it| it.components);
    let signs = key.iter().flat_map(|key| key.signs);
    let mut tokens = inventory.tokens;
    tokens.extend(key.iter().flat_map(|key| key.tokens.concat()));
    tokens.sort_unstable();
    tokens.dedup();
    Cards {
        style: tokens::on_root(&tokens) + &inventory.css,
        cards: signs
            .map(|it| (it.ground.to_owned(), Card::of_sign(it)))
            .chain(components.map(|it| (it.id.clone(), Card::of(it))))
            .collect(),
    }
}

impl Card {
    fn of(it: Component) -> Card {
        Card {
            picture: it.picture.picture(),
            name: it.name,
            says: it.says,
        }
    }

    /// The name of a sign stands before its letter.
    fn of_sign(it: &Sign) -> Card {
        let name = it.name.split(',').next().unwrap_or(it.name);
        Card {
            picture: it.picture("part"),
            name: name.to_owned(),
            says: Vec::new(),
        }
    }

    /// Of cards that share a name, each shows what tells it apart, which it says last.
    fn shown(&self, id: &str, shares_name: bool) -> Markup {
        let says = format!("{}. {}", self.name, self.says.join(" "));
        let apart = self.says.last().filter(|_| shares_name);
        html! {
            span data-id=(id) data-says=(says) {
                (self.picture)
                span { (self.name) @if let Some(apart) = apart { span class="s" { (apart) } } }
            }
        }
    }
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

    #[test]
    fn cards_that_share_a_name_are_told_apart() {
        let ids = ["rune_pink_n", "rune_pink_s", "swamp"].map(str::to_owned);
        let both = cards(GameId::BigMonster, ids.iter()).into_string();
        assert_eq!(both.matches(r#"<span class="s">"#).count(), 2, "{both}");
        let one = cards(GameId::BigMonster, ids[1..].iter()).into_string();
        assert_eq!(one.matches(r#"<span class="s">"#).count(), 0, "{one}");
    }

    #[test]
    fn a_terrain_is_drawn_by_its_sign() {
        let ids = ["forest".to_owned()];
        let forest = cards(GameId::Cartographers, ids.iter()).into_string();
        assert!(forest.contains("#g-forest") && forest.contains("<span>Forest</span>"));
    }
}
