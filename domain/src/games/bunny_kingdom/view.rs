//! What one viewer may know.

use std::fmt;

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{
    cards::{Building, Parchment},
    choice::{BuildingSite, Choice, CopyCard, Decision},
    components::{BOX, Direction},
    event::{Cards, Copies, Duty, Parchments, Pick, Trade},
    fiefs::Fiefs,
    parchments::{self, ParchmentScores},
    realm::{self, Realm},
    seen_hands::SeenHands,
    setup::Options,
    state::State,
};
use crate::{BySeat, Seat, Seats, Secret, Viewer};

/// What one viewer may know.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[schema(as = BunnyKingdomView)]
pub struct View {
    /// Whose view this is. Null for those who watch.
    pub me: Option<Seat>,
    /// What the host chose.
    pub options: Options,
    /// The round, from one.
    #[schema(minimum = 1, maximum = 4)]
    pub round: u8,
    /// The turn of this round's exploration, from one.
    #[schema(minimum = 1, maximum = 10)]
    pub turn: u8,
    /// Which way hands are passed in this round.
    pub pass_to: Direction,
    /// What is being decided. Null when the match is over.
    pub duty: Option<Duty>,
    /// Who owes a decision.
    pub due: Seats,
    /// Cards left in the deck.
    #[schema(maximum = 182)]
    pub deck_left: u8,
    /// The squares somebody controls, in reading order. All others are as printed.
    #[schema(value_type = Vec<realm::Site>, max_items = 100)]
    pub board: Realm,
    /// What each seat has besides squares.
    pub seats: BySeat<SeatView>,
    /// What you know of hands you passed on. Empty for those who watch.
    pub seen_hands: SeenHands,
    /// The camp announced, while it and those before it are asked for. Whoever keeps the
    /// camp that is asked for now decides on it; the others that owe a decision build.
    pub camp: Option<CampCall>,
    /// The numbers of the camps announced while another was asked for. Their turns come in
    /// this order.
    #[serde(default)]
    #[schema(max_items = 6)]
    pub waiting_camps: Vec<u8>,
    /// Camps announced this round and then saved: they are not announced again.
    #[schema(max_items = 6)]
    pub saved_camps: Vec<u8>,
    /// Who builds nothing more this round.
    pub done: Seats,
    /// The cards that were played and lie nowhere any more: provisions, and camps that
    /// had to leave.
    pub removed: Cards,
    /// What each seat's fiefs were worth, by round.
    #[schema(max_items = 4)]
    pub harvests: Vec<BySeat<Fiefs>>,
    /// What each seat's parchments paid. Null until the match is over.
    pub parchment_scores: Option<BySeat<ParchmentScores>>,
}

/// What one seat has besides squares.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[schema(as = BunnyKingdomSeatView)]
pub struct SeatView {
    /// Its cards in hand. Null if they are not for you.
    pub hand: Secret<Cards>,
    /// How many cards it has in hand.
    #[schema(maximum = 12)]
    pub hand_size: u8,
    /// How many cards its reserve has.
    #[schema(maximum = 10)]
    pub reserve: u8,
    /// How many cards it has thrown away, face down: from 0 to 40.
    #[schema(maximum = 40)]
    pub discarded_count: u8,
    /// The cards it has thrown away. Null if they are not for you.
    pub discarded: Secret<Cards>,
    /// What it chose this turn. Null if nothing, or if it is not for you.
    pub picked: Option<Pick>,
    /// The buildings in front of it, not yet built.
    #[schema(max_items = 42)]
    pub kept: Vec<Building>,
    /// Its parchments. Null if they are not for you.
    pub parchments: Secret<Parchments>,
    /// How many parchments it has.
    #[schema(maximum = 37)]
    pub parchment_count: u8,
    /// How many camp cards it has played.
    #[schema(maximum = 6)]
    pub camps_played: u8,
    /// How many trading posts it has named, or copy cards it has chosen for, that the
    /// others do not know yet.
    #[schema(maximum = 2)]
    pub named: u8,
    /// What it named its trading posts for and the others do not know yet. Empty if
    /// it is not for you.
    #[schema(max_items = 2)]
    pub trades: Vec<Trade>,
    /// What its copy cards became. Until the end, empty if it is not for you.
    pub copies: Copies,
    /// Its score so far.
    #[schema(minimum = 0, maximum = 10_000)]
    pub points: i16,
}

/// A camp that was announced.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[schema(as = BunnyKingdomCampCall)]
pub struct CampCall {
    /// Who announced it.
    pub seat: Seat,
    /// The number of the camp announced, from 1 to 6.
    #[schema(minimum = 1, maximum = 6)]
    pub camp: u8,
    /// The number asked for now: its owner places it or keeps it.
    #[schema(minimum = 1, maximum = 6)]
    pub asked: u8,
}

impl View {
    /// What `viewer` may know of a match.
    pub fn of(state: &State, viewer: Viewer) -> View {
        let directions = &BOX.players.pass_direction_by_round;
        let me = viewer.seat().filter(|&seat| seat.0 < state.setup.seats);
        View {
            me,
            options: state.setup.options,
            round: state.round,
            turn: state.turn,
            pass_to: *directions.get(&state.round).unwrap_or(&Direction::Left),
            duty: state.duty,
            due: state.due,
            deck_left: BOX.deck_totals.total - state.dealt,
            board: state.realm,
            seats: state
                .seats
                .map(|seat, _| SeatView::of(state, seat, viewer.sees(seat))),
            seen_hands: me
                .map(|me| state.seats[me].seen_hands.clone())
                .unwrap_or_default(),
            camp: state.announced.map(|it| CampCall {
                seat: it.seat,
                camp: it.camp,
                asked: it.asked,
            }),
            waiting_camps: state.waiting.clone(),
            saved_camps: state.saved.clone(),
            done: state.done,
            removed: Cards(state.removed.clone()),
            harvests: state.harvests.to_vec(),
            parchment_scores: state.parchment_scores.as_deref().cloned(),
        }
    }

    /// The decision the view's owner owes, if any.
    pub fn choice(&self) -> Option<Choice<'_>> {
        let seat = self.me.filter(|&me| self.due.contains(me))?;
        let own = self.seats.get(seat)?;
        let duty = self.duty?;
        let moment = match duty {
            Duty::Pick => Decision::Pick {
                seats: self.seats.seats(),
                hand: &own.hand.known()?.0,
            },
            Duty::Build | Duty::Camp => {
                let asked = self.asked().filter(|(asked, _)| *asked == seat);
                Decision::construction(duty, asked, self.site(seat), self.done)
            }
            Duty::Trade => Decision::Trade {
                realm: &self.board,
                named: &own.trades,
            },
            Duty::Copy => Decision::Copy {
                cards: self.copy_cards(seat),
            },
        };
        Some(Choice { seat, moment })
    }

    /// What a seat could build now if it were its time.
    pub fn site(&self, seat: Seat) -> BuildingSite<'_> {
        BuildingSite {
            seat,
            realm: &self.board,
            kept: &self.seats[seat].kept,
            saved: &self.saved_camps,
            announced: self.camp.map(|call| call.camp),
            waiting: &self.waiting_camps,
        }
    }

    /// 6A.3: the seat that is asked for a camp now, and the camp's number.
    fn asked(&self) -> Option<(Seat, u8)> {
        let asked = self.camp?.asked;
        let card = Building::camp(asked)?;
        let mut seats = self.seats.iter();
        let (seat, _) = seats.find(|(_, it)| it.kept.contains(&card))?;
        Some((seat, asked))
    }

    /// The copy cards a seat has still to choose for, as far as parchments are known.
    pub fn copy_cards(&self, seat: Seat) -> Vec<CopyCard> {
        let held = |seat: Seat| self.seats[seat].known_parchments();
        parchments::copy_cards(seat, self.seats.seats(), held, &self.seats[seat].copies.0)
    }

    /// Whether another harvest is to come.
    pub fn harvest_is_due(&self) -> bool {
        self.harvests.len() < usize::from(BOX.players.rounds)
    }
}

impl SeatView {
    fn of(state: &State, seat: Seat, sees: bool) -> SeatView {
        let holding = &state.seats[seat];
        let opened = sees || state.parchments_open;
        let settled = sees || state.is_over();
        SeatView {
            hand: secret(sees, || Cards(holding.hand.clone())),
            hand_size: holding.hand_size,
            reserve: state.reserve_left,
            discarded_count: state.thrown_away,
            discarded: secret(sees, || Cards(holding.discarded.clone())),
            picked: holding.pick.filter(|_| sees),
            kept: holding.kept.clone(),
            parchments: secret(opened, || Parchments(holding.parchments.clone())),
            parchment_count: holding.parchment_count,
            camps_played: holding.camps_played,
            named: holding.named,
            trades: if sees {
                holding.trades.clone()
            } else {
                Vec::new()
            },
            copies: if settled {
                Copies(holding.copies.clone())
            } else {
                Copies::default()
            },
            points: state.points(seat),
        }
    }

    /// Its parchments, as far as they are known.
    pub fn known_parchments(&self) -> &[Parchment] {
        self.parchments
            .known()
            .map_or(&[], |parchments| &parchments.0)
    }
}

fn secret<T>(sees: bool, value: impl FnOnce() -> T) -> Secret<T> {
    if sees {
        Secret::Known(value())
    } else {
        Secret::Withheld
    }
}

/// What the three letters of a square stand for, and the lines between squares.
const LEGEND: &str = "
first, the terrain: f forest, s sea, d field, . plains, ^ mountain, # printed city
second, the seat that controls the square
third, what was built: 1 2 3 city, w wood, f fish, c carrot, m mushroom, p pearl, s spice,
  k copper, g gold, i iron, d diamond farm, $ trading post, x y z sky tower, A to F camp 1 to 6
| and === lava; squares are named by row and column, like A1
";

impl fmt::Display for View {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "round {} turn {}", self.round, self.turn)?;
        if let Some(call) = self.camp {
            write!(
                f,
                " | camp {} announced, {} asked for",
                call.camp, call.asked
            )?;
        }
        for camp in &self.waiting_camps {
            write!(f, ", then camp {camp}")?;
        }
        writeln!(f, " | {} cards left\n{}", self.deck_left, self.board)?;
        for (seat, it) in self.seats.iter() {
            let mine = if self.me == Some(seat) { " (me)" } else { "" };
            let due = if self.due.contains(seat) {
                " decides"
            } else {
                ""
            };
            writeln!(f, "seat {}{mine}: {} points{due}", seat.0, it.points)?;
            write!(f, "  {} parchments", it.parchment_count)?;
            write_list(f, it.known_parchments())?;
            write!(f, "\n  in front")?;
            write_list(f, &it.kept)?;
            write!(f, "\n  {} cards in hand", it.hand_size)?;
            write_list(f, it.hand.known().map_or(&[], |cards| &cards.0))?;
            writeln!(f)?;
        }
        f.write_str(LEGEND)
    }
}

fn write_list<T: fmt::Display>(f: &mut fmt::Formatter<'_>, items: &[T]) -> fmt::Result {
    let mut separator = ": ";
    for item in items {
        write!(f, "{separator}{item}")?;
        separator = " ";
    }
    Ok(())
}
