import { beforeAll, expect, test } from "vitest";
import { makePerson, postForm, signIn } from "#tests/support/accounts/people.ts";
import { fieldsOf } from "#tests/support/content/form-fields.ts";
import { testSite } from "#tests/support/server/site.ts";

const site = await testSite();
let mariam = "";
let admin = "";

beforeAll(async () => {
  await makePerson(site.databaseUrl, "adam", "admin");
  const { id } = await makePerson(site.databaseUrl, "mariam", "staff");
  await site.db.updateTable("users").set({ name: "Mariam Treasurer" }).where("id", "=", id).execute();
  admin = await signIn(site, "adam");
  mariam = await signIn(site, "mariam");
});

const see = async (path: string, cookie = admin) =>
  (await site.get(`/admin/${path}`, { Cookie: cookie })).text.replaceAll("<!-- -->", "");
const post = (path: string, fields: Record<string, string>) =>
  postForm(site, `/admin/${path}`, fields, { Cookie: mariam });

test("a person has one name on all pages, and the logs add the username", async () => {
  const fields = fieldsOf(await see("hero", mariam));
  await post("hero", { ...fields, "title.en": "A title by Mariam" });
  expect(await see("history/hero")).toMatch(/· Mariam Treasurer</);
  const open = fieldsOf(await see("hero", mariam));
  await post("hero", { ...open, "title.en": "A later title", intent: "draft" });
  expect(await see("hero")).toContain("This is a draft that Mariam Treasurer saved on");
  expect(await see("drafts")).toContain("Mariam Treasurer");
  await post("donor-data", { intent: "find" });
  expect(await see("audit")).toContain("Mariam Treasurer (mariam)");
  // Security events are written a moment after their answer.
  await expect.poll(() => see("security")).toContain("Mariam Treasurer (mariam)");
});
