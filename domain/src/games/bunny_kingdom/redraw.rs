//! A table that looks the same to one viewer, with all they cannot know drawn anew:
//! the deck, hands, reserves, parchments, and what others chose and have not shown.

use std::sync::Arc;

use super::{
    cards::{Building, Card, Parchment},
    choice::Moment,
    event::{Cards, Copied, Duty, Pick, Trade},
    land::Square,
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
    let parchments = view.seats.map(|_, it| match it.parchments.known() {
        Some(known) => known.0.clone(),
        None => unseen.parchments(it.parchment_count),
    });
    let mut holdings = view
        .seats
        .map(|seat, it| unseen.holding(view, seat, it, &parchments[seat]));
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
        thrown_away: first.thrown_away,
        done: view.done,
        saved: view.saved_camps.clone(),
        announced: view.camp.map(|call| Announced {
            seat: call.seat,
            camp: call.camp,
            asked: call.asked,
        }),
        gone: view.gone.0.clone(),
        harvests: view.harvests[..].into(),
        parchments_open: view.duty == Some(Duty::Copy) || view.parchment_scores.is_some(),
        parchment_scores: view.parchment_scores.clone().map(Arc::new),
    }
}

/// The cards a view does not show, in any order.
struct Unseen(Vec<Card>);

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
        let gone = view.gone.0.iter().copied();
        let seats = view.seats.iter().flat_map(|(_, it)| shown_by(it));
        let board = board.flat_map(|site| cards_of(&site).collect::<Vec<_>>());
        board
            .chain(towers)
            .chain(gone)
            .chain(seats)
            .for_each(|card| unseen.see(card));
        unseen
    }

    fn see(&mut self, card: Card) {
        let place = self.0.iter().position(|&it| it == card);
        self.0
            .remove(place.expect("a view shows no more cards than the box has"));
    }

    fn take(&mut self, count: u8) -> Vec<Card> {
        self.0.split_off(self.0.len() - usize::from(count))
    }

    fn parchments(&mut self, count: u8) -> Vec<Parchment> {
        let is_parchment = |card: &Card| match card {
            Card::Parchment(parchment) => Some(*parchment),
            Card::Territory(_) | Card::Building(_) | Card::Provisions => None,
        };
        let found: Vec<Parchment> = self.0.iter().filter_map(is_parchment).collect();
        let drawn = found[..usize::from(count)].to_vec();
        drawn
            .iter()
            .for_each(|&parchment| self.see(Card::Parchment(parchment)));
        drawn
    }

    fn holding(
        &mut self,
        view: &View,
        seat: Seat,
        it: &SeatView,
        parchments: &[Parchment],
    ) -> Holding {
        let has_picked = view.duty == Some(Duty::Pick) && !view.due.contains(seat);
        Holding {
            hand: self.known_or(&it.hand, it.hand_size),
            hand_size: it.hand_size,
            reserve: self.take(it.reserve),
            pick: it
                .picked
                .or_else(|| has_picked.then(|| self.pick(view.seats.seats()))),
            thrown: self.known_or(&it.thrown, it.thrown_away),
            kept: it.kept.clone(),
            parchments: parchments.to_vec(),
            parchment_count: it.parchment_count,
            camps_played: it.camps_played,
            named: it.named,
            trades: it.trades.clone(),
            copies: it.copies.0.clone(),
        }
    }

    fn known_or(&mut self, cards: &Secret<Cards>, count: u8) -> Vec<Card> {
        match cards.known() {
            Some(known) => known.0.clone(),
            None => self.take(count),
        }
    }

    fn pick(&mut self, seats: u8) -> Pick {
        let drawn = self.take(2);
        if Moment::throws_away(seats) {
            Pick::One {
                play: drawn[0],
                throw_away: drawn[1],
            }
        } else {
            Pick::Two {
                cards: [drawn[0], drawn[1]].into(),
            }
        }
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

/// The cards of a seat that a view shows.
fn shown_by(it: &SeatView) -> impl Iterator<Item = Card> {
    let kept = it.kept.iter().copied().map(Card::Building);
    let hands = [&it.hand, &it.thrown].into_iter();
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
            resource: *one_of(&Basic::ALL, roll),
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
        let copy_card = one_of(&open, roll);
        chosen.push(Copied {
            card: copy_card.card,
            parchment: *one_of(&copy_card.targets, roll),
        });
    }
    chosen
}

fn one_of<'a, T>(items: &'a [T], roll: &mut Roll) -> &'a T {
    let nth = roll.below(u32::try_from(items.len()).expect("a box is small"));
    &items[usize::try_from(nth).expect("an index fits")]
}

fn deck_size() -> u8 {
    super::components::BOX.deck_totals.total
}
