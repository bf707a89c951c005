//! Who calls a tool: what is known of the request that the call came with.

use std::{future::Future, net::IpAddr};

use actix_web::web;

use crate::http::{app::App, auth::Sent, limits, request_id};

/// The request that a call came with. `rmcp` answers it in a task of its own, where nothing is
/// known of the request but this.
#[derive(Clone)]
pub(super) struct Envelope {
    token: Option<String>,
    request_id: String,
    address: Option<IpAddr>,
}

/// What a tool may ask with.
pub(super) struct Asking {
    pub(super) app: web::Data<App>,
    pub(super) from: Envelope,
}

impl Envelope {
    /// What is known of the request that is being answered.
    pub(super) fn now(sent: Sent<'_>) -> Envelope {
        Envelope {
            token: match sent {
                Sent::Nothing => None,
                Sent::Token(token) => Some(token.to_owned()),
            },
            request_id: request_id::current(),
            address: limits::client_address(),
        }
    }

    /// Answers as part of that request.
    pub(super) async fn scope<F: Future>(&self, answer: F) -> F::Output {
        let answer = request_id::scope(self.request_id.clone(), answer);
        limits::scope(self.address, answer).await
    }
}

impl Asking {
    /// The token that counts: the argument's, else the one in the header of the request.
    pub(super) fn sent<'a>(&'a self, argument: Option<&'a str>) -> Sent<'a> {
        let token = argument.or(self.from.token.as_deref());
        token.map_or(Sent::Nothing, Sent::Token)
    }
}
