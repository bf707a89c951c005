//! How much a page loads, with its boards and without.

use domain::GameId;
use serde_json::json;

use crate::{browser::Browser, helpers::TestApp, number};

/// Bytes over the wire in all; of these, pictures of boards that are files; and of boards that
/// stand in the page, as long as they are.
const WEIGHT: &str = "
    const [page] = performance.getEntriesByType('navigation');
    const files = performance.getEntriesByType('resource');
    const sum = (all) => all.reduce((sum, it) => sum + it.encodedBodySize, 0);
    const inline = [...document.querySelectorAll('svg.board')].map((it) => it.outerHTML).join('');
    return [page.encodedBodySize + sum(files.filter((it) => it.initiatorType !== 'fetch')),
        sum(files.filter((it) => it.name.includes('board.svg'))),
        new TextEncoder().encode(inline).length]";

pub(crate) async fn report(app: &TestApp, browser: &Browser, shown: &[(GameId, String)]) {
    println!("\nWeight of a page in KB, nothing cached");
    println!(
        "{:<40}{:>10}{:>10}{:>10}",
        "page", "all", "boards", "without"
    );
    let off = json!({ "cacheDisabled": true });
    browser.devtools("Network.setCacheDisabled", off).await;
    let mut pages = vec![
        ("first page".to_owned(), "/".to_owned()),
        ("games".to_owned(), "/games".to_owned()),
    ];
    for (game, page) in shown {
        let title = game.info().title;
        let name = serde_json::to_value(game).unwrap();
        pages.push((
            format!("{title}, the game"),
            format!("/games/{}", name.as_str().unwrap()),
        ));
        pages.push((format!("{title}, a match at its end"), page.clone()));
    }
    for (what, page) in pages {
        browser.open(&app.running.url(&page)).await;
        let bytes = browser.run(WEIGHT, Vec::new()).await;
        let [all, files, inline] = [0, 1, 2].map(|nth| number(&bytes[nth]) / 1000.0);
        let boards = files + inline;
        println!("{what:<40}{all:>10.1}{boards:>10.1}{:>10.1}", all - boards);
    }
}
