//! Whether a table can stand as a position says.

use super::{
    components::{Card, Season, Skill},
    event::Duty,
    face::FaceKind,
    illegal::Illegal,
    play,
    position::{DrawnPosition, ME, Position},
    shape::Shape,
    sheet::Sheet,
};
use crate::{
    BySeat,
    kit::{arranged::twice, contradiction::Contradiction},
};

impl Position {
    /// Refuses what contradicts the rest of the position.
    pub(super) fn check(&self, sheets: &BySeat<Sheet>) -> Result<(), Illegal> {
        let kind = self.card.map(|card| card.face().kind);
        if kind == Some(FaceKind::Ruins) {
            return Err(Illegal::RuinsCard);
        }
        if twice(&self.skills).is_some() {
            return Err(Illegal::SkillTwice);
        }
        if self.edicts.iter().any(|edicts| twice(edicts).is_some()) {
            return Err(Illegal::EdictTwice);
        }
        let mut used = sheets.iter().filter_map(|(_, sheet)| sheet.skill);
        let in_play = used.all(|skill| self.skills.contains(&skill));
        let why = "a skill that was used is among `skills`";
        Contradiction::unless(in_play, "skill", "13.1", why)?;
        let is_ambush = kind == Some(FaceKind::Ambush);
        let acrobats = self.acrobats.is_empty()
            || is_ambush && self.acrobats.iter().all(|seat| seat.0 < sheets.seats());
        let why = "an ambush must be due, and the seats be there";
        Contradiction::unless(acrobats, "acrobats", "13.10", why)?;
        self.check_duty(&sheets[ME], is_ambush)?;
        Ok(self.check_scored(sheets.seats())?)
    }

    /// 13.4 and 13.6
    fn check_duty(&self, sheet: &Sheet, is_ambush: bool) -> Result<(), Contradiction> {
        let Some(duty) = self.duty else {
            let why = "it is for the duty `after`";
            return Contradiction::unless(self.drawn.is_none(), "drawn", "13.4", why);
        };
        let why = "there is no card to decide about";
        Contradiction::unless(self.card.is_some(), "duty", "13.6", why)?;
        let is_after = duty == Duty::After;
        let why = "it is said with the duty `after`, and only then";
        Contradiction::unless(self.drawn.is_some() == is_after, "drawn", "13.4", why)?;
        let as_drawn = self.drawn.is_none_or(|drawn| drawn.fits(sheet, self.card));
        let why = "its cells are on the map in its terrain, and a shape is one of the card";
        Contradiction::unless(as_drawn, "drawn", "4.2", why)?;
        let drawing = self.drawn.as_ref().map(DrawnPosition::drawing);
        let before = drawing.map_or(*sheet, |drawing| sheet.without(&drawing));
        let may =
            duty == Duty::Draw || play::may_use_a_skill(&before, &self.skills, is_ambush, duty);
        let why = "no skill that is in play, not yet used and paid for, acts then";
        Contradiction::unless(may, "duty", "13.4", why)
    }

    fn check_scored(&self, players: u8) -> Result<(), Contradiction> {
        let held = self.scored.len();
        if held == 0 {
            return Ok(());
        }
        let each = self.scored.iter();
        let seated = each.clone().all(|scores| scores.seats() == players);
        let mut scores = each.flat_map(BySeat::iter);
        let paid = scores.all(|(_, score)| score.is_possible());
        let why = "four seasons at most, in each what every seat scored";
        Contradiction::unless(seated && paid && held <= 4, "scored", "7.1", why)?;
        let laid_out = self.edicts.as_ref().is_some_and(|edicts| edicts.len() == 4);
        let why = "with `scored`, the four scoring cards of the match must be given";
        Contradiction::unless(laid_out, "edicts", "2.3", why)?;
        let now = Season::ALL.get(held.min(3)).copied();
        let why = "as many seasons are scored as came before it, or all four";
        Contradiction::unless(self.season == now, "season", "7.1", why)?;
        let why = "after four seasons no card is revealed";
        Contradiction::unless(held < 4 || self.card.is_none(), "card", "7.1", why)
    }
}

impl DrawnPosition {
    /// Whether it can be what was drawn from the card on this sheet.
    fn fits(self, sheet: &Sheet, card: Option<Card>) -> bool {
        let cells = self.cells.0;
        let is_drawn = !cells.is_empty() && sheet.map.of(self.terrain).contains(cells);
        let shapes = card.iter().flat_map(|card| &card.face().shapes);
        let is_shape = |shape: &Shape| match self.skill {
            Some(Skill::Stealth) => shape.clipped.contains(&cells),
            Some(_) | None => shape.is(cells),
        };
        let mut named = shapes.filter(|shape| shape.id.is_some() && shape.id == self.shape);
        is_drawn && (self.shape.is_none() || named.any(is_shape))
    }
}
