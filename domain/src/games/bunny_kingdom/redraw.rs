//! A table that looks the same to one viewer, with all they cannot know drawn anew:
//! the deck, hands, reserves, parchments, and what others chose and have not shown.

use std::sync::Arc;

use super::{
    cards::{Building, Card, Parchment},
    choice::Decision,
    event::{Cards, Copied, Duty, Pick, Trade},
    land::Square,
    memory::{self, CardShare},
    parchments,
    position::cards_of,
    realm::Basic,
    setup::Setup,
    state::{Announced, Holding, State},
    view::{SeatView, View},
};
use crate::{BySeat, Dice, Seat, Secret, dice::Roll};

/// The table. What others chose is anything they could have, each equally likely.
pub(super) fn redraw(view: &View, dice: &Dice) -> State {
    let mut unseen = Unseen::of(view, dice);
    let mut shares = memory::shares(view, &mut unseen, dice);
    for (seat, it) in view.seats.iter() {
        let share = &mut shares[seat].parchments;
        match it.parchments.known() {
            Some(known) => share.clone_from(&known.0),
            None => unseen.parchments(it.parchment_count, share),
        }
    }
    let parchments = shares.map(|_, share| share.parchments.clone());
    let mut holdings = view
        .seats
        .map(|seat, it| unseen.holding(view, seat, it, &shares[seat]));
    let mut roll = dice.roll("redraw choices", 0);
    for (seat, holding) in holdings.iter_mut() {
        if holding.named > 0 && holding.trades.is_empty() && view.duty == Some(Duty::Trade) {
            holding.trades = trades(view, seat, holding.named, &mut roll);
        }
        if holding.named > 0 && holding.copies.is_empty() && view.duty == Some(Duty::Copy) {
            holding.copies = copies(&parchments, seat, holding.named, &mut roll);
        }
    }
    let first = &view.seats[Seat(0)];
    State {
        setup: Arc::new(unseen.setup(view)),
        dealt: deck_size() - view.deck_left,
        round: view.round,
        turn: view.turn,
        duty: view.duty,
        due: view.due,
        realm: view.board,
        seats: holdings,
        reserve_left: first.reserve,
        thrown_away: first.discarded_count,
        done: view.done,
        saved: view.saved_camps.clone(),
        announced: view.camp.map(|call| Announced {
            seat: call.seat,
            camp: call.camp,
            asked: call.asked,
        }),
        waiting: view.waiting_camps.clone(),
        removed: view.removed.0.clone(),
        harvests: view.harvests[..].into(),
        parchments_open: view.duty == Some(Duty::Copy) || view.parchment_scores.is_some(),
        parchment_scores: view.parchment_scores.clone().map(Arc::new),
    }
}

const ENOUGH: &str = "a view hides no more cards than the box has";

/// The cards whose place a view does not tell, in any order.
pub(super) struct Unseen(Vec<Card>);

impl Unseen {
    fn of(view: &View, dice: &Dice) -> Unseen {
        let mut cards = Card::deck();
        dice.roll("redraw cards", 0).shuffle(&mut cards);
        let mut unseen = Unseen(cards);
        let board = view.board.sites_taken();
        let towers = view
            .board
            .links()
            .map(|_| Card::Building(Building::SkyTower));
        let removed = view.removed.0.iter().copied();
        let seats = view.seats.iter().flat_map(|(_, it)| shown_by(it));
        let seen = view.seen_hands.0.iter().flat_map(|it| &it.cards.0).copied();
        let board = board.flat_map(|site| cards_of(&site).collect::<Vec<_>>());
        board
            .chain(towers)
            .chain(removed)
            .chain(seats)
            .chain(seen)
            .for_each(|card| unseen.see(card));
        unseen
    }

    fn see(&mut self, card: Card) {
        let place = self.0.iter().position(|&it| it == card);
        self.0
            .remove(place.expect("a view shows no more cards than the box has"));
    }

    fn card(&mut self) -> Card {
        self.0.pop().expect(ENOUGH)
    }

    /// A card that leaves `owed` parchments.
    pub(super) fn card_but(&mut self, owed: usize) -> Card {
        let is_parchment = |card: &Card| card.parchment().is_some();
        let may = owed < self.0.iter().filter(|card| is_parchment(card)).count();
        let place = self.0.iter().rposition(|card| may || !is_parchment(card));
        self.0.remove(place.expect(ENOUGH))
    }

    /// As many more as make `count` of them.
    fn parchments(&mut self, count: u8, held: &mut Vec<Parchment>) {
        while held.len() < usize::from(count) {
            held.push(self.parchment());
        }
    }

    pub(super) fn parchment(&mut self) -> Parchment {
        let found = self.0.iter().rev().find_map(|card| card.parchment());
        let found = found.expect("no seat has more parchments than are left");
        self.see(Card::Parchment(found));
        found
    }

    fn holding(&mut self, view: &View, seat: Seat, it: &SeatView, share: &CardShare) -> Holding {
        let picked = has_picked(view, seat).then(|| match &share.hand[..] {
            [.., play, other] => [*play, *other],
            [..] => [self.card(), self.card()],
        });
        let hand = match share.hand.split_last_chunk::<2>() {
            Some((hand, _)) if picked.is_some() => hand,
            Some(_) | None => &share.hand,
        };
        Holding {
            hand: self.known_or(&it.hand, it.hand_size, hand),
            hand_size: it.hand_size,
            reserve: self.filled(&[], it.reserve),
            pick: it
                .picked
                .or_else(|| picked.map(|cards| pick(cards, view.seats.seats()))),
            discarded: self.known_or(&it.discarded, it.discarded_count, &share.discarded),
            kept: it.kept.clone(),
            parchments: share.parchments.clone(),
            parchment_count: it.parchment_count,
            camps_played: it.camps_played,
            named: it.named,
            trades: it.trades.clone(),
            copies: it.copies.0.clone(),
            seen_hands: Some(view.seen_hands.clone())
                .filter(|_| view.me == Some(seat))
                .unwrap_or_default(),
        }
    }

    fn known_or(&mut self, cards: &Secret<Cards>, count: u8, share: &[Card]) -> Vec<Card> {
        match cards.known() {
            Some(known) => known.0.clone(),
            None => self.filled(share, count),
        }
    }

    /// These and as many more as make `count` of them.
    fn filled(&mut self, share: &[Card], count: u8) -> Vec<Card> {
        let missing = usize::from(count) - share.len();
        let drawn = self.0.split_off(self.0.len() - missing);
        share.iter().copied().chain(drawn).collect()
    }

    /// What is left is the deck. The cards dealt lie on top of it, where nobody looks.
    fn setup(self, view: &View) -> Setup {
        let mut dealt = Unseen(Card::deck());
        self.0.iter().for_each(|&card| dealt.see(card));
        dealt.0.extend(self.0);
        Setup {
            options: view.options,
            seats: view.seats.seats(),
            deck: Secret::Known(Cards(dealt.0)),
        }
    }
}

/// Whether a seat has chosen and the view does not say what.
pub(super) fn has_picked(view: &View, seat: Seat) -> bool {
    let is_choosing = view.duty == Some(Duty::Pick) && !view.due.contains(seat);
    is_choosing && view.seats[seat].picked.is_none()
}

fn pick(cards: [Card; 2], seats: u8) -> Pick {
    if Decision::throws_away(seats) {
        let [play, throw_away] = cards;
        Pick::One { play, throw_away }
    } else {
        Pick::Two {
            cards: cards.into(),
        }
    }
}

/// The cards of a seat that a view shows.
fn shown_by(it: &SeatView) -> impl Iterator<Item = Card> {
    let kept = it.kept.iter().copied().map(Card::Building);
    let hands = [&it.hand, &it.discarded].into_iter();
    let hands = hands.flat_map(|cards| cards.known().map_or(&[][..], |cards| &cards.0));
    let picked = it.picked.into_iter().flat_map(Pick::cards);
    let parchments = it.known_parchments().iter().copied().map(Card::Parchment);
    kept.chain(hands.copied()).chain(picked).chain(parchments)
}

fn trades(view: &View, seat: Seat, count: u8, roll: &mut Roll) -> Vec<Trade> {
    let mut posts: Vec<Square> = Square::each(view.board.posts(seat)).collect();
    roll.shuffle(&mut posts);
    let posts = posts.into_iter().take(usize::from(count));
    posts
        .map(|square| Trade {
            square,
            resource: *roll.pick(&Basic::ALL),
        })
        .collect()
}

fn copies(
    parchments: &BySeat<Vec<Parchment>>,
    seat: Seat,
    count: u8,
    roll: &mut Roll,
) -> Vec<Copied> {
    let held = |seat: Seat| &parchments[seat][..];
    let mut chosen = Vec::new();
    for _ in 0..count {
        let open = parchments::copy_cards(seat, parchments.seats(), held, &chosen);
        let copy_card = roll.pick(&open);
        chosen.push(Copied {
            card: copy_card.card,
            parchment: *roll.pick(&copy_card.targets),
        });
    }
    chosen
}

fn deck_size() -> u8 {
    super::components::BOX.deck_totals.total
}
