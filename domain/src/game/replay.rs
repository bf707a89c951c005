//! Looking at a game from outside of its play.

use serde::{Deserialize as _, Deserializer, Serialize as _, Serializer};

use super::Game;
use crate::{
    BySeat, Cell, Dice, Landmark, Moment, ScoreSheet, Seat, Seats, Side, Who,
    kit::{actions::Actions, components::BoxError},
    score::Rating,
};

/// Looking at a game from outside of its play. No rule calls any of this.
///
/// [`replay`](mod@crate::replay) walks finished matches and says what each step was worth;
/// [`bots`](crate::bots) imagine what they cannot see; a host arranges a table or
/// [forks](crate::matches::fork) a match; a score keeper writes down a position. Where a
/// function has a default, its doc says which game overrides it.
pub trait Replay: Game {
    /// A moment at any table, compact enough to write by hand.
    type Position;

    /// The view of a position that need not come from any match.
    ///
    /// # Errors
    ///
    /// Why no table can stand like this.
    fn imagine(position: Self::Position) -> Result<Self::View, Self::Illegal>;

    /// A state in which somebody owes a decision, that looks to the view's owner
    /// exactly like this, with everything they cannot know drawn anew. Since it takes
    /// only the view, it cannot tell what is not in there.
    fn redraw(view: &Self::View, dice: &Dice) -> Self;

    /// Writes a view where a match begins in the middle of another. Bunny Kingdom overrides
    /// this and [`stored_view`](Replay::stored_view): it shows some things under other names
    /// than it once did, and stored bytes never change.
    ///
    /// # Errors
    ///
    /// Those of the serializer.
    fn store_view<S: Serializer>(view: &Self::View, serializer: S) -> Result<S::Ok, S::Error> {
        view.serialize(serializer)
    }

    /// Reads a view as [`store_view`](Replay::store_view) writes it.
    ///
    /// # Errors
    ///
    /// Those of the deserializer.
    fn stored_view<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Self::View, D::Error> {
        Self::View::deserialize(deserializer)
    }

    /// The options of the table that a view shows, and how many sit there.
    fn table(view: &Self::View) -> (&Self::Options, u8);

    /// Every command that some decision at a table of so many with these options can allow,
    /// each with an id: the same in every decision, and at every table that differs in
    /// nothing of this. None if there are too many.
    fn actions(options: &Self::Options, seats: u8) -> Option<&'static Actions<Self::Command>>;

    /// How a table was set up at which nothing has happened yet.
    fn setup(&self) -> Self::Setup;

    /// Passes if the host may have the table set up like this: with these options, for so
    /// many, and with everything that the box has, each as often.
    ///
    /// # Errors
    ///
    /// The field that is wrong, and why.
    fn check_setup(setup: &Self::Setup, options: &Self::Options, seats: u8)
    -> Result<(), BoxError>;

    /// Passes if the host may have a match begin like this, in the middle of play: with
    /// these options, for so many, with everything that the box has, each as often, with
    /// nothing in it that contradicts itself, and with a decision that somebody owes.
    ///
    /// # Errors
    ///
    /// The field that is wrong, and why.
    fn check_state(&self, options: &Self::Options, seats: u8) -> Result<(), BoxError>;

    /// Where in the match this is.
    fn moment(&self) -> Moment;

    /// What an event is to someone who looks for a place in the match: the beginning
    /// of a round or a season, a harvest, a scoring. Most are nothing.
    fn landmark(event: &Self::Event) -> Option<Landmark>;

    /// An event in words: one sentence or a few, in the present tense, as far as the event
    /// was disclosed. Two events that look alike to a viewer have the same words.
    fn words(event: &Self::Event, who: &Who<'_>) -> String;

    /// A legal command in words, as one would ask for it at the table: a capital letter, no full
    /// stop. Of the commands that a decision allows, no two have the same words.
    fn said(view: &Self::View, command: &Self::Command, who: &Who<'_>) -> String;

    /// The cells that a legal command fills, takes or goes to, as its view counts them: of the
    /// board that is drawn on, or of the board that is everybody's. Empty if it names none.
    fn cells_of(view: &Self::View, command: &Self::Command) -> Vec<Cell>;

    /// An event with its cells as views count them, where it is stored with others.
    /// Big Monster overrides this.
    fn told(event: Self::Event) -> Self::Event {
        event
    }

    /// What a legal command adds to its owner's sheet, in points, if the game
    /// scored at once and the command were all that happened. What it does to a
    /// rival's sheet counts against it, and what it does to a partner's for it.
    fn gain(view: &Self::View, command: &Self::Command) -> i32;

    /// What each of several legal commands [gains](Replay::gain), in their order. Those who
    /// score a whole table for it override this, so that what all commands of a decision
    /// share is reckoned once.
    fn gains(view: &Self::View, commands: &[Self::Command]) -> Vec<i32> {
        let gains = commands.iter().map(|command| Self::gain(view, command));
        gains.collect()
    }

    /// The score sheets, as far as the view shows them.
    fn scores(view: &Self::View) -> BySeat<ScoreSheet>;

    /// The score sheet of one seat. Cartographers, in which many sit, overrides this, so
    /// that a whole match is not scored anew at every step.
    fn sheet(view: &Self::View, seat: Seat) -> ScoreSheet {
        Self::scores(view)[seat].clone()
    }

    /// The seats whose score sheets an event may change, whoever looks. Cartographers and
    /// Bunny Kingdom override this: most of their events change few sheets or none.
    fn touches(_event: &Self::Event, seats: u8) -> Seats {
        Seats::first(seats)
    }

    /// What pays, of the source of a score line: the same for the line that would pay
    /// now and for those that are banked later, whenever that is. It is part of
    /// `source`; several lines may share one.
    fn account(source: &str) -> &str;

    /// What a line of a score sheet is called, by its source or by the beginning of one that
    /// several lines share: with a capital letter, in the words of the rulebook.
    fn line_name(source: &str) -> String;

    /// The places if the game ended now, ties broken. Builders & Biomes overrides this,
    /// where the player behind moves first.
    fn ranks(_view: &Self::View) -> Option<BySeat<u8>> {
        None
    }

    /// How well a match went that was played alone. Cartographers overrides this.
    fn rating(_view: &Self::View) -> Option<Rating> {
        None
    }

    /// Who won or lost together, and what is compared to rank them, in the order of their
    /// first seats. Only once the match is over.
    fn sides(&self) -> Vec<Side>;
}
