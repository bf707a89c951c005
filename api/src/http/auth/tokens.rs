//! Tokens: keyed digests, so that none needs to be stored to be checked.
//!
//! The prefix shows the kind. Comparisons take the same time whatever differs.

use domain::{Seat, matches::PlayerId};
use hmac::{Hmac, KeyInit as _, Mac as _};
use sha2::Sha256;
use store::{Hash, MatchId};
use subtle::ConstantTimeEq as _;

type Digest = [u8; 32];

/// Makes and checks tokens.
#[derive(Clone)]
pub(crate) struct Tokens {
    secret: [u8; 32],
}

/// A token that says which seat or match it is for, not yet checked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Claim {
    /// A player's token, and the hash of all of it.
    Player(PlayerId, Hash),
    /// The right to play one seat.
    Seat(MatchId, Seat, Digest),
    /// The right to look at a private match.
    Watch(MatchId, Digest),
}

impl Tokens {
    /// Tokens under this secret.
    pub(crate) const fn new(secret: [u8; 32]) -> Tokens {
        Tokens { secret }
    }

    /// The token of a player; `generation` counts how often it was replaced.
    pub(crate) fn player(&self, player: &PlayerId, generation: u32) -> String {
        let mac = self.mac(&[b"player", player.0.as_bytes(), &generation.to_be_bytes()]);
        let id = player.0.trim_start_matches("p_");
        format!("player_{id}{}", hex::encode(mac))
    }

    /// The right of `player` to a seat.
    pub(crate) fn seat(&self, id: MatchId, seat: Seat, player: &PlayerId) -> String {
        let mac = self.seat_mac(id, seat, player);
        format!(
            "seat_{}{:02x}{}",
            hex::encode(id.bytes()),
            seat.0,
            hex::encode(mac)
        )
    }

    /// The right to look at a private match.
    pub(crate) fn watch(&self, id: MatchId) -> String {
        let mac = self.watch_mac(id);
        format!("watch_{}{}", hex::encode(id.bytes()), hex::encode(mac))
    }

    /// The key of the servers that share the database.
    pub(crate) fn node(&self) -> Digest {
        self.mac(&[b"node"])
    }

    /// Whether a claim to a seat was made for `player`.
    pub(crate) fn grants_seat(
        &self,
        id: MatchId,
        seat: Seat,
        player: &PlayerId,
        mac: &Digest,
    ) -> bool {
        same(&self.seat_mac(id, seat, player), mac)
    }

    /// Whether a claim to look at a match is good.
    pub(crate) fn grants_watch(&self, id: MatchId, mac: &Digest) -> bool {
        same(&self.watch_mac(id), mac)
    }

    fn seat_mac(&self, id: MatchId, seat: Seat, player: &PlayerId) -> Digest {
        self.mac(&[b"seat", &id.bytes(), &[seat.0], player.0.as_bytes()])
    }

    fn watch_mac(&self, id: MatchId) -> Digest {
        self.mac(&[b"watch", &id.bytes()])
    }

    fn mac(&self, parts: &[&[u8]]) -> Digest {
        let mut mac = Hmac::<Sha256>::new_from_slice(&self.secret).expect("any key length will do");
        for part in parts {
            mac.update(part);
        }
        mac.finalize().into_bytes().into()
    }
}

impl Claim {
    /// Reads a token.
    pub(crate) fn parse(token: &str) -> Option<Claim> {
        let (kind, digits) = token.split_once('_')?;
        match kind {
            "player" => {
                let bytes: [u8; 48] = unhex(digits)?;
                let id = PlayerId(format!("p_{}", hex::encode(&bytes[..16])));
                Some(Claim::Player(id, Hash::of(token)))
            }
            "seat" => {
                let bytes: [u8; 49] = unhex(digits)?;
                Some(Claim::Seat(
                    match_id(&bytes)?,
                    Seat(bytes[16]),
                    tail(&bytes),
                ))
            }
            "watch" => {
                let bytes: [u8; 48] = unhex(digits)?;
                Some(Claim::Watch(match_id(&bytes)?, tail(&bytes)))
            }
            _ => None,
        }
    }
}

/// Whether two digests are the same.
pub(crate) fn same(a: &Digest, b: &Digest) -> bool {
    a.ct_eq(b).into()
}

fn unhex<const N: usize>(digits: &str) -> Option<[u8; N]> {
    let mut bytes = [0; N];
    let decoded = digits.len() == 2 * N && hex::decode_to_slice(digits, &mut bytes).is_ok();
    decoded.then_some(bytes)
}

fn match_id(bytes: &[u8]) -> Option<MatchId> {
    format!("m_{}", hex::encode(bytes.get(..16)?)).parse().ok()
}

fn tail(bytes: &[u8]) -> Digest {
    let tail = bytes.last_chunk::<32>();
    *tail.expect("every claim ends with a digest")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seat_token_is_good_for_its_seat_and_player_only() {
        let tokens = Tokens::new([7; 32]);
        let id = MatchId::random();
        let (ann, ben) = (PlayerId("p_a".to_owned()), PlayerId("p_b".to_owned()));
        let token = tokens.seat(id, Seat(3), &ann);
        let Some(Claim::Seat(of, seat, mac)) = Claim::parse(&token) else {
            panic!("{token} is a seat token");
        };
        assert_eq!((of, seat), (id, Seat(3)));
        assert!(tokens.grants_seat(id, seat, &ann, &mac));
        assert!(!tokens.grants_seat(id, seat, &ben, &mac));
        assert!(!tokens.grants_seat(id, Seat(2), &ann, &mac));
        assert!(!Tokens::new([8; 32]).grants_seat(id, seat, &ann, &mac));
    }

    #[test]
    fn what_is_no_token_is_refused() {
        for text in ["", "player_", "seat_00", "watch_zz", "crown_00", "seat"] {
            assert_eq!(Claim::parse(text), None, "{text:?}");
        }
    }
}
