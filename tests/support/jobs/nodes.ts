import pino from "pino";
import { afterEach, beforeEach } from "vitest";
import { openDatabase, type Database } from "#database/sql.server.ts";
import type { OrderList } from "#operations/reconciliation/compare-orders.ts";
import type { Reported, Reporting } from "#domain/donations/reporting.ts";
import { startJobs } from "#jobs/start-jobs.ts";
import { testDatabase } from "#tests/support/database/open.ts";
import { scriptedProvider } from "#tests/support/donations/begin.ts";
import { listeningMailServer, type MailServer } from "#tests/support/mail/server.ts";
import { seal } from "#tests/support/server/secret-key.ts";
import { recordBackup } from "#operations/system/record-backup.ts";
import { noDocuments } from "./no-documents.ts";

const quiet = 20_000;

/** For each test: a database, a mail server, providers and any number of nodes that run jobs. */
export function jobNodes() {
  let own: Awaited<ReturnType<typeof testDatabase>>;
  let database: Database;
  let server: MailServer;
  const on = {
    nodes: [] as ReturnType<typeof startJobs>[],
    logged: [] as { level: number; msg: string }[],
    azampay: scriptedProvider("azampay"),
    selcom: scriptedProvider("selcom"),
    orders: { orders: [], odd: [] } as Awaited<ReturnType<OrderList>>,
    removed: [] as string[],
    reporting: reportingOf({ raised: 5_000n, donors: 1 }),
    get url() {
      return own.url;
    },
    get webUrl() {
      return own.webUrl;
    },
    get db() {
      return database.readWrite;
    },
    get server() {
      return server;
    },
    startNode() {
      const write = (line: string) => void on.logged.push(JSON.parse(line));
      const node = startJobs({
        config: {
          mail: { smtpUrl: server.url, from: { name: "Fund", address: "fund@fund.example" } },
          payments: "sandbox",
        },
        databaseUrl: own.webUrl,
        seal,
        origin: "https://fund.example",
        providers: { azampay: on.azampay, selcom: on.selcom },
        orders: async () => on.orders,
        reporting: on.reporting,
        disk: async () => ({ free: 1e12, percentFree: 50 }),
        pictures: { remove: async (id) => void on.removed.push(id) },
        documents: noDocuments,
        backUp: async () => {
          await recordBackup(database.readWrite, { file: "amana.age", bytes: 1_000_000 });
          return { megabytes: 1 };
        },
        log: pino({ level: "warn" }, { write }),
      });
      on.nodes.push(node);
      return node;
    },
    async writeSetting(key: string, value: unknown): Promise<void> {
      const record = { value: JSON.stringify(value) };
      await on.db
        .insertInto("site_settings")
        .values({ key, is_public: true, ...record })
        .onConflict((clash) => clash.column("key").doUpdateSet(record))
        .execute();
    },
    async waitingEmails(...recipients: string[]): Promise<void> {
      await on.db
        .insertInto("outbox")
        .values(
          recipients.map((recipient) => ({
            template: recipient.startsWith("unknown") ? "no-such-template" : "email-change",
            recipient,
            details: JSON.stringify({ address: "/confirm?token=abc" }),
          })),
        )
        .execute();
    },
  };

  beforeEach(async () => {
    own = await testDatabase();
    database = openDatabase(own.url, { poolSize: 2 });
    server = await listeningMailServer();
    Object.assign(on, { logged: [], orders: { orders: [], odd: [] }, removed: [] });
    on.azampay = scriptedProvider("azampay");
    on.selcom = scriptedProvider("selcom");
    await on.writeSetting("fund", { name: { en: "The Fund", sw: null }, tagline: { en: "Give", sw: null } });
    await on.writeSetting("contact", {
      phones: [],
      emails: ["help@fund.example"],
      address: { en: "Dodoma", sw: null },
    });
    await on.writeSetting("office-hours", []);
  });

  afterEach(async () => {
    await Promise.all(on.nodes.splice(0).map((node) => node.stop()));
    await server.close();
    await database.close();
    await own.close();
  }, quiet);

  return on;
}

function reportingOf(figures: Reported): Reporting {
  return { ask: async () => ({ kind: "figures", figures }) };
}
