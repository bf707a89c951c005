//! The service about itself.

use actix_web::{HttpRequest, HttpResponse, get, web};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use utoipa_actix_web::service_config::ServiceConfig;

use crate::{
    backups::BackupHealth,
    http::{
        app::App, codes::Code, contract::schema::OPENAPI_JSON, error::ApiError, extract::Query,
        limits::Limits, reply,
    },
    routes::service_limits,
    wire::ServiceLimits,
};

/// Every route of the service about itself.
pub(crate) fn service(config: &mut ServiceConfig<'_>) {
    config
        .service(healthz)
        .service(readyz)
        .service(version)
        .service(integrity)
        .service(openapi);
}

/// The state of the service.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Health {
    /// `ok`, `ready`, or `degraded`.
    #[schema(max_length = 20, example = "ok")]
    status: &'static str,
    /// How the backups are, if the server makes any. It is ready without.
    #[serde(skip_serializing_if = "Option::is_none")]
    backups: Option<BackupHealth>,
}

/// The program and its limits.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Version {
    /// The name of the program.
    #[schema(max_length = 40, example = "cartulary")]
    name: &'static str,
    /// The version of the program.
    #[schema(max_length = 40, example = "0.1.0")]
    version: &'static str,
    /// How it draws boards: the number for `drawing` in the address of a picture. It is counted up
    /// whenever boards are drawn otherwise.
    #[schema(minimum = 1, example = 3)]
    drawing: u32,
    /// Every limit that a client can run into.
    limits: ServiceLimits,
}

/// Check that the service is alive
#[utoipa::path(operation_id = "getHealth", tag = "Service", security(()),
    responses((status = 200, description = "The server answers requests.", body = Health)))]
#[get("/healthz")]
pub(crate) async fn healthz() -> HttpResponse {
    healthy()
}

/// What a server says that answers requests.
pub(crate) fn healthy() -> HttpResponse {
    reply::ok(&Health {
        status: "ok",
        backups: None,
    })
}

/// Check that the service is ready
///
/// The server is ready when it can write and its lists have nearly caught up with the log.
/// `degraded` is ready, too, but the statistics count nothing more until the next start; the
/// server's log says why. `backups` says how long ago a backup could be restored; a server that
/// cannot be backed up still serves, so it is ready.
#[utoipa::path(operation_id = "getReadiness", tag = "Service", security(()),
    responses((status = 200, description = "The server is ready.", body = Health)))]
#[get("/readyz")]
pub(crate) async fn readyz(app: web::Data<App>) -> Result<HttpResponse, ApiError> {
    if !app.store.is_ready() {
        return Err(Code::Unavailable.into());
    }
    let has_stopped = app.store.statistics.progress().has_stopped;
    let status = if has_stopped { "degraded" } else { "ready" };
    Ok(reply::ok(&Health {
        status,
        backups: app.backups.health(),
    }))
}

/// Get the version and limits
///
/// The program that answers, and every limit that a client can run into: sizes, rates, times.
#[utoipa::path(operation_id = "getVersion", tag = "Service", security(()),
    responses((status = 200, description = "The version and limits.", body = Version)))]
#[get("/version")]
pub(crate) async fn version(request: HttpRequest, app: web::Data<App>) -> HttpResponse {
    let requests = request.app_data::<web::Data<Limits>>();
    reply::ok(&Version {
        name: "cartulary",
        version: env!("CARGO_PKG_VERSION"),
        drawing: ::web::DRAWING_VERSION,
        limits: service_limits::of(&app, requests.map(|limits| limits.rate)),
    })
}

/// Which end of the log is asked for.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct IntegrityQuery {
    /// The shard, where the servers of a database share it: each has an end of its own.
    #[serde(default)]
    #[param(inline, minimum = 0, maximum = 63, default = 0)]
    shard: u16,
}

/// Get the head of the log
///
/// The last position and the hash over everything before it. If you keep it, you can prove later
/// that nothing was cut off.
#[utoipa::path(operation_id = "getIntegrity", tag = "Service",
    extensions(("x-problems" = json!([404]))), security(()),
    params(IntegrityQuery),
    responses((status = 200, description = "The end of the log.", body = store::Head)))]
#[get("/integrity")]
pub(crate) async fn integrity(
    of: Query<IntegrityQuery>,
    app: web::Data<App>,
) -> Result<HttpResponse, ApiError> {
    if app.store.shard().number() != of.0.shard {
        return Err(Code::UnknownShard.into());
    }
    Ok(reply::ok(&app.store.integrity()))
}

/// Get this document
#[utoipa::path(operation_id = "getDocument", tag = "Service",
    extensions(("x-cacheable" = json!(true))), security(()),
    responses((status = 200, description = "The OpenAPI document.", body = Object)))]
#[get("/openapi.json")]
pub(crate) async fn openapi() -> HttpResponse {
    reply::fixed_text(OPENAPI_JSON)
}
