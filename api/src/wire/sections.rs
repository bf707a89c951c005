//! Rules text, cut at its chapters and numbered paragraphs.

use super::Section;

impl Section {
    /// The sections of a rules text, in order.
    pub fn all(text: &str) -> Vec<Section> {
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
}

/// `## 4. Placement` is chapter `4`; `### 6A. Camps` is part `6A` of a chapter; `4.3 Text`
/// is paragraph `4.3`.
fn anchor(line: &str) -> Option<&str> {
    let text = line.trim_start_matches('#').trim_start();
    let is_heading = text != line;
    let number = text
        .split(' ')
        .next()?
        .trim_matches('*')
        .trim_end_matches('.');
    let is_part = |part: &str| {
        let digits = part.trim_end_matches(|letter: char| letter.is_ascii_uppercase());
        !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit())
    };
    let is_chapter = is_heading && text.starts_with(&format!("{number}. "));
    let is_number = number.split('.').all(is_part);
    (is_number && (number.contains('.') || is_chapter)).then_some(number)
}

#[cfg(test)]
mod tests {
    use std::{collections::BTreeSet, fs, path::Path};

    use domain::GameId;

    use super::*;
    use crate::wire;

    #[test]
    fn a_text_is_cut_at_chapters_and_paragraphs_and_nothing_is_lost() {
        let text = "# Game\nhello\n## 4. Place\nFirst.\n4.1 One.\nmore\n4.2 Two.\n";
        let sections = Section::all(text);
        let anchors: Vec<&str> = sections.iter().map(|s| s.anchor.as_str()).collect();
        assert_eq!(anchors, ["intro", "4", "4.1", "4.2"]);
        let whole: String = sections.iter().map(|s| s.text.as_str()).collect();
        assert_eq!(whole, text);
        assert_eq!(sections[2].text, "4.1 One.\nmore\n");
    }

    #[test]
    fn parts_of_a_chapter_have_anchors_too() {
        let sections =
            Section::all("## 6. Build\n### 6A. Camps\n6A.1 One.\n### 7.1 Two\n7.1.1 Three.\n");
        let anchors: Vec<&str> = sections.iter().map(|s| s.anchor.as_str()).collect();
        assert_eq!(anchors, ["intro", "6", "6A", "6A.1", "7.1", "7.1.1"]);
    }

    /// The code that refuses, game by game.
    #[allow(
        clippy::disallowed_methods,
        reason = "a test reads the code that it is about"
    )]
    fn refusals(game: GameId) -> &'static str {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../domain/src/games");
        let file = folder.join(wire::name(&game)).join("illegal.rs");
        fs::read_to_string(file).unwrap().leak()
    }

    /// The codes, then their paragraphs, of which a few are the arms of a match. An arm
    /// with a word is a field of a position.
    fn told(game: GameId) -> (BTreeSet<&'static str>, BTreeSet<&'static str>) {
        let after = |mark| {
            let quoted = refusals(game).split(mark).skip(1);
            quoted.filter_map(|rest| rest.split('"').next())
        };
        let is_paragraph = |word: &&str| word.starts_with(|it: char| it.is_ascii_digit());
        let arms = after("=> \"").filter(is_paragraph);
        (
            after(": \"").collect(),
            after("rule \"").chain(arms).collect(),
        )
    }

    #[test]
    fn the_paragraph_of_every_refusal_is_an_anchor() {
        for &game in GameId::ALL {
            let sections = Section::all(game.info().rules_text);
            let anchors: BTreeSet<&str> = sections.iter().map(|it| it.anchor.as_str()).collect();
            assert_eq!(
                anchors.len(),
                sections.len(),
                "an anchor of {game:?} is there twice"
            );
            let (_, rules) = told(game);
            let missing: Vec<_> = rules.difference(&anchors).collect();
            assert!(
                !rules.is_empty() && missing.is_empty(),
                "{game:?}: {missing:?}"
            );
        }
    }

    #[test]
    fn every_code_of_a_refusal_is_listed_with_the_rules_and_its_paragraph() {
        for &game in GameId::ALL {
            let text = game.info().rules_text;
            let sections = Section::all(text);
            let is_anchor = |rule: &str| sections.iter().any(|it| it.anchor == rule);
            let rows = text
                .lines()
                .filter_map(|line| line.strip_prefix("| `")?.split_once("` | "));
            let mut listed = BTreeSet::new();
            for (code, rest) in rows.filter(|(code, _)| !code.contains('.')) {
                let (rules, meaning) = rest.split_once(" | ").unwrap();
                assert!(rules.split(", ").all(is_anchor), "{game:?}: {code} {rules}");
                assert!(meaning.split(' ').count() > 2, "{game:?}: {code} {meaning}");
                assert!(listed.insert(code), "{game:?}: {code} is listed twice");
            }
            assert_eq!(listed, told(game).0, "{game:?}");
        }
    }
}
