//! What selected seats come to: read off what is kept of populations, or added up anew.

use super::{
    facts_at::FactsAt,
    filter::{Bitmap, RowFilter},
};
use crate::{
    cores::on_all_cores,
    facts::aggregates::{Materialized, Schema, Tally},
};

impl FactsAt<'_> {
    /// The totals of the selected seats.
    pub(crate) fn tally<T: Tally>(&self, selection: &RowFilter) -> T {
        let (kept, legend) = (&self.facts.kept, self.facts.legend());
        let (read, mut tally) = match of_populations(kept, selection, legend) {
            Some(tally) => (kept.chunks(), tally),
            None => (0, T::default()),
        };
        let chunks: Vec<_> = self.facts.chunks().skip(read).collect();
        let shares = on_all_cores(&chunks, |chunks| {
            let (mut share, mut marks) = (T::default(), Bitmap::default());
            let mut list = Vec::new();
            for chunk in chunks {
                let picked = selection.rows(chunk, &mut marks).picked(&mut list);
                share.add(chunk, picked, legend);
            }
            share
        });
        shares.iter().for_each(|share| tally.merge(share));
        tally
    }
}

/// The totals of the selected seats in the chunks that were read, if they can be computed from
/// whole populations.
fn of_populations<T: Tally>(
    kept: &Materialized,
    selection: &RowFilter,
    legend: Schema<'_>,
) -> Option<T> {
    let mut tally = T::default();
    for (values, tallies) in kept.populations(legend) {
        if selection.passes(&values)? {
            tally.merge(T::of(tallies));
        }
    }
    Some(tally)
}

#[cfg(test)]
mod tests {
    use domain::{
        Cell, GameId,
        facts::{Filled, Item, Times},
    };
    use proptest::{collection::btree_set, prelude::*};

    use super::*;
    use crate::{
        columns::{
            chunk::{Growing, Row},
            dictionary::Dictionary,
        },
        facts::{
            cell_totals::Filling,
            finished::WIN,
            game::{GameFacts, Offer},
            offer_totals::Taking,
        },
        query::question::{Filter, Slice},
    };
    use store_log::{
        id::{MatchId, Position},
        time::Timestamp,
    };
    use store_play::projections::lobby::Visibility;

    const COLUMNS: [&str; 11] = [
        "server_made",
        "forked",
        "imported",
        "private",
        "seats",
        "rank",
        "final_score",
        WIN,
        "rules",
        "foreknown",
        "deal_closed",
    ];

    /// Facts of seats, each a match, with these values and codes of offers and cells.
    fn facts(seats: &[([i32; 11], Vec<i32>)], chunk_rows: usize) -> GameFacts {
        let mut facts = GameFacts::default();
        for (column, id) in COLUMNS.into_iter().enumerate() {
            facts.columns.code(id.to_owned(), |_, _| {});
            facts.words.push(Dictionary::default());
            for word in ["no", "yes"] {
                facts.words[column].code(word.to_owned(), |_, _| {});
            }
        }
        for nth in 0..12_u8 {
            let item = Item {
                kind: "card".into(),
                item: (nth / 4).to_string().into(),
                round: nth % 4 / 2 + 1,
            };
            let times = Times {
                offered: 2,
                taken: u16::from(nth % 2),
            };
            facts.offers.code(Offer { item, times }, |_, _| {});
            let filled = Filled {
                cell: Cell::new(0, nth),
                with: "forest".into(),
            };
            facts.cells.code(filled, |_, _| {});
        }
        for chunk in seats.chunks(chunk_rows) {
            let mut growing = Growing::default();
            for (values, codes) in chunk {
                let row = Row {
                    values: values.iter().copied().enumerate().collect(),
                    choices: codes.clone(),
                    cells: codes.clone(),
                    ..Row::default()
                };
                growing.push(MatchId::of_bytes([0; 16]), vec![row]);
            }
            facts.chunks.push(growing.chunk().into());
        }
        facts.settle();
        facts
    }

    fn scanned<T: Tally>(facts: &GameFacts, selection: &RowFilter) -> T {
        let (mut tally, mut marks) = (T::default(), Bitmap::default());
        for chunk in facts.chunks() {
            let mut list = Vec::new();
            let picked = selection.rows(chunk, &mut marks).picked(&mut list);
            tally.add(chunk, picked, facts.legend());
        }
        tally
    }

    fn seat() -> impl Strategy<Value = ([i32; 11], Vec<i32>)> {
        let rules = i32::from(GameId::ALL[0].info().rules);
        let words = ([0..2, 0..2, 0..2, 0..2, 0..2, 0..2], 2..5);
        let numbers = (1..4, any::<i32>(), 0..5, rules - 1..=rules);
        let codes = btree_set(0..12, 0..12);
        (words, numbers, codes).prop_map(|((words, seats), numbers, codes)| {
            let (rank, score, winners, rules) = numbers;
            let win = if rank == 1 { seats * 128 + winners } else { 0 };
            let [made, forked, imported, private, foreknown, closed] = words;
            let values = [
                made, forked, imported, private, seats, rank, score, win, rules, foreknown, closed,
            ];
            (values, codes.into_iter().collect())
        })
    }

    proptest! {
        #[test]
        fn what_is_kept_is_what_a_scan_finds(
            seats in proptest::collection::vec(seat(), 0..300),
            chunk_rows in 1..9_usize,
            with_private in prop_oneof![Just(Visibility::Public), Just(Visibility::All)],
            on in prop_oneof![Just("seats"), Just("forked"), Just("imported"), Just("rank")],
        ) {
            let facts = facts(&seats, chunk_rows);
            let is_word = ["forked", "imported"].contains(&on);
            let values = if is_word { ["yes", "no"] } else { ["2", "3"] };
            let slice = Slice {
                game: GameId::ALL[0],
                filters: vec![Filter::is_in(on, &values)],
                with_private,
                still_closed: Vec::new(),
            };
            let selection = RowFilter::of(&slice, &facts).unwrap();
            let kept = of_populations::<Filling>(&facts.kept, &selection, facts.legend());
            prop_assert!(on == "rank" || kept.is_some());
            let moment = FactsAt { facts: &facts, as_of_position: Position::START, now: Timestamp::now() };
            let total = |taking: Taking| {
                let mut total = taking.total();
                total.fit(facts.offers.len(), 3);
                total
            };
            prop_assert_eq!(
                total(moment.tally(&selection)),
                total(scanned(&facts, &selection))
            );
            let offered = |mut filling: Filling| {
                filling.by_rank.iter_mut().for_each(|it| it.filled.resize(12, 0));
                filling.by_rank.retain(|it| it.seats > 0);
                filling
            };
            prop_assert_eq!(
                offered(moment.tally(&selection)),
                offered(scanned(&facts, &selection))
            );
        }
    }
}
