//! `read_rules`: the rules of a game by section, and how its commands are written.

use domain::GameId;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::Tool;
use crate::{
    http::{codes::Code, contract::schema, error::ApiError},
    routes::mcp::{answer::Answer, asking::Asking},
    wire::Section,
};

/// The rules of a game. Without `section`: the list of its sections, each with its first line. With
/// one: its text, and that of the paragraphs below it. `commands` tells how commands are written,
/// as JSON Schema.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct ReadRules {
    /// The game whose rules to read.
    game: GameId,
    /// The anchor of a chapter or paragraph, like `4` or `4.2`; or `commands`.
    #[serde(default)]
    section: Option<String>,
}

/// A section in the list of sections.
#[derive(Serialize)]
struct Entry {
    section: String,
    begins: String,
}

/// The section that is none of the rules: how commands are written.
const COMMANDS: &str = "commands";

impl Tool for ReadRules {
    const NAME: &'static str = "read_rules";
    const ONLY_READS: bool = true;

    async fn call(self, _asking: &Asking, _arguments: &[u8]) -> Result<Answer, ApiError> {
        let sections = Section::all(self.game.info().rules_text);
        match self.section.as_deref() {
            None => Ok(contents(&sections)),
            Some(COMMANDS) => Ok(Answer::data(&schema::command_schema(self.game))),
            Some(anchor) => text(&sections, anchor),
        }
    }
}

fn contents(sections: &[Section]) -> Answer {
    let entries = sections.iter().map(|section| {
        let line = section.text.lines().next().unwrap_or_default();
        Entry {
            section: section.anchor.clone(),
            begins: line.chars().take(100).collect(),
        }
    });
    let commands = Entry {
        section: COMMANDS.to_owned(),
        begins: "How commands are written".to_owned(),
    };
    Answer::data(&entries.chain([commands]).collect::<Vec<Entry>>())
}

/// A section with those below it: chapter 4 with 4.1 and 4.2.
fn text(sections: &[Section], anchor: &str) -> Result<Answer, ApiError> {
    let below = format!("{anchor}.");
    let is_in = |it: &&Section| it.anchor == anchor || it.anchor.starts_with(&below);
    let found: String = sections
        .iter()
        .filter(is_in)
        .map(|it| it.text.as_str())
        .collect();
    if found.is_empty() {
        let detail = format!("the rules have no section {anchor:?}: leave it out for the list");
        return Err(Code::MalformedBody.at("/section", detail));
    }
    Ok(Answer::default().and_text(found))
}
