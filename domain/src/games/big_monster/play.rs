//! A command resolved, and then the stages to the next decision.

use serde_json::Value;

use super::{
    command::Command,
    components::BOX,
    event::{Duty, Event},
    explorers::{Explorer, Explorers},
    illegal::Illegal,
    missions, passes, ranking, score,
    setup::{MissionCheck, Mode, Options, Setup},
    state::State,
    tiles::Tiles,
    variants::{self, Group},
    view::View,
    zone::{self, ORIGIN},
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
        title: "Big Monster",
        players: 2..=6,
        rules: 2,
        rules_text: include_str!("RULES.md"),
        window_ms: Some(500),
        stages: &["explorers", "draft", "groups", "placement", "discards"],
        origin: ORIGIN,
    };

    fn fits(options: &Options, seats: u8) -> Result<(), Illegal> {
        options.fits(seats)
    }

    fn teams(options: &Options, seats: u8) -> Vec<Seats> {
        let teams = options.mode(seats).teams(seats).into_iter();
        let partners = teams.flat_map(missions::partners);
        partners.map(|both| both.into_iter().collect()).collect()
    }

    fn set_up(options: &Options, seats: u8, dice: &Dice) -> Setup {
        Setup::new(options, seats, dice)
    }

    fn new(setup: &Setup) -> State {
        State::new(setup)
    }

    fn begin(ledger: &mut Ledger<'_, State>) {
        let state = ledger.state();
        let pair = |seat: Seat| {
            let from = usize::from(2 * seat.0);
            Secret::Known(Explorers(state.explorers[from..from + 2].to_vec()))
        };
        let offers = BySeat::new(state.players(), pair);
        ledger.record(Event::ExplorersDealt { offers });
        ask_all(ledger, Duty::Explorer);
    }

    fn play(ledger: &mut Ledger<'_, State>, seat: Seat, command: Command) -> Result<(), Illegal> {
        let state = ledger.state();
        let choice = state.choice(seat).ok_or(Illegal::NotDue)?;
        let duty = state.duty.expect("who owes a decision knows which");
        let events = choice.resolve(command)?;
        match passes::held(ledger.rules(), seat, command) {
            Some(held) => ledger.record(held),
            None => events.into_iter().for_each(|event| ledger.record(event)),
        }
        carry_on(ledger, seat, duty);
        Ok(())
    }

    fn is_holding(&self) -> bool {
        !self.held_passes().is_empty()
    }

    fn close_window(ledger: &mut Ledger<'_, State>) {
        passes::close_window(ledger);
    }

    fn evolve(&mut self, event: &Event) {
        self.evolve(event);
    }

    fn to_act(&self) -> Seats {
        self.due
    }

    fn outcome(&self) -> Option<BySeat<Standing>> {
        ranking::standings(self)
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

    fn off_board(_field: &str, written: &Value) -> Option<Illegal> {
        zone::too_far(written)
    }
}

/// From what `seat` has decided to the next decision that somebody owes, or to the
/// end of the match.
fn carry_on(ledger: &mut Ledger<'_, State>, seat: Seat, duty: Duty) {
    let is_variant = ledger.state().mode == Mode::Variant;
    if !ledger.state().due.is_empty() {
        return;
    }
    match duty {
        Duty::Explorer => show_explorers(ledger),
        Duty::Draft if ledger.state().is_holding() => {
            passes::settle(ledger);
            carry_on(ledger, seat, duty);
        }
        Duty::Draft | Duty::Keep => show_tiles(ledger),
        Duty::Place if is_variant => after_placement(ledger, seat),
        Duty::Place => end_turn(ledger),
        Duty::Discard => {
            check_missions(ledger); // D-14
            settle(ledger);
        }
        Duty::Take => ask(ledger, Duty::Place, Seats::only(seat)),
    }
}

pub(super) fn ask(ledger: &mut Ledger<'_, State>, duty: Duty, seats: Seats) {
    ledger.record(Event::DecisionsDue { duty, seats });
}

fn ask_all(ledger: &mut Ledger<'_, State>, duty: Duty) {
    let seats = Seats::first(ledger.state().players());
    ask(ledger, duty, seats);
}

/// D-1
fn show_explorers(ledger: &mut Ledger<'_, State>) {
    let seats = &ledger.state().seats;
    let explorers = seats.map(|_, it| it.chosen.expect("all have chosen"));
    ledger.record(Event::ExplorersRevealed { explorers });
    match ledger.state().first {
        Some(first) => open_groups(ledger, first),
        None => deal_round(ledger),
    }
}

/// 3.5 and 4.10: the next piles of ten lie on the ships and are taken.
fn deal_round(ledger: &mut Ledger<'_, State>) {
    let state = ledger.state();
    let size = BOX.setup.draft.hand;
    let piles = state.next_tiles(size * state.players());
    let pile = |seat: Seat| {
        let from = usize::from(size * seat.0);
        let tiles = piles[from..from + usize::from(size)].to_vec();
        Secret::Known(Tiles(tiles))
    };
    let hands = BySeat::new(state.players(), pile);
    let round = state.round + 1;
    let turn = 1;
    ledger.record(Event::TurnStarted { round, turn, hands });
    ask_all(ledger, Duty::Draft);
}

/// 4.2
fn start_turn(ledger: &mut Ledger<'_, State>) {
    let state = ledger.state();
    let hands = state.seats.map(|_, holding| {
        let pile = holding.ship.as_ref().expect("a pile lies on every ship");
        Secret::Known(Tiles(pile.tiles.clone()))
    });
    let (round, turn) = (state.round, state.turn + 1);
    ledger.record(Event::TurnStarted { round, turn, hands });
    let is_last = turn == BOX.setup.draft.turns_per_round;
    if is_last && !ledger.state().options.passes_in_last_turn() {
        ask_all(ledger, Duty::Keep); // D-13
    } else {
        ask_all(ledger, Duty::Draft);
    }
}

/// 4.8
fn show_tiles(ledger: &mut Ledger<'_, State>) {
    let seats = &ledger.state().seats;
    let tiles = seats.map(|_, it| it.kept.expect("all have kept a tile"));
    ledger.record(Event::TilesRevealed { tiles });
    ask_all(ledger, Duty::Place);
}

/// Draft: all have placed their tiles.
fn end_turn(ledger: &mut Ledger<'_, State>) {
    check_missions(ledger);
    if ledger.state().turn < BOX.setup.draft.turns_per_round {
        return start_turn(ledger);
    }
    let state = ledger.state();
    let (round, dragon) = (state.round, state.dragon);
    ledger.record(Event::RoundEnded { round });
    if let Some(seat) = dragon {
        ledger.record(Event::DragonSettled { round, seat }); // 4.7
    }
    if round < BOX.setup.draft.rounds {
        deal_round(ledger);
    } else {
        open_discards(ledger);
    }
}

/// 8.1
fn open_discards(ledger: &mut Ledger<'_, State>) {
    let state = ledger.state();
    let takes = |explorer: Option<Explorer>| explorer.is_some_and(Explorer::takes_a_discard);
    let taker = state.seats.iter().find(|(_, it)| takes(it.zone.explorer));
    let Some((seat, _)) = taker else {
        return settle(ledger);
    };
    let discards = state.discards.iter();
    let tiles = discards
        .flat_map(|pile| pile.tiles.iter().copied())
        .collect();
    let tiles = Secret::Known(Tiles(tiles));
    ledger.record(Event::DiscardsOpened { seat, tiles });
    ask(ledger, Duty::Discard, Seats::only(seat));
}

/// 9.3
fn open_groups(ledger: &mut Ledger<'_, State>, first: Seat) {
    let state = ledger.state();
    let table = variants::table(state.players());
    let turn = state.turn + 1;
    let count = variants::revealed(table, turn, state.piles_left());
    let tiles = state.next_tiles(count * table.pile_size);
    let piles = tiles.chunks(usize::from(table.pile_size));
    let groups = (state.groups_revealed + 1..)
        .zip(piles)
        .map(|(number, tiles)| Group {
            number,
            tiles: tiles.to_vec(),
        });
    let groups = groups.collect();
    ledger.record(Event::GroupsOpened {
        turn,
        first,
        groups,
    });
    ask(ledger, Duty::Take, Seats::only(first));
}

/// 9.5: the next player takes a tile, or the turn ends.
fn after_placement(ledger: &mut Ledger<'_, State>, seat: Seat) {
    let state = ledger.state();
    let first = state.first.expect("somebody begins each turn");
    let next = seat.left(state.players());
    let is_last = next == first;
    if is_last || state.options.mission_check() == MissionCheck::EachPlacement {
        check_missions(ledger); // D-15
    }
    let state = ledger.state();
    if !is_last {
        ask(ledger, Duty::Take, Seats::only(next));
    } else if state.turn < variants::table(state.players()).turns {
        open_groups(ledger, first.left(state.players())); // 9.2
    } else {
        settle(ledger);
    }
}

/// 7.1
fn check_missions(ledger: &mut Ledger<'_, State>) {
    let state = ledger.state();
    let needs = state.options.team_needs_individual();
    let payments = missions::due(&state.missions, &state.tallies(), state.teams(), needs);
    for payment in payments {
        let (mission, scope, seats) = (payment.mission, payment.scope, payment.seats);
        let points = mission.record().points;
        ledger.record(Event::MissionPaid {
            mission,
            scope,
            seats,
            points,
        });
    }
}

/// 8.1: the penalty, then the sheets.
fn settle(ledger: &mut Ledger<'_, State>) {
    let state = ledger.state();
    let seats = missions::penalized(&state.tallies(), state.teams());
    if !seats.is_empty() {
        let points = BOX.penalty.points;
        ledger.record(Event::PenaltyPaid { seats, points });
    }
    let scores = score::sheets(ledger.state());
    let scores = scores.map(|_, score| score.moved(ORIGIN));
    ledger.record(Event::Scored { scores });
}
