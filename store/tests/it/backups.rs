//! Backups: made while a store is written, restored to the same bytes, refused if anything is
//! wrong with them.

use std::{
    collections::BTreeMap,
    fs,
    path::Path,
    sync::atomic::{AtomicBool, Ordering},
};

use store::{
    Config, Head, Position, Store, StoreError, backups,
    embedded::{
        Embedded,
        backup::{Folder, How, Made, Tried, put_back},
    },
};

use crate::{
    cleared::{cleared, in_segments},
    moved::{self, reopened},
    support::{self, close, compressed, config, files, lines, open, played},
};

/// A store with archived matches, and one that is played: closed, and what is in it.
async fn small_store(dir: &Path) -> Told {
    let store = open(dir);
    for _ in 0..3 {
        played(&store, 10_000).await;
    }
    played(&store, 20).await;
    let head = store.integrity().position;
    store.archived(head).await.unwrap();
    let told = told(&store).await;
    close(store).await;
    told
}

/// All that a store tells: where it ends, its lists, and the bytes of each record.
#[derive(Debug, PartialEq)]
struct Told {
    head: Head,
    secret: [u8; 32],
    lists: (Vec<store::LobbyRow>, Vec<store::ResultRow>),
    records: BTreeMap<store::MatchId, Vec<String>>,
}

async fn told(store: &Store) -> Told {
    let lists = support::lists(store).await;
    let mut records = BTreeMap::new();
    for row in &lists.0 {
        records.insert(row.id, lines(store, row.id).await);
    }
    Told {
        head: store.integrity(),
        secret: *store.secret(),
        lists,
        records,
    }
}

fn back_up(dir: &Path, to: &Path) -> Made {
    backups::back_up(dir, to, false).unwrap()
}

/// Restores the latest backup, and returns the error if there is one.
fn restored(from: &Path, to: &Path) -> Result<(), StoreError> {
    backups::restore(from, None, &config(to)).map(|_| ())
}

fn why(error: &StoreError) -> String {
    error.to_string()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_store_reads_to_the_same_bytes_after_backup_and_restore() {
    let (dir, to, new) = three_dirs();
    let before = small_store(dir.path()).await;
    let made = back_up(dir.path(), to.path()).manifest;
    assert_eq!(
        (made.position, made.hash),
        (before.head.position, before.head.hash)
    );
    let is_made_anew = |path: &str| path.starts_with("events") || path.starts_with("projections");
    assert!(!made.files.iter().any(|file| is_made_anew(&file.path)));
    let restored = backups::restore(to.path(), None, &config(new.path())).unwrap();
    assert_eq!(restored, made);
    let store = open(new.path());
    assert_eq!(told(&store).await, before);
    // It goes on like any store.
    played(&store, 5).await;
    close(store).await;
    let report = store::portable::verify_store(new.path()).unwrap();
    assert_eq!(report.problems, [""; 0]);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_backup_that_is_made_during_commits_has_all_up_to_where_it_ends() {
    let (dir, to, _) = three_dirs();
    let store = open(dir.path());
    let playing = AtomicBool::new(true);
    let play = async {
        while playing.load(Ordering::Relaxed) {
            played(&store, 10_000).await;
        }
    };
    let back_up = async {
        for _ in 0..4 {
            let (store, to) = (store.clone(), to.path().to_owned());
            let before = store.integrity().position;
            let made = tokio::task::spawn_blocking(move || store.back_up(&to, false));
            let made = made.await.unwrap().unwrap();
            assert!(made.manifest.position >= before);
        }
        playing.store(false, Ordering::Relaxed);
    };
    tokio::join!(play, back_up);
    let after = told(&store).await;
    close(store).await;
    let names = Folder::open(to.path()).unwrap().names().unwrap();
    for name in names {
        let new = tempfile::tempdir().unwrap();
        let config = config(new.path());
        let made = backups::restore(to.path(), Some(&name), &config).unwrap();
        let restored = open(new.path());
        let told = told(&restored).await;
        assert_eq!(told.head.position, made.position);
        for (id, record) in &told.records {
            assert_eq!(after.records[id][..record.len()], record[..]);
        }
        close(restored).await;
    }
}

#[tokio::test]
async fn a_backup_has_what_was_copied_before_a_segment_went() {
    let (dir, to, new) = three_dirs();
    let [first, second, _] = in_segments(dir.path()).await;
    let log = Embedded::open(&config(dir.path())).unwrap();
    let live = moved::told(&log).await;
    assert!(cleared(&log, &[first, second]).await > 0);
    let how = How {
        link: false,
        floor_bytes: 0,
        may_go_on: &mut |_| Ok(()),
    };
    log.back_up(&Folder::open_or_make(to.path()).unwrap(), how)
        .unwrap();
    log.close().unwrap();
    restored(to.path(), new.path()).unwrap();
    assert_eq!(reopened(new.path()).await, live);
}

#[tokio::test(flavor = "multi_thread")]
async fn what_a_backup_has_already_is_not_copied_again() {
    let (dir, to, new) = three_dirs();
    small_store(dir.path()).await;
    compressed(dir.path());
    let first = back_up(dir.path(), to.path());
    assert_eq!(first.copied_bytes, first.manifest.bytes());
    assert_eq!(back_up(dir.path(), to.path()).copied_bytes, 0);
    more(dir.path()).await;
    let third = back_up(dir.path(), to.path());
    assert!(third.copied_bytes > 0);
    let is_known = |file: &&store::embedded::backup::File| {
        let mut known = first.manifest.files.iter();
        known.any(|it| it.sha256 == file.sha256)
    };
    let kept: Vec<_> = third.manifest.files.iter().filter(is_known).collect();
    assert!(kept.iter().any(|file| file.path.ends_with(".zst")));
    let kept_bytes: u64 = kept.iter().map(|file| file.bytes).sum();
    assert_eq!(third.copied_bytes + kept_bytes, third.manifest.bytes());
    restored(to.path(), new.path()).unwrap();
}

/// Plays a little more.
async fn more(dir: &Path) {
    let store = open(dir);
    played(&store, 5).await;
    close(store).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_backup_of_hard_links_is_restored_like_any_other() {
    let (dir, to, new) = three_dirs();
    let before = small_store(dir.path()).await;
    compressed(dir.path());
    let made = backups::back_up(dir.path(), to.path(), true).unwrap();
    assert!(made.copied_bytes < made.manifest.bytes());
    restored(to.path(), new.path()).unwrap();
    let store = open(new.path());
    assert_eq!(told(&store).await, before);
    close(store).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_directory_that_is_not_new_is_refused() {
    let (dir, to, new) = three_dirs();
    small_store(dir.path()).await;
    back_up(dir.path(), to.path());
    fs::write(new.path().join("note"), "mine").unwrap();
    let refused = restored(to.path(), new.path()).unwrap_err();
    assert!(why(&refused).contains("not empty"), "{refused}");
    assert_eq!(fs::read(new.path().join("note")).unwrap(), b"mine");
    let store = open(dir.path());
    let refused = restored(to.path(), dir.path()).unwrap_err();
    assert!(matches!(refused, StoreError::Locked { .. }), "{refused}");
    let refused = backups::back_up(dir.path(), to.path(), false).unwrap_err();
    assert!(matches!(refused, StoreError::Locked { .. }), "{refused}");
    close(store).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_changed_byte_or_a_missing_file_is_named_and_nothing_restored() {
    let (dir, to, new) = three_dirs();
    small_store(dir.path()).await;
    back_up(dir.path(), to.path());
    for file in files(to.path()) {
        let whole = fs::read(&file).unwrap();
        let mut changed = whole.clone();
        // The last byte of a manifest ends its line.
        let at = changed.len() / 2;
        match changed.get_mut(at) {
            Some(byte) => *byte ^= 1,
            None => changed.push(0),
        }
        fs::write(&file, changed).unwrap();
        let refused = restored(to.path(), new.path()).unwrap_err();
        assert!(
            why(&refused).contains("damaged"),
            "{}: {refused}",
            file.display()
        );
        fs::remove_file(&file).unwrap();
        let refused = restored(to.path(), new.path()).unwrap_err();
        let said = why(&refused);
        assert!(
            said.contains("missing") || said.contains("no backup"),
            "{said}"
        );
        assert!(files(new.path()).is_empty());
        fs::write(&file, whole).unwrap();
    }
    restored(to.path(), new.path()).unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn an_attempt_that_ends_at_any_step_leaves_the_backups_there_were() {
    let (dir, to, _) = three_dirs();
    small_store(dir.path()).await;
    let first = back_up(dir.path(), to.path()).manifest;
    let mut steps = 0;
    loop {
        let ended = ended_at(steps, dir.path(), to.path());
        let folder = Folder::open(to.path()).unwrap();
        if ended.is_ok() {
            assert_eq!(folder.names().unwrap().len(), 2);
            break;
        }
        // What a kill in the middle of a file leaves.
        fs::write(to.path().join("files/half.new"), "half").unwrap();
        fs::write(to.path().join("000002.manifest.new"), "{").unwrap();
        assert_eq!(folder.latest().unwrap(), Some(first.clone()));
        let new = tempfile::tempdir().unwrap();
        put_back(&folder, &first, new.path()).unwrap();
        steps += 1;
    }
    assert!(steps > 5, "{steps}");
}

/// Makes a backup that may take so many steps.
fn ended_at(steps: usize, dir: &Path, to: &Path) -> Result<Made, StoreError> {
    let mut left = steps;
    let may_go_on = &mut |_: &str| match left {
        0 => Err(StoreError::Stopped),
        _ => {
            left -= 1;
            Ok(())
        }
    };
    let how = How {
        link: false,
        floor_bytes: 0,
        may_go_on,
    };
    let folder = Folder::open(to).unwrap();
    store::embedded::back_up(dir, &folder, how)
}

#[tokio::test(flavor = "multi_thread")]
async fn a_full_disk_is_told_and_the_backups_there_were_stay() {
    let (dir, to, new) = three_dirs();
    small_store(dir.path()).await;
    back_up(dir.path(), to.path());
    let full = Config {
        bounds: store::Bounds {
            free_floor_bytes: u64::MAX,
            ..store::Bounds::default()
        },
        ..config(dir.path())
    };
    let store = Store::open(&full).unwrap();
    let refused = store.back_up(to.path(), false).unwrap_err();
    let source = std::error::Error::source(&refused).unwrap().to_string();
    assert!(source.contains("bytes are free"), "{source}");
    close(store).await;
    assert!(!to.path().join("files/half.new").exists());
    restored(to.path(), new.path()).unwrap();
}

#[test]
fn a_folder_that_is_let_go_is_waited_for() {
    let to = tempfile::tempdir().unwrap();
    // Who begins just as the other lets go finds it held only now and then.
    for _ in 0..60 {
        let held = Folder::open_or_make(to.path()).unwrap();
        let (begins, has_begun) = std::sync::mpsc::channel();
        std::thread::scope(|scope| {
            let waiting = scope.spawn(|| {
                begins.send(()).unwrap();
                Folder::open(to.path()).map(drop)
            });
            has_begun.recv().unwrap();
            drop(held);
            waiting.join().unwrap().unwrap();
        });
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_last_backup_that_could_be_restored_stays_however_few_are_kept() {
    let (dir, to, new) = three_dirs();
    small_store(dir.path()).await;
    let names: Vec<String> = (0..4)
        .map(|_| back_up(dir.path(), to.path()).manifest.name)
        .collect();
    let like = config(dir.path());
    let (_, tried) = backups::try_out(to.path(), Some(&names[1]), &like).unwrap();
    assert_eq!(tried.problem, None);
    let removed = backups::keep(to.path(), 1).unwrap();
    assert_eq!(removed, [names[0].clone(), names[2].clone()]);
    let folder = Folder::open(to.path()).unwrap();
    assert_eq!(
        folder.names().unwrap(),
        [names[1].clone(), names[3].clone()]
    );
    let named: std::collections::BTreeSet<String> = folder
        .names()
        .unwrap()
        .iter()
        .flat_map(|name| folder.manifest(name).unwrap().files)
        .map(|file| file.sha256.to_string())
        .collect();
    let in_pool = files(&to.path().join("files"));
    assert_eq!(in_pool.len(), named.len());
    drop(folder);
    let config = config(new.path());
    backups::restore(to.path(), Some(&names[1]), &config).unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_backup_that_cannot_be_restored_says_so_and_is_not_the_last_good_one() {
    let (dir, to, _) = three_dirs();
    small_store(dir.path()).await;
    let like = config(dir.path());
    let good = back_up(dir.path(), to.path()).manifest;
    backups::try_out(to.path(), None, &like).unwrap();
    more(dir.path()).await;
    let bad = back_up(dir.path(), to.path()).manifest;
    let only_there = |file: &&store::embedded::backup::File| {
        !good.files.iter().any(|it| it.sha256 == file.sha256)
    };
    let file = bad.files.iter().find(only_there).unwrap();
    let path = to.path().join("files").join(file.sha256.to_string());
    fs::write(path, "other").unwrap();
    let (_, Tried { problem, .. }) = backups::try_out(to.path(), None, &like).unwrap();
    assert!(problem.unwrap().contains(&file.path));
    assert!(!to.path().join("trying").exists());
    let last = backups::last(to.path()).unwrap();
    assert_eq!(last.made_at, Some(bad.made_at));
    assert_eq!(last.good.unwrap().0, good.name);
    // The next one has the file again.
    back_up(dir.path(), to.path());
    let (_, tried) = backups::try_out(to.path(), None, &like).unwrap();
    assert_eq!(tried.problem, None);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_folder_takes_backups_of_one_store() {
    let (dir, to, other) = three_dirs();
    small_store(dir.path()).await;
    back_up(dir.path(), to.path());
    close(open(other.path())).await;
    let refused = backups::back_up(other.path(), to.path(), false).unwrap_err();
    assert!(why(&refused).contains("another store"), "{refused}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_log_that_ends_elsewhere_than_its_backup_says_is_not_restored_silently() {
    let (dir, to, new) = three_dirs();
    small_store(dir.path()).await;
    let made = back_up(dir.path(), to.path()).manifest;
    let path = to.path().join(format!("{}.manifest", made.name));
    let text = fs::read_to_string(&path).unwrap();
    let line = text.lines().next().unwrap();
    let earlier = Position::of_key((u64::from_be_bytes(made.position.key()) - 1).to_be_bytes());
    let line = line.replace(&made.position.to_string(), &earlier.to_string());
    fs::write(
        &path,
        format!("{line}\n{:08x}\n", crc32c::crc32c(line.as_bytes())),
    )
    .unwrap();
    let refused = restored(to.path(), new.path()).unwrap_err();
    assert!(why(&refused).contains("its log ends at"), "{refused}");
}

fn three_dirs() -> (tempfile::TempDir, tempfile::TempDir, tempfile::TempDir) {
    let dir = || tempfile::tempdir().unwrap();
    (dir(), dir(), dir())
}
