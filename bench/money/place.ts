import { generateKeyPairSync, randomBytes } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import type pg from "pg";
import { z } from "zod";
import { startThrowaway } from "#database/embedded/start.ts";
import { migrate } from "#database/migrate.ts";
import { writeHistory } from "#database/seed/histories.ts";
import { seed } from "#database/seed/seed.ts";
import { withPreparedStatements } from "#database/prepared-statements.ts";
import { openDatabase, type Database } from "#database/sql.server.ts";
import { openWebRole } from "#database/web-role.ts";
import { end, messageFrom, start, startOutsider } from "#bench/site.ts";
import { clientHash } from "#operations/donations/unpaid-request-guard.ts";
import { openPictures } from "#storage/pictures/open.ts";
import { openFolder } from "#storage/store.ts";
import { callbackFor, type Confirmed } from "./callback.ts";
import { callbackSecret } from "./settings.ts";
import { firstOwnId, replay, type Statement } from "./statements.ts";
import { recordSettling, recordTaking } from "./work.ts";

const connections = 32;
/** Equal to our server's number of connections. */
const clients = 10;
const mostClients = 64;

export type Place = Awaited<ReturnType<typeof openPlace>>;

const listening = z.object({ url: z.string() });
const confirmedShape = z.object({ amount: z.number(), at: z.number() });
const loaded = z.object({ seconds: z.number() });

/** A site with its provider in another process, and a database that syncs to disk. */
export async function openPlace(donations: number) {
  const folder = await mkdtemp(join(tmpdir(), "amana-bench-"));
  const cluster = await startThrowaway({ durable: true, bySocket: true });
  await migrate(cluster.url, () => {});
  await seed(cluster.url, "demo", {
    putPicture: openPictures(openFolder(folder)).keepDrawing,
    say: () => {},
  });
  const database = openDatabase(cluster.url, { poolSize: clients });
  const history = { donations, campaigns: donations > 0 ? 1_000 : 0, days: 1_000 };
  if (donations > 0) await writeHistory(database.readWrite, { ...history, now: new Date() }, console.log);
  await countFromOwnIds(database);
  await beBusy(database);

  // The site's role: guards of the database let the owner through.
  const siteUrl = await openWebRole({ owner: cluster.url }, console.warn);
  const { gateway, site, url, privateKey } = await startServers(siteUrl, folder, donations);
  const generator = startOutsider("bench/money/load.ts");
  const asSite = openDatabase(siteUrl, { poolSize: mostClients });
  const taking = await recordTaking(asSite.pool);
  const settling = await recordSettling(asSite.pool);

  async function overHttp(path: string, bodies: string[]): Promise<number> {
    generator.send({ url, path, bodies, connections });
    return (await messageFrom(generator, loaded)).seconds;
  }

  const callbackPath = `/api/callbacks/azampay/${callbackSecret}`;
  const place = {
    ...{ database, url, pid: site.pid ?? NaN },
    /** From now on, the gateway confirms each payment request two seconds later. */
    confirmAll: () =>
      gateway.send({
        callbackUrl: url + callbackPath,
        key: privateKey.export({ type: "pkcs8", format: "pem" }).toString(),
      }),
    /** Reports each donation that the gateway confirmed. Returns a function that ends the reports. */
    onConfirmed(listener: (confirmed: z.infer<typeof confirmedShape>) => void): () => void {
      const tell = (message: unknown) => listener(confirmedShape.parse(message));
      gateway.on("message", tell);
      return () => void gateway.off("message", tell);
    },
    takeOverHttp: (count: number) => overHttp("/api/donations/mobile", bodiesOf(count)),
    async settleOverHttp() {
      const bodies = (await pending(database)).map((payment) => callbackFor(payment, privateKey));
      return overHttp(callbackPath, bodies);
    },
    takeAlone: (count: number, by = clients) =>
      alone(asSite.pool, { statements: taking, by }, Array.from({ length: count }, newTaking)),
    async settleAlone(by = clients) {
      const payments = await pending(database);
      return alone(asSite.pool, { statements: settling, by }, payments.map(newSettling));
    },
    async stop() {
      await Promise.all([end(site), end(gateway), end(generator)]);
      await Promise.all([database.close(), asSite.close()]);
      await cluster.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
  await place.takeOverHttp(300);
  await place.settleOverHttp();
  await place.takeAlone(100);
  await place.settleAlone();
  return place;
}

async function startServers(databaseUrl: string, folder: string, donations: number) {
  const { privateKey, publicKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
  const gateway = startOutsider("bench/money/gateway.ts");
  const gatewayUrl = (await messageFrom(gateway, listening)).url;
  const site = start("bench/money/serve.ts", {
    DATABASE_URL: databaseUrl,
    ...{ DATA_DIR: folder, PORT: "0", LOG_LEVEL: "warn", NODE_ENV: "production" },
    ...{ GATEWAY_URL: gatewayUrl, PUBLIC_KEY: publicKey.export({ type: "spki", format: "pem" }).toString() },
    ...profiling(donations),
  });
  const { url } = await messageFrom(site, listening);
  return { gateway, site, url, privateKey };
}

/** BENCH_PROFILE is a folder for the site's processor profile, which browser tools can open. */
function profiling(donations: number): Record<string, string> {
  const folder = process.env["BENCH_PROFILE"];
  if (folder === undefined) return {};
  return { NODE_OPTIONS: `--cpu-prof --cpu-prof-dir=${folder} --cpu-prof-name=with-${donations}.cpuprofile` };
}

/** Each table has a separate range, so that a recorded id identifies its table. */
async function countFromOwnIds({ readWrite: db }: Database): Promise<void> {
  const tables = ["donations", "payments", "provider_messages", "journal", "outbox"];
  for (const [at, table] of tables.entries()) {
    const first = firstOwnId * BigInt(at + 1);
    await sql`alter sequence ${sql.raw(`${table}_id_seq`)} restart with ${sql.lit(first)}`.execute(db);
  }
}

/** Adds paid requests, so that the load's thousands of unpaid requests need no proof of work. */
async function beBusy({ readWrite: db }: Database): Promise<void> {
  await sql`
    insert into payment_requests (payment_id, client, sent_at, paid_at)
    select -n, ${clientHash("127.0.0.1")}, now(), now() + interval '1 day' from generate_series(1, 300) n
  `.execute(db);
}

let phones = 0;
const newPhone = () => `2557${String((phones += 1)).padStart(8, "0")}`;

const bodiesOf = (count: number) =>
  Array.from({ length: count }, () =>
    JSON.stringify({
      ...{ campaignId: "conference-center", amount: 20_000, currency: "TZS", provider: "Mpesa" },
      ...{ phoneNumber: newPhone(), name: "Asha Juma", email: "asha@donors.example" },
      ...{ isAnonymous: false, isAlumni: false, message: "Tuko pamoja." },
    }),
  );

let made = 0;
function newTaking(): Record<string, unknown> {
  made += 1;
  return {
    ...{ now: new Date(), phone: newPhone(), key: `alone-${made}`, externalId: `conference-center_${made}` },
    ...{ reference: `alone-${made}`, receiptKey: `alone-${made}`, providerReference: `alone-at-${made}` },
    ...{ subject: randomBytes(32).toString("base64url") },
  };
}

async function pending({ readWrite: db }: Database): Promise<Confirmed[]> {
  const payments = await db
    .selectFrom("payments")
    .select(["reference", "provider_reference", "amount", "phone"])
    .where("next_check_at", "is not", null)
    .where("status", "=", "pending")
    .execute();
  return payments.map(({ provider_reference: id, ...payment }) => ({ ...payment, id }));
}

function newSettling({ reference, id }: Confirmed): Record<string, unknown> {
  const body = `AzamPay on ${reference}`.padEnd(700, ".");
  // The answer of the provider has the reference as its key.
  return { now: new Date(), reference, providerReference: id, body, dedupe: `callback of ${reference}` };
}

type Repeated = { statements: Statement[]; by: number };

async function alone(pool: pg.Pool, { statements, by }: Repeated, each: Record<string, unknown>[]) {
  const connections = withPreparedStatements(pool);
  const begun = performance.now();
  await Promise.all(
    Array.from({ length: by }, async () => {
      const client = await connections.connect();
      for (let news = each.pop(); news !== undefined; news = each.pop())
        await replay(client, statements, news);
      client.release();
    }),
  );
  return (performance.now() - begun) / 1000;
}
