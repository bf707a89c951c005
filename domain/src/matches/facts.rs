//! The facts of a finished match, read off its events.

use super::{Match, MatchEvent, Table};
use crate::{
    BySeat, GameId, Seat, Side, cast,
    facts::{
        notes::{Notes, SeatNotes, Values},
        of_every_game::flattened,
    },
};

/// The facts of a finished match.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MatchFacts {
    /// The game.
    pub game: GameId,
    /// Of the match as a whole.
    pub table: Values,
    /// Of each seat.
    pub seats: BySeat<SeatNotes>,
    /// In which stage each seat made each of its decisions.
    pub stages: BySeat<Vec<&'static str>>,
}

/// The facts of a match, from its events in full. None if it was not played to its end.
///
/// # Panics
///
/// If the events are no match: see [`Match::evolve`].
pub fn of<'a>(events: impl IntoIterator<Item = &'a MatchEvent>) -> Option<MatchFacts> {
    let mut events = not_taken_back(events).into_iter();
    let mut game = Match::opened(events.next()?);
    let mut notes = Notes::default();
    let mut decided: Vec<(Seat, &'static str)> = Vec::new();
    for event in events {
        if let (Some(table), MatchEvent::Decided { seat }) = (game.table(), event) {
            decided.push((*seat, table.state.moment().stage));
        }
        if let (Some(table), MatchEvent::Played { event }) = (game.table(), event) {
            table.state.note(event, &mut notes);
        }
        game.evolve(event);
        if let Some(table) = game.table().filter(|table| table.standings.is_some()) {
            tally(&game, table, &mut notes);
            let (of_table, seats) = notes.in_order(table.occupants.seats());
            return Some(MatchFacts {
                game: game.terms.options.game(),
                table: of_table,
                stages: seats.map(|seat, _| {
                    let own = decided.iter().filter(|(by, _)| *by == seat);
                    own.map(|(_, stage)| *stage).collect()
                }),
                seats,
            });
        }
    }
    None
}

/// The events without those that were taken back. What was undone is not counted.
fn not_taken_back<'a>(events: impl IntoIterator<Item = &'a MatchEvent>) -> Vec<&'a MatchEvent> {
    let mut kept: Vec<(u32, &MatchEvent)> = Vec::new();
    for (step, event) in (1..).zip(events) {
        if let MatchEvent::Undone { step: back, .. } = event {
            kept.retain(|(step, _)| step <= back);
        }
        kept.push((step, event));
    }
    kept.into_iter().map(|(_, event)| event).collect()
}

/// Notes what is counted of every game once it is over, and what its own rules count.
fn tally(game: &Match, table: &Table, notes: &mut Notes) {
    let standings = table.standings.as_ref().expect("it was played to its end");
    table.state.tally(notes);
    let sides = table.state.sides();
    let known = game.terms.options.game().measures();
    for (seat, standing) in standings.iter() {
        let of_seat = notes.seat(seat);
        of_seat.score(&standing.score, |id| known.contains(id));
        let values = &mut of_seat.values;
        values.add("final_score", standing.total);
        values.add("rank", standing.rank);
        if let Some(margin) = margin(&sides, seat) {
            values.add("margin", margin);
        }
        values.count("decisions", decisions(table, seat));
        values.add("seat", seat.0);
    }
    let values = &mut notes.table;
    let winners = standings.iter().filter(|(_, standing)| standing.rank == 1);
    values.count("winners", winners.count());
    let is_first = |side: &&Side| side.seats.iter().all(|seat| standings[seat].rank == 1);
    let best = sides.iter().filter(is_first).map(Side::score).max();
    values.add("winning_score", best.expect("somebody is first"));
    let all = Seat::first(standings.seats()).map(|seat| decisions(table, seat));
    values.count("match_decisions", all.sum());
    values.add("seats", standings.seats());
    values.add("rules", i32::from(game.terms.rules));
    for (key, chosen) in flattened(&game.terms.options.chosen()) {
        values.tell(format!("option.{key}"), chosen);
    }
}

fn decisions(table: &Table, seat: Seat) -> usize {
    cast::<usize>(table.made(seat))
}

/// The score of a seat's side less the best of the others.
fn margin(sides: &[Side], seat: Seat) -> Option<i32> {
    let (own, others): (Vec<&Side>, Vec<&Side>) =
        sides.iter().partition(|side| side.seats.contains(seat));
    let best = others.iter().map(|side| side.score()).max()?;
    Some(i32::from(own[0].score()) - i32::from(best))
}
