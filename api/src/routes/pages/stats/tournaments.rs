//! Tournaments: their standings, crosstables and rounds, while they are played and afterwards.

use std::{collections::BTreeMap, sync::Arc};

use ::web::{
    chart::number,
    page::{self, Cell, Crosstable, Encounter, Grid, Link, Panel, Shown, Statistics},
};
use actix_web::{HttpRequest, HttpResponse, web};
use domain::cast;
use store::{
    Tournament, TournamentPlan,
    batches::{BatchState, Contestant},
    statistics::Estimate,
    tournaments::{DropReason, Dropped, MatchResult, System, TournamentStopReason},
};

use super::{answered, asked::Asked, batches, words};
use crate::{
    http::{app::App, codes::Code, error::ApiError, extract::Path},
    routes::tournaments::{TournamentPath, report},
    stats::tabular,
    wire::{CrosstableCell, StandingOfEntrant, TournamentReport},
};

/// So many are listed.
const LISTED: usize = 50;
/// So many matches of a cell are linked one by one: the API lists all.
const LINKED: usize = 12;
/// So many entrants of the crosstable, and so many rounds, are shown: the API tells all.
const CROSSED: usize = 40;
const ROUNDS: usize = 50;

/// The page's question, as the list of questions has it.
const TOURNAMENTS: &str = "Tournaments";

pub(super) async fn list(
    request: HttpRequest,
    app: web::Data<App>,
) -> Result<HttpResponse, ApiError> {
    let asked = Asked::of(&request)?;
    let game = asked.names_game.then_some(asked.game);
    let all = app.store.tournaments.list(game, None, LISTED);
    let link = |it: &Arc<Tournament>| {
        let plan = &it.plan;
        let title = plan.options.game().info().title;
        let entrants = words::count(cast::<u64>(plan.entrants.len()), "entrant", "entrants");
        Link {
            name: format!("{title}, {}: {entrants}", system(plan.system)),
            address: format!("/tournaments/{}", it.id),
            state: domain::words::capital(state(it.state()).trim_start_matches("is ")),
            at: it.created_at.to_string(),
        }
    };
    let links: Vec<_> = all.rows.iter().map(link).collect();
    let shown = if links.is_empty() {
        let none = "No tournament was planned yet. POST /v1/tournaments plans one: a round robin \
                    or a Swiss tournament of the server's bots and of players.";
        Shown::Words(vec![none.to_owned()])
    } else {
        Shown::Links(links)
    };
    let page = Statistics {
        title: TOURNAMENTS.to_owned(),
        panels: vec![panel("The newest first", "/v1/tournaments", shown)],
        ..Statistics::default()
    };
    answered(&asked, TOURNAMENTS, Ok(page))
}

pub(super) async fn tournament(
    path: Path<TournamentPath>,
    app: web::Data<App>,
) -> Result<HttpResponse, ApiError> {
    let tournament = app.store.tournaments.get(path.0.id);
    let tournament = tournament.ok_or(Code::UnknownTournament)?;
    let of = Arc::clone(&tournament);
    let report = tabular::off_thread(&app.looks, move || report(&of)).await?;
    let page = shown(&Names::of(&app, &tournament), &tournament, &report);
    let game = tournament.plan.options.game();
    answered(&Asked::any(game), TOURNAMENTS, Ok(page))
}

/// What the entrants are called.
struct Names<'a> {
    app: &'a App,
    entrants: Vec<String>,
}

impl Names<'_> {
    fn of<'a>(app: &'a App, tournament: &Tournament) -> Names<'a> {
        let name = |entrant: &store::tournaments::Entrant| {
            let members = entrant.contestants();
            let members: Vec<String> = members.map(|it| batches::name(app, &it)).collect();
            members.join(" and ")
        };
        Names {
            app,
            entrants: tournament.plan.entrants.iter().map(name).collect(),
        }
    }

    fn entrant(&self, entrant: u16) -> &str {
        &self.entrants[usize::from(entrant)]
    }

    fn all(&self, entrants: &[u16]) -> String {
        let names: Vec<&str> = entrants.iter().map(|&it| self.entrant(it)).collect();
        names.join(", ")
    }
}

fn panel(title: &str, api: &str, shown: Shown) -> Panel {
    Panel {
        title: title.to_owned(),
        notes: Vec::new(),
        links: vec![("API".to_owned(), api.to_owned())],
        is_wide: true,
        shown,
    }
}

fn shown(names: &Names<'_>, tournament: &Tournament, report: &TournamentReport) -> Statistics {
    let of = &report.tournament;
    let this = &of.links.this;
    let said = Shown::Words(progress(names, tournament, report));
    let mut standing = panel("Standings", this, Shown::Grid(standings(names, report)));
    standing.notes = vec![
        "One point for a match won, a share of one for a shared first place. Means with 95% \
         intervals, computed by deal. Opponents: the mean points of the others at each table, \
         added up. Difference: final scores less the mean of the others, added up."
            .to_owned(),
    ];
    let mut against = panel(
        "Crosstable",
        this,
        Shown::Crosstable(crosstable(names, report)),
    );
    against.notes = vec![
        "In how many of the matches in which they met the entrant of the row was before that of the \
         column; a shared place is half. A cell says its share with a 95% interval, computed by \
         deal."
            .to_owned(),
    ];
    if report.standings.len() > CROSSED {
        let all = report.standings.len();
        let left_out = format!("Of {all} entrants the first {CROSSED}.");
        against.notes.push(left_out);
    }
    let mut panels = vec![panel("How far it is", this, said), standing, against];
    let first = report.rounds.len().saturating_sub(ROUNDS);
    let drawn = (first..report.rounds.len()).map(|nth| {
        let shown = Shown::Grid(round(names, report, nth));
        panel(&format!("Round {}", nth + 1), this, shown)
    });
    panels.extend(drawn);
    let title = tournament.plan.options.game().info().title;
    Statistics {
        title: format!("Tournament of {title}"),
        counted: vec![format!(
            "{}, planned on {}.",
            of.id,
            page::minute(&of.created_at.to_string())
        )],
        panels,
        is_live: !of.state.is_over(),
        ..Statistics::default()
    }
}

/// How far the tournament is, and who is out of it.
fn progress(names: &Names<'_>, tournament: &Tournament, report: &TournamentReport) -> Vec<String> {
    let of = &report.tournament;
    let drawn = words::count(of.rounds_drawn.into(), "round", "rounds");
    let planned = of.rounds.map_or_else(String::new, |it| format!(" of {it}"));
    let mut said = vec![
        format!(
            "{drawn}{planned} drawn; the tournament {}.",
            state(of.state)
        ),
        plays(&tournament.plan),
    ];
    if of.state == BatchState::Waiting {
        let missing = of.missing.iter().cloned().map(Contestant::Player);
        let missing: Vec<String> = missing.map(|it| batches::name(names.app, &it)).collect();
        said.push(format!("Still to accept: {}.", missing.join(", ")));
    }
    let met = &report.meetings;
    if of.rounds_drawn > 0 {
        said.push(format!(
            "Any two who are still in it have met at {} to {} tables.",
            met.least, met.most
        ));
    }
    let dropped = tournament.dropped.iter();
    said.extend(dropped.map(|(&entrant, out)| is_out(names.entrant(entrant), out)));
    let stopped = of.stopped.map(|it| stopped(it.why));
    said.extend(stopped.map(|why| format!("The result is partial: {why}.")));
    if of.deal_closed {
        said.push(
            "Its players have the same deals more than once, and may remember them: such matches are \
             never rated, and left out of statistics unless asked for."
                .to_owned(),
        );
    }
    said
}

/// What is played, in a sentence.
fn plays(plan: &TournamentPlan) -> String {
    let deals = words::count(plan.deals.into(), "deal", "deals");
    let seats = domain::words::count(plan.seats.into(), "seat");
    let system = domain::words::capital(system(plan.system));
    format!("{system}, tables of {seats}, {deals} whenever entrants meet.")
}

fn is_out(name: &str, out: &Dropped) -> String {
    let why = match out.why {
        DropReason::Refused => "refused",
        DropReason::Withdrew => "withdrew",
        DropReason::NotAccepted => "did not accept within a week",
        DropReason::Forfeited => "forfeited every match of a round",
    };
    let after = words::count(out.after_rounds.into(), "round", "rounds");
    format!("{name} is out after {after}: {why}.")
}

const fn stopped(why: TournamentStopReason) -> &'static str {
    match why {
        TournamentStopReason::Asked => "its host stopped it",
        TournamentStopReason::TooFewEntrants => "too few entrants were left",
        TournamentStopReason::OtherBox => "the server uses another box of components now",
        TournamentStopReason::Quota => "its host's quota of a day was used up",
    }
}

const fn system(system: System) -> &'static str {
    match system {
        System::RoundRobin => "round robin",
        System::Swiss => "Swiss",
    }
}

const fn state(state: BatchState) -> &'static str {
    match state {
        BatchState::Waiting => "waits for players",
        BatchState::Running => "is running",
        BatchState::Stopping => "is stopping",
        BatchState::Finished => "is finished",
        BatchState::Stopped => "was stopped before all was played",
    }
}

/// A share with its interval, once there is one.
fn interval(of: &Estimate) -> String {
    let shown = |value: Option<f64>| value.map_or_else(|| "–".to_owned(), |it| number(it, 2));
    let [value, lo, hi] = [of.value, of.lo, of.hi].map(shown);
    match of.value {
        Some(_) => format!("{value} ({lo} to {hi})"),
        None => value,
    }
}

fn signed(value: f64) -> String {
    let sign = if value > 0.0 { "+" } else { "" };
    format!("{sign}{}", number(value, 1))
}

fn standings(names: &Names<'_>, report: &TournamentReport) -> Grid {
    const HEAD: [&str; 9] = [
        "Entrant",
        "Rank",
        "Points",
        "Mean",
        "Matches",
        "Forfeited",
        "Byes",
        "Opponents",
        "Difference",
    ];
    let row = |it: &StandingOfEntrant| {
        let out = if it.dropped { " (out)" } else { "" };
        let name = format!("{}{out}", names.entrant(it.entrant));
        vec![
            Cell::of(&name),
            Cell::of(&it.rank),
            Cell::of(&number(it.points, 2)),
            Cell::of(&interval(&it.mean)),
            Cell::of(&it.matches),
            Cell::of(&it.forfeited),
            Cell::of(&it.byes),
            Cell::of(&number(it.opponents, 2)),
            Cell::of(&signed(it.difference)),
        ]
    };
    Grid {
        head: HEAD.map(str::to_owned).to_vec(),
        words: 1,
        rows: report.standings.iter().map(row).collect(),
        none: "Nobody is entered.".to_owned(),
    }
}

/// The points of each against each, in the order of the standings.
#[expect(clippy::float_arithmetic, reason = "points are no integers")]
fn crosstable(names: &Names<'_>, report: &TournamentReport) -> Crosstable {
    let met = report.crosstable.iter();
    let met: BTreeMap<(u16, u16), &CrosstableCell> =
        met.map(|it| ((it.entrant, it.other), it)).collect();
    let order = report.standings.iter().take(CROSSED);
    let order: Vec<u16> = order.map(|it| it.entrant).collect();
    let cell = |it: &&CrosstableCell| {
        let [entrant, other] = [it.entrant, it.other].map(|of| names.entrant(of));
        let matches = words::count(it.mean.n, "match", "matches");
        let share = interval(&it.mean);
        let only = it.matches.first().filter(|_| it.matches.len() == 1);
        let points = it.mean.value.unwrap_or(0.0) * f64::from(cast::<u32>(it.mean.n));
        Encounter {
            points: number(points, 1),
            says: format!("{entrant} against {other}: {share} of {matches}."),
            address: only.map(|id| format!("/matches/{id}")),
        }
    };
    let row = |entrant: &u16| {
        let others = order.iter();
        others
            .map(|other| met.get(&(*entrant, *other)).map(cell))
            .collect()
    };
    Crosstable {
        names: order
            .iter()
            .map(|&it| names.entrant(it).to_owned())
            .collect(),
        cells: order.iter().map(row).collect(),
        none: "No match of it is over yet.".to_owned(),
    }
}

fn round(names: &Names<'_>, report: &TournamentReport, nth: usize) -> Grid {
    let round = &report.rounds[nth];
    let tables = round.tables.iter().enumerate().map(|(nth, table)| {
        let links = table.matches.iter().take(LINKED).map(result);
        vec![
            Cell::of(&format_args!("Table {}", nth + 1)),
            Cell::of(&names.all(&table.entrants)),
            Cell {
                text: String::new(),
                links: links.collect(),
            },
        ]
    });
    let byes = (!round.byes.is_empty()).then(|| {
        vec![
            Cell::of(&"Byes"),
            Cell::of(&names.all(&round.byes)),
            Cell::default(),
        ]
    });
    let head = ["Table", "Entrants", "Matches: scores of the sides"];
    Grid {
        head: head.map(str::to_owned).to_vec(),
        words: 3,
        rows: tables.chain(byes).collect(),
        none: "All who would have played in it are out.".to_owned(),
    }
}

/// The scores of a match, and where it is; a star stands at who forfeited.
fn result(of: &MatchResult) -> (String, String) {
    let score = |side: &store::tournaments::SideResult| {
        let star = if side.forfeited { "*" } else { "" };
        format!("{}{star}", side.score).replace('-', "\u{2212}")
    };
    let scores: Vec<String> = of.sides.iter().map(score).collect();
    let said = match &scores[..] {
        [] => "ended early".to_owned(),
        scores => scores.join(" : "),
    };
    (said, format!("/matches/{}", of.id))
}
