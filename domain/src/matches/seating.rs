//! Who takes which seat, until a match starts.

use super::{Arranged, Match, MatchEvent, Occupant, Place, PlayerId, Terms, fork};
use crate::{BySeat, Dice, Refused, Rejection, Seat, Secret, Seed, State, cast};

/// Announces a match: the first events of its stream. Bots and `seated` sit down
/// at once; if that fills the table, the match starts.
///
/// # Errors
///
/// Why there can be no such match.
pub fn open(
    terms: &Terms,
    seed: Seed,
    seated: &[(Seat, PlayerId)],
) -> Result<Vec<MatchEvent>, Rejection> {
    fits(terms)?;
    Ok(opened(terms, seed, seated, None))
}

/// Passes if this number of seats can play with these options.
pub(super) fn fits(terms: &Terms) -> Result<(), Rejection> {
    let players = terms.options.game().info().players;
    if terms.places.seats() < *players.start() {
        return Err(Refused::TooFew.into());
    }
    if terms.places.seats() > *players.end() {
        return Err(Refused::TooMany.into());
    }
    terms.options.fits(terms.places.seats())
}

/// The first events of a match, begun with `forked` if in the middle of another or if it
/// was arranged.
pub(super) fn opened(
    terms: &Terms,
    seed: Seed,
    seated: &[(Seat, PlayerId)],
    forked: Option<&State>,
) -> Vec<MatchEvent> {
    let sitting = |seat, place: &Place| match place {
        Place::Bot { bot } => Some(Occupant::Bot { bot: *bot }),
        Place::Open | Place::Player { .. } => {
            let player = seated.iter().find(|(at, _)| *at == seat)?.1.clone();
            Some(Occupant::Player { player })
        }
    };
    let occupants = terms.places.map(sitting);
    let mut happened = vec![MatchEvent::Opened {
        terms: terms.clone(),
        seed: Secret::Known(seed),
    }];
    happened.extend(forked.map(fork::forked));
    let taken = |(seat, occupant): (Seat, &Option<Occupant>)| {
        let occupant = occupant.clone()?;
        Some(MatchEvent::SeatTaken { seat, occupant })
    };
    happened.extend(occupants.iter().filter_map(taken));
    let begins = Begins {
        terms,
        laid_out: forked,
        dice: Dice::new(seed),
    };
    begins.if_full(&occupants, &mut happened);
    happened
}

impl Match {
    pub(super) fn join(
        &self,
        seated: &BySeat<Option<Occupant>>,
        player: Option<&PlayerId>,
        seat: Option<Seat>,
    ) -> Result<Vec<MatchEvent>, Rejection> {
        let player = player.ok_or(Refused::NotYourSeat)?;
        let occupant = Occupant::Player {
            player: player.clone(),
        };
        if seat.is_none() && seated.iter().any(|(_, at)| at.as_ref() == Some(&occupant)) {
            return Err(Refused::Seated.into());
        }
        let seat = self.free_seat(seated, player, seat)?;
        let mut seated = seated.clone();
        seated[seat] = Some(occupant.clone());
        let mut happened = vec![MatchEvent::SeatTaken { seat, occupant }];
        self.begins().if_full(&seated, &mut happened);
        Ok(happened)
    }

    fn free_seat(
        &self,
        seated: &BySeat<Option<Occupant>>,
        player: &PlayerId,
        wanted: Option<Seat>,
    ) -> Result<Seat, Refused> {
        let free = |seat: Seat| {
            let welcome = match &self.terms.places[seat] {
                Place::Open => true,
                Place::Player { player: invited } => invited == player,
                Place::Bot { .. } => false,
            };
            welcome && seated[seat].is_none()
        };
        match wanted {
            Some(seat) if seat.0 >= seated.seats() => Err(Refused::NoSuchSeat),
            Some(seat) => Some(seat)
                .filter(|&seat| free(seat))
                .ok_or(Refused::SeatTaken),
            None => {
                let invited = |seat: &Seat| self.terms.places[*seat] != Place::Open;
                let seats = || Seat::first(seated.seats()).filter(|&seat| free(seat));
                seats()
                    .find(invited)
                    .or_else(|| seats().next())
                    .ok_or(Refused::Full)
            }
        }
    }

    pub(super) fn start_early(
        &self,
        seated: &BySeat<Option<Occupant>>,
        player: Option<&PlayerId>,
    ) -> Result<Vec<MatchEvent>, Rejection> {
        if player != Some(&self.terms.host) {
            return Err(Refused::NotHost.into());
        }
        let taken: Vec<Occupant> = seated.iter().filter_map(|(_, at)| at.clone()).collect();
        let count = cast::<u8>(taken.len());
        let fewest = match self.laid_out() {
            Some(_) => seated.seats(), // nobody can leave a table that is there
            None => *self.terms.options.game().info().players.start(),
        };
        if count < fewest {
            return Err(Refused::TooFew.into());
        }
        self.terms.options.fits(count)?;
        let occupants = BySeat::new(count, |seat| taken[usize::from(seat.0)].clone());
        let mut happened = Vec::new();
        self.begins().start(occupants, &mut happened);
        Ok(happened)
    }

    fn begins(&self) -> Begins<'_> {
        Begins {
            terms: &self.terms,
            laid_out: self.laid_out(),
            dice: self.dice,
        }
    }
}

/// What a match begins with, once its seats are taken.
struct Begins<'a> {
    terms: &'a Terms,
    /// The table, if it is there.
    laid_out: Option<&'a State>,
    dice: Dice,
}

impl Begins<'_> {
    fn if_full(&self, seated: &BySeat<Option<Occupant>>, happened: &mut Vec<MatchEvent>) {
        if seated.iter().all(|(_, at)| at.is_some()) {
            let occupants = seated.map(|_, at| at.clone().expect("all are taken"));
            self.start(occupants, happened);
        }
    }

    fn start(&self, occupants: BySeat<Occupant>, happened: &mut Vec<MatchEvent>) {
        let setup = match (self.laid_out, self.terms.settings.arranged) {
            (None, _) => self.terms.options.set_up(occupants.seats(), &self.dice),
            (Some(table), Some(Arranged::Setup)) => table.setup(),
            (Some(_), Some(Arranged::State) | None) => {
                happened.push(MatchEvent::Resumed { occupants });
                return;
            }
        };
        let (_, events) = setup.begin(&self.dice);
        happened.push(MatchEvent::Started { occupants, setup });
        happened.extend(events.into_iter().map(|event| MatchEvent::Played { event }));
    }
}
