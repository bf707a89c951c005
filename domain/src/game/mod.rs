//! What it takes to be a game: its rules ([`Game`]), looking at it from outside
//! ([`Replay`]), and what is counted of it ([`Facts`]).

mod facts;
pub mod ledger;
mod replay;
pub mod samples;

use std::{fmt, ops::RangeInclusive};

use serde::{Serialize, de::DeserializeOwned};
use serde_json::Value;

pub use self::{facts::Facts, replay::Replay};
use crate::{BySeat, Dice, Ledger, Reason, Seat, Seats, Standing, Viewer};

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
    /// The stages in which something is decided, as [moments](crate::Moment) name them.
    pub stages: &'static [&'static str],
    /// The row and column that is stored for the cell `[0, 0]`. Zero on a board; where a
    /// table grows to all sides, far enough that no stored cell is negative.
    pub origin: i8,
}

/// The rules of one game. The implementing type is the state of a match in play.
///
/// [`Match`](crate::matches::Match) calls this and nothing else to play: [`play`](Game::play)
/// decides, into a [`Ledger`]; [`evolve`](Game::evolve) folds what was decided; the others
/// begin a match, end it, and say who may know what. Where a function has a default, its doc
/// says which game overrides it.
///
/// ```
/// use domain::{
///     Dice, Game as _, Seat, Seed, Viewer, decide,
///     games::bunny_kingdom::{Options, Setup, State},
///     ledger,
/// };
///
/// let dice = Dice::new(Seed([7; 32]));
/// let setup = Setup::new(Options {}, 2, &dice);
/// let mut state = ledger::begin::<State>(&setup, &dice).state;
/// while let Some(seat) = state.to_act().iter().next() {
///     // What is legal is told by what the seat sees, and by nothing else.
///     let view = state.view(Viewer::Seat(seat));
///     let command = State::legal(&view)[0];
///     state = decide(&state, seat, command, &dice)?.state;
/// }
/// let standings = state.outcome().expect("nobody owes a decision any more");
/// assert_eq!(standings.iter().map(|(_, it)| it.rank).min(), Some(1));
/// # Ok::<(), domain::games::bunny_kingdom::Illegal>(())
/// ```
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
    type View: fmt::Display + Serialize + DeserializeOwned;
    /// Why a command was refused.
    type Illegal: Reason;

    /// Facts about the game.
    const INFO: Info;

    /// Whether so many seats, of those [`Info::players`] allows, can play with these
    /// options. Big Monster overrides this: its modes need different numbers.
    ///
    /// # Errors
    ///
    /// Why not.
    fn fits(_options: &Self::Options, _seats: u8) -> Result<(), Self::Illegal> {
        Ok(())
    }

    /// The teams of so many seats: who win or lose together. None where everybody plays
    /// alone. Big Monster overrides this.
    fn teams(_options: &Self::Options, _seats: u8) -> Vec<Seats> {
        Vec::new()
    }

    /// Sets up the table. The options [fit](Game::fits) the number of seats.
    fn set_up(options: &Self::Options, seats: u8, dice: &Dice) -> Self::Setup;

    /// The state when the table is set up and nothing has happened yet.
    fn new(setup: &Self::Setup) -> Self;

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

    /// Whether something that seats have decided is held until all who decide at once have
    /// decided, or until the window is over. Big Monster overrides this and
    /// [`close_window`](Game::close_window): passes to the ships are held.
    fn is_holding(&self) -> bool {
        false
    }

    /// Records what follows when the window is over. Big Monster overrides this.
    fn close_window(_ledger: &mut Ledger<'_, Self>) {}

    /// Applies one event. Never fails, never decides, never rolls.
    fn evolve(&mut self, event: &Self::Event);

    /// The seats that owe a decision. Empty when the match is over.
    fn to_act(&self) -> Seats;

    /// Ranks once the match is over, tie-breaks applied.
    fn outcome(&self) -> Option<BySeat<Standing>>;

    /// What `viewer` may know.
    fn view(&self, viewer: Viewer) -> Self::View;

    /// What `viewer` may know of how the table was set up.
    fn disclose_setup(setup: Self::Setup, viewer: Viewer) -> Self::Setup;

    /// What `viewer` may know of an event.
    fn disclose(event: Self::Event, viewer: Viewer) -> Self::Event;

    /// Every command the view's owner may play now, each once. A view that does
    /// not let its owner tell what is legal is a bug in the view.
    fn legal(view: &Self::View) -> Vec<Self::Command>;

    /// The default of the decision that the view's owner owes: the legal command that the
    /// rules name for a seat that does not decide. None if the owner owes none. Where it
    /// comes out otherwise than before, [`Info::rules`] counts up.
    fn default_command(view: &Self::View) -> Option<Self::Command>;

    /// Why what was written where `field` names a place is a place off the board. None for
    /// all else that cannot be read, which no rule forbids.
    fn off_board(field: &str, written: &Value) -> Option<Self::Illegal>;
}
