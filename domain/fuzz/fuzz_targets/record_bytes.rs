//! Bytes as the record of a match, an event a line: read or refused, and written
//! as they were read. Seeds: `domain/tests/records/*`.

#![no_main]

use domain::{Viewer, matches::MatchEvent};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    for line in bytes.split(|&byte| byte == b'\n') {
        let Ok(event) = serde_json::from_slice::<MatchEvent>(line) else {
            continue;
        };
        let written = serde_json::to_string(&event).expect("events serialize");
        let again: MatchEvent = serde_json::from_str(&written).expect("what was written is read");
        assert_eq!(again, event);
        let public = event.disclose(Viewer::Spectator);
        assert_eq!(public.clone().disclose(Viewer::Spectator), public);
    }
});
