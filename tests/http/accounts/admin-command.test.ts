import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { readInvitations } from "#database/accounts/people.ts";
import { makeLink } from "#operations/accounts/links.ts";
import { postForm, sessionCookie } from "#tests/support/accounts/people.ts";
import { testSite } from "#tests/support/server/site.ts";
import { inheritedEnvironment } from "#tests/support/server/inherited-environment.ts";

// The command makes passwords outside of the site.
const site = await testSite({ environment: { HASHES: "usual" } });

test("the operator creates an account, resets its password and removes it", async () => {
  const made = await command("create", "salma", "salma@fund.example");
  expect(made.output).toMatch(
    /^username {3}salma\npassword {3}[a-z2-9-]{23} {3}\(shown only once\)\nThe user must choose/,
  );
  expect(await signsIn("salma", passwordIn(made.output))).toBe(true);

  const { id } = await site.db
    .selectFrom("users")
    .select("id")
    .where("username", "=", "salma")
    .executeTakeFirstOrThrow();
  const invitation = { email: "mole@fund.example", role: "organizer", language: "en" } as const;
  const link = { ...invitation, kind: "invitation", userId: null, madeBy: id } as const;
  await site.db.transaction().execute((tx) => makeLink(tx, link));
  const reset = await command("reset", "salma");
  expect(await readInvitations(site.db), "a stranger can have made them").toEqual([]);
  expect(await signsIn("salma", passwordIn(made.output))).toBe(false);
  expect(await signsIn("salma", passwordIn(reset.output))).toBe(true);

  expect(await command("disable", "salma")).toEqual({
    code: 1,
    output: "salma is the last admin. Create another admin first.\n",
  });
  await command("create", "mzee", "mzee@fund.example");
  expect((await command("disable", "salma")).output).toBe("salma can no longer sign in.\n");
  expect(await signsIn("salma", passwordIn(reset.output))).toBe(false);
});

test("the operator gives an account back whose address a thief changed", async () => {
  const owner = "organizer@people.example";
  const made = await command("create", "tunu", "thief@people.example", "--role", "organizer");
  const { id } = await site.db
    .selectFrom("users")
    .select("id")
    .where("username", "=", "tunu")
    .executeTakeFirstOrThrow();
  await site.db.updateTable("users").set({ email_verified: true }).where("id", "=", id).execute();
  const reset = { kind: "password-reset", userId: id, language: "en" } as const;
  const undo = { kind: "email-undo", email: "first@thief.example", wasConfirmed: true } as const;
  const keys = [await makeLink(site.db, reset), await makeLink(site.db, { ...reset, ...undo })];
  const links = [`/auth/reset?key=${keys[0]}`, `/auth/email?undo=${keys[1]}`];
  for (const link of links) expect((await site.get(link)).status).toBe(200);

  expect(await command("reset", "tunu", "salma@fund.example")).toEqual({
    code: 1,
    output: "Another account uses the address salma@fund.example.\n",
  });
  expect(await signsIn("tunu", passwordIn(made.output))).toBe(true);
  // People who signed up have no username.
  const done = await command("reset", "thief@people.example", "Organizer@people.example");
  expect(await signsIn(owner, passwordIn(done.output))).toBe(true);
  for (const link of links) expect((await site.get(link)).status).toBe(404);
  const account = site.db.selectFrom("users").select(["email", "email_verified"]).where("id", "=", id);
  expect(await account.executeTakeFirst()).toEqual({ email: owner, email_verified: false });
});

test("a generated password must be changed before anything else", async () => {
  const made = passwordIn(
    (await command("create", "rehema", "rehema@fund.example", "--role", "organizer")).output,
  );
  const signedIn = await postForm(site, "/auth", { username: "rehema", password: made });
  const cookie = sessionCookie(signedIn)?.split(";")[0] ?? "";
  for (const path of ["/dashboard", "/dashboard.data", "/organizer", "/organizer.data"]) {
    const held = await site.get(path, { Cookie: cookie });
    expect(held.headers.location ?? held.text, path).toContain("/settings");
  }
  const { text } = await site.get("/settings", { Cookie: cookie });
  expect(text).toContain("Choose your own password first");
  const main = /<main[\s\S]*<\/main>/.exec(text)?.[0] ?? "";
  expect(main, "nothing leads back here").not.toMatch(/<a /);
  expect(main).not.toMatch(/User Settings|name="what" value="(?:email|session)"/);
  const chosen = "bahati nne za kijani";
  const change = { what: "password", current: made, chosen };
  const changed = await postForm(site, "/settings", change, { Cookie: cookie });
  expect([changed.status, changed.headers.location]).toEqual([303, "/dashboard"]);
  expect((await site.get("/dashboard", { Cookie: cookie })).headers.location).toBe("/organizer");
  expect((await site.get("/organizer", { Cookie: cookie })).status).toBe(200);
  expect(await signsIn("rehema", made)).toBe(false);
});

test("a failed command prints one line and returns an exit code", async () => {
  await command("create", "juma", "juma@fund.example", "--role", "staff");
  for (const [args, output] of [
    [["create", "juma", "other@fund.example"], "The username juma or other@fund.example is taken.\n"],
    [["reset", "nobody"], "No user with the username nobody.\n"],
    [["disable", "nobody"], "No user with the username nobody.\n"],
  ] as const)
    expect(await command(...args)).toEqual({ code: 1, output });
  for (const args of [[], ["create"], ["create", "Juma Ali", "juma@fund.example"], ["destroy", "juma"]])
    expect((await command(...args)).output).toMatch(/^npm run admin -- create/);
});

const run = promisify(execFile);

async function command(...args: string[]): Promise<{ code: number; output: string }> {
  const environment = { ...inheritedEnvironment, DATABASE_URL: site.databaseUrl };
  return run(process.execPath, ["scripts/admin.ts", ...args], { env: environment }).then(
    ({ stdout }) => ({ code: 0, output: stdout }),
    (error: { code: number; stderr: string }) => ({ code: error.code, output: error.stderr }),
  );
}

const passwordIn = (output: string) => /[a-z2-9]{5}(?:-[a-z2-9]{5}){3}/.exec(output)?.[0] ?? "";

const signsIn = async (username: string, password: string) =>
  (await postForm(site, "/auth", { username, password })).status === 303;
