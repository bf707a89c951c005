// Plays the match that stands in this file, and checks its record. It asks nobody for anything.

/** A list of numbers by step: how a text is made from the one before. @typedef {number[][]} Deltas */
/** @typedef {{ pieces: string[], boards: Deltas, sheets: Deltas, says: string[], places: string[],
 *   record: string }} Match */

/** So many steps apart, a text is kept, so that any step is soon there. */
const KEPT_EVERY = 64;
/** How long a step is shown while the match plays, and how much longer for each letter beyond 90. */
const STEP_MS = 1200;
const LETTER_MS = 15;

/** @param {string} id @returns {HTMLElement} */
const element = (id) => /** @type {HTMLElement} */ (document.getElementById(id));

/** @returns {Promise<Match>} */
async function unpacked() {
  const packed = Uint8Array.from(atob(element("match").textContent ?? ""), (letter) => letter.charCodeAt(0));
  const plain = new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip"));
  return JSON.parse(await new Response(plain).text());
}

/** A text at each step. */
class Texts {
  /** @param {string[]} pieces @param {Deltas} deltas */
  constructor(pieces, deltas) {
    this.pieces = pieces;
    this.deltas = deltas;
    /** @type {Map<number, Int32Array>} */
    this.kept = new Map([[-1, new Int32Array()]]);
    this.step = -1;
  }

  /** The text at a step. @param {number} step @returns {string} */
  at(step) {
    let from = step;
    while (!this.kept.has(from)) from -= 1;
    let now = /** @type {Int32Array} */ (this.kept.get(from));
    while (from < step) {
      from += 1;
      now = applied(now, this.deltas[from]);
      if (from % KEPT_EVERY === 0) this.kept.set(from, now);
    }
    // The next step is likely to be asked for next.
    if (this.step % KEPT_EVERY !== 0) this.kept.delete(this.step);
    this.kept.set(step, now);
    this.step = step;
    let text = "";
    for (const piece of now) text += this.pieces[piece];
    return text;
  }
}

/** @param {Int32Array} before @param {number[]} delta @returns {Int32Array} */
function applied(before, delta) {
  let length = 0;
  for (let at = 0; at < delta.length; at += 1) {
    if (delta[at] < 0) length -= delta[at++];
    else length += 1;
  }
  const now = new Int32Array(length);
  for (let at = 0, to = 0, expected = 0; at < delta.length; at += 1) {
    if (delta[at] < 0) {
      const count = -delta[at];
      at += 1;
      const from = expected + delta[at];
      now.set(before.subarray(from, from + count), to);
      to += count;
      expected = from + count;
    } else {
      now[to] = delta[at];
      to += 1;
      expected += 1;
    }
  }
  return now;
}

/** @param {string} name @returns {HTMLElement} */
const part = (name) => /** @type {HTMLElement} */ (document.querySelector(`[data-part="${name}"]`));

const match = await unpacked();
const last = match.says.length - 1;
const marks = (element("stage").dataset.landmarks ?? "").split(" ").filter((mark) => mark).map(Number);
const slider = /** @type {HTMLInputElement} */ (document.querySelector("input[type=range]"));
const play = /** @type {HTMLElement} */ (document.querySelector("[data-do=play]"));
const done = document.querySelector(".line .done");
const now = /** @type {SVGElement | null} */ (document.querySelector(".chart .now"));
const parts = [
  { place: part("boards"), texts: new Texts(match.pieces, match.boards), shown: "" },
  { place: part("sheet"), texts: new Texts(match.pieces, match.sheets), shown: "" },
];
let step = last;
let speed = 1;
let playing = 0;

/** @param {number} to */
function go(to) {
  step = Math.min(Math.max(to, 0), last);
  for (const part of parts) {
    const text = part.texts.at(step);
    // What has not changed keeps its focus and where it was scrolled to.
    if (text !== part.shown) part.place.innerHTML = text;
    part.shown = text;
  }
  const at = `Step ${step} of ${last}${match.places[step] && ` · ${match.places[step]}`}`;
  part("say").textContent = match.says[step];
  part("at").textContent = at;
  slider.value = String(step);
  slider.setAttribute("aria-valuetext", `${at}: ${match.says[step]}`);
  done?.setAttribute("width", String(step));
  const back = (Number(now?.dataset.width) * (step - last)) / Math.max(last, 1);
  now?.setAttribute("transform", `translate(${back} 0)`);
  history.replaceState(null, "", `#${step}`);
}

function stop() {
  clearTimeout(playing);
  playing = 0;
  shown(false);
}

/** @param {boolean} runs */
function shown(runs) {
  play.setAttribute("aria-pressed", String(runs));
  // What is read aloud must not be interrupted all the time.
  part("say").setAttribute("aria-live", runs ? "off" : "polite");
}

function next() {
  if (step === last) return stop();
  const longer = Math.max(match.says[step].length - 90, 0) * LETTER_MS;
  playing = setTimeout(() => {
    go(step + 1);
    next();
  }, (STEP_MS + longer) / speed);
}

function toggle() {
  if (playing) return stop();
  if (step === last) go(0);
  shown(true);
  next();
}

/** What keys and buttons do. @type {Record<string, () => void>} */
const KEYS = {
  ArrowLeft: () => go(step - 1),
  ArrowRight: () => go(step + 1),
  ArrowUp: () => go(marks.findLast((mark) => mark < step) ?? 0),
  ArrowDown: () => go(marks.find((mark) => mark > step) ?? last),
  Home: () => go(0),
  End: () => go(last),
  " ": toggle,
};

/** @param {string} key */
function press(key) {
  if (!(key in KEYS)) return;
  if (key !== " " && playing) stop();
  KEYS[key]();
}

document.addEventListener("keydown", (event) => {
  if (!(event.key in KEYS) || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
  const focus = event.target instanceof Element ? event.target : document.body;
  // A button is pressed by the space bar itself, and a wide table is scrolled by arrows.
  if (event.key === " " && focus.closest("button, a, summary, input[type=checkbox]")) return;
  const box = focus.closest(".scroll");
  if (event.key.startsWith("Arrow") && box && box.scrollWidth > box.clientWidth) return;
  event.preventDefault();
  press(event.key);
});

document.addEventListener("click", (event) => {
  const button = event.target instanceof Element ? event.target.closest("[data-key], [data-do], [data-speed]") : null;
  if (!(button instanceof HTMLElement)) return;
  if (button.dataset.key) event.preventDefault();
  press(button.dataset.key ?? (button.dataset.do && " ") ?? "");
  if (!button.dataset.speed) return;
  speed = Number(button.dataset.speed);
  for (const other of document.querySelectorAll("[data-speed]")) other.setAttribute("aria-pressed", String(other === button));
});

slider.addEventListener("input", () => {
  stop();
  go(Number(slider.value));
});

function goAsked() {
  const asked = Number.parseInt(location.hash.slice(1), 10);
  go(Number.isNaN(asked) ? last : asked);
}
// Landmarks and stages are links.
addEventListener("hashchange", () => {
  stop();
  goAsked();
});
goAsked();

const record = /** @type {HTMLAnchorElement} */ (element("record"));
record.href = URL.createObjectURL(new Blob([match.record], { type: "application/x-ndjson" }));
record.download = "match.ndjson";

/** The parts of a line: what is hashed is its text, to the byte. @param {string} line */
function cut(line) {
  const before = /^\{"position":\d+,(?:"imported":true,)?"hash":"([0-9a-f]{64})","public":/.exec(line);
  const last = ',"prev_hash":"';
  const end = line.lastIndexOf(last) + last.length + 66;
  const rest = /^,"private":(.*)\}$/s.exec(line.slice(end));
  if (!before || !rest) throw new Error("it does not have the form of a record");
  return { hash: before[1], open: line.slice(before[0].length, end), sealed: rest[1] };
}

/** @param {string} text @returns {Promise<string>} */
async function hashed(text) {
  const hash = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
  return [...new Uint8Array(hash)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** Checks that each line is what was hashed, and follows the one before. */
async function verified() {
  let [version, tip, hidden] = [0, "0".repeat(64), 0];
  const lines = match.record.split("\n").filter((line) => line);
  for (const line of lines) {
    const wrong = (/** @type {string} */ why) => new Error(`${why}, from step ${version + 1} on`);
    const { hash, open, sealed } = cut(line);
    const commit = JSON.parse(open);
    if ((await hashed(open)) !== hash) throw wrong("it is not what was written");
    if (sealed === "null") hidden += 1;
    else if ((await hashed(sealed)) !== commit.sealed) throw wrong("its private part is not what was written");
    if (commit.version !== version || commit.prev_hash !== tip) throw wrong("a commit is missing");
    [version, tip] = [version + commit.count, hash];
  }
  if (version !== last) throw new Error(`it has ${version} steps and the file shows ${last}`);
  return { commits: lines.length, tip, hidden };
}

async function tell() {
  const verdict = element("verdict");
  if (!globalThis.crypto?.subtle) {
    verdict.textContent = "Not verified here: this browser computes no hashes on such a page.";
    return;
  }
  try {
    const { commits, tip, hidden } = await verified();
    verdict.textContent = `The record verifies: ${commits} commits, head ${tip.slice(0, 12)}${hidden ? ", private parts withheld" : ""}.`;
    verdict.title = `SHA-256 of the last commit: ${tip}`;
  } catch (error) {
    verdict.className = "bad";
    verdict.textContent = `The record does not verify: ${error instanceof Error ? error.message : error}.`;
  }
}

tell();
