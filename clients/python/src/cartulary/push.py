"""Whether a push is from the server, by its signature (Standard Webhooks)."""
import base64
import hashlib
import hmac
import time
from collections.abc import Mapping

#: A message that is older, or from further in the future, is no message: it may be a repetition.
TOLERANCE_S = 300


def verify(secret: str, headers: Mapping[str, str], body: bytes, now_s: float | None = None) -> bool:
    """Whether one of the signatures is by `secret`, and the message of now. `body` is what arrived."""
    sent = {name.lower(): value for name, value in headers.items()}
    seconds = sent.get("webhook-timestamp", "")
    now_s = time.time() if now_s is None else now_s
    if not seconds.isdecimal() or abs(now_s - int(seconds)) > TOLERANCE_S:
        return False
    key = base64.b64decode(secret.removeprefix("whsec_"))
    signed = f"{sent.get('webhook-id', '')}.{seconds}.".encode() + body
    own = b"v1," + base64.b64encode(hmac.digest(key, signed, hashlib.sha256))
    given = sent.get("webhook-signature", "").encode().split()
    return any([hmac.compare_digest(own, one) for one in given])
