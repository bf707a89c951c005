//! What is in the box: buildings, mobs, weapons, boards, score cards and blocks.

use domain::{
    games::builders_biomes::{
        blocks::Block,
        components::{
            BOX, BlockRecord, BoardRecord, BuildingTile, CardValue, MobTile, ScoreCard,
            TokenRecord, WeaponEffect, WeaponRecord,
        },
        features::{Axis, Feature, Round},
        tiles::{Building, Mob, Tile},
    },
    kit::components::Confidence,
    words::{capital, list},
};
use maud::{Markup, html};

use super::{sign, tile, token, words};
use crate::{
    board::inventory::{Component, Drawing, Inventory, Kind},
    svg::{
        mark,
        tokens::{INK, INK2, LINE, SEATS, SURFACE},
    },
    words::count,
};

/// The side of a tile, as it is drawn and as it is shown.
const SIDE: usize = 80;
const SHOWN: usize = 100;

const CSS: &str = ".pays{font-size:15px;font-weight:700;fill:var(--ink)}";

pub(in crate::board) fn inventory() -> Inventory {
    Inventory {
        tokens: [
            &[SURFACE, INK, INK2, LINE][..],
            &mark::TOKENS,
            &SEATS,
            &super::COLORS,
        ]
        .concat(),
        css: [tile::CSS, token::CSS, sign::CSS, CSS].concat(),
        symbols: super::SYMBOLS,
        kinds: vec![
            buildings(),
            mobs(),
            weapons(),
            boards(),
            score_cards(),
            blocks(),
        ],
        sources: sources(),
    }
}

fn buildings() -> Kind {
    Kind {
        id: "buildings",
        name: "Building tiles",
        says: "Each once. Left: biome and material; the figure is the type; lower right: what it \
               costs; upper right: experience for building it. Their names are working names."
            .to_owned(),
        components: Building::all().map(building).collect(),
    }
}

fn building(building: Building) -> Component {
    let printed: &'static BuildingTile = building.printed();
    let [biome, material, kind] =
        [Axis::Biome, Axis::Material, Axis::Type].map(|it| words::feature(building.feature(it)));
    let paid = match building.xp() {
        0 => String::new(),
        xp => format!(" Brings {xp} experience."),
    };
    let says = format!(
        "{}, {material}, {kind}. Costs {}.{paid}",
        capital(&biome),
        words::blocks(building.cost())
    );
    Component {
        values: &printed.field_confidence,
        ..Component::new(
            building.to_string(),
            printed.label.clone(),
            vec![says],
            of_tile(Tile::Building(building)),
            &printed.provenance,
        )
    }
}

fn of_tile(it: Tile) -> Drawing {
    Drawing::new((SIDE, SIDE), SHOWN, tile::tile(it, (0, 0), SIDE))
}

fn mobs() -> Kind {
    Kind {
        id: "mobs",
        name: "Mob tiles",
        says: "Each once. Hearts it takes to win; below them what it brings; upper right: \
               experience at once."
            .to_owned(),
        components: Mob::all().map(mob).collect(),
    }
}

fn mob(mob: Mob) -> Component {
    let printed: &'static MobTile = mob.printed();
    let bonus = mob.end_bonus().map_or_else(
        || "Returned, it gives an extra action.".to_owned(),
        |(counted, xp)| format!("At the end {xp} for each {}.", words::feature(counted)),
    );
    let says = format!(
        "{}, {} experience. {bonus}",
        count(mob.hearts().into(), "heart"),
        mob.xp()
    );
    Component {
        values: &printed.field_confidence,
        ..Component::new(
            mob.to_string(),
            capital(words::kind(mob)),
            vec![says],
            of_tile(Tile::Mob(mob)),
            &printed.provenance,
        )
    }
}

fn weapons() -> Kind {
    let totals = &BOX.weapon_tokens.totals;
    Kind {
        id: "weapons",
        name: "Weapon tokens",
        says: format!(
            "{} tokens: {} that players begin with, and {} round the overworld.",
            totals.all, totals.player, totals.neutral
        ),
        components: BOX.weapon_types.iter().map(weapon).collect(),
    }
}

fn weapon(record: &'static WeaponRecord) -> Component {
    let of = |tokens: &[TokenRecord]| tokens.iter().filter(|it| it.r#type == record.id).count();
    let tokens = &BOX.weapon_tokens;
    let does = match record.effect {
        None => String::new(),
        Some(WeaponEffect::RevealOneMore) => " One more token is revealed.".to_owned(),
        Some(WeaponEffect::GainXp) => {
            format!(" Brings {} experience.", BOX.fight.golden_hoe_xp)
        }
        Some(WeaponEffect::TakeBlock) => " Take a block from the cube.".to_owned(),
        Some(WeaponEffect::OptionalThenRemoved) => {
            " Use it or keep it; used, it leaves the game.".to_owned()
        }
    };
    let many = format!(
        "{} of players, {} of the overworld.",
        of(&tokens.player),
        of(&tokens.neutral)
    );
    let hearts = count(record.hearts.into(), "heart");
    let drawn = html! {
        svg class="token" width="36" height="38" viewBox="0 0 36 38" {
            (token::face_up(record.id, &record.hearts.to_string()))
        }
    };
    Component::new(
        record.id.id().to_owned(),
        record.name.clone(),
        vec![format!("{}.{does}", capital(&hearts)), many],
        Drawing::new(token::SIZE, 72, drawn),
        &record.provenance,
    )
}

fn boards() -> Kind {
    Kind {
        id: "player-boards",
        name: "Player boards",
        says: "Each once. What is built covers what is printed.".to_owned(),
        components: BOX.player_boards.iter().map(board).collect(),
    }
}

fn board(record: &'static BoardRecord) -> Component {
    let spaces = record.rows.iter().flatten().enumerate();
    let drawn = html! {
        @for (nth, biome) in spaces {
            (space(*biome, (nth % 3 * SIDE, nth / 3 * SIDE)))
        }
    };
    let row = |row: &[Feature; 3]| row.map(words::feature).join(", ");
    let rows: Vec<String> = record.rows.iter().map(row).collect();
    let id = domain::facts::word(&record.id);
    Component {
        values: &record.field_confidence,
        ..Component::new(
            id.clone(),
            capital(&id.replace('-', " ")),
            vec![format!("Row by row: {}.", rows.join("; "))],
            Drawing::new((3 * SIDE, 3 * SIDE), 180, drawn),
            &record.provenance,
        )
    }
}

/// A printed space, with its upper left corner here.
fn space(biome: Feature, (x, y): (usize, usize)) -> Markup {
    html! {
        svg class="tile" x=(x + 2) y=(y + 2) width=(SIDE - 4) height=(SIDE - 4) viewBox="0 0 80 80" {
            use href={ "#b-" (biome.id()) } width="80" height="80" {}
            use href={ "#g-" (biome.id()) } x="20" y="20" width="40" height="40" opacity=".8" {}
            (tile::biome_letter(biome))
        }
    }
}

fn score_cards() -> Kind {
    let cards = &BOX.score_cards;
    let cards = [
        (Round::A, &cards.a),
        (Round::B, &cards.b),
        (Round::C, &cards.c),
    ];
    Kind {
        id: "score-cards",
        name: "Score cards",
        says: "Each seat picks one feature of the card and scores its largest group with it."
            .to_owned(),
        components: cards.into_iter().map(score_card).collect(),
    }
}

fn score_card((round, card): (Round, &'static ScoreCard)) -> Component {
    let drawn = html! {
        @for (nth, (feature, value)) in card.values.iter().enumerate() {
            @let y = nth * 30;
            (sign(*feature, y))
            text class="pays" x="36" y=(y + 18) { (value.xp_per_space) }
        }
    };
    let paid = card.values.iter().map(|(feature, value)| {
        let known = unless_verified(value);
        format!("{} {}{known}", words::feature(*feature), value.xp_per_space)
    });
    let printed = if card.counts_printed_board {
        "Printed spaces count."
    } else {
        "Only buildings count."
    };
    Component::new(
        domain::facts::word(&round),
        format!("Score card {round:?}"),
        vec![
            format!("When layer {} of the cube is empty.", card.trigger_layer),
            format!("For each space: {}. {printed}", list(paid)),
        ],
        Drawing::new((120, 118), 120, drawn),
        &card.provenance,
    )
}

/// How far to trust a value that independent sources do not agree on.
fn unless_verified(value: &CardValue) -> &'static str {
    match value.provenance.confidence {
        Confidence::Verified => "",
        Confidence::SingleSource => " (one source)",
        Confidence::Reconstructed => " (reconstructed)",
    }
}

/// A feature as its sign, so far down.
fn sign(feature: Feature, y: usize) -> Markup {
    let id = feature.id();
    html! {
        @match feature.axis() {
            Axis::Biome => {
                use href={ "#b-" (id) } y=(y) width="26" height="26" {}
                use href={ "#g-" (id) } x="2" y=(y + 2) width="22" height="22" {}
            }
            Axis::Material => { (sign::blocks(words::block_of(feature), &[[0, y * 10]], 260)) }
            Axis::Type => use href={ "#p-" (id) } y=(y) width="26" height="26" fill="var(--ink)" {},
        }
    }
}

fn blocks() -> Kind {
    Kind {
        id: "blocks",
        name: "Blocks",
        says: format!("{} blocks, built to a cube.", BOX.cube.total),
        components: BOX.blocks.iter().map(block).collect(),
    }
}

fn block(record: &'static BlockRecord) -> Component {
    let id = words::block(record.id);
    let wild = if record.id == Block::Emerald {
        " An emerald pays for any material."
    } else {
        ""
    };
    let drawn = sign::blocks(Some(record.id), &[[0, 0]], 160);
    Component::new(
        format!("block-{id}"),
        capital(id),
        vec![format!(
            "{}.{wild}",
            capital(&count(record.count.into(), "block"))
        )],
        Drawing::new((16, 16), 48, drawn),
        &record.provenance,
    )
}

/// The sources by their short names.
fn sources() -> Vec<(String, String)> {
    let index = BOX.source_index.as_object().into_iter().flatten();
    let told = index.map(|(name, source)| {
        let part = |key: &str| source[key].as_str().unwrap_or_default().to_owned();
        (
            name.clone(),
            format!("{} ({})", part("where"), part("nature")),
        )
    });
    told.collect()
}
