//! What happened at the table.

use serde::{Deserialize, Serialize};
use strum::IntoStaticStr;
use utoipa::ToSchema;

use super::{
    cards::{Building, Card, Parchment},
    command::{Command, Pair},
    components::Direction,
    fiefs::Fiefs,
    land::Square,
    parchments::ParchmentScores,
    realm::Basic,
};
use crate::{BySeat, Seat, Seats, Secret, Viewer, kit::tagged::read_tagged};

/// What happened at a table of Bunny Kingdom.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema, IntoStaticStr)]
#[serde(tag = "type", rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
#[schema(as = BunnyKingdomEvent)]
pub enum Event {
    /// A round began: cards were dealt.
    Dealt {
        /// The number of the round, counted from one.
        #[schema(minimum = 1, maximum = 4)]
        round: u8,
        /// Each seat's hand.
        hands: BySeat<Secret<Cards>>,
        /// With two players: each seat's reserve, which nobody may look at.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        reserves: Option<BySeat<Secret<Cards>>>,
    },
    /// With two players: each drew the top card of their reserve.
    ReserveDrawn {
        /// The card each seat drew, by seat.
        cards: BySeat<Secret<Card>>,
    },
    /// These seats owe a decision and decide simultaneously.
    DecisionsDue {
        /// The kind of decision that is due.
        duty: Duty,
        /// The seats that owe a decision.
        seats: Seats,
    },
    /// A seat chose its cards. They are revealed when all have chosen.
    Picked {
        /// The seat that chose its cards.
        seat: Seat,
        /// The cards it chose.
        pick: Secret<Pick>,
    },
    /// All have chosen: the cards were revealed and played.
    Revealed {
        /// What each seat played.
        played: BySeat<Plays>,
    },
    /// A seat drew two cards for provisions and played them.
    ProvisionsDrawn {
        /// The seat that drew the two cards.
        seat: Seat,
        /// What the two cards did, in the order they were drawn.
        played: [Play; 2],
    },
    /// The hands were passed to the neighbors.
    HandsPassed {
        /// The direction in which hands were passed.
        to: Direction,
        /// Each seat's new hand.
        hands: BySeat<Secret<Cards>>,
    },
    /// A city, farm or trading post was built.
    Built {
        /// The seat that built.
        seat: Seat,
        /// The building that was built.
        building: Building,
        /// The square it was built on.
        square: Square,
    },
    /// A pair of sky towers was built.
    TowersBuilt {
        /// The seat that built the towers.
        seat: Seat,
        /// The two squares the towers stand on.
        #[schema(value_type = [Square; 2])]
        squares: Pair<Square>,
    },
    /// A camp was announced: other camps wait. In matches under edition 1 of the rules all other
    /// construction waits, too.
    CampAnnounced {
        /// The seat that announced the camp.
        seat: Seat,
        /// The number of the camp, from 1 to 6.
        #[schema(minimum = 1, maximum = 6)]
        camp: u8,
    },
    /// A seat is asked whether to place a camp.
    CampAsked {
        /// The seat that is asked.
        seat: Seat,
        /// The number of the camp.
        #[schema(minimum = 1, maximum = 6)]
        camp: u8,
    },
    /// A camp was placed.
    CampPlaced {
        /// The seat that placed the camp.
        seat: Seat,
        /// The number of the camp, from 1 to 6.
        #[schema(minimum = 1, maximum = 6)]
        camp: u8,
        /// The square the camp stands on.
        square: Square,
    },
    /// A camp was kept.
    CampPassed {
        /// The seat that kept its camp.
        seat: Seat,
        /// The number of the camp, from 1 to 6.
        #[schema(minimum = 1, maximum = 6)]
        camp: u8,
    },
    /// A seat builds nothing more this round.
    ConstructionDone {
        /// The seat that is done.
        seat: Seat,
    },
    /// A seat named the resource that a trading post produces. It is revealed when all are named.
    TradeNamed {
        /// The seat that named the trading post.
        seat: Seat,
        /// The trading post, and the resource it produces.
        trade: Secret<Trade>,
    },
    /// All trading posts have been named: the resources were revealed.
    TradesRevealed {
        /// The resource that each trading post produces.
        #[schema(max_items = 2)]
        trades: Vec<Trade>,
    },
    /// The fiefs were harvested.
    Harvested {
        /// The round that ended, counted from one.
        #[schema(minimum = 1, maximum = 4)]
        round: u8,
        /// Each seat's fiefs.
        fiefs: BySeat<Fiefs>,
    },
    /// The last harvest is over: the parchments were turned face up.
    ParchmentsRevealed {
        /// The parchments of each seat, by seat.
        parchments: BySeat<Parchments>,
    },
    /// A seat chose what a copy card becomes. It is revealed when all have chosen.
    CopyChosen {
        /// The seat that chose for a copy card.
        seat: Seat,
        /// The copy card and what it becomes.
        copy: Secret<Copied>,
    },
    /// All copy cards have become the parchments they copy.
    CopiesRevealed {
        /// What the copy cards of each seat became, by seat.
        copies: BySeat<Copies>,
    },
    /// The parchments were scored. The match is over.
    ParchmentsScored {
        /// What the mobs of each seat paid.
        scores: BySeat<ParchmentScores>,
    },
}

/// What the seats that owe a decision decide.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = BunnyKingdomDuty)]
pub enum Duty {
    /// Choose the cards to play.
    Pick,
    /// Build, announce a camp, or be done.
    Build,
    /// Place the camp you are asked for, or keep it.
    Camp,
    /// Name what a trading post produces.
    Trade,
    /// Choose what a copy card becomes.
    Copy,
}

/// Cards in order, the top one first.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(transparent)]
#[schema(as = BunnyKingdomCards, max_items = 182)]
pub struct Cards(pub Vec<Card>);

/// The cards a seat chose.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(untagged)]
#[schema(as = BunnyKingdomPick)]
pub enum Pick {
    /// Three or four players: two cards to play.
    Two {
        /// The two cards to play.
        #[schema(value_type = [Card; 2])]
        cards: Pair<Card>,
    },
    /// Two players: one card to play and one to discard.
    One {
        /// The card to play.
        play: Card,
        /// The card to discard, face down.
        throw_away: Card,
    },
}

/// What a card did when it was played.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(tag = "kind", rename_all = "snake_case")]
#[schema(as = BunnyKingdomPlay)]
pub enum Play {
    /// The seat took control of a square.
    Territory {
        /// The square the seat controls now.
        square: Square,
        /// The camp that had to leave the square, if one stood there.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        camp_removed: Option<CampRemoved>,
    },
    /// The card lies in front of the seat until it is built.
    Building {
        /// The building to be built later.
        card: Building,
    },
    /// Two cards are drawn and played.
    Provisions,
    /// The card lies face down in front of the seat.
    Parchment {
        /// The parchment that was played.
        card: Secret<Parchment>,
    },
}

/// A camp that left the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[schema(as = BunnyKingdomCampRemoved)]
pub struct CampRemoved {
    /// The seat that owned it.
    pub seat: Seat,
    /// The number of the camp, from 1 to 6.
    #[schema(minimum = 1, maximum = 6)]
    pub camp: u8,
}

/// What the cards that a seat played together did.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(transparent)]
#[schema(as = BunnyKingdomPlays, max_items = 2)]
pub struct Plays(pub Vec<Play>);

/// What a trading post produces.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[schema(as = BunnyKingdomTrade)]
pub struct Trade {
    /// The square where the trading post stands.
    pub square: Square,
    /// The resource that it produces.
    pub resource: Basic,
}

/// A seat's parchments.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(transparent)]
#[schema(as = BunnyKingdomParchments, max_items = 37)]
pub struct Parchments(pub Vec<Parchment>);

/// What a copy card became.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = BunnyKingdomCopied)]
pub struct Copied {
    /// The copy card that was chosen for.
    pub card: Parchment,
    /// The parchment that it became.
    pub parchment: Parchment,
}

/// What a seat's copy cards became.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(transparent)]
#[schema(as = BunnyKingdomCopies, max_items = 2)]
pub struct Copies(pub Vec<Copied>);

impl Event {
    /// Reads one as the record has it.
    pub(in crate::games) fn read(written: &str) -> serde_json::Result<Event> {
        read_tagged!(written, Event {
            "picked" => Picked { seat: Seat, pick: Secret<Pick> },
            "decisions_due" => DecisionsDue { duty: Duty, seats: Seats },
            "revealed" => Revealed { played: BySeat<Plays> },
            "hands_passed" => HandsPassed { to: Direction, hands: BySeat<Secret<Cards>> },
        })
    }

    /// What `viewer` may know of this.
    #[must_use]
    pub fn disclose(self, viewer: Viewer) -> Event {
        match self {
            Event::Dealt {
                round,
                hands,
                reserves,
            } => Event::Dealt {
                round,
                hands: own(&hands, viewer),
                // 5.1
                reserves: reserves.map(|all| all.map(|_, cards| cards.clone().seal(viewer))),
            },
            Event::ReserveDrawn { cards } => Event::ReserveDrawn {
                cards: own(&cards, viewer),
            },
            Event::Picked { seat, pick } => Event::Picked {
                seat,
                pick: pick.disclose(seat, viewer),
            },
            Event::Revealed { played } => Event::Revealed {
                played: played.map(|seat, plays| plays.disclose(seat, viewer)),
            },
            Event::ProvisionsDrawn { seat, played } => Event::ProvisionsDrawn {
                seat,
                played: played.map(|play| play.disclose(seat, viewer)),
            },
            Event::HandsPassed { to, hands } => Event::HandsPassed {
                to,
                hands: own(&hands, viewer),
            },
            Event::TradeNamed { seat, trade } => Event::TradeNamed {
                seat,
                trade: trade.disclose(seat, viewer),
            },
            Event::CopyChosen { seat, copy } => Event::CopyChosen {
                seat,
                copy: copy.disclose(seat, viewer),
            },
            public @ (Event::DecisionsDue { .. }
            | Event::Built { .. }
            | Event::TowersBuilt { .. }
            | Event::CampAnnounced { .. }
            | Event::CampAsked { .. }
            | Event::CampPlaced { .. }
            | Event::CampPassed { .. }
            | Event::ConstructionDone { .. }
            | Event::TradesRevealed { .. }
            | Event::Harvested { .. }
            | Event::ParchmentsRevealed { .. }
            | Event::CopiesRevealed { .. }
            | Event::ParchmentsScored { .. }) => public,
        }
    }
}

/// What each seat may know of its own.
fn own<T: Clone>(secrets: &BySeat<Secret<T>>, viewer: Viewer) -> BySeat<Secret<T>> {
    secrets.map(|seat, secret| secret.clone().disclose(seat, viewer))
}

impl Plays {
    fn disclose(&self, seat: Seat, viewer: Viewer) -> Plays {
        let plays = self.0.iter().cloned();
        let plays = plays.map(|play| play.disclose(seat, viewer));
        Plays(plays.collect())
    }
}

impl Play {
    fn disclose(self, seat: Seat, viewer: Viewer) -> Play {
        match self {
            Play::Parchment { card } => Play::Parchment {
                card: card.disclose(seat, viewer),
            },
            public @ (Play::Territory { .. } | Play::Building { .. } | Play::Provisions) => public,
        }
    }
}

impl Pick {
    /// The cards that leave the hand.
    pub fn cards(self) -> [Card; 2] {
        match self {
            Pick::Two { cards } => cards.both(),
            Pick::One { play, throw_away } => [play, throw_away],
        }
    }

    /// The cards to play.
    pub fn played(self) -> impl Iterator<Item = Card> {
        let (first, second) = match self {
            Pick::Two { cards } => {
                let [first, second] = cards.both();
                (first, Some(second))
            }
            Pick::One { play, .. } => (play, None),
        };
        [Some(first), second].into_iter().flatten()
    }
}

impl Copied {
    /// The command that chooses it.
    pub const fn command(self) -> Command {
        Command::Copy {
            card: self.card,
            parchment: self.parchment,
        }
    }
}
