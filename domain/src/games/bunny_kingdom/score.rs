//! The score sheet, line by line.

use super::{
    fiefs::{Estate, Fief, Fiefs},
    judge,
    parchments::{Claims, ParchmentScore, ParchmentScores},
    realm::coordinates,
    reckoning::Reckoning,
    state::State,
    view::View,
};
use crate::{BySeat, Count, Score, ScoreLine, ScoreSheet, Seat, Side, Standing, cast, score};

/// The score sheets of a view.
pub fn scores(view: &View) -> BySeat<ScoreSheet> {
    let if_now = if_now(&Reckoning::of(view));
    let paid = view.parchment_scores.as_ref();
    if_now.map(|seat, if_now| {
        let banked = banked(&view.harvests, paid, seat);
        // Of a position written by hand, only the sum may be known.
        let earlier = view.seats[seat].points - banked.total();
        let earlier = (earlier != 0).then(|| ScoreLine {
            source: "earlier".to_owned(),
            points: earlier,
            cells: Vec::new(),
            counts: Vec::new(),
        });
        ScoreSheet {
            banked: Score(earlier.into_iter().chain(banked.0).collect()),
            if_now: if_now.clone(),
        }
    })
}

fn if_now(reckoning: &Reckoning) -> BySeat<Score> {
    reckoning.parchments().map(|seat, scores| {
        let harvest = reckoning.harvest(seat);
        let harvest = fief_lines("harvest", &harvest);
        Score(harvest.chain(parchment_lines(scores)).collect())
    })
}

/// Section 9, at the end of the match.
pub fn parchments(state: &State) -> BySeat<ParchmentScores> {
    let claims = state.seats.map(|seat, holding| Claims {
        parchments: holding.parchments.clone(),
        copies: holding.copies.clone(),
        held: holding.parchment_count,
        camps_played: holding.camps_played,
        harvested: state.points(seat),
        estate: Estate::of(&state.realm, seat),
    });
    judge::score(&state.realm, &claims)
}

/// 8.2: the most points; equal totals share the place.
pub fn sides(state: &State) -> Vec<Side> {
    Seat::first(state.seats.seats())
        .map(|seat| Side::alone(seat, &[("total", final_score(state, seat).total())]))
        .collect()
}

/// Who finished where.
pub fn standings(state: &State) -> BySeat<Standing> {
    let ranks = score::rank_sides(&sides(state));
    state.seats.map(|seat, _| {
        let score = final_score(state, seat);
        Standing {
            rank: ranks[seat],
            total: score.total(),
            score,
        }
    })
}

fn final_score(state: &State, seat: Seat) -> Score {
    banked(&state.harvests, state.parchment_scores.as_deref(), seat)
}

fn banked(harvests: &[BySeat<Fiefs>], paid: Option<&BySeat<ParchmentScores>>, seat: Seat) -> Score {
    let rounds = (1..).zip(harvests);
    let fiefs = rounds.flat_map(|(round, fiefs)| {
        let name = format!("harvest_{round}");
        let lines = fief_lines(&name, &fiefs[seat]);
        // Fiefs without points stand in the event; the sheet would be full of them.
        lines.filter(|line| line.points > 0).collect::<Vec<_>>()
    });
    let parchments = paid
        .into_iter()
        .flat_map(|paid| parchment_lines(&paid[seat]));
    Score(fiefs.chain(parchments).collect())
}

fn fief_lines(harvest: &str, fiefs: &Fiefs) -> impl Iterator<Item = ScoreLine> {
    let numbered = (1..).zip(&fiefs.0);
    numbered.map(move |(nth, fief)| ScoreLine {
        source: format!("{harvest}.fief_{nth}"),
        points: fief.points,
        cells: coordinates(fief.squares.0),
        counts: fief_counts(fief),
    })
}

fn fief_counts(fief: &Fief) -> Vec<Count> {
    let count = |of: &str, count: u16| Count {
        of: of.to_owned(),
        count,
    };
    let wealth = cast::<u16>(fief.produces.len());
    let units = fief.produces.iter();
    let units = units.map(|it| count(it.resource.id(), it.units.into()));
    [
        count("strength", fief.strength.into()),
        count("wealth", wealth),
    ]
    .into_iter()
    .chain(units)
    .collect()
}

fn parchment_lines(scores: &ParchmentScores) -> impl Iterator<Item = ScoreLine> {
    scores.0.iter().map(|score| ScoreLine {
        source: match score.copied {
            Some(copied) => format!("parchment.{}.{copied}", score.card),
            None => format!("parchment.{}", score.card),
        },
        points: score.points,
        cells: coordinates(score.squares.0),
        counts: parchment_counts(score),
    })
}

fn parchment_counts(score: &ParchmentScore) -> Vec<Count> {
    let count = score.count.map(|count| Count {
        of: score.counted().to_owned(),
        count,
    });
    count.into_iter().collect()
}
