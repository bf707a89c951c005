//! What every handler shares.

use std::sync::Arc;

use domain::matches::PlayerId;
use store::{Asker, Hash, PlayerKind, Store, StoreError, Timekeeper, id::nobody};

use crate::{
    backups::Backups,
    config::{Auth, Config, facts_licence::FactsLicence},
    http::{
        auth::tokens,
        codes::Code,
        connections::Connections,
        contract::Contract,
        error::ApiError,
        heavy_looks::Looks,
        limits::{imports::Imports, shares::Shares},
        metrics::Metrics,
    },
    push::Push,
};

/// What a server has once, however many stores it serves.
#[derive(Clone)]
pub(crate) struct Common {
    pub(crate) metrics: Arc<Metrics>,
    pub(crate) looks: Arc<Looks>,
    pub(crate) imports: Arc<Imports>,
    pub(crate) connections: Arc<Connections>,
    /// The clients that follow matches.
    pub(crate) streams: Arc<Shares>,
}

/// What every handler shares.
#[derive(Clone)]
pub(crate) struct App {
    pub(crate) store: Store,
    /// How many commits there were when the server began to serve it.
    pub(crate) began_at: u64,
    pub(crate) tokens: tokens::Tokens,
    pub(crate) auth: Auth,
    pub(crate) metrics: Arc<Metrics>,
    pub(crate) looks: Arc<Looks>,
    pub(crate) imports: Arc<Imports>,
    pub(crate) connections: Arc<Connections>,
    /// The clients that follow matches.
    pub(crate) streams: Arc<Shares>,
    pub(crate) time: Timekeeper,
    /// Who has their decisions sent to them, and how.
    pub(crate) push: Arc<Push>,
    pub(crate) backups: Arc<Backups>,
    pub(crate) live_match_bytes: usize,
    /// The names by which the tools for language models may be called.
    pub(crate) mcp_hosts: Arc<[String]>,
    pub(crate) contract: &'static Contract,
    pub(crate) facts_licence: Option<FactsLicence>,
}

impl Common {
    pub(crate) fn new(config: &Config) -> Common {
        let connections = Connections::new(&config.bounds, config.knows_addresses());
        Common {
            metrics: Arc::new(Metrics::new()),
            looks: Arc::new(Looks::new(&config.bounds)),
            imports: Arc::new(Imports::new(&config.bounds)),
            streams: Shares::new(connections.places.all, config.bounds.streams_of_one),
            connections: Arc::new(connections),
        }
    }
}

impl App {
    pub(crate) fn new(
        store: Store,
        (push, backups): (Push, Backups),
        config: &Config,
        (common, contract): (Common, &'static Contract),
    ) -> App {
        App {
            began_at: store.commits(),
            tokens: tokens::Tokens::new(*store.secret()),
            store,
            auth: config.auth,
            metrics: common.metrics,
            looks: common.looks,
            imports: common.imports,
            streams: common.streams,
            connections: common.connections,
            time: config.time.clone(),
            push: Arc::new(push),
            backups: Arc::new(backups),
            mcp_hosts: config.mcp_hosts.clone().into(),
            live_match_bytes: config.bounds.live_match_bytes,
            contract,
            facts_licence: config.facts_licence.clone(),
        }
    }

    /// Who acts when a request has no token: nobody, unless authentication is off.
    pub(crate) fn local_player(&self) -> Option<Asker> {
        match self.auth {
            Auth::Tokens => None,
            Auth::None => Some(Asker::Player {
                id: nobody(),
                kind: PlayerKind::Person,
                version: None,
            }),
        }
    }

    /// A player as the store wants to know them, though they may have been deleted: their
    /// seats are played on.
    pub(crate) async fn asker(&self, id: &PlayerId) -> Result<Option<Asker>, StoreError> {
        if *id == nobody() {
            return Ok(self.local_player());
        }
        let player = self.store.players.get(id).await?;
        Ok(player.map(|player| asker(&player)))
    }

    /// Whether there is such a player who was not deleted.
    pub(crate) async fn is_living(&self, id: &PlayerId) -> Result<bool, StoreError> {
        if *id == nobody() {
            return Ok(self.local_player().is_some());
        }
        Ok(self.store.players.living(id).await?.is_some())
    }

    /// The player, if this is the hash of their token.
    pub(crate) async fn player_with(
        &self,
        id: &PlayerId,
        hash: Hash,
    ) -> Result<Option<Asker>, ApiError> {
        let players = &self.store.players;
        let is_theirs = |player: &store::Player| {
            let own = self.token_of(player).map(Hash::of);
            own.is_some_and(|own| tokens::same(&own.0, &hash.0))
        };
        let known = players.get(id).await?;
        let player = match known.as_deref() {
            Some(player) if is_theirs(player) => known,
            _ if self.will_be_theirs(id, known.as_deref(), hash) => {
                let known = players.once(id, is_theirs).await?;
                Some(known.ok_or(Code::Behind)?)
            }
            _ => None,
        };
        Ok(player.map(|player| asker(&player)))
    }

    /// Whether a token was given by the server that writes players, a moment ago.
    fn will_be_theirs(&self, id: &PlayerId, known: Option<&store::Player>, hash: Hash) -> bool {
        let next = known.map_or(0, |player| player.generation + 1);
        !self.store.has_plans() && tokens::same(&Hash::of(self.tokens.player(id, next)).0, &hash.0)
    }

    /// A player's token. None if it is void: they were deleted, or the key that it was made
    /// with is not the server's any more.
    pub(crate) fn token_of(&self, player: &store::Player) -> Option<String> {
        let token = self.tokens.player(&player.id, player.generation);
        let is_theirs = tokens::same(&player.token_hash.0, &Hash::of(&token).0);
        (is_theirs && !player.deleted).then_some(token)
    }
}

fn asker(player: &store::Player) -> Asker {
    Asker::Player {
        id: player.id.clone(),
        kind: player.kind,
        version: player.version.clone(),
    }
}
