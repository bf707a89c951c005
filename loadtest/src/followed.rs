//! A stream of events as it is followed over connections that break.

use reqwest::Response;

/// How far a stream was followed.
#[derive(Debug, Default)]
pub(crate) struct Followed {
    /// The last event that came whole.
    pub(crate) last: u32,
    /// The server said that nothing will follow.
    pub(crate) ended: bool,
}

/// An event is missing, or came twice.
#[derive(Clone, Copy, Debug, thiserror::Error)]
#[error("after event {after} a stream has event {found}")]
pub struct OutOfOrder {
    /// The event before.
    pub after: u32,
    /// The event that came.
    pub found: u32,
}

impl Followed {
    /// Reads until the stream ends, or its connection breaks. What broke off is no event.
    pub(crate) async fn read(&mut self, mut answer: Response) -> Result<(), OutOfOrder> {
        let mut unread = Vec::new();
        while let Ok(Some(chunk)) = answer.chunk().await {
            unread.extend_from_slice(&chunk);
            while let Some(end) = unread.windows(2).position(|two| two == b"\n\n") {
                let event: Vec<u8> = unread.drain(..end + 2).collect();
                self.take(&String::from_utf8_lossy(&event))?;
            }
        }
        Ok(())
    }

    /// Takes one event of the stream.
    fn take(&mut self, event: &str) -> Result<(), OutOfOrder> {
        let field = |name: &str| {
            let mut lines = event.lines();
            lines.find_map(|line| line.strip_prefix(name)?.strip_prefix(':'))
        };
        self.ended |= field("event").is_some_and(|kind| kind.trim() == "end");
        let id = field("id").and_then(|id| id.trim().parse().ok());
        let Some(found) = id else { return Ok(()) };
        let is_event = !matches!(
            field("event").map(str::trim),
            Some("hello" | "heartbeat" | "end")
        );
        if is_event && found != self.last + 1 {
            let after = self.last;
            return Err(OutOfOrder { after, found });
        }
        self.last = found;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_event_that_is_missing_or_doubled_is_told() {
        let mut followed = Followed::default();
        followed.take("event: hello\ndata: {}\n\n").unwrap();
        followed.take("id: 1\nevent: opened\ndata: {}\n\n").unwrap();
        followed.take(": heartbeat\n\n").unwrap();
        assert!(followed.take("id: 3\nevent: played\n\n").is_err());
        assert!(followed.take("id: 1\nevent: opened\n\n").is_err());
        assert_eq!((followed.last, followed.ended), (1, false));
        followed.take("event: end\ndata: {}\n\n").unwrap();
        assert!(followed.ended);
    }
}
