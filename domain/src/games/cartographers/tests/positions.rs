//! Positions written by hand.

use std::collections::BTreeSet;

use serde_json::{Value, json};

use super::super::{Command, Illegal, Position, State, View, map::BadMap};
use super::table::set;
use crate::{Cell, Game as _, Reason as _, Replay as _, Seat};

const BLANK_A: [&str; 11] = [
    "...........",
    "...M.......",
    "........M..",
    "...........",
    "...........",
    ".....M.....",
    "...........",
    "...........",
    "..M........",
    ".......M...",
    "...........",
];

fn imagine(position: Value) -> Result<View, Illegal> {
    let position: Position = serde_json::from_value(position).unwrap();
    State::imagine(position)
}

fn open_land() -> Vec<String> {
    vec![".".repeat(11); 11]
}

#[test]
fn a_map_alone_is_scored_by_all_sixteen_cards() {
    let mut map = open_land();
    map[0] = "FFF........".to_owned();
    let view = imagine(json!({ "map": map })).unwrap();
    let sheet = &State::scores(&view)[Seat(0)];
    assert_eq!(sheet.if_now.0.len(), 18);
    let line = |source: &str| {
        sheet
            .if_now
            .0
            .iter()
            .find(|line| line.source == source)
            .unwrap()
    };
    assert_eq!(line("sentinel_wood").points, 3);
    assert_eq!(
        line("sentinel_wood").cells,
        [Cell(0, 0), Cell(0, 1), Cell(0, 2)]
    );
    assert_eq!(line("greenbough").points, 4);
    assert_eq!(State::legal(&view), []);
}

#[test]
fn coins_lie_where_mountains_are_not_surrounded() {
    let mut map = open_land();
    map[0] = "MF.......FM".to_owned();
    map[1] = "F..........".to_owned();
    let view = imagine(json!({ "map": map, "coins": 3, "spent": 1 })).unwrap();
    let sheet = view.sheets[Seat(0)];
    assert_eq!(sheet.coins_left, set([(0, 10)]));
    assert_eq!(sheet.purse(), 2);
}

#[test]
fn with_a_card_its_drawings_are_legal() {
    let rift_lands = |position: Value| State::legal(&imagine(position).unwrap()).len();
    let mut position = json!({ "map": BLANK_A, "side": "A", "card": "E17" });
    assert_eq!(rift_lands(position.clone()), 116 * 5);
    position["ruins_duty"] = json!(true);
    assert_eq!(rift_lands(position.clone()), 6 * 5);
    position["card"] = json!("A01");
    let goblins = State::legal(&imagine(position).unwrap());
    assert!(
        goblins
            .iter()
            .all(|command| matches!(command, Command::Draw { .. }))
    );
    let skilled = json!({
        "map": BLANK_A, "side": "A", "card": "E08", "coins": 1, "skills": ["negotiation"],
    });
    let is_square = |command: &Command| matches!(command, Command::Negotiation { .. });
    assert!(
        State::legal(&imagine(skilled).unwrap())
            .iter()
            .any(is_square)
    );
}

#[test]
fn a_full_map_owes_nothing() {
    // 4.8
    let full = vec!["F".repeat(11); 11];
    let view = imagine(json!({ "map": full, "card": "E17" })).unwrap();
    assert!(view.due.is_empty());
    assert_eq!(State::legal(&view), []);
}

#[test]
fn a_position_no_table_can_have_is_refused_with_a_reason() {
    let refused = |position: Value| imagine(position).unwrap_err();
    let mut short = open_land();
    short.pop();
    assert_eq!(
        refused(json!({ "map": short })),
        Illegal::BadMap(BadMap::Size)
    );
    let mut odd = open_land();
    odd[3] = "....Q......".to_owned();
    let letter = refused(json!({ "map": odd }));
    assert_eq!(letter, Illegal::BadMap(BadMap::Letter(Cell(3, 4), 'Q')));
    assert_eq!(letter.refusal().cells, [Cell(3, 4).into()]);
    let mountains = set([(1, 3), (2, 8), (5, 5), (8, 2), (9, 7)]);
    assert_eq!(
        refused(json!({ "map": open_land(), "side": "A" })),
        Illegal::NotAsPrinted(mountains)
    );
    let both = json!({ "map": BLANK_A, "side": "A", "ruins": [[0, 0]] });
    assert_eq!(refused(both), Illegal::SideAndRuins);
    let coins = json!({ "map": open_land(), "coins": 15 });
    assert_eq!(refused(coins), Illegal::BadCoins);
    let spent = json!({ "map": open_land(), "coins": 1, "spent": 2 });
    assert_eq!(refused(spent), Illegal::BadCoins);
    let coin = json!({ "map": open_land(), "coins_left": [[4, 4]] });
    assert_eq!(refused(coin), Illegal::CoinOffMountain(set([(4, 4)])));
    let card = json!({ "map": open_land(), "card": "E05" });
    assert_eq!(refused(card), Illegal::RuinsCard);
    let twice = json!({ "map": open_land(), "edicts": ["wildholds", "wildholds"] });
    assert_eq!(refused(twice), Illegal::EdictTwice);
    let twice = json!({ "map": open_land(), "skills": ["search", "search"] });
    assert_eq!(refused(twice), Illegal::SkillTwice);
}

#[test]
fn a_view_reads_back_as_it_was_written() {
    let position = json!({ "map": BLANK_A, "side": "A", "card": "E07", "ruins_duty": true });
    let view = imagine(position).unwrap();
    let written = serde_json::to_string(&view).unwrap();
    let read: View = serde_json::from_str(&written).unwrap();
    assert_eq!(read, view);
    assert_eq!(State::legal(&read), State::legal(&view));
}

#[test]
fn printed_the_board_shows_ruins_and_letters() {
    let view = imagine(json!({ "map": BLANK_A, "side": "A", "card": "E07" })).unwrap();
    let board = view.to_string();
    assert!(board.contains("Great River"));
    assert!(board.contains(". . . M . .'. . . . . "));
    let legend = 1;
    assert_eq!(board.matches('\'').count(), 6 + legend);
}

#[test]
fn commands_are_written_as_one_would_by_hand() {
    let read = |text: &str| serde_json::from_str::<Command>(text).unwrap();
    for text in [
        r#"{"type":"draw","terrain":"water","cells":[[0,0],[0,1],[0,2]]}"#,
        r#"{"type":"arcane_knowledge","cells":[[0,0],[0,1]]}"#,
        r#"{"type":"stealth","shape":"E07a","terrain":"water","cells":[[0,0]]}"#,
        r#"{"type":"negotiation","terrain":"farm","cells":[[0,0],[0,1],[1,0],[1,1]]}"#,
        r#"{"type":"concentration","cells":[[3,0],[4,0]]}"#,
        r#"{"type":"healing","terrain":"farm","cells":[[3,0],[4,0]]}"#,
        r#"{"type":"search","cell":[3,0]}"#,
        r#"{"type":"diplomacy","cell":[3,0]}"#,
        r#"{"type":"acrobatics"}"#,
        r#"{"type":"acrobatics","orientation":"vertical"}"#,
        r#"{"type":"pass"}"#,
    ] {
        assert_eq!(serde_json::to_string(&read(text)).unwrap(), text);
    }
    let backwards = read(r#"{"type":"draw","terrain":"water","cells":[[0,2],[0,0],[0,1]]}"#);
    let forwards = read(r#"{"type":"draw","terrain":"water","cells":[[0,0],[0,1],[0,2]]}"#);
    assert_eq!(backwards, forwards);
    let refused = |text| serde_json::from_str::<Command>(text).is_err();
    assert!(refused(
        r#"{"type":"draw","terrain":"water","cells":[[0,0],[0,0]]}"#
    ));
    assert!(refused(
        r#"{"type":"draw","terrain":"water","cells":[[11,0]]}"#
    ));
    assert!(refused(
        r#"{"type":"draw","terrain":"lava","cells":[[1,0]]}"#
    ));
    assert!(refused(
        r#"{"type":"draw","terrain":"water","cells":[[1,0]],"more":1}"#
    ));
}

#[test]
fn every_refusal_has_a_code_of_its_own_and_cites_a_rule() {
    let cells = set([(0, 0)]);
    let skill = super::super::components::Skill::Search;
    let all = [
        Illegal::NotDue,
        Illegal::WrongMoment,
        Illegal::NoCells,
        Illegal::OffTheMap(Cell(0, 11).into()),
        Illegal::Overlaps(cells),
        Illegal::NotAShape(cells),
        Illegal::ShapeStillFits(cells),
        Illegal::OnlyOneCell(cells),
        Illegal::NoShapeReachesRuins(cells),
        Illegal::WrongTerrain,
        Illegal::MustCoverRuins(cells),
        Illegal::SkillNotInPlay(skill),
        Illegal::SkillUsed,
        Illegal::CannotAfford(skill),
        Illegal::NoShapeDrawn,
        Illegal::NotOffTheMap(cells),
        Illegal::NotBesideMonster(cells),
        Illegal::NotBesideShape(cells),
        Illegal::Orientation,
        Illegal::BadMap(BadMap::Size),
        Illegal::SideAndRuins,
        Illegal::NotAsPrinted(cells),
        Illegal::CoinOffMountain(cells),
        Illegal::BadCoins,
        Illegal::EdictTwice,
        Illegal::SkillTwice,
        Illegal::RuinsCard,
    ];
    let codes: BTreeSet<&str> = all.iter().map(|it| it.refusal().code).collect();
    assert_eq!(codes.len(), all.len());
    let rules = State::INFO.rules_text;
    for illegal in all {
        let rule = illegal.refusal().rule.unwrap();
        let paragraph = rules.contains(&format!("\n{rule} "));
        assert!(
            paragraph || rules.contains(&format!("## {rule}. ")),
            "{rule}"
        );
    }
}
