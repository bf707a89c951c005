//! A browser without a window, and what a test asks of it.

#![allow(clippy::unwrap_used, reason = "a test says what it needs by panicking")]

use std::{env, time::Duration};

use serde_json::{Value, json};
use thirtyfour::{TypingData, prelude::*};
use tokio::time::timeout;

/// So long is waited for what a page is about to do, on a machine that does much else.
const PATIENCE: Duration = Duration::from_secs(60);
/// What is narrower is a phone.
const PHONE: u32 = 700;

/// Puts the right to the first seat of a match where its page looks for it.
const SEAT: &str = "localStorage.setItem(`cartulary.seat.${arguments[0]}.0`, arguments[1])";

/// A browser of its own, with one page.
pub(crate) struct Browser {
    driver: WebDriver,
}

/// Light or dark, as the reader has it set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Theme {
    Light,
    Dark,
}

impl Browser {
    /// Starts one by the driver whose address `make browser` tells.
    pub(crate) async fn start() -> Browser {
        let logs = json!({ "browser": "ALL", "performance": "ALL" });
        Browser::with(Some(logs)).await
    }

    /// Starts one that keeps no logs, which take time of their own.
    pub(crate) async fn unlogged() -> Browser {
        Browser::with(None).await
    }

    async fn with(logs: Option<Value>) -> Browser {
        let driver = env::var("CARTULARY_WEBDRIVER").expect("it is run by `make browser`");
        let mut wanted = DesiredCapabilities::chrome();
        for flag in [
            "--headless=new",
            "--disable-gpu",
            // It opens nothing but what this test serves, and root has no sandbox.
            "--no-sandbox",
            "--disable-dev-shm-usage",
            "--hide-scrollbars",
            "--window-size=1280,900",
            // What it does for itself takes time from what is looked at.
            "--disable-background-networking",
            "--disable-component-update",
            "--disable-sync",
            "--no-first-run",
        ] {
            wanted.add_arg(flag).unwrap();
        }
        if let Some(logs) = logs {
            wanted.set("goog:loggingPrefs", logs).unwrap();
        }
        let driver = WebDriver::new(driver, wanted).await.unwrap();
        driver.set_script_timeout(PATIENCE).await.unwrap();
        Browser { driver }
    }

    /// Closes it.
    pub(crate) async fn quit(self) {
        self.driver.quit().await.unwrap();
    }

    /// Has the screen of a device of this width.
    pub(crate) async fn has_width(&self, width: u32) {
        let is_phone = width < PHONE;
        let height = if is_phone { 844 } else { 900 };
        let metrics = json!({
            "width": width, "height": height, "deviceScaleFactor": 1, "mobile": is_phone,
        });
        self.devtools("Emulation.setDeviceMetricsOverride", metrics)
            .await;
    }

    /// Is set to a theme.
    pub(crate) async fn has_theme(&self, theme: Theme) {
        let value = match theme {
            Theme::Light => "light",
            Theme::Dark => "dark",
        };
        let feature = json!({ "name": "prefers-color-scheme", "value": value });
        let media = json!({ "features": [feature] });
        self.devtools("Emulation.setEmulatedMedia", media).await;
    }

    /// Sends a command of its DevTools.
    pub(crate) async fn devtools(&self, method: &str, parameters: Value) -> Value {
        let sent = self.driver.cdp().send_raw(method, parameters).await;
        sent.unwrap_or_else(|error| panic!("{method}: {error}"))
    }

    /// Opens an address, and waits until all of the page is there, and not the one before it.
    pub(crate) async fn open(&self, url: &str) {
        self.run("document.isLeft = true", Vec::new()).await;
        let opened = self.driver.goto(url).await;
        opened.unwrap_or_else(|error| panic!("{url}: {error}"));
        // On a machine that does much else, the driver says so too early.
        let is_there = "!document.isLeft && document.readyState === 'complete'";
        self.until_on_any_page(is_there).await;
    }

    /// Keeps the right to the first seat of a match, on the server whose page is open.
    pub(crate) async fn holds_seat(&self, id: &str, token: &str) {
        self.run(SEAT, vec![json!(id), json!(token)]).await;
    }

    /// Presses and releases a key, as a person does: wherever the focus is.
    pub(crate) async fn press(&self, key: Key) {
        self.types(key).await;
    }

    /// Presses and releases these keys, one after the other, wherever the focus is.
    pub(crate) async fn types(&self, keys: impl Into<TypingData>) {
        let keys = self.driver.action_chain().send_keys(keys);
        keys.perform().await.unwrap();
    }

    /// Presses a key while another one is held.
    pub(crate) async fn press_with(&self, held: Key, key: Key) {
        let keys = self.driver.action_chain().key_down(held.clone());
        let keys = keys.key_down(key.clone()).key_up(key).key_up(held);
        keys.perform().await.unwrap();
    }

    /// Scrolls to the element that a script returns, and clicks on it with the mouse. Nothing may
    /// lie on it. Whether there is one.
    pub(crate) async fn click(&self, script: &str, arguments: Vec<Value>) -> bool {
        let script = format!(
            "const found = (() => {{ {script} }})();
             found?.scrollIntoView({{ block: 'center' }});
             return found"
        );
        let found = self.driver.execute(&*script, arguments).await;
        let found = found.unwrap_or_else(|error| panic!("{script}: {error}"));
        if found.json().is_null() {
            return false;
        }
        let clicked = found.element().unwrap().click().await;
        clicked.unwrap_or_else(|error| panic!("{script}: {error}"));
        true
    }

    /// What a script returns.
    pub(crate) async fn run(&self, script: &str, arguments: Vec<Value>) -> Value {
        match self.driver.execute(script, arguments).await {
            Ok(ran) => ran.json().clone(),
            Err(error) => panic!("{}: {script}: {error}", self.shown().await),
        }
    }

    /// The address and the first words of the page that is shown: they tell why a test failed.
    async fn shown(&self) -> String {
        let script = "return `${location.href}, ${document.body?.innerText.slice(0, 300)}`";
        let shown = self.driver.execute(script, Vec::new()).await;
        shown.map_or_else(|error| error.to_string(), |shown| shown.json().to_string())
    }

    /// What an expression is.
    pub(crate) async fn value(&self, expression: &str) -> Value {
        self.run(&format!("return {expression}"), Vec::new()).await
    }

    /// Waits until an expression is true, looking once in each frame.
    pub(crate) async fn until(&self, expression: &str) {
        let script = format!(
            "const done = arguments[0];
             const look = () => ({expression}) ? done(true) : requestAnimationFrame(look);
             look();"
        );
        let waited = self.driver.execute_async(script, Vec::new()).await;
        if let Err(error) = waited {
            let shown = self.shown().await;
            panic!("{shown}: not true in {PATIENCE:?}: {expression}: {error}");
        }
    }

    /// Waits until an expression is true, on whatever page is shown then: what waits inside a page
    /// ends with that page.
    pub(crate) async fn until_on_any_page(&self, expression: &str) {
        let come = async { while self.value(expression).await != json!(true) {} };
        if timeout(PATIENCE, come).await.is_err() {
            let shown = self.shown().await;
            panic!("{shown}: not true in {PATIENCE:?}: {expression}");
        }
    }

    /// What a script gives to the function that is its last argument.
    pub(crate) async fn wait(&self, script: &str, arguments: Vec<Value>) -> Value {
        let waited = self.driver.execute_async(script, arguments).await;
        waited.unwrap().json().clone()
    }

    /// What went wrong since this was last asked: errors on the console, what the policy of a
    /// page forbade it, and requests to another server than `home`.
    pub(crate) async fn troubles(&self, home: &str) -> Vec<String> {
        let console = self.driver.browser_log().await.unwrap();
        let errors = console.into_iter().filter(|entry| entry.level == "SEVERE");
        let mut troubles: Vec<String> = errors.map(|entry| entry.message).collect();
        let requests = self.driver.get_log("performance").await.unwrap();
        let asked = requests
            .iter()
            .filter_map(|entry| requested(&entry.message));
        let elsewhere = asked.filter(|url| !url.starts_with(home) && !url.starts_with("data:"));
        troubles.extend(elsewhere.map(|url| format!("asks for {url}")));
        troubles
    }
}

/// The address that an entry of the log says was asked for.
fn requested(entry: &str) -> Option<String> {
    let entry: Value = serde_json::from_str(entry).unwrap();
    let message = &entry["message"];
    let is_request = message["method"] == "Network.requestWillBeSent"
        || message["method"] == "Network.webSocketCreated";
    let params = &message["params"];
    let url = params["request"]["url"].as_str().or(params["url"].as_str());
    is_request.then_some(url?.to_owned())
}
