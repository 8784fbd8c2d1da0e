import { beforeAll, expect, test } from "vitest";
import { makePerson, password, postForm, signIn } from "#tests/support/accounts/people.ts";
import { tablesWith } from "#tests/support/database/find-text.ts";
import { wordsOf } from "#tests/support/donations/donor.ts";
import { mailbox } from "#tests/support/mail/sent-emails.ts";
import { testSite } from "#tests/support/server/site.ts";

const site = await testSite();
const box = await mailbox(site);
let admin = "";

beforeAll(async () => {
  await makePerson(site.databaseUrl, "amina", "admin");
  admin = await signIn(site, "amina");
});

const page = "/admin/donor-data";
const send = (path: string, fields: Record<string, string>) =>
  postForm(site, path, fields, { Cookie: admin });

async function follow(email: string, campaign: string) {
  expect((await postForm(site, `/campaigns/${campaign}/follow`, { email })).status).toBe(200);
  const [asked] = await box.empty();
  return asked?.path ?? "";
}

test("a follower without a donation is found, exported and erased by the address", async () => {
  const who = "canaryfollower@example.org";
  const confirmation = await follow(who, "zakat");
  expect((await postForm(site, confirmation, {})).status).toBe(303);
  // Not confirmed: there is only the link.
  await follow(who, "girls-dormitories");
  expect((await postForm(site, await follow("other@example.org", "zakat"), {})).status).toBe(303);

  const found = wordsOf((await send(page, { intent: "find", who: "CanaryFollower@example.org" })).text);
  for (const words of ["gets the updates", "Links sent to this address: 2"]) expect(found).toContain(words);
  const byPhone = await send(page, { intent: "find", who: "0712 555 099" });
  expect(byPhone.text).toContain("No data found");

  const reason = "Asked by letter";
  const exported = await send(`${page}/export.json`, { who, reason, password });
  for (const words of [who, '"followers"', '"donor_links"', "girls-dormitories"])
    expect(exported.text).toContain(words);
  expect(exported.text).not.toMatch(/"hash"|"details"|other@example/);

  expect((await send(page, { intent: "erase", who, reason, sure: "yes", password })).status).toBe(303);
  expect(await tablesWith(site.db, "canaryfollower")).toEqual([]);
  expect(await tablesWith(site.db, "other@example.org")).toContain("followers");
  const entries = await site.db
    .selectFrom("audit_log")
    .select(["action", "subject"])
    .where("subject", "=", "followings")
    .orderBy("id")
    .execute();
  expect(entries.map(({ action }) => action)).toEqual(["export-donor", "erase-donor"]);
  expect((await send(page, { intent: "erase", who, reason, sure: "yes", password })).status).toBe(409);
});

test("a concern is found, exported and erased by the address of its reporter", async () => {
  const who = "canaryconcern@example.org";
  const concern = { concern: "The canaryword is not true.", email: "CanaryConcern@example.org" };
  expect((await postForm(site, "/campaigns/zakat/concern", concern)).status).toBe(200);
  const found = wordsOf((await send(page, { intent: "find", who })).text);
  expect(found).toContain("Concerns reported with this address: 1");

  const reason = "Asked by letter";
  const exported = await send(`${page}/export.json`, { who, reason, password });
  expect(exported.text).toContain("canaryword");
  expect((await send(page, { intent: "erase", who, reason, sure: "yes", password })).status).toBe(303);
  expect(await tablesWith(site.db, "canaryword")).toEqual([]);
  expect(await tablesWith(site.db, "anaryConcern")).toEqual([]);
  const { id, details } = await site.db
    .selectFrom("cases")
    .select(["id", "details"])
    .where("kind", "=", "concern")
    .executeTakeFirstOrThrow();
  expect(details).toEqual({ campaign: "zakat" });
  const { text } = await site.get(`/admin/cases/${id}`, { Cookie: admin });
  for (const words of ["Zakat fund for indebted students", "The text and the email were deleted."])
    expect(wordsOf(text)).toContain(words);
  expect((await site.get("/admin/cases", { Cookie: admin })).text).toContain(
    "Zakat fund for indebted students",
  );
});
