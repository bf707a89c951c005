//! A match that runs: what is asked of its table, and what comes of it.

use super::{Forfeit, Match, MatchEvent, OnTimeout, PlayerId, Refused, Rejection, Request, Table};
use crate::{Command, Seat, Secret, Seed, Viewer, games::Turn};

impl Match {
    /// Decides a request that is asked of the table.
    pub(super) fn decide_at(
        &self,
        table: &Table,
        player: Option<&PlayerId>,
        request: Request,
    ) -> Result<Vec<MatchEvent>, Rejection> {
        match request {
            Request::Decide {
                seat,
                decision,
                command,
            } => {
                self.ensure_owner(player, seat)?;
                table.due(seat, decision)?;
                if table.forfeits[seat].is_some() {
                    ensure_in(player, table, seat)?;
                    table.ensure_default(seat, &command)?;
                }
                self.play(table, vec![MatchEvent::Decided { seat }], seat, command)
            }
            Request::Leave { seat } => {
                self.ensure_owner(player, seat)?;
                ensure_in(player, table, seat)?;
                table.ensure_running()?;
                let why = Forfeit::Left;
                let forfeited = MatchEvent::Forfeited { seat, why };
                Ok(vec![MatchEvent::Left { seat }, forfeited])
            }
            Request::AskEnd { seat } => {
                self.ensure_owner(player, seat)?;
                ensure_in(player, table, seat)?;
                Ok(self.ask_end(table, seat)?)
            }
            Request::CloseWindow => {
                ensure_server(player, table.state.is_holding())?;
                let turn = table.state.close_window(self.terms.rules, &self.dice);
                Ok(self.happened(table, Vec::new(), turn))
            }
            Request::TimeOut {
                seat,
                decision,
                by_tries,
                command,
            } => {
                let is_played = seat.0 < table.occupants.seats() && table.has_player(seat);
                ensure_server(player, is_played)?;
                table.due(seat, decision)?;
                self.time_out(table, (seat, decision), by_tries, command)
            }
            Request::Abandon => {
                let may_be = self.terms.settings.abandon_after_ms.is_some();
                ensure_server(player, may_be)?;
                table.ensure_running()?;
                let (seed, deal_closed) = self.sealed_seed();
                Ok(vec![MatchEvent::Abandoned { seed, deal_closed }])
            }
            Request::Join { .. } | Request::Start => Err(Refused::Started.into()),
        }
    }

    /// Passes if `player` owes this decision of a seat.
    ///
    /// # Errors
    ///
    /// Why they do not.
    pub fn ensure_due(
        &self,
        player: Option<&PlayerId>,
        seat: Seat,
        decision: u32,
    ) -> Result<(), Refused> {
        let table = self.table().ok_or(Refused::NotStarted)?;
        self.ensure_owner(player, seat)?;
        table.due(seat, decision)?;
        ensure_in(player, table, seat)
    }

    /// A seat asks to end the match. The last player who is still in it ends it.
    fn ask_end(&self, table: &Table, seat: Seat) -> Result<Vec<MatchEvent>, Refused> {
        table.ensure_running()?;
        if table.end_asked.contains(seat) {
            return Err(Refused::EndAsked);
        }
        let asked = table.end_asked.with(seat);
        let mut seats = Seat::first(table.occupants.seats());
        let mut happened = vec![MatchEvent::EndAsked { seat }];
        if seats.all(|seat| asked.contains(seat) || !table.has_player(seat)) {
            let (seed, deal_closed) = self.sealed_seed();
            happened.push(MatchEvent::Agreed { seed, deal_closed });
        }
        Ok(happened)
    }

    /// What follows when a seat has used up its time or its tries.
    fn time_out(
        &self,
        table: &Table,
        (seat, decision): (Seat, u32),
        by_tries: bool,
        command: Option<Command>,
    ) -> Result<Vec<MatchEvent>, Rejection> {
        let late = MatchEvent::TimedOut {
            seat,
            decision,
            by_tries,
        };
        let settings = &self.terms.settings;
        let Some(command) = command.filter(|_| !settings.forfeits()) else {
            ensure_server(None, settings.forfeits())?;
            let why = if by_tries {
                Forfeit::Illegal
            } else {
                Forfeit::Timeout
            };
            return Ok(vec![late, MatchEvent::Forfeited { seat, why }]);
        };
        if let Some(OnTimeout::Default) | None = settings.on_timeout {
            table.ensure_default(seat, &command)?;
        }
        self.play(
            table,
            vec![late, MatchEvent::Decided { seat }],
            seat,
            command,
        )
    }

    /// Plays a command, behind what it begins with.
    fn play(
        &self,
        table: &Table,
        first: Vec<MatchEvent>,
        seat: Seat,
        command: Command,
    ) -> Result<Vec<MatchEvent>, Rejection> {
        let rules = self.terms.rules;
        let mut turn = table.state.decide_under(rules, seat, command, &self.dice)?;
        if turn.state.is_holding() && self.terms.settings.window_ms == Some(0) {
            turn = turn.and(|state| state.close_window(rules, &self.dice));
        }
        Ok(self.happened(table, first, turn))
    }

    fn happened(&self, table: &Table, first: Vec<MatchEvent>, turn: Turn) -> Vec<MatchEvent> {
        let mut happened = first;
        let standings = table.ranked(&turn.state);
        let played = turn.events.into_iter();
        happened.extend(played.map(|event| MatchEvent::Played { event }));
        happened.extend(turn.closed.iter().map(|seat| MatchEvent::OfferClosed {
            seat,
            decision: table.decisions[seat],
        }));
        let origin = self.terms.options.game().info().origin;
        let (seed, deal_closed) = self.sealed_seed();
        happened.extend(standings.map(|standings| MatchEvent::Ended {
            standings: standings.map(|_, standing| standing.moved(origin)),
            seed,
            deal_closed,
        }));
        happened
    }

    /// The seed as the end of the match tells it, and whether its deal is closed.
    fn sealed_seed(&self) -> (Secret<Seed>, bool) {
        let seed = Secret::Known(self.dice.seed());
        (seed, self.terms.settings.deal_closed)
    }
}

impl Table {
    /// The default of the decision that a seat owes, if it owes one.
    pub(super) fn default_command(&self, seat: Seat) -> Option<Command> {
        self.state.view(Viewer::Seat(seat)).default_command()
    }

    /// Passes if a command is the default of the decision that a seat owes.
    fn ensure_default(&self, seat: Seat, command: &Command) -> Result<(), Rejection> {
        if self.default_command(seat).as_ref() == Some(command) {
            return Ok(());
        }
        let reason = "only the default of the rules is played for this seat".to_owned();
        Err(Rejection::because(Refused::NotYourSeat, reason))
    }

    const fn ensure_running(&self) -> Result<(), Refused> {
        if self.is_over() {
            Err(Refused::Over)
        } else {
            Ok(())
        }
    }
}

/// Passes if it is no player who has forfeited that asks.
fn ensure_in(player: Option<&PlayerId>, table: &Table, seat: Seat) -> Result<(), Refused> {
    if player.is_some() && table.forfeits[seat].is_some() {
        return Err(Refused::Forfeited);
    }
    Ok(())
}

/// Passes if it is the server that asks, and has reason to.
const fn ensure_server(player: Option<&PlayerId>, has_reason: bool) -> Result<(), Refused> {
    if player.is_none() && has_reason {
        Ok(())
    } else {
        Err(Refused::DecisionNotDue)
    }
}
