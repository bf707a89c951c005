//! The score sheet, line by line.

use std::{collections::BTreeMap, rc::Rc};

use super::{
    alike::Ground,
    cards::{Building, Card},
    command::Command,
    event::{Event, Pick, Trade},
    fiefs::{Estate, Fief, Fiefs},
    land::Square,
    parchments::{self, Claims, ParchmentScore, ParchmentScores},
    realm::{Realm, coordinates},
    state::State,
    view::View,
};
use crate::{BySeat, Count, Score, ScoreLine, ScoreSheet, Seat, Side, Standing, cast, score};

/// What would count for points now, as far as a view shows it: with what its owner
/// has chosen and the others do not know yet.
#[derive(Clone, Debug)]
struct Reckoning {
    realm: Realm,
    /// What was harvested, with a harvest now if another is to come.
    claims: BySeat<Claims>,
    harvest_is_due: bool,
    is_over: bool,
}

impl Reckoning {
    fn of(view: &View) -> Reckoning {
        let harvest_is_due = view.harvest_is_due();
        let claims = view.seats.map(|seat, it| {
            let estate = Estate::of(&view.board, seat);
            let harvest = if harvest_is_due { estate.harvest() } else { 0 };
            Claims {
                parchments: it.known_parchments().to_vec(),
                copies: it.copies.0.clone(),
                held: it.parchment_count,
                camps_played: it.camps_played,
                harvested: it.points + harvest,
                estate: estate.into(),
            }
        });
        let mut reckoning = Reckoning {
            realm: view.board,
            claims,
            harvest_is_due,
            is_over: view.parchment_scores.is_some(),
        };
        for (seat, it) in view.seats.iter() {
            let picked = it.picked.into_iter().flat_map(Pick::played);
            picked.for_each(|card| reckoning.play(seat, card));
            let named = it.trades.iter();
            named.for_each(|trade| reckoning.trade(seat, *trade));
        }
        reckoning
    }

    fn play(&mut self, seat: Seat, card: Card) {
        let claims = &mut self.claims[seat];
        match card {
            Card::Territory(square) => {
                // 4.3 b: whoever had a camp there loses the square.
                let before = self.realm.owner(square);
                self.realm.take(seat, square);
                before
                    .into_iter()
                    .chain([seat])
                    .for_each(|it| self.recount(it, square));
            }
            Card::Building(building) => claims.camps_played += u8::from(building.is_camp()),
            Card::Provisions => {}
            Card::Parchment(parchment) => {
                claims.parchments.push(parchment);
                claims.held += 1;
            }
        }
    }

    fn build(&mut self, seat: Seat, building: Building, square: Square) {
        self.realm.build(seat, building, square);
        self.recount(seat, square);
    }

    fn trade(&mut self, seat: Seat, trade: Trade) {
        self.realm.trade(trade.square, trade.resource);
        self.recount(seat, trade.square);
    }

    /// What the seat harvests since something has changed on a square.
    fn recount(&mut self, seat: Seat, square: Square) {
        let claims = &mut self.claims[seat];
        let before = claims.estate.harvest();
        Rc::make_mut(&mut claims.estate).recount(&self.realm, seat, square);
        if self.harvest_is_due {
            claims.harvested += claims.estate.harvest() - before;
        }
    }

    /// What follows from a decision, as far as points go.
    fn apply(&mut self, event: &Event) {
        match event {
            Event::Picked { seat, pick } => {
                let played = pick.known().into_iter().flat_map(|pick| pick.played());
                played.for_each(|card| self.play(*seat, card));
            }
            Event::Built {
                seat,
                building,
                square,
            } => self.build(*seat, *building, *square),
            Event::TowersBuilt { seat, squares } => {
                let build = |square| self.build(*seat, Building::SkyTower, square);
                squares.both().into_iter().for_each(build);
            }
            Event::CampPlaced { seat, camp, square } => {
                let card = Building::camp(*camp).expect("six camps have numbers");
                self.build(*seat, card, *square);
            }
            Event::TradeNamed { seat, trade } => self.trade(*seat, *trade.get()),
            Event::CopyChosen { seat, copy } => self.claims[*seat].copies.push(*copy.get()),
            // No decision leads to these at once, or they change no points.
            Event::Dealt { .. }
            | Event::ReserveDrawn { .. }
            | Event::DecisionsDue { .. }
            | Event::Revealed { .. }
            | Event::ProvisionsDrawn { .. }
            | Event::HandsPassed { .. }
            | Event::CampAnnounced { .. }
            | Event::CampAsked { .. }
            | Event::CampPassed { .. }
            | Event::ConstructionDone { .. }
            | Event::TradesRevealed { .. }
            | Event::Harvested { .. }
            | Event::ParchmentsRevealed { .. }
            | Event::CopiesRevealed { .. }
            | Event::ParchmentsScored { .. } => {}
        }
    }

    /// What the seat would have now, less what the others would.
    fn worth(&self, own: Seat) -> i32 {
        if self.is_over {
            return 0;
        }
        let scores = parchments::score(&self.realm, &self.claims);
        let points = self.claims.iter().map(|(seat, claims)| {
            let points = i32::from(claims.harvested + scores[seat].points());
            if seat == own { points } else { -points }
        });
        points.sum()
    }

    fn lines(&self) -> BySeat<Score> {
        if self.is_over {
            return self.claims.map(|_, _| Score::default());
        }
        let scores = parchments::score(&self.realm, &self.claims);
        scores.map(|seat, scores| {
            let fiefs = match self.harvest_is_due {
                true => Fiefs::of(&self.realm, seat),
                false => Fiefs::default(),
            };
            let harvest = fief_lines("harvest", &fiefs);
            Score(harvest.chain(parchment_lines(scores)).collect())
        })
    }
}

/// What a legal command is worth to whoever the view belongs to.
pub fn gain(view: &View, command: Command) -> i32 {
    gains(view, &[command])[0]
}

/// The same of several commands of one decision.
pub fn gains(view: &View, commands: &[Command]) -> Vec<i32> {
    let Some(choice) = view.choice() else {
        return vec![0; commands.len()];
    };
    let table = Reckoning::of(view);
    let before = table.worth(choice.seat);
    let ground = Ground::of(&table.realm, &table.claims[choice.seat].estate);
    let mut known = BTreeMap::new();
    let gain = |command: &Command| {
        let alike = ground.command_alike(*command);
        *known.entry(alike).or_insert_with(|| {
            let Ok(event) = choice.resolve(*command) else {
                return 0;
            };
            let mut then = table.clone();
            then.apply(&event);
            then.worth(choice.seat) - before
        })
    };
    commands.iter().map(gain).collect()
}

/// The score sheets of a view.
pub fn scores(view: &View) -> BySeat<ScoreSheet> {
    let if_now = Reckoning::of(view).lines();
    let paid = view.parchment_scores.as_ref();
    if_now.map(|seat, if_now| {
        let banked = banked(&view.harvests, paid, seat);
        // Of a position written by hand, only the sum may be known.
        let earlier = view.seats[seat].points - banked.total();
        let earlier = (earlier != 0).then(|| ScoreLine {
            source: "earlier".to_owned(),
            points: earlier,
            cells: Vec::new(),
            counts: Vec::new(),
        });
        ScoreSheet {
            banked: Score(earlier.into_iter().chain(banked.0).collect()),
            if_now: if_now.clone(),
        }
    })
}

/// Section 9, at the end of the match.
pub fn parchments(state: &State) -> BySeat<ParchmentScores> {
    let claims = state.seats.map(|seat, holding| Claims {
        parchments: holding.parchments.clone(),
        copies: holding.copies.clone(),
        held: holding.parchment_count,
        camps_played: holding.camps_played,
        harvested: state.points(seat),
        estate: Estate::of(&state.realm, seat).into(),
    });
    parchments::score(&state.realm, &claims)
}

/// 8.2: the most points; equal totals share the place.
pub fn sides(state: &State) -> Vec<Side> {
    Seat::first(state.seats.seats())
        .map(|seat| Side::alone(seat, &[("total", final_score(state, seat).total())]))
        .collect()
}

/// Who finished where.
pub fn standings(state: &State) -> BySeat<Standing> {
    let ranks = score::rank_sides(&sides(state));
    state.seats.map(|seat, _| {
        let score = final_score(state, seat);
        Standing {
            rank: ranks[seat],
            total: score.total(),
            score,
        }
    })
}

fn final_score(state: &State, seat: Seat) -> Score {
    banked(&state.harvests, state.parchment_scores.as_deref(), seat)
}

fn banked(harvests: &[BySeat<Fiefs>], paid: Option<&BySeat<ParchmentScores>>, seat: Seat) -> Score {
    let rounds = (1..).zip(harvests);
    let fiefs = rounds.flat_map(|(round, fiefs)| {
        let name = format!("harvest_{round}");
        let lines = fief_lines(&name, &fiefs[seat]);
        // Fiefs without points stand in the event; the sheet would be full of them.
        lines.filter(|line| line.points > 0).collect::<Vec<_>>()
    });
    let parchments = paid
        .into_iter()
        .flat_map(|paid| parchment_lines(&paid[seat]));
    Score(fiefs.chain(parchments).collect())
}

fn fief_lines(harvest: &str, fiefs: &Fiefs) -> impl Iterator<Item = ScoreLine> {
    let numbered = (1..).zip(&fiefs.0);
    numbered.map(move |(nth, fief)| ScoreLine {
        source: format!("{harvest}.fief_{nth}"),
        points: fief.points,
        cells: coordinates(fief.squares.0),
        counts: fief_counts(fief),
    })
}

fn fief_counts(fief: &Fief) -> Vec<Count> {
    let count = |of: &str, count: u16| Count {
        of: of.to_owned(),
        count,
    };
    let wealth = cast::<u16>(fief.produces.len());
    let units = fief.produces.iter();
    let units = units.map(|it| count(it.resource.id(), it.units.into()));
    [
        count("strength", fief.strength.into()),
        count("wealth", wealth),
    ]
    .into_iter()
    .chain(units)
    .collect()
}

fn parchment_lines(scores: &ParchmentScores) -> impl Iterator<Item = ScoreLine> {
    scores.0.iter().map(|score| ScoreLine {
        source: match score.copied {
            Some(copied) => format!("parchment.{}.{copied}", score.card),
            None => format!("parchment.{}", score.card),
        },
        points: score.points,
        cells: coordinates(score.squares.0),
        counts: parchment_counts(score),
    })
}

fn parchment_counts(score: &ParchmentScore) -> Vec<Count> {
    let count = score.count.map(|count| Count {
        of: score.counted().to_owned(),
        count,
    });
    count.into_iter().collect()
}
