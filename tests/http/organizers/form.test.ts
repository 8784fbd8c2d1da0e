import { sql } from "kysely";
import sharp from "sharp";
import { beforeAll, beforeEach, expect, test } from "vitest";
import en from "#app/messages/en.ts";
import sw from "#app/messages/sw.ts";
import { localAddress } from "#app/site/address.ts";
import { storedSubject } from "#database/system/rate-limits.ts";
import { countAttempt } from "#operations/system/count-attempt.ts";
import { makePerson, postForm, signIn } from "#tests/support/accounts/people.ts";
import { submissionFields } from "#tests/support/campaigns/submission.ts";
import { oneSpaced } from "#tests/support/content/page-texts.ts";
import { onDatabase } from "#tests/support/database/open.ts";
import { campaign } from "#tests/support/database/records.ts";
import { testSite } from "#tests/support/server/site.ts";

const site = await testSite();
let organizer = "";

beforeAll(async () => {
  await makePerson(site.databaseUrl, "neema", "organizer");
  organizer = await signIn(site, "neema");
});

beforeEach(async () => {
  await onDatabase(
    site.databaseUrl,
    "delete from rate_limits; delete from submissions where status = 'draft'",
  );
});

async function countOf(table: "pictures" | "submissions"): Promise<number> {
  const { count } = await site.db
    .selectFrom(table)
    .select(({ fn }) => fn.countAll<string>().as("count"))
    .executeTakeFirstOrThrow();
  return Number(count);
}

const send = (fields: Record<string, string>, path = "/organizer/new") =>
  postForm(site, path, { do: "submit", ...fields }, { Cookie: organizer });

test("public pages lead to the form through the sign-up", async () => {
  for (const [path, link] of [
    ["/", "/sign-up?next=%2Forganizer%2Fnew"],
    ["/campaigns", "/sign-up?next=%2Forganizer%2Fnew"],
    ["/sw/campaigns", "/sw/sign-up?next=%2Fsw%2Forganizer%2Fnew"],
  ] as const)
    expect((await site.get(path)).text, path).toContain(`href="${link}"`);
  const known = await site.get("/sign-up?next=%2Forganizer%2Fnew", { Cookie: organizer });
  expect([known.status, known.headers.location]).toEqual([303, "/organizer/new"]);
});

test("an incomplete form says at every field what is wrong", async () => {
  const { status, text } = await send({ title: "Too short", organizer: "ab", description: "Short" });
  expect(status).toBe(400);
  for (const message of [
    "Title must be at least 10 characters long",
    "Please select a campaign category",
    "Description must be at least 100 characters long",
    "Goal amount must be a positive number",
    "Organizer must be at least 3 characters long",
    "Write at least 3 things that the money buys",
    "Choose what happens if more money comes in",
  ])
    expect(text, message).toContain(message);
  expect(text).toContain('value="Too short"');
  expect((await send({ title: "x".repeat(101) })).text).toContain("Title cannot exceed 100 characters");
  const pictures = Object.fromEntries(
    Array.from({ length: 11 }, (_, at) => [`picture-${at + 1}`, `id-${at}`]),
  );
  expect((await send(submissionFields(pictures))).text).toContain("Too many images");
});

const question = (text: string, amount: string) => [
  text.includes(`Did you mean TSh\u00a0${amount}?`),
  text.includes(`>Yes, TSh\u00a0${amount}</button>`),
];

test("an amount with two meanings is asked about, and the answer submits it", async () => {
  const typed = submissionFields({ title: "Desks for the reading room", goal: "900.000" });
  const asked = await send(typed);
  expect([asked.status, ...question(asked.text, "900,000")]).toEqual([400, true, true]);
  expect(asked.text).not.toContain("must be a positive number");
  expect(asked.text).toContain(`class="error-summary question"`);
  expect(asked.text).toContain("Please check the amount");
  const preview = await send(typed, "/organizer/preview");
  expect(preview.text).toContain("Did you mean TSh\u00a0900,000?");
  const answer = { ...typed, "meant-goal": "900,000" };
  const sent = await postForm(site, "/organizer/new", answer, { Cookie: organizer });
  expect([sent.status, sent.headers.location]).toEqual([303, expect.stringMatching(/submissions\/\d+$/)]);
});

test("a goal with several groups of thousands has one meaning", async () => {
  const parts = {
    "budget-1-amount": "1.000.000",
    "budget-2-amount": "800,000",
    "budget-3-amount": "200 000",
  };
  const sent = await send(submissionFields({ title: "A roof for the library", goal: "2.000.000", ...parts }));
  expect(sent.status).toBe(303);
});

test("a budget that is missing is named above its rows", async () => {
  const none = Object.fromEntries(
    [1, 2, 3].flatMap((n) => [
      [`budget-${n}-what`, ""],
      [`budget-${n}-amount`, ""],
    ]),
  );
  const { text } = await send(submissionFields(none));
  expect(text).toContain('href="#budget"');
  expect(text).toMatch(/<p class="field-error" id="budget-error">Write at least 3 things/);
  expect(text).not.toContain('id="budget-1-what-error"');
});

test("a long list of errors is shortened", async () => {
  const { text } = await send({ title: "Too short" });
  const [summary = ""] = /id="error-summary".*?<\/div>/s.exec(text) ?? [];
  const [shown = ""] = summary.split("<details", 1);
  expect(shown.match(/<li/g)).toHaveLength(3);
  expect(summary.match(/<li/g), "the others are folded").toHaveLength(9);
  expect(summary).toContain("6 more are marked in the form.");
});

test("a sent campaign is shown as a card, with its steps and whom to ask", async () => {
  const sent = await send(submissionFields({ title: "Lamps for the reading room" }));
  const { text } = await site.get(sent.headers.location ?? "", { Cookie: organizer });
  for (const shown of [
    "Lamps for the reading room",
    "TSh\u00a0900,000",
    "A shelf",
    "Read by staff",
    'href="/#contact"',
  ])
    expect(text).toContain(shown);
  expect(text).toMatch(/<strong>120 girls<\/strong>/);
});

test("the list of own campaigns says what happens next, and continues a draft", async () => {
  await makePerson(site.databaseUrl, "zuhura", "organizer");
  const zuhura = { Cookie: await signIn(site, "zuhura") };
  expect((await site.get("/organizer", zuhura)).text).toContain("What happens next");
  const draft = { ...submissionFields({ title: "An idea for later", goal: "3.000.000" }), do: "save" };
  await postForm(site, "/organizer/new", draft, zuhura);
  const { text } = await site.get("/organizer", zuhura);
  expect(text).not.toContain("What happens next");
  for (const shown of ["Goal: TSh\u00a03,000,000", "Saved on ", 'aria-label="Continue: An idea for later"'])
    expect(text).toContain(shown);
});

test("an amount of the budget with two meanings is asked about too", async () => {
  const { status, text } = await send(submissionFields({ "budget-1-amount": "500.000" }));
  expect([status, ...question(text, "500,000")]).toEqual([400, true, true]);
  const swahili = await send(submissionFields({ "budget-1-amount": "500.000" }), "/sw/organizer/new");
  expect(swahili.text).toContain("Ulimaanisha TSh\u00a0500,000?");
});

test("after a failed submission, each step says whether it is finished", async () => {
  const statesIn = (text: string) =>
    [...text.matchAll(/href="#part-(\w+)"( data-state="(\w+)")?/g)].map(([, part, , state]) => [part, state]);
  const { text } = await send(submissionFields({ "budget-1-amount": "500.000", relation: "" }));
  expect(statesIn(text)).toEqual([
    ["about", "finished"],
    ["money", "faulty"],
    ["people", "faulty"],
    ["pictures", undefined],
  ]);
  expect(text).toMatch(/Money<span class="visually-hidden">, to correct/);
  const begun = await site.get("/organizer/new", { Cookie: organizer });
  expect(statesIn(begun.text).every(([, state]) => state === undefined)).toBe(true);
});

test("a draft is found again, previewed and deleted", async () => {
  const saved = await send({ ...submissionFields({ title: "An idea for later" }), do: "save" });
  expect([saved.status, saved.headers.location]).toEqual([303, "/organizer/new"]);
  const found = await site.get("/organizer/new", { Cookie: await signIn(site, "neema") });
  expect(found.text).toContain('value="An idea for later"');
  const preview = await send(submissionFields({ title: "An idea for later" }), "/organizer/preview");
  expect([preview.status, preview.text.includes("I am the warden of the hostel.")]).toEqual([200, true]);
  const count = await site.db
    .selectFrom("campaigns")
    .select("id")
    .where("title", "=", "An idea for later")
    .execute();
  expect(count).toEqual([]);
  const waits = await send({ title: "Too short" }, "/organizer/preview");
  expect(waits.text).toContain("To see the preview, fix this first");
  expect((await send({}, "/organizer/new?delete")).status).toBe(303);
  expect((await site.get("/organizer/new", { Cookie: organizer })).text).not.toContain("An idea for later");
});

test("images get the order that the form gives them", async () => {
  const images = {
    "picture-1": "first",
    "picture-1-alt": "A roof",
    "picture-2": "second",
    "picture-2-alt": "A door",
  };
  const moved = { "picture-1-place": "2", "picture-2-place": "1" };
  await send({ ...images, ...moved, do: "save" });
  const { entered } = await site.db
    .selectFrom("submissions")
    .select("entered")
    .where("status", "=", "draft")
    .executeTakeFirstOrThrow();
  expect(entered).toMatchObject({
    ...{ "picture-1": "second", "picture-1-alt": "A door", "picture-2": "first", "picture-2-alt": "A roof" },
  });
});

test("typing saves the draft with its number", async () => {
  const saved = await send({ title: "Typed on a phone" }, "/organizer/draft");
  expect([saved.status, /^\d+$/.test(saved.text)]).toEqual([200, true]);
  expect((await site.get("/organizer", { Cookie: organizer })).text).toContain("Typed on a phone");
});

test("a surplus goes only to a campaign that visitors see, also in the preview", async () => {
  await campaign(site.db, { id: "hidden", title: "A hidden campaign", status: "pending" });
  for (const surplusCampaign of ["hidden", "nothing-here", "__proto__"])
    for (const path of ["/organizer/preview", "/organizer/new"]) {
      const { status, text } = await send(submissionFields({ surplus: "campaign", surplusCampaign }), path);
      expect([path, surplusCampaign, status < 500, text.includes("Choose a campaign")]).toEqual([
        ...[path, surplusCampaign, true, true],
      ]);
      expect(text).not.toContain("A hidden campaign");
    }
});

test("another person's picture cannot be used", async () => {
  const { id } = await site.db.selectFrom("pictures").select("id").executeTakeFirstOrThrow();
  const sent = await send(submissionFields({ "picture-1": id, "picture-1-alt": "Stolen words" }));
  expect([sent.status, sent.text.includes("Please select the image again")]).toEqual([400, true]);
});

test("markup and unsafe links stay harmless", async () => {
  const hostile = submissionFields({
    title: '<script>alert(1)</script> for "all"',
    description: `<img src=x onerror=alert(1)> [a](javascript:alert(1)) ${"Words that fill. ".repeat(6)}`,
    organizer: "<b>Neema</b>",
  });
  const { text } = await send(hostile, "/organizer/preview");
  for (const part of ["<script>alert", "<img src=x", 'href="javascript:', "<b>Neema"])
    expect(text, part).not.toContain(part);
  expect(text).toContain("&lt;img src=x");
});

test("budget lines beyond the third are folded, unless one is filled", async () => {
  const more = async (fields: Record<string, string>) =>
    /<details class="submission-more folded-line"( open="")?/.exec(
      (await send({ ...submissionFields(), ...fields })).text,
    );
  expect((await more({ title: "" }))?.[1], "the form comes back with its error").toBeUndefined();
  expect((await more({ title: "", "budget-4-what": "Pens" }))?.[1]).toBe(' open=""');
});

test("a text that is cut inside a character, or full of quotes, is kept as far as it fits", async () => {
  const smile = "\u{1F600}";
  const cut = { ...submissionFields(), description: `${"x".repeat(2_999)}${smile}`, do: "save" };
  expect((await send(cut)).status).toBe(303);
  expect((await send(cut, "/organizer/draft")).status).toBe(200);
  const names = [...Object.keys(submissionFields()), "budget-8-what", "budget-8-amount", "picture-11-alt"];
  const budget = Array.from({ length: 8 }, (_, at) => [`budget-${at + 1}-what`, `budget-${at + 1}-amount`]);
  const pictures = Array.from({ length: 11 }, (_, at) => [`picture-${at + 1}`, `picture-${at + 1}-alt`]);
  const parts = [...new Set([...names, ...budget.flat(), ...pictures.flat()])].map(
    (name) => `--x\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${'"\u0001'.repeat(2_000)}\r\n`,
  );
  const quotes = await site.ask("/organizer/draft", {
    method: "POST",
    body: `${parts.join("")}--x--\r\n`,
    headers: { Origin: site.url, Cookie: organizer, "Content-Type": "multipart/form-data; boundary=x" },
  });
  expect(quotes.status).toBe(200);
});

test("a draft over the limit comes back as typed, and the page says that it is not saved", async () => {
  const { id } = await site.db
    .selectFrom("users")
    .select("id")
    .where("username", "=", "neema")
    .executeTakeFirstOrThrow();
  await sql`
    insert into rate_limits (subject, moments, last_at)
    values (${storedSubject(`campaign-draft ${id}`)}, array_fill(now(), array[600]), now())
  `.execute(site.db);
  const { status, text, headers } = await send({
    ...submissionFields(),
    title: "A well for Mvomero",
    do: "save",
  });
  expect([status, headers.location, headers["set-cookie"]]).toEqual([429, undefined, undefined]);
  expect(text.includes("The draft was not saved")).toBe(true);
  expect(text.includes('value="A well for Mvomero"')).toBe(true);
});

test.each(["en", "sw"] as const)(
  "after 60 posts in an hour, the form comes back as typed and says when to try again: %s",
  async (language) => {
    const { id } = await site.db
      .selectFrom("users")
      .select("id")
      .where("username", "=", "neema")
      .executeTakeFirstOrThrow();
    const earlier = new Date(Date.now() - 40 * 60_000);
    await sql`
      insert into rate_limits (subject, moments, last_at)
      values (${storedSubject(`campaign-form ${id}`)}, array_fill(${earlier}::timestamptz, array[60]), ${earlier})
    `.execute(site.db);
    const counts = async () => [await countOf("submissions"), await countOf("pictures")];
    const before = await counts();
    const path = localAddress(language, "/organizer/new");
    const typed = { ...submissionFields(), title: "A well for Mvomero", do: "submit" };
    const parts = Object.entries(typed).map(
      ([name, value]) => `--x\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
    );
    const picture = `--x\r\nContent-Disposition: form-data; name="pictures"; filename="a.png"\r\n\r\n`;
    const png = await sharp({ create: { width: 600, height: 400, channels: 3, background: "green" } })
      .png()
      .toBuffer();
    const { status, text, headers } = await site.ask(path, {
      method: "POST",
      body: Buffer.concat([Buffer.from(parts.join("") + picture), png, Buffer.from("\r\n--x--\r\n")]),
      headers: {
        Origin: site.url,
        Cookie: organizer,
        "Content-Type": "multipart/form-data; boundary=x",
      },
    });
    expect([status, headers.location]).toEqual([429, undefined]);
    const wait = Number(headers["retry-after"]);
    expect(wait).toBeGreaterThan(0);
    expect(wait).toBeLessThanOrEqual(20 * 60);
    const { submission } = language === "en" ? en : sw;
    const [message] = submission.sentTooOften.split("{");
    expect(oneSpaced(text)).toContain(message);
    expect(text).toContain('value="A well for Mvomero"');
    expect(text).toContain("120 girls in the first two years");
    expect(await counts(), "nothing is saved and no picture is decoded").toEqual(before);
  },
);

test("an organizer stores at most a hundred pictures in an hour, by any form", async () => {
  const { id } = await site.db
    .selectFrom("users")
    .select("id")
    .where("username", "=", "neema")
    .executeTakeFirstOrThrow();
  const upload = (path: string, name: string) => {
    const text = (field: string, value: string) =>
      `--x\r\nContent-Disposition: form-data; name="${field}"\r\n\r\n${value}\r\n`;
    return site.ask(path, {
      method: "POST",
      body: `${text("title", "A roof that we typed")}--x\r\nContent-Disposition: form-data; name="${name}"; filename="a.png"\r\n\r\nno picture\r\n--x--\r\n`,
      headers: { Origin: site.url, Cookie: organizer, "Content-Type": "multipart/form-data; boundary=x" },
    });
  };
  await campaign(site.db, { id: "well", owner_id: id });
  const forms = [
    ["/organizer/new", "pictures"],
    ["/organizer/campaigns/well/updates", "picture-file"],
    ["/sw/organizer/new", "pictures"],
    ["/sw/organizer/campaigns/well/updates", "picture-file"],
  ] as const;
  for (const [path, name] of forms) expect([path, (await upload(path, name)).status]).toEqual([path, 400]);
  for (let at = 4; at < 100; at++)
    await countAttempt(site.db, [
      { subject: `picture-upload ${id}`, limits: [{ most: 1_000, within: 3_600 }] },
    ]);
  for (const [path, name] of forms) {
    const { status, text } = await upload(path, name);
    expect([path, status]).toEqual([path, 429]);
    const [message] = (path.startsWith("/sw") ? sw : en).pictures["too-often"].split("{");
    expect(oneSpaced(text), path).toContain(message);
    expect(text, "the entries are kept").toContain('value="A roof that we typed"');
  }
  expect((await upload("/organizer/draft", "pictures")).status, "the draft is kept without it").toBe(200);
});

test("another person's picture cannot be used in an update", async () => {
  const { id: picture } = await site.db.selectFrom("pictures").select("id").executeTakeFirstOrThrow();
  const fields = { intent: "save", title: "News\r\nof today", content: "Words", pictureAlt: "A well" };
  const path = "/organizer/campaigns/well/updates";
  expect((await send({ ...fields, picture }, path)).status).toBe(400);
  expect((await send({ ...fields, pictureAlt: "" }, path)).status).toBe(303);
  const { title } = await site.db
    .selectFrom("campaign_updates")
    .select("title")
    .where("campaign_id", "=", "well")
    .executeTakeFirstOrThrow();
  expect(title).toBe("News of today");
});

test("a second press is one campaign, another text with the same title is a second one", async () => {
  const fields = submissionFields({ title: "Two ideas with one title" });
  const first = (await send(fields)).headers.location;
  expect(first).toMatch(/^\/organizer\/submissions\/\d+$/);
  expect((await send(fields)).headers.location).toBe(first);
  const description = `${fields["description"]} This one is for another faculty.`;
  const second = await send({ ...fields, description });
  expect(second.status).toBe(303);
  expect(second.headers.location).not.toBe(first);
});

test("a text from a second tab is kept and explained, not lost", async () => {
  const fields = submissionFields({ title: "Open in two tabs at once" });
  await send({ ...fields, do: "save" });
  const opened = await site.get("/organizer/new", { Cookie: organizer });
  const submission = /name="submission" value="(\d+)"/.exec(opened.text)?.[1] ?? "";
  expect(submission).not.toBe("");
  const sent = await send({ ...fields, submission });
  expect(sent.headers.location).toBe(`/organizer/submissions/${submission}`);
  expect((await send({ ...fields, submission })).headers.location).toBe(sent.headers.location);
  const uploadedAgain = { ...fields, submission, "picture-1": "another-name" };
  expect((await send(uploadedAgain)).headers.location).toBe(sent.headers.location);
  const other = await send({ ...fields, submission, organizer: "Another committee" });
  expect(other.status).toBe(409);
  expect(other.text).toContain("This campaign was already sent");
  expect(other.text).toContain('value="Another committee"');
});

async function draftOf(name: string): Promise<{ cookie: string; id: string }> {
  await makePerson(site.databaseUrl, name, "organizer");
  const cookie = await signIn(site, name);
  const saved = await postForm(
    site,
    "/organizer/draft",
    { title: `The idea of ${name}` },
    { Cookie: cookie },
  );
  return { cookie, id: saved.text };
}

const titleOf = async (id: string) =>
  (
    await site.db
      .selectFrom("submissions")
      .select("entered")
      .where("id", "=", BigInt(id))
      .executeTakeFirstOrThrow()
  ).entered["title"];

test.each([
  ["save", "zawadi"],
  ["submit", "zuwena"],
  ["upload", "zaina"],
])("a form with another person's number keeps its text (%s)", async (what, name) => {
  const other = await draftOf(name);
  const typed = submissionFields({ title: "A long text that must stay" });
  for (const submission of [other.id, "999999"]) {
    const answer = await send({ ...typed, submission, do: what });
    expect(answer.status).toBe(409);
    expect(answer.text).toContain("This form belongs to another account, or its draft was deleted");
    expect(answer.text).toContain('value="A long text that must stay"');
    expect(answer.text).toContain('name="submission" value=""');
  }
  expect(await titleOf(other.id)).toBe(`The idea of ${name}`);
  const own = (await site.get("/organizer", { Cookie: organizer })).text;
  expect(own).not.toContain("A long text that must stay");
});

test("the number in the address wins over the number in the form", async () => {
  const { cookie, id } = await draftOf("tumaini");
  const fields = submissionFields({ title: "Sent before the other one", submission: id, do: "submit" });
  const sent = await postForm(site, "/organizer/new", fields, { Cookie: cookie });
  expect(sent.headers.location).toBe(`/organizer/submissions/${id}`);
  const second = await postForm(site, "/organizer/draft", { title: "An idea" }, { Cookie: cookie });
  const changed = submissionFields({ title: "A better idea", submission: id, do: "save" });
  const address = `/organizer/submissions/${second.text}`;
  expect((await postForm(site, address, changed, { Cookie: cookie })).status).toBe(303);
  expect([await titleOf(id), await titleOf(second.text)]).toEqual([
    "Sent before the other one",
    "A better idea",
  ]);
});

test("a save after the review began comes back with its text", async () => {
  const fields = submissionFields({ title: "Already with the staff" });
  const sent = await send(fields);
  const address = sent.headers.location ?? "";
  const answer = await send({ ...fields, organizer: "A later thought", do: "save" }, address);
  expect(answer.status).toBe(409);
  expect(answer.text).toContain("This campaign was already sent");
  expect(answer.text).toContain('value="A later thought"');
});
