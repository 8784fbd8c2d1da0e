import { sql } from "kysely";
import type { Hindrance } from "#domain/proposal.ts";
import type { Reads } from "./sql.server.ts";

/** Call this before giving a role in the same transaction: the database records who gave it. Null is the operator. */
export async function nameRoleGiver(tx: Reads, giver: string | null): Promise<void> {
  await sql`select set_config('amana.role_given_by', ${giver ?? ""}, true)`.execute(tx);
}

export type HindranceRow = { kind: Hindrance["kind"] | null; ends_at: Date | null };

export function asHindrance({ kind, ends_at }: HindranceRow): Hindrance | null {
  if (kind === null) return null;
  if (kind === "brought-in-by-proposer") return { kind };
  if (ends_at === null) throw new Error(`${kind} has no end`);
  return { kind, moment: ends_at };
}
