import { beforeEach, expect, test } from "vitest";
import { makePerson, postForm, signIn } from "#tests/support/accounts/people.ts";
import { campaign, complete, pendingDonation } from "#tests/support/database/records.ts";
import { onDatabase } from "#tests/support/database/open.ts";
import { testSite } from "#tests/support/server/site.ts";

const site = await testSite();
await makePerson(site.databaseUrl, "neema", "staff");
const staff = await signIn(site, "neema");
const owner = await makePerson(site.databaseUrl, "juma", "organizer");
const organizer = await signIn(site, "juma");

let id: string;

beforeEach(async () => {
  await onDatabase(site.databaseUrl, "delete from rate_limits; delete from outbox");
  id = await campaign(site.db, { owner_id: owner.id, goal_amount: 1_000_000n });
});

const page = async (prefix = "") => (await site.get(`${prefix}/campaigns/${id}`)).text;

async function donate(amount: bigint, donation: Record<string, unknown> = {}) {
  const begun = await pendingDonation(site.db, { to: id, amount, donation });
  await complete(site.db, begun);
  return begun;
}

const shown = { donor_name: "Asha Juma", donor_email: "asha@donors.example", is_shown: true };

test("a donor is named on the page only with a tick", async () => {
  await donate(10_000n, { donor_name: "Hamisi Ally", donor_email: "hamisi@donors.example" });
  await donate(20_000n, { is_anonymous: true, is_shown: true, donor_name: "Salma Omari" });
  await expect.poll(() => page()).toContain("TSh\u00a020,000");
  await donate(30_000n, shown);
  await expect.poll(() => page()).toContain("Asha Juma");
  for (const hidden of ["Hamisi", "Salma", "@donors.example"]) expect(await page()).not.toContain(hidden);
  expect(await page("/sw")).toContain("Michango ya karibuni");
});

test("the latest donations say amount and age, and home the campaign but no name", async () => {
  await donate(41_000n, { donor_name: "Hamisi Ally", donor_email: "hamisi@donors.example" });
  await donate(42_000n, shown);
  const itemsOf = (text: string, list: RegExp) =>
    [...(list.exec(text)?.[0] ?? "").matchAll(/<li>.*?<\/li>/gs)].map(([item]) =>
      item
        .replaceAll(/<[^>]*>/g, "|")
        .replaceAll("\u00a0", " ")
        .replaceAll(/\|+/g, "|"),
    );
  const onHome = async () =>
    itemsOf((await site.get("/")).text, /<section class="recent.*?<\/section>/s).slice(0, 2);
  const onCampaign = async () => itemsOf(await page(), /<ul class="latest-donations.*?<\/ul>/s);
  await expect.poll(onCampaign).toEqual(["|TSh 42,000|Asha Juma|today|", "|TSh 41,000|today|"]);
  await expect.poll(onHome).toEqual(["|TSh 42,000|A campaign|today|", "|TSh 41,000|A campaign|today|"]);
  expect((await site.get("/")).text, "not even with a tick").not.toContain("Asha Juma");
});

test("erasing a donor takes the name off the page", async () => {
  const { donationId } = await donate(30_000n, shown);
  await expect.poll(() => page()).toContain("Asha Juma");
  await site.db
    .updateTable("donations")
    .set({ donor_name: "Anonymous", donor_email: null, message: null })
    .where("id", "=", donationId)
    .execute();
  await expect.poll(() => page()).not.toContain("Asha Juma");
});

test("a message is shown after staff approve it, and goes when they hide it", async () => {
  const message = "Mungu awabariki <script>alert(1)</script>";
  const { donationId } = await donate(10_000n, { ...shown, message });
  const { donationId: silent } = await donate(10_000n, { ...shown, is_shown: false, message: "Not for all" });
  await expect.poll(() => page()).toContain("Asha Juma");
  expect(await page()).not.toContain("Mungu awabariki");
  const decide = (donation: bigint, decision: string) =>
    postForm(site, "/admin/support-messages", { id: String(donation), decision }, { Cookie: staff });
  expect((await site.get("/admin/support-messages", { Cookie: staff })).text).not.toContain("Not for all");
  expect((await decide(silent, "approved")).status).toBe(404);
  expect((await decide(donationId, "approved")).status).toBe(303);
  expect(await page()).toContain("Mungu awabariki &lt;script&gt;");
  await decide(donationId, "hidden");
  expect(await page()).not.toContain("Mungu awabariki");
});

test("marks show the day on which the ledger reached each quarter", async () => {
  await donate(260_000n);
  await expect.poll(() => page()).toContain("Reached 25% on ");
  await donate(240_000n);
  await expect.poll(() => page()).toContain("Reached 50% on ");
  expect(await page()).not.toContain("Reached 75% on ");
});

test("a concern opens a case with its number, and keeps a wrong form", async () => {
  const path = `/campaigns/${id}/concern`;
  const wrong = await postForm(site, path, { concern: "", email: "asha" });
  expect(wrong.status).toBe(400);
  for (const text of ["Enter your concern", "Enter an email address, such as", 'value="asha"'])
    expect(wrong.text, text).toContain(text);
  const concern = "The pictures are from another project. <b>Look</b>";
  const { status, text } = await postForm(site, path, { concern, email: "asha@donors.example" });
  const opened = await site.db
    .selectFrom("cases")
    .select(["id", "details"])
    .where("kind", "=", "concern")
    .executeTakeFirstOrThrow();
  expect(status).toBe(200);
  expect(text).toContain(`Its number is ${opened.id}.`);
  expect(opened.details).toEqual({ campaign: id, concern, "reply to": "asha@donors.example" });
  const seen = await site.get(`/admin/cases/${opened.id}`, { Cookie: staff });
  expect(seen.text).toContain("&lt;b&gt;Look&lt;/b&gt;");
  expect(seen.text).toMatch(/Campaign<\/dt><dd>A campaign</);
  for (const link of [`/campaigns/${id}`, `/admin/campaigns/${id}`, "mailto:asha@donors.example"])
    expect(seen.text).toContain(`href="${link}"`);
  const list = (await site.get("/admin/cases?kind=concern", { Cookie: staff })).text;
  expect(list).toContain("A campaign");
  expect(list).toContain("The pictures are from another project.");
});

test("staff see that a concern has no email, and close it as dealt with", async () => {
  await postForm(site, `/campaigns/${id}/concern`, { concern: "The goal was reached before." });
  const { id: number } = await site.db
    .selectFrom("cases")
    .select("id")
    .where("kind", "=", "concern")
    .where("status", "=", "open")
    .orderBy("id", "desc")
    .executeTakeFirstOrThrow();
  const path = `/admin/cases/${number}`;
  const seen = (await site.get(path, { Cookie: staff })).text;
  for (const text of ["None left", "dealt with", "no action needed"]) expect(seen).toContain(text);
  const closing = { decision: "dealt-with", reason: "The organizer has corrected it" };
  expect((await postForm(site, path, closing, { Cookie: staff })).status).toBe(303);
  expect((await site.get(path, { Cookie: staff })).text).toContain("Dealt with");
});

test("the sixth concern of one network in an hour has to wait", async () => {
  const report = () => postForm(site, `/campaigns/${id}/concern`, { concern: "Again" });
  for (let at = 0; at < 5; at++) expect((await report()).status).toBe(200);
  const { status, headers } = await report();
  expect(status).toBe(429);
  expect(headers["retry-after"]).toBeDefined();
});

const news = { intent: "save", title: "The roof", content: "It is finished." };

test("organizers post updates of their own campaign only", async () => {
  const path = (campaignId: string) => `/organizer/campaigns/${campaignId}/updates`;
  expect((await postForm(site, path(id), news, { Cookie: organizer })).status).toBe(303);
  expect(await page()).toContain("It is finished.");
  for (const other of ["girls-dormitories", await campaign(site.db)]) {
    expect((await site.get(path(other), { Cookie: organizer })).status).toBe(404);
    expect((await postForm(site, path(other), news, { Cookie: organizer })).status).toBe(404);
  }
  const staffPath = `/admin/campaigns/${id}/updates`;
  expect((await postForm(site, staffPath, news, { Cookie: organizer })).status).toBe(403);
  const updates = await site.db
    .selectFrom("campaign_updates")
    .select("id")
    .where("title", "=", "The roof")
    .execute();
  expect(updates).toHaveLength(1);
});

test("an organizer cannot edit an update of another campaign", async () => {
  const { id: other } = await site.db
    .selectFrom("campaign_updates")
    .select("id")
    .where("campaign_id", "<>", id)
    .executeTakeFirstOrThrow();
  const path = `/organizer/campaigns/${id}/updates?update=${other}`;
  for (const intent of ["save", "remove"])
    expect((await postForm(site, path, { ...news, intent }, { Cookie: organizer })).status).toBe(404);
});

test("a campaign that waits for approval takes no updates", async () => {
  await site.db.updateTable("campaigns").set({ status: "pending" }).where("id", "=", id).execute();
  await postForm(site, `/organizer/campaigns/${id}/updates`, news, { Cookie: organizer });
  const updates = await site.db
    .selectFrom("campaign_updates")
    .select("id")
    .where("campaign_id", "=", id)
    .execute();
  expect(updates).toEqual([]);
});
