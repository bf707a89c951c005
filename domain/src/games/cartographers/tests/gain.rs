//! What commands gain on thousands of random maps, against scoring the map anew.

use proptest::prelude::*;

use super::{
    super::{
        Command, Options, State, View,
        choice::Choice,
        components::{Card, Skill},
        edicts::{Edict, monsters},
        gain::gains,
        map::Map,
        sheet::Sheet,
    },
    random_maps::maps,
    table::Table,
};
use crate::{Game as _, Seat, Seats, Viewer};

/// A table at which any card has been revealed, on maps drawn at random.
fn tables() -> impl Strategy<Value = Table> {
    let card = prop_oneof![
        1 => prop::sample::select(&Card::AMBUSH[..]),
        4 => prop::sample::select(&Card::EXPLORE[..]),
    ];
    let skills = prop::sample::subsequence(&Skill::ALL[..], 0..=Skill::ALL.len());
    let coins = prop::collection::vec(0..=14_u8, 2);
    let rest = (coins, any::<u128>(), any::<bool>(), any::<bool>(), 0..3_u8);
    let own = maps().prop_filter("full", |map| !map.empty().is_empty());
    let tables = (1..=2_u8, card, skills, own, maps(), rest);
    tables.prop_map(|(seats, card, skills, own, other, rest)| {
        let (coins, taken, ruins_duty, spared, rounds) = rest;
        let deck: Vec<Card> = [card].into_iter().chain(Card::EXPLORE).collect();
        let mut table = Table::new(Options::default(), seats, &skills, &deck);
        for (seat, map) in (0..seats).map(Seat).zip([own, other]) {
            let sheet = &mut table.state.sheets[seat];
            sheet.map = map;
            sheet.coins = coins[usize::from(seat.0)];
            // A mountain that is surrounded has paid.
            sheet.coins_left.0 = map.mountain.0 & taken & !map.surrounded().0;
        }
        table.state.ruins_duty = ruins_duty;
        if spared && card.ambush().is_some() {
            table.state.acrobats = Seats::first(seats);
        }
        table.ask();
        (0..rounds).for_each(|_| table.all_draw());
        table
    })
}

fn worth(sheet: &Sheet, edicts: &[Edict]) -> i32 {
    let map: &Map = &sheet.map;
    let paid: i16 = edicts.iter().map(|edict| edict.score(map).points).sum();
    i32::from(paid + monsters(map).points) + i32::from(sheet.purse())
}

/// What a command gains if the whole sheet is scored before and after.
fn scored_anew(view: &View, choice: &Choice<'_>, command: Command) -> i32 {
    let drawing = choice.resolve(command).unwrap();
    let after = choice.sheet.with(&drawing);
    let surrounded = after.map.surrounded();
    assert!(surrounded.contains(drawing.mountains.0) && !surrounded.meets(after.coins_left));
    let change = worth(&after, &view.edicts) - worth(&choice.sheet, &view.edicts);
    if choice.on == choice.seat {
        change
    } else {
        -change
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 600,
        max_shrink_iters: 200, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn commands_gain_what_scoring_anew_would_add(table in tables()) {
        for seat in table.state.to_act().iter() {
            let mut view = table.state.view(Viewer::Seat(seat));
            let legal = State::legal(&view);
            let some: Vec<Command> = legal.iter().copied().step_by(1 + legal.len() / 40).collect();
            let each = Edict::ALL.map(|edict| vec![edict]);
            for edicts in each.into_iter().chain([Edict::ALL.to_vec()]) {
                view.edicts = edicts;
                let choice = view.choice().unwrap();
                let anew = some.iter().map(|&command| scored_anew(&view, &choice, command));
                let anew: Vec<i32> = anew.collect();
                prop_assert_eq!(gains(&view, &some), anew, "{:?}\n{}", some, view);
            }
        }
    }
}
