//! Statistics as JSON, as lines of JSON, or as a table for spreadsheets.

use std::io;

use actix_web::{
    HttpRequest, HttpResponse,
    http::header::{self, HeaderName, HeaderValue},
};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use store::{Hash, Players, Position, statistics::About};
use utoipa::{IntoParams, ToSchema};

use super::player_names;
use crate::{
    http::{accept, error::ApiError, heavy_looks::Looks},
    wire::{Answered, StatisticsLinks},
};

const AS_OF: HeaderName = HeaderName::from_static("x-as-of-position");

/// A form in which an answer is given.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct FormatQuery {
    /// The form of the answer. Default: what `Accept` asks for, otherwise JSON. A table has a row
    /// for each item; the headers `Link` and `X-As-Of-Position` say what it is about.
    #[param(inline)]
    format: Option<Form>,
}

/// A form in which an answer is given.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Form {
    /// One object.
    Json,
    /// An object a line.
    Ndjson,
    /// Commas between values, and a line with the names of the columns.
    Csv,
}

/// A row of a table.
pub(crate) type Row = Map<String, Value>;

/// An answer that is also a table.
///
/// Its columns are named beside its rows, because a table without rows has a header, too, and
/// what one is grouped by is known only when it is asked for. `csv` cannot serialize rows as
/// they are: it refuses structs within structs, and estimates are such. [`table`] checks that
/// the columns are those of the rows.
pub(crate) trait Tabular: Serialize {
    /// The names of its columns.
    fn columns(&self) -> Vec<String>;
    /// Its rows, all with these columns.
    fn rows(&self) -> Vec<Row>;
}

/// Names of columns.
pub(crate) fn column_names(columns: &[&str]) -> Vec<String> {
    columns.iter().map(ToString::to_string).collect()
}

/// The names of the columns that an estimate has, in a field of this name if there is one.
pub(crate) fn estimate_columns(field: &str) -> Vec<String> {
    let names = ["n", "deals", "value", "lo", "hi", "method", "suppressed"];
    names
        .map(|name| format!("{field}_{name}").trim_start_matches('_').to_owned())
        .into()
}

impl FormatQuery {
    /// What the request asks for.
    pub(crate) fn of(&self, request: &HttpRequest) -> Result<Form, ApiError> {
        if let Some(form) = self.format {
            return Ok(form);
        }
        let forms = ["application/json", "application/x-ndjson", "text/csv"];
        Ok(match accept::best(request, &forms)? {
            "text/csv" => Form::Csv,
            "application/x-ndjson" => Form::Ndjson,
            _ => Form::Json,
        })
    }
}

/// An answer in the form that was asked for. Its tag begins with the position.
pub(crate) fn reply(
    form: Form,
    as_of_position: Position,
    links: Option<&StatisticsLinks>,
    answer: &impl Tabular,
) -> HttpResponse {
    let (kind, body) = match form {
        Form::Json => (
            "application/json",
            serde_json::to_vec(answer).expect("answers are JSON"),
        ),
        Form::Ndjson => ("application/x-ndjson", lines(&answer.rows())),
        Form::Csv => (
            "text/csv; charset=utf-8",
            table(&answer.columns(), &answer.rows()),
        ),
    };
    let tag = Hash::of(&body).to_string();
    let tag = format!("\"{as_of_position}-{}\"", &tag[..16]);
    let mut response = HttpResponse::Ok();
    response
        .content_type(kind)
        .insert_header((header::ETAG, tag))
        .insert_header((header::CACHE_CONTROL, "no-cache"))
        .insert_header((header::VARY, "accept"))
        .insert_header((AS_OF, as_of_position.to_string()));
    if let Some(link) = links.and_then(links_header) {
        response.insert_header((header::LINK, link));
    }
    response.body(body)
}

/// The answer to a question about statistics, with where it comes from.
pub(crate) fn answered<'a, T>(
    form: Form,
    about: &About,
    links: StatisticsLinks,
    answer: &'a T,
) -> HttpResponse
where
    Answered<&'a T>: Tabular,
{
    let answered = Answered { links, answer };
    let links = Some(&answered.links);
    reply(form, about.as_of_position, links, &answered)
}

/// The same with the names of the players that it was grouped by.
pub(crate) fn answered_named<'a, T>(
    (form, players): (Form, &Players),
    about: &About,
    links: StatisticsLinks,
    answer: &'a T,
) -> HttpResponse
where
    Answered<&'a T>: Tabular,
{
    let named = player_names::beside_ids(players, Answered { links, answer });
    let links = Some(&named.answer.links);
    reply(form, about.as_of_position, links, &named)
}

/// The header that says where an answer comes from.
pub(crate) fn links_header(links: &StatisticsLinks) -> Option<HeaderValue> {
    let StatisticsLinks { this, matches, .. } = links;
    let text = format!("<{this}>; rel=\"canonical\", <{matches}>; rel=\"related\"");
    HeaderValue::try_from(text).ok()
}

/// Asks the statistics where it holds nobody up. What was begun is counted to its end,
/// because others may ask the same.
pub(crate) async fn off_thread<T: Send + 'static>(
    looks: &Looks,
    ask: impl FnOnce() -> T + Send + 'static,
) -> Result<T, ApiError> {
    looks.run(move |_waiting| ask()).await
}

/// An object without objects in it: `{"a":{"b":1}}` becomes `{"a_b":1}`.
pub(crate) fn flat(value: &impl Serialize) -> Row {
    let mut row = Row::new();
    let value = serde_json::to_value(value).expect("answers are JSON");
    flatten(String::new(), value, &mut row);
    row
}

fn flatten(name: String, value: Value, row: &mut Row) {
    let Value::Object(fields) = value else {
        row.insert(name, value);
        return;
    };
    for (field, value) in fields {
        let inner = if name.is_empty() {
            field
        } else {
            format!("{name}_{field}")
        };
        flatten(inner, value, row);
    }
}

fn lines(rows: &[Row]) -> Vec<u8> {
    let mut body = Vec::new();
    for row in rows {
        serde_json::to_writer(&mut body, row).expect("rows are JSON");
        body.push(b'\n');
    }
    body
}

fn table(columns: &[String], rows: &[Row]) -> Vec<u8> {
    let mut table = table_writer(Vec::new());
    let written = "memory takes all";
    table.write_record(columns).expect(written);
    for row in rows {
        debug_assert!(row.keys().eq(columns), "{row:?} is no row of {columns:?}");
        table.write_record(row.values().map(text)).expect(written);
    }
    table.into_inner().expect(written)
}

/// A table as RFC 4180 has it.
pub(crate) fn table_writer<W: io::Write>(to: W) -> csv::Writer<W> {
    let mut table = csv::WriterBuilder::new();
    table.terminator(csv::Terminator::CRLF).from_writer(to)
}

/// A text that no spreadsheet takes for a formula: players choose some of them.
pub(crate) fn no_formula(text: &str) -> String {
    if text.starts_with(['=', '+', '-', '@', '\t', '\r']) {
        format!("'{text}")
    } else {
        text.to_owned()
    }
}

fn text(value: &Value) -> String {
    match value {
        Value::Null => String::new(),
        Value::String(text) => no_formula(text),
        Value::Bool(_) | Value::Number(_) | Value::Array(_) | Value::Object(_) => value.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_table_quotes_commas_leaves_unknown_things_empty_and_has_no_formulas() {
        let row = flat(
            &json!({ "a": { "b": 1.5, "c": null }, "d": "x,\"y\"", "e": [1, 2],
            "f": "=1+1", "g": -1 }),
        );
        let columns = column_names(&["a_b", "a_c", "d", "e", "f", "g"]);
        let table = String::from_utf8(table(&columns, &[row])).unwrap();
        assert_eq!(
            table,
            "a_b,a_c,d,e,f,g\r\n1.5,,\"x,\"\"y\"\"\",\"[1,2]\",'=1+1,-1\r\n"
        );
    }
}
