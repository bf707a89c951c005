//! Signatures as Standard Webhooks describe them (version 1.0.0), with secrets that need no keeping.

use base64::{Engine as _, engine::general_purpose::STANDARD};
use domain::matches::PlayerId;
use hmac::{Hmac, KeyInit as _, Mac as _};
use sha2::Sha256;

/// A secret that signs.
pub(super) type Secret = [u8; 32];

/// A player's secret: it follows from the server's, and from how often it was replaced.
pub(super) fn secret(server: &Secret, player: &PlayerId, generation: u32) -> Secret {
    let generation = generation.to_be_bytes();
    mac(server, &[b"push", player.0.as_bytes(), &generation])
}

/// A secret as it is handed out.
pub(crate) fn shown(secret: &[u8]) -> String {
    format!("whsec_{}", STANDARD.encode(secret))
}

/// The header of a message: a signature by each secret.
pub(super) fn signed(secrets: &[Secret], id: &str, seconds: i64, body: &[u8]) -> String {
    let head = format!("{id}.{seconds}.");
    let all = secrets.iter().map(|secret| {
        let signature = mac(secret, &[head.as_bytes(), body]);
        format!("v1,{}", STANDARD.encode(signature))
    });
    all.collect::<Vec<_>>().join(" ")
}

fn mac(secret: &[u8], parts: &[&[u8]]) -> Secret {
    let mut mac = Hmac::<Sha256>::new_from_slice(secret).expect("any key length will do");
    for part in parts {
        mac.update(part);
    }
    mac.finalize().into_bytes().into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_message_is_signed_as_any_library_for_webhooks_verifies() {
        let secret = STANDARD.decode("MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw").unwrap();
        let signed = mac(
            &secret,
            &[
                b"msg_p5jXN8AQM9LWM0D4loKWxJek.1614265330.",
                br#"{"test": 2432232314}"#,
            ],
        );
        let expected = "g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=";
        assert_eq!(STANDARD.encode(signed), expected);
    }

    #[test]
    fn each_secret_signs_and_no_two_players_or_generations_share_one() {
        let ann = PlayerId("p_a".to_owned());
        let secrets = [0, 1].map(|generation| secret(&[7; 32], &ann, generation));
        let both = signed(&secrets, "m.0.1", 5, b"{}");
        let each = secrets.map(|secret| signed(&[secret], "m.0.1", 5, b"{}"));
        assert_eq!(both, each.join(" "));
        assert_ne!(each[0], each[1]);
        let ben = PlayerId("p_b".to_owned());
        assert_ne!(secret(&[7; 32], &ben, 0), secrets[0]);
        assert!(shown(&secrets[0]).starts_with("whsec_"));
    }
}
