// Clocks go on from what the server said when it made the page. Where nothing shall move they do so
// every ten seconds.
{
  /** @type {WeakMap<Element, { said: string, at: number }>} */
  const began = new WeakMap();
  const calm = matchMedia("(prefers-reduced-motion: reduce)");

  /** A time as the server writes it. @param {number} ms */
  const told = (ms) => {
    const all = Math.ceil(ms / 1000);
    const [hours, minutes, seconds] = [Math.floor(all / 3600), Math.floor(all / 60) % 60, String(all % 60).padStart(2, "0")];
    return hours ? `${hours}:${String(minutes).padStart(2, "0")}:${seconds}` : `${minutes}:${seconds}`;
  };

  const tick = () => {
    for (const clock of document.querySelectorAll("[data-left-ms]")) {
      const said = clock.getAttribute("data-left-ms") ?? "0";
      if (began.get(clock)?.said !== said) began.set(clock, { said, at: performance.now() });
      if (!clock.hasAttribute("data-runs")) continue;
      const since = performance.now() - (began.get(clock)?.at ?? 0);
      clock.textContent = `${told(Math.max(0, Number(said) - since))} left`;
    }
    setTimeout(tick, calm.matches ? 10_000 : 1000);
  };
  tick();
}
