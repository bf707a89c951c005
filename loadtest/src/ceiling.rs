//! The ceiling: how fast the server echoes the bodies of a run, asked the same way.

use std::time::{Duration, Instant};

use cartulary_client::{CallError, Client, Method};
use domain::Command;
use futures_util::future::try_join_all;

/// Echoes a second, with as many asking at a time.
///
/// # Errors
///
/// If the server has no echo: it is there only if it was started with one.
#[expect(clippy::cast_precision_loss, reason = "a rate for people")]
pub async fn echoes_per_second(
    client: &Client,
    body: &Command,
    at_once: usize,
    during: Duration,
) -> Result<f64, CallError> {
    let began = Instant::now();
    let asking = (0..at_once).map(|_| {
        let (client, body) = (client.clone(), body.clone());
        async move {
            let mut echoes = 0_u64;
            while began.elapsed() < during {
                client
                    .send("echo", Method::POST, "/echo", Some(&body))
                    .await?;
                echoes += 1;
            }
            Ok(echoes)
        }
    });
    let tasks = asking
        .map(tokio::spawn)
        .map(|task| async { task.await.expect("asking for an echo does not panic") });
    let echoes: u64 = try_join_all(tasks).await?.into_iter().sum();
    Ok(echoes as f64 / began.elapsed().as_secs_f64())
}
