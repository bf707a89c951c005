/** Why the server said no, as errors. */
import type { components } from "./document.js";

/** An answer that is not a success (RFC 9457). `code` never changes its meaning; look at it, not at the text. */
export class Problem extends Error {
  /** What the server said; if something before it answered, only the status. */
  readonly body: Partial<components["schemas"]["Problem"]>;
  readonly status: number;
  readonly code: string;
  /** The paragraph of the game's rules that forbids the command, such as "5.2". */
  readonly rule: string | undefined;
  /** For how many seconds the server asks to be left alone. */
  readonly retryAfterS: number | undefined;

  constructor(status: number, body: Partial<components["schemas"]["Problem"]>, retryAfterS?: number) {
    const rule = body.rule ? ` (rule ${body.rule})` : "";
    super(`${status} ${body.code ?? ""}: ${body.detail ?? ""}${rule}`);
    this.name = "Problem";
    this.status = status;
    this.body = body;
    this.code = body.code ?? "";
    this.rule = body.rule ?? undefined;
    this.retryAfterS = retryAfterS;
  }

  /** The error for an answer that is not a success. */
  static async of(answer: Response): Promise<Problem> {
    const text = await answer.text();
    const seconds = answer.headers.get("Retry-After");
    const wait = seconds !== null && /^\d+$/.test(seconds) ? Number(seconds) : undefined;
    try {
      return new Problem(answer.status, JSON.parse(text), wait);
    } catch {
      return new Problem(answer.status, { detail: text.slice(0, 2000) }, wait);
    }
  }
}

/** No answer came, however often it was asked for. */
export class Unreachable extends Error {
  override readonly name = "Unreachable";
}

/** Whether another seat or the clock closed the decision before the command arrived. */
export function isClosed(error: unknown): boolean {
  return error instanceof Problem && (error.code === "overtaken" || error.code === "timed_out");
}

/** Whether the seat owes nothing any more: the match is over, or the seat has forfeited it. */
export function isOver(error: unknown): boolean {
  return error instanceof Problem && (error.code === "over" || error.code === "forfeited");
}
