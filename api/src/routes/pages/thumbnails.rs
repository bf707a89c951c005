//! The tables of matches at a glance, for lists of matches.

use actix_web::{HttpResponse, web};
use domain::Viewer;
use serde::Deserialize;
use store::Hash;

use crate::http::{
    app::App, auth::Reader, codes::Code, error::ApiError, extract::Query, heavy_looks::Waiting,
    reply,
};

/// Which picture.
#[derive(Debug, Deserialize)]
pub(super) struct ThumbnailQuery {
    /// How it is drawn, as the page that asks knows it.
    drawing: Option<u32>,
}

/// The table as it is, as anybody may know it. What is asked for as this program draws it never
/// changes once the match is over.
pub(super) async fn thumbnail(
    reader: Reader,
    query: Query<ThumbnailQuery>,
    app: web::Data<App>,
) -> Result<HttpResponse, ApiError> {
    let table = reader.now.game.table();
    let view = table.map(|table| table.state.view(Viewer::Spectator));
    let view = view.ok_or(Code::NotFound)?;
    let draw = move |_: &Waiting<'_>| ::web::thumbnail(&view);
    let picture = app.looks.run(draw).await?;
    let tag = Hash::of(picture.as_bytes()).to_string();
    Ok(reader.cached_picture(reply::picture(picture), &tag, query.0.drawing))
}
