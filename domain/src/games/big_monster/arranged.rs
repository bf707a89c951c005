//! What a table must keep to that its host arranged.

use super::{
    components::BOX,
    event::Duty,
    explorers::{Explorer, Explorers},
    missions::{self, Mission, Scope},
    setup::{Mode, Options, Setup, normal_tiles},
    state::{Holding, Pile, State},
    tiles::{Tile, Tiles},
    tokens::Token,
    variants,
    zone::{Placed, Zone},
};
use crate::{
    Seat, Seats, Secret,
    kit::{
        arranged::{distinct, each_seat, exactly, holds, known},
        components::BoxError,
    },
};

/// Passes if a match can begin with a table set up like this.
///
/// # Errors
///
/// The field that is wrong, and why.
pub(super) fn check_setup(setup: &Setup, options: &Options, seats: u8) -> Result<(), BoxError> {
    holds("options", &setup.options, options)?;
    holds("seats", &setup.seats, &seats)?;
    holds("mode", &setup.mode, &options.mode(seats))?;
    check_missions(&setup.missions, options, setup.mode)?;
    let is_variant = setup.mode == Mode::Variant;
    holds(
        "first: whether somebody is",
        &setup.first.is_some(),
        &is_variant,
    )?;
    BoxError::unless(
        setup.first.is_none_or(|it| it.0 < seats),
        "first: the table has no such seat",
    )?;
    let all = tiles_in_play(options, setup.mode, seats, &setup.taken_out.0)?;
    let tiles = known("tiles", &setup.tiles)?;
    exactly("tiles", tiles.0.iter().copied(), all)?;
    let explorers = &known("explorers", &setup.explorers)?.0;
    holds(
        "explorers: their number",
        &explorers.len(),
        &usize::from(2 * seats),
    )?; // 3.3
    check_explorers(explorers, options, setup.mode, seats)
}

/// How a table was set up at which nothing has happened.
pub(super) fn setup(state: &State) -> Setup {
    Setup {
        options: state.options,
        seats: state.players(),
        mode: state.mode,
        missions: state.missions.iter().map(|it| it.mission).collect(),
        taken_out: Tiles(state.taken_out.clone()),
        first: state.first,
        tiles: Secret::Known(Tiles(state.deck.clone())),
        explorers: Secret::Known(Explorers(state.explorers.clone())),
    }
}

/// Passes if a match can come to stand like this, with somebody to decide.
///
/// # Errors
///
/// The field that is wrong, and why.
pub(super) fn check_state(state: &State, options: &Options, seats: u8) -> Result<(), BoxError> {
    holds("options", &state.options, options)?;
    each_seat("seats", &state.seats, seats)?;
    holds("mode", &state.mode, &options.mode(seats))?;
    let missions: Vec<Mission> = state.missions.iter().map(|it| it.mission).collect();
    check_missions(&missions, options, state.mode)?;
    BoxError::unless(state.scores.is_none(), "scores: the match is over")?;
    let all = tiles_in_play(options, state.mode, seats, &state.taken_out)?;
    exactly("the tiles of the table", on_the_table(state), all)?;
    holds(
        "deck_left",
        &usize::from(state.deck_left),
        &state.deck.len(),
    )?;
    holds("explorers: their number", &state.explorers.len(), &0)?;
    let offers = state
        .seats
        .iter()
        .flat_map(|(_, it)| it.offer.iter().copied());
    check_explorers(&offers.collect::<Vec<_>>(), options, state.mode, seats)?;
    check_named_seats(state)?;
    let progress = Progress::of(state)?;
    for (seat, holding) in state.seats.iter() {
        progress
            .check_seat(state, seat, holding)
            .map_err(|error| BoxError(format!("seats[{}].{error}", seat.0)))?;
    }
    check_tokens(state)?;
    progress.check_discards(state)?;
    progress.check_groups(state)
}

/// Every seat that is named anywhere sits at the table.
fn check_named_seats(state: &State) -> Result<(), BoxError> {
    let seats = state.seats.iter();
    let ships = seats.flat_map(|(_, it)| [it.held, it.passed_to]).flatten();
    let mut named = ships.chain(state.dragon).chain(state.first);
    let there = named.all(|it| it.0 < state.players());
    BoxError::unless(
        there,
        "held, passed_to, dragon and first: the table has no such seat",
    )
}

fn check_missions(missions: &[Mission], options: &Options, mode: Mode) -> Result<(), BoxError> {
    let can_be = missions::can_be_drawn(missions, options.missions, mode);
    BoxError::unless(can_be, "missions: they cannot lie on the board in this way")
}

/// 3.3 and 3.8
fn check_explorers(
    explorers: &[Explorer],
    options: &Options,
    mode: Mode,
    seats: u8,
) -> Result<(), BoxError> {
    distinct("explorers", explorers)?;
    let in_play = Explorer::in_play(options, mode, seats);
    let there = explorers.iter().all(|it| in_play.contains(it));
    BoxError::unless(there, "explorers: one of them cannot be used at this table")
}

/// 3.4 and 3.8: what is played with, if snail tiles took the place of `taken_out`.
fn tiles_in_play(
    options: &Options,
    mode: Mode,
    seats: u8,
    taken_out: &[Tile],
) -> Result<Vec<Tile>, BoxError> {
    let mut tiles = normal_tiles(mode, seats);
    let extras: Vec<Tile> = options.snail_extras.tiles().collect();
    holds("taken_out: its length", &taken_out.len(), &extras.len())?;
    for (extra, out) in extras.iter().zip(taken_out) {
        let fits = |it: &&Tile| {
            extra
                .record()
                .replaces
                .is_some_and(|by| it.is_replaced_by(by))
        };
        let place = Some(out).filter(fits);
        let place = place.and_then(|out| tiles.iter().position(|it| it == out));
        let wrong = || {
            BoxError::new(format_args!(
                "taken_out: {out} cannot make room for {extra}"
            ))
        };
        tiles.remove(place.ok_or_else(wrong)?);
    }
    tiles.extend(extras);
    Ok(tiles)
}

fn on_the_table(state: &State) -> impl Iterator<Item = Tile> {
    let seats = || state.seats.iter().map(|(_, it)| it);
    let placed = seats().flat_map(|it| it.zone.tiles.iter().map(|it| it.tile));
    // Until it is shown, a kept tile is one of the hand.
    let kept = seats().filter(|it| it.hand.tiles.is_empty());
    let kept = kept.filter_map(|it| it.kept);
    let ships = seats().filter_map(|it| it.ship.as_ref());
    let piles = seats()
        .map(|it| &it.hand)
        .chain(ships)
        .chain(&state.discards);
    let piles = piles.flat_map(|it| it.tiles.iter().copied());
    let groups = state.groups.iter().flat_map(|it| it.tiles.iter().copied());
    let lists = state.deck.iter().chain(&state.removed).copied();
    placed.chain(kept).chain(piles).chain(groups).chain(lists)
}

/// 7.2 and 7.3: a token that is gone lies in front of a seat, as do gifts and dragons.
fn check_tokens(state: &State) -> Result<(), BoxError> {
    let tokens = || {
        state
            .seats
            .iter()
            .flat_map(|(_, it)| it.tokens.iter().copied())
    };
    for (seat, holding) in state.seats.iter() {
        let missions = holding
            .tokens
            .iter()
            .filter(|it| matches!(it, Token::Mission { .. }));
        let missions: Vec<Token> = missions.copied().collect();
        distinct(format_args!("seats[{}].tokens", seat.0), &missions)?;
    }
    for on_board in &state.missions {
        let mission = on_board.mission;
        let is_left = |scope| !tokens().any(|it| it == Token::Mission { mission, scope });
        holds(
            "missions: individual",
            &on_board.individual,
            &is_left(Scope::Individual),
        )?;
        let has_teams = state.teams().is_some();
        let team = has_teams && is_left(Scope::Team);
        holds("missions: team", &on_board.team, &team)?;
    }
    let lies = |token: Token| match token {
        Token::Mission { mission, scope } => {
            let mut board = state.missions.iter();
            let is_there = board.any(|it| it.mission == mission);
            is_there && (scope == Scope::Individual || state.teams().is_some())
        }
        Token::Penalty {} => false,
        Token::Dragon {} | Token::Yeti {} | Token::Panda {} => true,
    };
    BoxError::unless(
        tokens().all(lies),
        "tokens: nobody can have one of them yet",
    )?;
    let is_gift = |it: &Token| matches!(it, Token::Yeti {} | Token::Panda {});
    let placed = state.seats.iter().flat_map(|(_, it)| &it.zone.tiles);
    let gifts = placed.filter_map(|it| it.tile.record().on_place);
    let gifts = gifts.map(|it| Token::from(it.take_token));
    exactly("tokens", tokens().filter(is_gift), gifts)?;
    let dragons = tokens().filter(|it| *it == Token::Dragon {}).count();
    let most = if state.options.has_dragon() {
        rounds_over(state)
    } else {
        0
    };
    BoxError::unless(
        dragons <= most,
        "tokens: there are more dragons than finished rounds",
    )
}

/// How many rounds of a draft are over.
fn rounds_over(state: &State) -> usize {
    let is_end = state.duty == Some(Duty::Discard);
    usize::from(if is_end {
        state.round
    } else {
        state.round.saturating_sub(1)
    })
}

/// How far a match has come, and so how many tiles lie where.
struct Progress {
    duty: Duty,
    is_variant: bool,
    /// Whether piles are passed this turn.
    passes: bool,
    /// Turns that are over, or of which the seat has placed its tile.
    turns: usize,
    /// How many tiles a hand has at the beginning of the turn.
    hand: usize,
}

impl Progress {
    fn of(state: &State) -> Result<Progress, BoxError> {
        let Some(duty) = state.duty else {
            return Err(BoxError::new("duty: nobody owes a decision"));
        };
        let draft = &BOX.setup.draft;
        let is_variant = state.mode == Mode::Variant;
        let (rounds, turns) = match (duty, is_variant) {
            (Duty::Explorer, _) => (0..=0, 0..=0),
            (_, true) => (0..=0, 1..=variants::table(state.players()).turns),
            (Duty::Discard, false) => (
                draft.rounds..=draft.rounds,
                draft.turns_per_round..=draft.turns_per_round,
            ),
            (_, false) => (1..=draft.rounds, 1..=draft.turns_per_round),
        };
        let is_moment = rounds.contains(&state.round) && turns.contains(&state.turn);
        BoxError::unless(is_moment, "round and turn: the match has no such moment")?;
        let is_last = state.turn == draft.turns_per_round;
        let passes = !is_variant && (!is_last || state.options.passes_in_last_turn());
        let fits = match duty {
            Duty::Explorer | Duty::Place => true,
            Duty::Draft => passes,
            Duty::Keep => !is_variant && !passes,
            Duty::Discard => !is_variant,
            Duty::Take => is_variant,
        };
        BoxError::unless(fits, "duty: it cannot be due in this mode or in this turn")?;
        let before = usize::from(state.round.saturating_sub(1));
        let before = before * usize::from(draft.turns_per_round);
        let hand = usize::from(draft.hand + 1).saturating_sub(state.turn.into());
        Ok(Progress {
            duty,
            is_variant,
            passes,
            turns: before + usize::from(state.turn.saturating_sub(1)),
            hand,
        })
    }

    fn check_seat(&self, state: &State, seat: Seat, it: &Holding) -> Result<(), BoxError> {
        let due = self.due(state)?;
        holds("due", &state.due, &due)?;
        let is_due = due.contains(seat);
        let chooses = self.duty == Duty::Explorer;
        holds("offer: its length", &it.offer.len(), &2)?;
        holds(
            "chosen: whether one is",
            &it.chosen.is_some(),
            &(chooses && !is_due),
        )?;
        let explorer = it.zone.explorer;
        holds(
            "zone.explorer: whether there is one",
            &explorer.is_some(),
            &!chooses,
        )?;
        let mut taken = it.chosen.into_iter().chain(explorer);
        BoxError::unless(
            taken.all(|it2| it.offer.contains(&it2)),
            "explorer: it must be one of the two offered",
        )?;
        let drafts = matches!(self.duty, Duty::Draft | Duty::Keep);
        check_zone(&it.zone, self.tiles(state, seat))?;
        check_pile("hand", &it.hand, if drafts { self.hand } else { 0 }, state)?;
        BoxError::unless(
            !drafts || it.hand.seen.contains(seat),
            "hand: its seat must have seen it",
        )?;
        let places = self.duty == Duty::Place && !self.is_variant;
        holds(
            "ship: whether a pile lies on it",
            &it.ship.is_some(),
            &places,
        )?;
        if let Some(ship) = &it.ship {
            check_pile("ship", ship, self.hand.saturating_sub(1), state)?;
        }
        let kept = match self.duty {
            Duty::Draft | Duty::Keep => !is_due,
            Duty::Place => is_due,
            Duty::Explorer | Duty::Discard | Duty::Take => false,
        };
        holds("kept: whether a tile is", &it.kept.is_some(), &kept)?;
        let is_own = !drafts || it.kept.is_none_or(|tile| it.hand.tiles.contains(&tile));
        BoxError::unless(is_own, "kept: it must be a tile of the hand")?;
        self.check_pass(state, seat, it)
    }

    /// 4.6 and 4.11: a pass is held while others draft, until all that are held are settled.
    fn check_pass(&self, state: &State, seat: Seat, it: &Holding) -> Result<(), BoxError> {
        let has_passed = self.passes
            && match self.duty {
                Duty::Draft => !state.due.contains(seat),
                Duty::Place | Duty::Discard => true,
                Duty::Explorer | Duty::Keep | Duty::Take => false,
            };
        let is_held = has_passed && self.duty == Duty::Draft && it.passed_to.is_none();
        holds("held: whether a pass is", &it.held.is_some(), &is_held)?;
        holds(
            "passed_to: whether a pile is",
            &it.passed_to.is_some(),
            &(has_passed && !is_held),
        )?;
        let harbor = state.harbor(seat);
        let is_open = it.held.is_none_or(|ship| harbor.check(ship).is_ok());
        BoxError::unless(is_open, "held: the seat may not use that ship")
    }

    /// Who owes a decision, by what each has decided.
    fn due(&self, state: &State) -> Result<Seats, BoxError> {
        let open = |(seat, it): (Seat, &Holding)| {
            let is_open = match self.duty {
                Duty::Explorer => it.chosen.is_none(),
                Duty::Draft | Duty::Keep => it.kept.is_none(),
                Duty::Place => it.kept.is_some(),
                Duty::Discard => it.zone.explorer.is_some_and(Explorer::takes_a_discard),
                Duty::Take => state.due.contains(seat),
            };
            is_open.then_some(seat)
        };
        let due: Seats = state.seats.iter().filter_map(open).collect();
        let one = self.is_variant && self.duty != Duty::Explorer;
        let fits = !due.is_empty() && (!one || due.count() == 1);
        BoxError::unless(fits, "due: exactly one seat must have something to decide")?;
        Ok(due)
    }

    /// How many seats have had their turn in the variant.
    fn nth(&self, state: &State, seat: Seat) -> usize {
        let seats = state.players();
        let first = state.first.map_or(0, |it| it.0);
        usize::from((seat.0 + seats - first) % seats)
    }

    /// How many tiles a seat has placed.
    fn tiles(&self, state: &State, seat: Seat) -> usize {
        let now = state.due.iter().next().unwrap_or(seat);
        let has_placed = match self.duty {
            Duty::Place | Duty::Take if self.is_variant => {
                self.nth(state, seat) < self.nth(state, now)
            }
            Duty::Place => !state.due.contains(seat),
            Duty::Discard => true,
            Duty::Explorer | Duty::Draft | Duty::Keep | Duty::Take => false,
        };
        self.turns + usize::from(has_placed)
    }

    /// 4.7 and 4.10: the ships, the dragon, the discards.
    fn check_discards(&self, state: &State) -> Result<(), BoxError> {
        let seats = state.players();
        let ships: Vec<Seat> = state
            .seats
            .iter()
            .filter_map(|(_, it)| it.passed_to)
            .collect();
        distinct("passed_to", &ships)?;
        let in_round = state.round > 0 && self.duty != Duty::Discard;
        let has_dragon = state.dragon.is_none() || (state.options.has_dragon() && in_round);
        BoxError::unless(has_dragon, "dragon: no seat can have it now")?;
        let count = rounds_over(state) * usize::from(seats);
        holds("discards: their number", &state.discards.len(), &count)?;
        let draft = &BOX.setup.draft;
        let size = usize::from(draft.hand - draft.turns_per_round);
        for pile in &state.discards {
            check_pile("discards", pile, size, state)?;
            let opened =
                self.duty != Duty::Discard || state.due.iter().all(|seat| pile.seen.contains(seat));
            BoxError::unless(
                opened,
                "discards: the seat that takes one must have seen it",
            )?;
        }
        Ok(())
    }

    /// 9.3 and 9.4
    fn check_groups(&self, state: &State) -> Result<(), BoxError> {
        let seats = state.players();
        holds(
            "first: whether somebody is",
            &state.first.is_some(),
            &self.is_variant,
        )?;
        let table = variants::table(seats);
        let turns = if self.is_variant { state.turn } else { 0 };
        let revealed = (1..=turns).fold(0, |sum, turn| {
            sum + variants::revealed(table, turn, table.piles.saturating_sub(sum))
        });
        holds("groups_revealed", &state.groups_revealed, &revealed)?;
        let taken = self.taken(state);
        let removed = usize::from(turns.saturating_sub(1)) * usize::from(seats) + taken;
        holds("removed: its length", &state.removed.len(), &removed)?;
        holds(
            "picked: whether a group is",
            &state.picked.is_some(),
            &(taken > 0),
        )?;
        let numbers: Vec<u8> = state.groups.iter().map(|it| it.number).collect();
        let rises = numbers.is_sorted_by(|one, next| one < next);
        let known = numbers
            .iter()
            .chain(&state.picked)
            .all(|it| (1..=revealed).contains(it));
        BoxError::unless(rises && known, "groups: their numbers")?;
        let size = usize::from(table.pile_size);
        for group in &state.groups {
            let gone = if state.picked == Some(group.number) {
                2 * taken
            } else {
                0
            };
            holds(
                "groups: a number of tiles",
                &group.tiles.len(),
                &size.saturating_sub(gone),
            )?;
        }
        let emptied = usize::from(2 * taken >= size && taken > 0);
        let open = usize::from(revealed).saturating_sub(usize::from(turns.saturating_sub(1)));
        holds(
            "groups: their number",
            &state.groups.len(),
            &open.saturating_sub(emptied),
        )?;
        BoxError::unless(
            state
                .picked
                .is_none_or(|number| emptied == 1 || numbers.contains(&number)),
            "picked: not an open group",
        )
    }

    /// How many tiles were taken from groups this turn.
    fn taken(&self, state: &State) -> usize {
        let now = state.due.iter().next().filter(|_| self.is_variant);
        let before = now.map_or(0, |seat| self.nth(state, seat));
        match self.duty {
            Duty::Take => before,
            Duty::Place if self.is_variant => before + 1,
            Duty::Explorer | Duty::Draft | Duty::Keep | Duty::Place | Duty::Discard => 0,
        }
    }
}

fn check_pile(field: &str, pile: &Pile, size: usize, state: &State) -> Result<(), BoxError> {
    holds(
        format_args!("{field}.tiles: their number"),
        &pile.tiles.len(),
        &size,
    )?;
    holds(format_args!("{field}.size"), &usize::from(pile.size), &size)?;
    let seats = Seats::first(state.players());
    let there = pile.seen.iter().all(|seat| seats.contains(seat));
    BoxError::unless(
        there,
        format_args!("{field}.seen: the table has no such seat"),
    )
}

/// 5.2 and 6.1: each tile could be placed where it lies, one after the other.
fn check_zone(zone: &Zone, tiles: usize) -> Result<(), BoxError> {
    holds("zone.tiles: their number", &zone.tiles.len(), &tiles)?;
    let mut laid = Zone {
        explorer: zone.explorer,
        tiles: Vec::new(),
    };
    for Placed { tile, x, y, .. } in zone.tiles.iter().copied() {
        let at = super::zone::Spot { x, y };
        let fits = at.is_near() && laid.fits(tile, at);
        BoxError::unless(
            fits,
            format_args!("zone.tiles: {tile} does not fit at x {x}, y {y}"),
        )?;
        laid.lay(tile, at);
    }
    laid.mutate();
    holds("zone", zone, &laid)
}
