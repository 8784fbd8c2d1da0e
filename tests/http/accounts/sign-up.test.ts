import { beforeEach, expect, test } from "vitest";
import { newChallenge } from "#operations/donations/require-proof-of-work.ts";
import { sharedSecret } from "#operations/system/shared-secrets.ts";
import { makePerson, postForm, sessionCookie, signIn } from "#tests/support/accounts/people.ts";
import { onDatabase } from "#tests/support/database/open.ts";
import { solved } from "#tests/support/donations/solve-proof.ts";
import { mailbox } from "#tests/support/mail/sent-emails.ts";
import { seal } from "#tests/support/server/secret-key.ts";
import { testSite } from "#tests/support/server/site.ts";

const site = await testSite();
const emails = await mailbox(site);
const password = "karafuu na mdalasini";

beforeEach(async () => {
  await onDatabase(site.databaseUrl, "delete from rate_limits");
  await emails.empty();
});

async function challengeOn(path: string): Promise<string> {
  const { text } = await site.get(path);
  return /name="proof" value="([^"]+)"/.exec(text)?.[1] ?? "";
}

async function signUp(fields: Record<string, string>, path = "/sign-up") {
  const proof = solved(await challengeOn(path));
  return postForm(site, path, { name: "Neema Mushi", password, proof, ...fields });
}

const countUsers = async () => {
  const rows = await site.db.selectFrom("users").select("id").execute();
  return rows.length;
};

test("a new person signs up, signs in and confirms the address", async () => {
  const answer = await signUp({ email: "Neema@Example.org" }, "/sw/sign-up?next=/settings");
  expect([answer.status, answer.headers.location]).toEqual([303, "/sw/auth?next=%2Fsettings"]);
  const account = await site.db
    .selectFrom("users")
    .select(["name", "role", "email_verified"])
    .where("email", "=", "neema@example.org")
    .executeTakeFirstOrThrow();
  expect(account).toEqual({ name: "Neema Mushi", role: "organizer", email_verified: false });

  const signedIn = await postForm(site, "/auth", { username: "neema@example.org", password });
  expect([signedIn.status, signedIn.headers.location]).toEqual([303, "/dashboard"]);

  const [email] = await emails.empty();
  expect([email?.to, email?.subject]).toEqual(["neema@example.org", "Thibitisha barua pepe yako"]);
  const path = email?.path ?? "";
  const first = await site.get(path);
  expect([first.status, first.text.includes("Ingia kwenye akaunti yako")]).toEqual([200, true]);
  expect(first.text).not.toContain("Thibitisha barua pepe hii");
  expect((await postForm(site, path, {})).status, "a person who only got the email").toBe(403);
  await makePerson(site.databaseUrl, "stranger", "organizer");
  const stranger = { Cookie: await signIn(site, "stranger") };
  expect((await postForm(site, path, {}, stranger)).status, "another account").toBe(403);
  expect((await postForm(site, path, {}, { Cookie: sessionCookie(signedIn) ?? "" })).status).toBe(303);
  const confirmed = await site.db
    .selectFrom("users")
    .select("email_verified")
    .where("email", "=", "neema@example.org")
    .executeTakeFirstOrThrow();
  expect(confirmed.email_verified).toBe(true);
});

test("the audit log says that a person signed up", async () => {
  await makePerson(site.databaseUrl, "asha", "admin");
  await signUp({ email: "imani@example.org" });
  const { text } = await site.get("/admin/audit", { Cookie: await signIn(site, "asha") });
  const visible = text.replaceAll(/<[^>]*>/g, " ").replaceAll(/\s+/g, " ");
  expect(visible).toContain("Neema Mushi (imani@example.org) signed up");
  expect(visible).not.toMatch(/operator created the account imani/);
});

test.each([
  ["", "Start a campaign", "Our staff read it", "Create an account"],
  ["/sw", "Anzisha kampeni", "Wafanyakazi wetu wanaisoma", "Fungua akaunti"],
])("from Start a campaign the sign-up names the steps: %s", async (prefix, start, step, usual) => {
  const title = (text: string) => /<h1[^>]*>([^<]*)/.exec(text)?.[1];
  const started = await site.get(`${prefix}/sign-up?next=${encodeURIComponent(`${prefix}/organizer/new`)}`);
  expect([title(started.text), started.text.includes(step)]).toEqual([start, true]);
  for (const query of ["", "?next=/settings", "?next=https://elsewhere.example/organizer/new"]) {
    const { text } = await site.get(`${prefix}/sign-up${query}`);
    expect([title(text), text.includes(step)]).toEqual([usual, false]);
  }
});

test("an empty form names every missing field and keeps the rest", async () => {
  const empty = await postForm(site, "/sign-up", {});
  expect(empty.status).toBe(400);
  for (const message of [
    "All fields are required",
    "Name is required",
    "Email is required",
    "Password is required",
  ])
    expect(empty.text, message).toContain(message);
  const kept = await postForm(site, "/sign-up", { name: "Neema Mushi", email: "neema", password: "short" });
  expect(kept.text).not.toContain("All fields are required");
  // Only the sign-in says "Validation Error".
  expect(kept.text).toContain("<h2>There is a problem</h2>");
  for (const text of [
    'value="Neema Mushi"',
    'value="neema"',
    "Please enter a valid email address",
    "Password must be 6 characters or more. This site asks for 12",
  ])
    expect(kept.text, text).toContain(text);
});

test.each([
  "asha@mailinator.com",
  "asha@example.org\r\nBcc: all@example.org",
  "asha@example.org,juma@example.org",
])("the address %j opens no account and sends nothing", async (email) => {
  const before = await countUsers();
  expect((await signUp({ email })).status).toBe(400);
  expect([await countUsers(), await emails.empty()]).toEqual([before, []]);
});

test("a known address gets the same answer, and its owner an email", async () => {
  await makePerson(site.databaseUrl, "juma", "organizer");
  const unknown = await signUp({ email: "unknown@example.org" });
  await emails.empty();
  const known = await signUp({ email: "Juma@fund.example" });
  const seen = ({ status, headers, text }: typeof known) => [
    status,
    headers.location,
    headers["set-cookie"],
    text,
  ];
  expect(seen(known)).toEqual(seen(unknown));
  expect((await emails.empty()).map(({ to, subject }) => [to, subject])).toEqual([
    ["juma@fund.example", "You already have an account"],
  ]);
  expect((await postForm(site, "/auth", { username: "juma@fund.example", password })).status).toBe(303);
});

test("without proof no account opens, and a proof opens one", async () => {
  const before = await countUsers();
  const fields = { name: "Neema", email: "one@example.org", password };
  const without = await postForm(site, "/sign-up", fields);
  expect([without.status, without.headers["retry-after"]]).toEqual([428, "30"]);
  const unsolved = await postForm(site, "/sign-up", { ...fields, proof: await challengeOn("/sign-up") });
  expect([unsolved.status, await countUsers()]).toEqual([428, before]);

  const proof = solved(await challengeOn("/sign-up"));
  expect((await postForm(site, "/sign-up", { ...fields, proof })).status).toBe(303);
  const again = await postForm(site, "/sign-up", { ...fields, email: "two@example.org", proof });
  expect([again.status, await countUsers()]).toEqual([428, before + 1]);
});

test("a waited challenge replaces the proof three times an hour", async () => {
  const answers: number[] = [];
  for (let at = 0; at < 4; at++) {
    const challenge = await waitedChallenge();
    const fields = { name: "Neema", email: `waited${at}@example.org`, password, proof: challenge };
    answers.push((await postForm(site, "/sign-up", fields)).status);
  }
  expect(answers).toEqual([303, 303, 303, 428]);
});

/** Signed with the site's key 40 seconds ago. */
async function waitedChallenge(): Promise<string> {
  const key = await sharedSecret(site.db, seal, "card-bar");
  return newChallenge(key, new Date(Date.now() - 40_000));
}

test("an address signs up thirty times an hour", async () => {
  for (let at = 0; at < 30; at++)
    await postForm(site, "/sign-up", { name: "Neema", email: `many${at}@example.org`, password });
  const answer = await signUp({ email: "last@example.org" });
  expect([answer.status, answer.text.includes("Too many attempts")]).toEqual([429, true]);
});

test("strangers send three emails a day to one address", async () => {
  for (let at = 0; at < 4; at++) expect((await signUp({ email: "Victim@example.org" })).status).toBe(303);
  expect((await emails.empty()).map(({ to }) => to)).toEqual(Array(3).fill("victim@example.org"));
});

test("a stranger who signed up with an address keeps no way in when its owner takes it over", async () => {
  await signUp({ email: "owner@example.org" });
  await emails.empty();
  const { id } = await site.db
    .selectFrom("users")
    .select("id")
    .where("email", "=", "owner@example.org")
    .executeTakeFirstOrThrow();
  const passkey = { id: "abcd", user_id: id, name: "Phone", public_key: Buffer.from("key"), counter: 0n };
  await site.db.insertInto("passkeys").values(passkey).execute();
  await postForm(site, "/auth/forgot", { name: "owner@example.org" });
  const [reset] = await emails.empty();
  expect((await postForm(site, reset?.path ?? "", { password: "bahati nne za kijani" })).status).toBe(303);
  expect(await site.db.selectFrom("passkeys").select("id").where("user_id", "=", id).execute()).toEqual([]);
});
