import { beforeEach, expect, test } from "vitest";
import { makePerson, postForm, signIn } from "#tests/support/accounts/people.ts";
import { onDatabase } from "#tests/support/database/open.ts";
import { mailbox } from "#tests/support/mail/sent-emails.ts";
import { testSite } from "#tests/support/server/site.ts";

const site = await testSite({
  environment: { SMTP_URL: "smtp://127.0.0.1:9", MAIL_FROM: "Fund <fund@fund.example>" },
});
const emails = await mailbox(site);
await makePerson(site.databaseUrl, "neema", "staff");
const cookie = await signIn(site, "neema");

const campaign = "girls-dormitories";
const list = `/admin/campaigns/${campaign}/updates`;
const fields = { title: "The roof is finished", content: "The builders **finished** the roof." };

beforeEach(async () => {
  await onDatabase(
    site.databaseUrl,
    "delete from outbox; delete from followers; delete from donor_links; delete from rate_limits; delete from campaign_updates",
  );
});

const post = (values: Record<string, string>, path = list) =>
  postForm(site, path, { intent: "save", ...values }, { cookie });

async function follow(email: string, prefix = "") {
  expect((await postForm(site, `${prefix}/campaigns/${campaign}/follow`, { email })).status).toBe(200);
  const [email_] = await emails.empty();
  const confirmed = await postForm(site, email_?.path ?? "", {});
  expect(confirmed.status).toBe(303);
  return confirmed.headers.location ?? "";
}

const idOf = async () => {
  const { id } = await site.db.selectFrom("campaign_updates").select("id").executeTakeFirstOrThrow();
  return id;
};

test("a posted update is on the page and in the feed", async () => {
  expect((await site.get(`/campaigns/${campaign}`)).text).not.toContain("The roof");
  const sw = { titleSw: "Paa limekamilika", contentSw: "Mafundi wamemaliza paa." };
  const answer = await post({ ...fields, ...sw });
  expect([answer.status, answer.headers.location]).toEqual([303, `${list}?posted=${await idOf()}`]);
  expect((await site.get(`/campaigns/${campaign}`)).text).toContain("<strong>finished</strong> the roof.");
  expect((await site.get(`/sw/campaigns/${campaign}`)).text).toContain("Mafundi wamemaliza paa.");
  const feed = await site.get(`/campaigns/${campaign}/updates.atom`);
  expect(feed.headers["content-type"]).toBe("application/atom+xml; charset=utf-8");
  expect(feed.text).toContain("<title>The roof is finished</title>");
  expect((await site.get(`/sw/campaigns/${campaign}/updates.atom`)).text).toContain(
    "Mafundi wamemaliza paa.",
  );
});

test("after posting, the page shows the update with a link to it, and the button says whom it emails", async () => {
  const open = async (path = list) => (await site.ask(path, { headers: { Cookie: cookie } })).text;
  expect(await open()).toContain(">Post update</button>");
  await follow("asha@donors.example");
  expect(await open()).toContain(">Post update and email 1 person</button>");
  await follow("juma@donors.example");
  expect(await open()).toContain(">Post update and email 2 people</button>");
  const posted = await open((await post(fields)).headers.location);
  expect(posted).toContain("<strong>finished</strong> the roof.");
  const link = `/campaigns/${campaign}#update-${await idOf()}`;
  expect(posted).toContain(`href="${link}"`);
  expect((await site.get(`/campaigns/${campaign}`)).text).toContain(`id="update-${await idOf()}"`);
  expect(await open(`${list}?posted=0`)).not.toContain("View it on the campaign’s page");
});

test("an edited update changes and a removed one leaves every page", async () => {
  await post(fields);
  const form = `${list}?update=${await idOf()}`;
  expect((await site.ask(form, { headers: { Cookie: cookie } })).text).toContain("The roof is finished");
  await post({ ...fields, title: "The roof is nearly finished" }, form);
  expect((await site.get(`/campaigns/${campaign}`)).text).toContain("nearly finished");
  await post({ intent: "remove" }, form);
  expect((await site.get(`/campaigns/${campaign}`)).text).not.toContain("nearly finished");
  expect((await site.get(`/campaigns/${campaign}/updates.atom`)).text).not.toContain("<entry>");
  expect((await post(fields, form)).status).toBe(404);
});

test("a preview shows the update and stores nothing", async () => {
  const { status, text } = await post({ ...fields, intent: "preview" });
  expect(status).toBe(200);
  expect(text).toContain("<strong>finished</strong>");
  expect(await site.db.selectFrom("campaign_updates").select("id").execute()).toEqual([]);
});

test("an incomplete update names every problem and keeps the rest", async () => {
  const { status, text } = await post({ title: "", content: "", titleSw: "Paa", pictureAlt: "A roof" });
  expect(status).toBe(400);
  for (const message of ["Enter a title", "Enter the update", "Enter the update in Kiswahili too"])
    expect(text, message).toContain(message);
  expect(text).toContain('value="A roof"');
});

const hostile = '<script>alert(1)</script> [x](javascript:alert(2)) "&<img src=x onerror=alert(3)>';

test("markup in an update is text on the page, in the feed and by email", async () => {
  await follow("asha@donors.example");
  await post({ title: hostile.slice(0, 90), content: hostile });
  for (const path of [`/campaigns/${campaign}`, `/campaigns/${campaign}/updates.atom`]) {
    const { text } = await site.get(path);
    expect(text).not.toContain("<script>alert");
    expect(text).not.toContain("<img src=x");
    expect(text).not.toContain('href="javascript:');
  }
  const [email] = await emails.empty();
  expect(email?.subject).not.toContain("\n");
  expect(email?.text).toContain("alert(1)");
});

test("a follower confirms by email and gets an update once, in their language", async () => {
  const following = await follow("Asha@Donors.example", "/sw");
  expect(following).toMatch(/^\/sw\/following\?key=/);
  await post({ ...fields, titleSw: "Paa limekamilika", contentSw: "Mafundi wamemaliza paa." });
  const [email, ...more] = await emails.empty();
  expect([email?.to, more]).toEqual(["asha@donors.example", []]);
  expect(email?.subject).toContain("Paa limekamilika");
  expect(email?.text).toContain("Mafundi wamemaliza paa.");
});

test("an address that was not confirmed gets no update", async () => {
  await postForm(site, `/campaigns/${campaign}/follow`, { email: "asha@donors.example" });
  await emails.empty();
  await post(fields);
  expect(await emails.empty()).toEqual([]);
});

test("one POST without session, origin and cookie unsubscribes", async () => {
  const key = (await follow("asha@donors.example")).split("key=")[1] ?? "";
  const shown = await site.get(`/api/unsubscribe?key=${key}`);
  expect([shown.status, shown.headers.location]).toEqual([303, `/following?key=${key}`]);
  const answer = await site.ask(`/api/unsubscribe?key=${key}`, {
    method: "POST",
    headers: { "Content-Type": "application/x-www-form-urlencoded" },
    body: "List-Unsubscribe=One-Click",
  });
  expect(answer.status).toBe(200);
  await post(fields);
  expect(await emails.empty()).toEqual([]);
  expect((await site.get(`/following?key=${key}`)).text).toContain("You get no updates.");
});

test("the page of a follower unsubscribes and subscribes again", async () => {
  const page = await follow("asha@donors.example");
  const { id } = await site.db.selectFrom("followers").select("id").executeTakeFirstOrThrow();
  expect((await site.get(page)).text).not.toContain("asha@donors.example");
  expect((await postForm(site, page, { intent: "stop", id: String(id) })).status).toBe(303);
  await post(fields);
  expect(await emails.empty()).toEqual([]);
  await postForm(site, page, { intent: "start", id: String(id) });
  await post({ ...fields, title: "Windows" });
  expect((await emails.empty()).map(({ to }) => to)).toEqual(["asha@donors.example"]);
});

test("a follower's link changes only the follower's own rows", async () => {
  const page = await follow("asha@donors.example");
  await follow("juma@donors.example");
  const { id } = await site.db
    .selectFrom("followers")
    .select("id")
    .where("email", "=", "juma@donors.example")
    .executeTakeFirstOrThrow();
  await postForm(site, page, { intent: "stop", id: String(id) });
  await post(fields);
  expect((await emails.empty()).map(({ to }) => to).toSorted()).toEqual([
    "asha@donors.example",
    "juma@donors.example",
  ]);
});

test("an unsubscribed follower does not get an email that still waits", async () => {
  const key = (await follow("asha@donors.example")).split("key=")[1] ?? "";
  await post(fields);
  await postForm(site, `/api/unsubscribe?key=${key}`, {});
  expect(await emails.empty()).toEqual([]);
});

test("asking ten times for one address sends three emails and says the same", async () => {
  const answers: string[] = [];
  for (let at = 0; at < 10; at++) {
    const { status, text } = await postForm(site, `/campaigns/${campaign}/follow`, {
      email: "asha@donors.example",
    });
    answers.push(`${status} ${text.includes("Check your email")}`);
  }
  expect(new Set(answers)).toEqual(new Set(["200 true"]));
  expect(await emails.empty()).toHaveLength(3);
});

test("a follower who asks again gets the same answer", async () => {
  await follow("asha@donors.example");
  const known = await postForm(site, `/campaigns/${campaign}/follow`, { email: "asha@donors.example" });
  const unknown = await postForm(site, `/campaigns/${campaign}/follow`, { email: "juma@donors.example" });
  const withoutNonces = (text: string) => text.replaceAll(/nonce="[^"]*"/g, "");
  expect(withoutNonces(known.text)).toBe(withoutNonces(unknown.text));
  expect((await emails.empty()).map(({ subject }) => subject)).toEqual(
    Array(2).fill("Confirm that you want updates"),
  );
});

test.each(["asha", "asha@example.org\r\nBcc: all@example.org", "a@example.org,b@example.org"])(
  "the address %j is refused and kept in its field",
  async (email) => {
    const { status, text } = await postForm(site, `/campaigns/${campaign}/follow`, { email });
    expect(status).toBe(400);
    expect(text).toContain("Enter an email address, such as");
    expect(await emails.empty()).toEqual([]);
  },
);

test("a used or invented link of a follower does nothing", async () => {
  await postForm(site, `/campaigns/${campaign}/follow`, { email: "asha@donors.example" });
  const [email] = await emails.empty();
  expect((await site.get(email?.path ?? "")).status).toBe(200);
  await postForm(site, email?.path ?? "", {});
  expect((await postForm(site, email?.path ?? "", {})).status).toBe(404);
  for (const path of ["/following/confirm?key=x", "/following?key=v1.a.b", "/following"]) {
    const { status, text } = await site.get(path);
    expect(status, path).toBe(404);
    expect(text, path).toMatch(/<form[^>]* action="\/my-donations"/);
  }
});

test("a link that was sent before the person unsubscribed starts nothing", async () => {
  const address = `/campaigns/${campaign}/follow`;
  await postForm(site, address, { email: "asha@donors.example" });
  const [earlier] = await emails.empty();
  const key = (await follow("asha@donors.example")).split("key=")[1] ?? "";
  await site.ask(`/api/unsubscribe?key=${key}`, { method: "POST" });
  expect((await postForm(site, earlier?.path ?? "", {})).status).toBe(404);
  await post(fields);
  expect(await emails.empty()).toEqual([]);
});

test("a removed campaign is followed no more, and its followers can still unsubscribe", async () => {
  const page = await follow("asha@donors.example");
  await postForm(site, `/campaigns/${campaign}/follow`, { email: "juma@donors.example" });
  const [late] = await emails.empty();
  await site.db
    .updateTable("campaigns")
    .set({ archived_at: new Date() })
    .where("id", "=", campaign)
    .execute();
  try {
    expect((await site.get(late?.path ?? "")).status).toBe(404);
    expect((await postForm(site, late?.path ?? "", {})).status).toBe(404);
    const shown = (await site.get(page)).text;
    expect(shown).toContain("This campaign is no longer on the site.");
    expect(shown).not.toContain(`href="/campaigns/${campaign}"`);
    const { id } = await site.db.selectFrom("followers").select("id").executeTakeFirstOrThrow();
    for (let at = 0; at < 2; at++)
      expect((await postForm(site, page, { intent: "stop", id: String(id) })).status).toBe(303);
    const after = (await site.get(page)).text;
    expect(after).toContain("You get no updates.");
    expect(after).not.toContain("Subscribe again");
  } finally {
    await site.db.updateTable("campaigns").set({ archived_at: null }).where("id", "=", campaign).execute();
  }
});

test("a form of several parts unsubscribes, and a second time changes nothing", async () => {
  const key = (await follow("asha@donors.example")).split("key=")[1] ?? "";
  const part = 'Content-Disposition: form-data; name="List-Unsubscribe"';
  const ended = () => site.db.selectFrom("followers").select("ended_at").executeTakeFirstOrThrow();
  const stop = () =>
    site.ask(`/api/unsubscribe?key=${key}`, {
      method: "POST",
      headers: { "Content-Type": "multipart/form-data; boundary=x" },
      body: `--x\r\n${part}\r\n\r\nOne-Click\r\n--x--\r\n`,
    });
  expect((await stop()).status).toBe(200);
  const first = await ended();
  expect(first.ended_at).not.toBeNull();
  expect((await stop()).status).toBe(200);
  expect(await ended()).toEqual(first);
});
