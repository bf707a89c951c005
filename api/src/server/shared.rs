//! One of several servers on a database: each has some of its shards, and sends on to the others
//! what belongs to theirs.

use std::sync::Arc;

use actix_web::web;
use parking_lot::Mutex;
use store::{Nodes, Shards, Sharing, StoreError};
use tokio::{sync::mpsc, task::spawn_blocking};

use super::{
    StartError, bind,
    front::{Front, Serves},
    opening,
    own_shards::OwnShards,
    routed::Here,
    taking::Taking,
};
use crate::{
    config::Config,
    http::{
        app::Common,
        auth::tokens::Tokens,
        forwarder::{Forwarder, new_client},
    },
    routes::pages::earlier_builds::EarlierBuilds,
};

/// Serves what there is of a database that is shared with other servers, until `stop` comes.
///
/// # Errors
///
/// Why it cannot serve, or had to end, and what to do.
///
/// # Panics
///
/// If it is called outside a tokio runtime.
pub async fn shared(config: Config, stop: impl Future<Output = ()>) -> Result<(), StartError> {
    config.check().map_err(StartError::Config)?;
    config.boxes.install()?;
    let (listener, address) = bind(&config)?;
    let (opening, shards) = (opening(&config), config.sharing.shards);
    let opened = spawn_blocking(move || {
        let url = opening.postgres.as_deref().unwrap_or_default();
        let nodes = Arc::new(Nodes::open(url, shards)?);
        let sharing = Sharing::open(&opening, &nodes)?;
        Ok::<_, StoreError>((nodes, Arc::new(sharing)))
    });
    let (nodes, sharing) = opened.await.expect("opening does not panic")?;
    let (asked_for, asked) = mpsc::unbounded_channel();
    let here = web::Data::new(here(&config, nodes, asked_for));
    let common = Common::new(&config);
    let front = Front {
        config: &config,
        common: &common,
        earlier: EarlierBuilds::read(&config.data),
        serves: Serves::Shards(here.clone()),
    };
    let serving = front.serve(listener)?;
    tracing::info!("listening on http://{address}/");
    let mut taking = Taking::new(config, common, Arc::clone(&sharing), here);
    let has_failed = tokio::select! {
        () = stop => false,
        () = sharing.failed() => true,
        never = taking.run(asked) => match never {},
    };
    tracing::info!("stopping");
    serving.stop().await;
    taking.end().await;
    // If it panicked, the panic was told already.
    let _ = spawn_blocking(move || sharing.close()).await;
    match has_failed {
        true => Err(StartError::Store(StoreError::Stopped)),
        false => Ok(()),
    }
}

fn here(
    config: &Config,
    nodes: Arc<Nodes>,
    asked_for: mpsc::UnboundedSender<store::Shard>,
) -> Here {
    let own = config.sharing.node.as_ref().map(|node| node.as_str());
    let shards: Shards = nodes.shards();
    let forwarder = Forwarder {
        own: own.unwrap_or_default().to_owned(),
        key: Tokens::new(*nodes.secret()).node(),
        nodes,
        client: config.client_address,
        asking: new_client(),
        owners: Mutex::default(),
    };
    Here {
        shards,
        own: OwnShards::default(),
        forwarder: web::Data::new(forwarder),
        asked_for,
    }
}
