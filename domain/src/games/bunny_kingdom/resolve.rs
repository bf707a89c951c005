//! A command checked against the decision that is owed: what happens because of
//! it, or the rule it breaks.

use super::{
    cards::{Building, BuildingKind, Card, Parchment},
    choice::{BuildingSite, Choice, CopyCard, Decision},
    command::{Command, Pair},
    event::{Copied, Event, Pick, Trade},
    illegal::Illegal,
    land::Square,
    realm::{Basic, Realm},
};
use crate::{Seat, Secret};

impl Choice<'_> {
    /// What happens because of the command.
    ///
    /// # Errors
    ///
    /// The rule it breaks.
    pub fn resolve(&self, command: Command) -> Result<Event, Illegal> {
        let seat = self.seat;
        match (&self.moment, command) {
            (Decision::Pick { seats, hand }, Command::Pick { cards }) => {
                if Decision::throws_away(*seats) {
                    return Err(Illegal::ThrowOneAway);
                }
                picked(seat, hand, Pick::Two { cards })
            }
            (Decision::Pick { seats, hand }, Command::PickOne { play, throw_away }) => {
                if !Decision::throws_away(*seats) {
                    return Err(Illegal::PlayTwo);
                }
                picked(seat, hand, Pick::One { play, throw_away })
            }
            (
                Decision::Build(site)
                | Decision::Camp {
                    site: Some(site), ..
                },
                Command::Build { building, square },
            ) => site.build(building, square),
            (
                Decision::Build(site)
                | Decision::Camp {
                    site: Some(site), ..
                },
                Command::BuildTowers { squares },
            ) => site.towers(squares),
            (Decision::Build(_) | Decision::Camp { site: Some(_), .. }, Command::Done {}) => {
                Ok(Event::ConstructionDone { seat })
            }
            (Decision::Build(site), Command::AnnounceCamp { camp }) => site.announce(camp),
            (Decision::Camp { realm, camp, .. }, Command::PlaceCamp { square }) => {
                let camp = *camp;
                if realm.empty().contains(square.cells()) {
                    Ok(Event::CampPlaced { seat, camp, square })
                } else {
                    Err(Illegal::NotEmpty(square))
                }
            }
            (Decision::Camp { camp, .. }, Command::PassCamp {}) => {
                Ok(Event::CampPassed { seat, camp: *camp })
            }
            (Decision::Trade { realm, named }, Command::Trade { square, resource }) => {
                named_for(seat, realm, named, square, resource)
            }
            (Decision::Copy { cards }, Command::Copy { card, parchment }) => {
                copied(seat, cards, card, parchment)
            }
            (
                Decision::Pick { .. }
                | Decision::Build(_)
                | Decision::Camp { .. }
                | Decision::Trade { .. }
                | Decision::Copy { .. },
                _,
            ) => Err(Illegal::WrongMoment),
        }
    }
}

/// 4.1 and 5.2
fn picked(seat: Seat, hand: &[Card], pick: Pick) -> Result<Event, Illegal> {
    let [first, second] = pick.cards();
    let held = |card| hand.iter().filter(|&&held| held == card).count();
    let missing = if held(first) == 0 {
        Some(first)
    } else if held(second) < 1 + usize::from(first == second) {
        Some(second)
    } else {
        None
    };
    match missing {
        Some(card) => Err(Illegal::NotInHand(card)),
        None => Ok(Event::Picked {
            seat,
            pick: Secret::Known(pick),
        }),
    }
}

impl BuildingSite<'_> {
    fn build(&self, building: Building, square: Square) -> Result<Event, Illegal> {
        match building.kind() {
            BuildingKind::SkyTower => return Err(Illegal::TwoTowers),
            BuildingKind::Camp(_) => return Err(Illegal::AnnounceFirst),
            BuildingKind::City(_) | BuildingKind::Farm(_) | BuildingKind::TradingPost => {}
        }
        self.holds(building)?;
        self.is_site(building, square)?;
        let seat = self.seat;
        Ok(Event::Built {
            seat,
            building,
            square,
        })
    }

    fn towers(&self, squares: Pair<Square>) -> Result<Event, Illegal> {
        self.holds(Building::SkyTower)?;
        let [first, second] = squares.both();
        self.is_site(Building::SkyTower, first)?;
        self.is_site(Building::SkyTower, second)?;
        if !self.links().any(|link| link == [first, second]) {
            return Err(Illegal::SameFief(first, second));
        }
        let seat = self.seat;
        Ok(Event::TowersBuilt { seat, squares })
    }

    fn announce(&self, camp: u8) -> Result<Event, Illegal> {
        let card = Building::camp(camp).ok_or(Illegal::NoSuchCamp)?;
        self.holds(card)?;
        if !self.may_announce(camp) {
            return Err(Illegal::CampSaved);
        }
        let seat = self.seat;
        Ok(Event::CampAnnounced { seat, camp })
    }

    fn holds(&self, building: Building) -> Result<(), Illegal> {
        if self.kept.contains(&building) {
            Ok(())
        } else {
            Err(Illegal::NotKept(building))
        }
    }

    /// 6.2 and 6.3
    fn is_site(&self, building: Building, square: Square) -> Result<(), Illegal> {
        let here = square.cells();
        if self.realm.sites(self.seat, building).contains(here) {
            Ok(())
        } else if !self.realm.of(self.seat).contains(here) {
            Err(Illegal::NotYours(square))
        } else if self.realm.built().contains(here) {
            Err(Illegal::BuiltUpon(square))
        } else {
            Err(Illegal::WrongTerrain(square))
        }
    }
}

/// 7.1
fn named_for(
    seat: Seat,
    realm: &Realm,
    named: &[Trade],
    square: Square,
    resource: Basic,
) -> Result<Event, Illegal> {
    if !realm.posts(seat).contains(square.cells()) {
        return Err(Illegal::NotYourPost(square));
    }
    if named.iter().any(|trade| trade.square == square) {
        return Err(Illegal::NamedAlready(square));
    }
    Ok(Event::TradeNamed {
        seat,
        trade: Secret::Known(Trade { square, resource }),
    })
}

/// 9.13 and 9.14
fn copied(
    seat: Seat,
    cards: &[CopyCard],
    card: Parchment,
    parchment: Parchment,
) -> Result<Event, Illegal> {
    let choice = cards.iter().find(|choice| choice.card == card);
    let choice = choice.ok_or(Illegal::NoCopyCard(card))?;
    if !choice.targets.contains(&parchment) {
        return Err(Illegal::OutOfReach(parchment));
    }
    let copy = Secret::Known(Copied { card, parchment });
    Ok(Event::CopyChosen { seat, copy })
}
