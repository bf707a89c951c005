//! Construction since rules 2: one's own building waits for nobody, camps wait for camps.

use super::{
    event::{Duty, Event},
    play::{ask_for_camps, builders, name_trades, retire},
    state::State,
};
use crate::{Ledger, Seat, Seats};

/// The first edition of the rules in which one's own building does not wait for camps.
pub(super) const FREE: u16 = 2;

/// What a seat is asked, as far as others can take it away.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Question {
    /// What to build, and whether a camp of its own can be announced.
    Build { announces: bool },
    /// Whether to place this camp.
    Camp(u8),
}

/// Records what `seat` decided, and goes on to what is due next. What others were asked
/// and can no longer answer is closed.
pub(super) fn record(ledger: &mut Ledger<'_, State>, seat: Seat, event: Event) {
    let before = ledger
        .state()
        .seats
        .map(|seat, _| ledger.state().question(seat));
    let is_built = matches!(event, Event::Built { .. } | Event::TowersBuilt { .. });
    let is_answer = matches!(event, Event::CampPlaced { .. } | Event::CampPassed { .. });
    ledger.record(event);
    if is_built && !ledger.state().awaits_a_camp(seat) {
        retire(ledger, seat);
    }
    let announced = ledger.state().announced;
    if announced.is_some_and(|it| is_answer || it.asked == 0) {
        ask_for_camps(ledger);
    }
    go_on(ledger);
    for (other, question) in before.iter().filter(|(other, _)| *other != seat) {
        if question.is_some() && *question != ledger.state().question(other) {
            ledger.close(other);
        }
    }
}

/// 6.7 and 6A.3: all who can build something are due, and who is asked for a camp. When
/// nobody is, construction is over.
fn go_on(ledger: &mut Ledger<'_, State>) {
    let state = ledger.state();
    let asked = state.asked().map(|(seat, _)| seat);
    let seats: Seats = builders(state).iter().chain(asked).collect();
    let duty = Duty::Build;
    if seats.is_empty() {
        name_trades(ledger);
    } else if (state.duty, state.due) != (Some(duty), seats) {
        ledger.record(Event::DecisionsDue { duty, seats });
    }
}

impl State {
    fn question(&self, seat: Seat) -> Option<Question> {
        if self.duty != Some(Duty::Build) || !self.due.contains(seat) {
            return None;
        }
        if let Some((_, camp)) = self.asked().filter(|(asked, _)| *asked == seat) {
            return Some(Question::Camp(camp));
        }
        let site = self.site(seat);
        let announces =
            (1..=6).any(|camp| self.owner_of(camp) == Some(seat) && site.may_announce(camp));
        Some(Question::Build { announces })
    }

    /// Whether a camp that a seat announced has not been asked for yet.
    fn awaits_a_camp(&self, seat: Seat) -> bool {
        let current = self.announced.map(|it| it.camp);
        let mut announced = current.iter().chain(&self.waiting);
        announced.any(|camp| self.owner_of(*camp) == Some(seat))
    }
}
