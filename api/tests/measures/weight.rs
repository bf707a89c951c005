//! How much a page loads, with its boards and without.

use domain::GameId;
use serde_json::json;

use crate::{browser::Browser, helpers::TestApp, number};

/// Bytes over the wire, compressed; bytes in all; of these, pictures of boards that are files; and
/// boards that stand in the page.
const WEIGHT: &str = "
    const [page] = performance.getEntriesByType('navigation');
    const files = performance.getEntriesByType('resource');
    const loaded = files.filter((it) => it.initiatorType !== 'fetch');
    const sum = (all, size) => all.reduce((sum, it) => sum + it[size], 0);
    const inline = [...document.querySelectorAll('svg.board')].map((it) => it.outerHTML).join('');
    return [sum([page, ...loaded], 'encodedBodySize'),
        sum([page, ...loaded], 'decodedBodySize'),
        sum(files.filter((it) => /(board|thumbnail)\\.svg/.test(it.name)), 'decodedBodySize'),
        new TextEncoder().encode(inline).length]";

pub(crate) async fn report(app: &TestApp, browser: &Browser, shown: &[(GameId, String)]) {
    println!("\nWeight of a page in KB, nothing cached");
    println!(
        "{:<40}{:>10}{:>10}{:>10}{:>10}",
        "page", "sent", "all", "boards", "without"
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
        let [sent, all, files, inline] = [0, 1, 2, 3].map(|nth| number(&bytes[nth]) / 1000.0);
        let boards = files + inline;
        let without = all - boards;
        println!("{what:<40}{sent:>10.1}{all:>10.1}{boards:>10.1}{without:>10.1}");
    }
}
