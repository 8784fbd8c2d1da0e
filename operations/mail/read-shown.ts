import type { Kysely } from "kysely";
import { z } from "zod";
import type { Tables } from "#database/tables.ts";
import { messageKinds, readableBy, type Email } from "#domain/mail/messages.ts";
import { serves, type Person } from "#domain/accounts/roles.ts";
import type { Seal } from "#domain/system/seal.ts";
import { readEmail } from "./read-sealed.ts";

export type ShownEmail =
  /** The time of the reversal is given for a receipt whose donation was reversed, which is no longer sent. */
  | { kind: "shown"; email: Email; reversedAt: Date | null }
  | { kind: "secret-link" }
  | { kind: "admins-only" }
  /** The details of an email are deleted with its personal data. */
  | { kind: "deleted" }
  /** Its subject has changed or was deleted. */
  | { kind: "nothing-left" };

/** An email as today's records write it, for a person on staff. Its link has no key. */
export async function readShownEmail(
  db: Kysely<Tables>,
  seal: Seal,
  { id, reader }: { id: bigint; reader: Person },
): Promise<ShownEmail> {
  const row = await db.selectFrom("outbox").selectAll().where("id", "=", id).executeTakeFirst();
  const kind = messageKinds.find((each) => each === row?.template);
  if (row === undefined || kind === undefined) return { kind: "nothing-left" };
  const role = readableBy[kind];
  if (role === null) return { kind: "secret-link" };
  if (!serves(role, reader)) return { kind: "admins-only" };
  if (kind !== "receipt" && isEmpty(row.details)) return { kind: "deleted" };
  const email = await readEmail(db, seal, row, { receiptsOf: ["succeeded", "reversed"] });
  if (email === null) return { kind: "nothing-left" };
  const [address = ""] = email.message.address.split("?", 1);
  return {
    kind: "shown",
    email: { ...email, message: { ...email.message, address } },
    reversedAt: kind === "receipt" ? await readReversal(db, row.donation_id) : null,
  };
}

async function readReversal(db: Kysely<Tables>, donationId: bigint | null): Promise<Date | null> {
  const donation = await db
    .selectFrom("donations")
    .select("reversed_at")
    .where("id", "=", donationId)
    .executeTakeFirst();
  return donation?.reversed_at ?? null;
}

const isEmpty = (details: unknown) => z.strictObject({}).safeParse(details).success;
