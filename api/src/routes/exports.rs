//! Facts as files that other programs read in place.

use actix_web::{HttpRequest, HttpResponse, get, web};
use domain::GameId;
use serde::Deserialize;
use store::statistics::{ExportTable, Filter};
use utoipa::IntoParams;

use crate::{
    http::{
        accept,
        app::App,
        codes::Code,
        error::ApiError,
        extract::Path,
        read_your_writes::{self, AtLeastQuery},
    },
    stats::{
        canonical::{self, Canonical},
        exports::{self, Exports, FileForm},
        query::{Lists, PopulationQuery},
        tabular,
    },
    wire::{self, StatisticsLinks},
};

/// A file of facts.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Path)]
pub(crate) struct FilePath {
    /// A game and a form: `cartographers.parquet`, `.csv` or `.ndjson`. With `.offers` between
    /// them, the file has what decisions offered; with `.cells`, what fills the cells of boards;
    /// with `.decisions`, how long each decision took.
    #[param(
        max_length = 40,
        pattern = r"^[a-z_]+(\.(offers|cells|decisions))?\.(csv|ndjson|parquet)$",
        example = "cartographers.parquet"
    )]
    file: String,
}

/// Export facts
///
/// A row for each seat that a query with the same conditions counts, and a column for each metric
/// except choices, with `match` first: everything needed to recompute what `/v1/stats/query`
/// answers. `.offers` has a row for each thing that decisions of a seat offered in a round, and how
/// often; `.cells` has a row for each cell that something fills at the end; `.decisions` has a row
/// for each decision, with its `stage` and its `decided_in_ms`. In all three, `match` and `seat` lead to the row of the seat. Byte ranges are served, so that DuckDB and Polars read the
/// file directly from its address. A file stays the same for a minute, or for as long as no match
/// ends; its `ETag` is a hash of its bytes. In `.csv`, a text that a spreadsheet would take for a
/// formula begins with an apostrophe. Where the operator has chosen a licence for facts, it is the last
/// column, `licence`, and a `Link` with `rel="license"`. Files larger than 4 GB are not made. `/docs/statistics`
/// explains how to check a number.
#[utoipa::path(operation_id = "getExport", tag = "Statistics",
    extensions(("x-cacheable" = json!(true))), security(()),
    params(FilePath, PopulationQuery, AtLeastQuery),
    responses(
        (status = 200, description = "The file of facts.", content(
            (String = "application/vnd.apache.parquet"), (String = "text/csv"),
            (String = "application/x-ndjson"))),
        (status = 206, description = "The requested part of the file.", content(
            (String = "application/vnd.apache.parquet"), (String = "text/csv"),
            (String = "application/x-ndjson")))))]
#[get("/exports/{file}")]
pub(crate) async fn get_export(
    request: HttpRequest,
    path: Path<FilePath>,
    population: Lists<PopulationQuery>,
    app: web::Data<App>,
    files: web::Data<Exports>,
) -> Result<HttpResponse, ApiError> {
    let (game, table, form) = path.0.parts().ok_or(Code::UnknownExport)?;
    let kind = form.media_type().split(';').next();
    accept::best(&request, kind.as_slice())?;
    let slice = population.0.slice(game, &app.store)?;
    read_your_writes::seen(&request, |at| app.store.statistics.at_least(at)).await?;
    let statistics = app.store.statistics.clone();
    let (asked, of) = (statistics.clone(), slice.clone());
    let population = tabular::off_thread(&app.looks, move || asked.population(&of)).await??;
    let links = links(&path.0.file, game, &population);
    let export = files
        .get(
            statistics,
            slice,
            (table, form),
            read_your_writes::requested(&request)?,
        )
        .await?;
    exports::reply(&request, export, tabular::links_header(&links))
}

/// Where a file comes from.
fn links(file: &str, game: GameId, population: &[Filter]) -> StatisticsLinks {
    StatisticsLinks {
        this: Canonical::of_file()
            .conditions("where", population)
            .link(&format!("/v1/exports/{file}")),
        matches: canonical::matches_link(game, population),
        second_matches: None,
    }
}

impl FilePath {
    fn parts(&self) -> Option<(GameId, ExportTable, FileForm)> {
        let (name, form) = self.file.rsplit_once('.')?;
        let (name, table) = match name.split_once('.') {
            None => (name, ExportTable::Seats),
            Some((name, "offers")) => (name, ExportTable::Offers),
            Some((name, "cells")) => (name, ExportTable::Cells),
            Some((name, "decisions")) => (name, ExportTable::Decisions),
            Some(_) => return None,
        };
        let mut games = GameId::ALL.iter().copied();
        let game = games.find(|game| wire::name(game) == name)?;
        let form = match form {
            "csv" => FileForm::Csv,
            "ndjson" => FileForm::Ndjson,
            "parquet" => FileForm::Parquet,
            _ => return None,
        };
        Some((game, table, form))
    }
}
