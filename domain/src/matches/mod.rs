//! One play of a game: seats are taken, the table is set up, decisions are
//! made, the standings stand.
//!
//! This is the aggregate: one match is one stream of [`MatchEvent`]s.

mod arranged;
mod event;
pub mod facts;
mod fork;
mod pick;
mod running;
mod seating;
mod settings;
mod table;
mod terms;
mod words;

use crate::{BySeat, Command, Dice, Refused, Rejection, Seat, Seats, State, Viewer, bots::Bot};

pub use arranged::{Arrangement, arrange};
pub use event::{EventKind, Forfeit, MatchEvent};
pub use fork::{Chance, Fork, fork};
pub use pick::Pick;
pub use seating::open;
pub use settings::{Arranged, Clock, Legal, OnIllegal, OnTimeout, Settings};
pub use table::Table;
pub use terms::{Occupant, Place, PlayerId, Terms};

/// What someone asks of a match.
#[derive(Clone, Debug, PartialEq)]
pub enum Request {
    /// Take a seat: this one, or the first that is free for this player.
    Join {
        /// Which, if it matters.
        seat: Option<Seat>,
    },
    /// Give a seat back before the start; after it, leave the match for good, which forfeits it.
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
    /// Ask to end the match here. It ends once every player who is still in it has asked.
    AskEnd {
        /// Whose player asks.
        seat: Seat,
    },
    /// End the window in which seats decide at once: what is held is held no longer. Only
    /// the server asks for this.
    CloseWindow,
    /// A seat has used up its time or its tries for the decision it owes. Only the server
    /// asks for this.
    TimeOut {
        /// Whose.
        seat: Seat,
        /// Which decision of that seat, counted from zero.
        decision: u32,
        /// Whether its tries are used up, and not its time.
        by_tries: bool,
        /// What is played instead: what [`Match::instead`] says. None where a time-out
        /// forfeits.
        command: Option<Command>,
    },
    /// Nobody has done anything for as long as the terms allow. Only the server asks for this.
    Abandon,
}

/// A match, at one moment.
#[derive(Clone, Debug, PartialEq)]
pub struct Match {
    /// What was settled when it was announced.
    pub terms: Terms,
    dice: Dice,
    /// How far the match has come.
    pub stage: Stage,
    /// The seats that were taken when it started.
    taken: Seats,
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
        /// The player or bot on each seat so far.
        seated: BySeat<Option<Occupant>>,
        /// What it will begin with, if in the middle of another, or if it was arranged.
        forked: Option<Box<State>>,
    },
    /// Decisions are being made, or have all been made.
    Started(Table),
    /// Started with another box than the one in use, which would score it otherwise:
    /// there is no table to look at.
    OtherBox {
        /// The player or bot on each seat.
        occupants: BySeat<Occupant>,
        /// Whether it is over.
        is_over: bool,
    },
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
                forked: None,
            },
            terms: terms.clone(),
            taken: Seats::NONE,
        }
    }

    /// The match after these events, which are all from the first on. None if there are none.
    ///
    /// # Panics
    ///
    /// If they are no match: see [`Match::evolve`].
    pub fn fold<'a>(events: impl IntoIterator<Item = &'a MatchEvent>) -> Option<Match> {
        let mut events = events.into_iter();
        let mut game = Match::opened(events.next()?);
        game.evolve_all(events);
        Some(game)
    }

    /// Folds events, each beside something of the caller's, and shows the match after each
    /// of them. Returns it after the last; none if there are none.
    ///
    /// # Panics
    ///
    /// If they are no match: see [`Match::evolve`].
    pub fn each_step<'a, T>(
        events: impl IntoIterator<Item = (T, &'a MatchEvent)>,
        mut see: impl FnMut(&Match, T, &'a MatchEvent),
    ) -> Option<Match> {
        let mut events = events.into_iter();
        let (beside, opened) = events.next()?;
        let mut game = Match::opened(opened);
        see(&game, beside, opened);
        for (beside, event) in events {
            game.evolve(event);
            see(&game, beside, event);
        }
        Some(game)
    }

    /// The table, once the match has started.
    pub const fn table(&self) -> Option<&Table> {
        match &self.stage {
            Stage::Started(table) => Some(table),
            Stage::Open { .. } | Stage::OtherBox { .. } => None,
        }
    }

    /// The table it will begin with, if that was there before its seats were taken.
    fn laid_out(&self) -> Option<&State> {
        match &self.stage {
            Stage::Open { forked, .. } => forked.as_deref(),
            Stage::Started(_) | Stage::OtherBox { .. } => None,
        }
    }

    /// Whether the match has ended.
    pub const fn is_over(&self) -> bool {
        match &self.stage {
            Stage::Open { .. } => false,
            Stage::Started(table) => table.is_over(),
            Stage::OtherBox { is_over, .. } => *is_over,
        }
    }

    /// Whether nothing of it is secret any more: it is over, and its deal is not played
    /// again.
    pub const fn is_revealed(&self) -> bool {
        self.is_over() && !self.terms.settings.deal_closed
    }

    /// How much seats are told of what is legal: all of it, once the match is over.
    pub fn told_legal(&self) -> Legal {
        let told = self.terms.settings.legal.filter(|_| !self.is_over());
        told.unwrap_or(Legal::Full)
    }

    /// Whether a refused dry run counts as a refused try: where legal commands are withheld, it
    /// would tell them for nothing.
    pub fn dry_run_is_a_try(&self) -> bool {
        self.told_legal() != Legal::Full
    }

    /// The match's chance, for the server's own bots and for salting its record.
    pub const fn dice(&self) -> &Dice {
        &self.dice
    }

    /// The player or bot on a seat.
    pub fn occupant(&self, seat: Seat) -> Option<&Occupant> {
        match &self.stage {
            Stage::Open { seated, .. } => seated.get(seat)?.as_ref(),
            Stage::Started(table) => table.occupants.get(seat),
            Stage::OtherBox { occupants, .. } => occupants.get(seat),
        }
    }

    /// The new number of a seat that was taken before the start: at the start, seats still free are
    /// removed and the seats after them move down. None if the seat was free.
    pub fn seat_now(&self, before: Seat) -> Option<Seat> {
        if let Stage::Open { .. } = self.stage {
            return Some(before);
        }
        let lower = self.taken.iter().position(|seat| seat == before)?;
        u8::try_from(lower).ok().map(Seat)
    }

    /// What the server decides next on `seat`: the number of the decision, and what its bot
    /// there chooses or, if the seat has forfeited, the default. None if neither is so, or
    /// none is owed.
    pub fn bot_decision(&self, seat: Seat) -> Option<(u32, Command)> {
        let table = self.table()?;
        if !table.server_to_act().contains(seat) {
            return None;
        }
        let command = match table.occupants[seat] {
            Occupant::Bot { bot } => self.chosen(table, seat, bot),
            Occupant::Player { .. } => table.default_command(seat)?,
        };
        Some((table.decisions[seat], command))
    }

    /// What is played instead of a player whose time or tries are used up, and the bot that
    /// chooses it, if one does. None if that forfeits, or if the seat owes no decision.
    pub fn instead(&self, seat: Seat) -> Option<(Command, Option<Bot>)> {
        let table = self.table()?;
        if !table.to_act().contains(seat) {
            return None;
        }
        let bot = match self.terms.settings.on_timeout {
            Some(OnTimeout::Forfeit) => return None,
            Some(OnTimeout::Default) | None => return Some((table.default_command(seat)?, None)),
            Some(OnTimeout::Random) => Bot::Random,
            Some(OnTimeout::Greedy) => Bot::Greedy,
        };
        Some((self.chosen(table, seat, bot), Some(bot)))
    }

    /// What a bot chooses on a seat that owes a decision.
    fn chosen(&self, table: &Table, seat: Seat, bot: Bot) -> Command {
        let nth = (u32::from(seat.0) << 24) | table.decisions[seat];
        let view = table.state.view(Viewer::Seat(seat));
        bot.choose(&view, &mut self.dice.roll("bot", nth))
    }

    /// The seat on which the server decides next. Where several owe a decision, chance says: in the order of seats the same one would come last in every race.
    pub fn next_bot(&self) -> Option<Seat> {
        let table = self.table()?;
        let due: Vec<Seat> = table.server_to_act().iter().collect();
        if due.len() < 2 {
            return due.first().copied();
        }
        let made = table.decisions.iter().map(|(_, made)| *made).sum();
        Some(*self.dice.roll("next bot", made).pick(&due))
    }

    /// Decides a request: the events it causes, or the reason why it is refused. `player` is the
    /// caller; it is `None` for the server itself, which decides for its bots.
    ///
    /// Nothing changes by it: what happens is true once it is written down and
    /// [folded](Match::evolve_all).
    ///
    /// ```
    /// use domain::{
    ///     BySeat, GameId, Seed,
    ///     bots::Bot,
    ///     matches::{self, Match, Place, PlayerId, Request, Terms},
    /// };
    ///
    /// let (game, seed) = (GameId::BigMonster, Seed([7; 32]));
    /// let terms = Terms {
    ///     options: game.default_options(),
    ///     places: BySeat::new(2, |_| Place::Bot { bot: Bot::Greedy }),
    ///     host: PlayerId("p_00000000000000000000000000000000".to_owned()),
    ///     rules: game.info().rules,
    ///     components: game.components_sha256().to_owned(),
    ///     seed_commitment: seed.commitment(),
    ///     seed_known: true,
    ///     open_hands: false,
    ///     private: false,
    ///     fork: None,
    ///     batch: None,
    ///     rng: None,
    ///     settings: Box::default(),
    /// };
    /// let opened = matches::open(&terms, seed, &[])?;
    /// let mut table = Match::fold(&opened).expect("it begins with an event");
    /// let seat = table.next_bot().expect("every seat is a bot's");
    /// let (decision, command) = table.bot_decision(seat).expect("its decision is due");
    /// let request = Request::Decide { seat, decision, command };
    ///
    /// let happened = table.decide(None, request.clone())?;
    /// assert_eq!(table.decide(None, request)?, happened);
    /// table.evolve_all(&happened);
    /// assert_eq!(table.table().map(|it| it.decisions[seat]), Some(decision + 1));
    /// # Ok::<(), domain::Rejection>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Why nothing happens.
    pub fn decide(
        &self,
        player: Option<&PlayerId>,
        request: Request,
    ) -> Result<Vec<MatchEvent>, Rejection> {
        self.terms.check_components()?;
        match (&self.stage, request) {
            (Stage::Open { seated, .. }, Request::Join { seat }) => self.join(seated, player, seat),
            (Stage::Open { .. }, Request::Leave { seat }) => {
                self.ensure_owner(player, seat)?;
                Ok(vec![MatchEvent::SeatLeft { seat }])
            }
            (Stage::Open { seated, .. }, Request::Start) => self.start_early(seated, player),
            (
                Stage::Open { .. },
                Request::Decide { .. }
                | Request::AskEnd { .. }
                | Request::CloseWindow
                | Request::TimeOut { .. }
                | Request::Abandon,
            ) => Err(Refused::NotStarted.into()),
            (Stage::Started(table), request) => self.decide_at(table, player, request),
            // No match with a box that fits has this stage.
            (Stage::OtherBox { .. }, _) => Err(Refused::Started.into()),
        }
    }

    /// Applies events, one after the other.
    ///
    /// # Panics
    ///
    /// As [`Match::evolve`].
    pub fn evolve_all<'a>(&mut self, events: impl IntoIterator<Item = &'a MatchEvent>) {
        for event in events {
            self.evolve(event);
        }
    }

    /// Applies one event.
    ///
    /// # Panics
    ///
    /// If the stream is corrupt: an event no decision could have made here.
    pub fn evolve(&mut self, event: &MatchEvent) {
        if let Stage::Open { seated, .. } = &self.stage
            && let MatchEvent::Started { .. } | MatchEvent::Resumed { .. } = event
        {
            let taken = seated.iter().filter(|(_, at)| at.is_some());
            self.taken = taken.map(|(seat, _)| seat).collect();
        }
        match (&mut self.stage, event) {
            (Stage::Open { seated, .. }, MatchEvent::SeatTaken { seat, occupant }) => {
                seated[*seat] = Some(occupant.clone());
            }
            (Stage::Open { seated, .. }, MatchEvent::SeatLeft { seat }) => seated[*seat] = None,
            (Stage::Open { forked, .. }, MatchEvent::Forked { state, .. }) => {
                *forked = Some(state.get().clone());
            }
            (Stage::Open { .. }, MatchEvent::Started { occupants, setup }) => {
                self.stage = started(&self.terms, occupants, || State::new(setup));
            }
            (Stage::Open { forked, .. }, MatchEvent::Resumed { occupants }) => {
                let state = forked
                    .take()
                    .expect("the stream is corrupt: resumed from nothing");
                self.stage = started(&self.terms, occupants, || *state);
            }
            (Stage::Started(table), event) => table.evolve(event, &self.terms),
            (Stage::OtherBox { is_over, .. }, event) => *is_over |= event.ends(),
            (Stage::Open { .. }, event) => panic!("the stream is corrupt at {event:?}"),
        }
    }

    /// Passes if `player`, or for its bots and for seats that have forfeited the server,
    /// decides for `seat`.
    fn ensure_owner(&self, player: Option<&PlayerId>, seat: Seat) -> Result<(), Refused> {
        if seat.0 >= self.seats() {
            return Err(Refused::NoSuchSeat);
        }
        let is_out = self
            .table()
            .is_some_and(|table| table.forfeits[seat].is_some());
        match (self.occupant(seat), player) {
            (Some(Occupant::Player { player: owner }), Some(player)) if owner == player => Ok(()),
            (Some(Occupant::Bot { .. }), None) => Ok(()),
            (Some(Occupant::Player { .. }), None) if is_out => Ok(()),
            (_, _) => Err(Refused::NotYourSeat),
        }
    }

    /// How many seats there are at this moment.
    pub fn seats(&self) -> u8 {
        match &self.stage {
            Stage::Open { seated, .. } => seated.seats(),
            Stage::Started(table) => table.occupants.seats(),
            Stage::OtherBox { occupants, .. } => occupants.seats(),
        }
    }
}

fn started(terms: &Terms, occupants: &BySeat<Occupant>, state: impl FnOnce() -> State) -> Stage {
    if terms.check_components().is_ok() {
        return Stage::Started(Table::new(occupants, state()));
    }
    Stage::OtherBox {
        occupants: occupants.clone(),
        is_over: false,
    }
}
