//! Tokens in front of a seat, and what they pay.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{
    components::{BOX, Gift},
    missions::{Mission, Scope},
    setup::Options,
    tally::Claims,
};

/// A token in front of a seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, ToSchema)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
#[schema(as = BigMonsterToken)]
pub enum Token {
    /// A mission fulfilled.
    Mission {
        /// The mission that was fulfilled.
        mission: Mission,
        /// Whether it was fulfilled as a player or as a team.
        scope: Scope,
    },
    /// The penalty for the fewest desert and rune monsters.
    Penalty {},
    /// The angry dragon, kept at the end of a round.
    Dragon {},
    /// The token that the yeti gives.
    Yeti {},
    /// The token that the panda gives.
    Panda {},
}

impl Token {
    /// What it pays.
    pub fn points(self, options: &Options) -> i16 {
        match self {
            Token::Mission { mission, .. } => mission.record().points,
            Token::Penalty {} => BOX.penalty.points,
            Token::Dragon {} => BOX.scoring.angry_dragon_token,
            Token::Yeti {} => options.gift_points(Gift::Yeti),
            Token::Panda {} => options.gift_points(Gift::Panda),
        }
    }

    /// Its name on score lines.
    pub fn source(self) -> String {
        match self {
            Token::Mission {
                mission,
                scope: Scope::Individual,
            } => format!("missions.{mission}"),
            Token::Mission {
                mission,
                scope: Scope::Team,
            } => format!("missions.team_{mission}"),
            Token::Penalty {} => "missions.penalty".to_owned(),
            Token::Dragon {} => "missions.dragon".to_owned(),
            Token::Yeti {} => "missions.yeti".to_owned(),
            Token::Panda {} => "missions.panda".to_owned(),
        }
    }

    /// What these count for.
    pub fn claims<'a>(tokens: impl IntoIterator<Item = &'a Token>) -> Claims {
        let mut claims = Claims::default();
        for token in tokens {
            match token {
                Token::Mission { .. } | Token::Penalty {} => claims.mission_tokens += 1,
                Token::Dragon {} => claims.dragon_tokens += 1,
                Token::Yeti {} | Token::Panda {} => {}
            }
        }
        claims
    }
}

impl From<Gift> for Token {
    fn from(gift: Gift) -> Token {
        match gift {
            Gift::Yeti => Token::Yeti {},
            Gift::Panda => Token::Panda {},
        }
    }
}
