//! Deals that bots played, and batches drawn from them.

use domain::{
    BySeat, GameId, Rng, Seat, Seed,
    bots::Bot,
    facts::word,
    matches::{
        self, Match, Place, PlayerId, Request, Terms,
        facts::{self, MatchFacts},
    },
};

use crate::{
    columns::chunk::{Growing, Row},
    estimate::interval_tests::Chance,
    facts::{
        finished::{Finished, win},
        game::{DEAL, GameFacts},
    },
};
use store_log::{DealId, id::MatchId};

/// Two equal bots beside a third, which nearly always wins: most deals say the same of ranks.
const LINE_UP: [Bot; 3] = [Bot::Greedy, Bot::Random, Bot::Random];

/// How often a batch plays a deal.
#[derive(Clone, Copy, Debug)]
pub(super) enum Plays {
    /// With the line-up in one rotation.
    Once,
    /// In each rotation of the line-up.
    InEachRotation,
}

/// Deals, each played in every rotation of the line-up.
#[derive(Debug)]
pub(super) struct Pool {
    pub(super) game: GameId,
    facts: GameFacts,
    /// By deal and rotation the rows of the match.
    deals: Vec<Vec<Vec<Row>>>,
}

impl Pool {
    pub(super) fn of(game: GameId, deals: u64) -> Pool {
        let mut facts = GameFacts::default();
        let mut rows = |deal, rotation| {
            let finished = finished(game, deal, rotation);
            facts.rows(game, &finished, &mut Vec::new())
        };
        let mut rotations = |deal| (0..LINE_UP.len()).map(|it| rows(deal, it)).collect();
        Pool {
            game,
            deals: (0..deals).map(&mut rotations).collect(),
            facts,
        }
    }

    /// All matches. Of those that are played once, each is a deal by itself.
    pub(super) fn whole(&mut self, plays: Plays) -> &GameFacts {
        let rotations = || 0..LINE_UP.len();
        let all = (0..self.deals.len()).flat_map(|deal| rotations().map(move |it| (deal, it)));
        let all: Vec<(usize, usize)> = all.collect();
        let numbered = (0..).zip(all).map(|(nth, (deal, rotation))| match plays {
            Plays::Once => (nth, deal, rotation),
            Plays::InEachRotation => (deal, deal, rotation),
        });
        self.facts_of(&numbered.collect::<Vec<_>>())
    }

    /// A batch of so many deals, each drawn from all of the pool.
    pub(super) fn drawn(&mut self, plays: Plays, deals: usize, chance: &mut Chance) -> &GameFacts {
        let mut below = |many: usize| {
            let drawn = chance.below(u64::try_from(many).unwrap());
            usize::try_from(drawn).unwrap()
        };
        let mut of_deal = |nth: usize| -> Vec<(usize, usize, usize)> {
            let deal = below(self.deals.len());
            match plays {
                Plays::Once => vec![(nth, deal, below(LINE_UP.len()))],
                Plays::InEachRotation => (0..LINE_UP.len()).map(|it| (nth, deal, it)).collect(),
            }
        };
        let drawn: Vec<_> = (0..deals).flat_map(&mut of_deal).collect();
        self.facts_of(&drawn)
    }

    /// Facts of some matches: of each as which deal it counts, its deal and its rotation.
    fn facts_of(&mut self, matches: &[(usize, usize, usize)]) -> &GameFacts {
        let column = self.facts.columns.known(DEAL).unwrap();
        let mut growing = Growing::default();
        for &(counted_as, deal, rotation) in matches {
            let mut rows = self.deals[deal][rotation].clone();
            for row in &mut rows {
                row.values.retain(|(of, _)| *of != column);
                row.values
                    .push((column, i32::try_from(counted_as).unwrap()));
            }
            growing.push(MatchId::of_bytes([0; 16]), rows);
        }
        self.facts.growing = growing;
        self.facts.settle();
        &self.facts
    }
}

/// A match as the store would count it, but for times.
fn finished(game: GameId, deal: u64, rotation: usize) -> Finished {
    let mut seed = Seed([0; 32]);
    seed.0[..8].copy_from_slice(&deal.to_be_bytes());
    let seats = u8::try_from(LINE_UP.len()).unwrap();
    let bot = |seat: Seat| LINE_UP[(usize::from(seat.0) + rotation) % LINE_UP.len()];
    let terms = Terms {
        options: game.default_options(),
        places: BySeat::new(seats, |seat| Place::Bot { bot: bot(seat) }),
        host: PlayerId(format!("p_{:032x}", 1)),
        rules: game.info().rules,
        components: game.components_sha256().to_owned(),
        seed_commitment: seed.commitment(),
        seed_known: false,
        open_hands: false,
        private: false,
        fork: None,
        batch: None,
        rng: Some(Rng::today()),
        settings: Box::default(),
    };
    let mut facts = played(&terms, seed);
    for on in ["private", "forked", "imported", "foreknown", "deal_closed"] {
        facts.table.tell(on, "no");
    }
    for (seat, notes) in facts.seats.iter_mut() {
        let player = format!("bot:{}", word(&bot(seat)));
        notes.values.tell("player", player);
        notes.values.tell("server_made", "no");
        win(&facts.table, &mut notes.values);
    }
    Finished {
        id: MatchId::of_bytes([0; 16]),
        deal: DealId::of(&terms.options, &terms.components, seats, seed),
        took: facts.stages.map(|_, _| Vec::new()),
        facts,
    }
}

fn played(terms: &Terms, seed: Seed) -> MatchFacts {
    let mut events = matches::open(terms, seed, &[]).unwrap();
    let mut table = Match::fold(&events).unwrap();
    while let Some(seat) = table.next_bot() {
        let (decision, command) = table.bot_decision(seat).unwrap();
        let request = Request::Decide {
            seat,
            decision,
            command,
        };
        let happened = table.decide(None, request).unwrap();
        table.evolve_all(&happened);
        events.extend(happened);
    }
    facts::of(&events).unwrap()
}
