//! Sections 2, 3, 7, 8 and 9.6: setting up, seasons, the end.

use std::collections::BTreeSet;

use super::super::{
    Event, Options, Setup, State,
    components::{BOX, Card, Season, Skill},
    edicts::{Edict, EdictGroup},
    event::{Duty, Rating},
    map::{Area, Side, Terrain},
    score::{EdictScore, SeasonScore},
};
use super::table::{DICE, EDICTS, Table, draw, full_but, rows};
use crate::{BySeat, Dice, Game as _, Score, Seat, Seed, Viewer, ledger};

const SEEDS: u8 = 40;

fn dice(seed: u8) -> Dice {
    Dice::new(Seed([seed; 32]))
}

#[test]
fn each_edict_is_of_another_back_and_any_letter_may_get_any() {
    // 2.3, D18
    let mut first = BTreeSet::new();
    for seed in 0..SEEDS {
        let setup = Setup::new(&Options::default(), 2, &dice(seed));
        let groups: BTreeSet<EdictGroup> = setup.edicts.iter().map(|edict| edict.group()).collect();
        assert_eq!(groups.len(), 4);
        first.insert(setup.edicts[0].group());
    }
    assert_eq!(first.len(), 4);
}

#[test]
fn a_sheet_starts_as_printed_without_coins() {
    // 2.2, 2.7
    for side in Side::ALL {
        let options = Options {
            side,
            ..Options::default()
        };
        let table = Table::new(options, 3, &[], &[Card::RiftLands]);
        let sheet = table.state.sheets[Seat(2)];
        assert_eq!(sheet.coins, 0);
        assert_eq!(sheet.coins_left, sheet.map.mountain);
        assert_eq!(sheet.coins_left.count(), 5);
    }
}

#[test]
fn up_to_a_hundred_play() {
    // 2.1, D21
    assert_eq!(State::INFO.players, 1..=100);
    let edition = super::super::setup::Edition::BoardGameArena;
    let options = Options {
        edition,
        ..Options::default()
    };
    let setup = Setup::new(&options, 100, &DICE);
    let begun = ledger::begin::<State>(&setup, &DICE);
    assert_eq!(begun.state.to_act().count(), 100);
}

/// A solo match, and everything that happened.
fn played(seed: u8) -> (State, Vec<Event>) {
    let dice = dice(seed);
    let setup = Setup::new(&Options::default(), 1, &dice);
    let begun = ledger::begin::<State>(&setup, &dice);
    let (mut state, mut events) = (begun.state, begun.events);
    while !state.to_act().is_empty() {
        let command = State::legal(&state.view(Viewer::Seat(Seat(0))))[0];
        let decided = crate::decide(&state, Seat(0), command, &dice).unwrap();
        state = decided.state;
        events.extend(decided.events);
    }
    (state, events)
}

/// The decks of a solo match's four seasons, and the ambushes revealed before each.
fn decks(seed: u8) -> Vec<(Vec<Card>, usize)> {
    let (_, events) = played(seed);
    let mut ambushes = 0;
    let mut decks = Vec::new();
    for event in &events {
        if let Event::CardRevealed { card } = event {
            ambushes += usize::from(card.ambush().is_some());
        }
        if let Event::SeasonStarted { deck, .. } = event {
            decks.push((deck.get().0.clone(), ambushes));
        }
    }
    decks
}

#[test]
fn a_season_s_deck_holds_thirteen_cards_and_the_ambushes_still_out() {
    // 2.6, 7.5
    let mut sizes = BTreeSet::new();
    for seed in 0..SEEDS {
        for (season, (deck, resolved)) in (1..).zip(decks(seed)) {
            assert_eq!(deck.len(), 13 + season - resolved);
            let distinct: BTreeSet<&Card> = deck.iter().collect();
            assert_eq!(distinct.len(), deck.len());
            assert!(Card::EXPLORE.iter().all(|card| deck.contains(card)));
            sizes.insert((season, deck.len()));
        }
    }
    assert!(
        sizes.contains(&(4, 14)) && sizes.contains(&(4, 15)),
        "{sizes:?}"
    );
}

#[test]
fn seasons_end_at_eight_eight_seven_and_six() {
    // 3.4, D19
    let thresholds = Season::ALL.map(|season| season.card().time_threshold);
    assert_eq!(thresholds, [8, 8, 7, 6]);
    // 3.5: 7 after four cards is too little, the fifth overshoots, nothing carries over.
    let deck = [
        Card::Orchard,
        Card::Marshlands,
        Card::Homestead,
        Card::Hamlet,
        Card::FishingVillage,
    ];
    let mut table = Table::plain(1, &deck);
    for _ in 0..4 {
        table.all_draw();
    }
    assert_eq!(
        (table.state.season, table.state.time()),
        (Season::Spring, 9)
    );
    table.all_draw();
    assert_eq!(table.state.season, Season::Summer);
    assert_eq!(
        table
            .state
            .revealed
            .iter()
            .map(|card| card.face().time)
            .sum::<u8>(),
        table.state.time()
    );
    assert!(table.state.time() <= 2);
    assert_eq!(table.state.scored.len(), 1);
}

#[test]
fn seasons_pay_ab_bc_cd_and_da() {
    // 7.1
    let pairs = Season::ALL.map(|season| season.edicts(&EDICTS));
    let [a, b, c, d] = EDICTS;
    assert_eq!(pairs, [[a, b], [b, c], [c, d], [d, a]]);
}

#[test]
fn a_season_counts_edicts_coins_and_monsters() {
    // 7.1 to 7.4: three stars of forest on the edge, one coin, a monster beside three.
    let deck = [
        Card::RiftLands,
        Card::RiftLands,
        Card::RiftLands,
        Card::Orchard,
    ];
    let mut table = Table::plain(1, &deck).rich(0, 1);
    table.play(0, draw(Terrain::Forest, [(0, 5)]));
    table.play(0, draw(Terrain::Forest, [(0, 0)]));
    table.play(0, draw(Terrain::Monster, [(10, 0)]));
    let score = SeasonScore::of(&table.state.sheets[Seat(0)], Season::Spring.edicts(&EDICTS));
    assert_eq!(score.edicts[0].points, 2);
    assert_eq!((score.coins, score.monsters), (1, -2));
    assert_eq!(score.total(), 1);
    let view = table.state.view(Viewer::Spectator);
    let sheet = &State::scores(&view)[Seat(0)];
    assert_eq!(sheet.banked, Score::default());
    let now: Vec<(&str, i16)> = sheet
        .if_now
        .0
        .iter()
        .map(|line| (line.source.as_str(), line.points))
        .collect();
    let expected = [
        ("sentinel_wood", 2),
        ("canal_lake", 0),
        ("wildholds", 0),
        ("borderlands", 0),
        ("coins", 1),
        ("monsters", -2),
    ];
    assert_eq!(now, expected);
}

/// A season worth so much, of which so much was lost to monsters.
fn season(points: i16, monsters: i16) -> SeasonScore {
    let paid = |points| EdictScore {
        edict: Edict::Wildholds,
        points,
        cells: Area::default(),
    };
    SeasonScore {
        edicts: [paid(points), paid(0)],
        coins: 0,
        monsters,
        monster_cells: Area::default(),
    }
}

fn finished(scores: &[[(i16, i16); 4]]) -> State {
    let seats = u8::try_from(scores.len()).unwrap();
    let mut state = Table::plain(seats, &[Card::RiftLands]).state;
    for (nth, of) in Season::ALL.into_iter().enumerate() {
        let scores = BySeat::new(seats, |seat| {
            let (points, monsters) = scores[usize::from(seat.0)][nth];
            season(points, monsters)
        });
        state.evolve(&Event::SeasonScored { season: of, scores });
    }
    state
}

fn ranks(scores: &[[(i16, i16); 4]]) -> Vec<(u8, i16)> {
    let standings = finished(scores).outcome().unwrap();
    let ranks = standings
        .iter()
        .map(|(_, standing)| (standing.rank, standing.total));
    ranks.collect()
}

#[test]
fn the_most_points_win_and_totals_may_be_negative() {
    // 8.1, 7.4
    let quiet = [(0, 0), (0, 0), (0, 0), (0, 0)];
    let rich = [(5, 0), (6, -1), (0, 0), (0, 0)];
    let haunted = [(0, -9), (0, 0), (0, 0), (0, 0)];
    assert_eq!(ranks(&[quiet, rich, haunted]), [(2, 0), (1, 10), (3, -9)]);
}

#[test]
fn who_lost_less_to_monsters_wins_a_tie_and_else_it_is_shared() {
    // 8.2
    let brave = [(10, -2), (0, -1), (0, 0), (0, 0)];
    let calm = [(7, 0), (0, 0), (0, 0), (0, 0)];
    assert_eq!(ranks(&[brave, calm, brave]), [(2, 7), (1, 7), (2, 7)]);
    assert_eq!(ranks(&[calm, calm]), [(1, 7), (1, 7)]);
}

#[test]
fn the_match_is_over_after_winter() {
    // 7.5, 8.1
    let state = finished(&[[(1, 0), (2, 0), (3, 0), (4, 0)]]);
    let standing = &state.outcome().unwrap()[Seat(0)];
    assert_eq!(standing.total, 10);
    let sources: Vec<&str> = standing
        .score
        .0
        .iter()
        .map(|line| line.source.as_str())
        .collect();
    assert_eq!(sources.len(), 16);
    assert_eq!(
        sources[..4],
        [
            "spring.wildholds",
            "spring.wildholds",
            "spring.coins",
            "spring.monsters"
        ]
    );
    assert_eq!(sources[15], "winter.monsters");
}

fn title(rating: i16) -> Option<&'static str> {
    BOX.solo.title(rating).map(|title| title.names.en.as_str())
}

#[test]
fn a_rating_earns_the_highest_title_it_reaches() {
    // 9.6, D20
    let titles = [30, 29, 0, -1, -5, -6, -30, -31].map(title);
    let expected = [
        Some("Legendary Cartographer"),
        Some("Master Mapsmith"),
        Some("Apprentice Surveyor"),
        Some("Amateur Assessor"),
        Some("Amateur Assessor"),
        Some("Inept Assistant"),
        Some("Oblivious Inkdrinker"),
        None,
    ];
    assert_eq!(titles, expected);
}

#[test]
fn playing_alone_is_rated_against_the_four_cards() {
    // 9.6: 25 + 24 + 16 + 24 for the edicts of these tables.
    let mut table = Table::plain(1, &[Card::Orchard; 14]);
    for season in Season::ALL {
        table.deal(
            season,
            &[Card::Orchard, Card::Orchard, Card::Orchard, Card::Orchard],
        );
        while table.state.season == season && !table.state.is_over() {
            table.all_draw();
        }
    }
    let total = table.state.outcome().unwrap()[Seat(0)].total;
    let points = total - (25 + 24 + 16 + 24);
    let expected = Rating {
        points,
        title: title(points).map(str::to_owned),
    };
    assert_eq!(table.state.view(Viewer::Spectator).rating, Some(expected));
    assert_eq!(table.state.outcome().unwrap()[Seat(0)].rank, 1);
    let rated = |event: &Event| matches!(event, Event::Rated { .. });
    assert!(table.events.iter().any(rated));
}

#[test]
fn the_drawing_that_spends_a_ruins_duty_ends_it() {
    // 5.7, 3.6b: spring's last card, after ruins.
    let deck = [
        Card::Orchard,
        Card::Marshlands,
        Card::Homestead,
        Card::Hamlet,
        Card::TempleRuins,
        Card::FishingVillage,
    ];
    let mut table = Table::plain(1, &deck);
    for _ in 0..4 {
        table.all_draw();
    }
    assert!(table.state.ruins_duty);
    let mut state = table.state.clone();
    table.all_draw();
    for event in &table.events {
        state.evolve(event);
        assert_eq!(
            state.ruins_duty,
            matches!(event, Event::Drawn { .. }),
            "{event:?}"
        );
    }
}

#[test]
fn a_ruins_duty_outlives_what_is_decided_before_the_drawing() {
    // 5.7, 13.6a: diplomacy on the explore card, and then the drawing on ruins.
    let deck = [Card::TempleRuins, Card::RiftLands, Card::RiftLands];
    let skills = [Skill::Diplomacy];
    let mut table = Table::new(Options::default(), 2, &skills, &deck).rich(0, 3);
    assert_eq!(table.state.duty, Some(Duty::Before));
    table.all_draw();
    assert_eq!(table.state.duty, Some(Duty::Draw));
    assert!(table.state.ruins_duty);
}

#[test]
fn a_season_in_which_nobody_had_room_leaves_no_ruins_duty() {
    // 3.6b, 4.8
    let full = full_but([]);
    let mut state = Table::plain(1, &[Card::Orchard, Card::RiftLands])
        .drawn(0, rows(&full))
        .state;
    state.evolve(&Event::CardRevealed {
        card: Card::TempleRuins,
    });
    assert!(state.ruins_duty);
    state.evolve(&Event::CardRevealed {
        card: Card::FishingVillage,
    });
    let score = SeasonScore::of(&state.sheets[Seat(0)], Season::Spring.edicts(&EDICTS));
    state.evolve(&Event::SeasonScored {
        season: Season::Spring,
        scores: BySeat::new(1, |_| score),
    });
    assert!(!state.ruins_duty);
}

#[test]
fn a_finished_board_never_speaks_of_ruins() {
    for seed in 0..SEEDS {
        let (state, _) = played(seed);
        assert!(
            !state
                .view(Viewer::Spectator)
                .to_string()
                .contains("on ruins")
        );
    }
}
