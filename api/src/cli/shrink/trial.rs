//! A match played again by this program's rules, and what goes wrong with it.

use std::{
    error::Error,
    panic::{self, AssertUnwindSafe},
};

use domain::{
    Seat, Viewer,
    matches::{Match, MatchEvent, PlayerId, Request, Table},
};
use parking_lot::Mutex;
use store::Commit;

/// A match played again.
#[derive(Clone, Debug)]
pub(super) struct Trial {
    /// What happened up to the start.
    pub(super) opening: Vec<MatchEvent>,
    /// What was asked since: decisions, time-outs, leaving.
    pub(super) asked: Vec<Step>,
}

/// A request, and what it was recorded to lead to.
#[derive(Clone, Debug)]
pub(super) struct Step {
    /// Who asked. None: the server.
    pub(super) by: Option<PlayerId>,
    pub(super) request: Request,
    pub(super) recorded: Vec<MatchEvent>,
}

/// What the steps are held against.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Against {
    /// The rules alone: whatever they decide happens.
    Rules,
    /// The record: they must decide what was recorded.
    Record,
}

/// What goes wrong.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Failure {
    /// At which step.
    pub(super) at: usize,
    pub(super) kind: Kind,
}

/// How it goes wrong.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Kind {
    /// The rules panic at this place in the code.
    Panics(String),
    /// The rules refuse what they listed as legal, with this code.
    RefusesLegal(&'static str),
    /// The rules decide this, and otherwise was recorded.
    Decides(Vec<MatchEvent>),
}

/// What a step comes to.
enum Came {
    To(Box<Match>),
    /// It is not legal here: something it needed was left out.
    Nothing,
    Wrong(Kind),
}

impl Trial {
    /// The match of a record.
    pub(super) fn of(commits: &[Commit<MatchEvent>]) -> Result<Trial, Box<dyn Error>> {
        let mut trial = Trial {
            opening: Vec::new(),
            asked: Vec::new(),
        };
        let (opening, after) = commits.split_at(super::started(commits)?);
        trial.opening = opening.iter().flat_map(|it| it.events.clone()).collect();
        for commit in after {
            let asked = commit.request()?.ok_or(super::WITHHELD)?;
            trial.asked.extend(asked.request().map(|request| Step {
                by: commit.cause.by.player().cloned(),
                request,
                recorded: commit.events.clone(),
            }));
        }
        Ok(trial)
    }

    /// The same match with other decisions.
    pub(super) fn with(&self, asked: &[Step]) -> Trial {
        Trial {
            opening: self.opening.clone(),
            asked: asked.to_vec(),
        }
    }

    /// The first thing that goes wrong.
    pub(super) fn failure(&self, against: Against) -> Option<Failure> {
        let mut game = Match::fold(&self.opening)?;
        for (at, step) in self.asked.iter().enumerate() {
            match step.made(&game, against) {
                Came::To(then) => game = *then,
                Came::Nothing => return None,
                Came::Wrong(kind) => return Some(Failure { at, kind }),
            }
        }
        None
    }
}

impl Step {
    fn made(&self, game: &Match, against: Against) -> Came {
        match caught(|| self.decided(game, against)) {
            Ok(came) => came,
            Err(place) => Came::Wrong(Kind::Panics(place)),
        }
    }

    fn decided(&self, game: &Match, against: Against) -> Came {
        let Some(table) = game.table().filter(|table| !table.is_over()) else {
            return Came::Nothing;
        };
        let request = super::renumbered(self.request.clone(), table);
        let events = match game.decide(self.by.as_ref(), request) {
            Ok(events) => events,
            Err(refused) if self.is_legal(table) => {
                return Came::Wrong(Kind::RefusesLegal(refused.code));
            }
            Err(_illegal) => return Came::Nothing,
        };
        if against == Against::Record && events != self.recorded {
            return Came::Wrong(Kind::Decides(events));
        }
        let mut then = game.clone();
        then.evolve_all(&events);
        look(&then);
        Came::To(Box::new(then))
    }

    /// Whether it is a command that the rules list, of a seat that is still the asker's.
    fn is_legal(&self, table: &Table) -> bool {
        let Request::Decide { seat, command, .. } = &self.request else {
            return false;
        };
        let is_server = table.server_to_act().contains(*seat);
        let legal = table.state.view(Viewer::Seat(*seat)).legal();
        is_server == self.by.is_none() && legal.contains(command)
    }
}

/// Looks at a match through everybody's eyes: whoever looks may panic, too.
fn look(game: &Match) {
    let Some(table) = game.table() else { return };
    let seats = Seat::first(table.occupants.seats()).map(Viewer::Seat);
    for viewer in seats.chain([Viewer::Spectator, Viewer::Referee]) {
        let view = table.state.view(viewer);
        let _looked = (view.legal(), view.scores(), view.to_string());
    }
}

/// What work comes to, or where it panicked, of which nobody else hears.
fn caught<T>(work: impl FnOnce() -> T) -> Result<T, String> {
    static PLACE: Mutex<String> = Mutex::new(String::new());
    let place = || PLACE.lock();
    let before = panic::take_hook();
    panic::set_hook(Box::new(move |panic| {
        *place() = panic
            .location()
            .map_or_else(String::new, ToString::to_string);
    }));
    let came = panic::catch_unwind(AssertUnwindSafe(work));
    panic::set_hook(before);
    came.map_err(|_panic| place().clone())
}

#[cfg(test)]
pub(super) mod tests {
    use domain::{
        BySeat, GameId, Seed,
        bots::Bot,
        matches::{self, Place, Terms},
    };

    use super::*;

    /// A match of two bots, played to its end.
    pub(in super::super) fn played() -> Trial {
        let seed = Seed([5; 32]);
        let options = GameId::ALL[0].default_options();
        let terms = Terms {
            places: BySeat::new(2, |_| Place::Bot { bot: Bot::Random }),
            host: PlayerId(format!("p_{}", "1".repeat(32))),
            rules: 1,
            components: GameId::ALL[0].components_sha256().to_owned(),
            seed_commitment: seed.commitment(),
            seed_known: true,
            open_hands: false,
            private: false,
            fork: None,
            batch: None,
            rng: None,
            settings: Box::default(),
            options,
        };
        let opening = matches::open(&terms, seed, &[]).unwrap();
        let mut game = Match::fold(&opening).unwrap();
        let mut asked = Vec::new();
        while let Some(seat) = game.table().unwrap().server_to_act().iter().next() {
            let (decision, command) = game.bot_decision(seat).unwrap();
            let request = Request::Decide {
                seat,
                decision,
                command,
            };
            let recorded = game.decide(None, request.clone()).unwrap();
            game.evolve_all(&recorded);
            asked.push(Step {
                by: None,
                request,
                recorded,
            });
        }
        Trial { opening, asked }
    }
}
