//! A match in play, and what events make of it.

use serde::{Deserialize, Serialize};

use super::{
    blocks::Blocks,
    choice::Choice,
    components::Action,
    cube::{Column, Cube, Shown},
    event::{Duty, Event, MobBonuses, RoundScore},
    features::Round,
    overworld::{FlippedTile, FlippedToken, Overworld},
    places::{Slot, Stack},
    player::{HOE_XP_MAX, HOES_MAX, Placed, Player, WonMob},
    score::ScoreBasis,
    setup::{Options, Setup},
    tiles::Mob,
    weapons::{Fight, Weapon},
};
use crate::{BySeat, Seat, Seats};

/// A match of Builders & Biomes in play.
///
/// What was withheld in the setup is withheld here.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct State {
    pub(super) options: Options,
    pub(super) cube: Cube,
    /// The blocks that were paid and are out of the game.
    pub(super) spent: Blocks,
    pub(super) overworld: Overworld,
    pub(super) players: BySeat<Player>,
    /// From one. Zero before the first.
    pub(super) turn: u32,
    /// The seat whose turn it is, or whose turn was last.
    pub(super) active: Seat,
    /// The normal actions taken in this turn.
    pub(super) actions: Vec<Action>,
    /// Who owes a decision. None when the match is over.
    pub(super) due: Option<Seat>,
    pub(super) duty: Option<Duty>,
    pub(super) fight: Option<Fight>,
    /// How many fights there have been.
    pub(super) fights: u32,
    /// The scoring round that is being held, or the last one held.
    pub(super) round: Option<Round>,
    pub(super) scores: Vec<RoundScore>,
    pub(super) bonuses: Option<BySeat<MobBonuses>>,
}

impl State {
    /// The table before the first turn.
    pub fn new(setup: &Setup) -> State {
        let tiles = setup.tiles.known().map(|tiles| &tiles.0[..]);
        let tokens = setup.tokens.known().map(|tokens| &tokens.0[..]);
        State {
            options: setup.options,
            cube: setup.cube.clone(),
            spent: Blocks::NONE,
            overworld: Overworld::new(tiles, tokens),
            players: setup.boards.map(|seat, board| Player::new(seat, *board)),
            turn: 0,
            active: setup.start,
            actions: Vec::new(),
            due: None,
            duty: None,
            fight: None,
            fights: 0,
            round: None,
            scores: Vec::new(),
            bonuses: None,
        }
    }

    /// Applies one event.
    pub fn evolve(&mut self, event: &Event) {
        match event {
            Event::TurnBegan { turn, seat } => self.begin_turn(*turn, *seat),
            Event::DecisionDue { seat, duty } => self.ask(*seat, *duty),
            Event::BlockTaken {
                seat,
                column,
                block,
                uncovered,
            } => {
                *self.players[*seat].supply.of_mut(*block) += 1;
                self.take_block(*column, uncovered);
            }
            Event::Explored {
                seat,
                to,
                tiles,
                weapons,
            } => {
                self.players[*seat].at = *to;
                self.flip(tiles, weapons);
            }
            Event::Built {
                seat,
                stack,
                building,
                space,
                payment,
                xp,
            } => {
                let placed = Placed {
                    building: *building,
                    space: *space,
                    xp: *xp,
                };
                self.pay(*seat, *payment);
                self.build(*seat, *stack, placed);
            }
            Event::TokensRevealed {
                stack,
                mob,
                weapons,
                ..
            } => self.reveal(Fight::new(*stack, *mob, weapons.clone())),
            Event::HoesPaid { seat, hoes, xp } => self.pay_hoes(*seat, *hoes, *xp),
            Event::TntUsed { seat } => self.use_tnt(*seat),
            Event::TntKept { .. } => self.decide_tnt(0),
            Event::FightWon {
                seat,
                stack,
                mob,
                xp,
                ..
            } => self.win(*seat, *stack, *mob, *xp),
            Event::FightLost { .. } => self.fight = None,
            Event::WeaponCollected { seat, slot, weapon } => self.collect(*seat, *slot, *weapon),
            Event::ExtraActionTileReturned { seat, mob } => self.return_tile(*seat, *mob),
            Event::TurnEnded { .. } => self.settle(),
            Event::ScoringRoundBegan { round } => self.round = Some(*round),
            Event::RoundScored { score } => self.score(score),
            Event::MobBonusesScored { bonuses } => self.end(bonuses),
        }
    }

    fn begin_turn(&mut self, turn: u32, seat: Seat) {
        self.turn = turn;
        self.active = seat;
        self.actions.clear();
    }

    fn ask(&mut self, seat: Seat, duty: Duty) {
        self.due = Some(seat);
        self.duty = Some(duty);
    }

    /// Nobody owes anything for the moment.
    fn settle(&mut self) {
        self.due = None;
        self.duty = None;
    }

    /// A normal action, if that was due, is one of this turn's two.
    fn acted(&mut self, action: Action) {
        if self.duty == Some(Duty::Act) {
            self.actions.push(action);
        }
    }

    fn take_block(&mut self, column: Column, uncovered: &[Shown]) {
        if self.duty == Some(Duty::Pickaxe) {
            self.dig();
        }
        self.acted(Action::CollectBlocks);
        self.cube.take(column);
        uncovered.iter().for_each(|it| self.cube.show(*it));
    }

    fn dig(&mut self) {
        if let Some(fight) = &mut self.fight {
            fight.pickaxes -= 1;
        }
    }

    fn flip(&mut self, tiles: &[FlippedTile], weapons: &[FlippedToken]) {
        self.acted(Action::Explore);
        tiles.iter().for_each(|it| self.overworld.flip_tile(*it));
        weapons.iter().for_each(|it| self.overworld.flip_token(*it));
    }

    fn pay(&mut self, seat: Seat, payment: Blocks) {
        let player = &mut self.players[seat];
        player.supply = player.supply.less(payment);
        self.spent = self.spent.plus(payment);
    }

    fn build(&mut self, seat: Seat, stack: Stack, placed: Placed) {
        self.acted(Action::Build);
        self.overworld.take_tile(stack);
        let player = &mut self.players[seat];
        player.xp += placed.xp;
        player.built.push(placed);
    }

    fn reveal(&mut self, fight: Fight) {
        self.acted(Action::Fight);
        self.fights = self.fights.wrapping_add(1);
        self.fight = Some(fight);
    }

    fn pay_hoes(&mut self, seat: Seat, hoes: u8, xp: i16) {
        let player = &mut self.players[seat];
        player.hoes = player.hoes.saturating_add(u16::from(hoes)).min(HOES_MAX);
        player.hoe_xp += xp;
        player.xp += xp;
    }

    fn use_tnt(&mut self, seat: Seat) {
        self.decide_tnt(1);
        let player = &mut self.players[seat];
        player.tnt_used += 1;
        player.weapons.remove(Weapon::Tnt);
    }

    fn decide_tnt(&mut self, used: u8) {
        if let Some(fight) = &mut self.fight {
            fight.tnt -= 1;
            fight.tnt_used += used;
        }
    }

    fn win(&mut self, seat: Seat, stack: Stack, mob: Mob, xp: i16) {
        self.fight = None;
        self.overworld.take_tile(stack);
        let player = &mut self.players[seat];
        player.xp += xp;
        player.mobs.push(WonMob {
            mob,
            xp,
            returned: false,
        });
    }

    fn collect(&mut self, seat: Seat, slot: Slot, weapon: Weapon) {
        self.acted(Action::CollectWeapon);
        *self.overworld.slot_mut(slot) = None;
        self.players[seat].weapons.add(weapon);
    }

    fn return_tile(&mut self, seat: Seat, mob: Mob) {
        let mut mobs = self.players[seat].mobs.iter_mut();
        let won = mobs.find(|won| won.mob == mob);
        won.expect("who returns a mob has beaten it").returned = true;
    }

    fn score(&mut self, score: &RoundScore) {
        self.settle();
        self.players[score.seat].xp += score.xp;
        self.scores.push(score.clone());
    }

    fn end(&mut self, bonuses: &BySeat<MobBonuses>) {
        self.bonuses = Some(bonuses.clone());
        for (seat, player) in self.players.iter_mut() {
            player.xp += bonuses[seat].xp();
        }
    }

    /// Whether a scoring round is being held: some seat has yet to score, or after the last round
    /// the bonuses have.
    pub(super) fn is_being_scored(&self) -> bool {
        self.round.is_some_and(|round| {
            let scored = self.scores.iter().filter(|score| score.round == round);
            round == Round::C || scored.count() < usize::from(self.seats())
        })
    }

    /// Whether the end of the game has been scored.
    pub fn is_over(&self) -> bool {
        self.bonuses.is_some()
    }

    /// How many play.
    pub fn seats(&self) -> u8 {
        self.players.seats()
    }

    /// Who owes a decision.
    pub fn to_act(&self) -> Seats {
        self.due.map_or(Seats::NONE, Seats::only)
    }

    /// What so many hoes pay a seat.
    pub(super) fn hoes_pay(&self, seat: Seat, xp: i16) -> i16 {
        xp.min(HOE_XP_MAX - self.players[seat].hoe_xp)
    }

    /// The decision a seat owes, if it does.
    pub fn choice(&self, seat: Seat) -> Option<Choice<'_>> {
        let duty = self.duty.filter(|_| self.due == Some(seat))?;
        Some(self.choice_of(seat, duty))
    }

    /// The decision a seat would owe if it were asked for this.
    pub(super) fn choice_of(&self, seat: Seat, duty: Duty) -> Choice<'_> {
        Choice {
            seat,
            duty,
            options: self.options,
            cube: &self.cube,
            overworld: &self.overworld,
            player: &self.players[seat],
            actions: &self.actions,
            round: self.round,
        }
    }

    /// What scores are made of.
    pub(super) fn table(&self) -> ScoreBasis<'_> {
        ScoreBasis {
            options: self.options,
            players: &self.players,
            scores: &self.scores,
            bonuses: self.bonuses.as_ref(),
        }
    }
}
