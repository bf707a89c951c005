//! A group: commits that are written by one statement, each judged before.

use std::{borrow::Cow, collections::HashMap};

use domain::cast;
use store_log::{
    AppendError, Hash, StreamId,
    embedded::texts,
    log::{Appended, IdempotencyKey, KEY_DAYS, NewCommit},
    record::{Line, Tip},
};
use tokio_postgres::{Client, Error, types::ToSql};

use crate::{
    shard::{End, Taken, hash},
    sql::{APPEND, KEYS, SHARD, TIPS},
};

/// Where streams end, as far as it is remembered.
pub(crate) type Tips = HashMap<StreamId, Tip>;

/// Commits made under keys that were written before: the hash of each request, and its line.
type Keys = HashMap<[u8; 16], (Hash, Line)>;

/// So many streams are remembered.
const REMEMBERED: usize = 100_000;

/// A group, judged.
#[derive(Debug)]
pub(crate) struct Group {
    rows: Vec<Line>,
    keys: Vec<Option<IdempotencyKey>>,
    day: u16,
    /// What comes of each commit, once the rows are written.
    verdicts: Vec<Verdict>,
    /// Where each stream that is added to ends before.
    heads: HashMap<StreamId, Tip>,
    /// The streams whose texts are dropped.
    dropping: Vec<StreamId>,
    /// Where the log ends afterwards.
    pub(crate) end: End,
}

#[derive(Debug)]
enum Verdict {
    /// It is this row, or was asked for again after that.
    Row {
        at: usize,
        replayed: bool,
    },
    /// It was written before.
    Before(Line),
    Refused(AppendError),
}

/// What has to be known to judge a group.
pub(crate) struct Known<'a> {
    pub(crate) tips: &'a mut Tips,
    keys: Keys,
}

impl<'a> Known<'a> {
    /// Asks for what is not remembered.
    pub(crate) async fn ask(
        client: &Client,
        commits: &[Box<NewCommit>],
        tips: &'a mut Tips,
        day: u16,
    ) -> Result<Known<'a>, Error> {
        if tips.len() > REMEMBERED {
            tips.clear();
        }
        let streams = commits.iter().map(|commit| commit.sealed.stream);
        let mut unknown: Vec<StreamId> = streams.filter(|it| !tips.contains_key(it)).collect();
        unknown.sort_unstable();
        unknown.dedup();
        if !unknown.is_empty() {
            ask_tips(client, &unknown, tips).await?;
        }
        let keys = commits.iter().filter_map(|commit| commit.key);
        let keys: Vec<Vec<u8>> = keys.map(|key| key.key.to_vec()).collect();
        let keys = match keys.is_empty() {
            true => Keys::new(),
            false => ask_keys(client, keys, day).await?,
        };
        Ok(Known { tips, keys })
    }
}

async fn ask_tips(client: &Client, unknown: &[StreamId], tips: &mut Tips) -> Result<(), Error> {
    let names: Vec<String> = unknown.iter().map(StreamId::to_string).collect();
    tips.extend(unknown.iter().map(|stream| (*stream, Tip::START)));
    for row in client.query(TIPS, &[&names]).await? {
        let tip = Tip {
            version: cast(row.try_get::<_, i64>(1)?),
            hash: hash(&row, 2)?,
        };
        // Only ids were asked for.
        if let Ok(stream) = row.try_get::<_, &str>(0)?.parse() {
            tips.insert(stream, tip);
        }
    }
    Ok(())
}

async fn ask_keys(client: &Client, keys: Vec<Vec<u8>>, day: u16) -> Result<Keys, Error> {
    let since = i32::from(day.saturating_sub(KEY_DAYS));
    let mut known = Keys::new();
    for row in client.query(KEYS, &[&keys, &since]).await? {
        let key = row.try_get::<_, &[u8]>(0)?.try_into().unwrap_or_default();
        let text = texts::joined(row.try_get(2)?, row.try_get(3)?);
        // A line that is damaged answers nobody; its stream is read with the reason.
        if let Ok(line) = Line::parse(text) {
            known.insert(key, (hash(&row, 1)?, line));
        }
    }
    Ok(known)
}

impl Group {
    /// Commits of another log that stand here as they stand there.
    pub(crate) fn of_lines(lines: &[Line], end: End) -> Group {
        let mut heads = HashMap::new();
        for line in lines {
            heads.entry(line.stream).or_insert(line.after);
        }
        Group {
            rows: lines.to_vec(),
            keys: vec![None; lines.len()],
            day: 0,
            verdicts: Vec::new(),
            heads,
            dropping: Vec::new(),
            end: lines.iter().fold(end, |end, line| end.then(line.hash)),
        }
    }

    /// Judges each commit alone, as if those before it were written.
    pub(crate) fn judge(commits: &[Box<NewCommit>], end: End, day: u16, known: Known<'_>) -> Group {
        let mut group = Group {
            rows: Vec::new(),
            keys: Vec::new(),
            day,
            verdicts: Vec::new(),
            heads: HashMap::new(),
            dropping: Vec::new(),
            end,
        };
        let Known { tips, keys } = known;
        for commit in commits {
            let verdict = group.judge_one(commit, tips, &keys);
            group.verdicts.push(verdict);
        }
        group
    }

    fn judge_one(&mut self, commit: &NewCommit, tips: &mut Tips, keys: &Keys) -> Verdict {
        if let Some(key) = &commit.key
            && let Some(verdict) = self.seen(key, keys)
        {
            return verdict;
        }
        let sealed = &commit.sealed;
        let tip = tips.get(&sealed.stream).copied().unwrap_or(Tip::START);
        if tip != sealed.after {
            return Verdict::Refused(AppendError::Conflict);
        }
        if sealed.drops_texts {
            let earlier = self.rows.iter_mut().filter(|it| it.stream == sealed.stream);
            earlier.for_each(|line| line.text = line.without_erasable());
            self.dropping.push(sealed.stream);
        }
        self.heads.entry(sealed.stream).or_insert(tip);
        tips.insert(sealed.stream, sealed.tip());
        self.end = self.end.then(sealed.hash);
        self.rows.push(sealed.at(self.end.position()));
        self.keys.push(commit.key);
        Verdict::Row {
            at: self.rows.len() - 1,
            replayed: false,
        }
    }

    /// What comes of a key that was used before, here or in this group.
    fn seen(&self, key: &IdempotencyKey, keys: &Keys) -> Option<Verdict> {
        let mut here = self.keys.iter();
        let here = here.position(|it| it.is_some_and(|it| it.key == key.key));
        let (fingerprint, verdict) = match (here, keys.get(&key.key)) {
            (Some(at), _) => {
                let replayed = true;
                let used = self.keys[at].map(|used| used.fingerprint);
                (used, Verdict::Row { at, replayed })
            }
            (None, Some((used, line))) => (Some(*used), Verdict::Before(line.clone())),
            (None, None) => return None,
        };
        if fingerprint == Some(key.fingerprint) {
            Some(verdict)
        } else {
            Some(Verdict::Refused(AppendError::KeyReused))
        }
    }

    /// Whether nothing is to be written.
    pub(crate) fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    /// How many rows it has.
    pub(crate) fn len(&self) -> u64 {
        cast(self.rows.len())
    }

    /// Sends the statement, once, and waits for the number of rows that it wrote.
    pub(crate) async fn send(&self, client: &Client, taken: &Taken) -> Result<u64, Error> {
        let names = |streams: Vec<StreamId>| -> Vec<String> {
            streams.iter().map(StreamId::to_string).collect()
        };
        let heads = names(self.heads.keys().copied().collect());
        let ends = self.heads.values();
        let ends: Vec<Option<&[u8]>> = ends
            .map(|tip| (*tip != Tip::START).then_some(&tip.hash.0[..]))
            .collect();
        let dropping = names(self.dropping.clone());
        let rows = Columns::of(self);
        let (position, count) = (cast::<i64>(taken.end.number), cast::<i64>(self.len()));
        let hash = &self.end.hash.0[..];
        let parameters: Vec<&(dyn ToSql + Sync)> = vec![
            &SHARD,
            &taken.epoch,
            &position,
            &count,
            &hash,
            &heads,
            &ends,
            &dropping,
            &rows.streams,
            &rows.versions,
            &rows.next_versions,
            &rows.hashes,
            &rows.lines,
            &rows.erasable,
            &rows.keys,
            &rows.key_days,
            &rows.fingerprints,
        ];
        client.execute(APPEND, &parameters).await
    }

    /// What is answered to each that waited, now that the rows are written.
    pub(crate) fn answers(self) -> impl Iterator<Item = Result<Appended, AppendError>> {
        let Group { rows, verdicts, .. } = self;
        verdicts.into_iter().map(move |verdict| match verdict {
            Verdict::Row { at, replayed } => {
                let line = rows[at].clone();
                Ok(Appended { line, replayed })
            }
            Verdict::Before(line) => Ok(Appended {
                line,
                replayed: true,
            }),
            Verdict::Refused(error) => Err(error),
        })
    }
}

/// The rows as the statement takes them: a list for each column.
#[derive(Default)]
struct Columns<'a> {
    streams: Vec<String>,
    versions: Vec<i64>,
    next_versions: Vec<i64>,
    hashes: Vec<&'a [u8]>,
    lines: Vec<Cow<'a, str>>,
    erasable: Vec<Option<&'a str>>,
    keys: Vec<Option<&'a [u8]>>,
    key_days: Vec<Option<i32>>,
    fingerprints: Vec<Option<&'a [u8]>>,
}

impl<'a> Columns<'a> {
    fn of(group: &'a Group) -> Columns<'a> {
        let mut columns = Columns::default();
        for (line, key) in group.rows.iter().zip(&group.keys) {
            let (rest, text) = texts::split(line);
            columns.streams.push(line.stream.to_string());
            columns.versions.push(i64::from(line.after.version));
            columns.next_versions.push(i64::from(line.tip().version));
            columns.hashes.push(&line.hash.0);
            columns.lines.push(rest);
            columns.erasable.push(text);
            let key = key.as_ref();
            columns.keys.push(key.map(|key| &key.key[..]));
            columns.key_days.push(key.map(|_| i32::from(group.day)));
            columns
                .fingerprints
                .push(key.map(|key| &key.fingerprint.0[..]));
        }
        columns
    }
}
