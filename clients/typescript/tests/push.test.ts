// Signatures of pushes, by the example of Standard Webhooks.
import assert from "node:assert/strict";
import { test } from "node:test";
import { verify } from "cartulary";

const SECRET = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";
const BODY = '{"test": 2432232314}';
const SENT_S = 1614265330;
const SIGNATURE = "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=";

function headers(signature: string): Headers {
  return new Headers({
    "webhook-id": "msg_p5jXN8AQM9LWM0D4loKWxJek",
    "webhook-timestamp": String(SENT_S),
    "webhook-signature": signature,
  });
}

test("a message is known by one of its signatures", async () => {
  assert.ok(await verify(SECRET, headers(SIGNATURE), BODY, SENT_S));
  assert.ok(await verify(SECRET, headers(`v1,AAAA ${SIGNATURE}`), BODY, SENT_S));
  assert.ok(!(await verify(SECRET, headers(SIGNATURE), `${BODY} `, SENT_S)));
  assert.ok(!(await verify("whsec_AAAA", headers(SIGNATURE), BODY, SENT_S)));
  assert.ok(!(await verify(SECRET, new Headers(), BODY, SENT_S)));
});

test("an old message is none", async () => {
  assert.ok(!(await verify(SECRET, headers(SIGNATURE), BODY)));
});
