//! A moment at any table, written by hand: for score keepers and planners.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{
    cards::{Building, Card},
    components::{BOX, Direction},
    event::{Cards, Copies, Duty, Parchments, Trade},
    fiefs::Fiefs,
    illegal::Illegal,
    possible::{self, by_seat, check_copies, size},
    realm::{Realm, Site, Structure},
    seen_hands::SeenHands,
    setup::Options,
    view::{CampCall, SeatView, View},
};
use crate::{BySeat, Seat, Seats, Secret, cast, kit::contradiction::Contradiction};

/// A position at any table. Only the number of players and the squares are required.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = BunnyKingdomPosition)]
pub struct Position {
    /// The number of players.
    #[schema(minimum = 2, maximum = 4)]
    pub players: u8,
    /// The squares that somebody controls.
    #[schema(max_items = 100)]
    pub squares: Vec<Site>,
    /// Each seat's parchments. Default: none.
    #[serde(default)]
    pub parchments: Option<BySeat<Parchments>>,
    /// What each seat's copy cards became. Default: nothing yet.
    #[serde(default)]
    pub copies: Option<BySeat<Copies>>,
    /// How many camp cards each seat has played. Default: as many as are on the board and in front
    /// of the seat.
    #[serde(default)]
    pub camps_played: Option<BySeat<u8>>,
    /// Each seat's points from earlier harvests, as one line of its sheet. Default: what `harvests`
    /// pay, or none.
    #[serde(default)]
    pub points: Option<BySeat<i16>>,
    /// The seat whose view this is. Default: seat 0.
    #[serde(default)]
    pub me: Option<Seat>,
    /// The cards that `me` picks from, at most twelve. Default: none, and no pick is due.
    #[serde(default)]
    pub hand: Option<Cards>,
    /// The buildings in front of `me`, to be built if no pick is due.
    #[serde(default)]
    #[schema(max_items = 42)]
    pub kept: Vec<Building>,
    /// The buildings in front of the other seats, by seat; empty for `me`. Default: none.
    #[serde(default)]
    pub others_kept: Option<BySeat<KeptPosition>>,
    /// How many parchments each seat holds, if not all of them are known. Default: the number of
    /// those given.
    #[serde(default)]
    pub parchment_counts: Option<BySeat<u8>>,
    /// The round, from 1 to 4. Default: the round after the harvests held.
    #[serde(default)]
    #[schema(minimum = 1, maximum = 4)]
    pub round: Option<u8>,
    /// The turn of the round's exploration, counted from one. Default: the last turn.
    #[serde(default)]
    #[schema(minimum = 1, maximum = 10)]
    pub turn: Option<u8>,
    /// How many harvests were held; 4 if no harvest is left. Default: the number of those in
    /// `harvests`, or of those before `round`.
    #[serde(default)]
    #[schema(maximum = 4)]
    pub harvests_held: Option<u8>,
    /// What each seat's fiefs were worth, by round, as in a view. Default: unknown, and only
    /// `points` are known.
    #[serde(default)]
    #[schema(max_items = 4)]
    pub harvests: Vec<BySeat<Fiefs>>,
    /// What `me` decides. Default: the first that applies of a pick, the camp asked for, a
    /// building, a trading post not yet named, a copy card.
    #[serde(default)]
    pub duty: Option<Duty>,
    /// The camp that was announced, while it and those before it are asked for.
    #[serde(default)]
    pub camp: Option<CampCall>,
    /// The camps that were announced while another was asked for, in the order of their turns.
    #[serde(default)]
    #[schema(max_items = 6)]
    pub waiting_camps: Vec<u8>,
    /// Camps that were announced this round and then kept: they are not announced again.
    #[serde(default)]
    #[schema(max_items = 6)]
    pub saved_camps: Vec<u8>,
    /// The seats that build nothing more this round.
    #[serde(default)]
    pub done: Seats,
    /// What `me` named trading posts for that the other seats do not know yet.
    #[serde(default)]
    #[schema(max_items = 2)]
    pub trades: Vec<Trade>,
}

/// The buildings in front of a seat.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(transparent)]
#[schema(as = BunnyKingdomKept, max_items = 42)]
pub struct KeptPosition(pub Vec<Building>);

impl Position {
    /// The view of whoever looks at this table.
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
        self.check_time()?;
        self.check_harvests()?;
        self.check_cards(&realm)?;
        let held = self.harvests_held();
        let round = self.round.unwrap_or((held + 1).min(BOX.players.rounds));
        let directions = &BOX.players.pass_direction_by_round;
        let mut view = View {
            me: Some(me),
            options: Options::default(),
            round,
            turn: self.turn.unwrap_or(deal.turns_per_round),
            pass_to: *directions.get(&round).unwrap_or(&Direction::Right),
            duty: None,
            due: Seats::NONE,
            deck_left: 0,
            board: realm,
            seats: self.seats(&realm, me)?,
            seen_hands: SeenHands::default(),
            camp: self.camp,
            waiting_camps: self.waiting_camps.clone(),
            saved_camps: self.saved_camps.clone(),
            done: self.done,
            removed: Cards::default(),
            harvests: self.each_harvest(held),
            parchment_scores: None,
        };
        possible::check_camps(&view)?;
        possible::check_trades(&view, me)?;
        if let Some(duty) = self.duty {
            possible::check_duty(&view, me, duty)?;
        }
        view.duty = self.duty.or_else(|| duty(&view, me));
        view.due = view.duty.map_or(Seats::NONE, |_| Seats::only(me));
        Ok(view)
    }

    pub(super) fn harvests_held(&self) -> u8 {
        let before = self.round.map_or(0, |round| round.saturating_sub(1));
        let told = u8::try_from(self.harvests.len()).unwrap_or(u8::MAX);
        self.harvests_held.unwrap_or(before.max(told))
    }

    /// The harvests held. Of those not told nothing is known but the points.
    fn each_harvest(&self, held: u8) -> Vec<BySeat<Fiefs>> {
        let unknown = BySeat::new(self.players, |_| Fiefs::default());
        let mut harvests = self.harvests.clone();
        harvests.resize(usize::from(held), unknown);
        harvests
    }

    fn seats(&self, realm: &Realm, me: Seat) -> Result<BySeat<SeatView>, Illegal> {
        let players = self.players;
        let parchments = by_seat(players, self.parchments.as_ref(), "parchments")?;
        let copies = by_seat(players, self.copies.as_ref(), "copies")?;
        let mut kept = by_seat(players, self.others_kept.as_ref(), "others_kept")?;
        let why = "the buildings of `me` are given in `kept`";
        Contradiction::unless(kept[me].0.is_empty(), "others_kept", "6.1", why)?;
        kept[me].0.clone_from(&self.kept);
        let points = match &self.points {
            Some(_) => by_seat(players, self.points.as_ref(), "points")?,
            None => BySeat::new(players, |seat| cast::<i16>(self.harvested(seat))),
        };
        let counts = match &self.parchment_counts {
            Some(_) => by_seat(players, self.parchment_counts.as_ref(), "parchment_counts")?,
            None => parchments.map(|_, held| cast::<u8>(held.0.len())),
        };
        let camps = match &self.camps_played {
            Some(_) => by_seat(players, self.camps_played.as_ref(), "camps_played")?,
            None => BySeat::new(players, |seat| {
                let waiting = kept[seat].0.iter().filter(|it| it.is_camp()).count();
                realm.camps(seat) + cast::<u8>(waiting)
            }),
        };
        for (seat, &points) in points.iter() {
            self.check_seat(seat, points, camps[seat], counts[seat])?;
            check_copies(seat, &parchments, &copies[seat])?;
        }
        Ok(parchments.map(|seat, held| {
            let is_me = seat == me;
            let hand = self.hand.clone().filter(|_| is_me).unwrap_or_default();
            let is_known = held.0.len() == usize::from(counts[seat]);
            SeatView {
                hand_size: size(&hand),
                hand: Secret::Known(hand),
                reserve: 0,
                discarded_count: 0,
                discarded: Secret::Known(Cards::default()),
                picked: None,
                kept: kept[seat].0.clone(),
                parchment_count: counts[seat],
                parchments: if is_known {
                    Secret::Known(held.clone())
                } else {
                    Secret::Withheld
                },
                camps_played: camps[seat],
                named: 0,
                trades: self.trades.iter().filter(|_| is_me).copied().collect(),
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
    let may_build = !view.done.contains(me) && view.site(me).can_act();
    if view.camp.is_some() {
        let is_asked = possible::check_duty(view, me, Duty::Camp).is_ok();
        return due(Duty::Camp, is_asked).or_else(|| due(Duty::Build, may_build));
    }
    due(Duty::Pick, own.hand_size > 1)
        .or_else(|| due(Duty::Build, may_build))
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
