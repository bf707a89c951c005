//! The parchments: what each counts and pays at the end of the game.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{
    cards::Parchment,
    choice::CopyCard,
    components::{Counter, Effect, Neighbor, ParchmentType, Resource},
    event::Copied,
    fiefs::Estate,
    land::{BOARD, LAND, Square, Squares},
    realm::Realm,
};
use crate::{BySeat, Seat, cast, kit::cells::Cells, score};

/// The points that a parchment paid.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[schema(as = BunnyKingdomParchmentScore)]
pub struct ParchmentScore {
    /// The parchment that was scored.
    pub card: Parchment,
    /// The parchment it became, if it is a copy card.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub copied: Option<Parchment>,
    /// The points it paid, which may be negative.
    #[schema(minimum = 0, maximum = 1000)]
    pub points: i16,
    /// How many things it counted. For treasures, the hunters that multiplied them; for a ranking,
    /// the place. Null for a copy card that became nothing.
    #[schema(maximum = 1000)]
    pub count: Option<u16>,
    /// The squares that were counted.
    pub squares: Squares,
}

/// The points that a seat's parchments paid.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(transparent)]
#[schema(as = BunnyKingdomParchmentScores, max_items = 37)]
pub struct ParchmentScores(pub Vec<ParchmentScore>);

/// What a seat's parchments are judged by, besides its squares.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Claims {
    /// The parchments in front of it, as far as known.
    pub parchments: Vec<Parchment>,
    /// What its copy cards became.
    pub copies: Vec<Copied>,
    /// How many parchments lie in front of it, known or not.
    pub held: u8,
    /// 9.6: how many camp cards it has played.
    pub camps_played: u8,
    /// Its points before any parchment.
    pub harvested: i16,
    /// Its fiefs.
    pub estate: Estate,
}

impl Clone for Claims {
    fn clone(&self) -> Claims {
        let mut claims = Claims::default();
        claims.clone_from(self);
        claims
    }

    /// Keeps the room of the lists: whoever compares commands starts over with each.
    fn clone_from(&mut self, other: &Claims) {
        let Claims {
            parchments,
            copies,
            held,
            camps_played,
            harvested,
            estate,
        } = other;
        self.parchments.clone_from(parchments);
        self.copies.clone_from(copies);
        self.held = *held;
        self.camps_played = *camps_played;
        self.harvested = *harvested;
        self.estate.clone_from(estate);
    }
}

impl ParchmentScores {
    /// The sum.
    pub fn points(&self) -> i16 {
        self.0.iter().map(|score| score.points).sum()
    }
}

impl ParchmentScore {
    /// What the card stood for.
    fn face(&self) -> Parchment {
        self.copied.unwrap_or(self.card)
    }

    /// What was counted: the word of the component file.
    pub fn counted(&self) -> &'static str {
        match self.face().effect() {
            Effect::Fixed { .. } | Effect::Pair { .. } => "treasure_hunters",
            Effect::Per { count, .. }
            | Effect::IfAtLeast { count, .. }
            | Effect::SoleMost { count, .. } => count.id(),
            Effect::Reharvest { .. } => Counter::Fiefs.id(),
            Effect::TreasureMultiplier { .. } => Counter::TreasuresHeld.id(),
            Effect::Copy { .. } => Counter::ParchmentsHeld.id(),
            Effect::Rank { .. } => "place",
        }
    }
}

impl Parchment {
    /// What it pays.
    pub fn effect(self) -> Effect {
        self.card()
            .score
            .expect("every box says what every parchment pays")
    }

    fn is_treasure(self) -> bool {
        self.card().parchment_type == Some(ParchmentType::Treasure)
    }

    fn is_ranking(self) -> bool {
        matches!(self.effect(), Effect::Rank { .. })
    }

    /// Whose parchments it copies, if it is a copy card.
    fn copies_from(self) -> Option<Neighbor> {
        match self.effect() {
            Effect::Copy { from } => Some(from),
            Effect::Fixed { .. }
            | Effect::Pair { .. }
            | Effect::Per { .. }
            | Effect::IfAtLeast { .. }
            | Effect::SoleMost { .. }
            | Effect::Reharvest { .. }
            | Effect::TreasureMultiplier { .. }
            | Effect::Rank { .. } => None,
        }
    }
}

/// 9.14: the copy cards of a seat that have something to become, but for those
/// chosen for.
pub fn copy_cards<'a>(
    seat: Seat,
    seats: u8,
    held: impl Fn(Seat) -> &'a [Parchment],
    chosen: &[Copied],
) -> Vec<CopyCard> {
    let is_open = |card: &Parchment| chosen.iter().all(|copy| copy.card != *card);
    let open = held(seat).iter().copied().filter(is_open);
    let choices = open.map(|card| {
        let mut targets = Vec::new();
        follow(seat, seats, &held, &mut vec![card], &mut targets);
        CopyCard { card, targets }
    });
    choices
        .filter(|choice| !choice.targets.is_empty())
        .collect()
}

/// Follows the last card of a path to what it may become. A copy card met on the
/// way is read from the seat that copies.
fn follow<'a>(
    seat: Seat,
    seats: u8,
    held: &impl Fn(Seat) -> &'a [Parchment],
    path: &mut Vec<Parchment>,
    targets: &mut Vec<Parchment>,
) {
    let Some(from) = path.last().and_then(|card| card.copies_from()) else {
        return;
    };
    let neighbor = match from {
        Neighbor::LeftNeighbour => seat.left(seats),
        Neighbor::RightNeighbour => seat.right(seats),
    };
    for &card in held(neighbor) {
        if card.copies_from().is_none() {
            if !targets.contains(&card) {
                targets.push(card);
            }
        } else if !path.contains(&card) {
            path.push(card);
            follow(seat, seats, held, path, targets);
            path.pop();
        }
    }
}

/// Section 9: what every known parchment pays on this board.
pub fn score(realm: &Realm, claims: &BySeat<Claims>) -> BySeat<ParchmentScores> {
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
pub fn totals(realm: &Realm, claims: &BySeat<Claims>) -> BySeat<i16> {
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

/// A parchment and what it stands for: itself, or what it copies.
type Face = (Parchment, Option<Parchment>);

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

impl Claims {
    fn faces(&self) -> impl Iterator<Item = Face> {
        let stands_for = |card: Parchment| match card.copies_from() {
            Some(_) => {
                let copy = self.copies.iter().find(|copy| copy.card == card);
                copy.map(|copy| copy.parchment)
            }
            None => Some(card),
        };
        let cards = self.parchments.iter();
        cards.map(move |card| (*card, stands_for(*card)))
    }
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
        let best = estate.best();
        let (best, points) = best.unwrap_or_default();
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
            Counter::MountainTerritories => {
                Tally::of(own & LAND.of(super::components::Terrain::Mountain))
            }
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
