//! A tournament survives kills of its server, and comes out as if there had been none.

use std::{
    collections::BTreeSet,
    io::{BufRead as _, BufReader},
    path::Path,
    process::{Child, Command, Stdio},
};

use serde_json::{Value, json};

use super::{Caller, tables};
use crate::helpers::spawn_app;

/// What a tournament came to, without the ids of its matches.
fn outcome(report: &Value) -> Value {
    let rounds = report["rounds"].as_array().unwrap().iter();
    let tables = rounds.flat_map(|round| round["tables"].as_array().unwrap());
    let sides = |table: &Value| {
        let matches = table["matches"].as_array().unwrap().iter();
        let sides: Vec<Value> = matches.map(|of| of["sides"].clone()).collect();
        json!([table["entrants"], sides])
    };
    let tables: Vec<Value> = tables.map(sides).collect();
    json!([tables, report["standings"], report["tournament"]["state"]])
}

/// A server in a process of its own, which can be killed.
struct Served {
    child: Child,
    caller: Caller,
}

impl Served {
    fn start(data: &Path) -> Served {
        let mut command = Command::new(env!("CARGO_BIN_EXE_cartulary"));
        command.args(["serve", "--listen", "127.0.0.1:0", "--admin-listen", "off"]);
        command.env("CARTULARY_DATA", data).env("NO_COLOR", "1");
        let mut child = command.stderr(Stdio::piped()).spawn().unwrap();
        let mut lines = BufReader::new(child.stderr.take().unwrap()).lines();
        let url = loop {
            let line = lines.next().expect("it listens").unwrap();
            if let Some((_, url)) = line.split_once("listening on ") {
                break url.trim_end_matches('/').to_owned();
            }
        };
        // Whoever logs must never wait for somebody to read it.
        std::thread::spawn(move || lines.for_each(drop));
        let caller = Caller::at(&url);
        Served { child, caller }
    }

    /// Killed without a word, and started again.
    fn killed(self, data: &Path) -> Served {
        drop(self);
        Served::start(data)
    }
}

impl Drop for Served {
    fn drop(&mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }
}

fn swiss() -> Value {
    // Nobody's time runs out, however slow the machine is.
    json!({ "system": "swiss", "rounds": 3, "seed": "2a".repeat(32),
        "clock": { "per_decision_ms": 86_400_000 } })
}

#[tokio::test(flavor = "multi_thread")]
async fn a_swiss_of_eight_outside_bots_survives_three_kills_of_the_server() {
    let data = tempfile::tempdir().unwrap();
    let mut served = Served::start(data.path());
    let players = served.caller.players(8).await;
    let this = served.caller.plan(&players, swiss()).await;
    served.caller.accept(&this, &players[1..4]).await;
    // While it waits for the others.
    served = served.killed(data.path());
    let waiting = served.caller.get(&this).await;
    assert_eq!(
        waiting["tournament"]["missing"].as_array().unwrap().len(),
        4
    );
    served.caller.accept(&this, &players[4..]).await;
    // In the middle of the matches of the first round.
    let mut left = 60;
    while left > 0 {
        left = served.caller.decide(&players, left).await;
    }
    served = served.killed(data.path());
    let middle = served.caller.get(&this).await;
    assert_eq!(middle["rounds"].as_array().unwrap().len(), 1, "{middle}");
    // As soon as the first result of the second round is told.
    loop {
        let report = served.caller.get(&this).await;
        let second = report["rounds"][1]["tables"].as_array().cloned();
        let mut tables = second.unwrap_or_default().into_iter();
        if tables.any(|table| table["matches"] != json!([])) {
            break;
        }
        served.caller.decide(&players, 20).await;
    }
    served = served.killed(data.path());
    let report = served.caller.ended(&this, &players).await;
    let of = &report["tournament"];
    assert_eq!(
        (&of["state"], &of["partial"], &of["rounds_drawn"]),
        (&json!("finished"), &json!(false), &json!(3)),
        "{report}"
    );
    let met = tables(&report).concat();
    assert_eq!(met.len(), 12);
    assert_eq!(
        met.iter().collect::<BTreeSet<_>>().len(),
        12,
        "nobody met twice"
    );
    for standing in report["standings"].as_array().unwrap() {
        assert_eq!(standing["matches"], 3, "{report}");
    }
    for cell in report["crosstable"].as_array().unwrap() {
        let id = cell["matches"][0].as_str().unwrap();
        let verified = served.caller.get(&format!("/v1/matches/{id}/verify")).await;
        assert_eq!(verified["valid"], true, "{verified}");
    }
    drop(served);
    let undisturbed = undisturbed().await;
    assert_eq!(outcome(&report), outcome(&undisturbed));
}

/// The same tournament, by bots that decide alike, at a server that nobody kills.
async fn undisturbed() -> Value {
    let app = spawn_app().await;
    let caller = Caller::of(&app);
    let players = caller.players(8).await;
    let this = caller.plan(&players, swiss()).await;
    caller.accept(&this, &players[1..]).await;
    caller.ended(&this, &players).await
}
