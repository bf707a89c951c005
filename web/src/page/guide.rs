//! Pages that are read: what numbers and codes mean, and the rules.

use maud::{Markup, PreEscaped, html};

use super::{Address, Head, document};

/// A page of text, which is HTML already and has its own heading.
pub fn guide(address: Address<'_>, title: &str, under: Option<&'static str>, text: &str) -> String {
    let head = Head {
        title,
        under,
        style: None,
        script: None,
    };
    let main = html! { article class="prose" { (PreEscaped(scrolled(text))) } };
    document(address, &head, &main)
}

/// Tables and listings that are wider than a phone are scrolled, with keys as well.
fn scrolled(text: &str) -> String {
    let kinds = [("table", "Table"), ("pre", "Listing")];
    kinds.iter().fold(text.to_owned(), |text, (tag, name)| {
        let begin =
            format!(r#"<div class="scroll" role="group" aria-label="{name}" tabindex="0"><{tag}"#);
        let end = format!("</{tag}></div>");
        text.replace(&format!("<{tag}"), &begin)
            .replace(&format!("</{tag}>"), &end)
    })
}

/// A sentence in which what stands between backticks is code.
pub fn with_code(sentence: &str) -> Markup {
    html! {
        @for (nth, part) in sentence.split('`').enumerate() {
            @if nth % 2 == 1 { code { (part) } } @else { (part) }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_may_be_wider_than_a_phone_is_reached_with_keys() {
        let shown = scrolled("<pre id=\"a\">x</pre><table><tr></table>");
        let reached = shown.matches(r#" tabindex="0"><"#).count();
        assert_eq!(reached, 2, "{shown}");
        assert!(
            shown.contains("<pre id=\"a\">x</pre></div><div "),
            "{shown}"
        );
        assert!(shown.ends_with("<table><tr></table></div>"), "{shown}");
    }

    #[test]
    fn what_stands_between_backticks_is_code_and_nothing_is_markup() {
        let shown = with_code("`A` <b> is `a<b`.").into_string();
        assert_eq!(shown, "<code>A</code> &lt;b&gt; is <code>a&lt;b</code>.");
    }
}
