//! A table that looks the same to one viewer, with all that the viewer does not know
//! drawn anew.

use super::{
    event::Duty,
    explorers::Explorer,
    setup::normal_tiles,
    state::{Holding, Pile, State},
    tiles::{self, Tile},
    view::{PileView, View},
};
use crate::{BySeat, Dice, Seat, dice::Roll};

/// A state that looks exactly like `view` to its viewer: hands, piles, kept tiles and
/// explorers that are hidden there come from the tiles nobody has shown, by chance.
///
/// The view must be one of a match: a [position](super::Position) written by hand need
/// not have a box it could come from.
pub fn redraw(view: &View, dice: &Dice) -> State {
    let seats = view.seats.seats();
    let mut unseen = Unseen::of(view, dice);
    let mut offers = Offers::of(view, dice);
    let holdings = BySeat::new(seats, |seat| {
        let own = &view.seats[seat];
        let hand = unseen.pile(&own.hand);
        let kept = own.kept.or_else(|| unseen.kept(view, seat, &hand));
        let held = own.held.or_else(|| held(view, seat, dice));
        let ship = own.ship.as_ref().map(|pile| unseen.pile(pile));
        let (offer, chosen) = offers.of_seat(view, seat);
        let mut zone = own.zone.clone();
        zone.explorer = zone.explorer.filter(|_| chosen.is_none());
        Holding {
            offer,
            chosen,
            zone,
            hand,
            kept,
            held,
            passed_to: own.passed_to,
            ship,
            tokens: own.tokens.clone(),
        }
    });
    State {
        options: view.options,
        mode: view.mode,
        missions: view.missions.clone(),
        taken_out: view.taken_out.0.clone(),
        explorers: Vec::new(),
        round: view.round,
        turn: view.turn,
        duty: view.duty,
        due: view.due,
        dragon: view.dragon,
        seats: holdings,
        discards: view.discards.iter().map(|pile| unseen.pile(pile)).collect(),
        first: view.first,
        groups: view.groups.clone(),
        groups_revealed: view.groups_revealed,
        picked: view.picked,
        removed: view.removed.0.clone(),
        scores: view.scores.clone(),
        deck: unseen.draw(view.deck_left),
        deck_left: view.deck_left,
    }
}

/// The ship that a pass is held for, which nobody else knows: one of those it could be for.
fn held(view: &View, seat: Seat, dice: &Dice) -> Option<Seat> {
    let is_held = view.duty == Some(Duty::Draft)
        && !view.due.contains(seat)
        && view.seats[seat].passed_to.is_none();
    let open: Vec<Seat> = view.harbor(seat).open().filter(|_| is_held).collect();
    let mut roll = dice.roll("redraw ships", seat.0.into());
    (!open.is_empty()).then(|| *roll.pick(&open))
}

/// The tiles whose place the viewer does not know, shuffled.
struct Unseen {
    tiles: Vec<Tile>,
    roll: Roll,
}

impl Unseen {
    fn of(view: &View, dice: &Dice) -> Unseen {
        let mut tiles = normal_tiles(view.mode, view.seats.seats());
        view.taken_out
            .0
            .iter()
            .for_each(|&it| tiles::take(&mut tiles, it));
        tiles.extend(view.options.snail_extras.tiles());
        for tile in seen(view) {
            tiles::take(&mut tiles, tile);
        }
        let mut roll = dice.roll("redraw tiles", 0);
        roll.shuffle(&mut tiles);
        Unseen { tiles, roll }
    }

    fn draw(&mut self, count: u8) -> Vec<Tile> {
        let rest = self.tiles.len() - usize::from(count);
        self.tiles.split_off(rest)
    }

    fn pile(&mut self, pile: &PileView) -> Pile {
        let tiles = match pile.tiles.known() {
            Some(tiles) => tiles.0.clone(),
            None => self.draw(pile.size),
        };
        Pile {
            tiles,
            size: pile.size,
            seen: pile.seen,
        }
    }

    /// What a seat has kept that has drafted and not shown it.
    fn kept(&mut self, view: &View, seat: Seat, hand: &Pile) -> Option<Tile> {
        let drafts = matches!(view.duty, Some(Duty::Draft | Duty::Keep));
        if !drafts || view.due.contains(seat) {
            return None;
        }
        Some(hand.tiles[self.roll.index(hand.size.into())])
    }
}

/// The tiles whose place the view shows.
fn seen(view: &View) -> impl Iterator<Item = Tile> {
    let seats = || view.seats.iter().map(|(_, it)| it);
    let placed = seats().flat_map(|it| it.zone.tiles.iter().map(|placed| placed.tile));
    // Until it is shown, a kept tile is one of the hand.
    let kept = seats()
        .filter(|it| it.hand.size == 0)
        .filter_map(|it| it.kept);
    let ships = seats().filter_map(|it| it.ship.as_ref());
    let piles = seats()
        .map(|it| &it.hand)
        .chain(ships)
        .chain(&view.discards);
    let piles = piles.filter_map(|pile| pile.tiles.known());
    let piles = piles.flat_map(|tiles| tiles.0.iter().copied());
    let open = view
        .groups
        .iter()
        .flat_map(|group| group.tiles.iter().copied());
    let removed = view.removed.0.iter().copied();
    placed.chain(kept).chain(piles).chain(open).chain(removed)
}

/// The explorers whose place the viewer does not know, shuffled.
struct Offers {
    explorers: Vec<Explorer>,
    roll: Roll,
}

impl Offers {
    fn of(view: &View, dice: &Dice) -> Offers {
        let seats = || view.seats.iter().map(|(_, it)| it);
        let shown = seats().filter_map(|it| it.zone.explorer);
        let offered = seats().filter_map(|it| it.offer.known());
        let offered = offered.flat_map(|it| it.0.iter().copied());
        let known: Vec<Explorer> = shown.chain(offered).collect();
        let mut explorers = Explorer::in_play(&view.options, view.mode, view.seats.seats());
        explorers.retain(|it| !known.contains(it));
        let mut roll = dice.roll("redraw explorers", 0);
        roll.shuffle(&mut explorers);
        Offers { explorers, roll }
    }

    /// The two explorers of a seat, and the one it has chosen if that is not shown.
    fn of_seat(&mut self, view: &View, seat: Seat) -> (Vec<Explorer>, Option<Explorer>) {
        let own = &view.seats[seat];
        let offer = match own.offer.known() {
            Some(offer) => offer.0.clone(),
            None => {
                let mut offer: Vec<Explorer> = own.zone.explorer.into_iter().collect();
                let missing = self.explorers.len() - (2 - offer.len());
                offer.extend(self.explorers.split_off(missing));
                offer
            }
        };
        let is_hidden = view.duty == Some(Duty::Explorer) && !view.due.contains(seat);
        let drawn = || offer[self.roll.index(2)];
        let chosen = is_hidden.then(|| own.zone.explorer.unwrap_or_else(drawn));
        (offer, chosen)
    }
}
