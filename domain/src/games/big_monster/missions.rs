//! Missions: which lie on the board, what they count, and whom they pay.

use std::fmt;

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{
    components::{BOX, MissionRecord},
    illegal::Illegal,
    setup::{MissionChoice, Mode},
    tally::{Claims, Tally},
};
use crate::{BySeat, Seat, Seats, dice::Roll};

/// A mission of the board, by its name in the component file.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, ToSchema,
)]
#[serde(rename_all = "snake_case")]
#[expect(missing_docs, reason = "the table in 7.5 says what they count")]
#[schema(as = BigMonsterMission)]
pub enum Mission {
    Desert,
    Rune,
    BigMonster,
    SwampGrass,
    Kinds,
    Lava,
    Crystals,
    Ice,
    Radioactive,
}

/// Who fulfills a mission: players or teams.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = BigMonsterScope)]
pub enum Scope {
    /// 7.2: a player.
    Individual,
    /// 7.3: two partners together.
    Team,
}

/// A mission on the board, and which of its tokens are still available.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = BigMonsterMissionOnBoard)]
pub struct OnBoard {
    /// The mission that lies on the board.
    pub mission: Mission,
    /// Whether its individual token is still available.
    pub individual: bool,
    /// Whether its team tokens are still available. Always false without teams.
    pub team: bool,
}

/// A mission that pays.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Payment {
    /// Which.
    pub mission: Mission,
    /// Whether as a player or as a team.
    pub scope: Scope,
    /// Whom.
    pub seats: Seats,
}

impl Mission {
    /// Every mission, in the order of the box.
    pub const ALL: [Mission; 9] = [
        Mission::Desert,
        Mission::Rune,
        Mission::BigMonster,
        Mission::SwampGrass,
        Mission::Kinds,
        Mission::Lava,
        Mission::Crystals,
        Mission::Ice,
        Mission::Radioactive,
    ];

    const IDS: [&str; 9] = [
        "desert",
        "rune",
        "big_monster",
        "swamp_grass",
        "kinds",
        "lava",
        "crystals",
        "ice",
        "radioactive",
    ];

    /// Its name on the wire and on score lines.
    pub const fn id(self) -> &'static str {
        Mission::IDS[self as usize]
    }

    /// What the box says of it.
    pub fn record(self) -> &'static MissionRecord {
        &BOX.missions[self as usize]
    }

    /// 7.2: whether a player fulfills it.
    pub fn is_met(self, tally: &Tally) -> bool {
        let record = self.record();
        tally.metric(record.metric, Claims::default()) >= record.individual_target
    }

    /// 7.3: whether partners fulfill it together.
    pub fn is_met_by_team(self, together: &Tally) -> bool {
        let record = self.record();
        together.metric(record.metric, Claims::default()) >= record.team_target
    }
}

impl fmt::Display for Mission {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.id())
    }
}

/// The partners of each team: seats alternate.
pub fn partners(teams: u8) -> impl Iterator<Item = [Seat; 2]> {
    Seat::first(teams).map(move |seat| [seat, Seat(seat.0 + teams)])
}

/// Whom a seat plays for: its team, or itself. Seats of one side are partners.
pub fn side(seat: Seat, teams: Option<u8>) -> u8 {
    teams.map_or(seat.0, |teams| seat.0 % teams)
}

/// 7.1 to 7.4: what pays at a check.
pub fn due(
    board: &[OnBoard],
    tallies: &BySeat<Tally>,
    teams: Option<u8>,
    needs_individual: bool,
) -> Vec<Payment> {
    let mut payments = Vec::new();
    for tokens in board {
        let mission = tokens.mission;
        let mut pay = |scope, seats: Seats| {
            if !seats.is_empty() {
                payments.push(Payment {
                    mission,
                    scope,
                    seats,
                });
            }
            seats.is_empty()
        };
        let mut individual_left = tokens.individual;
        if tokens.individual {
            let met = tallies.iter().filter(|(_, tally)| mission.is_met(tally));
            individual_left = pay(Scope::Individual, met.map(|(seat, _)| seat).collect());
        }
        // D-7
        if tokens.team && !(needs_individual && individual_left) {
            let met = partners(teams.unwrap_or(0)).filter(|[first, second]| {
                mission.is_met_by_team(&tallies[*first].together(&tallies[*second]))
            });
            pay(Scope::Team, met.flatten().collect());
        }
    }
    payments
}

/// 3.6 and 3.7: those always there, and then those on the free spots.
pub fn drawn(choice: MissionChoice, mode: Mode, roll: &mut Roll) -> Vec<Mission> {
    let free = chosen(choice, mode).unwrap_or_else(|| random(mode, roll));
    permanent().chain(free).collect()
}

/// 3.6: those always there.
fn permanent() -> impl Iterator<Item = Mission> {
    Mission::ALL.into_iter().filter(|it| it.record().permanent)
}

/// 3.7: those on the free spots, if they are not drawn.
fn chosen(choice: MissionChoice, mode: Mode) -> Option<Vec<Mission>> {
    match choice {
        MissionChoice::Random {} => None,
        MissionChoice::FirstGame {} => Some(first_game(mode)),
        MissionChoice::Team { a, b } => Some(vec![a, b]),
        MissionChoice::Individual {
            lake,
            grass_swamp,
            lava,
            ice,
        } => Some(vec![lake, grass_swamp, lava, ice]),
    }
}

/// Whether these could be [drawn].
pub fn can_be_drawn(missions: &[Mission], choice: MissionChoice, mode: Mode) -> bool {
    let always: Vec<Mission> = permanent().collect();
    let Some(free) = missions.strip_prefix(&always[..]) else {
        return false;
    };
    let spots = spots(mode);
    let may_lie = |(nth, spot): (usize, &&[Mission])| {
        let (before, here) = (&free[..nth], &free[nth]);
        spot.contains(here) && !before.contains(here)
    };
    let is_choice = chosen(choice, mode).is_none_or(|it| it == free);
    is_choice && free.len() == spots.len() && spots.iter().enumerate().all(may_lie)
}

/// D-2
fn first_game(mode: Mode) -> Vec<Mission> {
    match mode {
        Mode::TeamDraft => vec![Mission::BigMonster, Mission::Lava],
        Mode::IndividualDraft | Mode::Variant => {
            vec![
                Mission::BigMonster,
                Mission::SwampGrass,
                Mission::Lava,
                Mission::Ice,
            ]
        }
    }
}

/// What may lie on each free spot.
fn spots(mode: Mode) -> Vec<&'static [Mission]> {
    let sides = &BOX.setup.missions;
    let (slots, names) = match mode {
        Mode::TeamDraft => (&sides.team.slots, &["A", "B"][..]),
        Mode::IndividualDraft | Mode::Variant => (
            &sides.individual.slots,
            &["lake", "grass_swamp", "lava", "ice"][..],
        ),
    };
    names.iter().map(|name| &slots[*name][..]).collect()
}

/// Every way to fill the free spots is equally likely.
fn random(mode: Mode, roll: &mut Roll) -> Vec<Mission> {
    let mut ways: Vec<Vec<Mission>> = vec![Vec::new()];
    for spot in spots(mode) {
        let longer = |way: &Vec<Mission>| {
            let free = spot.iter().filter(|it| !way.contains(it));
            let longer = free.map(|it| [&way[..], &[*it]].concat());
            longer.collect::<Vec<_>>()
        };
        ways = ways.iter().flat_map(longer).collect();
    }
    ways.swap_remove(roll.index(ways.len()))
}

/// Whether the host may choose these missions.
///
/// # Errors
///
/// Why not.
pub fn check(choice: MissionChoice, mode: Mode) -> Result<(), Illegal> {
    let chosen = match (choice, mode) {
        (MissionChoice::Random {} | MissionChoice::FirstGame {}, _) => return Ok(()),
        (MissionChoice::Team { a, b }, Mode::TeamDraft) => vec![a, b],
        (
            MissionChoice::Individual {
                lake,
                grass_swamp,
                lava,
                ice,
            },
            Mode::IndividualDraft | Mode::Variant,
        ) => vec![lake, grass_swamp, lava, ice],
        (MissionChoice::Team { .. } | MissionChoice::Individual { .. }, _) => {
            return Err(Illegal::OtherSideOfTheBoard);
        }
    };
    let mut spots = spots(mode).into_iter().zip(&chosen).enumerate();
    let wrong = spots
        .find(|(nth, (spot, mission))| !spot.contains(mission) || chosen[..*nth].contains(mission));
    wrong.map_or(Ok(()), |(_, (_, mission))| {
        Err(Illegal::WrongSpot(*mission))
    })
}

/// 3.6 and 3.7: whether these can lie on the board, each on a spot of its own.
pub(super) fn can_lie(on_board: &[Mission], mode: Mode) -> bool {
    let free = on_board.iter().filter(|it| !it.record().permanent);
    let mut ways: Vec<Vec<usize>> = vec![Vec::new()];
    let spots = spots(mode);
    for mission in free {
        let more = |way: &Vec<usize>| {
            let open = (0..spots.len()).filter(|nth| !way.contains(nth));
            let fitting = open.filter(|nth| spots[*nth].contains(mission));
            let longer = fitting.map(|nth| [&way[..], &[nth]].concat());
            longer.collect::<Vec<_>>()
        };
        ways = ways.iter().flat_map(more).collect();
    }
    !ways.is_empty()
}

/// The missions on the board with all their tokens.
pub fn board(missions: &[Mission], mode: Mode) -> Vec<OnBoard> {
    let on_board = missions.iter().map(|&mission| OnBoard {
        mission,
        individual: true,
        team: mode == Mode::TeamDraft,
    });
    on_board.collect()
}

/// 8.2: who takes a penalty, by what each seat or team has.
pub fn penalized(tallies: &BySeat<Tally>, teams: Option<u8>) -> Seats {
    let has = |tally: &Tally| tally.metric(BOX.penalty.metric, Claims::default());
    let sums: Vec<(u8, Vec<Seat>)> = match teams {
        None => tallies
            .iter()
            .map(|(seat, tally)| (has(tally), vec![seat]))
            .collect(),
        Some(teams) => partners(teams)
            .map(|both| {
                (
                    both.iter().map(|seat| has(&tallies[*seat])).sum(),
                    both.to_vec(),
                )
            })
            .collect(),
    };
    let lowest = sums.iter().map(|(sum, _)| *sum).min();
    let is_lowest = |(sum, _): &&(u8, Vec<Seat>)| Some(*sum) == lowest;
    if sums.iter().all(|it| is_lowest(&it)) {
        return Seats::NONE;
    }
    let lowest = sums.iter().filter(is_lowest);
    lowest
        .flat_map(|(_, seats)| seats.iter().copied())
        .collect()
}
