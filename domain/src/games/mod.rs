//! The games this service hosts: a closed set.
//!
//! Each game is a folder that knows nothing of the others. Outside the rules
//! (in the store, on the wire) a match may play any of them, so the
//! types of a game are gathered here into unions, tagged by game. To add a game,
//! add its `mod` and its line in `games!`; the compiler does the rest.

pub mod big_monster;
pub mod builders_biomes;
pub mod bunny_kingdom;
pub mod cartographers;
pub(crate) mod stored;

use std::{collections::BTreeSet, fmt, sync::LazyLock};

use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::ToSchema;

use crate::{
    BySeat, Dice, Game, Impossible, Info, Landmark, Moment, Refused, Rejection, ScoreSheet, Seat,
    Seats, Side, Standing, Viewer,
    facts::{self, Kind, Metric, Notes},
    kit::components::{BoxError, ConfidenceCounts},
    ledger,
};

macro_rules! games {
    ($($(#[$doc:meta])* $Name:ident => $module:ident),+ $(,)?) => {
        /// Which game a match plays.
        #[derive(
            Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
            ToSchema,
        )]
        #[serde(rename_all = "snake_case")]
        pub enum GameId { $($(#[$doc])* $Name),+ }

        games!(@union "What the host chose for the game." Options "options", $($Name => $module),+);
        games!(@union "How the table was set up." Setup "setup", $($Name => $module),+);
        games!(@union "What a player asks for." Command "command", $($Name => $module),+);
        games!(@union "What happened in the game." Event "event", $($Name => $module),+);
        games!(@union "What one viewer may know." View "view", $($Name => $module),+);
        games!(@union "A moment at any table." Position "position", $($Name => $module),+);

        /// The state of a match in play.
        #[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
        #[serde(tag = "game", content = "state", rename_all = "snake_case")]
        #[allow(clippy::large_enum_variant, reason = "a match holds one, never a list of them")]
        pub enum State {
            $($(#[$doc])* $Name($module::State)),+
        }

        impl GameId {
            /// Every game, in the order they were added.
            pub const ALL: &[GameId] = &[$(GameId::$Name),+];

            /// Facts about the game.
            pub fn info(self) -> Info {
                match self { $(GameId::$Name => <$module::State as Game>::INFO),+ }
            }

            /// Everything in the box as JSON, each record with its provenance.
            pub fn components(self) -> &'static str {
                match self { $(GameId::$Name => $module::components::BOX.json()),+ }
            }

            /// SHA-256 of [`components`](Self::components) in hexadecimal.
            pub fn components_sha256(self) -> &'static str {
                match self { $(GameId::$Name => $module::components::BOX.sha256()),+ }
            }

            /// Whether a match that was opened with the box of this SHA-256 goes on with the
            /// one in use: with the same, or with one that plays alike.
            pub fn plays_with(self, sha256: &str) -> bool {
                match self { $(GameId::$Name => $module::components::BOX.plays(sha256)),+ }
            }

            /// How well the records of the box are attested.
            pub fn confidence(self) -> ConfidenceCounts {
                match self { $(GameId::$Name => $module::components::BOX.confidence()),+ }
            }

            /// Plays with another box from now on. See [`GameBox::replace`](crate::kit::components::GameBox::replace).
            ///
            /// # Errors
            ///
            /// What is wrong with the box, or that the old one is in use.
            pub fn replace_components(self, json: String) -> Result<(), BoxError> {
                match self { $(GameId::$Name => $module::components::BOX.replace(json)),+ }
            }

            /// The options a host gets by choosing nothing.
            pub fn default_options(self) -> Options {
                match self { $(GameId::$Name => Options::$Name(Default::default())),+ }
            }

            fn one_off_board(self, field: &str, written: &Value) -> Option<Rejection> {
                match self {
                    $(GameId::$Name => {
                        <$module::State as Game>::off_board(field, written).map(Rejection::from)
                    })+
                }
            }

            /// What pays, of the source of a score line. See [`Game::account`].
            pub fn account(self, source: &str) -> &str {
                match self { $(GameId::$Name => <$module::State as Game>::account(source)),+ }
            }
        }

        impl Options {
            /// The game these options are for.
            pub fn game(&self) -> GameId {
                match self { $(Options::$Name(_) => GameId::$Name),+ }
            }

            /// Whether so many can play with them. See [`Game::fits`].
            ///
            /// # Errors
            ///
            /// Why not.
            pub fn fits(&self, seats: u8) -> Result<(), Rejection> {
                match self {
                    $(Options::$Name(options) => {
                        Ok(<$module::State as Game>::fits(options, seats)?)
                    })+
                }
            }

            /// The teams of so many seats. See [`Game::teams`].
            pub fn teams(&self, seats: u8) -> Vec<Seats> {
                match self {
                    $(Options::$Name(options) => <$module::State as Game>::teams(options, seats)),+
                }
            }

            /// Sets up the table. See [`Game::set_up`].
            pub fn set_up(&self, seats: u8, dice: &Dice) -> Setup {
                match self {
                    $(Options::$Name(options) => {
                        Setup::$Name(<$module::State as Game>::set_up(options, seats, dice))
                    })+
                }
            }
        }

        impl Setup {
            /// What happens before the first decision. See [`Game::begin`].
            pub fn begin(&self, dice: &Dice) -> (State, Vec<Event>) {
                match self {
                    $(Setup::$Name(setup) => {
                        let begun = ledger::begin::<$module::State>(setup, dice);
                        let events = begun.events.into_iter().map(Event::$Name).collect();
                        (State::$Name(begun.state), events)
                    })+
                }
            }

            /// The game it is a table of.
            pub fn game(&self) -> GameId {
                match self { $(Setup::$Name(_) => GameId::$Name),+ }
            }

            /// Passes if the host may arrange it. See [`Game::check_setup`].
            ///
            /// # Errors
            ///
            /// The field that is wrong, and why.
            pub fn check(&self, options: &Options, seats: u8) -> Result<(), BoxError> {
                match (self, options) {
                    $((Setup::$Name(setup), Options::$Name(options)) => {
                        <$module::State as Game>::check_setup(setup, options, seats)
                    })+
                    _ => Err(BoxError::new("game: it is a table of another")),
                }
            }

            /// What `viewer` may know of this. See [`Game::disclose_setup`].
            #[must_use]
            pub fn disclose(self, viewer: Viewer) -> Setup {
                match self {
                    $(Setup::$Name(setup) => {
                        Setup::$Name(<$module::State as Game>::disclose_setup(setup, viewer))
                    })+
                }
            }
        }

        impl Position {
            /// The game this is a position of.
            pub fn game(&self) -> GameId {
                match self { $(Position::$Name(_) => GameId::$Name),+ }
            }

            /// The view of this position. See [`Game::imagine`].
            ///
            /// # Errors
            ///
            /// Why no table can stand like this.
            pub fn imagine(self) -> Result<View, Impossible> {
                match self {
                    $(Position::$Name(position) => {
                        Ok(View::$Name(<$module::State as Game>::imagine(position)?))
                    })+
                }
            }
        }

        impl State {
            /// The state before anything has happened. See [`Game::new`].
            pub fn new(setup: &Setup) -> State {
                match setup { $(Setup::$Name(setup) => State::$Name(Game::new(setup))),+ }
            }

            /// The game it is a table of.
            pub fn game(&self) -> GameId {
                match self { $(State::$Name(_) => GameId::$Name),+ }
            }

            /// How it was set up, before anything has happened. See [`Game::setup`].
            pub fn setup(&self) -> Setup {
                match self { $(State::$Name(state) => Setup::$Name(Game::setup(state))),+ }
            }

            /// Passes if the host may arrange it. See [`Game::check_state`].
            ///
            /// # Errors
            ///
            /// The field that is wrong, and why.
            pub fn check(&self, options: &Options, seats: u8) -> Result<(), BoxError> {
                match (self, options) {
                    $((State::$Name(state), Options::$Name(options)) => {
                        state.check_state(options, seats)
                    })+
                    _ => Err(BoxError::new("game: it is a table of another")),
                }
            }

            /// Decides a command. See [`decide`](crate::decide).
            ///
            /// # Errors
            ///
            /// The rule the command breaks, or `wrong_game`.
            pub fn decide(
                &self,
                seat: Seat,
                command: Command,
                dice: &Dice,
            ) -> Result<(State, Vec<Event>), Rejection> {
                let rules = match self { $(State::$Name(_) => <$module::State as Game>::INFO.rules),+ };
                let turn = self.decide_under(rules, seat, command, dice)?;
                Ok((turn.state, turn.events))
            }

            /// Decides a command by an edition of the rules. See
            /// [`decide_under`](crate::decide_under).
            ///
            /// # Errors
            ///
            /// The rule the command breaks, or `wrong_game`.
            pub fn decide_under(
                &self,
                rules: u16,
                seat: Seat,
                command: Command,
                dice: &Dice,
            ) -> Result<Turn, Rejection> {
                match (self, command) {
                    $((State::$Name(state), Command::$Name(command)) => {
                        let decided = ledger::decide_under(rules, state, seat, command, dice)?;
                        Ok(Turn {
                            state: State::$Name(decided.state),
                            events: decided.events.into_iter().map(Event::$Name).collect(),
                            closed: decided.closed,
                        })
                    })+
                    _ => Err(Refused::WrongGame.into()),
                }
            }

            /// Whether something is held until the window is over. See [`Game::is_holding`].
            pub fn is_holding(&self) -> bool {
                match self { $(State::$Name(state) => state.is_holding()),+ }
            }

            /// What follows when the window is over. See [`Game::close_window`].
            #[must_use]
            pub fn close_window(&self, rules: u16, dice: &Dice) -> Turn {
                match self {
                    $(State::$Name(state) => {
                        let decided = ledger::close_window(rules, state, dice);
                        Turn {
                            state: State::$Name(decided.state),
                            events: decided.events.into_iter().map(Event::$Name).collect(),
                            closed: decided.closed,
                        }
                    })+
                }
            }

            /// Applies one event. See [`Game::evolve`].
            ///
            /// # Panics
            ///
            /// If the event belongs to another game: a stream holds one game.
            pub fn evolve(&mut self, event: &Event) {
                match (self, event) {
                    $((State::$Name(state), Event::$Name(event)) => state.evolve(event),)+
                    _ => panic!("a stream holds the events of one game"),
                }
            }

            /// The seats that owe a decision. See [`Game::to_act`].
            pub fn to_act(&self) -> Seats {
                match self { $(State::$Name(state) => state.to_act()),+ }
            }

            /// What `viewer` may know. See [`Game::view`].
            pub fn view(&self, viewer: Viewer) -> View {
                match self { $(State::$Name(state) => View::$Name(state.view(viewer))),+ }
            }

            /// Ranks, once the match is over. See [`Game::outcome`].
            pub fn outcome(&self) -> Option<BySeat<Standing>> {
                match self { $(State::$Name(state) => state.outcome()),+ }
            }

            /// Who won or lost together, once the match is over. See [`Game::sides`].
            pub fn sides(&self) -> Vec<Side> {
                match self { $(State::$Name(state) => state.sides()),+ }
            }

            /// Where in the match this is. See [`Game::moment`].
            pub fn moment(&self) -> Moment {
                match self { $(State::$Name(state) => state.moment()),+ }
            }
        }

        impl Event {
            /// What `viewer` may know of this. See [`Game::disclose`].
            #[must_use]
            pub fn disclose(self, viewer: Viewer) -> Event {
                match self {
                    $(Event::$Name(event) => {
                        Event::$Name(<$module::State as Game>::disclose(event, viewer))
                    })+
                }
            }

            /// This with its cells as views count them. See [`Game::told`].
            #[must_use]
            pub fn told(self) -> Event {
                match self {
                    $(Event::$Name(event) => {
                        Event::$Name(<$module::State as Game>::told(event))
                    })+
                }
            }

            /// The seats whose score sheets this may change. See [`Game::touches`].
            pub fn touches(&self, seats: u8) -> Seats {
                match self {
                    $(Event::$Name(event) => <$module::State as Game>::touches(event, seats)),+
                }
            }

            /// What this is to someone who looks for a place. See [`Game::landmark`].
            pub fn landmark(&self) -> Option<Landmark> {
                match self {
                    $(Event::$Name(event) => <$module::State as Game>::landmark(event)),+
                }
            }
        }

        impl fmt::Display for View {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                match self { $(View::$Name(view) => view.fmt(f)),+ }
            }
        }

        impl View {
            /// Every command the view's owner may play now. See [`Game::legal`].
            pub fn legal(&self) -> Vec<Command> {
                match self {
                    $(View::$Name(view) => {
                        <$module::State as Game>::legal(view).into_iter().map(Command::$Name).collect()
                    })+
                }
            }

            /// What a command of [`View::legal`] adds if scored now. See [`Game::gain`].
            ///
            /// # Panics
            ///
            /// If the command is another game's.
            pub fn gain(&self, command: &Command) -> i32 {
                match (self, command) {
                    $((View::$Name(view), Command::$Name(command)) => {
                        <$module::State as Game>::gain(view, command)
                    })+
                    _ => panic!("a view's legal commands are of its own game"),
                }
            }

            /// The score sheets, as far as the view shows. See [`Game::scores`].
            pub fn scores(&self) -> BySeat<ScoreSheet> {
                match self { $(View::$Name(view) => <$module::State as Game>::scores(view)),+ }
            }

            /// The score sheet of one seat. See [`Game::sheet`].
            pub fn sheet(&self, seat: Seat) -> ScoreSheet {
                match self {
                    $(View::$Name(view) => <$module::State as Game>::sheet(view, seat)),+
                }
            }

            /// A state that looks like this, all else drawn anew. See [`Game::redraw`].
            pub fn redraw(&self, dice: &Dice) -> State {
                match self {
                    $(View::$Name(view) => {
                        State::$Name(<$module::State as Game>::redraw(view, dice))
                    })+
                }
            }
        }

        impl GameId {
            /// What is counted of the game. See [`Game::catalogue`].
            pub fn catalogue(self) -> &'static [Metric] {
                match self {
                    $(GameId::$Name => {
                        static CATALOGUE: LazyLock<Vec<Metric>> = LazyLock::new(|| {
                            let options = <$module::State as Game>::Options::default();
                            facts::catalogue(&options, <$module::State as Game>::catalogue())
                        });
                        &CATALOGUE
                    })+
                }
            }

            /// The ids of the measures in its catalogue.
            pub(crate) fn measures(self) -> &'static BTreeSet<&'static str> {
                match self {
                    $(GameId::$Name => {
                        static MEASURES: LazyLock<BTreeSet<&'static str>> = LazyLock::new(|| {
                            let metrics = GameId::$Name.catalogue().iter();
                            let measures = metrics.filter(|metric| metric.kind == Kind::Measure);
                            measures.map(|metric| metric.id.as_str()).collect()
                        });
                        &MEASURES
                    })+
                }
            }
        }

        impl Options {
            /// What the host chose, without the name of the game.
            pub(crate) fn chosen(&self) -> serde_json::Value {
                let chosen = match self {
                    $(Options::$Name(options) => serde_json::to_value(options)),+
                };
                chosen.expect("options are JSON")
            }
        }

        impl State {
            /// Notes what a decision was offered and took. See [`Game::note`].
            ///
            /// # Panics
            ///
            /// If the event belongs to another game.
            pub(crate) fn note(&self, event: &Event, notes: &mut Notes) {
                match (self, event) {
                    $((State::$Name(state), Event::$Name(event)) => state.note(event, notes),)+
                    _ => panic!("a stream holds the events of one game"),
                }
            }

            /// Notes what stands on the table. See [`Game::tally`].
            pub(crate) fn tally(&self, notes: &mut Notes) {
                match self { $(State::$Name(state) => state.tally(notes)),+ }
            }
        }
    };

    // `$content` must be a `tt`: as a `literal`, utoipa does not see it and the
    // schema silently parts from what serde writes.
    (@union $doc:literal $Union:ident $content:tt, $($Name:ident => $module:ident),+) => {
        #[doc = $doc]
        #[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
        #[serde(tag = "game", content = $content, rename_all = "snake_case", deny_unknown_fields)]
        #[allow(clippy::large_enum_variant, reason = "views, the large ones, are not listed")]
        pub enum $Union {
            $(#[doc = concat!("See [`", stringify!($module), "::", stringify!($Union), "`].")]
            $Name($module::$Union)),+
        }
    };
}

games! {
    /// Everybody draws the same shapes, each on a map of their own.
    Cartographers => cartographers,
    /// Everybody drafts lands and builds fiefs on one board.
    BunnyKingdom => bunny_kingdom,
    /// Everybody mines one cube, explores one overworld and builds on a board of their own.
    BuildersBiomes => builders_biomes,
    /// Everybody drafts tiles for a zone of their own and races for the ships.
    BigMonster => big_monster,
}

/// What a decision led to, whatever the game. See [`Decided`](crate::Decided).
#[derive(Clone, Debug)]
pub struct Turn {
    /// The state after the last event.
    pub state: State,
    /// What happened, in order.
    pub events: Vec<Event>,
    /// The other seats whose open question it took away.
    pub closed: Seats,
}

impl Turn {
    /// This, and what follows from it at once.
    #[must_use]
    pub(crate) fn and(self, more: impl FnOnce(&State) -> Turn) -> Turn {
        let more = more(&self.state);
        Turn {
            events: [self.events, more.events].concat(),
            closed: self.closed.iter().chain(more.closed.iter()).collect(),
            state: more.state,
        }
    }
}

impl GameId {
    /// Why what was written where `field` names a place, or several, is off the board. See
    /// [`Game::off_board`].
    pub fn off_board(self, field: &str, written: &Value) -> Option<Rejection> {
        let several = || written.as_array().into_iter().flatten();
        let of_several = || {
            let each = several().filter_map(|one| self.one_off_board(field, one));
            each.reduce(|mut all, next| {
                all.cells.extend(next.cells);
                all
            })
        };
        self.one_off_board(field, written).or_else(of_several)
    }
}

impl View {
    /// Cartographers, played alone to its end: how well it went.
    pub fn rating(&self) -> Option<&cartographers::event::Rating> {
        match self {
            View::Cartographers(view) => view.rating.as_ref(),
            View::BunnyKingdom(_) | View::BuildersBiomes(_) | View::BigMonster(_) => None,
        }
    }

    /// Builders & Biomes: the places if the game ended now, ties broken.
    pub fn ranks(&self) -> Option<BySeat<u8>> {
        match self {
            View::BuildersBiomes(view) => Some(builders_biomes::score::ranks_now(view)),
            View::Cartographers(_) | View::BunnyKingdom(_) | View::BigMonster(_) => None,
        }
    }
}

impl Event {
    /// The name of what happened, as on the wire.
    pub fn kind(&self) -> String {
        // It is what the event is written with first; the rest need not be written.
        let mut start = [0; 120];
        let _full = serde_json::to_writer(&mut start[..], self);
        let start = String::from_utf8_lossy(&start);
        let name = start.split(r#""type":""#).nth(1);
        let name = name.and_then(|rest| rest.split('"').next());
        name.expect("an event is tagged with its type").to_owned()
    }
}
