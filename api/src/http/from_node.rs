//! Requests that another server on the same database has sent on. They bear a key that all these
//! servers know and nobody else.

use actix_web::{
    dev::ServiceRequest,
    http::header::{HeaderMap, HeaderName},
    web,
};

use crate::http::{app::App, auth::tokens};

/// Bears the key.
pub(crate) const KEY: HeaderName = HeaderName::from_static("cartulary-node");

/// Says to which shard a request was sent on.
pub(crate) const SHARD: HeaderName = HeaderName::from_static("cartulary-shard");

/// Whether a request bears this key.
pub(crate) fn bears(headers: &HeaderMap, key: &[u8; 32]) -> bool {
    let Some(value) = headers.get(KEY) else {
        return false;
    };
    let mut borne = [0; 32];
    hex::decode_to_slice(value.as_bytes(), &mut borne).is_ok() && tokens::same(&borne, key)
}

/// Whether another server has sent a request on.
pub(crate) fn is_from_node(request: &ServiceRequest) -> bool {
    let app = request.app_data::<web::Data<App>>();
    // Nearly every request bears none, and no key need be made then.
    request.headers().contains_key(KEY)
        && app.is_some_and(|app| bears(request.headers(), &app.tokens.node()))
}
