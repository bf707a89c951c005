//! What one viewer may know.

use std::fmt;

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{
    choice::Choice,
    components::{Card, Season, Skill},
    edicts::Edict,
    event::{Drawing, Duty},
    score::{self, SeasonScore},
    setup::Options,
    sheet::{Sheet, WireSheet},
    state::State,
};
use crate::{BySeat, Seat, Seats, Viewer, score::Rating};

/// What one viewer may know.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[schema(as = CartographersView)]
pub struct View {
    /// The seat whose view this is. Null for spectators.
    pub me: Option<Seat>,
    /// What the host chose.
    pub options: Options,
    /// The season being played, or the last.
    pub season: Season,
    /// The sum of the times on the cards revealed this season.
    #[schema(maximum = 10)]
    pub time: u8,
    /// The season ends when `time` reaches this value.
    #[schema(maximum = 8)]
    pub threshold: u8,
    /// The explore card or the ambush that everybody draws from now. Null when the match is over.
    pub card: Option<Card>,
    /// The cards revealed this season, the last one included.
    #[schema(max_items = 17)]
    pub revealed: Vec<Card>,
    /// Whether the next explore card must be drawn on ruins.
    pub ruins_duty: bool,
    /// The ambush cards revealed so far in the match: they are out of the game.
    #[serde(default)]
    #[schema(max_items = 4)]
    pub ambushes: Vec<Card>,
    /// The number of cards left in the deck.
    #[schema(maximum = 17)]
    pub deck_left: u8,
    /// The scoring cards under edicts A, B, C and D.
    #[schema(max_items = 16)]
    pub edicts: Vec<Edict>,
    /// The skills in play.
    #[schema(max_items = 8)]
    pub skills: Vec<Skill>,
    /// What the seats in `due` decide. Null when the match is over.
    pub duty: Option<Duty>,
    /// The seats that owe a decision.
    pub due: Seats,
    /// The seat whose sheet `me` draws on next. Null if `me` owes nothing.
    pub draws_on: Option<Seat>,
    /// The seats on whose sheets this ambush draws only two monsters.
    pub acrobats: Seats,
    /// Every sheet as everybody may see it, with what `me` has drawn this turn.
    #[schema(value_type = BySeat<WireSheet>)]
    pub sheets: BySeat<Sheet>,
    /// What `me` drew this turn and the others have not seen yet.
    #[schema(max_items = 2)]
    pub drawn: Vec<Drawing>,
    /// For viewers who see everything: what each seat drew this turn and has not revealed.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schema(max_items = 200)]
    pub others_drew: Vec<DrawnBy>,
    /// What each seat scored, by season.
    #[schema(max_items = 4)]
    pub scored: Vec<BySeat<SeasonScore>>,
    /// Playing alone, when the match is over: the final rating.
    pub rating: Option<Rating>,
}

/// One drawing and the seat that made it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[schema(as = CartographersDrawnBy)]
pub struct DrawnBy {
    /// The seat that drew it.
    pub seat: Seat,
    /// What the seat drew.
    pub drawing: Drawing,
}

impl View {
    /// What `viewer` may know of a match.
    pub fn of(state: &State, viewer: Viewer) -> View {
        let me = viewer.seat().filter(|&seat| seat.0 < state.setup.seats);
        let mut sheets = state.sheets.clone();
        let seen = state.pending.iter().filter(|(seat, _)| viewer.sees(*seat));
        for (_, pending) in seen {
            for drawing in pending.iter().flatten() {
                let owner = &mut sheets[drawing.sheet];
                *owner = owner.with(drawing);
            }
        }
        let drawn = me.map_or(&[None, None], |me| &state.pending[me]);
        let owing = me.filter(|&me| state.due.contains(me));
        View {
            me,
            options: state.setup.options,
            season: state.season,
            time: state.time(),
            threshold: state.season.card().time_threshold,
            card: state.card().filter(|_| state.duty.is_some()),
            revealed: state.revealed.clone(),
            ruins_duty: state.ruins_duty,
            ambushes: state.ambushes_seen().collect(),
            deck_left: state.deck_left(),
            edicts: state.setup.edicts.to_vec(),
            skills: state.setup.skills.clone(),
            duty: state.duty,
            due: state.due,
            draws_on: owing.and_then(|me| state.draws_on(me)),
            acrobats: state.acrobats,
            sheets,
            drawn: drawn.iter().copied().flatten().collect(),
            others_drew: others_drew(state, viewer),
            scored: state.scored.to_vec(),
            rating: score::rating(state),
        }
    }

    /// The decision the view's owner owes, if any.
    pub fn choice(&self) -> Option<Choice<'_>> {
        let seat = self.me.filter(|&me| self.due.contains(me))?;
        let on = self.draws_on?;
        Some(Choice {
            duty: self.duty?,
            seat,
            seats: self.sheets.seats(),
            card: self.card?,
            ruins_duty: self.ruins_duty,
            acrobat: self.acrobats.contains(on),
            options: &self.options,
            skills: &self.skills,
            on,
            sheet: *self.sheets.get(on)?,
            drawn: self.drawn.first().copied(),
        })
    }
}

fn others_drew(state: &State, viewer: Viewer) -> Vec<DrawnBy> {
    if viewer != Viewer::Referee {
        return Vec::new();
    }
    let drawn = state.pending.iter().flat_map(|(seat, pending)| {
        let drawings = pending.iter().flatten();
        drawings.map(move |&drawing| DrawnBy { seat, drawing })
    });
    drawn.collect()
}

/// What the letters of a sheet stand for.
const LEGEND: &str = "
. empty, F forest, V village, A farm, W water, X monster
M mountain, D mountain drawn, L wasteland, ' ruins
rows go down, columns to the right: [row, col]
";

impl fmt::Display for View {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}/{}", self.season.name(), self.time, self.threshold)?;
        if let Some(card) = self.card {
            write!(f, " | {}", card.face().name)?;
        }
        if self.ruins_duty {
            f.write_str(" | on ruins")?;
        }
        let edicts: Vec<&str> = self.edicts.iter().map(|edict| edict.id()).collect();
        writeln!(f, "\n{}", edicts.join(" "))?;
        for (seat, sheet) in self.sheets.iter() {
            let mine = if self.me == Some(seat) { " (me)" } else { "" };
            let due = if self.due.contains(seat) {
                " decides"
            } else {
                ""
            };
            let (purse, seat) = (sheet.purse(), seat.0);
            writeln!(f, "\nseat {seat}{mine}: {purse} coins{due}")?;
            sheet.fmt(f)?;
        }
        f.write_str(LEGEND)
    }
}
