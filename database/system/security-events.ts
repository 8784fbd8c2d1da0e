import { sql } from "kysely";
import { timeZone, type Day } from "#domain/system/calendar.ts";
import type { SecurityEventKind } from "#domain/system/security-event.ts";
import { asPage, pageOf, type ListQuery, type ListPage } from "#database/list-page.ts";
import { accountName } from "#database/accounts/account-name.ts";
import type { Reads } from "#database/sql.server.ts";

export type SecurityEventRow = {
  id: bigint;
  at: Date;
  kind: SecurityEventKind;
  requestId: string;
  account: string | null;
  client: string;
  path: string;
  times: number;
};

export type SecurityEventFilter = { kind: SecurityEventKind | null; client: string; from: Day | null };

/** Newest first. Days are in the fund's time zone. */
export async function listSecurityEvents(
  db: Reads,
  { kind, client, from }: SecurityEventFilter,
  listQuery: ListQuery,
): Promise<ListPage<SecurityEventRow>> {
  const query = db
    .selectFrom("security_events as e")
    .leftJoin("users as u", "u.id", "e.account_id")
    .select([
      ...(["e.id", "e.at", "e.kind", "e.request_id as requestId"] as const),
      ...(["e.client", "e.path", "e.times"] as const),
      sql<string | null>`coalesce(${accountName("u")}, e.account_id)`.as("account"),
    ])
    .$if(kind !== null, (events) => events.where("e.kind", "=", kind))
    .$if(client !== "", (events) => events.where("e.client", "=", client))
    .$if(from !== null, (events) =>
      events.where(sql<boolean>`e.at >= ${from}::date::timestamp at time zone ${sql.lit(timeZone)}`),
    );
  const order = { from: sql`security_events as e`, by: [sql`e.id`], descending: true };
  return asPage(await pageOf(query, order, listQuery).execute(), listQuery);
}
