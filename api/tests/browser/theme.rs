//! A page is light or dark as its root says, whatever the machine is set to.

use serde_json::{Value, json};

use crate::{
    browser::{Browser, Theme},
    stand::Stand,
};

/// Says it on the root, and reads the ground of the page and of the boards on it.
const GROUNDS: &str = "
    const said = arguments[0];
    if (said) document.documentElement.dataset.theme = said;
    else delete document.documentElement.dataset.theme;
    const of = (it) => getComputedStyle(it).getPropertyValue('--surface');
    const boards = [...document.querySelectorAll('svg.board')].map(of);
    return [getComputedStyle(document.body).backgroundColor, ...new Set(boards)];";

fn grounds(theme: Theme) -> Value {
    match theme {
        Theme::Light => json!(["rgb(242, 245, 240)", "#FBFCFA"]),
        Theme::Dark => json!(["rgb(15, 24, 29)", "#162229"]),
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_root_of_a_page_says_whether_it_and_its_boards_are_dark() {
    let stand = Stand::of(&["ann", "ben"]).await;
    let browser = Browser::start().await;
    for over in stand.over() {
        stand.open(&browser, &format!("/matches/{over}")).await;
        for machine in [Theme::Light, Theme::Dark] {
            browser.has_theme(machine).await;
            for (said, theme) in [
                (Value::Null, machine),
                (json!("light"), Theme::Light),
                (json!("dark"), Theme::Dark),
            ] {
                let seen = browser.run(GROUNDS, vec![said.clone()]).await;
                assert_eq!(seen, grounds(theme), "{said}");
            }
        }
    }
    browser.quit().await;
}
