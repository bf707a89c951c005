//! What a player asks for, in words.

use super::command::Command;

/// A command in words.
pub(super) fn said(Command::Choose { card }: Command) -> String {
    format!("Put down the {card}")
}
