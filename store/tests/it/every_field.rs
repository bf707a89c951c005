//! Matches whose records have every field and event there is, put together by hand:
//! nothing in the server leads to most of them yet.
#![allow(clippy::unwrap_used, reason = "a test says what it needs by panicking")]

use std::path::{Path, PathBuf};

use domain::{
    BySeat, GameId, Rng, Seat, Seats, Secret, Seed, Viewer,
    bots::Bot,
    matches::{
        self as rules, Arranged, Clock, Legal, Match, MatchEvent, OnIllegal, OnTimeout, Place,
        Request, Settings, Terms,
    },
};
use store::{
    Asked, By, Cause, Commit, CompleteRecord, Erasable, Forking, Hash, HouseBot, Imported, MatchId,
    PlayerKind, Position, Status, StreamId, Timestamp, Tries, WhyServer,
    portable::{export, import, verify_record},
    record::{Draft, Line, Tip},
};

use crate::support::{self, asker, player};

const SEED: Seed = Seed([7; 32]);
const NOTE: &str = "The farm here, the forest next season.";
const FOLDER: &str = "tests/golden";

fn golden(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join(FOLDER)
        .join(name)
}

/// How a match of the golden file ends.
#[derive(Clone, Copy, Debug, PartialEq)]
enum End {
    Played,
    Abandoned,
    Agreed,
}

const ENDS: [End; 3] = [End::Played, End::Abandoned, End::Agreed];

/// A record being put together.
struct Writer {
    stream: StreamId,
    game: Match,
    tip: Tip,
    events: Vec<MatchEvent>,
    lines: Vec<Line>,
    /// The position of the line before the first.
    before: u64,
}

/// What a commit says beside what happened.
#[derive(Default)]
struct Why {
    seat: Option<(Seat, u32)>,
    by: Option<u8>,
    note: Option<Erasable>,
    tries: Tries,
    why_server: Option<WhyServer>,
    bot: Option<HouseBot>,
    clock: Option<u64>,
    asked: Option<Asked>,
}

fn moment(second: usize) -> Timestamp {
    let text = format!("2026-11-22T02:{:02}:{:02}.000Z", second / 60, second % 60);
    text.parse().unwrap()
}

/// The bot as it was when the record was kept.
fn greedy() -> HouseBot {
    HouseBot {
        version: 1,
        ..HouseBot::today(Bot::Greedy)
    }
}

/// Every setting a match can have. Seats 0 and 1 are players, seat 2 is a bot.
fn terms() -> Terms {
    let game = GameId::Cartographers;
    let place = |seat: Seat| match seat.0 {
        2 => Place::Bot { bot: Bot::Greedy },
        at => Place::Player {
            player: player(at + 1),
        },
    };
    Terms {
        options: game.default_options(),
        places: BySeat::new(3, place),
        host: player(9),
        rules: game.info().rules,
        components: game.components_sha256().to_owned(),
        seed_commitment: SEED.commitment(),
        seed_known: false,
        open_hands: false,
        private: false,
        fork: None,
        batch: None,
        rng: Some(Rng::today()),
        settings: Box::new(Settings {
            arranged: Some(Arranged::Setup),
            clock: Some(Clock {
                per_decision_ms: Some(30_000),
                per_match_ms: Some(900_000),
                increment_ms: Some(2_000),
                reserve_ms: Some(60_000),
            }),
            window_ms: Some(500),
            on_timeout: Some(OnTimeout::Forfeit),
            on_illegal: Some(OnIllegal::Limit),
            tries_limit: Some(3),
            legal: Some(Legal::Count),
            notes_open: false,
            deal_closed: false,
            abandon_after_ms: Some(86_400_000),
            spectator_delay: Some(10),
            rematch_of: Some(format!("m_{:032x}", 0xabc)),
            tournament: Some(format!("t_{:032x}", 0xdef)),
        }),
    }
}

impl Writer {
    fn open(terms: &Terms, number: u8, before: u64) -> Writer {
        let seated = vec![(Seat(0), player(1)), (Seat(1), player(2))];
        let events = rules::open(terms, SEED, &seated).unwrap();
        let mut writer = Writer {
            stream: format!("m_{number:032x}").parse().unwrap(),
            game: Match::opened(&events[0]),
            tip: Tip::START,
            events: Vec::new(),
            lines: Vec::new(),
            before,
        };
        let why = Why {
            by: Some(9),
            asked: Some(Asked::Open { seated }),
            ..Why::default()
        };
        writer.write(why, events);
        writer
    }

    fn write(&mut self, why: Why, events: Vec<MatchEvent>) {
        let now = moment(self.lines.len());
        let by = match why.by {
            Some(number) => By::Player {
                player: player(number),
                player_kind: PlayerKind::Bot,
                player_version: Some("2.1".to_owned()),
            },
            None => By::Server {
                server: "cartulary 0.1.0".to_owned(),
            },
        };
        let draft = Draft {
            cause: Cause {
                seat: why.seat.map(|(seat, _)| seat),
                decision: why.seat.map(|(_, decision)| decision),
                clock: why.clock,
                note: why.note.as_ref().map(Erasable::hash),
                why_server: why.why_server,
                bot: why.bot,
                ..Cause::of(by, now)
            },
            rules: self.game.terms.rules,
            recorded_at: now,
            request: why.asked.as_ref(),
            tries: why.tries,
            events: &events,
            salt: self.game.dice().derive("salt", self.tip.version),
            erasable: why.note.as_ref(),
        };
        let sealed = draft.seal(self.stream, self.tip);
        self.tip = sealed.tip();
        let position = self.before + self.lines.len() as u64 + 1;
        self.lines
            .push(sealed.at(Position::of_key(position.to_be_bytes())));
        let since = usize::from(self.events.is_empty());
        self.game.evolve_all(&events[since..]);
        self.events.extend(events);
    }

    /// What a seat decides next, and what comes of it.
    fn decision(&self, seat: Seat) -> (Asked, Vec<MatchEvent>) {
        let table = self.game.table().unwrap();
        let decision = table.decisions[seat];
        let roll = &mut self
            .game
            .dice()
            .roll("bot", u32::from(seat.0) << 24 | decision);
        let command = Bot::Greedy.choose(&table.state.view(Viewer::Seat(seat)), roll);
        let request = Request::Decide {
            seat,
            decision,
            command,
        };
        let by = Some(player(seat.0 + 1)).filter(|_| seat.0 < 2);
        let events = self.game.decide(by.as_ref(), request.clone()).unwrap();
        (Asked::from(request), events)
    }

    fn decide(&mut self, seat: Seat, why: Why) {
        let (asked, events) = self.decision(seat);
        let why = Why {
            seat: asked.decision(),
            asked: Some(asked),
            ..why
        };
        self.write(why, events);
    }

    fn server(why: WhyServer) -> Why {
        Why {
            why_server: Some(why),
            ..Why::default()
        }
    }

    /// Every event but those that end a match, and every field of a cause.
    fn middle(&mut self) {
        let begun = self.tip.version;
        let note = format!(r#"{{"salt":"{}","text":"{NOTE}"}}"#, Hash([5; 32]));
        self.decide(
            Seat(0),
            Why {
                by: Some(1),
                note: Some(serde_json::from_str(&note).unwrap()),
                tries: Tries::from([("overlaps".to_owned(), 2), ("off_the_sheet".to_owned(), 1)]),
                clock: Some(21_500),
                ..Why::default()
            },
        );
        self.house_bot();
        let late = Seat(1);
        let closed = [
            MatchEvent::TimedOut {
                seat: late,
                decision: 0,
                by_tries: false,
            },
            MatchEvent::OfferClosed {
                seat: late,
                decision: 0,
            },
        ];
        let timeout = Why {
            seat: Some((late, 0)),
            ..Writer::server(WhyServer::Timeout)
        };
        self.write(timeout, closed.into());
        let instead = Why {
            bot: Some(HouseBot {
                budget: Some(1000),
                ..greedy()
            }),
            ..Writer::server(WhyServer::Timeout)
        };
        self.decide(late, instead);
        let state = self.at(begun).table().unwrap().state.clone();
        let undone = MatchEvent::Undone {
            seat: Some(Seat(0)),
            step: begun,
            view: Box::new(state.view(Viewer::Referee)),
            state: Secret::Known(Box::new(state)),
        };
        let by_player = |number| Why {
            by: Some(number),
            ..Why::default()
        };
        self.write(by_player(1), vec![undone]);
        self.write(by_player(2), vec![MatchEvent::Left { seat: late }]);
        self.decide(late, Writer::server(WhyServer::Left));
        self.decide(Seat(0), Writer::server(WhyServer::Illegal));
    }

    fn house_bot(&mut self) {
        let bot = Why {
            bot: Some(greedy()),
            ..Writer::server(WhyServer::Bot)
        };
        self.decide(Seat(2), bot);
    }

    fn end(&mut self, end: End) {
        let (seed, deal_closed) = (Secret::Known(SEED), self.game.terms.settings.deal_closed);
        match end {
            End::Played => {
                while let Some(seat) = self.game.table().unwrap().to_act().iter().next() {
                    match seat.0 {
                        2 => self.house_bot(),
                        at => {
                            let by = Some(at + 1);
                            self.decide(
                                seat,
                                Why {
                                    by,
                                    ..Why::default()
                                },
                            );
                        }
                    }
                }
            }
            End::Abandoned => {
                let abandoned = MatchEvent::Abandoned { seed, deal_closed };
                self.write(Writer::server(WhyServer::Abandoned), vec![abandoned]);
            }
            End::Agreed => {
                let agreed = MatchEvent::Agreed { seed, deal_closed };
                let by = Some(1);
                self.write(
                    Why {
                        by,
                        ..Why::default()
                    },
                    vec![agreed],
                );
            }
        }
    }

    fn at(&self, step: u32) -> Match {
        let steps = usize::try_from(step).unwrap();
        Match::fold(&self.events[..steps]).unwrap()
    }
}

/// The three matches, one after the other, each over in its own way. Notes are open in
/// the second, the deal is closed in the third.
fn written() -> Vec<Writer> {
    let mut before = 0;
    let write = |(number, end): (u8, End)| {
        let mut terms = terms();
        terms.settings.notes_open = end == End::Abandoned;
        terms.settings.deal_closed = end == End::Agreed;
        let mut writer = Writer::open(&terms, number, before);
        writer.middle();
        writer.end(end);
        before += writer.lines.len() as u64;
        writer
    };
    (1..).zip(ENDS).map(write).collect()
}

fn text(lines: &[Line]) -> String {
    lines.iter().map(|line| format!("{line}\n")).collect()
}

/// The golden file, by match.
pub(crate) fn kept() -> Vec<Vec<Line>> {
    let text = std::fs::read_to_string(golden("every-field.ndjson")).unwrap();
    let lines: Vec<Line> = text
        .lines()
        .map(|line| Line::parse(line.to_owned()).unwrap())
        .collect();
    lines
        .chunk_by(|one, next| one.stream == next.stream)
        .map(<[Line]>::to_vec)
        .collect()
}

fn id(lines: &[Line]) -> MatchId {
    lines[0].stream.to_string().parse().unwrap()
}

#[test]
fn a_record_with_every_field_is_written_today_as_it_was_kept() {
    let now: String = written().iter().map(|it| text(&it.lines)).collect();
    let path = golden("every-field.ndjson");
    if std::env::var_os("UPDATE_GOLDEN").is_some() && !path.exists() {
        std::fs::write(&path, &now).unwrap();
    }
    assert!(now == std::fs::read_to_string(path).unwrap());
    for name in [
        "rng",
        "arranged",
        "clock",
        "per_decision_ms",
        "per_match_ms",
        "increment_ms",
        "reserve_ms",
        "window_ms",
        "on_timeout",
        "on_illegal",
        "tries_limit",
        "legal",
        "notes_open",
        "deal_closed",
        "abandon_after_ms",
        "spectator_delay",
        "rematch_of",
        "tournament",
        "note",
        "tries",
        "why_server",
        "bot",
        "budget",
        "erasable",
    ] {
        assert!(now.contains(&format!(r#""{name}":"#)), "{name} is missing");
    }
    for kind in [
        "offer_closed",
        "timed_out",
        "left",
        "abandoned",
        "agreed",
        "undone",
        "ended",
    ] {
        assert!(
            now.contains(&format!(r#""type":"{kind}""#)),
            "{kind} is missing"
        );
    }
}

/// Every record that the tests keep: those of matches, of forks, of a batch, of a player.
#[test]
fn every_commit_ever_kept_is_written_to_the_same_bytes_once_decoded() {
    let mut lines = 0;
    for file in support::files(&golden("")) {
        if file
            .extension()
            .is_none_or(|extension| extension != "ndjson")
        {
            continue;
        }
        for line in std::fs::read_to_string(&file).unwrap().lines() {
            let parsed = Line::parse(line.to_owned()).unwrap();
            let again = match parsed.stream {
                StreamId::Match(_) => again::<MatchEvent>(parsed),
                StreamId::Player(_) => again::<store::PlayerEvent>(parsed),
                StreamId::Batch(_) => again::<store::batches::BatchEvent>(parsed),
                StreamId::Tournament(_) => again::<store::tournaments::TournamentEvent>(parsed),
            };
            // A table of Bunny Kingdom has learnt fields since this one was kept.
            let has_learnt = file.ends_with("fork-bunny_kingdom.ndjson");
            assert!(
                again == line || has_learnt && line.contains(r#"{"type":"forked""#),
                "{} is written otherwise",
                file.display()
            );
            lines += 1;
        }
    }
    assert!(lines > 100, "only {lines}");
}

/// The line of a commit, sealed once more from what was decoded.
fn again<E: store::record::StreamEvent>(line: Line) -> String {
    let value: serde_json::Value = serde_json::from_str(&line.text).unwrap();
    let salt = value["private"]["salt"].as_str().unwrap();
    let Hash(salt) = salt.parse().unwrap();
    let commit: Commit<E> = line.decode().unwrap();
    let (asked, text) = (commit.request().unwrap(), commit.line.erasable());
    let draft = Draft {
        cause: commit.cause.clone(),
        rules: commit.rules,
        recorded_at: commit.line.recorded_at,
        request: asked.as_ref(),
        tries: commit.tries().unwrap(),
        events: &commit.events,
        salt,
        erasable: text.as_ref(),
    };
    let sealed = draft.seal(commit.line.stream, commit.line.after);
    sealed.at(commit.line.position).text
}

#[test]
fn what_no_request_led_to_is_checked_but_not_decided_again() {
    for (lines, end) in kept().iter().zip(ENDS) {
        let whole = text(lines);
        let dropped: String = lines
            .iter()
            .map(|line| line.without_erasable() + "\n")
            .collect();
        assert_ne!(whole, dropped);
        for record in [whole, dropped] {
            let verdict = verify_record(&mut record.as_bytes()).unwrap();
            assert!(verdict.valid && verdict.finished, "{end:?}: {verdict:?}");
            assert!(!verdict.complete);
            assert!(verdict.not_decided_again.is_some());
            assert_eq!(verdict.other_rng, None);
        }
    }
}

#[test]
fn a_wrong_note_seed_or_table_is_found() {
    let changed = |from: &str, to: &str| {
        let changed = text(&kept()[2]).replace(from, to);
        let verdict = verify_record(&mut changed.as_bytes()).unwrap();
        verdict.divergence.map(|found| found.check)
    };
    assert_eq!(changed("the forest", "the  farm"), Some(store::Check::Hash));

    let with = |event: MatchEvent| {
        let mut writer = Writer::open(&terms(), 1, 0);
        writer.write(Writer::server(WhyServer::Abandoned), vec![event]);
        let verdict = verify_record(&mut text(&writer.lines).as_bytes()).unwrap();
        verdict.divergence.map(|found| found.check)
    };
    let abandoned = |seed| MatchEvent::Abandoned {
        seed: Secret::Known(seed),
        deal_closed: false,
    };
    assert_eq!(with(abandoned(SEED)), None);
    let other = with(abandoned(Seed([8; 32])));
    assert_eq!(other, Some(store::Check::Commitment));

    let mut writer = Writer::open(&terms(), 1, 0);
    let begun = writer.tip.version;
    writer.decide(
        Seat(0),
        Why {
            by: Some(1),
            ..Why::default()
        },
    );
    let state = writer.game.table().unwrap().state.clone();
    let undone = MatchEvent::Undone {
        seat: None,
        step: begun,
        view: Box::new(state.view(Viewer::Referee)),
        state: Secret::Known(Box::new(state)),
    };
    writer.write(
        Why {
            by: Some(1),
            ..Why::default()
        },
        vec![undone],
    );
    let verdict = verify_record(&mut text(&writer.lines).as_bytes()).unwrap();
    assert_eq!(verdict.divergence.unwrap().check, store::Check::Decision);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_store_with_every_field_is_imported_opened_and_exported_to_the_same_bytes() {
    let bytes = std::fs::read(golden("every-field.ndjson")).unwrap();
    let dir = tempfile::tempdir().unwrap();
    import(dir.path(), &mut bytes.as_slice()).unwrap();
    let store = support::open(dir.path());
    let (lobby, results) = support::lists(&store).await;
    assert_eq!(lobby.len(), 3);
    assert!(lobby.iter().all(|row| row.status == Status::Finished));
    // A match that ended without standings is in no results and in no statistics.
    let ids: Vec<MatchId> = kept().iter().map(|lines| id(lines)).collect();
    let with_results: Vec<MatchId> = results.iter().map(|row| row.id).collect();
    assert_eq!(with_results, [ids[0]]);
    for (&id, end) in ids.iter().zip(ENDS) {
        let verdict = store.matches.verify(id).await.unwrap();
        assert!(verdict.valid && verdict.finished, "{verdict:?}");
        let now = store.matches.current(id).await.unwrap();
        let table = now.game.table().unwrap();
        assert_eq!(table.standings.is_some(), end == End::Played);
        assert!(now.game.is_over() && table.to_act() == Seats::NONE);
        assert!(table.out.contains(Seat(1)) && now.game.next_bot().is_none());
        forked(&store, id).await;
    }
    support::close(store).await;
    let mut written = Vec::new();
    export(dir.path(), &mut written).unwrap();
    assert!(written.starts_with(&bytes));
}

/// Forks a match in the middle, where somebody owes a decision.
async fn forked(store: &store::Store, parent: MatchId) {
    let places = BySeat::new(3, |_| Place::Bot { bot: Bot::Random });
    let forking = Forking {
        parent,
        step: store.matches.record(parent).await.unwrap()[1]
            .line
            .tip()
            .version,
        chance: rules::Chance::Redraw,
        viewer: Viewer::Referee,
        places,
        seated: Vec::new(),
        seed: Some(Seed([4; 32])),
        open_hands: false,
        private: false,
        settings: domain::matches::Settings::default(),
    };
    let fork = store.matches.fork(&asker(1), forking, None).await.unwrap();
    let terms = &fork.now.game.terms;
    let holds_passes = Settings {
        window_ms: Some(500),
        abandon_after_ms: Some(store::matches::ABANDON_AFTER_MS),
        ..Settings::default()
    };
    assert_eq!(
        *terms.settings, holds_passes,
        "and nothing else of its parent's"
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn a_match_with_every_field_is_taken_in_from_elsewhere() {
    let dir = tempfile::tempdir().unwrap();
    let store = support::open(dir.path());
    for lines in kept() {
        let whole = CompleteRecord::read(&mut text(&lines).as_bytes()).unwrap();
        let imported = store.matches.import(whole).await.unwrap();
        assert_eq!(imported, Imported::New);
        let record = store.matches.record(id(&lines)).await.unwrap();
        let notes = record.iter().filter_map(|commit| commit.line.erasable());
        assert_eq!(notes.count(), 1);
    }
    support::close(store).await;
}
