//! What happened at the table.

use serde::{Deserialize, Serialize};
use strum::IntoStaticStr;
use utoipa::ToSchema;

use super::{
    explorers::{Explorer, Explorers},
    missions::{Mission, Scope},
    tiles::{Tile, Tiles},
    tokens::Token,
    variants::Group,
};
use crate::{BySeat, Score, Seat, Seats, Secret, Viewer, kit::tagged::read_tagged};

/// What happened at a table of Big Monster.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema, IntoStaticStr)]
#[serde(tag = "type", rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
#[schema(as = BigMonsterEvent)]
pub enum Event {
    /// Everybody was dealt two explorers.
    ExplorersDealt {
        /// The two explorers each seat was dealt, by seat.
        offers: BySeat<Secret<Explorers>>,
    },
    /// These seats owe a decision; if there are several, they decide simultaneously.
    DecisionsDue {
        /// The kind of decision that is due.
        duty: Duty,
        /// The seats that owe a decision.
        seats: Seats,
    },
    /// A seat chose its explorer. It is revealed when all have chosen.
    ExplorerChosen {
        /// The seat that chose its explorer.
        seat: Seat,
        /// The explorer it chose.
        explorer: Secret<Explorer>,
    },
    /// All have chosen: the explorers were revealed.
    ExplorersRevealed {
        /// The explorer of each seat, by seat.
        explorers: BySeat<Explorer>,
    },
    /// Draft: a turn began, and everybody took the pile from their own ship.
    TurnStarted {
        /// The round, from one.
        #[schema(minimum = 1, maximum = 2)]
        round: u8,
        /// The turn of the round, from one.
        #[schema(minimum = 1, maximum = 9)]
        turn: u8,
        /// Each seat's hand.
        hands: BySeat<Secret<Tiles>>,
    },
    /// A seat kept a tile. It is revealed when all have passed.
    TileKept {
        /// The seat that kept the tile.
        seat: Seat,
        /// The tile that was kept.
        tile: Secret<Tile>,
    },
    /// A seat kept a tile and passed. Both are revealed when all have passed, or when the window is
    /// over. From edition 2 of the rules.
    PassHeld {
        /// The seat that passed.
        seat: Seat,
        /// The tile that it keeps.
        tile: Secret<Tile>,
        /// The seat whose ship the pile is for.
        ship: Secret<Seat>,
    },
    /// All held passes were revealed together, and ships were assigned in an order drawn at random.
    /// From edition 2 of the rules.
    PassesSettled {
        /// The seats that had passed, in the order drawn at random.
        #[schema(max_items = 6)]
        order: Vec<Seat>,
        /// The seats whose ship was taken by a seat before them: they keep their hand and choose
        /// again.
        lost: Seats,
    },
    /// A pile was put on an empty ship.
    PilePassed {
        /// The seat that passed the pile.
        from: Seat,
        /// The seat whose ship the pile lies on now.
        to: Seat,
        /// The number of tiles in the pile.
        #[schema(minimum = 1, maximum = 9)]
        size: u8,
    },
    /// A seat was forced onto its own ship: it takes the angry dragon.
    DragonTaken {
        /// The seat that takes the angry dragon.
        seat: Seat,
        /// The seat that had the dragon. Null if it lay in the middle.
        from: Option<Seat>,
    },
    /// All have passed: the kept tiles were revealed.
    TilesRevealed {
        /// The tile each seat kept, by seat.
        tiles: BySeat<Tile>,
    },
    /// A tile was placed.
    TilePlaced {
        /// The seat that placed the tile.
        seat: Seat,
        /// The tile that was placed.
        tile: Tile,
        /// Cells to the right of the explorer's left column.
        #[schema(minimum = -50, maximum = 50)]
        x: i8,
        /// Cells below the explorer's upper row.
        #[schema(minimum = -50, maximum = 50)]
        y: i8,
    },
    /// A mutant mutated.
    Mutated {
        /// The seat in whose zone the mutant lies.
        seat: Seat,
        /// The index of the tile, counted from zero in the order of placement.
        #[schema(maximum = 20)]
        nth: u8,
        /// The level of the mutant after the mutation.
        #[schema(minimum = 1, maximum = 2)]
        level: u8,
    },
    /// The yeti or the panda was placed: a seat gets the token.
    TokenGiven {
        /// The seat that gives the token.
        from: Seat,
        /// The seat that gets the token.
        to: Seat,
        /// The token that is given.
        token: Token,
    },
    /// A mission was fulfilled.
    MissionPaid {
        /// The mission that was fulfilled.
        mission: Mission,
        /// Whether players or teams fulfilled it.
        scope: Scope,
        /// The seats that are paid.
        seats: Seats,
        /// The points that each of these seats is paid.
        #[schema(minimum = -100, maximum = 100)]
        points: i16,
    },
    /// The draft round ended: the last tile of each ship went to the discards.
    RoundEnded {
        /// The draft round that ended, from 1 to 2.
        #[schema(minimum = 1, maximum = 2)]
        round: u8,
    },
    /// The seat that held the angry dragon at the end of the round keeps it.
    DragonSettled {
        /// The round that ended, counted from one.
        #[schema(minimum = 1, maximum = 2)]
        round: u8,
        /// The seat that keeps the dragon.
        seat: Seat,
    },
    /// `exp_black_m` looks at the discards.
    DiscardsOpened {
        /// The seat that looks at the discards.
        seat: Seat,
        /// All discards, in the order they were put there.
        tiles: Secret<Tiles>,
    },
    /// A tile was taken from the discards, to be placed at once.
    DiscardTaken {
        /// The seat that took the tile.
        seat: Seat,
        /// The index of the tile among the discards, counted from zero.
        #[schema(maximum = 11)]
        nth: u8,
        /// The tile that was taken.
        tile: Tile,
    },
    /// No tile was taken from the discards.
    DiscardsLeft {
        /// The seat that left the discards alone.
        seat: Seat,
    },
    /// Variant: a turn began.
    GroupsOpened {
        /// The turn, from one.
        #[schema(minimum = 1, maximum = 20)]
        turn: u8,
        /// The seat that begins the turn.
        first: Seat,
        /// The groups revealed. Empty when no pile is left.
        #[schema(max_items = 2)]
        groups: Vec<Group>,
    },
    /// Variant: a tile was taken and another removed from the game.
    TileTaken {
        /// The seat that took and removed a tile.
        seat: Seat,
        /// The number of the group it was taken from.
        #[schema(minimum = 1, maximum = 20)]
        group: u8,
        /// The tile that was taken.
        take: Tile,
        /// The tile that was removed from the game.
        remove: Tile,
    },
    /// The seats with the fewest desert and rune monsters took a penalty.
    PenaltyPaid {
        /// The seats that take the penalty.
        seats: Seats,
        /// The points that each of these seats is paid.
        #[schema(minimum = -100, maximum = 100)]
        points: i16,
    },
    /// The zones were scored. The match is over.
    Scored {
        /// Each seat's score sheet.
        scores: BySeat<Score>,
    },
}

/// What the seats that owe a decision decide.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = BigMonsterDuty)]
pub enum Duty {
    /// Choose an explorer.
    Explorer,
    /// Keep a tile and pass the others.
    Draft,
    /// Keep a tile; the other is not passed.
    Keep,
    /// Place the tile kept or taken.
    Place,
    /// Take a tile from the discards, or none.
    Discard,
    /// Take a tile of a group and remove another.
    Take,
}

impl Event {
    /// Reads one as the record has it.
    pub(in crate::games) fn read(written: &str) -> serde_json::Result<Event> {
        read_tagged!(written, Event {
            "tile_placed" => TilePlaced { seat: Seat, tile: Tile, x: i8, y: i8 },
            "tile_kept" => TileKept { seat: Seat, tile: Secret<Tile> },
            "pile_passed" => PilePassed { from: Seat, to: Seat, size: u8 },
            "decisions_due" => DecisionsDue { duty: Duty, seats: Seats },
            "turn_started" => TurnStarted { round: u8, turn: u8, hands: BySeat<Secret<Tiles>> },
        })
    }

    /// What `viewer` may know of this.
    #[must_use]
    pub fn disclose(self, viewer: Viewer) -> Event {
        match self {
            Event::ExplorersDealt { offers } => Event::ExplorersDealt {
                offers: own(&offers, viewer),
            },
            Event::ExplorerChosen { seat, explorer } => Event::ExplorerChosen {
                seat,
                explorer: explorer.disclose(seat, viewer),
            },
            Event::TurnStarted { round, turn, hands } => Event::TurnStarted {
                round,
                turn,
                hands: own(&hands, viewer),
            },
            Event::TileKept { seat, tile } => Event::TileKept {
                seat,
                tile: tile.disclose(seat, viewer),
            },
            Event::PassHeld { seat, tile, ship } => Event::PassHeld {
                seat,
                tile: tile.disclose(seat, viewer),
                ship: ship.disclose(seat, viewer),
            },
            Event::DiscardsOpened { seat, tiles } => Event::DiscardsOpened {
                seat,
                tiles: tiles.disclose(seat, viewer),
            },
            public @ (Event::DecisionsDue { .. }
            | Event::ExplorersRevealed { .. }
            | Event::PassesSettled { .. }
            | Event::PilePassed { .. }
            | Event::DragonTaken { .. }
            | Event::TilesRevealed { .. }
            | Event::TilePlaced { .. }
            | Event::Mutated { .. }
            | Event::TokenGiven { .. }
            | Event::MissionPaid { .. }
            | Event::RoundEnded { .. }
            | Event::DragonSettled { .. }
            | Event::DiscardTaken { .. }
            | Event::DiscardsLeft { .. }
            | Event::GroupsOpened { .. }
            | Event::TileTaken { .. }
            | Event::PenaltyPaid { .. }
            | Event::Scored { .. }) => public,
        }
    }
}

/// What each seat may know of its own.
fn own<T: Clone>(secrets: &BySeat<Secret<T>>, viewer: Viewer) -> BySeat<Secret<T>> {
    secrets.map(|seat, secret| secret.clone().disclose(seat, viewer))
}
