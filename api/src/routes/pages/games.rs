//! The games that can be played, each with its board, its signs and its rules.

use ::web::page::{self, BoxPage, Chapter, Exhibit, GamePage, Lit, Offered, Selectable};
use actix_web::{HttpRequest, HttpResponse, web};
use domain::{Cell, GameId, ScoreLine, Seat, Viewer, matches::Match};
use store::{ResultRow, ResultsFilter};

use super::{assets, home, options};
use crate::{
    http::{app::App, contract::schema, error::ApiError, extract::Path, origin, read_your_writes},
    routes::GamePath,
    wire::{self, Section},
};

pub(super) async fn games(app: web::Data<App>) -> Result<HttpResponse, ApiError> {
    read_your_writes::listed(&app.store).await?;
    let page = page::games(&assets::address, &home::offered(&app)?);
    Ok(assets::html(page))
}

pub(super) async fn game(
    request: HttpRequest,
    path: Path<GamePath>,
    app: web::Data<App>,
) -> Result<HttpResponse, ApiError> {
    let game = path.0.game()?;
    read_your_writes::listed(&app.store).await?;
    let exhibit = match newest(&app, game)? {
        Some(row) => Some(lit(&app, &row).await?),
        None => None,
    };
    let page = GamePage {
        offered: offered(game, exhibit),
        chapters: chapters(game),
        provenance: provenance(game),
        options: selectable(game),
        origin: origin::of(&request),
    };
    Ok(assets::html(page.page(&assets::address)))
}

pub(super) async fn components(path: Path<GamePath>) -> Result<HttpResponse, ApiError> {
    let game = path.0.game()?;
    let page = BoxPage {
        game,
        name: wire::name(&game),
        provenance: provenance(game),
    };
    Ok(assets::html(page.page(&assets::address)))
}

/// The match of a game that ended last.
pub(super) fn newest(app: &App, game: GameId) -> Result<Option<ResultRow>, ApiError> {
    let of_game = ResultsFilter {
        game: Some(game),
        ..ResultsFilter::default()
    };
    Ok(app.store.finished(&of_game, None, 1)?.rows.pop())
}

/// A game in a list.
pub(super) fn offered(game: GameId, exhibit: Option<Exhibit>) -> Offered {
    Offered {
        game,
        name: wire::name(&game),
        exhibit,
    }
}

/// The last board of a match, with what paid its winner most.
async fn lit(app: &App, row: &ResultRow) -> Result<Exhibit, ApiError> {
    let listed = home::of_finished(app, row);
    let game = app.store.matches.current(row.id).await?;
    let winner = row.placings.iter().find(|(_, it)| it.rank == 1);
    let winner = winner.filter(|_| !app.store.hides(&game.game.terms));
    let lit = winner.and_then(|(seat, _)| {
        let line = dearest(&game.game, seat)?;
        let name = &listed.seats.get(usize::from(seat.0))?.name;
        let (points, cells) = (domain::words::points(line.points), cells(&line.cells));
        Some(Lit {
            seat: seat.0,
            says: format!("{points} for {name}"),
            source: line.source,
            cells,
        })
    });
    Ok(Exhibit { listed, lit })
}

/// The line with cells that paid a seat most.
fn dearest(game: &Match, seat: Seat) -> Option<ScoreLine> {
    let sheets = game.table()?.state.view(Viewer::Spectator).scores();
    let lines = sheets.get(seat)?.banked.0.iter();
    let with_cells = lines.filter(|line| !line.cells.is_empty());
    with_cells.max_by_key(|line| line.points).cloned()
}

fn cells(cells: &[Cell]) -> String {
    let written = cells
        .iter()
        .map(|Cell(row, column)| format!("{row}:{column}"));
    written.collect::<Vec<_>>().join(",")
}

/// The chapters of the rules: what has a heading.
fn chapters(game: GameId) -> Vec<Chapter> {
    let chapter = |section: Section| {
        let heading = section.text.lines().next()?.strip_prefix("## ")?;
        Some(Chapter {
            heading: heading.replace("**", ""),
            anchor: section.anchor,
        })
    };
    let sections = Section::all(game.info().rules_text);
    sections.into_iter().filter_map(chapter).collect()
}

fn provenance(game: GameId) -> String {
    let counts = game.confidence();
    let made = match counts.reconstructed {
        0 => "none is reconstructed".to_owned(),
        made => format!("{made} are reconstructed: no source shows them"),
    };
    format!(
        "Of the records of the box, {} agree in independent sources, {} have a single source, \
         and {made}.",
        counts.verified, counts.single_source
    )
}

/// What a host may choose, by the schema of the options.
fn selectable(game: GameId) -> Vec<Selectable> {
    let schema = schema::options_schema(game);
    let fields = schema["properties"].as_object();
    let told = fields
        .into_iter()
        .flatten()
        .map(|(name, field)| Selectable {
            name: name.clone(),
            heading: options::heading(name),
            meaning: options::meaning(game, field),
        });
    told.collect()
}
