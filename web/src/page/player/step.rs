//! A step without the page around it: what the script of the player puts in place.

use maud::{Markup, html};
use serde::Serialize;

use super::Player;

/// What the script reads.
#[derive(Serialize)]
struct StepParts {
    title: String,
    layout: &'static str,
    at: String,
    landmarks: String,
    decisions: String,
    /// The elements of the page that change from step to step, by the name in their `data-part`,
    /// and what is in them. One that is in another comes after it, and is empty there: most boards
    /// stay as they are.
    parts: Vec<StepPart>,
}

#[derive(Serialize)]
struct StepPart {
    name: String,
    markup: String,
}

impl Player<'_> {
    /// What changes from step to step, as JSON.
    pub fn parts_json(&self) -> String {
        let step = StepParts {
            title: self.title(),
            layout: self.layout(),
            at: self.at(),
            landmarks: self.course.landmark_steps(),
            decisions: self.course.decision_steps(),
            parts: self.parts().collect(),
        };
        serde_json::to_string(&step).expect("text has a form as JSON")
    }

    fn parts(&self) -> impl Iterator<Item = StepPart> {
        let plates = self.table.iter().flat_map(|table| &table.plates.boards);
        let boards = plates.enumerate();
        let boards = boards.map(|(nth, plate)| part(format!("board {nth}"), self.board(plate)));
        let others = [
            ("title", html! { (self.title()) }),
            ("about", self.about()),
            ("ways", self.ways()),
            ("who", self.who()),
            ("look", self.look()),
            ("boards", self.boards(|_| html! {})),
            ("say", self.said()),
            ("course", self.stages_and_line()),
            ("at", self.where_it_is()),
            ("jumps", self.jumps()),
            ("eyes", self.eyes()),
            ("sheet", self.sheet()),
            ("curve", self.curve()),
            ("decision", self.origin_and_decision()),
        ];
        let others = others.map(|(name, it)| part(name.to_owned(), it));
        others.into_iter().chain(boards)
    }
}

fn part(name: String, markup: Markup) -> StepPart {
    StepPart {
        name,
        markup: markup.into_string(),
    }
}
