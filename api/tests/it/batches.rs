//! Batches over HTTP: planned, followed, stopped, and what is refused.

#![allow(clippy::unwrap_used, reason = "a test says what it needs by panicking")]

use std::collections::{BTreeMap, BTreeSet};

use reqwest::Method;
use serde_json::{Value, json};

use crate::helpers::{Ann, Reply, TestApp, spawn_app};

fn bot(name: &str) -> Value {
    json!({ "kind": "bot", "bot": name })
}

/// Greedy and random, on so many deals.
fn duel(count: u32) -> Value {
    json!({
        "game": "cartographers",
        "line_ups": [[bot("greedy"), bot("random")]],
        "count": count,
        "duplicate": true,
    })
}

/// The same with other fields.
fn with(body: &Value, more: &Value) -> Value {
    let mut body = body.clone();
    let fields = body.as_object_mut().unwrap();
    fields.extend(more.as_object().unwrap().clone());
    body
}

async fn plan(app: &TestApp, ann: &Ann, body: &Value) -> Value {
    let reply = app.post("/v1/batches", Some(&ann.token), body).await;
    assert_eq!(reply.status, 201, "{}", reply.text);
    let batch = reply.json();
    assert_eq!(
        reply.headers["location"].to_str().unwrap(),
        batch["links"]["self"]
    );
    batch
}

fn this(batch: &Value) -> &str {
    batch["links"]["self"].as_str().unwrap()
}

/// Everything that the stream of a batch tells, to its end.
async fn followed(app: &TestApp, batch: &Value) -> Vec<Value> {
    let events = batch["links"]["events"].as_str().unwrap();
    let reply = app.get(events, None).await;
    assert_eq!(reply.headers["content-type"], "text/event-stream");
    let data = reply
        .text
        .lines()
        .filter_map(|it| it.strip_prefix("data: "));
    let told: Vec<Value> = data.map(|it| serde_json::from_str(it).unwrap()).collect();
    assert_eq!(told.first().unwrap()["type"], "hello");
    assert_eq!(told.last().unwrap()["type"], "end");
    told
}

/// The batch once it has ended.
async fn ended(app: &TestApp, batch: &Value) -> Value {
    followed(app, batch).await;
    app.get(this(batch), None).await.json()
}

/// Who sat where in each match of a batch, by deal.
async fn tables(app: &TestApp, batch: &Value) -> BTreeMap<String, Vec<Vec<String>>> {
    let matches = batch["links"]["matches"].as_str().unwrap();
    let mut tables: BTreeMap<String, Vec<Vec<String>>> = BTreeMap::new();
    let page = app.get(&format!("{matches}&limit=500"), None).await.json();
    for item in page["items"].as_array().unwrap() {
        let at = format!("/v1/matches/{}", item["match"].as_str().unwrap());
        let game = app.get(&at, None).await.json();
        assert_eq!(game["batch"], batch["id"]);
        let seats = game["seats"].as_array().unwrap();
        let bots = seats
            .iter()
            .map(|seat| seat["occupant"]["bot"].as_str().unwrap().to_owned());
        let deal = game["seed_commitment"].as_str().unwrap().to_owned();
        tables.entry(deal).or_default().push(bots.collect());
    }
    tables
        .values_mut()
        .for_each(|of_deal| of_deal.sort_unstable());
    tables
}

#[tokio::test(flavor = "multi_thread")]
async fn a_batch_says_what_each_bot_came_to_as_the_statistics_do() {
    let app = spawn_app().await;
    let ann = app.player("ann").await;
    let batch = plan(&app, &ann, &duel(30)).await;
    assert_eq!(
        (&batch["state"], &batch["matches"]),
        (&json!("running"), &json!(60))
    );
    assert_eq!(batch["seed"], Value::Null);
    let report = ended(&app, &batch).await;
    assert_eq!(report["batch"]["state"], "finished");
    assert_eq!(report["batch"]["seed"].as_str().unwrap().len(), 64);
    assert_eq!(report["progress"]["played"], 60);
    let [greedy, random] = report["bots"].as_array().unwrap().as_slice() else {
        panic!("two bots: {report}")
    };
    assert_eq!(
        (&greedy["bot"], &greedy["seats"]),
        (&json!("greedy"), &json!(60))
    );
    let of = |bot: &Value, what: &str, end: &str| bot[what][end].as_f64().unwrap();
    assert!(of(greedy, "final_score", "lo") > of(random, "final_score", "hi"));
    assert!(of(greedy, "win_index", "lo") > 1.0 && of(random, "win_index", "hi") < 1.0);
    let matches = batch["links"]["matches"].as_str().unwrap();
    assert!(matches.contains("rules%3A.."), "of any edition: {matches}");
    for comparison in report["comparisons"].as_array().unwrap() {
        let link = comparison["links"]["self"].as_str().unwrap();
        assert!(link.contains("rules%3A.."), "of any edition: {link}");
        let answer = app.get(link, None).await.json();
        assert_eq!(answer["difference"], comparison["difference"]);
        assert_eq!(answer["paired"], comparison["paired"]);
    }
}

/// What a seat is worth to one bot: each deal has it on either seat.
#[tokio::test(flavor = "multi_thread")]
async fn the_deals_of_a_duplicate_batch_make_a_comparison_narrower() {
    let app = spawn_app().await;
    let ann = app.player("ann").await;
    let seeded = with(&duel(30), &json!({ "seed": "5a".repeat(32) }));
    let batch = plan(&app, &ann, &seeded).await;
    ended(&app, &batch).await;
    let id = batch["id"].as_str().unwrap();
    let path = format!(
        "/v1/stats/compare?game=cartographers&metric=final_score&where=batch:{id}\
         &where=player:bot:greedy&first=seat:0&second=seat:1"
    );
    let answer = app.get(&path, None).await.json();
    let paired = &answer["paired"];
    assert_eq!(paired["difference"]["n"], 30, "a pair for each deal");
    assert!(paired["narrower"].as_f64().unwrap() > 0.2, "{paired}");
}

#[tokio::test(flavor = "multi_thread")]
async fn duplicate_plays_each_deal_in_every_rotation() {
    let app = spawn_app().await;
    let ann = app.player("ann").await;
    let three = [[bot("greedy"), bot("random"), bot("random")]];
    let batch = plan(&app, &ann, &with(&duel(3), &json!({ "line_ups": three }))).await;
    assert_eq!(batch["matches"], 9);
    ended(&app, &batch).await;
    let tables = tables(&app, &batch).await;
    assert_eq!(tables.len(), 3);
    for tables in tables.values() {
        let greedy_at = |table: &Vec<String>| table.iter().position(|bot| bot == "greedy");
        let seats: BTreeSet<_> = tables.iter().map(greedy_at).collect();
        assert_eq!(seats, [Some(0), Some(1), Some(2)].into(), "{tables:?}");
        assert_eq!(tables.len(), 3);
    }
    let again = json!({ "line_ups": three, "duplicate": false });
    let own = plan(&app, &ann, &with(&duel(3), &again)).await;
    assert_eq!(own["matches"], 3);
    ended(&app, &own).await;
    let tables = self::tables(&app, &own).await;
    assert_eq!(tables.len(), 3);
}

#[tokio::test(flavor = "multi_thread")]
async fn the_same_seed_gives_the_same_deals() {
    let app = spawn_app().await;
    let ann = app.player("ann").await;
    let seeded = with(&duel(2), &json!({ "seed": "5a".repeat(32) }));
    let mut dealt = Vec::new();
    for _ in 0..2 {
        let batch = plan(&app, &ann, &seeded).await;
        assert_eq!(
            (&batch["seed_known"], &batch["seed"]),
            (&json!(true), &seeded["seed"])
        );
        ended(&app, &batch).await;
        dealt.push(tables(&app, &batch).await);
    }
    assert_eq!(dealt[0], dealt[1]);
}

#[tokio::test(flavor = "multi_thread")]
async fn progress_is_told_as_it_goes_on() {
    let app = spawn_app().await;
    let ann = app.player("ann").await;
    let batch = plan(&app, &ann, &duel(10)).await;
    let told = followed(&app, &batch).await;
    let [hello, progress @ .., end] = told.as_slice() else {
        panic!("{told:?}")
    };
    assert_eq!(hello["heartbeat_ms"], 7000);
    // Where nothing happens for long, a heartbeat tells so.
    let progress = progress.iter().filter(|it| it["type"] == "progress");
    let progress: Vec<&Value> = progress.collect();
    let played: Vec<u64> = progress
        .iter()
        .map(|it| it["played"].as_u64().unwrap())
        .collect();
    assert!(played.is_sorted(), "{played:?}");
    let last = progress.last().unwrap();
    assert_eq!(
        (&last["state"], &last["planned"]),
        (&json!("finished"), &json!(20))
    );
    assert_eq!((&last["played"], &end["version"]), (&json!(20), &json!(20)));
    let events = batch["links"]["events"].as_str().unwrap();
    let again = app.request(Method::GET, events, None);
    let again = app.send(again.header("last-event-id", "20")).await;
    assert_eq!(again.status, 204);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_batch_goes_on_when_the_server_is_started_again() {
    let mut app = spawn_app().await;
    let ann = app.player("ann").await;
    let batch = plan(&app, &ann, &duel(25)).await;
    let id = batch["id"].as_str().unwrap().parse().unwrap();
    for _ in 0..2 {
        let mut watching = app.running.store.batches.watch(id).unwrap();
        let before = watching.next().await.unwrap().unwrap().1.played;
        // It may be over by now: then there is nothing more to hear.
        while let Some((_, now)) = watching.next().await.unwrap()
            && now.played < before + 4
        {}
        drop(watching);
        app = app.restarted().await;
    }
    let report = ended(&app, &batch).await;
    assert_eq!(report["batch"]["state"], "finished");
    assert_eq!(report["progress"]["played"], 50);
    let tables = tables(&app, &batch).await;
    assert_eq!(tables.len(), 25);
    for tables in tables.into_values() {
        assert_eq!(tables, [["greedy", "random"], ["random", "greedy"]]);
    }
    app.counted().await;
    let all = app.get("/v1/matches?limit=500", None).await.json();
    assert_eq!(
        all["items"].as_array().unwrap().len(),
        50,
        "nothing else was played"
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn its_host_stops_a_batch_and_nobody_else() {
    let app = spawn_app().await;
    let (ann, ben) = (app.player("ann").await, app.player("ben").await);
    let batch = plan(&app, &ann, &duel(5_000)).await;
    let stop = format!("{}/stop", this(&batch));
    let bens = app.post(&stop, Some(&ben.token), &json!({})).await;
    assert_eq!((bens.status.as_u16(), &*bens.code()), (403, "not_yours"));
    let stopped = app.post(&stop, Some(&ann.token), &json!({})).await;
    assert_eq!(stopped.status, 200, "{}", stopped.text);
    assert_eq!(stopped.json()["stopped"]["why"], "asked");
    let report = ended(&app, &batch).await;
    assert_eq!(report["batch"]["state"], "stopped");
    let (deals, played) = (
        &report["batch"]["stopped"]["deals"],
        &report["progress"]["played"],
    );
    assert_eq!(deals.as_u64().unwrap() * 2, played.as_u64().unwrap());
    let mut again = app.post(&stop, Some(&ann.token), &json!({})).await.json();
    let names = again.as_object_mut().unwrap().remove("names").unwrap();
    assert_eq!((&again, &names), (&report["batch"], &report["names"]));
    assert_eq!(names, json!({ ann.id: "ann" }));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_sequential_test_ends_a_batch_as_soon_as_enough_is_known() {
    let app = spawn_app().await;
    let ann = app.player("ann").await;
    for (measure, [at, alternative]) in
        [("win_index", [1.0, 1.5]), ("point_difference", [0.0, 10.0])]
    {
        let stop = json!({
            "bot": "greedy", "measure": measure, "null": at, "alternative": alternative,
            "alpha": 0.05, "beta": 0.05,
        });
        let batch = plan(&app, &ann, &with(&duel(2_000), &json!({ "stop": stop }))).await;
        let report = ended(&app, &batch).await;
        let stopped = &report["batch"]["stopped"];
        assert_eq!(stopped["why"], "alternative_accepted", "{report}");
        assert!(stopped["deals"].as_u64().unwrap() < 2_000, "{stopped}");
        let test = &report["progress"]["test"];
        assert_eq!(test["verdict"], "alternative");
        let number = |what: &str| test[what].as_f64().unwrap();
        assert!(
            number("log_likelihood_ratio") >= number("upper_bound"),
            "{test}"
        );
        assert!((number("upper_bound") - 19.0_f64.ln()).abs() < 1e-9);
        assert!(number("observations") >= number("least_observations"));
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_key_used_again_plans_nothing_new() {
    let app = spawn_app().await;
    let ann = app.player("ann").await;
    let keyed = async |body: &Value| -> Reply {
        let request = app.request(Method::POST, "/v1/batches", Some(&ann.token));
        app.send(request.header("idempotency-key", "once").json(body))
            .await
    };
    let first = keyed(&duel(2)).await;
    ended(&app, &first.json()).await;
    let again = keyed(&duel(2)).await;
    assert_eq!((again.status.as_u16(), again.json()), (201, first.json()));
    assert_eq!(again.headers["idempotency-replayed"], "true");
    assert_eq!(keyed(&duel(3)).await.code(), "key_reused");
    let page = app.get("/v1/batches", None).await.json();
    assert_eq!(page["items"].as_array().unwrap().len(), 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn batches_are_listed_page_by_page_the_newest_first() {
    let app = spawn_app().await;
    let ann = app.player("ann").await;
    let mut planned = Vec::new();
    for game in ["cartographers", "big_monster", "cartographers"] {
        let batch = plan(&app, &ann, &with(&duel(1), &json!({ "game": game }))).await;
        ended(&app, &batch).await;
        planned.insert(0, batch["id"].clone());
    }
    let ids = |page: &[Value]| -> Vec<Value> { page.iter().map(|it| it["id"].clone()).collect() };
    let [first, second] = app.two_pages("/v1/batches", 2).await;
    assert_eq!([ids(&first), ids(&second)].concat(), planned);
    let monsters = app.get("/v1/batches?game=big_monster", None).await.json();
    assert_eq!(
        ids(monsters["items"].as_array().unwrap()),
        [planned[1].clone()]
    );
}

#[tokio::test]
async fn plans_that_cannot_be_are_refused() {
    let app = spawn_app().await;
    let ann = app.player("ann").await;
    let test = json!({
        "bot": "greedy", "measure": "win_index", "null": 1.0, "alternative": 1.2,
        "alpha": 0.05, "beta": 0.05,
    });
    let greedy = || bot("greedy");
    let crowd = [vec![greedy(); 30], vec![bot("random")]].concat();
    for (more, code) in [
        (json!({ "line_ups": [] }), "malformed_body"),
        (json!({ "line_ups": [[]] }), "too_few"),
        (
            json!({ "line_ups": [[greedy()], [greedy(), greedy()]] }),
            "invalid_line_ups",
        ),
        (
            json!({ "line_ups": [[{ "kind": "me" }]] }),
            "malformed_body",
        ),
        (json!({ "line_ups": [[bot("clever")]] }), "malformed_body"),
        (json!({ "line_ups": [["greedy"]] }), "malformed_body"),
        (
            json!({ "line_ups": vec![vec![greedy()]; 17] }),
            "malformed_body",
        ),
        (
            json!({ "game": "bunny_kingdom", "line_ups": [vec![greedy(); 5]] }),
            "too_many",
        ),
        (
            json!({ "game": "bunny_kingdom", "options": { "skills": true } }),
            "wrong_game",
        ),
        (json!({ "count": 0 }), "malformed_body"),
        (json!({ "count": 10_001 }), "malformed_body"),
        (
            json!({ "count": 10_000, "line_ups": [crowd] }),
            "too_many_matches",
        ),
        (json!({ "seed": "5A".repeat(32) }), "malformed_body"),
        (json!({ "private": true }), "malformed_body"),
        (
            json!({ "stop": with(&test, &json!({ "alpha": 0.6 })) }),
            "test_not_decidable",
        ),
        (
            json!({ "stop": with(&test, &json!({ "alternative": 1.0 })) }),
            "test_not_decidable",
        ),
        (
            json!({ "stop": with(&test, &json!({ "alternative": 2.5 })) }),
            "test_not_decidable",
        ),
        (
            json!({ "stop": test, "line_ups": [[greedy(), greedy()]] }),
            "test_not_decidable",
        ),
    ] {
        let body = with(&duel(1), &more);
        let reply = app.post("/v1/batches", Some(&ann.token), &body).await;
        assert_eq!(reply.code(), code, "{more}");
    }
}

#[tokio::test]
async fn batches_that_there_are_not_and_strangers_are_refused() {
    let app = spawn_app().await;
    let ann = app.player("ann").await;
    assert_eq!(
        app.post("/v1/batches", None, &duel(1)).await.code(),
        "no_token"
    );
    let nothing = format!("/v1/batches/b_{}", "0".repeat(32));
    for path in [nothing.clone(), format!("{nothing}/events")] {
        assert_eq!(app.get(&path, None).await.code(), "unknown_batch");
    }
    assert_eq!(
        app.get("/v1/batches/m_1", None).await.code(),
        "malformed_path"
    );
    let stop = format!("{nothing}/stop");
    let stop = app.post(&stop, Some(&ann.token), &json!({})).await;
    assert_eq!(stop.code(), "unknown_batch");
}

#[tokio::test(flavor = "multi_thread")]
async fn only_so_many_batches_run_at_once() {
    let app = spawn_app().await;
    let ann = app.player("ann").await;
    let mut running = Vec::new();
    for _ in 0..4 {
        running.push(plan(&app, &ann, &duel(2_000)).await);
    }
    let more = app.post("/v1/batches", Some(&ann.token), &duel(1)).await;
    assert_eq!(
        (more.status.as_u16(), &*more.code()),
        (429, "too_many_batches")
    );
    assert!(more.text.contains("may run 4 at once"), "{}", more.text);
    for batch in &running {
        let stop = format!("{}/stop", this(batch));
        app.post(&stop, Some(&ann.token), &json!({})).await;
        ended(&app, batch).await;
    }
    plan(&app, &ann, &duel(1)).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_match_of_a_batch_can_be_taken_to_another_server() {
    let (app, other) = (spawn_app().await, spawn_app().await);
    let ann = app.player("ann").await;
    let batch = plan(&app, &ann, &duel(1)).await;
    ended(&app, &batch).await;
    let matches = batch["links"]["matches"].as_str().unwrap();
    let page = app.get(matches, None).await.json();
    let record = page["items"][0]["links"]["record"].as_str().unwrap();
    let record = app.get(record, None).await.text;
    let import = async |app: &TestApp, token: &str| {
        let request = app.request(Method::POST, "/v1/matches/import", Some(token));
        let request = request.header("content-type", "application/octet-stream");
        app.send(request.body(record.clone())).await
    };
    assert_eq!(
        import(&app, &ann.token).await.status,
        200,
        "it is here already"
    );
    let ben = other.player("ben").await;
    assert_eq!(
        import(&other, &ben.token).await.status,
        201,
        "it is of no batch there"
    );
}
