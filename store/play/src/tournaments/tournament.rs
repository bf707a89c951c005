//! A tournament as its events leave it.

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::Arc,
};

use domain::{Dice, Seed, cast, matches::PlayerId};
use store_log::{
    Shards, TournamentId,
    id::{MatchId, Position},
    record::{Commit, Tip},
    time::Timestamp,
};

use super::{
    event::{DropReason, MatchResult, TournamentEvent, TournamentStopped},
    plan::{Table, TournamentPlan},
};
use crate::{batches::BatchState, scheduled::derived_id};

/// A tournament.
#[derive(Clone, Debug, PartialEq)]
pub struct Tournament {
    /// The id of the tournament.
    pub id: TournamentId,
    /// The player who asked for it.
    pub host: PlayerId,
    /// What is played.
    pub plan: Arc<TournamentPlan>,
    /// SHA-256 of the component file it is played with, in hexadecimal.
    pub components: String,
    /// Whether the host chose the seed.
    pub seed_known: bool,
    /// The players who have still to accept.
    pub missing: BTreeSet<PlayerId>,
    /// The entrants that are out, by their numbers.
    pub dropped: BTreeMap<u16, Dropped>,
    /// The rounds that were drawn.
    // Every deal that is over makes a new tournament: rounds that are over are shared.
    pub rounds: Vec<Arc<Round>>,
    /// When it was planned.
    pub created_at: Timestamp,
    /// If no further deal is begun: why.
    pub stopped: Option<TournamentStopped>,
    /// When its last match ended.
    pub ended_at: Option<Timestamp>,
    /// Where something last happened to it.
    pub last: Position,
    /// The order of the lots and the tables of a round robin, once it has begun.
    pub(super) begun: Option<Arc<Begun>>,
    pub(super) position: Position,
    pub(super) tip: Tip,
    pub(super) seed: Seed,
    pub(super) shards: Shards,
}

/// What is settled when a tournament begins.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Begun {
    pub(super) lots: Vec<u16>,
    pub(super) design: Vec<Vec<Table>>,
}

/// An entrant that is out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Dropped {
    /// Why it is out.
    pub why: DropReason,
    /// The player for whose sake it is, if it is for one's.
    pub player: Option<PlayerId>,
    /// How many rounds had been drawn.
    pub after_rounds: u32,
}

/// A round of a tournament.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Round {
    /// Its tables.
    pub tables: Vec<TableOfRound>,
    /// Who plays no table.
    pub byes: Vec<u16>,
}

/// A table of a round.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TableOfRound {
    /// The entrants, in the order of its sides.
    pub entrants: Vec<u16>,
    /// How the matches of each deal came out, by the number of the deal.
    pub deals: BTreeMap<u32, Vec<MatchResult>>,
}

impl TableOfRound {
    /// Its matches that are over.
    pub fn matches(&self) -> impl Iterator<Item = &MatchResult> {
        self.deals.values().flatten()
    }

    /// Which side an entrant plays.
    pub fn side_of(&self, entrant: u16) -> Option<usize> {
        self.entrants.iter().position(|&it| it == entrant)
    }
}

impl Tournament {
    /// Whether its matches may be shown to those who do not play them, and told whole to those
    /// who do: its deals are not played again.
    pub const fn is_told(&self) -> bool {
        self.ended_at.is_some()
    }

    /// How far it has come.
    pub fn state(&self) -> BatchState {
        match (self.ended_at, &self.stopped) {
            (None, None) if self.begun.is_none() => BatchState::Waiting,
            (None, None) => BatchState::Running,
            (None, Some(_)) => BatchState::Stopping,
            (Some(_), None) => BatchState::Finished,
            (Some(_), Some(_)) => BatchState::Stopped,
        }
    }

    /// Whether its result rests on less than was asked for: it was stopped, an entrant is out, or
    /// a match was forfeited or ended before its ranks.
    pub fn is_partial(&self) -> bool {
        self.stopped.is_some()
            || !self.dropped.is_empty()
            || self.matches().any(|of| {
                let forfeited = of.sides.iter().any(|side| side.forfeited);
                of.sides.is_empty() || forfeited
            })
    }

    /// Its matches that are over.
    pub fn matches(&self) -> impl Iterator<Item = &MatchResult> {
        let tables = self.rounds.iter().flat_map(|round| &round.tables);
        tables.flat_map(TableOfRound::matches)
    }

    /// The entrants that are not out, by their lots.
    pub fn playing(&self) -> Vec<u16> {
        let mut all = self.lots();
        all.retain(|it| !self.dropped.contains_key(it));
        all
    }

    /// All entrants, by their lots; in the order of the plan before they are drawn.
    pub(super) fn lots(&self) -> Vec<u16> {
        match &self.begun {
            Some(begun) => begun.lots.clone(),
            None => (0..cast::<u16>(self.plan.entrants.len())).collect(),
        }
    }

    /// How many rounds there will be, if that is known: fewer than planned if it was stopped.
    pub fn planned_rounds(&self) -> Option<u32> {
        let drawn = || cast::<u32>(self.rounds.len());
        let design = self.begun.as_ref().map(|begun| &begun.design);
        let design = design.filter(|it| !it.is_empty());
        if self.stopped.is_some() || self.ended_at.is_some() {
            return Some(drawn());
        }
        let of_design = design.map(|it| cast::<u32>(it.len()));
        of_design.or(self.plan.rounds)
    }

    /// What lots and deals are derived from, if all may know it.
    pub fn seed(&self) -> Option<Seed> {
        (self.seed_known || self.ended_at.is_some()).then_some(self.seed)
    }

    pub(super) fn dice(&self) -> Dice {
        Dice::new(self.seed)
    }

    /// The seed of a deal.
    pub(super) fn seed_of(&self, [round, table, deal]: [u32; 3]) -> Seed {
        let purpose = format!("round {round} table {table}");
        Seed(self.dice().derive(&purpose, deal))
    }

    /// The id of a match by its number in its deal. Being derived, it can be opened but once,
    /// whenever the server was killed; and only who knows the seed can tell it.
    pub(super) fn match_id(&self, [round, table, deal]: [u32; 3], nth: u32) -> MatchId {
        let purpose = format!("{} round {round} table {table} deal {deal}", self.id);
        derived_id(&self.dice(), &purpose, nth, self.shards)
    }

    /// The tournament as it was when it was planned.
    #[must_use]
    pub fn as_planned(&self) -> Tournament {
        Tournament {
            missing: awaited(&self.plan, &self.host),
            dropped: BTreeMap::new(),
            rounds: Vec::new(),
            stopped: None,
            ended_at: None,
            begun: None,
            last: self.position,
            ..self.clone()
        }
    }

    /// The tournament of a whole record. None if there is nothing.
    pub(super) fn fold(
        id: TournamentId,
        commits: &[Commit<TournamentEvent>],
    ) -> Option<Tournament> {
        let mut tournament = Tournament::planned(id, commits.first()?)?;
        commits[1..].iter().for_each(|it| tournament.apply(it));
        Some(tournament)
    }

    fn planned(id: TournamentId, commit: &Commit<TournamentEvent>) -> Option<Tournament> {
        let Some(TournamentEvent::Planned {
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
        Some(Tournament {
            id,
            host: host.clone(),
            missing: awaited(plan, host),
            plan: Arc::new(TournamentPlan::clone(plan)),
            components: components.clone(),
            seed_known: *seed_known,
            dropped: BTreeMap::new(),
            rounds: Vec::new(),
            created_at: commit.line.recorded_at,
            stopped: None,
            ended_at: None,
            last: commit.line.position,
            begun: None,
            position: commit.line.position,
            tip: commit.line.tip(),
            seed: *seed.get(),
            shards: *shards,
        })
    }

    /// The tournament after one more commit.
    pub(super) fn apply(&mut self, commit: &Commit<TournamentEvent>) {
        for event in &commit.events {
            self.evolve(event, commit.line.recorded_at);
        }
        self.last = commit.line.position;
        self.tip = commit.line.tip();
    }

    pub(super) fn evolve(&mut self, event: &TournamentEvent, at: Timestamp) {
        match event {
            TournamentEvent::Planned { .. } => {}
            TournamentEvent::Accepted { player } => {
                self.missing.remove(player);
            }
            TournamentEvent::Dropped {
                entrant,
                why,
                player,
            } => self.drop_out(*entrant, *why, player.clone()),
            TournamentEvent::Begun { lots, rounds } => {
                self.begun = Some(Arc::new(Begun {
                    lots: lots.clone(),
                    design: rounds.clone(),
                }));
            }
            TournamentEvent::RoundDrawn { tables, byes } => {
                let table = |entrants: &Table| TableOfRound {
                    entrants: entrants.clone(),
                    deals: BTreeMap::new(),
                };
                self.rounds.push(Arc::new(Round {
                    tables: tables.iter().map(table).collect(),
                    byes: byes.clone(),
                }));
            }
            TournamentEvent::DealOver {
                round,
                table,
                deal,
                matches,
            } => {
                let round = Arc::make_mut(&mut self.rounds[cast::<usize>(*round)]);
                let table = &mut round.tables[cast::<usize>(*table)];
                table.deals.insert(*deal, matches.clone());
            }
            TournamentEvent::Stopped { why } => {
                self.stopped = Some(TournamentStopped { why: *why, at });
            }
            TournamentEvent::Ended {} => self.ended_at = Some(at),
        }
    }

    fn drop_out(&mut self, entrant: u16, why: DropReason, player: Option<PlayerId>) {
        let out = self.plan.entrants[usize::from(entrant)].players();
        self.missing.retain(|it| !out.contains(it));
        let after_rounds = cast::<u32>(self.rounds.len());
        self.dropped.insert(
            entrant,
            Dropped {
                why,
                player,
                after_rounds,
            },
        );
    }
}

/// Who has to accept a plan: every player of its entrants but the host, who planned it.
fn awaited(plan: &TournamentPlan, host: &PlayerId) -> BTreeSet<PlayerId> {
    let mut players = plan.players();
    players.remove(host);
    players
}
