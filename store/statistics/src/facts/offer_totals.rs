//! What seats were offered and took, added up.

use std::ops::AddAssign;

use domain::{cast, facts::notes::Id};

use crate::{
    columns::{
        chunk::Chunk,
        column::{SelectionVector, UNKNOWN},
        dictionary::Dictionary,
    },
    facts::{
        aggregates::{Schema, Tallies, Tally},
        finished::WIN,
        game::Offer,
        wins::win_index,
    },
};

/// Sums over some seats: how many there are, their final scores and the squares of
/// these, their win indexes and the squares of these.
pub(crate) type Sums<T> = [T; 5];

/// Seats by what they were offered and took.
#[derive(Clone, Debug, Default)]
pub(crate) struct Taking {
    /// As narrow as it can be, for speed.
    open: OfferTable<i64>,
    /// No sum in there is greater.
    greatest: i64,
    /// What became too great.
    closed: OfferTable<i128>,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct OfferTable<T> {
    /// By the code of an offer.
    pub(crate) offers: Vec<Sums<T>>,
    /// By thing, over all rounds: seats that never took it, and seats that did.
    pub(crate) things: Vec<[Sums<T>; 2]>,
}

/// Things that were offered, whatever the round.
#[derive(Debug, Default)]
pub(crate) struct Things {
    /// Kind and item.
    items: Dictionary<(Id, Id)>,
    /// By the code of an offer: the thing, and 1 if it was taken.
    of_offers: Vec<(usize, usize)>,
}

impl Things {
    /// Reads the offers that are new.
    pub(crate) fn read_on(&mut self, offers: &Dictionary<Offer>) {
        for Offer { item, times } in offers.words().skip(self.of_offers.len()) {
            let thing = (item.kind.clone(), item.item.clone());
            let thing = self.items.code(thing, |_, _| {});
            self.of_offers.push((thing, usize::from(times.taken > 0)));
        }
    }

    /// Each thing, by code.
    pub(crate) fn words(&self) -> impl Iterator<Item = &(Id, Id)> {
        self.items.words()
    }
}

impl Tally for Taking {
    fn add(&mut self, chunk: &Chunk, picked: SelectionVector<'_>, legend: Schema<'_>) {
        let values = |id: &str| chunk.picked(legend.columns.known(id), picked);
        let (scores, wins) = (values("final_score"), values(WIN));
        self.open
            .fit(legend.things.of_offers.len(), legend.things.items.len());
        chunk.choices.each_row(chunk.rows, picked, |nth, codes| {
            if scores[nth] != UNKNOWN {
                let (score, win) = (i64::from(scores[nth]), win_index(wins[nth]));
                self.make_room(score * score, win * win);
                let seat = [1, score, score * score, win, win * win];
                self.open.add(codes, &legend.things.of_offers, &seat);
            }
        });
    }

    fn merge(&mut self, other: &Taking) {
        self.closed.merge(&other.open);
        self.closed.merge(&other.closed);
    }

    fn of(tallies: &Tallies) -> &Taking {
        &tallies.taking
    }
}

impl Taking {
    /// All of it.
    pub(crate) fn total(mut self) -> OfferTable<i128> {
        self.closed.merge(&self.open);
        self.closed
    }

    /// Closes what is open if such squares could be too much for it.
    fn make_room(&mut self, score: i64, win: i64) {
        let more = score.max(win).max(1);
        match self.greatest.checked_add(more) {
            Some(greatest) => self.greatest = greatest,
            None => {
                self.closed.merge(&self.open);
                self.open.clear();
                self.greatest = more;
            }
        }
    }
}

impl OfferTable<i64> {
    /// Adds one seat. Its codes are in the order of things, so all of one thing stand
    /// side by side.
    fn add(&mut self, codes: &[i32], of_offers: &[(usize, usize)], seat: &Sums<i64>) {
        let index = |code: i32| cast::<usize>(code);
        let Some(&first) = codes.first() else {
            return;
        };
        let (mut thing, mut was_taken) = of_offers[index(first)];
        for &code in codes {
            let (next, taken) = of_offers[index(code)];
            if next != thing {
                add(&mut self.things[thing][was_taken], seat);
                (thing, was_taken) = (next, 0);
            }
            was_taken |= taken;
            add(&mut self.offers[index(code)], seat);
        }
        add(&mut self.things[thing][was_taken], seat);
    }

    fn clear(&mut self) {
        self.offers.fill_with(Sums::default);
        self.things.fill_with(<[Sums<i64>; 2]>::default);
    }
}

impl<T: Copy + Default> OfferTable<T> {
    pub(crate) fn fit(&mut self, offers: usize, things: usize) {
        if self.offers.len() < offers {
            self.offers.resize(offers, Sums::default());
        }
        if self.things.len() < things {
            self.things.resize(things, Default::default());
        }
    }
}

impl OfferTable<i128> {
    fn merge<T: Copy + Into<i128>>(&mut self, other: &OfferTable<T>) {
        self.fit(other.offers.len(), other.things.len());
        let offers = self.offers.iter_mut().zip(&other.offers);
        offers.for_each(|(ours, theirs)| add(ours, theirs));
        let ours = self.things.as_flattened_mut().iter_mut();
        let things = ours.zip(other.things.as_flattened());
        things.for_each(|(ours, theirs)| add(ours, theirs));
    }
}

#[inline]
fn add<T: AddAssign, U: Copy + Into<T>>(ours: &mut Sums<T>, theirs: &Sums<U>) {
    let [n, score, scores, win, wins] = ours;
    *n += theirs[0].into();
    *score += theirs[1].into();
    *scores += theirs[2].into();
    *win += theirs[3].into();
    *wins += theirs[4].into();
}
