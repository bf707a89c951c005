//! Batches being played, some matches of each at a time.

use std::{sync::Arc, time::Duration};

use domain::{BySeat, bots::Bot};
use tokio::{
    sync::{mpsc, watch},
    task::JoinSet,
};

use super::{Batch, BatchEvent, Batches, Inner, Known, WhyStopped, tally::Tally};
use crate::{
    cause::Asker,
    error::{RequestError, StoreError},
    statistics::Verdict,
};

/// How many matches of a batch are played at once.
const AT_ONCE: u32 = 16;
/// How long a full queue is left alone.
pub(super) const BUSY_PAUSE: Duration = Duration::from_millis(5);

/// Plays batches until `closing` is said.
pub(crate) async fn drive(
    batches: Batches,
    mut to_run: mpsc::UnboundedReceiver<Arc<Known>>,
    mut closing: watch::Receiver<bool>,
) {
    let mut running = JoinSet::new();
    loop {
        while running.try_join_next().is_some() {}
        let next = tokio::select! {
            next = to_run.recv() => next,
            _ = closing.wait_for(|closing| *closing) => None,
        };
        let Some(known) = next else { break };
        let inner = Arc::clone(&batches.0);
        running.spawn(async move {
            let ran = inner.run(&known).await;
            let Err(error) = ran else { return };
            if !matches!(error, RequestError::Store(StoreError::Stopped)) {
                let error = &error as &dyn std::error::Error;
                tracing::error!(batch = %known.id, error, "a batch is left until the next start");
            }
        });
    }
    running.shutdown().await;
}

impl Inner {
    /// Plays what is left of a batch.
    async fn run(self: &Arc<Self>, known: &Known) -> Result<(), RequestError> {
        let batch = known.now();
        let mut tally = Tally::of(&batch);
        self.resume(known, &batch, &mut tally).await?;
        if batch.components != batch.plan.options.game().components_sha256() {
            self.stop(known, WhyStopped::OtherBox, &Asker::Server)
                .await?;
        } else {
            self.play_all(known, &batch, &mut tally).await?;
        }
        let _turn = known.turn.lock().await;
        self.add(known, &Asker::Server, BatchEvent::Ended {})
            .await?;
        Ok(())
    }

    /// Finds out which deals were begun before the server was started.
    async fn resume(
        &self,
        known: &Known,
        batch: &Batch,
        tally: &mut Tally,
    ) -> Result<(), StoreError> {
        self.statistics.at_least(self.log.written().position).await;
        tally.read_on(batch, &self.statistics);
        let schedule = batch.plan.schedule();
        // Those opened and not over stand behind one another.
        let counted = tally.end();
        let mut last = counted.checked_sub(1);
        for number in counted..counted + AT_ONCE {
            if self.log.tip(batch.match_id(number).into())?.version > 0 {
                last = Some(number);
            }
        }
        if let Some(last) = last {
            known.begins(schedule.deal(last));
        }
        known.resumed.send_replace(true);
        Ok(())
    }

    async fn play_all(
        self: &Arc<Self>,
        known: &Known,
        batch: &Arc<Batch>,
        tally: &mut Tally,
    ) -> Result<(), RequestError> {
        let schedule = batch.plan.schedule();
        let planned = batch.plan.deals * schedule.per_deal;
        let left: Vec<u32> = (0..planned).filter(|&it| !tally.has(it)).collect();
        let mut left = left.into_iter().peekable();
        let mut counted = self.statistics.position();
        let mut playing = JoinSet::new();
        self.heed(known, tally).await?;
        loop {
            while playing.len() < usize::try_from(AT_ONCE).expect("few")
                && let Some(number) = left.next_if(|&number| known.begins(schedule.deal(number)))
            {
                let (inner, batch) = (Arc::clone(self), Arc::clone(batch));
                let table = schedule.table(number).clone();
                playing.spawn(async move { inner.play(&batch, number, &table).await });
            }
            tokio::select! {
                over = playing.join_next() => match over {
                    Some(over) => over.unwrap_or(Err(StoreError::Stopped.into()))?,
                    None => break,
                },
                moved = counted.changed() => {
                    moved.map_err(|_| StoreError::Stopped)?;
                    tally.read_on(batch, &self.statistics);
                    self.heed(known, tally).await?;
                }
            }
        }
        // Whoever hears of the end finds all of it counted.
        self.statistics.at_least(self.log.written().position).await;
        Ok(())
    }

    /// Stops a batch if its test has decided.
    async fn heed(&self, known: &Known, tally: &Tally) -> Result<(), RequestError> {
        let why = match tally.test().map(|test| test.verdict) {
            None | Some(Verdict::Undecided) => return Ok(()),
            Some(Verdict::Null) => WhyStopped::NullAccepted,
            Some(Verdict::Alternative) => WhyStopped::AlternativeAccepted,
        };
        self.stop(known, why, &Asker::Server).await?;
        Ok(())
    }

    /// Opens a match if it is not there, and waits for its end.
    async fn play(
        &self,
        batch: &Batch,
        number: u32,
        table: &BySeat<Bot>,
    ) -> Result<(), RequestError> {
        let id = batch.match_id(number);
        let mut version = self.matches.watch(id);
        while self.log.tip(id.into())?.version == 0 {
            let seed = batch.seed_of(batch.plan.schedule().deal(number));
            match self.matches.open_for(batch, id, seed, table).await {
                Ok(_) => {}
                Err(RequestError::Busy) => tokio::time::sleep(BUSY_PAUSE).await,
                Err(error) => return Err(error),
            }
        }
        loop {
            version.borrow_and_update();
            if self.matches.current(id).await?.game.is_over() {
                return Ok(());
            }
            version.changed().await.map_err(|_| StoreError::Stopped)?;
        }
    }
}
