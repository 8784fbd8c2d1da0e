import { clockTime } from "./clock-time.ts";
import { stageAt } from "./stage.ts";
import type { WaitingProps } from "./status.tsx";
import { redirectSoon, watchPayment } from "./watch-payment.ts";

/** Follows the status without reloading the page. */
export function wake(place: HTMLElement): void {
  const { age, order, ends, silence, words }: WaitingProps = JSON.parse(place.dataset["props"] ?? "{}");
  const staged = place.querySelector<HTMLElement>("[data-stage]");
  const status = place.querySelector<HTMLElement>("[data-status]");
  const elapsed = place.querySelector("[data-elapsed]");
  const form = place.querySelector("form");
  const began = performance.now() - age * 1_000;

  /** Uses only the clock, so that the button appears without waiting for the next poll. */
  const tick = () => {
    const seconds = Math.floor((performance.now() - began) / 1_000);
    if (elapsed) elapsed.textContent = words.elapsed.replace("{time}", clockTime(seconds));
    const stage = stageAt(seconds);
    if (staged) staged.dataset["stage"] = String(stage);
    if (form) form.hidden = stage === 0;
    const text = navigator.onLine ? (words.status[stage] ?? "") : words.offline;
    if (status && status.textContent !== text) status.textContent = text;
  };
  const leave = ({ address, text }: WaitingProps["silence"]) => {
    watching.stop();
    clearInterval(ticking);
    redirectSoon(status, { order, address, text, offline: words.offline });
  };

  const watching = watchPayment(order, { ended: (end) => leave(ends[end]), silent: () => leave(silence) });
  const ticking = window.setInterval(tick, 1_000);
}
