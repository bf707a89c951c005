//! The names of score lines, beside the ids that answers have.

use std::collections::BTreeMap;

use domain::{BySeat, GameId, ScoreLine, ScoreSheet, Standing};
use serde::Serialize;
use utoipa::{
    PartialSchema, ToSchema,
    openapi::{ObjectBuilder, RefOr, Schema, schema::Type},
};

/// The names of score lines by their sources.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(transparent)]
pub struct LineNames(BTreeMap<String, String>);

impl LineNames {
    /// The names of the lines of these sheets.
    pub fn of_sheets<'a>(
        game: GameId,
        sheets: impl IntoIterator<Item = &'a ScoreSheet>,
    ) -> LineNames {
        let sheets = sheets.into_iter();
        let lines = sheets.flat_map(|sheet| sheet.banked.0.iter().chain(&sheet.if_now.0));
        LineNames::of_lines(game, lines)
    }

    /// The names of the lines of final sheets.
    pub fn of_standings(game: GameId, standings: &BySeat<Standing>) -> LineNames {
        let lines = standings.iter().flat_map(|(_, it)| &it.score.0);
        LineNames::of_lines(game, lines)
    }

    fn of_lines<'a>(game: GameId, lines: impl Iterator<Item = &'a ScoreLine>) -> LineNames {
        LineNames::of(game, lines.map(|line| line.source.as_str()))
    }

    /// The names of the lines with these sources.
    pub fn of<'a>(game: GameId, sources: impl Iterator<Item = &'a str>) -> LineNames {
        let mut names = BTreeMap::new();
        for source in sources {
            if !names.contains_key(source) {
                names.insert(source.to_owned(), game.line_name(source));
            }
        }
        LineNames(names)
    }
}

impl PartialSchema for LineNames {
    fn schema() -> RefOr<Schema> {
        let name = ObjectBuilder::new()
            .schema_type(Type::String)
            .max_length(Some(120))
            .description(Some("The name of the line, like `Canal Lake (fall)`."));
        ObjectBuilder::new()
            .schema_type(Type::Object)
            .additional_properties(Some(RefOr::T(Schema::Object(name.build()))))
            .max_properties(Some(1_000))
            .description(Some(
                "The name of each score line of the answer by its source, in the words of the \
                 rulebook.",
            ))
            .into()
    }
}

impl ToSchema for LineNames {}
