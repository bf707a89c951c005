//! Fiefs: what they are and what they harvest.

use std::ops::BitOr;

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{
    components::Resource,
    land::{BOARD, Square, Squares},
    realm::Realm,
};
use crate::{Seat, cast, kit::cells::Cells};

/// A fief and its harvest.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[schema(as = BunnyKingdomFief)]
pub struct Fief {
    /// The squares of the fief, in reading order.
    pub squares: Squares,
    /// The sum of the strengths of its cities.
    #[schema(maximum = 54)]
    pub strength: u8,
    /// Its different resources. Their number is the wealth of the fief.
    #[schema(max_items = 10)]
    pub produces: Vec<Yield>,
    /// The points of the fief: strength times wealth.
    #[schema(minimum = 0, maximum = 540)]
    pub points: i16,
}

/// A resource of a fief.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[schema(as = BunnyKingdomYield)]
pub struct Yield {
    /// The resource that is produced.
    pub resource: Resource,
    /// The number of units. One unit or more are worth the same at a harvest.
    #[schema(minimum = 1, maximum = 200)]
    pub units: u8,
}

/// A seat's fiefs at a harvest, in the reading order of their first squares.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(transparent)]
#[schema(as = BunnyKingdomFiefs, max_items = 100)]
pub struct Fiefs(pub Vec<Fief>);

impl Fief {
    /// 7.3 to 7.6
    pub fn of(realm: &Realm, squares: Cells) -> Fief {
        let yields = Resource::ALL.into_iter().map(|resource| Yield {
            resource,
            units: realm.units(resource, squares),
        });
        let produces: Vec<Yield> = yields.filter(|it| it.units > 0).collect();
        let strength = realm.strength(squares);
        let wealth = cast::<i16>(produces.len());
        Fief {
            squares: Squares(squares),
            strength,
            produces,
            points: i16::from(strength) * wealth,
        }
    }
}

impl Fiefs {
    /// Every fief of a seat.
    pub fn of(realm: &Realm, seat: Seat) -> Fiefs {
        let fiefs = parts(realm, seat).into_iter();
        Fiefs(fiefs.map(|squares| Fief::of(realm, squares)).collect())
    }

    /// 7.7
    pub fn points(&self) -> i16 {
        self.0.iter().map(|fief| fief.points).sum()
    }
}

/// 1.7: the squares of each fief of a seat, in reading order of their first squares.
pub fn parts(realm: &Realm, seat: Seat) -> Vec<Cells> {
    let mut fiefs = Vec::with_capacity(16);
    fiefs.extend(BOARD.groups(realm.of(seat)));
    for link in realm.links() {
        // 7.5: two parts that hold a tower of the pair are one.
        let is_linked = |fief: &&Cells| fief.meets(link);
        if fiefs.iter().filter(is_linked).count() == 2 {
            let whole = fiefs.iter().filter(is_linked).copied().collect();
            fiefs.retain(|fief| !fief.meets(link));
            fiefs.push(whole);
            fiefs.sort_unstable_by_key(|fief| fief.0.trailing_zeros());
        }
    }
    fiefs
}

/// A seat's fiefs with what each would harvest, in reading order of their first squares.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Estate {
    fiefs: Vec<(Cells, i16)>,
    harvest: i16,
}

impl Clone for Estate {
    fn clone(&self) -> Estate {
        Estate {
            fiefs: self.fiefs.clone(),
            harvest: self.harvest,
        }
    }

    /// Keeps the room of the list.
    fn clone_from(&mut self, other: &Estate) {
        self.fiefs.clone_from(&other.fiefs);
        self.harvest = other.harvest;
    }
}

impl Estate {
    /// Every fief of a seat.
    pub fn of(realm: &Realm, seat: Seat) -> Estate {
        let parts = parts(realm, seat).into_iter();
        let fiefs: Vec<(Cells, i16)> = parts.map(|fief| (fief, points(realm, fief))).collect();
        Estate {
            harvest: fiefs.iter().map(|(_, points)| points).sum(),
            fiefs,
        }
    }

    /// What all of them would harvest.
    pub const fn harvest(&self) -> i16 {
        self.harvest
    }

    /// The first of those that would harvest most, with what it would harvest.
    pub fn best(&self) -> Option<(Cells, i16)> {
        // Of equals, the last is kept.
        let fiefs = self.fiefs.iter().rev();
        fiefs.max_by_key(|(_, points)| *points).copied()
    }

    /// The squares of each.
    pub fn fiefs(&self) -> impl Iterator<Item = Cells> {
        self.fiefs.iter().map(|(fief, _)| *fief)
    }

    /// Counts anew what one square, on which something has changed, can change.
    pub fn recount(&mut self, realm: &Realm, seat: Seat, square: Square) {
        let here = square.cells();
        if !realm.of(seat).contains(here) {
            // What a lost square held together may be parted now.
            *self = Estate::of(realm, seat);
            return;
        }
        let links = realm.links().filter(|link| link.meets(here));
        let near = links.fold(here | BOARD.neighbors(here), BitOr::bitor);
        let mut whole = here;
        self.fiefs.retain(|(fief, points)| {
            let is_joined = fief.meets(near);
            if is_joined {
                whole |= *fief;
                self.harvest -= points;
            }
            !is_joined
        });
        let first = |fief: Cells| fief.0.trailing_zeros();
        let is_before = |(fief, _): &(Cells, i16)| first(*fief) < first(whole);
        let place = self.fiefs.partition_point(is_before);
        let points = points(realm, whole);
        self.fiefs.insert(place, (whole, points));
        self.harvest += points;
    }
}

/// 7.3 to 7.6, without a list of what the fief produces.
fn points(realm: &Realm, fief: Cells) -> i16 {
    if realm.cities(fief).is_empty() {
        return 0;
    }
    let is_there = |resource: &Resource| realm.producing(*resource).meets(fief);
    let wealth = Resource::ALL.iter().filter(|it| is_there(it)).count();
    i16::from(realm.strength(fief)) * cast::<i16>(wealth)
}
