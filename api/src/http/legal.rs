//! Which legal commands to list: all, the first few, or a fair sample.

use domain::{
    Command, Dice, Refused, Seed, View, Who, cast,
    matches::{Legal, Match},
};
use serde::{
    Deserialize, Deserializer,
    de::{Error as _, IntoDeserializer as _, value},
};
use utoipa::IntoParams;

use crate::{
    http::{codes::Code, error::ApiError, listing::limit::Limit},
    wire::{ActionMask, LegalCommand, LegalCommands},
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
    /// Give a mask of the legal commands over all action ids, too. With `count_only=true` it comes
    /// alone.
    #[serde(default)]
    mask: bool,
    /// Which additional values to give for each command, separated by commas: its action id
    /// (`action`), what it would gain (`gain`), what it says in words (`text`), the cells that it
    /// names (`cells`).
    #[serde(default, deserialize_with = "each_with")]
    #[param(inline, style = Form, explode = false, min_items = 1, max_items = 4)]
    with: Vec<With>,
}

/// An additional value to give for each command.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum With {
    /// Its action id, which means the same command in every decision.
    Action,
    /// What it would add to your sheet if the game scored at once.
    Gain,
    /// What it says, in words.
    Text,
    /// The cells that it names.
    Cells,
}

/// So many values may be asked for in one list.
const MOST_WITH: usize = 4;

/// Splits `gain,text`.
fn each_with<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<With>, D::Error> {
    let list = String::deserialize(deserializer)?;
    let read = |word: &str| {
        let with: Result<With, value::Error> = With::deserialize(word.into_deserializer());
        with.map_err(D::Error::custom)
    };
    let with: Vec<With> = list.split(',').map(read).collect::<Result<_, _>>()?;
    if with.len() > MOST_WITH {
        return Err(D::Error::invalid_length(with.len(), &"at most four words"));
    }
    Ok(with)
}

impl LegalQuery {
    /// The first of them, each with what it says and what it would gain.
    pub(crate) fn in_words(limit: u32) -> LegalQuery {
        LegalQuery {
            limit: Some(Limit::up_to(limit)),
            with: vec![With::Gain, With::Text],
            ..LegalQuery::default()
        }
    }

    /// Whether it asks for commands, and not only for how many there are.
    pub(crate) fn lists(&self) -> bool {
        let narrowed = self.limit.is_some() || self.sample.is_some() || !self.with.is_empty();
        narrowed && !self.count_only
    }

    /// Whether it asks for more than how many there are.
    pub(crate) fn asks(&self) -> bool {
        self.lists() || self.mask
    }

    /// Whether it asks only how many commands are legal.
    pub(crate) const fn only_counts(&self) -> bool {
        self.count_only && !self.mask
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
    let legal = view.legal();
    let count = cast::<u32>(legal.len());
    let mask = query.mask.then(|| mask(view, &legal)).transpose()?;
    let gives = |with: With| query.with.contains(&with);
    if gives(With::Action) && view.actions().is_none() {
        return Err(Refused::NoActionIds.into());
    }
    let mut legal: Vec<(u32, Command)> = (0..).zip(legal).collect();
    if let Some(sample) = query.sample {
        draw(&mut legal, sample);
    }
    let limit = if query.count_only {
        0
    } else {
        query.limit.unwrap_or_default().items()
    };
    let (numbers, listed): (Vec<u32>, Vec<Command>) = legal.into_iter().take(limit).unzip();
    let gains = gives(With::Gain).then(|| view.gains(&listed));
    let listed = numbers.into_iter().zip(listed).enumerate();
    let items = listed.map(|(nth, (number, command))| LegalCommand {
        number,
        action: view.action_id(&command).filter(|_| gives(With::Action)),
        gain: gains.as_ref().map(|gains| gains[nth]),
        text: gives(With::Text).then(|| view.said(&command, &Who::NUMBERED)),
        cells: gives(With::Cells).then(|| view.cells_of(&command)),
        command,
    });
    Ok(LegalCommands {
        count,
        items: items.collect(),
        mask,
    })
}

/// What a seat is told of the legal commands of a decision that it owes. What is withheld is
/// absent.
#[derive(Debug, Default)]
pub(crate) struct Told {
    pub(crate) count: Option<u32>,
    pub(crate) items: Option<Vec<LegalCommand>>,
    pub(crate) mask: Option<ActionMask>,
}

/// What a seat with this view is told of what is legal. What is withheld may not be asked for.
pub(crate) fn told(game: &Match, view: &View, query: &LegalQuery) -> Result<Told, ApiError> {
    ensure_told(game, query)?;
    match game.told_legal() {
        Legal::Full => {
            let LegalCommands { count, items, mask } = commands(view, query)?;
            let (count, items) = (Some(count), Some(items));
            Ok(Told { count, items, mask })
        }
        Legal::Count | Legal::None => Ok(Told {
            count: count(game, view),
            ..Told::default()
        }),
    }
}

/// How many commands are legal, if the seat may know that.
pub(crate) fn count(game: &Match, view: &View) -> Option<u32> {
    let is_told = game.told_legal() != Legal::None;
    is_told.then(|| cast::<u32>(view.legal().len()))
}

/// Refuses to ask for commands that are withheld.
pub(crate) fn ensure_told(game: &Match, query: &LegalQuery) -> Result<(), ApiError> {
    query.check()?;
    if game.told_legal() == Legal::Full || !query.asks() {
        return Ok(());
    }
    Err(Code::LegalWithheld.into())
}

/// The legal commands of a seat that owes nothing.
pub(crate) fn none(query: &LegalQuery) -> Result<LegalCommands, ApiError> {
    query.check()?;
    Ok(LegalCommands::none())
}

/// Which actions these commands are.
fn mask(view: &View, legal: &[Command]) -> Result<ActionMask, ApiError> {
    let bound = view.actions().ok_or(Refused::NoActionIds)?;
    let ids = legal.iter().filter_map(|command| view.action_id(command));
    Ok(ActionMask::of(bound, ids))
}

/// Keeps `sample` of the commands, each equally likely.
fn draw(legal: &mut Vec<(u32, Command)>, sample: usize) {
    let mut seed = Seed([0; 32]);
    getrandom::fill(&mut seed.0).expect("the operating system gives random bytes");
    let mut roll = Dice::new(seed).roll("sample", 0);
    for at in 0..sample.min(legal.len()) {
        let other = at + roll.index(legal.len() - at);
        legal.swap(at, other);
    }
    legal.truncate(sample);
}
