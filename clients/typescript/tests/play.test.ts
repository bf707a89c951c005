// Whole matches, refusals as errors, and answers that get lost. The server is at CARTULARY_URL.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { bot, Client, isOver, ME, OPEN, Problem, Unreachable, type Game, type Match } from "cartulary";

const url = process.env["CARTULARY_URL"]!;
const GAMES: Game[] = ["cartographers", "bunny_kingdom", "builders_biomes", "big_monster"];

async function player(fetches?: typeof fetch, pauses: number[] = []): Promise<Client> {
  const client = new Client(url, undefined, fetches, async (ms) => void pauses.push(ms));
  await client.register("tests.ts");
  return client;
}

/** Plays at random to the end: how many decisions were made. */
async function play(match: Match): Promise<number> {
  let made = 0;
  for await (const turn of match.turns({ sample: 1 })) {
    if (await turn.play(turn.legal[0]!)) made += 1;
  }
  return made;
}

for (const game of GAMES) {
  test(`${game} is played to its end`, async () => {
    const client = await player();
    const match = await client.open(game, [ME, bot("random")]);
    assert.ok((await play(match)) > 0);
    assert.equal((await match.results()).standings.length, 2);
    await assert.rejects(match.due(0), isOver);
  });

  test(`in ${game} what gets lost is asked for again and done once`, async () => {
    const pauses: number[] = [];
    let count = 0;
    const client = await player(async (...asked) => {
      const answer = await fetch(...asked);
      count += 1;
      if (count % 3 === 0) throw new TypeError("the answer was lost");
      return answer;
    }, pauses);
    const match = await client.open(game, [ME, bot("random")]);
    const made = await play(match);
    assert.ok(pauses.length > made / 2);
    const { items } = await client.get("/v1/matches/{id}/decisions", { path: { id: match.id } });
    const mine = items.filter((it) => it.seat === 0).map((it) => it.decision);
    assert.equal(mine.length, made);
    assert.equal(new Set(mine).size, made);
    assert.ok((await client.get("/v1/matches/{id}/verify", { path: { id: match.id } })).valid);
  });
}

test("all seats of a table can be mine", async () => {
  const match = await (await player()).open("builders_biomes", 2);
  assert.deepEqual(match.seats, [0, 1]);
  assert.ok((await play(match)) > 0);
});

test("a match is played on after a restart", async () => {
  const before = await player();
  const match = await before.open("big_monster", [ME, bot("random")]);
  for await (const turn of match.turns({ sample: 1 })) {
    await turn.play(turn.legal[0]!);
    break;
  }
  const after = new Client(url, before.token);
  assert.ok((await play(after.match(match.id, match.seats))) > 0);
});

test("a stranger takes an open seat", async () => {
  const hosted = await (await player()).open("cartographers", [ME, OPEN]);
  const joined = await (await player()).join(hosted.id);
  assert.deepEqual(joined.seats, [1]);
  assert.ok(await joined.due(1));
});

test("a refusal names code and rule", async () => {
  const match = await (await player()).open("cartographers", [ME, bot()]);
  const cells: [number, number][] = [[0, 0], [0, 1], [0, 2], [0, 3], [0, 4], [0, 5]];
  const draw = { type: "draw" as const, terrain: "forest" as const, cells };
  await assert.rejects(match.decide(0, 0, { game: "cartographers", command: draw }), (refused: unknown) => {
    assert.ok(refused instanceof Problem);
    assert.deepEqual([refused.status, refused.code, refused.rule], [422, "not_a_shape", "4.2"]);
    return true;
  });
});

test("a server that asks for patience gets it, but not for a day", async () => {
  const pauses: number[] = [];
  const busy = (seconds: string) => new Response("{}", { status: 429, headers: { "Retry-After": seconds } });
  const answers = [busy("7"), new Response(null, { status: 204 }), busy("86400")];
  const client = new Client("http://here", "t", async () => answers.shift()!, async (ms) => void pauses.push(ms));
  assert.equal(await client.get("/healthz"), null);
  assert.deepEqual(pauses, [7000]);
  await assert.rejects(client.get("/healthz"), (problem: unknown) => problem instanceof Problem && problem.retryAfterS === 86400);
});

test("a request that arrived too late is sent again", async () => {
  const answers = [new Response("{}", { status: 408 }), new Response(null, { status: 204 })];
  const client = new Client("http://here", "t", async () => answers.shift()!, async () => {});
  assert.equal(await client.get("/healthz"), null);
  assert.deepEqual(answers, []);
});

test("a server that is away is given up", async () => {
  const away = async (): Promise<Response> => {
    throw new TypeError("fetch failed");
  };
  const client = new Client("http://here", "t", away, async () => {});
  await assert.rejects(client.get("/healthz"), Unreachable);
});

test("major and minor are those of the contract", async () => {
  const manifest = JSON.parse(await readFile("package.json", "utf8"));
  const answer = await fetch(`${url}/openapi.json`);
  const document = (await answer.json()) as { info: { version: string } };
  assert.deepEqual(manifest.version.split(".").slice(0, 2), document.info.version.split(".").slice(0, 2));
});
