//! A moment at any table, written by hand: for score keepers and planners.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{
    cards::{Building, Card},
    choice,
    components::{BOX, Direction},
    event::{Cards, Copied, Copies, Duty, Parchments},
    illegal::Illegal,
    parchments,
    realm::{Realm, Site, Structure},
    seen_hands::SeenHands,
    setup::Options,
    view::{SeatView, View},
};
use crate::{BySeat, Seat, Seats, Secret};

/// No seat has come near to so many points.
const POINTS_MAX: i16 = 3_000;

/// A moment at any table. Only the number of players and the squares must be given.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = BunnyKingdomPosition)]
pub struct Position {
    /// How many play.
    #[schema(minimum = 2, maximum = 4)]
    pub players: u8,
    /// The squares somebody controls.
    #[schema(max_items = 100)]
    pub squares: Vec<Site>,
    /// Each seat's parchments. Left out: none.
    #[serde(default)]
    pub parchments: Option<BySeat<Parchments>>,
    /// What each seat's copy cards became. Left out: nothing yet.
    #[serde(default)]
    pub copies: Option<BySeat<Copies>>,
    /// How many camp cards each seat has played. Left out: as many as are on the board
    /// and in front of it.
    #[serde(default)]
    pub camps_played: Option<BySeat<u8>>,
    /// Each seat's points of earlier harvests. Left out: none.
    #[serde(default)]
    pub points: Option<BySeat<i16>>,
    /// Whose view this is. Left out: seat 0.
    #[serde(default)]
    pub me: Option<Seat>,
    /// The cards `me` picks from, at most twelve. Left out: no pick is due.
    #[serde(default)]
    pub hand: Option<Cards>,
    /// The buildings in front of `me`, to be built if no pick is due.
    #[serde(default)]
    #[schema(max_items = 42)]
    pub kept: Vec<Building>,
}

impl Position {
    /// The view of whoever looks at this table. Another harvest is to come.
    ///
    /// # Errors
    ///
    /// Why no table can stand like this.
    pub fn imagine(self) -> Result<View, Illegal> {
        let me = self.me.unwrap_or(Seat(0));
        let deal = BOX.players.by_count.get(&self.players);
        let deal = deal
            .filter(|_| me.0 < self.players)
            .ok_or(Illegal::BadSeats)?;
        let realm = Realm::new(&self.squares, self.players)?;
        let hand = self.hand.as_ref().map_or(&[][..], |hand| &hand.0);
        if hand.len() > 12 {
            return Err(Illegal::TooMuch);
        }
        self.check_cards(&realm, hand)?;
        let round = BOX.players.rounds;
        let mut view = View {
            me: Some(me),
            options: Options::default(),
            round,
            turn: deal.turns_per_round,
            pass_to: Direction::Right,
            duty: None,
            due: Seats::NONE,
            deck_left: 0,
            board: realm,
            seats: self.seats(&realm, me)?,
            seen_hands: SeenHands::default(),
            camp: None,
            waiting_camps: Vec::new(),
            saved_camps: Vec::new(),
            done: Seats::NONE,
            removed: Cards::default(),
            harvests: Vec::new(),
            parchment_scores: None,
        };
        view.duty = duty(&view, me);
        view.due = view.duty.map_or(Seats::NONE, |_| Seats::only(me));
        Ok(view)
    }

    /// 2.3: no card is there more often than in the box.
    fn check_cards(&self, realm: &Realm, hand: &[Card]) -> Result<(), Illegal> {
        let held = self.parchments.iter().flat_map(BySeat::iter);
        let parchments = held.flat_map(|(_, held)| held.0.iter().copied().map(Card::Parchment));
        let kept = self.kept.iter().copied().map(Card::Building);
        let built = self.squares.iter().flat_map(cards_of);
        let towers = realm.links().map(|_| Card::Building(Building::SkyTower));
        let used: Vec<Card> = parchments
            .chain(kept)
            .chain(towers)
            .chain(built)
            .chain(hand.iter().copied())
            .collect();
        let deck = Card::deck();
        let count = |cards: &[Card], card: Card| cards.iter().filter(|it| **it == card).count();
        let more = |card: &&Card| count(&used, **card) > count(&deck, **card);
        match used.iter().find(more) {
            Some(&card) => Err(Illegal::CardTwice(card)),
            None => Ok(()),
        }
    }

    fn seats(&self, realm: &Realm, me: Seat) -> Result<BySeat<SeatView>, Illegal> {
        let parchments = by_seat(self.players, self.parchments.as_ref())?;
        let copies = by_seat(self.players, self.copies.as_ref())?;
        let points = by_seat(self.players, self.points.as_ref())?;
        let kept = |seat| if seat == me { &self.kept[..] } else { &[] };
        let camps = match &self.camps_played {
            Some(_) => by_seat(self.players, self.camps_played.as_ref())?,
            None => BySeat::new(self.players, |seat| {
                let waiting = kept(seat).iter().filter(|it| it.is_camp()).count();
                realm.camps(seat) + u8::try_from(waiting).expect("at most 42 cards")
            }),
        };
        for (seat, &points) in points.iter() {
            if !(0..=POINTS_MAX).contains(&points) || camps[seat] > 6 {
                return Err(Illegal::TooMuch);
            }
            check_copies(seat, &parchments, &copies[seat].0)?;
        }
        Ok(parchments.map(|seat, held| {
            let hand = self.hand.clone().filter(|_| seat == me).unwrap_or_default();
            SeatView {
                hand_size: u8::try_from(hand.0.len()).expect("at most twelve cards"),
                hand: Secret::Known(hand),
                reserve: 0,
                discarded_count: 0,
                discarded: Secret::Known(Cards::default()),
                picked: None,
                kept: kept(seat).to_vec(),
                parchment_count: u8::try_from(held.0.len()).expect("at most 37 parchments"),
                parchments: Secret::Known(held.clone()),
                camps_played: camps[seat],
                named: 0,
                trades: Vec::new(),
                copies: copies[seat].clone(),
                points: points[seat],
            }
        }))
    }
}

/// What `me` decides: a pick, then construction, then trading posts not yet named,
/// then copy cards.
fn duty(view: &View, me: Seat) -> Option<Duty> {
    let own = &view.seats[me];
    let due = |duty, is_due: bool| is_due.then_some(duty);
    due(Duty::Pick, own.hand_size > 1)
        .or_else(|| due(Duty::Build, view.site(me).can_act()))
        .or_else(|| due(Duty::Trade, view.board.has_unnamed_post(me)))
        .or_else(|| due(Duty::Copy, !view.copy_cards(me).is_empty()))
}

/// The cards it took to make a square what it is, but for sky towers: a card makes two.
pub(super) fn cards_of(site: &Site) -> impl Iterator<Item = Card> {
    let building = site.building.and_then(Structure::card);
    let is_camp = building.is_some_and(Building::is_camp);
    let territory = (!is_camp).then_some(Card::Territory(site.at));
    let building = building.map(Card::Building);
    [territory, building].into_iter().flatten()
}

/// A value for each seat.
fn by_seat<T: Clone + Default>(seats: u8, given: Option<&BySeat<T>>) -> Result<BySeat<T>, Illegal> {
    match given {
        Some(values) if values.seats() == seats => Ok(values.clone()),
        Some(_) => Err(Illegal::BadSeats),
        None => Ok(BySeat::new(seats, |_| T::default())),
    }
}

/// 9.14: each copy card once, and what a path leads to.
fn check_copies(
    seat: Seat,
    parchments: &BySeat<Parchments>,
    copies: &[Copied],
) -> Result<(), Illegal> {
    let held = |seat: Seat| &parchments[seat].0[..];
    for (nth, copy) in copies.iter().enumerate() {
        let open = parchments::copy_cards(seat, parchments.seats(), held, &copies[..nth]);
        let moment = choice::Moment::Copy { cards: open };
        let choice = choice::Choice { seat, moment };
        choice.resolve(copy.command())?;
    }
    Ok(())
}
