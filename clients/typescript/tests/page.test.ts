// The kit in a page of another host: whole matches of every game, played by a real browser. The server
// is at CARTULARY_URL, the browser is `chromium` unless CARTULARY_BROWSER names another.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { Client } from "cartulary";

const url = process.env["CARTULARY_URL"]!;
const browser = process.env["CARTULARY_BROWSER"] ?? "chromium";
const kit = new URL("../src/", import.meta.url);

/** What the page does: the user's own code, and telling this test how it went. */
function page(token: string): string {
  return `<!doctype html><title>Cartulary</title><script type="module">
    import { bot, Client, ME } from "/index.js";
    async function play(game) {
      const client = new Client(${JSON.stringify(url)}, ${JSON.stringify(token)});
      const match = await client.open(game, [ME, bot("random")]);
      for await (const turn of match.turns({ sample: 1 })) await turn.play(turn.legal[0]);
      return (await match.results()).standings.length;
    }
    const played = {};
    try {
      for (const game of ["cartographers", "bunny_kingdom", "builders_biomes", "big_monster"]) {
        played[game] = await play(game);
      }
    } catch (error) {
      played.error = String(error);
    }
    await fetch("/played", { method: "POST", body: JSON.stringify(played) });
  </script>`;
}

/** One file of the kit as it is served from a folder. */
async function file(name: string, response: ServerResponse): Promise<void> {
  const script = await readFile(new URL(`.${name}`, kit)).catch(() => null);
  response.writeHead(script ? 200 : 404, { "content-type": "text/javascript" }).end(script);
}

test("a page of another host plays every game with a token", async () => {
  const client = new Client(url);
  await client.register("page.ts");
  const site = createServer(async (request, response) => {
    if (request.url === "/") return void response.setHeader("content-type", "text/html").end(page(client.token!));
    if (request.url !== "/played") return file(request.url!, response);
    let text = "";
    for await (const part of request) text += part;
    response.end();
    site.emit("played", text);
  });
  const told = once(site, "played").then(([text]) => text as string);
  await once(site.listen(0, "127.0.0.1"), "listening");
  const profile = await mkdtemp(join(tmpdir(), "cartulary-page-"));
  const { port } = site.address() as AddressInfo;
  const flags = ["--headless", "--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-sync"];
  const quiet = ["--disable-background-networking", "--disable-component-update"];
  const shown = spawn(browser, [...flags, ...quiet, `--user-data-dir=${profile}`, `http://127.0.0.1:${port}/`]);
  const ended = once(shown, "exit");
  try {
    const early = ended.then(() => "the browser ended before it had played");
    const played = await Promise.race([told, early]);
    const two = { cartographers: 2, bunny_kingdom: 2, builders_biomes: 2, big_monster: 2 };
    assert.equal(played, JSON.stringify(two));
  } finally {
    shown.kill();
    await ended;
    site.closeAllConnections();
    site.close();
    await rm(profile, { recursive: true, force: true });
  }
});
