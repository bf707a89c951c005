//! Opens a match with bots on the other seats, or one that goes on from a step of another, and goes
//! to one's own seat. Tokens stay in this browser.

/** @typedef {{ id: string, name: string, token: string }} Me */

const form = /** @type {HTMLFormElement} */ (document.getElementById("opening"));
const trouble = /** @type {HTMLElement} */ (document.getElementById("trouble"));
/** Where the browser keeps who one is. */
const ME = "cartulary.player";
/** And where one played last. */
const LAST = "cartulary.last";

/** @param {string} name @returns {string} */
const field = (name) => /** @type {HTMLInputElement} */ (form.elements.namedItem(name)).value.trim();

/** @returns {Me | null} */
function known() {
  try {
    return JSON.parse(localStorage.getItem(ME) ?? "null");
  } catch {
    return null;
  }
}

/** @param {string} path @param {unknown} body @param {string} [token] @returns {Promise<Response>} */
const post = (path, body, token) =>
  fetch(path, {
    method: "POST",
    headers: { "Content-Type": "application/json", ...(token && { Authorization: `Bearer ${token}` }) },
    body: JSON.stringify(body),
  });

/** @param {Response} answer @returns {Promise<any>} */
async function read(answer) {
  const body = await answer.json();
  if (!answer.ok) throw new Error(body.detail ?? body.title);
  return body;
}

/** @returns {Promise<Me>} */
async function register() {
  const player = await read(await post("/v1/players", { name: field("name"), kind: "person" }));
  const me = { id: player.id, name: player.name, token: player.token };
  localStorage.setItem(ME, JSON.stringify(me));
  return me;
}

/** The options that are not what they usually are. @returns {Record<string, unknown>} */
function options() {
  /** @type {NodeListOf<HTMLSelectElement>} */
  const choices = form.querySelectorAll("select[data-option]");
  const changed = [...choices].filter((choice) => choice.selectedIndex > 0);
  return Object.fromEntries(changed.map((choice) => [choice.dataset.option, JSON.parse(choice.value)]));
}

/** What is opened, and where. @returns {[string, unknown]} */
function wanted() {
  const { game, fork, step } = form.dataset;
  /** @param {number} seats @param {number} own */
  const table = (seats, own) =>
    Array.from({ length: seats }, (_, seat) => (seat === own ? { kind: "me" } : { kind: "bot", bot: field("bot") }));
  if (!fork) return ["/v1/matches", { game, options: options(), seats: table(Number(field("seats")), 0) }];
  const seats = table(Number(form.dataset.seats), Number(field("seat")));
  return [fork, { step: Number(step), chance: field("chance"), seats }];
}

async function open() {
  const [path, body] = wanted();
  const before = known();
  let me = before?.name === field("name") ? before : await register();
  let answer = await post(path, body, me.token);
  if (answer.status === 401) {
    // This browser knows a player of another server, or one who was deleted.
    me = await register();
    answer = await post(path, body, me.token);
  }
  const opened = await read(answer);
  const [{ seat, token }] = opened.seat_tokens;
  localStorage.setItem(`cartulary.seat.${opened.match.id}.${seat}`, token);
  const address = `/play/matches/${opened.match.id}?seat=${seat}`;
  localStorage.setItem(LAST, address);
  location.assign(address);
}

form.addEventListener("submit", async (event) => {
  event.preventDefault();
  const button = /** @type {HTMLButtonElement} */ (form.querySelector("button"));
  button.disabled = true;
  trouble.textContent = "";
  try {
    await open();
  } catch (error) {
    trouble.textContent = error instanceof TypeError ? "The server cannot be reached. Try again." : String(/** @type {Error} */ (error).message);
  }
  button.disabled = false;
});

/** @type {HTMLInputElement} */ (form.elements.namedItem("name")).value = known()?.name ?? "";
form.hidden = false;
const last = /** @type {HTMLAnchorElement} */ (document.getElementById("last"));
last.href = localStorage.getItem(LAST) ?? "";
last.hidden = !localStorage.getItem(LAST);
