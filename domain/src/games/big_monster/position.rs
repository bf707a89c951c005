//! A moment at any table, written by hand: for score keepers and planners.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{
    components::BOX,
    event::Duty,
    explorers::{Explorer, Explorers},
    illegal::Illegal,
    missions::OnBoard,
    setup::{Mode, Options},
    tiles::{Tile, Tiles},
    tokens::Token,
    variants::Group,
    view::{PileView, SeatView, View},
    zone::{Ground, Placed, Spot, Zone},
};
use crate::{BySeat, Seat, Seats, Secret, cast, kit::contradiction::Contradiction};

/// 8.3: nobody has more tiles, with the extra one and those of the variant.
const TILES_MAX: usize = 20;
const TOKENS_MAX: usize = 40;

/// A position at any table. Only the zones are required.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = BigMonsterPosition)]
pub struct Position {
    /// Each seat's zone, in seat order, for one to six seats.
    #[schema(value_type = Vec<ZonePosition>, min_items = 1, max_items = 6)]
    pub zones: BySeat<ZonePosition>,
    /// The options that the host chose. Default: the game's defaults.
    #[serde(default)]
    pub options: Options,
    /// The tokens in front of each seat. Default: none.
    #[serde(default)]
    #[schema(value_type = Option<Vec<TokensPosition>>, max_items = 6)]
    pub tokens: Option<BySeat<TokensPosition>>,
    /// The missions on the board that can still be fulfilled. Default: none.
    #[serde(default)]
    #[schema(max_items = 9)]
    pub missions: Vec<OnBoard>,
    /// The seat that has the angry dragon of this round. Default: none.
    #[serde(default)]
    pub dragon: Option<Seat>,
    /// The seat whose view this is. Default: seat 0.
    #[serde(default)]
    pub me: Option<Seat>,
    /// The tile that `me` is to place. Default: none.
    #[serde(default)]
    pub tile: Option<Tile>,
    /// The tiles that `me` drafts from, if there is no tile to place. Default: none, and no draft
    /// is due.
    #[serde(default)]
    #[schema(max_items = 10)]
    pub hand: Vec<Tile>,
    /// The piles already passed this turn, and the ships they lie on. Default: none.
    #[serde(default)]
    #[schema(max_items = 6)]
    pub passed: Vec<PassedPosition>,
    /// The discards, when `exp_black_m` of `me` takes the extra tile from them. Default: none, and
    /// no such tile is due.
    #[serde(default)]
    #[schema(max_items = 12)]
    pub discards: Vec<Tile>,
    /// Variant: the open groups, from which `me` takes if there is no tile to place.
    #[serde(default)]
    #[schema(max_items = 2)]
    pub groups: Vec<Group>,
    /// Variant: the group that the first seat of this turn picked. Default: none, and `me` picks
    /// one.
    #[serde(default)]
    #[schema(minimum = 1, maximum = 20)]
    pub picked: Option<u8>,
    /// The normal tiles that were replaced by snail tiles. Default: unknown.
    #[serde(default)]
    #[schema(max_items = 6)]
    pub taken_out: Vec<Tile>,
}

/// A pile on a ship.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = BigMonsterPassedPosition)]
pub struct PassedPosition {
    /// The seat that has put its pile there.
    pub from: Seat,
    /// The seat whose ship it lies on.
    pub to: Seat,
}

/// A zone as it is written in a position.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = BigMonsterZonePosition)]
pub struct ZonePosition {
    /// The explorer. It covers the cells from (0, 0) to (1, 1).
    pub explorer: Explorer,
    /// The tiles around the explorer, in any order. The level of a mutant follows from the beams.
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
        self.check_tiles()?;
        self.check_explorers()?;
        self.check_missions(mode)?;
        self.check_passed(me, mode)?;
        self.check_discards(me, mode)?;
        self.check_groups(mode)?;
        let duty = self.duty(mode)?;
        Ok(View {
            me: Some(me),
            seats: self.seats(me)?,
            options: self.options,
            mode,
            missions: self.missions,
            taken_out: Tiles(self.taken_out.clone()),
            round: 0,
            turn: 0,
            duty,
            due: duty.map_or(Seats::NONE, |_| Seats::only(me)),
            deck_left: 0,
            dragon: self.dragon,
            discards: self.discards.iter().map(|it| discarded(*it, me)).collect(),
            first: None,
            groups: self.groups,
            groups_revealed: 0,
            picked: self.picked,
            removed: Tiles::default(),
            scores: None,
        })
    }

    /// What `me` decides: a tile is placed before another is chosen.
    fn duty(&self, mode: Mode) -> Result<Option<Duty>, Contradiction> {
        let last = self.hand.len() == 2 && !self.options.passes_in_last_turn();
        let drafts = mode != Mode::Variant || self.hand.is_empty();
        let why = "the variant has no hands to draft from: give `groups`";
        Contradiction::unless(drafts || self.tile.is_some(), "hand", "9.1", why)?;
        Ok(match (self.tile, &self.hand[..]) {
            (Some(_), _) => Some(Duty::Place),
            (None, [_, ..]) if last => Some(Duty::Keep), // D-13
            (None, [_, ..]) => Some(Duty::Draft),
            (None, []) if !self.groups.is_empty() => Some(Duty::Take),
            (None, []) if !self.discards.is_empty() => Some(Duty::Discard),
            (None, []) => None,
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
        if zones && tokens && once && self.hand.len() <= usize::from(BOX.setup.draft.hand) {
            Ok(())
        } else {
            Err(Illegal::TooMuch)
        }
    }

    /// 3.3
    fn check_explorers(&self) -> Result<(), Illegal> {
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
                    size: cast::<u8>(hand.len()),
                    tiles: Secret::Known(Tiles(hand.to_vec())),
                    seen: Seats::only(seat),
                },
                kept: self.tile.filter(|_| seat == me),
                held: None,
                passed_to: self
                    .passed
                    .iter()
                    .find(|it| it.from == seat)
                    .map(|it| it.to),
                ship: None,
                tokens,
                points,
            }
        }))
    }
}

/// A tile that was discarded and lies open to `me`.
fn discarded(tile: Tile, me: Seat) -> PileView {
    PileView {
        size: 1,
        tiles: Secret::Known(Tiles(vec![tile])),
        seen: Seats::only(me),
    }
}

impl ZonePosition {
    /// 5.2: the zone, if its tiles can lie like this: none on another, and all in touch.
    fn lay_out(&self) -> Result<Zone, Illegal> {
        let mut zone = Zone::new(self.explorer);
        let mut left = self.tiles.clone();
        let far = left.iter().find(|it| !it.spot().is_near());
        if let Some(far) = far {
            return Err(Illegal::TooFar(far.spot().cell().into()));
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
