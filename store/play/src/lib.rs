//! What is live: matches and who plays them, batches, tournaments, and the lists of matches.
//!
//! Read it in this order: `matches` (a request is decided), `commit` (what was decided
//! becomes durable), `bots`, `batches` and `tournaments` (matches that the server plays), `projections`
//! (lists), `verify`.
//!
//! A match that is played elsewhere arrives as its record, and is checked whole before
//! anything of it is written:
//!
//! ```
//! let refused = store_play::CompleteRecord::read(&mut "{}".as_bytes()).unwrap_err();
//! assert!(matches!(refused, store_log::RequestError::BadRecord(_)));
//! ```

pub mod audience;
pub mod batches;
mod bots;
mod by_itself;
mod calls;
mod clocks;
mod commit;
mod completion;
mod deadlines;
mod decided;
mod disclosure;
mod edition;
pub mod feed;
mod forks;
mod history;
mod import;
mod in_hand;
pub mod live_match;
pub mod matches;
mod mirror;
mod opened;
pub mod players;
mod playing;
pub mod portable;
pub mod projections;
mod reasons;
mod rematch;
mod replay;
mod scheduled;
mod sitting;
mod slots;
mod stream;
pub mod tournaments;
mod tries;
mod usage;
pub mod verify;

pub use audience::Audience;
pub use batches::{Batch, Batches, Plan};
pub use disclosure::{Eyes, Told};
pub use feed::Feed;
pub use forks::Forking;
pub use import::{CompleteRecord, Imported};
pub use in_hand::InHand;
pub use live_match::{LiveMatch, Record};
pub use matches::{Answer, DecisionMade, Matches, Opening, Tried};
pub use opened::{Lists, MatchLists, Play};
pub use players::{
    NameFilter, Player, PlayerEvent, PlayerRow, Players, PlayersFilter, Registered, Registration,
};
pub use projections::{
    lobby::{Lobby, LobbyFilter, LobbyRow, Status, Visibility},
    results::{Forks, Placing, ResultRow, Results, ResultsFilter},
};
pub use sitting::SatDown;
pub use tournaments::{Tournament, TournamentPlan, Tournaments};
pub use verify::{Check, Divergence, Verdict};
