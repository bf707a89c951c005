//! What adds up in every match that ends.

use std::collections::{BTreeMap, BTreeSet};

use domain::{GameId, ScoreLine, Seat, facts::Filled, matches::facts::MatchFacts};

use super::playing::{Decided, Played, matches_of};

#[test]
fn what_a_match_hands_over_adds_up() {
    for &game in GameId::ALL {
        for played in matches_of(game) {
            let facts = played.facts();
            for (seat, _) in facts.seats.iter() {
                a_seat_adds_up(&facts, played, seat);
            }
            the_table_adds_up(&facts, played);
        }
    }
}

fn a_seat_adds_up(facts: &MatchFacts, played: &Played, seat: Seat) {
    let at = format!("{:?}, {seat:?}", played.end.terms.options);
    let measures = &facts.seats[seat].values.measures;
    let standings = played.end.table().unwrap().standings.as_ref().unwrap();
    let (standing, lines) = (&standings[seat], &standings[seat].score.0);
    let total = i32::from(standing.total);
    assert_eq!(measures["final_score"], total, "{at}");
    assert_eq!(measures["rank"], i32::from(standing.rank), "{at}");
    assert_eq!(measures["seat"], i32::from(seat.0), "{at}");
    let paid = |pays: &dyn Fn(&ScoreLine) -> bool| -> i32 {
        let lines = lines.iter().filter(|line| pays(line));
        lines.map(|line| i32::from(line.points)).sum()
    };
    assert_eq!(paid(&|_| true), total, "{at}");
    let parts = facts
        .game
        .samples()
        .parts
        .iter()
        .map(|part| measures[points(part).as_str()]);
    assert_eq!(parts.sum::<i32>(), total, "{at}");
    for (id, points) in measures {
        if let Some(part) = id.strip_prefix("points.").filter(|part| !is_a_slot(part)) {
            let sum = paid(&|line| is_of(line, part, facts.game));
            assert_eq!(sum, *points, "{at}: {id}");
        }
    }
    let made = played.decisions.iter().filter(|made| made.seat == seat);
    assert_eq!(
        usize::try_from(measures["decisions"]),
        Ok(made.count()),
        "{at}"
    );
}

fn the_table_adds_up(facts: &MatchFacts, played: &Played) {
    let of_seats = |id: &'static str| {
        facts
            .seats
            .iter()
            .map(move |(_, it)| it.values.measures[id])
    };
    let (table, options) = (&facts.table.measures, &played.end.terms.options);
    let first = of_seats("rank").filter(|rank| *rank == 1).count();
    assert_eq!(usize::try_from(table["winners"]), Ok(first), "{options:?}");
    let all = || facts.seats.iter().map(|(seat, _)| seat);
    let winners = all().filter(|&seat| facts.seats[seat].values.measures["rank"] == 1);
    let best = winners.map(|seat| score_of(facts, seat)).max();
    assert_eq!(Some(table["winning_score"]), best, "{options:?}");
    for seat in all() {
        let measures = &facts.seats[seat].values.measures;
        let rivals = all().filter(|&other| other != seat && !are_partners(facts, seat, other));
        let rival = rivals.map(|rival| score_of(facts, rival)).max();
        let margin = rival.map(|rival| score_of(facts, seat) - rival);
        assert_eq!(measures.get("margin").copied(), margin, "{options:?}");
        let is_behind = margin.is_some_and(|margin| margin < 0);
        assert!(measures["rank"] > 1 || !is_behind, "{options:?}");
        let has_partner = all().any(|other| other != seat && are_partners(facts, seat, other));
        let of_team = has_partner.then(|| score_of(facts, seat));
        assert_eq!(measures.get("team_score").copied(), of_team, "{options:?}");
    }
    assert_eq!(
        table["match_decisions"],
        of_seats("decisions").sum::<i32>(),
        "{options:?}"
    );
    assert_eq!(
        table["seats"],
        i32::from(facts.seats.seats()),
        "{options:?}"
    );
}

/// What a seat is ranked by: its final score, or of a team that of the lower member.
fn score_of(facts: &MatchFacts, seat: Seat) -> i32 {
    let side = facts
        .seats
        .iter()
        .filter(|(other, _)| *other == seat || are_partners(facts, seat, *other));
    let scores = side.map(|(_, it)| it.values.measures["final_score"]);
    scores.min().unwrap()
}

fn are_partners(facts: &MatchFacts, one: Seat, other: Seat) -> bool {
    let team = |seat: Seat| facts.seats[seat].values.dimensions.get("team");
    team(one).is_some_and(|team| team != "none") && team(one) == team(other)
}

fn points(part: &str) -> String {
    format!("points.{part}")
}

#[test]
fn a_cell_is_filled_once_with_a_thing_and_all_such_cells_are_counted() {
    for &game in GameId::ALL {
        for played in matches_of(game) {
            let (counts_of, each) = game.samples().cells_of;
            for (seat, notes) in played.facts().seats.iter() {
                let measures = &notes.values.measures;
                let once: BTreeSet<&Filled> = notes.cells.iter().collect(); // 13.4: a cell may be two terrains
                assert_eq!(once.len(), notes.cells.len(), "{game:?}, {seat:?}");
                let mut counts = BTreeMap::<String, i32>::new();
                for filled in &notes.cells {
                    *counts.entry(counted(counts_of, &filled.with)).or_default() += 1;
                }
                for (id, cells) in counts {
                    assert_eq!(measures[id.as_str()] * each, cells, "{seat:?}: {id}");
                }
            }
        }
    }
}

/// The measure that counts what fills a cell.
fn counted(of: &str, with: &str) -> String {
    match of.ends_with('.') {
        true => format!("{of}{with}"),
        false => of.to_owned(),
    }
}

#[test]
fn whoever_takes_first_is_first_in_turn_order() {
    for game in [GameId::BuildersBiomes, GameId::BigMonster] {
        for played in matches_of(game) {
            let facts = played.facts();
            let takes = |made: &&Decided| made.offered.iter().any(|(kind, _)| TAKES.contains(kind));
            let mut order: Vec<Seat> = Vec::new();
            for made in played.decisions.iter().filter(takes) {
                if !order.contains(&made.seat) {
                    order.push(made.seat);
                }
            }
            for (place, seat) in (1..).zip(order) {
                let noted = facts.seats[seat].values.measures.get("turn_order");
                assert!(noted.is_none_or(|it| *it == place), "{seat:?}: {noted:?}");
                let mode = facts.table.dimensions.get("mode");
                let by_turns = mode.is_none_or(|mode| mode == "variant");
                assert_eq!(noted.is_some(), by_turns);
            }
        }
    }
}

/// What a first turn offers.
const TAKES: [&str; 2] = ["action", "tile"];

/// Whether it is a slot of a season, as `spring.a`. Score lines tell the card instead.
fn is_a_slot(part: &str) -> bool {
    let letter = part.split_once('.').map(|(_, letter)| letter);
    letter.is_some_and(|letter| letter.len() == 1)
}

/// Whether a line pays under a metric: its source is named after it, or some of its
/// parts are. The tokens of Big Monster are called as its rows, so there a source must
/// begin so.
fn is_of(line: &ScoreLine, part: &str, game: GameId) -> bool {
    let (source, part) = (format!(".{}.", line.source), format!(".{part}."));
    if game == GameId::BigMonster {
        source.starts_with(&part)
    } else {
        source.contains(&part)
    }
}
