//! The log in PostgreSQL: one row a commit, or a match that is over; one statement a group.
//!
//! It promises what every log does (`store_log::log`), on a database whose commits wait for
//! standbys. Such a database may show a commit that no standby has: one whose connection was
//! terminated while it waited, one that waited when the server crashed, one whose wait was
//! cancelled. A fail-over would take it back. Therefore, whenever an answer is missing or comes
//! with a warning, the writer connects anew and makes a *barrier* first: a commit of its own,
//! which raises the epoch of the shard, by a number that is drawn. Once that is known to be
//! replicated, so is all before it, and no statement of an earlier connection can be written any
//! more. Only then does it look whether the group is there. What is beyond the head that is known
//! to be replicated is read by nobody. Nothing is read from a server that has another epoch than
//! was last known to be: it may have been replaced, and have other commits at the same positions.
//!
//! A store may be divided into shards, by the ids of its streams. Each is a log of its own, with a writer
//! of its own, and all stand in one order (`numbers`): whoever follows all of them reads up to where
//! each has promised that nothing comes any more (`marker`, `following`).
//!
//! Several servers may share a database. One of them has a shard until a deadline, by the clock of
//! the database, which it moves on while it lives (`keeper`); the others know where it is reached
//! (`nodes`), and one of them takes the shard when it has lapsed or was let go. A primary that was
//! replaced, and does not know it, may tell either of them that another has the log: that is
//! believed only from a server that confirms a commit. And the owner knows by its own clock until
//! when the log is surely its own (`lease`).
//!
//! Read it in this order: `sql` (the tables and the statements), `shard` (the owner's row), `group`
//! (commits are judged), `session` (what is asked of a database), `address` (where it is),
//! `connection`, `checks` (what it must be set to), `packed` (matches that are over), `statements`
//! (how it is asked), `lines` (what is kept beside the log), `taking`, `lookup`, `numbers`, `writer`,
//! `marker`, `reader`, `opening`, `postgres` (a shard, as its owner has it), `following` (all shards, as
//! anybody reads them).
//! Tests run writer and reader on a database that they simulate (`simulated`), where answers are
//! lost as often as they like.

mod address;
mod checks;
mod columns;
mod connection;
mod copying;
mod following;
mod group;
mod keeper;
mod lease;
mod lines;
mod lookup;
mod marker;
mod nodes;
mod numbers;
mod opening;
mod packed;
mod postgres;
mod reader;
mod session;
mod shard;
#[cfg(test)]
mod simulated;
mod sql;
mod statements;
mod taking;
#[cfg(feature = "testing")]
pub mod testing;
mod writer;

pub use copying::Copying;
pub use following::Following;
pub use nodes::Nodes;
pub use postgres::{Options, Postgres};
