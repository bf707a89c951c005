//! The pages as people see them: in a browser, which `make browser` starts.

#[expect(dead_code, reason = "it serves the measures, too")]
mod browser;
mod forked;
#[expect(dead_code, reason = "it serves the tests over HTTP, too")]
#[path = "../it/helpers.rs"]
mod helpers;
mod keyboard;
mod keys;
mod live;
mod mouse;
mod names;
mod offline;
mod pictures;
mod seat;
mod sound;
mod stand;
mod theme;
