import { symmetricDecrypt } from "better-auth/crypto";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { z } from "zod";
import { openLink } from "#operations/mail/queue.ts";
import { sharedSecret } from "#operations/system/shared-secrets.ts";
import { makePerson, password, postForm, signIn } from "#tests/support/accounts/people.ts";
import { tablesWith } from "#tests/support/database/find-text.ts";
import { seal } from "#tests/support/server/secret-key.ts";
import { testSite } from "#tests/support/server/site.ts";

const site = await testSite();
const { db } = site;

/** Every text in the table of secrets, as a thief with a copy of the database would try it. */
const storedSecrets = async () =>
  (await db.selectFrom("secrets").select("value").execute()).map(({ value }) => value);

test("two-step keys open with the key, not from a database copy", async () => {
  await makePerson(site.databaseUrl, "amina", "staff");
  const Cookie = await signIn(site, "amina");
  const begun = await postForm(site, "/settings/two-step", { what: "begin", current: password }, { Cookie });
  const typed = /name="key" value="([A-Z2-7]+)"/.exec(begun.text)?.[1] ?? "";
  expect(typed).not.toBe("");
  const { rows } = await sql<{ secret: string }>`select secret from two_factors`.execute(db);
  const data = rows[0]?.secret ?? "";

  for (const key of await storedSecrets())
    await expect(symmetricDecrypt({ key, data }), "opened with what the database holds").rejects.toThrow();
  expect(await tablesWith(db, typed)).toEqual([]);

  const seed = await symmetricDecrypt({ key: await sharedSecret(db, seal, "sessions"), data });
  expect(base32(seed)).toBe(typed);
  expect(await tablesWith(db, seed)).toEqual([]);
});

test("every stored secret is sealed", async () => {
  const secrets = await storedSecrets();
  expect(secrets.length).toBeGreaterThan(2);
  for (const each of secrets) expect(each).toMatch(/^v1\.[\w-]{16}\.[\w-]+$/);
});

test("links in unsent emails are sealed, and the key opens them", async () => {
  await makePerson(site.databaseUrl, "admin", "admin");
  const Cookie = await signIn(site, "admin");
  const email = "neema@fund.example";
  await postForm(site, "/auth/forgot", { name: "amina" });
  await postForm(
    site,
    "/admin/invitations",
    { what: "invite", email, role: "organizer", language: "en" },
    { Cookie },
  );
  const waiting = await db.selectFrom("outbox").select(["template", "details"]).orderBy("template").execute();
  expect(waiting.map(({ template }) => template)).toEqual(["invitation", "password-reset"]);
  const shape = z.object({ sealedAddress: z.string() });
  for (const { details } of waiting) {
    const address = openLink(seal, shape.parse(details).sealedAddress) ?? "";
    const [, key = ""] = /^\/(?:invitation|auth\/reset)\?key=([\w-]{43})$/.exec(address) ?? [];
    expect(key).not.toBe("");
    expect(await tablesWith(db, key)).toEqual([]);
    expect((await site.get(address)).status).toBe(200);
  }
});

function base32(text: string): string {
  const emails = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
  const bits = [...Buffer.from(text)].map((byte) => byte.toString(2).padStart(8, "0")).join("");
  return (bits.match(/.{1,5}/g) ?? []).map((five) => emails[parseInt(five.padEnd(5, "0"), 2)]).join("");
}
