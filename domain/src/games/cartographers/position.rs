//! A moment at any table, written by hand: for map makers and score keepers.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{
    components::{BOX, Card, Season, Skill},
    edicts::Edict,
    event::Duty,
    face::Kind,
    illegal::Illegal,
    map::{Area, Map, Side, letters_schema},
    setup::Options,
    sheet::Sheet,
    view::View,
};
use crate::{BySeat, Seat, Seats, kit::cells::Cells};

/// A moment at any table. Only the map must be given.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = CartographersPosition)]
pub struct Position {
    /// Eleven rows of eleven letters: `.` empty, `F` forest, `V` village, `A` farm,
    /// `W` water, `X` monster, `M` mountain, `L` wasteland, `D` farm and village at
    /// once.
    #[schema(schema_with = letters_schema)]
    pub map: Vec<String>,
    /// The printed side it is drawn on, with its ruins. Left out: a sheet of your
    /// own, with any mountains, wasteland and `ruins`.
    #[serde(default)]
    pub side: Option<Side>,
    /// The ruins spaces of a sheet of your own, drawn on or not.
    #[serde(default)]
    pub ruins: Option<Area>,
    /// The scoring cards to score. Left out: all sixteen.
    #[serde(default)]
    #[schema(max_items = 16)]
    pub edicts: Option<Vec<Edict>>,
    /// Coins filled in, spent ones too.
    #[serde(default)]
    #[schema(maximum = 14)]
    pub coins: u8,
    /// Coins crossed out to pay for skills.
    #[serde(default)]
    #[schema(maximum = 14)]
    pub spent: u8,
    /// Mountains that still hold their coin. Left out: those not yet surrounded.
    #[serde(default)]
    pub coins_left: Option<Area>,
    /// The season. Left out: spring.
    #[serde(default)]
    pub season: Option<Season>,
    /// The explore card or the ambush to draw from. Left out: nothing is due.
    #[serde(default)]
    pub card: Option<Card>,
    /// Whether a ruins card was revealed before it.
    #[serde(default)]
    pub ruins_duty: bool,
    /// The options of the match. `side` is taken from above.
    #[serde(default)]
    pub options: Options,
    /// The skills that may be used.
    #[serde(default)]
    #[schema(max_items = 8)]
    pub skills: Vec<Skill>,
}

impl Position {
    /// The view of whoever draws here.
    ///
    /// # Errors
    ///
    /// Why no table can stand like this.
    pub fn imagine(self) -> Result<View, Illegal> {
        let sheet = self.sheet()?;
        if self
            .card
            .is_some_and(|card| card.face().kind == Kind::Ruins)
        {
            return Err(Illegal::RuinsCard);
        }
        if !distinct(&self.skills) {
            return Err(Illegal::SkillTwice);
        }
        let edicts = self.edicts.unwrap_or_else(|| Edict::ALL.to_vec());
        if !distinct(&edicts) {
            return Err(Illegal::EdictTwice);
        }
        let season = self.season.unwrap_or(Season::Spring);
        let has_room = !sheet.map.empty().is_empty(); // 4.8
        let me = Seat(0);
        let owing = self.card.filter(|_| has_room).map(|_| me);
        Ok(View {
            me: Some(me),
            options: Options {
                side: self.side.unwrap_or(self.options.side),
                ..self.options
            },
            season,
            time: self.card.map_or(0, |card| card.face().time),
            threshold: season.card().time_threshold,
            card: self.card,
            revealed: self.card.into_iter().collect(),
            ruins_duty: self.ruins_duty,
            ambushes: Vec::new(),
            deck_left: 0,
            edicts,
            skills: self.skills,
            duty: owing.map(|_| Duty::Draw),
            due: owing.into_iter().collect::<Seats>(),
            draws_on: owing,
            acrobats: Seats::NONE,
            sheets: BySeat::new(1, |_| sheet),
            drawn: Vec::new(),
            others_drew: Vec::new(),
            scored: Vec::new(),
            rating: None,
        })
    }

    fn sheet(&self) -> Result<Sheet, Illegal> {
        let map = self.drawn_map()?;
        let coins_left = match self.coins_left {
            Some(Area(coins)) if !map.mountain.contains(coins) => {
                return Err(Illegal::CoinOffMountain(coins - map.mountain));
            }
            Some(Area(coins)) => coins,
            None => map.mountain - map.surrounded(),
        };
        if self.coins > BOX.coin_track.slots || self.spent > self.coins {
            return Err(Illegal::BadCoins);
        }
        Ok(Sheet {
            map,
            coins: self.coins,
            spent: self.spent,
            coins_left,
            skill: None,
        })
    }

    fn drawn_map(&self) -> Result<Map, Illegal> {
        let Some(side) = self.side else {
            let ruins = self.ruins.unwrap_or_default().0;
            return Ok(Map::from_letters(&self.map, ruins)?);
        };
        if self.ruins.is_some() {
            return Err(Illegal::SideAndRuins);
        }
        let printed = Map::printed(side);
        let map = Map::from_letters(&self.map, printed.ruins)?;
        // Mountains can be drawn, wasteland cannot.
        let wrong = (printed.mountain - map.mountain) | differing(printed.wasteland, map.wasteland);
        if wrong.is_empty() {
            Ok(map)
        } else {
            Err(Illegal::NotAsPrinted(wrong))
        }
    }
}

fn differing(a: Cells, b: Cells) -> Cells {
    (a - b) | (b - a)
}

fn distinct<T: PartialEq>(items: &[T]) -> bool {
    let mut rest = items;
    while let [first, others @ ..] = rest {
        if others.contains(first) {
            return false;
        }
        rest = others;
    }
    true
}
