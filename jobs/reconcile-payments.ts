import type { Logger } from "pino";
import type { Reads } from "#database/sql.server.ts";
import type { Providers } from "#operations/payments/check-status.ts";
import { cancelExpiredOrders } from "#operations/payments/cancel-expired-orders.ts";
import { reconcilePayments } from "#operations/payments/check-open.ts";
import type { Job } from "./job.ts";

export function reconcilePaymentsJob(db: Reads, providers: Providers, log: Logger): Job {
  return {
    name: "reconcile-payments",
    due: "* * * * *",
    againAfterSeconds: 5,
    async work(stop) {
      const clock = () => new Date();
      const cancelled = await cancelExpiredOrders(db, providers, clock, { stop });
      const total = { ...(await reconcilePayments(db, providers, clock, { stop })), cancelled };
      if (total.checked > 0) log.info(total, "payments checked with providers");
      return total;
    },
  };
}
