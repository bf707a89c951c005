//! What is asked for again, and when.
//!
//! Everything is safe to repeat: a decision is put under its number, and what creates something
//! carries a key.

use std::time::Duration;

use crate::{error::CallError, watch::Watch};

/// How often a call is made without an answer before it is given up.
// With their pauses they outlast the restart of a server.
const ATTEMPTS: u32 = 20;

/// The longest pause that a client makes by itself.
const LONGEST_PAUSE: Duration = Duration::from_secs(2);

/// The longest pause that a server may ask for at a time, and in all of a call.
const PATIENCE: Duration = Duration::from_secs(60);
const PATIENCE_IN_ALL: Duration = Duration::from_secs(300);

/// The attempts at one call so far.
#[derive(Debug, Default)]
pub(crate) struct Attempts {
    failed: u32,
    unanswered: u32,
    put_off: Duration,
}

impl Attempts {
    /// How long to wait before the next attempt.
    ///
    /// # Errors
    ///
    /// The error of this attempt, if it does not pass or came too often.
    pub(crate) fn after(
        &mut self,
        error: CallError,
        watch: &dyn Watch,
    ) -> Result<Duration, CallError> {
        let Some(asked) = error.passes_after() else {
            return Err(error);
        };
        self.failed += 1;
        let pause = asked.max(pause(self.failed));
        if asked.is_zero() {
            self.unanswered += 1;
        } else {
            // Who says when to ask again is there: this may go on for longer.
            self.put_off += pause;
        }
        let is_too_much = asked > PATIENCE || self.put_off > PATIENCE_IN_ALL;
        if is_too_much || self.unanswered >= ATTEMPTS {
            return Err(error);
        }
        if asked.is_zero() {
            watch.retried();
        } else {
            watch.put_off();
        }
        Ok(pause)
    }
}

/// How long to wait after so many failures. Not at all after the first, since one answer is easily
/// lost; then longer each time, and never the same.
pub(crate) fn pause(failed: u32) -> Duration {
    if failed <= 1 {
        return Duration::ZERO;
    }
    let longest = LONGEST_PAUSE.min(Duration::from_millis(25) * 2_u32.pow(failed.min(10)));
    let random = getrandom::u32().expect("the system has entropy") >> 16;
    longest / 2 + longest / 2 / u32::from(u16::MAX) * random
}

#[cfg(test)]
mod tests {
    use reqwest::StatusCode;

    use super::*;

    fn refused(status: StatusCode, retry_after_s: Option<u64>) -> CallError {
        CallError::Refused {
            endpoint: "verify",
            status,
            retry_after: retry_after_s.map(Duration::from_secs),
            problem: Box::default(),
        }
    }

    #[test]
    fn what_gets_no_answer_is_given_up_after_twenty_attempts() {
        let mut attempts = Attempts::default();
        let mut fail = || attempts.after(refused(StatusCode::BAD_GATEWAY, None), &());
        assert_eq!(fail().unwrap(), Duration::ZERO);
        assert!((2..ATTEMPTS).all(|_| fail().unwrap() > Duration::ZERO));
        fail().unwrap_err();
    }

    #[test]
    fn a_busy_server_is_asked_again_no_sooner_than_it_says_and_for_minutes() {
        let mut attempts = Attempts::default();
        let mut fail = || attempts.after(refused(StatusCode::SERVICE_UNAVAILABLE, Some(3)), &());
        let pauses: Vec<Duration> = std::iter::from_fn(|| fail().ok()).collect();
        assert!(pauses.iter().all(|it| *it >= Duration::from_secs(3)));
        assert_eq!(pauses.iter().sum::<Duration>(), PATIENCE_IN_ALL);
    }

    #[test]
    fn what_does_not_pass_is_told_at_once() {
        let asked = |status, after| Attempts::default().after(refused(status, after), &());
        asked(StatusCode::CONFLICT, None).unwrap_err();
        asked(StatusCode::TOO_MANY_REQUESTS, Some(61)).unwrap_err();
        asked(StatusCode::TOO_MANY_REQUESTS, Some(60)).unwrap();
    }

    #[test]
    fn a_request_that_arrived_too_late_is_sent_again_at_once() {
        let late = refused(StatusCode::REQUEST_TIMEOUT, None);
        assert_eq!(
            Attempts::default().after(late, &()).unwrap(),
            Duration::ZERO
        );
    }
}
