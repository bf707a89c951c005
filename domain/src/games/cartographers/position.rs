//! A moment at any table, written by hand: for map makers and score keepers.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{
    choice::drawn_on_by,
    components::{BOX, Card, Season, Skill},
    edicts::Edict,
    event::{Drawing, Duty},
    illegal::Illegal,
    map::{Area, Map, Side, Terrain, letters_schema},
    score::{self, SeasonScore},
    setup::Options,
    shape::ShapeId,
    sheet::Sheet,
    view::View,
};
use crate::{
    BySeat, Seat, Seats, cast,
    kit::{cells::Cells, contradiction::Contradiction},
};

/// A position at any table. Only the map is required.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = CartographersPosition)]
pub struct Position {
    /// Eleven rows of eleven letters: `.` empty, `F` forest, `V` village, `A` farm,
    /// `W` water, `X` monster, `M` mountain, `L` wasteland, `D` farm and village at
    /// once.
    #[schema(schema_with = letters_schema)]
    pub map: Vec<String>,
    /// The printed side that the map is drawn on, with its ruins. Default: a sheet of your own,
    /// with any mountains, wasteland and `ruins`.
    #[serde(default)]
    pub side: Option<Side>,
    /// The ruins spaces of a sheet of your own, whether drawn on or not.
    #[serde(default)]
    pub ruins: Option<Area>,
    /// The scoring cards to score. Default: all sixteen.
    #[serde(default)]
    #[schema(max_items = 16)]
    pub edicts: Option<Vec<Edict>>,
    /// The number of coins filled in, including those spent.
    #[serde(default)]
    #[schema(maximum = 14)]
    pub coins: u8,
    /// The number of coins crossed out to pay for skills.
    #[serde(default)]
    #[schema(maximum = 14)]
    pub spent: u8,
    /// The mountains that still hold their coin. Default: those not yet surrounded.
    #[serde(default)]
    pub coins_left: Option<Area>,
    /// The season being played. Default: spring.
    #[serde(default)]
    pub season: Option<Season>,
    /// The explore card or the ambush to draw from. Default: none, and nothing is due.
    #[serde(default)]
    pub card: Option<Card>,
    /// Whether a ruins card was revealed before this card.
    #[serde(default)]
    pub ruins_duty: bool,
    /// The options of the match. `side` is taken from the field above.
    #[serde(default)]
    pub options: Options,
    /// The skills in play.
    #[serde(default)]
    #[schema(max_items = 8)]
    pub skills: Vec<Skill>,
    /// The skill you have used this season. Default: none.
    #[serde(default)]
    pub skill: Option<Skill>,
    /// What you decide about the card: `before` and `after` are for skills. Default: `draw`.
    #[serde(default)]
    pub duty: Option<Duty>,
    /// What you have drawn this turn; only with the duty `after`. It is already on the map.
    #[serde(default)]
    pub drawn: Option<DrawnPosition>,
    /// The number of players, from 1 (alone) to 100. Default: you and `others`. For an ambush
    /// without `others`, the default is a game in company, and `map` is the sheet that you hold.
    #[serde(default)]
    #[schema(minimum = 1, maximum = 100)]
    pub players: Option<u8>,
    /// The other sheets, clockwise from your left neighbor: you are seat 0, they are seats 1 and
    /// up. Sheets that are left out are as printed.
    #[serde(default)]
    #[schema(max_items = 99)]
    pub others: Vec<SheetPosition>,
    /// The seats on whose sheets this ambush draws only two monsters.
    #[serde(default)]
    pub acrobats: Seats,
    /// What each seat scored, by season, as in a view. When playing alone, after four seasons, the
    /// rating is given too.
    #[serde(default)]
    #[schema(max_items = 4)]
    pub scored: Vec<BySeat<SeasonScore>>,
}

/// The sheet of another player.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = CartographersSheetPosition)]
pub struct SheetPosition {
    /// Eleven rows of eleven letters, as in the position.
    #[schema(schema_with = letters_schema)]
    pub map: Vec<String>,
    /// The ruins spaces, if the position names no printed side.
    #[serde(default)]
    pub ruins: Option<Area>,
    /// The number of coins filled in, including those spent.
    #[serde(default)]
    #[schema(maximum = 14)]
    pub coins: u8,
    /// The number of coins crossed out to pay for skills.
    #[serde(default)]
    #[schema(maximum = 14)]
    pub spent: u8,
    /// The mountains that still hold their coin. Default: those not yet surrounded.
    #[serde(default)]
    pub coins_left: Option<Area>,
    /// The skill used this season. Default: none.
    #[serde(default)]
    pub skill: Option<Skill>,
}

/// What was drawn this turn, as far as skills need to know it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = CartographersDrawnPosition)]
pub struct DrawnPosition {
    /// The terrain that was drawn.
    pub terrain: Terrain,
    /// The cells that were drawn on.
    pub cells: Area,
    /// The shape of the card that was drawn. Default: none, for a single cell or the shape of a
    /// skill.
    #[serde(default)]
    pub shape: Option<ShapeId>,
    /// The skill it was drawn with. Default: none.
    #[serde(default)]
    pub skill: Option<Skill>,
}

impl Position {
    /// The view of whoever draws here.
    ///
    /// # Errors
    ///
    /// Why no table can stand like this.
    pub fn imagine(self) -> Result<View, Illegal> {
        let sheets = self.sheets()?;
        self.check(&sheets)?;
        let players = sheets.seats();
        let edicts = self.edicts.unwrap_or_else(|| Edict::ALL.to_vec());
        let season = self.season.unwrap_or(Season::Spring);
        let duty = self.duty.unwrap_or(Duty::Draw);
        let holds = self.players.is_none() && players == 1;
        let on = self.card.map(|card| drawn_on_by(ME, players, card, duty));
        let on = on.filter(|&on| !sheets[on].map.empty().is_empty()); // 4.8
        let is_solo = duty == Duty::Draw && players == 1 && !holds;
        let is_ambush = self.card.is_some_and(|card| card.ambush().is_some());
        let draws_on = on.filter(|_| !(is_solo && is_ambush)); // 9.2
        let owing = draws_on.map(|_| ME);
        let is_rated = players == 1 && self.scored.len() == Season::ALL.len();
        Ok(View {
            me: Some(ME),
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
            rating: is_rated.then(|| score::rated(&self.scored, &edicts)),
            edicts,
            skills: self.skills,
            duty: owing.map(|_| duty),
            due: owing.into_iter().collect::<Seats>(),
            draws_on,
            acrobats: self.acrobats,
            sheets,
            drawn: self.drawn.iter().map(DrawnPosition::drawing).collect(),
            others_drew: Vec::new(),
            scored: self.scored,
        })
    }

    fn sheets(&self) -> Result<BySeat<Sheet>, Illegal> {
        let mut sheets = vec![self.own().sheet(self.side)?];
        for (nth, other) in self.others.iter().enumerate() {
            let wrong = Contradiction {
                field: "others",
                nth: Some(nth),
                why: "its map, ruins or coins are not possible on a sheet",
                rule: "2.2",
            };
            sheets.push(other.sheet(self.side).map_err(|_| wrong)?);
        }
        let players = self.players.map_or(sheets.len(), usize::from);
        let counts = players >= sheets.len() && (1..=100).contains(&players);
        let why = "1 to 100 play, you and the others";
        Contradiction::unless(counts, "players", "1.1", why)?;
        let blank = self.side.map_or_else(Sheet::blank, Sheet::printed);
        sheets.resize(players, blank);
        let seats = cast::<u8>(players);
        Ok(BySeat::new(seats, |seat| sheets[usize::from(seat.0)]))
    }

    fn own(&self) -> SheetPosition {
        SheetPosition {
            map: self.map.clone(),
            ruins: self.ruins,
            coins: self.coins,
            spent: self.spent,
            coins_left: self.coins_left,
            skill: self.skill,
        }
    }
}

/// Whoever draws sits on the first seat.
pub(super) const ME: Seat = Seat(0);

impl SheetPosition {
    fn sheet(&self, side: Option<Side>) -> Result<Sheet, Illegal> {
        let map = self.drawn_map(side)?;
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
            skill: self.skill,
        })
    }

    fn drawn_map(&self, side: Option<Side>) -> Result<Map, Illegal> {
        let Some(side) = side else {
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

impl DrawnPosition {
    pub(super) fn drawing(&self) -> Drawing {
        Drawing {
            terrain: Some(self.terrain),
            cells: self.cells,
            shape: self.shape,
            skill: self.skill,
            ..Drawing::pass(ME)
        }
    }
}

fn differing(a: Cells, b: Cells) -> Cells {
    (a - b) | (b - a)
}
