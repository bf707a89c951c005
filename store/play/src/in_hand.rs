//! Records of matches that only bots play, as they were decided, until they are counted: then
//! nobody has to read them back.

use std::{
    collections::{HashMap, VecDeque},
    sync::Arc,
};

use parking_lot::Mutex;
use store_log::{id::MatchId, record::Tip};

use crate::live_match::Record;

/// How many bytes of lines are in hand at most. What is left out is read from the log.
const BYTES: usize = 16 << 20;

/// Records in hand, those of matches that are not over among them.
#[derive(Clone, Debug, Default)]
pub struct InHand(Arc<Mutex<Records>>);

#[derive(Debug, Default)]
struct Records {
    of: HashMap<MatchId, Record>,
    /// In the order in which they began.
    begun: VecDeque<MatchId>,
    bytes: usize,
}

impl InHand {
    /// Takes up commits that are durable, unless some before them are not here.
    pub(crate) fn add(&self, id: MatchId, commits: &Record) {
        let mut records = self.0.lock();
        let after = commits.first().map(|commit| commit.line.after);
        if after == Some(Tip::START) && records.of.insert(id, Record::new()).is_none() {
            records.begun.push_back(id);
        }
        let Some(record) = records.of.get_mut(&id) else {
            return;
        };
        record.extend(commits.iter().cloned());
        records.bytes += bytes(commits);
        while records.bytes > BYTES
            && let Some(oldest) = records.begun.front().copied()
        {
            records.let_go(oldest);
        }
    }

    /// The record of a match that ends like this, if all of it is in hand. Then it is no more.
    pub fn take(&self, id: MatchId, end: Tip) -> Option<Record> {
        let record = self.0.lock().let_go(id)?;
        let mut tip = Tip::START;
        for commit in &record {
            if commit.line.after != tip {
                return None;
            }
            tip = commit.line.tip();
        }
        (tip == end).then_some(record)
    }
}

impl Records {
    fn let_go(&mut self, id: MatchId) -> Option<Record> {
        self.begun.retain(|begun| *begun != id);
        let record = self.of.remove(&id)?;
        self.bytes -= bytes(&record);
        Some(record)
    }
}

fn bytes(commits: &Record) -> usize {
    commits.iter().map(|commit| commit.line.text.len()).sum()
}

#[cfg(test)]
mod tests {
    use std::slice;

    use domain::{Seat, matches::MatchEvent};
    use store_log::{
        cause::{By, Cause, Tries},
        id::Position,
        record::{Commit, Draft},
        time::Timestamp,
    };

    use super::*;

    /// The commits of a match of so many.
    fn record(id: MatchId, commits: u64) -> Record {
        let mut tip = Tip::START;
        let commit = |position| {
            let now = Timestamp::now();
            let server = "test".to_owned();
            let events = vec![MatchEvent::Decided { seat: Seat(0) }];
            let draft = Draft {
                cause: Cause::of(By::Server { server }, now),
                rules: 0,
                recorded_at: now,
                request: None,
                tries: Tries::new(),
                events: &events,
                salt: [2; 32],
                erasable: None,
            };
            let line = draft
                .seal(id.into(), tip)
                .at(Position::of_key(u64::to_be_bytes(position)));
            tip = line.tip();
            Arc::new(Commit {
                line,
                cause: draft.cause,
                rules: 0,
                events: events.clone(),
            })
        };
        (1..=commits).map(commit).collect()
    }

    #[test]
    fn a_record_is_taken_once_and_whole_or_not_at_all() {
        let in_hand = InHand::default();
        let [whole, begun, late] = [1, 2, 3].map(|nth| MatchId::of_bytes([nth; 16]));
        let records = [whole, begun, late].map(|id| record(id, 3));
        let end = |nth: usize| records[nth][2].line.tip();
        for commit in &records[0] {
            in_hand.add(whole, &slice::from_ref(commit).to_vec());
        }
        assert_eq!(in_hand.take(whole, end(0)), Some(records[0].clone()));
        assert_eq!(in_hand.take(whole, end(0)), None);
        in_hand.add(begun, &records[1][..2].to_vec());
        assert_eq!(in_hand.take(begun, end(1)), None);
        in_hand.add(late, &records[2][1..].to_vec());
        assert_eq!(in_hand.take(late, end(2)), None);
        assert_eq!(in_hand.0.lock().bytes, 0);
    }
}
