//! What a tournament plays: which entrants, by which system, how often.

use std::collections::BTreeSet;

use domain::{
    BySeat, Options, Refused, Seat, Seats, cast,
    matches::{PlayerId, Settings},
};
use serde::{Deserialize, Serialize};
use store_log::error::RequestError;
use utoipa::ToSchema;

use super::design;
use crate::batches::{Contestant, Dealing, LineUpSeat, rotations};

/// The most entrants of a tournament.
pub const ENTRANTS: usize = 128;
/// The most matches of a tournament.
// Each leaves an event of some hundred bytes in the tournament's stream, which is read whole.
pub const TOURNAMENT_MATCHES: u64 = 10_000;
/// How often two may meet in the matches of a tournament, all together, counted for each of them.
// The crosstable names the match each time.
const ENCOUNTERS: u64 = 200_000;

/// What a tournament plays.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct TournamentPlan {
    /// The game and its options.
    pub options: Options,
    /// How many seats each table has.
    pub seats: u8,
    /// Who meets whom.
    pub system: System,
    /// Who plays.
    pub entrants: Vec<Entrant>,
    /// How many rounds are played. None in a round robin of every set of entrants.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rounds: Option<u32>,
    /// How many deals are played whenever entrants meet.
    pub deals: u32,
    /// Whether each deal is played once, or once in every rotation.
    pub dealing: Dealing,
    /// What the host settles of every match beyond that.
    #[serde(default)]
    pub settings: Box<Settings>,
}

/// How a tournament decides who meets whom.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = TournamentSystem)]
pub enum System {
    /// Every set of entrants that fits a table meets once; with `rounds`, or if there are more than
    /// 1,000 such sets, a balanced design: in every round those sit together who have met least.
    RoundRobin,
    /// In every round those sit together who stand next to each other and have not met.
    Swiss,
}

/// Who plays as one: alone, or the members of a team.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Entrant {
    /// Who sits on its seats, in this order. One alone takes all of them.
    pub members: Vec<LineUpSeat>,
}

/// A table: which entrant plays which side.
pub(crate) type Table = Vec<u16>;

impl Entrant {
    /// Who they are.
    pub fn contestants(&self) -> impl Iterator<Item = Contestant> {
        self.members.iter().map(LineUpSeat::contestant)
    }

    /// The players among them, who must accept.
    pub fn players(&self) -> BTreeSet<PlayerId> {
        let all = self.contestants();
        all.filter_map(|it| it.player().cloned()).collect()
    }

    fn member(&self, nth: usize) -> Contestant {
        self.members[nth % self.members.len()].contestant()
    }
}

impl TournamentPlan {
    /// Passes if it can be played.
    ///
    /// # Errors
    ///
    /// What is wrong.
    pub fn check(&self) -> Result<(), RequestError> {
        let players = self.options.game().info().players;
        if self.seats < *players.start() {
            return Err(Refused::TooFew.into());
        }
        if self.seats > *players.end() {
            return Err(Refused::TooMany.into());
        }
        self.options.fits(self.seats)?;
        self.check_entrants()?;
        self.check_length()
    }

    fn check_entrants(&self) -> Result<(), RequestError> {
        let invalid = |why: String| Err(RequestError::InvalidEntrants(why));
        let sides = self.sides();
        let (size, entrants) = (sides.len(), self.entrants.len());
        if size < 2 {
            return invalid("a tournament needs tables of at least two sides".to_owned());
        }
        if !(size..=ENTRANTS).contains(&entrants) {
            return invalid(format!(
                "with tables of {size} sides, it takes {size} to {ENTRANTS} entrants, not {entrants}"
            ));
        }
        let of_side = usize::from(sides[0].count());
        let fits = |entrant: &Entrant| [1, of_side].contains(&entrant.members.len());
        if let Some(nth) = self.entrants.iter().position(|it| !fits(it)) {
            return invalid(format!(
                "a side has {of_side} seats here: entrant {nth} must have one member, who takes \
                 all of them, or {of_side}"
            ));
        }
        let mut seen = BTreeSet::new();
        let mut is_new = |it: &Entrant| seen.insert(it.contestants().collect::<Vec<_>>());
        if let Some(nth) = self.entrants.iter().position(|it| !is_new(it)) {
            return invalid(format!("entrant {nth} is entered twice"));
        }
        let mut players = BTreeSet::new();
        let mut of_all = self.entrants.iter().flat_map(Entrant::players);
        match of_all.find(|player| !players.insert(player.clone())) {
            Some(player) => invalid(format!("player {} plays for two entrants", player.0)),
            None => Ok(()),
        }
    }

    fn check_length(&self) -> Result<(), RequestError> {
        let invalid = |why: &str| Err(RequestError::InvalidEntrants(why.to_owned()));
        if self.deals == 0 || self.rounds == Some(0) {
            return invalid("a tournament has at least one round and one deal a meeting");
        }
        if self.system == System::Swiss && self.rounds.is_none() {
            return invalid("a Swiss tournament needs `rounds`");
        }
        let size = cast::<u64>(self.table_size());
        let most = TOURNAMENT_MATCHES.min(ENCOUNTERS / (size * (size - 1)));
        let matches = self.matches();
        if matches > most {
            return Err(RequestError::TooManyMatches { matches, most });
        }
        Ok(())
    }

    /// The sides of a table: the seats that win or lose together.
    pub fn sides(&self) -> Vec<Seats> {
        let teams = self.options.teams(self.seats);
        if teams.is_empty() {
            return Seat::first(self.seats).map(Seats::only).collect();
        }
        teams
    }

    /// How many entrants meet at a table.
    pub fn table_size(&self) -> usize {
        self.sides().len()
    }

    /// The most matches there will be.
    pub fn matches(&self) -> u64 {
        let (entrants, size) = (self.entrants.len(), self.table_size());
        let tables = match (self.system, self.rounds) {
            (System::Swiss, Some(rounds)) => u64::from(rounds) * cast::<u64>(entrants / size),
            (_, rounds) => design::tables(entrants, size, rounds),
        };
        let of_deal = match self.dealing {
            Dealing::Own => 1,
            Dealing::Duplicate => u64::from(self.seats),
        };
        tables * u64::from(self.deals) * of_deal
    }

    /// The players who must accept.
    pub fn players(&self) -> BTreeSet<PlayerId> {
        self.entrants.iter().flat_map(Entrant::players).collect()
    }

    /// Which entrant a player plays for.
    pub fn entrant_of(&self, player: &PlayerId) -> Option<u16> {
        let is_of = |it: &Entrant| it.players().contains(player);
        self.entrants.iter().position(is_of).map(cast::<u16>)
    }

    /// Whether deals are played more than once by players, who may remember them.
    pub fn deal_closed(&self) -> bool {
        self.dealing == Dealing::Duplicate && !self.players().is_empty()
    }

    /// The entrant and the contestant on each seat of the matches of one deal at a table. Who meets
    /// more than once moves on by a seat each time.
    pub(crate) fn seatings(&self, table: &[u16], deal: u32) -> Vec<BySeat<(u16, Contestant)>> {
        let sides = self.sides();
        let sits = |seat: Seat| {
            let mut of_sides = sides.iter().zip(table);
            let mine = of_sides.find(|(seats, _)| seats.contains(seat));
            let (seats, &entrant) = mine.expect("every seat is of a side");
            let nth = seats.iter().take_while(|&it| it != seat).count();
            (entrant, self.entrants[usize::from(entrant)].member(nth))
        };
        let mut all: Vec<_> = rotations(&BySeat::new(self.seats, sits)).collect();
        let again = all.iter().skip(1).position(|it| *it == all[0]);
        all.truncate(again.map_or(all.len(), |nth| nth + 1));
        match self.dealing {
            Dealing::Duplicate => all,
            Dealing::Own => vec![all.swap_remove(cast::<usize>(deal) % all.len())],
        }
    }
}
