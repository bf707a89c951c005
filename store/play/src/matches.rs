//! Matches: what is live.
//!
//! One lock a match, held from decision to durable commit to publication, so the
//! order in which things are seen is the order in which they were written, and
//! nobody sees what is not durable.

use std::sync::{Arc, atomic::Ordering};

use domain::{
    BySeat, Command, Options, Rng, Seat, Seed, View, Viewer,
    bots::Bot,
    matches::{
        self as rules, Arrangement, Match, MatchEvent, Occupant, Place, PlayerId, Request,
        Settings, Table, Terms,
    },
};
use moka::sync::Cache;
use tokio::{
    runtime::Handle,
    sync::{broadcast, watch},
};

use crate::{
    calls::Calls,
    deadlines::Deadlines,
    decided::{Beside, Decided},
    in_hand::InHand,
    live_match::{LiveMatch, Record, has_only_bots},
    playing::Playing,
    sitting::{self, SatDown},
    slots::{Slot, Slots, Turn},
    tries::LimitedTries,
    usage::Usage,
};
use store_log::{
    cause::{Asked, Asker, By, Cause, HouseBot, WhyServer},
    embedded::Pauses,
    error::RequestError,
    id::{self, MatchId, Part, Version},
    log::{IdempotencyKey, SharedLog},
    record::{Commit, Erasable, Tip},
    time::Timestamp,
    timekeeper::Timekeeper,
};

/// Every match there is.
#[derive(Clone, Debug)]
pub struct Matches(pub(crate) Arc<Inner>);

#[derive(Debug)]
pub(crate) struct Inner {
    pub(crate) log: SharedLog,
    pub(crate) server: String,
    /// What is written here.
    pub(crate) part: Part,
    /// What was written today for whom.
    pub(crate) usage: Usage,
    pub(crate) slots: Slots,
    pub(crate) runtime: Handle,
    /// Calls the server's bots to a match.
    pub(crate) bots: Calls,
    pub(crate) records: Cache<MatchId, Arc<Record>>,
    /// Running matches as those see them who are some steps behind.
    pub(crate) delayed: Cache<MatchId, Arc<LiveMatch>>,
    /// Who tells the time.
    pub(crate) time: Timekeeper,
    /// When no server had the log.
    pub(crate) pauses: Pauses,
    pub(crate) deadlines: Deadlines,
    /// Tells who sits down.
    pub(crate) sitting: broadcast::Sender<SatDown>,
    /// What was refused where that costs something.
    pub(crate) limited: LimitedTries,
    /// The matches of batches and tournaments that are played now.
    pub(crate) playing: Playing,
    /// The records of matches that only bots play, until they are counted.
    pub(crate) in_hand: InHand,
}

/// What a match is opened with.
#[derive(Clone, Debug)]
pub struct Opening {
    /// The game and its options.
    pub options: Options,
    /// Who may take which seat.
    pub places: BySeat<Place>,
    /// The players and bots that take a seat at once.
    pub seated: Vec<(Seat, PlayerId)>,
    /// The seed that the host chose. A secret one is drawn if absent.
    pub seed: Option<Seed>,
    /// The table that the host arranged, if not all of it is drawn.
    pub arranged: Option<Box<Arrangement>>,
    /// Whether nothing is hidden from anyone.
    pub open_hands: bool,
    /// Whether only its players and holders of its watch token may see it.
    pub private: bool,
    /// What the host settles beyond that. What is absent has its default; `arranged` is that of
    /// the table above.
    pub settings: Settings,
}

/// After how long without any event a match is abandoned unless the host says otherwise: a week.
pub const ABANDON_AFTER_MS: u64 = 7 * 24 * 60 * 60 * 1000;

/// How many matches that run are kept as those see them who are some steps behind.
const DELAYED: u64 = 256;

/// What came of a request.
#[derive(Clone, Debug)]
pub struct Answer {
    /// Everything it caused.
    pub commit: Arc<Commit<MatchEvent>>,
    /// It was asked and answered before; nothing happened now.
    pub replayed: bool,
    /// The match now.
    pub now: Arc<LiveMatch>,
}

/// What came of a decision.
#[derive(Clone, Debug)]
pub struct DecisionMade {
    /// What came of the request.
    pub answer: Answer,
    /// What its seat saw just before. None if the match had not started.
    pub before: Option<View>,
}

/// What would come of a request.
#[derive(Clone, Debug)]
pub struct Tried {
    /// What would happen.
    pub events: Vec<MatchEvent>,
    /// The match as it would be.
    pub then: Match,
    /// The match in its current state.
    pub now: Arc<LiveMatch>,
}

impl Matches {
    pub(crate) fn new(
        log: SharedLog,
        (config, pauses, limited): (&store_log::Config, Pauses, LimitedTries),
        runtime: Handle,
        (bots, in_hand): (Calls, InHand),
    ) -> Matches {
        let bytes = |_: &MatchId, record: &Arc<Record>| {
            let text: usize = record.iter().map(|commit| commit.line.text.len()).sum();
            // Decoded events take about as much again.
            u32::try_from(text.saturating_mul(2)).unwrap_or(u32::MAX)
        };
        Matches(Arc::new(Inner {
            log,
            server: config.server.clone(),
            part: config.part,
            usage: Usage::new(config.bounds.quota_bytes),
            slots: Slots::new(config.matches, config.live_match_bytes),
            runtime,
            bots,
            records: Cache::builder()
                .weigher(bytes)
                .max_capacity(config.record_cache_bytes)
                .build(),
            delayed: Cache::new(DELAYED),
            time: config.time.clone(),
            pauses,
            deadlines: Deadlines::default(),
            sitting: broadcast::Sender::new(sitting::KEPT),
            limited,
            playing: Playing::default(),
            in_hand,
        }))
    }

    /// Every player who sits down from now on, once that is durable.
    pub fn sitting_down(&self) -> broadcast::Receiver<SatDown> {
        self.0.sitting.subscribe()
    }

    /// Opens a match.
    ///
    /// # Errors
    ///
    /// The reason why there is none.
    pub async fn open(
        &self,
        by: &Asker,
        opening: Opening,
        key: Option<IdempotencyKey>,
    ) -> Result<Answer, RequestError> {
        if let Some(line) = self.seen(key).await? {
            return self.replay(line).await;
        }
        self.0.usage.check(by.player())?;
        let seed = opening.seed.unwrap_or_else(|| Seed(id::random()));
        let terms = terms(by, &opening, seed);
        let id = self.0.part.new_match();
        self.open_on(id, by, (&terms, seed), opening, key).await
    }

    /// Whether a match is played here, and not only read.
    pub fn has(&self, id: MatchId) -> bool {
        self.0.part.has(id)
    }

    /// Passes if a player may begin something that writes.
    ///
    /// # Errors
    ///
    /// If they have used up the day's quota.
    pub fn check_quota(&self, player: &PlayerId) -> Result<(), RequestError> {
        self.0.usage.check(Some(player))
    }

    /// Notes how many bytes were written for a player.
    pub fn charge(&self, player: &PlayerId, bytes: usize) {
        self.0.usage.note(player, bytes);
    }

    pub(crate) async fn open_on(
        &self,
        id: MatchId,
        by: &Asker,
        (terms, seed): (&Terms, Seed),
        Opening {
            seated, arranged, ..
        }: Opening,
        key: Option<IdempotencyKey>,
    ) -> Result<Answer, RequestError> {
        let received_at = self.now();
        let events = match &arranged {
            Some(arranged) => rules::arrange(terms, seed, &seated, arranged)?,
            None => rules::open(terms, seed, &seated)?,
        };
        let asked = Asked::Open { seated };
        let cause = self.0.cause(by, &asked, None, received_at);
        self.begin(id, cause, &asked, events, key).await
    }

    /// Writes the first commit of a match.
    pub(crate) async fn begin(
        &self,
        id: MatchId,
        cause: Cause,
        asked: &Asked,
        events: Vec<MatchEvent>,
        key: Option<IdempotencyKey>,
    ) -> Result<Answer, RequestError> {
        let game = Match::opened(&events[0]);
        let beside = Beside::of(asked, self.now());
        let is_by_server = matches!(cause.by, By::Server { .. });
        let mut decided = Decided::of(id, &game, Tip::START, cause, beside, events);
        decided.aside = is_by_server && has_only_bots(&game);
        let turn = self.0.slots.get(id).turn().await;
        self.answer(turn, decided, key).await
    }

    /// Asks something of a match.
    ///
    /// A decision that was made already is answered as it was when it is put again
    /// with an equal command.
    ///
    /// ```
    /// # use domain::{Command, Seat, matches::Request};
    /// # use store_log::{MatchId, RequestError, Timestamp, cause::Asker};
    /// # async fn put(matches: &store_play::Matches, id: MatchId, by: &Asker, command: Command)
    /// # -> Result<(), RequestError> {
    /// let first = Request::Decide { seat: Seat(0), decision: 0, command };
    /// let made = matches.request(id, by, first.clone(), Timestamp::now(), None).await?;
    /// let again = matches.request(id, by, first, Timestamp::now(), None).await?;
    /// assert!(again.replayed && again.commit.line == made.commit.line);
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// # Errors
    ///
    /// Why nothing happened.
    pub async fn request(
        &self,
        id: MatchId,
        by: &Asker,
        request: Request,
        received_at: Timestamp,
        key: Option<IdempotencyKey>,
    ) -> Result<Answer, RequestError> {
        self.settle(id, received_at).await?;
        let turn = self.0.slots.get(id).turn().await;
        if let Some(line) = self.seen(key).await? {
            return self.replay(line).await;
        }
        self.ask(turn, by, request, received_at, (key, None)).await
    }

    /// The same for the nth decision of a seat, with a note of the player's beside it.
    ///
    /// # Errors
    ///
    /// Why nothing happened.
    pub async fn decide_with_note(
        &self,
        id: MatchId,
        by: &Asker,
        (seat, decision): (Seat, u32),
        command: Command,
        received_at: Timestamp,
        note: Option<Erasable>,
    ) -> Result<DecisionMade, RequestError> {
        self.settle(id, received_at).await?;
        let turn = self.0.slots.get(id).turn().await;
        // Looked at while nobody else can move: later it would have to be folded again.
        let now = self.load(&turn).await?;
        let (version, before) = (now.version(), view(&now.game, seat));
        drop(now);
        let request = Request::Decide {
            seat,
            decision,
            command,
        };
        let answer = self
            .ask(turn, by, request, received_at, (None, note))
            .await?;
        let begun_at = answer.commit.line.after.version;
        let before = if begun_at == version {
            before
        } else {
            view(&self.at(id, begun_at).await?, seat)
        };
        Ok(DecisionMade { answer, before })
    }

    async fn ask(
        &self,
        turn: Turn,
        by: &Asker,
        request: Request,
        received_at: Timestamp,
        (key, note): (Option<IdempotencyKey>, Option<Erasable>),
    ) -> Result<Answer, RequestError> {
        let now = self.load(&turn).await?;
        let asked = Asked::from(request.clone());
        let decided = now.decide(by.player(), request);
        let events = match (decided, asked.decision()) {
            (Ok(events), _) => events,
            (Err(rejection), Some(of)) if rejection.is_try() && by.player().is_some() => {
                drop(now);
                self.count_try(turn, of, rejection.code).await?;
                return Err(rejection.into());
            }
            (Err(rejection), _) => return self.made_before(&now, &asked, rejection).await,
        };
        let mut cause = self.0.cause(by, &asked, Some(&now), received_at);
        cause.note = note.as_ref().map(Erasable::hash);
        let beside = Beside {
            note,
            ..self.beside(&turn, &asked)
        };
        let decided = Decided::of(turn.id, &now.game, now.tip, cause, beside, events);
        drop(now);
        self.answer(turn, decided, key).await
    }

    /// What is recorded beside a request, but for a note.
    pub(crate) fn beside<'a>(&self, turn: &Turn, asked: &'a Asked) -> Beside<'a> {
        let tries = asked
            .decision()
            .map(|(seat, nth)| turn.tries.lock().of(seat, nth));
        Beside {
            tries: tries.unwrap_or_default(),
            ..Beside::of(asked, self.now())
        }
    }

    /// This moment, by the clock that all matches go by.
    pub fn now(&self) -> Timestamp {
        self.0.time.now()
    }

    /// How many milliseconds a seat has left for the decision it owes. None if it owes none,
    /// or has no clock.
    pub fn left_ms(&self, now: &LiveMatch, seat: Seat) -> Option<u64> {
        now.left_ms(seat, self.now(), &self.0.pauses)
    }

    /// How many milliseconds a seat has on its clock, whether it runs or not. None if it has none.
    pub fn clock_ms(&self, now: &LiveMatch, seat: Seat) -> Option<u64> {
        now.clock_ms(seat, self.now(), &self.0.pauses)
    }

    /// What would happen if this were asked. Nothing is written.
    ///
    /// # Errors
    ///
    /// Why nothing would.
    pub async fn try_out(
        &self,
        id: MatchId,
        by: &Asker,
        request: Request,
    ) -> Result<Tried, RequestError> {
        let now = self.current(id).await?;
        let events = now.decide(by.player(), request)?;
        let mut then = now.game.clone();
        for event in &events {
            then.evolve(event);
        }
        Ok(Tried { events, then, now })
    }

    /// A match at this moment.
    ///
    /// # Errors
    ///
    /// If there is no such match, or it cannot be read.
    pub async fn current(&self, id: MatchId) -> Result<Arc<LiveMatch>, RequestError> {
        self.load(&self.0.slots.get(id)).await
    }

    /// The version of a match as it grows, after each durable commit.
    pub fn watch(&self, id: MatchId) -> watch::Receiver<Version> {
        self.0.slots.get(id).watch()
    }

    /// The match in a place, read from the log if it is not in memory.
    pub(crate) async fn load(&self, slot: &Slot) -> Result<Arc<LiveMatch>, RequestError> {
        if let Some(now) = slot.now() {
            return Ok(now);
        }
        let commits = self.0.read(slot.id, Tip::START).await?;
        if commits.is_empty() {
            return Err(RequestError::Unknown);
        }
        let current = Arc::new(LiveMatch::fold(slot.id, &commits)?);
        if current.game.is_over() {
            // Whoever looks at it will look at its steps.
            self.0.records.insert(slot.id, Arc::new(commits));
        }
        if let Some(tries) = self.0.limited.of(slot.id) {
            *slot.tries.lock() = tries;
        }
        Ok(slot.loaded(current))
    }

    /// Calls the server if it owes a decision.
    pub(crate) fn call_bots(&self, slot: &Slot, now: &LiveMatch) {
        let owed = |table: &Table| !table.server_to_act().is_empty();
        // Of two who call at once one sends; what the bots then read is behind the match's own
        // lock.
        if now.game.table().is_some_and(owed) && !slot.bots_called.swap(true, Ordering::Relaxed) {
            self.0.bots.to(slot.id, now.has_only_bots());
        }
    }
}

/// What a seat sees. None before the match has started.
fn view(game: &Match, seat: Seat) -> Option<View> {
    Some(game.table()?.state.view(Viewer::Seat(seat)))
}

impl Inner {
    pub(crate) fn cause(
        &self,
        by: &Asker,
        asked: &Asked,
        now: Option<&LiveMatch>,
        received_at: Timestamp,
    ) -> Cause {
        let (seat, decision) = asked.decision().unzip();
        let offered_at = seat.and_then(|seat| now?.offered_at(seat));
        let clock = seat.and_then(|seat| now?.left_ms(seat, received_at, &self.pauses));
        let (why_server, bot) = match by {
            Asker::Player { .. } => (None, None),
            Asker::Server => why_server(asked, now),
        };
        Cause {
            by: by.by(&self.server),
            seat,
            decision,
            offered_at,
            received_at,
            clock,
            note: None,
            why_server,
            bot: bot.map(HouseBot::today),
        }
    }
}

/// Why the server asks this, and the bot that chose it, if one did.
fn why_server(asked: &Asked, now: Option<&LiveMatch>) -> (Option<WhyServer>, Option<Bot>) {
    match asked {
        Asked::CloseWindow => (Some(WhyServer::Window), None),
        Asked::Abandon => (Some(WhyServer::Abandoned), None),
        Asked::TimeOut { seat, by_tries, .. } => {
            let why = if *by_tries {
                WhyServer::Illegal
            } else {
                WhyServer::Timeout
            };
            let instead = now.and_then(|now| now.game.instead(*seat));
            (Some(why), instead.and_then(|(_, bot)| bot))
        }
        Asked::Decide { seat, .. } => {
            let table = now.and_then(|now| now.game.table());
            match table.map(|table| (&table.occupants[*seat], table.forfeits[*seat])) {
                Some((Occupant::Bot { bot }, _)) => (Some(WhyServer::Bot), Some(*bot)),
                Some((Occupant::Player { .. }, why)) => (why.map(WhyServer::from), None),
                None => (None, None),
            }
        }
        Asked::Open { .. }
        | Asked::Join { .. }
        | Asked::Leave { .. }
        | Asked::Start
        | Asked::AskEnd { .. } => (None, None),
    }
}

pub(crate) fn terms(by: &Asker, opening: &Opening, seed: Seed) -> Terms {
    let info = opening.options.game().info();
    Terms {
        options: opening.options.clone(),
        places: opening.places.clone(),
        host: by.player().cloned().unwrap_or_else(id::nobody),
        rules: info.rules,
        components: opening.options.game().components_sha256().to_owned(),
        seed_commitment: seed.commitment(),
        seed_known: opening.seed.is_some(),
        open_hands: opening.open_hands,
        private: opening.private,
        fork: None,
        batch: None,
        rng: Some(Rng::today()),
        settings: Box::new(Settings {
            window_ms: opening.settings.window_ms.or(info.window_ms),
            arranged: opening.arranged.as_ref().map(|it| it.kind()),
            abandon_after_ms: opening.settings.abandon_after_ms.or(Some(ABANDON_AFTER_MS)),
            ..opening.settings.clone()
        }),
    }
}
