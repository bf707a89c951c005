//! Plays one seat: shows the page as the seat sees it, narrows the legal commands by what is
//! marked, and puts the one that is chosen. The server draws and judges; nothing is known here
//! of any game.

/** @typedef {{ type: string, [field: string]: unknown }} Command */
/** @typedef {{ text: string, cells: [number, number][], command: { game: string, command: Command }, marks: Set<string> }} Option */
/** @typedef {{ decision: number, legal: Option[], links: { put: string } }} Due */

/** So many commands are listed; of more, a mark shows which are meant. */
const LISTED = 200;
/** More values of one kind than this are no help beside the list. */
const CHIPS = 40;
/** Fewer commands than this are a list that needs no chips. */
const FEW = 5;
/** So many places that can be chosen are outlined; more would hide the board. */
const OUTLINED = 40;
/** So many seconds the server waits for the others before it answers that nothing changed. */
const WAIT = 10;
/** So long is waited before a request is repeated that got no answer, in milliseconds. */
const PAUSES = [500, 1000, 2000, 4000, 8000];

/** Fields that say where something goes: they are marked on the board, as cells. */
const PLACES = new Set(["cell", "square", "x", "y"]);

/** @param {string} selector @returns {any} */
const one = (selector) => document.querySelector(selector);
/** @param {string} selector @returns {any[]} */
const all = (selector) => [...document.querySelectorAll(selector)];
/** @param {number} ms */
const pause = (ms) => new Promise((done) => setTimeout(done, ms));

const MATCH = one("#play").dataset.match;
/** Where the browser keeps the tokens of this match. */
const KEPT = `cartulary.seat.${MATCH}.`;
const OWN = Object.keys(localStorage).find((key) => key.startsWith(KEPT));
const SEAT = new URLSearchParams(location.search).get("seat") ?? OWN?.slice(KEPT.length) ?? "0";
const TOKEN = localStorage.getItem(KEPT + SEAT);
const HERE = `/v1/matches/${MATCH}/seats/${SEAT}`;

/** @type {Due | null} */
let due = null;
/** What is marked, in the order in which it was: `cell:3,6`, `terrain:forest`. @type {string[]} */
let marks = [];
/** The command that is chosen in the list. @type {Option | null} */
let chosen = null;
/** How many events had happened when this seat last decided. */
let since = "";
let sending = false;
/** Whether the focus was beside the board, where nothing could have it since. */
let wasInside = false;

/** Says it, and to those who listen what is asked now. @param {string} text @param {string} [asked] */
function say(text, asked = "") {
  const unseen = document.createElement("span");
  Object.assign(unseen, { className: "unseen", textContent: asked });
  one("#status").replaceChildren(text, " ", unseen);
}

/** Asks until there is an answer: every request here can be repeated without harm.
 * @param {string} path @param {RequestInit} [init] @returns {Promise<Response>} */
async function ask(path, init) {
  for (let tries = 0; ; tries++) {
    try {
      const headers = { "Content-Type": "application/json", ...(TOKEN && { Authorization: `Bearer ${TOKEN}` }) };
      const answer = await fetch(path, { ...init, headers });
      if (answer.status < 500 && answer.status !== 429) return answer;
    } catch {
      say("The connection is lost. Trying again.");
    }
    await pause(PAUSES[Math.min(tries, PAUSES.length - 1)]);
  }
}

/** What one command can be marked by. @param {Option} option @returns {Set<string>} */
function marksOf({ cells, command }) {
  const found = new Set(cells.map(([row, column]) => `cell:${row},${column}`));
  for (const [field, value] of Object.entries(command.command)) {
    const name = field.replace(/s$/, "");
    if (!(cells.length && PLACES.has(name))) each(value, (text) => found.add(`${name}:${text}`));
  }
  return found;
}

/** @param {unknown} value @param {(text: string) => void} see */
function each(value, see) {
  if (Array.isArray(value) && value.some((part) => typeof part !== "number")) value.forEach((part) => each(part, see));
  else if (Array.isArray(value)) see(value.join(","));
  else if (value !== null && typeof value === "object") {
    const some = Object.entries(value).filter(([, count]) => count);
    see(some.map(([what, count]) => `${count} ${what}`).join(", ") || "nothing");
  } else if (value !== null) see(String(value));
}

/** @param {string} mark @returns {string} */
const fieldOf = (mark) => mark.slice(0, mark.indexOf(":"));
/** @param {string} mark @returns {string} */
const valueOf = (mark) => mark.slice(mark.indexOf(":") + 1);

/** The commands that have all of these marks. @param {string[]} [wanted] @returns {Option[]} */
const fitting = (wanted = marks) => (due?.legal ?? []).filter((option) => wanted.every((mark) => option.marks.has(mark)));

/** Whether a command may have several of a kind, like cells. @param {string} field @returns {boolean} */
const isSeveral = (field) =>
  (due?.legal ?? []).some((option) => [...option.marks].filter((mark) => fieldOf(mark) === field).length > 1);

/** @param {string} mark */
function toggle(mark) {
  if (marks.includes(mark)) return change(marks.filter((it) => it !== mark));
  const field = fieldOf(mark);
  const rest = isSeveral(field) ? marks : marks.filter((it) => fieldOf(it) !== field);
  if (fitting([...rest, mark]).length) return change([...rest, mark]);
  // What was chosen beside the board gives way to a place, and a place of one kind to one of another.
  const same = rest.filter((it) => fieldOf(it) === field);
  if (fitting([...same, mark]).length) return change([...same, mark]);
  refuse([...same, mark]);
}

/** @param {string[]} next */
function change(next) {
  marks = next;
  chosen = null;
  one("#refusal").hidden = true;
  show();
}

/** @param {string} mark @returns {string} */
function nameOf(mark) {
  const [field, value] = [fieldOf(mark), valueOf(mark)];
  if (field === "type") return one(`data[data-kind="${value}"]`)?.textContent ?? value;
  if (field === "ship" || field === "give_to") return one(`[data-seat="${value}"]`)?.textContent ?? value;
  const words = value.replace(/^[A-Z]+:/, "").replace(/_/g, " ").replace(/([a-z])-?(\d)/g, "$1 $2");
  return field === "camp" || field === "group" ? `${field} ${words}` : words;
}

/** A button for a mark: a card with its picture where there is one. @param {string} mark */
function chipOf(mark) {
  const chip = document.createElement("button");
  const card = one(`[data-id="${CSS.escape(valueOf(mark))}"]`);
  chip.type = "button";
  chip.className = card ? "chip card" : "chip";
  chip.append(...(card ? card.cloneNode(true).childNodes : [nameOf(mark)]));
  if (card) chip.title = card.dataset.says ?? "";
  chip.dataset.mark = mark;
  chip.setAttribute("aria-pressed", String(marks.includes(mark)));
  return chip;
}

/** A command in words, with names for the numbers of seats. @param {string} text @returns {string} */
const named = (text) =>
  text.replace(/\bseat (\d+)\b/g, (said, seat) => one(`[data-seat="${seat - 1}"]`)?.textContent ?? said);

/** Shows what is marked, what fits and what is chosen. */
function show() {
  if (!due) return;
  const fits = fitting();
  if (fits.length === 1) [chosen] = fits;
  one("#count").innerHTML = "<b></b> <span></span>";
  one("#count b").textContent = String(fits.length);
  one("#count span").textContent = marks.length ? `${fits.length === 1 ? "fits" : "fit"} what you marked` : "you may choose from";
  one("#clear").disabled = !marks.length;
  showChips();
  showList(fits);
  showBoard(fits);
  one("#undo").disabled = !marks.length && !chosen;
  one("#put").disabled = !chosen || sending;
  const kinds = new Set(fits.map((option) => option.command.command.type));
  const kind = chosen?.command.command.type ?? (kinds.size === 1 ? [...kinds][0] : null);
  one("#put").textContent = kind ? one(`data[data-kind="${kind}"]`)?.value ?? kind : "Choose first";
}

function showChips() {
  const box = one("#chips");
  const focused = document.activeElement?.getAttribute("data-mark");
  box.replaceChildren();
  if (!due || due.legal.length < FEW) return;
  const onBoard = new Set(all("[data-at]").map((place) => fieldOf(place.dataset.at)));
  const fields = new Set(due.legal.flatMap((option) => [...option.marks].map(fieldOf)));
  for (const field of fields) {
    if (PLACES.has(field) || onBoard.has(field)) continue;
    const others = isSeveral(field) ? marks : marks.filter((mark) => fieldOf(mark) !== field);
    const values = new Set(fitting(others).flatMap((option) => [...option.marks].filter((mark) => fieldOf(mark) === field)));
    const isMarked = marks.some((mark) => fieldOf(mark) === field);
    if (values.size > CHIPS || (values.size < 2 && !isMarked)) continue;
    const group = document.createElement("div");
    group.className = "chips";
    group.setAttribute("role", "group");
    const called = document.createElement("span");
    called.textContent = one(`data[data-part="${field}"]`)?.value ?? capital(field.replace(/_/g, " "));
    group.setAttribute("aria-label", called.textContent ?? field);
    group.append(called, ...[...values].map(chipOf));
    box.append(group);
  }
  if (focused) one(`[data-mark="${CSS.escape(focused)}"]`)?.focus();
}

/** @param {Option[]} fits */
function showList(fits) {
  const rows = fits.slice(0, LISTED).map((option) => {
    const row = document.createElement("label");
    const radio = document.createElement("input");
    Object.assign(radio, { type: "radio", name: "option", checked: option === chosen });
    radio.dataset.nth = String(due?.legal.indexOf(option));
    row.append(radio, named(option.text));
    return row;
  });
  one("#list").replaceChildren(...rows);
  const more = fits.length - rows.length;
  const total = due?.legal.length ?? 0;
  one("#more").textContent = more ? `And ${more} more: mark something to narrow them.` : fits.length < total ? `${total} are legal in all.` : "";
}

/** @param {Option[]} fits */
function showBoard(fits) {
  const may = new Set(fits.flatMap((option) => [...option.marks]));
  const places = all("[data-at]");
  one(".seen").classList.toggle("few", places.filter((place) => may.has(place.dataset.at)).length <= OUTLINED);
  for (const place of places) {
    const mark = place.dataset.at;
    place.setAttribute("aria-selected", String(marks.includes(mark)));
    place.classList.toggle("may", may.has(mark));
    place.classList.toggle("will", Boolean(chosen?.marks.has(mark)) && !marks.includes(mark));
  }
}

/** Makes the places of the board a grid: one of them is in the order of tabs. */
function makeGrid() {
  for (const hits of all("#play .hits")) {
    const places = [...hits.querySelectorAll("[data-at]")];
    if (!places.length) continue;
    hits.setAttribute("role", "grid");
    hits.setAttribute("aria-label", "Places to choose");
    hits.setAttribute("aria-multiselectable", "true");
    /** @type {Element | null} */
    let row = null;
    for (const place of places) {
      if (row?.getAttribute("data-y") !== place.getAttribute("y")) {
        row = document.createElementNS("http://www.w3.org/2000/svg", "g");
        row.setAttribute("role", "row");
        row.setAttribute("data-y", place.getAttribute("y"));
        hits.append(row);
      }
      place.setAttribute("role", "gridcell");
      place.setAttribute("tabindex", "-1");
      row?.append(place);
    }
  }
  one("[data-at]")?.setAttribute("tabindex", "0");
}

/** @param {Element} place */
function focus(place) {
  for (const it of all('[data-at][tabindex="0"]')) it.setAttribute("tabindex", "-1");
  place.setAttribute("tabindex", "0");
  /** @type {SVGElement} */ (place).focus();
}

/** @type {Record<string, [number, number]>} */
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/** To the nearest place in a direction. @param {Element} from @param {[number, number]} direction */
function move(from, [right, down]) {
  const middle = (/** @type {Element} */ place) => {
    const { x, y, width, height } = place.getBoundingClientRect();
    return [x + width / 2, y + height / 2];
  };
  const [x, y] = middle(from);
  const far = all("[data-at]").map((place) => {
    const [across, along] = [middle(place)[0] - x, middle(place)[1] - y];
    const ahead = across * right + along * down;
    const aside = Math.abs(across * down) + Math.abs(along * right);
    return { place, far: ahead > 1 && aside <= 2 * ahead ? ahead + 3 * aside : Infinity };
  });
  const next = far.reduce((best, it) => (it.far < best.far ? it : best));
  if (next.far < Infinity) focus(next.place);
}

/** The card that a place of the board stands for. @param {string} mark @returns {string | undefined} */
const cardOf = (mark) => one(`[data-at="${mark}"]`)?.dataset.card;

/** A command that names the card of this place, after one that names that of another.
 * @param {string} mark @returns {Command | null} */
function triedCard(mark) {
  for (const { cells, command } of due?.legal ?? []) {
    const cards = cells.map((cell) => cardOf(`cell:${cell}`));
    const named = Object.entries(command.command).find(([, value]) => [value].flat().some((it) => cards.includes(String(it))));
    if (!named || !cardOf(mark)) continue;
    const [field, value] = named;
    const card = Array.isArray(value) ? [cardOf(mark), ...value.slice(1)] : cardOf(mark);
    return { ...command.command, [field]: card };
  }
  return null;
}

/** A command that would have these marks, after one that is legal. @param {string[]} wanted @returns {Command | null} */
function tried(wanted) {
  const field = fieldOf(wanted[0]);
  const has = (/** @type {Command} */ it) =>
    field === "cell" ? ["cells", "cell", "square", "x"].some((name) => name in it) : field in it;
  const like = [...fitting(), ...(due?.legal ?? [])].find((option) => has(option.command.command));
  if (!like) return triedCard(wanted[wanted.length - 1]);
  const command = { ...like.command.command };
  const places = wanted.map((mark) => valueOf(mark).split(",").map(Number));
  const last = places[places.length - 1];
  const [row, column] = last;
  if (field !== "cell") command[field] = Array.isArray(command[field]) ? last : valueOf(wanted[wanted.length - 1]);
  else if ("cells" in command) command.cells = places;
  else if ("cell" in command) command.cell = last;
  else if ("square" in command) command.square = `${String.fromCharCode(65 + row)}${column + 1}`;
  else Object.assign(command, { x: column, y: row });
  return command;
}

/** Says why nothing legal has these marks, in the words of the rules. @param {string[]} wanted */
async function refuse(wanted) {
  const asked = due;
  const command = tried(wanted);
  const game = asked?.legal[0]?.command.game;
  if (!asked || !command) return refused({ detail: "Nothing that you may choose is there." });
  const answer = await ask(`${asked.links.put}/dry-run`, { method: "POST", body: JSON.stringify({ game, command }) });
  if (asked !== due) return;
  const { detail, ...rest } = answer.ok ? { detail: "It does not go with what you marked." } : await answer.json();
  const label = one(`[data-at="${wanted[wanted.length - 1]}"]`)?.getAttribute("aria-label");
  refused({ ...rest, detail: label ? `${label}. ${capital(detail)}` : detail });
}

/** @param {string} text @returns {string} */
const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);

/** @param {{ detail: string, rule?: string, links?: { rule?: string } }} problem @param {string} [first] */
function refused({ detail, rule, links }, first = "Not there. ") {
  const box = one("#refusal");
  const text = capital(detail);
  const bold = document.createElement("b");
  bold.textContent = first;
  box.replaceChildren(bold, /[.!?]$/.test(text) ? `${text} ` : `${text}. `);
  if (rule && links?.rule) {
    const link = document.createElement("a");
    Object.assign(link, { href: links.rule, textContent: `Rule ${rule}`, target: "_blank" });
    box.append(link);
  }
  box.hidden = false;
}

async function put() {
  if (!due || !chosen || sending) return;
  sending = true;
  one("#put").disabled = true;
  const text = named(chosen.text);
  const before = one("#play").dataset.version;
  const answer = await ask(due.links.put, { method: "PUT", body: JSON.stringify(chosen.command) });
  if (answer.status === 422) {
    sending = false;
    refused(await answer.json());
    return show();
  }
  if (answer.ok) since = before;
  await refresh(answer.ok ? `Done: ${text}.` : "Meanwhile something else happened: here is what is asked now.");
}

/** Puts the command that was written, where none are listed. */
async function putWritten() {
  if (sending) return;
  const { decision, game } = one("#by-hand").dataset;
  let command;
  try {
    command = JSON.parse(one("#command").value);
  } catch (error) {
    return refused({ detail: `This is not JSON: ${error instanceof Error ? error.message : error}` }, "Not sent. ");
  }
  sending = true;
  const before = one("#play").dataset.version;
  const answer = await ask(`${HERE}/decisions/${decision}`, { method: "PUT", body: JSON.stringify({ game, command }) });
  sending = false;
  if (answer.status === 400 || answer.status === 422) return refused(await answer.json(), "Refused. ");
  if (answer.ok) since = before;
  await refresh(answer.ok ? "Done." : (await answer.json()).detail ?? "");
}

function undo() {
  if (chosen && fitting().length > 1) chosen = null;
  else marks = marks.slice(0, -1);
  change(marks);
}

/** Fetches the page as the seat sees it, with what it may do. @param {string} [done] @returns {Promise<void>} */
async function refresh(done = "") {
  const page = await ask(`/play/matches/${MATCH}?seat=${SEAT}${since && `&since=${since}`}`);
  const next = new DOMParser().parseFromString(await page.text(), "text/html");
  const there = next.querySelector("#play");
  if (!page.ok || !there) return say("This match cannot be shown.");
  const isListed = there.hasAttribute("data-decision") && !there.querySelector("#by-hand");
  const answer = isListed ? await ask(`${HERE}/decision?with=text,cells`) : null;
  due = answer?.status === 200 ? await answer.json() : null;
  // Others have decided since the page was made: it is about another question.
  if (due && String(due.decision) !== there.getAttribute("data-decision")) return refresh(done);
  for (const option of due?.legal ?? []) option.marks = marksOf(option);
  [marks, chosen, sending] = [[], null, false];
  place(there, next.title);
  say(done, one("h1").textContent);
}

/** Puts it in its place. Who was at the board, or beside it, is there again.
 * @param {Element} next @param {string} title */
function place(next, title) {
  const active = document.activeElement;
  const at = active?.getAttribute("data-at");
  wasInside = active?.closest("#play") != null || (wasInside && active === document.body);
  const [form, written] = [one("#by-hand")?.dataset.decision, one("#command")?.value];
  one("#play").replaceWith(document.importNode(next, true));
  // What others did meanwhile takes nothing away that was being written.
  if (written && one("#by-hand")?.dataset.decision === form) one("#command").value = written;
  document.title = title;
  makeGrid();
  show();
  const again = (at && one(`[data-at="${at}"]`)) || one("[data-at]") || one("#list input") || one("#command");
  if (wasInside && again?.hasAttribute("data-at")) focus(again);
  else if (wasInside) again?.focus();
}

/** Goes on when the others have decided, also where that closes what was asked. */
async function follow() {
  await refresh();
  let { version } = one("#play").dataset;
  while (TOKEN && !one("#play").hasAttribute("data-over")) {
    const news = await ask(`/v1/matches/${MATCH}/events?after=${version}&wait=${WAIT}&limit=1`);
    if (!news.ok) return say("This match cannot be followed any more.");
    version = String((await news.json()).version);
    if (sending || version === one("#play").dataset.version) continue;
    if (!due) await refresh();
    else if (!(await isStillAsked())) await refresh("The others were faster: choose again.");
  }
}

async function isStillAsked() {
  const asked = due;
  const answer = await ask(`${HERE}/decision?count_only=true`);
  const now = answer.status === 200 ? (await answer.json()).decision : null;
  return sending || asked !== due || now === asked?.decision;
}

document.addEventListener("click", (event) => {
  const hit = event.target instanceof Element ? event.target.closest("[data-at], [data-mark], #undo, #put, #clear") : null;
  if (!hit || !due) return;
  const mark = hit.getAttribute("data-at") ?? hit.getAttribute("data-mark");
  if (mark) toggle(mark);
  else if (hit.id === "put") put();
  else if (hit.id === "undo") undo();
  else change([]);
  if (hit.hasAttribute("data-at")) focus(hit);
});

document.addEventListener("submit", (event) => {
  event.preventDefault();
  putWritten();
});

document.addEventListener("change", (event) => {
  const nth = event.target instanceof HTMLInputElement && event.target.dataset.nth;
  if (!nth || !due) return;
  chosen = due.legal[Number(nth)];
  one("#undo").disabled = false;
  one("#put").disabled = sending;
  one("#put").textContent = one(`data[data-kind="${chosen.command.command.type}"]`)?.value ?? "";
  showBoard(fitting());
});

document.addEventListener("keydown", (event) => {
  if (event.altKey || event.metaKey || !due) return;
  if (event.ctrlKey) return event.key === "Enter" ? put() : undefined;
  if (event.key === "Escape") return change([]);
  const here = event.target instanceof Element ? event.target.closest("[data-at]") : null;
  if (!here) return;
  const mark = /** @type {SVGElement} */ (here).dataset.at ?? "";
  if (ARROWS[event.key]) move(here, ARROWS[event.key]);
  else if (event.key === "Enter" && !marks.includes(mark)) toggle(mark);
  else if (event.key === " ") toggle(mark);
  else if (event.key === "Backspace" && marks.includes(mark)) toggle(mark);
  else if (event.key !== "Enter" && event.key !== "Backspace") return;
  event.preventDefault();
});

follow();
