//! The licence that files of facts name: a column, so that it stays with each row.

use std::sync::Arc;

use domain::facts::Kind;
use store::statistics::{Field, FieldValues, RowBatch};

use crate::config::facts_licence::FactsLicence;

const LICENCE: &str = "licence";

/// Its name and kind.
pub(super) fn column() -> (String, Kind) {
    (LICENCE.to_owned(), Kind::Dimension)
}

/// Some rows with the licence last, if there is one.
pub(super) fn named(mut rows: RowBatch, licence: Option<&FactsLicence>) -> RowBatch {
    let word = licence.map(|it| Arc::from(it.as_str()));
    rows.fields.extend(word.map(|word| Field {
        id: LICENCE.to_owned(),
        values: FieldValues::Words(vec![Some(word); rows.rows]),
    }));
    rows
}
