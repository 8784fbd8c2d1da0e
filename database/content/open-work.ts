import { sql } from "kysely";
import { openStatuses } from "#domain/payments/status.ts";
import type { Reads } from "#database/sql.server.ts";

export type OpenWorkFigures = {
  openPayments: { provider: string; status: string; count: number; oldestSeconds: number }[];
  openCases: number;
  emails: { status: string; count: number }[];
};

export async function readOpenWorkFigures(db: Reads): Promise<OpenWorkFigures> {
  const [payments, cases, emails] = await Promise.all([
    db
      .selectFrom("payments")
      .select(["provider", "status"])
      .select(({ fn }) => fn.countAll<bigint>().as("count"))
      .select(
        sql<number>`extract(epoch from greatest(now() - min(created_at), interval '0'))::float8`.as("oldest"),
      )
      .where("status", "in", openStatuses)
      .groupBy(["provider", "status"])
      .execute(),
    db
      .selectFrom("cases")
      .select(({ fn }) => fn.countAll<bigint>().as("count"))
      .where("status", "=", "open")
      .executeTakeFirstOrThrow(),
    db
      .selectFrom("outbox")
      .select("status")
      .select(({ fn }) => fn.countAll<bigint>().as("count"))
      .where("sent_at", "is", null)
      .groupBy("status")
      .execute(),
  ]);
  return {
    openPayments: payments.map(({ provider, status, count, oldest }) => ({
      provider,
      status,
      count: Number(count),
      oldestSeconds: oldest,
    })),
    openCases: Number(cases.count),
    emails: emails.map(({ status, count }) => ({ status, count: Number(count) })),
  };
}
