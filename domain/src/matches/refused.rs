//! Why a request was refused, whatever the game.

use crate::rejection::refusals;

refusals! {
    /// Why a request was refused, whatever the game.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
    pub enum Refused {
        /// Too early.
        #[error("the match has not started")]
        NotStarted: "not_started";
        /// Too late.
        #[error("the match has already started")]
        Started: "started";
        /// There is no such seat.
        #[error("the match has no such seat")]
        NoSuchSeat: "no_such_seat";
        /// A stranger.
        #[error("that is not your seat")]
        NotYourSeat: "not_your_seat";
        /// The seat is taken, or reserved for somebody else.
        #[error("that seat is not free for you")]
        SeatTaken: "seat_taken";
        /// No room.
        #[error("no seat is free for you")]
        Full: "full";
        /// Twice.
        #[error("you already have a seat in this match")]
        Seated: "seated";
        /// Not the host.
        #[error("only the host may start a match early")]
        NotHost: "not_host";
        /// Too few.
        #[error("this game needs more players")]
        TooFew: "too_few";
        /// Too many.
        #[error("this game allows fewer seats")]
        TooMany: "too_many";
        /// A fork with more or fewer seats.
        #[error("a fork must have as many seats as the match it is taken from")]
        OtherSeats: "other_seats";
        /// The decision was made already.
        #[error("this decision has already been made")]
        DecisionMade: "decision_made";
        /// What others did took the question away before it was answered.
        #[error("another seat closed this decision before you made it")]
        Overtaken: "overtaken";
        /// The seat does not owe this decision yet.
        #[error("this decision is not due yet")]
        DecisionNotDue: "decision_not_due";
        /// Nothing is left to decide.
        #[error("the match was already over at that step")]
        Over: "over";
        /// In the middle of what a request caused.
        #[error("that step is in the middle of a request: fork at a step that the manifest calls `settled`")]
        MidDecision: "mid_decision";
    }
}
