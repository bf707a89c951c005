//! What happened to a batch, and the batch as it stands.

use std::collections::BTreeSet;

use domain::{Dice, Secret, Seed, Viewer, matches::PlayerId};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{BatchId, plan::Plan};
use crate::scheduled::derived_id;
use store_log::{
    Shards,
    id::{MatchId, Position},
    record::{Commit, StreamEvent, Tip},
    time::Timestamp,
};

/// What happened to a batch. The results are in its matches.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum BatchEvent {
    /// It was planned; from now on it is played.
    Planned {
        /// The player who asked for it.
        host: PlayerId,
        /// What is played.
        plan: Box<Plan>,
        /// SHA-256 of the component file it is played with, in hexadecimal.
        components: String,
        /// Whether the host chose the seed.
        seed_known: bool,
        /// What every deal is derived from.
        seed: Secret<Seed>,
        /// How many shards the store had: its matches are where it is.
        #[serde(default, skip_serializing_if = "Shards::is_one")]
        shards: Shards,
    },
    /// No further deal is begun.
    Stopped {
        /// Why no further deal was begun.
        why: StopReason,
        /// How many deals are played in all.
        deals: u32,
        /// The player for whose sake it was, if it was for one's.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        player: Option<PlayerId>,
    },
    /// A player who is in a line-up accepted.
    Accepted {
        /// Who accepted.
        player: PlayerId,
    },
    /// Every match is over that there was to be.
    Ended {},
}

/// Why a batch ended early.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = StopReason)]
pub enum StopReason {
    /// The player who planned it stopped it.
    Asked,
    /// Its sequential test accepted the null hypothesis.
    NullAccepted,
    /// Its sequential test accepted the alternative.
    AlternativeAccepted,
    /// The server was started with another box of components.
    OtherBox,
    /// Its host's matches and batches wrote as much as they may in a day.
    Quota,
    /// A player of a line-up refused, or withdrew.
    Refused,
    /// Not all players of its line-ups accepted within a week.
    NotAccepted,
    /// A player forfeited a match of it.
    Forfeited,
}

impl StopReason {
    /// Whether it ended with less than was asked for.
    pub const fn is_partial(self) -> bool {
        match self {
            StopReason::NullAccepted | StopReason::AlternativeAccepted => false,
            StopReason::Asked
            | StopReason::OtherBox
            | StopReason::Quota
            | StopReason::Refused
            | StopReason::NotAccepted
            | StopReason::Forfeited => true,
        }
    }
}

/// The decision to begin no further deal.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[schema(as = BatchStopped)]
pub struct Stopped {
    /// Why no further deal was begun.
    pub why: StopReason,
    /// How many deals are played in total: those already begun are played to their end.
    pub deals: u32,
    /// When the batch was stopped.
    pub at: Timestamp,
    /// The player who refused, withdrew or forfeited, if that is why.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub player: Option<PlayerId>,
}

/// The progress of a batch.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum BatchState {
    /// Invited players have still to accept.
    Waiting,
    /// Its matches are being played.
    Running,
    /// No further deal is begun; those that were are played to their end.
    Stopping,
    /// All of its plan was played.
    Finished,
    /// It ended before its plan did.
    Stopped,
}

impl BatchState {
    /// Whether nothing more happens.
    pub const fn is_over(self) -> bool {
        match self {
            BatchState::Waiting | BatchState::Running | BatchState::Stopping => false,
            BatchState::Finished | BatchState::Stopped => true,
        }
    }
}

/// A batch, as it was planned.
#[derive(Clone, Debug, PartialEq)]
pub struct Batch {
    /// The id of the batch.
    pub id: BatchId,
    /// The player who asked for it.
    pub host: PlayerId,
    /// What is played.
    pub plan: Plan,
    /// SHA-256 of the component file it is played with, in hexadecimal.
    pub components: String,
    /// Whether the host chose the seed.
    pub seed_known: bool,
    /// The players of its line-ups who have still to accept.
    pub missing: BTreeSet<PlayerId>,
    /// When it was planned.
    pub created_at: Timestamp,
    /// If no further deal is begun: why.
    pub stopped: Option<Stopped>,
    /// When its last match ended.
    pub ended_at: Option<Timestamp>,
    /// Where it was planned.
    pub(crate) position: Position,
    /// Where something last happened to it.
    pub last: Position,
    pub(crate) tip: Tip,
    seed: Seed,
    shards: Shards,
}

impl BatchEvent {
    /// Whether nothing more happens to the batch.
    pub const fn is_end(&self) -> bool {
        matches!(self, BatchEvent::Ended {})
    }
}

impl StreamEvent for BatchEvent {
    fn public(self) -> BatchEvent {
        match self {
            BatchEvent::Planned {
                host,
                plan,
                components,
                seed_known,
                seed,
                shards,
            } => BatchEvent::Planned {
                host,
                plan: Box::new(plan.public()),
                components,
                seed_known,
                seed: seed.seal(Viewer::Spectator),
                shards,
            },
            public @ (BatchEvent::Stopped { .. }
            | BatchEvent::Accepted { .. }
            | BatchEvent::Ended {}) => public,
        }
    }
}

impl Batch {
    /// Whether its matches may be shown to those who do not play them, and told whole to those
    /// who do: its deals are not played again.
    pub const fn is_told(&self) -> bool {
        self.ended_at.is_some()
    }

    /// How far it has come.
    pub fn state(&self) -> BatchState {
        match (self.ended_at, &self.stopped) {
            (None, None) if !self.missing.is_empty() => BatchState::Waiting,
            (None, None) => BatchState::Running,
            (None, Some(_)) => BatchState::Stopping,
            (Some(_), None) => BatchState::Finished,
            (Some(_), Some(_)) => BatchState::Stopped,
        }
    }

    /// Whether it ends with less than was asked for.
    pub fn is_partial(&self) -> bool {
        let stopped = self.stopped.as_ref();
        stopped.is_some_and(|stopped| stopped.why.is_partial())
    }

    /// How many deals are played, now that it may have been stopped.
    pub fn deals(&self) -> u32 {
        self.stopped
            .as_ref()
            .map_or(self.plan.deals, |stopped| stopped.deals)
    }

    /// What every deal is derived from, if all may know it.
    pub fn seed(&self) -> Option<Seed> {
        (self.seed_known || self.ended_at.is_some()).then_some(self.seed)
    }

    /// The batch as it was when it was planned.
    #[must_use]
    pub fn as_planned(&self) -> Batch {
        Batch {
            stopped: None,
            missing: awaited(&self.plan, &self.host),
            ended_at: None,
            last: self.position,
            ..self.clone()
        }
    }

    /// The seed of a deal.
    pub(crate) fn seed_of(&self, deal: u32) -> Seed {
        Seed(Dice::new(self.seed).derive("match", deal))
    }

    /// The id of a match by its number. Being derived, it can be opened but once,
    /// whenever the server was killed; and only who knows the seed can tell it.
    pub(crate) fn match_id(&self, number: u32) -> MatchId {
        derived_id(
            &Dice::new(self.seed),
            &self.id.to_string(),
            number,
            self.shards,
        )
    }

    /// The batch of a whole record. None if there is nothing.
    pub(crate) fn fold(id: BatchId, commits: &[Commit<BatchEvent>]) -> Option<Batch> {
        let first = commits.first()?;
        let mut batch = Batch::planned(id, first)?;
        for commit in &commits[1..] {
            batch.apply(commit);
        }
        Some(batch)
    }

    fn planned(id: BatchId, commit: &Commit<BatchEvent>) -> Option<Batch> {
        let Some(BatchEvent::Planned {
            host,
            plan,
            components,
            seed_known,
            seed,
            shards,
        }) = commit.events.first()
        else {
            return None;
        };
        Some(Batch {
            id,
            host: host.clone(),
            plan: Plan::clone(plan),
            components: components.clone(),
            seed_known: *seed_known,
            missing: awaited(plan, host),
            created_at: commit.line.recorded_at,
            stopped: None,
            ended_at: None,
            position: commit.line.position,
            last: commit.line.position,
            tip: commit.line.tip(),
            seed: *seed.get(),
            shards: *shards,
        })
    }

    /// The batch after one more commit.
    pub(crate) fn apply(&mut self, commit: &Commit<BatchEvent>) {
        let at = commit.line.recorded_at;
        for event in &commit.events {
            match event {
                BatchEvent::Planned { .. } => {}
                BatchEvent::Stopped { why, deals, player } => {
                    self.stopped = Some(Stopped {
                        why: *why,
                        deals: *deals,
                        at,
                        player: player.clone(),
                    });
                }
                BatchEvent::Accepted { player } => {
                    self.missing.remove(player);
                }
                BatchEvent::Ended {} => self.ended_at = Some(at),
            }
        }
        self.last = commit.line.position;
        self.tip = commit.line.tip();
    }
}

/// Who has to accept a plan: every player of its line-ups but the host, who planned it.
fn awaited(plan: &Plan, host: &PlayerId) -> BTreeSet<PlayerId> {
    let mut players = plan.players();
    players.remove(host);
    players
}
