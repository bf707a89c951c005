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
        #[error("the match has started")]
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
        #[error("only the host starts a match early")]
        NotHost: "not_host";
        /// Too few.
        #[error("not enough players for this game")]
        TooFew: "too_few";
        /// Too many.
        #[error("too many seats for this game")]
        TooMany: "too_many";
        /// A fork with more or fewer seats.
        #[error("a fork has as many seats as the match it is taken from")]
        OtherSeats: "other_seats";
        /// The decision was made already.
        #[error("this decision was made already")]
        DecisionMade: "decision_made";
        /// What others did took the question away before it was answered.
        #[error("what another seat did closed this decision before it was made")]
        Overtaken: "overtaken";
        /// The seat does not owe this decision yet.
        #[error("this decision is not due")]
        DecisionNotDue: "decision_not_due";
        /// Nothing is left to decide.
        #[error("the match was over then")]
        Over: "over";
        /// In the middle of what a request caused.
        #[error("at that step something was still happening: take one at which it is settled")]
        MidDecision: "mid_decision";
    }
}
