//! What stands on squares: buildings and rabbits.

use domain::{
    Seat,
    games::bunny_kingdom::{
        cards::{Building, BuildingKind},
        components::Resource,
        land::{BOARD, LAND, Square},
        realm::{Realm, Structure},
    },
};
use maud::{Markup, html};

use super::board::corner;
use crate::svg::signs;

pub(super) const CSS: &str = ".pieces{fill:var(--ink)}.pieces,.rabbit{stroke:var(--surface);\
    stroke-width:3.5;stroke-linejoin:round;paint-order:stroke}.free-cities{fill:var(--ink2)}\
    .pieces text{font-size:10px;font-weight:700;fill:var(--surface);stroke:none;\
    text-anchor:middle}";

/// A building as it is drawn and told.
pub(super) struct Piece {
    sign: &'static str,
    /// What it produces.
    resource: Option<Resource>,
    /// That of a pair of sky towers, or of a camp.
    number: Option<u8>,
    pub(super) name: String,
}

impl Piece {
    /// A building on the board.
    pub(super) fn standing(structure: Structure) -> Piece {
        match structure {
            Structure::City { strength } => Piece::city(strength),
            Structure::Farm { resource } => Piece::farm(resource),
            Structure::TradingPost { choice } => {
                let resource = choice.map(|choice| choice.resource());
                let name = resource.map_or_else(
                    || "trading post without a resource".to_owned(),
                    |resource| format!("trading post for {}", resource.id()),
                );
                Piece::of("post", resource, None, name)
            }
            Structure::SkyTower { pair } => {
                let name = format!("sky tower of pair {pair}");
                Piece::of("tower", None, Some(pair), name)
            }
            Structure::Camp { priority } => Piece::camp(priority),
        }
    }

    /// A building that waits for its place.
    pub(super) fn kept(building: Building) -> Piece {
        match building.kind() {
            BuildingKind::City(strength) => Piece::city(strength),
            BuildingKind::Farm(resource) => Piece::farm(resource),
            BuildingKind::TradingPost => Piece::of("post", None, None, "trading post".to_owned()),
            BuildingKind::SkyTower => {
                Piece::of("tower", None, None, "pair of sky towers".to_owned())
            }
            BuildingKind::Camp(number) => Piece::camp(number),
        }
    }

    fn city(strength: u8) -> Piece {
        let sign = match strength {
            1 => "city1",
            2 => "city2",
            _ => "city3",
        };
        Piece::of(sign, None, None, format!("city of strength {strength}"))
    }

    fn farm(resource: Resource) -> Piece {
        Piece::of(
            "farm",
            Some(resource),
            None,
            format!("{} farm", resource.id()),
        )
    }

    fn camp(number: u8) -> Piece {
        Piece::of("camp", None, Some(number), format!("camp {number}"))
    }

    const fn of(
        sign: &'static str,
        resource: Option<Resource>,
        number: Option<u8>,
        name: String,
    ) -> Piece {
        Piece {
            sign,
            resource,
            number,
            name,
        }
    }

    /// The building on a square with its upper left corner here.
    pub(super) fn draw(&self, (x, y): (usize, usize)) -> Markup {
        let (right, down, width) = match self.sign {
            "farm" => (9, 11, 18),
            _ => (12, 17, 12),
        };
        html! {
            use href={ "#b-" (self.sign) } x=(x) y=(y) {}
            @if let Some(made) = self.resource {
                (resource(made, (x + right, y + down), width))
            }
            @if let Some(number) = self.number {
                text x=(x + 18) y=(y + 29) { (number) }
            }
        }
    }
}

/// The sign of a resource, so wide, with its upper left corner here.
pub(super) fn resource(resource: Resource, (x, y): (usize, usize), width: usize) -> Markup {
    html! {
        use href={ "#b-" (resource.id()) } x=(x) y=(y) width=(width) height=(width) {}
    }
}

/// The building on a square. A printed city is one too.
pub(super) fn at(realm: &Realm, square: Square) -> Option<Piece> {
    let printed = LAND.cities().contains(square.cells());
    let printed = printed.then_some(Structure::City { strength: 1 });
    realm.structure(square).or(printed).map(Piece::standing)
}

/// Every building; cities that nobody has are fainter.
pub(super) fn buildings(realm: &Realm) -> Markup {
    let built = Square::each(realm.built());
    let (held, free): (Vec<Square>, Vec<Square>) =
        built.partition(|&square| realm.owner(square).is_some());
    html! {
        @for (class, squares) in [("free-cities", free), ("pieces", held)] {
            g class=(class) {
                @for square in squares {
                    @if let Some(piece) = at(realm, square) {
                        (piece.draw(corner(square)))
                    }
                }
            }
        }
    }
}

/// A rabbit on each square that somebody controls.
pub(super) fn rabbits(realm: &Realm) -> Markup {
    html! {
        g class="rabbits" {
            @for seat in Seat::first(4) {
                @let own = Square::each(BOARD.all()).filter(|&it| realm.owner(it) == Some(seat));
                (signs::at(&format!("r{}", seat.0), own.map(corner)))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use domain::games::bunny_kingdom::realm::{Basic, Site};

    use super::*;
    use crate::board::bunny_kingdom::words;

    #[test]
    fn each_kind_of_building_has_its_sign_and_its_name() {
        let farm = Structure::Farm {
            resource: Resource::Mushroom,
        };
        let city = Structure::City { strength: 3 };
        let unnamed = Structure::TradingPost { choice: None };
        let named = Structure::TradingPost {
            choice: Some(Basic::Carrot),
        };
        let tower = Structure::SkyTower { pair: 1 };
        let camp = Structure::Camp { priority: 4 };
        let built = [
            (
                "A1",
                Some(farm),
                "forest, wood, seat 3, mushroom farm",
                "farm",
            ),
            ("A4", None, "city, seat 3, city of strength 1", "city1"),
            (
                "A6",
                Some(tower),
                "sea, fish, seat 3, sky tower of pair 1",
                "tower",
            ),
            ("A9", Some(camp), "plains, seat 3, camp 4", "camp"),
            (
                "B1",
                Some(city),
                "mountain, seat 3, city of strength 3, lava to the east",
                "city3",
            ),
            (
                "D1",
                Some(unnamed),
                "plains, seat 3, trading post without a resource",
                "post",
            ),
            (
                "E2",
                Some(named),
                "plains, seat 3, trading post for carrot",
                "carrot",
            ),
            (
                "J10",
                Some(tower),
                "sea, fish, seat 3, sky tower of pair 1",
                "tower",
            ),
        ];
        let sites = built.map(|(at, building, ..)| Site {
            at: at.parse().unwrap(),
            owner: Seat(2),
            building,
        });
        let realm = Realm::new(&sites, 4).unwrap();
        let drawn = buildings(&realm).into_string();
        for ((name, _, told, sign), site) in built.iter().zip(sites) {
            assert_eq!(words::square(&realm, site.at), format!("{name}: {told}"));
            assert!(drawn.contains(&format!("href=\"#b-{sign}\"")), "{sign}");
        }
    }
}
