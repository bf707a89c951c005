//! The parchments: what each can pay, what it is judged by and what a copy card may become.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{
    cards::Parchment,
    choice::CopyCard,
    components::{Counter, Effect, Neighbor, ParchmentType},
    event::Copied,
    fiefs::Estate,
    land::Squares,
};
use crate::Seat;

/// The points that a parchment paid.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[schema(as = BunnyKingdomParchmentScore)]
pub struct ParchmentScore {
    /// The parchment that was scored.
    pub card: Parchment,
    /// The parchment it became, if it is a copy card.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub copied: Option<Parchment>,
    /// The points it paid, which may be negative.
    #[schema(minimum = 0, maximum = 1000)]
    pub points: i16,
    /// How many things it counted. For treasures, the hunters that multiplied them; for a ranking,
    /// the place. Null for a copy card that became nothing.
    #[schema(maximum = 1000)]
    pub count: Option<u16>,
    /// The squares that were counted.
    pub squares: Squares,
}

/// The points that a seat's parchments paid.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(transparent)]
#[schema(as = BunnyKingdomParchmentScores, max_items = 37)]
pub struct ParchmentScores(pub Vec<ParchmentScore>);

/// What a seat's parchments are judged by, besides its squares.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Claims {
    /// The parchments in front of it, as far as known.
    pub parchments: Vec<Parchment>,
    /// What its copy cards became.
    pub copies: Vec<Copied>,
    /// How many parchments lie in front of it, known or not.
    pub held: u8,
    /// 9.6: how many camp cards it has played.
    pub camps_played: u8,
    /// Its points before any parchment.
    pub harvested: i16,
    /// Its fiefs.
    pub estate: Estate,
}

/// A parchment and what it stands for: itself, or what it copies.
pub(super) type Face = (Parchment, Option<Parchment>);

impl Claims {
    /// The parchments as known, each with what it stands for.
    pub(super) fn faces(&self) -> impl Iterator<Item = Face> {
        let stands_for = |card: Parchment| match card.copies_from() {
            Some(_) => {
                let copy = self.copies.iter().find(|copy| copy.card == card);
                copy.map(|copy| copy.parchment)
            }
            None => Some(card),
        };
        let cards = self.parchments.iter();
        cards.map(move |card| (*card, stands_for(*card)))
    }
}

impl Clone for Claims {
    fn clone(&self) -> Claims {
        let mut claims = Claims::default();
        claims.clone_from(self);
        claims
    }

    /// Keeps the room of the lists: whoever compares commands starts over with each.
    fn clone_from(&mut self, other: &Claims) {
        let Claims {
            parchments,
            copies,
            held,
            camps_played,
            harvested,
            estate,
        } = other;
        self.parchments.clone_from(parchments);
        self.copies.clone_from(copies);
        self.held = *held;
        self.camps_played = *camps_played;
        self.harvested = *harvested;
        self.estate.clone_from(estate);
    }
}

impl ParchmentScores {
    /// The sum.
    pub fn points(&self) -> i16 {
        self.0.iter().map(|score| score.points).sum()
    }
}

impl ParchmentScore {
    /// What the card stood for.
    fn face(&self) -> Parchment {
        self.copied.unwrap_or(self.card)
    }

    /// What was counted: the word of the component file.
    pub fn counted(&self) -> &'static str {
        match self.face().effect() {
            Effect::Fixed { .. } | Effect::Pair { .. } => "treasure_hunters",
            Effect::Per { count, .. }
            | Effect::IfAtLeast { count, .. }
            | Effect::SoleMost { count, .. } => count.id(),
            Effect::Reharvest { .. } => Counter::Fiefs.id(),
            Effect::TreasureMultiplier { .. } => Counter::TreasuresHeld.id(),
            Effect::Copy { .. } => Counter::ParchmentsHeld.id(),
            Effect::Rank { .. } => "place",
        }
    }
}

impl Parchment {
    /// What it pays.
    pub fn effect(self) -> Effect {
        self.card()
            .score
            .expect("every box says what every parchment pays")
    }

    /// 9.10: whether hunters multiply it.
    pub(super) fn is_treasure(self) -> bool {
        self.card().parchment_type == Some(ParchmentType::Treasure)
    }

    /// Whether it pays for a place in the ranking.
    pub(super) fn is_ranking(self) -> bool {
        matches!(self.effect(), Effect::Rank { .. })
    }

    /// Whose parchments it copies, if it is a copy card.
    fn copies_from(self) -> Option<Neighbor> {
        match self.effect() {
            Effect::Copy { from } => Some(from),
            Effect::Fixed { .. }
            | Effect::Pair { .. }
            | Effect::Per { .. }
            | Effect::IfAtLeast { .. }
            | Effect::SoleMost { .. }
            | Effect::Reharvest { .. }
            | Effect::TreasureMultiplier { .. }
            | Effect::Rank { .. } => None,
        }
    }
}

/// 9.14: the copy cards of a seat that have something to become, but for those
/// chosen for.
pub fn copy_cards<'a>(
    seat: Seat,
    seats: u8,
    held: impl Fn(Seat) -> &'a [Parchment],
    chosen: &[Copied],
) -> Vec<CopyCard> {
    let is_open = |card: &Parchment| chosen.iter().all(|copy| copy.card != *card);
    let open = held(seat).iter().copied().filter(is_open);
    let choices = open.map(|card| {
        let mut targets = Vec::new();
        follow(seat, seats, &held, &mut vec![card], &mut targets);
        CopyCard { card, targets }
    });
    choices
        .filter(|choice| !choice.targets.is_empty())
        .collect()
}

/// Follows the last card of a path to what it may become. A copy card met on the
/// way is read from the seat that copies.
fn follow<'a>(
    seat: Seat,
    seats: u8,
    held: &impl Fn(Seat) -> &'a [Parchment],
    path: &mut Vec<Parchment>,
    targets: &mut Vec<Parchment>,
) {
    let Some(from) = path.last().and_then(|card| card.copies_from()) else {
        return;
    };
    let neighbor = match from {
        Neighbor::LeftNeighbour => seat.left(seats),
        Neighbor::RightNeighbour => seat.right(seats),
    };
    for &card in held(neighbor) {
        if card.copies_from().is_none() {
            if !targets.contains(&card) {
                targets.push(card);
            }
        } else if !path.contains(&card) {
            path.push(card);
            follow(seat, seats, held, path, targets);
            path.pop();
        }
    }
}
