//! The rules: a command resolved, and then the stages to the next decision.

use serde_json::Value;

use super::{
    command::Command,
    components::{BOX, Card, Cards, ROUNDS},
    event::Event,
    illegal::Illegal,
    score,
    setup::{Options, Setup},
    state::{Holding, State},
    view::View,
};
use crate::{BySeat, Dice, Game, Info, Ledger, Seat, Seats, Secret, Standing, Viewer};

impl Game for State {
    type Options = Options;
    type Setup = Setup;
    type Command = Command;
    type Event = Event;
    type View = View;
    type Illegal = Illegal;

    const INFO: Info = Info {
        title: "High Card",
        players: 2..=4,
        rules: 1,
        rules_text: include_str!("RULES.md"),
        window_ms: None,
        stages: &["round"],
        origin: 0,
    };

    fn set_up(options: &Options, seats: u8, dice: &Dice) -> Setup {
        Setup::new(*options, seats, dice)
    }

    fn new(setup: &Setup) -> State {
        State::new(setup)
    }

    fn begin(ledger: &mut Ledger<'_, State>) {
        let hands = ledger.state().setup.hands();
        let hands = hands.map(|_, hand| Secret::Known(Cards(hand.clone())));
        ledger.record(Event::Dealt { hands });
        start_round(ledger);
    }

    fn play(ledger: &mut Ledger<'_, State>, seat: Seat, command: Command) -> Result<(), Illegal> {
        let choice = ledger.state().choice(seat).ok_or(Illegal::NotDue)?;
        let card = Secret::Known(choice.resolve(command)?);
        ledger.record(Event::Chosen { seat, card });
        if ledger.state().due.is_empty() {
            end_round(ledger);
        }
        Ok(())
    }

    fn evolve(&mut self, event: &Event) {
        self.evolve(event);
    }

    fn to_act(&self) -> Seats {
        self.due
    }

    fn outcome(&self) -> Option<BySeat<Standing>> {
        self.is_over().then(|| score::standings(self))
    }

    fn view(&self, viewer: Viewer) -> View {
        View::of(self, viewer)
    }

    fn disclose_setup(setup: Setup, viewer: Viewer) -> Setup {
        setup.disclose(viewer)
    }

    fn disclose(event: Event, viewer: Viewer) -> Event {
        event.disclose(viewer)
    }

    fn legal(view: &View) -> Vec<Command> {
        view.choice()
            .map(|choice| choice.commands())
            .unwrap_or_default()
    }

    fn default_command(view: &View) -> Option<Command> {
        view.choice().map(|choice| choice.default_command())
    }

    /// There is no board.
    fn off_board(_field: &str, _written: &Value) -> Option<Illegal> {
        None
    }
}

/// 3.1
fn start_round(ledger: &mut Ledger<'_, State>) {
    let state = ledger.state();
    let (round, seats) = (state.round + 1, Seats::first(state.setup.seats));
    ledger.record(Event::RoundStarted { round, seats });
}

/// 3.2 and 3.3
fn end_round(ledger: &mut Ledger<'_, State>) {
    let cards = ledger.state().seats.map(|_, holding| chosen(holding));
    ledger.record(Event::Revealed {
        cards: cards.clone(),
    });
    let round = ledger.state().round;
    ledger.record(Event::RoundWon {
        round,
        seat: highest(&cards),
        points: BOX.points[usize::from(round) - 1],
    });
    if usize::from(round) < ROUNDS {
        start_round(ledger);
    }
}

fn chosen(holding: &Holding) -> Card {
    let chosen = holding.chosen.as_ref().expect("all have chosen");
    *chosen.get()
}

/// 3.3: who put down the highest card. No two are alike.
pub(super) fn highest(cards: &BySeat<Card>) -> Seat {
    let best = cards.iter().max_by_key(|(_, card)| **card);
    best.expect("somebody sits at the table").0
}
