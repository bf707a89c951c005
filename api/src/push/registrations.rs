//! Who has registered a URL: kept beside the log, so that pushes go on after a restart.

use std::{collections::HashMap, io, sync::Arc, time::Duration};

use domain::matches::PlayerId;
use parking_lot::Mutex;
use serde::{Deserialize, Serialize};
use store::{
    Timestamp,
    lines::{self, Lines},
};
use tokio::sync::broadcast;

use super::{
    registration::{Registration, Settings},
    signature::{Secret, secret},
};

/// How long a secret that was replaced still signs.
pub(crate) const OVERLAP: Duration = Duration::from_secs(24 * 60 * 60);

/// They are not written anew with fewer.
const LINES: usize = 1000;

/// So many changes are kept for a listener who is slow. One who misses some is told so.
const CHANGES: usize = 1024;

/// Everybody who has registered. Whoever changes something waits until it is durable.
pub(crate) struct Registrations {
    of: Mutex<HashMap<PlayerId, Arc<Registration>>>,
    // Held while something is changed, so that nobody who only looks waits for a disk.
    written: Mutex<Written>,
    changed: broadcast::Sender<PlayerId>,
    server: Secret,
}

struct Written {
    /// A line is JSON, one for each change: what comes later counts.
    lines: Box<dyn Lines>,
    /// With so many lines they are written anew, without what no longer counts.
    rewrite_at: usize,
}

#[derive(Serialize, Deserialize)]
struct Line {
    player: PlayerId,
    #[serde(flatten)]
    settings: Settings,
}

impl Registrations {
    pub(super) fn of_lines((lines, written): lines::Found, server: Secret) -> Registrations {
        let read = written
            .iter()
            .filter_map(|line| serde_json::from_str::<Line>(line).ok());
        let of = read.map(|Line { player, settings }| {
            let registration = Registration::new(player.clone(), settings);
            (player, Arc::new(registration))
        });
        Registrations {
            of: Mutex::new(of.collect()),
            written: Mutex::new(Written {
                lines,
                rewrite_at: LINES,
            }),
            changed: broadcast::Sender::new(CHANGES),
            server,
        }
    }

    /// The registration of a player who has a URL.
    pub(crate) fn get(&self, player: &PlayerId) -> Option<Arc<Registration>> {
        let found = self.of.lock().get(player).cloned();
        found.filter(|it| it.settings.borrow().url.is_some())
    }

    /// Those to whom pushes are sent.
    pub(crate) fn on(&self) -> Vec<Arc<Registration>> {
        let of = self.of.lock();
        let on = of.values();
        let on = on.filter(|it| it.settings.borrow().target().is_some());
        on.cloned().collect()
    }

    /// Hears of players who registered or changed something.
    pub(crate) fn changes(&self) -> broadcast::Receiver<PlayerId> {
        self.changed.subscribe()
    }

    /// Registers a URL, and switches it on.
    pub(crate) fn put(&self, player: &PlayerId, url: String) -> io::Result<Arc<Registration>> {
        let registration = self.change(player, |settings| {
            settings.off = None;
            settings.url = Some(url);
        })?;
        *registration.last_failure.lock() = None;
        Ok(registration)
    }

    /// Replaces the secret. The one before signs, too, for a while.
    pub(crate) fn rotate(
        &self,
        player: &PlayerId,
        now: Timestamp,
    ) -> io::Result<Arc<Registration>> {
        self.change(player, |settings| {
            settings.generation += 1;
            settings.previous_until = Some(now.later(OVERLAP));
        })
    }

    /// Switches off what a player has registered.
    pub(crate) fn switch_off(&self, player: &PlayerId, why: &str) -> io::Result<()> {
        self.change(player, |settings| settings.off = Some(why.to_owned()))?;
        Ok(())
    }

    /// Forgets the URL of a player, and the secret.
    pub(crate) fn delete(&self, player: &PlayerId) -> io::Result<()> {
        if self.get(player).is_none() {
            return Ok(());
        }
        self.change(player, |settings| {
            *settings = Settings {
                generation: settings.generation + 1,
                ..Settings::default()
            };
        })?;
        // Else the URL would still be in a line.
        self.written.lock().rewrite(&self.all())
    }

    /// The secrets that sign at a moment, the newest first.
    pub(crate) fn secrets(&self, of: &Registration, at: Timestamp) -> Vec<Secret> {
        let settings = of.settings.borrow();
        let newest = settings.generation;
        let is_valid = settings.previous_until.is_some_and(|until| at < until);
        let before = newest.checked_sub(1).filter(|_| is_valid);
        let generations = [newest].into_iter().chain(before);
        generations
            .map(|nth| secret(&self.server, &of.player, nth))
            .collect()
    }

    /// A line for everybody.
    fn all(&self) -> Vec<String> {
        let of = self.of.lock();
        of.iter()
            .map(|(player, it)| line(player, it.settings()))
            .collect()
    }

    /// Writes a change down, then makes it.
    fn change(
        &self,
        player: &PlayerId,
        change: impl FnOnce(&mut Settings),
    ) -> io::Result<Arc<Registration>> {
        let mut written = self.written.lock();
        let known = self.of.lock().get(player).map(|it| it.settings());
        let mut settings = known.unwrap_or_default();
        change(&mut settings);
        if written.lines.count() >= written.rewrite_at {
            written.rewrite(&self.all())?;
        }
        written.lines.add(&line(player, settings.clone()))?;
        let new = || Arc::new(Registration::new(player.clone(), Settings::default()));
        let registration = Arc::clone(self.of.lock().entry(player.clone()).or_insert_with(new));
        registration.settings.send_replace(settings);
        // Nobody hears it where pushes are off.
        let _ = self.changed.send(player.clone());
        Ok(registration)
    }
}

impl Written {
    fn rewrite(&mut self, all: &[String]) -> io::Result<()> {
        self.rewrite_at = LINES.max(2 * all.len());
        self.lines.rewrite(all)
    }
}

fn line(player: &PlayerId, settings: Settings) -> String {
    let line = Line {
        player: player.clone(),
        settings,
    };
    serde_json::to_string(&line).expect("a line is JSON")
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use store::embedded;

    use super::*;

    fn open(dir: &Path) -> Registrations {
        Registrations::of_lines(embedded::lines(dir, lines::PUSH).unwrap(), [7; 32])
    }

    fn ann() -> PlayerId {
        PlayerId("p_a".to_owned())
    }

    #[test]
    fn what_is_registered_outlasts_the_process_and_what_is_deleted_leaves_the_file() {
        let dir = tempfile::tempdir().unwrap();
        let url = "https://bot.example/push";
        let open = || open(dir.path());
        let registrations = open();
        registrations.put(&ann(), url.to_owned()).unwrap();
        registrations.switch_off(&ann(), "gone").unwrap();
        let before = registrations.get(&ann()).unwrap().settings();
        drop(registrations);
        let registrations = open();
        assert_eq!(registrations.get(&ann()).unwrap().settings(), before);
        assert!(registrations.on().is_empty());
        registrations.delete(&ann()).unwrap();
        let file = std::fs::read_to_string(dir.path().join("push")).unwrap();
        assert!(!file.contains("bot.example"), "{file}");
        assert!(open().get(&ann()).is_none());
    }

    #[test]
    fn two_secrets_sign_for_a_day_after_one_was_replaced_and_none_comes_again() {
        let dir = tempfile::tempdir().unwrap();
        let registrations = open(dir.path());
        let now: Timestamp = "2031-05-17T08:00:00.000Z".parse().unwrap();
        let first = registrations
            .put(&ann(), "https://a.example/".to_owned())
            .unwrap();
        let old = registrations.secrets(&first, now);
        let second = registrations.rotate(&ann(), now).unwrap();
        let both = registrations.secrets(&second, now);
        assert_eq!((both.len(), both[1]), (2, old[0]));
        let later = registrations.secrets(&second, now.later(OVERLAP));
        assert_eq!(later, both[..1]);
        registrations.delete(&ann()).unwrap();
        let third = registrations
            .put(&ann(), "https://a.example/".to_owned())
            .unwrap();
        let new = registrations.secrets(&third, now);
        assert!(new.len() == 1 && !both.contains(&new[0]));
    }

    #[test]
    fn the_file_does_not_grow_for_ever() {
        let dir = tempfile::tempdir().unwrap();
        let registrations = open(dir.path());
        for nth in 0..1500 {
            registrations
                .put(&ann(), format!("https://a.example/{nth}"))
                .unwrap();
        }
        assert!(registrations.written.lock().lines.count() <= LINES);
        drop(registrations);
        let registrations = open(dir.path());
        let url = registrations.get(&ann()).unwrap().settings().url;
        assert_eq!(url.as_deref(), Some("https://a.example/1499"));
    }
}
