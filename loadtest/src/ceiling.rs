//! Ceilings: how fast a server echoes the bodies of a run, or makes them durable, asked the same
//! way by the same client.

use std::time::{Duration, Instant};

use cartulary_client::{CallError, Client, Method};
use domain::Command;
use futures_util::future::try_join_all;

/// Answers a second of a handler that takes a body and does next to nothing with it, with as many
/// asking at a time. `path` names it, in the report of the client as well.
///
/// # Errors
///
/// If the server has no such handler.
#[expect(clippy::cast_precision_loss, reason = "a rate for people")]
pub async fn per_second(
    client: &Client,
    path: &'static str,
    body: &Command,
    at_once: usize,
    during: Duration,
) -> Result<f64, CallError> {
    let began = Instant::now();
    let asking = (0..at_once).map(|_| {
        let (client, body) = (client.clone(), body.clone());
        async move {
            let mut answers = 0_u64;
            while began.elapsed() < during {
                client.send(path, Method::POST, path, Some(&body)).await?;
                answers += 1;
            }
            Ok::<u64, CallError>(answers)
        }
    });
    let tasks = asking
        .map(tokio::spawn)
        .map(|task| async { task.await.expect("asking does not panic") });
    let answers: u64 = try_join_all(tasks).await?.into_iter().sum();
    Ok(answers as f64 / began.elapsed().as_secs_f64())
}
