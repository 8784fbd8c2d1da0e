import { beforeAll, expect, test } from "vitest";
import { readCampaignFigures } from "#database/campaigns/page-parts.ts";
import { findCampaign } from "#database/campaigns/public.ts";
import { listOwnSubmissions } from "#database/campaigns/submissions.ts";
import { listCampaignUpdates } from "#database/campaigns/updates.ts";
import { listOwnedCampaigns } from "#database/campaigns/owned.ts";
import * as content from "#database/seed/organizer-content.ts";
import { ensureFirstAdmin } from "#operations/accounts/ensure-first-admin.ts";
import { isPassword } from "#operations/accounts/password/hash.ts";
import { testRecords } from "#tests/support/database/open.ts";
import { addDemonstrationOrganizer, type DemonstrationOrganizer } from "./add-demonstration-organizer.ts";

const { url, webUrl, db, asOwner } = await testRecords("demo");
const now = new Date();
let organizer: DemonstrationOrganizer;
let id: string;

beforeAll(async () => {
  await ensureFirstAdmin(url, undefined, null);
  organizer = await addDemonstrationOrganizer(webUrl, { pictureId: null, now });
  ({ id } = await db
    .selectFrom("users")
    .select("id")
    .where("username", "=", "organizer")
    .executeTakeFirstOrThrow());
});

test("the organizer has a live campaign, a waiting one and a returned one", async () => {
  const campaigns = await listOwnedCampaigns(db, id);
  expect(campaigns.map(({ title, status }) => [title.en, status])).toEqual([
    ["Laptops for evening study", "active"],
  ]);
  expect((await listOwnSubmissions(db, id)).map(({ status }) => status).toSorted()).toEqual([
    "approved",
    "changes-asked",
    "submitted",
  ]);
});

test("the live campaign has dated news, followers, donations and messages of support", async () => {
  const campaign = await findCampaign(db, "laptops-for-evening-study");
  expect(campaign).toMatchObject({ status: "active", category: "alumni" });
  expect(campaign?.raised.amount).toBeGreaterThan(0n);
  expect(campaign?.title.sw).toBeTruthy();
  const news = await listCampaignUpdates(db, "laptops-for-evening-study");
  expect(news.map(({ title }) => title.en)).toEqual([
    "Eight more students each evening",
    "The first four laptops are here",
  ]);
  const goal = { amount: 12_000_000n, currency: "TZS" } as const;
  const { messages } = await readCampaignFigures(db, "laptops-for-evening-study", goal);
  expect(messages).toHaveLength(3);
  const waiting = await db
    .selectFrom("donations as d")
    .leftJoin("support_messages as m", "m.donation_id", "d.id")
    .select("d.id")
    .where("d.is_shown", "=", true)
    .where("d.message", "is not", null)
    .where("m.donation_id", "is", null)
    .execute();
  expect(waiting).not.toEqual([]);
  const followers = await db.selectFrom("followers").select("email").execute();
  expect(followers.length).toBeGreaterThan(content.followers.length);
  expect(followers.every(({ email }) => email.endsWith("@donors.example"))).toBe(true);
  expect(await asOwner.selectFrom("broken_promises").selectAll().execute()).toEqual([]);
});

test("the organizer signs in with the shown password and then chooses another", async () => {
  const { password, must_change_password } = await asOwner
    .selectFrom("credentials as c")
    .innerJoin("users as u", "u.id", "c.user_id")
    .select(["c.password", "u.must_change_password"])
    .where("u.id", "=", id)
    .executeTakeFirstOrThrow();
  expect(await isPassword(organizer.password, password ?? "")).toBe(true);
  expect(must_change_password).toBe(true);
});

test("each of its payments marks the database as a demonstration, which live mode refuses", async () => {
  const references = await db
    .selectFrom("payments as p")
    .innerJoin("donations as d", "d.id", "p.donation_id")
    .select("p.reference")
    .where("d.campaign_id", "=", "laptops-for-evening-study")
    .execute();
  expect(references.length).toBeGreaterThan(20);
  expect(references.filter(({ reference }) => !reference.startsWith("past-"))).toEqual([]);
});
