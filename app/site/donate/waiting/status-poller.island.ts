import type { FollowingGiven } from "./status-poller.tsx";
import { leaveFor, watchPayment } from "./watch-payment.ts";

/** However late the end of a payment comes, its page moves on to it. */
export function wake(place: HTMLElement): void {
  const { order, ends }: FollowingGiven = JSON.parse(place.dataset["given"] ?? "{}");
  const line = place.querySelector("[data-status]");
  watchPayment(order, { ended: (end) => leaveFor(ends[end].address, line, ends[end].text) });
}
