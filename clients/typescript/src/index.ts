/** A client for Cartulary, a server for board games: fetch and nothing else, in Node and in a page. */
export { Client, bot, ME, OPEN } from "./client.js";
export type { Game, SeatWanted } from "./client.js";
export { Match, Turn } from "./match.js";
export type { Ask, Due, LegalCommand, Made, Play } from "./match.js";
export { isClosed, isOver, Problem, Unreachable } from "./problems.js";
export { verify } from "./push.js";
export type { components, operations, paths } from "./document.js";
