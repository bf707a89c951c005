//! The handle on all of it: what the rest of the program asks.

use std::{
    collections::BTreeMap, fmt, hash::Hash, path::PathBuf, sync::Arc, thread::JoinHandle,
    time::Duration,
};

use domain::GameId;
use moka::sync::Cache;
use parking_lot::Mutex;
use tokio::sync::{oneshot, watch};

use crate::{
    comparing::{Compared, Comparing},
    facts::{
        consistency::{self, Consistency},
        finished::day,
        projection::Facts,
    },
    query::{
        answer::{Comparison, Distribution, Measured, QueryAnswer},
        choices::Choices,
        curve::{Curve, CurveQuery},
        deals::Deal,
        export::{CountedMatches, ExportTable, RowBatch},
        facts_at::FactsAt,
        filter::RowFilter,
        heatmap::Heatmap,
        question::{Filter, Query, Slice, Unanswerable},
    },
    rating::{Rating, Ratings},
};
use store_log::{
    Config, DealId, SharedLog,
    checkpoint::{Checkpoint, Moves},
    embedded::Tables,
    error::StoreError,
    id::Position,
    time::Timestamp,
};
use store_play::{InHand, projections::lobby::Visibility};

/// What is counted of finished matches.
#[derive(Clone)]
pub struct Statistics(Arc<Inner>);

struct Inner {
    facts: Arc<Facts>,
    log: SharedLog,
    check_dir: PathBuf,
    queries: Answers<Query, QueryAnswer>,
    distributions: Answers<(Slice, String), Distribution>,
    comparisons: Answers<(Slice, Slice, String, u64), Comparison>,
    curves: Answers<CurveQuery, Curve>,
    choices: Answers<(Slice, Option<String>, u64), Choices>,
    heatmaps: Answers<(Slice, u64), Heatmap>,
    // Held while a rating is brought up to date: whoever asks meanwhile needs that one.
    ratings: Mutex<BTreeMap<GameId, Rating>>,
    // A check reads the whole log; a second one at once would find the same.
    checking: Arc<tokio::sync::Mutex<()>>,
    last_check: Mutex<Option<Consistency>>,
    comparing: Comparing,
}

/// Answers to one kind of question, by the position and the day on which they were given.
/// Questions are canonical: two that mean the same are equal.
type Answers<Q, A> = Cache<(Position, String, Q), Arc<A>>;

fn answers<Q, A>() -> Answers<Q, A>
where
    Q: Eq + Hash + Send + Sync + 'static,
    A: Measured + Send + Sync + 'static,
{
    // Some 12 MB for each kind, so that no kind drives out the others.
    const SIZE: u64 = 1 << 18;
    // As long as somebody looks at a page and asks it again.
    const UNASKED: Duration = Duration::from_secs(600);
    Cache::builder()
        .max_capacity(SIZE)
        .weigher(|_, answer: &Arc<A>| u32::try_from(answer.size()).unwrap_or(u32::MAX))
        .time_to_idle(UNASKED)
        .build()
}

/// How far the facts have come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress {
    /// Up to which position they have read the log.
    pub as_of_position: Position,
    /// The last position of the log.
    pub head: Position,
    /// How many seats of finished matches there are.
    pub seats: usize,
    /// How many bytes their columns take, in memory and in their file, dictionaries apart.
    pub bytes: usize,
    /// They read no further before the next start: the log of the program says why.
    pub has_stopped: bool,
}

impl fmt::Debug for Statistics {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Statistics")
            .field(&self.0.facts.position())
            .finish()
    }
}

impl Statistics {
    /// Opens the facts of a log that is open.
    ///
    /// # Errors
    ///
    /// If they cannot be read, or have read more of the log than there is.
    pub fn open(
        log: &SharedLog,
        tables: &Tables,
        config: &Config,
    ) -> Result<Statistics, StoreError> {
        let facts = Facts::open(tables, config.facts_chunk_rows)?;
        let check_dir = config.dir.join("facts-check");
        Ok(Statistics::new(Arc::new(facts), Arc::clone(log), check_dir))
    }

    /// Follows the log on a thread of its own until `closing` is said. Records that are in hand
    /// are not read.
    ///
    /// # Errors
    ///
    /// If the thread cannot be started.
    pub fn follow(
        &self,
        in_hand: InHand,
        closing: watch::Receiver<bool>,
    ) -> Result<JoinHandle<()>, StoreError> {
        let log = Arc::clone(&self.0.log);
        self.0.facts.follow(log, in_hand, closing)
    }

    fn new(facts: Arc<Facts>, log: SharedLog, check_dir: PathBuf) -> Statistics {
        // What a check left that did not come to its end.
        let _ = std::fs::remove_dir_all(&check_dir);
        Statistics(Arc::new(Inner {
            facts,
            log,
            check_dir,
            queries: answers(),
            distributions: answers(),
            comparisons: answers(),
            curves: answers(),
            choices: answers(),
            heatmaps: answers(),
            ratings: Mutex::default(),
            checking: Arc::default(),
            last_check: Mutex::default(),
            comparing: Comparing::default(),
        }))
    }

    /// The question answered: a metric, summed up for each group of a slice.
    ///
    /// # Errors
    ///
    /// What it asks for that there is not.
    pub fn query(&self, query: &Query) -> Result<Arc<QueryAnswer>, Unanswerable> {
        let query = Query {
            slice: query.slice.canonical(),
            ..query.clone()
        };
        let game = query.slice.game;
        self.answer(&self.0.queries, game, query, |at, query| at.query(query))
    }

    /// The exact histogram of a metric.
    ///
    /// # Errors
    ///
    /// What it asks for that there is not.
    pub fn distribution(
        &self,
        slice: &Slice,
        metric: &str,
    ) -> Result<Arc<Distribution>, Unanswerable> {
        let question = (slice.canonical(), metric.to_owned());
        self.answer(
            &self.0.distributions,
            slice.game,
            question,
            |at, (slice, metric)| at.distribution(slice, metric),
        )
    }

    /// The means of a metric in two slices of one game, and their difference.
    ///
    /// # Errors
    ///
    /// What it asks for that there is not.
    pub fn compare(
        &self,
        first: &Slice,
        second: &Slice,
        metric: &str,
        min_n: u64,
    ) -> Result<Arc<Comparison>, Unanswerable> {
        let slices = (first.canonical(), second.canonical());
        let question = (slices.0, slices.1, metric.to_owned(), min_n);
        self.answer(
            &self.0.comparisons,
            first.game,
            question,
            |at, (first, second, metric, min_n)| at.compare(first, second, metric, *min_n),
        )
    }

    /// The mean of the last matches of each series, match after match.
    ///
    /// # Errors
    ///
    /// What it asks for that there is not.
    pub fn curve(&self, query: &CurveQuery) -> Result<Arc<Curve>, Unanswerable> {
        let query = CurveQuery {
            slice: query.slice.canonical(),
            ..query.clone()
        };
        let game = query.slice.game;
        self.answer(&self.0.curves, game, query, |at, query| at.curve(query))
    }

    /// What decisions offered and took; of one kind, or of all.
    ///
    /// # Errors
    ///
    /// What it asks for that there is not.
    pub fn choices(
        &self,
        slice: &Slice,
        kind: Option<&str>,
        min_n: u64,
    ) -> Result<Arc<Choices>, Unanswerable> {
        let question = (slice.canonical(), kind.map(str::to_owned), min_n);
        self.answer(
            &self.0.choices,
            slice.game,
            question,
            |at, (slice, kind, min_n)| at.choices(slice, kind.as_deref(), *min_n),
        )
    }

    /// How often each cell is filled, and with what.
    ///
    /// # Errors
    ///
    /// What it asks for that there is not.
    pub fn heatmap(&self, slice: &Slice, min_n: u64) -> Result<Arc<Heatmap>, Unanswerable> {
        let question = (slice.canonical(), min_n);
        self.answer(
            &self.0.heatmaps,
            slice.game,
            question,
            |at, (slice, min_n)| at.heatmap(slice, *min_n),
        )
    }

    /// All plays of a deal. None if no match of it is over.
    pub fn deal(&self, deal: DealId, with_private: Visibility) -> Option<Deal> {
        GameId::ALL.iter().find_map(|&game| {
            let found = self.moment(game, |at| at.deal(game, deal, with_private));
            found.expect("it asks for dimensions of every game")
        })
    }

    /// The ratings of a game.
    pub fn ratings(&self, game: GameId) -> Ratings {
        let mut ratings = self.0.ratings.lock();
        let rating = ratings.entry(game).or_default();
        self.moment(game, |at| {
            let read = rating.read_on(game, at);
            read.expect("it asks for dimensions of every game");
            rating.ratings(game, at)
        })
    }

    /// The matches with a seat in a slice, at most `limit`, behind a page's `next`.
    ///
    /// # Errors
    ///
    /// What it asks for that there is not.
    pub fn matches(
        &self,
        slice: &Slice,
        after: u64,
        limit: usize,
    ) -> Result<CountedMatches, Unanswerable> {
        self.moment(slice.game, |at| at.matches(slice, after, limit))
    }

    /// Every condition that the seats of a slice meet: its own, and those that hold by
    /// default.
    ///
    /// # Errors
    ///
    /// What it asks for that there is not.
    pub fn population(&self, slice: &Slice) -> Result<Vec<Filter>, Unanswerable> {
        let slice = slice.canonical();
        self.moment(slice.game, |at| {
            Ok(RowFilter::of(&slice, at.facts)?.population)
        })
    }

    /// Up to which position matches were counted, and a table of the seats of a slice, some
    /// thousand seats at a time, in the order matches ended. Words are read as they come up, so nothing is held between batches.
    ///
    /// # Errors
    ///
    /// What it asks for that there is not.
    pub fn export(
        &self,
        slice: &Slice,
        table: ExportTable,
    ) -> Result<(Position, impl Iterator<Item = RowBatch> + Send + 'static), Unanswerable> {
        let (as_of_position, chunks) = self.moment(slice.game, |at| {
            RowFilter::of(slice, at.facts)?;
            Ok((at.as_of_position, at.export_chunks()))
        })?;
        let (this, slice) = (self.clone(), slice.clone());
        let batches = chunks.into_iter().map(move |chunk| {
            let batch = this.moment(slice.game, |at| at.batch(&slice, table, &chunk));
            batch.expect("the slice was understood before")
        });
        Ok((as_of_position, batches.filter(|batch| batch.rows > 0)))
    }

    /// Builds the facts anew beside those that are there, and compares them. Takes as
    /// long as a rebuild; `progress` hears how far it is. One check at a time.
    ///
    /// # Errors
    ///
    /// If it cannot be done.
    pub async fn check(
        &self,
        progress: impl FnMut(Position) + Send + 'static,
    ) -> Result<Consistency, StoreError> {
        let alone = Arc::clone(&self.0.checking).lock_owned().await;
        let (this, (found, finding)) = (self.clone(), oneshot::channel());
        // Whoever asked may leave: the check goes on, and the next one waits for it.
        let check = move || {
            let result = this.0.check(progress);
            drop(alone);
            let _ = found.send(result);
        };
        let thread = std::thread::Builder::new().name("facts check".to_owned());
        thread
            .spawn(check)
            .map_err(StoreError::io("start a check"))?;
        finding.await.unwrap_or(Err(StoreError::Stopped))
    }

    /// The result of the last check, if there was one since the store was opened.
    pub fn last_check(&self) -> Option<Consistency> {
        self.0.last_check.lock().clone()
    }

    /// Counts the next matches anew, at most so many, and compares them with what was counted.
    /// After the last match come the first again.
    ///
    /// # Errors
    ///
    /// If a record cannot be read.
    pub async fn compare_some(&self, most: usize) -> Result<(), StoreError> {
        let Inner { facts, log, .. } = &*self.0;
        self.0.comparing.compare_some(facts, &**log, most).await
    }

    /// What the comparisons came to.
    pub fn compared(&self) -> Compared {
        self.0.comparing.compared()
    }

    /// Up to which position the facts have read the log. Waits for nothing.
    pub fn as_of_position(&self) -> Position {
        self.0.facts.position()
    }

    /// How far the facts have come. Waits while some are being added.
    pub fn progress(&self) -> Progress {
        let (as_of_position, seats, bytes) = self.0.facts.size();
        Progress {
            as_of_position,
            head: *self.0.log.head().borrow(),
            seats,
            bytes,
            has_stopped: self.0.facts.checkpoint.has_stopped(),
        }
    }

    /// How far the facts have read the log.
    pub fn checkpoint(&self) -> &Checkpoint {
        &self.0.facts.checkpoint
    }

    /// Waits until the facts have read the log up to a position.
    ///
    /// # Errors
    ///
    /// If they never will.
    pub async fn at_least(&self, position: Position) -> Result<(), StoreError> {
        self.0.facts.checkpoint.at_least(position).await
    }

    /// While this is held, nothing is counted.
    #[cfg(test)]
    pub(crate) fn hold(&self) -> parking_lot::MutexGuard<'_, ()> {
        self.0.facts.hold()
    }

    /// Counts a match once more, with a point more for the first seat.
    #[cfg(test)]
    pub(crate) async fn count_wrongly(&self, id: store_log::MatchId) {
        let counted = crate::comparing::counted_anew(&*self.0.log, id).await;
        let mut finished = counted.unwrap().unwrap();
        let values = &mut finished.facts.seats[domain::Seat(0)].values;
        let score = values
            .measures
            .iter_mut()
            .find(|(id, _)| *id == "final_score");
        *score.unwrap().1 += 1;
        self.0
            .facts
            .write(&[finished], self.as_of_position())
            .unwrap();
    }

    /// The end of the facts for good, as far as others can tell.
    #[cfg(test)]
    pub(crate) fn break_down(&self) {
        let log = Arc::clone(&self.0.log);
        let broken = self
            .0
            .facts
            .checkpoint
            .follow("facts", log, async { panic!("a test") });
        broken.unwrap().join().unwrap();
    }

    /// Each move of the facts through the log.
    pub(crate) fn moves(&self) -> Moves {
        self.0.facts.checkpoint.moves()
    }

    pub(super) fn moment<T>(&self, game: GameId, ask: impl FnOnce(&FactsAt<'_>) -> T) -> T {
        self.0.facts.read(game, |facts, as_of_position| {
            ask(&FactsAt {
                facts,
                as_of_position,
                now: Timestamp::now(),
            })
        })
    }

    /// The answer to a question, computed once for each position.
    fn answer<Q, A>(
        &self,
        answers: &Answers<Q, A>,
        game: GameId,
        question: Q,
        ask: impl FnOnce(&FactsAt<'_>, &Q) -> Result<A, Unanswerable>,
    ) -> Result<Arc<A>, Unanswerable>
    where
        Q: Eq + Hash + Send + Sync + 'static,
        A: Send + Sync + 'static,
    {
        let key = (self.0.facts.position(), day(Timestamp::now()), question);
        if let Some(answer) = answers.get(&key) {
            return Ok(answer);
        }
        let answer = Arc::new(self.moment(game, |at| ask(at, &key.2))?);
        answers.insert(key, Arc::clone(&answer));
        Ok(answer)
    }
}

impl Inner {
    fn check(&self, progress: impl FnMut(Position)) -> Result<Consistency, StoreError> {
        let found = consistency::check(&self.facts, &*self.log, &self.check_dir, progress)?;
        let mut last = self.last_check.lock();
        *last = Some(found.clone());
        Ok(found)
    }
}
