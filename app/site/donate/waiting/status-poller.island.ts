import { follow } from "#app/islands/live.ts";
import { endIn, type End } from "./payment-end.ts";
import type { StatusPollerProps } from "./status-poller.tsx";
import { redirectSoon, watchPayment } from "./watch-payment.ts";

/** The page moves on at the end of the payment, however late. */
export function wake(place: HTMLElement): void {
  const { order, ends, shown, offline }: StatusPollerProps = JSON.parse(place.dataset["props"] ?? "{}");
  const line = place.querySelector("[data-status]");
  const moveOn = (end: End) => {
    const { address, text } = "address" in ends ? ends : ends[end];
    redirectSoon(line, { order, address, text, offline });
  };
  if (shown === undefined) watchPayment(order, { ended: moveOn });
  else followOther(order, shown, moveOn);
}

/** Does not poll, because an end rarely changes. The server sends the change. */
function followOther(order: string, shown: End, moveOn: (end: End) => void): void {
  const live = follow(new URLSearchParams({ order }), (_name, data) => {
    const end = endIn(data);
    if (end === null || end === shown) return;
    live.stop();
    moveOn(end);
  });
}
