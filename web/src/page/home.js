//! Keeps the lists of matches up to date while somebody looks at them.

/** So long between two looks, in milliseconds: soon enough for people, seldom enough for a server. */
const PAUSE_MS = 3000;

/** @param {Document} page @returns {Element[]} */
const lists = (page) => [...page.querySelectorAll("[data-list]")];

async function refresh() {
  // Nothing moves under a reader's hands.
  if (document.hidden || document.activeElement?.closest("[data-list]")) return;
  const answer = await fetch(location.href);
  if (!answer.ok) return;
  // Only what is seen for the first time waits for its pictures.
  document.querySelector("main")?.classList.add("again");
  const next = lists(new DOMParser().parseFromString(await answer.text(), "text/html"));
  lists(document).forEach((list, nth) => {
    if (next[nth] && list.innerHTML !== next[nth].innerHTML) list.replaceWith(document.importNode(next[nth], true));
  });
}

// A server that is away for a moment is asked again; a slow answer never overtakes a newer one.
const later = () => setTimeout(() => refresh().catch(() => {}).finally(later), PAUSE_MS);
later();
