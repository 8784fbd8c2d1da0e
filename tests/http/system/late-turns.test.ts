import { expect, test } from "vitest";
import { makePerson, postForm, signIn } from "#tests/support/accounts/people.ts";
import { expectText } from "#tests/support/content/expect-text.ts";
import { testSite } from "#tests/support/server/site.ts";

// A place that is free needs no wait, and the turn of a page always does.
const site = await testSite({ environment: { QUEUEING: JSON.stringify({ other: 0 }) } });

test.each([
  ["/campaigns?category=zakat", "Many people are visiting at the moment"],
  ["/sw/campaigns?category=zakat", "Watu wengi wanatembelea tovuti sasa hivi"],
])("%s asks to come back if its turn comes too late", async (path, title) => {
  const { status, headers, text } = await site.get(path);
  expect([status, headers["retry-after"], headers["cache-control"]]).toEqual([503, "5", "no-store"]);
  expectText(text, title);
});

test("the pages of a donor, and the answer of a form, wait longer", async () => {
  const page = "/campaigns/conference-center/donate";
  expect((await site.get(page)).status).toBe(200);
  const form = await postForm(site, page, { amount: "" });
  expect(form.status).toBe(400);
  const other = await postForm(site, "/auth", { username: "stranger", password: "a wrong password" });
  expect(other.status).toBe(401);
});

test("a page of staff waits longer too, and a stranger's way to it does not", async () => {
  await makePerson(site.databaseUrl, "amina");
  const cookie = await signIn(site, "amina");
  expect((await site.get("/admin/audit", { Cookie: cookie })).status).toBe(200);
  expect((await site.get("/auth")).status).toBe(503);
});
