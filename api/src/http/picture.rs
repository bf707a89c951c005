//! What a caller wants drawn: the boards of one seat or of all, and cells to mark.

use std::collections::BTreeSet;

use actix_web::HttpResponse;
use domain::{Cell, Seat, View};
use serde::Deserialize;
use store::Hash;
use utoipa::IntoParams;
use web::Focus;

use crate::http::{
    app::App, auth::Reader, codes::Code, error::ApiError, heavy_looks::Waiting, reply,
};

/// What to draw.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct PictureQuery {
    /// Draw only the boards of this seat, besides the board that everybody shares. Default: the
    /// boards of all seats. A seat that the table does not have is refused.
    of: Option<Seat>,
    /// Cells to mark, each as `row:column`, separated by commas: everything else on that board
    /// turns pale. Take the `cells` of a score line, of a refusal or of an event. If a game has
    /// both a shared board and boards of seats, the cells are those of the shared board unless you
    /// give `of`. Cells that are not on the board are ignored.
    #[param(
        max_length = 1400,
        pattern = "^-?[0-9]{1,2}:-?[0-9]{1,2}(,-?[0-9]{1,2}:-?[0-9]{1,2})*$",
        example = "4:6,4:7"
    )]
    mark: Option<String>,
}

impl PictureQuery {
    /// Whether it asks for anything.
    pub(crate) const fn is_empty(&self) -> bool {
        self.of.is_none() && self.mark.is_none()
    }

    /// What a picture of a table with so many seats is about.
    pub(crate) fn focus(&self, seats: u8) -> Result<Focus, ApiError> {
        if self.of.is_some_and(|of| of.0 >= seats) {
            return Err(Code::NoSuchSeat.into());
        }
        let marked = self.mark.iter().flat_map(|cells| cells.split(','));
        Ok(Focus {
            of: self.of,
            marked: marked
                .map(cell)
                .collect::<Result<BTreeSet<Cell>, ApiError>>()?,
            open: BTreeSet::new(),
        })
    }
}

fn cell(text: &str) -> Result<Cell, ApiError> {
    let cell = text.split_once(':').and_then(|(row, column)| {
        let (row, column) = (row.parse().ok()?, column.parse().ok()?);
        Some(Cell(row, column))
    });
    cell.ok_or_else(|| {
        let detail = format!("mark: {text:?} is not a cell; write `row:column`, like `4:6`");
        Code::MalformedQuery.because(detail)
    })
}

/// Draws what a reader of a match sees, beside the threads that answer: a table of a hundred
/// seats takes a while.
pub(crate) async fn of_match(
    app: &App,
    reader: &Reader,
    view: Option<View>,
    wanted: &PictureQuery,
) -> Result<HttpResponse, ApiError> {
    let seats = view
        .as_ref()
        .map_or(Seat::MAX, |view| view.scores().seats());
    let focus = wanted.focus(seats)?;
    let draw =
        move |_: &Waiting<'_>| view.map_or_else(web::not_begun, |view| web::board(&view, &focus));
    let picture = app.looks.run(draw).await?;
    let tag = Hash::of(picture.as_bytes()).to_string();
    Ok(reader.cached_drawing(reply::picture(picture), &tag))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn focus(mark: &str) -> Result<Focus, ApiError> {
        let query = PictureQuery {
            of: None,
            mark: Some(mark.to_owned()),
        };
        query.focus(2)
    }

    #[test]
    fn cells_are_rows_and_columns_in_any_order_and_once() {
        let marked = focus("4:6,-1:12,4:6").unwrap().marked;
        assert_eq!(
            marked.into_iter().collect::<Vec<_>>(),
            [Cell(-1, 12), Cell(4, 6)]
        );
    }

    #[test]
    fn what_is_no_cell_is_refused() {
        for mark in ["", "4", "4:", "4:6,", "4;6", "a:b", "4:6:8", "400:1"] {
            assert!(focus(mark).is_err(), "{mark}");
        }
    }
}
