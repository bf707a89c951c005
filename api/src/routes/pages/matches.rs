//! The page of a match: the replay player.

use ::web::{
    Focus,
    page::{self, Board, Happening, Player, Seated},
};
use actix_web::{HttpRequest, HttpResponse, web};
use domain::{
    BySeat, Seat, Seats, Viewer, Who, cast,
    matches::{Match, Table},
};
use serde::Deserialize;
use store::Hash;

use super::{assets, names};
use crate::{
    http::{app::App, auth::Reader, error::ApiError, extract::Query, heavy_looks::Waiting, origin},
    routes::steps,
    wire::Happened,
};

/// What to show of a match.
#[derive(Debug, Deserialize)]
pub(super) struct PlayerQuery {
    /// The seat through whose eyes.
    seat: Option<Seat>,
    /// The step. Default: the last.
    step: Option<u32>,
}

pub(super) async fn player(
    request: HttpRequest,
    reader: Reader,
    query: Query<PlayerQuery>,
    app: web::Data<App>,
) -> Result<HttpResponse, ApiError> {
    let origin = origin::of(&request);
    let page = page(&app, &reader, &query.0).await?;
    let page = Player {
        origin: (!reader.now.game.terms.private).then_some(origin),
        ..page
    };
    Ok(answer(&reader, &page, assets::html))
}

/// The same without the site around it, for pages of others that frame it.
pub(super) async fn embedded(
    reader: Reader,
    query: Query<PlayerQuery>,
    app: web::Data<App>,
) -> Result<HttpResponse, ApiError> {
    let page = page(&app, &reader, &query.0).await?;
    let page = Player {
        is_framed: true,
        ..page
    };
    Ok(answer(&reader, &page, assets::framed))
}

fn answer(reader: &Reader, page: &Player, html: fn(String) -> HttpResponse) -> HttpResponse {
    let page = page.page(&assets::address);
    let tag = Hash::of(page.as_bytes()).to_string();
    reader.cached_drawing(html(page), &tag)
}

async fn page(app: &App, reader: &Reader, query: &PlayerQuery) -> Result<Player, ApiError> {
    let viewer = reader.viewer(query.seat)?;
    let last = reader.now.version();
    let step = query.step.unwrap_or(last);
    let game = reader.at(app, step).await?;
    let happened = steps::happened(app, reader, step, viewer).await?;
    let seats = seated(app, game.as_ref(), &reader.now.game);
    Ok(Player {
        id: reader.id.to_string(),
        game: reader.game().info().title,
        happening: happened.as_ref().map(|it| happening(it, &seats)),
        seats,
        step,
        last,
        is_live: !reader.now.game.is_over(),
        viewer,
        board: app
            .looks
            .run(move |_: &Waiting<'_>| board(game.as_ref()?, viewer))
            .await?,
        origin: None,
        is_framed: false,
    })
}

/// Who sits at the table, who owed a decision at a step, and how it ended.
fn seated(app: &App, then: Option<&Match>, now: &Match) -> Vec<Seated> {
    let Some(table) = now.table() else {
        return Vec::new();
    };
    let due = then
        .and_then(Match::table)
        .map_or(Seats::NONE, Table::to_act);
    let seated = table.occupants.iter().map(|(seat, occupant)| {
        let standing = table.standings.as_ref().and_then(|all| all.get(seat));
        Seated {
            name: names::of(app, occupant),
            rank: standing.map(|it| it.rank),
            total: standing.map(|it| it.total),
            is_due: due.contains(seat),
        }
    });
    page::told_apart(seated.collect())
}

fn happening(happened: &Happened, seats: &[Seated]) -> Happening {
    let names = BySeat::new(cast(seats.len()), |seat| {
        seats[usize::from(seat.0)].name.clone()
    });
    Happening {
        text: happened.event.words(&Who::named(&names)),
        recorded_at: happened.recorded_at.to_string(),
    }
}

fn board(game: &Match, viewer: Viewer) -> Option<Board> {
    let view = game.table()?.state.view(viewer);
    Some(Board {
        picture: ::web::board(&view, &Focus::default()),
        sheets: view.scores(),
    })
}
