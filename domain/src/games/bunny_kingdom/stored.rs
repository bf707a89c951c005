//! Views and memories in the words they are stored with, where a match is a fork.
//!
//! On the wire a card is `discarded` or `removed` and a hand `seen`; records say `thrown`,
//! `gone` and `sightings`, and stored bytes never change.

use serde::{Deserialize, Serialize};

use super::{
    cards::Building,
    components::Direction,
    event::{Cards, Copies, Duty, Parchments, Pick, Trade},
    fiefs::Fiefs,
    parchments::ParchmentScores,
    realm::Realm,
    seen_hands::{SeenHand, SeenHands, Taken},
    setup::Options,
    view::{CampCall, SeatView, View},
};
use crate::{BySeat, Seat, Seats, Secret};

/// A view as it is stored.
#[derive(Debug, Serialize, Deserialize)]
#[serde(remote = "View")]
pub(super) struct StoredView {
    me: Option<Seat>,
    options: Options,
    round: u8,
    turn: u8,
    pass_to: Direction,
    duty: Option<Duty>,
    due: Seats,
    deck_left: u8,
    board: Realm,
    #[serde(with = "seats")]
    seats: BySeat<SeatView>,
    #[serde(default, rename = "sightings", with = "seen_hands")]
    seen_hands: SeenHands,
    camp: Option<CampCall>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    waiting_camps: Vec<u8>,
    saved_camps: Vec<u8>,
    #[serde(default)]
    done: Seats,
    #[serde(default, rename = "gone")]
    removed: Cards,
    harvests: Vec<BySeat<Fiefs>>,
    parchment_scores: Option<BySeat<ParchmentScores>>,
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "SeatView")]
struct StoredSeat {
    hand: Secret<Cards>,
    hand_size: u8,
    reserve: u8,
    #[serde(rename = "thrown_away")]
    discarded_count: u8,
    #[serde(rename = "thrown")]
    discarded: Secret<Cards>,
    picked: Option<Pick>,
    kept: Vec<Building>,
    parchments: Secret<Parchments>,
    parchment_count: u8,
    camps_played: u8,
    #[serde(default)]
    named: u8,
    trades: Vec<Trade>,
    copies: Copies,
    points: i16,
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "SeenHand")]
struct StoredHand {
    cards: Cards,
    holder: Option<Seat>,
    #[serde(with = "taken")]
    taken: Vec<Taken>,
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "Taken")]
struct StoredTaken {
    seat: Seat,
    parchments: u8,
    #[serde(rename = "thrown")]
    discarded: u8,
}

/// What each seat has, as it is stored.
mod seats {
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    use super::{BySeat, SeatView, StoredSeat};

    #[derive(Serialize, Deserialize)]
    struct Stored(#[serde(with = "StoredSeat")] SeatView);

    pub(super) fn serialize<S: Serializer>(
        seats: &BySeat<SeatView>,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        let stored = seats.map(|_, it| Stored(it.clone()));
        stored.serialize(serializer)
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<BySeat<SeatView>, D::Error> {
        let stored = BySeat::<Stored>::deserialize(deserializer)?;
        Ok(stored.map(|_, it| it.0.clone()))
    }
}

/// What a seat remembers of hands, as it is stored.
pub(super) mod seen_hands {
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    use super::{SeenHand, SeenHands, StoredHand};

    #[derive(Serialize, Deserialize)]
    struct Stored(#[serde(with = "StoredHand")] SeenHand);

    pub(crate) fn serialize<S: Serializer>(
        hands: &SeenHands,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(hands.0.iter().cloned().map(Stored))
    }

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<SeenHands, D::Error> {
        let stored = Vec::<Stored>::deserialize(deserializer)?;
        Ok(SeenHands(stored.into_iter().map(|it| it.0).collect()))
    }
}

/// What seats took out of a hand, as it is stored.
mod taken {
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    use super::{StoredTaken, Taken};

    #[derive(Serialize, Deserialize)]
    struct Stored(#[serde(with = "StoredTaken")] Taken);

    pub(super) fn serialize<S: Serializer>(
        taken: &[Taken],
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(taken.iter().copied().map(Stored))
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Vec<Taken>, D::Error> {
        let stored = Vec::<Stored>::deserialize(deserializer)?;
        Ok(stored.into_iter().map(|it| it.0).collect())
    }
}
