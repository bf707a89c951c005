//! What a seat has: its heading, its zone and what lies below.

use domain::{
    Seat,
    games::big_monster::{
        View,
        components::Metric,
        event::Duty,
        missions::Scope,
        tally::{Claims, Tally},
        tiles::Tile,
        tokens::Token,
        view::SeatView,
    },
};
use maud::html;

use super::{
    layout::{self, Block, below, lines, width_of},
    small, words,
    zone::{self, Window},
};
use crate::{Focus, svg::seats};

/// Of what stands above a zone.
const HEADING: usize = 46;
/// How much of a heading says that the seat decides, with what is free before it.
const DECIDES: usize = 77;
/// Between the things below a zone.
const GAP: usize = 5;

pub(super) const CSS: &str = ".name{font-size:17px;font-weight:600;fill:var(--ink);font-variant-numeric:tabular-nums}\
    .small{font-size:12px;fill:var(--ink2);font-variant-numeric:tabular-nums}\
    .chip{fill:var(--raised);stroke:var(--line)}.decides{fill:var(--ink)}\
    .decides+text{font-size:12px;font-weight:600;fill:var(--surface);text-anchor:middle}";

/// Everything that a seat has.
pub(super) fn seat(
    view: &View,
    seat: Seat,
    its: &SeatView,
    window: Window,
    focus: &Focus,
) -> Block {
    let rest = below_heading(view, seat, its, window, focus);
    below([heading(view, seat, its, rest.width), rest], GAP)
}

/// The same without whose it is and how many points it has.
pub(super) fn without_heading(
    view: &View,
    seat: Seat,
    its: &SeatView,
    window: Window,
    focus: &Focus,
) -> Block {
    let all = below_heading(view, seat, its, window, focus);
    let explorer = Block::text("small", &explorer(its), 18);
    below([all, explorer.right_by(5)], GAP)
}

/// With which explorer it plays, and what that pays.
fn explorer(its: &SeatView) -> String {
    let explorer = its.zone.explorer;
    explorer.map_or_else(|| "Explorer face down".to_owned(), words::explorer)
}

fn below_heading(view: &View, seat: Seat, its: &SeatView, window: Window, focus: &Focus) -> Block {
    let zone = zone::zone(&its.zone, seat, window, focus);
    let width = zone.width;
    let held = lines(holdings(view, seat, its), width - 10, GAP);
    let tokens = lines(
        its.tokens.iter().map(|it| token(view, *it)),
        width - 10,
        GAP,
    );
    below([zone, held.right_by(5), tokens.right_by(5)], GAP)
}

/// Whose zone it is, with which explorer, what it has and whether it decides.
fn heading(view: &View, seat: Seat, its: &SeatView, width: usize) -> Block {
    let explorer = explorer(its);
    let (points, kind) = points(view, seat, its);
    let drawn = html! {
        (seats::mark(seat, (5, 8)))
        text class="name" x="31" y="23" { (name(view, seat)) }
        text class="name" x=(width - 5) y="23" text-anchor="end" { (domain::words::signed(points)) " " (kind) }
        @let room = width - 5 - if view.due.contains(seat) { DECIDES } else { 5 };
        text class="small" x="5" y="42" textLength=[(width_of(&explorer) > room).then_some(room)]
            lengthAdjust="spacingAndGlyphs" { (explorer) }
        @if view.due.contains(seat) {
            rect class="decides" x=(width - 69) y="29" width="64" height="17" rx="8.5" {}
            text x=(width - 37) y="42" { "decides" }
        }
    };
    Block::new(width, HEADING, drawn)
}

/// A seat, with its team if there are teams.
pub(super) fn name(view: &View, seat: Seat) -> String {
    let team = view.teams().and_then(|teams| seat.0.checked_rem(teams));
    let team = team.map(|team| format!(", team {}", char::from(b'A' + team)));
    format!("Seat {}{}", seat.0 + 1, team.unwrap_or_default())
}

/// The points of its tokens, or at the end all, and which of both they are.
fn points(view: &View, seat: Seat, its: &SeatView) -> (i16, &'static str) {
    let total = view.scores.as_ref().and_then(|scores| scores.get(seat));
    total.map_or_else(|| (its.points, "scored"), |score| (score.total(), "in all"))
}

/// What it holds and has not placed: the explorers it was dealt, the tile it kept, its hand.
fn holdings(view: &View, seat: Seat, its: &SeatView) -> Vec<Block> {
    let is_kept = has_kept(view, seat, its);
    let known = its.hand.tiles.known().map_or(&[][..], |tiles| &tiles.0);
    if view.duty == Some(Duty::Explorer) {
        return named("dealt", offer(seat, its));
    }
    if is_kept && its.kept.is_none() && !known.is_empty() {
        // It was another's hand before: what was in it is known, what was kept is not.
        return named("kept one of", known.iter().copied().map(small::tile));
    }
    let kept = its.kept.map(small::tile);
    let kept = kept.or_else(|| is_kept.then(|| small::pile(1)));
    let mut blocks = match kept {
        Some(kept) if its.hand.size > 0 => named("kept", [kept]),
        Some(kept) => named("to place", [kept]),
        None => Vec::new(),
    };
    let size = rest_of_hand(view, seat, its);
    if size > 0 && its.passed_to.is_none() {
        let name = match (is_kept, view.duty) {
            (false, _) => "hand",
            (true, Some(Duty::Keep)) => "left",
            (true, _) => "passed on",
        };
        blocks.extend(named(name, hand(its, known, size)));
    }
    blocks
}

fn named(name: &str, blocks: impl IntoIterator<Item = Block>) -> Vec<Block> {
    let name = Block::text("small", name, 48);
    [name].into_iter().chain(blocks).collect()
}

/// The two explorers it was dealt (3.3).
fn offer(seat: Seat, its: &SeatView) -> Vec<Block> {
    its.offer.known().map_or_else(
        || vec![small::dealt(None, seat), small::dealt(None, seat)],
        |offer| {
            offer
                .0
                .iter()
                .map(|it| small::dealt(Some(*it), seat))
                .collect()
        },
    )
}

/// 4.3: whoever owes no tile any more has kept one, and that is no secret.
fn has_kept(view: &View, seat: Seat, its: &SeatView) -> bool {
    let is_kept = matches!(view.duty, Some(Duty::Draft | Duty::Keep)) && its.hand.size > 0;
    is_kept && !view.due.contains(seat)
}

/// How many tiles are left of a hand, or are in the pile that was passed.
pub(super) fn rest_of_hand(view: &View, seat: Seat, its: &SeatView) -> usize {
    let kept = u8::from(has_kept(view, seat, its));
    its.hand.size.saturating_sub(kept).into()
}

/// The tiles in hand, besides the one kept.
fn hand(its: &SeatView, known: &[Tile], size: usize) -> Vec<Block> {
    if known.is_empty() {
        return vec![small::pile(size)];
    }
    let kept = known.iter().position(|it| Some(*it) == its.kept);
    let rest = known
        .iter()
        .enumerate()
        .filter(|(nth, _)| Some(*nth) != kept);
    rest.map(|(_, it)| small::tile(*it)).collect()
}

/// A token, by what it pays and for what.
fn token(view: &View, token: Token) -> Block {
    let of = match token {
        Token::Mission { mission, scope } => {
            let team = if scope == Scope::Team { ", team" } else { "" };
            format!("{}{team}", words::mission(mission).0)
        }
        Token::Penalty {} => "Penalty".to_owned(),
        Token::Dragon {} => "Angry dragon".to_owned(),
        Token::Yeti {} => "Yeti".to_owned(),
        Token::Panda {} => "Panda".to_owned(),
    };
    let text = format!(
        "{} {of}",
        domain::words::signed(token.points(&view.options))
    );
    let (width, height) = (layout::width_of(&text) + 10, 24);
    let drawn = html! {
        rect class="chip" x=".5" y=".5" width=(width - 1) height=(height - 1) rx="11.5" {}
        text class="small" x=(width / 2) y="16" text-anchor="middle" { (text) }
    };
    Block::new(width, height, drawn).labelled(&format!("Token: {text}"))
}

/// A seat in sentences.
pub(super) fn describe(view: &View, seat: Seat, its: &SeatView) -> String {
    let tally = Tally::of(&its.zone, &view.options);
    let counted =
        |metric, of: &str| crate::words::count(tally.metric(metric, Claims::default()).into(), of);
    let (points, kind) = points(view, seat, its);
    let has = format!(
        "{} has {}, {}, {} and {} {kind}.",
        name(view, seat),
        crate::words::count(its.zone.tiles.len(), "tile"),
        counted(Metric::Crystals, "whole crystal"),
        counted(Metric::BigMonsters, "whole big monster"),
        domain::words::points(points),
    );
    let dragon = (view.dragon == Some(seat)).then(|| "It has the dragon.".to_owned());
    let does = view
        .due
        .contains(seat)
        .then(|| format!("It {}.", doing(view)));
    let said: Vec<String> = [has].into_iter().chain(dragon).chain(does).collect();
    said.join(" ")
}

/// What those do who decide.
fn doing(view: &View) -> &'static str {
    match view.duty {
        Some(Duty::Explorer) => "chooses an explorer",
        Some(Duty::Draft) => "keeps a tile and passes the others",
        Some(Duty::Keep) => "keeps a tile",
        Some(Duty::Place) => "places a tile",
        Some(Duty::Discard) => "may take a discard",
        Some(Duty::Take) => "takes a tile of a group",
        None => "waits",
    }
}
