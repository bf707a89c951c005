//! The log on the disk beside the one in memory: whatever is archived, cleared, compacted, lost and
//! opened again meanwhile, both tell the same.

use std::{fs, path::Path, sync::Arc};

use proptest::{prelude::*, test_runner::TestRunner};
use store::{
    Config, Hash, MatchId, Position, StreamId,
    embedded::Embedded,
    log::{Log, NewCommit, Span},
    record::{Line, Sealed, Tip},
};
use store_log::memory::Memory;
use tokio::{runtime::Handle, task};

use crate::{
    compacted::always,
    moved::{reopened, three_matches},
};

/// What may happen to a log.
#[derive(Clone, Debug)]
enum Step {
    Append(Next),
    /// Every match that is over is archived, and segments go.
    Archive,
    /// Its index is written anew, while this is appended.
    Compact(Next),
    /// It is closed and opened again.
    Reopen,
    /// Its index is lost.
    LoseIndex,
}

/// So many commits of one of its streams are appended; nobody waits for them, or somebody does.
#[derive(Clone, Copy, Debug)]
struct Next {
    stream: usize,
    commits: usize,
    aside: bool,
}

fn next() -> impl Strategy<Value = Next> {
    let next = (0..3usize, 1..120usize, any::<bool>());
    next.prop_map(|(stream, commits, aside)| Next {
        stream,
        commits,
        aside,
    })
}

fn step() -> impl Strategy<Value = Step> {
    prop_oneof![
        6 => next().prop_map(Step::Append),
        3 => Just(Step::Archive),
        3 => next().prop_map(Step::Compact),
        1 => Just(Step::Reopen),
        1 => Just(Step::LoseIndex),
    ]
}

/// A log on the disk, and what it must be like.
struct Both<'a> {
    dir: &'a Path,
    log: Option<Arc<Embedded>>,
    memory: Memory,
    /// What there is to append, and how much of it was.
    sources: &'a [(StreamId, Vec<Line>)],
    appended: Vec<usize>,
}

impl Both<'_> {
    fn config(&self) -> Config {
        Config {
            segment_bytes: 16 << 10,
            held_bytes: 16 << 10,
            ..always(self.dir)
        }
    }

    fn log(&mut self) -> &Arc<Embedded> {
        let config = self.config();
        self.log
            .get_or_insert_with(|| Arc::new(Embedded::open(&config).unwrap()))
    }

    async fn take(&mut self, step: &Step) {
        match step {
            Step::Append(next) => self.append(*next).await,
            Step::Archive => self.archive().await,
            Step::Compact(next) => self.compact(*next).await,
            Step::Reopen => self.close(),
            Step::LoseIndex => {
                self.close();
                let index = self.dir.join("events");
                if index.exists() {
                    fs::remove_dir_all(index).unwrap();
                }
            }
        }
    }

    async fn append(&mut self, next: Next) {
        let Next {
            stream,
            commits,
            aside,
        } = next;
        let lines = &self.sources[stream].1;
        let next = lines[self.appended[stream]..].iter().take(commits);
        let appended = next.len();
        let commits = next.map(|line| NewCommit {
            aside,
            ..NewCommit::of(Sealed::imported(line))
        });
        let commits: Vec<NewCommit> = commits.collect();
        // Handed in together, as bots hand them in: several stand in one group.
        let log = self.log();
        let waiting: Vec<_> = commits.iter().map(|it| log.append(it.clone())).collect();
        for answer in waiting {
            answer.await.unwrap();
        }
        for commit in commits {
            self.memory.append(commit).await.unwrap();
        }
        self.appended[stream] += appended;
    }

    async fn archive(&mut self) {
        let sources = self.sources.iter().zip(&self.appended);
        let over = sources.filter(|((_, lines), appended)| lines.len() == **appended);
        let over: Vec<MatchId> = over
            .filter_map(|((stream, _), _)| match stream {
                StreamId::Match(id) => Some(*id),
                StreamId::Player(_) | StreamId::Batch(_) | StreamId::Tournament(_) => None,
            })
            .collect();
        let log = self.log();
        log.archive(&over).unwrap();
        log.note_archived_to(*log.head().borrow()).unwrap();
        while log.clear_segment().await.unwrap() {}
    }

    async fn compact(&mut self, next: Next) {
        let log = Arc::clone(self.log());
        let handle = Handle::current();
        let compacting = move || handle.block_on(log.compact_index(&|| true));
        let compacting = task::spawn_blocking(compacting);
        self.append(next).await;
        compacting.await.unwrap().unwrap();
    }

    fn close(&mut self) {
        if let Some(log) = self.log.take() {
            log.close().unwrap();
        }
    }
}

/// What a log tells: every commit in order, and each stream.
async fn told(log: &dyn Log) -> Vec<(StreamId, Tip, Hash)> {
    let told = |line: &Line| (line.stream, line.after, line.hash);
    let scanned = log.scan(Span::new(Position::START, 10_000)).await.unwrap();
    let scanned: Vec<_> = scanned.lines.iter().map(told).collect();
    let mut streams: Vec<StreamId> = scanned.iter().map(|(stream, ..)| *stream).collect();
    streams.sort_unstable();
    streams.dedup();
    let mut all = scanned;
    for stream in streams {
        let read = log.read(stream, Tip::START).await.unwrap();
        all.extend(read.iter().map(told));
    }
    all
}

#[test]
fn the_log_on_the_disk_tells_what_the_one_in_memory_tells() {
    let runtime = tokio::runtime::Runtime::new().unwrap();
    let sources: Vec<(StreamId, Vec<Line>)> = runtime.block_on(async {
        let dir = tempfile::tempdir().unwrap();
        three_matches(dir.path()).await;
        reopened(dir.path()).await.streams.into_iter().collect()
    });
    let mut runner = TestRunner::new(ProptestConfig::with_cases(24));
    let tried = runner.run(&prop::collection::vec(step(), 1..24), |steps| {
        let dir = tempfile::tempdir().unwrap();
        let mut both = Both {
            dir: dir.path(),
            log: None,
            memory: Memory::default(),
            sources: &sources,
            appended: vec![0; sources.len()],
        };
        runtime.block_on(async {
            for step in &steps {
                both.take(step).await;
                let expected = told(&both.memory).await;
                prop_assert_eq!(told(&**both.log()).await, expected);
            }
            Ok(())
        })
    });
    tried.unwrap();
}
