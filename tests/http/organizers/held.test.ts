import { beforeAll, expect, test } from "vitest";
import { addDays, dayOf } from "#domain/system/calendar.ts";
import { makePerson, postForm, signIn } from "#tests/support/accounts/people.ts";
import { campaign } from "#tests/support/database/records.ts";
import { testSite } from "#tests/support/server/site.ts";

const site = await testSite();
let ownerId = "";
let organizer = "";
let staff = "";

beforeAll(async () => {
  ownerId = (await makePerson(site.databaseUrl, "neema", "organizer")).id;
  await makePerson(site.databaseUrl, "rashid", "staff");
  [organizer, staff] = [await signIn(site, "neema"), await signIn(site, "rashid")];
  await campaign(site.db, {
    ...{ id: "debts", title: "Debts of students", category: "zakat", is_zakat_eligible: true },
    owner_id: ownerId,
  });
  await campaign(site.db, { id: "well", title: "A well", owner_id: ownerId });
});

const page = async (path: string) => (await site.get(path)).text;

/** Without the other campaigns that a paused one leads to. */
const ownPart = async (path: string) => (await page(path)).split(`<section class="open-campaigns"`, 1)[0];
const reasons = "The students are poor and in debt, as the dean confirmed.";

async function rule(fields: Record<string, string> = {}) {
  const { id } = await site.db.selectFrom("team_members").select("id").executeTakeFirstOrThrow();
  const ruling = { do: "record", reviewer: String(id), ruledOn: dayOf(new Date()), expiresOn: "", reasons };
  return postForm(site, "/admin/campaigns/debts/zakat", { ...ruling, ...fields }, { Cookie: staff });
}

test("a ruling shows the badge and its reasons until it is withdrawn", async () => {
  expect(await ownPart("/campaigns/debts")).toContain("This campaign is paused");
  expect(await ownPart("/campaigns/debts")).not.toContain("Zakat Eligible");
  const short = await rule({ reasons: "Yes" });
  expect([short.status, short.text.includes("at least 20 characters")]).toEqual([400, true]);
  for (const wrong of [{ reviewer: "99999999999" }, { ruledOn: "0000-01-01" }])
    expect([wrong, (await rule(wrong)).status]).toEqual([wrong, 400]);
  const future = await rule({ ruledOn: addDays(dayOf(new Date()), 1) });
  expect([future.status, future.text.includes("Enter today or an earlier day")]).toEqual([400, true]);
  expect((await rule({ expiresOn: addDays(dayOf(new Date()), 30) })).status).toBe(303);
  for (const text of ["Zakat Eligible", reasons, "of the Advisory Body ruled on"])
    expect(await ownPart("/campaigns/debts"), text).toContain(text);
  expect(await ownPart("/campaigns/debts")).not.toContain("This campaign is paused");

  const { id } = await site.db
    .selectFrom("zakat_rulings")
    .select("id")
    .where("campaign_id", "=", "debts")
    .executeTakeFirstOrThrow();
  for (const [reason, message] of [
    ["", "Enter a reason for withdrawing"],
    ["z".repeat(2_001), "Reason must be 2,000 characters or fewer"],
  ] as const) {
    const wrong = { do: "withdraw", ruling: String(id), reason };
    const refused = await postForm(site, "/admin/campaigns/debts/zakat", wrong, { Cookie: staff });
    expect(refused.status).toBe(400);
    expect(refused.text).toContain(`href="#reason-${id}"`);
    expect(refused.text).toMatch(new RegExp(`id="reason-${id}-error"[^>]*>(?:<[^>]*>)*[^<]*${message}`));
    expect(refused.text).toContain(`value="${reason}"`);
  }
  const fields = { do: "withdraw", ruling: String(id), reason: "New facts" };
  const withdrawn = await postForm(site, "/admin/campaigns/debts/zakat", fields, { Cookie: staff });
  expect(withdrawn.status).toBe(303);
  const after = await ownPart("/campaigns/debts");
  expect(after).not.toContain("Zakat Eligible");
  expect(after).toContain("This campaign is paused");
  const given = {
    amount: "5000",
    name: "Asha",
    email: "asha@example.org",
    phone: "255712345678",
    network: "mpesa",
  };
  const refused = await postForm(site, "/campaigns/debts/mobile", given);
  expect(refused.status).toBeGreaterThanOrEqual(400);
  expect(
    await site.db.selectFrom("donations").select("id").where("campaign_id", "=", "debts").execute(),
  ).toEqual([]);
});

test("a suspension holds the campaigns and stops submissions until it is lifted", async () => {
  const address = `/admin/organizers/${ownerId}`;
  expect(await page("/campaigns/well")).not.toContain("This campaign is paused");
  const without = await postForm(site, address, { do: "suspend" }, { Cookie: staff });
  expect([without.status, without.text.includes("Enter a reason for suspending")]).toEqual([400, true]);
  const long = "z".repeat(2_001);
  const kept = await postForm(site, address, { do: "suspend", reason: long }, { Cookie: staff });
  expect([kept.status, kept.text.includes(`>${long}</textarea>`)]).toEqual([400, true]);
  expect(
    (await postForm(site, address, { do: "suspend", reason: "A report" }, { Cookie: organizer })).status,
  ).toBe(403);
  const suspended = await postForm(site, address, { do: "suspend", reason: "A report" }, { Cookie: staff });
  expect(suspended.status).toBe(303);
  expect(await page("/campaigns/well")).toContain("This campaign is paused");
  const own = (await site.get("/organizer/campaigns/well", { Cookie: organizer })).text;
  expect(own).toContain('<span class="badge" data-tone="waiting">Paused</span>');
  expect(own).toContain("The fund has paused all your campaigns.");
  const sent = await postForm(site, "/organizer/new", { do: "submit" }, { Cookie: organizer });
  expect([sent.status, sent.text.includes("You cannot submit campaigns")]).toEqual([403, true]);
  const update = { intent: "save", title: "Give me money", content: "On my own phone" };
  const told = await postForm(site, "/organizer/campaigns/well/updates", update, { Cookie: organizer });
  expect([told.status, told.text.includes("You cannot write updates")]).toEqual([409, true]);
  expect(told.text).toContain("On my own phone");
  expect(await page("/campaigns/well")).not.toContain("Give me money");
  expect((await postForm(site, address, { do: "lift" }, { Cookie: staff })).status).toBe(303);
  expect(await page("/campaigns/well")).not.toContain("This campaign is paused");
});

test("each ruling says whether it is in force, and until when", async () => {
  await campaign(site.db, { id: "widows", category: "zakat", is_zakat_eligible: true });
  const { id } = await site.db.selectFrom("team_members").select("id").executeTakeFirstOrThrow();
  const address = "/admin/campaigns/widows/zakat";
  const send = async (fields: Record<string, string>) =>
    expect((await postForm(site, address, fields, { Cookie: staff })).status).toBe(303);
  for (const expiresOn of ["", "2099-05-01", "2026-02-01", "2099-06-01"])
    await send({ do: "record", reviewer: String(id), ruledOn: "2026-01-02", expiresOn, reasons });
  const last = await site.db
    .selectFrom("zakat_rulings")
    .select(({ fn }) => fn.max("id").as("id"))
    .executeTakeFirstOrThrow();
  await send({ do: "withdraw", ruling: String(last.id), reason: "New facts" });
  const { text } = await site.get(address, { Cookie: staff });
  const cards = text.split('<section class="staff-card">').slice(1, 5);
  const said = cards.map((card) =>
    /<span class="status"[^>]*>(.*?)<\/p>/.exec(card)?.[1]?.replaceAll(/<[^>]*>/g, ""),
  );
  expect(said).toEqual([
    "Withdrawn It would have been valid until 1 June 2099",
    "Expired It was valid until 1 February 2026",
    "In force Valid until 1 May 2099",
    "In force Does not expire",
  ]);
});
