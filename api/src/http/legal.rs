//! Which legal commands to list: all, the first few, or a fair sample.

use domain::{Command, Dice, Seed, View, cast};
use serde::Deserialize;
use utoipa::IntoParams;

use crate::{
    http::{codes::Code, error::ApiError, listing::limit::Limit},
    wire::{LegalCommand, LegalCommands},
};

/// How many commands an answer lists.
type Listed = Limit<5000, 5000>;

/// Which legal commands to list.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct LegalQuery {
    /// The most items in this answer.
    #[param(inline)]
    limit: Option<Listed>,
    /// List this many commands, drawn at random for each request, each with equal probability. A
    /// random bot needs only `sample=1`.
    #[param(minimum = 1, maximum = 5000)]
    sample: Option<usize>,
    /// List no commands; only count them.
    #[serde(default)]
    count_only: bool,
    /// Which additional values to give for each command.
    #[param(inline)]
    with: Option<With>,
}

/// An additional value to give for each command.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum With {
    /// What it would add to your sheet if the game scored at once.
    Gain,
}

impl LegalQuery {
    /// Whether it asks for commands, and not only for how many there are.
    pub(crate) fn lists(&self) -> bool {
        let narrowed = self.limit.is_some() || self.sample.is_some() || self.with.is_some();
        narrowed && !self.count_only
    }

    /// Whether it asks for commands drawn at random, another time others.
    pub(crate) const fn is_drawn(&self) -> bool {
        self.sample.is_some()
    }

    /// Refuses numbers out of range.
    pub(crate) fn check(&self) -> Result<(), ApiError> {
        if self
            .sample
            .is_none_or(|sample| (1..=MOST).contains(&sample))
        {
            return Ok(());
        }
        let detail = format!("sample must be from 1 to {MOST}");
        Err(Code::MalformedQuery.because(detail))
    }
}

/// The most commands that are drawn for one answer.
pub(crate) const MOST: usize = 5000;

/// The legal commands of a view, as asked for.
pub(crate) fn commands(view: &View, query: &LegalQuery) -> Result<LegalCommands, ApiError> {
    query.check()?;
    let mut legal = view.legal();
    let count = cast::<u32>(legal.len());
    if let Some(sample) = query.sample {
        draw(&mut legal, sample);
    }
    let limit = if query.count_only {
        0
    } else {
        query.limit.unwrap_or_default().items()
    };
    let listed = legal.into_iter().take(limit);
    let items = listed.map(|command| LegalCommand {
        gain: query.with.map(|With::Gain| view.gain(&command)),
        command,
    });
    Ok(LegalCommands {
        count,
        items: items.collect(),
    })
}

/// The legal commands of a seat that owes nothing.
pub(crate) fn none(query: &LegalQuery) -> Result<LegalCommands, ApiError> {
    query.check()?;
    Ok(LegalCommands::none())
}

/// Keeps `sample` of the commands, each equally likely.
fn draw(legal: &mut Vec<Command>, sample: usize) {
    let mut seed = Seed([0; 32]);
    getrandom::fill(&mut seed.0).expect("the operating system gives random bytes");
    let mut roll = Dice::new(seed).roll("sample", 0);
    for at in 0..sample.min(legal.len()) {
        let other = at + roll.index(legal.len() - at);
        legal.swap(at, other);
    }
    legal.truncate(sample);
}
