//! What happened, in words.

use super::{
    components::BOX,
    event::{Duty, Event},
    explorers::{Explorer, Explorers},
    missions::{Mission, Scope},
    names::{explorer_name, mission_name, place, tile_name, token_name},
    tiles::Tile,
    tokens::Token,
    variants::Group,
    zone::Spot,
};
use crate::{
    BySeat, Score, Seat, Seats, Secret, Who,
    words::{at_a_glance, capital, counted, list, points, sentence, some},
};

/// What happened, as far as it was disclosed.
pub(super) fn words(event: &Event, who: &Who<'_>) -> String {
    sentence(&match event {
        Event::ExplorersDealt { offers } => explorers_dealt(offers, who),
        Event::DecisionsDue { duty, seats } => due(*duty, *seats, who),
        Event::ExplorerChosen { seat, explorer } => explorer_chosen(*seat, explorer, who),
        Event::ExplorersRevealed { explorers } => explorers_revealed(explorers, who),
        Event::TilesRevealed { tiles } => tiles_revealed(tiles, who),
        Event::TilePlaced { seat, tile, x, y } => {
            let at = place(Spot { x: *x, y: *y });
            format!("{} places {} at {at}", who.seat(*seat), a(*tile))
        }
        Event::Mutated { seat, level, .. } => {
            format!("a mutant of {} mutates to level {level}", who.seat(*seat))
        }
        Event::TokenGiven { from, to, token } => token_given(*from, *to, *token, who),
        Event::MissionPaid {
            mission,
            scope,
            seats,
            points,
        } => mission_paid(*mission, *scope, *seats, who) + &paid(*seats, *points),
        Event::PenaltyPaid { seats, points } => penalty(*seats, who) + &paid(*seats, *points),
        Event::Scored { scores } => scored(scores, who),
        of_a_draft @ (Event::TurnStarted { .. }
        | Event::TileKept { .. }
        | Event::PassHeld { .. }
        | Event::PassesSettled { .. }
        | Event::PilePassed { .. }
        | Event::DragonTaken { .. }
        | Event::RoundEnded { .. }
        | Event::DragonSettled { .. }
        | Event::DiscardsOpened { .. }
        | Event::DiscardTaken { .. }
        | Event::DiscardsLeft { .. }
        | Event::GroupsOpened { .. }
        | Event::TileTaken { .. }) => drafting(of_a_draft, who),
    })
}

/// How tiles come to the seats, from ships, discards or groups.
fn drafting(event: &Event, who: &Who<'_>) -> String {
    match event {
        Event::TurnStarted { round, turn, .. } => turn_started(*round, *turn),
        Event::TileKept { seat, tile } => format!("{}, face down", keeps(*seat, tile, who)),
        Event::PassHeld { seat, tile, ship } => pass_held(*seat, tile, ship, who),
        Event::PassesSettled { order, lost } => passes_settled(order, *lost, who),
        Event::PilePassed { from, to, size } => pile_passed(*from, *to, *size, who),
        Event::DragonTaken { seat, from } => dragon_taken(*seat, *from, who),
        Event::RoundEnded { round } => {
            format!("round {round} ends: the last tile of each ship goes to the discards")
        }
        Event::DragonSettled { round, seat } => {
            format!(
                "{} keeps the angry dragon of round {round}",
                who.seat(*seat)
            )
        }
        Event::DiscardsOpened { seat, .. } => {
            format!(
                "{} looks at the discards, unseen by the others",
                who.seat(*seat)
            )
        }
        Event::DiscardTaken { seat, tile, .. } => {
            format!("{} takes {} from the discards", who.seat(*seat), a(*tile))
        }
        Event::DiscardsLeft { seat } => {
            format!("{} takes nothing from the discards", who.seat(*seat))
        }
        Event::GroupsOpened {
            turn,
            first,
            groups,
        } => groups_opened(*turn, &who.seat(*first), groups),
        Event::TileTaken {
            seat,
            group,
            take,
            remove,
        } => {
            let (name, take, remove) = (who.seat(*seat), a(*take), a(*remove));
            format!("{name} takes {take} from group {group} and removes {remove}")
        }
        Event::ExplorersDealt { .. }
        | Event::DecisionsDue { .. }
        | Event::ExplorerChosen { .. }
        | Event::ExplorersRevealed { .. }
        | Event::TilesRevealed { .. }
        | Event::TilePlaced { .. }
        | Event::Mutated { .. }
        | Event::TokenGiven { .. }
        | Event::MissionPaid { .. }
        | Event::PenaltyPaid { .. }
        | Event::Scored { .. } => words(event, who), // not one of these
    }
}

/// Who sees one offer is told of it; who sees all has them side by side elsewhere.
fn explorers_dealt(offers: &BySeat<Secret<Explorers>>, who: &Who<'_>) -> String {
    let dealt = "everybody is dealt two explorers, face down";
    let known: Vec<_> = offers
        .iter()
        .filter_map(|(seat, offer)| Some((seat, offer.known()?)))
        .collect();
    let [(seat, offer)] = known[..] else {
        return dealt.to_owned();
    };
    let pair: Vec<&str> = offer.0.iter().map(|it| explorer_name(*it)).collect();
    let may = format!("{} may be {}", who.seat(seat), pair.join(" or "));
    format!("{dealt}. {}", capital(&may))
}

fn due(duty: Duty, seats: Seats, who: &Who<'_>) -> String {
    let asked = match duty {
        Duty::Explorer => "choosing an explorer",
        Duty::Draft => "choosing a tile to keep and a ship for the rest",
        Duty::Keep => "choosing a tile to keep",
        Duty::Place => "placing a tile",
        Duty::Discard => "choosing among the discards",
        Duty::Take => "choosing a tile to take and one to remove",
    };
    format!("{} {asked}", who.act(seats, "is", "are"))
}

fn explorer_chosen(seat: Seat, explorer: &Secret<Explorer>, who: &Who<'_>) -> String {
    let chosen = explorer
        .known()
        .map_or("an explorer", |it| explorer_name(*it));
    format!("{} chooses {chosen}, face down", who.seat(seat))
}

fn explorers_revealed(explorers: &BySeat<Explorer>, who: &Who<'_>) -> String {
    let each = explorers
        .iter()
        .map(|(seat, it)| format!("{} is {}", who.seat(seat), explorer_name(*it)));
    let each = list(each);
    at_a_glance(format!("the explorers are revealed: {each}"), || {
        "the explorers are revealed".to_owned()
    })
}

/// 4.2: a pile has a tile less each turn.
fn turn_started(round: u8, turn: u8) -> String {
    let size = (BOX.setup.draft.hand + 1).saturating_sub(turn);
    let tiles = some(usize::from(size), "tile");
    format!("round {round}, turn {turn}: each seat takes {tiles} from its ship")
}

fn keeps(seat: Seat, tile: &Secret<Tile>, who: &Who<'_>) -> String {
    let kept = tile
        .known()
        .map_or_else(|| "a tile".to_owned(), |it| a(*it));
    format!("{} keeps {kept}", who.seat(seat))
}

fn pass_held(seat: Seat, tile: &Secret<Tile>, ship: &Secret<Seat>, who: &Who<'_>) -> String {
    let kept = keeps(seat, tile, who);
    match ship {
        Secret::Known(ship) => {
            let ship = ship_of(*ship, seat, who);
            format!("{kept}, face down, and passes the rest to {ship}, not shown yet")
        }
        Secret::Withheld => format!("{kept}, face down, and passes the rest, not shown yet"),
    }
}

fn passes_settled(order: &[Seat], lost: Seats, who: &Who<'_>) -> String {
    let names = list(order.iter().map(|seat| who.seat(*seat)));
    let order = match order.len() {
        0..=1 => format!("the pass of {names} is revealed"),
        2.. => format!("the passes are revealed, and ships are taken in this order: {names}"),
    };
    if lost.is_empty() {
        return order;
    }
    let lost = who.act(
        lost,
        "finds the ship taken and chooses again",
        "find their ships taken and choose again",
    );
    format!("{order}. {}", capital(&lost))
}

fn pile_passed(from: Seat, to: Seat, size: u8, who: &Who<'_>) -> String {
    let tiles = some(usize::from(size), "tile");
    format!(
        "{} puts {tiles} on {}",
        who.seat(from),
        ship_of(to, from, who)
    )
}

fn ship_of(owner: Seat, seat: Seat, who: &Who<'_>) -> String {
    if owner == seat {
        "their own ship".to_owned()
    } else {
        format!("the ship of {}", who.seat(owner))
    }
}

/// 4.7
fn dragon_taken(seat: Seat, from: Option<Seat>, who: &Who<'_>) -> String {
    let name = who.seat(seat);
    let dragon = match from {
        Some(from) if from == seat => "keeps the angry dragon".to_owned(),
        Some(from) => format!("takes the angry dragon from {}", who.seat(from)),
        None => "takes the angry dragon from the middle".to_owned(),
    };
    format!("{name} has to use their own ship and {dragon}")
}

fn tiles_revealed(tiles: &BySeat<Tile>, who: &Who<'_>) -> String {
    let each = tiles.iter().map(|(seat, tile)| {
        let verb = if seat == Seat(0) { " reveals" } else { "" };
        format!("{}{verb} {}", who.seat(seat), a(*tile))
    });
    at_a_glance(list(each), || {
        let all = counted(tiles.iter().map(|(_, tile)| tile_name(*tile)));
        format!("the kept tiles are revealed: {all}")
    })
}

fn groups_opened(turn: u8, first: &str, groups: &[Group]) -> String {
    let began = format!("{first} begins turn {turn}");
    let tiles = |group: &Group| counted(group.tiles.iter().map(|tile| tile_name(*tile)));
    let opened = |group: &Group| format!("group {} is {}", group.number, tiles(group));
    let each: Vec<String> = groups.iter().map(opened).collect();
    if each.is_empty() {
        return format!("{began}, and no pile is left to reveal");
    }
    at_a_glance(format!("{began}: {}", each.join("; ")), || {
        let groups = some(groups.len(), "group");
        format!("{began}: {groups} of tiles are revealed")
    })
}

fn token_given(from: Seat, to: Seat, token: Token, who: &Who<'_>) -> String {
    let (name, token) = (who.seat(from), token_name(token));
    if from == to {
        return format!("{name} keeps the {token} token");
    }
    format!("{name} gives the {token} token to {}", who.seat(to))
}

fn mission_paid(mission: Mission, scope: Scope, seats: Seats, who: &Who<'_>) -> String {
    let fulfills = who.act(seats, "fulfills", "fulfill");
    let together = match (scope, seats.count()) {
        (Scope::Individual, _) => "",
        (Scope::Team, 2) => " as a team",
        (Scope::Team, _) => " as teams",
    };
    format!("{fulfills} the {} mission{together}", mission_name(mission))
}

/// 8.2
fn penalty(seats: Seats, who: &Who<'_>) -> String {
    let has = who.act(seats, "has", "have");
    format!("{has} the fewest desert and rune monsters")
}

fn paid(seats: Seats, amount: i16) -> String {
    let each = if seats.count() == 1 { "" } else { " each" };
    format!(": {}{each}", points(amount))
}

fn scored(scores: &BySeat<Score>, who: &Who<'_>) -> String {
    let scores = who.scores(&scores.map(|_, score| score.total()), points);
    format!("the zones are scored: {scores}")
}

fn a(tile: Tile) -> String {
    some(1, tile_name(tile))
}
