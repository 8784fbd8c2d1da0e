import { readdir, readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { isSecondStepRequired } from "#database/accounts/second-step.ts";
import { migrate } from "#database/migrate.ts";
import { seed } from "#database/seed/seed.ts";
import { ensureFirstAdmin } from "#operations/accounts/ensure-first-admin.ts";
import { bareDatabase } from "#tests/support/database/open.ts";
import { password, postForm, sessionCookie } from "#tests/support/accounts/people.ts";
import { cookieOf } from "#tests/support/accounts/second-step.ts";
import { testSite } from "#tests/support/server/site.ts";
import { freshCode } from "#tests/support/accounts/timed-code.ts";

const { url: databaseUrl } = await bareDatabase();
await migrate(databaseUrl, () => {});
await seed(databaseUrl, "empty", { putPicture: () => Promise.reject(new Error("none")), say: () => {} });
// The first admin is made outside of the site.
const site = await testSite({ databaseUrl, environment: { HASHES: "usual" } });

test("a new installation makes its first admin set password and second step", async () => {
  expect(await isSecondStepRequired(site.db)).toBe(true);
  const outcome = await ensureFirstAdmin(databaseUrl, undefined, null);
  if (outcome.kind !== "invented") throw new Error("no password was invented");
  const entered = await postForm(site, "/auth", { username: outcome.username, password: outcome.password });
  let cookie = sessionCookie(entered)?.split(";")[0] ?? "";
  const leadsTo = async (path = "/dashboard") => (await site.get(path, { Cookie: cookie })).headers.location;
  const send = (path: string, fields: Record<string, string>) =>
    postForm(site, path, fields, { Cookie: cookie });
  expect(await leadsTo()).toBe("/settings");
  expect(await leadsTo("/sw/organizer")).toBe("/sw/settings");
  await send("/settings", { what: "password", current: outcome.password, chosen: password });
  expect(await leadsTo()).toBe("/settings/two-step");
  const begun = await send("/settings/two-step", { what: "begin", current: password });
  const key = /name="key" value="([A-Z2-7]+)"/.exec(begun.text)?.[1] ?? "";
  const done = await send("/settings/two-step", { what: "confirm", key, code: await freshCode(key) });
  cookie = cookieOf(done, /^amana\.session=/);
  expect((await site.get("/dashboard", { Cookie: cookie })).status).toBe(200);
});

test("browsers never receive the list of common passwords", async () => {
  const files = (await readdir("build/client", { recursive: true })).filter((each) => each.endsWith(".js"));
  expect(files.length).toBeGreaterThan(10);
  for (const file of files)
    expect(await readFile(`build/client/${file}`, "utf8"), file).not.toMatch(/dragonballz|sleepyhollow/);
});
