import { savesDataOrIsSlow } from "./connection.ts";

const pause = 3_000;

/** Does not start for visitors who save data or prefer reduced motion. */
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
  toggle.onclick = () => turn(timer === undefined);
  turn(!wantsStillness());
}

function wantsStillness(): boolean {
  return savesDataOrIsSlow() || matchMedia("(prefers-reduced-motion: reduce)").matches;
}
