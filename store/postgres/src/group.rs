//! A group: commits that are written by one statement, each judged before.

use std::collections::HashMap;

use domain::cast;
use store_log::{
    AppendError, Hash, Position, StreamId,
    log::{Appended, IdempotencyKey, NewCommit},
    record::{Line, Tip},
};

use crate::{numbers::Numbers, shard::End};

/// The key of a request.
pub(crate) type Key = [u8; 16];

/// Where streams end, as far as it is remembered.
pub(crate) type Tips = HashMap<StreamId, Tip>;

/// Commits made under keys that were written before: the hash of each request, and its line.
pub(crate) type Keys = HashMap<Key, (Hash, Line)>;

/// A group, judged.
#[derive(Debug)]
pub(crate) struct Group {
    pub(crate) rows: Vec<Line>,
    /// The key of each row, if it has one.
    pub(crate) keys: Vec<Option<IdempotencyKey>>,
    /// The day on which the keys are used.
    pub(crate) day: u16,
    /// What comes of each commit, once the rows are written.
    verdicts: Vec<Verdict>,
    /// Where each stream that is added to ends before.
    pub(crate) heads: HashMap<StreamId, Tip>,
    /// The streams whose texts are dropped.
    pub(crate) dropping: Vec<StreamId>,
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
    pub(crate) keys: Keys,
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
            end: lines
                .iter()
                .fold(end, |end, line| end.then(line.position.number(), line.hash)),
        }
    }

    /// Judges each commit alone, as if those before it were written. Whether they were must be told to
    /// the numbers.
    pub(crate) fn judge(
        commits: &[Box<NewCommit>],
        (end, numbers): (End, &Numbers),
        day: u16,
        known: Known<'_>,
    ) -> Group {
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
        let mut next = numbers.begin();
        for commit in commits {
            let verdict = group.judge_one(commit, next, tips, &keys);
            if let Verdict::Row {
                replayed: false, ..
            } = verdict
            {
                next = numbers.after(next);
            }
            group.verdicts.push(verdict);
        }
        group
    }

    fn judge_one(
        &mut self,
        commit: &NewCommit,
        number: u64,
        tips: &mut Tips,
        keys: &Keys,
    ) -> Verdict {
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
        self.end = self.end.then(number, sealed.hash);
        self.rows.push(sealed.at(Position::of_number(number)));
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
