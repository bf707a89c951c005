//! The shards that a server has, each served while it is its own.

use std::{
    collections::BTreeMap,
    pin::Pin,
    rc::Rc,
    sync::Arc,
    task::{Context, Poll},
};

use actix_web::{
    Error,
    body::{BodySize, BoxBody, MessageBody},
    dev::{Extensions, ServiceRequest, ServiceResponse},
    error::InternalError,
    middleware::Next,
    web,
};
use bytes::Bytes;
use futures_util::future::LocalBoxFuture;
use parking_lot::{Mutex, RwLock};
use store::Shard;
use tokio::sync::watch;

use crate::{
    delivery::Deliveries,
    http::{
        app::App,
        forwarder::{refusal, unavailable},
    },
};

/// The shards that a server has now.
#[derive(Default)]
pub(super) struct OwnShards(RwLock<BTreeMap<Shard, Arc<OwnShard>>>);

/// A shard that is served.
pub(super) struct OwnShard {
    app: web::Data<App>,
    /// Whether it is served no more.
    gone: watch::Sender<bool>,
    // Taken by whoever lets it go.
    deliveries: Mutex<Option<Deliveries>>,
}

impl OwnShards {
    pub(super) fn get(&self, shard: Shard) -> Option<Arc<OwnShard>> {
        self.0.read().get(&shard).cloned()
    }

    /// Which they are.
    pub(super) fn all(&self) -> Vec<Shard> {
        self.0.read().keys().copied().collect()
    }

    /// What serves each of them.
    pub(super) fn apps(&self) -> Vec<App> {
        let all = self.0.read();
        all.values().map(|it| App::clone(&it.app)).collect()
    }

    pub(super) fn add(&self, shard: Shard, own: Arc<OwnShard>) {
        self.0.write().insert(shard, own);
    }

    /// Serves a shard no more, and closes its store.
    pub(super) async fn let_go(&self, shard: Shard) {
        let own = self.0.write().remove(&shard);
        if let Some(own) = own {
            own.end().await;
        }
    }
}

impl OwnShard {
    pub(super) fn new(app: App, deliveries: Option<Deliveries>) -> OwnShard {
        OwnShard {
            app: web::Data::new(app),
            gone: watch::Sender::new(false),
            deliveries: Mutex::new(deliveries),
        }
    }

    /// Resolves when its store had to stop, or is served no more: whether it had to.
    pub(super) async fn failed(&self) -> bool {
        tokio::select! {
            () = self.app.store.failed() => true,
            () = until(self.gone.subscribe()) => false,
        }
    }

    async fn end(&self) {
        // Whoever waits for something here asks again, and is sent to the next who has it.
        self.gone.send_replace(true);
        let deliveries = self.deliveries.lock().take();
        if let Some(deliveries) = deliveries {
            deliveries.stop().await;
        }
        if let Err(error) = self.app.store.close().await {
            let error = store::with_causes(&error);
            tracing::warn!(error, "a shard could not be closed properly");
        }
    }

    /// Answers a request as long as the shard is served.
    pub(super) async fn answer(
        &self,
        mut request: ServiceRequest,
        next: Next<impl MessageBody + 'static>,
    ) -> Result<ServiceResponse<BoxBody>, Error> {
        let mut here = Extensions::new();
        here.insert(self.app.clone());
        request.add_data_container(Rc::new(here));
        let answered = tokio::select! {
            answered = next.call(request) => answered?,
            () = until(self.gone.subscribe()) => {
                let gone = refusal(&unavailable("another server writes this now"));
                return Err(InternalError::from_response("its shard is gone", gone).into());
            }
        };
        let gone = Box::pin(until(self.gone.subscribe()));
        Ok(answered.map_body(|_, body| match body.size() {
            BodySize::Stream => BoxBody::new(UntilGone {
                body: Box::pin(body),
                gone,
            }),
            BodySize::None | BodySize::Sized(_) => BoxBody::new(body),
        }))
    }
}

async fn until(mut gone: watch::Receiver<bool>) {
    // It ends otherwise only with the shard itself.
    let _ = gone.wait_for(|gone| *gone).await;
}

/// A body that ends early when its shard is served no more.
struct UntilGone<B> {
    body: Pin<Box<B>>,
    gone: LocalBoxFuture<'static, ()>,
}

impl<B: MessageBody> MessageBody for UntilGone<B> {
    type Error = B::Error;

    fn size(&self) -> BodySize {
        BodySize::Stream
    }

    fn poll_next(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Bytes, B::Error>>> {
        if self.gone.as_mut().poll(context).is_ready() {
            return Poll::Ready(None);
        }
        self.body.as_mut().poll_next(context)
    }
}
