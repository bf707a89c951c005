/** A match, and the seats that you play in it. */
import { asQuery, type Client } from "./client.js";
import type { components, operations } from "./document.js";
import { isClosed, isOver } from "./problems.js";

export type Due = components["schemas"]["Due"];
export type LegalCommand = components["schemas"]["LegalCommand"];
export type Made = components["schemas"]["Made"];
/** A command, or its number in this decision, or its action id. */
export type Play = components["schemas"]["Play"];
/** What to ask for with a decision: `{ sample: 1 }`, `{ with: ["gain"] }`, `{ mask: true }`. */
export type Ask = NonNullable<operations["getDecision"]["parameters"]["query"]>;

/** How long one question for a decision waits, in seconds. */
const WAIT_S = 25;

export class Match {
  constructor(
    readonly client: Client,
    readonly id: string,
    readonly seats: readonly number[],
  ) {}

  /** Each decision that a seat of yours owes, until the match is over. */
  async *turns(ask: Ask = {}): AsyncGenerator<Turn> {
    const wait = this.seats.length === 1 ? WAIT_S : 0;
    try {
      for (;;) {
        let owed = 0;
        for (const seat of this.seats) {
          const due = await this.due(seat, { wait, ...ask });
          if (due) yield new Turn(this, due);
          if (due) owed += 1;
        }
        if (!owed && this.seats[1] !== undefined) await this.due(this.seats[1], { wait: 1, count_only: true });
      }
    } catch (error) {
      if (!isOver(error)) throw error;
    }
  }

  /** The decision that a seat owes; `null` if it owed nothing until `wait` seconds ran out. */
  async due(seat: number, ask: Ask = {}): Promise<Due | null> {
    const path = `/v1/matches/${this.id}/seats/${seat}/decision${asQuery(ask)}`;
    return (await this.client.send({ method: "GET", path })) as Due | null;
  }

  /** Makes a decision; put again, it is answered again. */
  async decide(seat: number, decision: number, play: Play, ask: Omit<Ask, "wait"> = {}): Promise<Made> {
    const path = `/v1/matches/${this.id}/seats/${seat}/decisions/${decision}${asQuery(ask)}`;
    return (await this.client.send({ method: "PUT", path, body: play })) as Made;
  }

  /** Ranks and points by seat, once the match is over. */
  async results(): Promise<components["schemas"]["NamedMatchResults"]> {
    return this.client.get("/v1/matches/{id}/results", { path: { id: this.id } });
  }
}

/** A decision that a seat of yours owes. */
export class Turn {
  readonly seat: number;
  /** What the seat may know. */
  readonly view: Due["view"]["view"];
  /** What it may play; empty if the match withholds it. */
  readonly legal: LegalCommand[];

  constructor(
    readonly match: Match,
    readonly due: Due,
  ) {
    this.seat = due.seat;
    this.view = due.view.view;
    this.legal = due.legal ?? [];
  }

  /** Plays a legal command as it is listed, or `{ number }`, or `{ action }`. `null`: another seat or the clock closed
   * this decision first; go on with the next turn. */
  async play(play: LegalCommand | Play): Promise<Made | null> {
    const body = "command" in play && "number" in play ? play.command : (play as Play);
    try {
      return await this.match.decide(this.seat, this.due.decision, body);
    } catch (error) {
      if (isClosed(error)) return null;
      throw error;
    }
  }
}
