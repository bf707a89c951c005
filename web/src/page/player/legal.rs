//! The page of all that was legal when a seat decided.

use domain::{Seat, words::signed};
use maud::{Markup, html};

use super::{Decision, decision::judged};
use crate::{
    page::{Address, Head, MATCHES, PLAYER_STYLE, document},
    words::count,
};

/// What a seat could have decided at a step.
#[derive(Debug)]
pub struct LegalPage {
    /// The match.
    pub id: String,
    /// The title of its game.
    pub game: &'static str,
    /// The step of the table on which it was decided.
    pub step: u32,
    /// The step that shows what was decided; that of the table if nothing was.
    pub shown: u32,
    /// Who owed the decision, if there is somebody whose decision the reader may know.
    pub of: Option<(Seat, String)>,
    /// What was decided, held against the rest.
    pub decision: Option<Decision>,
    /// How many commands were legal.
    pub count: u32,
    /// As many of them as are listed, those that gain most first.
    pub commands: Vec<LegalCommand>,
}

/// A legal command.
#[derive(Clone, Debug)]
pub struct LegalCommand {
    /// The command in words.
    pub said: String,
    /// What it would gain, in points.
    pub gain: i16,
    /// One more than the number of legal commands with a greater gain.
    pub rank: u32,
    /// Whether it is what was decided.
    pub is_taken: bool,
}

impl LegalPage {
    /// The page.
    pub fn page(&self, address: Address<'_>) -> String {
        let head = Head {
            title: &format!("All that was legal at step {}: {}", self.step, self.game),
            under: Some(MATCHES),
            style: Some(PLAYER_STYLE),
            script: None,
        };
        document(address, &head, &self.main())
    }

    fn main(&self) -> Markup {
        let here = format!("/matches/{}?step={}", self.id, self.shown);
        html! {
            div class="head" {
                h1 { "All that was legal" }
                p class="s" { (self.game) " · step " (self.step) " · " a href=(here) { "The match at this step" } }
            }
            @match &self.of {
                None => p class="panel" { "At this step nobody whose decision you may know owed one." },
                Some((seat, name)) => {
                    p class="say" { (self.said(name)) }
                    (self.ways(*seat))
                    section class="panel" { h2 { (self.counted()) } (self.table()) }
                    p class="s" {
                        "Judged by what " (name) " could see, as if the game had scored at once. "
                        a href="/docs/replay#decisions" { "How" }
                    }
                }
            }
        }
    }

    /// What was decided; while nothing is, who decides.
    fn said(&self, name: &str) -> Markup {
        html! {
            @match &self.decision {
                Some(decision) => (judged(decision, name)),
                None => { (name) " decides." }
            }
        }
    }

    fn ways(&self, Seat(seat): Seat) -> Markup {
        let (id, step) = (&self.id, self.step);
        html! {
            p class="fields" {
                a class="btn" href={ "/play/matches/" (id) "/fork?step=" (step) "&seat=" (seat) } { "Play on from here" }
                a class="btn" href={ "/v1/matches/" (id) "/steps/" (step) "/legal?seat=" (seat) "&with=gain,text" } { "As data" }
            }
        }
    }

    /// How many commands were legal, and how many of them are listed.
    fn counted(&self) -> String {
        let legal = count(domain::cast(self.count), "legal command");
        match self.commands.len() {
            listed if listed < domain::cast(self.count) => {
                format!("{legal}, of which {listed} are listed")
            }
            _ => legal,
        }
    }

    fn table(&self) -> Markup {
        html! {
            div class="scroll legal" tabindex="0" role="region" aria-label="Legal commands" {
                table {
                    thead { tr {
                        th scope="col" { "Command" }
                        th scope="col" { "Gain" }
                        th scope="col" { "Rank" }
                    } }
                    tbody {
                        @for it in &self.commands {
                            tr class=[it.is_taken.then_some("taken")] {
                                th scope="row" { (it.said) @if it.is_taken { " (what was decided)" } }
                                td { (signed(it.gain)) }
                                td { (it.rank) }
                            }
                        }
                    }
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn page(count: u32, commands: Vec<LegalCommand>) -> LegalPage {
        LegalPage {
            id: "m_1".to_owned(),
            game: "Cartographers",
            step: 30,
            shown: 32,
            of: Some((Seat(1), "Ann".to_owned())),
            decision: None,
            count,
            commands,
        }
    }

    fn command(said: &str, gain: i16, is_taken: bool) -> LegalCommand {
        LegalCommand {
            said: said.to_owned(),
            gain,
            rank: 1,
            is_taken,
        }
    }

    #[test]
    fn what_was_decided_is_marked_and_told_among_the_rest() {
        let commands = vec![command("Stay", 4, false), command("<Pass>", -2, true)];
        let shown = page(2, commands).main().into_string();
        let rows = r#"<tr><th scope="row">Stay</th><td>4</td><td>1</td></tr><tr class="taken"><th scope="row">&lt;Pass&gt; (what was decided)</th><td>−2</td>"#;
        assert!(shown.contains(rows), "{shown}");
        assert!(shown.contains("<h2>2 legal commands</h2>"), "{shown}");
        assert!(shown.contains(r#"href="/matches/m_1?step=32""#), "{shown}");
        let data = r#"href="/v1/matches/m_1/steps/30/legal?seat=1&amp;with=gain,text""#;
        assert!(shown.contains(data), "{shown}");
    }

    #[test]
    fn it_is_told_how_many_are_not_listed() {
        let shown = page(700, vec![command("Stay", 4, false)]).counted();
        assert_eq!(shown, "700 legal commands, of which 1 are listed");
        let nobody = LegalPage {
            of: None,
            ..page(0, Vec::new())
        };
        let shown = nobody.main().into_string();
        assert!(shown.contains("owed one.") && !shown.contains("<table"));
    }
}
