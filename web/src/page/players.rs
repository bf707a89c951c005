//! The page of a player or of a bot of the server: versions, ratings, head to head, results.

use maud::{Markup, html};

use super::{Address, Head, Listed, MATCHES, document, home, seated, time};
use crate::chart::number;

/// What the page of a player shows.
#[derive(Clone, Debug)]
pub struct PlayerPage {
    /// The name, as it was chosen.
    pub name: String,
    /// What kind of player it is.
    pub kind: &'static str,
    /// How it decides, if that is known.
    pub decides: Option<&'static str>,
    /// The version that plays today, if it was told.
    pub version: Option<String>,
    /// When the player registered, as RFC 3339 has it. None for a bot of the server.
    pub registered_at: Option<String>,
    /// Where programs read of the player.
    pub data: String,
    /// Each game with a match that counts.
    pub games: Vec<InGame>,
    /// Matches that are over, the latest first.
    pub finished: Vec<Played>,
    /// Where the matches before these are listed, if there are any.
    pub older: Option<String>,
}

/// What is known of a player in one game.
#[derive(Clone, Debug)]
pub struct InGame {
    /// The title of the game.
    pub title: &'static str,
    /// Its name in addresses.
    pub name: String,
    /// The rating, if there is one.
    pub rating: Option<Rating>,
    /// The versions that played, and how many seats each had.
    pub versions: Vec<(String, u64)>,
    /// Who was met most often, the most frequent first.
    pub met: Vec<Met>,
    /// Where programs ask for all who were met.
    pub met_data: String,
}

/// A rating and how sure it is.
#[derive(Clone, Debug)]
pub struct Rating {
    /// The rating.
    pub rating: f64,
    /// The 95% interval.
    pub interval: (f64, f64),
    /// The place among all rated, by the lower end of the interval.
    pub place: usize,
    /// How many are rated.
    pub of: usize,
    /// How many seats were rated.
    pub seats: u64,
}

/// Why the number of matches alone does not make a difference sure.
const NO_INTERVAL: &str = "An interval is computed by deal, because the seats of one deal share its \
                           luck: a few deals say little, however many seats met.";

/// An opponent, and how the two compare.
#[derive(Clone, Debug)]
pub struct Met {
    /// The opponent's name.
    pub name: String,
    /// The address of the opponent's page.
    pub address: Option<String>,
    /// How many times the two met.
    pub n: u64,
    /// Over how many deals, if they are counted.
    pub deals: Option<u64>,
    /// The mean of the player's points less those of the opponent. None if too few.
    pub difference: Option<f64>,
    /// Its 95% interval, or why there is none.
    pub interval: Result<(f64, f64), &'static str>,
}

/// A match that a player finished.
#[derive(Clone, Debug)]
pub struct Played {
    /// The match.
    pub listed: Listed,
    /// The place and the points of each seat that the player had.
    pub places: Vec<(u8, i16)>,
}

impl PlayerPage {
    /// The page.
    pub fn page(&self, address: Address<'_>) -> String {
        let head = Head {
            title: &self.name,
            under: Some(MATCHES),
            style: None,
            script: None,
        };
        document(address, &head, &self.main())
    }

    fn main(&self) -> Markup {
        html! {
            div class="head" {
                h1 { (self.name) }
                p class="s" {
                    (self.kind)
                    @if let Some(version) = &self.version { ", version " (version) }
                    @if let Some(at) = &self.registered_at { ", registered " (time(at)) }
                    " · " a href=(self.data) { "as data" }
                }
            }
            @if let Some(decides) = self.decides { p { (decides) } }
            @if !self.games.is_empty() {
                section class="panel scroll" tabindex="0" aria-label="Ratings" {
                    h2 { "Ratings" }
                    (self.ratings())
                }
            }
            @if self.games.iter().any(|it| !it.met.is_empty()) {
                section class="panel scroll" tabindex="0" aria-label="Head to head" {
                    h2 { "Head to head" }
                    (self.head_to_head())
                }
            }
            section class="panel" {
                h2 { "Finished" }
                (self.finished())
            }
        }
    }

    fn ratings(&self) -> Markup {
        html! {
            table {
                thead { tr {
                    th scope="col" { "Game" }
                    th scope="col" { "Rating" }
                    th scope="col" { "95% interval" }
                    th scope="col" { "Place" }
                    th scope="col" { "Seats" }
                    th scope="col" { "Versions that played, with their seats" }
                } }
                tbody {
                    @for it in &self.games {
                        tr {
                            th scope="row" { a href={ "/games/" (it.name) } { (it.title) } }
                            (rated(it.rating.as_ref()))
                            td { (versions(&it.versions)) }
                        }
                    }
                }
            }
            p class="s" {
                "Everybody starts at 25. Places are by the lower end of the interval. As data: "
                @for (nth, it) in self.games.iter().enumerate() {
                    @if nth > 0 { ", " }
                    a href={ "/v1/ratings/" (it.name) } { "ratings of " (it.title) }
                }
                "."
            }
        }
    }

    fn head_to_head(&self) -> Markup {
        let met = self.games.iter().filter(|it| !it.met.is_empty());
        html! {
            table {
                thead { tr {
                    th scope="col" { "Opponent" }
                    th class="text" scope="col" { "Game" }
                    th scope="col" { "Met" }
                    th scope="col" { "Points more than the opponent" }
                    th scope="col" { "95% interval" }
                    th scope="col" { "So far" }
                } }
                tbody {
                    @for it in met.clone() {
                        @for other in &it.met { (opponent(it.title, other)) }
                    }
                }
            }
            p class="s" {
                @if met.clone().flat_map(|it| &it.met).any(|it| it.interval.is_err()) { (NO_INTERVAL) " " }
                "As data: "
                @for (nth, it) in met.enumerate() {
                    @if nth > 0 { ", " }
                    a href=(it.met_data) { (it.title) }
                }
                "."
            }
        }
    }

    fn finished(&self) -> Markup {
        html! {
            @if self.finished.is_empty() {
                p { (if self.older.is_some() { home::NONE_SO_FAR } else { "No match is finished yet." }) }
            } @else {
                ul class="matches" {
                    @for it in &self.finished { (home::row(&it.listed, Some(&it.place()))) }
                }
            }
            @if let Some(older) = &self.older {
                p { a class="btn" href=(older) { (home::go_on(self.finished.is_empty())) } }
            }
        }
    }
}

impl Played {
    /// The place and the points, of each seat: "2nd of 3 with 118".
    fn place(&self) -> String {
        let of = self.listed.seats.len();
        let place = |&(rank, total): &(u8, i16)| {
            format!("{} of {of} with {}", nth(rank), seated::points(Some(total)))
        };
        let places: Vec<String> = self.places.iter().map(place).collect();
        places.join(", ")
    }
}

fn nth(rank: u8) -> String {
    let ending = match (rank % 10, rank % 100) {
        (1, tens) if tens != 11 => "st",
        (2, tens) if tens != 12 => "nd",
        (3, tens) if tens != 13 => "rd",
        _ => "th",
    };
    format!("{rank}{ending}")
}

fn rated(rating: Option<&Rating>) -> Markup {
    html! {
        @if let Some(it) = rating {
            td { (decimal(it.rating)) }
            td { (decimal(it.interval.0)) " to " (decimal(it.interval.1)) }
            td { (it.place) " of " (it.of) }
            td { (it.seats) }
        } @else {
            td { "not rated" } td {} td {} td {}
        }
    }
}

fn versions(versions: &[(String, u64)]) -> String {
    let told = versions.iter().map(|(name, seats)| match name.as_str() {
        "none" => format!("no version told: {seats}"),
        _ => format!("{name}: {seats}"),
    });
    told.collect::<Vec<_>>().join(", ")
}

fn opponent(game: &str, it: &Met) -> Markup {
    html! {
        tr {
            th scope="row" {
                @match &it.address {
                    Some(address) => a href=(address) { (it.name) },
                    None => (it.name),
                }
            }
            td class="text" { (game) }
            td {
                (it.n)
                @if let Some(deals) = it.deals { " in " (deals) (if deals == 1 { " deal" } else { " deals" }) }
            }
            td { (it.difference.map_or_else(|| "too few".to_owned(), decimal)) }
            td {
                @match it.interval {
                    Ok((low, high)) => { (decimal(low)) " to " (decimal(high)) },
                    Err(why) => (why),
                }
            }
            td { (verdict(it.interval.ok())) }
        }
    }
}

/// What an interval of a difference says.
fn verdict(interval: Option<(f64, f64)>) -> &'static str {
    match interval {
        Some((low, _)) if low > 0.0 => "ahead",
        Some((_, high)) if high < 0.0 => "behind",
        Some(_) => "no clear difference",
        None => "cannot be said",
    }
}

/// A number with one digit behind the point.
fn decimal(value: f64) -> String {
    number(value, 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_ordinal_numbers() {
        let places = [1, 2, 3, 4, 11, 12, 13, 21, 22, 100].map(nth);
        assert_eq!(
            places,
            [
                "1st", "2nd", "3rd", "4th", "11th", "12th", "13th", "21st", "22nd", "100th"
            ]
        );
    }

    #[test]
    fn a_difference_is_clear_if_its_interval_leaves_out_nought() {
        assert_eq!(verdict(Some((0.1, 5.0))), "ahead");
        assert_eq!(verdict(Some((-5.0, -0.1))), "behind");
        assert_eq!(verdict(Some((-0.1, 0.1))), "no clear difference");
        assert_eq!(verdict(None), "cannot be said");
    }

    #[test]
    fn where_an_interval_is_missing_its_reason_stands() {
        let met = Met {
            name: "Random".to_owned(),
            address: None,
            n: 3366,
            deals: Some(1),
            difference: Some(72.5),
            interval: Err("too few deals"),
        };
        let row = opponent("Cartographers", &met).into_string();
        let cells = "<td>3366 in 1 deal</td><td>72.5</td><td>too few deals</td>\
                     <td>cannot be said</td>";
        assert!(row.contains(cells), "{row}");
    }

    #[test]
    fn numbers_have_a_digit_behind_the_point_and_a_real_minus_sign() {
        let shown = [12.34, -0.26, -0.01, 0.0].map(decimal);
        assert_eq!(shown, ["12.3", "\u{2212}0.3", "0.0", "0.0"]);
    }
}
