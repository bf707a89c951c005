//! The tools, in the order in which a model needs them.

mod act;
mod join;
mod list_games;
mod open;
mod read_rules;
mod register;
mod results;
mod wait;

use std::{future::Future, sync::LazyLock};

use rmcp::model::{self, ToolAnnotations};
use serde::de::DeserializeOwned;
use utoipa::PartialSchema;

use super::{answer::Answer, asking::Asking, schema};
use crate::http::{error::ApiError, extract};

/// A tool: its arguments, described for models, and what it does with them.
trait Tool: DeserializeOwned + PartialSchema + Send {
    /// What it is called by.
    const NAME: &'static str;
    /// Whether nothing is changed by calling it.
    const ONLY_READS: bool;

    /// What it answers.
    fn call(
        self,
        asking: &Asking,
        arguments: &[u8],
    ) -> impl Future<Output = Result<Answer, ApiError>> + Send;
}

/// The tool as it is listed. All can be called twice: what changes something is done once.
fn listed<T: Tool>() -> model::Tool {
    let (said, arguments) = schema::of::<T>();
    let hints = ToolAnnotations::new()
        .read_only(T::ONLY_READS)
        .destructive(false)
        .open_world(false);
    model::Tool::new(T::NAME, said, arguments).with_annotations(hints)
}

async fn called<T: Tool>(asking: &Asking, arguments: &[u8]) -> Result<Answer, ApiError> {
    let read: T = extract::argument(arguments)?;
    read.call(asking, arguments).await
}

macro_rules! tools {
    ($($Tool:ty),+ $(,)?) => {
        /// All of them, as they are listed.
        pub(super) static ALL: LazyLock<Vec<model::Tool>> =
            LazyLock::new(|| vec![$(listed::<$Tool>()),+]);

        /// What a tool answers; none if there is no such tool.
        pub(super) async fn call(
            asking: &Asking,
            name: &str,
            arguments: &[u8],
        ) -> Option<Result<Answer, ApiError>> {
            match name {
                $(<$Tool>::NAME => Some(called::<$Tool>(asking, arguments).await),)+
                _ => None,
            }
        }
    };
}

tools!(
    list_games::ListGames,
    read_rules::ReadRules,
    register::Register,
    open::OpenMatch,
    join::JoinMatch,
    wait::WaitForTurn,
    act::Act,
    results::Results,
);
