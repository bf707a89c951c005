//! Choices: what decisions offered and took, and how those did who took it.

use std::collections::BTreeMap;

use domain::{GameId, cast};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::{
    estimate::{
        moments::Moments,
        summary::{Estimate, float},
    },
    facts::{
        game::Offer,
        offer_totals::{self, OfferTable, Taking},
    },
    query::{
        answer::About,
        design::Design,
        facts_at::FactsAt,
        filter::RowFilter,
        measure::Reading,
        question::{IdKind, Slice, Unanswerable},
    },
};

/// What decisions offered and took.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
#[schema(as = ChoicesAnswer)]
pub struct Choices {
    /// What the answer is about. `n` of a rate counts decisions; every other `n` counts seats.
    pub about: About,
    /// Each thing in each round, and over all rounds.
    #[schema(max_items = 10000)]
    pub choices: Vec<ChoiceCounts>,
}

/// Something that decisions offered.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct ChoiceCounts {
    /// The kind of thing, as the id of a metric.
    #[schema(max_length = 80)]
    pub kind: String,
    /// The id of the thing that was offered.
    #[schema(max_length = 80)]
    pub item: String,
    /// The full name of the thing, in the words of the box.
    #[schema(max_length = 120)]
    pub item_name: String,
    /// The round, counted from one. Null: over all rounds.
    pub round: Option<u8>,
    /// How many decisions offered the thing.
    pub offered: u64,
    /// How many decisions took the thing.
    pub taken: u64,
    /// The rate of these decisions that took it.
    pub take_rate: Estimate,
    /// The mean final score, in points, of the seats that took it at least once.
    pub score_with: Estimate,
    /// The mean final score, in points, of the seats that were offered it and never took it.
    pub score_without: Estimate,
    /// The mean win index of the seats that took it at least once; 1.0 is par.
    pub win_index_with: Estimate,
    /// The mean win index of the seats that were offered it and never took it; 1.0 is par.
    pub win_index_without: Estimate,
}

/// What is summed up of one thing in one round, or in all.
#[derive(Clone, Debug, Default)]
struct Sums {
    offered: u64,
    taken: u64,
    /// Seats that never took it, and seats that did.
    seats: [Seats; 2],
}

/// Final scores and wins of some seats.
#[derive(Clone, Copy, Debug, Default)]
struct Seats {
    scores: Moments,
    wins: Moments,
}

/// A thing, and a round or all of them.
type Of<'a> = (&'a str, &'a str, Option<u8>);

impl FactsAt<'_> {
    pub(crate) fn choices(
        &self,
        slice: &Slice,
        kind: Option<&str>,
        min_n: u64,
    ) -> Result<Choices, Unanswerable> {
        known_kind(slice.game, kind)?;
        let score = Reading::of(slice, "final_score")?;
        let win = Reading::of(slice, "win_index")?;
        let selection = RowFilter::of(slice, self.facts)?;
        let sums = self.sums(&self.tally::<Taking>(&selection).total());
        let designs = self.designs(&selection, [score, win]);
        let choices = sums
            .iter()
            .filter(|(of, _)| kind.is_none_or(|kind| kind == of.0));
        let choice = |(of, sums): (&Of<'_>, &Sums)| ChoiceCounts {
            item_name: slice.game.item_name(of.1),
            ..sums.choice(*of, designs, win.parts(), min_n)
        };
        let choices = choices.map(choice);
        Ok(Choices {
            choices: choices.collect(),
            about: self.about(slice.game, score, &selection),
        })
    }

    /// What was offered in each round and over all.
    fn sums(&self, table: &OfferTable<i128>) -> BTreeMap<Of<'_>, Sums> {
        let mut sums: BTreeMap<Of<'_>, Sums> = BTreeMap::new();
        for (Offer { item, times }, seats) in self.facts.offers.words().zip(&table.offers) {
            let seats = Seats::of(seats);
            if seats.scores.n == 0 {
                continue;
            }
            for round in [None, Some(item.round)] {
                let sums = sums.entry((&item.kind, &item.item, round)).or_default();
                sums.offered += seats.scores.n * u64::from(times.offered);
                sums.taken += seats.scores.n * u64::from(times.taken);
                if round.is_some() {
                    sums.seats[usize::from(times.taken > 0)].merge(&seats);
                }
            }
        }
        for ((kind, item), seats) in self.facts.things.words().zip(&table.things) {
            if let Some(sums) = sums.get_mut(&(&**kind, &**item, None)) {
                sums.seats = seats.each_ref().map(Seats::of);
            }
        }
        sums
    }
}

/// Refuses a kind that no decision of the game has.
fn known_kind(game: GameId, kind: Option<&str>) -> Result<(), Unanswerable> {
    let choices = || {
        crate::facts::catalogue::metrics(game).filter(|it| it.kind == domain::facts::Kind::Choice)
    };
    match kind.filter(|kind| !choices().any(|metric| metric.id == *kind)) {
        None => Ok(()),
        Some(kind) => Err(Unanswerable::Unknown {
            what: IdKind::Choice,
            id: kind.to_owned(),
            known: choices().map(|metric| metric.id.clone()).collect(),
        }),
    }
}

impl Sums {
    fn choice(
        &self,
        (kind, item, round): Of<'_>,
        [score, win]: [Design; 2],
        parts: i64,
        min_n: u64,
    ) -> ChoiceCounts {
        let [without, with] = &self.seats;
        ChoiceCounts {
            kind: kind.to_owned(),
            item: item.to_owned(),
            item_name: String::new(),
            round,
            offered: self.offered,
            taken: self.taken,
            take_rate: score
                .rate(
                    float(self.taken),
                    self.offered,
                    with.scores.n + without.scores.n,
                )
                .unless_few(min_n),
            score_with: score.mean(&with.scores, 1).unless_few(min_n),
            score_without: score.mean(&without.scores, 1).unless_few(min_n),
            win_index_with: win.mean(&with.wins, parts).unless_few(min_n),
            win_index_without: win.mean(&without.wins, parts).unless_few(min_n),
        }
    }
}

impl Seats {
    fn of([n, score, scores, win, wins]: &offer_totals::Sums<i128>) -> Seats {
        let n = cast::<u64>(*n);
        let moments = |&sum: &i128, &squares: &i128| Moments { n, sum, squares };
        Seats {
            scores: moments(score, scores),
            wins: moments(win, wins),
        }
    }

    fn merge(&mut self, other: &Seats) {
        self.scores += other.scores;
        self.wins += other.wins;
    }
}
