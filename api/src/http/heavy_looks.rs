//! Heavy looks: whatever decides again, folds or counts much. A few at a time, on threads
//! that step aside for play, and no longer than somebody waits.

use std::{
    any::Any,
    panic::{AssertUnwindSafe, catch_unwind},
    sync::{Arc, mpsc},
    thread,
};

use bytes::Bytes;
use domain::Viewer;
use moka::sync::Cache;
use parking_lot::Mutex;
use serde::Serialize;
use store::{Hash, MatchId, RequestError, Version, step_aside_for_play};
use tokio::{
    runtime::Handle,
    sync::{Semaphore, oneshot},
};
use web::png::Theme;

use crate::{
    config::bounds::Bounds,
    http::{
        codes::Code,
        error::ApiError,
        limits::{self, shares::Shares},
    },
};

type Job = Box<dyn FnOnce() + Send>;

/// The one place where heavy looks are answered.
#[derive(Debug)]
pub(crate) struct Looks {
    /// The requests that are being answered or waiting.
    pub(crate) places: Arc<Shares>,
    /// The requests that are being answered.
    turns: Arc<Semaphore>,
    /// How many are answered at once.
    pub(crate) at_once: usize,
    jobs: mpsc::Sender<Job>,
    /// Answers about matches, bounded by their bytes.
    cached: Cache<AnswerKey, CachedAnswer>,
}

/// What is kept of an answer.
#[derive(Clone, Debug)]
enum CachedAnswer {
    /// As it is sent: to write it again would cost more than to send it.
    Sent(Bytes),
    /// What pages parsed, in types of theirs, which nothing here knows. It weighs as many bytes as
    /// the answers that it was parsed from: in memory it takes about that.
    Parsed(Arc<dyn Any + Send + Sync>, usize),
}

impl CachedAnswer {
    fn bytes(&self) -> usize {
        match self {
            CachedAnswer::Sent(answer) => answer.len(),
            CachedAnswer::Parsed(_, bytes) => *bytes,
        }
    }
}

/// What a cached answer is the answer to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct AnswerKey {
    /// The match.
    pub(crate) id: MatchId,
    /// The hash of its last commit: what it was before is another question.
    pub(crate) head: Hash,
    /// How many players were deleted: their names are gone from all later answers.
    pub(crate) deleted_players: u64,
    /// What is asked about it.
    pub(crate) question: Question,
}

/// What is asked about a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Question {
    Manifest(Viewer),
    Scores(Viewer),
    Decisions(Viewer),
    Course(Viewer),
    /// Up to a step.
    Attribution(Version),
    Record {
        compressed: bool,
    },
    Verify,
    Pixels {
        picture: Hash,
        width: u32,
        height: Option<u32>,
        theme: Theme,
    },
    File,
}

/// Whether somebody waits for an answer.
pub(crate) struct Waiting<'a> {
    is_over: &'a dyn Fn() -> bool,
    runtime: &'a Handle,
}

impl Waiting<'_> {
    /// Whether the client has gone, so that any answer will do.
    pub(crate) fn is_over(&self) -> bool {
        (self.is_over)()
    }

    /// These items, as long as somebody waits.
    pub(crate) fn each<I: Iterator>(&self, items: I) -> impl Iterator<Item = I::Item> {
        items.take_while(|_| !self.is_over())
    }

    /// What the store gives, which is read on this thread.
    pub(crate) fn read<T>(&self, reading: impl Future<Output = T>) -> T {
        self.runtime.block_on(reading)
    }
}

impl Looks {
    pub(crate) fn new(bounds: &Bounds) -> Looks {
        let at_once = bounds.looks_at_once();
        let weight = |_: &AnswerKey, answer: &CachedAnswer| {
            u32::try_from(size_of::<AnswerKey>() + answer.bytes()).unwrap_or(u32::MAX)
        };
        Looks {
            places: Shares::new(bounds.looks, bounds.looks_of_one),
            turns: Arc::new(Semaphore::new(at_once)),
            at_once,
            jobs: threads(at_once),
            cached: Cache::builder()
                .weigher(weight)
                .max_capacity(bounds.kept_answer_bytes)
                .build(),
        }
    }

    /// How many bytes of answers are cached at most.
    pub(crate) fn cached_bytes(&self) -> u64 {
        self.cached.policy().max_capacity().unwrap_or(u64::MAX)
    }

    /// Computes something when it is its turn. Whoever gives up waiting leaves the queue at
    /// once, and ends what was begun for them.
    pub(crate) async fn run<T: Send + 'static>(
        &self,
        compute: impl FnOnce(&Waiting<'_>) -> T + Send + 'static,
    ) -> Result<T, ApiError> {
        let _place = self.places.take(limits::client_address())?;
        let turn = Arc::clone(&self.turns).acquire_owned().await;
        let turn = turn.map_err(|_closed| Code::Unavailable)?;
        let (answer, found) = oneshot::channel();
        let runtime = Handle::current();
        let job = move || {
            let waiting = Waiting {
                is_over: &|| answer.is_closed(),
                runtime: &runtime,
            };
            let found = catch_unwind(AssertUnwindSafe(|| compute(&waiting)));
            drop(turn);
            if let Ok(found) = found {
                // Nobody may be waiting any more.
                let _ = answer.send(found);
            }
        };
        let handed_over = self.jobs.send(Box::new(job));
        handed_over.map_err(|_ended| Code::Unavailable)?;
        found.await.map_err(|_panicked| Code::Internal.into())
    }

    /// The answer as JSON. Under a key it is cached.
    pub(crate) async fn json<T: Serialize>(
        &self,
        key: Option<AnswerKey>,
        compute: impl FnOnce(&Waiting<'_>) -> Result<T, RequestError> + Send + 'static,
    ) -> Result<Bytes, ApiError> {
        let json = move |waiting: &Waiting<'_>| {
            let found = compute(waiting)?;
            Ok(serde_json::to_vec(&found).expect("our types are JSON"))
        };
        self.bytes(key, json).await
    }

    /// The bytes of an answer. Under a key they are cached.
    pub(crate) async fn bytes(
        &self,
        key: Option<AnswerKey>,
        compute: impl FnOnce(&Waiting<'_>) -> Result<Vec<u8>, RequestError> + Send + 'static,
    ) -> Result<Bytes, ApiError> {
        let known =
            move |cached: &Cache<AnswerKey, CachedAnswer>| match cached.get(key.as_ref()?)? {
                CachedAnswer::Sent(answer) => Some(answer),
                CachedAnswer::Parsed(..) => None,
            };
        if let Some(known) = known(&self.cached) {
            return Ok(known);
        }
        let cached = self.cached.clone();
        let found = self.run(move |waiting| {
            // Others may have asked the same while this waited.
            if let Some(known) = known(&cached) {
                return Ok(known);
            }
            let found = Bytes::from(compute(waiting)?);
            if let Some(key) = key.filter(|_| !waiting.is_over()) {
                cached.insert(key, CachedAnswer::Sent(found.clone()));
            }
            Ok(found)
        });
        found.await?.map_err(|error: RequestError| error.into())
    }

    /// What is parsed from answers, with their bytes. Under a key it is cached.
    pub(crate) async fn parsed<T: Send + Sync + 'static>(
        &self,
        key: Option<AnswerKey>,
        parse: impl Future<Output = Result<(T, usize), ApiError>>,
    ) -> Result<Arc<T>, ApiError> {
        let known = key.as_ref().and_then(|key| self.cached.get(key));
        if let Some(CachedAnswer::Parsed(known, _)) = known
            && let Ok(known) = known.downcast()
        {
            return Ok(known);
        }
        let (found, bytes) = parse.await?;
        let found = Arc::new(found);
        if let Some(key) = key {
            let found: Arc<dyn Any + Send + Sync> = Arc::<T>::clone(&found);
            self.cached.insert(key, CachedAnswer::Parsed(found, bytes));
        }
        Ok(found)
    }
}

/// Threads that do jobs until nobody can hand them any.
fn threads(count: usize) -> mpsc::Sender<Job> {
    let (jobs, to_do) = mpsc::channel::<Job>();
    let to_do = Arc::new(Mutex::new(to_do));
    for _ in 0..count {
        let to_do = Arc::clone(&to_do);
        let work = move || {
            step_aside_for_play();
            let next = || to_do.lock().recv();
            while let Ok(job) = next() {
                job();
            }
        };
        let thread = thread::Builder::new().name("look".to_owned());
        thread
            .spawn(work)
            .expect("a server starts with few threads");
    }
    jobs
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc::{Receiver, channel};

    use super::*;

    fn narrow(looks: usize) -> Arc<Looks> {
        Arc::new(Looks::new(&Bounds {
            looks_at_once: Some(std::num::NonZero::<usize>::MIN),
            looks,
            ..Bounds::default()
        }))
    }

    fn key(question: Question) -> AnswerKey {
        AnswerKey {
            id: MatchId::random(),
            head: Hash::ZERO,
            deleted_players: 0,
            question,
        }
    }

    /// A look that is being answered until the sender says so, or nobody waits.
    fn begun(looks: &Arc<Looks>) -> (tokio::task::JoinHandle<()>, Receiver<&'static str>) {
        let ((tell, told), looks) = (channel(), Arc::clone(looks));
        let look = async move {
            let endless = looks.run(move |waiting| {
                tell.send("begun").unwrap();
                while waiting.each(std::iter::once(())).next().is_some() {
                    thread::yield_now();
                }
                tell.send("ended").unwrap();
            });
            let _ = endless.await;
        };
        (tokio::spawn(look), told)
    }

    #[tokio::test(flavor = "multi_thread")]
    async fn a_look_ends_when_nobody_waits_and_the_next_has_its_turn() {
        let looks = narrow(2);
        let (look, told) = begun(&looks);
        assert_eq!(told.recv().unwrap(), "begun");
        let next = looks.run(|_| 7);
        look.abort();
        assert_eq!(told.recv().unwrap(), "ended");
        assert_eq!(next.await.unwrap(), 7);
    }

    #[tokio::test(flavor = "multi_thread")]
    async fn more_looks_than_may_wait_are_told_to_come_again() {
        let looks = narrow(1);
        let (look, told) = begun(&looks);
        assert_eq!(told.recv().unwrap(), "begun");
        let refused = looks.run(|_| 7).await.unwrap_err();
        assert_eq!(refused.problem().code, "busy");
        look.abort();
        assert!(look.await.unwrap_err().is_cancelled());
        assert_eq!(looks.run(|_| 7).await.unwrap(), 7);
    }

    #[tokio::test(flavor = "multi_thread")]
    async fn an_answer_is_found_once_and_kept_within_its_bytes() {
        let looks = narrow(1);
        let key = Some(key(Question::Verify));
        let give = |key, text: &'static str| looks.bytes(key, move |_| Ok(text.into()));
        assert_eq!(give(key, "first").await.unwrap(), "first");
        assert_eq!(give(key, "second").await.unwrap(), "first");
        assert_eq!(give(None, "third").await.unwrap(), "third");
        let none = Looks::new(&Bounds {
            kept_answer_bytes: 0,
            ..Bounds::default()
        });
        let once = |text: &'static str| none.bytes(key, move |_| Ok(text.into()));
        assert_eq!(once("first").await.unwrap(), "first");
        none.cached.run_pending_tasks();
        assert_eq!(once("second").await.unwrap(), "second");
    }

    #[tokio::test(flavor = "multi_thread")]
    async fn what_was_parsed_is_parsed_once_and_is_no_answer_that_is_sent() {
        let looks = narrow(1);
        let key = Some(key(Question::Course(Viewer::Spectator)));
        let parse = |key, number: u8| looks.parsed(key, async move { Ok((number, 1)) });
        assert_eq!(*parse(key, 1).await.unwrap(), 1);
        assert_eq!(*parse(key, 2).await.unwrap(), 1);
        assert_eq!(*parse(None, 3).await.unwrap(), 3);
        let refused = async { Err::<(u8, usize), _>(Code::Unavailable.into()) };
        assert!(looks.parsed(None, refused).await.is_err());
        let sent = looks.bytes(key, |_| Ok("sent".into())).await;
        assert_eq!(sent.unwrap(), "sent");
        let none = Looks::new(&Bounds {
            kept_answer_bytes: 0,
            ..Bounds::default()
        });
        assert_eq!(*none.parsed(key, async { Ok((4, 1)) }).await.unwrap(), 4);
        none.cached.run_pending_tasks();
        assert_eq!(*none.parsed(key, async { Ok((5, 1)) }).await.unwrap(), 5);
    }

    #[tokio::test(flavor = "multi_thread")]
    async fn a_look_that_panics_is_our_fault_and_costs_no_turn() {
        let looks = narrow(1);
        for _ in 0..2 {
            let broken = looks
                .run(|_| -> u8 { panic!("the rules are broken") })
                .await;
            assert_eq!(broken.unwrap_err().problem().code, "internal");
        }
        assert_eq!(looks.run(|_| 7).await.unwrap(), 7);
    }
}
