const pause = 3_000;

/** One town after another. Somebody who wants things still, or who saves data, starts it himself. */
export function turnTowns(): void {
  const shown = document.querySelector("[data-town]");
  const toggle = document.querySelector<HTMLElement>("[data-towns-toggle]");
  const names = [...document.querySelectorAll("[data-towns] li")].map((item) => item.textContent);
  if (!shown || !toggle) return;
  let at = 0;
  let timer: number | undefined;
  const turn = (on: boolean) => {
    clearInterval(timer);
    timer = on
      ? window.setInterval(() => {
          at = (at + 1) % names.length;
          shown.textContent = names[at] ?? "";
        }, pause)
      : undefined;
    toggle.textContent = toggle.dataset[on ? "pause" : "resume"] ?? "";
  };
  toggle.addEventListener("click", () => turn(timer === undefined));
  turn(!wantsStillness());
}

export function wantsStillness(): boolean {
  return matchMedia("(prefers-reduced-motion: reduce)").matches || savesData();
}

export function savesData(): boolean {
  const { connection } = navigator as Navigator & {
    connection?: { saveData?: boolean; effectiveType?: string };
  };
  return connection?.saveData === true || /2g|^3g/.test(connection?.effectiveType ?? "");
}
