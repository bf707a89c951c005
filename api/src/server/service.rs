//! What a server serves: every route in one list, and the document that they are.

use std::sync::LazyLock;

use actix_web::{App as Actix, web};
use utoipa::openapi::OpenApi;
use utoipa_actix_web::{AppExt as _, scope, service_config::ServiceConfig};

use crate::{
    config::facts_licence::FactsLicence,
    http::{
        contract::{Contract, describe},
        extract, metrics, middleware,
    },
    routes::{
        self, backups, mcp,
        pages::{self, earlier_builds::EarlierBuilds},
        projections,
    },
    stats::exports::Exports,
};

/// Every route that is part of the contract. The document is collected from the
/// same registration, so neither can have what the other has not.
fn routes(config: &mut ServiceConfig<'_>) {
    config
        .service(scope::scope("/v1").configure(routes::v1))
        .configure(routes::health::service);
}

/// The document, from the routes.
pub(crate) fn openapi() -> OpenApi {
    let app = Actix::new().into_utoipa_app().openapi(describe::base());
    app.configure(routes).split_for_parts().1
}

/// The document as requests are held against it.
pub(crate) fn contract() -> &'static Contract {
    static CONTRACT: LazyLock<Contract> = LazyLock::new(|| Contract::of(&openapi()));
    &CONTRACT
}

/// Everything a server serves.
pub(crate) fn configure(
    facts_licence: Option<FactsLicence>,
    earlier: EarlierBuilds,
) -> impl Fn(&mut web::ServiceConfig) + Clone + use<> {
    let exports = web::Data::new(Exports::new(facts_licence));
    let earlier = web::Data::new(earlier);
    move |config| {
        routes(&mut ServiceConfig::new(config));
        config
            .app_data(exports.clone())
            .app_data(earlier.clone())
            .app_data(web::PayloadConfig::new(extract::BODY_BYTES))
            .service(mcp::routes())
            .configure(pages::routes)
            .configure(pages::stats::routes)
            .configure(pages::explorer::routes)
            .default_service(web::to(middleware::no_route));
    }
}

/// Everything the listener for operators serves.
pub(crate) fn operators(config: &mut web::ServiceConfig) {
    let check = web::post().to(projections::check_consistency);
    config
        .route("/metrics", web::get().to(metrics::metrics))
        .route("/projections/consistency", check)
        .route("/backups", web::post().to(backups::make_backup));
}
