import { beforeAll, beforeEach, expect, test } from "vitest";
import sw from "#app/messages/sw.ts";
import { makePerson, postForm, signIn } from "#tests/support/accounts/people.ts";
import { allChecked, submissionFields } from "#tests/support/campaigns/submission.ts";
import { onDatabase } from "#tests/support/database/open.ts";
import { testSite } from "#tests/support/server/site.ts";

// The specification of the start dialog: its categories, currencies, limits and messages, exactly as it has them.

const site = await testSite();
let organizer = "";
let staff = "";

beforeAll(async () => {
  await makePerson(site.databaseUrl, "neema", "organizer");
  await makePerson(site.databaseUrl, "rashid", "staff");
  [organizer, staff] = [await signIn(site, "neema"), await signIn(site, "rashid")];
  await onDatabase(site.databaseUrl, "update users set email_verified = true");
});

beforeEach(() => onDatabase(site.databaseUrl, "delete from rate_limits"));

const submit = (fields: Record<string, string>, prefix = "") =>
  postForm(site, `${prefix}/organizer/new`, { do: "submit", ...fields }, { Cookie: organizer });

const letters = (count: number) => "x".repeat(count);
const images = (count: number) =>
  Object.fromEntries(
    Array.from({ length: count }, (_, at) => [
      [`picture-${at + 1}`, `image-${at}`],
      [`picture-${at + 1}-alt`, "An image"],
    ]).flat(),
  );

/** The text of the error beside one field. */
const errorAt = (html: string, field: string) =>
  new RegExp(`id="${field}-error"[^>]*>(.*?)</p>`, "s").exec(html)?.[1]?.replaceAll(/<[^>]*>/g, "");

const problems = sw.submission.problems;

test.each<[string, string, Record<string, string>, string, string]>([
  ["no text", "title", { title: "" }, "Title must be at least 10 characters long", problems["title-short"]],
  [
    "9 letters",
    "title",
    { title: letters(9) },
    "Title must be at least 10 characters long",
    problems["title-short"],
  ],
  [
    "101 letters",
    "title",
    { title: letters(101) },
    "Title cannot exceed 100 characters",
    problems["title-long"],
  ],
  ["no choice", "category", { category: "" }, "Please select a campaign category", problems.category],
  ["events", "category", { category: "events" }, "Please select a campaign category", problems.category],
  ["no text", "goal", { goal: "" }, "Goal amount must be a positive number", problems.goal],
  ["0", "goal", { goal: "0" }, "Goal amount must be a positive number", problems.goal],
  ["-5", "goal", { goal: "-5" }, "Goal amount must be a positive number", problems.goal],
  ["a word", "goal", { goal: "much" }, "Goal amount must be a positive number", problems.goal],
  [
    ...(["no tick", "isZakatEligible", { category: "zakat", subType: "" }] as const),
    ...(["A campaign in the Zakat category must be Zakat eligible", problems["zakat-eligible"]] as const),
  ],
  ["11 images", "pictures", images(11), "Too many images", problems["too-many-images"]],
  // The specification has these limits, and leaves the words to us.
  [
    ...(["99 letters", "description", { description: letters(99) }] as const),
    ...(["Description must be at least 100 characters long", problems["description-short"]] as const),
  ],
  [
    ...(["1001 letters", "description", { description: letters(1_001) }] as const),
    ...(["Description cannot exceed 1000 characters", problems["description-long"]] as const),
  ],
  [
    ...(["2 letters", "organizer", { organizer: "ab" }] as const),
    ...(["Organizer must be at least 3 characters long", problems["organizer-short"]] as const),
  ],
])(
  "%s as %s is refused, beside the field and above the form",
  async (_, field, fields, english, kiswahili) => {
    for (const [prefix, message] of [
      ["", english],
      ["/sw", kiswahili],
    ] as const) {
      const { status, text } = await submit(submissionFields(fields), prefix);
      expect([status, errorAt(text, field)]).toEqual([400, message]);
      expect(text).toContain(`<a href="#${field}">${message}</a>`);
    }
  },
);

test.each<[string, Record<string, string>]>([
  ["a title of 10", { title: letters(10) }],
  ["a title of 100", { title: letters(100) }],
  ["a description of 100", { description: letters(100) }],
  ["a description of 1000", { description: letters(1_000) }],
  ["an organizer of 3", { organizer: "Abc" }],
  ["10 images", images(10)],
])("%s is accepted", async (_, fields) => {
  const path = "/organizer/preview";
  const { status, text } = await postForm(site, path, submissionFields(fields), { Cookie: organizer });
  expect([status, text.includes("To see the preview, fix this first")]).toEqual([200, false]);
});

test.each<[string, Record<string, string>]>([
  ["a name", { name: "" }],
  ["an email", { email: "" }],
  ["a password", { password: "" }],
  ["anything", { name: "", email: "", password: "" }],
])("a sign-up without %s is answered: All fields are required", async (_, missing) => {
  const fields = { name: "Neema", email: "neema@example.org", password: "karafuu na mdalasini", ...missing };
  for (const [prefix, message] of [
    ["", "All fields are required"],
    ["/sw", sw.signUp.allRequired],
  ] as const) {
    const { status, text } = await postForm(site, `${prefix}/sign-up`, fields);
    expect([status, text.includes(message)]).toEqual([400, true]);
  }
});

const labelsOf = (html: string, select: string) => {
  const [, options = ""] = new RegExp(`<select[^>]*id="${select}"[^>]*>(.*?)</select>`, "s").exec(html) ?? [];
  return [...options.matchAll(/<option[^>]*>(.*?)<\/option>/g)].map(([, label]) => label);
};

test("the form has the specified categories, types and currencies", async () => {
  const { text } = await site.get("/organizer/new", { Cookie: organizer });
  expect(labelsOf(text, "category").slice(1)).toEqual([
    ...["Infrastructure", "Scholarship", "Research", "Zakat", "Waqfu", "Alumni"],
  ]);
  expect(labelsOf(text, "subType").slice(1)).toEqual([
    "Infrastructure: Conference center",
    "Infrastructure: Girls dormitories",
    "Infrastructure: ICT complex",
    "Infrastructure: Mosque ablution block",
    "Scholarship: Tuition",
    "Research: Publications",
    "Research: Conferences",
    "Zakat: Indebted student",
    "Waqfu: Money",
    "Waqfu: Property",
    "Alumni: Alumni contributions",
  ]);
  expect(labelsOf(text, "currency")).toEqual([
    ...["TZS", "USD", "GBP", "EUR", "CAD", "AUD", "JPY", "CHF", "SAR", "AED"],
  ]);
  expect(text).toContain("Zakat eligible");
});

test("a submission waits for approval, and runs 30 days unless staff say otherwise", async () => {
  const sent = await submit(submissionFields({ title: "A campaign of the usual length" }));
  const page = sent.headers.location ?? "";
  expect((await site.get(page, { Cookie: organizer })).text).toContain("Pending approval");
  const review = `/admin/submissions/${page.split("/").at(-1)}`;
  expect((await site.get(review, { Cookie: staff })).text).toMatch(/<input[^>]*name="days"[^>]*value="30"/);
  const approval = { version: "1", do: "approve", goal: "900000", currency: "TZS", ...allChecked };
  expect((await postForm(site, review, approval, { Cookie: staff })).status).toBe(303);
  const { days, currency } = await site.db
    .selectFrom("campaigns")
    .select((is) => is("end_date", "-", is.ref("start_date")).as("days"))
    .select("currency")
    .where("title", "=", "A campaign of the usual length")
    .executeTakeFirstOrThrow();
  expect([Number(days), currency]).toEqual([30, "TZS"]);
});

test("a campaign outside the category Zakat is never Zakat eligible", async () => {
  const fields = submissionFields({ title: "A scholarship with a tick", isZakatEligible: "yes" });
  expect((await submit(fields)).status).toBe(303);
  const { is_zakat_eligible } = await site.db
    .selectFrom("submission_versions")
    .select("is_zakat_eligible")
    .where("title", "=", fields["title"] ?? "")
    .executeTakeFirstOrThrow();
  expect(is_zakat_eligible).toBe(false);
});
