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
    let main = html! { article class="prose" { (PreEscaped(text)) } };
    document(address, &head, &main)
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
    fn what_stands_between_backticks_is_code_and_nothing_is_markup() {
        let shown = with_code("`A` <b> is `a<b`.").into_string();
        assert_eq!(shown, "<code>A</code> &lt;b&gt; is <code>a&lt;b</code>.");
    }
}
