//! A match as one file that plays without a server.

use ::web::{
    Focus,
    page::{
        Seated,
        file::{self, Cover, ReplayFile, Step, Table},
        told_apart,
    },
};
use actix_web::{HttpResponse, get, http::header, web};
use domain::{
    BySeat, Seat, Viewer, Who, cast,
    matches::{Match, MatchEvent, Occupant},
};
use store::{Commit, Hash};

use super::{MatchPath, pages::names};
use crate::http::{app::App, auth::Reader, codes::Code, error::ApiError, heavy_looks::Question};

/// Get a match as a file
///
/// The whole match as one HTML file that plays in any browser without a server: its boards,
/// every event in words, the scores, and its record, whose chain of hashes the file checks by
/// itself. It shows what everybody may see. The names of players are those that they have when you
/// ask; notes are not in it.
#[utoipa::path(operation_id = "getReplayFile", tag = "Replay",
    extensions(("x-cacheable" = json!(true))), security((), ("token" = [])),
    params(MatchPath),
    responses((status = 200, description = "The match as one HTML file.", body = String,
        content_type = "text/html")))]
#[get("/matches/{id}/replay.html")]
pub(crate) async fn get_replay_file(
    reader: Reader,
    app: web::Data<App>,
) -> Result<HttpResponse, ApiError> {
    if !reader.now.game.is_over() {
        return Err(Code::NotOver.because("only a match that is over is made into a file"));
    }
    let viewer = if reader.sees_everything() {
        Viewer::Referee
    } else {
        Viewer::Spectator
    };
    let (id, matches) = (reader.id, app.store.matches.clone());
    let names = occupants(&reader.now.game, |_, occupant| names::of(&app, occupant));
    let key = reader.cache_key(&app, Question::File);
    let page = app.looks.bytes(key, move |waiting| {
        let record = waiting.read(matches.record(id))?;
        let commits = waiting.each(record.iter().map(AsRef::as_ref));
        Ok(written(commits, viewer, &names).into_bytes())
    });
    let page = page.await?;
    let tag = Hash::of(&page).to_string();
    let answer = HttpResponse::Ok()
        .content_type("text/html; charset=utf-8")
        .insert_header((header::CONTENT_SECURITY_POLICY, file::policy()))
        .body(page);
    Ok(reader.cached_drawing(answer, &tag))
}

/// What those are called who sit at a table.
pub(crate) fn occupants(game: &Match, name: impl Fn(Seat, &Occupant) -> String) -> BySeat<String> {
    let table = game.table();
    let none = || BySeat::new(0, |_| String::new());
    table.map_or_else(none, |table| table.occupants.map(name))
}

/// The file of a match that is over, as far as this viewer may see it.
pub(crate) fn written<'a>(
    commits: impl Iterator<Item = &'a Commit<MatchEvent>>,
    viewer: Viewer,
    names: &BySeat<String>,
) -> String {
    let commits: Vec<&Commit<MatchEvent>> = commits.collect();
    let events = || commits.iter().flat_map(|commit| &commit.events);
    let game = Match::fold(events());
    let seats = seated(game.as_ref(), names);
    let names = BySeat::new(cast(seats.len()), |Seat(seat)| {
        seats[usize::from(seat)].name.clone()
    });
    let mut file = ReplayFile::new(seats);
    Match::each_step(events().map(|event| ((), event)), |game, (), event| {
        file.add(&step(game, event, viewer, &names));
    });
    let mut record = String::new();
    for commit in &commits {
        let line = if viewer == Viewer::Referee {
            commit.line.without_erasable()
        } else {
            commit.line.without_private()
        };
        record.push_str(&line);
        record.push('\n');
    }
    let began = commits
        .first()
        .map(|commit| commit.line.recorded_at.to_string());
    let cover = Cover {
        game: game.map_or("", |game| game.terms.options.game().info().title),
        began: &began.unwrap_or_default(),
    };
    file.page(&cover, &record)
}

fn seated(game: Option<&Match>, names: &BySeat<String>) -> Vec<Seated> {
    let standings = game
        .and_then(Match::table)
        .and_then(|table| table.standings.as_ref());
    let seated = names.iter().map(|(seat, name)| {
        let standing = standings.and_then(|all| all.get(seat));
        Seated {
            name: name.clone(),
            rank: standing.map(|it| it.rank),
            total: standing.map(|it| it.total),
            is_due: false,
        }
    });
    told_apart(seated.collect())
}

fn step(game: &Match, event: &MatchEvent, viewer: Viewer, names: &BySeat<String>) -> Step {
    let disclosed = event.clone().disclose(viewer);
    let table = game.table();
    Step {
        text: disclosed.words(&Who::named(names)),
        moment: table.map(|table| table.state.moment()),
        landmark: event.landmark(),
        table: table.map(|table| {
            let view = table.state.view(viewer);
            Table {
                picture: ::web::board(&view, &Focus::default()),
                sheets: view.scores(),
            }
        }),
    }
}
