//! Processes killed at any moment: what was acknowledged is there.
//!
//! The child is this test binary, running one test of it.
#![allow(clippy::unwrap_used, reason = "a test says what it needs by panicking")]

use std::{
    collections::BTreeMap,
    io::{BufRead as _, BufReader, Write as _},
    ops::Range,
    path::Path,
    process::{Child, Command, Stdio},
    sync::{
        Arc, Mutex,
        mpsc::{Receiver, channel},
    },
    time::Duration,
};

use domain::{Dice, GameId, Seed, bots::Bot, matches::Occupant};
use store::{Config, MatchId, RequestError, Status, Store, Version};

use crate::{
    at_places,
    imports::{MARK, of_bots, whole},
    support,
};

pub(crate) const CHILD: &str = "CARTULARY_TEST_CHILD";

/// How many kills: `CARTULARY_KILLS`, or a handful.
pub(crate) fn kills() -> u32 {
    let kills = std::env::var("CARTULARY_KILLS").ok();
    kills.map_or(4, |kills| kills.parse().unwrap())
}

/// The kills that one directory bears, and those of the next. Everything in it is looked at after
/// each of them, which for all kills in one directory would take the square of their number.
pub(crate) fn by_directory() -> impl Iterator<Item = Range<u32>> {
    let firsts = (0..kills()).step_by(50);
    firsts.map(|first| first..kills().min(first + 50))
}

/// The child's whole life, if there is a directory for it.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_child_plays_until_it_is_killed() {
    let Some(dir) = std::env::var_os(CHILD) else {
        return;
    };
    let store = Store::open(&clearing(Path::new(&dir))).unwrap();
    let unfinished = Arc::new(Mutex::new(unfinished(&store).await));
    store
        .matches
        .open(&support::asker(1), support::two_bots(), None)
        .await
        .unwrap();
    let mut players = tokio::task::JoinSet::new();
    for _ in 0..8 {
        let (store, unfinished) = (store.clone(), Arc::clone(&unfinished));
        players.spawn(async move {
            loop {
                let next = unfinished.lock().unwrap().pop();
                let id = match next {
                    Some(id) => id,
                    None => support::played(&store, 0).await,
                };
                while let Some(answer) = support::decide(&store, id).await {
                    let line = &answer.commit.line;
                    acknowledge(&format!("{id} {} {}", line.tip().version, line.hash));
                }
            }
        });
    }
    players.join_next().await;
    panic!("it plays until it is killed");
}

/// A store whose journal is cleared, and its index written anew, while matches are played.
pub(crate) fn clearing(dir: &Path) -> Config {
    Config {
        segment_bytes: 32 << 10,
        compress_journal: true,
        clear_journal: true,
        compact_times: 0,
        compact_bytes: 0,
        reached: at_places::reached,
        ..support::config(dir)
    }
}

/// The matches of players that are not over.
async fn unfinished(store: &Store) -> Vec<MatchId> {
    let (lobby, _) = support::lists(store).await;
    let playing = lobby.iter().filter(|row| row.status == Status::Running);
    playing
        .filter(|row| !has_bots(row))
        .map(|row| row.id)
        .collect()
}

pub(crate) fn acknowledge(what: &str) {
    say(&format!("ack {what}"));
}

/// Says a line to whoever started this child; whether they listen.
pub(crate) fn say(line: &str) -> bool {
    let mut out = std::io::stdout().lock();
    out.write_all(format!("{line}\n").as_bytes()).is_ok()
}

/// Runs one test of this binary on a directory, and hears what it prints.
pub(crate) fn start(test: &str, dir: &Path) -> (Child, Receiver<String>) {
    let mut child = Command::new(std::env::current_exe().unwrap());
    child.args([test, "--exact", "--nocapture"]).env(CHILD, dir);
    heard(child)
}

/// Starts a child, and hears what it prints.
pub(crate) fn heard(mut child: Command) -> (Child, Receiver<String>) {
    let mut child = child
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let output = BufReader::new(child.stdout.take().unwrap());
    let (said, heard) = channel();
    std::thread::spawn(move || {
        for line in output.lines().map_while(Result::ok) {
            if said.send(line).is_err() {
                break;
            }
        }
    });
    (child, heard)
}

pub(crate) const PLAYS: &str = "kills::the_child_plays_until_it_is_killed";

/// The last version of each match that was acknowledged, and its hash.
#[derive(Clone, Default)]
pub(crate) struct Acknowledged(BTreeMap<MatchId, BTreeMap<Version, String>>);

impl Acknowledged {
    pub(crate) fn note(&mut self, line: &str) -> bool {
        let mut words = line.split(' ');
        if words.next() != Some("ack") {
            return false;
        }
        let (Some(id), Some(version), Some(hash)) = (words.next(), words.next(), words.next())
        else {
            return false;
        };
        // The last line may have been cut by the kill.
        if hash.len() == 64 {
            let versions = self.0.entry(id.parse().unwrap()).or_default();
            versions.insert(version.parse().unwrap(), hash.to_owned());
        }
        true
    }

    pub(crate) async fn check(&self, dir: &Path) {
        let store = support::open(dir);
        for (id, versions) in &self.0 {
            let record = store.matches.record(*id).await.unwrap();
            for (version, hash) in versions {
                let stored = record
                    .iter()
                    .find(|commit| commit.line.tip().version == *version);
                assert_eq!(&stored.unwrap().line.hash.to_string(), hash);
            }
            assert!(store.matches.verify(*id).await.unwrap().valid);
        }
        support::close(store).await;
    }
}

/// The lists, after they followed, equal the lists built from nothing.
async fn lists_equal_a_rebuild(dir: &Path) {
    // Without bots at work, so that nothing moves between the two readings.
    let still = tempfile::tempdir().unwrap();
    support::copy(dir, still.path());
    let mut lines = Vec::new();
    store::portable::export(still.path(), &mut lines).unwrap();
    let (kept, anew) = (store_lists(still.path()).await, {
        std::fs::remove_dir_all(still.path().join("projections")).unwrap();
        store_lists(still.path()).await
    });
    assert_eq!(kept, anew);
}

/// The facts, after they followed, are those of a rebuild to the byte.
async fn facts_equal_a_rebuild(dir: &Path) {
    let store = support::open(dir);
    // One match is over, however soon the kill came.
    support::played(&store, usize::MAX).await;
    store
        .statistics
        .at_least(store.integrity().position)
        .await
        .unwrap();
    let checked = store.statistics.check(|_| {}).await.unwrap();
    assert!(checked.consistent, "{checked:?}");
    assert!(store.statistics.progress().seats > 0);
    support::close(store).await;
}

async fn store_lists(dir: &Path) -> (Vec<store::LobbyRow>, Vec<store::ResultRow>) {
    let store = support::open(dir);
    // The bots' match is finished or goes on: what it shows may differ.
    let (mut lobby, mut results) = support::lists(&store).await;
    let moving: Vec<MatchId> = lobby
        .iter()
        .filter(|row| has_bots(row))
        .map(|row| row.id)
        .collect();
    lobby.retain(|row| !moving.contains(&row.id));
    results.retain(|row| !moving.contains(&row.id));
    support::close(store).await;
    (lobby, results)
}

fn has_bots(row: &store::LobbyRow) -> bool {
    let mut seated = row.seated.iter();
    seated.any(|(_, at)| matches!(at, Some(Occupant::Bot { .. })))
}

/// Whether the first segment of a journal has gone.
fn was_cleared(dir: &Path) -> bool {
    let first = |ending| dir.join(format!("journal/00000000.{ending}"));
    !first("log").exists() && !first("zst").exists()
}

#[tokio::test]
async fn killed_under_load_nothing_acknowledged_is_lost() {
    for kills in by_directory() {
        let dir = tempfile::tempdir().unwrap();
        // It takes some hundred decisions for the matches in the first segment to end.
        let are_enough = kills.len() >= 20;
        kill_under_load(dir.path(), kills).await;
        assert!(!are_enough || was_cleared(dir.path()));
        lists_equal_a_rebuild(dir.path()).await;
    }
}

async fn kill_under_load(dir: &Path, kills: Range<u32>) {
    let mut acknowledged = Acknowledged::default();
    for kill in kills {
        let (mut child, heard) = start(PLAYS, dir);
        let enough = 20 + Dice::new(Seed([2; 32])).roll("kill", kill).below(400);
        let mut heard_so_far = 0;
        while heard_so_far < enough {
            let line = heard
                .recv_timeout(Duration::from_secs(60))
                .expect("the child plays");
            heard_so_far += u32::from(acknowledged.note(&line));
        }
        child.kill().unwrap();
        child.wait().unwrap();
        heard.iter().for_each(|line| {
            acknowledged.note(&line);
        });
        acknowledged.check(dir).await;
        facts_equal_a_rebuild(dir).await;
    }
}

#[tokio::test]
async fn killed_while_starting_it_starts_again() {
    for kills in by_directory() {
        let dir = tempfile::tempdir().unwrap();
        let acknowledged = kill_while_starting(dir.path(), kills);
        acknowledged.check(dir.path()).await;
        lists_equal_a_rebuild(dir.path()).await;
    }
}

fn kill_while_starting(dir: &Path, kills: Range<u32>) -> Acknowledged {
    let mut acknowledged = Acknowledged::default();
    for kill in kills {
        let (mut child, heard) = start(PLAYS, dir);
        // Anything the child says in that time is about its test, or acknowledged.
        let wait_ms = Dice::new(Seed([4; 32])).roll("start", kill).below(80);
        let until = std::time::Instant::now() + Duration::from_millis(u64::from(wait_ms));
        while let Ok(line) =
            heard.recv_timeout(until.saturating_duration_since(std::time::Instant::now()))
        {
            acknowledged.note(&line);
        }
        child.kill().unwrap();
        child.wait().unwrap();
        heard.iter().for_each(|line| {
            acknowledged.note(&line);
        });
    }
    acknowledged
}

/// The child's whole life, if there is a directory for it: it takes in every record.
#[tokio::test]
async fn the_child_imports_until_it_is_killed() {
    let Some(dir) = std::env::var_os(CHILD) else {
        return;
    };
    let dir = Path::new(&dir);
    let store = support::open(&dir.join("data"));
    for file in support::files(&dir.join("records")) {
        let whole = whole(&[std::fs::read_to_string(file).unwrap()]);
        let id = whole.id();
        store.matches.import(whole).await.unwrap();
        acknowledge(&id.to_string());
    }
}

#[tokio::test]
async fn killed_while_importing_all_that_is_there_bears_the_mark() {
    const RECORDS: usize = 4;
    let (dir, there) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let data = dir.path().join("data");
    std::fs::create_dir(dir.path().join("records")).unwrap();
    let store = support::open(there.path());
    let mut records = BTreeMap::new();
    for _ in 0..RECORDS {
        let id = of_bots(&store, [Bot::Random; 2]).await;
        let lines = support::lines(&store, id).await;
        let file = dir.path().join(format!("records/{id}"));
        std::fs::write(file, lines.join("\n")).unwrap();
        records.insert(id, lines);
    }
    support::close(store).await;
    for kill in 0..RECORDS {
        let (mut child, heard) = start("kills::the_child_imports_until_it_is_killed", dir.path());
        let patience = Duration::from_secs(60);
        let mut acknowledged = 0;
        while acknowledged <= kill {
            let line = heard.recv_timeout(patience).expect("the child imports");
            acknowledged += usize::from(line.contains("ack "));
        }
        child.kill().unwrap();
        child.wait().unwrap();
        let store = support::open(&data);
        let mut over = 0;
        for (id, record) in &records {
            let lines = match store.matches.current(*id).await {
                Ok(now) => {
                    over += usize::from(now.is_whole().is_ok());
                    support::lines(&store, *id).await
                }
                Err(RequestError::Unknown) => continue,
                Err(error) => panic!("{error}"),
            };
            for (line, there) in lines.iter().zip(record) {
                let (_, body) = there.split_once(',').unwrap();
                assert!(line.ends_with(&format!("{MARK}{body}")));
            }
        }
        assert!(over >= acknowledged);
        support::close(store).await;
    }
    let store = support::open(&data);
    assert!(
        support::lists(&store)
            .await
            .1
            .iter()
            .all(|row| row.imported)
    );
    assert!(store.statistics.check(|_| {}).await.unwrap().consistent);
    assert_eq!(store.statistics.ratings(GameId::ALL[0]).matches, 0);
    support::close(store).await;
}
