//! What the store costs, as ratios to what the disk gives in the same run.
//!
//! `cargo bench -p store`. Appends against a growing file that is written and
//! synced by the same kind of writer; reading and folding a match; building the
//! index and the lists anew.
#![expect(clippy::float_arithmetic, reason = "ratios of measurements")]
#![expect(clippy::print_stdout, reason = "the report")]
#![expect(
    clippy::unwrap_used,
    reason = "a bench says what it needs by panicking"
)]

use std::{
    fs::{self, File},
    io::Write as _,
    path::Path,
    sync::{
        Arc,
        mpsc::{Receiver, SyncSender, sync_channel},
    },
    time::{Duration, Instant},
};

use domain::{
    BySeat, GameId, Seed,
    bots::Bot,
    matches::{Match, MatchEvent, Place},
};
use store::{
    Asker, By, Cause, Commit, Config, MatchId, Opening, PlayerEvent, PlayerKind, Position, Store,
    StreamId, Timestamp, Tries,
    embedded::Embedded,
    log::{Log as _, NewCommit},
    record::{Draft, Line, Tip},
};
use tokio::{runtime::Runtime, sync::oneshot, task::JoinSet};

const WRITERS: [u8; 4] = [1, 16, 64, 255];
const MEASURE: Duration = Duration::from_millis(1500);
/// Makes a line as long as that of a usual decision.
const NAME_BYTES: usize = 400;

fn main() {
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(2)
        .build()
        .unwrap();
    appends(&runtime);
    let dir = tempfile::tempdir().unwrap();
    let ids = play(&runtime, dir.path());
    read_and_fold(&runtime, dir.path(), &ids);
    rebuild(&runtime, dir.path());
}

fn appends(runtime: &Runtime) {
    println!("durable appends a second; ratio to a growing file with the same group commit");
    for writers in WRITERS {
        let dir = tempfile::tempdir().unwrap();
        let raw = Arc::new(Raw::start(&dir.path().join("raw")));
        let raw = rate(runtime, writers, move |commit| {
            let raw = Arc::clone(&raw);
            async move { raw.append(commit).await }
        });
        let log = Embedded::open(&Config::new(dir.path().join("store"))).unwrap();
        let log = Arc::new(log);
        let ours = rate(runtime, writers, move |commit| {
            let log = Arc::clone(&log);
            async move {
                log.append(commit).await.unwrap();
            }
        });
        let ratio = ours / raw;
        println!("{writers:>4} writers: raw {raw:>8.0}  store {ours:>8.0}  ratio {ratio:.2}");
    }
}

/// Appends a second, each writer waiting for its own before the next.
fn rate<A, F>(runtime: &Runtime, writers: u8, append: A) -> f64
where
    A: Fn(NewCommit) -> F + Clone + Send + 'static,
    F: Future<Output = ()> + Send,
{
    let start = Instant::now();
    let writer = |number: u8| {
        let append = append.clone();
        async move {
            let mut tip = Tip::START;
            let mut appended = 0_u32;
            while start.elapsed() < MEASURE {
                let commit = commit(number, tip);
                tip = commit.sealed.tip();
                append(commit).await;
                appended += 1;
            }
            appended
        }
    };
    let appended: u32 = runtime.block_on(async {
        let tasks: JoinSet<u32> = (0..writers).map(writer).collect();
        tasks.join_all().await.into_iter().sum()
    });
    f64::from(appended) / start.elapsed().as_secs_f64()
}

fn commit(stream: u8, after: Tip) -> NewCommit {
    let now = Timestamp::now();
    let event = PlayerEvent::Registered {
        name: Some("n".repeat(NAME_BYTES)),
        name_hash: None,
        unique_name: false,
        kind: PlayerKind::Bot,
        version: None,
        token_hash: domain::Secret::Withheld,
    };
    let draft = Draft {
        cause: Cause::of(
            By::Server {
                server: "bench".to_owned(),
            },
            now,
        ),
        rules: 1,
        recorded_at: now,
        request: None,
        tries: Tries::new(),
        events: &[event],
        salt: [9; 32],
        erasable: None,
    };
    NewCommit::of(draft.seal(StreamId::of_player(&player(stream)).unwrap(), after))
}

fn player(number: u8) -> domain::matches::PlayerId {
    domain::matches::PlayerId(format!("p_{number:032x}"))
}

/// A growing file and nothing else, written by a thread that takes what waits.
struct Raw(SyncSender<(String, oneshot::Sender<()>)>);

impl Raw {
    fn start(path: &Path) -> Raw {
        let file = File::create(path).unwrap();
        let (queue, waiting) = sync_channel(4096);
        std::thread::spawn(move || Raw::run(&file, &waiting));
        Raw(queue)
    }

    fn run(mut file: &File, waiting: &Receiver<(String, oneshot::Sender<()>)>) {
        while let Ok(first) = waiting.recv() {
            let group: Vec<_> = std::iter::once(first).chain(waiting.try_iter()).collect();
            let bytes: String = group.iter().map(|(line, _)| line.as_str()).collect();
            file.write_all(bytes.as_bytes()).unwrap();
            file.sync_data().unwrap();
            for (_, answer) in group {
                answer.send(()).unwrap();
            }
        }
    }

    async fn append(&self, commit: NewCommit) {
        let (answer, answered) = oneshot::channel();
        self.0
            .send((commit.sealed.at(Position::START).text, answer))
            .unwrap();
        answered.await.unwrap();
    }
}

/// Matches of the server's bots, played to the end.
fn play(runtime: &Runtime, dir: &Path) -> Vec<MatchId> {
    const MATCHES: usize = 300;
    let store = Store::open(&Config::new(dir)).unwrap();
    let bot = Place::Bot { bot: Bot::Random };
    let start = Instant::now();
    let ids = runtime.block_on(async {
        let mut ids = Vec::new();
        for _ in 0..MATCHES {
            let opening = Opening {
                options: GameId::ALL[0].default_options(),
                places: BySeat::new(2, |_| bot.clone()),
                seated: Vec::new(),
                seed: Some(Seed([5; 32])),
                arranged: None,
                open_hands: false,
                private: false,
                settings: domain::matches::Settings::default(),
            };
            let answer = store.matches.open(&Asker::Server, opening, None).await;
            ids.push(answer.unwrap().now.id);
        }
        for id in &ids {
            let mut version = store.matches.watch(*id);
            while !store.matches.current(*id).await.unwrap().game.is_over() {
                version.changed().await.unwrap();
            }
        }
        store.close().await.unwrap();
        ids
    });
    let commits = store.commits();
    let seconds = start.elapsed().as_secs_f64();
    println!("{MATCHES} matches of bots: {commits} commits in {seconds:.2} s");
    ids
}

fn read_and_fold(runtime: &Runtime, dir: &Path, ids: &[MatchId]) {
    let log = Embedded::open(&Config::new(dir)).unwrap();
    let mut commits = 0;
    let mut events = 0;
    let (mut reading, mut decoding, mut folding) = Default::default();
    for id in ids {
        let start = Instant::now();
        let lines = runtime
            .block_on(log.read((*id).into(), Tip::START))
            .unwrap();
        reading += start.elapsed();
        let start = Instant::now();
        let record: Vec<Commit<MatchEvent>> = lines
            .into_iter()
            .map(Line::decode)
            .collect::<Result<_, _>>()
            .unwrap();
        decoding += start.elapsed();
        let all: Vec<&MatchEvent> = record.iter().flat_map(|commit| &commit.events).collect();
        let start = Instant::now();
        let game = Match::fold(all.iter().copied()).unwrap();
        folding += start.elapsed();
        assert!(game.is_over());
        commits += record.len();
        events += all.len();
    }
    let us =
        |time: Duration| time.as_secs_f64() * 1e6 / f64::from(u32::try_from(ids.len()).unwrap());
    let (commits, events) = (commits / ids.len(), events / ids.len());
    println!(
        "a match of {commits} commits, {events} events: read and checked {:.0} us, decoded {:.0} us, \
         folded {:.0} us",
        us(reading),
        us(decoding),
        us(folding),
    );
}

fn rebuild(runtime: &Runtime, dir: &Path) {
    for (what, part) in [
        ("nothing", "none"),
        ("the lists", "projections"),
        ("the index", "events"),
    ] {
        let gone = dir.join(part);
        if gone.exists() {
            fs::remove_dir_all(gone).unwrap();
        }
        let start = Instant::now();
        let store = Store::open(&Config::new(dir)).unwrap();
        let opened = start.elapsed();
        let (head, commits) = (store.integrity().position, store.commits());
        runtime.block_on(async {
            store.lobby.at_least(head).await.unwrap();
            store.results.at_least(head).await.unwrap();
        });
        let ready = start.elapsed();
        println!(
            "opened with {what} to rebuild, {commits} commits: {opened:.2?}, ready {ready:.2?}"
        );
        runtime.block_on(store.close()).unwrap();
    }
}
