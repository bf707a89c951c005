//! A command by its number or its action id.

use super::{Legal, Match, Refused, Stage};
use crate::{Command, Rejection, Seat, View, Viewer, cast};

/// A command that is not written out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pick {
    /// By its place in the list of legal commands, counted from zero.
    Number(u32),
    /// By its [action id](crate::Replay::actions).
    Action(u32),
}

impl Match {
    /// The command that is meant for a decision that a seat owes.
    ///
    /// # Errors
    ///
    /// That it does not owe this decision, or that there is no such command.
    pub fn picked(&self, seat: Seat, decision: u32, pick: Pick) -> Result<Command, Rejection> {
        let Stage::Started(table) = &self.stage else {
            return Err(Refused::NotStarted.into());
        };
        table.due(seat, decision)?;
        if matches!(pick, Pick::Number(_)) && self.told_legal() != Legal::Full {
            return Err(Refused::LegalWithheld.into());
        }
        pick.of(&table.state.view(Viewer::Seat(seat)))
    }
}

impl Pick {
    fn of(self, view: &View) -> Result<Command, Rejection> {
        match self {
            Pick::Number(number) => {
                let mut legal = view.legal();
                let nth = cast::<usize>(number);
                if nth < legal.len() {
                    return Ok(legal.swap_remove(nth));
                }
                let reason = format!(
                    "the decision has {} legal commands, which are counted from 0",
                    legal.len()
                );
                Err(Rejection::because(Refused::NoSuchNumber, reason))
            }
            Pick::Action(id) => {
                let bound = view.actions().ok_or(Refused::NoActionIds)?;
                view.action(id).ok_or_else(|| {
                    let reason = format!("action ids of this match are below {bound}");
                    Rejection::because(Refused::NoSuchAction, reason)
                })
            }
        }
    }
}
