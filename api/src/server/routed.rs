//! Each request of a server on a shared database goes to its shard: here, or where that is.

use std::rc::Rc;

use actix_web::{
    Error, HttpRequest, HttpResponse,
    body::{BoxBody, MessageBody},
    dev::{Extensions, ServiceRequest, ServiceResponse},
    http::Method,
    middleware::Next,
    web,
};
use store::{Shard, Shards};
use tokio::sync::mpsc;

use super::{own_shards::OwnShards, routing};
use crate::{
    http::{
        app::App,
        forwarder::{self, Forwarder, GIVEN, refusal, unavailable},
        from_node,
    },
    routes::health,
};

/// What a server on a shared database answers with.
pub(super) struct Here {
    pub(super) shards: Shards,
    pub(super) own: OwnShards,
    pub(super) forwarder: web::Data<Forwarder>,
    /// Tells which shards another server asks for.
    pub(super) asked_for: mpsc::UnboundedSender<Shard>,
}

/// The middleware.
pub(super) async fn routed(
    request: ServiceRequest,
    next: Next<impl MessageBody + 'static>,
) -> Result<ServiceResponse<BoxBody>, Error> {
    let here = here(&request);
    if request.path() == "/healthz" {
        // Whatever shards it has.
        let healthy = health::healthy();
        return Ok(request.into_response(healthy));
    }
    if let Some(shard) = here.is_asked_for(&request) {
        // It is heard as long as the server takes shards.
        let _ = here.asked_for.send(shard);
        return Ok(request.into_response(HttpResponse::Accepted().finish()));
    }
    let sent_to = here.sent_to(request.request());
    let shard = sent_to.unwrap_or_else(|| routing::shard_of(request.request(), here.shards));
    if let Some(own) = here.own.get(shard) {
        return own.answer(request, next).await;
    }
    if here.is_from_node(request.request()) {
        let lost = "the servers do not know yet which of them writes this";
        return Ok(request.into_response(refusal(&unavailable(lost))));
    }
    let (request, payload) = request.into_parts();
    let body = forwarder::has_body(&request).then(|| forwarder::body(payload));
    let response = here.forwarder.forward(&request, body, shard).await;
    Ok(ServiceResponse::new(request, response))
}

/// What operators look at is answered for all shards that the server has.
pub(super) async fn of_all(
    mut request: ServiceRequest,
    next: Next<impl MessageBody + 'static>,
) -> Result<ServiceResponse<BoxBody>, Error> {
    let apps = here(&request).own.apps();
    let mut of_all = Extensions::new();
    match apps.first() {
        Some(app) => of_all.insert(web::Data::new(App::clone(app))),
        None if request.path() == "/metrics" => None,
        None => return Err(unavailable("this server has no shard now").into()),
    };
    of_all.insert(web::Data::new(apps));
    request.add_data_container(Rc::new(of_all));
    Ok(next.call(request).await?.map_into_boxed_body())
}

fn here(request: &ServiceRequest) -> web::Data<Here> {
    let here = request.app_data::<web::Data<Here>>();
    here.expect("a server that shares a database has it")
        .clone()
}

impl Here {
    /// The shard that another server asks this one to give up.
    fn is_asked_for(&self, request: &ServiceRequest) -> Option<Shard> {
        let number = request.path().strip_prefix(GIVEN)?;
        let may_ask = request.method() == Method::DELETE && self.is_from_node(request.request());
        routing::numbered(number, self.shards).filter(|_| may_ask)
    }

    /// The shard that another server has sent a request to.
    fn sent_to(&self, request: &HttpRequest) -> Option<Shard> {
        let number = request.headers().get(from_node::SHARD)?.to_str().ok()?;
        routing::numbered(number, self.shards).filter(|_| self.is_from_node(request))
    }

    fn is_from_node(&self, request: &HttpRequest) -> bool {
        from_node::bears(request.headers(), &self.forwarder.key)
    }
}
