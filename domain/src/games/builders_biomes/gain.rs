//! What a command is worth to whoever is asked, if everything scored at once.

use super::{
    choice::Choice,
    command::Command,
    components::{Action, BOX},
    event::Duty,
    features::{Feature, Round},
    player::{Placed, Player, WonMob},
    resolve::Deed,
    score::{ScoreBasis, best, best_feature, bonus, counted},
    tiles::Mob,
    view::View,
    weapons::{Fight, Pile, Weapon},
};
use crate::{Seat, cast};

/// What a legal command is worth to whoever the view belongs to: of a fight, what is
/// to be expected over all orders of the pile, rounded to the nearest point, half up.
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
fn worth_of_tnt(table: ScoreBasis<'_>, seat: Seat, fight: &Fight) -> i32 {
    let missing = u16::from(fight.mob.hearts()).saturating_sub(fight.hearts());
    let helps = u16::from(fight.tnt) * u16::from(Weapon::Tnt.hearts()) >= missing;
    if missing > 0 && helps {
        win(table, seat, fight.mob)
    } else {
        0
    }
}

/// The best feature is what would score now anyway.
fn short_of_best(table: ScoreBasis<'_>, seat: Seat, round: Round, feature: Feature) -> i32 {
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
fn difference(table: ScoreBasis<'_>, seat: Seat, change: impl FnOnce(&mut Player)) -> i32 {
    let player = &table.players[seat];
    let mut changed = player.clone();
    change(&mut changed);
    to_come(table, seat, &changed) - to_come(table, seat, player)
}

/// What would score now on top of what is written down.
fn to_come(table: ScoreBasis<'_>, seat: Seat, player: &Player) -> i32 {
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
fn win(table: ScoreBasis<'_>, seat: Seat, mob: Mob) -> i32 {
    let xp = mob.xp();
    let won = WonMob {
        mob,
        xp,
        returned: false,
    };
    i32::from(xp) + difference(table, seat, |player| player.mobs.push(won))
}

/// The points of the mob, times the chance to win, and those of the hoes shown on
/// average: the exact fraction, rounded once, half up.
fn expected_of_fight(table: ScoreBasis<'_>, choice: Choice<'_>, mob: Mob) -> i32 {
    let pile = &choice.player.weapons;
    let (won, orders) = chance_to_win(pile, mob);
    let mob = i128::from(win(table, choice.seat, mob));
    let (hoes, tokens) = hoes_shown(pile);
    let hoes = i128::from(BOX.fight.golden_hoe_xp) * hoes;
    round(mob * won * tokens + hoes * orders, orders * tokens)
}

/// The nearest whole number, of two the greater.
fn round(part: i128, of: i128) -> i32 {
    let nearest = (2 * part + of).div_euclid(2 * of);
    cast::<i32>(nearest)
}

/// How many hoes a fight shows on average, as a fraction. Every bow is made up for by
/// one token more, so of all others three are shown, each as likely as any.
fn hoes_shown(pile: &Pile) -> (i128, i128) {
    let others = pile.weapons().len() - pile.count(Weapon::Bow);
    let shown = usize::from(BOX.fight.reveal).min(others);
    let whole = |number: usize| cast::<i128>(number);
    (
        whole(pile.count(Weapon::GoldenHoe) * shown),
        whole(others.max(1)),
    )
}

/// In how many of the orders in which tokens can be drawn a pile beats a mob, if every
/// TNT revealed is used, and how many orders there are.
pub fn chance_to_win(pile: &Pile, mob: Mob) -> (i128, i128) {
    let mut counts = [0; 9];
    for weapon in pile.weapons() {
        counts[*weapon as usize] += 1;
    }
    let draws = Draws {
        to_come: usize::from(BOX.fight.reveal),
        drawn: most_shown(pile),
    };
    let won = orders_won(&mut counts, draws, mob.hearts());
    (won, orders(pile.weapons().len(), draws.drawn))
}

/// 8.2: the tokens that are shown if all bows are among them.
fn most_shown(pile: &Pile) -> usize {
    let more = pile.count(Weapon::Bow) * usize::from(BOX.fight.bow_adds);
    (usize::from(BOX.fight.reveal) + more).min(pile.weapons().len())
}

/// Tokens still to be drawn.
#[derive(Clone, Copy)]
struct Draws {
    /// Those to be shown, as far as no further bow is among them.
    to_come: usize,
    /// Those that make up an order, shown or not.
    drawn: usize,
}

/// In how many orders the tokens left show the hearts that are missing.
fn orders_won(counts: &mut [usize; 9], draws: Draws, missing: u8) -> i128 {
    if missing == 0 {
        return orders(counts.iter().sum(), draws.drawn);
    }
    if draws.to_come == 0 || draws.drawn == 0 {
        return 0;
    }
    let mut won = 0;
    for weapon in Weapon::ALL {
        let count = counts[weapon as usize];
        if count == 0 {
            continue;
        }
        let more = if weapon == Weapon::Bow {
            usize::from(BOX.fight.bow_adds)
        } else {
            0
        };
        let then = Draws {
            to_come: draws.to_come - 1 + more,
            drawn: draws.drawn - 1,
        };
        counts[weapon as usize] -= 1;
        let missing = missing.saturating_sub(weapon.hearts());
        won += orders(count, 1) * orders_won(counts, then, missing);
        counts[weapon as usize] += 1;
    }
    won
}

/// In how many orders some of the tokens can be drawn.
fn orders(tokens: usize, drawn: usize) -> i128 {
    let last = tokens - drawn;
    let each = (last + 1..=tokens).map(|left| cast::<i128>(left));
    each.product()
}
