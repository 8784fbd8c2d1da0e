import type { Logger } from "pino";
import type { Reads } from "#database/sql.server.ts";
import type { Providers } from "#operations/payments/check-status.ts";
import { compareOrders, type OrderList } from "#operations/reconciliation/compare-orders.ts";
import { watchCards } from "#operations/payments/watch-cards.ts";
import type { Job } from "./job.ts";

export function compareOrdersJob(db: Reads, providers: Providers, list: OrderList, log: Logger): Job {
  return {
    name: "compare-orders",
    // 02:30 in Dar es Salaam.
    due: "30 23 * * *",
    async work(stop) {
      const clock = () => new Date();
      const compared = await compareOrders(db, list, clock);
      if (compared.kind === "no-answer") log.warn("Selcom list of orders not available");
      else if (compared.unknown + compared.unlisted + compared.odd + compared.missed > 0)
        log.warn(compared, "Selcom list differs from ours");
      const { checked: cards } = await watchCards(db, providers, clock, { stop });
      return { ...compared, cards };
    },
  };
}
