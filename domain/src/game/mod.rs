//! What it takes to be a game.

pub mod ledger;

use std::{fmt, ops::RangeInclusive};

use serde::{Serialize, de::DeserializeOwned};
use serde_json::Value;

use crate::{
    BySeat, Dice, Landmark, Ledger, Moment, Reason, ScoreSheet, Seat, Seats, Side, Standing,
    Viewer,
    facts::{Metric, Notes},
    kit::components::BoxError,
};

/// Facts about a game that do not depend on any match.
#[derive(Clone, Debug)]
pub struct Info {
    /// The title, as printed on the box.
    pub title: &'static str,
    /// How many players the game allows.
    pub players: RangeInclusive<u8>,
    /// The edition of our rules that new matches are played by. Counts up when some
    /// decision comes out otherwise than before; old matches still fold, because events
    /// hold outcomes, and are decided by their own edition to their end.
    pub rules: u16,
    /// The rules in numbered paragraphs, as Markdown. Refusals cite them.
    pub rules_text: &'static str,
    /// How many milliseconds what several seats decide at once is held unless the host says
    /// otherwise. None if nothing is held.
    pub window_ms: Option<u16>,
    /// The row and column that is stored for the cell `[0, 0]`. Zero on a board; where a
    /// table grows to all sides, far enough that no stored cell is negative.
    pub origin: i8,
}

/// The rules of one game. The implementing type is the state of a match in play.
///
/// A state is written down, for ever, where another match begins in the middle of this
/// one: what is added to it later needs `#[serde(default)]`.
pub trait Game: Clone + PartialEq + Sized + Serialize + DeserializeOwned {
    /// What the host may choose before the first seat is taken.
    type Options: Default;
    /// What chance decided while the table was set up.
    type Setup;
    /// What a player asks for.
    type Command: Clone + PartialEq;
    /// What happened.
    type Event;
    /// What one viewer may know. Printed, it is a board for terminals and goldens.
    type View: fmt::Display;
    /// A moment at any table, compact enough to write by hand.
    type Position;
    /// Why a command was refused.
    type Illegal: Reason;

    /// Facts about the game.
    const INFO: Info;

    /// Whether this number of seats, among those [`Info::players`] allows, can play with these
    /// options.
    ///
    /// # Errors
    ///
    /// Why not.
    fn fits(_options: &Self::Options, _seats: u8) -> Result<(), Self::Illegal> {
        Ok(())
    }

    /// The teams for this number of seats: the seats that win or lose together. None where
    /// everybody plays alone.
    fn teams(_options: &Self::Options, _seats: u8) -> Vec<Seats> {
        Vec::new()
    }

    /// Sets up the table. The options [fit](Game::fits) the number of seats.
    fn set_up(options: &Self::Options, seats: u8, dice: &Dice) -> Self::Setup;

    /// The state when the table is set up and nothing has happened yet.
    fn new(setup: &Self::Setup) -> Self;

    /// Passes if the host may have the table set up like this: with these options, for so
    /// many, and with everything that the box has, each as often.
    ///
    /// # Errors
    ///
    /// The field that is wrong, and why.
    fn check_setup(setup: &Self::Setup, options: &Self::Options, seats: u8)
    -> Result<(), BoxError>;

    /// How a table was set up at which nothing has happened yet.
    fn setup(&self) -> Self::Setup;

    /// Passes if the host may have a match begin like this, in the middle of play: with
    /// these options, for so many, with everything that the box has, each as often, with
    /// nothing in it that contradicts itself, and with a decision that somebody owes.
    ///
    /// # Errors
    ///
    /// The field that is wrong, and why.
    fn check_state(&self, options: &Self::Options, seats: u8) -> Result<(), BoxError>;

    /// Records what happens before the first decision.
    fn begin(ledger: &mut Ledger<'_, Self>);

    /// Resolves a command, recording everything that happens because of it,
    /// up to the next moment a player must decide.
    ///
    /// # Errors
    ///
    /// The rule the command breaks. Nothing recorded so far counts.
    fn play(
        ledger: &mut Ledger<'_, Self>,
        seat: Seat,
        command: Self::Command,
    ) -> Result<(), Self::Illegal>;

    /// Whether a decision that several seats make simultaneously is held until all of them have
    /// decided, or until the window is over.
    fn is_holding(&self) -> bool {
        false
    }

    /// Records what follows when the window is over. A game that holds something overrides
    /// this.
    fn close_window(_ledger: &mut Ledger<'_, Self>) {}

    /// Applies one event. Never fails, never decides, never rolls.
    fn evolve(&mut self, event: &Self::Event);

    /// The seats that owe a decision. Empty when the match is over.
    fn to_act(&self) -> Seats;

    /// What `viewer` may know.
    fn view(&self, viewer: Viewer) -> Self::View;

    /// What `viewer` may know of how the table was set up.
    fn disclose_setup(setup: Self::Setup, viewer: Viewer) -> Self::Setup;

    /// What `viewer` may know of an event.
    fn disclose(event: Self::Event, viewer: Viewer) -> Self::Event;

    /// An event with its cells as views count them, where it is stored with others.
    /// Big Monster overrides this.
    fn told(event: Self::Event) -> Self::Event {
        event
    }

    /// Every command the view's owner may play now, each once. A view that does
    /// not let its owner tell what is legal is a bug in the view.
    fn legal(view: &Self::View) -> Vec<Self::Command>;

    /// What a legal command adds to its owner's sheet, in points, if the game
    /// scored at once and the command were all that happened. What it does to a
    /// rival's sheet counts against it, and what it does to a partner's for it.
    fn gain(view: &Self::View, command: &Self::Command) -> i32;

    /// The score sheets, as far as the view shows them.
    fn scores(view: &Self::View) -> BySeat<ScoreSheet>;

    /// The score sheet of one seat. A game in which many sit overrides this, and
    /// `touches`, so that a whole match is not scored anew at every step.
    fn sheet(view: &Self::View, seat: Seat) -> ScoreSheet {
        Self::scores(view)[seat].clone()
    }

    /// The seats whose score sheets an event may change, for any viewer.
    fn touches(event: &Self::Event, seats: u8) -> Seats {
        let _any = event;
        Seats::first(seats)
    }

    /// The view of a position that need not come from any match.
    ///
    /// # Errors
    ///
    /// Why no table can stand like this.
    fn imagine(position: Self::Position) -> Result<Self::View, Self::Illegal>;

    /// Why what was written where `field` names a place is a place off the board. None for
    /// all else that cannot be read, which no rule forbids.
    fn off_board(field: &str, written: &Value) -> Option<Self::Illegal>;

    /// Ranks once the match is over, tie-breaks applied.
    fn outcome(&self) -> Option<BySeat<Standing>>;

    /// The sides that won or lost together, and what is compared to rank them, in the order of
    /// their first seats. Only once the match is over.
    fn sides(&self) -> Vec<Side>;

    /// Where in the match this is.
    fn moment(&self) -> Moment;

    /// The landmark that an event is, if any: the beginning of a round or a season, a harvest, a
    /// scoring. Most events are none.
    fn landmark(event: &Self::Event) -> Option<Landmark>;

    /// What pays, of the source of a score line: the same for the line that would pay
    /// now and for those that are banked later, whenever that is. It is part of
    /// `source`; several lines may share one.
    fn account(source: &str) -> &str;

    /// A state in which somebody owes a decision, that looks to the view's owner
    /// exactly like this, with everything they cannot know drawn anew. Since it takes
    /// only the view, it cannot tell what is not in there.
    fn redraw(view: &Self::View, dice: &Dice) -> Self;

    /// What is counted of this game, besides what is counted of every game. Measures
    /// whose id is `points.` and parts of a score line's source sum those lines; a
    /// line whose whole source has one counts to no other that leaves out its first.
    fn catalogue() -> Vec<Metric>;

    /// Notes what a decision was offered and took. Called for each event of a
    /// finished match, nothing withheld, before the event is applied.
    fn note(&self, event: &Self::Event, notes: &mut Notes);

    /// Notes what stands on the table once the match is over.
    fn tally(&self, notes: &mut Notes);
}
