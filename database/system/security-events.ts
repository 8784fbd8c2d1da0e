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
  account: { id: string; name: string } | null;
  client: string;
  path: string;
  times: number;
};

export type SecurityEventFilter = {
  kind: SecurityEventKind | null;
  /** The id of an account. Empty for all, as the client. */
  account: string;
  client: string;
  from: Day | null;
};

/** Newest first. Days are in the fund's time zone. */
export async function listSecurityEvents(
  db: Reads,
  { kind, account, client, from }: SecurityEventFilter,
  listQuery: ListQuery,
): Promise<ListPage<SecurityEventRow>> {
  const query = db
    .selectFrom("security_events as e")
    .leftJoin("users as u", "u.id", "e.account_id")
    .select([
      ...(["e.id", "e.at", "e.kind", "e.request_id as requestId"] as const),
      ...(["e.client", "e.path", "e.times", "e.account_id"] as const),
      sql<string | null>`coalesce(${accountName("u")}, e.account_id)`.as("name"),
    ])
    .$if(kind !== null, (events) => events.where("e.kind", "=", kind))
    .$if(account !== "", (events) => events.where("e.account_id", "=", account))
    .$if(client !== "", (events) => events.where("e.client", "=", client))
    .$if(from !== null, (events) =>
      events.where(sql<boolean>`e.at >= ${from}::date::timestamp at time zone ${sql.lit(timeZone)}`),
    );
  const order = { from: sql`security_events as e`, by: [sql`e.id`], descending: true };
  const rows = await pageOf(query, order, listQuery).execute();
  return asPage(rows.map(asEvent), listQuery);
}

type Row = Omit<SecurityEventRow, "account"> & { account_id: string | null; name: string | null };

const asEvent = ({ account_id: id, name, ...event }: Row): SecurityEventRow => ({
  ...event,
  account: id === null || name === null ? null : { id, name },
});
