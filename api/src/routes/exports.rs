//! Facts as files that other programs read in place.

use actix_web::{HttpRequest, HttpResponse, get, web};
use domain::GameId;
use serde::Deserialize;
use utoipa::IntoParams;

use crate::{
    app::App,
    error::ApiError,
    exports::{self, FileForm},
    extract::Path,
    wire,
};

/// A file of facts.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Path)]
pub(crate) struct FilePath {
    /// A game and a form: `cartographers.parquet`, `.csv` or `.ndjson`.
    #[param(
        max_length = 40,
        pattern = r"^[a-z_]+\.(csv|ndjson|parquet)$",
        example = "cartographers.parquet"
    )]
    file: String,
}

/// Export facts
///
/// A row for each seat of the finished public matches that a question without
/// conditions counts, a column for each metric but choices, `match` first. Ranges of
/// bytes are served, so that DuckDB and Polars read the address in place. A file stays
/// the same for a minute, or for as long as no match ends; its `ETag` says which it is.
#[utoipa::path(operation_id = "getExport", tag = "Statistics", security(()),
    params(FilePath),
    responses(
        (status = 200, description = "The file.", content(
            (String = "application/vnd.apache.parquet"), (String = "text/csv"),
            (String = "application/x-ndjson"))),
        (status = 206, description = "The part of the file.", content(
            (String = "application/vnd.apache.parquet"), (String = "text/csv"),
            (String = "application/x-ndjson")))))]
#[get("/exports/{file}")]
pub(crate) async fn get_export(
    request: HttpRequest,
    path: Path<FilePath>,
    app: web::Data<App>,
) -> Result<HttpResponse, ApiError> {
    let (game, form) = path.0.parts().ok_or(ApiError::Unknown("unknown_export"))?;
    let statistics = app.store.statistics.clone();
    let export = app.exports.get(statistics, game, form).await;
    let export = export.map_err(|error| ApiError::unwritten(&error))?;
    exports::reply(&request, export)
}

impl FilePath {
    fn parts(&self) -> Option<(GameId, FileForm)> {
        let (name, form) = self.file.split_once('.')?;
        let mut games = GameId::ALL.iter().copied();
        let game = games.find(|game| wire::name(game) == name)?;
        let form = match form {
            "csv" => FileForm::Csv,
            "ndjson" => FileForm::Ndjson,
            "parquet" => FileForm::Parquet,
            _ => return None,
        };
        Some((game, form))
    }
}
