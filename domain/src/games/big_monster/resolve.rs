//! A command checked against the decision that is owed: what happens because of
//! it, or the rule it breaks.

use super::{
    choice::{Choice, Decision, Dragon},
    command::Command,
    draft::Harbor,
    event::Event,
    explorers::Explorer,
    illegal::Illegal,
    tiles::Tile,
    variants::Group,
    zone::{Spot, Zone},
};
use crate::{Seat, Secret, cast};

/// A tile to be placed: where, and who gets its token.
struct Placement {
    tile: Tile,
    at: Spot,
    give_to: Option<Seat>,
}

impl Choice<'_> {
    /// What happens because of the command.
    ///
    /// # Errors
    ///
    /// The rule it breaks.
    pub fn resolve(&self, command: Command) -> Result<Vec<Event>, Illegal> {
        match (&self.moment, command) {
            (Decision::Explorer { offer }, Command::ChooseExplorer { explorer }) => {
                self.chosen(offer, explorer)
            }
            (
                Decision::Draft {
                    hand,
                    harbor,
                    dragon,
                },
                Command::Draft { tile, ship },
            ) => {
                let kept = self.kept(hand, tile)?;
                Ok([
                    kept,
                    passed(*harbor, hand.len(), ship)?,
                    forced(*harbor, *dragon),
                ]
                .concat())
            }
            (Decision::Keep { hand }, Command::Keep { tile }) => self.kept(hand, tile),
            (Decision::Place { tile, zone }, Command::Place { x, y, give_to }) => {
                let (tile, at) = (*tile, Spot { x, y });
                self.placed(zone, &Placement { tile, at, give_to })
            }
            (
                Decision::Discard { discards, zone, .. },
                Command::TakeDiscard {
                    tile,
                    x,
                    y,
                    give_to,
                },
            ) => {
                let at = Spot { x, y };
                self.discard_taken(discards, zone, &Placement { tile, at, give_to })
            }
            (Decision::Discard { may_leave, .. }, Command::LeaveDiscards {}) => {
                let left = vec![Event::DiscardsLeft { seat: self.seat }];
                may_leave.then_some(left).ok_or(Illegal::MustTake)
            }
            (
                Decision::Take { groups, picked },
                Command::Take {
                    group,
                    take,
                    remove,
                },
            ) => {
                let open = groups
                    .iter()
                    .find(|it| it.number == group && Decision::is_open(*picked, it));
                self.taken(open.ok_or(Illegal::NotThatGroup(group))?, take, remove)
            }
            (
                Decision::Explorer { .. }
                | Decision::Draft { .. }
                | Decision::Keep { .. }
                | Decision::Place { .. }
                | Decision::Discard { .. }
                | Decision::Take { .. },
                _,
            ) => Err(Illegal::WrongMoment),
        }
    }

    /// 3.3
    fn chosen(&self, offer: &[Explorer], explorer: Explorer) -> Result<Vec<Event>, Illegal> {
        if !offer.contains(&explorer) {
            return Err(Illegal::NotOffered(explorer));
        }
        Ok(vec![Event::ExplorerChosen {
            seat: self.seat,
            explorer: Secret::Known(explorer),
        }])
    }

    /// 4.3 a
    fn kept(&self, hand: &[Tile], tile: Tile) -> Result<Vec<Event>, Illegal> {
        if !hand.contains(&tile) {
            return Err(Illegal::NotInHand(tile));
        }
        Ok(vec![Event::TileKept {
            seat: self.seat,
            tile: Secret::Known(tile),
        }])
    }

    /// Section 5, and what follows from it at once.
    fn placed(&self, zone: &Zone, placement: &Placement) -> Result<Vec<Event>, Illegal> {
        let (seat, tile, at) = (self.seat, placement.tile, placement.at);
        if !at.is_near() {
            return Err(Illegal::TooFar(at.cell().into()));
        }
        if !zone.fits(tile, at) {
            return Err(Illegal::NoFit(tile, at));
        }
        let given = self.given(placement)?;
        let (x, y) = (at.x, at.y);
        let mut events = vec![Event::TilePlaced { seat, tile, x, y }];
        let mutations = zone.mutations_with(tile, at).into_iter();
        events.extend(mutations.map(|it| Event::Mutated {
            seat,
            nth: cast::<u8>(it.nth),
            level: it.level,
        }));
        events.extend(given);
        Ok(events)
    }

    /// 8.1
    fn discard_taken(
        &self,
        discards: &[Tile],
        zone: &Zone,
        placement: &Placement,
    ) -> Result<Vec<Event>, Illegal> {
        let (seat, tile) = (self.seat, placement.tile);
        let nth = discards.iter().position(|&it| it == tile);
        let nth = nth.ok_or(Illegal::NotDiscarded(tile))?;
        let nth = cast::<u8>(nth);
        let placed = self.placed(zone, placement)?;
        Ok([vec![Event::DiscardTaken { seat, nth, tile }], placed].concat())
    }

    /// 5.5
    fn given(&self, placement: &Placement) -> Result<Option<Event>, Illegal> {
        let tile = placement.tile;
        match (tile.record().on_place, placement.give_to) {
            (None, None) => Ok(None),
            (None, Some(_)) => Err(Illegal::NothingToGive(tile)),
            (Some(_), None) => Err(Illegal::GiveTo(tile)),
            (Some(_), Some(to)) if to.0 >= self.seats => Err(Illegal::NoSuchPlayer),
            (Some(gift), Some(to)) => Ok(Some(Event::TokenGiven {
                from: self.seat,
                to,
                token: gift.take_token.into(),
            })),
        }
    }

    /// 9.4
    fn taken(&self, group: &Group, take: Tile, remove: Tile) -> Result<Vec<Event>, Illegal> {
        let count = |tile: Tile| group.tiles.iter().filter(|it| **it == tile).count();
        if count(take) == 0 || count(remove) < 1 + usize::from(take == remove) {
            return Err(Illegal::NotInGroup(take, remove));
        }
        Ok(vec![Event::TileTaken {
            seat: self.seat,
            group: group.number,
            take,
            remove,
        }])
    }
}

/// 4.3 b
fn passed(harbor: Harbor, hand: usize, ship: Seat) -> Result<Vec<Event>, Illegal> {
    harbor.check(ship)?;
    Ok(vec![Event::PilePassed {
        from: harbor.seat,
        to: ship,
        size: cast::<u8>(hand - 1),
    }])
}

/// 4.7; D-12: the black woman, too, is forced if no other ship is empty.
pub(super) fn forced(harbor: Harbor, dragon: Dragon) -> Vec<Event> {
    let seat = harbor.seat;
    let from = match dragon {
        Dragon::Middle => None,
        Dragon::With(holder) if holder != seat => Some(holder),
        Dragon::None | Dragon::With(_) => return Vec::new(),
    };
    if harbor.is_forced() {
        vec![Event::DragonTaken { seat, from }]
    } else {
        Vec::new()
    }
}
