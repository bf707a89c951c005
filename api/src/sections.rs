//! Rules text, cut at its chapters and numbered paragraphs.

use crate::wire::Section;

/// The sections of a rules text, in order.
pub(crate) fn of(text: &str) -> Vec<Section> {
    let mut sections = vec![Section {
        anchor: "intro".to_owned(),
        text: String::new(),
    }];
    for line in text.lines() {
        if let Some(anchor) = anchor(line) {
            sections.push(Section {
                anchor: anchor.to_owned(),
                text: String::new(),
            });
        }
        let section = sections
            .last_mut()
            .expect("it begins with the introduction");
        section.text.push_str(line);
        section.text.push('\n');
    }
    sections
}

/// `## 4. Placement` is chapter `4`; `4.3 Text` is paragraph `4.3`.
fn anchor(line: &str) -> Option<&str> {
    let line = line.strip_prefix("## ").unwrap_or(line);
    let number = line
        .split(' ')
        .next()?
        .trim_matches('*')
        .trim_end_matches('.');
    let is_number = number
        .split('.')
        .all(|part| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit()));
    let is_chapter = !number.contains('.') && line.starts_with(&format!("{number}. "));
    (is_number && (number.contains('.') || is_chapter)).then_some(number)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_is_cut_at_chapters_and_paragraphs_and_nothing_is_lost() {
        let text = "# Game\nhello\n## 4. Place\nFirst.\n4.1 One.\nmore\n4.2 Two.\n";
        let sections = of(text);
        let anchors: Vec<&str> = sections.iter().map(|s| s.anchor.as_str()).collect();
        assert_eq!(anchors, ["intro", "4", "4.1", "4.2"]);
        let whole: String = sections.iter().map(|s| s.text.as_str()).collect();
        assert_eq!(whole, text);
        assert_eq!(sections[2].text, "4.1 One.\nmore\n");
    }
}
