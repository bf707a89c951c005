//! Steps through a match without loading the page anew. The server draws every step; here it is
//! only fetched, ahead of time where it is likely to be wanted, and put in its place.

/** @type {Map<string, Promise<Document>>} */
const pages = new Map();
/** So many pages are kept: enough to step back and forth, little enough for a phone. */
const KEPT = 40;
/** Events of one decision come together: so long is waited for the last of them. */
const BURST_MS = 50;
/** So long is waited before a step is asked for again that could not be fetched. */
const RETRY_MS = 1000;

/** @param {string} url @returns {Promise<Document>} */
function load(url) {
  const known = pages.get(url);
  if (known) return known;
  const page = fetch(url).then(async (answer) => {
    if (!answer.ok) throw new Error(`${answer.status} ${url}`);
    return new DOMParser().parseFromString(await answer.text(), "text/html");
  });
  page.catch(() => pages.delete(url));
  pages.set(url, page);
  if (pages.size > KEPT) pages.delete(/** @type {string} */ (pages.keys().next().value));
  return page;
}

/** @returns {HTMLElement} */
const stage = () => /** @type {HTMLElement} */ (document.getElementById("stage"));
/** @returns {HTMLInputElement} */
const slider = () => /** @type {HTMLInputElement} */ (stage().querySelector("input[type=range]"));

/** The last step there is. It only grows: a page that was fetched earlier knows of an earlier end. */
let end = Number(stage().dataset.last);
/** Where the reader is, or is going. */
let going = Number(stage().dataset.step);
let soon = 0;

/** @param {number} step @returns {string} */
function address(step) {
  const url = new URL(location.href);
  url.searchParams.set("step", String(step));
  return url.pathname + url.search;
}

/** @param {number} to */
function go(to) {
  going = Math.min(Math.max(to, 0), end);
  clearTimeout(soon);
  show();
}

async function show() {
  const url = address(going);
  let page;
  try {
    page = await load(url);
  } catch {
    if (url === address(going)) soon = setTimeout(show, RETRY_MS);
    return;
  }
  // Meanwhile the reader may have gone elsewhere.
  if (url !== address(going)) return;
  place(page);
  history.replaceState(null, "", url);
  for (const near of [going + 1, going - 1]) if (near >= 0 && near <= end) load(address(near)).catch(() => {});
}

/** What changes from step to step, in nodes that stay: what a reader scrolled, dragged or focused
 * stays as it is, and what is read aloud is read aloud. */
const PARTS = [".who", ".table", ".say", ".scroll", ".ctl"];

/** @param {Document} page */
function place(page) {
  const next = page.getElementById("stage");
  if (!next) return location.reload();
  const is = (/** @type {string} */ part) => !stage().querySelector(part) === !next.querySelector(part);
  if (PARTS.every(is)) PARTS.forEach((part) => replace(stage().querySelector(part), next.querySelector(part)));
  else stage().replaceWith(document.importNode(next, true));
  slider().max = String(end);
  slider().value = String(going);
  slider().setAttribute("aria-valuetext", `Step ${going} of ${end}`);
  document.title = page.title;
  replace(document.querySelector("h1"), page.querySelector("h1"));
}

/** @param {Element | null} here @param {Element | null} next */
function replace(here, next) {
  if (!here || !next || here.innerHTML === next.innerHTML) return;
  const key = here.contains(document.activeElement) && document.activeElement?.getAttribute("data-key");
  here.replaceChildren(...document.importNode(next, true).childNodes);
  const again = key && here.querySelector(`[data-key="${key}"]`);
  if (again instanceof HTMLElement) again.focus();
}

/** @type {Record<string, () => number>} */
const KEYS = {
  ArrowLeft: () => going - 1,
  ArrowRight: () => going + 1,
  Home: () => 0,
  End: () => end,
};

document.addEventListener("keydown", (event) => {
  const to = KEYS[event.key];
  if (!to || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
  const box = event.target instanceof Element && event.target.closest(".table, .scroll");
  if (box && box.scrollWidth > box.clientWidth) return;
  event.preventDefault();
  go(to());
});

document.addEventListener("click", (event) => {
  const key = event.target instanceof Element && event.target.closest("[data-key]")?.getAttribute("data-key");
  if (!key || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  go(KEYS[key]());
});

document.addEventListener("input", (event) => {
  if (event.target instanceof HTMLInputElement && event.target.type === "range") go(Number(event.target.value));
});

if (stage().dataset.live !== undefined) {
  const events = new EventSource(`${stage().dataset.events}?after=${end}`);
  events.addEventListener("message", (event) => {
    const follows = going === end;
    end = Math.max(end, Number(event.lastEventId));
    slider().max = String(end);
    // What was fetched before knows of an earlier end.
    pages.clear();
    if (!follows) return;
    going = end;
    clearTimeout(soon);
    soon = setTimeout(show, BURST_MS);
  });
}
