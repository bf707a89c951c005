//! Where a question is put: a form that works without a script.

use maud::{Markup, html};

use super::{ASK, FORM};

/// A form that asks for a metric by groups.
#[derive(Clone, Debug, Default)]
pub struct Form {
    /// The game that is asked about, as it stands in addresses.
    pub game: String,
    /// Metrics that can be asked for.
    pub metrics: Vec<Picked>,
    /// What they can be grouped by.
    pub groups: Vec<Picked>,
    /// Whose seats are counted, as conditions. Empty where others are asked for.
    pub who: Vec<Picked>,
    /// Against whom, as conditions.
    pub against: Vec<Picked>,
    /// Any other condition that holds, as it was asked for.
    pub condition: String,
    /// What can be counted although it is left out.
    pub include: Vec<Picked>,
    /// The conditions of two slices that are compared, if that is what is asked.
    pub sides: Option<[String; 2]>,
}

/// Something that can be picked.
#[derive(Clone, Debug, Default)]
pub struct Picked {
    /// As it stands in addresses.
    pub id: String,
    /// What it is called.
    pub title: String,
    /// Whether it is picked.
    pub is_picked: bool,
}

impl Form {
    pub(super) fn section(&self) -> Markup {
        html! {
            section class="panel" id=(FORM) {
                h2 { (ASK) }
                form action=(if self.sides.is_some() { "/stats/compare" } else { "/stats/query" }) method="get" {
                    input type="hidden" name="game" value=(self.game);
                    div class="fields" {
                        label { "What" (select("metric", &self.metrics)) }
                        @match &self.sides {
                            Some([first, second]) => {
                                label { "First, only where" input name="first" maxlength="400" value=(first); }
                                label { "Second, only where" input name="second" maxlength="400" value=(second); }
                            }
                            None => {
                                label { "By" (select("group_by", &self.groups)) }
                                label { "Who" (select("where", &self.who)) }
                                label { "Against" (select("where", &self.against)) }
                            }
                        }
                        label {
                            @if self.sides.is_some() { "Both, only where" } @else { "Only where" }
                            input name="where" maxlength="400" value=(self.condition) placeholder="seats:2";
                        }
                        button { "Ask" }
                    }
                    fieldset class="include" {
                        legend class="s" { "Also count" }
                        @for it in &self.include {
                            label { input type="checkbox" name="include" value=(it.id) checked[it.is_picked]; " " (it.title) }
                        }
                    }
                }
                p class="s" {
                    "A condition is an id and a value: " code { "seats:2" } ", "
                    code { "player:bot:greedy" } ", a range " code { "final_score:50..80" }
                    ", or whom one met " code { "opponent:bot:random" } ". "
                    a href={ "/v1/stats/metrics?game=" (self.game) } { "All that is counted, with definitions" } ". "
                    a href="/docs/statistics" { "How it is counted" } "."
                }
            }
        }
    }
}

fn select(name: &str, picked: &[Picked]) -> Markup {
    html! {
        select name=(name) {
            @for it in picked {
                option value=(it.id) selected[it.is_picked] { (it.title) }
            }
        }
    }
}
