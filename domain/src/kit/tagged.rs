//! Events read quickly from the text of a record.
//!
//! serde copies whatever has a `type` before it reads it, because `type` may stand anywhere. A
//! record has it first, so the kinds that are read most are read where they stand.

/// Reads an event of these kinds, with these fields, if its `type` stands first; any other as serde
/// does.
macro_rules! read_tagged {
    ($text:expr, $Event:ident {
        $($tag:literal => $Kind:ident { $($(#[$how:meta])* $field:ident: $Type:ty),+ $(,)? }),+ $(,)?
    }) => {{
        let text: &str = $text;
        let named = text.strip_prefix(r#"{"type":""#);
        match named.and_then(|named| named.split_once('"')) {
            $(Some(($tag, _)) => {
                #[derive(serde::Deserialize)]
                struct Fields { $($(#[$how])* $field: $Type),+ }
                let Fields { $($field),+ } = serde_json::from_str(text)?;
                Ok($Event::$Kind { $($field),+ })
            })+
            _ => serde_json::from_str(text),
        }
    }};
}

pub(crate) use read_tagged;
