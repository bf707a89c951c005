//! The events of a match as they happen, over connections that break.

use std::sync::Arc;

use reqwest::{RequestBuilder, Response, StatusCode};
use serde_json::value::RawValue;

use crate::{
    answer::accepted,
    error::CallError,
    retry::{self, Attempts},
    watch::Watch,
};

/// What errors call it.
const ENDPOINT: &str = "events";

/// An event of a match.
#[derive(Debug)]
pub struct Event {
    /// Its step: the first event of a match is 1, and none is left out.
    pub step: u32,
    /// What happened, as JSON: `{"step":…,"type":…}`.
    pub data: Box<RawValue>,
}

/// The events of a match, in order and each once, however often the connection breaks: made by
/// [`Client::follow`](crate::Client::follow).
#[derive(Debug)]
pub struct Follow {
    request: RequestBuilder,
    watch: Arc<dyn Watch>,
    /// The last event that came whole.
    after: u32,
    answer: Option<Response>,
    /// What came and is no whole message yet.
    unread: Vec<u8>,
    ended: bool,
    /// Connections that broke, and attempts at one, since something was heard last.
    broken: u32,
    attempts: Attempts,
}

/// A message of a stream.
#[derive(Debug)]
enum Message {
    Hello,
    Heartbeat,
    Event(Event),
    End,
}

impl Follow {
    pub(crate) fn new(request: RequestBuilder, watch: Arc<dyn Watch>, after: u32) -> Follow {
        Follow {
            request,
            watch,
            after,
            answer: None,
            unread: Vec::new(),
            ended: false,
            broken: 0,
            attempts: Attempts::default(),
        }
    }

    /// The next event, once it happens. None: the match is over.
    ///
    /// # Errors
    ///
    /// See [`CallError`]; among them that an event is missing or came twice.
    pub async fn next(&mut self) -> Result<Option<Event>, CallError> {
        loop {
            while let Some(text) = self.next_message() {
                if let Some(event) = self.hear(&text)? {
                    return Ok(Some(event));
                }
            }
            if self.ended {
                return Ok(None);
            }
            self.read().await?;
        }
    }

    /// The next whole message of what came.
    fn next_message(&mut self) -> Option<String> {
        let end = self.unread.windows(2).position(|two| two == b"\n\n")?;
        let message: Vec<u8> = self.unread.drain(..end + 2).collect();
        Some(String::from_utf8_lossy(&message).into_owned())
    }

    fn hear(&mut self, text: &str) -> Result<Option<Event>, CallError> {
        let message = Message::parse(text)?;
        if !matches!(message, Message::Hello) {
            (self.broken, self.attempts) = (0, Attempts::default());
        }
        match message {
            Message::Hello | Message::Heartbeat => Ok(None),
            Message::End => {
                self.ended = true;
                Ok(None)
            }
            Message::Event(event) if event.step == self.after + 1 => {
                self.after = event.step;
                Ok(Some(event))
            }
            Message::Event(event) => Err(CallError::OutOfOrder {
                after: self.after,
                found: event.step,
            }),
        }
    }

    /// Waits for more of the stream, and connects anew where it broke off.
    async fn read(&mut self) -> Result<(), CallError> {
        let Some(answer) = &mut self.answer else {
            return self.connect().await;
        };
        if let Ok(Some(chunk)) = answer.chunk().await {
            self.unread.extend_from_slice(&chunk);
            return Ok(());
        }
        // Half a message is none: it comes again.
        (self.answer, self.unread) = (None, Vec::new());
        self.broken += 1;
        tokio::time::sleep(retry::pause(self.broken)).await;
        Ok(())
    }

    async fn connect(&mut self) -> Result<(), CallError> {
        let request = self.request.try_clone().expect("it has no body");
        let request = request.header("Last-Event-ID", self.after);
        match accepted(ENDPOINT, request).await {
            Ok(answer) => {
                self.ended = answer.status() == StatusCode::NO_CONTENT;
                self.answer = Some(answer);
            }
            Err(error) => {
                let pause = self.attempts.after(error, &*self.watch)?;
                tokio::time::sleep(pause).await;
            }
        }
        Ok(())
    }
}

impl Message {
    fn parse(text: &str) -> Result<Message, CallError> {
        let field = |name: &str| {
            let mut lines = text.lines();
            lines.find_map(|line| Some(line.strip_prefix(name)?.strip_prefix(':')?.trim()))
        };
        match field("event") {
            Some("hello") => return Ok(Message::Hello),
            Some("end") => return Ok(Message::End),
            _ => {}
        }
        let Some(step) = field("id").and_then(|id| id.parse().ok()) else {
            return Ok(Message::Heartbeat);
        };
        let data = serde_json::from_str(field("data").unwrap_or_default());
        let data = data.map_err(|source| CallError::Unreadable {
            endpoint: ENDPOINT,
            source,
        })?;
        Ok(Message::Event(Event { step, data }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn follow() -> Follow {
        let nobody = reqwest::Client::new().get("http://127.0.0.1:1");
        Follow::new(nobody, Arc::new(()), 0)
    }

    #[test]
    fn an_event_that_is_missing_or_comes_twice_is_told() {
        let mut follow = follow();
        assert!(follow.hear("event: hello\ndata: {}\n\n").unwrap().is_none());
        let event = follow.hear("id: 1\ndata: {\"step\":1}\n\n").unwrap();
        assert_eq!(event.unwrap().data.get(), "{\"step\":1}");
        assert!(
            follow
                .hear("event: heartbeat\ndata: {}\n\n")
                .unwrap()
                .is_none()
        );
        let missing = follow.hear("id: 3\ndata: {}\n\n").unwrap_err();
        assert_eq!(missing.to_string(), "events: after event 1 came event 3");
        let twice = follow.hear("id: 1\ndata: {}\n\n").unwrap_err();
        assert_eq!(twice.code(), "out_of_order");
        assert!(!follow.ended);
        follow.hear("event: end\ndata: {}\n\n").unwrap();
        assert!(follow.ended);
    }

    #[test]
    fn messages_may_come_in_pieces() {
        let mut follow = follow();
        let mut heard = Vec::new();
        for piece in ["id: 1\ndata: ", "{}\n", "\nid: 2\nda", "ta: {}\n\nid: 3"] {
            follow.unread.extend_from_slice(piece.as_bytes());
            heard.extend(std::iter::from_fn(|| follow.next_message()));
        }
        assert_eq!(heard, ["id: 1\ndata: {}\n\n", "id: 2\ndata: {}\n\n"]);
        assert_eq!(follow.unread, b"id: 3");
    }
}
