//! The board in play: whose squares they are and what stands on them.

use std::fmt::{self, Write as _};

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{
    cards::{Building, BuildingKind},
    components::{BOX, Resource},
    land::{BOARD, LAND, Square},
};
use crate::{Cell, Seat, cast, kit::cells::Cells};

/// The board in play, as sets of squares.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "Vec<Site>", into = "Vec<Site>")]
pub struct Realm {
    owned: [Cells; 4],
    /// Built ones, by strength.
    cities: [Cells; 3],
    farms: [Cells; 10],
    posts: Cells,
    /// Trading posts by what they were last named for.
    trades: [Cells; 3],
    /// Each pair's two squares.
    towers: [Cells; 3],
    camps: [Cells; 6],
}

/// A square that differs from the printed board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = BunnyKingdomSite)]
pub struct Site {
    /// The square that is controlled.
    pub at: Square,
    /// The seat that controls it.
    #[schema(maximum = 3)]
    pub owner: Seat,
    /// What was built on it. A printed city is not listed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub building: Option<Structure>,
}

/// What was built on a square.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
#[schema(as = BunnyKingdomStructure)]
pub enum Structure {
    /// A city with towers.
    City {
        /// How many towers the city has.
        #[schema(minimum = 1, maximum = 3)]
        strength: u8,
    },
    /// A farm or mine.
    Farm {
        /// The resource that it produces.
        resource: Resource,
    },
    /// A trading post.
    TradingPost {
        /// The resource it was last named for. Left out if it has not been named yet.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        choice: Option<Basic>,
    },
    /// One of two linked sky towers.
    SkyTower {
        /// The number of the pair: the same for both towers.
        #[schema(minimum = 1, maximum = 3)]
        pair: u8,
    },
    /// A camp, by its number.
    Camp {
        /// The number of the camp: lower numbers go first.
        #[schema(minimum = 1, maximum = 6)]
        priority: u8,
    },
}

/// A resource that a trading post can produce.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, ToSchema,
)]
#[serde(rename_all = "snake_case")]
#[expect(missing_docs, reason = "nothing to add")]
#[schema(as = BunnyKingdomBasicResource)]
pub enum Basic {
    Wood,
    Fish,
    Carrot,
}

/// Why squares and buildings are no board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BadSite {
    /// A square given twice.
    #[error("{0} is listed twice")]
    Twice(Square),
    /// A seat beyond the table.
    #[error("the seat that controls {0} is not at this table")]
    NoSuchSeat(Square),
    /// A second building.
    #[error("{0} has a printed city, so nothing else can be built there")]
    PrintedCity(Square),
    /// The wrong terrain.
    #[error("that building cannot stand on the terrain of {0}")]
    WrongTerrain(Square),
    /// A strength, pair or camp that is not in the box, or more of it than there is.
    #[error("the box has no such building left to stand on {0}")]
    NotInTheBox(Square),
    /// Towers that are not two of one seat.
    #[error("the sky tower on {0} is not one of a pair on two squares of the same seat")]
    NoPair(Square),
}

impl Basic {
    /// Every one.
    pub const ALL: [Basic; 3] = [Basic::Wood, Basic::Fish, Basic::Carrot];

    /// The resource.
    pub const fn resource(self) -> Resource {
        match self {
            Basic::Wood => Resource::Wood,
            Basic::Fish => Resource::Fish,
            Basic::Carrot => Resource::Carrot,
        }
    }
}

impl Structure {
    /// The card it came from. A sky tower is only half of one.
    pub fn card(self) -> Option<Building> {
        match self {
            Structure::City { strength: 1 } => Some(Building::City1),
            Structure::City { strength: 2 } => Some(Building::City2),
            Structure::City { .. } => Some(Building::City3),
            Structure::Farm { resource } => Some(Building::farm(resource)),
            Structure::TradingPost { .. } => Some(Building::TradingPost),
            Structure::SkyTower { .. } => None,
            Structure::Camp { priority } => Building::camp(priority),
        }
    }
}

impl Realm {
    /// The squares a seat controls.
    pub const fn of(&self, seat: Seat) -> Cells {
        self.owned[seat.0 as usize]
    }

    /// Who controls a square.
    pub fn owner(&self, square: Square) -> Option<Seat> {
        Seat::first(4).find(|&seat| self.of(seat).contains(square.cells()))
    }

    /// 1.4: the squares with a building, printed cities too.
    pub fn built(&self) -> Cells {
        let cities = LAND.cities() | union(&self.cities);
        let farms = union(&self.farms) | self.posts;
        cities | farms | union(&self.towers) | union(&self.camps)
    }

    /// 1.5: the squares without rabbit and building.
    pub fn empty(&self) -> Cells {
        BOARD.all() - union(&self.owned) - self.built()
    }

    /// 6.2 and 6.3: where a seat may put a building, camps and sky towers excepted.
    pub fn sites(&self, seat: Seat, building: Building) -> Cells {
        let free = self.of(seat) - self.built();
        let terrain = building.terrain().map(|terrain| LAND.of(terrain));
        free & terrain.unwrap_or(BOARD.all())
    }

    /// Every city of a set of squares, printed and built.
    pub fn cities(&self, among: Cells) -> Cells {
        (LAND.cities() | union(&self.cities)) & among
    }

    /// 7.3: the strength of the cities of a set of squares.
    pub fn strength(&self, among: Cells) -> u8 {
        let count = |cities: Cells| (cities & among).count();
        let [one, two, three] = self.cities;
        let strength = count(one | LAND.cities()) + 2 * count(two) + 3 * count(three);
        cast::<u8>(strength)
    }

    /// 9.1: how many units of a resource a set of squares produces.
    pub fn units(&self, resource: Resource, among: Cells) -> u8 {
        let count = |squares: Cells| (squares & among).count();
        let farms = count(self.farms[resource as usize]) + count(self.traded(resource));
        cast::<u8>(count(LAND.grows(resource)) + farms)
    }

    /// The squares that produce a resource.
    pub fn producing(&self, resource: Resource) -> Cells {
        LAND.grows(resource) | self.farms[resource as usize] | self.traded(resource)
    }

    /// The squares that produce anything.
    pub fn productive(&self) -> Cells {
        let producing = Resource::ALL.map(|resource| self.producing(resource));
        producing.into_iter().collect()
    }

    fn traded(&self, resource: Resource) -> Cells {
        let trades = self.trades.get(resource as usize);
        trades.copied().unwrap_or_default()
    }

    /// A seat's trading posts.
    pub fn posts(&self, seat: Seat) -> Cells {
        self.posts & self.of(seat)
    }

    /// Whether a seat has a trading post that was never named.
    pub fn has_unnamed_post(&self, seat: Seat) -> bool {
        !(self.posts(seat) - union(&self.trades)).is_empty()
    }

    /// How many camps a seat has on the board.
    pub fn camps(&self, seat: Seat) -> u8 {
        let own = self.camps.iter().filter(|camp| camp.meets(self.of(seat)));
        cast::<u8>(own.count())
    }

    /// The pairs of squares linked by sky towers.
    pub fn links(&self) -> impl Iterator<Item = Cells> {
        self.towers.into_iter().filter(|pair| !pair.is_empty())
    }

    /// The number of the camp on a square.
    pub fn camp(&self, square: Square) -> Option<u8> {
        let (number, _) = (1..)
            .zip(self.camps)
            .find(|(_, camp)| camp.meets(square.cells()))?;
        Some(number)
    }

    /// Whether a camp with this number is on the board.
    pub fn has_camp(&self, number: u8) -> bool {
        let mut camps = (1..).zip(self.camps);
        camps.any(|(nth, camp)| nth == number && !camp.is_empty())
    }

    /// 4.3 a to c: a seat takes a square for good; a camp there leaves.
    pub fn take(&mut self, seat: Seat, square: Square) {
        self.owned
            .iter_mut()
            .for_each(|owned| *owned -= square.cells());
        self.camps
            .iter_mut()
            .for_each(|camp| *camp -= square.cells());
        self.owned[usize::from(seat.0)] |= square.cells();
    }

    /// Puts a building on a square; of sky towers one, with the other to follow.
    pub fn build(&mut self, seat: Seat, building: Building, square: Square) {
        let place = match building.kind() {
            BuildingKind::City(strength) => &mut self.cities[usize::from(strength) - 1],
            BuildingKind::Farm(resource) => &mut self.farms[resource as usize],
            BuildingKind::TradingPost => &mut self.posts,
            BuildingKind::SkyTower => {
                let open = self.towers.iter_mut().find(|pair| pair.count() < 2);
                open.expect("the box has three pairs")
            }
            BuildingKind::Camp(number) => {
                self.owned[usize::from(seat.0)] |= square.cells(); // 6.9
                &mut self.camps[usize::from(number) - 1]
            }
        };
        *place |= square.cells();
    }

    /// 7.1: a trading post is named for a resource.
    pub fn trade(&mut self, square: Square, resource: Basic) {
        self.trades
            .iter_mut()
            .for_each(|trade| *trade -= square.cells());
        self.trades[resource as usize] |= square.cells();
    }

    /// What was built on a square.
    pub fn structure(&self, square: Square) -> Option<Structure> {
        let cells = square.cells();
        let nth = |sets: &[Cells]| sets.iter().position(|set| set.meets(cells));
        let number = |sets: &[Cells]| {
            let place = nth(sets)?;
            Some(cast::<u8>(place + 1))
        };
        if let Some(strength) = number(&self.cities) {
            return Some(Structure::City { strength });
        }
        if let Some(farm) = nth(&self.farms) {
            let resource = Resource::ALL[farm];
            return Some(Structure::Farm { resource });
        }
        if self.posts.meets(cells) {
            let choice = nth(&self.trades).map(|trade| Basic::ALL[trade]);
            return Some(Structure::TradingPost { choice });
        }
        if let Some(pair) = number(&self.towers) {
            return Some(Structure::SkyTower { pair });
        }
        let priority = number(&self.camps)?;
        Some(Structure::Camp { priority })
    }

    /// Every square somebody controls, in reading order.
    pub fn sites_taken(&self) -> impl Iterator<Item = Site> {
        Square::each(union(&self.owned)).map(|at| Site {
            at,
            owner: self.owner(at).expect("somebody controls it"),
            building: self.structure(at),
        })
    }

    /// The board on which so many play.
    ///
    /// # Errors
    ///
    /// Why there is no such board.
    pub fn new(sites: &[Site], seats: u8) -> Result<Realm, BadSite> {
        let mut realm = Realm::default();
        for site in sites {
            if site.owner.0 >= seats {
                return Err(BadSite::NoSuchSeat(site.at));
            }
            if realm.owner(site.at).is_some() {
                return Err(BadSite::Twice(site.at));
            }
            realm.take(site.owner, site.at);
            if let Some(structure) = site.building {
                realm.stand(structure, site.at)?;
            }
        }
        realm.check_pairs()?;
        Ok(realm)
    }

    fn stand(&mut self, structure: Structure, at: Square) -> Result<(), BadSite> {
        let missing = BadSite::NotInTheBox(at);
        if LAND.cities().contains(at.cells()) {
            return Err(BadSite::PrintedCity(at));
        }
        let nth = |number: u8| usize::from(number).wrapping_sub(1);
        let (set, limit) = match structure {
            Structure::City { strength } => {
                let city = [Building::City1, Building::City2, Building::City3];
                let city = city.get(nth(strength)).ok_or(missing)?;
                stands_on(*city, at)?;
                (&mut self.cities[nth(strength)], copies(*city))
            }
            Structure::Farm { resource } => {
                let farm = Building::farm(resource);
                stands_on(farm, at)?;
                (&mut self.farms[resource as usize], copies(farm))
            }
            Structure::TradingPost { choice } => {
                stands_on(Building::TradingPost, at)?;
                if let Some(resource) = choice {
                    self.trade(at, resource);
                }
                (&mut self.posts, copies(Building::TradingPost))
            }
            Structure::SkyTower { pair } => (self.towers.get_mut(nth(pair)).ok_or(missing)?, 2),
            Structure::Camp { priority } => (self.camps.get_mut(nth(priority)).ok_or(missing)?, 1),
        };
        *set |= at.cells();
        if set.count() > limit {
            Err(missing)
        } else {
            Ok(())
        }
    }

    /// 6.8
    fn check_pairs(&self) -> Result<(), BadSite> {
        let is_pair =
            |pair: Cells| pair.count() == 2 && self.owned.iter().any(|owned| owned.contains(pair));
        let mut broken = self.links().filter(|&pair| !is_pair(pair));
        match broken.next().and_then(|pair| Square::each(pair).next()) {
            Some(square) => Err(BadSite::NoPair(square)),
            None => Ok(()),
        }
    }
}

/// 6.3
fn stands_on(building: Building, at: Square) -> Result<(), BadSite> {
    match building.terrain() {
        Some(terrain) if terrain != at.terrain() => Err(BadSite::WrongTerrain(at)),
        Some(_) | None => Ok(()),
    }
}

/// How many cards of this building there are.
fn copies(building: Building) -> u32 {
    let is_it = |card: &&super::components::OtherCard| {
        card.card_id == super::cards::Card::Building(building)
    };
    let card = BOX.cards.other.iter().find(is_it);
    card.map_or(0, |card| u32::from(card.count))
}

fn union(sets: &[Cells]) -> Cells {
    sets.iter().copied().collect()
}

impl From<Realm> for Vec<Site> {
    fn from(realm: Realm) -> Vec<Site> {
        realm.sites_taken().collect()
    }
}

impl TryFrom<Vec<Site>> for Realm {
    type Error = BadSite;

    fn try_from(sites: Vec<Site>) -> Result<Realm, BadSite> {
        Realm::new(&sites, 4)
    }
}

impl BadSite {
    /// The square it is about.
    pub const fn square(self) -> Square {
        match self {
            BadSite::Twice(square)
            | BadSite::NoSuchSeat(square)
            | BadSite::PrintedCity(square)
            | BadSite::WrongTerrain(square)
            | BadSite::NotInTheBox(square)
            | BadSite::NoPair(square) => square,
        }
    }
}

/// Ten rows; each square is its terrain (`f` forest, `s` sea, `d` field, `.` plains,
/// `^` mountain, `#` printed city), its owner, and what was built: a city's strength,
/// a farm's `w f c m p s k g i d` (`k` copper), `$` a trading post, `x y z` sky towers
/// by pair, `A` to `F` camps 1 to 6. Lava is `|` and `==`.
impl fmt::Display for Realm {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("    1   2   3   4   5   6   7   8   9   10\n")?;
        for row in 0..10 {
            let mut lava = String::new();
            write!(f, "{}  ", char::from(b'A' + row))?;
            for col in 0..10 {
                let square = Square::at(row, col);
                self.write_square(f, square)?;
                let here = square.cells();
                let east = Square::at(row, (col + 1).min(9)).cells();
                let is_open = col == 9 || BOARD.east_of(here) == east;
                f.write_char(if is_open { ' ' } else { '|' })?;
                let is_open = row == 9 || !BOARD.south_of(here).is_empty();
                lava.push_str(if is_open { "    " } else { "=== " });
            }
            f.write_char('\n')?;
            if lava.contains('=') {
                writeln!(f, "   {}", lava.trim_end())?;
            }
        }
        Ok(())
    }
}

impl Realm {
    fn write_square(&self, f: &mut fmt::Formatter<'_>, square: Square) -> fmt::Result {
        let owner = self
            .owner(square)
            .map_or(' ', |seat| char::from(b'0' + seat.0));
        let letter = |letters: &str, nth: usize| char::from(letters.as_bytes()[nth]);
        let building = match self.structure(square) {
            None => ' ',
            Some(Structure::City { strength }) => char::from(b'0' + strength),
            Some(Structure::Farm { resource }) => letter("wfcmpskgid", resource as usize),
            Some(Structure::TradingPost { .. }) => '$',
            Some(Structure::SkyTower { pair }) => char::from(b'w' + pair),
            Some(Structure::Camp { priority }) => char::from(b'@' + priority),
        };
        let terrain = letter("fsd.^#", square.terrain() as usize);
        write!(f, "{terrain}{owner}{building}")
    }
}

/// The coordinates of squares, for score lines and refusals.
pub fn coordinates(squares: Cells) -> Vec<Cell> {
    BOARD.coordinates(squares).collect()
}
