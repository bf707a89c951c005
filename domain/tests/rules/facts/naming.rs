//! What a command takes of what a decision offers, read off the command and the view.

use domain::{
    Command, GameId, Seat, View, facts,
    games::{big_monster, builders_biomes, bunny_kingdom, cartographers},
};

use super::playing::Decision;

/// A kind of choice and the item.
pub(crate) type Named = (&'static str, String);

/// The games whose commands are read here.
pub(crate) const READ: [GameId; 4] = [
    GameId::Cartographers,
    GameId::BunnyKingdom,
    GameId::BuildersBiomes,
    GameId::BigMonster,
];

/// What a command takes; nothing where the game is not among [`READ`]. What can be taken
/// only after another thing was, is named for commands that take the same first thing as
/// the one that was made.
pub(crate) fn named(decision: &Decision, command: &Command) -> Vec<Named> {
    match (command, &decision.command, &decision.view) {
        (
            Command::Cartographers(command),
            Command::Cartographers(made),
            View::Cartographers(view),
        ) => drawn(command, made, view),
        (Command::BunnyKingdom(command), Command::BunnyKingdom(made), View::BunnyKingdom(_)) => {
            ruled(command, made)
        }
        (
            Command::BuildersBiomes(command),
            Command::BuildersBiomes(made),
            View::BuildersBiomes(view),
        ) => built(command, made, view),
        (Command::BigMonster(command), Command::BigMonster(made), View::BigMonster(view)) => {
            kept(command, made, view, decision.seat)
        }
        (_, _, view) => {
            assert!(!READ.contains(&view.game()), "they are of one game");
            Vec::new()
        }
    }
}

fn drawn(
    command: &cartographers::Command,
    made: &cartographers::Command,
    view: &cartographers::View,
) -> Vec<Named> {
    use cartographers::{Command as Asked, face::FaceKind, map::Map};
    let skill = command
        .skill()
        .as_ref()
        .map_or("none".to_owned(), facts::word);
    let (Asked::Draw { terrain, cells }, Asked::Draw { .. }) = (command, made) else {
        return vec![("skill", skill)];
    };
    let face = view.card.expect("the match is not over").face();
    let ruins = Map::printed(view.options.side).ruins;
    let is_whole = face.kind == FaceKind::Explore && (!view.ruins_duty || cells.0.meets(ruins));
    let shape = face
        .shapes
        .iter()
        .find(|shape| is_whole && shape.is(cells.0));
    let of_card = shape.map(|shape| {
        [
            ("terrain", facts::word(terrain)),
            ("shape", facts::word(&shape.id)),
        ]
    });
    of_card
        .into_iter()
        .flatten()
        .chain([("skill", skill)])
        .collect()
}

fn ruled(command: &bunny_kingdom::Command, made: &bunny_kingdom::Command) -> Vec<Named> {
    use bunny_kingdom::Command as Asked;
    match (command, made) {
        (Asked::Pick { cards }, _) => cards.both().map(|card| ("card", card.to_string())).into(),
        (Asked::PickOne { play, throw_away }, _) => vec![
            ("card", play.to_string()),
            ("thrown_away", throw_away.to_string()),
        ],
        // Whoever is asked for a camp either answers or builds something else first.
        (asked, made) if of_camp(asked) != of_camp(made) => Vec::new(),
        (Asked::Build { building, .. }, _) => vec![("build", building.to_string())],
        (Asked::BuildTowers { .. }, _) => vec![("build", "sky_tower".to_owned())],
        (Asked::AnnounceCamp { camp }, _) => vec![("build", format!("camp{camp}"))],
        (Asked::Done {}, _) => vec![("build", "done".to_owned())],
        (Asked::PlaceCamp { .. }, _) => vec![("camp", "place".to_owned())],
        (Asked::PassCamp {}, _) => vec![("camp", "keep".to_owned())],
        (Asked::Trade { square, resource }, Asked::Trade { square: of, .. }) if square == of => {
            vec![("trade", facts::word(resource))]
        }
        (Asked::Copy { card, parchment }, Asked::Copy { card: of, .. }) if card == of => {
            vec![("copy", facts::word(parchment))]
        }
        (Asked::Trade { .. } | Asked::Copy { .. }, _) => Vec::new(),
    }
}

fn of_camp(command: &bunny_kingdom::Command) -> bool {
    use bunny_kingdom::Command as Asked;
    matches!(command, Asked::PlaceCamp { .. } | Asked::PassCamp {})
}

fn built(
    command: &builders_biomes::Command,
    made: &builders_biomes::Command,
    view: &builders_biomes::View,
) -> Vec<Named> {
    use builders_biomes::Command as Asked;
    let action = |action: &str| ("action", action.to_owned());
    let on = |stack| view.overworld.tile(stack).unwrap().to_string();
    match command {
        Asked::TakeBlock { column } => {
            let block = view.cube.block(*column, view.cube.height(*column)).unwrap();
            let takes_one = matches!(made, Asked::TakeBlock { .. });
            let block = takes_one.then(|| ("block", facts::word(&block)));
            [action("collect_blocks")]
                .into_iter()
                .chain(block)
                .collect()
        }
        Asked::Explore { .. } => vec![action("explore")],
        Asked::Build { stack, .. } => vec![action("build"), ("building", on(*stack))],
        Asked::Fight { stack } => vec![action("fight"), ("mob", on(*stack))],
        Asked::CollectWeapon { slot } => {
            let weapon = view.overworld.weapon(*slot).unwrap();
            vec![action("collect_weapon"), ("weapon", facts::word(&weapon))]
        }
        Asked::UseExtraActionTile { .. } => vec![action("extra_action")],
        Asked::EndTurn {} => vec![action("end_turn")],
        Asked::UseTnt {} => vec![("tnt", "use".to_owned())],
        Asked::KeepTnt {} => vec![("tnt", "keep".to_owned())],
        Asked::ChooseFeature { feature } => vec![("feature", facts::word(feature))],
    }
}

fn kept(
    command: &big_monster::Command,
    made: &big_monster::Command,
    view: &big_monster::View,
    seat: Seat,
) -> Vec<Named> {
    use big_monster::Command as Asked;
    let gift = |to: &Option<Seat>| {
        let to = to.as_ref()?;
        Some(("gift", if *to == seat { "keep" } else { "give" }.to_owned()))
    };
    match command {
        Asked::ChooseExplorer { explorer } => vec![("explorer_kept", explorer.to_string())],
        Asked::Draft { tile, ship } => {
            vec![
                ("tile", tile.to_string()),
                ("ship", whose(*ship, view, seat).to_owned()),
            ]
        }
        Asked::Keep { tile } => vec![("tile", tile.to_string())],
        Asked::TakeDiscard { tile, give_to, .. } => {
            let same = matches!(made, Asked::TakeDiscard { tile: it, .. } if it == tile);
            let gift = gift(give_to).filter(|_| same);
            [("discard", tile.to_string())]
                .into_iter()
                .chain(gift)
                .collect()
        }
        Asked::LeaveDiscards {} => vec![("discard", "none".to_owned())],
        Asked::Take {
            group,
            take,
            remove,
        } => {
            let same = matches!(made, Asked::Take { group: from, take: it, .. }
                if (from, it) == (group, take));
            let removed = same.then(|| ("removed", remove.to_string()));
            [("tile", take.to_string())]
                .into_iter()
                .chain(removed)
                .collect()
        }
        Asked::Place { give_to, .. } => gift(give_to).into_iter().collect(),
    }
}

/// Whose a ship is to a seat: partners sit opposite each other.
fn whose(ship: Seat, view: &big_monster::View, seat: Seat) -> &'static str {
    use big_monster::setup::Mode;
    let seats = view.seats.seats();
    match (view.mode, (ship.0 + seats - seat.0) % seats) {
        (Mode::TeamDraft | Mode::IndividualDraft | Mode::Variant, 0) => "own",
        (Mode::TeamDraft, away) if away * 2 == seats => "partner",
        (Mode::TeamDraft | Mode::IndividualDraft | Mode::Variant, _) => "other",
    }
}
