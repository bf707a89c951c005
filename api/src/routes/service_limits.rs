//! Every limit of a server in one place, each from the constant that the code keeps to.

use std::{num::NonZeroU32, time::Duration};

use domain::Seat;
use store::{
    log,
    statistics::{BARS, DIMENSIONS, GROUPS, PLAYERS, PLAYS},
};

use crate::{
    http::{
        app::App,
        connections, extract, legal,
        limits::{self, imports as arriving, shares::Shares},
        listing, middleware, read_your_writes,
    },
    push,
    routes::{batches as plans, events, imports, stats, stream},
    stats::{exports, query},
    stream::{follow, poll},
    wire::{
        AtOnceLimits, BatchLimits, DiskLimits, ExportLimits, ItemLimits, PushLimits, RateLimits,
        ServiceLimits, SizeLimits, StatisticsLimits, TimeLimits,
    },
};

const DAY: Duration = Duration::from_secs(24 * 60 * 60);

/// The limits, with how many requests an address may make in a second and at once.
pub(crate) fn of(app: &App, rate: Option<(NonZeroU32, NonZeroU32)>) -> ServiceLimits {
    let bounds = app.store.bounds();
    ServiceLimits {
        sizes: SizeLimits {
            head_bytes: number(connections::HEAD_BYTES),
            body_bytes: number(extract::BODY_BYTES),
            arranged_bytes: number(extract::ARRANGED_BYTES),
            record_bytes: number(imports::RECORD_BYTES),
            idempotency_key_characters: number(extract::KEY_CHARACTERS),
            seats: Seat::MAX.into(),
        },
        items: ItemLimits {
            list: listing::MOST,
            list_default: listing::USUAL,
            events: events::PAGE,
            legal: number(legal::MOST),
            stream_matches: number(stream::MATCHES),
            ratings: number(PLAYERS),
            plays: number(PLAYS),
        },
        times: times(),
        rates: rate.map(|(per_second, burst)| RateLimits {
            requests_per_second: per_second.get(),
            burst: burst.get(),
            not_modified_per_request: limits::CONDITIONAL.get(),
        }),
        at_once: at_once(app, rate.is_some()),
        batches: BatchLimits {
            line_ups: number(plans::LINE_UPS),
            deals: plans::DEALS,
            matches: number(plans::MATCHES),
            at_once_of_one: number(bounds.batches_of_one),
            at_once: number(bounds.batches),
            at_once_of_many: number(bounds.batches / 2),
        },
        statistics: StatisticsLimits {
            conditions: number(query::CONDITIONS),
            values: number(query::VALUES),
            value_bytes: number(query::CHARACTERS),
            min_n: number(query::MOST_MIN_N),
            group_by: number(DIMENSIONS),
            groups: number(GROUPS),
            bars: number(BARS),
            aggregates: number(stats::query::AGGREGATES),
            at_once: number(app.looks.at_once),
        },
        disk: DiskLimits {
            quota_bytes: bounds.quota_bytes,
            free_floor_bytes: bounds.free_floor_bytes,
        },
        exports: ExportLimits {
            bytes: exports::BYTES,
            files: number(exports::FILES),
            at_once: number(exports::AT_ONCE),
            waiting: number(exports::WAITING),
        },
        push: app.push.is_on().then(|| push(app)),
    }
}

fn at_once(app: &App, is_limited: bool) -> AtOnceLimits {
    let of_one = |places: &Shares| is_limited.then_some(number(places.of_one));
    let (looks, imports) = (&app.looks.places, &app.imports.places);
    AtOnceLimits {
        looks: number(looks.all),
        looks_of_one: of_one(looks),
        looks_answered: number(app.looks.at_once),
        imports: number(imports.all),
        imports_of_one: of_one(imports),
        imports_checked: number(arriving::AT_ONCE),
        connections: number(app.connections.places.all),
        connections_of_one: of_one(&app.connections.places)
            .filter(|_| app.connections.knows_addresses),
        streams_of_one: of_one(&app.streams),
        live_match_bytes: app.live_match_bytes.try_into().unwrap_or(u64::MAX),
        kept_answer_bytes: app.looks.cached_bytes(),
    }
}

fn push(app: &App) -> PushLimits {
    PushLimits {
        answer_bytes: number(push::ANSWER_BYTES),
        connect_ms: ms(app.push.times.connect),
        answer_ms: ms(app.push.times.answer),
        at_once: number(push::AT_ONCE),
        at_once_of_one: number(push::AT_ONCE_OF_ONE),
        previous_secret_ms: ms(push::OVERLAP),
        retry_after_ms: ms(push::LONGEST_ASKED),
    }
}

fn times() -> TimeLimits {
    TimeLimits {
        wait_s: number(poll::LONGEST_S),
        at_least_ms: ms(read_your_writes::LONGEST),
        head_ms: ms(connections::HEAD_TIME),
        request_ms: ms(middleware::TIME_LIMIT),
        heartbeat_ms: ms(follow::HEARTBEAT),
        playback_pause_ms: ms(follow::PAUSE_MAX),
        idempotency_ms: ms(DAY * log::KEY_DAYS.into()),
        export_ms: ms(exports::FRESH_FOR),
    }
}

fn ms(time: Duration) -> u32 {
    number(time.as_millis())
}

/// A limit on the wire. No client ever reaches one that does not fit.
fn number(limit: impl TryInto<u32>) -> u32 {
    limit.try_into().unwrap_or(u32::MAX)
}
