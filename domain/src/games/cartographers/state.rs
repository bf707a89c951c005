//! A match in play, and what events make of it.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::{
    choice::{Choice, drawn_on_by},
    components::{Card, Season, Skill},
    event::{Drawing, Duty, Event},
    face::FaceKind,
    score::SeasonScore,
    setup::Setup,
    sheet::Sheet,
};
use crate::{BySeat, Seat, Seats, cast};

/// A match of Cartographers in play.
///
/// What changes once a season or never is behind an [`Arc`], because every decision
/// begins with a copy of the state.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct State {
    pub(super) setup: Arc<Setup>,
    pub(super) season: Season,
    /// The season's deck from the top, with the cards revealed since. Empty if it
    /// was withheld.
    pub(super) deck: Arc<[Card]>,
    /// The cards revealed this season.
    pub(super) revealed: Vec<Card>,
    /// Ambushes that have left the game.
    pub(super) ambushes: Seen,
    pub(super) ruins_duty: bool,
    /// What is being decided. None before the first card and after the last.
    pub(super) duty: Option<Duty>,
    pub(super) due: Seats,
    pub(super) acrobats: Seats,
    /// As all may know them.
    pub(super) sheets: BySeat<Sheet>,
    /// What was drawn and is not yet shown.
    pub(super) pending: BySeat<Pending>,
    pub(super) scored: Arc<[BySeat<SeasonScore>]>,
}

/// One seat's drawings of a turn, in the order they are made.
pub type Pending = [Option<Drawing>; 2];

/// Which ambush cards were revealed, by their place in [`Card::AMBUSH`].
pub type Seen = [bool; 4];

impl State {
    /// The table before the first card is revealed.
    pub fn new(setup: &Setup) -> State {
        let sheet = Sheet::printed(setup.options.side);
        State {
            season: Season::Spring,
            deck: Arc::default(),
            revealed: Vec::new(),
            ambushes: Seen::default(),
            ruins_duty: false,
            duty: None,
            due: Seats::NONE,
            acrobats: Seats::NONE,
            sheets: BySeat::new(setup.seats, |_| sheet),
            pending: BySeat::new(setup.seats, |_| Pending::default()),
            scored: Arc::default(),
            setup: Arc::new(setup.clone()),
        }
    }

    /// Applies one event.
    pub fn evolve(&mut self, event: &Event) {
        match event {
            Event::SeasonStarted { season, deck } => {
                self.season = *season;
                self.deck = deck
                    .known()
                    .map_or_else(Arc::default, |deck| deck.0[..].into());
                self.revealed.clear();
                self.ruins_duty = false; // 7.5
                for (_, sheet) in self.sheets.iter_mut() {
                    sheet.skill = None; // 13.2
                }
            }
            Event::CardRevealed { card } => self.reveal(*card),
            // The one owes nothing, the other follows from the scores.
            Event::Skipped { .. } | Event::Rated { .. } => {}
            Event::DecisionsDue { duty, seats } => {
                self.duty = Some(*duty);
                self.due = *seats;
            }
            Event::Drawn { seat, drawing } => {
                self.due = self.due.without(*seat);
                let pending = &mut self.pending[*seat];
                let next = pending.iter_mut().find(|drawn| drawn.is_none());
                *next.expect("two drawings a turn") = drawing.known().copied();
            }
            Event::Revealed { drawings } => {
                // 5.7: spent by the drawing, which follows what was decided before it.
                self.ruins_duty &= self.duty == Some(Duty::Before) || !self.explores();
                for (seat, drawings) in drawings.iter() {
                    self.pending[seat] = Pending::default();
                    drawings.0.iter().for_each(|drawing| self.apply(drawing));
                }
            }
            Event::Ambushed { drawing } => self.apply(drawing),
            Event::SeasonScored { scores, .. } => {
                let scored = self.scored.iter().chain([scores]).cloned();
                self.scored = scored.collect();
                self.duty = None;
                self.ruins_duty = false; // 3.6b: also if nobody had room to draw
            }
        }
    }

    fn reveal(&mut self, card: Card) {
        self.ruins_duty &= !self.explores(); // 5.7: also if nobody had room to draw
        self.revealed.push(card);
        self.acrobats = Seats::NONE;
        self.duty = None;
        match card.face().kind {
            FaceKind::Ruins => self.ruins_duty = true,
            FaceKind::Explore => {}
            FaceKind::Ambush => self.ambushes[card as usize] = true,
        }
    }

    fn apply(&mut self, drawing: &Drawing) {
        let sheet = &mut self.sheets[drawing.sheet];
        *sheet = sheet.with(drawing);
        if drawing.skill == Some(Skill::Acrobatics) {
            self.acrobats = [drawing.sheet]
                .into_iter()
                .chain(self.acrobats.iter())
                .collect();
        }
    }

    /// The card revealed last.
    pub fn card(&self) -> Option<Card> {
        self.revealed.last().copied()
    }

    /// Whether everybody draws from the card on their own sheet.
    fn explores(&self) -> bool {
        self.card()
            .is_some_and(|card| card.face().kind == FaceKind::Explore)
    }

    /// 3.4: the time of the cards revealed this season.
    pub fn time(&self) -> u8 {
        self.revealed.iter().map(|card| card.face().time).sum()
    }

    /// The ambushes that have left the game.
    pub fn ambushes_seen(&self) -> impl Iterator<Item = Card> {
        let seen = Card::AMBUSH.into_iter().zip(self.ambushes);
        seen.filter_map(|(card, is_seen)| is_seen.then_some(card))
    }

    /// The turn of the season, from one: ruins cards are no turn.
    pub fn turn(&self) -> u8 {
        let is_turn = |card: &&Card| card.face().kind != FaceKind::Ruins;
        let turns = self.revealed.iter().filter(is_turn).count();
        cast::<u8>(turns)
    }

    /// How many cards the deck still has.
    pub fn deck_left(&self) -> u8 {
        let is_ambush = |card: &&Card| card.face().kind == FaceKind::Ambush;
        let revealed = self.revealed.iter();
        let ambushes = revealed.clone().filter(is_ambush).count();
        let gone = self.ambushes.iter().filter(|&&seen| seen).count();
        // 7.5: thirteen, and an ambush each season less those that left before.
        let deck = 13 + (self.season as usize + 1) - (gone - ambushes);
        cast::<u8>(deck - revealed.len())
    }

    /// 7.5: the cards of a season's deck, in no particular order.
    pub fn cards_for(&self, season: Season) -> Vec<Card> {
        let ambushes = &self.setup.ambushes.get().0[..=season as usize];
        let unseen = ambushes
            .iter()
            .filter(|&&card| !self.ambushes[card as usize]);
        Card::EXPLORE.iter().chain(unseen).copied().collect()
    }

    /// Whether all four seasons have been scored.
    pub fn is_over(&self) -> bool {
        self.scored.len() == Season::ALL.len()
    }

    /// Whose sheet a seat draws on next.
    pub fn draws_on(&self, seat: Seat) -> Option<Seat> {
        Some(drawn_on_by(
            seat,
            self.setup.seats,
            self.card()?,
            self.duty?,
        ))
    }

    /// The decision a seat owes, if it does.
    pub fn choice(&self, seat: Seat) -> Option<Choice<'_>> {
        let on = self.draws_on(seat).filter(|_| self.due.contains(seat))?;
        let pending = self.pending[seat].iter().flatten();
        Some(Choice {
            duty: self.duty?,
            seat,
            seats: self.setup.seats,
            card: self.card()?,
            ruins_duty: self.ruins_duty,
            acrobat: self.acrobats.contains(on),
            options: &self.setup.options,
            skills: &self.setup.skills,
            on,
            sheet: pending.fold(self.sheets[on], |sheet, drawing| sheet.with(drawing)),
            drawn: self.pending[seat][0],
        })
    }
}
