//! The missions on the board, as plates: what they need, what they pay, who has their tokens.

use domain::{
    Seat,
    games::big_monster::{
        View,
        components::BOX,
        missions::{OnBoard, Scope},
        setup::Mode,
        tokens::Token,
    },
};
use maud::{Markup, html};

use super::{
    layout::{Block, lines},
    small, words,
};
use crate::svg::seats;

/// A plate is at least so wide.
pub(super) const LEAST: usize = 216;
/// Between plates.
const GAP: usize = 8;
/// Of a plate's heading, and of each line below it.
const HEADING: usize = 28;
const LINE: usize = 18;

pub(super) const CSS: &str = ".plate{fill:var(--raised);stroke:var(--line)}\
    .mission{font-size:12.5px;font-weight:600;fill:var(--ink);font-variant-numeric:tabular-nums}";

/// A line of a plate: for whom, what is needed, whether it is still there, and who has it.
struct Line {
    needs: String,
    is_open: bool,
    holders: Vec<Seat>,
}

/// All missions and the penalty, in as many lines as this width makes of them.
pub(super) fn missions(view: &View, width: usize) -> Block {
    let columns = ((width + GAP) / (LEAST + GAP)).max(1);
    let each = (width + GAP) / columns - GAP;
    let plates = view.missions.iter().map(|it| mission(view, it, each));
    lines(plates.chain([penalty(view, each)]), width, GAP)
}

fn mission(view: &View, on_board: &OnBoard, width: usize) -> Block {
    let record = on_board.mission.record();
    let (name, of) = words::mission(on_board.mission);
    let line = |scope, target: u8, is_open| Line {
        needs: format!("{target} {of}"),
        is_open,
        holders: holders(
            view,
            |token| matches!(token, Token::Mission { mission, scope: of } if *mission == on_board.mission && *of == scope),
        ),
    };
    let mut lines = vec![line(
        Scope::Individual,
        record.individual_target,
        on_board.individual,
    )];
    if view.mode == Mode::TeamDraft {
        let mut team = line(Scope::Team, record.team_target, on_board.team);
        team.needs = format!("team: {}", team.needs);
        lines.push(team);
    }
    let sign = small::of_mission(on_board.mission);
    plate(&sign, (name, record.points), &lines, width)
}

/// 8.2
fn penalty(view: &View, width: usize) -> Block {
    let line = Line {
        needs: "Fewest deserts and runes".to_owned(),
        is_open: false,
        holders: holders(view, |token| *token == Token::Penalty {}),
    };
    plate(
        &small::of_penalty(),
        ("Penalty", BOX.penalty.points),
        &[line],
        width,
    )
}

/// The seats that have such a token.
fn holders(view: &View, is_it: impl Fn(&Token) -> bool) -> Vec<Seat> {
    let seats = view.seats.iter();
    let holders = seats.filter(|(_, its)| its.tokens.iter().any(&is_it));
    holders.map(|(seat, _)| seat).collect()
}

fn plate(sign: &Markup, (name, points): (&str, i16), lines: &[Line], width: usize) -> Block {
    let height = HEADING + LINE * lines.len();
    let points = domain::words::signed(points);
    let drawn = html! {
        rect class="plate" x=".5" y=".5" width=(width - 1) height=(height - 1) rx="6" {}
        g transform="translate(6 4)" { (sign) }
        text class="mission" x="34" y="20" { (name) }
        text class="mission" x=(width - 9) y="20" text-anchor="end" { (points) }
        @for (nth, line) in lines.iter().enumerate() {
            g transform={ "translate(0 " (HEADING + LINE * nth) ")" } {
                text class="small" x="34" y="9" { (line.needs) }
                (status(line, width))
            }
        }
    };
    let said: Vec<String> = lines.iter().map(Line::say).collect();
    let label = format!("{name}: {points} points. {}", said.join(" "));
    Block::new(width, height, drawn).labelled(&label)
}

/// The marks of those who have it; otherwise, whether it is open.
fn status(line: &Line, width: usize) -> Markup {
    html! {
        @for (nth, seat) in line.holders.iter().rev().enumerate() {
            g transform={ "translate(" (width - 21 - 16 * nth) " -1) scale(.67)" } { (seats::mark(*seat, (0, 0))) }
        }
        @if line.holders.is_empty() && line.is_open {
            text class="small" x=(width - 9) y="9" text-anchor="end" { "open" }
        }
    }
}

impl Line {
    /// The line in a sentence.
    fn say(&self) -> String {
        let holders: Vec<String> = self
            .holders
            .iter()
            .map(|seat| format!("seat {}", seat.0 + 1))
            .collect();
        let has = match (holders.is_empty(), self.is_open) {
            (false, _) => format!(", paid to {}", holders.join(" and ")),
            (true, true) => ", open".to_owned(),
            (true, false) => String::new(),
        };
        format!("{}{has}.", self.needs)
    }
}
