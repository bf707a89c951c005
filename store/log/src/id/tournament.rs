//! The names of tournaments.

use super::{StreamId, hexadecimal_id, random};

/// A tournament: `t_` and 32 hexadecimal digits, drawn at random.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TournamentId(pub(crate) [u8; 16]);

hexadecimal_id!(
    TournamentId,
    "t",
    "A tournament: `t_` and 32 hexadecimal digits."
);

impl TournamentId {
    /// An id that no tournament had before.
    pub fn random() -> TournamentId {
        TournamentId(random())
    }
}

impl From<TournamentId> for StreamId {
    fn from(id: TournamentId) -> StreamId {
        StreamId::Tournament(id)
    }
}
