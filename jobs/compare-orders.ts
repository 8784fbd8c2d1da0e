import type { Logger } from "pino";
import type { Reads } from "#database/sql.server.ts";
import { compareOrders, type OrderList } from "#operations/compare-orders.ts";
import type { Job } from "./job.ts";

export function compareOrdersJob(db: Reads, list: OrderList, log: Logger): Job {
  return {
    name: "compare-orders",
    // Half past two at night in Dar es Salaam.
    due: "30 23 * * *",
    async work() {
      const compared = await compareOrders(db, list, () => new Date());
      if (compared.kind === "no-answer") log.warn("Selcom did not give its list of orders");
      else if (compared.unknown + compared.unlisted > 0) log.warn(compared, "Selcom's list and ours differ");
      return compared;
    },
  };
}
