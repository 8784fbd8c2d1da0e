import { sql } from "kysely";
import { afterAll, describe, expect, test } from "vitest";
import { onDatabase } from "#tests/support/database/open.ts";
import { hasPgBouncer, openPgBouncer, preparePgBouncer } from "#tests/support/database/pgbouncer.ts";
import { openPair } from "#tests/support/database/pair.ts";
import { campaign, pendingDonation } from "#tests/support/database/records.ts";
import { asPooled, withLogin } from "./address.ts";
import { recordPayments, withPayments } from "./installation.ts";
import { migrate } from "./migrate.ts";
import { checkPooler } from "./pooler.ts";
import { openDatabase } from "./sql.server.ts";
import { openWebRole } from "./web-role.ts";

describe.runIf(hasPgBouncer)("through PgBouncer in transaction mode", async () => {
  // Vitest runs the body of a skipped suite too.
  if (!hasPgBouncer) return;
  const { owner, direct, close } = await migratedPair();
  await preparePgBouncer(owner);
  const bouncer = await openPgBouncer(owner);
  afterAll(async () => {
    await bouncer[Symbol.asyncDispose]();
    await close();
  });
  const pooled = addressThrough(bouncer.host, direct);

  test("public pages read in their own role, and the site in its", async () => {
    expect(await checkPooler(pooled, direct)).toBeUndefined();
    const database = openDatabase(pooled, { poolSize: 3 });
    const donors = sql`select * from donations`;
    await expect(donors.execute(database.publicReads)).rejects.toThrow(
      "permission denied for table donations",
    );
    await donors.execute(database.readWrite);
    await database.close();
  });

  test("statements in parallel and repeated ones find their connection", async () => {
    const database = openDatabase(pooled, { poolSize: 20 });
    const repeated = (at: number) => sql<{ at: number }>`select ${at}::int as at`.execute(database.readWrite);
    const found = await Promise.all(Array.from({ length: 200 }, (_, at) => repeated(at)));
    expect(found.map(({ rows }) => rows[0]?.at)).toEqual(Array.from({ length: 200 }, (_, at) => at));
    await database.close();
  });

  test("a statement has its time limit", async () => {
    const database = openDatabase(pooled, { poolSize: 1 });
    const limit = await sql`show statement_timeout`.execute(database.readWrite);
    expect(limit.rows).toEqual([{ statement_timeout: "5s" }]);
    await database.close();
  });

  test("a site with another payments mode is refused", async () => {
    const real = openDatabase(withPayments(pooled, "sandbox"), { poolSize: 2 });
    const to = await campaign(real.readWrite);
    await pendingDonation(real.readWrite, { to });
    const pretending = openDatabase(withPayments(pooled, "live"), { poolSize: 2 });
    await expect(pendingDonation(pretending.readWrite, { to })).rejects.toThrow("cannot take donations");
    await Promise.all([pretending.close(), real.close()]);
  });

  test("a pooler without the login of public pages is refused", async () => {
    await onDatabase(owner, "alter role amana_visitors nologin");
    const trouble = await checkPooler(pooled, direct);
    await onDatabase(owner, "alter role amana_visitors login");
    expect(trouble?.problem).toMatch(
      /^The pooler at .* cannot be used \(.*\)\. It must know .*amana_visitors/,
    );
  });

  test("a pooler to another database is refused", async () => {
    const other = new URL(pooled);
    other.pathname = "/template1";
    expect(await checkPooler(other.href, direct)).toHaveProperty("problem");
  });
});

async function migratedPair() {
  const pair = await openPair();
  // The name in our examples. Its roles must not meet those that all databases share.
  await onDatabase(pair.primary, "create database amana");
  const owner = Object.assign(new URL(pair.primary), { pathname: "/amana" }).href;
  await migrate(owner, () => undefined);
  await recordPayments(owner, "sandbox");
  const web = await openWebRole({ owner, isPooled: true }, (warning) => {
    throw new Error(warning);
  });
  return {
    owner,
    direct: withPayments(web, "sandbox"),
    close: () => pair[Symbol.asyncDispose](),
  };
}

function addressThrough(host: string, direct: string): string {
  const url = new URL(direct);
  url.host = host;
  return asPooled(withLogin(url.href, url));
}
