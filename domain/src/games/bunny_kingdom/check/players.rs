//! What the table must keep to: how many play, how they are dealt cards.

use super::super::components::{Components, Deal};
use crate::kit::components::BoxError;

pub(super) fn check(components: &Components) -> Result<(), BoxError> {
    let players = &components.players;
    players.provenance.check("players")?;
    let rounds = players.rounds;
    BoxError::unless(
        (players.min, players.max) == (2, 4) && players.by_count.keys().eq(&[2, 3, 4]),
        "players: the game is for 2 to 4 players, and by_count must list each number",
    )?;
    BoxError::unless(
        (1..=4).contains(&rounds)
            && players
                .pass_direction_by_round
                .keys()
                .copied()
                .eq(1..=rounds),
        "players: there must be 1 to 4 rounds, and pass_direction_by_round must list each",
    )?;
    for (&seats, deal) in &players.by_count {
        self::deal(seats, deal)?;
        let drawn = 2 * u16::from(components.deck_totals.provisions);
        let dealt = u16::from(rounds) * u16::from(deal.cards_dealt_per_round);
        BoxError::unless(
            dealt + drawn <= u16::from(components.deck_totals.total),
            format_args!("players.by_count.{seats}: the deck has too few cards"),
        )?;
    }
    Ok(())
}

/// 3.2, 4.1 and 5: two cards leave the hand each turn, until it is empty.
fn deal(seats: u8, deal: &Deal) -> Result<(), BoxError> {
    let name = format!("players.by_count.{seats}");
    let spent = (deal.play_per_turn, deal.discard_face_down_per_turn);
    BoxError::unless(
        [(2, 0), (1, 1)].contains(&spent),
        format_args!("{name}: each turn must play two cards, or play one and discard one"),
    )?;
    let drawn = deal.draw_from_reserve_each_turn;
    BoxError::unless(
        drawn == u8::from(deal.reserve > 0),
        format_args!(
            "{name}: each turn must draw one card from the reserve, if there is a reserve"
        ),
    )?;
    // The document promises no more.
    BoxError::unless(
        deal.hand <= 12 - drawn && deal.reserve <= 10 && (1..=10).contains(&deal.turns_per_round),
        format_args!(
            "{name}: a hand has at most 12 cards, a reserve at most 10, and there must be 1 to 10 turns"
        ),
    )?;
    let each = deal.hand + deal.reserve;
    BoxError::unless(
        deal.turns_per_round * 2 == each && (drawn == 0 || deal.reserve == deal.turns_per_round),
        format_args!("{name}: the turns must use up hand and reserve exactly"),
    )?;
    BoxError::unless(
        u16::from(deal.cards_dealt_per_round) == u16::from(seats) * u16::from(each),
        format_args!(
            "{name}: cards_dealt_per_round must equal the number of cards dealt to all seats"
        ),
    )
}
