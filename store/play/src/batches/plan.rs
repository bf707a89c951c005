//! What a batch plays: which tables, on which deals.

use std::collections::BTreeSet;

use domain::{
    BySeat, Options, Refused, Secret, Viewer, cast,
    matches::{Arrangement, PlayerId, Settings},
};
use serde::{Deserialize, Serialize};
use store_log::error::RequestError;
use utoipa::ToSchema;

use super::sequential::SequentialTest;
use super::{Contestant, LineUpSeat};

/// The most matches of one batch.
const MATCHES: u64 = 1_000_000;

/// What a batch plays.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Plan {
    /// The game and its options.
    pub options: Options,
    /// Who plays together, clockwise from seat 0. All line-ups have the same number of
    /// seats.
    pub line_ups: Vec<BySeat<LineUpSeat>>,
    /// How many deals are played.
    pub deals: u32,
    /// How deals are shared out.
    pub dealing: Dealing,
    /// A test that ends the batch as soon as enough is known.
    pub stop: Option<SequentialTest>,
    /// The table that every match begins with, if not all of it is drawn.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub arranged: Option<Secret<Box<Arrangement>>>,
    /// What the host settles of every match beyond that.
    #[serde(default, skip_serializing_if = "is_default")]
    pub settings: Box<Settings>,
}

fn is_default(settings: &Settings) -> bool {
    *settings == Settings::default()
}

/// How the deals of a batch are shared out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Dealing {
    /// Every match has a deal of its own; the line-ups take turns.
    Own,
    /// Every deal is played once by each line-up in each of its rotations through the seats, so no
    /// result depends on the luck of the deal or of the seat. Rotations that seat the same bots are
    /// played once.
    Duplicate,
}

/// The matches of a plan, by number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Schedule {
    tables: Vec<BySeat<Contestant>>,
    pub(crate) per_deal: u32,
}

impl Plan {
    /// Passes if it can be played, and its test has something to observe.
    ///
    /// # Errors
    ///
    /// What is wrong.
    pub fn check(&self) -> Result<(), RequestError> {
        let seats = self.seats();
        let differ = self.line_ups.iter().any(|it| it.seats() != seats);
        if self.line_ups.is_empty() || differ || self.deals == 0 {
            return Err(RequestError::InvalidLineUps);
        }
        let players = self.options.game().info().players;
        if seats < *players.start() {
            return Err(Refused::TooFew.into());
        }
        if seats > *players.end() {
            return Err(Refused::TooMany.into());
        }
        self.options.fits(seats)?;
        if let Some(arranged) = &self.arranged {
            arranged.get().table(&self.options, seats)?;
        }
        let matches = self.matches();
        if matches > MATCHES {
            let most = MATCHES;
            return Err(RequestError::TooManyMatches { matches, most });
        }
        self.stop
            .as_ref()
            .map_or(Ok(()), |test| self.observes(test))
    }

    /// Passes if a test says something that can be tested at these tables.
    fn observes(&self, test: &SequentialTest) -> Result<(), RequestError> {
        test.check(self.seats())
            .map_err(RequestError::TestNotDecidable)?;
        let meets_others = |line_up: &BySeat<LineUpSeat>| {
            let own = line_up.iter().filter(|(_, it)| it.contestant() == test.bot);
            let own = own.count();
            (1..usize::from(line_up.seats())).contains(&own)
        };
        if self.line_ups.iter().any(meets_others) {
            return Ok(());
        }
        let why = "no line-up contains both the tested bot and another bot";
        Err(RequestError::TestNotDecidable(why))
    }

    /// The plan as everybody may know it.
    pub(super) fn public(self) -> Plan {
        let arranged = self.arranged.map(|it| it.seal(Viewer::Spectator));
        Plan { arranged, ..self }
    }

    /// How many seats each of its tables has.
    pub fn seats(&self) -> u8 {
        self.line_ups.first().map_or(0, BySeat::seats)
    }

    /// Who plays: the players, and then the bots of the server, the strongest first.
    pub fn contestants(&self) -> Vec<Contestant> {
        let seats = self.line_ups.iter().flat_map(BySeat::iter);
        let all: BTreeSet<_> = seats.map(|(_, at)| at.contestant()).collect();
        all.into_iter().rev().collect()
    }

    /// The players who must accept.
    pub fn players(&self) -> BTreeSet<PlayerId> {
        let seats = self.line_ups.iter().flat_map(BySeat::iter);
        let players = seats.filter_map(|(_, at)| at.contestant().player().cloned());
        players.collect()
    }

    /// Whether deals are played more than once by players, who may remember them.
    pub fn deal_closed(&self) -> bool {
        self.dealing == Dealing::Duplicate && !self.players().is_empty()
    }

    /// How many matches it has.
    pub fn matches(&self) -> u64 {
        u64::from(self.deals) * u64::from(self.schedule().per_deal)
    }

    /// How often each deal is played.
    pub fn rotations(&self) -> u32 {
        self.schedule().per_deal
    }

    pub(crate) fn schedule(&self) -> Schedule {
        match self.dealing {
            Dealing::Own => Schedule {
                tables: self.line_ups.iter().map(contestants).collect(),
                per_deal: 1,
            },
            Dealing::Duplicate => {
                // Of long line-ups there are so many that comparing each with all takes long.
                let mut seen = BTreeSet::new();
                let mut is_new = |table: &BySeat<Contestant>| {
                    let all: Vec<Contestant> = table.iter().map(|(_, it)| it.clone()).collect();
                    seen.insert(all)
                };
                let line_ups: Vec<_> = self.line_ups.iter().map(contestants).collect();
                let tables = line_ups.iter().flat_map(rotations);
                let tables: Vec<_> = tables.filter(|table| is_new(table)).collect();
                let per_deal = cast::<u32>(tables.len());
                Schedule { tables, per_deal }
            }
        }
    }
}

impl Schedule {
    /// The deal that a match plays.
    pub(crate) const fn deal(&self, number: u32) -> u32 {
        number / self.per_deal
    }

    /// Whether a match is the first of its deal.
    pub(crate) const fn is_first(&self, number: u32) -> bool {
        number.is_multiple_of(self.per_deal)
    }

    /// Who sits on the seats of a match.
    pub(crate) fn table(&self, number: u32) -> &BySeat<Contestant> {
        let number = cast::<usize>(number);
        &self.tables[number % self.tables.len()]
    }
}

/// Who plays in a line-up.
fn contestants(line_up: &BySeat<LineUpSeat>) -> BySeat<Contestant> {
    line_up.map(|_, at| at.contestant())
}

/// A line-up with everybody moved on by none, one, two … seats.
pub(crate) fn rotations<T: Clone>(line_up: &BySeat<T>) -> impl Iterator<Item = BySeat<T>> {
    let seats = line_up.seats();
    (0..seats).map(move |by| {
        let from = |seat: u8| domain::Seat((seat + seats - by) % seats);
        BySeat::new(seats, |seat| line_up[from(seat.0)].clone())
    })
}

#[cfg(test)]
mod tests {
    use domain::{GameId, bots::Bot};

    use super::*;

    fn plan(line_ups: &[&[Bot]], dealing: Dealing) -> Plan {
        let line_up = |bots: &&[Bot]| {
            let seats = u8::try_from(bots.len()).unwrap();
            BySeat::new(seats, |seat| bots[usize::from(seat.0)].into())
        };
        Plan {
            options: GameId::Cartographers.default_options(),
            line_ups: line_ups.iter().map(line_up).collect(),
            deals: 3,
            dealing,
            stop: None,
            arranged: None,
            settings: Box::default(),
        }
    }

    const GREEDY: Bot = Bot::Greedy;
    const RANDOM: Bot = Bot::Random;

    #[test]
    fn each_deal_is_played_in_every_rotation_that_differs() {
        for (line_ups, per_deal) in [
            (&[&[GREEDY, RANDOM][..]][..], 2),
            (&[&[GREEDY, GREEDY]], 1),
            (&[&[GREEDY, RANDOM, RANDOM]], 3),
            (&[&[GREEDY, RANDOM, GREEDY, RANDOM]], 2),
            (
                &[&[GREEDY, RANDOM], &[RANDOM, GREEDY], &[RANDOM, RANDOM]],
                3,
            ),
        ] {
            let plan = plan(line_ups, Dealing::Duplicate);
            assert_eq!(plan.schedule().per_deal, per_deal, "{line_ups:?}");
            assert_eq!(plan.matches(), u64::from(3 * per_deal));
        }
        let schedule = plan(&[&[GREEDY, RANDOM, RANDOM]], Dealing::Duplicate).schedule();
        let greedy_at = |number| {
            let mut seats = schedule.table(number).iter();
            seats
                .find(|(_, it)| **it == Contestant::Bot(GREEDY))
                .unwrap()
                .0
                .0
        };
        assert_eq!([0, 1, 2, 3, 4, 5].map(greedy_at), [0, 1, 2, 0, 1, 2]);
        assert_eq!(
            [0, 1, 2, 3, 4, 5].map(|it| schedule.deal(it)),
            [0, 0, 0, 1, 1, 1]
        );
    }

    #[test]
    fn with_deals_of_their_own_line_ups_take_turns() {
        let plan = plan(&[&[GREEDY, RANDOM], &[RANDOM, RANDOM]], Dealing::Own);
        assert_eq!(plan.matches(), 3);
        let schedule = plan.schedule();
        let first = |number| schedule.table(number)[domain::Seat(0)].clone();
        let turns = [GREEDY, RANDOM, GREEDY].map(Contestant::Bot);
        assert_eq!([0, 1, 2].map(first), turns);
    }

    #[test]
    fn tables_that_cannot_be_are_refused() {
        for line_ups in [&[][..], &[&[GREEDY, RANDOM][..], &[GREEDY]][..]] {
            let refused = plan(line_ups, Dealing::Own).check();
            assert!(matches!(refused, Err(RequestError::InvalidLineUps)));
        }
        let Err(RequestError::Rejected(refused)) = plan(&[&[]], Dealing::Own).check() else {
            panic!("nobody sits down");
        };
        assert_eq!(refused.cause, Some(Refused::TooFew));
        assert!(plan(&[&[GREEDY]], Dealing::Own).check().is_ok());
    }
}
