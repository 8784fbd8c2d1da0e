import pino from "pino";
import { z } from "zod";
import type { PaymentProvider, ProviderName } from "#domain/payments/provider.ts";
import { startJobs } from "#jobs/start-jobs.ts";
import { seal } from "#tests/support/server/secret-key.ts";
import { noDocuments } from "./no-documents.ts";

/** A node's jobs in a separate process, which tests can kill. */
const settings = z
  .object({ DATABASE_URL: z.string(), SMTP_URL: z.string(), HANGS: z.string().optional() })
  .parse(process.env);
const jobs = startJobs({
  config: {
    mail: { smtpUrl: settings.SMTP_URL, from: { name: "Fund", address: "fund@fund.example" } },
    payments: "sandbox",
  },
  databaseUrl: settings.DATABASE_URL,
  seal,
  origin: "https://fund.example",
  providers: { azampay: silent("azampay"), selcom: silent("selcom") },
  orders: () => never("comparing", null),
  disk: async () => ({ free: 1e12, percentFree: 50 }),
  pictures: { remove: () => never("removing", undefined) },
  documents: noDocuments,
  backUp: null,
  reporting: null,
  log: pino({ level: "silent" }),
});
process.once("disconnect", () => process.exit());
await jobs.running;
process.send?.("running");

/** Reports the start of the named step and then hangs. */
async function never<Answer>(what: string, otherwise: Answer): Promise<Answer> {
  if (settings.HANGS !== what) return otherwise;
  process.send?.(what);
  return new Promise(() => {});
}

function silent(name: ProviderName): PaymentProvider {
  const unavailable = { why: "not told", raw: null };
  return {
    name,
    startPush: async () => ({ kind: "unknown", ...unavailable }),
    readPaymentStatus: () => never("asking", { kind: "unavailable" as const, ...unavailable }),
    hostedPages: null,
  };
}
