//! Examples for the document: one short match of every game, played here by the
//! rules themselves, so that no example can be wrong.

use domain::{
    BySeat, GameId, Rng, Seat, Seed, Viewer, Who,
    bots::Bot,
    cast,
    matches::{self as rules, Match, MatchEvent, Place, PlayerId, Request, Terms},
};
use serde::Serialize;
use serde_json::{Value, json};
use store::{DealId, MatchId, Timestamp};

use super::{
    batches, lookback, push,
    statistics::{self, POSITION},
    tournaments,
};
use api::wire::{
    self, Due, Events, GameInfo, Happened, HasPlayers, Joined, LegalCommand, LegalCommands,
    LineNames, Made, MatchInfo, MatchLinks, MatchResults, MatchView, Named, Opened, Owed, Rules,
    SeatToken, Section, Sheets, SideResult, Step, StepScore, Tried, Worlds,
};

/// An example of one operation's request (`at` is `request`) or success.
pub(super) struct Example {
    /// The operation's id.
    pub(super) operation: &'static str,
    /// `request` or `response`.
    pub(super) at: &'static str,
    /// The game it is about.
    pub(super) game: String,
    /// The body.
    pub(super) value: Value,
}

/// One match: before and after its first decision, and at its end.
pub(super) struct Played {
    pub(super) id: MatchId,
    pub(super) player: PlayerId,
    pub(super) seat: Seat,
    pub(super) before: Match,
    pub(super) after: Match,
    /// The events up to `after`, and how many there were before.
    pub(super) events: Vec<MatchEvent>,
    pub(super) begun_at: u32,
    pub(super) end: Match,
    /// Every event.
    pub(super) all: Vec<MatchEvent>,
}

/// Every example.
pub(super) fn examples(document: &Value) -> Vec<Example> {
    let games = GameId::ALL.iter();
    games.flat_map(|&game| of(game, document)).collect()
}

fn of(game: GameId, document: &Value) -> Vec<Example> {
    let played = play(game);
    let name = wire::name(&game);
    let mut examples = catalogue(game, document);
    examples.extend(tables(game, &played));
    examples.extend(turns(&played));
    examples.extend(replay(&played));
    examples.extend(statistics::of(game));
    examples.extend(batches::of(game));
    examples.extend(tournaments::of(game));
    examples.extend(push::of(&played));
    examples.extend(lookback::of(&played));
    let named = |(operation, at, value)| Example {
        operation,
        at,
        game: name.clone(),
        value,
    };
    examples.into_iter().map(named).collect()
}

pub(super) type Unnamed = (&'static str, &'static str, Value);

fn catalogue(game: GameId, document: &Value) -> Vec<Unnamed> {
    let info = game.info();
    let samples = game.samples();
    let position = |position: Value| json!({ "game": game, "position": position });
    let (scored, decided) = (position(samples.scored), position(samples.decided));
    let imagined = |position: &Value| {
        serde_json::from_value::<domain::Position>(position.clone())
            .expect("the example is a position")
            .imagine()
            .expect("the example can stand")
    };
    let mut sections = Section::all(info.rules_text);
    sections.retain(|section| section.anchor.starts_with("4.1"));
    let rules = Rules {
        game,
        rules: info.rules,
        sections,
    };
    vec![
        ("getGame", "response", json(&told(game, document))),
        (
            "listGames",
            "response",
            json!({ "items": [json(&told(game, document))] }),
        ),
        ("getComponents", "response", json!({ "cards": [] })),
        ("getRules", "response", json(&rules)),
        (
            "scorePosition",
            "response",
            json(&Sheets::of(&imagined(&scored))),
        ),
        ("scorePosition", "request", scored.clone()),
        ("drawPosition", "request", scored.clone()),
        ("drawPositionPng", "request", scored),
        (
            "legalInPosition",
            "response",
            json(&legal(&imagined(&decided))),
        ),
        ("legalInPosition", "request", decided),
    ]
}

fn tables(game: GameId, played: &Played) -> Vec<Unnamed> {
    let Played {
        id, player, after, ..
    } = played;
    let token = |seat| SeatToken {
        seat,
        token: format!("seat_{}", "0".repeat(98)),
    };
    let version = count(&played.events);
    let info = || MatchInfo::of(*id, after, (version, POSITION));
    let told = || json(&named(info()));
    let opened = json(&named(Opened {
        opened: info(),
        seat_tokens: vec![token(Seat(0)), token(Seat(1))],
        watch_token: None,
    }));
    let joined = Joined {
        joined: info(),
        seat: token(Seat(1)),
    };
    let bot = json!({ "kind": "bot", "bot": "greedy" });
    let wanted = json!({ "game": wire::name(&game), "seats": [{ "kind": "me" }, bot] });
    let player = json!({
        "id": player, "name": "ann", "unique_name": true, "kind": "bot", "version": "ann 1.2",
        "registered_at": moment(), "deleted": false,
    });
    let mut deleted = player.clone();
    deleted["name"] = Value::Null;
    deleted["unique_name"] = json!(false);
    deleted["deleted"] = json!(true);
    let list = json!({ "items": [player], "next_cursor": null, "as_of_position": POSITION });
    let mut registered = player.clone();
    registered["token"] = json!(format!("player_{}", "0".repeat(96)));
    vec![
        (
            "registerPlayer",
            "request",
            json!({ "name": "ann", "kind": "bot", "version": "ann 1.2", "unique_name": true }),
        ),
        ("registerPlayer", "response", registered.clone()),
        ("rotateToken", "response", registered),
        ("getPlayer", "response", player),
        ("listPlayers", "response", list),
        ("deletePlayer", "response", deleted),
        ("openMatch", "request", wanted),
        ("openMatch", "response", opened.clone()),
        ("rematch", "response", opened),
        ("getMatch", "response", told()),
        ("joinMatch", "request", json!({ "seat": 1 })),
        ("joinMatch", "response", json(&named(joined))),
        ("leaveMatch", "response", told()),
        ("askEnd", "response", told()),
        ("startMatch", "response", told()),
    ]
}

fn turns(played: &Played) -> Vec<Unnamed> {
    let Played {
        id,
        seat,
        before,
        after,
        ..
    } = played;
    let table = before.table().expect("it has started");
    let view = table.state.view(Viewer::Seat(*seat));
    let legal = legal(&view);
    let command = view.legal().swap_remove(0);
    let due = Due {
        id: *id,
        seat: *seat,
        version: played.begun_at,
        offered_at: Some(moment()),
        left_ms: None,
        owed: Owed::of(*id, *seat, table, Some(legal.count)),
        view: view.clone(),
        legal: Some(legal.items),
        mask: None,
    };
    let made = Made {
        id: *id,
        seat: *seat,
        decision: 0,
        version: count(&played.events),
        position: POSITION,
        offered_at: Some(moment()),
        received_at: moment(),
        decided_in_ms: Some(0),
        events: happened(played, Viewer::Seat(*seat)),
        gain: view.gain(&command),
        next: None,
        due: None,
        over: after.is_over(),
    };
    let tried = Tried {
        id: *id,
        seat: *seat,
        decision: 0,
        version: played.begun_at,
        gain: view.gain(&command),
    };
    vec![
        ("getDecision", "response", json(&due)),
        ("listLegalCommands", "response", json(&self::legal(&view))),
        ("drawWorlds", "response", json(&worlds(&due))),
        ("putDecision", "request", json(&command)),
        ("putDecision", "response", json(&made)),
        ("tryDecision", "request", json(&command)),
        ("tryDecision", "response", json(&tried)),
    ]
}

fn replay(played: &Played) -> Vec<Unnamed> {
    let Played { id, after, end, .. } = played;
    let step = count(&played.events);
    let view = after
        .table()
        .map(|table| table.state.view(Viewer::Spectator));
    let items = happened(played, Viewer::Spectator);
    let last = items.len().checked_sub(1);
    let seen = Step {
        id: *id,
        step,
        happened: happened(played, Viewer::Spectator)
            .pop()
            .filter(|_| last.is_some()),
        view: view.clone(),
    };
    let score = StepScore::of(step, view.as_ref());
    let events = Events {
        items,
        next_after: step,
        version: step,
        over: false,
    };
    let table = end.table().expect("it was played");
    let standings = table.standings.clone().expect("it was played to its end");
    let results = MatchResults {
        id: *id,
        options: end.terms.options.clone(),
        occupants: table.occupants.clone(),
        deal: DealId::of_match(end),
        line_names: LineNames::of_standings(end.terms.options.game(), &standings),
        standings,
        sides: SideResult::all(table),
        links: MatchLinks::of(*id),
    };
    vec![
        (
            "getView",
            "response",
            json(&MatchView {
                id: *id,
                step,
                view,
            }),
        ),
        ("getStep", "response", json(&seen)),
        (
            "getStepDiff",
            "response",
            json!([{ "op": "replace", "path": "/view/turn", "value": 1 }]),
        ),
        ("getStepScore", "response", json(&score)),
        ("listEvents", "response", json(&events)),
        ("getResults", "response", json(&named(results))),
    ]
}

/// A match of two by the rules alone: the same every time.
fn play(game: GameId) -> Played {
    let seed = Seed([7; 32]);
    let player = PlayerId(format!("p_{}", "1a".repeat(16)));
    let terms = terms(game, seed, &player);
    let seated = [(Seat(0), player.clone()), (Seat(1), player.clone())];
    let mut events = rules::open(&terms, seed, &seated).expect("two can play");
    let before = Match::fold(&events).expect("it was opened");
    let begun_at = count(&events);
    let seat = to_act(&before).expect("someone begins");
    let mut after = before.clone();
    events.extend(decide(&mut after, &player, seat, |legal, _| {
        legal.swap_remove(0)
    }));
    let (mut end, mut all) = (after.clone(), events.clone());
    while let Some(seat) = to_act(&end) {
        all.extend(decide(&mut end, &player, seat, |_, view| {
            Bot::Greedy.choose(view, &mut domain::Dice::new(seed).roll("example", 0))
        }));
    }
    let id = format!("m_{}", "2b".repeat(16))
        .parse()
        .expect("it is written like one");
    Played {
        id,
        player,
        seat,
        before,
        after,
        events,
        begun_at,
        end,
        all,
    }
}

fn terms(game: GameId, seed: Seed, player: &PlayerId) -> Terms {
    Terms {
        options: game.default_options(),
        places: BySeat::new(2, |_| Place::Player {
            player: player.clone(),
        }),
        host: player.clone(),
        rules: game.info().rules,
        components: game.components_sha256().to_owned(),
        seed_commitment: seed.commitment(),
        seed_known: true,
        open_hands: false,
        private: false,
        fork: None,
        batch: None,
        rng: Some(Rng::today()),
        settings: Box::default(),
    }
}

fn to_act(game: &Match) -> Option<Seat> {
    game.table()?.state.to_act().iter().next()
}

fn decide(
    game: &mut Match,
    player: &PlayerId,
    seat: Seat,
    choose: impl Fn(&mut Vec<domain::Command>, &domain::View) -> domain::Command,
) -> Vec<MatchEvent> {
    let table = game.table().expect("it has started");
    let view = table.state.view(Viewer::Seat(seat));
    let decision = table.decisions[seat];
    let command = choose(&mut view.legal(), &view);
    let request = Request::Decide {
        seat,
        decision,
        command,
    };
    let events = game.decide(Some(player), request).expect("it is legal");
    game.evolve_all(&events);
    events
}

/// What the first decision led to.
fn happened(played: &Played, viewer: Viewer) -> Vec<Happened> {
    let events = (1..)
        .zip(&played.events)
        .filter(|(step, _)| *step > played.begun_at);
    let game = played.before.terms.options.game();
    let told = events
        .map(|(step, event)| Happened::of((step, moment()), event.clone().disclose(viewer), game));
    told.collect()
}

fn told(game: GameId, document: &Value) -> GameInfo {
    GameInfo::of(game, api::options_schema_in(document, game))
}

fn worlds(due: &Due) -> Worlds {
    let seed = Seed([9; 32]);
    Worlds {
        id: due.id,
        seat: due.seat,
        version: due.version,
        seed,
        items: vec![due.view.redraw(&domain::Dice::new(seed))],
    }
}

/// The first few legal commands.
pub(super) fn legal(view: &domain::View) -> LegalCommands {
    let legal = view.legal();
    let count = cast::<u32>(legal.len());
    let items = (0..).zip(legal).take(3);
    let items = items.map(|(number, command)| LegalCommand {
        number,
        action: view.action_id(&command),
        gain: Some(view.gain(&command)),
        text: Some(view.said(&command, &Who::NUMBERED)),
        cells: Some(view.cells_of(&command)),
        command,
    });
    LegalCommands {
        count,
        items: items.collect(),
        mask: None,
    }
}

pub(super) fn moment() -> Timestamp {
    "2031-05-17T08:09:10.011Z".parse().expect("it is a moment")
}

pub(super) fn count(events: &[MatchEvent]) -> u32 {
    cast::<u32>(events.len())
}

pub(super) fn json(value: &impl Serialize) -> Value {
    serde_json::to_value(value).expect("our types are JSON")
}

/// An answer in which every player is called alike.
pub(super) fn named<T: HasPlayers>(answer: T) -> Named<T> {
    Named::with(answer, |_| Some("ann".to_owned()))
}
