//! Every parchment on boards small enough to count by eye.

use super::super::{
    cards::Parchment,
    event::Copied,
    fiefs::Estate,
    judge,
    parchments::{Claims, ParchmentScores},
    realm::Realm,
};
use super::table::{by_seat, parchment, realm};
use crate::{BySeat, Seat};

/// What seat 0's parchments pay, on this board and with these camps played.
fn paid(parchments: &str, board: &[&str], camps_played: u8) -> ParchmentScores {
    scored(&[parchments, "", ""][..board.len()], board, camps_played)[Seat(0)].clone()
}

fn scored(parchments: &[&str], board: &[&str], camps_played: u8) -> BySeat<ParchmentScores> {
    let claims = parchments.iter().map(|names| {
        let parchments: Vec<Parchment> = names.split_whitespace().map(parchment).collect();
        Claims {
            held: u8::try_from(parchments.len()).unwrap(),
            parchments,
            camps_played,
            ..Claims::default()
        }
    });
    score(&realm(board), &by_seat(&claims.collect::<Vec<_>>()))
}

/// What these pay on a board.
fn score(realm: &Realm, claims: &BySeat<Claims>) -> BySeat<ParchmentScores> {
    let claims = claims.map(|seat, claims| {
        let estate = Estate::of(realm, seat);
        let claims = claims.clone();
        Claims { estate, ..claims }
    });
    let scores = judge::score(realm, &claims);
    let sums = scores.map(|seat, scores| claims[seat].harvested + scores.points());
    assert_eq!(judge::totals(realm, &claims), sums);
    scores
}

/// Board of seat 0, board of seat 1, points.
type Row = (&'static str, &'static str, i16);

/// Nine printed cities.
const CITIES: &str = "A4 B3 B7 B9 C1 D3 D9 E6 E10";

/// Ten squares that do not touch.
const APART: &str = "A1 A3 A5 A7 A9 C1 C3 C5 C7 C9";

/// Seven of the sea.
const SEA: &str = "A5 A6 A7 A10 B4 B5 B10";

#[rustfmt::skip]
const TABLE: &[(&str, &[Row])] = &[
    ("royal_ring", &[("", "", 1), ("A1", "", 1)]),
    ("royal_coat", &[("", "", 2)]),
    ("royal_scepter", &[("", "", 3)]),
    ("royal_chalice", &[("", "", 4)]),
    ("royal_crown", &[("", "", 5)]),
    ("royal_carrot", &[("", "", 6)]),
    ("left_glove", &[("", "", 1)]),
    ("right_glove", &[("", "", 1)]),
    ("bureaucrat", &[("A1 A2", "", 1)]),
    // 9.2: printed and built, whatever the strength; others' and free ones not.
    ("burgomaster", &[("A4 B2:3 D1:2 E5:/1 G3:/1", "B3", 3), ("D1 B2:gold", "", 0)]),
    ("diplomat", &[("A1 A2 B2", "A3", 2), ("J10 E1 E10 E5", "", 3)]),
    ("explorer", &[("A1 A10 J1 J10", "", 12), ("J10 J9", "A1", 3)]),
    // 9.1: units, not kinds; a square may give two.
    ("carpenter", &[("A1 A2 A3", "A8", 3), ("A1:wood", "", 2), ("H1:wood B1:$wood", "", 2), ("A5", "", 0)]),
    ("master_carpenter", &[("A1 A2 A3", "A8", 6), ("A1:wood D1:$fish", "", 4)]),
    ("woodland_king", &[("A1 A2 A3 A8 D10 E1 F1", "", 20), ("A1 A2 A3 A8 D10 E1", "F1", 0),
        ("A1 A2 A3 A8 D10:wood D1:$wood", "", 20)]),
    ("fisher", &[("A5 A6 B1", "", 2), ("A5:fish D1:$fish", "", 3)]),
    ("master_fisher", &[("A5 A6 B1", "", 4)]),
    ("fisher_king", &[(SEA, "", 20), ("A5 A6 A7 A10 B4 B5", "B10", 0)]),
    ("farmer", &[("C7 D4 E3:carrot", "", 4), ("E3:spice", "", 1)]),
    ("master_farmer", &[("C7 D4", "", 4)]),
    // 12: three fields, a farm and a trading post.
    ("carrot_king", &[("C7 D4 D7 A1:carrot B1:$carrot", "", 15), ("C7 D4 D7 A1:carrot", "", 0)]),
    ("merchant", &[("A1:mushroom B1:gold A5:pearl C7:spice", "", 12), ("A1:wood C7", "B1:iron", 0)]),
    ("master_of_the_mountains", &[("B1 B2:3 C2:gold D1", "B6", 6)]),
    ("carrotistador", &[("A1 A2 A3 E1 F1 G1", "", 8), ("A1 A2 E1 F1", "", 0), ("A1 A2:/1 J1:/1", "", 4)]),
    ("harecingetorix", &[("A1 C3 E5", "", 3), ("A1 A2 A3", "", 1), ("B1 B2", "", 2)]),
    ("hun_ny_king", &[(APART, "", 12), ("A1 A3 A5 A7 A9 C1 C3 C5 C7", "C9", 0)]),
    // 9.8: a fief that produces anything at all does not count.
    ("bun_shee", &[("C1 D1", "", 2), ("B1:1 C1", "", 4), ("A4 A5", "", 0), ("C1 D1:wood E6", "", 2)]),
    // 9.7: square by square; camps and towers do not spoil it.
    ("panpan_the_barbarian", &[("C1 D1 B1", "", 4), ("D1:!1", "", 2), ("D1:/1 G3:/1", "", 4),
        ("D1:wood B1:3 A1 G4:$wood", "", 0)]),
    ("colonist", &[("", "", 6)]),
    ("king_of_thieves", &[(CITIES, "", 12), ("A4 B3 B7 B9 C1 D3 D9 E6 D1", "E10", 0),
        ("A4 B3 B7 B9 C1 D3 D9 E6 D1:1", "", 12)]),
    // 9.11: on a tie nobody.
    ("matriarch", &[("A1 A2", "A5", 12), ("A1", "A5", 0), ("A1", "A5 A6", 0)]),
    // 9.9: of several best fiefs only one is left out.
    ("little_prince", &[("A4 A5 G1 G2", "", 1), ("A4 A5", "", 0), ("", "", 0),
        ("A4 A5 B2:3 C2:gold G1 G2 E6", "", 2)]),
    ("treasure_guardian", &[("", "", 0)]),
    ("treasure_hunter", &[("", "", 0)]),
    ("liberal", &[("A1", "", 0)]),
    ("socialist", &[("A1", "", 0)]),
    // Nobody has points: all are first.
    ("opportunist", &[("", "", 0)]),
];

#[test]
fn every_parchment_pays_what_its_table_says() {
    let tested: Vec<Parchment> = TABLE.iter().map(|(name, _)| parchment(name)).collect();
    assert_eq!(tested, Parchment::ALL);
    for (name, rows) in TABLE {
        for (own, others, points) in *rows {
            let paid = paid(name, &[own, others], 2);
            assert_eq!(paid.points(), *points, "{name}: {own} | {others}");
        }
    }
}

#[test]
fn treasures_count_double_for_a_hunter_and_show_it_on_their_rows() {
    // 9.10, and the arithmetic of section 12
    let all = "left_glove right_glove treasure_hunter treasure_guardian bureaucrat";
    let paid = paid(all, &["", ""], 0);
    let rows: Vec<i16> = paid.0.iter().map(|row| row.points).collect();
    assert_eq!(rows, [8, 8, 0, 6, 5]);
    assert_eq!(paid.points(), 27);
}

#[test]
fn a_copied_second_hunter_makes_it_three_times() {
    let claims = |parchments: &[&str], copies: &[(&str, &str)]| Claims {
        parchments: parchments.iter().map(|name| parchment(name)).collect(),
        copies: copies
            .iter()
            .map(|(card, copied)| Copied {
                card: parchment(card),
                parchment: parchment(copied),
            })
            .collect(),
        held: u8::try_from(parchments.len()).unwrap(),
        ..Claims::default()
    };
    let board = realm(&["", ""]);
    let copied = claims(
        &["royal_crown", "liberal", "socialist"],
        &[
            ("liberal", "treasure_hunter"),
            ("socialist", "treasure_hunter"),
        ],
    );
    let scores = score(
        &board,
        &by_seat(&[copied, claims(&["treasure_hunter"], &[])]),
    );
    assert_eq!(scores[Seat(0)].points(), 15);
    // 9.13: a copied treasure is one for guardian, hunter and gloves.
    let copied = claims(
        &["left_glove", "treasure_guardian", "liberal", "bureaucrat"],
        &[("liberal", "right_glove")],
    );
    let scores = score(&board, &by_seat(&[copied, claims(&["right_glove"], &[])]));
    let rows: Vec<i16> = scores[Seat(0)].0.iter().map(|row| row.points).collect();
    assert_eq!(rows, [4, 6, 4, 4]);
    // The original still scores for its owner.
    assert_eq!(scores[Seat(1)].points(), 1);
}

#[test]
fn a_copy_card_counts_as_one_parchment_for_the_bureaucrat() {
    // 9.5
    assert_eq!(
        paid("bureaucrat liberal socialist", &["", ""], 0).points(),
        3
    );
}

#[test]
fn what_was_counted_is_told_with_its_squares() {
    let board = ["A1:wood A2 B4", "A3"];
    let row = paid("carpenter", &board, 0).0[0];
    assert_eq!((row.count, row.counted()), (Some(3), "wood"));
    assert_eq!(
        serde_json::to_value(row.squares).unwrap(),
        serde_json::json!(["A1", "A2"])
    );
    let row = paid("liberal", &board, 0).0[0];
    assert_eq!((row.count, row.copied, row.points), (None, None, 0));
}

/// 9.12 for three seats with so many points before, each with an Opportunist or not.
fn opportunists(points: [i16; 3], parchments: [&str; 3]) -> Vec<i16> {
    let seats = points
        .into_iter()
        .zip(parchments)
        .map(|(harvested, names)| Claims {
            parchments: names.split_whitespace().map(parchment).collect(),
            harvested,
            ..Claims::default()
        });
    let scores = score(&realm(&["", "", ""]), &by_seat(&seats.collect::<Vec<_>>()));
    scores.iter().map(|(_, scores)| scores.points()).collect()
}

#[test]
fn the_opportunist_looks_once_at_the_ranking_after_everything_else() {
    assert_eq!(
        opportunists([30, 20, 10], ["", "opportunist", ""]),
        [0, 10, 0]
    );
    assert_eq!(
        opportunists([30, 20, 10], ["opportunist", "", ""]),
        [0, 0, 0]
    );
    assert_eq!(
        opportunists([30, 20, 10], ["", "", "opportunist"]),
        [0, 0, 0]
    );
    // All other parchments come first; the bonus itself causes no second look.
    assert_eq!(
        opportunists([30, 20, 19], ["", "opportunist", "royal_crown"]),
        [0, 0, 5]
    );
    assert_eq!(
        opportunists([21, 20, 10], ["", "opportunist", ""]),
        [0, 10, 0]
    );
}

#[test]
fn tied_for_first_is_first_and_tied_for_second_is_second() {
    // 9.12, the second half reconstructed
    assert_eq!(
        opportunists([20, 20, 10], ["", "opportunist", ""]),
        [0, 0, 0]
    );
    assert_eq!(
        opportunists([20, 20, 10], ["", "", "opportunist"]),
        [0, 0, 0]
    );
    assert_eq!(
        opportunists([30, 20, 20], ["", "opportunist", ""]),
        [0, 10, 0]
    );
}

#[test]
fn each_opportunist_pays_and_in_company_of_two_the_seat_behind_is_second() {
    let with_copy = Claims {
        parchments: vec![parchment("opportunist"), parchment("liberal")],
        copies: vec![Copied {
            card: parchment("liberal"),
            parchment: parchment("opportunist"),
        }],
        ..Claims::default()
    };
    let ahead = Claims {
        harvested: 1,
        ..Claims::default()
    };
    let scores = score(&realm(&["", ""]), &by_seat(&[with_copy, ahead]));
    assert_eq!(scores[Seat(0)].points(), 20);
}
