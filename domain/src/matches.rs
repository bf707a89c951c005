//! One play of a game: seats are taken, the table is set up, decisions are
//! made, the standings stand.
//!
//! This is the aggregate: one match is one stream of [`MatchEvent`]s.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::{
    BySeat, Command, Dice, Event, Options, Reason, Rejection, Seat, Seats, Secret, Seed, Setup,
    Standing, State, Viewer, bots::Bot,
};

/// Someone who plays, person or program: `p_` and 32 hexadecimal digits.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, ToSchema)]
#[serde(transparent)]
#[schema(min_length = 34, max_length = 34, pattern = "^p_[0-9a-f]{32}$")]
pub struct PlayerId(pub String);

/// Whom the host wants on a seat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
pub enum Place {
    /// Anyone who joins.
    Open,
    /// This player, who must join.
    Player {
        /// Who.
        player: PlayerId,
    },
    /// A bot that the server plays.
    Bot {
        /// Which.
        bot: Bot,
    },
}

/// Who sits on a seat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Occupant {
    /// A player, who decides over HTTP.
    Player {
        /// Who.
        player: PlayerId,
    },
    /// A bot that the server plays.
    Bot {
        /// Which.
        bot: Bot,
    },
}

/// What was settled when the match was announced.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct Terms {
    /// The game and its options.
    pub options: Options,
    /// Who may sit where. As many as there are seats.
    pub places: BySeat<Place>,
    /// Who opened the match.
    pub host: PlayerId,
    /// The edition of the rules that decides.
    pub rules: u16,
    /// SHA-256 of the component file the match is played with, in hexadecimal.
    #[schema(max_length = 64)]
    pub components: String,
    /// `SHA-256("cartulary seed 1", seed)` in hexadecimal: binds the server to the
    /// seed, which is told when the match ends.
    #[schema(max_length = 64)]
    pub seed_commitment: String,
    /// The host chose the seed and knows it. Such matches are not rated.
    pub seed_known: bool,
    /// Nothing is hidden from anyone.
    pub open_hands: bool,
    /// Only its players and holders of its watch token see it, even when finished.
    pub private: bool,
}

/// What someone asks of a match.
#[derive(Clone, Debug, PartialEq)]
pub enum Request {
    /// Take a seat: this one, or the first that is free for this player.
    Join {
        /// Which, if it matters.
        seat: Option<Seat>,
    },
    /// Give a seat back, before the start.
    Leave {
        /// Which.
        seat: Seat,
    },
    /// Start now; seats still free are dropped.
    Start,
    /// Make a decision that a seat owes.
    Decide {
        /// Whose.
        seat: Seat,
        /// Which decision of that seat this is meant to be, counted from zero.
        decision: u32,
        /// What to play.
        command: Command,
    },
}

/// What happened in a match.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum MatchEvent {
    /// The match was announced.
    Opened {
        /// What was settled.
        terms: Terms,
        /// What chance is derived from. Hidden until the match ends.
        seed: Secret<Seed>,
    },
    /// Someone sat down.
    SeatTaken {
        /// Where.
        seat: Seat,
        /// Who.
        occupant: Occupant,
    },
    /// Someone stood up.
    SeatLeft {
        /// Where.
        seat: Seat,
    },
    /// The table was set up.
    Started {
        /// Who plays, by the seat they play on. Seats nobody took are gone, and
        /// those behind them moved down.
        occupants: BySeat<Occupant>,
        /// How the table was set up, as far as you may know.
        setup: Setup,
    },
    /// A decision was made; what it led to follows.
    Decided {
        /// By whom.
        seat: Seat,
    },
    /// The game moved on.
    Played {
        /// How.
        event: Event,
    },
    /// The match is over. Projections need no rules to read this.
    Ended {
        /// Who finished where, with score sheets.
        standings: BySeat<Standing>,
        /// What chance was derived from.
        seed: Seed,
    },
}

/// A match, at one moment.
#[derive(Clone, Debug, PartialEq)]
pub struct Match {
    /// What was settled when it was announced.
    pub terms: Terms,
    dice: Dice,
    /// How far it has come.
    pub stage: Stage,
}

/// How far a match has come.
#[derive(Clone, Debug, PartialEq)]
#[expect(
    clippy::large_enum_variant,
    reason = "a match is played far longer than it is open"
)]
pub enum Stage {
    /// Seats are being taken.
    Open {
        /// Who sits where so far.
        seated: BySeat<Option<Occupant>>,
    },
    /// Decisions are being made, or have all been made.
    Started(Table),
}

/// A table at which a game is, or was, played.
#[derive(Clone, Debug, PartialEq)]
pub struct Table {
    /// Who plays.
    pub occupants: BySeat<Occupant>,
    /// How many decisions each seat has made.
    pub decisions: BySeat<u32>,
    /// The game.
    pub state: State,
    /// Set when it is over.
    pub standings: Option<BySeat<Standing>>,
}

/// Why a request was refused, whatever the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refused {
    /// Too early.
    #[error("the match has not started")]
    NotStarted,
    /// Too late.
    #[error("the match has started")]
    Started,
    /// There is no such seat.
    #[error("the match has no such seat")]
    NoSuchSeat,
    /// A stranger.
    #[error("that is not your seat")]
    NotYourSeat,
    /// Somebody sits there, or nobody but somebody else may.
    #[error("that seat is not free for you")]
    SeatTaken,
    /// No room.
    #[error("no seat is free for you")]
    Full,
    /// Twice.
    #[error("you already have a seat in this match")]
    Seated,
    /// Not the host.
    #[error("only the host starts a match early")]
    NotHost,
    /// Too few.
    #[error("not enough players for this game")]
    TooFew,
    /// Too many.
    #[error("too many seats for this game")]
    TooMany,
    /// The decision was made already.
    #[error("this decision was made already")]
    DecisionMade,
    /// The seat does not owe this decision yet.
    #[error("this decision is not due")]
    DecisionNotDue,
}

impl Reason for Refused {
    fn code(&self) -> &'static str {
        match self {
            Refused::NotStarted => "not_started",
            Refused::Started => "started",
            Refused::NoSuchSeat => "no_such_seat",
            Refused::NotYourSeat => "not_your_seat",
            Refused::SeatTaken => "seat_taken",
            Refused::Full => "full",
            Refused::Seated => "seated",
            Refused::NotHost => "not_host",
            Refused::TooFew => "too_few",
            Refused::TooMany => "too_many",
            Refused::DecisionMade => "decision_made",
            Refused::DecisionNotDue => "decision_not_due",
        }
    }
}

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
    let players = terms.options.game().info().players;
    if terms.places.seats() < *players.start() {
        return Err(Refused::TooFew.into());
    }
    if terms.places.seats() > *players.end() {
        return Err(Refused::TooMany.into());
    }
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
    let taken = |(seat, occupant): (Seat, &Option<Occupant>)| {
        let occupant = occupant.clone()?;
        Some(MatchEvent::SeatTaken { seat, occupant })
    };
    happened.extend(occupants.iter().filter_map(taken));
    start_if_full(&terms.options, &occupants, &Dice::new(seed), &mut happened);
    Ok(happened)
}

impl Match {
    /// The match after its first event.
    ///
    /// # Panics
    ///
    /// If a stream begins with anything but [`MatchEvent::Opened`].
    pub fn opened(event: &MatchEvent) -> Match {
        let MatchEvent::Opened { terms, seed } = event else {
            panic!("the stream is corrupt: it begins with {event:?}")
        };
        Match {
            dice: Dice::new(*seed.get()),
            stage: Stage::Open {
                seated: terms.places.map(|_, _| None),
            },
            terms: terms.clone(),
        }
    }

    /// The table, once the match has started.
    pub const fn table(&self) -> Option<&Table> {
        match &self.stage {
            Stage::Started(table) => Some(table),
            Stage::Open { .. } => None,
        }
    }

    /// Whether the match has ended.
    pub fn is_over(&self) -> bool {
        self.table().is_some_and(|table| table.standings.is_some())
    }

    /// The match's chance, for the server's own bots and for salting its record.
    pub const fn dice(&self) -> &Dice {
        &self.dice
    }

    /// Who sits on a seat.
    pub fn occupant(&self, seat: Seat) -> Option<&Occupant> {
        match &self.stage {
            Stage::Open { seated } => seated.get(seat)?.as_ref(),
            Stage::Started(table) => table.occupants.get(seat),
        }
    }

    /// What the server's own bot on `seat` decides next: its decision number and
    /// command. None if no bot of the server sits there or none is owed.
    pub fn bot_decision(&self, seat: Seat) -> Option<(u32, Command)> {
        let table = self.table()?;
        let Occupant::Bot { bot } = table.occupants.get(seat)? else {
            return None;
        };
        if !table.state.to_act().contains(seat) {
            return None;
        }
        let decision = table.decisions[seat];
        let nth = (u32::from(seat.0) << 24) | decision;
        let view = table.state.view(Viewer::Seat(seat));
        Some((decision, bot.choose(&view, &mut self.dice.roll("bot", nth))))
    }

    /// Decides a request: what happens because of it, or why nothing does.
    /// `player` is who asks; the server itself, asking for its bots, is `None`.
    ///
    /// # Errors
    ///
    /// Why nothing happens.
    pub fn decide(
        &self,
        player: Option<&PlayerId>,
        request: Request,
    ) -> Result<Vec<MatchEvent>, Rejection> {
        match (&self.stage, request) {
            (Stage::Open { seated }, Request::Join { seat }) => self.join(seated, player, seat),
            (Stage::Open { .. }, Request::Leave { seat }) => {
                self.owner(player, seat)?;
                Ok(vec![MatchEvent::SeatLeft { seat }])
            }
            (Stage::Open { seated }, Request::Start) => self.start_early(seated, player),
            (
                Stage::Started(table),
                Request::Decide {
                    seat,
                    decision,
                    command,
                },
            ) => {
                self.owner(player, seat)?;
                table.due(seat, decision)?;
                self.play(table, seat, command)
            }
            (Stage::Open { .. }, Request::Decide { .. }) => Err(Refused::NotStarted.into()),
            (Stage::Started(_), Request::Join { .. } | Request::Leave { .. } | Request::Start) => {
                Err(Refused::Started.into())
            }
        }
    }

    /// Applies one event.
    ///
    /// # Panics
    ///
    /// If the stream is corrupt: an event no decision could have made here.
    pub fn evolve(&mut self, event: &MatchEvent) {
        match (&mut self.stage, event) {
            (Stage::Open { seated }, MatchEvent::SeatTaken { seat, occupant }) => {
                seated[*seat] = Some(occupant.clone());
            }
            (Stage::Open { seated }, MatchEvent::SeatLeft { seat }) => seated[*seat] = None,
            (Stage::Open { .. }, MatchEvent::Started { occupants, setup }) => {
                self.stage = Stage::Started(Table {
                    decisions: occupants.map(|_, _| 0),
                    occupants: occupants.clone(),
                    state: State::new(setup),
                    standings: None,
                });
            }
            (Stage::Started(table), MatchEvent::Decided { seat }) => table.decisions[*seat] += 1,
            (Stage::Started(table), MatchEvent::Played { event }) => table.state.evolve(event),
            (Stage::Started(table), MatchEvent::Ended { standings, .. }) => {
                table.standings = Some(standings.clone());
            }
            (Stage::Open { .. } | Stage::Started(_), event) => {
                panic!("the stream is corrupt at {event:?}")
            }
        }
    }

    /// Passes if `player` (or, for its bots, the server) decides for `seat`.
    fn owner(&self, player: Option<&PlayerId>, seat: Seat) -> Result<(), Refused> {
        if seat.0 >= self.seats() {
            return Err(Refused::NoSuchSeat);
        }
        match (self.occupant(seat), player) {
            (Some(Occupant::Player { player: owner }), Some(player)) if owner == player => Ok(()),
            (Some(Occupant::Bot { .. }), None) => Ok(()),
            (_, _) => Err(Refused::NotYourSeat),
        }
    }

    /// How many seats there are at this moment.
    pub fn seats(&self) -> u8 {
        match &self.stage {
            Stage::Open { seated } => seated.seats(),
            Stage::Started(table) => table.occupants.seats(),
        }
    }

    fn join(
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
        start_if_full(&self.terms.options, &seated, &self.dice, &mut happened);
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

    fn start_early(
        &self,
        seated: &BySeat<Option<Occupant>>,
        player: Option<&PlayerId>,
    ) -> Result<Vec<MatchEvent>, Rejection> {
        if player != Some(&self.terms.host) {
            return Err(Refused::NotHost.into());
        }
        let taken: Vec<Occupant> = seated.iter().filter_map(|(_, at)| at.clone()).collect();
        let count = u8::try_from(taken.len()).expect("no more than seats");
        if count < *self.terms.options.game().info().players.start() {
            return Err(Refused::TooFew.into());
        }
        let occupants = BySeat::new(count, |seat| taken[usize::from(seat.0)].clone());
        let mut happened = Vec::new();
        start(&self.terms.options, &occupants, &self.dice, &mut happened);
        Ok(happened)
    }

    fn play(
        &self,
        table: &Table,
        seat: Seat,
        command: Command,
    ) -> Result<Vec<MatchEvent>, Rejection> {
        let (next, events) = table.state.decide(seat, command, &self.dice)?;
        let mut happened = vec![MatchEvent::Decided { seat }];
        happened.extend(events.into_iter().map(|event| MatchEvent::Played { event }));
        happened.extend(next.outcome().map(|standings| MatchEvent::Ended {
            standings,
            seed: self.dice.seed(),
        }));
        Ok(happened)
    }
}

impl Table {
    /// Passes if `decision` is the one `seat` owes now.
    fn due(&self, seat: Seat, decision: u32) -> Result<(), Refused> {
        if decision < self.decisions[seat] {
            Err(Refused::DecisionMade)
        } else if decision > self.decisions[seat] || !self.state.to_act().contains(seat) {
            Err(Refused::DecisionNotDue)
        } else {
            Ok(())
        }
    }

    /// The seats that owe a decision to the server's own bots.
    pub fn bots_to_act(&self) -> Seats {
        let is_bot = |seat: &Seat| matches!(self.occupants[*seat], Occupant::Bot { .. });
        self.state.to_act().iter().filter(is_bot).collect()
    }
}

impl MatchEvent {
    /// What `viewer` may know of this.
    #[must_use]
    pub fn disclose(self, viewer: Viewer) -> MatchEvent {
        match self {
            MatchEvent::Opened { terms, seed } => MatchEvent::Opened {
                terms,
                seed: seed.seal(viewer),
            },
            MatchEvent::Started { occupants, setup } => MatchEvent::Started {
                occupants,
                setup: setup.disclose(viewer),
            },
            MatchEvent::Played { event } => MatchEvent::Played {
                event: event.disclose(viewer),
            },
            public @ (MatchEvent::SeatTaken { .. }
            | MatchEvent::SeatLeft { .. }
            | MatchEvent::Decided { .. }
            | MatchEvent::Ended { .. }) => public,
        }
    }

    /// The name of what happened, as on the wire: the game's own where the game
    /// moved on.
    pub fn kind(&self) -> &'static str {
        match self {
            MatchEvent::Opened { .. } => "opened",
            MatchEvent::SeatTaken { .. } => "seat_taken",
            MatchEvent::SeatLeft { .. } => "seat_left",
            MatchEvent::Started { .. } => "started",
            MatchEvent::Decided { .. } => "decided",
            MatchEvent::Played { .. } => "played",
            MatchEvent::Ended { .. } => "ended",
        }
    }
}

fn start_if_full(
    options: &Options,
    seated: &BySeat<Option<Occupant>>,
    dice: &Dice,
    happened: &mut Vec<MatchEvent>,
) {
    if seated.iter().all(|(_, at)| at.is_some()) {
        let occupants = seated.map(|_, at| at.clone().expect("all are taken"));
        start(options, &occupants, dice, happened);
    }
}

fn start(
    options: &Options,
    occupants: &BySeat<Occupant>,
    dice: &Dice,
    happened: &mut Vec<MatchEvent>,
) {
    let setup = options.set_up(occupants.seats(), dice);
    let (_, events) = setup.begin(dice);
    happened.push(MatchEvent::Started {
        occupants: occupants.clone(),
        setup,
    });
    happened.extend(events.into_iter().map(|event| MatchEvent::Played { event }));
}
