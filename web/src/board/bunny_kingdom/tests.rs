//! Whole matches, drawn.

use std::collections::BTreeSet;

use domain::{
    Cell, Dice, GameId, Seat, Seed, State, Viewer,
    bots::Bot,
    games::bunny_kingdom::{
        fiefs::Fiefs,
        land::{BOARD, Square},
        realm::{Realm, Site, Structure},
    },
};
use roxmltree::Document;

use super::*;

/// A match of bots, at every tenth decision and at its end.
fn played(bot: Bot, seats: u8) -> Vec<State> {
    let dice = Dice::new(Seed([9; 32]));
    let game = GameId::BunnyKingdom;
    let (mut state, _) = game.default_options().set_up(seats, &dice).begin(&dice);
    let mut roll = dice.roll("bots", 0);
    let mut states = Vec::new();
    for decision in 0.. {
        if decision % 10 == 0 || state.to_act().is_empty() {
            states.push(state.clone());
        }
        let Some(seat) = state.to_act().iter().next() else {
            break;
        };
        let command = bot.choose(&state.view(Viewer::Seat(seat)), &mut roll);
        state = state.decide(seat, command, &dice).unwrap().0;
    }
    states
}

/// Every view of a spectator of matches with as many seats as there can be.
fn views() -> Vec<View> {
    let matches = [2, 3, 4].map(|seats| [Bot::Random, Bot::Greedy].map(|bot| played(bot, seats)));
    let views = matches.into_iter().flatten().flatten().map(|state| {
        let domain::View::BunnyKingdom(view) = state.view(Viewer::Spectator) else {
            panic!("another game");
        };
        view
    });
    views.collect()
}

fn all(view: &View) -> String {
    table(view, &Focus::default()).into_string()
}

fn focused(view: &View, focus: &Focus) -> String {
    table(view, focus).into_string()
}

fn labels(picture: &str) -> Vec<String> {
    let document = Document::parse(picture).unwrap();
    let rects = document
        .descendants()
        .filter(|it| it.tag_name().name() == "rect");
    let labels = rects.filter_map(|it| it.attribute("aria-label"));
    labels.map(str::to_owned).collect()
}

fn texts(picture: &str) -> Vec<String> {
    let document = Document::parse(picture).unwrap();
    let texts = document
        .descendants()
        .filter(|it| it.tag_name().name() == "text");
    let texts = texts.map(|it| {
        it.descendants()
            .filter_map(|it| it.is_text().then(|| it.text())?)
    });
    texts.map(Iterator::collect).collect()
}

#[test]
fn each_square_says_whose_it_is_and_what_stands_there() {
    for view in views() {
        let labels = labels(&all(&view));
        assert_eq!(labels.len(), 100);
        assert!(labels[0].starts_with("A1: forest, wood, "), "{}", labels[0]);
        assert!(labels[99].starts_with("J10: sea, fish, "), "{}", labels[99]);
        let of = |what: &str| labels.iter().filter(|it| it.contains(what)).count();
        for (seat, _) in view.seats.iter() {
            let held = domain::cast::<usize>(view.board.of(seat).count());
            assert_eq!(of(&format!(", seat {}", seat.0 + 1)), held);
        }
        assert_eq!(of(", free"), 100 - view.board.sites_taken().count());
        let strengths = [1, 2, 3].map(|strength| strength * of(&format!("of strength {strength}")));
        assert_eq!(
            strengths.iter().sum::<usize>(),
            usize::from(view.board.strength(BOARD.all()))
        );
        // Eight sides of lava, each told on both of its squares.
        let lava: usize = labels
            .iter()
            .map(|it| it.matches("lava to the").count())
            .sum();
        assert_eq!(lava, 16);
    }
}

#[test]
fn a_fief_that_pays_says_strength_times_wealth() {
    for view in views() {
        let shown = texts(&all(&view))
            .into_iter()
            .filter(|text| text.contains('×'));
        let fiefs = view
            .seats
            .iter()
            .flat_map(|(seat, _)| Fiefs::of(&view.board, seat).0);
        let paying = fiefs.filter(|fief| fief.points > 0);
        let paying = paying.map(|fief| format!("{}×{}", fief.strength, fief.produces.len()));
        assert_eq!(shown.collect::<Vec<_>>(), paying.collect::<Vec<_>>());
    }
}

#[test]
fn a_seat_shows_its_points_and_how_much_it_holds_and_whether_it_decides() {
    for view in views() {
        let picture = all(&view);
        let texts = texts(&picture);
        let decide = texts.iter().filter(|text| *text == "decides").count();
        assert_eq!(decide, usize::from(view.due.count()));
        for (seat, holding) in view.seats.iter() {
            let own = texts
                .iter()
                .position(|it| *it == format!("Seat {}", seat.0 + 1))
                .unwrap();
            let decides = usize::from(view.due.contains(seat));
            let [points, hand, parchments] = [1, 2, 3].map(|nth| &texts[own + decides + nth]);
            let unit = if holding.points == 1 {
                "point"
            } else {
                "points"
            };
            assert_eq!(*points, format!("{} {unit}", holding.points));
            assert_eq!(*hand, holding.hand_size.to_string());
            assert_eq!(*parchments, holding.parchment_count.to_string());
        }
        let more = texts.iter().filter_map(|text| text.strip_prefix('+'));
        let more: usize = more.map(|more| more.parse::<usize>().unwrap()).sum();
        let kept: usize = view.seats.iter().map(|(_, it)| it.kept.len()).sum();
        assert_eq!(picture.matches("scale(.68)").count() + more, kept);
    }
}

#[test]
fn nothing_that_only_one_seat_knows_is_drawn() {
    for state in played(Bot::Random, 2) {
        let view = |viewer| crate::board(&state.view(viewer), &Focus::default());
        for seat in [Seat(0), Seat(1)] {
            assert_eq!(view(Viewer::Seat(seat)), view(Viewer::Spectator));
        }
    }
}

#[test]
fn of_one_seat_the_board_is_whole_but_only_its_borders_are_broad() {
    for view in views() {
        let focus = Focus {
            of: Some(Seat(1)),
            ..Focus::default()
        };
        let picture = focused(&view, &focus);
        assert_eq!(labels(&picture), labels(&all(&view)));
        let seats = texts(&picture)
            .into_iter()
            .filter(|text| text.starts_with("Seat "));
        assert_eq!(seats.collect::<Vec<_>>(), ["Seat 2"]);
        let broad = usize::from(!view.board.of(Seat(1)).is_empty());
        assert_eq!(
            picture
                .matches("class=\"fief-border\" stroke=\"var(--s1)\"")
                .count(),
            broad
        );
        assert_eq!(picture.matches("class=\"fief-border\"").count(), broad);
    }
}

#[test]
fn where_squares_are_marked_only_their_fiefs_have_points() {
    let view = views().pop().unwrap();
    let mut fiefs = Fiefs::of(&view.board, Seat(0)).0.into_iter();
    let fief = fiefs.find(|fief| fief.points > 0).unwrap();
    let marked: BTreeSet<Cell> = Square::each(fief.squares.0).map(Square::cell).collect();
    let picture = focused(
        &view,
        &Focus {
            marked,
            ..Focus::default()
        },
    );
    assert!(picture.contains("fill=\"var(--veil)\""));
    let shown = texts(&picture)
        .into_iter()
        .filter(|text| text.contains('×'));
    let product = format!("{}×{}", fief.strength, fief.produces.len());
    assert_eq!(shown.collect::<Vec<_>>(), [product]);
    let elsewhere = Focus {
        of: None,
        marked: [Cell(10, 0), Cell(-1, 3)].into(),
        ..Focus::default()
    };
    assert_eq!(focused(&view, &elsewhere), all(&view));
}

#[test]
fn a_picture_of_a_seat_that_is_not_there_is_the_board() {
    let view = views().pop().unwrap();
    let focus = Focus {
        of: Some(Seat(99)),
        ..Focus::default()
    };
    assert_eq!(labels(&focused(&view, &focus)), labels(&all(&view)));
}

#[test]
fn a_picture_stays_below_53_kilobytes() {
    for view in views() {
        let bytes = all(&view).len();
        assert!(bytes < 53_000, "{bytes}");
    }
}

#[test]
fn a_camp_that_is_asked_for_is_told() {
    let mut views = views().into_iter();
    let view = views.find(|view| view.camp.is_some()).unwrap();
    let call = view.camp.unwrap();
    let picture = all(&view);
    let asked = format!("construction, camp {} is asked for", call.asked);
    assert!(texts(&picture).iter().any(|text| text.ends_with(&asked)));
    let announced = format!("Seat {} announced camp {}.", call.seat.0 + 1, call.camp);
    assert!(picture.contains(&announced));
}

#[test]
fn no_two_parts_of_a_picture_have_one_id() {
    for view in views() {
        let picture = all(&view);
        let document = Document::parse(&picture).unwrap();
        let ids: Vec<&str> = document
            .descendants()
            .filter_map(|it| it.attribute("id"))
            .collect();
        assert_eq!(ids.iter().collect::<BTreeSet<_>>().len(), ids.len());
    }
}

#[test]
fn an_arc_joins_the_two_sky_towers_of_a_pair() {
    let sites = ["A6", "J10"].map(|at| Site {
        at: at.parse().unwrap(),
        owner: Seat(2),
        building: Some(Structure::SkyTower { pair: 1 }),
    });
    let realm = Realm::new(&sites, 4).unwrap();
    let linked = fiefs::links(&realm).into_string();
    assert!(
        linked.contains("stroke=\"var(--s2)\" d=\"M238 11Q"),
        "{linked}"
    );
    assert!(linked.contains(" 414 407\""), "{linked}");
}
