//! The first page: what is being played, and what has finished.

use ::web::page::{self, Home, Listed, Seated};
use actix_web::{HttpResponse, web};
use store::{LobbyFilter, LobbyRow, ResultRow, ResultsFilter, Status};

use super::{assets, names};
use crate::http::{app::App, error::ApiError};

/// So many of each are listed; lists of all of them are linked.
const SHOWN: usize = 20;

pub(crate) async fn home(app: web::Data<App>) -> Result<HttpResponse, ApiError> {
    let running = LobbyFilter {
        status: Some(Status::Running),
        ..LobbyFilter::default()
    };
    let running = app.store.lobby.list(&running, None, SHOWN)?;
    let finished = app
        .store
        .results
        .list(&ResultsFilter::default(), None, SHOWN)?;
    let page = Home {
        running: running
            .rows
            .iter()
            .map(|row| of_running(&app, row))
            .collect(),
        finished: finished
            .rows
            .iter()
            .map(|row| of_finished(&app, row))
            .collect(),
    };
    Ok(assets::html(page.page(&assets::address)))
}

fn of_running(app: &App, row: &LobbyRow) -> Listed {
    let seated = row
        .seated
        .iter()
        .filter_map(|(_, occupant)| occupant.as_ref());
    let seated = seated.map(|occupant| Seated {
        name: names::of(app, occupant),
        rank: None,
        total: None,
        is_due: false,
    });
    Listed {
        id: row.id.to_string(),
        game: row.game.info().title.to_owned(),
        seats: page::told_apart(seated.collect()),
        at: row.updated_at.to_string(),
    }
}

fn of_finished(app: &App, row: &ResultRow) -> Listed {
    let seated = row.placings.iter().map(|(_, placing)| Seated {
        name: names::of(app, &placing.occupant),
        rank: Some(placing.rank),
        total: Some(placing.total),
        is_due: false,
    });
    Listed {
        id: row.id.to_string(),
        game: row.game.info().title.to_owned(),
        seats: page::told_apart(seated.collect()),
        at: row.ended_at.to_string(),
    }
}
