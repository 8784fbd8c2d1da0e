import { beforeAll, expect, test } from "vitest";
import { makePerson, postForm, signIn } from "#tests/support/accounts/people.ts";
import { campaign } from "#tests/support/database/records.ts";
import { submissionFields } from "#tests/support/campaigns/submission.ts";
import { routePaths } from "#tests/support/server/route-paths.ts";
import { testSite } from "#tests/support/server/site.ts";

const site = await testSite();
let owner = "";
let ownerId = "";
let other = "";
let admin = "";

beforeAll(async () => {
  const { id } = await makePerson(site.databaseUrl, "owner", "organizer");
  ownerId = id;
  await makePerson(site.databaseUrl, "other", "organizer");
  await makePerson(site.databaseUrl, "boss");
  await campaign(site.db, { id: "well", title: "A well", owner_id: id });
  [owner, other, admin] = [
    await signIn(site, "owner"),
    await signIn(site, "other"),
    await signIn(site, "boss"),
  ];
});

test("an organizer sees own campaigns in both languages", async () => {
  for (const path of [
    "/organizer",
    "/sw/organizer",
    "/organizer/campaigns/well",
    "/sw/organizer/campaigns/well",
  ]) {
    const { status, text } = await site.get(path, { Cookie: owner });
    expect([path, status, text.includes("A well")]).toEqual([path, 200, true]);
  }
});

test("another person's campaign is answered like an unknown campaign", async () => {
  for (const cookie of [other, admin]) {
    for (const id of ["well", "nothing", "WELL"]) {
      const { status, text } = await site.get(`/organizer/campaigns/${id}`, { Cookie: cookie });
      expect([id, status, text.includes("A well")]).toEqual([id, 404, false]);
    }
    expect((await site.get("/organizer", { Cookie: cookie })).text).not.toContain("A well");
  }
});

test("organizers open their own pages only, and others look unknown", async () => {
  const sent = await postForm(site, "/organizer/new", submissionFields({ do: "submit" }), { Cookie: owner });
  const submission = sent.headers.location?.split("/").at(-1) ?? "";
  const paths = (await routePaths()).filter((path) => /\/organizer\/.*:id/.test(path));
  expect(paths.length).toBeGreaterThanOrEqual(8);
  for (const path of paths) {
    const isCampaign = path.includes("/campaigns/");
    const own = path.replace(":id", isCampaign ? "well" : submission);
    const unknown = path.replace(":id", isCampaign ? "no-such-well" : "999999");
    expect([own, (await site.get(own, { Cookie: owner })).status]).toEqual([own, 200]);
    for (const cookie of [other, admin]) {
      const [get, post] = [await site.get(own, { Cookie: cookie }), await sendTo(own, cookie)];
      const nobodys = [await site.get(unknown, { Cookie: cookie }), await sendTo(unknown, cookie)];
      expect([own, get.status, post.status]).toEqual([own, ...nobodys.map(({ status }) => status)]);
      expect([own, get.status, [404, 405].includes(post.status)]).toEqual([own, 404, true]);
      expect(get.text + post.text).not.toMatch(/A well|Books for the girls/);
    }
    expect([own, (await site.get(own)).headers.location?.split("?")[0]]).toEqual([
      ...[own, path.startsWith("/sw") ? "/sw/auth" : "/auth"],
    ]);
  }
  const written = await site.db.selectFrom("campaign_updates").select("title").execute();
  expect(written.map(({ title }) => title)).not.toContain("Stolen words");
  expect(await site.db.selectFrom("change_requests").select("id").execute()).toEqual([]);
});

const sendTo = (path: string, cookie: string) =>
  postForm(
    site,
    path,
    { ...submissionFields({ do: "save" }), intent: "save", title: "Stolen words", content: "Stolen words" },
    { Cookie: cookie },
  );

test("the dashboard and the settings lead to the list of own campaigns", async () => {
  await campaign(site.db, { id: "pump", title: "A pump", owner_id: ownerId });
  const { status, headers } = await site.get("/dashboard", { Cookie: owner });
  expect([status, headers.location]).toEqual([303, "/organizer"]);
  expect((await site.get("/settings", { Cookie: owner })).text).toContain('href="/organizer"');
  expect((await site.get("/sw/settings", { Cookie: owner })).text).toContain('href="/sw/organizer"');
  const list = (await site.get("/organizer", { Cookie: owner })).text;
  for (const id of ["well", "pump"]) expect(list).toContain(`href="/organizer/campaigns/${id}"`);
});

test("the editor of a campaign leads to its updates and, for Zakat, to its rulings", async () => {
  await campaign(site.db, { id: "debts", title: "Debts", category: "zakat", is_zakat_eligible: true });
  const editor = async (id: string) => (await site.get(`/admin/campaigns/${id}`, { Cookie: admin })).text;
  expect(await editor("well")).toContain('href="/admin/campaigns/well/updates"');
  expect(await editor("well")).not.toContain("/admin/campaigns/well/zakat");
  expect(await editor("debts")).toContain('href="/admin/campaigns/debts/zakat"');
});
