//! What a command is worth to whoever is asked, if everything scored at once.

use super::{
    choice::Choice,
    command::Command,
    components::{Action, BOX},
    event::Duty,
    features::{Feature, Round},
    player::{Placed, Player, WonMob},
    resolve::Deed,
    score::{Table, best, best_feature, bonus, counted},
    tiles::Mob,
    view::View,
    weapons::{Fight, Pile, Weapon},
};
use crate::Seat;

/// What a legal command is worth to whoever the view belongs to: of a fight, what is
/// to be expected, rounded down.
pub fn gain(view: &View, command: Command) -> i32 {
    let choice = view.choice();
    let deed = choice.map(|choice| (choice, choice.resolve(command)));
    let Some((choice, Ok(deed))) = deed else {
        return 0;
    };
    worth_of(view, choice, deed)
}

fn worth_of(view: &View, choice: Choice<'_>, deed: Deed) -> i32 {
    let (table, seat) = (view.table(), choice.seat);
    match deed {
        Deed::Build {
            building, space, ..
        } => {
            let xp = building.xp();
            let placed = Placed {
                building,
                space,
                xp,
            };
            let built = |player: &mut Player| player.built.push(placed);
            i32::from(xp) + difference(table, seat, built)
        }
        Deed::Fight { mob, .. } => expected_of_fight(table, choice, mob),
        Deed::UseTnt => {
            let fight = view.fight.as_ref();
            fight.map_or(0, |fight| worth_of_tnt(table, seat, fight))
        }
        Deed::Score { feature } => {
            let round = choice.round;
            round.map_or(0, |round| short_of_best(table, seat, round, feature))
        }
        Deed::ReturnTile { .. } => best_action(view, choice),
        Deed::TakeBlock { .. }
        | Deed::Explore { .. }
        | Deed::KeepTnt
        | Deed::CollectWeapon { .. }
        | Deed::EndTurn => 0,
    }
}

/// The mob, if it takes TNT to beat it and there is enough.
fn worth_of_tnt(table: Table<'_>, seat: Seat, fight: &Fight) -> i32 {
    let missing = u16::from(fight.mob.hearts()).saturating_sub(fight.hearts());
    let helps = u16::from(fight.tnt) * u16::from(Weapon::Tnt.hearts()) >= missing;
    if missing > 0 && helps {
        win(table, seat, fight.mob)
    } else {
        0
    }
}

/// The best feature is what would score now anyway.
fn short_of_best(table: Table<'_>, seat: Seat, round: Round, feature: Feature) -> i32 {
    let (_, xp) = counted(table, seat, round, feature);
    let best = best_feature(table, seat, round);
    let best = best.map_or(0, |best| counted(table, seat, round, best).1);
    i32::from(xp - best)
}

/// What the best extra action would gain at once.
fn best_action(view: &View, choice: Choice<'_>) -> i32 {
    let choice = Choice {
        duty: Duty::ExtraAction,
        ..choice
    };
    let commands = [Action::Build, Action::Fight]
        .into_iter()
        .flat_map(|action| choice.of(action));
    let deeds = commands.filter_map(|command| choice.resolve(command).ok());
    let gains = deeds.map(|deed| worth_of(view, choice, deed));
    gains.max().unwrap_or(0).max(0)
}

/// What everything that can score would pay more after a change.
fn difference(table: Table<'_>, seat: Seat, change: impl FnOnce(&mut Player)) -> i32 {
    let player = &table.players[seat];
    let mut changed = player.clone();
    change(&mut changed);
    to_come(table, seat, &changed) - to_come(table, seat, player)
}

/// What would score now on top of what is written down.
fn to_come(table: Table<'_>, seat: Seat, player: &Player) -> i32 {
    let landscape = player.landscape();
    let counting = table.counting(seat);
    let rounds = table.rounds_left(seat);
    let rounds = rounds.filter_map(|round| best(&landscape, round, counting));
    let mobs = player.end_of_game_mobs();
    let bonuses = mobs.filter_map(|mob| bonus(table.options, &landscape, mob));
    let rounds: i32 = rounds.map(|(.., xp)| i32::from(xp)).sum();
    rounds + bonuses.map(|bonus| i32::from(bonus.xp)).sum::<i32>()
}

/// What beating a mob is worth.
fn win(table: Table<'_>, seat: Seat, mob: Mob) -> i32 {
    let xp = mob.xp();
    let won = WonMob {
        mob,
        xp,
        returned: false,
    };
    i32::from(xp) + difference(table, seat, |player| player.mobs.push(won))
}

/// Points, times the chance to win, and the hoes that three tokens show on average.
fn expected_of_fight(table: Table<'_>, choice: Choice<'_>, mob: Mob) -> i32 {
    let pile = &choice.player.weapons;
    let chance = i64::from(chance_to_win_ppm(pile, mob));
    let won = i64::from(win(table, choice.seat, mob)) * chance;
    let count = |number: usize| i64::try_from(number).expect("a pile has at most 36 tokens");
    let hoes = count(pile.count(Weapon::GoldenHoe)) * i64::from(BOX.fight.golden_hoe_xp);
    let shown = i64::from(BOX.fight.reveal) * hoes * 1_000_000 / count(pile.weapons().len()).max(1);
    i32::try_from((won + shown) / 1_000_000).expect("points are few")
}

/// How likely a pile is to beat a mob if every TNT revealed is used, in millionths.
pub fn chance_to_win_ppm(pile: &Pile, mob: Mob) -> u32 {
    let mut counts = [0; 9];
    for weapon in pile.weapons() {
        counts[*weapon as usize] += 1;
    }
    chance(&mut counts, BOX.fight.reveal, mob.hearts())
}

/// The same with so many tokens still to come and so many hearts missing.
fn chance(counts: &mut [u32; 9], to_come: u8, missing: u8) -> u32 {
    let total: u32 = counts.iter().sum();
    if missing == 0 {
        return 1_000_000;
    }
    if to_come == 0 || total == 0 {
        return 0;
    }
    let mut weighted = 0;
    for weapon in Weapon::ALL {
        let count = counts[weapon as usize];
        if count == 0 {
            continue;
        }
        let more = match weapon {
            Weapon::Bow => BOX.fight.bow_adds,
            Weapon::PoisonousPotato
            | Weapon::WoodenSword
            | Weapon::StoneSword
            | Weapon::GoldenHoe
            | Weapon::StonePickaxe
            | Weapon::Tnt
            | Weapon::IronSword
            | Weapon::DiamondSword => 0,
        };
        counts[weapon as usize] -= 1;
        let then = chance(
            counts,
            to_come - 1 + more,
            missing.saturating_sub(weapon.hearts()),
        );
        counts[weapon as usize] += 1;
        weighted += count * then;
    }
    weighted / total
}
