//! The server as `rmcp` knows it: what it is, which tools it has, and how one is called.

use std::{panic::AssertUnwindSafe, sync::Arc};

use actix_web::web;
use futures_util::FutureExt as _;
use rmcp::{
    ErrorData, RoleServer, ServerHandler,
    model::{
        CallToolRequestParams, CallToolResponse, CallToolResult, Implementation, ListToolsResult,
        PaginatedRequestParams, ServerCapabilities, ServerConfig, Tool,
    },
    service::RequestContext,
    transport::streamable_http_server::{
        StreamableHttpServerConfig, StreamableHttpService, session::never::NeverSessionManager,
    },
};

use super::{
    answer,
    asking::{Asking, Envelope},
    tools,
};
use crate::http::{app::App, codes::Code, extract::BODY_BYTES, request_id};

/// What answers the requests.
type Service = StreamableHttpService<Tools, NeverSessionManager>;

/// The tools, as `rmcp` calls them.
#[derive(Clone)]
pub(super) struct Tools(web::Data<App>);

/// What a model is told before it calls the first tool.
const INSTRUCTIONS: &str = "Play Cartographers, Bunny Kingdom, Minecraft: Builders & Biomes and Big Monster. \
     `register` once, `open_match` or `join_match`, then in turns: `wait_for_turn`, think, `act`. \
     `read_rules` tells the rules by section; a refusal cites the paragraph that forbids a command.";

/// A service without sessions. Hosts and origins are checked before it is asked, so that a refusal
/// is a problem like any other.
pub(super) fn service(app: web::Data<App>) -> Service {
    let config = StreamableHttpServerConfig::default()
        .with_legacy_session_mode(false)
        .with_json_response(true)
        .with_max_request_body_bytes(BODY_BYTES)
        .disable_allowed_hosts();
    let tools = Tools(app);
    let factory = move || Ok(tools.clone());
    StreamableHttpService::new(factory, Arc::new(NeverSessionManager::default()), config)
}

impl ServerHandler for Tools {
    fn get_info(&self) -> ServerConfig {
        let server = Implementation::new("cartulary", env!("CARGO_PKG_VERSION"));
        ServerConfig::new(ServerCapabilities::builder().enable_tools().build())
            .with_server_info(server.with_title("Cartulary"))
            .with_instructions(INSTRUCTIONS)
    }

    async fn list_tools(
        &self,
        _page: Option<PaginatedRequestParams>,
        _context: RequestContext<RoleServer>,
    ) -> Result<ListToolsResult, ErrorData> {
        Ok(ListToolsResult::with_all_items(tools::ALL.clone()))
    }

    fn get_tool(&self, name: &str) -> Option<Tool> {
        tools::ALL.iter().find(|tool| tool.name == name).cloned()
    }

    async fn call_tool(
        &self,
        call: CallToolRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        let parts = context.extensions.get::<http::request::Parts>();
        let from = parts.and_then(|parts| parts.extensions.get::<Envelope>().cloned());
        let from = from.ok_or_else(|| ErrorData::internal_error("a call needs a request", None))?;
        let asking = Asking {
            app: self.0.clone(),
            from: from.clone(),
        };
        let called = from.scope(called(&asking, &call));
        tokio::select! {
            answer = called => answer.map(CallToolResponse::from),
            () = context.ct.cancelled() => {
                Err(ErrorData::internal_error("nobody waits for the answer any more", None))
            }
        }
    }
}

/// What a tool answers. One that panics takes nothing down with it.
async fn called(
    asking: &Asking,
    call: &CallToolRequestParams,
) -> Result<CallToolResult, ErrorData> {
    let arguments = serde_json::to_vec(&call.arguments.clone().unwrap_or_default());
    let arguments = arguments.expect("it was JSON");
    let answer = AssertUnwindSafe(tools::call(asking, &call.name, &arguments)).catch_unwind();
    match answer.await {
        Ok(Some(Ok(answer))) => Ok(answer.into()),
        Ok(Some(Err(error))) => Ok(answer::refusal(&error)),
        Ok(None) => {
            let known: Vec<&str> = tools::ALL.iter().map(|tool| &*tool.name).collect();
            let sentence = format!(
                "there is no tool {:?}; known: {}",
                call.name,
                known.join(", ")
            );
            Err(ErrorData::invalid_params(sentence, None))
        }
        Err(_panic) => {
            let request_id = request_id::current();
            tracing::error!(request_id, tool = %call.name, "a tool panicked");
            Ok(answer::refusal(&Code::Internal.into()))
        }
    }
}
