import { beforeAll, beforeEach, expect, test } from "vitest";
import { makePerson, postForm, signIn } from "#tests/support/accounts/people.ts";
import { submissionFields } from "#tests/support/campaigns/submission.ts";
import { onDatabase } from "#tests/support/database/open.ts";
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
    "Write at least 3 lines",
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

test("typing saves the draft with its number", async () => {
  const saved = await send({ title: "Typed on a phone" }, "/organizer/draft");
  expect([saved.status, /^\d+$/.test(saved.text)]).toEqual([200, true]);
  expect((await site.get("/organizer", { Cookie: organizer })).text).toContain("Typed on a phone");
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
