//! What a table must keep to that its host arranged.
//!
//! An arranged table is written as a fork stores it, so its fields `thrown`, `gone` and
//! `sightings` are named here as the host wrote them: see `stored`.

use super::{
    cards::{Building, Card},
    choice::Decision,
    components::BOX,
    event::{Duty, Pick},
    fiefs::Fief,
    parchments, play,
    position::cards_of,
    seen_hands::SeenHand,
    setup::{Options, Setup},
    state::{Holding, State},
};
use crate::{
    Seat, Seats,
    kit::{
        arranged::{distinct, each_seat, exactly, holds, known},
        components::BoxError,
    },
};

/// Passes if a match can begin with a table set up like this.
///
/// # Errors
///
/// The field that is wrong, and why.
pub(super) fn check_setup(setup: &Setup, options: Options, seats: u8) -> Result<(), BoxError> {
    holds("options", &setup.options, &options)?;
    holds("seats", &setup.seats, &seats)?;
    let deck = known("deck", &setup.deck)?;
    exactly("deck", deck.0.iter().copied(), Card::deck())
}

/// Passes if a match can come to stand like this, with somebody to decide.
///
/// # Errors
///
/// The field that is wrong, and why.
pub(super) fn check_state(state: &State, options: Options, seats: u8) -> Result<(), BoxError> {
    check_setup(&state.setup, options, seats)
        .map_err(|error| BoxError(format!("setup.{error}")))?;
    each_seat("seats", &state.seats, seats)?;
    let owners = state.realm.sites_taken();
    let mut owners = owners.map(|site| site.owner);
    BoxError::unless(
        owners.all(|it| it.0 < seats),
        "realm: the table has no seat for one of the owners",
    )?;
    check_cards(state)?;
    check_camps(state)?;
    let times = Times::of(state)?;
    for (seat, holding) in state.seats.iter() {
        let named = |error| BoxError(format!("seats[{}].{error}", seat.0));
        times.check(state, seat, holding).map_err(named)?;
        check_memory(state, seat).map_err(named)?;
    }
    check_harvests(state, seats)?;
    check_duty(state)
}

/// 2.3: what was dealt and drawn lies somewhere, and nothing else does.
fn check_cards(state: &State) -> Result<(), BoxError> {
    let rounds = BOX.players.rounds;
    BoxError::unless(
        (1..=rounds).contains(&state.round),
        "round: the match has no such round",
    )?;
    let may_be_removed =
        |card: &Card| matches!(card, Card::Provisions | Card::Building(_)) && !is_fixed(*card);
    let removed = state.removed.iter().all(may_be_removed);
    BoxError::unless(
        removed,
        "gone: only camps and provisions can leave the table",
    )?;
    let provisions = state.removed.iter().filter(|it| **it == Card::Provisions);
    let deal = BOX.players.deal(state.setup.seats);
    let dealt =
        usize::from(deal.cards_dealt_per_round) * usize::from(state.round) + 2 * provisions.count();
    let deck = &known("setup.deck", &state.setup.deck)?.0;
    holds("dealt", &usize::from(state.dealt), &dealt)?;
    let top = deck.get(..dealt).unwrap_or(deck);
    exactly(
        "setup.deck: its cards dealt",
        on_the_table(state),
        top.iter().copied(),
    )
}

fn is_fixed(card: Card) -> bool {
    matches!(card, Card::Building(building) if !building.is_camp())
}

fn on_the_table(state: &State) -> impl Iterator<Item = Card> {
    let squares = state.realm.sites_taken();
    let squares = squares.flat_map(|site| cards_of(&site).collect::<Vec<_>>());
    let towers = state
        .realm
        .links()
        .map(|_| Card::Building(Building::SkyTower));
    let seats = state.seats.iter().flat_map(|(_, it)| cards_held(it));
    squares
        .chain(towers)
        .chain(seats)
        .chain(state.removed.iter().copied())
}

fn cards_held(it: &Holding) -> impl Iterator<Item = Card> {
    let lists = [&it.hand, &it.reserve, &it.discarded].into_iter().flatten();
    let picked = it.pick.into_iter().flat_map(Pick::cards);
    let kept = it.kept.iter().copied().map(Card::Building);
    let parchments = it.parchments.iter().copied().map(Card::Parchment);
    lists.copied().chain(picked).chain(kept).chain(parchments)
}

/// Section 6A: a seat has played every camp that it has.
fn check_camps(state: &State) -> Result<(), BoxError> {
    let has = |seat: Seat| {
        let kept = state.seats[seat].kept.iter();
        kept.filter(|it| it.is_camp()).count() + usize::from(state.realm.camps(seat))
    };
    let left = |card: &&Card| matches!(card, Card::Building(_));
    let mut left = state.removed.iter().filter(left).count();
    for (seat, holding) in state.seats.iter() {
        let more = usize::from(holding.camps_played).checked_sub(has(seat));
        let fewer = more.and_then(|more| left.checked_sub(more));
        let wrong = || {
            BoxError::new(format_args!(
                "seats[{}].camps_played: too few or many",
                seat.0
            ))
        };
        left = fewer.ok_or_else(wrong)?;
    }
    holds(
        "gone: the number of camps that nobody has played",
        &left,
        &0,
    )?;
    distinct("saved", &state.saved)?;
    distinct("waiting", &state.waiting)?;
    // 6A.3: both may have been placed since, when another camp was announced.
    let is_there = |camp: &u8| state.owner_of(*camp).is_some() || state.realm.has_camp(*camp);
    BoxError::unless(
        state.saved.iter().all(is_there),
        "saved: nobody has one of these camps",
    )?;
    let can_wait = |camp: &u8| is_there(camp) && !state.saved.contains(camp);
    BoxError::unless(
        state.waiting.iter().all(can_wait),
        "waiting: nobody has one of these camps, or it was saved",
    )
}

/// How many cards there must be in the hands, now.
struct Times {
    hand: usize,
    reserve: usize,
    discarded: usize,
    throws_away: bool,
}

impl Times {
    fn of(state: &State) -> Result<Times, BoxError> {
        let deal = BOX.players.deal(state.setup.seats);
        let is_turn = (1..=deal.turns_per_round).contains(&state.turn);
        BoxError::unless(is_turn, "turn: the round has no such turn")?;
        let picks = match state.duty {
            Some(Duty::Pick) => state.turn - 1,
            Some(_) | None => {
                holds("turn", &state.turn, &deal.turns_per_round)?;
                state.turn
            }
        };
        let drawn = usize::from(state.turn.min(deal.reserve));
        let reserve = usize::from(deal.reserve) - drawn;
        holds("reserve_left", &usize::from(state.reserve_left), &reserve)?;
        let turns = (state.round - 1) * deal.turns_per_round + picks;
        let discarded = deal.discard_face_down_per_turn * turns;
        holds("thrown_away", &state.thrown_away, &discarded)?;
        Ok(Times {
            hand: (usize::from(deal.hand) + drawn).saturating_sub(2 * usize::from(picks)),
            reserve,
            discarded: discarded.into(),
            throws_away: Decision::throws_away(state.setup.seats),
        })
    }

    fn check(&self, state: &State, seat: Seat, holding: &Holding) -> Result<(), BoxError> {
        let picks = state.duty == Some(Duty::Pick);
        let has_picked = picks && !state.due.contains(seat);
        holds(
            "pick: whether there is one",
            &holding.pick.is_some(),
            &has_picked,
        )?;
        let fits = match holding.pick {
            Some(Pick::One { .. }) => self.throws_away,
            Some(Pick::Two { .. }) => !self.throws_away,
            None => true,
        };
        BoxError::unless(
            fits,
            "pick: the number of cards does not match the number of players",
        )?;
        let hand = self.hand.saturating_sub(if has_picked { 2 } else { 0 });
        holds("hand: its length", &holding.hand.len(), &hand)?;
        holds("hand_size", &usize::from(holding.hand_size), &hand)?;
        holds("reserve: its length", &holding.reserve.len(), &self.reserve)?;
        holds(
            "thrown: its length",
            &holding.discarded.len(),
            &self.discarded,
        )?;
        let parchments = holding.parchments.len();
        holds(
            "parchment_count",
            &usize::from(holding.parchment_count),
            &parchments,
        )?;
        check_named(state, seat, holding)
    }
}

/// 7.1 and 9.13: what is named and chosen, and not shown.
fn check_named(state: &State, seat: Seat, holding: &Holding) -> Result<(), BoxError> {
    let posts = state.realm.posts(seat);
    let squares: Vec<_> = holding.trades.iter().map(|it| it.square).collect();
    distinct("trades", &squares)?;
    let own = squares.iter().all(|square| posts.contains(square.cells()));
    BoxError::unless(own, "trades: one of them is not a trading post of the seat")?;
    for (nth, copy) in holding.copies.iter().enumerate() {
        let held = |seat: Seat| &state.seats[seat].parchments[..];
        let open = parchments::copy_cards(seat, state.setup.seats, held, &holding.copies[..nth]);
        BoxError::unless(
            open.iter()
                .any(|it| it.card == copy.card && it.targets.contains(&copy.parchment)),
            "copies: one of them cannot be chosen",
        )?;
    }
    let (trades, copies) = (holding.trades.len(), holding.copies.len());
    let named = match state.duty {
        Some(Duty::Trade) => [trades, 0],
        Some(Duty::Copy) => [0, copies],
        Some(Duty::Pick | Duty::Build | Duty::Camp) | None => [0, 0],
    };
    holds(
        "trades and copies: their numbers",
        &[trades, copies],
        &named,
    )?;
    holds("named", &usize::from(holding.named), &(trades + copies))
}

/// What a seat remembers is where it remembers it.
fn check_memory(state: &State, seat: Seat) -> Result<(), BoxError> {
    let hands = &state.seats[seat].seen_hands.0;
    let holders: Vec<Seat> = hands.iter().filter_map(|it| it.holder).collect();
    distinct("sightings: a holder", &holders)?;
    let others = Seats::first(state.setup.seats).without(seat);
    let taken = || hands.iter().flat_map(|it| &it.taken);
    let mut named = holders.into_iter().chain(taken().map(|it| it.seat));
    BoxError::unless(
        named.all(|it| others.contains(it)),
        "sightings: the holder must be another seat",
    )?;
    for other in others.iter() {
        let of = taken().filter(|it| it.seat == other);
        let sum = of.fold([0_usize; 2], |[parchments, discarded], it| {
            [
                parchments + usize::from(it.parchments),
                discarded + usize::from(it.discarded),
            ]
        });
        let held = &state.seats[other];
        let parchments = if state.parchments_open {
            0
        } else {
            held.parchments.len()
        };
        let there = sum[0] <= parchments && sum[1] <= held.discarded.len();
        BoxError::unless(
            there,
            "sightings: a seat has taken more cards than it has face down",
        )?;
    }
    let hidden = others.iter().flat_map(|other| hidden_cards(state, other));
    let mut hidden: Vec<Card> = hidden.collect();
    let mut memory = hands.iter().flat_map(|it| &it.cards.0);
    let once = memory.all(|card| drop_one(&mut hidden, *card));
    BoxError::unless(
        once,
        "sightings: nobody has one of these cards face down, or a card is listed twice",
    )?;
    let is_there = hands.iter().all(|hand| can_be_there(state, hand));
    BoxError::unless(is_there, "sightings: a card is not where it is remembered")
}

/// Whether every card of a hand lies in it, or face down with who took from it.
fn can_be_there(state: &State, seen: &SeenHand) -> bool {
    let mut cards = seen.cards.0.clone();
    if let Some(holder) = seen.holder {
        let held = &state.seats[holder];
        let picked = held.pick.into_iter().flat_map(Pick::cards);
        held.hand.iter().copied().chain(picked).for_each(|card| {
            drop_one(&mut cards, card);
        });
    }
    let count = |of: fn(&super::seen_hands::Taken) -> u8| -> usize {
        seen.taken.iter().map(|it| usize::from(of(it))).sum()
    };
    let before = cards.len();
    for taken in &seen.taken {
        let own = state.seats[taken.seat].parchments.iter();
        own.for_each(|it| {
            drop_one(&mut cards, Card::Parchment(*it));
        });
    }
    let parchments = before - cards.len();
    let before = cards.len();
    for taken in &seen.taken {
        let own = state.seats[taken.seat].discarded.iter();
        own.for_each(|it| {
            drop_one(&mut cards, *it);
        });
    }
    let discarded = before - cards.len();
    cards.is_empty()
        && parchments <= count(|it| it.parchments)
        && discarded <= count(|it| it.discarded)
}

/// The cards of a seat that no other seat sees, but for its reserve.
fn hidden_cards(state: &State, seat: Seat) -> impl Iterator<Item = Card> {
    let held = &state.seats[seat];
    let picked = held.pick.into_iter().flat_map(Pick::cards);
    let parchments = held.parchments.iter().filter(|_| !state.parchments_open);
    let parchments = parchments.copied().map(Card::Parchment);
    let lists = held.hand.iter().chain(&held.discarded).copied();
    lists.chain(picked).chain(parchments)
}

/// Takes one such card away, if there is one.
fn drop_one(cards: &mut Vec<Card>, card: Card) -> bool {
    let place = cards.iter().position(|it| *it == card);
    place.map(|place| cards.remove(place)).is_some()
}

/// Section 7: one harvest for every round that is over.
fn check_harvests(state: &State, seats: u8) -> Result<(), BoxError> {
    let is_end = state.duty == Some(Duty::Copy);
    let held = if is_end { state.round } else { state.round - 1 };
    holds(
        "harvests: their number",
        &state.harvests.len(),
        &held.into(),
    )?;
    holds("parchments_open", &state.parchments_open, &is_end)?;
    BoxError::unless(
        state.parchment_scores.is_none(),
        "parchment_scores: the match is over",
    )?;
    for harvest in state.harvests.iter() {
        each_seat("harvests", harvest, seats)?;
        let mut fiefs = harvest.iter().flat_map(|(_, it)| &it.0);
        BoxError::unless(
            fiefs.all(is_fief),
            "harvests: a fief cannot pay these points",
        )?;
    }
    let squares = |harvest: &crate::BySeat<super::fiefs::Fiefs>| {
        let fiefs = harvest.iter().flat_map(|(_, it)| &it.0);
        fiefs.map(|it| it.squares.0.count()).sum::<u32>()
    };
    let fit = state.harvests.iter().all(|it| squares(it) <= 100);
    BoxError::unless(fit, "harvests: there are more squares than the board has")
}

/// 7.3 to 7.6
fn is_fief(fief: &Fief) -> bool {
    let produces: Vec<_> = fief.produces.iter().map(|it| it.resource).collect();
    let is_once = distinct("produces", &produces).is_ok();
    let wealth = i32::try_from(produces.len()).unwrap_or(i32::MAX);
    let squares = fief.squares.0.count();
    is_once
        && squares > 0
        && u32::from(fief.strength) <= 3 * squares
        && i32::from(fief.points) == i32::from(fief.strength) * wealth
}

/// Who owes what.
fn check_duty(state: &State) -> Result<(), BoxError> {
    let Some(duty) = state.duty else {
        return Err(BoxError::new("duty: nobody owes a decision"));
    };
    let all = Seats::first(state.setup.seats);
    let open = |seat: &Seat| match duty {
        Duty::Trade => state.seats[*seat].trades.len() < posts(state, *seat),
        Duty::Copy => !state.copy_cards(*seat).is_empty(),
        Duty::Pick => state.seats[*seat].pick.is_none(),
        Duty::Build | Duty::Camp => false,
    };
    let builders = play::builders(state);
    let due = match duty {
        Duty::Pick | Duty::Trade | Duty::Copy => all.iter().filter(open).collect(),
        Duty::Build => asked(state)?.map_or(builders, |seat| builders.with(seat)),
        Duty::Camp => asked(state)?.into_iter().collect(),
    };
    BoxError::unless(!due.is_empty(), "due: nobody has anything to decide")?;
    holds("due", &state.due, &due)?;
    let waits = state.announced.is_some() && duty == Duty::Build;
    BoxError::unless(
        state.waiting.is_empty() || waits,
        "waiting: camps can wait only while another camp is asked for",
    )?;
    let constructs = matches!(duty, Duty::Build | Duty::Camp);
    BoxError::unless(
        state.announced.is_none() || constructs,
        "announced: camps are asked for only during construction",
    )?;
    let early = duty == Duty::Pick && !(state.done.is_empty() && state.saved.is_empty());
    BoxError::unless(
        !early,
        "done and saved: they must be empty at the beginning of a round",
    )?;
    BoxError::unless(
        state.done.iter().all(|it| all.contains(it)),
        "done: the table has no such seat",
    )?;
    let is_end = state.round == BOX.players.rounds;
    BoxError::unless(
        duty != Duty::Copy || is_end,
        "duty: copies are chosen only after the last round",
    )
}

fn posts(state: &State, seat: Seat) -> usize {
    usize::try_from(state.realm.posts(seat).count()).unwrap_or(usize::MAX)
}

/// 6A.3: who keeps the camp that is asked for, if one is, on the way to the one announced.
fn asked(state: &State) -> Result<Option<Seat>, BoxError> {
    let Some(announced) = state.announced else {
        return Ok(None);
    };
    let is_own = state.owner_of(announced.camp) == Some(announced.seat);
    let mut others = state.saved.iter().chain(&state.waiting);
    let is_new = others.all(|camp| *camp != announced.camp);
    let can_be = is_own && is_new && announced.asked <= announced.camp;
    let asked = state.asked().filter(|_| can_be).map(|(seat, _)| seat);
    let wrong =
        || BoxError::new("announced: its seat does not have that camp, or no camp is asked for");
    asked.map(Some).ok_or_else(wrong)
}
