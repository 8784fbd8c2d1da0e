import type { StatusPollerProps } from "./status-poller.tsx";
import { redirectSoon, watchPayment } from "./watch-payment.ts";

/** The page moves on at the end of the payment, however late. */
export function wake(place: HTMLElement): void {
  const { order, ends }: StatusPollerProps = JSON.parse(place.dataset["props"] ?? "{}");
  const line = place.querySelector("[data-status]");
  watchPayment(order, {
    ended(end) {
      const { address, text } = "address" in ends ? ends : ends[end];
      redirectSoon(address, line, text);
    },
  });
}
