//! Decisions that fall due, sent to the URLs of players, and what these answer.
//!
//! One task follows who registers and who sits down where; for each match of a player it starts one
//! that sends (`own_match.rs`). What is sent and what is put is what the handlers of decisions
//! answer and put.

mod attempt;
mod own_match;

use std::{collections::HashSet, sync::Arc, time::Duration};

use domain::matches::PlayerId;
use store::{MatchId, SatDown};
use tokio::{
    sync::{Semaphore, broadcast::error::RecvError, oneshot},
    task::{JoinHandle, JoinSet},
};

use self::own_match::OwnMatch;
use crate::{
    http::{app::App, codes::Code, forwarder::Forwarder},
    push::{AT_ONCE, Registration},
    stream::own::own_matches,
};

/// How long to wait before the matches of a player are listed again, when the server was too busy.
const AGAIN: Duration = Duration::from_secs(1);

/// The deliveries of a server, until they are stopped.
#[derive(Debug)]
pub(crate) struct Deliveries {
    stop: oneshot::Sender<()>,
    ended: JoinHandle<()>,
}

/// Follows who registers and who sits down.
struct Follower {
    app: App,
    elsewhere: Option<Arc<Forwarder>>,
    places: Arc<Semaphore>,
    following: JoinSet<(PlayerId, MatchId)>,
    followed: HashSet<(PlayerId, MatchId)>,
}

impl Deliveries {
    /// Begins to deliver.
    ///
    /// `elsewhere` is where matches are played that are not played here.
    pub(crate) fn begin(app: App, elsewhere: Option<Arc<Forwarder>>) -> Deliveries {
        let (stop, stopped) = oneshot::channel();
        let follower = Follower {
            app,
            elsewhere,
            places: Arc::new(Semaphore::new(AT_ONCE)),
            following: JoinSet::new(),
            followed: HashSet::new(),
        };
        let ended = tokio::spawn(follower.run(stopped));
        Deliveries { stop, ended }
    }

    /// Stops: what was being sent is cut off, and sent again after the next start.
    pub(crate) async fn stop(self) {
        // It has ended already if the store stopped.
        let _ = self.stop.send(());
        let _ = self.ended.await;
    }
}

impl Follower {
    async fn run(mut self, stopped: oneshot::Receiver<()>) {
        tokio::select! {
            _ = stopped => {}
            () = self.follow_all() => {}
        }
        // The store can be closed once none of them holds it.
        self.following.shutdown().await;
    }

    async fn follow_all(&mut self) {
        // Before the lists are read, so that nothing comes between.
        let mut sitting = self.app.store.matches.sitting_down();
        let mut changes = self.app.push.registrations.changes();
        self.catch_up().await;
        loop {
            tokio::select! {
                sat = sitting.recv() => match sat {
                    Ok(SatDown { id, player }) => {
                        if let Some(registration) = self.app.push.registrations.get(&player) {
                            self.follow(&registration, id);
                        }
                    }
                    Err(RecvError::Lagged(_)) => self.catch_up().await,
                    Err(RecvError::Closed) => return,
                },
                changed = changes.recv() => match changed {
                    Ok(player) => {
                        if let Some(registration) = self.app.push.registrations.get(&player) {
                            self.follow_own(&registration).await;
                        }
                    }
                    Err(RecvError::Lagged(_)) => self.catch_up().await,
                    Err(RecvError::Closed) => return,
                },
                Some(ended) = self.following.join_next() => {
                    if let Ok(ended) = ended {
                        self.followed.remove(&ended);
                    }
                }
            }
        }
    }

    /// Follows the matches of everybody who is registered.
    async fn catch_up(&mut self) {
        for registration in self.app.push.registrations.on() {
            self.follow_own(&registration).await;
        }
    }

    /// Follows the matches of a player.
    async fn follow_own(&mut self, registration: &Arc<Registration>) {
        loop {
            match own_matches(&self.app, &registration.player).await {
                Ok(all) => return all.iter().for_each(|now| self.follow(registration, now.id)),
                Err(error) if error.code() == Some(Code::Busy) => tokio::time::sleep(AGAIN).await,
                // It was logged, or the store is closed.
                Err(_) => return,
            }
        }
    }

    fn follow(&mut self, registration: &Arc<Registration>, id: MatchId) {
        let key = (registration.player.clone(), id);
        if !self.followed.insert(key.clone()) {
            return;
        }
        let own_match = OwnMatch {
            app: self.app.clone(),
            elsewhere: self.elsewhere.clone(),
            places: Arc::clone(&self.places),
            registration: Arc::clone(registration),
            id,
        };
        self.following.spawn(async move {
            own_match.follow().await;
            key
        });
    }
}
