//! The parchments: what each counts and pays at the end of the game.

use std::rc::Rc;

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
#[derive(Clone, Debug, Default, PartialEq, Eq)]
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
    /// Its fiefs: shared, since most of what is compared leaves most of them as they are.
    pub estate: Rc<Estate>,
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
    let judges = BySeat::new(claims.seats(), |seat| {
        Judge::new(realm, seat, &claims[seat])
    });
    let mut scores = judges.map(|seat, judge| {
        let others = || judges.iter().filter(move |(other, _)| *other != seat);
        let most = |count: Counter| {
            others()
                .map(move |(_, judge)| judge.tally(count).count)
                .max()
        };
        let faces = judge.faces.iter();
        ParchmentScores(faces.map(|face| judge.score(*face, most)).collect())
    });
    rank(claims, &mut scores);
    scores
}

/// 9.12: one look at the ranking, after everything else.
fn rank(claims: &BySeat<Claims>, scores: &mut BySeat<ParchmentScores>) {
    let is_ranked = |it: &ParchmentScore| matches!(it.face().effect(), Effect::Rank { .. });
    if !scores.iter().any(|(_, it)| it.0.iter().any(is_ranked)) {
        return;
    }
    let totals = claims.map(|seat, claims| claims.harvested + scores[seat].points());
    let places = score::rank(&totals);
    for (seat, scores) in scores.iter_mut() {
        for score in &mut scores.0 {
            if let Effect::Rank { place, points, .. } = score.face().effect() {
                score.count = Some(u16::from(places[seat]));
                score.points = if places[seat] == place { points } else { 0 };
            }
        }
    }
}

/// A parchment and what it stands for: itself, or what it copies.
type Face = (Parchment, Option<Parchment>);

/// One seat's part of the board, as its parchments see it.
struct Judge<'a> {
    realm: &'a Realm,
    claims: &'a Claims,
    own: Cells,
    faces: Vec<Face>,
}

/// What was counted, and where.
#[derive(Clone, Copy, Default)]
struct Tally {
    count: u16,
    squares: Cells,
}

impl<'a> Judge<'a> {
    fn new(realm: &'a Realm, seat: Seat, claims: &'a Claims) -> Judge<'a> {
        let stands_for = |card: &Parchment| match card.copies_from() {
            Some(_) => {
                let copy = claims.copies.iter().find(|copy| copy.card == *card);
                copy.map(|copy| copy.parchment)
            }
            None => Some(*card),
        };
        let cards = claims.parchments.iter();
        Judge {
            realm,
            claims,
            own: realm.of(seat),
            faces: cards.map(|card| (*card, stands_for(card))).collect(),
        }
    }

    /// The parchments as they count.
    fn counting(&self) -> impl Iterator<Item = Parchment> {
        self.faces.iter().filter_map(|(_, face)| *face)
    }

    fn score(&self, (card, face): Face, most: impl Fn(Counter) -> Option<u16>) -> ParchmentScore {
        let paid = face.map(|face| self.pays(face.effect(), most));
        let (points, tally) = paid.unwrap_or_default();
        ParchmentScore {
            card,
            copied: face.filter(|face| *face != card),
            points,
            count: face.map(|_| tally.count),
            squares: Squares(tally.squares),
        }
    }

    fn pays(&self, effect: Effect, most: impl Fn(Counter) -> Option<u16>) -> (i16, Tally) {
        let treasure = |points: i16| {
            let hunters = self.hunters();
            let tally = Tally {
                count: hunters,
                ..Tally::default()
            };
            (points * (1 + signed(hunters)), tally)
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
                let points = match Some(tally.count).cmp(&most(count)) {
                    std::cmp::Ordering::Greater => points,
                    std::cmp::Ordering::Equal => on_tie,
                    std::cmp::Ordering::Less => 0,
                };
                (points, tally)
            }
            Effect::Reharvest { .. } => self.reharvest(),
            // 9.10: the points are on the treasures.
            Effect::TreasureMultiplier { .. } => (0, self.tally(Counter::TreasuresHeld)),
            // The one is never a face, the other waits for all the rest.
            Effect::Copy { .. } | Effect::Rank { .. } => (0, Tally::default()),
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
        let estate = &self.claims.estate;
        let mut harvests: Vec<(i16, Cells)> = estate.points().zip(estate.fiefs()).collect();
        harvests.sort_by_key(|(points, _)| std::cmp::Reverse(*points));
        let others = harvests.iter().skip(1);
        let tally = Tally {
            count: small(harvests.len().saturating_sub(1)),
            squares: others.clone().map(|(_, fief)| *fief).collect(),
        };
        (others.map(|(points, _)| points).sum(), tally)
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
            Counter::ResourceUnits { resource } => self.units(&[resource]),
            Counter::LuxuryUnits => {
                let luxuries = Resource::ALL.into_iter().filter(|it| it.is_luxury());
                self.units(&luxuries.collect::<Vec<_>>())
            }
            Counter::Fiefs => self.fiefs_where(|_| true),
            Counter::FiefsOfSizeAtLeast { size } => self.fiefs_where(|fief| fief.count() >= size),
            Counter::CitiesInResourcelessFiefs => {
                let producing = self.realm.productive();
                let fiefs = self.claims.estate.fiefs();
                let barren = fiefs.filter(|fief| !fief.meets(producing));
                Tally::of(self.realm.cities(barren.collect()))
            }
            Counter::BareTerritories => {
                Tally::of(own - self.realm.cities(own) - self.realm.productive())
            }
            Counter::CampCardsPlayed => Tally::number(self.claims.camps_played),
            Counter::ParchmentsHeld => Tally::number(self.claims.held),
            Counter::TreasuresHeld => {
                let treasures = self.counting().filter(|face| face.is_treasure());
                Tally {
                    count: small(treasures.count()),
                    ..Tally::default()
                }
            }
        }
    }

    fn units(&self, resources: &[Resource]) -> Tally {
        let units = |resource: &Resource| u16::from(self.realm.units(*resource, self.own));
        let squares = |resource: &Resource| self.realm.producing(*resource);
        Tally {
            count: resources.iter().map(units).sum(),
            squares: resources.iter().map(squares).collect::<Cells>() & self.own,
        }
    }

    fn fiefs_where(&self, counts: impl Fn(&Cells) -> bool) -> Tally {
        let fiefs: Vec<Cells> = self.claims.estate.fiefs().filter(counts).collect();
        Tally {
            count: small(fiefs.len()),
            squares: fiefs.into_iter().collect(),
        }
    }
}

impl Tally {
    fn of(squares: Cells) -> Tally {
        Tally {
            count: cast::<u16>(squares.count()),
            squares,
        }
    }

    fn number(count: u8) -> Tally {
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
