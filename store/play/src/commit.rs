//! The one way to the disk: what was decided in a match is appended here, whoever asked.

use std::sync::Arc;

use crate::{
    completion::RunToCompletion,
    decided::Decided,
    live_match::{LiveMatch, Record},
    matches::{Answer, Matches},
    sitting::SatDown,
    slots::{Slot, Turn},
};
use store_log::{
    error::{AppendError, RequestError},
    log::{IdempotencyKey, NewCommit},
    record::Line,
};

/// What came of what was handed in.
pub(crate) enum Committed {
    /// All of it is durable and published. The match after it.
    Published(Arc<LiveMatch>, Record),
    /// Nothing happened: this was written before, under the same key.
    Before(Line),
}

impl Matches {
    /// Appends what was decided in a match, at least one commit, and publishes it once it
    /// is durable. `key` is that of the first. What comes before an error is durable and
    /// published, too.
    ///
    /// # Errors
    ///
    /// Why some of it was not written, or may not have been.
    pub(crate) async fn commit(
        &self,
        turn: &Turn,
        decided: Vec<Decided>,
        mut key: Option<IdempotencyKey>,
    ) -> Result<Committed, AppendError> {
        let hand_in = |decided: Decided| {
            let appended = self.0.log.append(NewCommit {
                key: key.take(),
                aside: decided.aside,
                ..NewCommit::of(decided.sealed.clone())
            });
            (decided, appended)
        };
        let waiting: Vec<_> = decided.into_iter().map(hand_in).collect();
        let (mut commits, mut outcome) = (Record::new(), Ok(()));
        // All are waited for, so that none is written after this has returned.
        for (decided, appended) in waiting {
            match (appended.await, &outcome) {
                (Ok(appended), Ok(())) if appended.replayed => {
                    return Ok(Committed::Before(appended.line));
                }
                (Ok(appended), Ok(())) => commits.push(Arc::new(decided.written(appended.line))),
                (Err(error), Ok(())) => outcome = Err(error),
                // Behind a commit that was refused none fits; behind one of which it is not
                // known, they are read again together.
                (_, Err(_)) => {}
            }
        }
        let now = (!commits.is_empty()).then(|| self.publish(turn, &commits));
        match outcome {
            Ok(()) => {
                let now = now.expect("at least one was handed in");
                Ok(Committed::Published(now, commits))
            }
            Err(error) => {
                if !is_surely_unwritten(&error) {
                    self.reread(turn).await;
                }
                Err(error)
            }
        }
    }

    fn publish(&self, turn: &Turn, commits: &Record) -> Arc<LiveMatch> {
        let now = turn.publish(commits);
        self.note_deadline(&now);
        let events = commits.iter().flat_map(|commit| &commit.events);
        for sat in events.filter_map(|event| SatDown::by(now.id, event)) {
            // Mostly nobody listens.
            let _ = self.0.sitting.send(sat);
        }
        self.0.limited.settle(turn.id, commits, now.game.is_over());
        // An import is charged to whoever imports it.
        if !now.imported {
            let bytes = commits.iter().map(|commit| commit.line.text.len()).sum();
            self.0.usage.add(&now.game.terms, bytes);
            if now.has_only_bots() {
                self.0.in_hand.add(turn.id, commits);
            }
        }
        now
    }

    /// Reads again what may no longer be as it is in memory, before anything is decided, and
    /// so that those who follow hear of it.
    pub(crate) async fn reread(&self, slot: &Slot) {
        slot.forget();
        // If it cannot be read now, whoever asks next tries again.
        let _ = self.load(slot).await;
    }

    /// Commits what one request caused, and answers it.
    pub(crate) async fn answer(
        &self,
        turn: Turn,
        decided: Decided,
        key: Option<IdempotencyKey>,
    ) -> Result<Answer, RequestError> {
        let matches = self.clone();
        let work = async move {
            let committed = matches.commit(&turn, vec![decided], key).await;
            let slot = turn.end();
            // Also after an error: it may have been written all the same.
            if let Some(now) = slot.now() {
                matches.call_bots(&slot, &now);
            }
            match committed? {
                Committed::Before(line) => matches.replay(line).await,
                Committed::Published(now, commits) => Ok(Answer {
                    commit: Arc::clone(&commits[0]),
                    replayed: false,
                    now,
                }),
            }
        };
        RunToCompletion::new(&self.0.runtime, work).await
    }
}

/// Whether nothing was written, and the match is as it was decided on.
const fn is_surely_unwritten(error: &AppendError) -> bool {
    match error {
        AppendError::KeyReused | AppendError::Busy | AppendError::DiskFull => true,
        AppendError::Conflict | AppendError::Unknown | AppendError::Store(_) => false,
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use domain::{
        BySeat, Dice, GameId, Seat, Seed, Viewer,
        bots::Bot,
        matches::{Place, PlayerId, Request, Settings},
    };
    use store_log::{
        Config, Log as _, MatchId, StoreError, Timestamp,
        cause::{Asker, PlayerKind},
        embedded::Pauses,
        error::DATABASE_PAUSE,
        memory::{Lost, Memory},
        record::Tip,
        timekeeper::Timekeeper,
    };
    use tokio::runtime::Handle;

    use super::*;
    use crate::{
        audience::Audience, bots, by_itself, calls::Calls, in_hand::InHand, matches::Opening,
        tries::LimitedTries,
    };

    /// The matches of a log in memory.
    fn matches_of(log: &Arc<Memory>) -> Matches {
        matches_at(log, Timekeeper::default())
    }

    /// The same, with a clock.
    fn matches_at(log: &Arc<Memory>, time: Timekeeper) -> Matches {
        let shared = Arc::<Memory>::clone(log);
        let (calls, _) = Calls::new();
        let config = Config {
            time,
            ..Config::new("nowhere")
        };
        let config = (&config, Pauses::default(), LimitedTries::default());
        Matches::new(
            shared,
            config,
            Handle::current(),
            (calls, InHand::default()),
        )
    }

    /// The same, and a match with these places.
    async fn opened(log: &Arc<Memory>, places: [Place; 2]) -> (Matches, MatchId) {
        let matches = matches_of(log);
        let id = open(&matches, places, Settings::default()).await;
        (matches, id)
    }

    /// A new match with these places.
    async fn open(matches: &Matches, places: [Place; 2], settings: Settings) -> MatchId {
        let seated = (0..).zip(&places).filter_map(|(seat, place)| match place {
            Place::Player { player } => Some((Seat(seat), player.clone())),
            Place::Open | Place::Bot { .. } => None,
        });
        let opening = Opening {
            options: GameId::ALL[0].default_options(),
            seated: seated.collect(),
            places: BySeat::new(2, |seat| places[usize::from(seat.0)].clone()),
            seed: Some(Seed([7; 32])),
            arranged: None,
            open_hands: false,
            private: false,
            settings,
        };
        let answer = matches.open(&asker(Seat(0)), opening, None).await;
        answer.unwrap().now.id
    }

    fn player(seat: Seat) -> PlayerId {
        PlayerId(format!("p_{:032x}", seat.0 + 1))
    }

    fn asker(seat: Seat) -> Asker {
        Asker::Player {
            id: player(seat),
            kind: PlayerKind::Bot,
            version: None,
        }
    }

    /// What some seat asks next; none if the match is over.
    fn next(now: &LiveMatch) -> Option<(Asker, Request)> {
        let table = now.game.table()?;
        let seat = table.state.to_act().iter().next()?;
        let decision = table.decisions[seat];
        let mut roll = Dice::new(Seed([3; 32])).roll("test", decision);
        let command = Bot::Random.choose(&table.state.view(Viewer::Seat(seat)), &mut roll);
        let request = Request::Decide {
            seat,
            decision,
            command,
        };
        Some((asker(seat), request))
    }

    async fn is_as_the_log_has_it(matches: &Matches, log: &Memory, id: MatchId) {
        let lines = log.read(id.into(), Tip::START).await.unwrap();
        let commits = lines.into_iter().map(|line| line.decode().map(Arc::new));
        let commits = commits.collect::<Result<Record, _>>().unwrap();
        let folded = LiveMatch::fold(id, &commits).unwrap();
        assert_eq!(*matches.current(id).await.unwrap(), folded);
        assert!(matches.verify(id).await.unwrap().valid);
    }

    #[tokio::test]
    async fn after_an_unknown_outcome_nothing_is_lost_or_doubled() {
        let log = Arc::new(Memory::default());
        let seats = [Seat(0), Seat(1)].map(|seat| Place::Player {
            player: player(seat),
        });
        let (matches, id) = opened(&log, seats).await;
        let mut lost = [Lost::Written, Lost::Unwritten].into_iter().cycle();
        let mut decisions = 0;
        while let Some((by, request)) = next(&matches.current(id).await.unwrap()) {
            let name = decisions.to_string();
            let key = Some(IdempotencyKey::new("a player", &name, b"a decision"));
            let ask = || matches.request(id, &by, request.clone(), Timestamp::now(), key);
            let lost = lost.next().unwrap();
            let before = log.tip(id.into()).await.unwrap();
            log.lose_answer(lost);
            let unknown = ask().await;
            assert!(
                matches!(
                    unknown,
                    Err(RequestError::Store(StoreError::OutcomeUnknown))
                ),
                "{unknown:?}"
            );
            let after = log.tip(id.into()).await.unwrap();
            assert_eq!(after == before, lost == Lost::Unwritten);
            // Those who follow hear of it, though nobody was answered.
            assert_eq!(*matches.watch(id).borrow(), after.version);
            let first = ask().await.unwrap();
            assert_eq!(first.replayed, lost == Lost::Written);
            assert_eq!(first.commit.line.after, before);
            let again = ask().await.unwrap();
            assert!(again.replayed);
            assert_eq!(again.commit, first.commit);
            is_as_the_log_has_it(&matches, &log, id).await;
            decisions += 1;
        }
        let record = matches.record(id).await.unwrap();
        let decided = record.iter().filter(|commit| commit.cause.seat.is_some());
        assert_eq!(decided.count(), decisions);
        assert!(matches.current(id).await.unwrap().game.is_over());
    }

    #[tokio::test]
    async fn a_match_whose_time_is_up_is_looked_at_again_after_an_unknown_outcome() {
        for lost in [Lost::Written, Lost::Unwritten] {
            let (log, time) = (
                Arc::new(Memory::default()),
                Timekeeper::by_hand(Timestamp::now()),
            );
            let matches = matches_at(&log, time.clone());
            let seats = [Seat(0), Seat(1)].map(|seat| Place::Player {
                player: player(seat),
            });
            let settings = Settings {
                abandon_after_ms: Some(60_000),
                ..Settings::default()
            };
            let id = open(&matches, seats, settings).await;
            time.move_on(Duration::from_secs(61));
            assert_eq!(matches.0.deadlines.take(time.now()), Some(id));
            log.lose_answer(lost);
            by_itself::look(&matches, id).await;
            let again = time.now().later(DATABASE_PAUSE);
            assert_eq!(matches.0.deadlines.first(), Some(again));
            time.move_on(DATABASE_PAUSE);
            assert_eq!(matches.0.deadlines.take(time.now()), Some(id));
            by_itself::look(&matches, id).await;
            assert!(matches.current(id).await.unwrap().game.is_over());
            assert_eq!(matches.0.deadlines.first(), None);
            is_as_the_log_has_it(&matches, &log, id).await;
        }
    }

    #[tokio::test]
    async fn who_follows_is_told_a_step_once_the_match_has_it() {
        let log = Arc::new(Memory::default());
        let seats = [Seat(0), Seat(1)].map(|seat| Place::Player {
            player: player(seat),
        });
        let (writer, id) = opened(&log, seats).await;
        // It reads the same log, and hears of nothing that the other writes: so is a commit between
        // being durable and being published.
        let reader = matches_of(&log);
        let known = reader.current(id).await.unwrap().version();
        let (by, request) = next(&writer.current(id).await.unwrap()).unwrap();
        let put = writer.request(id, &by, request, Timestamp::now(), None);
        let written = put.await.unwrap().now.version();
        assert!(written > known);
        let mut feed = reader.follow(id, Audience::Seated, 0).await.unwrap();
        let told = feed.next().await.unwrap();
        assert_eq!(told.last().unwrap().line.tip().version, known);
        reader.0.slots.get(id).forget();
        reader.current(id).await.unwrap();
        let told = feed.next().await.unwrap();
        assert_eq!(told.last().unwrap().line.tip().version, written);
    }

    #[tokio::test]
    async fn after_an_unknown_outcome_the_bots_play_on() {
        let log = Arc::new(Memory::default());
        let bot = Place::Bot { bot: Bot::Random };
        let (matches, id) = opened(&log, [bot.clone(), bot]).await;
        log.lose_answer(Lost::Written);
        bots::play(&matches, id).await.unwrap();
        assert!(matches.current(id).await.unwrap().game.is_over());
        is_as_the_log_has_it(&matches, &log, id).await;
    }

    #[tokio::test]
    async fn a_match_that_is_over_is_read_once_for_what_it_is_and_how_it_came_to_be() {
        let log = Arc::new(Memory::default());
        let bot = Place::Bot { bot: Bot::Random };
        let (matches, id) = opened(&log, [bot.clone(), bot]).await;
        let reader = matches_of(&log);
        reader.current(id).await.unwrap();
        assert!(reader.0.records.get(&id).is_none());
        bots::play(&matches, id).await.unwrap();
        let reader = matches_of(&log);
        reader.current(id).await.unwrap();
        let kept = reader.0.records.get(&id).unwrap();
        assert!(Arc::ptr_eq(&kept, &reader.record(id).await.unwrap()));
    }
}
