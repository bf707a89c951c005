/** Whether a push is from the server, by its signature (Standard Webhooks). */

/** A message that is older, or from further in the future, is no message: it may be a repetition. */
export const TOLERANCE_S = 300;

/** Whether one of the signatures is by `secret`, and the message of now. `body` is the text that arrived. */
export async function verify(
  secret: string,
  headers: Headers,
  body: string,
  nowS: number = Date.now() / 1000,
): Promise<boolean> {
  const seconds = headers.get("webhook-timestamp") ?? "";
  if (!/^\d+$/.test(seconds) || Math.abs(nowS - Number(seconds)) > TOLERANCE_S) return false;
  const algorithm = { name: "HMAC", hash: "SHA-256" };
  const key = await crypto.subtle.importKey("raw", bytes(secret.replace(/^whsec_/, "")), algorithm, false, ["verify"]);
  const signed = new TextEncoder().encode(`${headers.get("webhook-id") ?? ""}.${seconds}.${body}`);
  const given = (headers.get("webhook-signature") ?? "").split(" ").filter((one) => one.startsWith("v1,"));
  const known = given.map((one) => crypto.subtle.verify("HMAC", key, bytes(one.slice(3)), signed));
  return (await Promise.all(known)).includes(true);
}

function bytes(base64: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
}
