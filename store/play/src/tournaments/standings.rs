//! Who stands where, and how every two came out against each other.

use std::{cmp::Reverse, collections::BTreeMap};

use domain::cast;
use store_log::id::MatchId;

use super::{
    event::{MatchResult, SideResult},
    plan::System,
    tournament::{TableOfRound, Tournament},
};
use crate::batches::WIN_INDEX_PARTS;

/// Where an entrant of a tournament stands. A point is [`WIN_INDEX_PARTS`] parts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EntrantStanding {
    /// Which entrant, counted from zero in the order of the plan.
    pub entrant: u16,
    /// Its rank, counted from one; who is equal in all that is compared shares it.
    pub rank: u32,
    /// Its points, in parts: one for each match won, a share of it for each in which it shared
    /// the first place.
    pub points: i64,
    /// How many of its matches were played to their ranks.
    pub matches: u32,
    /// How many of them it won alone.
    pub won: u32,
    /// In how many of them it shared the first place.
    pub shared: u32,
    /// How many of them it has forfeited.
    pub forfeited: u32,
    /// How many of its matches were ended before their ranks.
    pub unranked: u32,
    /// In how many rounds it had a bye.
    pub byes: u32,
    /// Of each of its tables the mean points of the others there, in parts, added up: for tables
    /// of two, Buchholz's number.
    pub opponents: i64,
    /// Its final scores less the mean of the others at the table, in thousandths, added up.
    pub difference: i64,
    /// Of each deal: in how many matches it played, and its points, in parts.
    pub deals: Vec<(u32, i64)>,
}

/// How an entrant came out against another.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Encounter {
    /// Of each deal: in how many matches they met, and in how many of them, in parts, it was
    /// before the other; a shared place is half.
    pub deals: Vec<(u32, i64)>,
    /// The matches in which they met.
    pub matches: Vec<MatchId>,
}

impl Tournament {
    /// Where every entrant stands, the first first.
    pub fn standings(&self) -> Vec<EntrantStanding> {
        let lots = self.lots();
        let mut all: Vec<EntrantStanding> = lots.iter().map(|&it| self.results_of(it)).collect();
        let mut points = vec![0; self.plan.entrants.len()];
        for of_one in &all {
            points[usize::from(of_one.entrant)] = of_one.points;
        }
        for of_one in &mut all {
            of_one.opponents = self.opponents(of_one.entrant, &points);
        }
        all.sort_by_key(|it| Reverse(it.compared()));
        for nth in 0..all.len() {
            let shares = nth > 0 && all[nth].compared() == all[nth - 1].compared();
            all[nth].rank = if shares {
                all[nth - 1].rank
            } else {
                cast::<u32>(nth) + 1
            };
        }
        all
    }

    fn results_of(&self, entrant: u16) -> EntrantStanding {
        let mut standing = EntrantStanding::of(entrant);
        for round in &self.rounds {
            standing.byes += u32::from(round.byes.contains(&entrant));
            for table in &round.tables {
                if let Some(side) = table.side_of(entrant) {
                    table
                        .deals
                        .values()
                        .for_each(|deal| standing.note(side, deal));
                }
            }
        }
        if self.plan.system == System::Swiss {
            let of_bye = i64::from(self.plan.deals) * i64::from(self.matches_of_deal());
            standing.points += i64::from(standing.byes) * of_bye * WIN_INDEX_PARTS;
        }
        standing
    }

    /// How many matches a deal has, at a table of entrants of one member each.
    fn matches_of_deal(&self) -> u32 {
        let table: Vec<u16> = (0..cast::<u16>(self.plan.table_size())).collect();
        cast::<u32>(self.plan.seatings(&table, 0).len())
    }

    fn opponents(&self, entrant: u16, points: &[i64]) -> i64 {
        let tables = self.rounds.iter().flat_map(|round| &round.tables);
        let own = tables.filter(|table| table.side_of(entrant).is_some());
        let of_table = |table: &TableOfRound| {
            let others = table.entrants.iter().filter(|&&it| it != entrant);
            let sum: i64 = others.map(|&it| points[usize::from(it)]).sum();
            sum / others_at(table.entrants.len())
        };
        own.map(of_table).sum()
    }

    /// How every entrant came out against each other whom it has met.
    pub fn encounters(&self) -> BTreeMap<(u16, u16), Encounter> {
        let mut encounters = BTreeMap::new();
        for table in self.rounds.iter().flat_map(|round| &round.tables) {
            for deal in table.deals.values() {
                note_deal(&mut encounters, &table.entrants, deal);
            }
        }
        encounters
    }

    /// How often any two entrants that are not out have met, at least and at most.
    pub fn meetings(&self) -> (u32, u32) {
        let tables = self.rounds.iter().flat_map(|round| &round.tables);
        let tables: Vec<_> = tables.map(|table| table.entrants.clone()).collect();
        super::drawing::Meetings::of(&tables).range(&self.playing())
    }
}

impl EntrantStanding {
    const fn of(entrant: u16) -> EntrantStanding {
        EntrantStanding {
            entrant,
            rank: 0,
            points: 0,
            matches: 0,
            won: 0,
            shared: 0,
            forfeited: 0,
            unranked: 0,
            byes: 0,
            opponents: 0,
            difference: 0,
            deals: Vec::new(),
        }
    }

    const fn compared(&self) -> (i64, i64, i64) {
        (self.points, self.opponents, self.difference)
    }

    /// Notes the matches of a deal in which it played a side.
    fn note(&mut self, side: usize, deal: &[MatchResult]) {
        let (mut played, mut points) = (0, 0);
        for MatchResult { sides, .. } in deal {
            let Some(own) = sides.get(side) else {
                self.unranked += 1;
                continue;
            };
            let first = sides.iter().filter(|it| it.rank == 1).count();
            // If all forfeited, all are last and first at once: nobody has won.
            let is_first = own.rank == 1 && !own.forfeited;
            played += 1;
            points += i64::from(is_first) * WIN_INDEX_PARTS / cast::<i64>(first);
            self.won += u32::from(is_first && first == 1);
            self.shared += u32::from(is_first && first > 1);
            self.forfeited += u32::from(own.forfeited);
            let scores: i64 = sides.iter().map(|it| i64::from(it.score)).sum();
            let own = i64::from(own.score);
            self.difference += own * 1000 - (scores - own) * 1000 / others_at(sides.len());
        }
        self.points += points;
        self.matches += played;
        self.deals.extend((played > 0).then_some((played, points)));
    }
}

/// Notes the matches of a deal for every two who met in them.
fn note_deal(
    encounters: &mut BTreeMap<(u16, u16), Encounter>,
    entrants: &[u16],
    deal: &[MatchResult],
) {
    let ranked: Vec<&MatchResult> = deal.iter().filter(|of| !of.sides.is_empty()).collect();
    if ranked.is_empty() {
        return;
    }
    for (own, &entrant) in entrants.iter().enumerate() {
        let others = entrants.iter().enumerate().filter(|&(side, _)| side != own);
        for (theirs, &other) in others {
            let before = ranked
                .iter()
                .map(|of| ahead(of.sides[own], of.sides[theirs]));
            let met = (cast::<u32>(ranked.len()), before.sum());
            let encounter: &mut Encounter = encounters.entry((entrant, other)).or_default();
            encounter.deals.push(met);
            encounter.matches.extend(ranked.iter().map(|of| of.id));
        }
    }
}

fn others_at(table: usize) -> i64 {
    cast::<i64>(table - 1)
}

/// What a side has of a match against another, in parts of one.
fn ahead(own: SideResult, other: SideResult) -> i64 {
    match own.rank.cmp(&other.rank) {
        std::cmp::Ordering::Less => WIN_INDEX_PARTS,
        std::cmp::Ordering::Equal => WIN_INDEX_PARTS / 2,
        std::cmp::Ordering::Greater => 0,
    }
}
