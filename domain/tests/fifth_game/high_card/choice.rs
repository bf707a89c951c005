//! The decision one seat owes: what a view and the state both know of it.
//!
//! Both what is legal and what is refused follow from it, so that they cannot differ.

use super::{command::Command, components::Card, illegal::Illegal};

/// 3.1: put down one of these cards.
#[derive(Clone, Copy, Debug)]
pub struct Choice<'a> {
    /// The cards in hand.
    pub hand: &'a [Card],
}

impl Choice<'_> {
    /// Every command allowed, each once.
    pub fn commands(self) -> Vec<Command> {
        let cards = self.hand.iter();
        cards.map(|&card| Command::Choose { card }).collect()
    }

    /// 6.1: what is played for a seat that does not decide.
    pub fn default_command(self) -> Command {
        self.commands()[0]
    }

    /// The card that a command puts down.
    ///
    /// # Errors
    ///
    /// The rule the command breaks.
    pub fn resolve(self, Command::Choose { card }: Command) -> Result<Card, Illegal> {
        if self.hand.contains(&card) {
            Ok(card)
        } else {
            Err(Illegal::NotInHand(card))
        }
    }
}
