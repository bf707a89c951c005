//! Matches: what is live.
//!
//! One lock a match, held from decision to durable commit to publication, so the
//! order in which things are seen is the order in which they were written, and
//! nobody sees what is not durable.

use std::{
    sync::{Arc, atomic::Ordering},
    time::Duration,
};

use domain::{
    BySeat, Options, Rng, Seat, Seed,
    matches::{
        self as rules, Arrangement, Legal, Match, MatchEvent, Occupant, Place, PlayerId, Request,
        Settings, Table, Terms,
    },
};
use moka::sync::Cache;
use tokio::{runtime::Handle, sync::watch};

use crate::{
    calls::Calls,
    decided::Decided,
    live_match::LiveMatch,
    slots::{Slot, Slots},
    usage::Usage,
};
use store_log::{
    cause::{Asked, Asker, Cause, HouseBot, WhyServer},
    error::RequestError,
    id::{self, MatchId, Version},
    log::{IdempotencyKey, SharedLog},
    record::{Commit, Tip},
    time::Timestamp,
};

/// Every match there is.
#[derive(Clone, Debug)]
pub struct Matches(pub(crate) Arc<Inner>);

#[derive(Debug)]
pub(crate) struct Inner {
    pub(crate) log: SharedLog,
    pub(crate) server: String,
    /// What was written today for whom.
    pub(crate) usage: Usage,
    pub(crate) slots: Slots,
    pub(crate) runtime: Handle,
    /// Calls the server's bots to a match.
    pub(crate) bots: Calls,
    pub(crate) records: Cache<MatchId, Arc<Record>>,
}

/// The commits of one match, in order.
pub type Record = Vec<Arc<Commit<MatchEvent>>>;

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
    /// How many milliseconds a decision that several seats make simultaneously is held. The game
    /// decides if absent.
    pub window_ms: Option<u16>,
    /// How much the seats are told about which commands are legal. Everything if absent.
    pub legal: Option<Legal>,
    /// How many steps those are behind who hold no seat. None if absent.
    pub spectator_delay: Option<u32>,
}

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
        config: &store_log::Config,
        runtime: Handle,
        bots: Calls,
    ) -> Matches {
        let bytes = |_: &MatchId, record: &Arc<Record>| {
            let text: usize = record.iter().map(|commit| commit.line.text.len()).sum();
            // Decoded events take about as much again.
            u32::try_from(text.saturating_mul(2)).unwrap_or(u32::MAX)
        };
        Matches(Arc::new(Inner {
            log,
            server: config.server.clone(),
            usage: Usage::new(config.bounds.quota_bytes),
            slots: Slots::new(config.matches, config.live_match_bytes),
            runtime,
            bots,
            records: Cache::builder()
                .weigher(bytes)
                .max_capacity(config.record_cache_bytes)
                .build(),
        }))
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
        self.open_on(MatchId::random(), by, (&terms, seed), opening, key)
            .await
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
        let received_at = Timestamp::now();
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
        let decided = Decided::of(id, &game, Tip::START, cause, Some(asked), events);
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
        let turn = self.0.slots.get(id).turn().await;
        if let Some(line) = self.seen(key).await? {
            return self.replay(line).await;
        }
        let now = self.load(&turn).await?;
        let asked = Asked::from(request.clone());
        let events = match now.decide(by.player(), request) {
            Ok(events) => events,
            Err(rejection) => return self.made_before(&now, &asked, rejection).await,
        };
        let cause = self.0.cause(by, &asked, Some(&now), received_at);
        let decided = Decided::of(id, &now.game, now.tip, cause, Some(&asked), events);
        drop(now);
        self.answer(turn, decided, key).await
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
        Ok(slot.loaded(current))
    }

    /// Ends the window of a match if it is over: what is held is held no longer.
    pub(crate) async fn close_window(&self, id: MatchId) -> Result<(), RequestError> {
        let turn = self.0.slots.get(id).turn().await;
        let now = self.load(&turn).await?;
        let received_at = Timestamp::now();
        if now.window_left(received_at) != Some(Duration::ZERO) {
            return Ok(()); // it was settled meanwhile
        }
        let (by, asked) = (&Asker::Server, Asked::CloseWindow);
        let events = now.decide(None, Request::CloseWindow)?;
        let cause = self.0.cause(by, &asked, Some(&now), received_at);
        let decided = Decided::of(id, &now.game, now.tip, cause, Some(&asked), events);
        drop(now);
        self.answer(turn, decided, None).await.map(|_| ())
    }

    /// Calls the server if its bots owe a decision, or if it holds something that must be released
    /// in time.
    pub(crate) fn call_bots(&self, slot: &Slot, now: &LiveMatch) {
        let owed = |table: &Table| !table.bots_to_act().is_empty() || table.state.is_holding();
        // Of two who call at once one sends; what the bots then read is behind the match's own
        // lock.
        if now.game.table().is_some_and(owed) && !slot.bots_called.swap(true, Ordering::Relaxed) {
            self.0.bots.to(slot.id, now.has_only_bots());
        }
    }
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
        let occupant = seat.and_then(|seat| now?.game.occupant(seat));
        let bot = match (by, occupant) {
            (Asker::Server, Some(Occupant::Bot { bot })) => Some(*bot),
            (_, _) => None,
        };
        let why_server = if *asked == Asked::CloseWindow {
            Some(WhyServer::Window)
        } else {
            bot.map(|_| WhyServer::Bot)
        };
        Cause {
            by: by.by(&self.server),
            seat,
            decision,
            offered_at,
            received_at,
            clock: None,
            note: None,
            why_server,
            bot: bot.map(HouseBot::today),
        }
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
            window_ms: opening.window_ms.or(info.window_ms),
            arranged: opening.arranged.as_ref().map(|it| it.kind()),
            legal: opening.legal,
            spectator_delay: opening.spectator_delay,
            ..Settings::default()
        }),
    }
}
