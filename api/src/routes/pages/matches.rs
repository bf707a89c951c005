//! The page of a match: the replay player.

use ::web::{
    Focus, Ghost,
    page::{self, Decision, Happening, Origin, Player, Seated, Stands, Table},
};
use actix_web::{
    HttpRequest, HttpResponse,
    http::header::{HeaderName, HeaderValue},
    web,
};
use domain::{
    BySeat, GameId, Score, ScoreSheet, Seat, Seats, View, Viewer, Who, cast,
    matches::{Match, MatchEvent, Terms},
};
use serde::Deserialize;
use store::{Audience, Hash};

use super::{
    assets,
    course::{self, Decided},
    names,
};
use crate::{
    http::{
        app::App, auth::Reader, error::ApiError, extract::Query, heavy_looks::Waiting, origin,
        reply,
    },
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
    /// Whose points are looked into: a seat, a dot, and the source of a line if one is meant.
    why: Option<String>,
    /// Only what changes from step to step, for the script of the page.
    #[serde(default)]
    parts: bool,
}

/// The tables that a page is drawn from.
struct Tables {
    game: GameId,
    now: Option<Match>,
    /// That of the decision that led here, or else of the step before.
    before: Option<Match>,
    viewer: Viewer,
}

pub(super) async fn player(
    request: HttpRequest,
    reader: Reader,
    query: Query<PlayerQuery>,
    app: web::Data<App>,
) -> Result<HttpResponse, ApiError> {
    let origin = (!reader.now.game.terms.private).then(|| origin::of(&request));
    shown((&app, &reader), &query.0, Stands::OnSite(origin)).await
}

/// The same without the site around it, for pages of others that frame it.
pub(super) async fn embedded(
    reader: Reader,
    query: Query<PlayerQuery>,
    app: web::Data<App>,
) -> Result<HttpResponse, ApiError> {
    shown((&app, &reader), &query.0, Stands::InFrame).await
}

/// Matches are too many to be listed by search engines, and each has hundreds of steps.
const UNLISTED: (HeaderName, HeaderValue) = (
    HeaderName::from_static("x-robots-tag"),
    HeaderValue::from_static("noindex, nofollow"),
);

async fn shown(
    (app, reader): (&App, &Reader),
    query: &PlayerQuery,
    stands: Stands,
) -> Result<HttpResponse, ApiError> {
    let write: fn(&Player<'_>) -> String = if query.parts {
        |player| player.parts_json()
    } else {
        |player| player.page(&assets::address)
    };
    let respond = match stands {
        _ if query.parts => reply::json,
        Stands::InFrame => assets::framed,
        Stands::OnSite(_) | Stands::InFile => assets::html,
    };
    let text = written((app, reader), query, stands, write).await?;
    Ok(unlisted(reader, text, respond))
}

/// A page of a match, or what its script asks for.
pub(super) fn unlisted(
    reader: &Reader,
    text: String,
    respond: fn(String) -> HttpResponse,
) -> HttpResponse {
    let tag = Hash::of(text.as_bytes()).to_string();
    let mut answer = reader.cached_page(respond(text), &tag);
    let (name, value) = UNLISTED;
    answer.headers_mut().insert(name, value);
    answer
}

async fn written(
    (app, reader): (&App, &Reader),
    query: &PlayerQuery,
    stands: Stands,
    write: fn(&Player<'_>) -> String,
) -> Result<String, ApiError> {
    let viewer = reader.viewer(query.seat)?;
    let last = reader.now.version();
    let step = query.step.unwrap_or(last);
    let now = reader.at(app, step).await?;
    let happened = steps::happened(app, reader, step, viewer).await?;
    let done = match &happened {
        Some(it) if !tells(&it.event) => steps::done_before(app, reader, step, viewer).await?,
        Some(_) | None => None,
    };
    let (course, decided) = course::course(app, reader, viewer, step).await?;
    let origin = match &query.why {
        Some(why) => course::origin(app, reader, why, (step, viewer)).await?,
        None => None,
    };
    let decided_on = decided.as_ref().map(|it| it.step.saturating_sub(1));
    let before = decided_on.unwrap_or_else(|| step.saturating_sub(1));
    let mut seats = seated(app, now.as_ref(), &reader.now.game);
    if step == last {
        set_clocks(app, reader, &mut seats);
    }
    let tables = Tables {
        game: reader.game(),
        before: reader.at(app, before).await?,
        now,
        viewer,
    };
    let names = called(&seats);
    let mut ended = reader.now.game.irregular_end(&Who::named(&names));
    ended.extend(reader.now.game.tie_break());
    let event = done.as_ref().or(happened.as_ref());
    let event = event.map(|it| it.event.clone());
    let drawn = (origin.clone(), decided);
    let draw = move |_: &Waiting<'_>| {
        let (origin, decided) = drawn;
        let decision = decided.and_then(|it| tables.decision(it, &Who::named(&names)));
        let (decision, ghost) = decision.unzip();
        let table = tables.table(event.as_ref(), ghost.flatten(), origin.as_ref());
        (table, decision)
    };
    let (table, decision) = app.looks.run(draw).await?;
    let player = Player {
        id: &reader.id.to_string(),
        game: reader.game().info().title,
        manner: manner(&reader.now.game.terms),
        happening: happened.map(|it| happening(&it, done.as_ref(), &seats)),
        seats,
        step,
        last,
        is_live: !reader.now.game.is_over(),
        viewer,
        is_open: reader.sees_everything(),
        table,
        course,
        decision,
        ended,
        origin,
        stands,
    };
    Ok(write(&player))
}

/// Who sits at the table, who owed a decision at a step, and how it ended.
pub(super) fn seated(app: &App, then: Option<&Match>, now: &Match) -> Vec<Seated> {
    let Some(table) = now.table() else {
        return Vec::new();
    };
    let due = then
        .and_then(Match::table)
        .map_or(Seats::NONE, domain::matches::Table::to_act);
    let seated = table.occupants.iter().map(|(seat, occupant)| {
        let standing = table.standings.as_ref().and_then(|all| all.get(seat));
        Seated {
            name: names::of(app, occupant),
            address: Some(names::address(occupant)),
            rank: standing.map(|it| it.rank),
            total: standing.map(|it| it.total),
            is_due: due.contains(seat),
            clock_ms: None,
        }
    });
    page::told_apart(seated.collect())
}

/// Says what is on the clocks now. Whoever is some steps behind does not see this moment.
pub(super) fn set_clocks(app: &App, reader: &Reader, seats: &mut [Seated]) {
    let delay = reader.now.game.terms.settings.spectator_delay;
    if reader.audience() == Audience::Spectators && delay.is_some() {
        return;
    }
    for (seat, it) in (0..).map(Seat).zip(seats) {
        it.clock_ms = app.store.matches.clock_ms(&reader.now, seat);
    }
}

/// How the match is played, where hosts choose.
pub(crate) fn manner(terms: &Terms) -> Option<String> {
    ::web::manner(&terms.options, terms.places.seats())
}

pub(super) fn called(seats: &[Seated]) -> BySeat<String> {
    BySeat::new(cast(seats.len()), |seat| {
        seats[usize::from(seat.0)].name.clone()
    })
}

fn happening(happened: &Happened, done: Option<&Happened>, seats: &[Seated]) -> Happening {
    let names = called(seats);
    let words = |it: &Happened| it.event.words(&Who::named(&names));
    Happening {
        text: words(happened),
        done: done.map(words),
    }
}

impl Tables {
    /// A decision in words, and what would have been better on the board.
    fn decision(&self, decided: Decided, who: &Who<'_>) -> Option<(Decision, Option<Focus>)> {
        let table = self.before.as_ref().and_then(Match::table)?;
        let view = table.state.view(Viewer::Seat(decided.seat));
        let ghost = ghost(&decided, &view);
        Some((held(decided, &view, who)?, ghost))
    }

    /// What is on the table, with what just happened and what would have been better.
    fn table(
        &self,
        event: Option<&MatchEvent>,
        ghost: Option<Focus>,
        origin: Option<&Origin>,
    ) -> Option<Table> {
        let view = self.now.as_ref()?.table()?.state.view(self.viewer);
        let sheets = view.scores();
        let marks = match origin {
            Some(origin) => vec![self.lit(&view, &sheets, origin)],
            None => with_ghost(news(&view, event), ghost),
        };
        Some(Table {
            game: self.game,
            plates: ::web::plates(&view, &marks),
            scored_now: if usize::from(sheets.seats()) <= page::COLUMNS {
                self.scored_now(&sheets)
            } else {
                Vec::new()
            },
            due: ::web::due(&view),
            sheets,
        })
    }

    /// The cells that the lines of a seat counted.
    fn lit(&self, view: &View, sheets: &BySeat<ScoreSheet>, origin: &Origin) -> Focus {
        let lines = sheets.get(origin.of).map_or(&[][..], |it| &it.banked.0);
        let meant = lines.iter().filter(|line| {
            let of = origin.line.as_ref();
            of.is_none_or(|of| *of == line.source)
        });
        let cells = meant.flat_map(|line| line.cells.iter().copied());
        Focus {
            of: ::web::own_board(view.game(), origin.of),
            marked: cells.collect(),
            ..Focus::default()
        }
    }

    /// The lines that would have paid just before, and that have paid now.
    fn scored_now(&self, sheets: &BySeat<ScoreSheet>) -> Vec<String> {
        let before = self.before.as_ref().and_then(Match::table);
        let before = before.map(|table| table.state.view(self.viewer).scores());
        let mut sources: Vec<String> = Vec::new();
        for (seat, sheet) in sheets.iter() {
            let before = before.as_ref().and_then(|all| all.get(seat));
            let known = before.map_or(&[][..], |sheet| &sheet.banked.0);
            let paid = sheet.banked.0.iter().filter(|line| !known.contains(line));
            let accounts: Vec<&str> = paid.map(|line| self.game.account(&line.source)).collect();
            sources.extend(self.of_accounts(&sheet.if_now, &accounts));
            sources.extend(accounts.into_iter().map(str::to_owned));
        }
        sources
    }

    fn of_accounts(&self, score: &Score, accounts: &[&str]) -> Vec<String> {
        let sources = score.0.iter().map(|line| &line.source);
        let paid = sources.filter(|source| accounts.contains(&self.game.account(source)));
        paid.cloned().collect()
    }
}

/// A decision in words, held against what else was legal in the view on which it was made.
pub(super) fn held(decided: Decided, view: &View, who: &Who<'_>) -> Option<Decision> {
    let appraised = decided.appraisal?;
    let said = |command| view.said(command, who);
    Some(Decision {
        by: decided.seat,
        before: decided.step.saturating_sub(1),
        said: said(&decided.command),
        best: appraised.best.as_ref().map(said),
        gain: cast(appraised.gain),
        best_gain: cast(appraised.best_gain),
        legal: appraised.legal,
        rank: appraised.rank,
        tied: appraised.tied,
        note: decided.note,
    })
}

/// The best command where it would have been, if a better one was legal and has a place.
fn ghost(decided: &Decided, view: &View) -> Option<Focus> {
    let appraised = decided.appraisal.as_ref()?;
    let best = ::web::aimed(view, decided.seat, appraised.best.as_ref()?);
    let is_there = best == ::web::aimed(view, decided.seat, &decided.command);
    // The same place with another terrain or another building: only the flag tells.
    let what = if is_there { "best here" } else { "best" };
    (!best.played.is_empty()).then(|| Focus {
        ghost: Some(Ghost {
            cells: best.played,
            flag: format!("{what}: {}", with_sign(cast(appraised.best_gain))),
        }),
        of: best.of,
        ..Focus::default()
    })
}

/// Points gained or lost, with their sign.
fn with_sign(points: i16) -> String {
    let plus = if points > 0 { "+" } else { "" };
    format!("{plus}{}", domain::words::signed(points))
}

/// What an event did to boards.
pub(crate) fn news(view: &View, event: Option<&MatchEvent>) -> Vec<Focus> {
    match event {
        Some(MatchEvent::Played { event }) => ::web::news(view, event),
        Some(_) | None => Vec::new(),
    }
}

/// Whether an event tells what was done, and not only whose turn it is.
pub(crate) fn tells(event: &MatchEvent) -> bool {
    if let MatchEvent::Played { event } = event {
        return !::web::asks(event);
    }
    !matches!(
        event,
        MatchEvent::Decided { .. } | MatchEvent::OfferClosed { .. }
    )
}

/// What would have been better, beside what was done on the same board.
fn with_ghost(mut news: Vec<Focus>, ghost: Option<Focus>) -> Vec<Focus> {
    if let Some(ghost) = ghost {
        match news.iter_mut().find(|focus| focus.of == ghost.of) {
            Some(focus) => focus.ghost = ghost.ghost,
            None => news.push(ghost),
        }
    }
    news
}
