//! The catalogue of a game: what its rules count, and what the store adds.

use std::sync::LazyLock;

use domain::{
    GameId,
    facts::{Metric, Unit},
};

use crate::facts::timing;

/// Everything that is counted of a game.
pub fn metrics(game: GameId) -> impl Iterator<Item = &'static Metric> {
    let of_every_game = game.catalogue().iter().chain(OF_THE_STORE.iter());
    of_every_game.chain(timing::metrics(game))
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
        _ if YES_NO.contains(&id) => Metric::yes_no(id, title, definition),
        _ => Metric::dimension(id, title, definition),
    };
    let of_seats = OF_SEATS.into_iter().map(seat);
    let of_matches = OF_MATCHES.into_iter().map(|it| seat(it).per_match());
    of_seats.chain(of_matches).chain(measures()).collect()
});

/// Those that say whether something is so.
const YES_NO: [&str; 8] = [
    "server_made",
    "seed_known",
    "private",
    "open_hands",
    "arranged",
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
         are no such case.",
    ],
];

const OF_MATCHES: [[&str; 3]; 11] = [
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
        "batch",
        "Batch",
        "The batch that the match was opened for; unknown if for none.",
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
