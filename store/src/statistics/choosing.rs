//! Choices: what decisions offered and took, and how those did who took it.

use domain::{GameId, facts::Item};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{
    answer::About,
    asking::Moment,
    column::UNKNOWN,
    counting::on_all_cores,
    design::Design,
    question::{Slice, Unanswerable},
    reading::Reading,
    selecting::{Marks, Rows, Selection},
    summary::{Estimate, float},
};

/// What decisions offered and took.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct Choices {
    /// What it is about. `n` of a rate counts decisions, all other `n` seats.
    pub about: About,
    /// Each thing in each round, and over all rounds.
    #[schema(max_items = 10000)]
    pub choices: Vec<Choice>,
}

/// Something offered.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
#[schema(as = ChoiceCounts)]
pub struct Choice {
    /// The kind of thing: the id of a metric.
    #[schema(max_length = 80)]
    pub kind: String,
    /// Which.
    #[schema(max_length = 80)]
    pub item: String,
    /// The round, from one. Null: over all rounds.
    pub round: Option<u8>,
    /// How many decisions offered it.
    pub offered: u64,
    /// How many took it.
    pub taken: u64,
    /// The rate of those that took it.
    pub take_rate: Estimate,
    /// The mean final score of seats that took it at least once.
    pub score_with: Estimate,
    /// The mean final score of seats to which it was offered and that never took it.
    pub score_without: Estimate,
    /// The mean win index of seats that took it at least once.
    pub win_index_with: Estimate,
    /// The mean win index of seats to which it was offered and that never took it.
    pub win_index_without: Estimate,
}

/// What is summed up of one thing in one round, or in all.
#[derive(Clone, Debug, Default)]
struct Sums {
    offered: u64,
    taken: u64,
    with: Seats,
    without: Seats,
}

/// Final scores and wins of some seats.
#[derive(Clone, Debug, Default)]
struct Seats {
    n: u64,
    scores: Moments,
    wins: Moments,
}

/// Sums of integers and of their squares.
#[derive(Clone, Copy, Debug, Default)]
struct Moments {
    sum: i64,
    squares: i128,
}

/// The things that were ever offered, in order, and of each code which it is.
struct Things<'a> {
    items: Vec<(&'a str, &'a str)>,
    /// Of each code: the thing, its round, how often offered and taken.
    codes: Vec<(usize, u8, u64, u64)>,
    rounds: usize,
}

impl Moment<'_> {
    pub(crate) fn choices(
        &self,
        slice: &Slice,
        kind: Option<&str>,
        min_n: u64,
    ) -> Result<Choices, Unanswerable> {
        known_kind(slice.game, kind)?;
        let score = Reading::of(slice, "final_score")?;
        let win = Reading::of(slice, "win_index")?;
        let selection = Selection::of(slice, self.facts)?;
        let things = self.things(kind);
        let columns = [score, win].map(|reading| reading.axis(self.facts).column());
        let chunks: Vec<_> = self.facts.chunks().collect();
        let found = on_all_cores(&chunks, |chunks| {
            let mut sums = vec![Sums::default(); things.items.len() * (things.rounds + 1)];
            let mut marks = Marks::default();
            for chunk in chunks {
                let picked = selection.rows(chunk, &mut marks);
                if let Rows::None = picked {
                    continue;
                }
                let [scores, wins] = columns.map(|column| chunk.values(column));
                chunk.choices.each_row(chunk.rows, |row, codes| {
                    if picked.contain(row) && scores[row] != UNKNOWN {
                        let [score, win] = [score.whole(scores[row]), win.whole(wins[row])];
                        things.add(codes, &Seats::one(score, win), &mut sums);
                    }
                });
            }
            sums
        });
        let sums = found.into_iter().reduce(|mut all, share| {
            all.iter_mut()
                .zip(&share)
                .for_each(|(all, share)| all.merge(share));
            all
        });
        let sums = sums.unwrap_or_default();
        let designs = [score, win].map(|reading| self.design(&selection, reading));
        let choices = sums.iter().enumerate().filter(|(_, sums)| sums.offered > 0);
        let mut choices: Vec<Choice> = choices
            .map(|(at, sums)| things.choice(at, sums, designs, win.parts(), min_n))
            .collect();
        choices.sort_by(|a, b| (&a.kind, &a.item, a.round).cmp(&(&b.kind, &b.item, b.round)));
        let about = self.about(slice.game, score, &selection);
        Ok(Choices { about, choices })
    }

    fn things(&self, kind: Option<&str>) -> Things<'_> {
        let offers = || self.facts.offers.words();
        let is_asked = |item: &Item| kind.is_none_or(|kind| kind == item.kind);
        let mut items: Vec<(&str, &str)> = offers()
            .filter(|offer| is_asked(&offer.item))
            .map(|offer| (&*offer.item.kind, &*offer.item.item))
            .collect();
        items.sort_unstable();
        items.dedup();
        let codes = offers().map(|offer| {
            let thing = items.binary_search(&(&offer.item.kind, &offer.item.item));
            let (offered, taken) = (offer.times.offered.into(), offer.times.taken.into());
            (
                thing.unwrap_or(usize::MAX),
                offer.item.round,
                offered,
                taken,
            )
        });
        let codes = codes.collect();
        let rounds = offers().map(|offer| offer.item.round).max().unwrap_or(0);
        Things {
            items,
            codes,
            rounds: rounds.into(),
        }
    }
}

/// Refuses a kind that no decision of the game has.
fn known_kind(game: GameId, kind: Option<&str>) -> Result<(), Unanswerable> {
    let choices =
        || super::catalogue::metrics(game).filter(|it| it.kind == domain::facts::Kind::Choice);
    match kind.filter(|kind| !choices().any(|metric| metric.id == *kind)) {
        None => Ok(()),
        Some(kind) => Err(Unanswerable::Unknown {
            what: "kind of choice",
            id: kind.to_owned(),
            known: choices().map(|metric| metric.id.clone()).collect(),
        }),
    }
}

impl Things<'_> {
    /// Adds one seat. Its codes are in the order of things, so all of one thing stand
    /// side by side.
    fn add(&self, codes: &[i32], seat: &Seats, sums: &mut [Sums]) {
        let mut all: Option<(usize, u64, u64)> = None;
        for &code in codes {
            let code = usize::try_from(code).expect("codes are no less than zero");
            let (thing, round, offered, taken) = self.codes[code];
            if thing == usize::MAX {
                continue;
            }
            let first = thing * (self.rounds + 1);
            sums[first + usize::from(round)].add(offered, taken, seat);
            all = match all {
                Some((at, of_it, took)) if at == first => Some((at, of_it + offered, took + taken)),
                before => {
                    if let Some((at, offered, taken)) = before {
                        sums[at].add(offered, taken, seat);
                    }
                    Some((first, offered, taken))
                }
            };
        }
        if let Some((at, offered, taken)) = all {
            sums[at].add(offered, taken, seat);
        }
    }

    fn choice(
        &self,
        at: usize,
        sums: &Sums,
        [score, win]: [Design; 2],
        parts: i64,
        min_n: u64,
    ) -> Choice {
        let (kind, item) = self.items[at / (self.rounds + 1)];
        let round = u8::try_from(at % (self.rounds + 1)).expect("a round is small");
        let [with, without] = [&sums.with, &sums.without];
        Choice {
            kind: kind.to_owned(),
            item: item.to_owned(),
            round: Some(round).filter(|round| *round > 0),
            offered: sums.offered,
            taken: sums.taken,
            take_rate: score
                .rate(float(sums.taken), sums.offered, with.n + without.n)
                .unless_few(min_n),
            score_with: with.scores.mean(with.n, 1, score).unless_few(min_n),
            score_without: without.scores.mean(without.n, 1, score).unless_few(min_n),
            win_index_with: with.wins.mean(with.n, parts, win).unless_few(min_n),
            win_index_without: without.wins.mean(without.n, parts, win).unless_few(min_n),
        }
    }
}

impl Sums {
    fn add(&mut self, offered: u64, taken: u64, seat: &Seats) {
        self.offered += offered;
        self.taken += taken;
        let seats = if taken > 0 {
            &mut self.with
        } else {
            &mut self.without
        };
        seats.merge(seat);
    }

    fn merge(&mut self, other: &Sums) {
        self.offered += other.offered;
        self.taken += other.taken;
        self.with.merge(&other.with);
        self.without.merge(&other.without);
    }
}

impl Seats {
    fn one(score: i64, win: i64) -> Seats {
        let one = |value: i64| Moments {
            sum: value,
            squares: i128::from(value) * i128::from(value),
        };
        Seats {
            n: 1,
            scores: one(score),
            wins: one(win),
        }
    }

    fn merge(&mut self, other: &Seats) {
        self.n += other.n;
        for (ours, theirs) in [
            (&mut self.scores, other.scores),
            (&mut self.wins, other.wins),
        ] {
            ours.sum += theirs.sum;
            ours.squares += theirs.squares;
        }
    }
}

impl Moments {
    /// The mean of `n` values in such parts of one.
    #[expect(
        clippy::float_arithmetic,
        clippy::cast_precision_loss,
        reason = "a mean is no integer"
    )]
    fn mean(self, n: u64, parts: i64, design: Design) -> Estimate {
        if n == 0 {
            return design.mean(None, None, 0);
        }
        let (count, parts) = (i128::from(n), parts as f64);
        let mean = self.sum as f64 / float(n) / parts;
        // Integers until the end, so nothing is lost where the mean is large.
        let deviation = (count * self.squares - i128::from(self.sum).pow(2)) as f64;
        let freedom = float(n) * float(n.saturating_sub(1));
        let variance = (n > 1).then(|| deviation / freedom / parts / parts);
        design.mean(Some(mean), variance, n)
    }
}
