//! Numbers for operators, in Prometheus text.

use std::{
    sync::{Arc, atomic::Ordering},
    time::{Duration, Instant},
};

use actix_web::{
    Error, HttpResponse,
    body::{BoxBody, MessageBody},
    dev::{ServiceRequest, ServiceResponse},
    http::Method,
    middleware::Next,
    web,
};
use prometheus_client::{
    encoding::{EncodeLabelSet, text},
    metrics::{counter::Counter, family::Family, gauge::Gauge, histogram::Histogram},
    registry::Registry,
};

use crate::http::app::{App, Common};

/// What may be told or not, and has no other label.
type Unlabelled = [(&'static str, &'static str); 0];

/// From a cached page to a long poll, in seconds.
// Buckets are chosen where answers are: most take milliseconds, a long poll a minute.
const BUCKETS: [f64; 12] = [
    0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.5, 2.5, 10.0, 60.0,
];

/// What is counted.
#[derive(Debug)]
pub(crate) struct Metrics {
    registry: Registry,
    requests: Family<Answered, Counter>,
    seconds: Family<Route, Histogram>,
    followed: Gauge,
    pushes: Family<Pushed, Counter>,
    registered: Gauge,
    commits: Counter,
    position: Gauge,
    archive_lag: Gauge,
    bytes: Family<Part, Gauge>,
    /// Nothing is told of backups where none are made.
    backup_age: Family<Unlabelled, Gauge>,
    backup_failed: Family<Unlabelled, Gauge>,
    compared: Counter,
    wrong: Gauge,
}

/// A route is a pattern of the contract: no caller can invent one.
#[derive(Clone, Debug, PartialEq, Eq, Hash, EncodeLabelSet)]
struct Route {
    method: &'static str,
    route: String,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash, EncodeLabelSet)]
struct Answered {
    method: &'static str,
    route: String,
    status: u16,
}

/// What came of sending a decision.
#[derive(Clone, Copy, Debug)]
pub(crate) enum PushOutcome {
    /// It was taken, and the player puts a decision themselves.
    Taken,
    /// It was answered with a decision, which was made.
    Decided,
    /// It was answered with a decision that was refused.
    Refused,
    /// There was no answer, or none that counts.
    Failed,
    /// It was answered that no more shall be sent.
    Gone,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash, EncodeLabelSet)]
struct Pushed {
    outcome: &'static str,
}

impl PushOutcome {
    const fn as_str(self) -> &'static str {
        match self {
            PushOutcome::Taken => "taken",
            PushOutcome::Decided => "decided",
            PushOutcome::Refused => "refused",
            PushOutcome::Failed => "failed",
            PushOutcome::Gone => "gone",
        }
    }
}

/// A folder of the store.
#[derive(Clone, Debug, PartialEq, Eq, Hash, EncodeLabelSet)]
struct Part {
    part: &'static str,
}

/// A connection that follows matches, counted while it is kept.
pub(crate) struct Followed(Arc<Metrics>);

impl Metrics {
    /// Nothing counted yet.
    pub(crate) fn new() -> Metrics {
        let mut registry = Registry::with_prefix("cartulary");
        let seconds =
            Family::new_with_constructor((|| Histogram::new(BUCKETS)) as fn() -> Histogram);
        let metrics = Metrics {
            requests: Family::default(),
            seconds,
            followed: Gauge::default(),
            pushes: Family::default(),
            registered: Gauge::default(),
            commits: Counter::default(),
            position: Gauge::default(),
            archive_lag: Gauge::default(),
            bytes: Family::default(),
            backup_age: Family::default(),
            backup_failed: Family::default(),
            compared: Counter::default(),
            wrong: Gauge::default(),
            registry: Registry::default(),
        };
        let Metrics {
            requests,
            seconds,
            followed,
            pushes,
            registered,
            commits,
            position,
            archive_lag,
            bytes,
            backup_age,
            backup_failed,
            compared,
            wrong,
            ..
        } = &metrics;
        registry.register("requests", "Requests answered", requests.clone());
        let help = "Time to the first byte of an answer";
        registry.register("request_seconds", help, seconds.clone());
        let help = "Connections that follow matches";
        registry.register("connections_followed", help, followed.clone());
        let help = "Decisions sent to URLs of players, by what came of it";
        registry.register("pushes", help, pushes.clone());
        let help = "Players to whose URL decisions are sent";
        registry.register("push_registrations", help, registered.clone());
        let help = "Commits since the server started";
        registry.register("commits", help, commits.clone());
        let help = "Commits in the log, or in the shards that the server writes";
        registry.register("position", help, position.clone());
        let help = "Commits not yet looked at for matches to move to the archive";
        registry.register("archive_lag_commits", help, archive_lag.clone());
        let help = "Bytes on the disk by part of the store";
        registry.register("disk_bytes", help, bytes.clone());
        let help = "Seconds since a backup was last restored to try it, with nothing wrong";
        registry.register("backup_verified_age_seconds", help, backup_age.clone());
        let help = "1 if the last attempt to make a backup and restore it failed";
        registry.register("backup_failed", help, backup_failed.clone());
        let help = "Finished matches counted anew and compared with the statistics";
        registry.register("statistics_compared_matches", help, compared.clone());
        let help = "Matches that the statistics were found to have counted wrongly";
        registry.register("statistics_wrong_matches", help, wrong.clone());
        Metrics {
            registry,
            ..metrics
        }
    }

    fn answered(&self, route: Route, status: u16, took: Duration) {
        self.seconds
            .get_or_create(&route)
            .observe(took.as_secs_f64());
        let Route { method, route } = route;
        let answered = Answered {
            method,
            route,
            status,
        };
        self.requests.get_or_create(&answered).inc();
    }

    /// Counts a connection until the proof of it is dropped.
    pub(crate) fn follow(self: &Arc<Metrics>) -> Followed {
        self.followed.inc();
        Followed(Arc::clone(self))
    }

    /// Counts a decision that was sent.
    pub(crate) fn pushed(&self, outcome: PushOutcome) {
        let outcome = outcome.as_str();
        self.pushes.get_or_create(&Pushed { outcome }).inc();
    }

    fn text(&self, apps: &[App]) -> String {
        let sum = |of: fn(&App) -> u64| apps.iter().map(of).sum::<u64>();
        let registered = sum(|app| domain::cast(app.push.registrations.on().len()));
        self.registered.set(gauged(registered));
        let since = sum(|app| app.store.commits().saturating_sub(app.began_at));
        self.commits.inner().store(since, Ordering::Relaxed);
        self.position.set(gauged(sum(|app| app.store.commits())));
        let lag = sum(|app| app.store.archive_lag());
        self.archive_lag.set(gauged(lag));
        // What is read is read for all of them together.
        let Some(App { store, backups, .. }) = apps.first() else {
            return self.encoded();
        };
        for (part, bytes) in store.bytes_by_part() {
            self.bytes.get_or_create(&Part { part }).set(gauged(bytes));
        }
        if let Some(health) = backups.health() {
            let failed = self.backup_failed.get_or_create(&[]);
            failed.set(i64::from(health.failed));
            if let Some(seconds) = health.verified_seconds_ago {
                self.backup_age.get_or_create(&[]).set(gauged(seconds));
            }
        }
        let compared = store.statistics.compared();
        self.compared
            .inner()
            .store(compared.matches, Ordering::Relaxed);
        self.wrong.set(gauged(domain::cast(compared.wrong.len())));
        self.encoded()
    }

    fn encoded(&self) -> String {
        let mut body = String::new();
        text::encode(&mut body, &self.registry).expect("a string takes all");
        body
    }
}

/// A count as gauges have it.
fn gauged(count: u64) -> i64 {
    i64::try_from(count).unwrap_or(i64::MAX)
}

impl Drop for Followed {
    fn drop(&mut self) {
        self.0.followed.dec();
    }
}

/// The middleware.
pub(crate) async fn counted(
    request: ServiceRequest,
    next: Next<impl MessageBody + 'static>,
) -> Result<ServiceResponse<BoxBody>, Error> {
    let app = request.app_data::<web::Data<App>>();
    let app = app.expect("every server is built with its app").clone();
    let begun = Instant::now();
    let method = method(request.method());
    let answer = next.call(request).await;
    let (route, status) = match &answer {
        Ok(response) => (
            response.request().match_pattern(),
            response.status().as_u16(),
        ),
        Err(error) => (None, error.as_response_error().status_code().as_u16()),
    };
    let route = route.unwrap_or_else(|| "none".to_owned());
    let route = Route { method, route };
    app.metrics.answered(route, status, begun.elapsed());
    answer.map(ServiceResponse::map_into_boxed_body)
}

/// The method, as one of few names.
fn method(method: &Method) -> &'static str {
    let known = ["GET", "HEAD", "PUT", "POST", "DELETE", "OPTIONS"];
    let known = known.into_iter().find(|known| method.as_str() == *known);
    known.unwrap_or("other")
}

/// The numbers as they are.
pub(crate) async fn metrics(apps: web::Data<Vec<App>>, common: web::Data<Common>) -> HttpResponse {
    HttpResponse::Ok()
        .content_type("application/openmetrics-text; version=1.0.0; charset=utf-8")
        .body(common.metrics.text(&apps))
}
