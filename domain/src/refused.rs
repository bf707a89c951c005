//! Why a request was refused, whatever the game.

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
    /// A fork with more or fewer seats.
    #[error("a fork has as many seats as the match it is taken from")]
    OtherSeats,
    /// The decision was made already.
    #[error("this decision was made already")]
    DecisionMade,
    /// What others did took the question away before it was answered.
    #[error("what another seat did closed this decision before it was made")]
    Overtaken,
    /// The seat does not owe this decision yet.
    #[error("this decision is not due")]
    DecisionNotDue,
    /// Nothing is left to decide.
    #[error("the match was over then")]
    Over,
    /// In the middle of what a request caused.
    #[error("at that step something was still happening: take one at which it is settled")]
    MidDecision,
    /// Its import was interrupted.
    #[error("only a part of this match was imported: import its record again")]
    ImportIncomplete,
    /// The box of components in use is another than the match's.
    #[error("the match is played with another box of components than the one in use")]
    OtherBox,
    /// A table that no match can begin with.
    #[error("no match begins with such a table")]
    InvalidArrangement,
    /// A command of another game.
    #[error("this match plays another game")]
    WrongGame,
}

impl Refused {
    /// The stable code.
    pub const fn code(self) -> &'static str {
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
            Refused::OtherSeats => "other_seats",
            Refused::DecisionMade => "decision_made",
            Refused::Overtaken => "overtaken",
            Refused::DecisionNotDue => "decision_not_due",
            Refused::Over => "over",
            Refused::MidDecision => "mid_decision",
            Refused::ImportIncomplete => "import_incomplete",
            Refused::OtherBox => "other_box",
            Refused::InvalidArrangement => "invalid_arrangement",
            Refused::WrongGame => "wrong_game",
        }
    }
}
