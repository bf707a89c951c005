//! The first page: what is being played, what has finished, and what can be played.

use ::web::page::{self, Chip, Exhibit, Filter, Home, Listed, Offered, Seated, Standing};
use actix_web::{HttpRequest, HttpResponse, web};
use domain::{GameId, Seats, Viewer, matches::Table};
use serde::Deserialize;
use store::{Audience, LobbyRow, ResultRow};

use super::{assets, games, names, running, wanted::Wanted};
use crate::{
    http::{app::App, error::ApiError, extract::Query, listing, read_your_writes},
    wire,
};

/// So many of each are listed; lists of all of them are linked.
const SHOWN: usize = 20;
/// So many running matches are shown with their boards.
const RUNNING: usize = 8;

/// Which matches to show.
#[derive(Debug, Default, Deserialize)]
pub(crate) struct HomeQuery {
    /// Only matches of this game.
    pub(super) game: Option<GameId>,
    /// Only matches in which a player of this name sat.
    #[serde(default)]
    pub(super) player: String,
    /// Only matches that ended on this day, as `YYYY-MM-DD`, or later.
    #[serde(default)]
    pub(super) from: String,
    /// Only matches that ended on this day, as `YYYY-MM-DD`, or before.
    #[serde(default)]
    pub(super) to: String,
}

pub(crate) async fn home(
    request: HttpRequest,
    query: Query<HomeQuery>,
    page: Query<listing::PageQuery>,
    app: web::Data<App>,
) -> Result<HttpResponse, ApiError> {
    read_your_writes::listed(&app.store).await?;
    let part = page.0.part(&request)?;
    let (running, finished, next, trouble) = match Wanted::of(&app, &query.0) {
        Ok(wanted) => {
            let running = running::shown(&app, &wanted, RUNNING)?;
            let found = wanted.page(&app, part.after(), SHOWN)?;
            (running, found.rows, found.next, None)
        }
        Err(trouble) => (Vec::new(), Vec::new(), None, Some(trouble)),
    };
    let mut shown = Vec::new();
    for row in &running {
        shown.push(of_running(&app, row).await?);
    }
    let page = Home {
        running: shown,
        finished: finished.iter().map(|row| of_finished(&app, row)).collect(),
        older: part.query_of(next).map(|query| format!("/?{query}")),
        filter: filter(&query.0, trouble),
        games: offered(&app)?,
    };
    Ok(assets::html(page.page(&assets::address)))
}

/// All games, each with the board of its newest match.
pub(super) fn offered(app: &App) -> Result<Vec<Offered>, ApiError> {
    let one = |&game: &GameId| {
        let exhibit = games::newest(app, game)?.map(|row| Exhibit {
            listed: of_finished(app, &row),
            lit: None,
        });
        Ok(games::offered(game, exhibit))
    };
    GameId::ALL.iter().map(one).collect()
}

fn filter(query: &HomeQuery, trouble: Option<String>) -> Filter {
    let all = Chip {
        name: "All games".to_owned(),
        address: "/".to_owned(),
        is_chosen: query.game.is_none(),
    };
    let of_game = |&game: &GameId| Chip {
        name: game.info().title.to_owned(),
        address: format!("/?game={}", wire::name(&game)),
        is_chosen: query.game == Some(game),
    };
    let given = |text: &String| Some(text.clone()).filter(|text| !text.is_empty());
    Filter {
        chips: std::iter::once(all)
            .chain(GameId::ALL.iter().map(of_game))
            .collect(),
        game: query.game.map(|game| wire::name(&game)),
        player: given(&query.player),
        from: given(&query.from),
        to: given(&query.to),
        trouble,
    }
}

async fn of_running(app: &App, row: &LobbyRow) -> Result<Listed, ApiError> {
    let now = app.store.matches.current(row.id).await?;
    let now = app.store.matches.seen_by(Audience::Spectators, now).await?;
    let is_hidden = app.store.hides(&now.game.terms);
    let table = now.game.table().filter(|_| !is_hidden);
    let due = now.game.table().map_or(Seats::NONE, Table::to_act);
    let seated = row.seated.iter();
    let seated = seated.filter_map(|(seat, occupant)| Some((seat, occupant.as_ref()?)));
    let seated = seated.map(|(seat, occupant)| Seated {
        name: names::of(app, occupant),
        address: Some(names::address(occupant)),
        rank: None,
        total: None,
        is_due: due.contains(seat),
        clock_ms: None,
    });
    Ok(Listed {
        id: row.id.to_string(),
        game: row.game.info().title.to_owned(),
        seats: page::told_apart(seated.collect()),
        at: row.updated_at.to_string(),
        last: now.version(),
        running: table.map(standing),
    })
}

/// How a match stands. Sheets are only made for few seats: everybody asks for this page.
fn standing(table: &Table) -> Standing {
    let scored = if usize::from(table.occupants.seats()) <= page::SMALL_TABLE {
        let sheets = table.state.view(Viewer::Spectator).scores();
        sheets.iter().map(|(_, it)| it.banked.total()).collect()
    } else {
        Vec::new()
    };
    Standing {
        moment: names::moment(table.state.moment()),
        scored,
    }
}

pub(super) fn of_finished(app: &App, row: &ResultRow) -> Listed {
    let seated = row.placings.iter().map(|(_, placing)| Seated {
        name: names::of(app, &placing.occupant),
        address: Some(names::address(&placing.occupant)),
        rank: Some(placing.rank),
        total: Some(placing.total),
        is_due: false,
        clock_ms: None,
    });
    Listed {
        id: row.id.to_string(),
        game: row.game.info().title.to_owned(),
        seats: page::told_apart(seated.collect()),
        at: row.ended_at.to_string(),
        last: row.version,
        running: None,
    }
}
