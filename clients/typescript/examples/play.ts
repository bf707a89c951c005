// Plays a match of any game against the server's greedy bot: the command that gains most.
// Usage: node play.js http://127.0.0.1:8080 cartographers
import { bot, Client, ME, type Game } from "cartulary";

const [url = "http://127.0.0.1:8080", game = "cartographers"] = process.argv.slice(2);
const client = new Client(url);
await client.register("greediest.ts");
const match = await client.open(game as Game, [ME, bot("greedy")]);
for await (const turn of match.turns({ with: ["gain"] })) {
  const most = Math.max(...turn.legal.map((it) => it.gain ?? 0));
  const best = turn.legal.filter((it) => it.gain === most);
  await turn.play(best[Math.floor(Math.random() * best.length)]!);
}
const { standings } = await match.results();
standings.forEach((it, seat) => console.log(`${game}, seat ${seat}: rank ${it.rank}, ${it.total} points`));
