//! Whether a table can stand as a position says.

use std::collections::BTreeSet;

use super::{
    board::{Board, Space},
    components::{Action, BOX},
    cube::Cube,
    event::{Duty, RoundScore},
    features::Round,
    illegal::Illegal,
    overworld::Overworld,
    player::Player,
    position::{FightPosition, PlayerPosition, Position},
    score,
    tiles::{Mob, Tile},
    view::View,
    weapons::{Fight, Pile, Weapon, shown},
};
use crate::{BySeat, Seat, kit::contradiction::Contradiction};

/// No seat has come near to so many points.
const XP_MAX: i16 = 10_000;

impl Position {
    pub(super) fn check(&self) -> Result<(), Illegal> {
        let points = self.players.iter().map(|player| player.xp);
        let are_points = points.into_iter().all(|xp| (0..=XP_MAX).contains(&xp));
        if !are_points || usize::from(self.rounds_held) > Round::ALL.len() {
            return Err(Illegal::BadScore);
        }
        let kinds: BTreeSet<Action> = self.actions.iter().copied().collect();
        if kinds.len() != self.actions.len() || kinds.len() > 2 {
            return Err(Illegal::BadActions);
        }
        let seats = self.players.len();
        let seated = self.active.is_none_or(|seat| usize::from(seat.0) < seats);
        Contradiction::unless(seated, "active", "6.6", "nobody sits on that seat")?;
        let is_over = usize::from(self.rounds_held) == Round::ALL.len();
        let decides = self.duty.is_some() || self.fight.is_some();
        let why = "after three rounds nothing is decided";
        Contradiction::unless(!(is_over && decides), "duty", "10.8", why)?;
        for (nth, player) in self.players.iter().enumerate() {
            player.check(nth)?;
        }
        let boards = (0..).zip(&self.players);
        let boards: BTreeSet<Board> = boards.map(|(nth, player)| player.board(nth)).collect();
        if boards.len() != self.players.len() {
            return Err(Illegal::BoardTwice);
        }
        Ok(())
    }

    /// 3.1: every tile is in one place, and there are 64.
    pub(super) fn check_tiles(&self) -> Result<(), Illegal> {
        let built = self.players.iter().flat_map(|player| &player.built);
        let built = built.map(|placed| Tile::Building(placed.building));
        let mobs = self.players.iter().flat_map(|player| &player.mobs);
        let mobs = mobs.map(|mob| Tile::Mob(*mob));
        let shown = self.stacks.iter().filter_map(|stack| stack.face_up);
        let mut seen = BTreeSet::new();
        for tile in built.chain(mobs).chain(shown) {
            if !seen.insert(tile) {
                return Err(Illegal::TileTwice(tile));
            }
        }
        let hidden = self.stacks.iter().map(|stack| {
            usize::from(stack.left).saturating_sub(usize::from(stack.face_up.is_some()))
        });
        if seen.len() + hidden.sum::<usize>() > Tile::all().count() {
            return Err(Illegal::TooMuch);
        }
        Ok(())
    }

    /// 3.2 and 3.4: no weapon is there more often than in the box.
    pub(super) fn check_weapons(&self) -> Result<(), Illegal> {
        let starting = Pile::starting();
        let mut left: Vec<Weapon> = BOX.neutral_weapons().collect();
        for _ in &self.players {
            left.extend(starting.weapons());
        }
        let piles = self.players.iter().flat_map(|player| {
            let used = (0..player.tnt_used).map(|_| Weapon::Tnt);
            player
                .pile()
                .weapons()
                .iter()
                .copied()
                .chain(used)
                .collect::<Vec<_>>()
        });
        let shown = self.slots.iter().filter_map(|slot| slot.weapon);
        for weapon in piles.chain(shown) {
            let place = left.iter().position(|it| *it == weapon);
            left.swap_remove(place.ok_or(Illegal::TooMuch)?);
        }
        let hidden = self.slots.iter().filter(|slot| slot.weapon.is_none());
        if hidden.count() > left.len() {
            return Err(Illegal::TooMuch);
        }
        Ok(())
    }

    /// 10.1: the layers of the rounds held are empty, and no round waits for its turn.
    pub(super) fn check_rounds(&self, cube: &Cube) -> Result<(), Contradiction> {
        let mut held = Round::ALL.iter().take(self.rounds_begun().into());
        let are_empty = held.all(|round| cube.is_layer_empty(round.layer()));
        let why = "a round is held when its layer of the cube is empty";
        Contradiction::unless(are_empty, "rounds_held", "10.1", why)?;
        let next = Round::ALL.get(usize::from(self.rounds_held));
        let is_due = next.is_some_and(|round| cube.is_layer_empty(round.layer()));
        let is_new = self.actions.is_empty() && self.duty.is_none_or(|duty| duty == Duty::Act);
        let waits = is_due && is_new && self.cube.is_some();
        let why = "the next layer is empty, too: its round was held before this turn";
        let late = self.options.extra_actions_only_after_normal_actions;
        Contradiction::unless(!(waits && late), "rounds_held", "10.1", why)
    }

    /// The rounds held, with the one that is being scored.
    pub(super) fn rounds_begun(&self) -> u8 {
        self.rounds_held + u8::from(self.duty == Some(Duty::Feature))
    }

    /// 10.3: who ended the turn, and in a scoring round who has scored already.
    pub(super) fn scored(&self, me: Seat, seats: u8) -> Vec<Seat> {
        let active = self.active.unwrap_or(me);
        let order = (0..seats).map(|nth| Seat((active.0 + nth) % seats));
        let is_round = self.duty == Some(Duty::Feature);
        order.take_while(|seat| is_round && *seat != me).collect()
    }

    /// 10.9: what was scored in rounds, each by every seat.
    pub(super) fn check_scores(
        &self,
        scores: &[RoundScore],
        now: &[Seat],
        players: &BySeat<Player>,
    ) -> Result<(), Contradiction> {
        let held = usize::from(self.rounds_held);
        let due = |round: &Round| {
            let seats = Seat::first(players.seats()).map(|seat| (*round, seat));
            seats.collect::<Vec<_>>()
        };
        let mut expected: BTreeSet<_> = Round::ALL[..held].iter().flat_map(due).collect();
        let next = Round::ALL.get(held).copied();
        expected.extend(now.iter().filter_map(|seat| Some((next?, *seat))));
        let told: BTreeSet<_> = scores.iter().map(|it| (it.round, it.seat)).collect();
        let counts = told == expected && told.len() == scores.len() && scores.iter().all(pays);
        let why =
            "each round that was held was scored once by every seat, for a feature of its card";
        Contradiction::unless(counts, "scores", "10.4", why)?;
        for (seat, player) in players.iter() {
            let rounds = scores.iter().filter(|it| it.seat == seat);
            let rounds: i16 = rounds.map(|it| it.xp).sum();
            let built: i16 = player.built.iter().map(|it| it.xp).sum();
            let beaten: i16 = player.mobs.iter().map(|it| it.xp).sum();
            let adds_up = player.xp == rounds + built + beaten + player.hoe_xp;
            let why = "with `scores`, `xp` is what its lines pay together";
            let checked = Contradiction::unless(adds_up, "players", "10.9", why);
            checked.map_err(|it| it.at(usize::from(seat.0)))?;
        }
        Ok(())
    }
}

fn pays(score: &RoundScore) -> bool {
    let spaces: BTreeSet<&Space> = score.spaces.iter().collect();
    let each = score
        .feature
        .map_or(0, |feature| score.round.value(feature));
    let count = i16::try_from(spaces.len()).unwrap_or(0);
    spaces.len() == score.spaces.len() && score.xp == count * each
}

impl PlayerPosition {
    /// 6.3: what was returned was beaten and brings an extra action.
    pub(super) fn check(&self, nth: usize) -> Result<(), Contradiction> {
        let returned: BTreeSet<&Mob> = self.returned.iter().collect();
        let was_there = |mob: &&Mob| self.mobs.contains(mob) && mob.is_extra_action();
        let counts = returned.iter().all(was_there) && returned.len() == self.returned.len();
        let why = "what was returned is one of its mobs, and brings an extra action";
        Contradiction::unless(counts, "players", "6.3", why).map_err(|it| it.at(nth))?;
        let paid = i32::from(self.hoes) * i32::from(BOX.fight.golden_hoe_xp);
        let why = "golden hoes have paid what they pay each, and no more than 10000";
        let counts = paid == i32::from(self.hoe_xp) && paid <= 10_000;
        Contradiction::unless(counts, "players", "8.4", why).map_err(|it| it.at(nth))
    }
}

impl FightPosition {
    /// 8.1 to 8.3: the fight as it stands.
    pub(super) fn fight(
        &self,
        overworld: &Overworld,
        player: &Player,
        cube: &Cube,
    ) -> Result<Fight, Contradiction> {
        let Some(Tile::Mob(mob)) = overworld.tile(self.stack) else {
            let why = "no mob lies face up on that stack";
            return Err(wrong(why));
        };
        let is_there = player.at.stacks().any(|stack| stack == self.stack);
        let why = "that stack does not touch your crossing";
        Contradiction::unless(is_there, "fight", "5.2", why)?;
        let why = "these tokens are not what your pile can have shown";
        Contradiction::unless(self.can_be_shown(player), "fight", "8.2", why)?;
        let begun = Fight::new(self.stack, mob, self.revealed.clone());
        let tnt = self.tnt.unwrap_or(begun.tnt.saturating_sub(self.tnt_used));
        let digs = if cube.is_empty() { 0 } else { begun.pickaxes };
        let fight = Fight {
            pickaxes: self.pickaxes.unwrap_or(digs),
            tnt,
            tnt_used: self.tnt_used,
            ..begun
        };
        let dealt = u16::from(tnt) + u16::from(self.tnt_used) <= u16::from(begun.tnt);
        let why = "more pickaxes or TNT are left than were revealed";
        Contradiction::unless(
            dealt && fight.pickaxes <= begun.pickaxes,
            "fight",
            "8.3",
            why,
        )?;
        let digs = fight.pickaxes > 0 && !cube.is_empty();
        let why = "nothing is left to decide in this fight";
        Contradiction::unless(digs || fight.tnt > 0, "fight", "8.5", why)?;
        Ok(fight)
    }

    /// 8.2: the pile, with the TNT used in the fight, shows just these.
    fn can_be_shown(&self, player: &Player) -> bool {
        if self.tnt_used > player.tnt_used {
            return false;
        }
        let mut rest = player.weapons.weapons().to_vec();
        rest.extend((0..self.tnt_used).map(|_| Weapon::Tnt));
        for weapon in &self.revealed {
            let Some(place) = rest.iter().position(|it| it == weapon) else {
                return false;
            };
            rest.remove(place);
        }
        let order = [&self.revealed[..], &rest].concat();
        shown(&order).len() == self.revealed.len()
    }
}

fn wrong(why: &'static str) -> Contradiction {
    Contradiction {
        field: "fight",
        nth: None,
        why,
        rule: "7.4.1",
    }
}

/// What is said to be decided is there to decide.
pub(super) fn check_duty(view: &View, me: Seat) -> Result<(), Contradiction> {
    let Some(duty) = view.duty else { return Ok(()) };
    let is_turn = view.active == me || duty == Duty::Feature;
    let why = "the turn is `me`'s, but in a scoring round";
    Contradiction::unless(is_turn, "active", "6.6", why)?;
    let is_fight = matches!(duty, Duty::Pickaxe | Duty::Tnt);
    let why = "a fight is said with the duties `pickaxe` and `tnt`, and only then";
    Contradiction::unless(view.fight.is_some() == is_fight, "fight", "8.3", why)?;
    let choice = view.choice();
    let extra = choice.as_ref().is_some_and(|choice| {
        choice.normal_actions_are_complete()
            || !choice.options.extra_actions_only_after_normal_actions
    });
    let digs = view.fight.as_ref().is_some_and(|it| it.pickaxes > 0) && !view.cube.is_empty();
    let (holds, why) = match duty {
        Duty::Act => (true, ""),
        Duty::ExtraAction => (extra, "extra actions come after both normal actions"),
        Duty::SecondBlock => (
            !view.cube.is_empty() && (extra || view.actions.contains(&Action::CollectBlocks)),
            "no block was taken this turn, or none is left",
        ),
        Duty::Pickaxe => (digs, "no pickaxe is left to take a block"),
        Duty::Tnt => (!digs, "pickaxes come before TNT"),
        Duty::Feature => (
            !view.options.automatic_features
                && view
                    .round
                    .is_some_and(|round| score::best_feature(view.table(), me, round).is_some()),
            "no feature is to be named: none shows, or `options.automatic_features` names it",
        ),
    };
    Contradiction::unless(holds, "duty", "6.2", why)
}
