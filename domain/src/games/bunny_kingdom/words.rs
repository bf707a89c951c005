//! What happened, in words.

use super::{
    cards::Card,
    components::{BOX, Direction},
    event::{Copied, Copies, Duty, Event, Parchments, Pick, Play, Plays, Trade},
    fiefs::{Fief, Fiefs},
    land::Square,
    names::{building_name, card_name, goods, parchment_name},
    parchments::ParchmentScores,
};
use crate::{
    BySeat, Seat, Seats, Secret, Who,
    words::{at_a_glance, capital, count, list, number, ordinal, points, sentence, some},
};

/// What happened, as far as it was disclosed.
pub(super) fn words(event: &Event, who: &Who<'_>) -> String {
    sentence(&match event {
        Event::Dealt { round, hands, .. } => dealt(*round, hands.seats()),
        Event::ReserveDrawn { cards } => reserve_drawn(cards, who),
        Event::DecisionsDue { duty, seats } => due(*duty, *seats, who),
        Event::Picked { seat, pick } => picked(&who.seat(*seat), pick),
        Event::Revealed { played } => revealed(played, who),
        Event::ProvisionsDrawn { seat, played } => provided(&who.seat(*seat), played, who),
        Event::HandsPassed { to, .. } => hands_passed(*to),
        Event::TradeNamed { seat, trade } => trade_named(&who.seat(*seat), trade),
        Event::TradesRevealed { trades } => trades_revealed(trades),
        Event::Harvested { round, fiefs } => harvested(*round, fiefs, who),
        Event::ParchmentsRevealed { parchments } => parchments_revealed(parchments, who),
        Event::CopyChosen { seat, copy } => copy_chosen(&who.seat(*seat), copy),
        Event::CopiesRevealed { copies } => copies_revealed(copies, who),
        Event::ParchmentsScored { scores } => parchments_scored(scores, who),
        of_construction @ (Event::Built { .. }
        | Event::TowersBuilt { .. }
        | Event::CampAnnounced { .. }
        | Event::CampAsked { .. }
        | Event::CampPlaced { .. }
        | Event::CampPassed { .. }
        | Event::ConstructionDone { .. }) => constructing(of_construction, who),
    })
}

/// What is built, or is not.
fn constructing(event: &Event, who: &Who<'_>) -> String {
    match event {
        Event::Built {
            seat,
            building,
            square,
        } => format!(
            "{} builds {} on {square}",
            who.seat(*seat),
            building_name(*building)
        ),
        Event::TowersBuilt { seat, squares } => {
            let [first, second] = squares.both();
            let name = who.seat(*seat);
            format!("{name} builds a pair of sky towers on {first} and {second}")
        }
        Event::CampAnnounced { seat, camp } => {
            format!("{} announces camp {camp}", who.seat(*seat))
        }
        Event::CampAsked { seat, camp } => {
            format!("{} is asked whether to place camp {camp}", who.seat(*seat))
        }
        Event::CampPlaced { seat, camp, square } => {
            format!("{} places camp {camp} on {square}", who.seat(*seat))
        }
        Event::CampPassed { seat, camp } => format!("{} keeps camp {camp}", who.seat(*seat)),
        Event::ConstructionDone { seat } => {
            format!("{} builds nothing more this round", who.seat(*seat))
        }
        Event::Dealt { .. }
        | Event::ReserveDrawn { .. }
        | Event::DecisionsDue { .. }
        | Event::Picked { .. }
        | Event::Revealed { .. }
        | Event::ProvisionsDrawn { .. }
        | Event::HandsPassed { .. }
        | Event::TradeNamed { .. }
        | Event::TradesRevealed { .. }
        | Event::Harvested { .. }
        | Event::ParchmentsRevealed { .. }
        | Event::CopyChosen { .. }
        | Event::CopiesRevealed { .. }
        | Event::ParchmentsScored { .. } => words(event, who), // not one of these
    }
}

fn dealt(round: u8, seats: u8) -> String {
    let deal = BOX.players.deal(seats);
    let hand = some(usize::from(deal.hand), "card");
    let dealt = format!("round {round} begins: each seat is dealt {hand}");
    if deal.reserve == 0 {
        return dealt;
    }
    format!(
        "{dealt}, and {} more in reserve",
        number(usize::from(deal.reserve))
    )
}

fn reserve_drawn(cards: &BySeat<Secret<Card>>, who: &Who<'_>) -> String {
    let drawn = "each seat draws a card from its reserve, unseen by the others";
    let known = cards.iter().filter_map(|(seat, drawn)| {
        let drawn = card_name(*drawn.known()?);
        Some(format!("{} draws {drawn}", who.seat(seat)))
    });
    let known = list(known);
    if known.is_empty() {
        return drawn.to_owned();
    }
    format!("{drawn}. {}", capital(&known))
}

fn due(duty: Duty, seats: Seats, who: &Who<'_>) -> String {
    let asked = match duty {
        Duty::Pick => "choosing cards",
        Duty::Build => "building",
        Duty::Camp => "choosing whether to place a camp",
        Duty::Trade => "choosing what a trading post produces",
        Duty::Copy => "choosing what to copy",
    };
    format!("{} {asked}", who.act(seats, "is", "are"))
}

/// Who does not see the cards cannot tell how many of the two are to be played.
fn picked(name: &str, pick: &Secret<Pick>) -> String {
    match pick {
        Secret::Known(Pick::Two { cards }) => {
            let cards = list(cards.both().map(card_name));
            format!("{name} keeps {cards}, face down")
        }
        Secret::Known(Pick::One { play, throw_away }) => {
            let (kept, discarded) = (card_name(*play), card_name(*throw_away));
            format!("{name} keeps {kept} and discards {discarded}, face down")
        }
        Secret::Withheld => format!("{name} chooses two cards, face down"),
    }
}

fn revealed(played: &BySeat<Plays>, who: &Who<'_>) -> String {
    let each = played
        .iter()
        .map(|(seat, all)| format!("{} {}", who.seat(seat), list(plays(&all.0, who))));
    let each: Vec<String> = each.collect();
    at_a_glance(
        format!("the cards are revealed: {}", each.join("; ")),
        || each.join("; "),
    )
}

fn provided(name: &str, played: &[Play], who: &Who<'_>) -> String {
    let drew = "draws two cards for provisions".to_owned();
    let all = [drew].into_iter().chain(plays(played, who));
    format!("{name} {}", list(all))
}

/// What cards did that were played together; the same verb is not said twice.
fn plays(played: &[Play], who: &Who<'_>) -> Vec<String> {
    let mut said = "";
    let done = played.iter().map(|play| {
        let (verb, what) = deed(play, who);
        let is_repeated = verb == said;
        said = verb;
        if is_repeated {
            what
        } else {
            format!("{verb} {what}")
        }
    });
    done.collect()
}

fn deed(play: &Play, who: &Who<'_>) -> (&'static str, String) {
    match play {
        Play::Territory {
            square,
            camp_removed,
        } => {
            let removed =
                camp_removed.map(|it| format!(" from camp {} of {}", it.camp, who.seat(it.seat)));
            ("takes", format!("{square}{}", removed.unwrap_or_default()))
        }
        Play::Building { card } => ("gets", building_name(*card)),
        Play::Provisions => ("plays", "provisions".to_owned()),
        Play::Parchment { card } => {
            let name = card.known().map_or("a parchment", |it| parchment_name(*it));
            ("keeps", format!("{name} face down"))
        }
    }
}

fn hands_passed(to: Direction) -> String {
    let side = match to {
        Direction::Left => "left",
        Direction::Right => "right",
    };
    format!("the hands are passed to the {side}")
}

fn trade_named(name: &str, trade: &Secret<Trade>) -> String {
    match trade {
        Secret::Known(trade) => {
            let goods = goods(trade.resource);
            format!(
                "{name} chooses {goods} for the trading post on {}",
                trade.square
            )
        }
        Secret::Withheld => {
            format!("{name} chooses what a trading post produces, not shown yet")
        }
    }
}

fn trades_revealed(trades: &[Trade]) -> String {
    let each = trades.iter();
    let each = each.map(|it| {
        format!(
            "the trading post on {} produces {}",
            it.square,
            goods(it.resource)
        )
    });
    list(each)
}

fn harvested(round: u8, fiefs: &BySeat<Fiefs>, who: &Who<'_>) -> String {
    let scores = who.scores(&fiefs.map(|_, fiefs| fiefs.points()), points);
    let harvest = format!("the {} harvest: {scores}", ordinal(round));
    let all = fiefs.iter();
    let all = all.flat_map(|(seat, fiefs)| fiefs.0.iter().map(move |fief| (seat, fief)));
    let paying = all.filter(|(_, fief)| fief.points > 0);
    match paying.max_by_key(|(_, fief)| fief.points) {
        Some((seat, fief)) => format!("{harvest}. {}", best_fief(&who.seat(seat), fief)),
        None => harvest,
    }
}

fn best_fief(name: &str, fief: &Fief) -> String {
    let at = Square::each(fief.squares.0).next();
    let at = at.map(|square| format!(" at {square}")).unwrap_or_default();
    let wealth = count(fief.produces.len(), "resource");
    let (paid, strength) = (fief.points, fief.strength);
    format!("No fief pays more than {name}'s{at}: {paid}, for strength {strength} times {wealth}")
}

fn parchments_revealed(parchments: &BySeat<Parchments>, who: &Who<'_>) -> String {
    let up = "the parchments are turned up";
    let each = parchments.iter().map(|(seat, all)| {
        let names = list(all.0.iter().map(|it| parchment_name(*it)));
        let names = if names.is_empty() { "none" } else { &names };
        format!("{} has {names}", who.seat(seat))
    });
    let each = each.collect::<Vec<_>>().join("; ");
    at_a_glance(format!("{up}: {each}"), || {
        let held = parchments.iter().map(|(seat, all)| {
            let name = who.seat(seat);
            match (seat, all.0.len()) {
                (_, 0) => format!("{name} has none"),
                (Seat(0), held) => format!("{name} has {}", some(held, "parchment")),
                (_, held) => format!("{name} {}", number(held)),
            }
        });
        format!("{up}: {}", list(held))
    })
}

fn copy_chosen(name: &str, copy: &Secret<Copied>) -> String {
    match copy {
        Secret::Known(copy) => {
            let (card, becomes) = (parchment_name(copy.card), parchment_name(copy.parchment));
            format!("{name} chooses that {card} copies {becomes}, not shown yet")
        }
        Secret::Withheld => format!("{name} chooses what to copy, not shown yet"),
    }
}

fn copies_revealed(copies: &BySeat<Copies>, who: &Who<'_>) -> String {
    let each = copies.iter().flat_map(|(seat, copies)| {
        let name = who.seat(seat);
        copies.0.iter().map(move |copy| {
            let (card, becomes) = (parchment_name(copy.card), parchment_name(copy.parchment));
            format!("{name}'s {card} becomes {becomes}")
        })
    });
    list(each)
}

fn parchments_scored(scores: &BySeat<ParchmentScores>, who: &Who<'_>) -> String {
    let scores = who.scores(&scores.map(|_, scores| scores.points()), points);
    format!("the parchments pay: {scores}")
}
