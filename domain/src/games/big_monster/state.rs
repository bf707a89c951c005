//! A match in play, and what events make of it.

use serde::{Deserialize, Serialize};

use super::{
    choice::{Choice, Decision, Dragon},
    components::BOX,
    draft::Harbor,
    event::{Duty, Event},
    explorers::{Explorer, Explorers},
    missions::{self, Mission, OnBoard, Scope},
    setup::{Mode, Options, Setup},
    tally::Tally,
    tiles::{self, Tile, Tiles},
    tokens::Token,
    variants::{self, Group},
    zone::{ORIGIN, Spot, Zone},
};
use crate::{BySeat, Score, Seat, Seats, Secret, cast};

/// A match of Big Monster in play.
///
/// What was withheld is empty here; its size is kept beside it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct State {
    pub(super) options: Options,
    pub(super) mode: Mode,
    pub(super) missions: Vec<OnBoard>,
    pub(super) taken_out: Vec<Tile>,
    /// Explorers not yet dealt.
    pub(super) explorers: Vec<Explorer>,
    /// Tiles not yet dealt or revealed, in order.
    pub(super) deck: Vec<Tile>,
    pub(super) deck_left: u8,
    /// From one. Zero before the first, and always in the variant.
    pub(super) round: u8,
    /// From one. Zero before the first.
    pub(super) turn: u8,
    /// What is being decided. None when the match is over.
    pub(super) duty: Option<Duty>,
    pub(super) due: Seats,
    /// 4.7: who has the dragon of this round.
    pub(super) dragon: Option<Seat>,
    pub(super) seats: BySeat<Holding>,
    /// 4.10: one tile each.
    pub(super) discards: Vec<Pile>,
    /// Variant: who begins the turn.
    pub(super) first: Option<Seat>,
    pub(super) groups: Vec<Group>,
    pub(super) groups_revealed: u8,
    /// Variant: the group picked this turn.
    pub(super) picked: Option<u8>,
    /// Variant: tiles removed from the game.
    pub(super) removed: Vec<Tile>,
    pub(super) scores: Option<BySeat<Score>>,
}

/// What a seat has.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Holding {
    /// The two explorers dealt.
    pub(super) offer: Vec<Explorer>,
    /// The explorer chosen, before all are shown.
    pub(super) chosen: Option<Explorer>,
    pub(super) zone: Zone,
    /// The tiles taken from the ship this turn, until all kept tiles are shown.
    pub(super) hand: Pile,
    /// The tile kept or taken and not yet placed.
    pub(super) kept: Option<Tile>,
    /// The ship that a pass is held for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) held: Option<Seat>,
    /// 4.6: on whose ship the pile was put this turn.
    pub(super) passed_to: Option<Seat>,
    /// The pile on the ship, once all kept tiles are shown.
    pub(super) ship: Option<Pile>,
    pub(super) tokens: Vec<Token>,
}

/// Tiles held together, and who has seen them.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Pile {
    pub(super) tiles: Vec<Tile>,
    pub(super) size: u8,
    /// Who has had them in hand and seen since what was taken from them.
    pub(super) seen: Seats,
}

impl Pile {
    fn without(mut self, tile: Tile) -> Pile {
        if !self.tiles.is_empty() {
            tiles::take(&mut self.tiles, tile);
        }
        self.size -= 1;
        self
    }

    fn see(&mut self, seat: Seat) {
        self.seen = self.seen.iter().chain([seat]).collect();
    }
}

impl State {
    /// Where in the match this is.
    pub fn moment(&self) -> crate::Moment {
        let stage = match self.duty {
            Some(Duty::Explorer) => "explorers",
            Some(Duty::Draft | Duty::Keep) => "draft",
            Some(Duty::Take) => "groups",
            Some(Duty::Place) => "placement",
            Some(Duty::Discard) => "discards",
            None => "end",
        };
        crate::Moment {
            stage,
            round: self.round.max(1), // the variant has none
            turn: self.turn.into(),
        }
    }

    /// The table before the first explorers are dealt.
    pub fn new(setup: &Setup) -> State {
        let deck = setup.tiles.known().map_or_else(Vec::new, |it| it.0.clone());
        let explorers = setup.explorers.known();
        let normal = super::setup::normal_tiles(setup.mode, setup.seats).len();
        State {
            options: setup.options,
            mode: setup.mode,
            missions: missions::board(&setup.missions, setup.mode),
            taken_out: setup.taken_out.0.clone(),
            explorers: explorers.map_or_else(Vec::new, |it| it.0.clone()),
            deck,
            deck_left: cast::<u8>(normal),
            round: 0,
            turn: 0,
            duty: None,
            due: Seats::NONE,
            dragon: None,
            seats: BySeat::new(setup.seats, |_| Holding::default()),
            discards: Vec::new(),
            first: setup.first,
            groups: Vec::new(),
            groups_revealed: 0,
            picked: None,
            removed: Vec::new(),
            scores: None,
        }
    }

    /// Applies one event.
    pub fn evolve(&mut self, event: &Event) {
        match event {
            Event::ExplorersDealt { offers } => self.deal(offers),
            Event::DecisionsDue { duty, seats } => {
                self.duty = Some(*duty);
                self.due = *seats;
            }
            Event::ExplorerChosen { seat, explorer } => {
                self.decided(*seat).chosen = explorer.known().copied();
            }
            Event::ExplorersRevealed { explorers } => self.show(explorers),
            Event::TurnStarted { round, turn, hands } => self.start_turn(*round, *turn, hands),
            Event::TileKept { seat, tile } => self.decided(*seat).kept = tile.known().copied(),
            Event::PassHeld { seat, tile, ship } => {
                let holding = self.decided(*seat);
                holding.kept = tile.known().copied();
                holding.held = ship.known().copied();
            }
            Event::PassesSettled { lost, .. } => {
                for seat in lost.iter() {
                    (self.seats[seat].kept, self.seats[seat].held) = (None, None);
                }
            }
            Event::PilePassed { from, to, .. } => {
                let holding = &mut self.seats[*from];
                (holding.passed_to, holding.held) = (Some(*to), None);
            }
            Event::DragonTaken { seat, .. } => self.dragon = Some(*seat),
            Event::TilesRevealed { tiles } => self.reveal(tiles),
            Event::TilePlaced { seat, tile, x, y } => {
                let holding = self.decided(*seat);
                holding.kept = None;
                holding.zone.lay(*tile, Spot { x: *x, y: *y });
            }
            Event::Mutated { seat, nth, level } => {
                self.seats[*seat].zone.tiles[usize::from(*nth)].level = *level;
            }
            Event::TokenGiven { to, token, .. } => self.give(Seats::only(*to), *token),
            Event::MissionPaid {
                mission,
                scope,
                seats,
                ..
            } => self.pay(*mission, *scope, *seats),
            Event::RoundEnded { .. } => self.clear_ships(),
            Event::DragonSettled { seat, .. } => {
                self.dragon = None;
                self.give(Seats::only(*seat), Token::Dragon {});
            }
            Event::DiscardsOpened { seat, tiles } => self.open_discards(*seat, tiles),
            Event::DiscardTaken { nth, .. } => drop(self.discards.remove(usize::from(*nth))),
            Event::DiscardsLeft { seat } => self.due = self.due.without(*seat),
            Event::GroupsOpened {
                turn,
                first,
                groups,
            } => self.open_groups(*turn, *first, groups),
            Event::TileTaken {
                seat,
                group,
                take,
                remove,
            } => self.take_tile(*seat, *group, *take, *remove),
            Event::PenaltyPaid { seats, .. } => self.give(*seats, Token::Penalty {}),
            Event::Scored { scores } => self.finish(scores),
        }
    }

    /// The match is over: nothing is asked any more.
    fn finish(&mut self, scores: &BySeat<Score>) {
        self.scores = Some(scores.map(|_, score| score.moved(-ORIGIN)));
        self.duty = None;
        self.picked = None;
        for (_, holding) in self.seats.iter_mut() {
            holding.passed_to = None;
        }
    }

    /// A seat has decided what it owed.
    fn decided(&mut self, seat: Seat) -> &mut Holding {
        self.due = self.due.without(seat);
        &mut self.seats[seat]
    }

    fn deal(&mut self, offers: &BySeat<Secret<Explorers>>) {
        self.explorers.clear();
        for (seat, holding) in self.seats.iter_mut() {
            let offer = offers[seat].known();
            holding.offer = offer.map_or_else(Vec::new, |it| it.0.clone());
        }
    }

    fn show(&mut self, explorers: &BySeat<Explorer>) {
        for (seat, holding) in self.seats.iter_mut() {
            holding.chosen = None;
            holding.zone = Zone::new(explorers[seat]);
        }
    }

    /// 7.2 and 7.3: all are paid, and then it is closed.
    fn pay(&mut self, mission: Mission, scope: Scope, seats: Seats) {
        self.give(seats, Token::Mission { mission, scope });
        let mut board = self.missions.iter_mut();
        let tokens = board.find(|it| it.mission == mission);
        let tokens = tokens.expect("a mission that pays is on the board");
        match scope {
            Scope::Individual => tokens.individual = false,
            Scope::Team => tokens.team = false,
        }
    }

    /// 4.10
    fn clear_ships(&mut self) {
        let ships = self.seats.iter_mut();
        let piles = ships.filter_map(|(_, holding)| holding.ship.take());
        self.discards.extend(piles);
    }

    /// 4.2
    fn start_turn(&mut self, round: u8, turn: u8, hands: &BySeat<Secret<Tiles>>) {
        let draft = &BOX.setup.draft;
        (self.round, self.turn) = (round, turn);
        if turn == 1 {
            let dealt = draft.hand * self.seats.seats();
            self.deck.drain(..usize::from(dealt).min(self.deck.len()));
            self.deck_left -= dealt;
        }
        for (seat, holding) in self.seats.iter_mut() {
            // Whoever saw a pile on its way knows it in the next hand, too.
            let mut hand = holding.ship.take().unwrap_or_default();
            if let Some(tiles) = hands[seat].known() {
                hand.tiles.clone_from(&tiles.0);
            }
            hand.size = draft.hand + 1 - turn;
            hand.see(seat);
            holding.hand = hand;
            holding.passed_to = None;
        }
    }

    /// 4.8
    fn reveal(&mut self, tiles: &BySeat<Tile>) {
        for (seat, &tile) in tiles.iter() {
            let holding = &mut self.seats[seat];
            holding.kept = Some(tile);
            let pile = std::mem::take(&mut holding.hand).without(tile);
            let ship = holding.passed_to.unwrap_or(seat);
            self.seats[ship].ship = Some(pile);
        }
    }

    fn give(&mut self, seats: Seats, token: Token) {
        for seat in seats.iter() {
            self.seats[seat].tokens.push(token);
        }
    }

    /// 8.1
    fn open_discards(&mut self, seat: Seat, tiles: &Secret<Tiles>) {
        self.discards.iter_mut().for_each(|pile| pile.see(seat));
        let known = tiles.known().map_or(&[][..], |tiles| &tiles.0);
        for (pile, tile) in self.discards.iter_mut().zip(known) {
            pile.tiles = vec![*tile];
        }
    }

    /// 9.3
    fn open_groups(&mut self, turn: u8, first: Seat, groups: &[Group]) {
        self.turn = turn;
        self.first = Some(first);
        self.picked = None;
        self.groups.extend_from_slice(groups);
        for group in groups {
            let size = group.tiles.len();
            self.deck.drain(..size.min(self.deck.len()));
            self.deck_left -= cast::<u8>(size);
            self.groups_revealed += 1;
        }
    }

    /// 9.4
    fn take_tile(&mut self, seat: Seat, number: u8, take: Tile, remove: Tile) {
        self.due = Seats::NONE;
        self.picked = Some(number);
        self.removed.push(remove);
        self.seats[seat].kept = Some(take);
        let mut groups = self.groups.iter_mut();
        let group = groups.find(|it| it.number == number);
        let group = group.expect("a tile is taken from an open group");
        tiles::take(&mut group.tiles, take);
        tiles::take(&mut group.tiles, remove);
        self.groups.retain(|it| !it.tiles.is_empty());
    }

    /// The seats that have passed and wait for the others.
    pub(super) fn held_passes(&self) -> Seats {
        let waits =
            |(seat, it): &(Seat, &Holding)| it.passed_to.is_none() && !self.due.contains(*seat);
        match self.duty {
            Some(Duty::Draft) => self
                .seats
                .iter()
                .filter(waits)
                .map(|(seat, _)| seat)
                .collect(),
            Some(_) | None => Seats::NONE,
        }
    }

    /// Whether somebody has passed and waits for the others.
    pub fn holds_passes(&self) -> bool {
        !self.held_passes().is_empty()
    }

    /// Whether the zones have been scored.
    pub fn is_over(&self) -> bool {
        self.scores.is_some()
    }

    /// How many sit at the table.
    pub fn players(&self) -> u8 {
        self.seats.seats()
    }

    /// How many teams there are, if there are teams.
    pub fn teams(&self) -> Option<u8> {
        self.mode.teams(self.players())
    }

    /// What there is in each zone.
    pub fn tallies(&self) -> BySeat<Tally> {
        self.seats.map(|_, it| Tally::of(&it.zone, &self.options))
    }

    /// The next tiles of the deck.
    pub fn next_tiles(&self, count: u8) -> &[Tile] {
        &self.deck[..usize::from(count)]
    }

    pub(super) fn dragon(&self) -> Dragon {
        Dragon::of(&self.options, self.dragon)
    }

    pub(super) fn harbor(&self, seat: Seat) -> Harbor {
        let passed = self.seats.iter().filter_map(|(_, it)| it.passed_to);
        Harbor::of(
            seat,
            self.players(),
            passed.collect(),
            self.seats[seat].zone.explorer,
        )
    }

    /// The decision a seat owes, if it does.
    pub fn choice(&self, seat: Seat) -> Option<Choice<'_>> {
        let duty = self.duty.filter(|_| self.due.contains(seat))?;
        let holding = &self.seats[seat];
        let hand = &holding.hand.tiles[..];
        let moment = match duty {
            Duty::Explorer => Decision::Explorer {
                offer: &holding.offer,
            },
            Duty::Draft => Decision::Draft {
                hand,
                harbor: self.harbor(seat),
                dragon: self.dragon(),
            },
            Duty::Keep => Decision::Keep { hand },
            Duty::Place => Decision::Place {
                tile: holding.kept?,
                zone: &holding.zone,
            },
            Duty::Discard => Decision::Discard {
                discards: self
                    .discards
                    .iter()
                    .flat_map(|it| it.tiles.iter().copied())
                    .collect(),
                zone: &holding.zone,
                may_leave: !self.options.must_take_a_discard(),
            },
            Duty::Take => Decision::Take {
                groups: &self.groups,
                picked: self.picked,
            },
        };
        Some(Choice {
            seat,
            seats: self.players(),
            moment,
        })
    }

    /// Variant: how many piles have not been revealed.
    pub fn piles_left(&self) -> u8 {
        variants::table(self.players()).piles - self.groups_revealed
    }
}
