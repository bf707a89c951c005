//! What a caller wants drawn: the boards of one seat or of all, and cells to mark.

use std::collections::BTreeSet;

use actix_web::HttpResponse;
use domain::{BySeat, Cell, ScoreSheet, Seat, View};
use serde::{Deserialize, Deserializer, de::Error as _};
use store::Hash;
use utoipa::{IntoParams, ToSchema};
use web::{
    Focus,
    png::{self, Theme},
};

use crate::http::{
    app::App,
    auth::Reader,
    codes::Code,
    error::ApiError,
    heavy_looks::{Question, Waiting},
    reply,
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
    /// Which of the boards that everybody shares the cells of `mark` are on, if there are two: in
    /// Builders & Biomes `cube`, where they are columns by row and column of a layer. Default: the
    /// other, which is the overworld.
    #[param(inline)]
    on: Option<SharedBoard>,
    /// A line of a score sheet whose cells to mark: the seat, a dot and the `source` of the line.
    /// Unless you give `of`, only the boards of that seat are drawn. A line that the sheet does not
    /// have, scored or worth anything if it scored now, is refused with 404 `no_such_line`.
    #[param(
        max_length = 90,
        pattern = r"^[0-9]{1,2}\.[A-Za-z0-9_.-]+$",
        example = "0.spring.treetower"
    )]
    line: Option<String>,
    /// How you expect it to be drawn: the `drawing` of `/version`. A picture of a finished match
    /// that is drawn so never changes, and caches may keep it for ever (`immutable`). With another
    /// number, or none, it is the same picture, but caches ask each time whether it still is.
    #[param(example = 3)]
    drawing: Option<u32>,
}

/// A board that everybody shares, besides another.
#[derive(Clone, Copy, Debug, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
enum SharedBoard {
    /// The cube of blocks.
    Cube,
}

/// How to draw it in pixels.
#[derive(Clone, Copy, Debug, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct PixelsQuery {
    /// How many pixels wide. A picture that would be more than 4096 pixels high is narrower.
    #[serde(default, deserialize_with = "bounded_width")]
    #[param(minimum = 64, maximum = 2048, default = 1024)]
    width: Option<u32>,
    /// How many pixels high. The whole picture then stands in a frame of `width` and `height`, as
    /// large as it can be there, on the ground of a page: previews of links want 1200 and 630.
    /// Default: as high as the picture is at that width.
    #[serde(default, deserialize_with = "bounded_height")]
    #[param(minimum = 64, maximum = 2048, example = 630)]
    height: Option<u32>,
    /// Draw it in light or in dark colors.
    #[param(inline)]
    theme: Option<Colors>,
}

/// The colors of a picture in pixels.
#[derive(Clone, Copy, Debug, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
enum Colors {
    /// Dark on light.
    Light,
    /// Light on dark.
    Dark,
}

/// As wide as a window is on most screens.
const USUAL_WIDTH: u32 = 1024;

fn bounded_width<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<u32>, D::Error> {
    bounded("width", deserializer)
}

fn bounded_height<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<u32>, D::Error> {
    bounded("height", deserializer)
}

fn bounded<'de, D: Deserializer<'de>>(
    name: &str,
    deserializer: D,
) -> Result<Option<u32>, D::Error> {
    let length = u32::deserialize(deserializer)?;
    if (64..=2048).contains(&length) {
        Ok(Some(length))
    } else {
        let wrong = format_args!("{name} must be from 64 to 2048");
        Err(D::Error::custom(wrong))
    }
}

impl PixelsQuery {
    /// Whether it asks for anything.
    pub(crate) const fn is_empty(&self) -> bool {
        self.width.is_none() && self.height.is_none() && self.theme.is_none()
    }

    /// Draws a picture in pixels.
    pub(crate) fn draw(self, picture: &str) -> Vec<u8> {
        match self.height {
            Some(height) => png::framed(picture, (self.width(), height), self.theme()),
            None => png::png(picture, self.width(), self.theme()),
        }
    }

    fn width(self) -> u32 {
        self.width.unwrap_or(USUAL_WIDTH)
    }

    const fn theme(self) -> Theme {
        match self.theme {
            Some(Colors::Light) | None => Theme::Light,
            Some(Colors::Dark) => Theme::Dark,
        }
    }
}

impl PictureQuery {
    /// Whether it asks for anything.
    pub(crate) const fn is_empty(&self) -> bool {
        let Self {
            of,
            mark,
            on,
            line,
            drawing,
        } = self;
        let names_none = of.is_none() && mark.is_none() && on.is_none();
        names_none && line.is_none() && drawing.is_none()
    }

    /// What a picture of a table is about.
    pub(crate) fn focus(&self, view: &View) -> Result<Focus, ApiError> {
        let sheets = view.scores();
        if self.of.is_some_and(|of| of.0 >= sheets.seats()) {
            return Err(Code::NoSuchSeat.into());
        }
        let mut focus = self.marks()?;
        if let Some(line) = &self.line {
            let (seat, cells) = counted(line, &sheets)?;
            let of = web::own_board(view.game(), seat);
            focus.of = self.of.or(of);
            if of.is_none() || focus.of == of {
                focus.marked.extend(cells);
            }
        }
        Ok(focus)
    }

    /// What is marked, whatever the table.
    fn marks(&self) -> Result<Focus, ApiError> {
        let marked = self.mark.iter().flat_map(|cells| cells.split(','));
        let cells = marked.map(cell).collect::<Result<_, ApiError>>()?;
        let (marked, cube) = match self.on {
            None => (cells, BTreeSet::new()),
            Some(SharedBoard::Cube) => (BTreeSet::new(), cells),
        };
        Ok(Focus {
            of: self.of,
            marked,
            cube,
            ..Focus::default()
        })
    }
}

/// The cells that the lines of a source counted on the sheet of a seat, and whose sheet that is.
fn counted(line: &str, sheets: &BySeat<ScoreSheet>) -> Result<(Seat, BTreeSet<Cell>), ApiError> {
    let named = line.split_once('.');
    let named = named.and_then(|(seat, source)| Some((Seat(seat.parse().ok()?), source)));
    let (seat, source) = named.ok_or_else(|| {
        let detail = format!("line: {line:?} is no line; write the seat, a dot and its `source`");
        Code::MalformedQuery.because(detail)
    })?;
    let sheet = sheets.get(seat).ok_or(Code::NoSuchSeat)?;
    let lines = || sheet.banked.0.iter().chain(&sheet.if_now.0);
    if lines().any(|line| line.source == source) {
        let meant = lines().filter(|line| line.source == source);
        let cells = meant.flat_map(|line| line.cells.iter().copied());
        return Ok((seat, cells.collect()));
    }
    let known: BTreeSet<&String> = lines().map(|line| &line.source).collect();
    Err(ApiError::UnknownId {
        code: Code::NoSuchLine,
        detail: format!("line: the sheet of seat {} has no line {source:?}", seat.0),
        known: known.into_iter().cloned().collect(),
    })
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
    let draw = drawing(view, wanted)?;
    let picture = app.looks.run(move |_: &Waiting<'_>| draw()).await?;
    let tag = Hash::of(picture.as_bytes()).to_string();
    Ok(reader.cached_picture(reply::picture(picture), &tag, wanted.drawing))
}

/// The same in pixels. They are drawn again only if the picture has changed.
pub(crate) async fn of_match_in_pixels(
    app: &App,
    reader: &Reader,
    view: Option<View>,
    (wanted, pixels): (&PictureQuery, PixelsQuery),
) -> Result<HttpResponse, ApiError> {
    let draw = drawing(view, wanted)?;
    let picture = app.looks.run(move |_: &Waiting<'_>| draw()).await?;
    let question = Question::Pixels {
        picture: Hash::of(picture.as_bytes()),
        width: pixels.width(),
        height: pixels.height,
        theme: pixels.theme(),
    };
    let draw = move |_: &Waiting<'_>| Ok(pixels.draw(&picture));
    let png = app.looks.bytes(reader.cache_key(app, question), draw);
    let png = png.await?;
    let tag = Hash::of(&png).to_string();
    Ok(reader.cached_picture(reply::pixels(png), &tag, wanted.drawing))
}

/// What draws a view, if it has all that is to be drawn.
fn drawing(
    view: Option<View>,
    wanted: &PictureQuery,
) -> Result<impl FnOnce() -> String + Send + use<>, ApiError> {
    let focus = match &view {
        Some(view) => wanted.focus(view)?,
        // Nothing is on the table, so no line counts it.
        None if wanted.line.is_some() => return Err(Code::NoSuchLine.into()),
        None => wanted.marks()?,
    };
    Ok(move || view.map_or_else(web::not_begun, |view| web::board(&view, &focus)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn focus(mark: &str) -> Result<Focus, ApiError> {
        let query = PictureQuery {
            of: None,
            mark: Some(mark.to_owned()),
            ..PictureQuery::default()
        };
        query.marks()
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
