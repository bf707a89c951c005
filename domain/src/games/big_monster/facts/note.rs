//! What decisions were offered and took.

use super::super::{choice::Decision, event::Event, state::State, tiles::Tile, variants::Group};
use crate::{
    Seat,
    facts::{Notes, SeatNotes, or_none},
};

impl State {
    /// Notes what a decision was offered and took.
    pub(in super::super) fn note(&self, event: &Event, notes: &mut Notes) {
        match event {
            Event::ExplorerChosen { seat, explorer } => {
                let offered = self.seats[*seat].offer.iter().map(|it| it.id());
                let taken = [explorer.get().id()];
                let round = self.moment().round;
                let of_seat = notes.seat(*seat);
                of_seat.choice("explorer_kept", round, offered, taken);
            }
            Event::TileKept { seat, tile } => {
                let hand = &self.seats[*seat].hand.tiles;
                self.note_tiles("tile", hand, *tile.get(), notes.seat(*seat));
            }
            Event::PassHeld { seat, tile, ship } => {
                let hand = &self.seats[*seat].hand.tiles;
                self.note_tiles("tile", hand, *tile.get(), notes.seat(*seat));
                self.note_ship(*seat, *ship.get(), notes.seat(*seat));
            }
            Event::PilePassed { from, to, .. } => {
                if self.seats[*from].held.is_none() {
                    self.note_ship(*from, *to, notes.seat(*from));
                }
                let values = &mut notes.seat(*from).values;
                values.add("own_ship", u8::from(from == to));
            }
            Event::TokenGiven { from, to, .. } => {
                let taken = if from == to { "keep" } else { "give" };
                let (round, of_seat) = (self.moment().round, notes.seat(*from));
                of_seat.choice("gift", round, ["keep", "give"], [taken]);
            }
            Event::DiscardTaken { seat, tile, .. } => {
                self.note_discard(*seat, Some(*tile), notes.seat(*seat));
            }
            Event::DiscardsLeft { seat } => self.note_discard(*seat, None, notes.seat(*seat)),
            Event::TileTaken {
                seat,
                group,
                take,
                remove,
            } => self.note_taken(*group, *take, *remove, notes.seat(*seat)),
            // Nobody decided these, or they follow from what was decided.
            Event::ExplorersDealt { .. }
            | Event::DecisionsDue { .. }
            | Event::ExplorersRevealed { .. }
            | Event::TurnStarted { .. }
            | Event::PassesSettled { .. }
            | Event::DragonTaken { .. }
            | Event::TilesRevealed { .. }
            | Event::TilePlaced { .. }
            | Event::Mutated { .. }
            | Event::MissionPaid { .. }
            | Event::RoundEnded { .. }
            | Event::DragonSettled { .. }
            | Event::DiscardsOpened { .. }
            | Event::GroupsOpened { .. }
            | Event::PenaltyPaid { .. }
            | Event::Scored { .. } => {}
        }
    }

    fn note_tiles(&self, kind: &'static str, tiles: &[Tile], taken: Tile, notes: &mut SeatNotes) {
        let offered = tiles.iter().map(|tile| tile.id());
        notes.choice(kind, self.moment().round, offered, [taken.id()]);
    }

    fn note_ship(&self, from: Seat, to: Seat, notes: &mut SeatNotes) {
        let whose = |ship: Seat| self.whose(from, ship);
        let offered = self.harbor(from).open().map(whose);
        notes.choice("ship", self.moment().round, offered, [whose(to)]);
    }

    /// Whose a ship is to a seat.
    fn whose(&self, seat: Seat, ship: Seat) -> &'static str {
        if seat == ship {
            "own"
        } else if self.partner(seat) == Some(ship) {
            "partner"
        } else {
            "other"
        }
    }

    pub(super) fn partner(&self, seat: Seat) -> Option<Seat> {
        let teams = self.teams()?;
        Some(Seat((seat.0 + teams) % self.players()))
    }

    fn note_discard(&self, seat: Seat, taken: Option<Tile>, notes: &mut SeatNotes) {
        let moment = self.choice(seat).map(|choice| choice.moment);
        if let Some(Decision::Discard {
            discards,
            may_leave,
            ..
        }) = moment
        {
            let none = may_leave.then_some(None);
            let tiles = discards.iter().map(|tile| Some(tile.id()));
            let offered = tiles.chain(none).map(or_none);
            let taken = [or_none(taken.map(Tile::id))];
            notes.choice("discard", self.moment().round, offered, taken);
        }
    }

    fn note_taken(&self, group: u8, take: Tile, remove: Tile, notes: &mut SeatNotes) {
        let is_open = |it: &&Group| Decision::is_open(self.picked, it);
        let open = self.groups.iter().filter(is_open);
        let tiles: Vec<Tile> = open.flat_map(|it| it.tiles.iter().copied()).collect();
        self.note_tiles("tile", &tiles, take, notes);
        let of_group = self.groups.iter().find(|it| it.number == group);
        let mut left = of_group.map_or_else(Vec::new, |it| it.tiles.clone());
        super::super::tiles::take(&mut left, take);
        self.note_tiles("removed", &left, remove, notes);
    }
}
