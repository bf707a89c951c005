//! What waits for the writer: whatever somebody waits for goes first.

use std::collections::VecDeque;

use parking_lot::{Condvar, Mutex};
use tokio::sync::oneshot;

use super::copies::Copy;
use crate::{
    error::{AppendError, StoreError},
    log::{Appended, NewCommit},
};

/// Where the writer answers.
pub type Reply = oneshot::Sender<Result<Appended, AppendError>>;

/// A commit that waits.
pub type Waiting = (Box<NewCommit>, Reply);

/// Commits that are to be written again, and where the writer answers.
pub(super) type Copying = (Vec<Copy>, oneshot::Sender<Result<(), StoreError>>);

/// At most this much in one group: what a disk writes at once without delaying
/// those who wait.
const GROUP_BYTES: usize = 1 << 20;
// As many commits of 1 KiB as fill a group: both bounds are met at about the same time.
const GROUP_COMMITS: usize = 1024;
/// Of these so many may be written aside: who comes meanwhile waits for no more.
const GROUP_ASIDE: usize = 32;
/// So many where nobody else was written for in the group before: whoever comes first waits a few
/// milliseconds for them, and a batch waits an eighth as often for the disk.
const GROUP_ASIDE_ALONE: usize = 8 * GROUP_ASIDE;

/// What waits for the writer.
#[derive(Debug)]
pub struct Queue {
    // The writer is a thread of its own and empties two lanes: a lock and a condition, where a
    // channel has one lane.
    lanes: Mutex<Lanes>,
    arrived: Condvar,
    /// How many commits may wait.
    holds: usize,
}

#[derive(Debug, Default)]
struct Lanes {
    awaited: VecDeque<Waiting>,
    /// What is written aside.
    aside: VecDeque<Waiting>,
    /// What is written again.
    copying: Option<Copying>,
    /// Somebody waited for a part of the last group.
    was_awaited: bool,
    closed: bool,
}

impl Queue {
    /// An empty one that holds so many.
    pub fn new(holds: usize) -> Queue {
        Queue {
            lanes: Mutex::default(),
            arrived: Condvar::new(),
            holds,
        }
    }

    /// Lets a commit wait, or answers why it may not.
    pub fn push(&self, commit: Box<NewCommit>, answer: Reply) {
        let mut lanes = self.lanes.lock();
        let refused = if lanes.closed {
            StoreError::Stopped.into()
        } else if lanes.awaited.len() + lanes.aside.len() >= self.holds {
            AppendError::Busy
        } else {
            let lane = if commit.aside {
                &mut lanes.aside
            } else {
                &mut lanes.awaited
            };
            lane.push_back((commit, answer));
            self.arrived.notify_one();
            return;
        };
        // Whoever asked may have left.
        let _ = answer.send(Err(refused));
    }

    /// Lets copies wait: one who asks for them at a time.
    pub(super) fn push_copies(&self, copying: Copying) {
        let mut lanes = self.lanes.lock();
        if !lanes.closed {
            lanes.copying = Some(copying);
            self.arrived.notify_one();
        }
    }

    /// The copies that wait.
    pub(super) fn next_copies(&self) -> Option<Copying> {
        self.lanes.lock().copying.take()
    }

    /// The next group, once something waits: all that is awaited, as far as a group goes,
    /// and a little of what is aside. It is empty if only copies wait. None once the queue is
    /// closed and empty.
    pub fn next_group(&self) -> Option<Vec<Waiting>> {
        let mut lanes = self.lanes.lock();
        let nothing = |lanes: &mut Lanes| !lanes.closed && lanes.are_empty();
        self.arrived.wait_while(&mut lanes, nothing);
        let group = lanes.take_group();
        (!group.is_empty() || lanes.copying.is_some()).then_some(group)
    }

    /// Nothing more may wait.
    pub fn close(&self) {
        self.lanes.lock().closed = true;
        self.arrived.notify_one();
    }

    /// Whoever waits is told to try again soon: it will be a while until anything is written.
    pub fn turn_away(&self) {
        let mut lanes = self.lanes.lock();
        let waiting = std::mem::take(&mut lanes.awaited).into_iter();
        let aside = std::mem::take(&mut lanes.aside).into_iter();
        for (_, answer) in waiting.chain(aside) {
            // Whoever asked may have left.
            let _ = answer.send(Err(AppendError::Busy));
        }
    }

    /// Whether nothing more may wait.
    pub fn is_closed(&self) -> bool {
        self.lanes.lock().closed
    }

    /// Nothing more may wait, and nobody takes what does.
    pub fn abandon(&self) {
        *self.lanes.lock() = Lanes {
            closed: true,
            ..Lanes::default()
        };
    }
}

impl Lanes {
    fn are_empty(&self) -> bool {
        self.awaited.is_empty() && self.aside.is_empty() && self.copying.is_none()
    }

    fn take_group(&mut self) -> Vec<Waiting> {
        let (mut group, mut bytes) = (Vec::new(), 0);
        let is_awaited = !self.awaited.is_empty();
        let most_aside = match is_awaited || self.was_awaited {
            true => GROUP_ASIDE,
            false => GROUP_ASIDE_ALONE,
        };
        self.was_awaited = is_awaited;
        let lanes = [
            (&mut self.awaited, GROUP_COMMITS),
            (&mut self.aside, most_aside),
        ];
        for (lane, most) in lanes {
            for _ in 0..most {
                if bytes >= GROUP_BYTES || group.len() >= GROUP_COMMITS {
                    break;
                }
                let Some(waiting) = lane.pop_front() else {
                    break;
                };
                bytes += waiting.0.sealed.bytes();
                group.push(waiting);
            }
        }
        group
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        cause::{By, Cause, Tries},
        id::StreamId,
        record::{Draft, Tip},
        time::Timestamp,
    };
    use domain::matches::MatchEvent;
    use oneshot::error::TryRecvError;

    type Answered = oneshot::Receiver<Result<Appended, AppendError>>;

    /// A commit to the stream of that number waits.
    fn push(queue: &Queue, stream: u8, aside: bool) -> Answered {
        let now = Timestamp::now();
        let server = "test".to_owned();
        let draft = Draft::<MatchEvent> {
            cause: Cause::of(By::Server { server }, now),
            rules: 0,
            recorded_at: now,
            request: None,
            tries: Tries::new(),
            events: &[],
            salt: [2; 32],
            erasable: None,
        };
        let sealed = draft.seal(StreamId::Player([stream; 16]), Tip::START);
        let commit = NewCommit {
            aside,
            ..NewCommit::of(sealed)
        };
        let (answer, answered) = oneshot::channel();
        queue.push(Box::new(commit), answer);
        answered
    }

    fn streams(group: Vec<Waiting>) -> Vec<u8> {
        let streams = group.into_iter().map(|(commit, _)| commit.sealed.stream);
        let number = |stream| {
            let StreamId::Player([number, ..]) = stream else {
                panic!("only players wait here");
            };
            number
        };
        streams.map(number).collect()
    }

    #[test]
    fn what_somebody_waits_for_goes_first() {
        let queue = Queue::new(8);
        for (stream, aside) in [(1, true), (2, false), (3, true), (4, false)] {
            push(&queue, stream, aside);
        }
        assert_eq!(streams(queue.next_group().unwrap()), [2, 4, 1, 3]);
    }

    #[test]
    fn a_group_holds_few_that_nobody_waits_for() {
        let queue = Queue::new(4096);
        for _ in 0..GROUP_ASIDE + 1 {
            push(&queue, 1, true);
        }
        for _ in 0..GROUP_COMMITS {
            push(&queue, 2, false);
        }
        let first = streams(queue.next_group().unwrap());
        assert_eq!(first, [2; GROUP_COMMITS]);
        let second = streams(queue.next_group().unwrap());
        assert_eq!(second, [1; GROUP_ASIDE]);
        assert_eq!(streams(queue.next_group().unwrap()), [1]);
    }

    #[test]
    fn a_group_holds_more_where_nobody_else_was_written_for() {
        let queue = Queue::new(4096);
        for _ in 0..=GROUP_ASIDE_ALONE {
            push(&queue, 1, true);
        }
        let alone = streams(queue.next_group().unwrap());
        assert_eq!(alone, [1; GROUP_ASIDE_ALONE]);
        push(&queue, 2, false);
        assert_eq!(streams(queue.next_group().unwrap()), [2, 1]);
    }

    #[test]
    fn a_full_queue_refuses_and_a_closed_one_gives_what_waits() {
        let queue = Queue::new(1);
        let mut waiting = push(&queue, 1, false);
        let refused = push(&queue, 2, true).try_recv().unwrap();
        assert!(matches!(refused, Err(AppendError::Busy)));
        queue.close();
        let refused = push(&queue, 3, false).try_recv().unwrap();
        assert!(matches!(
            refused,
            Err(AppendError::Store(StoreError::Stopped))
        ));
        assert_eq!(waiting.try_recv().err(), Some(TryRecvError::Empty));
        assert_eq!(streams(queue.next_group().unwrap()), [1]);
        assert!(queue.next_group().is_none());
    }

    #[test]
    fn nobody_waits_for_an_abandoned_queue() {
        let queue = Queue::new(2);
        let mut waiting = push(&queue, 1, false);
        queue.abandon();
        assert_eq!(waiting.try_recv().err(), Some(TryRecvError::Closed));
        assert!(queue.next_group().is_none());
    }
}
