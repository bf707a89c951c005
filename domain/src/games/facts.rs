//! What is counted of any game: [`Facts`], told by the unions.

use std::{collections::BTreeSet, sync::LazyLock};

use super::{Event, GameId, Options, State};
use crate::{
    Facts, Game,
    facts::{self, Kind, Metric, Notes},
    words::capital,
};

macro_rules! facts {
    ($($(#[$_doc:meta])* $Name:ident => $module:ident),+ $(,)?) => {
        impl GameId {
            /// What is counted of the game. See [`Facts::catalogue`].
            pub fn catalogue(self) -> &'static [Metric] {
                match self {
                    $(GameId::$Name => {
                        static CATALOGUE: LazyLock<Vec<Metric>> = LazyLock::new(|| {
                            let options = <super::$module::State as Game>::Options::default();
                            facts::catalogue(&options, <super::$module::State as Facts>::catalogue())
                        });
                        &CATALOGUE
                    })+
                }
            }

            /// What an item that is counted is called, by its id. See [`Facts::item_name`].
            pub fn item_name(self, id: &str) -> String {
                let named = match self {
                    $(GameId::$Name => <super::$module::State as Facts>::item_name(id)),+
                };
                named.unwrap_or_else(|| capital(&facts::spaced(id)))
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
            /// Notes what a decision was offered and took. See [`Facts::note`].
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

            /// Notes what stands on the table. See [`Facts::tally`].
            pub(crate) fn tally(&self, notes: &mut Notes) {
                match self { $(State::$Name(state) => state.tally(notes)),+ }
            }
        }
    };
}

games!(facts);
