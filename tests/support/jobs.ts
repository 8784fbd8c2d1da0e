import pino from "pino";
import { z } from "zod";
import type { PaymentProvider, ProviderName } from "#domain/provider.ts";
import { startJobs } from "#jobs/start-jobs.ts";

/** The jobs of a node as a process of its own, to be killed. */
const given = z
  .object({ DATABASE_URL: z.string(), SMTP_URL: z.string(), ORDERS: z.literal("hang").optional() })
  .parse(process.env);
const jobs = startJobs({
  config: {
    mail: { smtpUrl: given.SMTP_URL, from: { name: "Fund", address: "fund@fund.example" } },
    payments: "sandbox",
  },
  databaseUrl: given.DATABASE_URL,
  origin: "https://fund.example",
  providers: { azampay: silent("azampay"), selcom: silent("selcom") },
  orders: async () => {
    if (given.ORDERS !== "hang") return null;
    process.send?.("comparing");
    return new Promise(() => {});
  },
  pictures: { remove: async () => {} },
  log: pino({ level: "silent" }),
});
process.once("disconnect", () => process.exit());
await jobs.running;
process.send?.("running");

function silent(name: ProviderName): PaymentProvider {
  const unavailable = { why: "not told", raw: null };
  return {
    name,
    startPush: async () => ({ kind: "unknown", ...unavailable }),
    askAbout: async () => ({ kind: "unavailable", ...unavailable }),
    hostedPages: null,
  };
}
