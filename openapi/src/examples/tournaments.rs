//! Examples of tournaments for the document, in the very types that are sent.

use domain::{
    GameId, Seed,
    bots::Bot,
    matches::{PlayerId, Settings},
};
use serde_json::{Value, json};
use store::{
    MatchId, Timestamp, TournamentId,
    batches::BatchState,
    statistics::{Estimate, Method},
    tournaments::{DropReason, MatchResult, SideResult, System},
};

use super::{
    matches::named,
    statistics::{POSITION, estimate},
};
use api::wire::{
    self, CrosstableCell, DroppedEntrant, EntrantPlace, MeetingRange, Page, RoundOfTournament,
    StandingOfEntrant, TableOfTournament, TournamentInfo, TournamentLinks, TournamentReport,
};

/// Of every operation about tournaments, what it takes and answers.
pub(crate) fn of(game: GameId) -> Vec<(&'static str, &'static str, Value)> {
    let request = json!({
        "game": game,
        "system": "swiss",
        "entrants": entrants(),
        "rounds": 2,
    });
    let page = Page {
        items: vec![tournament(game, BatchState::Running)],
        next_cursor: None,
        as_of_position: POSITION,
    };
    let running = || json!(named(tournament(game, BatchState::Running)));
    vec![
        ("planTournament", "request", request),
        ("planTournament", "response", running()),
        ("listTournaments", "response", json!(named(page))),
        ("getTournament", "response", json!(named(report(game)))),
        ("acceptTournament", "response", running()),
        ("refuseTournament", "response", running()),
        ("stopTournament", "response", running()),
    ]
}

fn player(digits: &str) -> PlayerId {
    PlayerId(format!("p_{}", digits.repeat(16)))
}

fn entrants() -> Vec<EntrantPlace> {
    let player = |digits| EntrantPlace::Player {
        player: player(digits),
    };
    let bot = |bot| EntrantPlace::Bot { bot };
    vec![
        player("1a"),
        player("2b"),
        bot(Bot::Greedy),
        bot(Bot::Random),
    ]
}

fn tournament(game: GameId, state: BatchState) -> TournamentInfo {
    let id: TournamentId = format!("t_{}", "5e".repeat(16))
        .parse()
        .expect("it is written like one");
    let at = |moment: &str| -> Timestamp { moment.parse().expect("it is a moment") };
    let ended = state.is_over().then(|| at("2031-05-17T08:19:22.500Z"));
    TournamentInfo {
        id,
        position: POSITION,
        options: game.default_options(),
        seats: 2,
        system: System::Swiss,
        entrants: entrants(),
        rounds: Some(2),
        rounds_drawn: 1,
        deals: 2,
        duplicate: false,
        deal_closed: false,
        settings: Settings::default(),
        missing: Vec::new(),
        dropped: vec![DroppedEntrant {
            entrant: 1,
            why: DropReason::Withdrew,
            player: Some(player("2b")),
            after_rounds: 1,
        }],
        seed: ended.map(|_| Seed([7; 32])),
        seed_known: false,
        host: player("1a"),
        state,
        stopped: None,
        partial: true,
        created_at: at("2031-05-17T08:09:10.011Z"),
        ended_at: ended,
        links: TournamentLinks {
            this: format!("/v1/tournaments/{id}"),
            matches: format!(
                "/v1/stats/matches?game={}&where=tournament%3A{id}&where=rules%3A..&where=foreknown%3A..&where=deal_closed%3A..&where=server_made%3A..",
                wire::name(&game)
            ),
        },
    }
}

fn matches() -> Vec<MatchResult> {
    let side = |rank, score| SideResult {
        rank,
        score,
        forfeited: false,
    };
    let of = |digits: &str, sides| MatchResult {
        id: format!("m_{}", digits.repeat(16))
            .parse::<MatchId>()
            .expect("it is written like one"),
        sides,
    };
    vec![
        of("c1", vec![side(1, 61), side(2, 48)]),
        of("c2", vec![side(1, 55), side(1, 55)]),
    ]
}

fn shares(value: f64) -> Estimate {
    estimate(2, [0.1, value, 0.95], Method::AgrestiCoullByDeal)
}

fn report(game: GameId) -> TournamentReport {
    let standing = |rank, entrant, [won, shared]: [u32; 2], numbers: [f64; 4]| {
        let [points, opponents, mean, difference] = numbers;
        StandingOfEntrant {
            rank,
            entrant,
            points,
            mean: shares(mean),
            matches: 2,
            won,
            shared,
            forfeited: 0,
            unranked: 0,
            byes: 0,
            opponents,
            difference,
            dropped: false,
        }
    };
    let cell = |entrant, other, mean| CrosstableCell {
        entrant,
        other,
        mean: shares(mean),
        matches: matches().iter().map(|it| it.id).collect(),
    };
    let table = |entrants| TableOfTournament {
        entrants,
        matches: matches(),
    };
    TournamentReport {
        tournament: tournament(game, BatchState::Running),
        standings: vec![
            standing(1, 0, [1, 1], [1.5, 0.5, 0.75, 13.0]),
            standing(2, 3, [0, 1], [0.5, 1.5, 0.25, -13.0]),
        ],
        crosstable: vec![cell(0, 3, 0.75), cell(3, 0, 0.25)],
        meetings: MeetingRange { least: 0, most: 1 },
        rounds: vec![RoundOfTournament {
            tables: vec![table(vec![0, 3])],
            byes: vec![2],
        }],
    }
}
