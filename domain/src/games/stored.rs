//! Views as they are stored, where a match begins in the middle of another: as its game
//! [stores](Replay::store_view) them, which may be in older words than it shows.

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::View;
use crate::Replay;

/// A view to be stored.
struct Storing<'a, G: Replay>(&'a G::View);

/// A view that was stored.
struct Stored<G: Replay>(G::View);

impl<G: Replay> Serialize for Storing<'_, G> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        G::store_view(self.0, serializer)
    }
}

impl<'de, G: Replay> Deserialize<'de> for Stored<G> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        G::stored_view(deserializer).map(Stored)
    }
}

macro_rules! stored {
    ($($(#[$_doc:meta])* $Name:ident => $module:ident),+ $(,)?) => {
        #[derive(Serialize)]
        #[serde(tag = "game", content = "view", rename_all = "snake_case")]
        enum ToStore<'a> { $($Name(Storing<'a, super::$module::State>)),+ }

        #[derive(Deserialize)]
        #[serde(tag = "game", content = "view", rename_all = "snake_case", deny_unknown_fields)]
        #[allow(clippy::large_enum_variant, reason = "it is unpacked at once")]
        enum FromStore { $($Name(Stored<super::$module::State>)),+ }

        pub(crate) fn serialize<S: Serializer>(
            view: &View,
            serializer: S,
        ) -> Result<S::Ok, S::Error> {
            let to_store = match view { $(View::$Name(view) => ToStore::$Name(Storing(view))),+ };
            to_store.serialize(serializer)
        }

        pub(crate) fn deserialize<'de, D: Deserializer<'de>>(
            deserializer: D,
        ) -> Result<Box<View>, D::Error> {
            Ok(Box::new(match FromStore::deserialize(deserializer)? {
                $(FromStore::$Name(Stored(view)) => View::$Name(view)),+
            }))
        }
    };
}

games!(stored);
