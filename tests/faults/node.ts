import { join, resolve } from "node:path";
import pino from "pino";
import { z } from "zod";
import { readConfig } from "#config";
import { openDatabase } from "#database/sql.server.ts";
import type { Mailer } from "#domain/mail.ts";
import { reconcilePayments } from "#operations/reconcile-payments.ts";
import { sendMail } from "#operations/send-mail.ts";
import { providerSettings } from "./gateways.ts";
import { mutantNamed } from "./mutants.ts";
import { planDeath, watchPoints } from "./points.ts";

// The built site as a process to be killed. Everything that kills is put over it here, from outside.

watchPoints(mutantNamed(process.env["MUTANT"])?.mutant ?? null);

const order = z.discriminatedUnion("kind", [
  z.object({
    kind: z.literal("die"),
    ...{ after: z.number(), at: z.string(), victim: z.enum(["app", "postgres"]), postmaster: z.number() },
  }),
  z.object({ kind: z.literal("work"), ahead: z.number() }),
]);

const read = readConfig(process.env);
if (!read.ok || !read.config.databaseUrl) throw new Error("not configured");
const databaseUrl = read.config.databaseUrl;
const config = { ...read.config, providers: providerSettings() };
const log = pino(
  { level: "warn" },
  pino.destination({ dest: join(config.dataDir, "node.log"), sync: true, append: true }),
);
const built: typeof import("#app/serve.server.ts") = await import(resolve("build/server/index.js"));
const site = await built.serve({ config, databaseUrl, log });
const database = openDatabase(databaseUrl, { poolSize: 5 });

const mailer: Mailer = {
  async send({ id }) {
    process.send?.({ kind: "letter", id: String(id) });
    return { kind: "sent" };
  },
};

process.on("message", (message) => {
  const read = order.parse(message);
  if (read.kind === "die") planDeath(read);
  else void work(read.ahead);
});
process.once("disconnect", () => process.exit());
process.send?.({ kind: "listening", url: site.url });

/** What the jobs do by the clock, when it is so many milliseconds later. */
async function work(ahead: number): Promise<void> {
  try {
    await reconcilePayments(database.everything, site.providers, () => new Date(Date.now() + ahead));
    await sendMail(database.everything, mailer, { atOnce: 2 });
  } catch (error) {
    log.warn({ err: error }, "a job failed");
  }
  process.send?.({ kind: "worked" });
}
