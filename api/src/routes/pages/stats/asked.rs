//! What a page of statistics is asked for, as it stands in its address.

use ::web::page::{Form, Picked};
use actix_web::HttpRequest;
use domain::{
    GameId,
    bots::Bot,
    facts::{Kind, Metric, Per},
};
use serde::{Deserialize, de::DeserializeOwned};
use store::statistics::{self, OPPONENT};

use crate::{http::error::ApiError, stats::query::Lists, wire};

/// What can be counted although it is left out, as the API has it, and in words.
const INCLUDE: [(&str, &str); 6] = [
    ("forks", "forks"),
    ("imported", "imported matches"),
    ("foreknown", "matches with something known beforehand"),
    ("closed_deals", "closed deals of batches and tournaments"),
    ("server_made", "seats the server played for"),
    ("old_rules", "older editions of the rules"),
];

/// A question.
pub(super) struct Asked {
    /// The query string, without parameters that a form left empty.
    text: String,
    /// The game that is asked about.
    pub(super) game: GameId,
    /// Whether it was named.
    pub(super) names_game: bool,
}

/// What the form shows again.
#[derive(Debug, Default, Deserialize)]
struct Shown {
    #[serde(default)]
    metric: Vec<String>,
    #[serde(default)]
    group_by: Vec<String>,
    #[serde(default, rename = "where")]
    conditions: Vec<String>,
    #[serde(default)]
    include: Vec<String>,
}

#[derive(Debug, Deserialize)]
struct OfGame {
    game: Option<GameId>,
}

impl Asked {
    /// What a request asks for. About no game in particular, it is about the first.
    pub(super) fn of(request: &HttpRequest) -> Result<Asked, ApiError> {
        let pairs: Vec<(String, String)> = Lists::of(request.query_string())?.0;
        let given = |(name, value): &(String, String)| name != "game" && !value.is_empty();
        let mut pairs_given: Vec<_> = pairs.iter().filter(|pair| given(pair)).cloned().collect();
        let of_game = pairs
            .into_iter()
            .filter(|(name, value)| name == "game" && !value.is_empty());
        let of_game: Vec<_> = of_game.collect();
        let of_game = serde_urlencoded::to_string(of_game).unwrap_or_default();
        let named = Lists::<OfGame>::of(&of_game)?.0.game;
        let game = named.unwrap_or(GameId::ALL[0]);
        pairs_given.push(("game".to_owned(), wire::name(&game)));
        let text = serde_urlencoded::to_string(pairs_given).expect("texts can be encoded");
        Ok(Asked {
            text,
            game,
            names_game: named.is_some(),
        })
    }

    /// The same about nothing in particular.
    pub(super) fn any(game: GameId) -> Asked {
        Asked {
            text: format!("game={}", wire::name(&game)),
            game,
            names_game: true,
        }
    }

    /// A part of the question, read as the API reads it.
    pub(super) fn read<T: DeserializeOwned>(&self) -> Result<T, ApiError> {
        Ok(Lists::of(&self.text)?.0)
    }

    /// Whether a parameter is given.
    pub(super) fn has(&self, name: &str) -> bool {
        let mut given = self
            .text
            .split('&')
            .filter_map(|pair| pair.split('=').next());
        given.any(|given| given == name)
    }

    /// A form that asks the same again.
    pub(super) fn form(&self) -> Form {
        let shown: Shown = self.read().unwrap_or_default();
        let is_asked = |list: &[String], id: &str| {
            let mut all = list.iter().flat_map(|list| list.split(','));
            all.any(|asked| asked == id)
        };
        let picked = |metric: &Metric, list: &[String], usual: &str| Picked {
            is_picked: if list.is_empty() {
                metric.id == usual
            } else {
                is_asked(list, &metric.id)
            },
            id: metric.id.clone(),
            title: metric.title.clone(),
        };
        let is_metric = |it: &&Metric| matches!(it.kind, Kind::Measure | Kind::Rate);
        let is_group = |it: &&Metric| match it.kind {
            Kind::Dimension => true,
            Kind::Measure => it.per != Per::Decision,
            Kind::Rate | Kind::Choice => false,
        };
        let all = || statistics::metrics(self.game);
        let group_by = shown.group_by.join(",");
        let alone = |id: &str, title: &str| Picked {
            id: id.to_owned(),
            title: title.to_owned(),
            is_picked: !id.is_empty() && group_by == id,
        };
        let extra = [
            alone("", "nothing: all together"),
            alone("player,opponent", "Player and opponent"),
            alone(OPPONENT, "Opponent"),
        ];
        let groups = all().filter(is_group);
        let groups = groups.map(|it| Picked {
            is_picked: if group_by.is_empty() {
                it.id == "player"
            } else {
                it.id == group_by
            },
            ..picked(it, &shown.group_by, "")
        });
        Form {
            game: wire::name(&self.game),
            metrics: all()
                .filter(is_metric)
                .map(|it| picked(it, &shown.metric, "final_score"))
                .collect(),
            groups: extra.into_iter().chain(groups).collect(),
            sides: None,
            who: bots("player", "everybody", &shown.conditions),
            against: bots(OPPONENT, "anybody", &shown.conditions),
            condition: other(&shown.conditions),
            include: INCLUDE
                .map(|(id, title)| Picked {
                    id: id.to_owned(),
                    title: title.to_owned(),
                    is_picked: is_asked(&shown.include, id),
                })
                .into(),
        }
    }
}

/// The bots of the server as a condition on this dimension, after nobody in particular.
fn bots(on: &str, nobody: &str, conditions: &[String]) -> Vec<Picked> {
    let bot = |bot: &Bot| Picked {
        id: format!("{on}:bot:{}", wire::name(bot)),
        title: ::web::page::name(*bot).to_owned(),
        is_picked: false,
    };
    let nobody = Picked {
        title: nobody.to_owned(),
        ..Picked::default()
    };
    let all = std::iter::once(nobody).chain(Bot::ALL.iter().map(bot));
    let picked = all.map(|it| Picked {
        is_picked: conditions.contains(&it.id),
        ..it
    });
    picked.collect()
}

/// The first condition that is none of those that are picked from a list.
fn other(conditions: &[String]) -> String {
    let listed = |condition: &String| {
        let of_bot = |on: &str| {
            bots(on, "", conditions)
                .iter()
                .any(|it| it.id == *condition)
        };
        of_bot("player") || of_bot(OPPONENT)
    };
    let mut others = conditions.iter().filter(|condition| !listed(condition));
    others.next().cloned().unwrap_or_default()
}
