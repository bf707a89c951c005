//! How a tournament stands after rounds that are told here.

use std::{collections::BTreeMap, sync::Arc};

use domain::{BySeat, GameId, Seed, bots::Bot};
use store_log::{
    id::{self, MatchId, Position},
    record::Tip,
    time::Timestamp,
};

use super::{
    DropReason, Entrant, MatchResult, SideResult, System, Tournament, TournamentEvent,
    TournamentId, TournamentPlan,
};
use crate::batches::{Contestant, Dealing, LineUpSeat, WIN_INDEX_PARTS};

const ONE: i64 = WIN_INDEX_PARTS;

fn at() -> Timestamp {
    "2031-05-17T08:00:00.000Z".parse().unwrap()
}

fn player(number: u16) -> LineUpSeat {
    let player = domain::matches::PlayerId(format!("p_{number:032x}"));
    LineUpSeat::Player { player }
}

fn plan(system: System, entrants: u16, seats: u8) -> TournamentPlan {
    let entrant = |number| Entrant {
        members: vec![player(number)],
    };
    TournamentPlan {
        options: GameId::Cartographers.default_options(),
        seats,
        system,
        entrants: (0..entrants).map(entrant).collect(),
        rounds: Some(2),
        deals: 1,
        dealing: Dealing::Own,
        settings: Box::default(),
    }
}

fn planned(plan: TournamentPlan) -> Tournament {
    let mut tournament = Tournament {
        id: TournamentId::of_bytes([7; 16]),
        host: id::nobody(),
        missing: plan.players(),
        plan: Arc::new(plan),
        components: String::new(),
        seed_known: false,
        dropped: BTreeMap::new(),
        rounds: Vec::new(),
        created_at: at(),
        stopped: None,
        ended_at: None,
        last: Position::START,
        begun: None,
        position: Position::START,
        tip: Tip::START,
        seed: Seed([7; 32]),
        shards: store_log::Shards::ONE,
    };
    let lots = (0..u16::try_from(tournament.plan.entrants.len()).unwrap()).collect();
    let rounds = Vec::new();
    tournament.evolve(&TournamentEvent::Begun { lots, rounds }, at());
    tournament
}

fn draw(tournament: &mut Tournament, tables: &[&[u16]], byes: &[u16]) {
    let tables = tables.iter().map(|table| table.to_vec()).collect();
    let byes = byes.to_vec();
    tournament.evolve(&TournamentEvent::RoundDrawn { tables, byes }, at());
}

/// A deal of one match is over: the rank and score of each side.
fn over(tournament: &mut Tournament, [round, table]: [u32; 2], sides: &[(u8, i16)]) {
    let side = |&(rank, score): &(u8, i16)| SideResult {
        rank,
        score,
        forfeited: false,
    };
    let result = MatchResult {
        id: MatchId::of_bytes([9; 16]),
        sides: sides.iter().map(side).collect(),
    };
    let event = TournamentEvent::DealOver {
        round,
        table,
        deal: 0,
        matches: vec![result],
    };
    tournament.evolve(&event, at());
}

fn ranks(tournament: &Tournament) -> Vec<(u16, u32)> {
    let standings = tournament.standings();
    standings.iter().map(|it| (it.entrant, it.rank)).collect()
}

#[test]
fn points_decide_then_those_of_opponents_then_the_difference() {
    let mut tournament = planned(plan(System::Swiss, 4, 2));
    draw(&mut tournament, &[&[0, 1], &[2, 3]], &[]);
    over(&mut tournament, [0, 0], &[(1, 30), (2, 20)]);
    over(&mut tournament, [0, 1], &[(1, 30), (2, 25)]);
    assert_eq!(ranks(&tournament), [(0, 1), (2, 2), (3, 3), (1, 4)]);
    draw(&mut tournament, &[&[0, 2], &[3, 1]], &[]);
    over(&mut tournament, [1, 0], &[(2, 10), (1, 50)]);
    over(&mut tournament, [1, 1], &[(2, 10), (1, 11)]);
    let standings = tournament.standings();
    let of = |entrant| {
        *standings
            .iter()
            .find(|it| it.entrant == entrant)
            .as_ref()
            .unwrap()
    };
    assert_eq!([0, 1, 2, 3].map(|it| of(it).points), [ONE, ONE, 2 * ONE, 0]);
    // Buchholz: 0 met 1 and 2, 1 met 0 and 3.
    assert_eq!(
        [0, 1, 2, 3].map(|it| of(it).opponents),
        [3 * ONE, ONE, ONE, 3 * ONE]
    );
    assert_eq!(of(2).difference, 45_000);
    assert_eq!(ranks(&tournament), [(2, 1), (0, 2), (1, 3), (3, 4)]);
    assert_eq!(tournament.meetings(), (0, 1));
}

#[test]
fn a_shared_first_place_is_shared_and_who_is_equal_in_all_shares_the_rank() {
    let mut tournament = planned(plan(System::RoundRobin, 3, 3));
    draw(&mut tournament, &[&[2, 0, 1]], &[]);
    over(&mut tournament, [0, 0], &[(1, 9), (1, 9), (3, 3)]);
    assert_eq!(ranks(&tournament), [(0, 1), (2, 1), (1, 3)]);
    let standings = tournament.standings();
    assert_eq!(standings[0].points, ONE / 2);
    assert_eq!((standings[0].won, standings[0].shared), (0, 1));
    let encounters = tournament.encounters();
    assert_eq!(encounters[&(2, 1)].deals, [(1, ONE)]);
    assert_eq!(encounters[&(2, 0)].deals, [(1, ONE / 2)]);
    assert_eq!(encounters[&(1, 0)].deals, [(1, 0)]);
}

#[test]
fn a_bye_is_a_win_in_a_swiss_tournament_and_nothing_in_a_round_robin() {
    for (system, points) in [(System::Swiss, ONE), (System::RoundRobin, 0)] {
        let mut tournament = planned(plan(system, 3, 2));
        draw(&mut tournament, &[&[0, 1]], &[2]);
        let standings = tournament.standings();
        let bye = standings.iter().find(|it| it.entrant == 2).unwrap();
        assert_eq!((bye.points, bye.byes, bye.matches), (points, 1, 0));
        assert_eq!(bye.deals, []);
    }
}

#[test]
fn a_match_that_ended_before_its_ranks_counts_for_nobody_and_is_marked() {
    let mut tournament = planned(plan(System::Swiss, 2, 2));
    draw(&mut tournament, &[&[0, 1]], &[]);
    assert!(!tournament.is_partial());
    over(&mut tournament, [0, 0], &[]);
    assert!(tournament.is_partial());
    for standing in tournament.standings() {
        assert_eq!((standing.points, standing.unranked), (0, 1));
    }
    assert!(tournament.encounters().is_empty());
}

#[test]
fn who_is_out_is_neither_missed_nor_seated() {
    let mut tournament = planned(plan(System::Swiss, 3, 2));
    let event = TournamentEvent::Dropped {
        entrant: 1,
        why: DropReason::Withdrew,
        player: None,
    };
    tournament.evolve(&event, at());
    assert_eq!(tournament.playing(), [0, 2]);
    assert_eq!(tournament.missing.len(), 2);
    assert!(tournament.is_partial());
}

#[test]
fn deals_of_a_meeting_rotate_through_the_seats() {
    let mut plan = plan(System::RoundRobin, 4, 3);
    let first = |plan: &TournamentPlan, deal| {
        let seatings = plan.seatings(&[3, 1, 2], deal);
        let entrants = seatings[0].map(|_, (entrant, _)| *entrant);
        (seatings.len(), entrants)
    };
    let at = |entrants: [u16; 3]| BySeat::new(3, |seat| entrants[usize::from(seat.0)]);
    assert_eq!(first(&plan, 0), (1, at([3, 1, 2])));
    assert_eq!(first(&plan, 1), (1, at([2, 3, 1])));
    assert_eq!(first(&plan, 3), (1, at([3, 1, 2])));
    plan.dealing = Dealing::Duplicate;
    assert_eq!(first(&plan, 1), (3, at([3, 1, 2])));
    assert!(plan.deal_closed());
}

#[test]
fn members_of_a_team_sit_on_the_seats_of_its_side() {
    let options = r#"{"game":"big_monster","options":{"mode":"team_draft"}}"#;
    let mut plan = plan(System::RoundRobin, 1, 4);
    plan.options = serde_json::from_str(options).unwrap();
    plan.dealing = Dealing::Duplicate;
    plan.entrants.push(Entrant {
        members: vec![Bot::Greedy.into(), Bot::Random.into()],
    });
    assert_eq!(plan.table_size(), 2);
    plan.check().unwrap();
    let seatings = plan.seatings(&[0, 1], 0);
    assert_eq!(seatings.len(), 4);
    let [one, bots] = [player(0).contestant(), Contestant::Bot(Bot::Greedy)];
    let first = seatings[0].iter().map(|(_, (_, who))| who.clone());
    let random = Contestant::Bot(Bot::Random);
    assert!(first.eq([one.clone(), bots, one, random]));
}
