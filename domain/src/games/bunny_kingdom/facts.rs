//! What is counted of a finished match.

use super::{
    cards::{Building, Card, Kind, Parchment},
    choice::{Moment, Site},
    event::{Event, Pick},
    fiefs::Fiefs,
    land::Square,
    realm::{Basic, Realm, Structure},
    state::State,
};
use crate::{
    Seat,
    facts::{Metric, Notes, SeatNotes, Unit, word},
};

/// What is counted, besides what is counted of every game.
pub fn catalogue() -> Vec<Metric> {
    let mut metrics = points();
    metrics
        .extend(ON_THE_BOARD.map(|(id, title, unit, text)| Metric::measure(id, title, unit, text)));
    metrics.extend(Parchment::ALL.map(|parchment| {
        let title = format!("Holds {}", parchment.card().name);
        let definition = "`yes` if the seat holds this parchment at the end, `no` if not.";
        Metric::dimension(&format!("holds.{parchment}"), &title, definition)
    }));
    metrics.extend(CHOICES.map(|[id, title, definition]| Metric::choice(id, title, definition)));
    metrics
}

const CHOICES: [[&str; 3]; 6] = [
    [
        "card",
        "Card played",
        "A pick: each different card in hand was offered; the one or two that were played were taken.",
    ],
    [
        "thrown_away",
        "Card thrown away",
        "With two players, a pick: each different card in hand was offered; the one thrown away \
         face down was taken.",
    ],
    [
        "build",
        "Building placed",
        "Construction: each building that could be placed, or camp that could be announced, was \
         offered, and so was `done`; one was taken.",
    ],
    [
        "camp",
        "Camp placed or kept",
        "A seat was asked for its camp: `place` and `keep` were offered, one was taken.",
    ],
    [
        "trade",
        "Trading post named",
        "A trading post was named: wood, fish and carrot were offered, one was taken.",
    ],
    [
        "copy",
        "Parchment copied",
        "A copy card was used: each parchment it could become was offered, one was taken.",
    ],
];

fn points() -> Vec<Metric> {
    let measure = |id: &str, title: &str, definition: &str| {
        Metric::measure(&format!("points.{id}"), title, Unit::Points, definition)
    };
    let mut metrics: Vec<Metric> = (1..=4)
        .map(|round| {
            let title = format!("Points in harvest {round}");
            let definition = "What all fiefs of the seat paid at this harvest.";
            measure(&format!("harvest_{round}"), &title, definition)
        })
        .collect();
    metrics.push(measure(
        "parchment",
        "Points from parchments",
        "What all parchments of the seat paid.",
    ));
    metrics.extend(Parchment::ALL.map(|parchment| {
        let title = format!("Points from {}", parchment.card().name);
        let definition = "What this parchment paid, held or copied. Unknown for who did neither.";
        measure(&parchment.to_string(), &title, definition)
    }));
    metrics
}

const ON_THE_BOARD: [(&str, &str, Unit, &str); 13] = [
    (
        "squares",
        "Squares",
        Unit::Cells,
        "Squares the seat controls at the end.",
    ),
    (
        "fiefs",
        "Fiefs",
        Unit::Pieces,
        "Fiefs of the seat at the end, however small.",
    ),
    (
        "largest_fief",
        "Largest fief",
        Unit::Cells,
        "Squares of the seat's largest fief at the end.",
    ),
    (
        "best_fief",
        "Best fief",
        Unit::Points,
        "What the seat's best fief paid at the last harvest.",
    ),
    (
        "strength",
        "Strength",
        Unit::Pieces,
        "The strengths of all cities on the seat's squares at the end, added up.",
    ),
    (
        "cities_built",
        "Cities built",
        Unit::Pieces,
        "City cards on the board at the end.",
    ),
    (
        "farms_built",
        "Farms built",
        Unit::Pieces,
        "Farm and mine cards on the board at the end.",
    ),
    (
        "trading_posts",
        "Trading posts",
        Unit::Pieces,
        "Trading posts on the board at the end.",
    ),
    (
        "sky_towers",
        "Sky towers",
        Unit::Pieces,
        "Squares with a sky tower at the end.",
    ),
    (
        "camps",
        "Camps",
        Unit::Pieces,
        "Camps of the seat on the board at the end.",
    ),
    (
        "camps_played",
        "Camps played",
        Unit::Cards,
        "Camp cards the seat played.",
    ),
    (
        "not_built",
        "Not built",
        Unit::Cards,
        "Building cards in front of the seat at the end.",
    ),
    (
        "parchments",
        "Parchments",
        Unit::Cards,
        "Parchments the seat holds at the end.",
    ),
];

impl State {
    /// Notes what a decision was offered and took.
    pub(super) fn note(&self, event: &Event, notes: &mut Notes) {
        let round = self.round;
        match event {
            Event::Picked { seat, pick } => {
                note_pick(
                    &self.seats[*seat].hand,
                    *pick.get(),
                    round,
                    notes.seat(*seat),
                );
            }
            Event::Built { seat, building, .. } => {
                self.note_build(*seat, Some(*building), notes.seat(*seat));
            }
            Event::TowersBuilt { seat, .. } => {
                self.note_build(*seat, Some(Building::SkyTower), notes.seat(*seat));
            }
            Event::CampAnnounced { seat, camp } => {
                self.note_build(*seat, Building::camp(*camp), notes.seat(*seat));
            }
            Event::ConstructionDone { seat } => self.note_build(*seat, None, notes.seat(*seat)),
            Event::CampPlaced { seat, .. } => {
                notes
                    .seat(*seat)
                    .choice("camp", round, &["place", "keep"], &["place"], owned);
            }
            Event::CampPassed { seat, .. } => {
                notes
                    .seat(*seat)
                    .choice("camp", round, &["place", "keep"], &["keep"], owned);
            }
            Event::TradeNamed { seat, trade } => {
                let taken = [trade.get().resource];
                notes
                    .seat(*seat)
                    .choice("trade", round, &Basic::ALL, &taken, word);
            }
            Event::CopyChosen { seat, copy } => {
                let copy = copy.get();
                let cards = self.copy_cards(*seat);
                let card = cards.into_iter().find(|card| card.card == copy.card);
                let offered = card.map(|card| card.targets).unwrap_or_default();
                notes
                    .seat(*seat)
                    .choice("copy", round, &offered, &[copy.parchment], word);
            }
            // Nobody decided these, or they show what was decided before.
            Event::Dealt { .. }
            | Event::ReserveDrawn { .. }
            | Event::DecisionsDue { .. }
            | Event::Revealed { .. }
            | Event::ProvisionsDrawn { .. }
            | Event::HandsPassed { .. }
            | Event::CampAsked { .. }
            | Event::TradesRevealed { .. }
            | Event::Harvested { .. }
            | Event::ParchmentsRevealed { .. }
            | Event::CopiesRevealed { .. }
            | Event::ParchmentsScored { .. } => {}
        }
    }

    fn note_build(&self, seat: Seat, taken: Option<Building>, notes: &mut SeatNotes) {
        let Some(Moment::Build(site)) = self.choice(seat).map(|choice| choice.moment) else {
            return;
        };
        let can_place = |building: &Building| site.can_place(*building);
        let offered = Building::ALL.into_iter().filter(can_place).map(Some);
        let offered: Vec<Option<Building>> = offered.chain([None]).collect();
        let name = |building: &Option<Building>| building.as_ref().map_or("done".to_owned(), word);
        notes.choice("build", self.round, &offered, &[taken], name);
    }

    /// Notes what stands on the board at the end.
    pub(super) fn tally(&self, notes: &mut Notes) {
        for (seat, holding) in self.seats.iter() {
            let of_seat = notes.seat(seat);
            let values = &mut of_seat.values;
            for round in 1..=self.harvests.len() {
                values.add(format!("points.harvest_{round}"), 0); // a fief without points has no line
            }
            values.add("points.parchment", 0);
            values.add("camps_played", holding.camps_played);
            values.count("not_built", holding.kept.len());
            values.count("parchments", holding.parchments.len());
            for parchment in Parchment::ALL {
                let holds = if holding.parchments.contains(&parchment) {
                    "yes"
                } else {
                    "no"
                };
                values.tell(format!("holds.{parchment}"), holds);
            }
            tally_realm(&self.realm, seat, of_seat);
        }
    }
}

impl Site<'_> {
    /// Whether a building in front of the seat could be placed, or announced.
    fn can_place(&self, building: Building) -> bool {
        self.kept.contains(&building)
            && match building.kind() {
                Kind::City(_) | Kind::Farm(_) | Kind::TradingPost => {
                    !self.realm.sites(self.seat, building).is_empty()
                }
                Kind::SkyTower => self.links().next().is_some(),
                Kind::Camp(camp) => self.may_announce(camp),
            }
    }
}

fn note_pick(hand: &[Card], pick: Pick, round: u8, notes: &mut SeatNotes) {
    let mut offered = hand.to_vec();
    offered.sort_unstable();
    offered.dedup();
    let played: Vec<Card> = pick.played().collect();
    let name = |card: &Card| card.to_string();
    notes.choice("card", round, &offered, &played, name);
    if let Pick::One { throw_away, .. } = pick {
        notes.choice("thrown_away", round, &offered, &[throw_away], name);
    }
}

fn tally_realm(realm: &Realm, seat: Seat, notes: &mut SeatNotes) {
    let own = realm.of(seat);
    let fiefs = Fiefs::of(realm, seat).0;
    let sizes = fiefs.iter().map(|fief| fief.squares.0.count());
    let largest = sizes.max().and_then(|size| i32::try_from(size).ok());
    let values = &mut notes.values;
    values.count("squares", Square::each(own).count());
    values.add("largest_fief", largest.unwrap_or(0));
    values.add(
        "best_fief",
        fiefs.iter().map(|fief| fief.points).max().unwrap_or(0),
    );
    values.count("fiefs", fiefs.len());
    values.add("strength", realm.strength(own));
    for id in [
        "cities_built",
        "farms_built",
        "trading_posts",
        "sky_towers",
        "camps",
    ] {
        values.add(id, 0);
    }
    for square in Square::each(own) {
        let structure = realm.structure(square);
        if let Some(structure) = structure {
            let (id, _) = kind_of(structure);
            notes.values.add(id, 1);
        }
        let with = structure.map_or("rabbit".to_owned(), |it| kind_of(it).1);
        notes.fill(square.cell(), with);
    }
}

/// What a building counts as, and its name in the heatmap.
fn kind_of(structure: Structure) -> (&'static str, String) {
    let card = || structure.card().as_ref().map_or_else(String::new, word);
    match structure {
        Structure::City { .. } => ("cities_built", card()),
        Structure::Farm { .. } => ("farms_built", card()),
        Structure::TradingPost { .. } => ("trading_posts", card()),
        Structure::SkyTower { .. } => ("sky_towers", word(&Building::SkyTower)),
        Structure::Camp { .. } => ("camps", card()),
    }
}

fn owned(name: &&str) -> String {
    (*name).to_owned()
}
