//! Tables of players: the name of each beside the id.

use domain::matches::PlayerId;
use store::Players;

use super::tabular::{Row, Tabular};
use crate::wire::{Named, Names};

const PLAYER: &str = "player";
const NAME: &str = "name";

/// A table with the names of those in its column `player`.
pub(crate) fn beside_ids<T: Tabular>(players: &Players, answer: T) -> Named<T> {
    let mut ids: Vec<String> = Vec::new();
    if answer.columns().iter().any(|column| column == PLAYER) {
        let rows = answer.rows();
        let in_row = |row: &Row| row.get(PLAYER)?.as_str().map(str::to_owned);
        ids.extend(rows.iter().filter_map(in_row));
    }
    // Bots of the server are in that column, too; what they are called is their id.
    let ids = ids.into_iter().filter(|id| id.starts_with("p_"));
    let names = Names::of(ids.map(PlayerId), |player| players.name(player));
    Named { answer, names }
}

impl<T: Tabular> Tabular for Named<T> {
    /// Beside the column `player`, if there is one, one for the name.
    fn columns(&self) -> Vec<String> {
        let mut columns = self.answer.columns();
        if let Some(at) = columns.iter().position(|column| column == PLAYER) {
            columns.insert(at + 1, NAME.to_owned());
        }
        columns
    }

    fn rows(&self) -> Vec<Row> {
        let rows = self.answer.rows().into_iter();
        rows.map(|row| with_name(&self.names, row)).collect()
    }
}

/// The row with the name behind the id, as the columns are.
fn with_name(names: &Names, row: Row) -> Row {
    let mut named = Row::new();
    for (column, value) in row {
        let name = (column == PLAYER).then(|| names.get(value.as_str()?).map(Into::into));
        named.insert(column, value);
        if let Some(name) = name {
            named.insert(NAME.to_owned(), name.unwrap_or_default());
        }
    }
    named
}
