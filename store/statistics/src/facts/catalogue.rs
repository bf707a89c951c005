//! The catalogue of a game: what its rules count, and what the store adds.

use std::{collections::BTreeMap, sync::LazyLock};

use domain::{
    GameId, Refused,
    facts::{Metric, Unit},
};

use crate::facts::timing;

/// Everything that is counted of a game.
pub fn metrics(game: GameId) -> impl Iterator<Item = &'static Metric> {
    let of_every_game = game.catalogue().iter().chain(OF_THE_STORE.iter());
    of_every_game
        .chain(timing::metrics(game))
        .chain(OF_TRIES[&game].iter())
}

/// A metric by its id.
pub(crate) fn metric(game: GameId, id: &str) -> Option<&'static Metric> {
    metrics(game).find(|metric| metric.id == id)
}

static OF_THE_STORE: LazyLock<Vec<Metric>> = LazyLock::new(|| {
    let seat = |[id, title, definition]: [&str; 3]| match id {
        "player_kind" => {
            let kinds = ["bot", "person", "server_bot", "unknown"];
            Metric::dimension(id, title, definition).one_of(kinds)
        }
        "legal" => Metric::dimension(id, title, definition).one_of(["full", "count", "none"]),
        _ if YES_NO.contains(&id) => Metric::yes_no(id, title, definition),
        _ => Metric::dimension(id, title, definition),
    };
    let of_seats = OF_SEATS.into_iter().map(seat);
    let of_matches = OF_MATCHES.into_iter().map(|it| seat(it).per_match());
    of_seats.chain(of_matches).chain(measures()).collect()
});

/// How often the rules refused a command, in all and for each reason.
static OF_TRIES: LazyLock<BTreeMap<GameId, Vec<Metric>>> = LazyLock::new(|| {
    let tries = |game: GameId| {
        let all = Metric::measure(
            ILLEGAL_TRIES,
            "Illegal tries",
            Unit::Tries,
            "How many commands of the seat the rules refused, for decisions that were due. What \
             another seat caused is none.",
        );
        let for_one = |code: &'static str| {
            let title = format!("Illegal tries: {}", code.replace('_', " "));
            let definition = format!("How many commands of the seat were refused with `{code}`.");
            Metric::measure(&illegal_tries(code), &title, Unit::Tries, &definition)
        };
        let each = reasons(game).into_iter().map(for_one);
        std::iter::once(all).chain(each).collect()
    };
    GameId::ALL
        .iter()
        .map(|&game| (game, tries(game)))
        .collect()
});

/// The metric that counts all tries of a seat that were refused.
pub(crate) const ILLEGAL_TRIES: &str = "illegal_tries";

/// The metric that counts those that were refused for one reason.
pub(crate) fn illegal_tries(code: &str) -> String {
    format!("{ILLEGAL_TRIES}.{code}")
}

/// For what a command may be refused.
pub(crate) fn reasons(game: GameId) -> Vec<&'static str> {
    let mut reasons = game.refusals();
    reasons.extend([Refused::NoSuchNumber, Refused::WrongGame].map(Refused::code));
    reasons
}

/// Those that say whether something is so.
const YES_NO: [&str; 9] = [
    "server_made",
    "seed_known",
    "private",
    "open_hands",
    "arranged",
    "deal_closed",
    "foreknown",
    "forked",
    "imported",
];

const OF_SEATS: [[&str; 3]; 5] = [
    [
        "player",
        "Player",
        "Who sat there: a player's id, or `bot:` and the name of a bot of the server.",
    ],
    [
        "player_kind",
        "Kind of player",
        "`bot` or `person`, as players say themselves; `server_bot`; `unknown` if the player made \
         no decision.",
    ],
    [
        "player_version",
        "Version of the player",
        "The version of the program that decided last, as it told; of the server for its own bots; \
         `none` if nothing was told.",
    ],
    [
        "bot_version",
        "Version of the bot",
        "The bot of the server that decided last, with the version of how it decides, like \
         `greedy/1`; unknown if none sat there.",
    ],
    [
        "server_made",
        "Decided by the server",
        "`yes` if the server made at least one decision in a player's stead. The server's own bots \
         are no such case. Where a seat has forfeited the match, `yes` for every seat.",
    ],
];

const OF_MATCHES: [[&str; 3]; 14] = [
    [
        "month",
        "Month",
        "The month in which the match ended, UTC, like `2031-05`.",
    ],
    [
        "day",
        "Day",
        "The day on which the match ended, UTC, like `2031-05-17`.",
    ],
    [
        "seed_known",
        "Seed known",
        "`yes` if the host chose the seed and knew it.",
    ],
    [
        "private",
        "Private",
        "`yes` if only its players may see the match.",
    ],
    [
        "open_hands",
        "Open hands",
        "`yes` if nothing was hidden from anyone.",
    ],
    [
        "arranged",
        "Arranged",
        "`yes` if the host laid out the table by hand, or a part of it.",
    ],
    [
        "deal_closed",
        "Closed deal",
        "`yes` if players of a batch played the same deal more than once: they may have remembered it.",
    ],
    [
        "foreknown",
        "Known beforehand",
        "`yes` if a player, not only bots of the server, sat in a match of which somebody knew more \
         than is dealt: hands were open, the host chose the seed, or the table was arranged.",
    ],
    [
        "forked",
        "Forked",
        "`yes` if the match began in the middle of another.",
    ],
    [
        "imported",
        "Imported",
        "`yes` if the match was played elsewhere and its record was imported: who decided is what \
         that record says.",
    ],
    [
        "legal",
        "Legal commands told",
        "How much the seats were told about which commands were legal: `full`, `count` or `none`.",
    ],
    [
        "batch",
        "Batch",
        "The batch that the match was opened for; unknown if for none.",
    ],
    [
        "tournament",
        "Tournament",
        "The tournament that the match was opened for; unknown if for none.",
    ],
    [
        "deal",
        "Deal",
        "What chance gave the table: equal for equal game, components, options, seats and seed.",
    ],
];

fn measures() -> [Metric; 3] {
    [
        Metric::measure(
            "thinking_ms",
            "Thinking time",
            Unit::Milliseconds,
            "From when a decision fell due to when its request arrived, over all decisions of the seat.",
        ),
        Metric::measure(
            "server_decisions",
            "Decisions by the server",
            Unit::Decisions,
            "How many decisions the server made in a player's stead.",
        ),
        Metric::measure(
            "match_seconds",
            "Length of the match",
            Unit::Seconds,
            "From the start of the match to its end.",
        )
        .per_match(),
    ]
}
