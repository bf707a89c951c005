//! One play of a game: seats are taken, the table is set up, decisions are
//! made, the standings stand.
//!
//! This is the aggregate: one match is one stream of [`MatchEvent`]s.

mod arranged;
mod event;
pub mod facts;
mod fork;
mod pick;
mod seating;
mod settings;
mod table;
mod terms;
mod words;

use crate::{
    BySeat, Command, Dice, Refused, Rejection, Seat, Seats, Secret, State, Viewer, games::Turn,
};

pub use arranged::{Arrangement, arrange};
pub use event::{EventKind, MatchEvent};
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
    /// End the window in which seats decide at once: what is held is held no longer. Only
    /// the server asks for this.
    CloseWindow,
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

    /// What the server's own bot on `seat` decides next: its decision number and
    /// command. None if no bot of the server sits there or none is owed.
    pub fn bot_decision(&self, seat: Seat) -> Option<(u32, Command)> {
        let table = self.table()?;
        let Occupant::Bot { bot } = table.occupants.get(seat)? else {
            return None;
        };
        if !table.to_act().contains(seat) {
            return None;
        }
        let decision = table.decisions[seat];
        let nth = (u32::from(seat.0) << 24) | decision;
        let view = table.state.view(Viewer::Seat(seat));
        Some((decision, bot.choose(&view, &mut self.dice.roll("bot", nth))))
    }

    /// The seat whose bot of the server decides next. Where several owe a decision, chance
    /// says: in the order of seats the same one would come last in every race.
    pub fn next_bot(&self) -> Option<Seat> {
        let table = self.table()?;
        let due: Vec<Seat> = table.bots_to_act().iter().collect();
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
                Stage::Started(table),
                Request::Decide {
                    seat,
                    decision,
                    command,
                },
            ) => {
                self.ensure_owner(player, seat)?;
                table.due(seat, decision)?;
                self.play(table, seat, command)
            }
            (Stage::Started(table), Request::CloseWindow) => {
                if player.is_some() || !table.state.is_holding() {
                    return Err(Refused::DecisionNotDue.into());
                }
                let turn = table.state.close_window(self.terms.rules, &self.dice);
                Ok(self.happened(table, None, turn))
            }
            (Stage::Open { .. }, Request::Decide { .. } | Request::CloseWindow) => {
                Err(Refused::NotStarted.into())
            }
            (Stage::Started(_), Request::Join { .. } | Request::Leave { .. } | Request::Start)
            // No match with a box that fits has this stage.
            | (Stage::OtherBox { .. }, _) => Err(Refused::Started.into()),
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

    /// Passes if `player` (or, for its bots, the server) decides for `seat`.
    fn ensure_owner(&self, player: Option<&PlayerId>, seat: Seat) -> Result<(), Refused> {
        if seat.0 >= self.seats() {
            return Err(Refused::NoSuchSeat);
        }
        match (self.occupant(seat), player) {
            (
                Some(Occupant::Player {
                    player: ensure_owner,
                }),
                Some(player),
            ) if ensure_owner == player => Ok(()),
            (Some(Occupant::Bot { .. }), None) => Ok(()),
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

    fn play(
        &self,
        table: &Table,
        seat: Seat,
        command: Command,
    ) -> Result<Vec<MatchEvent>, Rejection> {
        let rules = self.terms.rules;
        let mut turn = table.state.decide_under(rules, seat, command, &self.dice)?;
        if turn.state.is_holding() && self.terms.settings.window_ms == Some(0) {
            turn = turn.and(|state| state.close_window(rules, &self.dice));
        }
        Ok(self.happened(table, Some(MatchEvent::Decided { seat }), turn))
    }

    fn happened(&self, table: &Table, first: Option<MatchEvent>, turn: Turn) -> Vec<MatchEvent> {
        let mut happened: Vec<MatchEvent> = first.into_iter().collect();
        let played = turn.events.into_iter();
        happened.extend(played.map(|event| MatchEvent::Played { event }));
        happened.extend(turn.closed.iter().map(|seat| MatchEvent::OfferClosed {
            seat,
            decision: table.decisions[seat],
        }));
        let origin = self.terms.options.game().info().origin;
        happened.extend(turn.state.outcome().map(|standings| MatchEvent::Ended {
            standings: standings.map(|_, standing| standing.moved(origin)),
            seed: Secret::Known(self.dice.seed()),
            deal_closed: self.terms.settings.deal_closed,
        }));
        happened
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
