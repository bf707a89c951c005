/** The client: sends, and sends again what got lost. */
import type { components, paths } from "./document.js";
import { Match } from "./match.js";
import { Problem, Unreachable } from "./problems.js";

export type Game = components["schemas"]["GameId"];
export type SeatWanted = components["schemas"]["SeatWanted"];
type OpenMatch = components["schemas"]["OpenMatch"];

export const ME: SeatWanted = { kind: "me" };
export const OPEN: SeatWanted = { kind: "open" };

/** A seat for a bot of the server. */
export function bot(name: components["schemas"]["Bot"] = "greedy"): SeatWanted {
  return { kind: "bot", bot: name };
}

/** A long poll takes up to 60 seconds. */
const TIMEOUT_MS = 75_000;
/** With its pauses this outlasts the restart of a server: about 25 seconds. */
export const ATTEMPTS = 10;
/** Who is asked to wait longer than this is told instead. */
const PATIENCE_S = 60;
const LONGEST_PAUSE_MS = 5_000;
const PASSING = [408, 429, 502, 503, 504];

type Asked<P extends keyof paths> = paths[P] extends { get: { parameters: infer Given } } ? Given : never;
type Json<Operation> = Operation extends { responses: { 200: { content: { "application/json": infer T } } } }
  ? T
  : never;

/** What a `GET` needs beside its path. */
export type Parameters<P extends keyof paths> = {
  path?: Asked<P> extends { path: infer T } ? T : never;
  query?: Asked<P> extends { query?: infer T } ? T : never;
};

/** What a `GET` answers. */
export type Answer<P extends keyof paths> = paths[P] extends { get: infer Operation } ? Json<Operation> : never;

export type Sent = { method: string; path: string; body?: unknown; key?: string };

/** The server, as one player sees it. */
export class Client {
  private readonly url: string;

  constructor(
    url: string,
    public token?: string,
    private readonly fetches: typeof fetch = (...asked) => fetch(...asked),
    private readonly pause: (ms: number) => Promise<void> = (ms) => new Promise((after) => setTimeout(after, ms)),
  ) {
    this.url = url.replace(/\/+$/, "");
  }

  /** Registers a player, and acts as that player from now on. Keep `token` to be the same player tomorrow. */
  async register(name: string, kind: "bot" | "person" = "bot"): Promise<components["schemas"]["Registered"]> {
    const registered = await this.post<components["schemas"]["Registered"]>("/v1/players", { name, kind });
    this.token = registered.token;
    return registered;
  }

  /** Opens a match. `seats` says who sits where, or how many seats are all yours; `settings` are the other fields. */
  async open(game: Game, seats: OpenMatch["seats"], settings: Partial<OpenMatch> = {}): Promise<Match> {
    const wanted = { game, seats, ...settings };
    const opened = await this.post<components["schemas"]["Opened"]>("/v1/matches", wanted);
    return new Match(this, opened.match.id, opened.seat_tokens.map((it) => it.seat));
  }

  /** Takes a seat of a match that somebody else opened: this one, or the first free. */
  async join(match: string, seat?: number): Promise<Match> {
    const joined = await this.post<{ seat: number }>(`/v1/matches/${match}/seats`, seat === undefined ? {} : { seat });
    return new Match(this, match, [joined.seat]);
  }

  /** A match of which you know the id, and which seats of it are yours. */
  match(id: string, seats: readonly number[]): Match {
    return new Match(this, id, seats);
  }

  /** Any question of the document: `client.get("/v1/matches/{id}/results", { path: { id } })`. */
  async get<P extends keyof paths & string>(path: P, parameters: Parameters<P> = {}): Promise<Answer<P>> {
    const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => {
      const values = (parameters.path ?? {}) as Record<string, unknown>;
      return encodeURIComponent(String(values[name]));
    });
    return (await this.send({ method: "GET", path: filled + asQuery(parameters.query ?? {}) })) as Answer<P>;
  }

  /** Any request that creates something, under a key of its own: repeated, it does nothing twice. */
  async post<T = unknown>(path: string, body?: unknown): Promise<T> {
    return (await this.send({ method: "POST", path, body, key: key() })) as T;
  }

  /** Sends until there is an answer: its JSON, `null` if it is empty. */
  async send(sent: Sent): Promise<unknown> {
    for (let attempt = 1; ; attempt += 1) {
      const last = attempt === ATTEMPTS;
      const answer = await this.attempt(sent).catch((error: unknown) => {
        if (last) throw new Unreachable(`${ATTEMPTS} attempts: ${error}`, { cause: error });
        return error as Error;
      });
      if (!(answer instanceof Error)) return answer;
      const asked = answer instanceof Problem ? answer : undefined;
      if (asked && (last || !PASSING.includes(asked.status) || (asked.retryAfterS ?? 0) > PATIENCE_S)) throw asked;
      await this.pause(Math.max(pauseMs(attempt), (asked?.retryAfterS ?? 0) * 1000));
    }
  }

  /** One attempt: what was answered, or the problem. Throws if there was no whole answer. */
  private async attempt({ method, path, body, key }: Sent): Promise<unknown> {
    const headers: Record<string, string> = {};
    if (this.token) headers["Authorization"] = `Bearer ${this.token}`;
    if (key) headers["Idempotency-Key"] = key;
    if (body !== undefined) headers["Content-Type"] = "application/json";
    const sent: RequestInit = { method, headers, signal: AbortSignal.timeout(TIMEOUT_MS) };
    if (body !== undefined) sent.body = JSON.stringify(body);
    const answer = await this.fetches(this.url + path, sent);
    if (!answer.ok) return await Problem.of(answer);
    const text = await answer.text();
    return text === "" ? null : JSON.parse(text);
  }
}

/** A query as the contract wants it: lists with commas, but one `where` for each condition. */
export function asQuery(query: Record<string, unknown>): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value === undefined || value === null) continue;
    if (name === "where" && Array.isArray(value)) value.forEach((one) => search.append(name, String(one)));
    else search.append(name, String(value));
  }
  return search.size === 0 ? "" : `?${search}`;
}

/** Longer each time, and never the same. */
function pauseMs(attempt: number): number {
  return Math.min(100 * 2 ** (attempt - 1), LONGEST_PAUSE_MS) * (0.5 + Math.random() / 2);
}

/** Random, also in a page without `https`. */
function key(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
