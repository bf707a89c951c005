//! What the bots of the server decide, held to their versions.

use std::{env, fs, path::Path};

use domain::{
    BySeat, GameId, Options, Seed,
    bots::Bot,
    facts::word,
    matches::{self, Place, PlayerId, Request},
};
use serde_json::json;
use sha2::{Digest as _, Sha256};

use crate::opened::{fold, terms};

/// How many decisions of a match are held to.
const DECISIONS: usize = 60;

/// Bot, version and rules, and the hash of what was decided. Rules may offer a bot other
/// commands without any change of its own. `UPDATE_GOLDEN` adds what is missing and never
/// changes a line: if one fails, count up the version of the bot.
#[test]
fn a_bot_decides_otherwise_only_under_another_version() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden/bots.txt");
    let mut kept = fs::read_to_string(&path).unwrap_or_default();
    for &bot in Bot::ALL {
        for &game in GameId::ALL {
            let (version, rules) = (bot.version(), game.info().rules);
            let which = format!("{}/{version} {} rules {rules}:", word(&bot), word(&game));
            let digest = decided(bot, game);
            if env::var_os("UPDATE_GOLDEN").is_some() && !kept.contains(&which) {
                kept += &format!("{which} {digest}\n");
                fs::write(&path, &kept).unwrap();
            }
            assert!(
                kept.contains(&format!("{which} {digest}\n")),
                "{which} decides otherwise than it did: count up its version"
            );
        }
    }
}

/// What a host got by choosing nothing when the first lines were kept.
fn options(game: GameId) -> Options {
    let chosen = if game == GameId::BuildersBiomes {
        json!({ "boards_bound_to_colour": true })
    } else {
        json!({})
    };
    serde_json::from_value(json!({ "game": game, "options": chosen })).unwrap()
}

/// The hash of what a bot decides on every seat of the smallest table.
fn decided(bot: Bot, game: GameId) -> String {
    let seats = (*game.info().players.start()).max(2);
    let seed = Seed([11; 32]);
    let places = BySeat::new(seats, |_| Place::Bot { bot });
    let host = PlayerId("p_00000000000000000000000000000000".to_owned());
    let terms = terms(&options(game), places, host, seed);
    let mut table = fold(&matches::open(&terms, seed, &[]).unwrap());
    let mut digest = Sha256::new();
    for _ in 0..DECISIONS {
        let Some(seat) = table.next_bot() else { break };
        let (decision, command) = table.bot_decision(seat).unwrap();
        digest.update(serde_json::to_vec(&command).unwrap());
        let request = Request::Decide {
            seat,
            decision,
            command,
        };
        let happened = table.decide(None, request).unwrap();
        table.evolve_all(&happened);
    }
    hex::encode(digest.finalize())
}
