//! A match as one file that plays without a server.

use ::web::page::{
    Position, Seated, Table,
    file::{self, ReplayFile, Step},
    told_apart,
};
use actix_web::{HttpResponse, get, http::header, web};
use domain::{
    BySeat, Seat, Seats, Viewer, Who, cast,
    matches::{Match, MatchEvent, Occupant},
};
use store::{Commit, Hash, Timestamp};

use super::{
    MatchPath,
    pages::{matches, names},
};
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
    let record = reader.record(&app);
    let names = occupants(&reader.now.game, |_, occupant| names::of(&app, occupant));
    let key = reader.cache_key(&app, Question::File);
    let page = app.looks.bytes(key, move |waiting| {
        let record = waiting.read(record.read())?;
        let commits: Vec<&Commit<MatchEvent>> = record.iter().map(AsRef::as_ref).collect();
        let is_wanted = || !waiting.is_over();
        Ok(written(&commits, viewer, &names, &is_wanted).into_bytes())
    });
    let page = page.await?;
    let tag = Hash::of(&page).to_string();
    let answer = HttpResponse::Ok()
        .content_type("text/html; charset=utf-8")
        .insert_header((header::CONTENT_SECURITY_POLICY, file::policy()))
        .body(page);
    Ok(reader.cached_page(answer, &tag))
}

/// What those are called who sit at a table.
pub(crate) fn occupants(game: &Match, name: impl Fn(Seat, &Occupant) -> String) -> BySeat<String> {
    let table = game.table();
    let none = || BySeat::new(0, |_| String::new());
    table.map_or_else(none, |table| table.occupants.map(name))
}

/// The file of a match that is over, as far as this viewer may see it. It is broken off when it is
/// wanted no more.
pub(crate) fn written(
    commits: &[&Commit<MatchEvent>],
    viewer: Viewer,
    names: &BySeat<String>,
    is_wanted: &dyn Fn() -> bool,
) -> String {
    let events = || {
        commits.iter().flat_map(|commit| {
            let at = commit.line.recorded_at;
            commit.events.iter().map(move |event| (at, event))
        })
    };
    let game = Match::fold(events().map(|(_, event)| event));
    let title = game
        .as_ref()
        .map_or("", |game| game.terms.options.game().info().title);
    let manner = game.as_ref().and_then(|game| matches::manner(&game.terms));
    let seats = seated(game.as_ref(), names);
    let names = BySeat::new(cast(seats.len()), |Seat(seat)| {
        seats[usize::from(seat)].name.clone()
    });
    let mut file = ReplayFile::new((title, manner), seats, cast(events().count()));
    let events = events().take_while(|_| is_wanted());
    let mut done = None;
    Match::each_step(events, |game, at, event| {
        let disclosed = event.clone().disclose(viewer);
        if matches::tells(event) {
            done = Some(disclosed.clone());
        }
        let told = (&disclosed, done.as_ref());
        file.add(step(game, (at, event), told, (viewer, &Who::named(&names))));
    });
    file.page(&record(commits, viewer))
}

/// The lines of a record, without notes: those can be deleted, and a file cannot be called back.
fn record(commits: &[&Commit<MatchEvent>], viewer: Viewer) -> String {
    let mut record = String::new();
    for commit in commits {
        let line = if viewer == Viewer::Referee {
            commit.line.without_erasable()
        } else {
            commit.line.without_private()
        };
        record.push_str(&line);
        record.push('\n');
    }
    record
}

fn seated(game: Option<&Match>, names: &BySeat<String>) -> Vec<Seated> {
    let table = game.and_then(Match::table);
    let standings = table.and_then(|table| table.standings.as_ref());
    let seated = names.iter().map(|(seat, name)| {
        let standing = standings.and_then(|all| all.get(seat));
        Seated {
            name: name.clone(),
            address: None,
            rank: standing.map(|it| it.rank),
            total: standing.map(|it| it.total),
            is_due: false,
            clock_ms: None,
        }
    });
    told_apart(seated.collect())
}

fn step(
    game: &Match,
    (at, event): (Timestamp, &MatchEvent),
    (disclosed, done): (&MatchEvent, Option<&MatchEvent>),
    (viewer, who): (Viewer, &Who<'_>),
) -> Step {
    let table = game.table();
    let position = table.map(|table| {
        let moment = table.state.moment();
        Position {
            phase: moment.stage.to_owned(),
            round: moment.round,
            turn: moment.turn,
        }
    });
    Step {
        text: disclosed.words(who),
        asks: !matches::tells(event),
        recorded_at: at.to_string(),
        position,
        is_landmark: event.landmark().is_some(),
        due: table.map_or(Seats::NONE, domain::matches::Table::to_act),
        table: table.filter(|_| changes_table(event)).map(|table| {
            let view = table.state.view(viewer);
            Table {
                game: view.game(),
                plates: ::web::plates(&view, &matches::news(&view, done)),
                sheets: view.scores(),
                scored_now: Vec::new(),
                due: ::web::due(&view),
            }
        }),
    }
}

/// Whether the table may be another after an event. To draw a large one takes a while.
const fn changes_table(event: &MatchEvent) -> bool {
    matches!(
        event,
        MatchEvent::Played { .. }
            | MatchEvent::Started { .. }
            | MatchEvent::Resumed { .. }
            | MatchEvent::Undone { .. }
    )
}
