//! How somebody plays each game: rating, versions, head to head, as the statistics have them.

use ::web::page::{InGame, Met, Rating};
use domain::{GameId, bots::Bot, facts::word, matches::Occupant, matches::PlayerId};
use store::{
    Statistics, Visibility,
    statistics::{
        Aggregate, AggregateGroup, Estimate, Filter, Method, QueryAnswer, Slice, Sort, Unanswerable,
    },
};

use super::names;
use crate::{
    http::{app::App, error::ApiError, read_your_writes},
    stats::{query::MIN_N, tabular},
    wire,
};

/// So many opponents are listed.
const MET: usize = 20;
/// The metric by which opponents are compared.
const POINTS: &str = "final_score";

/// What the statistics know of somebody in one game.
struct Known {
    game: GameId,
    rating: Option<Rating>,
    versions: QueryAnswer,
    met: QueryAnswer,
}

/// Each game in which a player, by id as the statistics have it, has finished a match that
/// counts; `version` is the dimension that tells the versions.
pub(super) async fn in_each_game(
    app: &App,
    id: String,
    version: &'static str,
) -> Result<Vec<InGame>, ApiError> {
    read_your_writes::counted(&app.store).await?;
    let statistics = app.store.statistics.clone();
    let asked = id.clone();
    let ask = move || {
        let known = GameId::ALL.iter();
        let known = known.map(|&game| known_of(&statistics, game, &asked, version));
        known.collect::<Result<Vec<_>, Unanswerable>>()
    };
    let known = tabular::off_thread(&app.looks, ask).await??;
    let has_played = |it: &Known| it.rating.is_some() || !it.versions.groups.is_empty();
    let known = known.into_iter().filter(has_played);
    Ok(known.map(|it| in_game(app, it, &id)).collect())
}

fn known_of(
    statistics: &Statistics,
    game: GameId,
    id: &str,
    version: &str,
) -> Result<Known, Unanswerable> {
    let ask = |group_by: &str, aggregates: &[Aggregate], limit: usize| {
        let query = store::statistics::Query {
            slice: Slice {
                game,
                filters: vec![Filter::is_in("player", &[id])],
                with_private: Visibility::Public,
                still_closed: Vec::new(),
            },
            metrics: vec![POINTS.to_owned()],
            group_by: vec![group_by.to_owned()],
            aggregates: aggregates.to_vec(),
            min_n: MIN_N,
            sort: Sort::N,
            limit: Some(limit),
        };
        statistics.query(&query)
    };
    let versions = ask(version, &[Aggregate::N], MET)?;
    let met = ask("opponent", &[Aggregate::N, Aggregate::Difference], MET)?;
    Ok(Known {
        game,
        rating: rating(statistics, game, id),
        versions: (*versions).clone(),
        met: (*met).clone(),
    })
}

fn rating(statistics: &Statistics, game: GameId, id: &str) -> Option<Rating> {
    let ratings = statistics.ratings(game).players;
    let at = ratings.iter().position(|it| it.player == id)?;
    let it = &ratings[at];
    Some(Rating {
        rating: it.rating,
        interval: (it.lo, it.hi),
        place: at + 1,
        of: ratings.len(),
        seats: it.seats,
    })
}

fn in_game(app: &App, known: Known, id: &str) -> InGame {
    let name = wire::name(&known.game);
    let data = serde_urlencoded::to_string([
        ("game", name.as_str()),
        ("metric", POINTS),
        ("group_by", "opponent"),
        ("aggregates", "n,difference"),
        ("sort", "n"),
        ("where", &format!("player:{id}")),
    ]);
    // Who plays several seats of a match meets itself.
    let is_other = |group: &&AggregateGroup| who(group).is_some_and(|it| it != id);
    let opponents = known.met.groups.iter().filter(is_other);
    InGame {
        title: known.game.info().title,
        rating: known.rating,
        versions: versions(&known.versions),
        met: opponents.map(|group| met(app, group)).collect(),
        met_data: format!("/v1/stats/query?{}", data.unwrap_or_default()),
        name,
    }
}

fn versions(answer: &QueryAnswer) -> Vec<(String, u64)> {
    let told = answer.groups.iter().filter_map(|group| {
        let name = group.key.first()?.clone()?;
        Some((name, group.cells.first()?.estimate.n))
    });
    told.collect()
}

/// Whose group it is.
fn who(group: &AggregateGroup) -> Option<&str> {
    group.key.first()?.as_deref()
}

fn met(app: &App, group: &AggregateGroup) -> Met {
    let occupant = occupant(who(group).unwrap_or_default());
    let difference = group
        .cells
        .iter()
        .find(|it| it.aggregate == Aggregate::Difference);
    let estimate = difference.map(|it| &it.estimate);
    Met {
        name: names::of(app, &occupant),
        address: Some(names::address(&occupant)),
        n: group.cells.first().map_or(0, |it| it.estimate.n),
        deals: estimate.and_then(|it| it.deals),
        difference: estimate.and_then(|it| it.value),
        interval: estimate.map_or(Err(TOO_FEW), interval),
    }
}

/// Why a number is withheld.
const TOO_FEW: &str = "too few matches";

/// The interval of a number, or why it has none.
fn interval(of: &Estimate) -> Result<(f64, f64), &'static str> {
    of.lo.zip(of.hi).ok_or(if of.value.is_none() {
        TOO_FEW
    } else if of.method == Method::AllTheSame {
        "the same in all deals"
    } else {
        "too few deals"
    })
}

/// Who has this id in the statistics.
fn occupant(id: &str) -> Occupant {
    let is_bot = |bot: &&Bot| id == format!("bot:{}", word(*bot));
    match Bot::ALL.iter().find(is_bot) {
        Some(bot) => Occupant::Bot { bot: *bot },
        None => Occupant::Player {
            player: PlayerId(id.to_owned()),
        },
    }
}
