//! Whole matches: cards are never lost, squares never shared, and bots play to the end.

use std::collections::BTreeMap;

use super::super::{
    Event, Setup, State,
    cards::{Building, Card},
    event::{Pick, Play},
    realm::Realm,
};
use super::table::DICE;
use crate::{
    Game as _, Options, Seat, Seed, State as AnyState, Viewer, bots::Bot, decide, dice::Dice,
    ledger,
};

/// Where cards have gone that no state keeps.
#[derive(Default)]
struct Discards(Vec<Card>);

impl Discards {
    fn note(&mut self, state: &State, event: &Event) {
        match event {
            Event::Picked { pick, .. } => {
                if let Pick::One { throw_away, .. } = pick.get() {
                    self.0.push(*throw_away);
                }
            }
            Event::Revealed { played } => {
                played
                    .iter()
                    .flat_map(|(_, plays)| &plays.0)
                    .for_each(|play| self.play(play));
            }
            Event::ProvisionsDrawn { played, .. } => {
                played.iter().for_each(|play| self.play(play));
            }
            Event::Built { building, .. } => self.0.push(Card::Building(*building)),
            Event::TowersBuilt { .. } => self.0.push(Card::Building(Building::SkyTower)),
            Event::CampPlaced { camp, .. } => {
                self.0.push(Card::Building(Building::camp(*camp).unwrap()));
            }
            Event::Dealt { .. } => assert!(state.seats.iter().all(|(_, it)| it.hand.is_empty())),
            Event::ReserveDrawn { .. }
            | Event::DecisionsDue { .. }
            | Event::HandsPassed { .. }
            | Event::CampAnnounced { .. }
            | Event::CampAsked { .. }
            | Event::CampPassed { .. }
            | Event::ConstructionDone { .. }
            | Event::TradeNamed { .. }
            | Event::TradesRevealed { .. }
            | Event::Harvested { .. }
            | Event::ParchmentsRevealed { .. }
            | Event::CopyChosen { .. }
            | Event::CopiesRevealed { .. }
            | Event::ParchmentsScored { .. } => {}
        }
    }

    fn play(&mut self, play: &Play) {
        match play {
            Play::Territory { square, .. } => self.0.push(Card::Territory(*square)),
            Play::Provisions => self.0.push(Card::Provisions),
            Play::Building { .. } | Play::Parchment { .. } => {}
        }
    }
}

/// Every card, wherever it is.
fn all_cards(state: &State, discards: &Discards) -> BTreeMap<Card, usize> {
    let deck = &state.setup.deck.get().0[usize::from(state.dealt)..];
    let mut cards: Vec<Card> = [deck, &discards.0].concat();
    for (_, it) in state.seats.iter() {
        cards.extend(&it.hand);
        cards.extend(&it.reserve);
        cards.extend(it.pick.into_iter().flat_map(Pick::played));
        cards.extend(it.kept.iter().map(|card| Card::Building(*card)));
        cards.extend(it.parchments.iter().map(|card| Card::Parchment(*card)));
    }
    counted(cards)
}

fn counted(cards: Vec<Card>) -> BTreeMap<Card, usize> {
    let mut counts = BTreeMap::new();
    for card in cards {
        *counts.entry(card).or_default() += 1;
    }
    counts
}

/// 11.4, after every event of a match played at random.
fn holds_together(seats: u8, seed: u8) {
    let dice = Dice::new(Seed([seed; 32]));
    let setup = Setup::new(super::super::Options::default(), seats, &dice);
    let begun = ledger::begin::<State>(&setup, &dice);
    let mut folded = State::new(&setup);
    let mut discards = Discards::default();
    let box_of_cards = counted(Card::deck());
    let mut check = |folded: &mut State, events: &[Event]| {
        for event in events {
            discards.note(folded, event);
            folded.evolve(event);
            assert_eq!(
                all_cards(folded, &discards),
                box_of_cards,
                "after {event:?}"
            );
            let sites: Vec<_> = folded.realm.sites_taken().collect();
            if !matches!(event, Event::TowersBuilt { .. }) {
                assert_eq!(Realm::new(&sites, seats), Ok(folded.realm));
            }
        }
    };
    check(&mut folded, &begun.events);
    let mut roll = dice.roll("test", 0);
    let mut state = begun.state;
    while let Some(seat) = state.to_act().iter().last() {
        let legal = State::legal(&state.view(Viewer::Seat(seat)));
        let nth = roll.below(u32::try_from(legal.len()).unwrap());
        let command = legal[usize::try_from(nth).unwrap()];
        let decided = decide(&state, seat, command, &dice).unwrap();
        check(&mut folded, &decided.events);
        state = decided.state;
        assert_eq!(state, folded);
    }
    assert!(state.is_over());
    assert!(
        state.dealt <= 166,
        "at least sixteen cards stay in the deck"
    );
}

#[test]
fn cards_are_always_in_one_place_and_the_board_is_always_a_board() {
    for seats in 2..=4 {
        for seed in 0..4 {
            holds_together(seats, seed);
        }
    }
}

#[test]
fn bots_of_both_kinds_play_to_the_end_and_greed_pays() {
    let mut wins = [0; 2];
    for seats in 2..=4 {
        for seed in 0..4 {
            let dice = Dice::new(Seed([seed; 32]));
            let options = Options::BunnyKingdom(super::super::Options::default());
            let (mut state, _) = options.set_up(seats, &dice).begin(&dice);
            let mut roll = DICE.roll("bots", u32::from(seed));
            while let Some(seat) = state.to_act().iter().next() {
                let bot = Bot::ALL[usize::from(seat.0 % 2)];
                let command = bot.choose(&state.view(Viewer::Seat(seat)), &mut roll);
                state = AnyState::decide(&state, seat, command, &dice).unwrap().0;
            }
            let standings = state.outcome().unwrap();
            let winner = standings.iter().find(|(_, at)| at.rank == 1).unwrap().0;
            wins[usize::from(winner.0 % 2)] += 1;
        }
    }
    assert!(wins[1] > wins[0], "random {} greedy {}", wins[0], wins[1]);
}

#[test]
fn a_command_list_stays_short() {
    for seats in 2..=4 {
        let dice = Dice::new(Seed([7; 32]));
        let setup = Setup::new(super::super::Options::default(), seats, &dice);
        let mut state = ledger::begin::<State>(&setup, &dice).state;
        let mut roll = dice.roll("test", 0);
        let mut longest = 0;
        while let Some(seat) = state.to_act().iter().next() {
            let mut legal = State::legal(&state.view(Viewer::Seat(seat)));
            longest = longest.max(legal.len());
            let nth = roll.below(u32::try_from(legal.len()).unwrap());
            let command = legal.swap_remove(usize::try_from(nth).unwrap());
            state = decide(&state, seat, command, &dice).unwrap().state;
        }
        assert!(longest < 1_000, "{longest}");
    }
}

#[test]
fn seats_that_are_not_at_the_table_owe_nothing() {
    let setup = Setup::new(super::super::Options::default(), 3, &DICE);
    let state = ledger::begin::<State>(&setup, &DICE).state;
    let view = state.view(Viewer::Seat(Seat(9)));
    assert_eq!(view.me, None);
    assert_eq!(State::legal(&view), []);
}
