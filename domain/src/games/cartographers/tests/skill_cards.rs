//! Section 13: skills, the moments they are for, what they draw and cost.

use super::super::{
    Command, Illegal, Options, Setup,
    command::Orientation,
    components::{Card, Season, Skill},
    event::Duty,
    map::Terrain,
    shape::ShapeId,
};
use super::table::{DICE, Table, at, draw, full_but, rows, set};
use crate::{Cell, Game as _, Seat, Seats, Viewer};

const SKILLS: Options = Options {
    side: super::super::map::Side::A,
    edition: super::super::setup::Edition::Rulebook,
    ruins_fallback_allows_mountain: None,
    plain_fallback_terrain: None,
    skills: true,
};

fn table(seats: u8, skill: Skill, deck: &[Card]) -> Table {
    Table::new(SKILLS, seats, &[skill], deck)
}

const DECK: [Card; 3] = [Card::FishingVillage, Card::Orchard, Card::RiftLands];

const TOP_ROW: [(u8, u8); 4] = [(0, 0), (0, 1), (0, 2), (0, 3)];

#[test]
fn three_of_eight_skills_are_in_play_if_the_host_says_so() {
    // 13.1, D22
    let setup = Setup::new(&SKILLS, 2, &DICE);
    assert_eq!(setup.skills.len(), 3);
    assert!(setup.skills.iter().all(|skill| Skill::ALL.contains(skill)));
    assert_eq!(Setup::new(&Options::default(), 2, &DICE).skills, []);
    let table = Table::plain(2, &DECK);
    let cell = Cell(0, 0);
    let refused = table.refuses(0, Command::Diplomacy { cell });
    assert_eq!(refused, Illegal::SkillNotInPlay(Skill::Diplomacy));
}

#[test]
fn arcane_knowledge_draws_the_shape_as_village() {
    // 13.4, 10.2: with its coin.
    let mut table = table(1, Skill::ArcaneKnowledge, &[Card::Farmland, Card::Orchard]);
    table.play(
        0,
        Command::ArcaneKnowledge {
            cells: at([(0, 0), (0, 1)]),
        },
    );
    assert_eq!(table.map(0).village, set([(0, 0), (0, 1)]));
    assert_eq!(table.coins(0), 1);
    // 13.2: one a season.
    let again = Command::ArcaneKnowledge {
        cells: at([(3, 0), (3, 1), (3, 2), (4, 2)]),
    };
    assert_eq!(table.refuses(0, again), Illegal::SkillUsed);
    table.deal(Season::Summer, &DECK);
    assert_eq!(table.state.sheets[Seat(0)].skill, None);
}

#[test]
fn replaced_shapes_are_bound_by_the_ruins_duty() {
    // 13.5
    let deck = [Card::TempleRuins, Card::FishingVillage, Card::RiftLands];
    let row = at(TOP_ROW);
    let arcane = table(1, Skill::ArcaneKnowledge, &deck);
    let refused = arcane.refuses(0, Command::ArcaneKnowledge { cells: row });
    assert!(matches!(refused, Illegal::MustCoverRuins(_)));
    let negotiation = table(1, Skill::Negotiation, &deck).rich(0, 1);
    let square = Command::Negotiation {
        terrain: Terrain::Water,
        cells: at([(0, 0), (0, 1), (1, 0), (1, 1)]),
    };
    assert!(matches!(
        negotiation.refuses(0, square),
        Illegal::MustCoverRuins(_)
    ));
    let stealth = table(1, Skill::Stealth, &deck);
    let over_the_edge = Command::Stealth {
        shape: ShapeId::E16a,
        terrain: Terrain::Water,
        cells: at([(0, 0)]),
    };
    assert!(matches!(
        stealth.refuses(0, over_the_edge),
        Illegal::MustCoverRuins(_)
    ));
    let over_ruins = Command::Stealth {
        shape: ShapeId::E16a,
        terrain: Terrain::Water,
        cells: at([(0, 5), (1, 5)]),
    };
    assert!(stealth.legal(0).contains(&over_ruins));
}

#[test]
fn stealth_lets_a_shape_jut_out_over_the_edge() {
    // 13.4: the part outside is not drawn, the coin is gained.
    let mut table = table(1, Skill::Stealth, &[Card::ForgottenForest, Card::Orchard]);
    let stealth = |shape, cells| Command::Stealth {
        shape,
        terrain: Terrain::Forest,
        cells,
    };
    let inside = at([(0, 0), (1, 1)]);
    let refused = table.refuses(0, stealth(ShapeId::E10a, inside));
    assert_eq!(refused, Illegal::NotOffTheMap(inside.0));
    let refused = table.refuses(0, stealth(ShapeId::E10a, at([(5, 4)])));
    assert_eq!(refused, Illegal::NotOffTheMap(set([(5, 4)])));
    let foreign = table.refuses(0, stealth(ShapeId::E16a, at([(0, 0)])));
    assert_eq!(foreign, Illegal::NotAShape(set([(0, 0)])));
    table.play(0, stealth(ShapeId::E10a, at([(0, 4)])));
    assert_eq!(table.map(0).forest, set([(0, 4)]));
    assert_eq!(table.coins(0), 1);
}

#[test]
fn negotiation_draws_a_square_without_the_coin_of_a_shape() {
    // 13.4, 13.2
    let square = |terrain| Command::Negotiation {
        terrain,
        cells: at([(0, 0), (0, 1), (1, 0), (1, 1)]),
    };
    let poor = table(1, Skill::Negotiation, &[Card::Farmland, Card::Orchard]);
    assert_eq!(
        poor.refuses(0, square(Terrain::Farm)),
        Illegal::CannotAfford(Skill::Negotiation)
    );
    let mut table = poor.rich(0, 3);
    assert_eq!(
        table.refuses(0, square(Terrain::Water)),
        Illegal::WrongTerrain
    );
    table.play(0, square(Terrain::Farm));
    let sheet = table.state.sheets[Seat(0)];
    assert_eq!((sheet.coins, sheet.spent, sheet.purse()), (3, 1, 2));
    assert_eq!(sheet.map.farm.count(), 4);
}

#[test]
fn concentration_draws_the_shape_again() {
    // 13.4: turned otherwise, in the same terrain, with one coin only.
    let mut table = table(1, Skill::Concentration, &[Card::Farmland, Card::Orchard]).rich(0, 2);
    let again = Command::Concentration {
        cells: at([(3, 0), (4, 0)]),
    };
    assert_eq!(table.refuses(0, again), Illegal::WrongMoment);
    table.play(0, draw(Terrain::Farm, [(0, 0), (0, 1)]));
    // The coin of the shape just drawn pays for it.
    table.play(0, again);
    let sheet = table.state.sheets[Seat(0)];
    assert_eq!(sheet.map.farm, set([(0, 0), (0, 1), (3, 0), (4, 0)]));
    assert_eq!((sheet.coins, sheet.spent), (3, 3));
    assert_eq!(table.revealed()[Seat(0)].0.len(), 2);
}

#[test]
fn the_other_shape_is_no_second_copy() {
    // 13.4
    let mut table = table(1, Skill::Concentration, &[Card::Farmland, Card::Orchard]).rich(0, 3);
    table.play(0, draw(Terrain::Farm, [(0, 0), (0, 1)]));
    let plus = at([(4, 8), (5, 7), (5, 8), (5, 9), (6, 8)]);
    let refused = table.refuses(0, Command::Concentration { cells: plus });
    assert_eq!(refused, Illegal::NotAShape(plus.0));
    assert!(table.legal(0).contains(&Command::Pass {}));
}

#[test]
fn a_single_cell_is_no_shape_to_repeat_or_extend() {
    // 13.7
    let full = full_but([(0, 0), (0, 1), (10, 10)]);
    let again = Command::Concentration {
        cells: at([(0, 1)]),
    };
    let beside = Command::Search { cell: Cell(0, 1) };
    for (skill, command) in [(Skill::Concentration, again), (Skill::Search, beside)] {
        let mut table = table(1, skill, &DECK).drawn(0, rows(&full)).rich(0, 3);
        table.play(0, draw(Terrain::Water, [(0, 0)]));
        assert_eq!(table.refuses(0, command), Illegal::NoShapeDrawn);
        assert_eq!(table.legal(0), [Command::Pass {}]);
    }
}

#[test]
fn healing_draws_two_cells_beside_a_monster() {
    // 13.4
    let mut letters = vec![".".repeat(11); 11];
    letters[5] = ".....X.....".to_owned();
    let mut table = table(1, Skill::Healing, &DECK)
        .rich(0, 1)
        .drawn(0, rows(&letters));
    table.play(0, draw(Terrain::Water, TOP_ROW));
    let healing = |terrain, cells| Command::Healing { terrain, cells };
    let far = at([(8, 8), (8, 7)]);
    assert_eq!(
        table.refuses(0, healing(Terrain::Village, far)),
        Illegal::NotBesideMonster(far.0)
    );
    let beside = at([(5, 6), (5, 7)]);
    assert_eq!(
        table.refuses(0, healing(Terrain::Farm, beside)),
        Illegal::WrongTerrain
    );
    // The other terrain of the card will do.
    table.play(0, healing(Terrain::Village, beside));
    assert_eq!(table.map(0).village, beside.0);
    assert_eq!(table.state.sheets[Seat(0)].purse(), 0);
}

#[test]
fn search_draws_one_cell_more_of_the_same() {
    // 13.4, 13.5: not bound by ruins.
    let deck = [Card::TempleRuins, Card::FishingVillage, Card::RiftLands];
    let mut table = table(1, Skill::Search, &deck);
    table.play(0, draw(Terrain::Water, [(2, 0), (2, 1), (2, 2), (2, 3)]));
    let away = table.refuses(0, Command::Search { cell: Cell(9, 9) });
    assert_eq!(away, Illegal::NotBesideShape(set([(9, 9)])));
    let off_the_map = table.refuses(0, Command::Search { cell: Cell(2, 11) });
    assert_eq!(off_the_map, Illegal::OffTheMap(Cell(2, 11).into()));
    let taken = table.refuses(0, Command::Search { cell: Cell(2, 0) });
    assert_eq!(taken, Illegal::Overlaps(set([(2, 0)])));
    table.play(0, Command::Search { cell: Cell(3, 0) });
    assert_eq!(table.map(0).water.count(), 5);
}

#[test]
fn diplomacy_draws_farm_and_village_at_once_in_three_moments() {
    // 13.4, 13.6: before anyone draws,
    let diplomacy = Command::Diplomacy { cell: Cell(10, 10) };
    let mut before = table(1, Skill::Diplomacy, &DECK).rich(0, 1);
    assert_eq!(before.state.duty, Some(Duty::Before));
    before.play(0, diplomacy);
    assert_eq!(before.state.duty, Some(Duty::Draw));
    assert_eq!(before.map(0).farm & before.map(0).village, set([(10, 10)]));
    assert_eq!(before.map(0).letters()[10], "..........D");
    // after the drawing,
    let mut after = table(1, Skill::Diplomacy, &DECK).rich(0, 1);
    after.play(0, Command::Pass {});
    assert_eq!(after.refuses(0, diplomacy), Illegal::WrongMoment);
    after.play(0, draw(Terrain::Water, TOP_ROW));
    assert_eq!(after.state.duty, Some(Duty::After));
    after.play(0, diplomacy);
    assert_eq!(after.map(0).farm, set([(10, 10)]));
    // and after an ambush was revealed, on the sheet about to be passed on.
    let mut ambush = table(2, Skill::Diplomacy, &[Card::GoblinAttack, Card::RiftLands]).rich(0, 1);
    assert_eq!(ambush.state.to_act(), Seats::only(Seat(0)));
    ambush.play(0, diplomacy);
    assert_eq!(ambush.state.duty, Some(Duty::Draw));
    let onto = draw(Terrain::Monster, [(8, 8), (9, 9), (10, 10)]);
    assert_eq!(ambush.refuses(1, onto), Illegal::Overlaps(set([(10, 10)])));
}

#[test]
fn acrobatics_leaves_the_neighbor_but_two_monsters() {
    // 13.4, 13.3
    let deck = [Card::GnollRaid, Card::RiftLands];
    let mut table = table(2, Skill::Acrobatics, &deck).rich(0, 2);
    assert_eq!(table.state.to_act(), Seats::only(Seat(0)));
    let lying = Command::Acrobatics {
        orientation: Some(Orientation::Vertical),
    };
    assert_eq!(table.refuses(0, lying), Illegal::Orientation);
    table.play(0, Command::Acrobatics { orientation: None });
    let shape = [(0, 0), (0, 1), (1, 0), (2, 0), (2, 1)];
    assert_eq!(
        table.refuses(1, draw(Terrain::Monster, shape)),
        Illegal::NotAShape(set(shape))
    );
    table.play(1, draw(Terrain::Monster, [(5, 0), (6, 0)]));
    table.play(0, draw(Terrain::Monster, shape));
    assert_eq!(table.map(0).monster.count(), 2);
    assert_eq!(table.map(1).monster.count(), 5);
    assert_eq!(table.state.sheets[Seat(0)].purse(), 0);
}

#[test]
fn acrobatics_alone_says_how_the_two_lie() {
    // 13.3, 9.2: gnolls come from the top left.
    let deck = [Card::GnollRaid, Card::RiftLands];
    for (orientation, cells) in [
        (Orientation::Horizontal, [(0, 0), (0, 1)]),
        (Orientation::Vertical, [(0, 0), (1, 0)]),
    ] {
        let mut table = table(1, Skill::Acrobatics, &deck).rich(0, 2);
        let unsaid = Command::Acrobatics { orientation: None };
        assert_eq!(table.refuses(0, unsaid), Illegal::Orientation);
        assert_eq!(table.legal(0).len(), 3);
        table.play(
            0,
            Command::Acrobatics {
                orientation: Some(orientation),
            },
        );
        assert_eq!(table.map(0).monster, set(cells));
        assert_eq!(table.card(), Card::RiftLands);
    }
    let mut passing = table(1, Skill::Acrobatics, &deck).rich(0, 2);
    passing.play(0, Command::Pass {});
    assert_eq!(passing.map(0).monster.count(), 5);
}

#[test]
fn who_is_asked_about_skills_tells_nobody_anything() {
    // 13.6: seat 0 used its skill unseen, and is asked all the same.
    let mut table = Table::new(
        SKILLS,
        2,
        &[Skill::ArcaneKnowledge, Skill::Search],
        &[Card::FishingVillage, Card::Orchard, Card::RiftLands],
    );
    table.play(0, Command::ArcaneKnowledge { cells: at(TOP_ROW) });
    table.play(1, draw(Terrain::Water, TOP_ROW));
    assert_eq!(table.state.to_act(), Seats::first(2));
    assert_eq!(table.legal(0), [Command::Pass {}]);
    assert!(
        table.state.view(Viewer::Seat(Seat(1))).sheets[Seat(0)]
            .map
            .village
            .is_empty()
    );
    table.play(0, Command::Pass {});
    table.play(1, Command::Search { cell: Cell(1, 0) });
    // 13.2: by now all know that both have used theirs.
    table.all_draw();
    assert!(table.state.duty != Some(Duty::After));
}
