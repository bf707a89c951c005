//! Events of any game, read from the record.

use super::Event;

macro_rules! reading {
    ($($(#[$_doc:meta])* $Name:ident => $module:ident),+ $(,)?) => {
        impl Event {
            /// Reads one as the record has it.
            ///
            /// # Errors
            ///
            /// Why it is none.
            pub fn read(written: &str) -> serde_json::Result<Event> {
                let of = |game| written.strip_prefix(game)?.strip_suffix('}');
                $(
                    let game = concat!(r#"{"game":""#, stringify!($module), r#"","event":"#);
                    if let Some(event) = of(game) {
                        return super::$module::Event::read(event).map(Event::$Name);
                    }
                )+
                serde_json::from_str(written)
            }
        }
    };
}

games!(reading);
