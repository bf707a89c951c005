//! The archive: matches in few bytes, in files that never change.

use std::{fs, path::Path};

use domain::{
    BySeat, GameId, Seat, Seed,
    matches::{Place, Settings},
};
use proptest::{prelude::*, test_runner::TestRunner};
use store::{
    Hash, MatchId, Opening, Store,
    embedded::archive::{Archive, Codec, Dictionary, Row, pack, unpack},
    record::{Draft, Line, Sealed, Tip},
};

use crate::support::{asker, close, files, open, play, player};

const STORE: [u8; 16] = [7; 16];
/// Nothing of these tests fills it.
const GREAT: u64 = 1 << 30;

/// The lines of a match of a game, played so far by so many players.
async fn lines_of(store: &Store, game: GameId, seats: u8, seed: u8, decisions: usize) -> Vec<Line> {
    let place = |seat: Seat| Place::Player {
        player: player(seat.0 + 1),
    };
    let opening = Opening {
        options: game.default_options(),
        places: BySeat::new(seats, place),
        seated: (0..seats)
            .map(|seat| (Seat(seat), player(seat + 1)))
            .collect(),
        seed: Some(Seed([seed; 32])),
        arranged: None,
        open_hands: false,
        private: false,
        settings: Settings::default(),
    };
    let opened = store.matches.open(&asker(1), opening, None).await.unwrap();
    play(store, opened.now.id, decisions).await;
    record(store, opened.now.id).await
}

async fn record(store: &Store, id: MatchId) -> Vec<Line> {
    let record = store.matches.record(id).await.unwrap();
    record.iter().map(|commit| commit.line.clone()).collect()
}

/// Two short matches of one game.
async fn two_matches() -> Vec<Vec<Line>> {
    let dir = tempfile::tempdir().unwrap();
    let store = open(dir.path());
    let game = GameId::BuildersBiomes;
    let first = lines_of(&store, game, 2, 1, 1).await;
    let second = lines_of(&store, game, 2, 2, 2).await;
    close(store).await;
    vec![first, second]
}

/// An archive with these matches, each added on its own; where they stand.
fn filled(dir: &Path, file_bytes: u64, matches: &[Vec<Line>]) -> Vec<Row> {
    let archive = Archive::open(dir, STORE, file_bytes).unwrap();
    let rows = matches.iter().map(|lines| {
        let rows = archive.add(std::slice::from_ref(lines)).unwrap();
        rows[0].expect("it is a whole match")
    });
    rows.collect()
}

/// Whether an archive holds these matches and says that it is whole.
fn is_whole(archive: &Archive, rows: &[Row], matches: &[Vec<Line>]) -> bool {
    let same = rows
        .iter()
        .zip(matches)
        .all(|(row, lines)| archive.reading().read(row).is_ok_and(|read| read == *lines));
    same && archive.rows().is_ok_and(|held| held == rows)
        && archive
            .verify()
            .is_ok_and(|verified| verified.problems.is_empty())
}

#[test]
fn a_match_of_any_game_is_read_as_it_was_written() {
    let runtime = tokio::runtime::Runtime::new().unwrap();
    let dir = tempfile::tempdir().unwrap();
    let store = runtime.block_on(async { open(dir.path()) });
    let games = prop::sample::select(GameId::ALL);
    let matches = (games, 2..=4u8, any::<u8>(), 0..80usize);
    let mut runner = TestRunner::new(ProptestConfig {
        cases: 16,
        failure_persistence: None,
        ..ProptestConfig::default()
    });
    let tried = runner.run(&matches, |(game, seats, seed, decisions)| {
        let lines = runtime.block_on(lines_of(&store, game, seats, seed, decisions));
        let last = lines.last().unwrap();
        let dictionary = Dictionary::from_match(&lines).unwrap();
        for dictionary in [None, Some(&dictionary)] {
            let packed = pack(&lines, dictionary).unwrap();
            prop_assert_eq!(packed.codec, Codec::Derived);
            let read = unpack(last.stream, last.hash, &packed, dictionary);
            prop_assert_eq!(read.as_ref(), Ok(&lines));
        }
        let imported: Vec<Line> = lines
            .iter()
            .map(|line| Sealed::imported(line).at(line.position))
            .collect();
        prop_assert_eq!(pack(&imported, None).unwrap().codec, Codec::Derived);
        Ok(())
    });
    runtime.block_on(close(store));
    tried.unwrap();
}

#[tokio::test]
async fn a_salt_from_elsewhere_costs_room_and_changes_no_byte() {
    let dir = tempfile::tempdir().unwrap();
    let store = open(dir.path());
    let lines = lines_of(&store, GameId::Cartographers, 2, 1, 0).await;
    let opened = lines[0].clone().decode().unwrap();
    let draft = Draft::<domain::matches::MatchEvent> {
        cause: opened.cause.clone(),
        rules: opened.rules,
        recorded_at: opened.line.recorded_at,
        request: None,
        tries: store::Tries::new(),
        events: &opened.events,
        salt: [9; 32],
        erasable: None,
    };
    let sealed = draft.seal(opened.line.stream, Tip::START);
    let elsewhere = vec![sealed.at(opened.line.position)];
    let packed = pack(&elsewhere, None).unwrap();
    assert_eq!(packed.codec, Codec::Zstd);
    let stream = elsewhere[0].stream;
    assert_eq!(
        unpack(stream, elsewhere[0].hash, &packed, None).unwrap(),
        elsewhere
    );
    assert!(
        unpack(stream, lines[0].hash, &packed, None).is_err(),
        "it ends with another hash"
    );
    assert_eq!(pack(&lines[..0], None), None);
    close(store).await;
}

/// Other programs may have written what is imported.
#[tokio::test]
async fn a_time_in_another_form_changes_no_byte() {
    let dir = tempfile::tempdir().unwrap();
    let store = open(dir.path());
    let lines = lines_of(&store, GameId::Cartographers, 2, 1, 0).await;
    let time = lines[0].recorded_at.to_string();
    let otherwise = format!("{}0Z", time.strip_suffix('Z').unwrap());
    let written = lines[0].text.replacen(&time, &otherwise, 1);
    let (_, public) = written.split_once(r#","public":"#).unwrap();
    let (public, _) = public.split_once(r#","private":{"salt":"#).unwrap();
    let hash = Hash::of(public).to_string();
    let written = written.replacen(&lines[0].hash.to_string(), &hash, 1);
    let lines = vec![Line::parse(written).unwrap()];
    let packed = pack(&lines, None).unwrap();
    assert_eq!(packed.codec, Codec::Derived);
    let read = unpack(lines[0].stream, lines[0].hash, &packed, None);
    assert_eq!(read.unwrap(), lines);
    close(store).await;
}

#[tokio::test]
async fn a_record_that_does_not_begin_with_its_match_is_not_archived() {
    let matches = two_matches().await;
    let dir = tempfile::tempdir().unwrap();
    let archive = Archive::open(dir.path(), STORE, GREAT).unwrap();
    let half = matches[1][1..].to_vec();
    let mixed = vec![matches[0][0].clone(), matches[1][1].clone()];
    assert_eq!(
        archive.add(&[half, mixed, Vec::new()]).unwrap(),
        [None, None, None]
    );
    assert_eq!(archive.rows().unwrap(), []);
}

#[tokio::test]
async fn files_are_closed_and_chained_and_read_when_opened_again() {
    let matches = two_matches().await;
    let dir = tempfile::tempdir().unwrap();
    let rows = filled(dir.path(), 1, &matches);
    assert_eq!(rows.iter().map(|row| row.file).collect::<Vec<_>>(), [0, 1]);
    let archive = Archive::open(dir.path(), STORE, GREAT).unwrap();
    assert!(is_whole(&archive, &rows, &matches));
    let sizes = archive.sizes().unwrap();
    let bytes: u64 = files(dir.path())
        .iter()
        .map(|file| fs::metadata(file).unwrap().len())
        .sum();
    assert_eq!((sizes.files, sizes.bytes, sizes.matches), (2, bytes, 2));
    assert!(
        Archive::open(dir.path(), [8; 16], GREAT).is_err(),
        "it is another store's"
    );
    let first = dir.path().join("00000000.matches");
    let aside = dir.path().join("aside");
    fs::rename(&first, &aside).unwrap();
    assert!(
        Archive::open(dir.path(), STORE, GREAT).is_err(),
        "a file is missing"
    );
    // Closed as well as the first was, but another.
    let other = tempfile::tempdir().unwrap();
    filled(other.path(), 1, &[matches[1].clone(), matches[0].clone()]);
    fs::copy(other.path().join("00000000.matches"), &first).unwrap();
    let archive = Archive::open(dir.path(), STORE, GREAT).unwrap();
    let problems = archive.verify().unwrap().problems;
    assert!(
        problems[0].contains("the file before it is another"),
        "{problems:?}"
    );
}

#[tokio::test]
async fn a_kill_between_the_end_of_a_file_and_the_next_loses_nothing() {
    let matches = two_matches().await;
    let dir = tempfile::tempdir().unwrap();
    let rows = filled(dir.path(), 1, &matches);
    fs::remove_file(dir.path().join("00000001.matches")).unwrap();
    fs::write(dir.path().join("next.new"), b"half").unwrap();
    let archive = Archive::open(dir.path(), STORE, GREAT).unwrap();
    assert!(is_whole(&archive, &rows[..1], &matches));
    assert_eq!(archive.add(&matches[1..]).unwrap(), [Some(rows[1])]);
}

#[tokio::test]
async fn a_kill_at_any_byte_leaves_the_matches_before_it() {
    let matches = two_matches().await;
    let dir = tempfile::tempdir().unwrap();
    let rows = filled(dir.path(), GREAT, &matches);
    let path = dir.path().join("00000000.matches");
    let bytes = fs::read(&path).unwrap();
    let second = usize::try_from(rows[1].at).unwrap();
    let lengths = (68..bytes.len()).filter(|at| at % 13 == 0 || second.abs_diff(*at) < 3);
    for length in lengths {
        let there = rows
            .iter()
            .filter(|row| row.at + u64::from(row.bytes) <= length as u64);
        let there = there.count();
        fs::write(&path, &bytes[..length]).unwrap();
        let archive = Archive::open(dir.path(), STORE, GREAT).unwrap();
        assert!(
            is_whole(&archive, &rows[..there], &matches),
            "cut at {length}"
        );
        if length == second + 100 {
            assert_eq!(archive.add(&matches[1..]).unwrap(), [Some(rows[1])]);
            assert_eq!(fs::read(&path).unwrap(), bytes);
        }
    }
    // The file has grown, but some of what was written never reached the disk.
    let mut holes = bytes.clone();
    holes[second + 300..].fill(0);
    holes.resize(bytes.len() + 600, 0);
    fs::write(&path, holes).unwrap();
    let archive = Archive::open(dir.path(), STORE, GREAT).unwrap();
    assert!(is_whole(&archive, &rows[..1], &matches));
}

#[tokio::test]
async fn every_byte_that_changes_is_noticed_or_harmless() {
    let matches = two_matches().await;
    for file_bytes in [GREAT, 1] {
        let dir = tempfile::tempdir().unwrap();
        let rows = filled(dir.path(), file_bytes, &matches);
        for path in files(dir.path()) {
            let bytes = fs::read(&path).unwrap();
            for at in 0..bytes.len() {
                let mut changed = bytes.clone();
                changed[at] ^= 1 << (at % 8);
                fs::write(&path, &changed).unwrap();
                let noticed = match Archive::open(dir.path(), STORE, GREAT) {
                    Ok(archive) => {
                        let told = archive.verify().map_or(true, |it| !it.problems.is_empty());
                        told || is_whole(&archive, &rows, &matches)
                    }
                    Err(_) => true,
                };
                assert!(noticed, "byte {at} of {}", path.display());
                assert_eq!(fs::read(&path).unwrap(), changed, "nothing is cut");
            }
            fs::write(&path, &bytes).unwrap();
        }
    }
}
