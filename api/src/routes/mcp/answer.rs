//! What a tool answers: text and pictures, or why not, with the rule.

use base64::{Engine as _, engine::general_purpose::STANDARD};
use domain::GameId;
use rmcp::model::{CallToolResult, ContentBlock};
use serde::Serialize;
use serde_json::Value;

use crate::{http::error::ApiError, wire::Section};

/// What a tool answers, piece by piece.
#[derive(Debug, Default)]
pub(super) struct Answer(Vec<ContentBlock>);

impl Answer {
    /// Data, to be read by programs too.
    pub(super) fn data(data: &impl Serialize) -> Answer {
        let json = serde_json::to_string(data).expect("our types are JSON");
        Answer(Vec::new()).and_text(json)
    }

    /// The same, and a text.
    pub(super) fn and_text(mut self, text: impl Into<String>) -> Answer {
        self.0.push(ContentBlock::text(text));
        self
    }

    /// The same, and a picture as PNG.
    pub(super) fn and_png(mut self, png: &[u8]) -> Answer {
        let picture = ContentBlock::image(STANDARD.encode(png), "image/png");
        self.0.push(picture);
        self
    }
}

impl From<Answer> for CallToolResult {
    fn from(answer: Answer) -> CallToolResult {
        CallToolResult::success(answer.0)
    }
}

/// A refusal: the problem as the API tells it, and the paragraph that it cites.
pub(super) fn refusal(error: &ApiError) -> CallToolResult {
    let problem = serde_json::to_value(error.problem()).expect("our types are JSON");
    let rule = error.game().zip(problem["rule"].as_str());
    let rule = rule.and_then(|(game, anchor)| paragraph(game, anchor));
    let mut answer = Answer::data(&problem);
    if let Some(text) = rule {
        answer = answer.and_text(text);
    }
    CallToolResult::error(answer.0)
}

/// A paragraph of the rules of a game.
fn paragraph(game: GameId, anchor: &str) -> Option<String> {
    let sections = Section::all(game.info().rules_text);
    let cited = sections.into_iter().find(|it| it.anchor == anchor)?;
    Some(cited.text)
}

/// The same as JSON, without what is `null`: a model reads every word.
pub(super) fn terse(data: &impl Serialize) -> Value {
    let mut value = serde_json::to_value(data).expect("our types are JSON");
    if let Value::Object(fields) = &mut value {
        fields.retain(|_, value| !value.is_null());
    }
    value
}
