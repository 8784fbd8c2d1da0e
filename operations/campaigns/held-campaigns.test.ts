import { beforeEach, expect, test } from "vitest";
import { sql } from "kysely";
import { findCampaign } from "#database/campaigns/public.ts";
import { readOrganizer } from "#database/campaigns/submissions.ts";
import { addDays, dayOf } from "#domain/system/calendar.ts";
import { makeAccount } from "#operations/accounts/create.ts";
import { campaign, complete, pendingDonation } from "#tests/support/database/records.ts";
import { colleague } from "#tests/support/accounts/staff-roles.ts";
import { testRecords } from "#tests/support/database/open.ts";
import { liftSuspension, suspendOrganizer } from "./suspend-organizer.ts";
import { recordRuling, withdrawRuling } from "./zakat-rulings.ts";

const { db } = await testRecords();
const today = dayOf(new Date());
let people = 0;
let organizer = "";
let staff = "";

async function person(role: "organizer" | "staff"): Promise<string> {
  if (role === "staff") return colleague(db, role);
  people += 1;
  const made = await makeAccount(
    db,
    { username: `person${people}`, email: `p${people}@fund.example`, role, password: "karafuu na mdalasini" },
    null,
  );
  if (made.kind === "taken") throw new Error("taken");
  return made.id;
}

beforeEach(async () => {
  organizer = await person("organizer");
  staff = await person("staff");
});

const zakatCampaign = () => campaign(db, { category: "zakat", is_zakat_eligible: true, owner_id: organizer });

async function reviewer(): Promise<number> {
  const { id } = await db
    .insertInto("team_members")
    .values({ name: "Sheikh Ali", role: "Reviewer", order_index: 1 })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

async function rule(campaignId: string, expiresOn: string | null = null, ruledOn = today) {
  const ruling = { campaignId, reviewerId: await reviewer(), ruledOn, expiresOn, by: staff };
  return recordRuling(db, { ...ruling, reasons: "The students are in debt and poor." });
}

const seen = async (id: string) => {
  const found = await findCampaign(db, id);
  return [found?.isZakatEligible, found?.status];
};

test("an organizer's Zakat campaign takes nothing without a ruling", async () => {
  const id = await zakatCampaign();
  expect(await seen(id)).toEqual([false, "paused"]);
  await expect(pendingDonation(db, { to: id })).rejects.toThrow("takes no donations now");
  expect(await rule(id)).toBe("recorded");
  expect(await seen(id)).toEqual([true, "active"]);
  await pendingDonation(db, { to: id });
});

test("a withdrawn ruling ends the badge, and a begun payment is still recorded", async () => {
  const id = await zakatCampaign();
  await rule(id);
  const begun = await pendingDonation(db, { to: id });
  const { id: rulingId } = await db
    .selectFrom("zakat_rulings")
    .select("id")
    .where("campaign_id", "=", id)
    .executeTakeFirstOrThrow();
  const withdrawal = { campaignId: id, rulingId, reason: "New facts", by: staff };
  expect(await withdrawRuling(db, withdrawal)).toBe("withdrawn");
  expect(await withdrawRuling(db, withdrawal)).toBe("unknown");
  expect(await seen(id)).toEqual([false, "paused"]);
  await expect(pendingDonation(db, { to: id })).rejects.toThrow("takes no donations now");
  await complete(db, begun);
});

test("an expired ruling ends the badge", async () => {
  const id = await zakatCampaign();
  await rule(id, addDays(today, -1), addDays(today, -30));
  expect(await seen(id)).toEqual([false, "paused"]);
  await expect(pendingDonation(db, { to: id })).rejects.toThrow("takes no donations now");
  await rule(id, today);
  expect(await seen(id)).toEqual([true, "active"]);
});

test("the fund's own Zakat campaign takes nothing without a ruling either", async () => {
  const id = await campaign(db);
  await db
    .updateTable("campaigns")
    .set({ category: "zakat", is_zakat_eligible: true })
    .where("id", "=", id)
    .execute();
  expect(await seen(id)).toEqual([false, "paused"]);
  await expect(pendingDonation(db, { to: id })).rejects.toThrow("takes no donations now");
  await rule(id);
  expect(await seen(id)).toEqual([true, "active"]);
});

test("a ruling without a person who recorded it is refused once there are people", async () => {
  const id = await zakatCampaign();
  const name = "Sheikh Ali";
  const ruling = {
    ...{ campaign_id: id, reviewer_id: await reviewer(), reviewer_name: name, ruled_on: today },
    reasons: "These are reasons enough.",
  };
  await expect(db.insertInto("zakat_rulings").values(ruling).execute()).rejects.toThrow("may not record");
});

test("a ruling is neither changed nor deleted, and organizers record none", async () => {
  const id = await zakatCampaign();
  await rule(id);
  await expect(sql`update zakat_rulings set reasons = repeat('x', 30)`.execute(db)).rejects.toThrow(
    "only withdrawn",
  );
  await expect(sql`delete from zakat_rulings`.execute(db)).rejects.toThrow("permission denied");
  const own = { campaignId: id, reviewerId: await reviewer(), ruledOn: today, expiresOn: null };
  const reasons = "These are reasons enough.";
  await expect(recordRuling(db, { ...own, reasons, by: await person("organizer") })).rejects.toThrow(
    "may not record",
  );
  expect(await recordRuling(db, { ...own, reasons, by: organizer })).toBe("own");
});

test("a suspension holds all campaigns of the organizer until it is lifted", async () => {
  const [one, two] = [
    await campaign(db, { owner_id: organizer }),
    await campaign(db, { owner_id: organizer }),
  ];
  const another = await campaign(db);
  await db.insertInto("submissions").values({ owner_id: organizer, language: "sw" }).execute();
  const about = { userId: organizer, reason: "We check a report.", by: staff };
  expect(await suspendOrganizer(db, about)).toBe("suspended");
  expect(await suspendOrganizer(db, about)).toBe("suspended-before");
  for (const id of [one, two]) {
    expect(await seen(id)).toEqual([false, "paused"]);
    await expect(pendingDonation(db, { to: id })).rejects.toThrow("takes no donations now");
  }
  expect(await seen(another)).toEqual([false, "active"]);
  expect(await liftSuspension(db, about)).toBe("lifted");
  expect(await liftSuspension(db, about)).toBe("not-suspended");
  const { email } = await readOrganizer(db, organizer);
  expect(
    await db.selectFrom("outbox").select(["template", "language"]).where("recipient", "=", email).execute(),
  ).toEqual([
    { template: "organizer-suspended", language: "sw" },
    { template: "suspension-lifted", language: "sw" },
  ]);
  expect(await seen(one)).toEqual([false, "active"]);
  await pendingDonation(db, { to: one });
});

test("only staff suspend, and never themselves", async () => {
  const other = await person("organizer");
  await expect(suspendOrganizer(db, { userId: organizer, reason: "No", by: other })).rejects.toThrow(
    "may not suspend",
  );
  expect(await suspendOrganizer(db, { userId: staff, reason: "No", by: staff })).toBe("own");
});

test("no statement of the site ends a hold that its records keep", async () => {
  const id = await zakatCampaign();
  await expect(
    sql`update campaigns set zakat_until = 'infinity' where id = ${id}`.execute(db),
  ).rejects.toThrow("do not say this");
  await expect(campaign(db, { is_zakat_eligible: true, zakat_until: "2999-01-01" })).rejects.toThrow(
    "begins without a ruling",
  );
  const well = await campaign(db, { owner_id: organizer });
  await suspendOrganizer(db, { userId: organizer, reason: "We check a report.", by: staff });
  await db.updateTable("campaigns").set({ suspended_at: null }).where("id", "=", well).execute();
  const added = await campaign(db, { owner_id: organizer });
  expect([await seen(well), await seen(added)]).toEqual([
    [false, "paused"],
    [false, "paused"],
  ]);
});

test("people cannot withdraw a ruling about their own campaign", async () => {
  const id = await campaign(db, { category: "zakat", is_zakat_eligible: true, owner_id: staff });
  await recordRuling(db, {
    ...{ campaignId: id, reviewerId: await reviewer(), ruledOn: today, expiresOn: null },
    ...{ reasons: "These are reasons enough.", by: await person("staff") },
  });
  const { id: rulingId } = await db
    .selectFrom("zakat_rulings")
    .select("id")
    .where("campaign_id", "=", id)
    .executeTakeFirstOrThrow();
  expect(await withdrawRuling(db, { campaignId: id, rulingId, reason: "Mine", by: staff })).toBe("own");
});

test("a held campaign is not asked for news", async () => {
  const old = { owner_id: organizer, start_date: "2026-01-01", end_date: "2999-01-01" };
  const id = await campaign(db, { ...old, created_at: new Date("2026-01-01") });
  const isSilent = async () =>
    (await db.selectFrom("last_news").select("at").where("campaign_id", "=", id).execute()).length === 1;
  expect(await isSilent()).toBe(true);
  await suspendOrganizer(db, { userId: organizer, reason: "We check a report.", by: staff });
  expect(await isSilent()).toBe(false);
});
