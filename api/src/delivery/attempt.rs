//! One attempt to send a decision, and what its answer means.

use std::{sync::Arc, time::Duration};

use domain::{Seat, Seats, matches::PlayerId};
use http::StatusCode;
use reqwest::Method;

use super::own_match::OwnMatch;
use crate::{
    http::{
        auth::Seated, codes::Code, error::ApiError, extract, forwarder::Forwarder,
        legal::LegalQuery, metrics::PushOutcome,
    },
    push::{Answer, Message},
    routes::{
        decisions::{self, Decided},
        due,
    },
    wire::Problem,
};

/// What a registration says after its URL answered 410.
const GONE: &str = "the URL answered 410";

/// One attempt to send a decision.
pub(super) struct Attempt<'a> {
    pub(super) of: &'a OwnMatch,
    pub(super) seat: Seat,
    pub(super) decision: u32,
}

/// What came of an attempt.
pub(super) enum Outcome {
    /// The decision was no longer due, and nothing was sent.
    Settled,
    /// The receiver has it.
    Delivered,
    /// It did not work.
    Failed(Failed),
}

/// Why it did not work.
#[derive(Default)]
pub(super) struct Failed {
    pub(super) reason: String,
    pub(super) problem: Option<Arc<Problem>>,
    pub(super) retry_after: Option<Duration>,
    /// Whether nothing more shall be sent.
    pub(super) is_final: bool,
}

impl Attempt<'_> {
    /// Makes it, when there is a place for it.
    pub(super) async fn make(&self, url: &str) -> Outcome {
        let registration = &self.of.registration;
        // They are never closed.
        let own_place = Arc::clone(&registration.places).acquire_owned().await;
        let place = Arc::clone(&self.of.places).acquire_owned().await;
        let held = Arc::new((own_place, place));
        let message = match self.message().await {
            Ok(Some(message)) => message,
            Ok(None) => return Outcome::Settled,
            Err(error) => return self.failed(PushOutcome::Failed, Failed::because(&error)),
        };
        let sent = self
            .of
            .app
            .push
            .send(registration, url, message, Arc::clone(&held));
        match sent.await {
            Ok(answer) => self.answered(answer).await,
            Err(error) => self.failed(PushOutcome::Failed, Failed::because(&error)),
        }
    }

    /// What to send, if the decision is still due.
    async fn message(&self) -> Result<Option<Message>, ApiError> {
        let Some(seated) = self.seated().await? else {
            return Ok(None);
        };
        let (app, listed) = (&self.of.app, LegalQuery::default());
        let due = match due::by_seat(app, seated, Duration::ZERO, &listed).await {
            Err(error) if is_over(&error) => return Ok(None),
            due => due?.filter(|due| due.owed.decision == self.decision),
        };
        Ok(due.map(|due| Message {
            id: format!("{}.{}.{}", self.of.id, self.seat.0, self.decision),
            at: app.time.now(),
            body: serde_json::to_vec(&due).expect("our types are JSON").into(),
        }))
    }

    /// The player on the seat. None if the server no longer knows them.
    async fn seated(&self) -> Result<Option<Seated>, ApiError> {
        let OwnMatch {
            app,
            registration,
            id,
            ..
        } = self.of;
        let now = app.store.matches.current(*id).await?;
        now.game.terms.check_components()?;
        now.is_whole()?;
        let asker = app.asker(&registration.player).await?;
        Ok(asker.map(|asker| Seated {
            id: *id,
            seat: self.seat,
            own_seats: Seats::only(self.seat),
            asker,
            now,
        }))
    }

    async fn answered(&self, answer: Answer) -> Outcome {
        let status = answer.status;
        if matches!(status, StatusCode::OK | StatusCode::NO_CONTENT) {
            if answer.body.is_empty() {
                self.of.app.metrics.pushed(PushOutcome::Taken);
                return Outcome::Delivered;
            }
            return self.put(&answer.body).await;
        }
        if status == StatusCode::GONE {
            return self.switch_off().await;
        }
        self.failed(
            PushOutcome::Failed,
            Failed {
                retry_after: answer.retry_after,
                ..Failed::because(&unexpected(status))
            },
        )
    }

    /// Puts the decision that was the answer.
    async fn put(&self, body: &[u8]) -> Outcome {
        let put = match &self.of.elsewhere {
            Some(elsewhere) if !self.of.app.store.matches.has(self.of.id) => {
                self.put_elsewhere(elsewhere, body).await
            }
            _ => self
                .decide(body)
                .await
                .map_err(|error| Failed::refused(&error)),
        };
        match put {
            Ok(()) => {
                self.of.app.metrics.pushed(PushOutcome::Decided);
                Outcome::Delivered
            }
            Err(failed) => self.failed(PushOutcome::Refused, failed),
        }
    }

    /// Has the server decide that plays the match.
    async fn put_elsewhere(&self, elsewhere: &Forwarder, body: &[u8]) -> Result<(), Failed> {
        let (id, Seat(seat), nth) = (self.of.id, self.seat, self.decision);
        let path = format!("/v1/matches/{id}/seats/{seat}/decisions/{nth}");
        let asked = (Method::PUT, &*path);
        let player = &self.of.registration.player;
        let answer = elsewhere
            .ask(asked, self.token(player).await, body, id)
            .await;
        let answer = answer.map_err(|error| Failed::refused(&error))?;
        if answer.status().is_success() {
            return Ok(());
        }
        let problem = answer.text().await.unwrap_or_default();
        Err(Failed::because(&format_args!(
            "the command in the answer was refused: {problem}"
        )))
    }

    /// The token of a player, as far as they have one.
    async fn token(&self, player: &PlayerId) -> String {
        let app = &self.of.app;
        let known = app.store.players.get(player).await.ok().flatten();
        let token = known.and_then(|known| app.token_of(&known));
        token.unwrap_or_default()
    }

    async fn decide(&self, body: &[u8]) -> Result<(), ApiError> {
        let app = &self.of.app;
        let decided = Decided {
            number: self.decision,
            play: extract::argument(body),
            note: None,
            received_at: app.time.now(),
        };
        if let Some(seated) = self.seated().await? {
            decisions::decide(app, seated, decided, &LegalQuery::default()).await?;
        }
        Ok(())
    }

    async fn switch_off(&self) -> Outcome {
        let push = Arc::clone(&self.of.app.push);
        let player = self.of.registration.player.clone();
        let switched = push.change(move |all| all.switch_off(&player, GONE)).await;
        if let Err(error) = switched {
            tracing::error!(%error, "a URL that answered 410 could not be switched off");
        }
        self.failed(
            PushOutcome::Gone,
            Failed {
                is_final: true,
                ..Failed::because(&GONE)
            },
        )
    }

    fn failed(&self, outcome: PushOutcome, failed: Failed) -> Outcome {
        self.of.app.metrics.pushed(outcome);
        Outcome::Failed(failed)
    }
}

impl Failed {
    fn because(reason: &impl ToString) -> Failed {
        Failed {
            reason: reason.to_string(),
            ..Failed::default()
        }
    }

    /// A command that was refused.
    fn refused(error: &ApiError) -> Failed {
        Failed {
            problem: Some(Arc::new(error.problem())),
            ..Failed::because(&format_args!(
                "the command in the answer was refused: {error}"
            ))
        }
    }
}

/// Whether the seat owes nothing, now and later.
fn is_over(error: &ApiError) -> bool {
    matches!(error.code(), Some(Code::Over | Code::Forfeited))
}

/// What is wrong with a status.
fn unexpected(status: StatusCode) -> String {
    let status = status.as_u16();
    if (300..400).contains(&status) {
        return format!("the URL answered {status}: redirects are not followed");
    }
    format!("the URL answered {status}, which is neither 200 nor 204")
}
