//! 4.11: passes that are held, shown together, and settled by a drawn order.

use super::{
    command::Command,
    draft::Harbor,
    event::{Duty, Event},
    play, resolve,
    state::State,
};
use crate::{Dice, Ledger, Seat, Seats, Secret, cast};

/// The edition of the rules from which passes are held. Before, the first come had the ship.
const HELD_SINCE: u16 = 2;

/// A pass, if these rules hold it.
pub fn held(rules: u16, seat: Seat, command: Command) -> Option<Event> {
    let Command::Draft { tile, ship } = command else {
        return None;
    };
    (rules >= HELD_SINCE).then_some(Event::PassHeld {
        seat,
        tile: Secret::Known(tile),
        ship: Secret::Known(ship),
    })
}

/// The window is over: who has not passed finds other ships, and so is asked anew.
pub fn close_window(ledger: &mut Ledger<'_, State>) {
    let waited_for = ledger.state().due;
    settle(ledger);
    waited_for.iter().for_each(|seat| ledger.close(seat));
}

/// All passes that are held are shown together, and a drawn order takes the ships.
pub fn settle(ledger: &mut Ledger<'_, State>) {
    let state = ledger.state();
    let order = order(state, ledger.dice());
    let (passed, lost) = sorted(state, &order);
    let (waited_for, dragon) = (state.due, state.dragon());
    let harbors: Vec<Harbor> = passed.iter().map(|pass| state.harbor(pass.from)).collect();
    ledger.record(Event::PassesSettled { order, lost });
    for (pass, harbor) in passed.into_iter().zip(harbors) {
        ledger.record(Event::PilePassed {
            from: pass.from,
            to: pass.to,
            size: pass.size,
        });
        // Whom the ships forced when they were found, not whom the order left.
        let forced = resolve::forced(harbor, dragon).into_iter();
        forced.for_each(|event| ledger.record(event));
    }
    let due: Seats = waited_for.iter().chain(lost.iter()).collect();
    if !due.is_empty() {
        play::ask(ledger, Duty::Draft, due);
    }
}

/// A pile on its way.
struct Pass {
    from: Seat,
    to: Seat,
    size: u8,
}

/// Who comes first: drawn anew whenever passes are settled, however fast they came.
fn order(state: &State, dice: &Dice) -> Vec<Seat> {
    let taken = state.seats.iter().filter(|(_, it)| it.passed_to.is_some());
    let taken = cast::<u32>(taken.count());
    // Each time passes are settled in a turn, at least one ship more is taken.
    let nth = (u32::from(state.round) * 16 + u32::from(state.turn)) * 8 + taken;
    let mut order: Vec<Seat> = state.held_passes().iter().collect();
    dice.roll("ships", nth).shuffle(&mut order);
    order
}

/// The passes whose ship nobody takes before them, and who comes too late.
fn sorted(state: &State, order: &[Seat]) -> (Vec<Pass>, Seats) {
    let (mut passed, mut lost) = (Vec::<Pass>::new(), Seats::NONE);
    for &from in order {
        let holding = &state.seats[from];
        let to = holding.held.expect("who waits has named a ship");
        if passed.iter().any(|pass| pass.to == to) {
            lost = lost.with(from);
        } else {
            let size = holding.hand.size - 1;
            passed.push(Pass { from, to, size });
        }
    }
    (passed, lost)
}
