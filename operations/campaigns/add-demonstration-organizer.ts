import type { Kysely } from "kysely";
import { openDatabase } from "#database/sql.server.ts";
import type { Tables } from "#database/tables.ts";
import * as content from "#database/seed/organizer-content.ts";
import { donationsTo } from "#database/seed/past-donations.ts";
import { writePastDonations } from "#database/seed/write-past-donations.ts";
import { readProposedAmount } from "#domain/campaigns/proposed-amount.ts";
import { addDays, dayOf } from "#domain/system/calendar.ts";
import { inventPassword, insertAccount } from "#operations/accounts/create.ts";
import { hashPassword } from "#operations/accounts/password/hash.ts";
import { requestChange } from "./change-requests/request.ts";
import { reviewSubmission, type Verdict } from "./review-submission.ts";
import { submitCampaign } from "./submit.ts";
import { decideSupportMessage } from "./support-messages/decide.ts";

type Db = Kysely<Tables>;
type People = { organizer: string; admin: string };

export type DemonstrationOrganizer = { username: string; password: string };

/**
 * An organizer with a live campaign, one that waits for review and one that was returned, written by the operations that
 * real organizers and staff use. Call it once, for a new demonstration with a first admin, who reviews them.
 */
export async function addDemonstrationOrganizer(
  databaseUrl: string,
  { pictureId, now }: { pictureId: string | null; now: Date },
): Promise<DemonstrationOrganizer> {
  const { readWrite: db, close } = openDatabase(databaseUrl, { poolSize: 1 });
  try {
    const password = inventPassword();
    const people = await insertPeople(db, password);
    await addLiveCampaign(db, people, { pictureId, now });
    const { returnedSubmission: returned, waiting } = content;
    const { reason, fieldReasons } = returned;
    const verdict = { kind: "changes-asked", reason, fieldReasons } as const;
    await review(db, people, await submit(db, people, returned.entered, daysBefore(now, 3)), {
      verdict,
      at: daysBefore(now, 2),
    });
    await submit(db, people, waiting, now);
    return { username: content.organizer.username, password };
  } finally {
    await close();
  }
}

async function insertPeople(db: Db, password: string): Promise<People> {
  const { id: admin } = await db
    .selectFrom("users")
    .select("id")
    .where("role", "=", "admin")
    .where("banned", "=", false)
    .executeTakeFirstOrThrow();
  const hash = await hashPassword(password);
  const account = { ...content.organizer, hash, emailVerified: true, isInvented: true };
  const made = await db
    .transaction()
    .execute((tx) => insertAccount(tx, { ...account, role: "organizer" }, null));
  if (made.kind === "taken") throw new Error("the username of the demonstration's organizer is taken");
  return { organizer: made.id, admin };
}

async function addLiveCampaign(
  db: Db,
  people: People,
  { pictureId, now }: { pictureId: string | null; now: Date },
): Promise<void> {
  const { live } = content;
  const submitted = daysBefore(now, live.daysAgo + 1);
  const id = await submit(db, people, await withPicture(db, people, pictureId), submitted);
  const amount = readProposedAmount(live.entered.goal, "TZS") ?? 0n;
  const campaignId = await review(db, people, id, {
    verdict: { kind: "approved", goal: { amount, currency: "TZS" }, days: live.daysLong },
    at: daysBefore(now, live.daysAgo),
  });
  if (campaignId === null) throw new Error("the approved submission has no campaign");
  await writeNews(db, people, campaignId, now);
  const recipient = { id: campaignId, isZakatEligible: false, from: 1 - live.daysAgo, until: 90 };
  const donations = donationsTo([{ ...recipient, donations: content.donations }], now, "past-organizer");
  await db.transaction().execute((tx) => writePastDonations(tx, donations));
  await approveMessages(db, campaignId, people.admin);
  const { organizer: ownerId } = people;
  const { reason, days } = content.laterEnd;
  const endDate = addDays(dayOf(now), days);
  const wanted = { goal: null, endDate, use: null, reason };
  await requestChange(db, { campaignId, ownerId, language: "en", wanted });
}

async function withPicture(db: Db, { organizer }: People, pictureId: string | null) {
  const { entered, pictureAlt } = content.live;
  if (pictureId === null) return entered;
  await db
    .insertInto("picture_uploads")
    .values({ picture_id: pictureId, uploader_id: organizer })
    .onConflict((known) => known.doNothing())
    .execute();
  return { ...entered, "picture-1": pictureId, "picture-1-alt": pictureAlt };
}

async function submit(
  db: Db,
  { organizer: ownerId }: People,
  entered: Record<string, string>,
  now: Date,
): Promise<bigint> {
  const about = { ownerId, language: "en", submissionId: null } as const;
  const submitted = await submitCampaign(db, { ...about, entered, now });
  if (submitted.kind !== "submitted") throw new Error(`not submitted: ${submitted.kind}`);
  return submitted.id;
}

async function review(
  db: Db,
  { admin: by }: People,
  submissionId: bigint,
  { verdict, at: now }: { verdict: Verdict; at: Date },
): Promise<string | null> {
  const reviewed = await reviewSubmission(db, { submissionId, version: 1, verdict, by, now });
  if (reviewed.kind !== "reviewed") throw new Error(`not reviewed: ${reviewed.kind}`);
  return reviewed.campaignId;
}

/** Without emails, because these days are past. */
async function writeNews(db: Db, { organizer }: People, campaignId: string, now: Date): Promise<void> {
  const { followers, live, updates } = content;
  const { title, description, organizer: group } = live.inKiswahili;
  const start = daysBefore(now, live.daysAgo);
  await db
    .updateTable("campaigns")
    .set({ title_sw: title, description_sw: description, organizer_sw: group, created_at: start })
    .where("id", "=", campaignId)
    .execute();
  const rows = updates.map(({ daysAfterStart, title, content: { en, sw } }) => ({
    ...{ campaign_id: campaignId, author_id: organizer },
    ...{ title: title.en, title_sw: title.sw, content: en, content_sw: sw },
    published_at: daysBefore(now, live.daysAgo - daysAfterStart),
  }));
  await db.insertInto("campaign_updates").values(rows).execute();
  const follows = followers.map((email) => ({ campaign_id: campaignId, email, agreed_at: start }));
  await db.insertInto("followers").values(follows).execute();
}

/** Some messages still wait for staff. */
async function approveMessages(db: Db, campaignId: string, by: string): Promise<void> {
  const messages = await db
    .selectFrom("donations")
    .select("id")
    .where("campaign_id", "=", campaignId)
    .where("status", "=", "completed")
    .where("is_shown", "=", true)
    .where("message", "is not", null)
    .orderBy("completed_at")
    .limit(3)
    .execute();
  for (const { id } of messages) await decideSupportMessage(db, { donationId: id, decision: "approved", by });
}

const daysBefore = (now: Date, days: number) => new Date(now.getTime() - days * 86_400_000);
