import { sql } from "kysely";
import { withParameter } from "./address.ts";
import { openClient } from "./connect.ts";
import type { PaymentsMode } from "#domain/payments/status.ts";
import { setupLock } from "./migrate.ts";
import type { Reads } from "./sql.server.ts";

/**
 * Records if this database is for real money, or compares the record with the start mode. Returns lines for the
 * operator if the two differ.
 */
export async function recordPayments(owner: string, wanted: PaymentsMode): Promise<string[] | null> {
  const client = openClient(owner);
  await client.connect();
  try {
    await client.query("select pg_advisory_lock($1)", [setupLock]);
    const { rows } = await client.query<{
      recorded: PaymentsMode | null;
      filled: boolean;
      invented: boolean;
    }>(
      `select (select payments from installation) as recorded, exists (select from donations) as filled,
         has_invented_donations() as invented`,
    );
    const { recorded = null, filled = false, invented = false } = rows[0] ?? {};
    if (recorded === wanted) return null;
    if (recorded === "live") return modeProblems(wanted, true);
    if (filled && (recorded !== null || wanted === "live"))
      return modeProblems(wanted, recorded !== null || invented);
    await client.query(
      `insert into installation (payments) values ($1)
       on conflict (only_one) do update set payments = excluded.payments, recorded_at = now()`,
      [wanted],
    );
    return null;
  } finally {
    await client.end();
  }
}

/** False until the first start has written the texts and settings, in one transaction. */
export async function hasContent(db: Reads): Promise<boolean> {
  const first = await db.selectFrom("site_settings").select("key").limit(1).executeTakeFirst();
  return first !== undefined;
}

/**
 * Lines for the operator if a start in this mode cannot work. Asked before the migrations, because a live site of an earlier
 * version can use this database.
 */
export async function findWrongMode(owner: string, wanted: PaymentsMode): Promise<string[] | null> {
  const client = openClient(owner);
  await client.connect();
  try {
    const { rows: tables } = await client.query("select to_regclass('installation') is not null as is");
    if (tables[0]?.is !== true) return null;
    const { rows } = await client.query<{ payments: PaymentsMode; filled: boolean }>(
      "select payments, exists (select from donations) as filled from installation",
    );
    const [record] = rows;
    if (record === undefined || record.payments === wanted) return null;
    return record.payments === "live" || record.filled ? modeProblems(wanted, true) : null;
  } finally {
    await client.end();
  }
}

/** Null if no site has started with this database. */
export async function recordedPayments(db: Reads): Promise<PaymentsMode | null> {
  const record = await db.selectFrom("installation").select("payments").executeTakeFirst();
  return record?.payments ?? null;
}

/** Null if the server lets only its superuser read it. */
export async function readClusterId(db: Reads): Promise<string | null> {
  const { rows } = await sql<{ id: string }>`select system_identifier::text as id from pg_control_system()`
    .execute(db)
    .catch(() => ({ rows: [] }));
  return rows[0]?.id ?? null;
}

/** Null if no site has started with this database, or if its schema is from before the column. */
export async function installationId(db: Reads): Promise<string | null> {
  const record = await db
    .selectFrom("installation")
    .select(sql<string | null>`to_jsonb(installation) ->> 'id'`.as("id"))
    .executeTakeFirst();
  return record?.id ?? null;
}

/**
 * Each connection tells the database if the site takes real money. Its name tells it, because poolers pass on the name of
 * each client and drop other settings.
 */
export function withPayments(url: string, payments: PaymentsMode): string {
  return withParameter(url, "application_name", `amana ${payments}`);
}

export async function isEmptyDatabase(url: string): Promise<boolean> {
  const client = openClient(url);
  await client.connect();
  try {
    const { rows } = await client.query(
      "select from pg_class where relnamespace = 'public'::regnamespace limit 1",
    );
    return rows.length === 0;
  } finally {
    await client.end();
  }
}

const elsewhere = "another DATA_DIR, or another DATABASE_URL";

function modeProblems(wanted: PaymentsMode, isKnown: boolean): string[] {
  if (wanted === "sandbox") {
    return [
      "PAYMENTS=sandbox cannot start on this database. It is for live payments, and sandbox donations would count as real.",
      `Set PAYMENTS=live, or use a new database for tests: ${elsewhere}.`,
    ];
  }
  if (isKnown) {
    return [
      "PAYMENTS=live cannot start on this database. It has demonstration or sandbox donations, which would count as real.",
      `Start on a new database: ${elsewhere}. Campaigns and texts cannot be copied. Enter them again there.`,
    ];
  }
  return [
    "PAYMENTS=live cannot start on this database. It has donations and no record whether they are real.",
    `If all of them are real, follow "Go live" in docs/runbook.md. If not, start on a new database: ${elsewhere}.`,
  ];
}
