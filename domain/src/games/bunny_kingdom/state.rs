//! A match in play, and what events make of it.

use std::{mem, sync::Arc};

use serde::{Deserialize, Serialize};

use super::{
    cards::{Building, Card, Parchment},
    choice::{BuildingSite, Choice, CopyCard, Decision},
    components::{BOX, Direction},
    event::{Cards, Copied, Duty, Event, Parchments, Pick, Play, Plays, Trade},
    fiefs::Fiefs,
    land::Square,
    parchments::{self, ParchmentScores},
    realm::Realm,
    seen_hands::SeenHands,
    setup::Setup,
    stored,
};
use crate::{BySeat, Seat, Seats, Secret};

/// A match of Bunny Kingdom in play.
///
/// What was withheld is empty here; its size is kept beside it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct State {
    pub(super) setup: Arc<Setup>,
    /// How many cards of the deck have been dealt and drawn.
    pub(super) dealt: u8,
    /// From one. Zero before the first deal.
    pub(super) round: u8,
    /// The turn of the round, from one.
    pub(super) turn: u8,
    /// What is being decided. None when the match is over.
    pub(super) duty: Option<Duty>,
    pub(super) due: Seats,
    pub(super) realm: Realm,
    pub(super) seats: BySeat<Holding>,
    /// How many cards each reserve has.
    pub(super) reserve_left: u8,
    /// How many cards each seat has thrown away.
    pub(super) thrown_away: u8,
    /// Who builds nothing more this round.
    pub(super) done: Seats,
    /// 6A.5: camps announced and then saved, this round.
    pub(super) saved: Vec<u8>,
    pub(super) announced: Option<Announced>,
    /// 6A.3: camps announced while another was asked for, in the order of their turns.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(super) waiting: Vec<u8>,
    /// Cards played that lie nowhere any more.
    #[serde(rename = "gone")]
    pub(super) removed: Vec<Card>,
    pub(super) harvests: Arc<[BySeat<Fiefs>]>,
    pub(super) parchments_open: bool,
    pub(super) parchment_scores: Option<Arc<BySeat<ParchmentScores>>>,
}

/// What a seat has besides squares.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Holding {
    pub(super) hand: Vec<Card>,
    pub(super) hand_size: u8,
    pub(super) reserve: Vec<Card>,
    pub(super) pick: Option<Pick>,
    #[serde(rename = "thrown")]
    pub(super) discarded: Vec<Card>,
    pub(super) kept: Vec<Building>,
    pub(super) parchments: Vec<Parchment>,
    pub(super) parchment_count: u8,
    pub(super) camps_played: u8,
    /// How many trading posts it named, or copy cards it chose for, and has not shown.
    pub(super) named: u8,
    /// Named this round and not yet shown.
    pub(super) trades: Vec<Trade>,
    pub(super) copies: Vec<Copied>,
    /// What it remembers of hands it passed on.
    #[serde(default, rename = "sightings", with = "stored::seen_hands")]
    pub(super) seen_hands: SeenHands,
}

/// 6A: a camp announced, and how far the asking has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Announced {
    /// By whom.
    pub seat: Seat,
    /// Its number.
    pub camp: u8,
    /// The number asked for last. Zero before the first.
    pub asked: u8,
}

impl State {
    /// The table before the first cards are dealt.
    pub fn new(setup: &Setup) -> State {
        State {
            dealt: 0,
            round: 0,
            turn: 0,
            duty: None,
            due: Seats::NONE,
            realm: Realm::default(),
            seats: BySeat::new(setup.seats, |_| Holding::default()),
            reserve_left: 0,
            thrown_away: 0,
            done: Seats::NONE,
            saved: Vec::new(),
            announced: None,
            waiting: Vec::new(),
            removed: Vec::new(),
            harvests: Arc::default(),
            parchments_open: false,
            parchment_scores: None,
            setup: Arc::new(setup.clone()),
        }
    }

    /// Applies one event.
    pub fn evolve(&mut self, event: &Event) {
        match event {
            Event::Dealt {
                round,
                hands,
                reserves,
            } => self.deal(*round, hands, reserves.as_ref()),
            Event::ReserveDrawn { cards } => self.draw(cards),
            Event::DecisionsDue { duty, seats } => self.ask(*duty, *seats),
            Event::Picked { seat, pick } => self.pick(*seat, pick),
            Event::Revealed { played } => self.reveal(played),
            Event::ProvisionsDrawn { seat, played } => {
                self.dealt += 2;
                played.iter().for_each(|play| self.play(*seat, play));
            }
            Event::HandsPassed { to, hands } => self.pass(*to, hands),
            Event::Built {
                seat,
                building,
                square,
            } => self.build(*seat, *building, &[*square]),
            Event::TowersBuilt { seat, squares } => {
                self.build(*seat, Building::SkyTower, &squares.both());
            }
            Event::CampAnnounced { seat, camp } => self.announce(*seat, *camp),
            Event::CampAsked { seat, camp } => {
                self.ask(Duty::Camp, Seats::only(*seat));
                self.announced = self.announced.map(|it| Announced { asked: *camp, ..it });
            }
            Event::CampPlaced { seat, camp, square } => {
                let card = Building::camp(*camp).expect("six camps have numbers");
                self.build(*seat, card, &[*square]);
                self.answered(*camp);
            }
            Event::CampPassed { camp, .. } => {
                if self.announced.is_some_and(|it| it.camp == *camp) {
                    self.saved.push(*camp); // 6A.5
                }
                self.answered(*camp);
            }
            Event::ConstructionDone { seat } => {
                self.due = self.due.without(*seat);
                self.done = self.done.iter().chain([*seat]).collect();
            }
            Event::TradeNamed { seat, trade } => self.named(*seat).trades.extend(trade.known()),
            Event::TradesRevealed { trades } => self.reveal_trades(trades),
            Event::Harvested { fiefs, .. } => {
                self.harvests = self.harvests.iter().chain([fiefs]).cloned().collect();
            }
            Event::ParchmentsRevealed { parchments } => self.turn_up(parchments),
            Event::CopyChosen { seat, copy } => self.named(*seat).copies.extend(copy.known()),
            Event::CopiesRevealed { copies } => {
                for (seat, holding) in self.seats.iter_mut() {
                    holding.named = 0;
                    holding.copies.clone_from(&copies[seat].0);
                }
            }
            Event::ParchmentsScored { scores } => {
                self.parchment_scores = Some(Arc::new(scores.clone()));
                self.duty = None;
            }
        }
    }

    fn deal(
        &mut self,
        round: u8,
        hands: &BySeat<Secret<Cards>>,
        reserves: Option<&BySeat<Secret<Cards>>>,
    ) {
        let deal = BOX.players.deal(self.setup.seats);
        self.round = round;
        self.turn = 1;
        self.dealt += deal.cards_dealt_per_round;
        self.reserve_left = deal.reserve;
        self.done = Seats::NONE;
        self.saved.clear();
        for (seat, holding) in self.seats.iter_mut() {
            holding.seen_hands.close();
            holding.hand = known(&hands[seat]);
            holding.hand_size = deal.hand;
            holding.reserve = reserves.map_or_else(Vec::new, |all| known(&all[seat]));
        }
    }

    fn draw(&mut self, cards: &BySeat<Secret<Card>>) {
        self.reserve_left -= 1;
        for (seat, holding) in self.seats.iter_mut() {
            holding.reserve.drain(..1.min(holding.reserve.len()));
            holding.hand.extend(cards[seat].known());
            holding.hand_size += 1;
        }
    }

    fn pass(&mut self, to: Direction, hands: &BySeat<Secret<Cards>>) {
        self.turn += 1;
        let seats = self.setup.seats;
        for (seat, holding) in self.seats.iter_mut() {
            let passed = mem::replace(&mut holding.hand, known(&hands[seat]));
            let next = |seat| to.neighbor(seat, seats);
            holding.seen_hands.pass(seat, passed, &holding.hand, &next);
        }
    }

    fn ask(&mut self, duty: Duty, seats: Seats) {
        self.duty = Some(duty);
        self.due = seats;
    }

    fn pick(&mut self, seat: Seat, pick: &Secret<Pick>) {
        self.due = self.due.without(seat);
        let holding = &mut self.seats[seat];
        holding.hand_size -= 2;
        holding.pick = pick.known().copied();
        for card in holding.pick.into_iter().flat_map(Pick::cards) {
            let place = holding.hand.iter().position(|&held| held == card);
            holding
                .hand
                .remove(place.expect("who picks a card holds it"));
        }
    }

    fn reveal(&mut self, played: &BySeat<Plays>) {
        let discarded = u8::from(Decision::throws_away(self.setup.seats));
        self.thrown_away += discarded;
        for (seat, plays) in played.iter() {
            let holding = &mut self.seats[seat];
            holding.seen_hands.watch(played, discarded);
            if let Some(Pick::One { throw_away, .. }) = holding.pick.take() {
                holding.discarded.push(throw_away);
            }
            plays.0.iter().for_each(|play| self.play(seat, play));
        }
    }

    fn play(&mut self, seat: Seat, play: &Play) {
        let holding = &mut self.seats[seat];
        match play {
            Play::Territory {
                square,
                camp_removed,
            } => {
                let camp = camp_removed.and_then(|it| Building::camp(it.camp));
                self.removed.extend(camp.map(Card::Building));
                self.realm.take(seat, *square);
            }
            Play::Building { card } => {
                holding.kept.push(*card);
                holding.camps_played += u8::from(card.is_camp());
            }
            Play::Provisions => self.removed.push(Card::Provisions),
            Play::Parchment { card } => {
                holding.parchment_count += 1;
                holding.parchments.extend(card.known());
            }
        }
    }

    fn build(&mut self, seat: Seat, building: Building, squares: &[Square]) {
        let kept = &mut self.seats[seat].kept;
        let place = kept.iter().position(|&card| card == building);
        kept.remove(place.expect("who builds has the card"));
        for &square in squares {
            self.realm.build(seat, building, square);
        }
    }

    fn announce(&mut self, seat: Seat, camp: u8) {
        if self.announced.is_some() {
            self.waiting.push(camp); // 6A.3
            return;
        }
        self.due = Seats::NONE;
        self.announced = Some(Announced {
            seat,
            camp,
            asked: 0,
        });
    }

    /// The camp asked for was placed or kept; with the announced one the asking ends, and
    /// that for the next one announced begins, unless it was placed meanwhile.
    fn answered(&mut self, camp: u8) {
        self.due = Seats::NONE;
        self.announced = self.announced.filter(|it| it.camp != camp);
        while self.announced.is_none() && !self.waiting.is_empty() {
            let camp = self.waiting.remove(0);
            let owner = self.owner_of(camp);
            self.announced = owner.map(|seat| Announced {
                seat,
                camp,
                asked: 0,
            });
        }
    }

    /// The seat that has a camp in front of it.
    pub(super) fn owner_of(&self, camp: u8) -> Option<Seat> {
        let card = Building::camp(camp)?;
        let mut seats = self.seats.iter();
        let (seat, _) = seats.find(|(_, holding)| holding.kept.contains(&card))?;
        Some(seat)
    }

    /// 6A.3: the seat that is asked for a camp now, and the camp's number.
    pub(super) fn asked(&self) -> Option<(Seat, u8)> {
        let asked = self.announced?.asked;
        Some((self.owner_of(asked)?, asked))
    }

    /// A seat has named or chosen something that does not show yet.
    fn named(&mut self, seat: Seat) -> &mut Holding {
        self.due = self.due.without(seat);
        let holding = &mut self.seats[seat];
        holding.named += 1;
        holding
    }

    fn reveal_trades(&mut self, trades: &[Trade]) {
        for trade in trades {
            self.realm.trade(trade.square, trade.resource);
        }
        for (_, holding) in self.seats.iter_mut() {
            holding.trades.clear();
            holding.named = 0;
        }
    }

    fn turn_up(&mut self, parchments: &BySeat<Parchments>) {
        self.parchments_open = true;
        for (seat, holding) in self.seats.iter_mut() {
            holding.parchments.clone_from(&parchments[seat].0);
            holding.seen_hands.turn_up(parchments);
        }
    }

    /// Whether all parchments have been scored.
    pub fn is_over(&self) -> bool {
        self.parchment_scores.is_some()
    }

    /// A seat's score so far.
    pub fn points(&self, seat: Seat) -> i16 {
        let harvests = self.harvests.iter().map(|fiefs| fiefs[seat].points());
        let parchments = self.parchment_scores.as_deref();
        let parchments = parchments.map_or(0, |scores| scores[seat].points());
        harvests.sum::<i16>() + parchments
    }

    /// What is going on, in the words of the rules.
    pub fn stage(&self) -> &'static str {
        match self.duty {
            Some(Duty::Pick) => "exploration",
            Some(Duty::Build | Duty::Camp) => "construction",
            Some(Duty::Trade) => "harvest",
            Some(Duty::Copy) | None => "end",
        }
    }

    /// The next cards of the deck.
    pub fn next_cards(&self, count: u8) -> &[Card] {
        let from = usize::from(self.dealt);
        &self.setup.deck.get().0[from..from + usize::from(count)] // 2.3: it never runs out
    }

    /// What a seat could build now if it were its time.
    pub fn site(&self, seat: Seat) -> BuildingSite<'_> {
        BuildingSite {
            seat,
            realm: &self.realm,
            kept: &self.seats[seat].kept,
            saved: &self.saved,
            announced: self.announced.map(|it| it.camp),
            waiting: &self.waiting,
        }
    }

    /// The copy cards a seat has still to choose for, once parchments are open.
    pub fn copy_cards(&self, seat: Seat) -> Vec<CopyCard> {
        let held = |seat: Seat| &self.seats[seat].parchments[..];
        parchments::copy_cards(seat, self.setup.seats, held, &self.seats[seat].copies)
    }

    /// The decision a seat owes, if it does.
    pub fn choice(&self, seat: Seat) -> Option<Choice<'_>> {
        let duty = self.duty.filter(|_| self.due.contains(seat))?;
        let holding = &self.seats[seat];
        let moment = match duty {
            Duty::Pick => Decision::Pick {
                seats: self.setup.seats,
                hand: &holding.hand,
            },
            Duty::Build | Duty::Camp => {
                let asked = self.asked().filter(|(asked, _)| *asked == seat);
                let site = self.site(seat);
                Decision::construction(duty, asked, site, self.done)
            }
            Duty::Trade => Decision::Trade {
                realm: &self.realm,
                named: &holding.trades,
            },
            Duty::Copy => Decision::Copy {
                cards: self.copy_cards(seat),
            },
        };
        Some(Choice { seat, moment })
    }
}

/// The cards, if they were not withheld.
fn known(cards: &Secret<Cards>) -> Vec<Card> {
    cards.known().map_or_else(Vec::new, |cards| cards.0.clone())
}
