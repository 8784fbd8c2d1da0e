import { beforeEach, expect, test } from "vitest";
import { makePerson, password, postForm, signIn } from "#tests/support/accounts/people.ts";
import { onDatabase } from "#tests/support/database/open.ts";
import { testSite } from "#tests/support/server/site.ts";

const site = await testSite();

beforeEach(() => onDatabase(site.databaseUrl, "delete from rate_limits"));

test("each form that asks for the password answers 429 with Retry-After", async () => {
  await makePerson(site.databaseUrl, "root");
  const { id } = await makePerson(site.databaseUrl, "clerk", "staff");
  const cookie = await signIn(site, "root");
  const send = (path: string, fields: Record<string, string>) =>
    postForm(site, path, fields, { Cookie: cookie });
  const wrong = { what: "email", current: "wrong", email: "root@new.example" };
  for (let at = 0; at < 10; at++) expect((await send("/settings", wrong)).status).toBe(403);
  const forms: [string, Record<string, string>][] = [
    ["/settings", { ...wrong, current: password }],
    ["/settings", { what: "session", session: "all", current: password }],
    ["/settings/two-step", { what: "begin", current: password }],
    ["/settings/passkeys", { what: "add", name: "Phone", current: password }],
    ["/admin/people", { required: "no", password }],
    [`/admin/people/${id}`, { what: "disable", password }],
    [
      "/admin/donor-data",
      { intent: "erase", who: "a@donor.example", reason: "Asked", sure: "yes", password },
    ],
  ];
  for (const [path, fields] of forms) {
    const answer = await send(path, fields);
    expect([path, answer.status]).toEqual([path, 429]);
    expect(Number(answer.headers["retry-after"])).toBeGreaterThan(800);
  }
});

test("wrong setup codes and passkeys answer 429 with Retry-After", async () => {
  await makePerson(site.databaseUrl, "salma", "staff");
  const cookie = await signIn(site, "salma");
  for (const [path, fields, most] of [
    ["/settings/two-step", { what: "confirm", key: "JBSWY3DPEHPK3PXP", code: "000000" }, 10],
    ["/settings/passkeys/confirm", { credential: "{}" }, 10],
    ["/auth/passkey", { credential: "{}" }, 100],
  ] as const) {
    for (let at = 0; at < most; at++) await postForm(site, path, fields, { Cookie: cookie });
    const answer = await postForm(site, path, fields, { Cookie: cookie });
    expect([path, answer.status]).toEqual([path, 429]);
    expect(Number(answer.headers["retry-after"])).toBeGreaterThan(800);
  }
});
