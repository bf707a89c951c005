//! Chapter 8: what is revealed, what it does, and who wins.

use proptest::prelude::*;

use super::{
    super::{
        Command, Event,
        components::BOX,
        event::Duty,
        gain::{chance_to_win, gain},
        tiles::Mob,
        weapons::{Pile, Weapon, shown},
    },
    table::{Table, column, explore, fight, named, take, weapons},
};
use crate::{Dice, Game as _, Seat, Seed, Viewer};

fn shows(order: &str) -> usize {
    shown(&weapons(order)).len()
}

#[test]
fn three_tokens_are_revealed_and_one_more_for_every_bow() {
    // 8.1 and 8.2
    assert_eq!(shows("tnt tnt iron_sword bow bow"), 3);
    assert_eq!(shows("tnt bow iron_sword stone_sword bow"), 4);
    assert_eq!(shows("bow bow bow tnt tnt tnt tnt"), 6);
}

#[test]
fn a_bow_that_a_bow_revealed_reveals_another() {
    assert_eq!(shows("bow iron_sword iron_sword bow tnt tnt"), 5);
    assert_eq!(shows("bow iron_sword iron_sword bow bow tnt tnt"), 6);
}

#[test]
fn no_more_is_revealed_than_the_pile_has() {
    assert_eq!(shows("bow bow bow tnt"), 4);
    assert_eq!(shows("bow"), 1);
    assert_eq!(shows(""), 0);
}

#[test]
fn at_most_six_are_shown_of_the_printed_tokens() {
    let bows = BOX
        .neutral_weapons()
        .filter(|it| *it == Weapon::Bow)
        .count();
    assert_eq!(3 + bows, 6);
}

#[test]
fn a_mob_is_beaten_with_as_many_hearts_as_it_has() {
    // 8.5 and 8.6: mob-13 has 3.
    let mut table = Table::new(2)
        .pile(
            0,
            "stone_sword wooden_sword poisonous_potato poisonous_potato",
        )
        .tile("stack-22", "mob-13");
    table.play(0, fight("stack-22"));
    assert_eq!(table.xp(0), 4);
    assert_eq!(
        table.state.overworld.stack(named("stack-22")).tiles.len(),
        3
    );
    assert_eq!(table.state.players[Seat(0)].mobs[0].mob, named("mob-13"));
    assert_eq!(table.state.players[Seat(0)].weapons.weapons().len(), 4);
}

#[test]
fn a_fight_that_is_lost_costs_nothing_and_is_an_action() {
    // 6.7 and 8.6: mob-05 has 4.
    let mut table = Table::new(2)
        .pile(
            0,
            "stone_sword wooden_sword poisonous_potato poisonous_potato",
        )
        .tile("stack-22", "mob-05");
    table.play(0, fight("stack-22"));
    assert!(matches!(
        table.events[1],
        Event::FightLost { hearts: 3, .. }
    ));
    assert_eq!(table.xp(0), 0);
    assert_eq!(
        table.state.overworld.tile(named("stack-22")),
        Some(named("mob-05"))
    );
    assert!(!table.allows(0, fight("stack-22")));
}

#[test]
fn hoes_pay_whether_or_not_the_fight_is_won() {
    // 8.3 and 8.4: three hearts against four.
    let mut table = Table::new(2)
        .pile(0, "golden_hoe wooden_sword golden_hoe")
        .tile("stack-22", "mob-05");
    table.play(0, fight("stack-22"));
    assert_eq!(
        table.happened()[..3],
        ["tokens_revealed", "hoes_paid", "fight_lost"]
    );
    assert_eq!(table.xp(0), 4);
    assert_eq!(table.state.players[Seat(0)].hoes, 2);
}

#[test]
fn a_sheet_counts_hoes_up_to_ten_thousand_points() {
    let mut table = Table::new(2)
        .pile(0, "golden_hoe wooden_sword golden_hoe")
        .tile("stack-22", "mob-05");
    table.state.players[Seat(0)].hoe_xp = 9_999;
    table.state.players[Seat(0)].xp = 9_999;
    table.play(0, fight("stack-22"));
    assert_eq!(table.xp(0), 10_000);
}

#[test]
fn pickaxes_take_blocks_one_after_the_other_before_tnt_is_decided() {
    // 8.3
    let mut table = Table::new(2)
        .pile(0, "tnt stone_pickaxe stone_pickaxe")
        .tile("stack-22", "mob-05");
    table.play(0, fight("stack-22"));
    assert_eq!(table.state.duty, Some(Duty::Pickaxe));
    assert!(!table.allows(0, take(0, 1)));
    table.play(0, take(0, 0));
    assert_eq!(table.state.duty, Some(Duty::Pickaxe));
    assert!(table.allows(0, take(0, 1)), "the first freed it");
    table.play(0, take(0, 1));
    assert_eq!(table.state.duty, Some(Duty::Tnt));
    assert_eq!(table.state.players[Seat(0)].supply.count(), 2);
    table.play(0, Command::KeepTnt {});
    assert!(matches!(table.events[0], Event::TntKept { .. }));
    assert!(matches!(
        table.events[1],
        Event::FightLost { hearts: 2, .. }
    ));
    // 8.8: collecting is still open.
    assert!(table.allows(0, take(0, 3)));
}

#[test]
fn a_pickaxe_finds_nothing_in_an_empty_cube() {
    let mut table = Table::new(2)
        .cube([[0; 4]; 4])
        .pile(0, "stone_pickaxe stone_pickaxe stone_sword")
        .tile("stack-22", "mob-13");
    table.play(0, fight("stack-22"));
    assert_eq!(table.happened()[..2], ["tokens_revealed", "fight_won"]);
}

#[test]
fn a_pickaxe_takes_the_last_block_and_the_next_none() {
    let mut heights = [[0; 4]; 4];
    heights[1][1] = 1;
    let mut table = Table::new(2)
        .cube(heights)
        .pile(0, "stone_pickaxe stone_pickaxe stone_sword")
        .tile("stack-22", "mob-13");
    table.play(0, fight("stack-22"));
    assert_eq!(table.legal(0), [take(1, 1)]);
    table.play(0, take(1, 1));
    assert_eq!(table.happened()[..2], ["block_taken", "fight_won"]);
}

fn two_tnt() -> Table {
    Table::new(2)
        .pile(0, "tnt tnt wooden_sword poisonous_potato")
        .tile("stack-22", "mob-16")
}

#[test]
fn a_tnt_used_has_five_hearts_and_leaves_the_game() {
    // mob-16 has 6 hearts: one TNT and the sword do it.
    let mut table = two_tnt();
    table.play(0, fight("stack-22"));
    table.play(0, Command::UseTnt {});
    assert_eq!(table.happened(), ["tnt_used", "decision_due"]);
    assert_eq!(
        table.state.duty,
        Some(Duty::Tnt),
        "the second is to be decided on"
    );
    table.play(0, Command::KeepTnt {});
    assert!(matches!(
        table.events[1],
        Event::FightWon {
            hearts: 6,
            xp: 6,
            ..
        }
    ));
    let player = &table.state.players[Seat(0)];
    assert_eq!(player.weapons.count(Weapon::Tnt), 1);
    assert_eq!(player.weapons.weapons().len(), 3);
    assert_eq!(player.tnt_used, 1);
}

#[test]
fn a_tnt_kept_has_no_hearts_and_stays() {
    let mut table = two_tnt();
    table.play(0, fight("stack-22"));
    table
        .play(0, Command::KeepTnt {})
        .play(0, Command::KeepTnt {});
    assert!(matches!(
        table.events[1],
        Event::FightLost { hearts: 1, .. }
    ));
    assert_eq!(table.state.players[Seat(0)].weapons.count(Weapon::Tnt), 2);
}

#[test]
fn a_used_tnt_is_gone_even_if_the_fight_is_lost() {
    // 8.7
    let mut table = Table::new(2)
        .pile(0, "tnt poisonous_potato poisonous_potato")
        .tile("stack-22", "mob-16");
    table.play(0, fight("stack-22")).play(0, Command::UseTnt {});
    assert!(matches!(
        table.events[1],
        Event::FightLost { hearts: 5, .. }
    ));
    assert_eq!(table.state.players[Seat(0)].weapons.count(Weapon::Tnt), 0);
    assert!(table.state.fight.is_none());
}

#[test]
fn everything_revealed_goes_back_but_a_used_tnt() {
    let order = "bow golden_hoe stone_pickaxe iron_sword diamond_sword";
    let mut table = Table::new(2).pile(0, order).tile("stack-22", "mob-16");
    table.play(0, fight("stack-22"));
    table.play(0, take(0, 0));
    assert!(matches!(table.events[1], Event::FightWon { hearts: 6, .. }));
    assert_eq!(
        table.state.players[Seat(0)].weapons,
        Pile::from(weapons(order))
    );
    table.play(0, explore("x-22"));
    assert_eq!(table.state.cube.height(column(0, 0)), 3);
}

#[test]
fn two_fights_of_one_match_are_shuffled_apart() {
    let pile = Pile::from(weapons(
        "bow tnt golden_hoe iron_sword diamond_sword stone_sword",
    ));
    let dice = Dice::new(Seed([3; 32]));
    let orders: std::collections::BTreeSet<_> =
        (0..20).map(|nth| pile.reveal(&dice, nth)).collect();
    assert!(orders.len() > 10);
}

/// In how many of its orders a pile beats a mob, the hoes all orders show, and how many
/// orders there are.
fn counted(pile: &[Weapon], mob: Mob) -> [i128; 3] {
    let mut counted = [0; 3];
    permute(&mut pile.to_vec(), 0, &mut |order| {
        let shown = shown(order);
        let hearts: u16 = shown.iter().map(|it| u16::from(it.hearts())).sum();
        let hoes = shown.iter().filter(|it| **it == Weapon::GoldenHoe);
        counted[0] += i128::from(hearts >= u16::from(mob.hearts()));
        counted[1] += i128::try_from(hoes.count()).unwrap();
        counted[2] += 1;
    });
    counted
}

fn permute(items: &mut Vec<Weapon>, from: usize, visit: &mut impl FnMut(&[Weapon])) {
    if from == items.len() {
        return visit(items);
    }
    for other in from..items.len() {
        items.swap(from, other);
        permute(items, from + 1, visit);
        items.swap(from, other);
    }
}

/// What the fight with a mob is worth to who has this pile.
fn worth(pile: &[Weapon], mob: Mob) -> i32 {
    let mut table = Table::new(2).tile("stack-22", &mob.to_string());
    table.state.players[Seat(0)].weapons = Pile::from(pile.to_vec());
    let view = table.state.view(Viewer::Seat(Seat(0)));
    gain(&view, fight("stack-22"))
}

#[test]
fn a_fight_is_worth_its_exact_expectation_rounded_once() {
    // The starting pile with three bows and three hoes: 2.53 and 4.24.
    let own = "stone_sword wooden_sword poisonous_potato poisonous_potato poisonous_potato";
    let pile = weapons(&format!(
        "{own} bow bow bow golden_hoe golden_hoe golden_hoe"
    ));
    assert_eq!(worth(&pile, named("mob-16")), 3);
    assert_eq!(worth(&pile, named("mob-19")), 4);
}

#[test]
fn a_hoe_alone_pays_what_it_is_worth() {
    assert_eq!(worth(&weapons("golden_hoe"), named("mob-16")), 2);
    assert_eq!(worth(&weapons("bow bow golden_hoe"), named("mob-16")), 2);
    assert_eq!(worth(&[], named("mob-16")), 0);
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 60, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn the_chance_to_win_is_that_over_all_orders(kinds in prop::collection::vec(0..9usize, 1..8), mob in 0..20usize) {
        let pile: Vec<Weapon> = kinds.into_iter().map(|kind| Weapon::ALL[kind]).collect();
        let mob = Mob::all().nth(mob).unwrap();
        let [wins, _, all] = counted(&pile, mob);
        let (won, orders) = chance_to_win(&Pile::from(pile), mob);
        prop_assert_eq!(won * all, wins * orders);
    }

    #[test]
    fn a_fight_is_worth_what_it_pays_over_all_orders(kinds in prop::collection::vec(0..9usize, 1..8), mob in 0..20usize) {
        // Who has not built has nothing but the mob's own points to win.
        let pile: Vec<Weapon> = kinds.into_iter().map(|kind| Weapon::ALL[kind]).collect();
        let mob = Mob::all().nth(mob).unwrap();
        let [wins, hoes, all] = counted(&pile, mob);
        let paid = i128::from(mob.xp()) * wins + i128::from(BOX.fight.golden_hoe_xp) * hoes;
        let nearest = (2 * paid + all).div_euclid(2 * all);
        prop_assert_eq!(i128::from(worth(&pile, mob)), nearest);
    }
}
