//! What a client tells about its calls, to whoever measures them.

use std::{fmt::Debug, time::Duration};

/// Told of every call of a client. `()` listens to nothing.
pub trait Watch: Debug + Send + Sync {
    /// An answer came, of whatever status, so long after it was asked for.
    fn answered(&self, _endpoint: &'static str, _after: Duration) {}

    /// An answer was lost, and is asked for again.
    fn retried(&self) {}

    /// The server said when to ask again, as it does when it is busy.
    fn put_off(&self) {}
}

impl Watch for () {}
