//! What decisions were offered and took.

use super::super::{
    cards::{Building, BuildingKind, Card},
    choice::{BuildingSite, Decision},
    event::{Copied, Event, Pick},
    realm::Basic,
    state::State,
};
use crate::{
    Seat,
    facts::{Notes, SeatNotes, word},
};

impl State {
    /// Notes what a decision was offered and took.
    pub(in super::super) fn note(&self, event: &Event, notes: &mut Notes) {
        match event {
            Event::Picked { seat, pick } => self.note_pick(*seat, *pick.get(), notes.seat(*seat)),
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
            Event::CampPlaced { seat, .. } => self.note_camp("place", notes.seat(*seat)),
            Event::CampPassed { seat, .. } => self.note_camp("keep", notes.seat(*seat)),
            Event::TradeNamed { seat, trade } => {
                let (offered, taken) = (Basic::ALL, trade.get().resource);
                let of_seat = notes.seat(*seat);
                of_seat.choice(
                    "trade",
                    self.round,
                    offered.iter().map(word),
                    [word(&taken)],
                );
            }
            Event::CopyChosen { seat, copy } => {
                self.note_copy(*seat, *copy.get(), notes.seat(*seat));
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

    fn note_pick(&self, seat: Seat, pick: Pick, notes: &mut SeatNotes) {
        let offered = || self.seats[seat].hand.iter().map(Card::to_string);
        let played = pick.played().map(|card| card.to_string());
        notes.choice("card", self.round, offered(), played);
        if let Pick::One { throw_away, .. } = pick {
            let thrown = [throw_away.to_string()];
            notes.choice("thrown_away", self.round, offered(), thrown);
        }
    }

    fn note_build(&self, seat: Seat, taken: Option<Building>, notes: &mut SeatNotes) {
        let (site, is_asked) = match self.choice(seat).map(|choice| choice.moment) {
            Some(Decision::Build(site)) => (site, false),
            Some(Decision::Camp { site, .. }) => match site {
                Some(site) => (site, true),
                None => return,
            },
            Some(Decision::Pick { .. } | Decision::Trade { .. } | Decision::Copy { .. }) | None => {
                return;
            }
        };
        let waits = |building: &Building| is_asked && building.is_camp();
        let can_place = |building: &Building| !waits(building) && site.can_place(*building);
        let offered = Building::ALL.into_iter().filter(can_place).map(Some);
        let name = |building: Option<_>| building.as_ref().map_or("done".to_owned(), word);
        let offered = offered.chain([None]).map(name);
        notes.choice("build", self.round, offered, [name(taken)]);
    }

    fn note_camp(&self, taken: &'static str, notes: &mut SeatNotes) {
        notes.choice("camp", self.round, ["place", "keep"], [taken]);
    }

    fn note_copy(&self, seat: Seat, copy: Copied, notes: &mut SeatNotes) {
        let mut cards = self.copy_cards(seat).into_iter();
        let card = cards.find(|card| card.card == copy.card);
        let offered = card.map(|card| card.targets).unwrap_or_default();
        let taken = [word(&copy.parchment)];
        notes.choice("copy", self.round, offered.iter().map(word), taken);
    }
}

impl BuildingSite<'_> {
    /// Whether a building in front of the seat could be placed, or announced.
    fn can_place(&self, building: Building) -> bool {
        self.kept.contains(&building)
            && match building.kind() {
                BuildingKind::City(_) | BuildingKind::Farm(_) | BuildingKind::TradingPost => {
                    !self.realm.sites(self.seat, building).is_empty()
                }
                BuildingKind::SkyTower => self.links().next().is_some(),
                BuildingKind::Camp(camp) => self.may_announce(camp),
            }
    }
}
