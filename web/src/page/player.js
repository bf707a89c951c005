//! Steps through a match without loading the page anew. The server draws every step; here it is
//! only fetched, ahead of time where it is likely to be wanted, and put in its place.

/** @type {Map<string, Promise<Document>>} */
const pages = new Map();
/** So many pages are kept: enough to step back and forth, little enough for a phone. */
const KEPT = 40;

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
const last = () => Number(stage().dataset.last);
const step = () => Number(stage().dataset.step);

/** @param {number} to @returns {string} */
function address(to) {
  const url = new URL(location.href);
  url.searchParams.set("step", String(Math.min(Math.max(to, 0), last())));
  return url.pathname + url.search;
}

/** Where the reader is going: an answer that arrives after another was asked for is dropped. */
let wanted = "";

/** @param {number} to */
async function show(to) {
  const url = address(to);
  wanted = url;
  const page = await load(url);
  if (wanted !== url) return;
  const next = page.getElementById("stage");
  if (!next) return location.assign(url);
  const focused = document.activeElement?.getAttribute("data-key") ?? document.activeElement?.getAttribute("type");
  stage().replaceWith(document.importNode(next, true));
  const again = focused && stage().querySelector(`[data-key="${focused}"],[type="${focused}"]`);
  if (again instanceof HTMLElement) again.focus();
  history.replaceState(null, "", url);
  for (const near of [step() + 1, step() - 1]) if (near >= 0 && near <= last()) load(address(near)).catch(() => {});
}

/** @type {Record<string, () => number>} */
const KEYS = {
  ArrowLeft: () => step() - 1,
  ArrowRight: () => step() + 1,
  Home: () => 0,
  End: () => last(),
};

document.addEventListener("keydown", (event) => {
  const to = KEYS[event.key];
  if (!to || event.altKey || event.ctrlKey || event.metaKey) return;
  event.preventDefault();
  show(to());
});

document.addEventListener("click", (event) => {
  const key = event.target instanceof Element && event.target.closest("[data-key]")?.getAttribute("data-key");
  if (!key || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  show(KEYS[key]());
});

document.addEventListener("input", (event) => {
  if (event.target instanceof HTMLInputElement && event.target.type === "range") show(Number(event.target.value));
});

if (stage().dataset.live !== undefined) {
  const events = new EventSource(`${stage().dataset.events}?after=${last()}`);
  events.addEventListener("message", (event) => {
    const follows = step() === last();
    // What was fetched before knows of an earlier end.
    pages.clear();
    stage().dataset.last = String(Math.max(last(), Number(event.lastEventId)));
    if (follows) show(last());
  });
}
