//! What the table must keep to: how many play, how they are dealt cards.

use super::super::components::{Components, Deal};
use crate::kit::components::BoxError;

pub(super) fn check(components: &Components) -> Result<(), BoxError> {
    let players = &components.players;
    players.provenance.check("players")?;
    let rounds = players.rounds;
    BoxError::unless(
        (players.min, players.max) == (2, 4) && players.by_count.keys().eq(&[2, 3, 4]),
        "players: 2 to 4 play, and by_count has each",
    )?;
    BoxError::unless(
        (1..=4).contains(&rounds)
            && players
                .pass_direction_by_round
                .keys()
                .copied()
                .eq(1..=rounds),
        "players: 1 to 4 rounds are played, and pass_direction_by_round has each",
    )?;
    for (&seats, deal) in &players.by_count {
        self::deal(seats, deal)?;
        let drawn = 2 * u16::from(components.deck_totals.provisions);
        let dealt = u16::from(rounds) * u16::from(deal.cards_dealt_per_round);
        BoxError::unless(
            dealt + drawn <= u16::from(components.deck_totals.total),
            format_args!("players.by_count.{seats}: the deck runs out"),
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
        format_args!("{name}: each turn two cards are played, or one played and one thrown away"),
    )?;
    let drawn = deal.draw_from_reserve_each_turn;
    BoxError::unless(
        drawn == u8::from(deal.reserve > 0),
        format_args!("{name}: each turn one card is drawn from a reserve, if there is one"),
    )?;
    // The document promises no more.
    BoxError::unless(
        deal.hand <= 12 - drawn && deal.reserve <= 10 && (1..=10).contains(&deal.turns_per_round),
        format_args!("{name}: at most 12 cards in hand, 10 in reserve, and 1 to 10 turns"),
    )?;
    let each = deal.hand + deal.reserve;
    BoxError::unless(
        deal.turns_per_round * 2 == each && (drawn == 0 || deal.reserve == deal.turns_per_round),
        format_args!("{name}: its turns do not use up hand and reserve"),
    )?;
    BoxError::unless(
        u16::from(deal.cards_dealt_per_round) == u16::from(seats) * u16::from(each),
        format_args!("{name}: cards_dealt_per_round is not what its seats are dealt"),
    )
}
