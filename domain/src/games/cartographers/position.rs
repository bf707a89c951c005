//! A moment at any table, written by hand: for map makers and score keepers.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{
    choice::drawn_on_by,
    components::{BOX, Card, Season, Skill},
    edicts::Edict,
    event::{Drawing, Duty},
    face::Kind,
    illegal::Illegal,
    map::{Area, Map, Side, Terrain, letters_schema},
    play,
    score::{self, SeasonScore},
    setup::Options,
    shape::{Shape, ShapeId},
    sheet::Sheet,
    view::View,
};
use crate::{
    BySeat, Seat, Seats,
    kit::{cells::Cells, contradiction::Contradiction},
};

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
    /// The skills in play.
    #[serde(default)]
    #[schema(max_items = 8)]
    pub skills: Vec<Skill>,
    /// The skill you have used this season. Left out: none.
    #[serde(default)]
    pub skill: Option<Skill>,
    /// What you decide about the card: `before` and `after` are for skills. Left out: `draw`.
    #[serde(default)]
    pub duty: Option<Duty>,
    /// With the duty `after`, and only then: what you have drawn this turn. It is on the map
    /// already.
    #[serde(default)]
    pub drawn: Option<DrawnPosition>,
    /// How many play, from 1 (alone) to 100. Left out: you and `others`; but an ambush, if
    /// there are no others, is one in company, and `map` the sheet you hold.
    #[serde(default)]
    #[schema(minimum = 1, maximum = 100)]
    pub players: Option<u8>,
    /// The other sheets, clockwise from your left neighbor: you are seat 0, they are seats 1
    /// and on. Those left out are as printed.
    #[serde(default)]
    #[schema(max_items = 99)]
    pub others: Vec<SheetPosition>,
    /// Seats on whose sheets this ambush draws but two monsters.
    #[serde(default)]
    pub acrobats: Seats,
    /// What each seat scored, by season, as in a view. Alone, after four seasons, the rating
    /// is told, too.
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
    /// The skill used this season. Left out: none.
    #[serde(default)]
    pub skill: Option<Skill>,
}

/// What was drawn this turn, as far as skills ask for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = CartographersDrawnPosition)]
pub struct DrawnPosition {
    /// What was drawn.
    pub terrain: Terrain,
    /// The cells that were drawn on.
    pub cells: Area,
    /// The shape of the card that was drawn. Left out: none, but a single cell or the shape
    /// of a skill.
    #[serde(default)]
    pub shape: Option<ShapeId>,
    /// The skill it was drawn with. Left out: none.
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
                why: "its map, ruins or coins are no sheet's",
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
        let seats = u8::try_from(players).expect("at most 100");
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

    fn check(&self, sheets: &BySeat<Sheet>) -> Result<(), Illegal> {
        let kind = self.card.map(|card| card.face().kind);
        if kind == Some(Kind::Ruins) {
            return Err(Illegal::RuinsCard);
        }
        if !distinct(&self.skills) {
            return Err(Illegal::SkillTwice);
        }
        if self.edicts.as_ref().is_some_and(|edicts| !distinct(edicts)) {
            return Err(Illegal::EdictTwice);
        }
        let mut used = sheets.iter().filter_map(|(_, sheet)| sheet.skill);
        let in_play = used.all(|skill| self.skills.contains(&skill));
        let why = "a skill that was used is among `skills`";
        Contradiction::unless(in_play, "skill", "13.1", why)?;
        let is_ambush = kind == Some(Kind::Ambush);
        let seated = |seat: Seat| seat.0 < sheets.seats();
        let acrobats = self.acrobats.is_empty() || is_ambush && self.acrobats.iter().all(seated);
        let why = "an ambush must be due, and the seats be there";
        Contradiction::unless(acrobats, "acrobats", "13.10", why)?;
        self.check_duty(&sheets[ME], is_ambush)?;
        Ok(self.check_scored(sheets.seats())?)
    }

    /// 13.4 and 13.6
    fn check_duty(&self, sheet: &Sheet, is_ambush: bool) -> Result<(), Contradiction> {
        let Some(duty) = self.duty else {
            let why = "it is for the duty `after`";
            return Contradiction::unless(self.drawn.is_none(), "drawn", "13.4", why);
        };
        let why = "there is no card to decide about";
        Contradiction::unless(self.card.is_some(), "duty", "13.6", why)?;
        let is_after = duty == Duty::After;
        let why = "it is said with the duty `after`, and only then";
        Contradiction::unless(self.drawn.is_some() == is_after, "drawn", "13.4", why)?;
        let as_drawn = self.drawn.is_none_or(|drawn| drawn.fits(sheet, self.card));
        let why = "its cells are on the map in its terrain, and a shape is one of the card";
        Contradiction::unless(as_drawn, "drawn", "4.2", why)?;
        let drawing = self.drawn.as_ref().map(DrawnPosition::drawing);
        let before = drawing.map_or(*sheet, |drawing| sheet.without(&drawing));
        let may =
            duty == Duty::Draw || play::may_use_a_skill(&before, &self.skills, is_ambush, duty);
        let why = "no skill that is in play, not yet used and paid for, acts then";
        Contradiction::unless(may, "duty", "13.4", why)
    }

    fn check_scored(&self, players: u8) -> Result<(), Contradiction> {
        let held = self.scored.len();
        if held == 0 {
            return Ok(());
        }
        let each = self.scored.iter();
        let seated = each.clone().all(|scores| scores.seats() == players);
        let mut scores = each.flat_map(BySeat::iter);
        let paid = scores.all(|(_, score)| score.is_possible());
        let why = "four seasons at most, in each what every seat scored";
        Contradiction::unless(seated && paid && held <= 4, "scored", "7.1", why)?;
        let laid_out = self.edicts.as_ref().is_some_and(|edicts| edicts.len() == 4);
        let why = "with `scored`, the four scoring cards of the match must be given";
        Contradiction::unless(laid_out, "edicts", "2.3", why)?;
        let now = Season::ALL.get(held.min(3)).copied();
        let why = "as many seasons are scored as came before it, or all four";
        Contradiction::unless(self.season == now, "season", "7.1", why)?;
        let why = "after four seasons no card is revealed";
        Contradiction::unless(held < 4 || self.card.is_none(), "card", "7.1", why)
    }
}

/// Whoever draws sits on the first seat.
const ME: Seat = Seat(0);

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
    /// Whether it can be what was drawn from the card on this sheet.
    fn fits(self, sheet: &Sheet, card: Option<Card>) -> bool {
        let cells = self.cells.0;
        let is_drawn = !cells.is_empty() && sheet.map.of(self.terrain).contains(cells);
        let shapes = card.iter().flat_map(|card| &card.face().shapes);
        let is_shape = |shape: &Shape| match self.skill {
            Some(Skill::Stealth) => shape.stumps.contains(&cells),
            Some(_) | None => shape.is(cells),
        };
        let mut named = shapes.filter(|shape| shape.id.is_some() && shape.id == self.shape);
        is_drawn && (self.shape.is_none() || named.any(is_shape))
    }

    fn drawing(&self) -> Drawing {
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
