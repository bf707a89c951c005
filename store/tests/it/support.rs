//! What the tests share: small stores, and someone to play.
#![allow(clippy::unwrap_used, reason = "a test says what it needs by panicking")]

use std::path::Path;

use domain::{
    BySeat, Dice, GameId, Seat, Seed, Viewer,
    bots::Bot,
    matches::{Match, Place, PlayerId, Request},
};
use store::{
    Answer, Asker, Config, Forks, Hash, LobbyFilter, LobbyRow, MatchId, Opening, PlayerKind,
    PlayerRow, PlayersFilter, Position, Registration, ResultRow, ResultsFilter, Store, Timestamp,
    Visibility, embedded::Embedded,
};

/// A store that fills its journal's segments, and its chunks of facts, quickly.
pub(crate) fn config(dir: &Path) -> Config {
    Config {
        segment_bytes: 128 << 10,
        compress_journal: false,
        clear_journal: false,
        index_cache_bytes: 16 << 20,
        facts_chunk_rows: 16,
        ..Config::new(dir)
    }
}

pub(crate) fn open(dir: &Path) -> Store {
    Store::open(&config(dir)).unwrap()
}

/// Compresses every segment of a journal but the last.
pub(crate) fn compressed(dir: &Path) {
    let compressing = Config {
        compress_journal: true,
        ..config(dir)
    };
    let is_plain = |path: &std::path::PathBuf| path.extension().is_some_and(|it| it == "log");
    while files(&dir.join("journal"))
        .iter()
        .filter(|it| is_plain(it))
        .count()
        > 1
    {
        // Closing it waits until what is being compressed is.
        Embedded::open(&compressing).unwrap().close().unwrap();
    }
}

/// Closes the last handle on a store.
pub(crate) async fn close(store: Store) {
    store.close().await.unwrap();
}

pub(crate) fn player(number: u8) -> PlayerId {
    PlayerId(format!("p_{number:032x}"))
}

pub(crate) fn asker(number: u8) -> Asker {
    Asker::Player {
        id: player(number),
        kind: PlayerKind::Bot,
        version: None,
    }
}

/// The position after another: what tests know and nobody else may.
pub(crate) fn next(position: Position) -> Position {
    Position::of_key((u64::from_be_bytes(position.key()) + 1).to_be_bytes())
}

/// A match of some game with these on its seats.
pub(crate) fn opening(places: &[Place]) -> Opening {
    let count = u8::try_from(places.len()).unwrap();
    let player = |(seat, place): (u8, &Place)| match place {
        Place::Player { player } => Some((Seat(seat), player.clone())),
        Place::Open | Place::Bot { .. } => None,
    };
    Opening {
        options: GameId::ALL[0].default_options(),
        places: BySeat::new(count, |seat| places[usize::from(seat.0)].clone()),
        seated: (0..).zip(places).filter_map(player).collect(),
        seed: Some(Seed([7; 32])),
        arranged: None,
        open_hands: false,
        private: false,
        settings: domain::matches::Settings::default(),
    }
}

/// Two players, numbered 1 and 2.
pub(crate) fn two_players() -> Opening {
    let seat = |number| Place::Player {
        player: player(number),
    };
    opening(&[seat(1), seat(2)])
}

/// Two bots of the server.
pub(crate) fn two_bots() -> Opening {
    let bot = Place::Bot { bot: Bot::Random };
    opening(&[bot.clone(), bot])
}

/// What the first seat that owes a decision might ask, and who asks it.
pub(crate) fn next_request(game: &Match) -> Option<(Asker, Request)> {
    let table = game.table()?;
    let seat = table.state.to_act().iter().next()?;
    let decision = table.decisions[seat];
    let mut roll = Dice::new(Seed([3; 32])).roll("test", u32::from(seat.0) << 24 | decision);
    let command = Bot::Random.choose(&table.state.view(Viewer::Seat(seat)), &mut roll);
    let request = Request::Decide {
        seat,
        decision,
        command,
    };
    Some((asker(seat.0 + 1), request))
}

/// Makes one decision; none if the match is over.
pub(crate) async fn decide(store: &Store, id: MatchId) -> Option<Answer> {
    let now = store.matches.current(id).await.unwrap();
    let (by, request) = next_request(&now.game)?;
    let answer = store
        .matches
        .request(id, &by, request, Timestamp::now(), None);
    Some(answer.await.unwrap())
}

/// Plays at most so many decisions.
pub(crate) async fn play(store: &Store, id: MatchId, decisions: usize) {
    for _ in 0..decisions {
        if decide(store, id).await.is_none() {
            return;
        }
    }
}

/// A match of two players, played so far.
pub(crate) async fn played(store: &Store, decisions: usize) -> MatchId {
    let answer = store.matches.open(&asker(1), two_players(), None).await;
    let id = answer.unwrap().now.id;
    play(store, id, decisions).await;
    id
}

/// Everything the lists show.
pub(crate) async fn lists(store: &Store) -> (Vec<LobbyRow>, Vec<ResultRow>) {
    let head = store.integrity().position;
    store.lobby.at_least(head).await.unwrap();
    store.results.at_least(head).await.unwrap();
    let matches = LobbyFilter {
        with_private: Visibility::All,
        ..LobbyFilter::default()
    };
    let results = ResultsFilter {
        with_private: Visibility::All,
        forks: Forks::Include,
        ..ResultsFilter::default()
    };
    (
        store.lobby.list(&matches, None, 10_000).unwrap().rows,
        store.finished(&results, None, 10_000).unwrap().rows,
    )
}

/// Everyone whom the list of players shows.
pub(crate) async fn players(store: &Store) -> Vec<PlayerRow> {
    let head = store.integrity().position;
    store.players.at_least(head).await.unwrap();
    store
        .players
        .list(&PlayersFilter::default(), None, 10_000)
        .rows
}

/// The lines of a match, as they are stored.
pub(crate) async fn lines(store: &Store, id: MatchId) -> Vec<String> {
    let record = store.matches.record(id).await.unwrap();
    record
        .iter()
        .map(|commit| commit.line.text.clone())
        .collect()
}

/// Every file of a directory and those in it.
pub(crate) fn files(dir: &Path) -> Vec<std::path::PathBuf> {
    let mut files = Vec::new();
    for entry in std::fs::read_dir(dir).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            files.extend(self::files(&path));
        } else {
            files.push(path);
        }
    }
    files.sort();
    files
}

/// A copy of a directory that nobody has open.
pub(crate) fn copy(from: &Path, to: &Path) {
    for file in files(from) {
        let target = to.join(file.strip_prefix(from).unwrap());
        std::fs::create_dir_all(target.parent().unwrap()).unwrap();
        std::fs::copy(&file, &target).unwrap();
    }
}

/// Registers a player under a name.
pub(crate) async fn registered(store: &Store, name: &str) -> PlayerId {
    let registration = Registration {
        name: name.to_owned(),
        unique_name: false,
        kind: PlayerKind::Person,
        version: None,
    };
    let hash = |id: &PlayerId| Hash::of(&id.0);
    let registered = store.players.register(registration, hash, None).await;
    registered.unwrap().player.id.clone()
}
