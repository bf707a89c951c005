//! A command resolved, and then the stages to the next decision.

use serde_json::Value;

use super::{
    cards::Card,
    command::Command,
    components::{BOX, Direction},
    construction,
    event::{CampRemoved, Cards, Copies, Duty, Event, Parchments, Play, Plays},
    fiefs::Fiefs,
    illegal::Illegal,
    land, score,
    setup::{Options, Setup},
    state::State,
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
        title: "Bunny Kingdom",
        players: 2..=4,
        rules: 2,
        rules_text: include_str!("RULES.md"),
        window_ms: None,
        stages: &["exploration", "construction", "harvest", "end"],
        origin: 0,
    };

    fn set_up(options: &Options, seats: u8, dice: &Dice) -> Setup {
        Setup::new(*options, seats, dice)
    }

    fn new(setup: &Setup) -> State {
        State::new(setup)
    }

    fn begin(ledger: &mut Ledger<'_, State>) {
        start_round(ledger);
    }

    fn play(ledger: &mut Ledger<'_, State>, seat: Seat, command: Command) -> Result<(), Illegal> {
        let state = ledger.state();
        let choice = state.choice(seat).ok_or(Illegal::NotDue)?;
        let duty = state.duty.expect("who owes a decision knows which");
        let event = choice.resolve(command)?;
        if duty == Duty::Build && ledger.rules() >= construction::FREE {
            construction::record(ledger, seat, event);
        } else {
            ledger.record(event);
            carry_on(ledger, seat, duty);
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

    fn off_board(field: &str, written: &Value) -> Option<Illegal> {
        land::off_the_board(field, written)
    }
}

/// From what `seat` has decided to the next decision that somebody owes, or to the
/// end of the match.
fn carry_on(ledger: &mut Ledger<'_, State>, seat: Seat, duty: Duty) {
    match duty {
        Duty::Pick => {}
        Duty::Build if ledger.state().announced.is_some() => return ask_for_camps(ledger),
        Duty::Build => retire(ledger, seat),
        Duty::Camp => return ask_for_camps(ledger),
        Duty::Trade | Duty::Copy => ask_again(ledger, seat, duty),
    }
    if ledger.state().due.is_empty() {
        match duty {
            Duty::Pick => end_turn(ledger),
            Duty::Build | Duty::Camp => name_trades(ledger),
            Duty::Trade => harvest(ledger),
            Duty::Copy => score_parchments(ledger),
        }
    }
}

/// 3.2 and 3.3
fn start_round(ledger: &mut Ledger<'_, State>) {
    let state = ledger.state();
    let seats = state.setup.seats;
    let deal = BOX.players.deal(seats);
    let mut cards = state.next_cards(deal.cards_dealt_per_round);
    let mut block = |count: u8| {
        let (block, rest) = cards.split_at(usize::from(count));
        cards = rest;
        Secret::Known(Cards(block.to_vec()))
    };
    let blocks = BySeat::new(seats, |_| (block(deal.hand), block(deal.reserve)));
    let reserves = blocks.map(|_, (_, reserve)| reserve.clone());
    let dealt = Event::Dealt {
        round: state.round + 1,
        hands: blocks.map(|_, (hand, _)| hand.clone()),
        reserves: Some(reserves).filter(|_| deal.reserve > 0),
    };
    ledger.record(dealt);
    start_turn(ledger);
}

/// 4.1 and 5.2
fn start_turn(ledger: &mut Ledger<'_, State>) {
    let state = ledger.state();
    let seats = Seats::first(state.setup.seats);
    if state.reserve_left > 0 {
        let top = |holding: &super::state::Holding| holding.reserve[0];
        let cards = state.seats.map(|_, holding| Secret::Known(top(holding)));
        ledger.record(Event::ReserveDrawn { cards });
    }
    let duty = Duty::Pick;
    ledger.record(Event::DecisionsDue { duty, seats });
}

/// 4.3: all have chosen, so all play.
fn end_turn(ledger: &mut Ledger<'_, State>) {
    let state = ledger.state();
    let picks = state.seats.map(|seat, holding| {
        let pick = holding.pick.expect("all have chosen");
        Plays(
            pick.played()
                .map(|card| playing(state, seat, card))
                .collect(),
        )
    });
    ledger.record(Event::Revealed {
        played: picks.clone(),
    });
    // 4.5: seats ascending.
    for (seat, plays) in picks.iter() {
        plays.0.iter().for_each(|play| provide(ledger, seat, play));
    }
    let state = ledger.state();
    if state.turn < BOX.players.deal(state.setup.seats).turns_per_round {
        pass_hands(ledger);
        start_turn(ledger);
    } else {
        construct(ledger);
    }
}

/// 4.3 a to f: what a card does.
fn playing(state: &State, seat: Seat, card: Card) -> Play {
    match card {
        Card::Territory(square) => {
            let camp = state.realm.camp(square);
            let owner = state.realm.owner(square).unwrap_or(seat);
            Play::Territory {
                square,
                camp_removed: camp.map(|camp| CampRemoved { seat: owner, camp }),
            }
        }
        Card::Building(card) => Play::Building { card },
        Card::Provisions => Play::Provisions,
        Card::Parchment(card) => Play::Parchment {
            card: Secret::Known(card),
        },
    }
}

/// 4.3 f and 4.5: draws for provisions, depth first.
fn provide(ledger: &mut Ledger<'_, State>, seat: Seat, play: &Play) {
    if *play != Play::Provisions {
        return;
    }
    let state = ledger.state();
    let drawn = state.next_cards(2);
    let played = [drawn[0], drawn[1]].map(|card| playing(state, seat, card));
    ledger.record(Event::ProvisionsDrawn {
        seat,
        played: played.clone(),
    });
    played.iter().for_each(|play| provide(ledger, seat, play));
}

/// 3.4
fn pass_hands(ledger: &mut Ledger<'_, State>) {
    let state = ledger.state();
    let seats = state.setup.seats;
    let to = BOX.players.pass_direction_by_round[&state.round];
    let hands = BySeat::new(seats, |seat| {
        let from = match to {
            Direction::Left => seat.right(seats),
            Direction::Right => seat.left(seats),
        };
        Secret::Known(Cards(state.seats[from].hand.clone()))
    });
    ledger.record(Event::HandsPassed { to, hands });
}

/// Section 6: asks all who can build something, or goes on to the harvest.
fn construct(ledger: &mut Ledger<'_, State>) {
    let seats = builders(ledger.state());
    if seats.is_empty() {
        return name_trades(ledger);
    }
    let duty = Duty::Build;
    ledger.record(Event::DecisionsDue { duty, seats });
}

/// 6.7: who is not done and can build something. Buildings and board are public.
pub(super) fn builders(state: &State) -> Seats {
    Seat::first(state.setup.seats)
        .filter(|seat| !state.done.contains(*seat) && state.site(*seat).can_act())
        .collect()
}

/// 6.7: who has nothing left to build is done.
pub(super) fn retire(ledger: &mut Ledger<'_, State>, seat: Seat) {
    let state = ledger.state();
    if state.due.contains(seat) && !state.site(seat).can_act() {
        ledger.record(Event::ConstructionDone { seat });
    }
}

/// 6A.3: asks for the next camp not yet placed, up to the one announced.
pub(super) fn ask_for_camps(ledger: &mut Ledger<'_, State>) {
    let state = ledger.state();
    let Some(announced) = state.announced else {
        return construct(ledger);
    };
    let mut camps = (announced.asked + 1..=announced.camp)
        .filter_map(|camp| Some((state.owner_of(camp)?, camp)));
    let (seat, camp) = camps.next().expect("the announced camp is asked for last");
    ledger.record(Event::CampAsked { seat, camp });
}

/// Asks a seat again that has more than one of these to choose for.
fn ask_again(ledger: &mut Ledger<'_, State>, seat: Seat, duty: Duty) {
    let state = ledger.state();
    let has_more = match duty {
        Duty::Trade => {
            let named = state.seats[seat].trades.len();
            usize::try_from(state.realm.posts(seat).count()).is_ok_and(|posts| named < posts)
        }
        Duty::Copy => !state.copy_cards(seat).is_empty(),
        Duty::Pick | Duty::Build | Duty::Camp => false,
    };
    if has_more {
        let seats = state.due.iter().chain([seat]).collect();
        ledger.record(Event::DecisionsDue { duty, seats });
    }
}

/// 7.1
pub(super) fn name_trades(ledger: &mut Ledger<'_, State>) {
    let state = ledger.state();
    let seats: Seats = Seat::first(state.setup.seats)
        .filter(|seat| !state.realm.posts(*seat).is_empty())
        .collect();
    if seats.is_empty() {
        return harvest(ledger);
    }
    let duty = Duty::Trade;
    ledger.record(Event::DecisionsDue { duty, seats });
}

/// 7.7, and then the next round or the end.
fn harvest(ledger: &mut Ledger<'_, State>) {
    let named = ledger.state().seats.iter();
    let trades: Vec<_> = named
        .flat_map(|(_, it)| it.trades.iter().copied())
        .collect();
    if !trades.is_empty() {
        ledger.record(Event::TradesRevealed { trades });
    }
    let state = ledger.state();
    let round = state.round;
    let fiefs = state.seats.map(|seat, _| Fiefs::of(&state.realm, seat));
    ledger.record(Event::Harvested { round, fiefs });
    if round < BOX.players.rounds {
        start_round(ledger);
    } else {
        turn_up_parchments(ledger);
    }
}

/// 8.1 and 9.15
fn turn_up_parchments(ledger: &mut Ledger<'_, State>) {
    let holdings = &ledger.state().seats;
    let parchments = holdings.map(|_, holding| Parchments(holding.parchments.clone()));
    ledger.record(Event::ParchmentsRevealed { parchments });
    let state = ledger.state();
    let seats: Seats = Seat::first(state.setup.seats)
        .filter(|seat| !state.copy_cards(*seat).is_empty())
        .collect();
    if seats.is_empty() {
        return score_parchments(ledger);
    }
    let duty = Duty::Copy;
    ledger.record(Event::DecisionsDue { duty, seats });
}

/// Section 9
fn score_parchments(ledger: &mut Ledger<'_, State>) {
    let holdings = &ledger.state().seats;
    let copies = holdings.map(|_, holding| Copies(holding.copies.clone()));
    if copies.iter().any(|(_, copies)| !copies.0.is_empty()) {
        ledger.record(Event::CopiesRevealed { copies });
    }
    let scores = score::parchments(ledger.state());
    ledger.record(Event::ParchmentsScored { scores });
}
