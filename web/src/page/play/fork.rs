//! A form that plays on from a step of a match, against bots.

use domain::Seat;
use maud::{Markup, html};

use super::{
    super::{Address, Head, OPENING, PLAY, PLAYING_STYLE, Seated, board_address, document},
    opening::{head, others, own_name, sit_down, without_script},
};

/// What is played on from.
#[derive(Clone, Debug)]
pub struct ForkPage {
    /// The match.
    pub id: String,
    /// The title of its game.
    pub game: &'static str,
    /// Who sat where, by seat.
    pub seats: Vec<Seated>,
    /// The seat that is offered first.
    pub own: Seat,
    /// The step after which it goes on.
    pub step: u32,
    /// Where in the match that is, in words.
    pub moment: String,
    /// Whether the same cards may come as came there: nobody may know what comes in a match that
    /// runs.
    pub may_keep: bool,
}

impl ForkPage {
    /// The page.
    pub fn page(&self, address: Address<'_>) -> String {
        let title = format!("Play on from step {}", self.step);
        let head = Head {
            title: &format!("{title}: {}", self.game),
            under: Some(PLAY),
            style: Some(PLAYING_STYLE),
            script: Some(&OPENING),
        };
        document(address, &head, &self.main(&title))
    }

    fn main(&self, title: &str) -> Markup {
        let here = format!("/matches/{}?step={}", self.id, self.step);
        html! {
            (head(title, &html! { a href=(here) { "The match at this step" } }))
            p {
                (self.game) " · " (self.moment)
                ". The match that was played stays as it is: yours is another that begins with its table."
            }
            (without_script())
            div class="playing" {
                section class="seen" aria-label="Board" {
                    img class="shown" alt={ "The table after step " (self.step) }
                        src=(board_address(&self.id, self.step));
                }
                div class="side" { (self.form()) }
            }
        }
    }

    fn form(&self) -> Markup {
        html! {
            form id="opening" class="panel" hidden data-fork={ "/v1/matches/" (self.id) "/forks" }
                data-step=(self.step) data-seats=(self.seats.len()) { (self.fields()) }
        }
    }

    fn fields(&self) -> Markup {
        html! {
            div class="fields" {
                (own_name())
                label { "Your seat"
                    select name="seat" {
                        @for (seat, it) in (0..).map(Seat).zip(&self.seats) {
                            option value=(seat.0) selected[seat == self.own] { "Seat " (seat.0 + 1) " (" (it.name) ")" }
                        }
                    }
                }
                (others())
                label { "What is drawn"
                    select name="chance" {
                        @if self.may_keep { option value="keep" { "The same as in that match" } }
                        option value="redraw" { "Shuffled anew" }
                    }
                }
            }
            (sit_down())
        }
    }
}
