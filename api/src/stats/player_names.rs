//! Tables of players: the name of each beside the id.

use domain::matches::PlayerId;
use store::{Players, statistics::OPPONENT};

use super::tabular::{Row, Tabular};
use crate::wire::{Named, Names};

/// Columns of players, and the column of names beside each.
const NAMED: [(&str, &str); 2] = [("player", "name"), (OPPONENT, "opponent_name")];

/// A table with the names of those in its columns of players.
pub(crate) fn beside_ids<T: Tabular>(players: &Players, answer: T) -> Named<T> {
    let mut ids: Vec<String> = Vec::new();
    if answer
        .columns()
        .iter()
        .any(|column| name_of(column).is_some())
    {
        for row in answer.rows() {
            let of_players = row.iter().filter(|(column, _)| name_of(column).is_some());
            let here = of_players.filter_map(|(_, id)| id.as_str().map(str::to_owned));
            ids.extend(here);
        }
    }
    // Bots of the server are in that column, too; what they are called is their id.
    let ids = ids.into_iter().filter(|id| id.starts_with("p_"));
    let names = Names::of(ids.map(PlayerId), |player| players.name(player));
    Named { answer, names }
}

impl<T: Tabular> Tabular for Named<T> {
    /// Beside each column of players one for their names.
    fn columns(&self) -> Vec<String> {
        let columns = self.answer.columns().into_iter();
        let with_name = columns.flat_map(|column| {
            let name = name_of(&column).map(str::to_owned);
            std::iter::once(column).chain(name)
        });
        with_name.collect()
    }

    fn rows(&self) -> Vec<Row> {
        let rows = self.answer.rows().into_iter();
        rows.map(|row| with_name(&self.names, row)).collect()
    }
}

/// The column of names beside a column, if it is one of players.
fn name_of(column: &str) -> Option<&'static str> {
    let found = NAMED.iter().find(|(players, _)| *players == column);
    found.map(|(_, name)| *name)
}

/// The row with the name behind each id, as the columns are.
fn with_name(names: &Names, row: Row) -> Row {
    let mut named = Row::new();
    for (column, value) in row {
        let beside = name_of(&column).map(|beside| {
            let name = value.as_str().and_then(|id| names.get(id));
            (beside.to_owned(), name.map(Into::into).unwrap_or_default())
        });
        named.insert(column, value);
        named.extend(beside);
    }
    named
}
