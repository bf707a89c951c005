//! What is wrong, for people: instead of the page that they asked for.

use domain::words::capital;
use maud::{Markup, html};

use super::{Address, GAMES, Head, MATCHES, document, with_code};
use crate::words;

/// A request that was refused or failed.
#[derive(Clone, Debug, Default)]
pub struct Trouble {
    /// What it means, in a few words.
    pub title: String,
    /// What is wrong this time.
    pub detail: String,
    /// What there is instead.
    pub known: Vec<String>,
    /// In how many seconds it may be tried again.
    pub again_in: Option<usize>,
    /// The status of the answer.
    pub status: u16,
    /// What programs call it.
    pub code: String,
    /// Where that is explained.
    pub about: String,
    /// What the request is called in the log of the server.
    pub request: String,
}

impl Trouble {
    /// The page.
    pub fn page(&self, address: Address<'_>) -> String {
        let head = Head {
            title: first_part(&self.title),
            under: None,
            style: None,
            script: None,
        };
        document(address, &head, &self.main())
    }

    fn main(&self) -> Markup {
        html! {
            article class="prose" {
                h1 { (with_code(first_part(&self.title))) }
                @if self.detail != self.title { p { (with_code(&sentence(&self.detail))) } }
                @if !self.known.is_empty() { p { "There is: " (self.known.join(", ")) "." } }
                @if let Some(seconds) = self.again_in {
                    p { "Try again in " (words::count(seconds, "second")) "." }
                }
                p class="ctl" {
                    a class="btn do" href="/" { (MATCHES) }
                    a class="btn" href="/games" { (GAMES) }
                }
                p class="s" {
                    "Status " (self.status) ", code " a href=(self.about) { (self.code) } ", request "
                    (self.request) "."
                }
            }
        }
    }
}

/// What follows a semicolon is about fields and headers, which a page does not have.
fn first_part(text: &str) -> &str {
    text.split("; ").next().unwrap_or_default()
}

fn sentence(text: &str) -> String {
    let text = capital(first_part(text));
    if text.ends_with(['.', '!', '?']) {
        return text;
    }
    format!("{text}.")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn page(title: &str, detail: &str) -> String {
        let trouble = Trouble {
            title: title.to_owned(),
            detail: detail.to_owned(),
            known: vec!["greedy".to_owned(), "random".to_owned()],
            again_in: Some(1),
            status: 404,
            code: "unknown_bot".to_owned(),
            about: "/docs/problems#unknown_bot".to_owned(),
            request: "r_0".to_owned(),
        };
        trouble.page(&|_| String::new())
    }

    #[test]
    fn a_page_says_what_is_wrong_what_there_is_and_where_it_is_explained() {
        let page = page("No bot; `known` lists them", "there is no bot `<b>`");
        for said in [
            "<title>No bot</title>",
            "<h1>No bot</h1><p>There is no bot <code>&lt;b&gt;</code>.</p>",
            "<p>There is: greedy, random.</p><p>Try again in 1 second.</p>",
            r#"href="/">Matches</a>"#,
            r#"Status 404, code <a href="/docs/problems#unknown_bot">unknown_bot</a>"#,
        ] {
            assert!(page.contains(said), "{said}: {page}");
        }
    }

    #[test]
    fn what_the_title_says_is_not_said_again() {
        let page = page("No player has this id", "No player has this id");
        assert_eq!(page.matches("No player has this id").count(), 2, "{page}");
    }
}
