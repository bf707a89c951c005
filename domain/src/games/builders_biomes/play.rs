//! A command resolved, and then the stages to the next decision.

use serde_json::Value;

use super::{
    blocks::Block,
    board::Space,
    command::Command,
    components::BOX,
    cube::Column,
    event::{Duty, Event, RoundScore},
    features::{Feature, Round},
    illegal::Illegal,
    off_board,
    places::{Crossing, Stack},
    resolve::Deed,
    score,
    setup::{Options, Setup},
    state::State,
    tiles::Mob,
    view::View,
    weapons::{Fight, Weapon},
};
use crate::{BySeat, Dice, Game, Info, Ledger, Seat, Seats, Standing, Viewer, cast};

impl Game for State {
    type Options = Options;
    type Setup = Setup;
    type Command = Command;
    type Event = Event;
    type View = View;
    type Illegal = Illegal;

    const INFO: Info = Info {
        title: "Minecraft: Builders & Biomes",
        players: 2..=4,
        rules: 1,
        rules_text: include_str!("RULES.md"),
        window_ms: None,
        stages: &["turn", "fight", "scoring_round"],
        origin: 0,
    };

    fn set_up(options: &Options, seats: u8, dice: &Dice) -> Setup {
        Setup::new(*options, seats, dice)
    }

    fn new(setup: &Setup) -> State {
        State::new(setup)
    }

    fn begin(ledger: &mut Ledger<'_, State>) {
        let seat = ledger.state().active;
        begin_turn(ledger, seat);
    }

    fn play(ledger: &mut Ledger<'_, State>, seat: Seat, command: Command) -> Result<(), Illegal> {
        let choice = ledger.state().choice(seat).ok_or(Illegal::NotDue)?;
        let duty = choice.duty;
        let deed = choice.resolve(command)?;
        carry_out(ledger, seat, duty, deed);
        Ok(())
    }

    fn evolve(&mut self, event: &Event) {
        self.evolve(event);
    }

    fn to_act(&self) -> Seats {
        self.to_act()
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

    /// All of it is public: what is hidden lies in the setup.
    fn disclose(event: Event, _viewer: Viewer) -> Event {
        event
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
        off_board::off_board(field, written)
    }
}

fn carry_out(ledger: &mut Ledger<'_, State>, seat: Seat, duty: Duty, deed: Deed) {
    match deed {
        Deed::TakeBlock { column } => take_block(ledger, seat, duty, column),
        Deed::Explore { to } => explore(ledger, seat, to),
        Deed::Build {
            stack,
            building,
            space,
            payment,
        } => {
            ledger.record(Event::Built {
                seat,
                stack,
                building,
                space,
                payment,
                xp: building.xp(),
            });
            go_on(ledger, seat);
        }
        Deed::Fight { stack, mob } => fight(ledger, seat, stack, mob),
        Deed::UseTnt => {
            ledger.record(Event::TntUsed { seat });
            fight_on(ledger, seat);
        }
        Deed::KeepTnt => {
            ledger.record(Event::TntKept { seat });
            fight_on(ledger, seat);
        }
        Deed::CollectWeapon { slot, weapon } => {
            ledger.record(Event::WeaponCollected { seat, slot, weapon });
            go_on(ledger, seat);
        }
        Deed::ReturnTile { mob } => {
            ledger.record(Event::ExtraActionTileReturned { seat, mob });
            ask(ledger, seat, Duty::ExtraAction); // 6.5
        }
        Deed::EndTurn => end_turn(ledger, seat),
        Deed::Score { feature } => {
            let round = ledger.state().round;
            let round = round.expect("features are chosen in scoring rounds");
            score_round(ledger, seat, round, Some(feature));
            hold_rounds(ledger);
        }
    }
}

fn ask(ledger: &mut Ledger<'_, State>, seat: Seat, duty: Duty) {
    ledger.record(Event::DecisionDue { seat, duty });
}

/// 7.1 and 8.3
fn take_block(ledger: &mut Ledger<'_, State>, seat: Seat, duty: Duty, column: Column) {
    let cube = &ledger.state().cube;
    let uncovered = cube.uncovered_by(column);
    let block: Block = cube
        .block(column, cube.height(column))
        .expect("the record keeps the cube whole");
    ledger.record(Event::BlockTaken {
        seat,
        column,
        block,
        uncovered,
    });
    let is_empty = ledger.state().cube.is_empty();
    match duty {
        Duty::Pickaxe => fight_on(ledger, seat),
        // 7.1.1: two blocks, or the last.
        Duty::Act | Duty::ExtraAction if !is_empty => ask(ledger, seat, Duty::SecondBlock),
        Duty::Act | Duty::ExtraAction | Duty::SecondBlock | Duty::Tnt | Duty::Feature => {
            go_on(ledger, seat);
        }
    }
}

/// 7.2.1
fn explore(ledger: &mut Ledger<'_, State>, seat: Seat, to: Crossing) {
    let (tiles, weapons) = ledger.state().overworld.flipped_at(to);
    ledger.record(Event::Explored {
        seat,
        to,
        tiles,
        weapons,
    });
    go_on(ledger, seat);
}

/// 8.1 to 8.3
fn fight(ledger: &mut Ledger<'_, State>, seat: Seat, stack: Stack, mob: Mob) {
    let state = ledger.state();
    let weapons = state.players[seat]
        .weapons
        .reveal(ledger.dice(), state.fights);
    let hoes = weapons.iter().filter(|it| **it == Weapon::GoldenHoe);
    let hoes = cast::<u8>(hoes.count());
    ledger.record(Event::TokensRevealed {
        seat,
        stack,
        mob,
        weapons,
    });
    if hoes > 0 {
        let xp = i16::from(hoes) * i16::from(BOX.fight.golden_hoe_xp);
        let xp = ledger.state().hoes_pay(seat, xp);
        ledger.record(Event::HoesPaid { seat, hoes, xp });
    }
    fight_on(ledger, seat);
}

/// 8.3: pickaxes, then TNT, one after the other; then the fight is decided.
fn fight_on(ledger: &mut Ledger<'_, State>, seat: Seat) {
    let state = ledger.state();
    let fight = state.fight.as_ref().expect("a fight goes on");
    if fight.pickaxes > 0 && !state.cube.is_empty() {
        ask(ledger, seat, Duty::Pickaxe);
    } else if fight.tnt > 0 {
        ask(ledger, seat, Duty::Tnt);
    } else {
        let decided = decided(seat, fight);
        ledger.record(decided);
        go_on(ledger, seat);
    }
}

/// 8.5 and 8.6
fn decided(seat: Seat, fight: &Fight) -> Event {
    let (stack, mob, hearts) = (fight.stack, fight.mob, fight.hearts());
    if fight.is_won() {
        let xp = mob.xp();
        Event::FightWon {
            seat,
            stack,
            mob,
            hearts,
            xp,
        }
    } else {
        Event::FightLost {
            seat,
            stack,
            mob,
            hearts,
        }
    }
}

/// 6.6: the next action of the turn, or its end if there is nothing left to do.
fn go_on(ledger: &mut Ledger<'_, State>, seat: Seat) {
    let choice = ledger.state().choice_of(seat, Duty::Act);
    let has_tile = choice.player.extra_action_tiles().next().is_some();
    if choice.allows_end() && !has_tile {
        end_turn(ledger, seat);
    } else {
        ask(ledger, seat, Duty::Act);
    }
}

fn begin_turn(ledger: &mut Ledger<'_, State>, seat: Seat) {
    let turn = ledger.state().turn.saturating_add(1);
    ledger.record(Event::TurnBegan { turn, seat });
    ask(ledger, seat, Duty::Act);
}

fn end_turn(ledger: &mut Ledger<'_, State>, seat: Seat) {
    ledger.record(Event::TurnEnded { seat });
    hold_rounds(ledger);
}

/// 10.1 to 10.3: holds every round that is due, to its end or to the next feature a
/// player must name; then the next turn, or the end.
fn hold_rounds(ledger: &mut Ledger<'_, State>) {
    while let Some(round) = next_round(ledger) {
        while let Some(seat) = next_to_score(ledger.state(), round) {
            if has_choice(ledger.state(), seat, round) {
                return ask(ledger, seat, Duty::Feature);
            }
            let best = score::best_feature(ledger.state().table(), seat, round);
            score_round(ledger, seat, round, best);
        }
    }
    let state = ledger.state();
    if state.round == Some(Round::C) {
        let bonuses = score::mob_bonuses(state.table());
        ledger.record(Event::MobBonusesScored { bonuses }); // 11.1
    } else {
        begin_turn(ledger, state.active.left(state.seats())); // 10.8
    }
}

/// The round that is being held, or the next that is due and begins now.
fn next_round(ledger: &mut Ledger<'_, State>) -> Option<Round> {
    let state = ledger.state();
    let held = state.round;
    if let Some(round) = held.filter(|round| next_to_score(state, *round).is_some()) {
        return Some(round);
    }
    let mut later = Round::ALL.into_iter().filter(|round| Some(*round) > held);
    let round = later.next()?;
    if !state.cube.is_layer_empty(round.layer()) {
        return None;
    }
    ledger.record(Event::ScoringRoundBegan { round });
    Some(round)
}

/// 10.3: clockwise from whoever ended the turn.
fn next_to_score(state: &State, round: Round) -> Option<Seat> {
    let seats = state.seats();
    let has_scored = |seat: Seat| {
        let mut scores = state.scores.iter();
        scores.any(|score| score.round == round && score.seat == seat)
    };
    let mut order = (0..seats).map(|nth| Seat((state.active.0 + nth) % seats));
    order.find(|seat| !has_scored(*seat))
}

/// D-12: whether a seat names its feature itself. Without any space to count there is
/// nothing to name.
pub(super) fn has_choice(state: &State, seat: Seat, round: Round) -> bool {
    !state.options.automatic_features && score::best_feature(state.table(), seat, round).is_some()
}

/// 10.4
fn score_round(ledger: &mut Ledger<'_, State>, seat: Seat, round: Round, feature: Option<Feature>) {
    let table = ledger.state().table();
    let counted = feature.map(|feature| score::counted(table, seat, round, feature));
    let (spaces, xp) = counted.unwrap_or_default();
    let score = RoundScore {
        round,
        seat,
        feature,
        spaces: Space::each(spaces).collect(),
        xp,
    };
    ledger.record(Event::RoundScored { score });
}
