//! A match as a file is played in the browser without a server, and checks its own record.

#![allow(clippy::unwrap_used, reason = "a test says what it needs by panicking")]

use std::{fs, io::Write as _, path::Path, process::Command};

use base64::{Engine as _, engine::general_purpose::STANDARD};
use flate2::{Compression, read::GzDecoder, write::GzEncoder};
use serde_json::{Value, json};
use tempfile::TempDir;
use thirtyfour::Key;

use crate::{
    browser::{Browser, Theme},
    sound::{DESK, NARROW, PHONE, axe, overhang, violations},
    stand::Stand,
};

/// What the file says of its record, once it has read it.
const VERDICT: &str = "document.querySelector('#verdict').textContent";
const IS_CHECKED: &str = "document.querySelector('#verdict').textContent.startsWith('The record')";

/// The step that is shown: by the address, the slider and the sentence.
const SHOWN: &str = "[location.hash, document.querySelector('input[type=range]').value,
    document.querySelector('.say').textContent]";

/// What the data of a file stand between.
const DATA: [&str; 2] = [r#"id="match">"#, "</script>"];

/// A folder with files, and their addresses.
struct Folder(TempDir);

impl Folder {
    fn write(&self, name: &str, page: &str) -> String {
        let path = self.0.path().join(name);
        fs::write(&path, page).unwrap();
        address(&path)
    }

    /// A file that the program makes of a record.
    fn viewed(&self, name: &str, record: &str) -> String {
        let [lines, page] = ["ndjson", "html"].map(|end| {
            let name = format!("{name}.{end}");
            self.0.path().join(name)
        });
        fs::write(&lines, record).unwrap();
        let mut view = Command::new(env!("CARGO_BIN_EXE_cartulary"));
        let done = view.arg("view").arg(&lines).arg("--html").arg(&page);
        let done = done.output().unwrap();
        assert!(done.status.success(), "{done:?}");
        address(&page)
    }
}

fn address(path: &Path) -> String {
    format!("file://{}", path.display())
}

/// The same file with one digit of its record changed: the first that was hashed of the last line.
fn tampered(page: &str) -> String {
    let (before, rest) = page.split_once(DATA[0]).unwrap();
    let (packed, after) = rest.split_once(DATA[1]).unwrap();
    let packed = STANDARD.decode(packed).unwrap();
    let mut data: Value = serde_json::from_reader(GzDecoder::new(&packed[..])).unwrap();
    let mut record = data["record"].as_str().unwrap().to_owned();
    let hashed = record.rfind("\"public\":").unwrap();
    let digit = record[hashed..].find(|it: char| it.is_ascii_digit());
    let digit = hashed + digit.unwrap();
    let other = if &record[digit..=digit] == "7" {
        "8"
    } else {
        "7"
    };
    record.replace_range(digit..=digit, other);
    data["record"] = json!(record);
    let mut packed = GzEncoder::new(Vec::new(), Compression::fast());
    packed.write_all(data.to_string().as_bytes()).unwrap();
    let packed = STANDARD.encode(packed.finish().unwrap());
    [before, DATA[0], &packed, DATA[1], after].concat()
}

/// Steps through a file by keys.
async fn assert_steps(browser: &Browser, first: &Value, last: u64) {
    for (key, step) in [
        (Key::Home, 0),
        (Key::Right, 1),
        (Key::Right, 2),
        (Key::Left, 1),
        (Key::End, last),
        (Key::Left, last - 1),
    ] {
        browser.press(key).await;
        let shown = browser.value(SHOWN).await;
        assert_eq!(shown[0], format!("#{step}"));
        assert_eq!(shown[1], step.to_string());
        match step {
            0 => assert_eq!(shown[2], "Nothing has happened yet."),
            1 => assert_eq!(&shown[2], first),
            _ => assert_ne!(&shown[2], first),
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_file_plays_by_keys_and_tells_a_changed_record_from_its_own() {
    let stand = Stand::of(&["ann", "ben"]).await;
    let browser = Browser::start().await;
    let folder = Folder(tempfile::tempdir().unwrap());
    for id in stand.over() {
        let at = format!("/v1/matches/{id}");
        let last = stand.app.get(&at, None).await.json()["version"].as_u64();
        let events = stand.app.get(&format!("{at}/events?limit=1"), None).await;
        let events = events.json();
        let served = stand.app.get(&format!("{at}/replay.html"), None).await;
        let record = stand.app.get(&format!("{at}/record"), None).await;
        let files = [
            folder.write(&format!("{id}-served.html"), &served.text),
            folder.viewed(id, &record.text),
        ];
        for file in files {
            browser.open(&file).await;
            browser.until(IS_CHECKED).await;
            let verdict = browser.value(VERDICT).await;
            let is_verified = verdict
                .as_str()
                .unwrap()
                .starts_with("The record verifies: ");
            assert!(is_verified, "{file}: {verdict}");
            assert_steps(&browser, &events["items"][0]["text"], last.unwrap()).await;
        }
        let changed = folder.write(&format!("{id}-changed.html"), &tampered(&served.text));
        browser.open(&changed).await;
        browser.until(IS_CHECKED).await;
        let verdict = browser.value(VERDICT).await;
        let is_refused = verdict.as_str().unwrap();
        let is_refused =
            is_refused.starts_with("The record does not verify: it is not what was written");
        assert!(is_refused, "{changed}: {verdict}");
    }
    let troubles = browser.troubles("file://").await;
    browser.quit().await;
    assert!(troubles.is_empty(), "{troubles:#?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_file_is_for_everybody() {
    let stand = Stand::of(&["ann", "ben"]).await;
    let browser = Browser::start().await;
    let folder = Folder(tempfile::tempdir().unwrap());
    let axe = axe();
    for id in stand.over() {
        let page = format!("/v1/matches/{id}/replay.html");
        let page = stand.app.get(&page, None).await.text;
        let file = folder.write(&format!("{id}.html"), &page);
        for theme in [Theme::Light, Theme::Dark] {
            browser.has_theme(theme).await;
            for width in [DESK, PHONE, NARROW] {
                browser.has_width(width).await;
                browser.open(&file).await;
                browser.until(IS_CHECKED).await;
                let mut found = violations(&browser, &axe).await;
                found.extend(overhang(&browser, width).await);
                assert!(found.is_empty(), "{id}, {theme:?} at {width}: {found:#?}");
            }
        }
    }
    browser.quit().await;
}
