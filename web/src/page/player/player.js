//! Steps through a match without loading the page anew. The server draws every step; here it is
//! only fetched, ahead of time where it is likely to be wanted, and put in its place.

/** A step without the page around it: what `step.rs` writes.
 * @typedef {{title: string, layout: string, at: string, landmarks: string, decisions: string,
 *   parts: Part[]}} Step
 * @typedef {{name: string, markup: string, parsed?: DocumentFragment, ready?: Ready}} Part
 *
 * What makes a part of this page what it is at a step, as long as nothing was placed there since.
 * @typedef {{here: Element, was: Placing | undefined, changes: Change[]}} Ready
 * @typedef {{markup: string}} Placing
 *
 * Something to be done at a node of this page.
 * @typedef {{at: Node, make: () => void}} Change */

/** @type {Map<string, Promise<Step>>} */
const steps = new Map();
/** So many steps are kept: enough to step back and forth, little enough for a phone. */
const KEPT = 40;
/** Events of one decision come together: so long is waited for the last of them. */
const BURST_MS = 50;
/** Something that can wait is done after so long, even if the browser is never idle. */
const IDLE_MS = 100;
/** So long is waited before a step is asked for again that could not be fetched. */
const RETRY_MS = 1000;
/** So long a step is shown before the address says it: a browser stops to change an address that is
 * changed often, as it would be while a key is held. */
const ADDRESS_MS = 100;
/** So long a step is shown while it plays; longer if its sentence is. */
const STEP_MS = 1200;
/** As many letters are read in that time. */
const LETTERS = 90;
/** So long a pointer rests on points before it is shown where they came from. */
const REST_MS = 200;
/** The parts that follow in the next frame: readers look at the boards first. */
const LATER = ["eyes", "sheet", "curve", "decision"];

class OtherBuild extends Error {}

/** @param {string} url the address of the page @returns {Promise<Step>} */
function load(url) {
  const known = steps.get(url);
  if (known) return known;
  const step = fetch(`${url}&parts=true`).then(async (answer) => {
    if (!answer.ok) throw new Error(`${answer.status} ${url}`);
    // A server of another build gives the page.
    if (!answer.headers.get("content-type")?.startsWith("application/json")) throw new OtherBuild(url);
    return answer.json();
  });
  step.catch(() => steps.delete(url));
  steps.set(url, step);
  if (steps.size > KEPT) steps.delete(/** @type {string} */ (steps.keys().next().value));
  return step;
}

/** Parses what differs from what is shown, and finds out what the next step changes, part by part:
 * between two parts a key is heard, and a frame made. What a key would wait for longest comes first.
 * @param {Step} step @param {() => boolean} isNext */
async function prepare(step, isNext) {
  const isLater = (/** @type {Part} */ part) => Number(LATER.includes(part.name));
  /** @type {(a: Part, b: Part) => number} */
  const order = (a, b) => isLater(a) - isLater(b) || b.markup.length - a.markup.length;
  for (const part of [...step.parts].sort(order)) {
    if (!differing(part)) continue;
    await new Promise((then) => whenIdle(() => then(undefined)));
    // Meanwhile it may have been placed.
    const here = differing(part);
    if (here && isNext()) ready(part, here);
    else if (here) parsed(part);
  }
}

/** @param {Part} part */
function parsed(part) {
  if (part.parsed) return part.parsed;
  const template = document.createElement("template");
  template.innerHTML = part.markup;
  return (part.parsed = template.content);
}

/** @param {Part} part @param {Element} here @returns {Ready} */
function ready(part, here) {
  const [was, known] = [placed.get(here), part.ready];
  // A browser that translates the page puts other nodes in the place of its texts.
  const isThere = (/** @type {Change} */ change) => here.contains(change.at);
  if (known?.here === here && known.was === was && known.changes.every(isThere)) return known;
  return (part.ready = { here, was, changes: changesInside(here, parsed(part)) });
}

/** Where a part goes on this page, if something else is there. @param {Part} part */
function differing(part) {
  const here = document.querySelector(`[data-part="${part.name}"]`);
  return here && placed.get(here)?.markup !== part.markup ? here : null;
}

const stage = /** @type {HTMLElement} */ (document.getElementById("stage"));
const slider = /** @type {HTMLInputElement} */ (stage.querySelector("input[type=range]"));
const help = /** @type {HTMLDialogElement} */ (document.getElementById("keys"));
/** @param {string} does @returns {HTMLElement} */
const control = (does) => /** @type {HTMLElement} */ (stage.querySelector(`[data-do="${does}"]`));

/** The last step there is. It only grows: a page that was fetched earlier knows of an earlier end. */
let end = Number(stage.dataset.last);
/** What was last placed in each part. Each placing is an object of its own: the same markup placed
 * again makes other nodes.
 * @type {WeakMap<Element, Placing>} */
const placed = new WeakMap();
/** The class of the stage that says how it is laid out. */
let layout = stage.classList[0];
/** Where the reader is, or is going. */
let going = Number(stage.dataset.step);
/** Which way the reader went last: 1 is on, -1 is back. */
let way = going === end ? -1 : 1;
/** Whose points are looked into, and of which line. */
let why = new URL(location.href).searchParams.get("why") ?? "";
let soon = 0;
let noted = 0;

/** @param {number} step @param {string} [of] @returns {string} */
function address(step, of = "") {
  const url = new URL(location.href);
  url.searchParams.set("step", String(step));
  if (of) url.searchParams.set("why", of);
  else url.searchParams.delete("why");
  return url.pathname + url.search;
}

/** @param {number} to @param {string} [of] */
function go(to, of = "") {
  way = Math.sign(to - going) || way;
  going = Math.min(Math.max(to, 0), end);
  why = of;
  clearTimeout(soon);
  return show();
}

async function show() {
  const url = address(going, why);
  let step;
  try {
    step = await load(url);
  } catch (error) {
    if (url !== address(going, why)) return;
    if (error instanceof OtherBuild) return location.assign(url);
    soon = setTimeout(show, RETRY_MS);
    return;
  }
  // Meanwhile the reader may have gone elsewhere.
  if (url !== address(going, why)) return;
  place(step);
  afterFrame(() => {
    if (url !== address(going, why)) return;
    placeParts(step, (name) => LATER.includes(name));
    clearTimeout(noted);
    noted = setTimeout(() => history.replaceState(null, "", url), ADDRESS_MS);
    lookAhead();
  });
}

/** Fetches the steps that are near. */
function lookAhead() {
  // Two on the way, so that the next is there even while a key is held.
  fetchAhead(going + way);
  fetchAhead(going + 2 * way);
  // The one behind is seldom wanted: it is parsed when it is.
  if (going - way >= 0 && going - way <= end) load(address(going - way)).catch(() => {});
}

/** @param {number} near */
function fetchAhead(near) {
  if (near < 0 || near > end) return;
  load(address(near)).then((step) => prepare(step, () => near === going + way), () => {});
}

/** The first of what changes from step to step.
 * @param {Step} step */
function place(step) {
  [stage.dataset.landmarks, stage.dataset.decisions] = [step.landmarks, step.decisions];
  stage.classList.replace(layout, step.layout);
  layout = step.layout;
  const speaks = !playing || landmarks().includes(going);
  stage.querySelector(".say")?.setAttribute("aria-live", speaks ? "polite" : "off");
  placeParts(step, (name) => !LATER.includes(name));
  for (const link of /** @type {NodeListOf<HTMLAnchorElement>} */ (stage.querySelectorAll("a[data-key]"))) {
    const to = KEYS[link.dataset.key ?? ""]();
    link.setAttribute("href", address(Math.min(Math.max(to, 0), end)));
  }
  slider.max = String(end);
  slider.value = String(going);
  slider.setAttribute("aria-valuetext", step.at);
  document.title = step.title;
}

/** @param {Step} step @param {(name: string) => boolean} isMeant */
function placeParts(step, isMeant) {
  for (const part of step.parts) {
    const here = isMeant(part.name) && differing(part);
    if (!here) continue;
    const { changes } = ready(part, here);
    // Its nodes are on the page from now on.
    part.parsed = part.ready = undefined;
    for (const change of changes) change.make();
    placed.set(here, { markup: part.markup });
  }
}

/** What makes a node of this page what another is, and leaves alone what is the same already: a step
 * changes little, and what a reader opened, scrolled or focused stays as it is.
 * @param {Node} here @param {Node} next @returns {Change[]} to be made in this order */
function changes(here, next) {
  if (here.isEqualNode(next)) return [];
  if (here.nodeName !== next.nodeName) {
    return [{ at: here, make: () => here.parentNode?.replaceChild(next, here) }];
  }
  if (!(here instanceof Element && next instanceof Element)) {
    return [{ at: here, make: () => (here.nodeValue = next.nodeValue) }];
  }
  // What is in a part of its own is placed by itself.
  const inside = partOf(here) === undefined ? changesInside(here, next) : [];
  return [...changedAttributes(here, next), ...inside];
}

/** @param {Element} element */
const partOf = (element) => (element instanceof HTMLElement ? element.dataset.part : undefined);

/** @param {Node} here @param {Node} next */
function changesInside(here, next) {
  /** @type {Change[]} */
  const todo = [];
  const [old, fresh] = [[...here.childNodes], [...next.childNodes]];
  /** @type {Node | null} */
  let after = null;
  while (old.length && fresh.length && old[old.length - 1].isEqualNode(fresh[fresh.length - 1])) {
    after = old.pop() ?? null;
    fresh.pop();
  }
  // One more or less in the middle is not another one in all places after it.
  while (old.length || fresh.length) {
    const [at, child] = [old[0], fresh[0]];
    if (at && (!child || (old[1]?.isEqualNode(child) && !at.isEqualNode(child)))) {
      todo.push({ at, make: () => here.removeChild(at) });
      old.shift();
    } else if (!at || (fresh[1]?.isEqualNode(at) && !at.isEqualNode(child))) {
      const before = at ?? after;
      todo.push({ at: before ?? here, make: () => here.insertBefore(child, before) });
      fresh.shift();
    } else {
      todo.push(...changes(at, child));
      old.shift();
      fresh.shift();
    }
  }
  return todo;
}

/** @param {Element} here @param {Element} next */
function changedAttributes(here, next) {
  const gone = [...here.attributes].filter(({ name }) => !next.hasAttribute(name) && name !== "open");
  const set = [...next.attributes].filter(({ name, value }) => here.getAttribute(name) !== value);
  return [
    ...gone.map(({ name }) => ({ at: here, make: () => here.removeAttribute(name) })),
    ...set.map(({ name, value }) => ({ at: here, make: () => here.setAttribute(name, value) })),
  ];
}

/** Does something when nothing else is to be done: no key and no frame waits for it.
 * @param {() => void} does */
function whenIdle(does) {
  if ("requestIdleCallback" in window) requestIdleCallback(does, { timeout: IDLE_MS });
  else setTimeout(does);
}

/** Does something once the frame has been made that shows what was placed. @param {() => void} does */
const afterFrame = (does) => requestAnimationFrame(() => whenIdle(does));

/** @param {"landmarks" | "decisions"} name @returns {number[]} */
const listed = (name) => (stage.dataset[name] ?? "").split(" ").filter(Boolean).map(Number);
const landmarks = () => listed("landmarks");
/** @param {number[]} of */
const next = (of) => of.find((step) => step > going) ?? end;
/** @param {number[]} of */
const before = (of) => of.filter((step) => step < going).pop() ?? 0;

/** @type {Record<string, () => number>} */
const KEYS = {
  ArrowLeft: () => going - 1,
  ArrowRight: () => going + 1,
  "Shift+ArrowLeft": () => before(listed("decisions")),
  "Shift+ArrowRight": () => next(listed("decisions")),
  ArrowUp: () => before(landmarks()),
  ArrowDown: () => next(landmarks()),
  Home: () => 0,
  End: () => end,
};

let playing = 0;
let speed = 1;

function play() {
  const letters = stage.querySelector(".say")?.textContent?.length ?? 0;
  const time = (STEP_MS * Math.max(1, letters / LETTERS)) / speed;
  const timer = setTimeout(async () => {
    if (going >= end) return pause();
    await go(going + 1);
    if (playing === timer) play();
  }, time);
  playing = timer;
  playButton(true);
}

function pause() {
  clearTimeout(playing);
  playing = 0;
  playButton(false);
}

/** @param {boolean} is */
function playButton(is) {
  control("play").setAttribute("aria-pressed", String(is));
  stage.classList.toggle("playing", is);
}

async function share() {
  // What is framed by another page is shared as the page that it is on this site.
  const url = new URL(address(going, why).replace(/^\/embed/, ""), location.href).href;
  try {
    await navigator.clipboard.writeText(url);
    control("share").textContent = "Link copied";
  } catch {
    control("share").textContent = window.top === window ? "Copy the address above" : "Open it in Cartulary";
  }
  setTimeout(() => (control("share").textContent = "Share this step"), 2000);
}

/** What is remembered from visit to visit, if the browser may.
 * @param {string} name @param {boolean} [set] @returns {boolean} */
function switched(name, set) {
  try {
    if (set !== undefined) localStorage.setItem(`player.${name}`, set ? "on" : "off");
    return localStorage.getItem(`player.${name}`) === "on";
  } catch {
    return set ?? false;
  }
}

/** @param {string} name */
function toggle(name) {
  stage.classList.toggle(name, switched(name, !stage.classList.contains(name)));
}

/** @type {Record<string, () => void>} */
const DOES = {
  play: () => {
    if (playing) return pause();
    if (going >= end) go(0);
    play();
  },
  share,
  help: () => help.showModal(),
};

/** Keys that are a single character, which a reader can switch off.
 * @type {Record<string, () => void>} */
const LETTER_KEYS = {
  " ": DOES.play,
  g: () => toggle("no-ghost"),
  l: () => toggle("no-letters"),
  "?": DOES.help,
};
for (const eye of "0123456") LETTER_KEYS[eye] = () => lookAs(eye);

/** @param {string} eye */
function lookAs(eye) {
  const link = stage.querySelector(`[data-eyes="${eye}"]`);
  if (link instanceof HTMLAnchorElement) link.click();
}

document.addEventListener("keydown", (event) => {
  if (event.altKey || event.ctrlKey || event.metaKey || help.open) return;
  const target = event.target instanceof Element ? event.target : document.body;
  const letter = LETTER_KEYS[event.key];
  if (letter) {
    const presses = event.key === " " && target.closest("a, button, summary, input[type=checkbox]");
    if (presses || switched("letters-off")) return;
    event.preventDefault();
    return letter();
  }
  const to = KEYS[(event.shiftKey ? "Shift+" : "") + event.key];
  if (!to) return;
  const box = target.closest(".scroll, .parts");
  if (box && (box.scrollWidth > box.clientWidth || box.scrollHeight > box.clientHeight)) return;
  event.preventDefault();
  pause();
  go(to());
});

document.addEventListener("click", (event) => {
  if (!(event.target instanceof Element) || event.ctrlKey || event.metaKey || event.shiftKey) return;
  const of = event.target.closest("[data-key], [data-why], [data-do], [data-speed], a[data-step]");
  if (!(of instanceof HTMLElement)) return;
  const { key, why: line, do: does, speed: times, step } = of.dataset;
  event.preventDefault();
  if (does) return DOES[does]();
  if (times) return setSpeed(of);
  pause();
  if (line !== undefined) go(going, line);
  else go(key ? KEYS[key]() : Number(step));
});

/** @param {HTMLElement} button */
function setSpeed(button) {
  speed = Number(button.dataset.speed);
  for (const other of stage.querySelectorAll("[data-speed]")) {
    other.setAttribute("aria-pressed", String(other === button));
  }
}

slider.addEventListener("input", () => {
  pause();
  go(Number(slider.value));
});

/** @param {Event} event */
function restOn(event) {
  const of = event.target instanceof Element && event.target.closest("td [data-why]");
  if (!(of instanceof HTMLElement) || of.dataset.why === why) return;
  clearTimeout(soon);
  soon = setTimeout(() => go(going, of.dataset.why), REST_MS);
  of.addEventListener("pointerleave", () => clearTimeout(soon), { once: true });
}
stage.addEventListener("pointerover", restOn);
stage.addEventListener("focusin", restOn);

for (const name of ["no-ghost", "no-letters"]) stage.classList.toggle(name, switched(name));
const letters = /** @type {HTMLInputElement} */ (help.querySelector("[name=letters]"));
letters.checked = !switched("letters-off");
letters.addEventListener("change", () => switched("letters-off", !letters.checked));

if (stage.dataset.live !== undefined) {
  const events = new EventSource(`${stage.dataset.events}?after=${end}`);
  events.addEventListener("message", (event) => {
    const follows = going === end;
    end = Math.max(end, Number(event.lastEventId));
    slider.max = String(end);
    // What was fetched before knows of an earlier end.
    steps.clear();
    if (!follows) return;
    going = end;
    clearTimeout(soon);
    soon = setTimeout(show, BURST_MS);
  });
}

// The first key waits no longer than those after it.
addEventListener("load", () => afterFrame(() => fetchAhead(going + way)));
