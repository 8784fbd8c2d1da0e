import type { Kysely, Selectable } from "kysely";
import { z } from "zod";
import { readSettings } from "#database/settings.ts";
import type { Tables } from "#database/tables.ts";
import { messageKinds, type Letter, type Message } from "#domain/mail.ts";

type Waiting = Pick<
  Selectable<Tables["outbox"]>,
  "id" | "donation_id" | "template" | "recipient" | "language" | "details" | "created_at"
>;

/** All that a letter's words need, as it stands now. Null when there is nothing left to say. */
export async function readLetter(db: Kysely<Tables>, waiting: Waiting): Promise<Letter | null> {
  const message = await readMessage(db, waiting);
  if (message === null) return null;
  const { fund, contact } = await readSettings(db);
  return {
    id: waiting.id,
    recipient: waiting.recipient,
    language: waiting.language,
    writtenAt: waiting.created_at,
    fund: fund.name,
    contact,
    message,
  };
}

const templates = z.enum(messageKinds);
const withAddress = z.object({ address: z.string().startsWith("/") });

async function readMessage(db: Kysely<Tables>, waiting: Waiting): Promise<Message | null> {
  const kind = templates.parse(waiting.template);
  if (kind === "receipt") return readReceipt(db, waiting.donation_id);
  return { kind, address: withAddress.parse(waiting.details).address };
}

async function readReceipt(db: Kysely<Tables>, donationId: bigint | null): Promise<Message | null> {
  const row = await db
    .selectFrom("donations as d")
    .innerJoin("campaigns as c", "c.id", "d.campaign_id")
    .innerJoin("payments as p", "p.donation_id", "d.id")
    .select([
      ...(["d.external_id", "d.donor_name", "d.is_anonymous", "d.amount", "d.currency"] as const),
      ...(["d.receipt_number", "d.receipt_key", "d.transaction_id", "d.completed_at"] as const),
      ...(["c.title", "c.title_sw", "p.fee", "p.method"] as const),
    ])
    .where("d.id", "=", donationId)
    // A receipt for what was given back in the meantime would be false.
    .where("p.status", "=", "succeeded")
    .executeTakeFirst();
  if (row === undefined || row.completed_at === null) return null;
  const { currency } = row;
  const key = row.receipt_key === null ? "" : `?key=${encodeURIComponent(row.receipt_key)}`;
  return {
    kind: "receipt",
    number: row.receipt_number,
    reference: row.external_id,
    donor: row.is_anonymous ? null : row.donor_name,
    campaign: { en: row.title, sw: row.title_sw },
    gift: { amount: row.amount, currency },
    fee: { amount: row.fee, currency },
    method: row.method,
    providerReference: row.transaction_id,
    paidAt: row.completed_at,
    address: `/donations/${encodeURIComponent(row.external_id)}${key}`,
  };
}
