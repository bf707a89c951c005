//! Section 12: who wins, alone or as a team.

use super::{missions, state::State};
use crate::{BySeat, Score, Seat, Side, Standing, score};

/// What a seat brings to the comparison.
#[derive(Clone, Copy, Debug)]
pub struct Member {
    /// The final score, in points.
    pub total: i16,
    /// The row of the big monsters on its sheet.
    pub big_monster: i16,
}

impl Member {
    fn of(score: &Score) -> Member {
        let lines = score.0.iter().filter(|line| line.source == "big_monster");
        Member {
            total: score.total(),
            big_monster: lines.map(|line| line.points).sum(),
        }
    }
}

/// Who wins or loses together at the end of a match.
pub fn sides(state: &State) -> Vec<Side> {
    let members = state.scores.as_ref();
    let members = members.map(|scores| scores.map(|_, score| Member::of(score)));
    members.map_or_else(Vec::new, |members| ranked(&members, state.teams()))
}

/// 12.1 and 12.2: the higher total, then the more big monsters; a team by its lower
/// member, then by its higher, then by the big monsters of both.
pub fn ranked(members: &BySeat<Member>, teams: Option<u8>) -> Vec<Side> {
    match teams {
        None => members
            .iter()
            .map(|(seat, member)| alone(seat, *member))
            .collect(),
        Some(teams) => missions::partners(teams)
            .map(|both| team(both, both.map(|seat| members[seat])))
            .collect(),
    }
}

fn alone(seat: Seat, member: Member) -> Side {
    let compared = [("total", member.total), ("big_monster", member.big_monster)];
    Side::alone(seat, &compared)
}

fn team(seats: [Seat; 2], [one, other]: [Member; 2]) -> Side {
    let compared = [
        ("lower_total", one.total.min(other.total)),
        ("higher_total", one.total.max(other.total)),
        ("big_monster", one.big_monster + other.big_monster),
    ];
    Side::of(seats.into_iter().collect(), &compared)
}

/// Who finished where. Partners share the rank of their team.
pub fn standings(state: &State) -> Option<BySeat<Standing>> {
    let scores = state.scores.as_ref()?;
    let ranks = score::rank_sides(&sides(state));
    Some(scores.map(|seat, score| Standing {
        rank: ranks[seat],
        total: score.total(),
        score: score.clone(),
    }))
}
