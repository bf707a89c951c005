//! What would count for points now, and what follows from a decision.

use std::mem;

use super::{
    alike::Ground,
    cards::{Building, Card},
    event::{Event, Pick, Trade},
    fiefs::{Estate, Fiefs},
    judge,
    land::Square,
    parchments::{Claims, ParchmentScores},
    realm::Realm,
    view::View,
};
use crate::{BySeat, Seat, Seats};

/// What would count for points now, as far as a view shows it: with what its owner
/// has chosen and the others do not know yet.
#[derive(Clone, Debug)]
pub(super) struct Reckoning {
    realm: Realm,
    /// What was harvested, with a harvest now if another is to come.
    claims: BySeat<Claims>,
    /// The seats whose claims may differ from those it was made with, or went back to.
    changed: Seats,
    harvest_is_due: bool,
    is_over: bool,
}

impl Reckoning {
    /// What counts now.
    pub(super) fn of(view: &View) -> Reckoning {
        let harvest_is_due = view.harvest_is_due();
        let claims = view.seats.map(|seat, it| {
            let estate = Estate::of(&view.board, seat);
            let harvest = if harvest_is_due { estate.harvest() } else { 0 };
            Claims {
                parchments: it.known_parchments().to_vec(),
                copies: it.copies.0.clone(),
                held: it.parchment_count,
                camps_played: it.camps_played,
                harvested: it.points + harvest,
                estate,
            }
        });
        let mut reckoning = Reckoning {
            realm: view.board,
            claims,
            changed: Seats::NONE,
            harvest_is_due,
            is_over: view.parchment_scores.is_some(),
        };
        for (seat, it) in view.seats.iter() {
            let picked = it.picked.into_iter().flat_map(Pick::played);
            picked.for_each(|card| reckoning.play(seat, card));
            let named = it.trades.iter();
            named.for_each(|trade| reckoning.trade(seat, *trade));
        }
        reckoning
    }

    fn play(&mut self, seat: Seat, card: Card) {
        match card {
            Card::Territory(square) => {
                // 4.3 b: whoever had a camp there loses the square.
                let before = self.realm.owner(square);
                self.realm.take(seat, square);
                before
                    .into_iter()
                    .chain([seat])
                    .for_each(|it| self.recount(it, square));
            }
            Card::Building(building) if building.is_camp() => self.claims(seat).camps_played += 1,
            Card::Building(_) | Card::Provisions => {}
            Card::Parchment(parchment) => {
                let claims = self.claims(seat);
                claims.parchments.push(parchment);
                claims.held += 1;
            }
        }
    }

    fn claims(&mut self, seat: Seat) -> &mut Claims {
        self.changed = self.changed.with(seat);
        &mut self.claims[seat]
    }

    fn build(&mut self, seat: Seat, building: Building, square: Square) {
        self.realm.build(seat, building, square);
        self.recount(seat, square);
    }

    fn trade(&mut self, seat: Seat, trade: Trade) {
        self.realm.trade(trade.square, trade.resource);
        self.recount(seat, trade.square);
    }

    /// What the seat harvests since something has changed on a square.
    fn recount(&mut self, seat: Seat, square: Square) {
        self.changed = self.changed.with(seat);
        let claims = &mut self.claims[seat];
        let before = claims.estate.harvest();
        claims.estate.recount(&self.realm, seat, square);
        if self.harvest_is_due {
            claims.harvested += claims.estate.harvest() - before;
        }
    }

    /// What it was before a decision was applied to this copy of it.
    pub(super) fn go_back_to(&mut self, before: &Reckoning) {
        self.realm = before.realm;
        for seat in mem::take(&mut self.changed).iter() {
            self.claims[seat].clone_from(&before.claims[seat]);
        }
    }

    /// What follows from a decision, as far as points go.
    pub(super) fn apply(&mut self, event: &Event) {
        match event {
            Event::Picked { seat, pick } => {
                let played = pick.known().into_iter().flat_map(|pick| pick.played());
                played.for_each(|card| self.play(*seat, card));
            }
            Event::Built {
                seat,
                building,
                square,
            } => self.build(*seat, *building, *square),
            Event::TowersBuilt { seat, squares } => {
                let build = |square| self.build(*seat, Building::SkyTower, square);
                squares.both().into_iter().for_each(build);
            }
            Event::CampPlaced { seat, camp, square } => {
                let card = Building::camp(*camp).expect("six camps have numbers");
                self.build(*seat, card, *square);
            }
            Event::TradeNamed { seat, trade } => self.trade(*seat, *trade.get()),
            Event::CopyChosen { seat, copy } => self.claims(*seat).copies.push(*copy.get()),
            // No decision leads to these at once, or they change no points.
            Event::Dealt { .. }
            | Event::ReserveDrawn { .. }
            | Event::DecisionsDue { .. }
            | Event::Revealed { .. }
            | Event::ProvisionsDrawn { .. }
            | Event::HandsPassed { .. }
            | Event::CampAnnounced { .. }
            | Event::CampAsked { .. }
            | Event::CampPassed { .. }
            | Event::ConstructionDone { .. }
            | Event::TradesRevealed { .. }
            | Event::Harvested { .. }
            | Event::ParchmentsRevealed { .. }
            | Event::CopiesRevealed { .. }
            | Event::ParchmentsScored { .. } => {}
        }
    }

    /// What the seat would have now, less what the others would.
    pub(super) fn worth(&self, own: Seat) -> i32 {
        if self.is_over {
            return 0;
        }
        let totals = judge::totals(&self.realm, &self.claims);
        let points = totals.iter().map(|(seat, total)| {
            let points = i32::from(*total);
            if seat == own { points } else { -points }
        });
        points.sum()
    }

    /// The seat's squares, as they are built upon now.
    pub(super) fn ground(&self, seat: Seat) -> Ground<'_> {
        Ground::of(&self.realm, &self.claims[seat].estate)
    }

    /// What every known parchment would pay now.
    pub(super) fn parchments(&self) -> BySeat<ParchmentScores> {
        if self.is_over {
            self.claims.map(|_, _| ParchmentScores::default())
        } else {
            judge::score(&self.realm, &self.claims)
        }
    }

    /// What the seat would harvest now.
    pub(super) fn harvest(&self, seat: Seat) -> Fiefs {
        if self.harvest_is_due && !self.is_over {
            Fiefs::of(&self.realm, seat)
        } else {
            Fiefs::default()
        }
    }
}
