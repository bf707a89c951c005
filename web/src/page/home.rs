//! The first page: what is being played, what has finished, and where to read on.

use maud::{Markup, html};

use super::{
    Address, HOME, Head, MATCHES, Offered, Seated, board_address, document, games, seated, time,
};

/// What the first page shows.
#[derive(Clone, Debug)]
pub struct Home {
    /// Matches that run, the best to watch first.
    pub running: Vec<Listed>,
    /// Matches that are over, the latest first.
    pub finished: Vec<Listed>,
    /// What is shown of both.
    pub filter: Filter,
    /// Where the matches before these are listed, if there are any.
    pub older: Option<String>,
    /// What can be played.
    pub games: Vec<Offered>,
}

/// What is asked for.
#[derive(Clone, Debug, Default)]
pub struct Filter {
    /// Links to one game each, and to all.
    pub chips: Vec<Chip>,
    /// The name of the game that is shown alone, as it stands in addresses.
    pub game: Option<String>,
    /// The player whose matches are shown, as it was asked for.
    pub player: Option<String>,
    /// The first day of which a match that is over is shown, as it was asked for.
    pub from: Option<String>,
    /// The last such day, as it was asked for.
    pub to: Option<String>,
    /// What could not be understood, in a sentence.
    pub trouble: Option<String>,
}

/// A link to what one choice shows.
#[derive(Clone, Debug)]
pub struct Chip {
    /// What it says.
    pub name: String,
    /// Where it leads.
    pub address: String,
    /// Whether it is chosen.
    pub is_chosen: bool,
}

/// A match in a list.
#[derive(Clone, Debug)]
pub struct Listed {
    /// The match.
    pub id: String,
    /// The title of its game.
    pub game: String,
    /// Who sits there. A running match has no ranks.
    pub seats: Vec<Seated>,
    /// When its last event happened, as RFC 3339 has it.
    pub at: String,
    /// How many events it has.
    pub last: u32,
    /// How it stands, if it runs.
    pub running: Option<Standing>,
}

/// How a match that runs stands.
#[derive(Clone, Debug)]
pub struct Standing {
    /// Where in the match it is: "Spring · turn 3".
    pub moment: String,
    /// What each seat has scored so far, by seat. Empty for a table with more than six.
    pub scored: Vec<i16>,
}

impl Standing {
    /// Who leads with how much, of those who sit there.
    fn leader(&self, seats: &[Seated]) -> Option<String> {
        let most = self.scored.iter().max().filter(|most| **most > 0)?;
        let first = seats.iter().zip(&self.scored);
        let first = first.filter(|(_, scored)| *scored == most);
        let names: Vec<&str> = first.map(|(it, _)| it.name.as_str()).collect();
        let lead = if names.len() == 1 { "leads" } else { "lead" };
        Some(format!("{} {lead} with {most}. ", names.join(" and ")))
    }
}

/// More boards than these are too small to be told apart in a list.
pub const SMALL_TABLE: usize = 6;

impl Listed {
    /// Where the picture of all its boards is.
    pub(super) fn board(&self) -> String {
        board_address(&self.id, self.last)
    }

    /// What is shown of its boards in a list: of a large table, the board of who is first.
    pub(super) fn picture(&self) -> String {
        let board = self.board();
        let first = self.seats.iter().position(|it| it.rank == Some(1));
        if self.seats.len() > SMALL_TABLE {
            format!("{board}&of={}", first.unwrap_or_default())
        } else {
            board
        }
    }

    /// Where its boards are drawn at a glance. It changes when they are drawn otherwise, and with
    /// each step of a match that runs.
    fn thumbnail(&self) -> String {
        let drawing = crate::DRAWING_VERSION;
        let address = format!("/matches/{}/thumbnail.svg?drawing={drawing}", self.id);
        match self.running {
            Some(_) => format!("{address}&step={}", self.last),
            None => address,
        }
    }

    /// Who won and by how much, or who plays which game.
    pub fn headline(&self) -> String {
        seated::headline(&self.game, &self.seats)
    }
}

impl Home {
    /// The page.
    pub fn page(&self, address: Address<'_>) -> String {
        let head = Head {
            title: "Cartulary",
            under: Some(MATCHES),
            style: None,
            script: Some(&HOME),
        };
        document(address, &head, &self.main())
    }

    fn main(&self) -> Markup {
        html! {
            div class="head" {
                h1 { "Board games: played, replayed, counted" }
                a class="btn do" href="/play" { "Play a match" }
            }
            (self.filter.games())
            section data-list {
                h2 { "Running now" }
                (running(&self.running, self.filter.none_runs()))
            }
            h2 { "Finished" }
            (self.filter.form())
            section class="panel" data-list aria-label="Finished" {
                (list(&self.finished, self.filter.none_is_over(self.older.is_some())))
                @if let Some(older) = &self.older {
                    p { a class="btn" href=(older) { (go_on(self.finished.is_empty())) } }
                }
                p class="s" {
                    a href="/v1/matches" { "All matches as data" } " · "
                    a href="/v1/results" { "all results as data" }
                }
            }
            h2 { "Games" }
            (games::cards(&self.games))
        }
    }
}

/// What is said where a search stopped before its end with nothing found.
pub(super) const NONE_SO_FAR: &str =
    "None of the matches that were looked at fits. Older ones were not looked at yet.";

/// What leads to the matches before these.
pub(super) const fn go_on(is_empty: bool) -> &'static str {
    if is_empty {
        "Look at older matches"
    } else {
        "Older matches"
    }
}

impl Filter {
    /// What is said if no match runs that fits. Days are of matches that are over.
    fn none_runs(&self) -> &'static str {
        match (&self.game, &self.player, &self.trouble) {
            (None, None, None) => "No match runs. ",
            _ => "No match that runs fits. ",
        }
    }

    /// What is said if no match was found that is over and fits, though there may be more.
    fn none_is_over(&self, has_more: bool) -> &'static str {
        match (&self.game, &self.player, &self.from, &self.to) {
            _ if has_more => NONE_SO_FAR,
            (None, None, None, None) => "No match is finished yet.",
            _ => "No match that is finished fits.",
        }
    }

    /// Links to one game each stand before all that they choose from.
    fn games(&self) -> Markup {
        html! {
            ul class="chips" aria-label="Game" {
                @for chip in &self.chips {
                    li {
                        a class="chip" href=(chip.address) aria-current=[chip.is_chosen.then_some("true")] { (chip.name) }
                    }
                }
            }
        }
    }

    fn form(&self) -> Markup {
        html! {
            form class="fields" action="/" {
                @if let Some(game) = &self.game { input type="hidden" name="game" value=(game); }
                label { "Player" input name="player" maxlength="80" value=[self.player.as_deref()]; }
                label { "From" input type="date" name="from" value=[self.from.as_deref()]; }
                label { "To" input type="date" name="to" value=[self.to.as_deref()]; }
                button { "Show" }
            }
            @if let Some(trouble) = &self.trouble { p role="alert" { (trouble) } }
        }
    }
}

fn running(matches: &[Listed], none: &str) -> Markup {
    html! {
        @if matches.is_empty() {
            p { (none) a href="/play" { "Play one." } }
        } @else {
            ul class="cards" {
                @for it in matches {
                    li class="panel" {
                        p class="head" {
                            a href={ "/matches/" (it.id) } { (it.game) }
                            span class="s live" {
                                "Live"
                                @if let Some(now) = &it.running { " · " (now.moment) }
                            }
                        }
                        div class="picture" { img class="small" src=(it.thumbnail()) alt=""; }
                        p class="s" {
                            @if let Some(leader) = it.running.as_ref().and_then(|now| now.leader(&it.seats)) { (leader) }
                            @else { (names(&it.seats)) ". " }
                            (due(&it.seats))
                        }
                    }
                }
            }
        }
    }
}

/// Whom the others wait for, in a sentence.
fn due(seats: &[Seated]) -> String {
    let due = seats.iter().filter(|it| it.is_due);
    let due: Vec<&str> = due.map(|it| it.name.as_str()).collect();
    match due[..] {
        [] => String::new(),
        [name] => format!("{name} decides."),
        [..] if due.len() == seats.len() => "All decide.".to_owned(),
        [..] => format!("{} of {} decide.", due.len(), seats.len()),
    }
}

fn list(matches: &[Listed], none: &str) -> Markup {
    html! {
        @if matches.is_empty() {
            p { (none) }
        } @else {
            ul class="matches" { @for it in matches { (row(it, None)) } }
        }
    }
}

/// A match that is over in a list, with what else is said of it.
pub(super) fn row(it: &Listed, also: Option<&str>) -> Markup {
    html! {
        li {
            a class="thumb" href={ "/matches/" (it.id) } tabindex="-1" aria-hidden="true" {
                img src=(it.thumbnail()) alt="" height="46" loading="lazy";
            }
            div {
                a href={ "/matches/" (it.id) } { (it.headline()) }
                @if let Some(also) = also { " " span { (also) } }
                p class="s" { (it.game) ": " (names(&it.seats)) }
            }
            (time(&it.at))
        }
    }
}

/// The first of them, linked, with their points if the match is over.
fn names(seats: &[Seated]) -> Markup {
    const SHOWN: usize = 6;
    html! {
        @for (nth, it) in seats.iter().take(SHOWN).enumerate() {
            @if nth > 0 { ", " }
            (it.linked())
            @if it.total.is_some() { " " (seated::points(it.total)) }
        }
        @if seats.len() > SHOWN { " and " (seats.len() - SHOWN) " more" }
    }
}
