// Plays a whole match against a bot of the server, by the generated client alone.
// Usage: node play.js http://127.0.0.1:8080 cartographers
import * as cartulary from "./cartulary";
import { client } from "./cartulary/client.gen";

const MY_SEAT = 0;

/** What an answer holds, if it is a success. */
function expect<T>(answer: { data?: T; error?: unknown; response?: Response }): T {
  if (answer.data === undefined) {
    throw new Error(`${answer.response?.status}: ${JSON.stringify(answer.error)}`);
  }
  return answer.data;
}

/** The decision that is owed; null once the match is over. */
async function nextDecision(id: string): Promise<cartulary.Due | null> {
  for (;;) {
    const query = { wait: 30, sample: 1 };
    const due = await cartulary.getDecision({ path: { id, seat: MY_SEAT }, query });
    if (due.error?.code === "over") {
      return null;
    }
    if (due.response?.status !== 204) { // nothing is owed yet
      return expect(due) as cartulary.Due;
    }
  }
}

async function main(url: string, game: cartulary.GameId): Promise<void> {
  client.setConfig({ baseUrl: url });
  const me: cartulary.NewPlayer = { name: "generated.ts", kind: "bot" };
  const { token } = expect(await cartulary.registerPlayer({ body: me }));
  client.setConfig({ auth: token });

  const seats: cartulary.SeatWanted[] = [{ kind: "me" }, { kind: "bot", bot: "random" }];
  const { match } = expect(await cartulary.openMatch({ body: { game, seats } }));
  const path = { id: match.id };
  let decisions = 0;
  for (let due = await nextDecision(match.id); due; due = await nextDecision(match.id)) {
    const mine = { ...path, seat: MY_SEAT, decision: due.decision };
    const made = await cartulary.putDecision({ path: mine, body: due.legal![0].command });
    if (made.error?.code === "overtaken") { // another seat closed it
      continue;
    }
    expect(made);
    decisions += 1;
  }

  const results = expect(await cartulary.getResults({ path }));
  const verified = expect(await cartulary.verifyMatch({ path }));
  if (decisions === 0 || !verified.valid) {
    throw new Error(`${decisions} decisions, ${JSON.stringify(verified)}`);
  }
  const totals = results.standings.map((standing) => standing.total);
  console.log(`typescript: ${game}, ${decisions} decisions, points by seat ${totals.join(", ")}`);
}

main(process.argv[2], process.argv[3] as cartulary.GameId).catch((error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});
