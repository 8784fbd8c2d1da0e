import { sql } from "kysely";
import type { Money } from "#domain/money/money.ts";
import type { Language } from "#domain/content/language.ts";
import { asPage, pageOf, type ListQuery, type ListPage } from "#database/list-page.ts";
import type { Reads } from "#database/sql.server.ts";

export const emailStatuses = ["waiting", "sent", "given-up", "kept"] as const;
export type EmailStatus = (typeof emailStatuses)[number];

/** Email details for staff. Leaves out the text, which can contain sign-in links. */
export type ListedEmail = {
  id: bigint;
  template: string;
  recipient: string;
  language: Language;
  status: EmailStatus;
  donationId: bigint | null;
  /** For an email about a donation. */
  donation: { amount: Money; donor: string } | null;
  /** The campaign that it is about, in English. */
  campaign: string | null;
  /** For an email about a submitted campaign: what happened to it. */
  event: string | null;
  askedBy: string | null;
  attempts: number;
  writtenAt: Date;
  triedAt: Date | null;
  sentAt: Date | null;
  nextAt: Date | null;
  lastError: string | null;
};

export type EmailFilter = { recipient: string; status: EmailStatus | null; template: string | null };

export async function listEmails(
  db: Reads,
  { recipient, status, template }: EmailFilter,
  listQuery: ListQuery,
): Promise<ListPage<ListedEmail>> {
  const beginning = `${recipient.toLowerCase().replaceAll(/[\\%_]/g, "\\$&")}%`;
  const rows = await pageOf(
    selectEmails(db)
      .$if(template !== null, (query) => query.where("o.template", "=", template ?? ""))
      .$if(status !== null, (query) => query.where("o.status", "=", status))
      .$if(recipient !== "", (query) => query.where(sql`lower(o.recipient)`, "like", beginning)),
    { from: sql`outbox as o`, by: [sql`o.id`], descending: true },
    listQuery,
  ).execute();
  return asPage(rows.map(asListed), listQuery);
}

export async function findEmail(db: Reads, id: bigint): Promise<ListedEmail | null> {
  const row = await selectEmails(db).where("o.id", "=", id).executeTakeFirst();
  return row === undefined ? null : asListed(row);
}

export async function findEmails(db: Reads, ids: bigint[]): Promise<ListedEmail[]> {
  if (ids.length === 0) return [];
  return (await selectEmails(db).where("o.id", "in", ids).execute()).map(asListed);
}

/** Saved while no mail server was set up. Null if there are none. */
export async function readSavedEmails(db: Reads): Promise<{ count: number; oldest: Date } | null> {
  const { count, oldest } = await db
    .selectFrom("outbox")
    .select(({ fn }) => [fn.countAll<bigint>().as("count"), fn.min("created_at").as("oldest")])
    .where("status", "=", "kept")
    .executeTakeFirstOrThrow();
  return oldest === null ? null : { count: Number(count), oldest };
}

function selectEmails(db: Reads) {
  return db
    .selectFrom("outbox as o")
    .leftJoin("users as u", "u.id", "o.asked_by")
    .leftJoin("donations as d", "d.id", "o.donation_id")
    .leftJoin("campaign_updates as n", "n.id", "o.update_id")
    .leftJoin("campaigns as c", (join) =>
      join.on(sql`c.id`, "=", sql`coalesce(d.campaign_id, n.campaign_id)`),
    )
    .leftJoin("submission_versions as v", (join) =>
      join
        .on(sql`v.submission_id`, "=", sql`(o.details ->> 'submissionId')::bigint`)
        .on(sql`v.version`, "=", sql`(o.details ->> 'version')::integer`),
    )
    .select([
      ...(["o.id", "o.template", "o.recipient", "o.language", "o.status", "o.donation_id"] as const),
      ...(["o.attempts", "o.created_at", "o.tried_at", "o.sent_at", "o.send_after", "o.last_error"] as const),
      ...(["u.name as asker", "d.amount", "d.currency", "d.donor_name as donor"] as const),
      sql<string | null>`coalesce(c.title, v.title)`.as("campaign"),
      sql<string | null>`o.details ->> 'event'`.as("event"),
    ]);
}

type Row = Awaited<ReturnType<ReturnType<typeof selectEmails>["executeTakeFirstOrThrow"]>>;

function asListed(row: Row): ListedEmail {
  const { amount, currency, donor } = row;
  const hasDonation = amount !== null && currency !== null && donor !== null;
  return {
    id: row.id,
    template: row.template,
    recipient: row.recipient,
    language: row.language,
    status: row.status,
    donationId: row.donation_id,
    donation: hasDonation ? { amount: { amount, currency }, donor } : null,
    campaign: row.campaign,
    event: row.event,
    askedBy: row.asker,
    attempts: row.attempts,
    writtenAt: row.created_at,
    triedAt: row.tried_at,
    sentAt: row.sent_at,
    nextAt: row.status === "waiting" ? row.send_after : null,
    lastError: row.last_error,
  };
}
