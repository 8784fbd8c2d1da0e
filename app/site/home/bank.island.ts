const old = 15 * 60_000;

/** Nobody sends a large sum by account details that a tab has kept since yesterday: they are looked up once more. */
export function wake(place: HTMLElement): void {
  const { loading = "" } = place.dataset;
  let read = performance.timeOrigin;
  const refresh = async () => {
    if (document.hidden || Date.now() - read < old) return;
    read = Date.now();
    const known = [...place.childNodes];
    place.textContent = loading;
    place.ariaBusy = "true";
    try {
      const page = await (await fetch(location.pathname)).text();
      const found = new DOMParser().parseFromString(page, "text/html").getElementById(place.id);
      place.replaceChildren(...(found ?? place).childNodes);
    } catch {
      // Without a line, what is known is better than nothing; the next look tries again.
      place.replaceChildren(...known);
      read = 0;
    }
    place.ariaBusy = null;
  };
  document.addEventListener("visibilitychange", refresh);
  addEventListener("pageshow", refresh);
}
