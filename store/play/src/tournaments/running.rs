//! Tournaments being played, round by round.

use std::{
    collections::{BTreeMap, VecDeque},
    sync::Arc,
};

use domain::{BySeat, cast, matches::Settings};
use tokio::{
    sync::{mpsc, watch},
    task::JoinSet,
};

use super::{
    Inner, Known, MatchResult, SideResult, System, Tournament, TournamentEvent,
    TournamentStopReason, Tournaments,
    design::design,
    drawing::{Meetings, balanced, byes, draw},
    event::DropReason,
    plan::Table,
    tournament::{Round, TableOfRound},
};
use crate::{
    batches::{AT_ONCE, Contestant},
    live_match::LiveMatch,
    scheduled::{self, Scheduled},
};
use store_log::{
    cause::Asker,
    error::{RequestError, StoreError},
    record::Tip,
};

/// Plays tournaments until `closing` is said.
pub(crate) async fn drive(
    tournaments: Tournaments,
    to_run: mpsc::UnboundedReceiver<Arc<Known>>,
    closing: watch::Receiver<bool>,
) {
    let run = |known: Arc<Known>| {
        let inner = Arc::clone(&tournaments.0);
        async move {
            if let Err(error) = scheduled::through_outages(|| inner.run(&known)).await {
                scheduled::log_paused(known.id, &error);
            }
        }
    };
    scheduled::drive(to_run, closing, run).await;
}

/// A deal at a table: the numbers of its round, of its table and of itself.
type DealOfTable = [u32; 3];

/// The deal that is over, and how its matches came out.
type DealOver = (DealOfTable, Vec<MatchResult>);

impl Inner {
    /// Plays what is left of a tournament.
    async fn run(self: &Arc<Self>, known: &Known) -> Result<(), RequestError> {
        // Its end may have been written though nobody was told.
        if known.now().ended_at.is_some() {
            self.matches.0.usage.ended(known.id.into());
            return Ok(());
        }
        self.wait_for_players(known).await?;
        let now = known.now();
        self.matches.0.usage.begins(now.id.into(), &now.host);
        if !now.plan.options.game().plays_with(&now.components) {
            let why = TournamentStopReason::OtherBox;
            self.stop(known, why, &Asker::Server).await?;
        } else {
            self.begin(known).await?;
            loop {
                self.play_round(known).await?;
                self.drop_vanished(known).await?;
                if !self.next_round(known).await? {
                    break;
                }
            }
        }
        // Whoever hears of the end finds all of it counted.
        self.counted().await?;
        self.note(known, TournamentEvent::Ended {}).await?;
        self.matches.0.usage.ended(now.id.into());
        Ok(())
    }

    /// Waits until all that there is was counted.
    async fn counted(&self) -> Result<(), StoreError> {
        let (end, mut moves) = (*self.log.head().borrow(), self.counting.moves());
        while moves.position() < end {
            moves.next().await?;
        }
        Ok(())
    }

    /// Draws lots, and settles the tables of a round robin, unless it was done before.
    async fn begin(&self, known: &Known) -> Result<(), RequestError> {
        let _turn = known.turn.lock().await;
        let now = known.now();
        if now.begun.is_some() || now.stopped.is_some() {
            return Ok(());
        }
        let mut lots = now.lots();
        now.dice().roll("lots", 0).shuffle(&mut lots);
        let mut playing = lots.clone();
        playing.retain(|it| !now.dropped.contains_key(it));
        let (size, plan) = (now.plan.table_size(), &now.plan);
        let rounds = match plan.system {
            System::RoundRobin if playing.len() >= size => design(&playing, size, plan.rounds),
            System::RoundRobin | System::Swiss => Vec::new(),
        };
        let event = TournamentEvent::Begun { lots, rounds };
        self.add(known, &Asker::Server, event).await?;
        Ok(())
    }

    /// Draws the next round, if there is to be one; the last is over.
    async fn next_round(&self, known: &Known) -> Result<bool, RequestError> {
        let turn = known.turn.lock().await;
        let now = known.now();
        let is_last = now.planned_rounds() == Some(cast::<u32>(now.rounds.len()));
        if now.stopped.is_some() || is_last {
            return Ok(false);
        }
        if now.playing().len() < now.plan.table_size() {
            drop(turn);
            let why = TournamentStopReason::TooFewEntrants;
            self.stop(known, why, &Asker::Server).await?;
            return Ok(false);
        }
        let (tables, byes) = next_tables(&now);
        let event = TournamentEvent::RoundDrawn { tables, byes };
        self.add(known, &Asker::Server, event).await?;
        Ok(true)
    }

    /// The deals of the last round that are to be played: none of an entrant that is out, or after
    /// it was stopped, unless it had begun.
    async fn left(&self, now: &Tournament) -> Result<VecDeque<DealOfTable>, StoreError> {
        let mut left = VecDeque::new();
        let Some(round) = now.rounds.last() else {
            return Ok(left);
        };
        let number = cast::<u32>(now.rounds.len() - 1);
        for (nth, table) in round.tables.iter().enumerate() {
            let deals = (0..now.plan.deals).filter(|it| !table.deals.contains_key(it));
            for deal in deals.map(|deal| [number, cast::<u32>(nth), deal]) {
                if may_begin(now, table) || self.has_begun(now, deal).await? {
                    left.push_back(deal);
                }
            }
        }
        Ok(left)
    }

    async fn has_begun(&self, now: &Tournament, deal: DealOfTable) -> Result<bool, StoreError> {
        let first = now.match_id(deal, 0);
        Ok(self.log.tip(first.into()).await? != Tip::START)
    }

    /// Plays what is left of the last round.
    async fn play_round(self: &Arc<Self>, known: &Known) -> Result<(), RequestError> {
        let mut left = self.left(&known.now()).await?;
        // How many matches of each deal are played now: of a closed one all, at the same time.
        let mut playing: BTreeMap<DealOfTable, usize> = BTreeMap::new();
        let mut deals: JoinSet<Result<DealOver, RequestError>> = JoinSet::new();
        loop {
            while let Some(&deal) = left.front() {
                let now = known.now();
                let seatings = now.plan.seatings(&table_of(&now, deal).entrants, deal[2]);
                let many = playing.values().sum::<usize>() + seatings.len();
                if !playing.is_empty() && many > cast::<usize>(AT_ONCE) {
                    break;
                }
                left.pop_front();
                if self.begins(known, deal).await? {
                    playing.insert(deal, seatings.len());
                    let inner = Arc::clone(self);
                    deals.spawn(async move { inner.play_deal(now, deal, seatings).await });
                }
            }
            let Some(over) = deals.join_next().await else {
                return Ok(());
            };
            let (deal, matches) = over.unwrap_or(Err(StoreError::Panicked.into()))?;
            playing.remove(&deal);
            let [round, table, deal] = deal;
            let event = TournamentEvent::DealOver {
                round,
                table,
                deal,
                matches,
            };
            self.note(known, event).await?;
        }
    }

    /// Whether a deal is played, now that an entrant may be out or the tournament stopped.
    async fn begins(&self, known: &Known, deal: DealOfTable) -> Result<bool, RequestError> {
        let now = known.now();
        if self.has_begun(&now, deal).await? {
            return Ok(true);
        }
        if self.matches.0.usage.check(Some(&now.host)).is_err() {
            let why = TournamentStopReason::Quota;
            self.stop(known, why, &Asker::Server).await?;
        }
        let now = known.now();
        Ok(may_begin(&now, table_of(&now, deal)))
    }

    /// Plays the matches of a deal at the same time.
    async fn play_deal(
        self: Arc<Self>,
        now: Arc<Tournament>,
        deal: DealOfTable,
        seatings: Vec<BySeat<(u16, Contestant)>>,
    ) -> Result<DealOver, RequestError> {
        let mut playing = JoinSet::new();
        for (nth, seating) in (0..).zip(seatings) {
            let (inner, now) = (Arc::clone(&self), Arc::clone(&now));
            playing.spawn(async move {
                let played = inner.play(&now, (deal, nth), &seating).await;
                played.map(|result| (nth, result))
            });
        }
        let mut results: BTreeMap<u32, MatchResult> = BTreeMap::new();
        while let Some(over) = playing.join_next().await {
            results.extend([over.unwrap_or(Err(StoreError::Panicked.into()))?]);
        }
        Ok((deal, results.into_values().collect()))
    }

    async fn play(
        &self,
        now: &Tournament,
        (deal, nth): (DealOfTable, u32),
        seating: &BySeat<(u16, Contestant)>,
    ) -> Result<MatchResult, RequestError> {
        let id = now.match_id(deal, nth);
        let scheduled = Scheduled {
            id,
            seed: now.seed_of(deal),
            seed_known: now.seed_known,
            options: &now.plan.options,
            places: seating.map(|_, (_, who)| who.place()),
            arranged: None,
            batch: None,
            settings: Settings {
                deal_closed: now.plan.deal_closed(),
                tournament: Some(now.id.to_string()),
                ..(*now.plan.settings).clone()
            },
        };
        let over = self.matches.play_scheduled(&scheduled).await?;
        let entrants = &table_of(now, deal).entrants;
        let sides = over.and_then(|over| sides(&over, seating, entrants));
        Ok(MatchResult {
            id,
            sides: sides.unwrap_or_default(),
        })
    }

    /// Drops who forfeited every match of the last round.
    async fn drop_vanished(&self, known: &Known) -> Result<(), RequestError> {
        let _turn = known.turn.lock().await;
        let now = known.now();
        let Some(round) = now.rounds.last() else {
            return Ok(());
        };
        for entrant in now.playing() {
            if has_vanished(round, entrant) {
                let event = TournamentEvent::Dropped {
                    entrant,
                    why: DropReason::Forfeited,
                    player: None,
                };
                self.add(known, &Asker::Server, event).await?;
            }
        }
        Ok(())
    }
}

fn table_of(now: &Tournament, [round, table, _]: DealOfTable) -> &TableOfRound {
    &now.rounds[cast::<usize>(round)].tables[cast::<usize>(table)]
}

/// Whether a table may begin another deal.
fn may_begin(now: &Tournament, table: &TableOfRound) -> bool {
    let is_out = |entrant: &u16| now.dropped.contains_key(entrant);
    now.stopped.is_none() && !table.entrants.iter().any(is_out)
}

/// The tables of the next round, and who plays none.
fn next_tables(now: &Tournament) -> (Vec<Table>, Vec<u16>) {
    let playing = now.playing();
    let design = now.begun.as_ref().map(|begun| &begun.design);
    let planned = design.and_then(|it| it.get(now.rounds.len()));
    if let Some(tables) = planned {
        // The others of the table of one who is out have a bye.
        let is_whole = |table: &&Table| table.iter().all(|it| playing.contains(it));
        let tables: Vec<Table> = tables.iter().filter(is_whole).cloned().collect();
        let plays = |it: &u16| tables.iter().flatten().any(|at| at == it);
        let byes = playing.into_iter().filter(|it| !plays(it)).collect();
        return (tables, byes);
    }
    swiss(now)
}

fn swiss(now: &Tournament) -> (Vec<Table>, Vec<u16>) {
    let size = now.plan.table_size();
    let standings = now.standings();
    let in_play = standings
        .iter()
        .filter(|it| !now.dropped.contains_key(&it.entrant));
    let mut order: Vec<u16> = in_play.map(|it| it.entrant).collect();
    let had: BTreeMap<u16, u32> = standings.iter().map(|it| (it.entrant, it.byes)).collect();
    let byes = byes(&order, size, |it| had[&it]);
    order.retain(|it| !byes.contains(it));
    let played = now.rounds.iter().flat_map(|round| &round.tables);
    let played: Vec<&Table> = played.map(|table| &table.entrants).collect();
    let begun = |it: u16| cast::<u32>(played.iter().filter(|table| table[0] == it).count());
    let tables = draw(&order, &Meetings::of(played.iter().copied()), size);
    let tables = tables.iter().map(|table| balanced(table, begun)).collect();
    (tables, byes)
}

/// How the sides of a match came out, if it was played to its ranks.
fn sides(
    over: &LiveMatch,
    seating: &BySeat<(u16, Contestant)>,
    entrants: &[u16],
) -> Option<Vec<SideResult>> {
    let table = over.game.table()?;
    let standings = table.standings.as_ref()?;
    let forfeited = table.forfeited();
    let side = |&entrant: &u16| {
        let seats = seating.iter().filter(|(_, (of, _))| *of == entrant);
        let seats: Vec<_> = seats.map(|(seat, _)| seat).collect();
        let score = seats.iter().map(|&seat| standings[seat].total).min();
        SideResult {
            rank: standings[seats[0]].rank,
            score: score.expect("every side has a seat"),
            forfeited: seats.iter().any(|&seat| forfeited.contains(seat)),
        }
    };
    Some(entrants.iter().map(side).collect())
}

/// Whether an entrant forfeited every match that it had in a round.
fn has_vanished(round: &Round, entrant: u16) -> bool {
    let mut had = false;
    for table in &round.tables {
        let Some(side) = table.side_of(entrant) else {
            continue;
        };
        for of in table.matches() {
            had = true;
            if !of.sides.get(side).is_some_and(|it| it.forfeited) {
                return false;
            }
        }
    }
    had
}
