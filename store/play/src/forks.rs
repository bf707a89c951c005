//! Opening a match in the middle of another.

use domain::{
    BySeat, Dice, Refused, Rng, Seat, Seed, State, Viewer,
    matches::{self as rules, Chance, Fork, Match, MatchEvent, Place, PlayerId, Settings, Terms},
};

use crate::{
    live_match::Record,
    matches::{ABANDON_AFTER_MS, Answer, Matches},
};
use store_log::{
    cause::{Asked, Asker},
    error::RequestError,
    id::{self, MatchId, Version},
    log::IdempotencyKey,
};

/// What a fork is opened with.
#[derive(Clone, Debug)]
pub struct Forking {
    /// The match it is taken from.
    pub parent: MatchId,
    /// The step after which it is taken: the last of what some request caused.
    pub step: Version,
    /// What becomes of chance.
    pub chance: Chance,
    /// Through whose eyes chance is drawn anew.
    pub viewer: Viewer,
    /// Who may take which seat.
    pub places: BySeat<Place>,
    /// The players and bots that take a seat at once.
    pub seated: Vec<(Seat, PlayerId)>,
    /// The seed of what is to come if chance is drawn anew. Drawn at random if absent.
    pub seed: Option<Seed>,
    /// Whether nothing is hidden from anyone.
    pub open_hands: bool,
    /// Whether only its players and holders of its watch token may see it.
    pub private: bool,
    /// What the host settles beyond that. What is absent has its default.
    pub settings: Settings,
}

impl Matches {
    /// Opens a match that begins with the table of another match after a step. The caller of this
    /// function must check that the player may do so.
    ///
    /// # Errors
    ///
    /// The reason why there is none.
    pub async fn fork(
        &self,
        by: &Asker,
        forking: Forking,
        key: Option<IdempotencyKey>,
    ) -> Result<Answer, RequestError> {
        if let Some(line) = self.seen(key).await? {
            return self.replay(line).await;
        }
        self.0.usage.check(by.player())?;
        let received_at = self.now();
        let record = self.record(forking.parent).await?;
        let parent = self.at(forking.parent, forking.step).await?;
        let state = playing(&parent, &record, forking.step)?;
        let (seed, state) = match forking.chance {
            Chance::Keep => (parent.dice().seed(), state.clone()),
            Chance::Redraw => {
                let seed = forking.seed.unwrap_or_else(|| Seed(id::random()));
                let view = state.view(forking.viewer);
                (seed, view.redraw(&Dice::new(seed)))
            }
        };
        let terms = terms(by, &forking, &parent.terms, seed);
        let events = rules::fork(&terms, seed, &forking.seated, &state)?;
        let asked = Asked::Open {
            seated: forking.seated,
        };
        let cause = self.0.cause(by, &asked, None, received_at);
        let id = self.0.part.new_match();
        self.begin(id, cause, &asked, events, key).await
    }

    /// Whether a match is a fork whose parent is known here, and had come to something
    /// else. Chance drawn anew must come from some pair of eyes. Of an imported fork, which
    /// its importer may have made up, that is told only once everybody may see its parent.
    pub(crate) async fn has_another_beginning(&self, id: MatchId) -> Result<bool, RequestError> {
        let record = self.record(id).await?;
        let mut events = record.iter().flat_map(|commit| &commit.events);
        let (Some(opened), Some(MatchEvent::Forked { state, .. })) = (events.next(), events.next())
        else {
            return Ok(false);
        };
        let game = Match::opened(opened);
        let Some(fork) = &game.terms.fork else {
            return Ok(false);
        };
        let Ok(parent) = fork.parent.parse() else {
            return Ok(true);
        };
        let then = match self.at(parent, fork.step).await {
            Ok(then) => then,
            Err(RequestError::Unknown) => return Ok(false),
            Err(error) => return Err(error),
        };
        let now = self.current(parent).await?;
        let is_open = now.game.is_revealed() && !now.game.terms.private;
        if !is_open && record.iter().any(|commit| commit.line.is_imported()) {
            return Ok(false);
        }
        let Some(table) = then.table() else {
            return Ok(true);
        };
        let redrawn = |viewer| table.state.view(viewer).redraw(game.dice()) == **state.get();
        Ok(match fork.chance {
            Chance::Keep => table.state != **state.get(),
            Chance::Redraw => !viewers(table.occupants.seats()).any(redrawn),
        })
    }
}

fn viewers(seats: u8) -> impl Iterator<Item = Viewer> {
    let seats = Seat::first(seats).map(Viewer::Seat);
    seats.chain([Viewer::Spectator, Viewer::Referee])
}

/// The table at a step, if somebody owes a decision there.
fn playing<'a>(
    parent: &'a Match,
    record: &Record,
    step: Version,
) -> Result<&'a State, RequestError> {
    let table = parent.table().ok_or(Refused::NotStarted)?;
    if table.is_over() {
        return Err(Refused::Over.into());
    }
    if !record
        .iter()
        .any(|commit| commit.line.tip().version == step)
    {
        return Err(Refused::MidDecision.into());
    }
    Ok(&table.state)
}

fn terms(by: &Asker, forking: &Forking, parent: &Terms, seed: Seed) -> Terms {
    let is_known = match forking.chance {
        Chance::Keep => true, // who may keep it may read it
        Chance::Redraw => forking.seed.is_some(),
    };
    Terms {
        options: parent.options.clone(),
        places: forking.places.clone(),
        host: by.player().cloned().unwrap_or_else(store_log::id::nobody),
        rules: parent.rules,
        components: parent.options.game().components_sha256().to_owned(),
        seed_commitment: seed.commitment(),
        seed_known: is_known,
        open_hands: forking.open_hands,
        private: forking.private,
        fork: Some(Fork {
            parent: forking.parent.to_string(),
            step: forking.step,
            chance: forking.chance,
        }),
        batch: None,
        rng: Some(Rng::today()),
        settings: Box::new(Settings {
            window_ms: forking.settings.window_ms.or(parent.settings.window_ms),
            abandon_after_ms: forking.settings.abandon_after_ms.or(Some(ABANDON_AFTER_MS)),
            ..forking.settings.clone()
        }),
    }
}
