//! What happened at the table.

use serde::{Deserialize, Serialize};
use strum::IntoStaticStr;
use utoipa::ToSchema;

use super::{
    components::{Card, Season, Skill},
    map::{Area, Terrain},
    score::SeasonScore,
    shape::ShapeId,
};
use crate::{
    BySeat, Seat, Seats, Secret, Viewer,
    kit::{cells::Cells, tagged::read_tagged},
    score::Rating,
};

/// What happened at a table of Cartographers.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema, IntoStaticStr)]
#[serde(tag = "type", rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
#[schema(as = CartographersEvent)]
pub enum Event {
    /// A season began: the deck was assembled anew and shuffled.
    SeasonStarted {
        /// The season that began.
        season: Season,
        /// The deck, from the top. Hidden until the match ends.
        deck: Secret<Deck>,
    },
    /// The top card of the deck was revealed.
    CardRevealed {
        /// The card that was revealed.
        card: Card,
    },
    /// These seats have no empty space to draw on, so they draw nothing.
    Skipped {
        /// The seats that would have drawn.
        seats: Seats,
    },
    /// These seats decide simultaneously, without seeing each other's decisions.
    DecisionsDue {
        /// The kind of decision that is due.
        duty: Duty,
        /// The seats that owe a decision.
        seats: Seats,
    },
    /// A seat decided. What it drew is revealed when all have decided.
    Drawn {
        /// The seat that drew.
        seat: Seat,
        /// What the seat drew.
        drawing: Secret<Drawing>,
    },
    /// All have decided: everything drawn since the last reveal was revealed.
    Revealed {
        /// Each seat's drawings, in the order they were made.
        drawings: BySeat<Drawings>,
    },
    /// Playing alone: the ambush was placed.
    Ambushed {
        /// The monsters on your sheet. Empty if they fit nowhere.
        drawing: Drawing,
    },
    /// A season was scored.
    SeasonScored {
        /// The season that was scored.
        season: Season,
        /// What each seat scored.
        scores: BySeat<SeasonScore>,
    },
    /// Playing alone: the final score was rated.
    Rated {
        /// How well the match was played alone.
        rating: Rating,
    },
}

/// Cards in order, the top one first.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(transparent)]
#[schema(as = CartographersDeck, max_items = 17)]
pub struct Deck(pub Vec<Card>);

/// What one seat drew, in the order it was drawn.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(transparent)]
#[schema(as = CartographersDrawings, max_items = 2)]
pub struct Drawings(pub Vec<Drawing>);

/// What the seats that owe a decision decide.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = CartographersDuty)]
pub enum Duty {
    /// A card was revealed: use a skill before anyone draws, or pass.
    Before,
    /// Draw what the card asks for.
    Draw,
    /// Use a skill after your drawing, or pass.
    After,
}

/// What one decision drew on a sheet. A pass has neither cells nor a skill.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[schema(as = CartographersDrawing)]
pub struct Drawing {
    /// The seat on whose sheet it was drawn.
    pub sheet: Seat,
    /// The terrain that was drawn. Null if nothing was drawn, or for the farm and village of
    /// Diplomacy.
    pub terrain: Option<Terrain>,
    /// The cells that were drawn on.
    pub cells: Area,
    /// The shape of the card that was drawn. Null for everything else.
    pub shape: Option<ShapeId>,
    /// Coins that the sheet's owner gained; fewer than earned if the coin track is full.
    #[schema(maximum = 14)]
    pub coins: u8,
    /// The mountains whose coin was taken.
    pub mountains: Area,
    /// The skill that was used.
    pub skill: Option<Skill>,
    /// The coins paid for the skill.
    #[schema(maximum = 14)]
    pub cost: u8,
}

impl Event {
    /// Reads one as the record has it.
    pub(in crate::games) fn read(written: &str) -> serde_json::Result<Event> {
        read_tagged!(written, Event {
            "drawn" => Drawn { seat: Seat, drawing: Secret<Drawing> },
            "revealed" => Revealed { drawings: BySeat<Drawings> },
            "decisions_due" => DecisionsDue { duty: Duty, seats: Seats },
            "card_revealed" => CardRevealed { card: Card },
            "season_scored" => SeasonScored { season: Season, scores: BySeat<SeasonScore> },
        })
    }

    /// What `viewer` may know of this.
    #[must_use]
    pub fn disclose(self, viewer: Viewer) -> Event {
        match self {
            Event::SeasonStarted { season, deck } => Event::SeasonStarted {
                season,
                deck: deck.seal(viewer),
            },
            Event::Drawn { seat, drawing } => Event::Drawn {
                seat,
                drawing: drawing.disclose(seat, viewer),
            },
            public @ (Event::CardRevealed { .. }
            | Event::Skipped { .. }
            | Event::DecisionsDue { .. }
            | Event::Revealed { .. }
            | Event::Ambushed { .. }
            | Event::SeasonScored { .. }
            | Event::Rated { .. }) => public,
        }
    }
}

impl Drawing {
    /// Nothing, on the drawer's own sheet.
    pub const fn pass(seat: Seat) -> Drawing {
        Drawing {
            sheet: seat,
            terrain: None,
            cells: Area(Cells::NONE),
            shape: None,
            coins: 0,
            mountains: Area(Cells::NONE),
            skill: None,
            cost: 0,
        }
    }
}
