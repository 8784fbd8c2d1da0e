const old = 15 * 60_000;

/** Loads the bank details again, because a tab that was open for a day may show old ones. */
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
      // Without a connection, the known details are better than none. The next time the page is shown tries again.
      place.replaceChildren(...known);
      read = 0;
    }
    place.ariaBusy = null;
  };
  document.addEventListener("visibilitychange", refresh);
  addEventListener("pageshow", refresh);
}
