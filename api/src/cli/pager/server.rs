//! A match read from a server, and followed while it runs.

use std::collections::HashMap;

use domain::{BySeat, ScoreSheet, Seat, cast};
use reqwest::{Client, Response};
use serde::Deserialize;
use store::MatchId;
use tokio::runtime::Runtime;

use super::{Book, Outcome, Page, file};

/// A match read from a server.
pub(super) struct FromServer {
    runtime: Runtime,
    http: Client,
    /// The match.
    at: String,
    token: Option<String>,
    seat: Option<Seat>,
    manifest: Manifest,
    landmarks: Vec<u32>,
    pages: HashMap<u32, Page>,
}

#[derive(Debug, Deserialize)]
struct Manifest {
    version: u32,
    over: bool,
    steps: Vec<Entry>,
    landmarks: Vec<Mark>,
}

#[derive(Debug, Deserialize)]
struct Entry {
    kind: String,
    seat: Option<Seat>,
    moment: Option<Moment>,
}

#[derive(Debug, Deserialize)]
struct Moment {
    stage: String,
    round: u8,
    turn: u8,
}

#[derive(Debug, Deserialize)]
struct Mark {
    step: u32,
}

#[derive(Debug, Deserialize)]
struct StepScore {
    sheets: Option<BySeat<ScoreSheet>>,
}

#[derive(Debug, Deserialize)]
struct Problem {
    detail: String,
}

impl FromServer {
    pub(super) fn open(
        url: &str,
        id: MatchId,
        token: Option<String>,
        seat: Option<Seat>,
    ) -> Outcome<FromServer> {
        let runtime = tokio::runtime::Builder::new_current_thread()
            .enable_all()
            .build()?;
        let mut book = FromServer {
            runtime,
            http: Client::new(),
            at: format!("{}/v1/matches/{id}", url.trim_end_matches('/')),
            token,
            seat,
            manifest: Manifest {
                version: 0,
                over: false,
                steps: Vec::new(),
                landmarks: Vec::new(),
            },
            landmarks: Vec::new(),
            pages: HashMap::new(),
        };
        book.refresh()?;
        Ok(book)
    }

    fn get<T>(
        &self,
        path: &str,
        read: impl AsyncFnOnce(Response) -> reqwest::Result<T>,
    ) -> Outcome<T> {
        let mut url = format!("{}{path}", self.at);
        if let Some(Seat(seat)) = self.seat {
            let joint = if path.contains('?') { '&' } else { '?' };
            url += &format!("{joint}seat={seat}");
        }
        let mut request = self.http.get(url);
        if let Some(token) = &self.token {
            request = request.bearer_auth(token);
        }
        self.runtime.block_on(async {
            let response = request.send().await?;
            if response.status().is_success() {
                return Ok(read(response).await?);
            }
            let problem: Problem = response.json().await?;
            Err(problem.detail.into())
        })
    }

    fn title(&self, step: u32) -> String {
        let mut title = format!("step {step}/{}", self.manifest.version);
        let place = cast::<usize>(step).checked_sub(1);
        let Some(entry) = place.and_then(|place| self.manifest.steps.get(place)) else {
            return title;
        };
        title += &format!(" · {}", entry.kind);
        if let Some(Seat(seat)) = entry.seat {
            title += &format!(" · seat {seat} decided");
        }
        if let Some(Moment { stage, round, turn }) = &entry.moment {
            title += &format!(" · {stage}, round {round}, turn {turn}");
        }
        title
    }
}

impl Book for FromServer {
    fn last(&self) -> u32 {
        self.manifest.version
    }

    fn landmarks(&self) -> &[u32] {
        &self.landmarks
    }

    fn page(&mut self, step: u32) -> Outcome<Page> {
        if let Some(page) = self.pages.get(&step) {
            let title = self.title(step);
            return Ok(Page {
                title,
                ..page.clone()
            });
        }
        let view = format!("/view?format=text&step={step}");
        let board = self.get(&view, Response::text)?;
        let score = self.get(&format!("/steps/{step}/score"), Response::json::<StepScore>)?;
        let page = Page {
            title: self.title(step),
            board,
            scores: score
                .sheets
                .as_ref()
                .map_or_else(String::new, file::written),
        };
        self.pages.insert(step, page.clone());
        Ok(page)
    }

    fn refresh(&mut self) -> Outcome<()> {
        if !self.manifest.over {
            self.manifest = self.get("/replay", Response::json::<Manifest>)?;
            let marks = self.manifest.landmarks.iter();
            self.landmarks = marks.map(|mark| mark.step).collect();
        }
        Ok(())
    }
}
