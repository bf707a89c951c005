//! `cartulary watch` beside a running server, without a terminal: it prints a step.

#![allow(clippy::unwrap_used, reason = "a test says what it needs by panicking")]

use std::process::{Command, Output};

use crate::helpers::{TestApp, spawn_app};

/// What it prints of a match, given these arguments.
async fn watch(app: &TestApp, at: &str, more: &[&str]) -> Output {
    let id = at.rsplit('/').next().unwrap();
    let mut command = Command::new(env!("CARGO_BIN_EXE_cartulary"));
    command.args(["watch", id, "--url", &app.running.url("/")]);
    command.args(more).env_remove("CARTULARY_TOKEN");
    let run = tokio::task::spawn_blocking(move || command.output().unwrap());
    run.await.unwrap()
}

fn printed(output: &Output) -> String {
    let told = String::from_utf8(output.stderr.clone()).unwrap();
    assert!(output.status.success(), "{told}");
    String::from_utf8(output.stdout.clone()).unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_running_match_is_watched_as_far_as_it_has_come() {
    let app = spawn_app().await;
    let (at, ann, ben) = app.duel().await;
    let mut before = None;
    for (seat, token) in [(0, &ann.token), (1, &ben.token)] {
        app.decide(&at, seat, token).await.unwrap();
        let step = app.get(&at, None).await.json()["version"].as_u64().unwrap();
        let last = printed(&watch(&app, &at, &[]).await);
        assert!(
            last.starts_with(&format!("step {step}/{step} · ")),
            "{last}"
        );
        let view = format!("{at}/view?format=text&step={step}");
        assert!(last.contains(&app.get(&view, None).await.text), "{last}");
        assert_ne!(before.replace(last.clone()), Some(last));
    }
    let first = printed(&watch(&app, &at, &["--step", "1"]).await);
    assert!(first.starts_with("step 1/"), "{first}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_seat_is_watched_with_its_own_eyes_only() {
    let app = spawn_app().await;
    let (at, ann, ben) = app.duel_at("bunny_kingdom").await;
    let page = watch(&app, &at, &["--token", &ann.token, "--seat", "0"]).await;
    let page = printed(&page);
    let step = app.get(&at, None).await.json()["version"].clone();
    let view = format!("{at}/view?format=text&step={step}&seat=0");
    let own = app.get(&view, Some(&ann.token)).await.text;
    assert!(page.contains(&own), "{page}");
    let public = printed(&watch(&app, &at, &[]).await);
    assert!(!public.contains(&own), "{public}");
    let refused = watch(&app, &at, &["--token", &ben.token, "--seat", "0"]).await;
    assert_eq!(refused.status.code(), Some(1));
    assert!(refused.stdout.is_empty());
}

#[tokio::test(flavor = "multi_thread")]
async fn what_cannot_be_watched_is_said_why() {
    let app = spawn_app().await;
    let (at, _, _) = app.duel().await;
    let nothing = format!("/v1/matches/m_{}", "0".repeat(32));
    for (at, more, why) in [
        (&nothing, &[][..], "No match that you may see"),
        (&at, &["--step", "9999"], "steps"),
    ] {
        let output = watch(&app, at, more).await;
        let told = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(1), "{told}");
        assert!(told.contains(why), "{told}");
    }
}
