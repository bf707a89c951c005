//! The fight that is still undecided: the mob, what was revealed, and the hearts so far.

use domain::games::builders_biomes::{
    View,
    tiles::Tile,
    weapons::{Fight, Weapon},
};
use maud::html;

use super::{Part, tile, token, words};
use crate::svg::seats;

/// Where tokens begin, and the room that they have.
const TOKENS: usize = 122;
const ROOM: usize = 204;

pub(super) const CSS: &str = ".fight>text{font-size:14px;fill:var(--ink2)}\
    .fight>.sum{font-size:30px;font-weight:700;fill:var(--ink)}";

/// The fight, if there is one.
pub(super) fn fight(view: &View) -> Option<Part> {
    let fight = view.fight.as_ref()?;
    let shown = worth(fight);
    let rows = if shown.len() > 3 { 2 } else { 1 };
    let columns = shown.len().div_ceil(rows).max(1);
    let step = (ROOM / columns).min(66);
    let (width, height) = token::SIZE;
    let drawn = html! {
        g class="fight" role="img" aria-label=(label(fight)) {
            (tile::tile(Tile::Mob(fight.mob), (8, 16), 104))
            @for (nth, (weapon, hearts)) in shown.iter().enumerate() {
                svg class="token" x=(TOKENS + nth % columns * step) y=(68 - rows * 32 + nth / columns * 64)
                    width=(step) height="62"
                    viewBox={ "0 0 " (width) " " (height) } { (token::face_up(*weapon, hearts)) }
            }
            text class="sum" x="330" y="58" { (fight.hearts()) }
            text x="368" y="58" { "of " (fight.mob.hearts()) }
            (seats::mark(view.active, (408, 44)))
            @for (nth, open) in open(fight).iter().enumerate() {
                text x="330" y=(84 + nth * 20) { (open) }
            }
        }
    };
    Some(Part {
        size: (450, 136),
        drawn,
    })
}

/// What each token revealed is worth. Rule 8.3: TNT only if it is used.
fn worth(fight: &Fight) -> Vec<(Weapon, String)> {
    let all = fight.revealed.iter().filter(|it| **it == Weapon::Tnt);
    let decided = all.count().saturating_sub(usize::from(fight.tnt));
    let mut nth_tnt = 0;
    let worth = |weapon: &Weapon| {
        if *weapon != Weapon::Tnt {
            return (*weapon, weapon.hearts().to_string());
        }
        nth_tnt += 1;
        let hearts = if nth_tnt <= usize::from(fight.tnt_used) {
            weapon.hearts().to_string()
        } else if nth_tnt <= decided {
            "0".to_owned()
        } else {
            "?".to_owned()
        };
        (*weapon, hearts)
    };
    fight.revealed.iter().map(worth).collect()
}

/// What has still to be decided.
fn open(fight: &Fight) -> Vec<String> {
    let blocks = (fight.pickaxes > 0).then(|| {
        let blocks = crate::words::count(fight.pickaxes.into(), "block");
        format!("{blocks} to take")
    });
    let tnt = (fight.tnt > 0).then(|| format!("{} TNT to decide", fight.tnt));
    blocks.into_iter().chain(tnt).collect()
}

/// The fight in words.
pub(super) fn label(fight: &Fight) -> String {
    let weapons = fight.revealed.iter().copied().map(words::weapon);
    let weapons: Vec<&str> = weapons.collect();
    format!(
        "fight with the {} on the {}: {} of {} so far, with {}",
        words::kind(fight.mob),
        words::at("stack", fight.stack.cell()),
        fight.hearts(),
        crate::words::count(fight.mob.hearts().into(), "heart"),
        weapons.join(", ")
    )
}

#[cfg(test)]
mod tests {
    use domain::games::builders_biomes::{places::Stack, tiles::Mob};

    use super::*;

    /// Two bows, so that five tokens are revealed, and three of them are TNT.
    fn fight(tnt: u8, tnt_used: u8) -> Fight {
        let revealed = [
            Weapon::Bow,
            Weapon::Bow,
            Weapon::Tnt,
            Weapon::Tnt,
            Weapon::Tnt,
        ];
        let (stack, mob) = (Stack::all().next().unwrap(), Mob::all().next().unwrap());
        Fight {
            tnt,
            tnt_used,
            ..Fight::new(stack, mob, revealed.to_vec())
        }
    }

    fn hearts(fight: &Fight) -> Vec<String> {
        worth(fight).into_iter().map(|(_, hearts)| hearts).collect()
    }

    #[test]
    fn tnt_counts_if_it_is_used_and_is_open_until_it_is_decided_on() {
        assert_eq!(hearts(&fight(3, 0)), ["1", "1", "?", "?", "?"]);
        assert_eq!(hearts(&fight(1, 1)), ["1", "1", "5", "0", "?"]);
        assert_eq!(hearts(&fight(0, 0)), ["1", "1", "0", "0", "0"]);
        assert_eq!(open(&fight(1, 1)), ["1 TNT to decide"]);
    }

    #[test]
    fn a_fight_is_told_with_its_hearts_and_its_weapons() {
        assert_eq!(
            label(&fight(1, 1)),
            "fight with the skeleton on the stack at row 1, column 1: 7 of 3 hearts so far, with Bow, Bow, TNT, TNT, TNT"
        );
    }
}
