//! A table that looks the same to one viewer, with all they cannot know drawn anew:
//! the rest of the deck, the ambushes to come, what others drew and have not shown.

use std::sync::Arc;

use super::{
    components::Card,
    event::{Deck, Duty},
    play,
    setup::Setup,
    sheet::Sheet,
    state::{Pending, State},
    view::View,
};
use crate::{BySeat, Dice, Seat, Seats, Secret};

/// The table. What others drew is any of their legal drawings, each equally likely.
pub(super) fn redraw(view: &View, dice: &Dice) -> State {
    let seats = view.sheets.seats();
    let mut state = State {
        setup: Arc::new(setup(view, dice)),
        season: view.season,
        deck: Arc::default(),
        revealed: view.revealed.clone(),
        ambushes: Card::AMBUSH.map(|card| view.ambushes.contains(&card)),
        ruins_duty: view.ruins_duty,
        duty: view.duty,
        due: view.due,
        acrobats: view.acrobats,
        sheets: shown(view),
        pending: BySeat::new(seats, |seat| known(view, seat)),
        scored: view.scored[..].into(),
    };
    state.deck = deck(&state, dice);
    draw_unseen(&mut state, dice);
    state
}

/// 7.5: the ambushes that were seen joined the deck; which others did, nobody knows.
fn setup(view: &View, dice: &Dice) -> Setup {
    let (mut order, mut unseen): (Vec<Card>, Vec<Card>) = Card::AMBUSH
        .into_iter()
        .partition(|card| view.ambushes.contains(card));
    dice.roll("redraw ambushes", 0).shuffle(&mut unseen);
    order.extend(unseen);
    let edicts = view.edicts.clone().try_into();
    Setup {
        options: view.options,
        seats: view.sheets.seats(),
        edicts: edicts.expect("a match has four edicts"),
        skills: view.skills.clone(),
        ambushes: Secret::Known(Deck(order)),
    }
}

/// The cards revealed, and the others in any order.
fn deck(state: &State, dice: &Dice) -> Arc<[Card]> {
    let mut rest = state.cards_for(state.season);
    rest.retain(|card| !state.revealed.contains(card));
    dice.roll("redraw deck", 0).shuffle(&mut rest);
    state.revealed.iter().copied().chain(rest).collect()
}

/// The sheets as all may know them.
fn shown(view: &View) -> BySeat<Sheet> {
    let mut sheets = view.sheets.clone();
    let others = view.others_drew.iter().map(|it| &it.drawing);
    for drawing in view.drawn.iter().chain(others).rev() {
        let sheet = &mut sheets[drawing.sheet];
        *sheet = sheet.without(drawing);
    }
    sheets
}

/// What a seat drew and the view shows.
fn known(view: &View, seat: Seat) -> Pending {
    let own = view.drawn.iter().filter(|_| view.me == Some(seat));
    let others = view.others_drew.iter().filter(|it| it.seat == seat);
    let mut drawings = own.chain(others.map(|it| &it.drawing)).copied();
    [drawings.next(), drawings.next()]
}

/// Lets everybody draw who has, and whose drawing is not known.
fn draw_unseen(state: &mut State, dice: &Dice) {
    let Some(now) = state.duty else { return };
    let unseen: Vec<Seat> = state
        .pending
        .iter()
        .filter(|(_, drawn)| drawn[0].is_none())
        .map(|(seat, _)| seat)
        .collect();
    let duties: &[Duty] = match now {
        Duty::Before => &[Duty::Before],
        Duty::Draw => &[Duty::Draw],
        Duty::After => &[Duty::Draw, Duty::After],
    };
    for &duty in duties {
        let still_due = if duty == now { state.due } else { Seats::NONE };
        let due_seats = play::due_seats(state, duty);
        let has_decided = |seat: &&Seat| due_seats.contains(**seat) && !still_due.contains(**seat);
        for &seat in unseen.iter().filter(has_decided) {
            draw_at_random(state, duty, seat, dice);
        }
    }
}

fn draw_at_random(state: &mut State, duty: Duty, seat: Seat, dice: &Dice) {
    let then = State {
        duty: Some(duty),
        due: Seats::only(seat),
        ..state.clone()
    };
    let choice = then.choice(seat).expect("the seat owes a decision there");
    let commands = choice.commands();
    let nth = u32::from(seat.0) + 128 * (duty as u32);
    let command = dice.roll("redraw drawing", nth).pick(&commands);
    let drawing = choice.resolve(*command).expect("it is legal");
    let mut free = state.pending[seat].iter_mut().filter(|it| it.is_none());
    *free.next().expect("two drawings a turn") = Some(drawing);
}
