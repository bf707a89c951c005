//! Fiefs: what they are and what they harvest.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{
    components::Resource,
    land::{BOARD, Squares},
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
    let mut fiefs: Vec<Cells> = BOARD.groups(realm.of(seat)).collect();
    for link in realm.links() {
        // 7.5: two parts that hold a tower of the pair are one.
        let is_linked = |fief: &&Cells| fief.meets(link);
        if fiefs.iter().filter(is_linked).count() == 2 {
            let whole = fiefs.iter().filter(is_linked).copied().collect();
            fiefs.retain(|fief| !fief.meets(link));
            fiefs.push(whole);
        }
    }
    fiefs.sort_unstable_by_key(|fief| fief.0.trailing_zeros());
    fiefs
}

/// What a seat harvests, without a list of its fiefs.
pub fn harvest(realm: &Realm, seat: Seat) -> i16 {
    let points = |squares: Cells| {
        let strength = realm.strength(squares);
        if strength == 0 {
            return 0;
        }
        let is_there = |resource: &Resource| realm.producing(*resource).meets(squares);
        let wealth = Resource::ALL.iter().filter(|it| is_there(it)).count();
        i16::from(strength) * cast::<i16>(wealth)
    };
    parts(realm, seat).into_iter().map(points).sum()
}
