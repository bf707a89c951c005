//! What a table must keep to that its host arranged.

use super::{
    components::{BOX, Card},
    edicts::{Edict, EdictGroup},
    event::Duty,
    face::FaceKind,
    map::{Area, Map},
    play,
    score::SeasonScore,
    setup::{Options, Setup},
    sheet::Sheet,
    state::{Pending, State},
};
use crate::{
    Seat, Seats,
    kit::{
        arranged::{distinct, each_seat, exactly, holds, known},
        components::BoxError,
    },
};

/// The most that one edict can pay: three points for each space.
const EDICT_MAX: i16 = 363;

/// Passes if a match can begin with a table set up like this.
///
/// # Errors
///
/// The field that is wrong, and why.
pub(super) fn check_setup(setup: &Setup, options: &Options, seats: u8) -> Result<(), BoxError> {
    holds("options", &setup.options, options)?;
    holds("seats", &setup.seats, &seats)?;
    exactly("edicts", setup.edicts.map(Edict::group), EdictGroup::ALL)?; // 2.3
    let ambushes = known("ambushes", &setup.ambushes)?;
    exactly("ambushes", ambushes.0.iter().copied(), Card::AMBUSH)?;
    distinct("skills", &setup.skills)?;
    let skills = if options.skills {
        BOX.skills_setup.revealed_per_game.into()
    } else {
        0
    };
    holds("skills: their number", &setup.skills.len(), &skills) // 13.1
}

/// Passes if a match can come to stand like this, with somebody to decide.
///
/// # Errors
///
/// The field that is wrong, and why.
pub(super) fn check_state(state: &State, options: &Options, seats: u8) -> Result<(), BoxError> {
    check_setup(&state.setup, options, seats)
        .map_err(|error| BoxError(format!("setup.{error}")))?;
    each_seat("sheets", &state.sheets, seats)?;
    each_seat("pending", &state.pending, seats)?;
    check_cards(state)?;
    for (seat, sheet) in state.sheets.iter() {
        check_sheet(state, sheet)
            .map_err(|error| BoxError(format!("sheets[{}].{error}", seat.0)))?;
    }
    check_scores(state, seats)?;
    check_duty(state)?;
    check_pending(state)
}

/// 3.2 and 7.5: the season's deck, and how much of it is revealed.
fn check_cards(state: &State) -> Result<(), BoxError> {
    let joined = &known("setup.ambushes", &state.setup.ambushes)?.0[..=state.season as usize];
    let seen: Vec<Card> = state.ambushes_seen().collect();
    let stray = seen.iter().find(|card| !joined.contains(card));
    BoxError::unless(
        stray.is_none(),
        "ambushes: one was revealed before it joined the deck",
    )?;
    let is_gone = |card: &Card| seen.contains(card) && !state.revealed.contains(card);
    let ambushes = joined.iter().filter(|card| !is_gone(card));
    let cards = Card::EXPLORE.iter().chain(ambushes).copied();
    exactly("deck", state.deck.iter().copied(), cards)?;
    let is_top = state.deck.starts_with(&state.revealed);
    BoxError::unless(is_top, "revealed: they must be the first cards of the deck")?;
    let unseen = |card: &Card| card.face().kind == FaceKind::Ambush && !seen.contains(card);
    let unseen = state.revealed.iter().any(unseen);
    BoxError::unless(
        !unseen,
        "ambushes: a revealed ambush is missing among those seen",
    )?;
    check_turn(state)
}

/// 3.2 and 3.4: a turn ends with a card to draw from, and the season when its time is up.
fn check_turn(state: &State) -> Result<(), BoxError> {
    let is_ruins = |card: &Card| card.face().kind == FaceKind::Ruins;
    let Some((card, before)) = state.revealed.split_last().filter(|(it, _)| !is_ruins(it)) else {
        return Err(BoxError::new(
            "revealed: the last card must be one to draw from",
        ));
    };
    let of_turn = before.iter().rev().take_while(|it| is_ruins(it)).count();
    let earlier = &before[..before.len() - of_turn];
    let time: u32 = earlier.iter().map(|it| u32::from(it.face().time)).sum();
    let is_over = time >= u32::from(state.season.card().time_threshold);
    BoxError::unless(
        !is_over,
        "revealed: the season would have ended before the last card",
    )?;
    // 5.7: ambushes leave the duty as it is.
    let is_explore = |card: &&Card| card.face().kind == FaceKind::Explore;
    let since = before.iter().rev().take_while(|card| !is_explore(card));
    let is_owed = since.copied().any(|card| is_ruins(&card));
    let may_be_spent = is_explore(&card) && state.duty == Some(Duty::After);
    if !may_be_spent || state.ruins_duty {
        holds("ruins_duty", &state.ruins_duty, &is_owed)?;
    }
    Ok(())
}

fn check_sheet(state: &State, sheet: &Sheet) -> Result<(), BoxError> {
    let printed = Map::printed(state.setup.options.side);
    let map = &sheet.map;
    holds("ruins", &Area(map.ruins), &Area(printed.ruins))?;
    let is_printed = map.mountain.contains(printed.mountain) && map.wasteland == printed.wasteland;
    BoxError::unless(
        is_printed,
        "map: its mountains and wasteland must be as printed",
    )?;
    let is_paid = sheet.spent <= sheet.coins && sheet.coins <= BOX.coin_track.slots;
    BoxError::unless(
        is_paid,
        "coins: there are more than the track has slots, or more spent than filled in",
    )?;
    let coins_left = map.mountain - map.surrounded(); // 10.1
    holds("coins_left", &Area(sheet.coins_left), &Area(coins_left))?;
    let is_there = sheet
        .skill
        .is_none_or(|it| state.setup.skills.contains(&it));
    BoxError::unless(is_there, "skill: it is not one of the skills in play")
}

/// 7.1: every season before this one was scored.
fn check_scores(state: &State, seats: u8) -> Result<(), BoxError> {
    holds(
        "scored: its length",
        &state.scored.len(),
        &(state.season as usize),
    )?;
    for (season, scores) in super::components::Season::ALL
        .into_iter()
        .zip(state.scored.iter())
    {
        each_seat("scored", scores, seats)?;
        let edicts = season.edicts(&state.setup.edicts);
        let is_score = |score: &SeasonScore| {
            let [first, second] = &score.edicts;
            let can_pay = |points: i16| (0..=EDICT_MAX).contains(&points);
            [first.edict, second.edict] == edicts
                && can_pay(first.points)
                && can_pay(second.points)
                && (0..=i16::from(BOX.coin_track.slots)).contains(&score.coins)
                && (-121..=0).contains(&score.monsters)
        };
        let can_be = scores.iter().all(|(_, score)| is_score(score));
        BoxError::unless(
            can_be,
            format_args!("scored: {} cannot pay these points", season.name()),
        )?;
    }
    Ok(())
}

/// Who owes what, and whom Acrobatics has spared.
fn check_duty(state: &State) -> Result<(), BoxError> {
    let Some(duty) = state.duty else {
        return Err(BoxError::new("duty: nobody owes a decision"));
    };
    let due_seats = play::due_seats(state, duty);
    let can_owe = !state.due.is_empty() && state.due.iter().all(|seat| due_seats.contains(seat));
    BoxError::unless(can_owe, "due: not all of these seats can owe this decision")?;
    let is_ambush = state.card().is_some_and(|card| card.ambush().is_some());
    let seats = Seats::first(state.setup.seats);
    let used = |seat| {
        seats.contains(seat)
            && state.sheets[seat].skill == Some(super::components::Skill::Acrobatics)
    };
    let is_spared = state.acrobats.iter().all(used) && is_ambush && duty != Duty::Before;
    let can_be = state.acrobats.is_empty() || is_spared;
    BoxError::unless(
        can_be,
        "acrobats: not all of these seats have just used the skill",
    )
}

/// What was drawn and is not shown is what could be drawn.
fn check_pending(state: &State) -> Result<(), BoxError> {
    let mut then = state.clone();
    for (seat, drawn) in state.pending.iter() {
        then.pending[seat] = Pending::default();
        let duties = made(state, seat);
        for (nth, duty) in duties.iter().enumerate() {
            then.duty = Some(*duty);
            then.due = Seats::only(seat);
            let drawing = drawn[nth].filter(|drawing| {
                then.choice(seat).is_some_and(|choice| {
                    let mut commands = choice.commands().into_iter();
                    commands.any(|it| choice.resolve(it).is_ok_and(|it| it == *drawing))
                })
            });
            let field = format_args!("pending[{}][{nth}]", seat.0);
            let wrong = || {
                BoxError::new(format_args!(
                    "{field}: the seat could not have made this drawing"
                ))
            };
            then.pending[seat][nth] = Some(drawing.ok_or_else(wrong)?);
        }
        let is_none = drawn[duties.len()..].iter().all(Option::is_none);
        let field = format_args!("pending[{}]: the seat cannot have drawn that often", seat.0);
        BoxError::unless(is_none, field)?;
    }
    Ok(())
}

/// What a seat has decided and not shown.
fn made(state: &State, seat: Seat) -> Vec<Duty> {
    let duties: &[Duty] = match state.duty {
        Some(Duty::After) => &[Duty::Draw, Duty::After],
        Some(Duty::Draw) => &[Duty::Draw],
        Some(Duty::Before) => &[Duty::Before],
        None => &[],
    };
    let is_made = |duty: &Duty| {
        let is_due = state.duty == Some(*duty) && state.due.contains(seat);
        !is_due && play::due_seats(state, *duty).contains(seat)
    };
    duties.iter().copied().filter(is_made).collect()
}
