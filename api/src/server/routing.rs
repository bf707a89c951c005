//! Which shard a request belongs to.

use actix_web::{HttpRequest, http::Method};
use store::{MatchId, Shard, Shards};

use crate::http::auth::{Sent, tokens::Claim};

/// The shard that answers a request: that of the match it is about, that of the player who opens
/// one, and for all else the first, where players are and all that is planned.
pub(super) fn shard_of(request: &HttpRequest, shards: Shards) -> Shard {
    if shards.is_one() {
        return Shard::FIRST;
    }
    if request.path() == "/integrity" {
        return named(request, shards);
    }
    match match_in(request.path()) {
        Some(id) => shards.of(id.into()),
        None if opens(request) => opened_by(request, shards),
        None => Shard::FIRST,
    }
}

/// The match that a path is about.
fn match_in(path: &str) -> Option<MatchId> {
    let mut parts = path.split('/');
    // The name of a file ends otherwise.
    parts.find_map(|part| part.split('.').next()?.parse().ok())
}

/// The shard whose end is asked for; of one that there is not, the first says so.
fn named(request: &HttpRequest, shards: Shards) -> Shard {
    let mut pairs = request.query_string().split('&');
    let number = pairs.find_map(|pair| pair.strip_prefix("shard="));
    let named = number.and_then(|number| numbered(number, shards));
    named.unwrap_or(Shard::FIRST)
}

/// The shard of this number, if there is one.
pub(super) fn numbered(number: &str, shards: Shards) -> Option<Shard> {
    shards.all().find(|shard| shard.to_string() == number)
}

fn opens(request: &HttpRequest) -> bool {
    request.method() == Method::POST && request.path() == "/v1/matches"
}

/// Where the matches are that a player opens.
fn opened_by(request: &HttpRequest, shards: Shards) -> Shard {
    let Sent::Token(token) = Sent::with(request) else {
        return Shard::FIRST;
    };
    match Claim::parse(token) {
        Some(Claim::Player(player, _)) => shards.of_host(&player),
        Some(Claim::Seat(..) | Claim::Watch(..)) | None => Shard::FIRST,
    }
}

#[cfg(test)]
mod tests {
    use actix_web::{http::header, test::TestRequest};
    use domain::matches::PlayerId;
    use store::id::new_player;

    use super::*;
    use crate::http::auth::tokens::Tokens;

    fn four() -> Shards {
        "4".parse().unwrap()
    }

    #[test]
    fn whatever_is_about_a_match_goes_to_its_shard() {
        for id in (0..32).map(|_| MatchId::random()) {
            for path in [
                format!("/v1/matches/{id}"),
                format!("/v1/matches/{id}/seats/0/decisions/3?due=next"),
                format!("/v1/matches/{id}/steps/12/board.png"),
                format!("/matches/{id}"),
                format!("/embed/matches/{id}"),
            ] {
                let request = TestRequest::put().uri(&path).to_http_request();
                assert_eq!(shard_of(&request, four()), four().of(id.into()), "{path}");
            }
        }
    }

    #[test]
    fn each_shard_tells_where_it_ends() {
        for shard in four().all() {
            let uri = format!("/integrity?shard={shard}");
            let request = TestRequest::get().uri(&uri).to_http_request();
            assert_eq!(shard_of(&request, four()), shard);
        }
        let request = TestRequest::get()
            .uri("/integrity?shard=4")
            .to_http_request();
        assert_eq!(shard_of(&request, four()), Shard::FIRST);
    }

    #[test]
    fn what_a_player_opens_goes_to_one_shard_and_all_else_to_the_first() {
        let tokens = Tokens::new([7; 32]);
        let asked = |path: &str, player: &PlayerId| {
            let bearer = format!("Bearer {}", tokens.player(player, 0));
            let request = TestRequest::post().uri(path);
            let request = request.insert_header((header::AUTHORIZATION, bearer));
            shard_of(&request.to_http_request(), four())
        };
        for player in (0..32).map(|_| new_player()) {
            assert_eq!(asked("/v1/matches", &player), four().of_host(&player));
            for path in ["/v1/batches", "/v1/players", "/v1/matches/import", "/mcp"] {
                assert_eq!(asked(path, &player), Shard::FIRST, "{path}");
            }
        }
        let nobody = TestRequest::post().uri("/v1/matches").to_http_request();
        assert_eq!(shard_of(&nobody, four()), Shard::FIRST);
    }
}
