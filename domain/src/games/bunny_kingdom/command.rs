//! What a player asks for.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{
    cards::{Building, Card, Parchment},
    land::Square,
    realm::Basic,
};

/// What a player asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, ToSchema)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
#[schema(as = BunnyKingdomCommand)]
pub enum Command {
    /// Exploration, three or four players: play two cards from your hand.
    Pick {
        /// The two cards, in any order. The same card twice if you hold two alike.
        #[schema(value_type = Vec<Card>, min_items = 2, max_items = 2)]
        cards: Pair<Card>,
    },
    /// Exploration, two players: play one card from your hand and discard another.
    PickOne {
        /// The card to play.
        play: Card,
        /// The card to discard, face down.
        throw_away: Card,
    },
    /// Construction: put a city, farm or trading post on one of your squares.
    Build {
        /// One of the buildings in front of you.
        building: Building,
        /// The square to build on.
        square: Square,
    },
    /// Construction: put a pair of sky towers on squares in two of your fiefs.
    BuildTowers {
        /// The two squares, in any order.
        #[schema(value_type = Vec<Square>, min_items = 2, max_items = 2)]
        squares: Pair<Square>,
    },
    /// Construction: announce a camp. Camps with lower numbers are placed first.
    AnnounceCamp {
        /// The number of the camp, from 1 to 6.
        #[schema(minimum = 1, maximum = 6)]
        camp: u8,
    },
    /// Construction: put the camp you are asked for on an empty square.
    PlaceCamp {
        /// The square to place the camp on.
        square: Square,
    },
    /// Construction: keep the camp you are asked for.
    PassCamp {},
    /// Construction: build nothing more this round.
    Done {},
    /// Harvest: name the resource that one of your trading posts produces.
    Trade {
        /// The square where the trading post stands.
        square: Square,
        /// The resource that it produces.
        resource: Basic,
    },
    /// End of the game: choose the parchment that a copy card becomes.
    Copy {
        /// Your copy card: `liberal` or `socialist`.
        card: Parchment,
        /// The parchment it becomes: a neighbor's, or one reached through the neighbor's own copy
        /// card.
        parchment: Parchment,
    },
}

/// Two of something, in any order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(from = "[T; 2]", into = "[T; 2]")]
#[serde(bound(
    serialize = "T: Clone + Serialize",
    deserialize = "T: Ord + Deserialize<'de>"
))]
pub struct Pair<T>([T; 2]);

impl<T: Copy> Pair<T> {
    /// Both, the lesser first.
    pub const fn both(self) -> [T; 2] {
        self.0
    }
}

impl<T: Ord> From<[T; 2]> for Pair<T> {
    fn from([a, b]: [T; 2]) -> Pair<T> {
        Pair(if a <= b { [a, b] } else { [b, a] })
    }
}

impl<T> From<Pair<T>> for [T; 2] {
    fn from(pair: Pair<T>) -> [T; 2] {
        pair.0
    }
}
