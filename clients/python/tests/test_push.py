"""Signatures of pushes, by the example of Standard Webhooks."""
from cartulary.push import TOLERANCE_S, verify

SECRET = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"
BODY = b'{"test": 2432232314}'
SENT_S = 1614265330
HEADERS = {
    "Webhook-Id": "msg_p5jXN8AQM9LWM0D4loKWxJek",
    "Webhook-Timestamp": str(SENT_S),
    "Webhook-Signature": "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=",
}


def test_a_message_is_known_by_its_signature() -> None:
    assert verify(SECRET, HEADERS, BODY, SENT_S)
    assert not verify(SECRET, HEADERS, BODY + b" ", SENT_S)
    assert not verify("whsec_AAAA", HEADERS, BODY, SENT_S)
    assert not verify(SECRET, {}, BODY, SENT_S)


def test_one_signature_of_two_is_enough() -> None:
    signature = HEADERS["Webhook-Signature"]
    both = {**HEADERS, "Webhook-Signature": f"v1,AAAA {signature}"}
    assert verify(SECRET, both, BODY, SENT_S)


def test_an_old_message_is_none() -> None:
    assert not verify(SECRET, HEADERS, BODY, SENT_S + TOLERANCE_S + 1)
    assert not verify(SECRET, HEADERS, BODY)
