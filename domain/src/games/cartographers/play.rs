//! A command resolved, and then the stages to the next decision.

use serde_json::Value;

use super::{
    ambush,
    choice::drawn_on_by,
    command::Command,
    components::{Season, Skill},
    event::{Deck, Drawings, Duty, Event},
    face::FaceKind,
    illegal::Illegal,
    map,
    score::{self, SeasonScore},
    setup::{Options, Setup},
    sheet::Sheet,
    state::{Pending, State},
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
        title: "Cartographers",
        players: 1..=100,
        rules: 1,
        rules_text: include_str!("RULES.md"),
        window_ms: None,
        stages: &["spring", "summer", "fall", "winter"],
        origin: 0,
    };

    fn set_up(options: &Options, seats: u8, dice: &Dice) -> Setup {
        Setup::new(options, seats, dice)
    }

    fn new(setup: &Setup) -> State {
        State::new(setup)
    }

    fn begin(ledger: &mut Ledger<'_, State>) {
        start_season(ledger, Season::Spring);
        advance(ledger, Duty::After);
    }

    fn play(ledger: &mut Ledger<'_, State>, seat: Seat, command: Command) -> Result<(), Illegal> {
        let choice = ledger.state().choice(seat).ok_or(Illegal::NotDue)?;
        let duty = choice.duty;
        let drawing = Secret::Known(choice.resolve(command)?);
        ledger.record(Event::Drawn { seat, drawing });
        if ledger.state().due.is_empty() {
            advance(ledger, duty);
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

    fn off_board(_field: &str, written: &Value) -> Option<Illegal> {
        map::off_the_map(written)
    }
}

/// From what all have decided to the next decision that somebody owes, or to the
/// end of the match. After [`Duty::After`] a new turn begins.
fn advance(ledger: &mut Ledger<'_, State>, mut made: Duty) {
    loop {
        let next = match made {
            Duty::Before => {
                reveal_drawings(ledger);
                place_ambush_solo(ledger);
                skip(ledger);
                Duty::Draw
            }
            Duty::Draw => Duty::After,
            Duty::After => {
                reveal_drawings(ledger);
                end_season(ledger);
                if ledger.state().is_over() {
                    return;
                }
                reveal_cards(ledger);
                Duty::Before
            }
        };
        let seats = due_seats(ledger.state(), next);
        if !seats.is_empty() {
            ledger.record(Event::DecisionsDue { duty: next, seats });
            return;
        }
        made = next;
    }
}

/// The seats that owe a decision. Depends on nothing but what all know, so that
/// nobody learns from it what another has drawn.
pub(super) fn due_seats(state: &State, duty: Duty) -> Seats {
    let seats = Seat::first(state.setup.seats);
    match duty {
        Duty::Draw if is_solo_ambush(state) => Seats::NONE, // 9.2
        Duty::Draw => seats.filter(|&seat| has_room(state, seat)).collect(),
        Duty::Before | Duty::After => {
            let (skills, is_ambush) = (&state.setup.skills, is_ambush(state));
            seats
                .filter(|seat| may_use_a_skill(&state.sheets[*seat], skills, is_ambush, duty))
                .collect()
        }
    }
}

/// 13.2 and 13.4, as far as all know.
pub(super) fn may_use_a_skill(
    sheet: &Sheet,
    skills: &[Skill],
    is_ambush: bool,
    duty: Duty,
) -> bool {
    let has_cost = |skill: Skill| sheet.purse() >= skill.card().cost_coins;
    let is_for_now = |skill: Skill| match (skill, duty) {
        (Skill::Acrobatics, _) => duty == Duty::Before && is_ambush && has_cost(skill),
        (Skill::Diplomacy, Duty::Before) => has_cost(skill),
        // The drawing not shown yet may pay for it.
        (Skill::Diplomacy | Skill::Concentration | Skill::Healing | Skill::Search, _) => {
            duty == Duty::After && !is_ambush
        }
        (Skill::ArcaneKnowledge | Skill::Stealth | Skill::Negotiation, _) => false,
    };
    sheet.skill.is_none()
        && !sheet.map.empty().is_empty()
        && skills.iter().any(|&skill| is_for_now(skill))
}

fn is_ambush(state: &State) -> bool {
    state
        .card()
        .is_some_and(|card| card.face().kind == FaceKind::Ambush)
}

fn is_solo_ambush(state: &State) -> bool {
    state.setup.seats == 1 && is_ambush(state)
}

/// Whether the sheet a seat draws on has an empty space.
fn has_room(state: &State, seat: Seat) -> bool {
    let card = state.card().expect("a card was revealed");
    let on = drawn_on_by(seat, state.setup.seats, card, Duty::Draw);
    !state.sheets[on].map.empty().is_empty()
}

/// 3.2: reveals cards until one is to be drawn from.
fn reveal_cards(ledger: &mut Ledger<'_, State>) {
    loop {
        let state = ledger.state();
        let card = state.deck[state.revealed.len()]; // 3.6: it never runs out
        ledger.record(Event::CardRevealed { card });
        if card.face().kind != FaceKind::Ruins {
            return;
        }
    }
}

/// Shows what was drawn since the last time, if anything was.
fn reveal_drawings(ledger: &mut Ledger<'_, State>) {
    let pending = &ledger.state().pending;
    if pending.iter().any(|(_, drawings)| drawings[0].is_some()) {
        let drawn = |of: &Pending| Drawings(of.iter().copied().flatten().collect());
        let drawings = pending.map(|_, pending| drawn(pending));
        ledger.record(Event::Revealed { drawings });
    }
}

/// 9.2: alone, the monsters come by themselves, unless Acrobatics has called others.
fn place_ambush_solo(ledger: &mut Ledger<'_, State>) {
    let state = ledger.state();
    let card = state.card().and_then(|card| Some((card, card.ambush()?)));
    let Some((card, ambush)) = card.filter(|_| is_solo_ambush(state)) else {
        return;
    };
    if state.acrobats.is_empty() {
        let sheet = &state.sheets[Seat(0)];
        let monsters = ambush::walk(sheet, &ambush.solo, &card.face().shapes[0].turns[0]);
        let drawing = sheet.pay(monsters, 0);
        ledger.record(Event::Ambushed { drawing });
    }
}

/// 4.8 and 6.5: who has no room draws nothing.
fn skip(ledger: &mut Ledger<'_, State>) {
    let state = ledger.state();
    let seats = Seat::first(state.setup.seats);
    let seats: Seats = seats.filter(|&seat| !has_room(state, seat)).collect();
    if !seats.is_empty() && !is_solo_ambush(state) {
        ledger.record(Event::Skipped { seats });
    }
}

/// 3.4: scores the season if its time is up, and starts the next.
fn end_season(ledger: &mut Ledger<'_, State>) {
    let state = ledger.state();
    let season = state.season;
    if state.time() < season.card().time_threshold {
        return;
    }
    let edicts = season.edicts(&state.setup.edicts);
    let scores = state.sheets.map(|_, sheet| SeasonScore::of(sheet, edicts));
    ledger.record(Event::SeasonScored { season, scores });
    if let Some(next) = season.next() {
        start_season(ledger, next);
    }
    if let Some(rating) = score::rating(ledger.state()) {
        ledger.record(Event::Rated { rating });
    }
}

fn start_season(ledger: &mut Ledger<'_, State>, season: Season) {
    let mut deck = ledger.state().cards_for(season);
    let nth = u32::from(season as u8);
    ledger.dice().roll("explore deck", nth).shuffle(&mut deck);
    let deck = Secret::Known(Deck(deck));
    ledger.record(Event::SeasonStarted { season, deck });
}
