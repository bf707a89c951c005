//! The decision one seat owes: what a view and the state both know of it.
//!
//! `legal.rs` lists its commands and `resolve.rs` checks one, both from the same
//! [`Decision`], so that they cannot differ.

use super::{
    cards::{Building, Card, Parchment},
    components::BOX,
    event::{Duty, Trade},
    fiefs,
    land::Square,
    realm::Realm,
};
use crate::{Seat, Seats, kit::cells::Cells};

/// The decision one seat owes.
#[derive(Clone, Debug)]
pub struct Choice<'a> {
    /// Who decides.
    pub seat: Seat,
    /// What is decided.
    pub moment: Decision<'a>,
}

/// What is decided, and all it depends on.
#[derive(Clone, Debug)]
pub enum Decision<'a> {
    /// Choose two cards to play, or one to play and one to throw away.
    Pick {
        /// How many sit at the table.
        seats: u8,
        /// The cards to choose from.
        hand: &'a [Card],
    },
    /// Build, announce a camp, or be done.
    Build(BuildingSite<'a>),
    /// Place a camp or keep it.
    Camp {
        /// The camp's number.
        camp: u8,
        /// The board.
        realm: &'a Realm,
        /// What the seat may build before it answers. None: nothing, or nothing more.
        site: Option<BuildingSite<'a>>,
    },
    /// Name what a trading post produces.
    Trade {
        /// The board.
        realm: &'a Realm,
        /// Those named already.
        named: &'a [Trade],
    },
    /// Choose what a copy card becomes.
    Copy {
        /// The copy cards left to choose for.
        cards: Vec<CopyCard>,
    },
}

/// What a seat can build, and where.
#[derive(Clone, Copy, Debug)]
pub struct BuildingSite<'a> {
    /// Who builds.
    pub seat: Seat,
    /// The board.
    pub realm: &'a Realm,
    /// The cards in front of the seat.
    pub kept: &'a [Building],
    /// Camps announced and then saved for a later round.
    pub saved: &'a [u8],
    /// The camp announced, if one is.
    pub announced: Option<u8>,
    /// Camps announced behind that one.
    pub waiting: &'a [u8],
}

/// A copy card and what it may become.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CopyCard {
    /// `liberal` or `socialist`.
    pub card: Parchment,
    /// Each parchment a path leads to, once.
    pub targets: Vec<Parchment>,
}

impl<'a> Decision<'a> {
    /// What a seat decides in construction: its own building, or the camp it is asked for.
    pub fn construction(
        duty: Duty,
        asked: Option<(Seat, u8)>,
        site: BuildingSite<'a>,
        done: Seats,
    ) -> Decision<'a> {
        let Some((seat, camp)) = asked else {
            return Decision::Build(site);
        };
        // By rules 1 all building waited for camps, and `duty` was `camp`.
        let may_build = duty == Duty::Build && !done.contains(seat) && site.can_act();
        Decision::Camp {
            camp,
            realm: site.realm,
            site: may_build.then_some(site),
        }
    }

    /// Whether one card is played and one thrown away.
    pub fn throws_away(seats: u8) -> bool {
        BOX.players.deal(seats).discard_face_down_per_turn > 0
    }
}

impl BuildingSite<'_> {
    /// 6.8: every two squares that sky towers can link, each once.
    pub fn links(&self) -> impl Iterator<Item = [Square; 2]> {
        let free = self.realm.sites(self.seat, Building::SkyTower);
        let parts = fiefs::parts(self.realm, self.seat);
        Square::each(free).flat_map(move |first| {
            let whole = parts.iter().find(|part| part.meets(first.cells()));
            let same = whole.copied().unwrap_or_default();
            let behind = Cells(u128::MAX << first.0);
            Square::each((free & behind) - same).map(move |second| [first, second])
        })
    }

    /// 6A.2 and 6A.5: whether the seat may announce a camp in front of it.
    pub fn may_announce(&self, camp: u8) -> bool {
        let is_announced = self.announced == Some(camp) || self.waiting.contains(&camp);
        !is_announced && !self.saved.contains(&camp) && !self.realm.empty().is_empty()
    }
}
