//! Whether a table can stand as a position says.

use super::{
    cards::{Building, Card},
    choice,
    components::BOX,
    event::{Cards, Copied, Copies, Duty, Parchments},
    fiefs::{Fief, Fiefs},
    illegal::Illegal,
    parchments,
    position::{Position, cards_of},
    realm::Realm,
    view::View,
};
use crate::{BySeat, Seat, cast, kit::contradiction::Contradiction};

/// No seat has come near to so many points.
const POINTS_MAX: i16 = 3_000;

impl Position {
    /// 2.3: no card is there more often than in the box.
    pub(super) fn check_cards(&self, realm: &Realm) -> Result<(), Illegal> {
        let held = self.parchments.iter().flat_map(BySeat::iter);
        let parchments = held.flat_map(|(_, held)| held.0.iter().copied().map(Card::Parchment));
        let others = self.others_kept.iter().flat_map(BySeat::iter);
        let others = others.flat_map(|(_, kept)| &kept.0);
        let kept = self.kept.iter().chain(others).copied();
        let built = self.squares.iter().flat_map(cards_of);
        let towers = realm.links().map(|_| Card::Building(Building::SkyTower));
        let hand = self.hand.iter().flat_map(|hand| hand.0.iter().copied());
        let used: Vec<Card> = parchments
            .chain(kept.map(Card::Building))
            .chain(towers)
            .chain(built)
            .chain(hand)
            .collect();
        let deck = Card::deck();
        let count = |cards: &[Card], card: Card| cards.iter().filter(|it| **it == card).count();
        let more = |card: &&Card| count(&used, **card) > count(&deck, **card);
        match used.iter().find(more) {
            Some(&card) => Err(Illegal::CardTwice(card)),
            None => Ok(()),
        }
    }

    /// 3.1: round, turn and harvests follow each other.
    pub(super) fn check_time(&self) -> Result<(), Contradiction> {
        let deal = BOX.players.deal(self.players);
        let rounds = 1..=BOX.players.rounds;
        let is_round = self.round.is_none_or(|round| rounds.contains(&round));
        Contradiction::unless(is_round, "round", "3.1", "a match has four rounds")?;
        let turns = 1..=deal.turns_per_round;
        let is_turn = self.turn.is_none_or(|turn| turns.contains(&turn));
        Contradiction::unless(is_turn, "turn", "3.2", "a round has no such turn")?;
        let held = self.harvests_held();
        let follows = self.round.is_none_or(|round| {
            held.saturating_add(1) == round || held == round && round == BOX.players.rounds
        });
        let most = usize::from(held).max(self.harvests.len());
        let told = self.harvests.is_empty() || self.harvests.len() == usize::from(held);
        let counts = follows && told && most <= usize::from(BOX.players.rounds);
        let why = "each round ends with a harvest, and those in `harvests` are all";
        Contradiction::unless(counts, "harvests_held", "3.1", why)?;
        let hand = self.hand.as_ref().map_or(0, |hand| hand.0.len());
        Contradiction::unless(hand <= 12, "hand", "3.2", "a hand has at most 12 cards")?;
        let full = |turn: u8| match deal.reserve {
            0 => usize::from(deal.hand - 2 * (turn - 1)),
            _ => usize::from(deal.hand + 2 - turn), // 5.4
        };
        let fits = hand == 0 || self.turn.is_none_or(|turn| hand == full(turn));
        let why = "a hand has another number of cards in that turn";
        Contradiction::unless(fits, "hand", "3.2", why)
    }

    /// 7.7: what was harvested.
    pub(super) fn check_harvests(&self) -> Result<(), Contradiction> {
        let harvests = self.harvests.iter();
        let seated = harvests.clone().all(|it| it.seats() == self.players);
        let mut fiefs = harvests.flat_map(BySeat::iter).flat_map(|(_, it)| &it.0);
        let seats = Seat::first(self.players);
        let counted = seated && fiefs.all(counts) && {
            let mut sums = seats.map(|seat| self.harvested(seat));
            sums.all(|sum| sum <= i32::from(POINTS_MAX))
        };
        let why = "every harvest has each seat's fiefs, which pay strength times wealth";
        Contradiction::unless(counted, "harvests", "7.7", why)
    }

    /// What a seat's fiefs in `harvests` pay together.
    pub(super) fn harvested(&self, seat: Seat) -> i32 {
        let fiefs = self.harvests.iter().filter_map(|it| it.get(seat));
        let fiefs = fiefs.flat_map(|Fiefs(fiefs)| fiefs);
        fiefs.map(|fief| i32::from(fief.points)).sum()
    }

    pub(super) fn check_seat(
        &self,
        seat: Seat,
        points: i16,
        camps: u8,
        parchments: u8,
    ) -> Result<(), Contradiction> {
        let nth = usize::from(seat.0);
        let told = self.harvests.is_empty() || i32::from(points) == self.harvested(seat);
        let counts = (0..=POINTS_MAX).contains(&points) && told;
        let why = "points are from 0 to 3000, and what `harvests` pay if they are given";
        Contradiction::unless(counts, "points", "7.7", why).map_err(|it| it.at(nth))?;
        let why = "there are six camps";
        Contradiction::unless(camps <= 6, "camps_played", "6A.1", why).map_err(|it| it.at(nth))?;
        let known = self.parchments.as_ref().map_or(0, |all| all[seat].0.len());
        let told = known == 0 || known == usize::from(parchments);
        let counts = told && parchments <= 37;
        let why = "it is the number of those in `parchments`, of at most 37";
        Contradiction::unless(counts, "parchment_counts", "2.3", why).map_err(|it| it.at(nth))
    }
}

fn counts(fief: &Fief) -> bool {
    let wealth = i32::try_from(fief.produces.len()).unwrap_or(i32::MAX);
    fief.strength <= 54
        && wealth <= 10
        && i32::from(fief.points) == i32::from(fief.strength) * wealth
}

/// 6A.3: the camp asked for lies in front of somebody, as does the one announced.
pub(super) fn check_camps(view: &View) -> Result<(), Contradiction> {
    let lies = |camp: u8| {
        let card = Building::camp(camp);
        let mut seats = view.seats.iter();
        seats.find(|(_, it)| card.is_some_and(|card| it.kept.contains(&card)))
    };
    let is_asked = view.camp.is_none_or(|call| {
        let announced = lies(call.camp).is_some_and(|(seat, _)| seat == call.seat);
        announced && call.asked <= call.camp && lies(call.asked).is_some()
    });
    let why = "camps lie in front of their owners, and lower numbers are asked first";
    Contradiction::unless(is_asked, "camp", "6A.3", why)?;
    let is_camp = |camp: &u8| Building::camp(*camp).is_some();
    let numbers = view.saved_camps.iter().all(is_camp);
    Contradiction::unless(
        numbers,
        "saved_camps",
        "6A.1",
        "camps have numbers from 1 to 6",
    )?;
    check_waiting(view)?;
    let done = view.done.iter().all(|seat| seat.0 < view.seats.seats());
    Contradiction::unless(done, "done", "3.2", "nobody sits on that seat")
}

/// 6A.3: camps wait for the one that is asked for. One that had to answer meanwhile may
/// have been placed.
fn check_waiting(view: &View) -> Result<(), Contradiction> {
    let waiting = &view.waiting_camps;
    let is_there = |camp: u8| {
        let card = Building::camp(camp);
        let mut seats = view.seats.iter();
        let is_kept = seats.any(|(_, it)| card.is_some_and(|card| it.kept.contains(&card)));
        is_kept || view.board.has_camp(camp)
    };
    let can_wait = |(nth, &camp): (usize, &u8)| {
        let is_announced = view.camp.is_none_or(|call| call.camp == camp);
        let is_once = !waiting[..nth].contains(&camp) && !view.saved_camps.contains(&camp);
        is_there(camp) && is_once && !is_announced
    };
    let why = "camps wait once each while another is asked for, and are not saved";
    let all = waiting.iter().enumerate().all(can_wait);
    Contradiction::unless(all, "waiting_camps", "6A.3", why)
}

/// What `me` is said to decide is there to decide.
pub(super) fn check_duty(view: &View, me: Seat, duty: Duty) -> Result<(), Contradiction> {
    let own = &view.seats[me];
    let asked = view.camp.and_then(|call| Building::camp(call.asked));
    let is_asked = asked.is_some_and(|camp| own.kept.contains(&camp));
    let (is_there, why) = match duty {
        Duty::Pick => (own.hand_size > 1, "a pick needs two cards in `hand`"),
        Duty::Build => (
            is_asked || (!view.done.contains(me) && view.site(me).can_act()),
            "there is nothing to build",
        ),
        Duty::Camp => (is_asked, "no camp in front of you is asked for in `camp`"),
        Duty::Trade => {
            let posts = view.board.posts(me).count();
            let named = own.trades.len();
            let is_left = usize::try_from(posts).is_ok_and(|posts| named < posts);
            (is_left, "there is no trading post left to name")
        }
        Duty::Copy => (
            !view.copy_cards(me).is_empty(),
            "there is no copy card left to choose for",
        ),
    };
    Contradiction::unless(is_there, "duty", "3.1", why)
}

/// 7.1: what was named stands on trading posts of one's own, each once.
pub(super) fn check_trades(view: &View, me: Seat) -> Result<(), Contradiction> {
    let trades = &view.seats[me].trades;
    let posts = view.board.posts(me);
    let is_own = trades.iter().enumerate().all(|(nth, trade)| {
        let before = &trades[..nth];
        posts.contains(trade.square.cells()) && before.iter().all(|it| it.square != trade.square)
    });
    let why = "each is a trading post of yours, named once";
    Contradiction::unless(is_own, "trades", "7.1", why)
}

/// A value for each seat.
pub(super) fn by_seat<T: Clone + Default>(
    seats: u8,
    given: Option<&BySeat<T>>,
    field: &'static str,
) -> Result<BySeat<T>, Contradiction> {
    match given {
        Some(values) if values.seats() == seats => Ok(values.clone()),
        Some(_) => {
            let why = "a list by seat has a value for each of them";
            Err(Contradiction::unless(false, field, "3.2", why).expect_err("it does not hold"))
        }
        None => Ok(BySeat::new(seats, |_| T::default())),
    }
}

/// 9.14: each copy card once, and what a path leads to.
pub(super) fn check_copies(
    seat: Seat,
    parchments: &BySeat<Parchments>,
    copies: &Copies,
) -> Result<(), Illegal> {
    let held = |seat: Seat| &parchments[seat].0[..];
    for (nth, copy) in copies.0.iter().enumerate() {
        let before: &[Copied] = &copies.0[..nth];
        let open = parchments::copy_cards(seat, parchments.seats(), held, before);
        let moment = choice::Decision::Copy { cards: open };
        let choice = choice::Choice { seat, moment };
        choice.resolve(copy.command())?;
    }
    Ok(())
}

/// As many cards as they are.
pub(super) fn size(cards: &Cards) -> u8 {
    cast::<u8>(cards.0.len())
}
