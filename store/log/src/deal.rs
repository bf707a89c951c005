//! Deals: what chance gave a table, whoever sat there.

use domain::{Options, Seed, State, matches::Match};
use sha2::{Digest as _, Sha256};

use crate::id::hexadecimal_id;

/// A deal: `d_` and 32 hexadecimal digits. Matches of one game with the same
/// components, options, number of seats and seed have the same.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct DealId(pub(crate) [u8; 16]);

impl DealId {
    /// The deal of a table.
    pub fn of(options: &Options, components: &str, seats: u8, seed: Seed) -> DealId {
        let options = serde_json::to_vec(options).expect("options are JSON");
        let digest = Sha256::new()
            .chain_update(b"cartulary deal 1")
            .chain_update(Sha256::digest(options))
            .chain_update(Sha256::digest(components))
            .chain_update([seats])
            .chain_update(seed.0)
            .finalize();
        let (id, _) = digest.split_first_chunk().expect("32 bytes hold 16");
        DealId(*id)
    }

    /// The deal of a table that its host arranged: what was arranged, and what chance has
    /// decided since. It is no deal that anybody else is dealt.
    pub fn of_arranged(drawn: DealId, table: &State) -> DealId {
        let table = serde_json::to_vec(table).expect("a table is JSON");
        let digest = Sha256::new()
            .chain_update(b"cartulary arranged deal 1")
            .chain_update(drawn.0)
            .chain_update(Sha256::digest(table))
            .finalize();
        let (id, _) = digest.split_first_chunk().expect("32 bytes hold 16");
        DealId(*id)
    }

    /// The deal of a match that is over, unless it is played more than once or was arranged.
    /// Nobody is told it before: others may have finished the same deal, and what they saw
    /// would tell what is to come.
    pub fn of_match(game: &Match) -> Option<DealId> {
        let terms = &game.terms;
        let deal = || {
            let seed = game.dice().seed();
            DealId::of(&terms.options, &terms.components, game.seats(), seed)
        };
        let settings = &terms.settings;
        let is_told = !settings.deal_closed && settings.arranged.is_none();
        (game.is_over() && is_told).then(deal)
    }
}

hexadecimal_id!(DealId, "d", "A deal: `d_` and 32 hexadecimal digits.");
