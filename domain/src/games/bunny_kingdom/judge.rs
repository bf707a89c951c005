//! What each parchment counts and pays at the end of the game.

use super::{
    cards::Parchment,
    components::{Counter, Effect, Resource, Terrain},
    land::{BOARD, LAND, Square, Squares},
    parchments::{Claims, Face, ParchmentScore, ParchmentScores},
    realm::Realm,
};
use crate::{BySeat, Seat, cast, kit::cells::Cells, score};

/// Section 9: what every known parchment pays on this board.
pub(super) fn score(realm: &Realm, claims: &BySeat<Claims>) -> BySeat<ParchmentScores> {
    let places = places(claims, &unranked(realm, claims));
    claims.map(|seat, _| {
        let place = places.as_ref().map(|places| places[seat]);
        let judge = Judge {
            place,
            ..Judge::new(realm, claims, seat)
        };
        ParchmentScores(judge.faces().map(|face| judge.score(face)).collect())
    })
}

/// What each seat has with all that its known parchments pay: the sums of [`score`].
pub(super) fn totals(realm: &Realm, claims: &BySeat<Claims>) -> BySeat<i16> {
    let mut totals = unranked(realm, claims);
    if let Some(places) = places(claims, &totals) {
        for (seat, total) in totals.iter_mut() {
            let judge = Judge {
                place: Some(places[seat]),
                ..Judge::new(realm, claims, seat)
            };
            *total += judge.points(judge.counting().filter(|face| face.is_ranking()));
        }
    }
    totals
}

/// What each seat has before the ranking.
fn unranked(realm: &Realm, claims: &BySeat<Claims>) -> BySeat<i16> {
    claims.map(|seat, own| {
        let judge = Judge::new(realm, claims, seat);
        own.harvested + judge.points(judge.counting())
    })
}

/// 9.12: one look at the ranking, after everything else, if a parchment asks for it.
fn places(claims: &BySeat<Claims>, totals: &BySeat<i16>) -> Option<BySeat<u8>> {
    let mut faces = claims.iter().flat_map(|(_, claims)| claims.faces());
    let is_asked = faces.any(|(_, face)| face.is_some_and(Parchment::is_ranking));
    is_asked.then(|| score::rank(totals))
}

/// One seat's part of the board, as its parchments see it.
struct Judge<'a> {
    realm: &'a Realm,
    claims: &'a BySeat<Claims>,
    seat: Seat,
    own: Cells,
    /// The seat's place in the ranking, once it is known.
    place: Option<u8>,
}

/// What was counted, and where.
#[derive(Clone, Copy, Default)]
struct Tally {
    count: u16,
    squares: Cells,
}

impl<'a> Judge<'a> {
    fn new(realm: &'a Realm, claims: &'a BySeat<Claims>, seat: Seat) -> Judge<'a> {
        Judge {
            realm,
            claims,
            seat,
            own: realm.of(seat),
            place: None,
        }
    }

    fn claims(&self) -> &'a Claims {
        &self.claims[self.seat]
    }

    fn faces(&self) -> impl Iterator<Item = Face> {
        self.claims().faces()
    }

    /// The parchments as they count.
    fn counting(&self) -> impl Iterator<Item = Parchment> {
        self.faces().filter_map(|(_, face)| face)
    }

    fn points(&self, faces: impl Iterator<Item = Parchment>) -> i16 {
        faces.map(|face| self.pays(face.effect()).0).sum()
    }

    fn score(&self, (card, face): Face) -> ParchmentScore {
        let paid = face.map(|face| self.pays(face.effect()));
        let (points, tally) = paid.unwrap_or_default();
        ParchmentScore {
            card,
            copied: face.filter(|face| *face != card),
            points,
            count: face.map(|_| tally.count),
            squares: Squares(tally.squares),
        }
    }

    /// The most that any other seat has.
    fn most(&self, counter: Counter) -> Option<u16> {
        let others = Seat::first(self.claims.seats()).filter(|seat| *seat != self.seat);
        let judges = others.map(|seat| Judge::new(self.realm, self.claims, seat));
        judges.map(|judge| judge.tally(counter).count).max()
    }

    fn pays(&self, effect: Effect) -> (i16, Tally) {
        let treasure = |points: i16| {
            let hunters = self.hunters();
            (points * (1 + signed(hunters)), Tally::number(hunters))
        };
        match effect {
            Effect::Fixed { points } => treasure(points),
            Effect::Pair {
                partner,
                alone,
                with_partner,
            } => {
                let is_paired = self.counting().any(|face| face == partner);
                treasure(if is_paired { with_partner } else { alone })
            }
            Effect::Per { count, points } => {
                let tally = self.tally(count);
                (points * signed(tally.count), tally)
            }
            Effect::IfAtLeast { count, min, points } => {
                let tally = self.tally(count);
                (if tally.count >= min { points } else { 0 }, tally)
            }
            Effect::SoleMost {
                count,
                points,
                on_tie,
            } => {
                let tally = self.tally(count);
                let points = match Some(tally.count).cmp(&self.most(count)) {
                    std::cmp::Ordering::Greater => points,
                    std::cmp::Ordering::Equal => on_tie,
                    std::cmp::Ordering::Less => 0,
                };
                (points, tally)
            }
            Effect::Reharvest { .. } => self.reharvest(),
            // 9.10: the points are on the treasures.
            Effect::TreasureMultiplier { .. } => (0, self.tally(Counter::TreasuresHeld)),
            Effect::Rank { place, points, .. } => {
                let points = if self.place == Some(place) { points } else { 0 };
                (points, Tally::number(self.place.unwrap_or_default()))
            }
            // It is never a face.
            Effect::Copy { .. } => (0, Tally::default()),
        }
    }

    /// 9.10: how many times more treasures count.
    fn hunters(&self) -> u16 {
        let add = |face: Parchment| match face.effect() {
            Effect::TreasureMultiplier { add } => cast::<u16>(add),
            Effect::Fixed { .. }
            | Effect::Pair { .. }
            | Effect::Per { .. }
            | Effect::IfAtLeast { .. }
            | Effect::SoleMost { .. }
            | Effect::Reharvest { .. }
            | Effect::Copy { .. }
            | Effect::Rank { .. } => 0,
        };
        self.counting().map(add).sum()
    }

    /// 9.9: all fiefs but one of the best.
    fn reharvest(&self) -> (i16, Tally) {
        let estate = &self.claims().estate;
        let (best, points) = estate.best().unwrap_or_default();
        let others = Tally {
            count: small(estate.fiefs().count().saturating_sub(1)),
            squares: self.own - best,
        };
        (estate.harvest() - points, others)
    }

    fn tally(&self, counter: Counter) -> Tally {
        let own = self.own;
        match counter {
            Counter::Territories => Tally::of(own),
            Counter::EdgeTerritories => Tally::of(own & BOARD.rim()),
            Counter::CornerTerritories => Tally::of(own & corners()),
            Counter::MountainTerritories => Tally::of(own & LAND.of(Terrain::Mountain)),
            Counter::Cities => Tally::of(self.realm.cities(own)),
            Counter::ResourceUnits { resource } => self.units([resource].into_iter()),
            Counter::LuxuryUnits => {
                self.units(Resource::ALL.into_iter().filter(|it| it.is_luxury()))
            }
            Counter::Fiefs => self.fiefs_where(|_| true),
            Counter::FiefsOfSizeAtLeast { size } => self.fiefs_where(|fief| fief.count() >= size),
            Counter::CitiesInResourcelessFiefs => {
                let producing = self.realm.productive();
                let fiefs = self.claims().estate.fiefs();
                let barren = fiefs.filter(|fief| !fief.meets(producing));
                Tally::of(self.realm.cities(barren.collect()))
            }
            Counter::BareTerritories => {
                Tally::of(own - self.realm.cities(own) - self.realm.productive())
            }
            Counter::CampCardsPlayed => Tally::number(self.claims().camps_played),
            Counter::ParchmentsHeld => Tally::number(self.claims().held),
            Counter::TreasuresHeld => {
                let treasures = self.counting().filter(|face| face.is_treasure());
                Tally::number(small(treasures.count()))
            }
        }
    }

    fn units(&self, resources: impl Iterator<Item = Resource>) -> Tally {
        resources.fold(Tally::default(), |tally, resource| Tally {
            count: tally.count + u16::from(self.realm.units(resource, self.own)),
            squares: tally.squares | self.realm.producing(resource) & self.own,
        })
    }

    fn fiefs_where(&self, counts: impl Fn(&Cells) -> bool) -> Tally {
        let fiefs = self.claims().estate.fiefs().filter(counts);
        fiefs.fold(Tally::default(), |tally, fief| Tally {
            count: tally.count + 1,
            squares: tally.squares | fief,
        })
    }
}

impl Tally {
    fn of(squares: Cells) -> Tally {
        Tally {
            count: cast::<u16>(squares.count()),
            squares,
        }
    }

    fn number(count: impl Into<u16>) -> Tally {
        Tally {
            count: count.into(),
            ..Tally::default()
        }
    }
}

fn corners() -> Cells {
    let corners = [(0, 0), (0, 9), (9, 0), (9, 9)];
    let corners = corners.map(|(row, col)| Square::at(row, col).cells());
    corners.into_iter().collect()
}

fn small(count: usize) -> u16 {
    cast::<u16>(count)
}

fn signed(count: u16) -> i16 {
    cast::<i16>(count)
}
