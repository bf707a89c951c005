//! Decisions sent to the URL of whoever owes them: where they may go, how they are signed, and who
//! has asked for them.
//!
//! A push is one connection to an address that was checked a moment before, and one request
//! (`client.rs`): nothing is resolved a second time, so no name can come to mean another address.

mod client;
mod ranges;
mod reach;
mod registration;
mod registrations;
mod signature;
mod target;

use std::{io, sync::Arc, time::Duration};

use bytes::Bytes;
use store::{Timestamp, lines};
use tokio::sync::Semaphore;

use self::{client::Client, reach::Reach, target::Target};
pub(crate) use self::{
    client::{ANSWER_BYTES, Answer, Unanswered},
    reach::Unreachable,
    registration::{AT_ONCE_OF_ONE, Failure, Registration},
    registrations::{OVERLAP, Registrations},
    signature::shown,
};
use crate::config::push;

/// How many pushes may be in progress at once.
// Each is an open file: half of those that are reserved beside connections (`descriptors.rs`).
pub(crate) const AT_ONCE: usize = 128;

/// How many URLs may be checked at once before they are registered.
// Each may take a thread for as long as the resolver of the machine is patient.
const CHECKS_AT_ONCE: usize = 32;

/// The longest wait that an answer can ask for.
pub(crate) const LONGEST_ASKED: Duration = Duration::from_secs(60 * 60);

/// What the server needs to push.
pub(crate) struct Push {
    pub(crate) registrations: Registrations,
    pub(crate) times: push::PushTimes,
    reach: Reach,
    client: Client,
    /// Those for URLs that are checked before they are registered.
    checks: Arc<Semaphore>,
}

/// What is sent.
pub(crate) struct Message {
    /// The same for each attempt.
    pub(crate) id: String,
    pub(crate) at: Timestamp,
    pub(crate) body: Bytes,
}

impl Push {
    /// With those who have registered.
    pub(crate) fn new(config: &push::Push, registered: lines::Found, secret: [u8; 32]) -> Push {
        let reach = Reach::new(config);
        Push {
            registrations: Registrations::of_lines(registered, secret),
            times: config.times,
            client: Client::new(config.times, reach.is_on()),
            reach,
            checks: Arc::new(Semaphore::new(CHECKS_AT_ONCE)),
        }
    }

    /// Changes who has registered, and waits until that is durable.
    pub(crate) async fn change<T: Send + 'static>(
        self: Arc<Self>,
        change: impl FnOnce(&Registrations) -> io::Result<T> + Send + 'static,
    ) -> io::Result<T> {
        let changed = tokio::task::spawn_blocking(move || change(&self.registrations)).await;
        changed.unwrap_or_else(|panicked| Err(io::Error::other(panicked)))
    }

    /// Whether the operator allows any address.
    pub(crate) fn is_on(&self) -> bool {
        self.reach.is_on()
    }

    /// Checks that a URL can be pushed to: the URL as it is kept.
    pub(crate) async fn check(&self, url: &str) -> Result<String, Unreachable> {
        let target = Target::parse(url)?;
        let place = Arc::clone(&self.checks).try_acquire_owned();
        let place = place.map_err(|_| Unreachable::Busy)?;
        let found = self.reach.addresses(&target, self.times.connect, place);
        found.await?;
        Ok(target.url)
    }

    /// Sends a message once, signed with every secret that is valid now. Places that are `held` for
    /// it are given back when nothing of it is left.
    pub(crate) async fn send(
        &self,
        registration: &Arc<Registration>,
        url: &str,
        message: Message,
        held: impl Send + 'static,
    ) -> Result<Answer, Unanswered> {
        let target = Target::parse(url)?;
        let addresses = self.reach.addresses(&target, self.times.connect, held);
        let addresses = addresses.await?;
        let secrets = self.registrations.secrets(registration, message.at);
        let seconds = message.at.unix_ms() / 1000;
        let signature = signature::signed(&secrets, &message.id, seconds, &message.body);
        let headers = [
            ("webhook-id", message.id),
            ("webhook-timestamp", seconds.to_string()),
            ("webhook-signature", signature),
        ];
        self.client
            .post(&target, &addresses, headers, message.body)
            .await
    }
}
