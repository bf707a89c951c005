//! Why a request was refused, whatever the game.

use strum::{IntoStaticStr, VariantArray};

/// Why a request was refused, whatever the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, IntoStaticStr, VariantArray, thiserror::Error)]
#[strum(serialize_all = "snake_case")]
pub enum Refused {
    /// Too early.
    #[error("the match has not started")]
    NotStarted,
    /// Too late.
    #[error("the match has already started")]
    Started,
    /// There is no such seat.
    #[error("the match has no such seat")]
    NoSuchSeat,
    /// A stranger.
    #[error("that is not your seat")]
    NotYourSeat,
    /// The seat is taken, or reserved for somebody else.
    #[error("that seat is not free for you")]
    SeatTaken,
    /// No room.
    #[error("no seat is free for you")]
    Full,
    /// Twice.
    #[error("you already have a seat in this match")]
    Seated,
    /// Not the host.
    #[error("only the host may start a match early")]
    NotHost,
    /// Too few.
    #[error("this game needs more players")]
    TooFew,
    /// Too many.
    #[error("this game allows fewer seats")]
    TooMany,
    /// A fork with more or fewer seats.
    #[error("a fork must have as many seats as the match it is taken from")]
    OtherSeats,
    /// The decision was made already.
    #[error("this decision has already been made")]
    DecisionMade,
    /// What others did took the question away before it was answered.
    #[error("another seat closed this decision before you made it")]
    Overtaken,
    /// The seat does not owe this decision yet.
    #[error("this decision is not due yet")]
    DecisionNotDue,
    /// Nothing is left to decide.
    #[error("the match was already over")]
    Over,
    /// The seat's player is out: they left, or their time ran out where that forfeits.
    #[error("this seat has forfeited the match: the defaults of the rules are played for it")]
    Forfeited,
    /// The server made the decision, because the seat's time or tries were used up.
    #[error("the time or the tries for this decision were used up, and the server made it")]
    TimedOut,
    /// Once is enough.
    #[error("you have already asked to end the match here")]
    EndAsked,
    /// In the middle of what a request caused.
    #[error(
        "that step is in the middle of a request: fork at a step that the manifest calls `settled`"
    )]
    MidDecision,
    /// Its import was interrupted.
    #[error("only part of this match was imported: import its record again")]
    ImportIncomplete,
    /// The box of components in use is another than the match's.
    #[error("the match is played with another box of components than the one in use")]
    OtherBox,
    /// A table that no match can begin with.
    #[error("no match begins with such a table")]
    InvalidArrangement,
    /// A number of a list that is withheld.
    #[error("this match does not say which commands are legal, so they have no numbers")]
    LegalWithheld,
    /// A number that no legal command has.
    #[error("no legal command of this decision has that number")]
    NoSuchNumber,
    /// An action id beyond the last.
    #[error("no command has that action id")]
    NoSuchAction,
    /// There are too many commands to have action ids.
    #[error("this game has no action ids at a table of this size, only numbers")]
    NoActionIds,
    /// A command of another game.
    #[error("this match plays another game")]
    WrongGame,
}

impl Refused {
    /// The stable code: the name of the variant in `snake_case`.
    pub fn code(self) -> &'static str {
        self.into()
    }
}
