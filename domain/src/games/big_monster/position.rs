//! A moment at any table, written by hand: for score keepers and planners.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{
    event::Duty,
    explorers::{Explorer, Explorers},
    illegal::Illegal,
    missions::OnBoard,
    setup::{Mode, Options},
    tiles::{Tile, Tiles},
    tokens::Token,
    view::{PileView, SeatView, View},
    zone::{Ground, Placed, Spot, Zone},
};
use crate::{BySeat, Seat, Seats, Secret};

/// 8.3: nobody has more tiles, with the extra one and those of the variant.
const TILES_MAX: usize = 20;
const TOKENS_MAX: usize = 40;
const HAND_MAX: usize = 10;

/// A moment at any table. Only the zones must be given.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = BigMonsterPosition)]
pub struct Position {
    /// Each seat's zone: one to six.
    #[schema(value_type = Vec<ZonePosition>, min_items = 1, max_items = 6)]
    pub zones: BySeat<ZonePosition>,
    /// What the host chose. Left out: nothing.
    #[serde(default)]
    pub options: Options,
    /// The tokens in front of each seat. Left out: none.
    #[serde(default)]
    #[schema(value_type = Option<Vec<TokensPosition>>, max_items = 6)]
    pub tokens: Option<BySeat<TokensPosition>>,
    /// The missions on the board that can still be fulfilled. Left out: none.
    #[serde(default)]
    #[schema(max_items = 9)]
    pub missions: Vec<OnBoard>,
    /// Who has the angry dragon of this round. Left out: nobody.
    #[serde(default)]
    pub dragon: Option<Seat>,
    /// Whose view this is. Left out: seat 0.
    #[serde(default)]
    pub me: Option<Seat>,
    /// The tile `me` places. Left out: no tile is to be placed.
    #[serde(default)]
    pub tile: Option<Tile>,
    /// The tiles `me` drafts from, if there is none to place. Left out: no draft is due.
    #[serde(default)]
    #[schema(max_items = 10)]
    pub hand: Vec<Tile>,
}

/// A zone as somebody writes it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = BigMonsterZonePosition)]
pub struct ZonePosition {
    /// The explorer. It covers the cells from (0, 0) to (1, 1).
    pub explorer: Explorer,
    /// The tiles round it, in any order. Mutants get the level the beams give them.
    #[serde(default)]
    #[schema(max_items = 20)]
    pub tiles: Vec<TilePosition>,
}

/// A tile and where it lies.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = BigMonsterTilePosition)]
pub struct TilePosition {
    /// The tile that lies there.
    pub tile: Tile,
    /// Cells to the right of the explorer's left column.
    #[schema(minimum = -50, maximum = 50)]
    pub x: i8,
    /// Cells below the explorer's upper row.
    #[schema(minimum = -50, maximum = 50)]
    pub y: i8,
}

/// The tokens in front of a seat.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(transparent)]
#[schema(as = BigMonsterTokens, max_items = 40)]
pub struct TokensPosition(pub Vec<Token>);

impl Position {
    /// The view of whoever looks at this table.
    ///
    /// # Errors
    ///
    /// Why no table can stand like this.
    pub fn imagine(self) -> Result<View, Illegal> {
        let me = self.me.unwrap_or(Seat(0));
        let mode = self.check_seats(me)?;
        self.check_amounts()?;
        self.check_box()?;
        let duty = match (self.tile, mode) {
            (Some(_), _) => Some(Duty::Place),
            (None, _) if self.hand.is_empty() => None,
            (None, Mode::Variant) => return Err(Illegal::WrongMoment),
            (None, Mode::TeamDraft | Mode::IndividualDraft) => Some(Duty::Draft),
        };
        Ok(View {
            me: Some(me),
            seats: self.seats(me)?,
            options: self.options,
            mode,
            missions: self.missions,
            taken_out: Tiles::default(),
            round: 0,
            turn: 0,
            duty,
            due: duty.map_or(Seats::NONE, |_| Seats::only(me)),
            deck_left: 0,
            dragon: self.dragon,
            discards: Vec::new(),
            first: None,
            groups: Vec::new(),
            groups_revealed: 0,
            picked: None,
            removed: Tiles::default(),
            scores: None,
        })
    }

    /// Section 1. A table of any size can be imagined as long as no mode is named.
    fn check_seats(&self, me: Seat) -> Result<Mode, Illegal> {
        let seats = self.zones.seats();
        let there = |seat: Seat| seat.0 < seats;
        let lists = self.tokens.as_ref().is_none_or(|it| it.seats() == seats);
        let right = (1..=6).contains(&seats) && there(me) && self.dragon.is_none_or(there) && lists;
        if !right {
            return Err(Illegal::BadSeats);
        }
        match self.options.mode {
            Some(_) => self.options.fits(seats)?,
            None => Options {
                mode: None,
                ..self.options
            }
            .fits(seats.max(2))?,
        }
        Ok(self.options.mode(seats))
    }

    fn check_amounts(&self) -> Result<(), Illegal> {
        let zones = self.zones.iter().all(|(_, it)| it.tiles.len() <= TILES_MAX);
        let mut tokens = self.tokens.iter().flat_map(BySeat::iter);
        let tokens = tokens.all(|(_, it)| it.0.len() <= TOKENS_MAX);
        let once = (1..).zip(&self.missions).all(|(next, it)| {
            let mut later = self.missions[next..].iter();
            later.all(|other| other.mission != it.mission)
        });
        if zones && tokens && once && self.hand.len() <= HAND_MAX {
            Ok(())
        } else {
            Err(Illegal::TooMuch)
        }
    }

    /// 2.1: no tile is there more often than in the box.
    fn check_box(&self) -> Result<(), Illegal> {
        let placed = self.zones.iter().flat_map(|(_, it)| &it.tiles);
        let placed = placed.map(|it| it.tile).chain(self.tile);
        let used: Vec<Tile> = placed.chain(self.hand.iter().copied()).collect();
        let more = |tile: &Tile| {
            let count = used.iter().filter(|it| *it == tile).count();
            count > usize::from(tile.record().copies.total)
        };
        if let Some(tile) = Tile::ALL.into_iter().find(more) {
            return Err(Illegal::TileTwice(tile));
        }
        let twice = |explorer: &Explorer| {
            let zones = self.zones.iter();
            zones.filter(|(_, it)| it.explorer == *explorer).count() > 1
        };
        let twice = Explorer::ALL.into_iter().find(twice);
        twice.map_or(Ok(()), |it| Err(Illegal::ExplorerTwice(it)))
    }

    fn seats(&self, me: Seat) -> Result<BySeat<SeatView>, Illegal> {
        let mut zones = Vec::new();
        for (_, zone) in self.zones.iter() {
            zones.push(zone.lay_out()?);
        }
        Ok(self.zones.map(|seat, it| {
            let tokens = self.tokens.as_ref().map(|all| all[seat].0.clone());
            let tokens = tokens.unwrap_or_default();
            let points = tokens.iter().map(|it| it.points(&self.options)).sum();
            let hand = if seat == me && self.tile.is_none() {
                &self.hand[..]
            } else {
                &[]
            };
            SeatView {
                zone: zones[usize::from(seat.0)].clone(),
                offer: Secret::Known(Explorers(vec![it.explorer])),
                hand: PileView {
                    size: u8::try_from(hand.len()).expect("at most ten tiles"),
                    tiles: Secret::Known(Tiles(hand.to_vec())),
                    seen: Seats::only(seat),
                },
                kept: self.tile.filter(|_| seat == me),
                held: None,
                passed_to: None,
                ship: None,
                tokens,
                points,
            }
        }))
    }
}

impl ZonePosition {
    /// 5.2: the zone, if its tiles can lie like this: none on another, and all in touch.
    fn lay_out(&self) -> Result<Zone, Illegal> {
        let mut zone = Zone::new(self.explorer);
        let mut left = self.tiles.clone();
        let far = left.iter().find(|it| !it.spot().is_near());
        if far.is_some() {
            return Err(Illegal::TooFar);
        }
        while let Some(first) = left.first() {
            let ground = Ground::of(&zone);
            let stray = Illegal::NoFit(first.tile, first.spot());
            let touches = |it: &TilePosition| ground.spots(it.tile).contains(&it.spot());
            let next = left.iter().position(touches).ok_or(stray)?;
            let next = left.remove(next);
            zone.lay(next.tile, next.spot());
        }
        self.keep_order(&mut zone);
        zone.mutate();
        Ok(zone)
    }

    /// The tiles in the order they were written.
    fn keep_order(&self, zone: &mut Zone) {
        let nth = |placed: &Placed| {
            let mut written = self.tiles.iter();
            written.position(|it| it.spot() == placed.spot())
        };
        zone.tiles.sort_by_key(nth);
    }
}

impl TilePosition {
    const fn spot(self) -> Spot {
        Spot {
            x: self.x,
            y: self.y,
        }
    }
}
