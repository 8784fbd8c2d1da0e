import { expect, test } from "vitest";
import { submissionFields } from "#tests/support/campaigns/submission.ts";
import { likelyProposedAmount, readProposedAmount } from "./proposed-amount.ts";
import { readSubmission } from "./submission.ts";

const problemsOf = (changes: Record<string, string>) => {
  const read = readSubmission(submissionFields(changes));
  return read.ok ? [] : read.problems.map(({ field, problem }) => `${field}: ${problem}`);
};

test("a complete form is a submission", () => {
  const read = readSubmission(submissionFields());
  expect(read).toMatchObject({
    ok: true,
    submission: { category: "scholarship", goal: 900_000n, currency: "TZS", surplus: { to: "donors" } },
  });
});

test.each([
  [{ title: "Too short" }, "title: title-short"],
  [{ title: "x".repeat(101) }, "title: title-long"],
  [{ title: "😀".repeat(9) }, "title: title-short"],
  [{ category: "" }, "category: category"],
  [{ category: "events" }, "category: category"],
  [{ subType: "money" }, "subType: sub-type"],
  [{ description: "x".repeat(99) }, "description: description-short"],
  [{ description: "x".repeat(1001) }, "description: description-long"],
  [{ goal: "nothing" }, "goal: goal"],
  [{ goal: "0" }, "goal: goal"],
  [{ goal: "-5" }, "goal: goal"],
  [{ currency: "KES" }, "currency: currency"],
  [{ organizer: "ab" }, "organizer: organizer-short"],
  [{ category: "zakat", subType: "" }, "isZakatEligible: zakat-eligible"],
  [{ beneficiaries: "" }, "beneficiaries: beneficiaries-short"],
  [{ relation: "" }, "relation: relation-short"],
  [{ "budget-3-what": "", "budget-3-amount": "" }, "budget: budget-few"],
  [{ "budget-3-amount": "99,999" }, "budget: budget-sum"],
  [{ "budget-3-amount": "free" }, "budget-3-amount: budget-amount"],
  [{ surplus: "" }, "surplus: surplus"],
  [{ surplus: "campaign" }, "surplusCampaign: surplus-campaign"],
  [{ "picture-1": "some-picture" }, "picture-1-alt: alt"],
])("%j is refused at its field", (changes, problem) => {
  expect(problemsOf(changes)).toEqual([problem]);
});

test("an eleventh picture is refused", () => {
  const pictures = Object.fromEntries(
    Array.from({ length: 11 }, (_, at) => [
      [`picture-${at + 1}`, `id-${at}`],
      [`picture-${at + 1}-alt`, "A picture"],
    ]).flat(),
  );
  expect(problemsOf(pictures)).toEqual(["pictures: too-many-images"]);
});

test("an empty form names every field at the same time", () => {
  const read = readSubmission({});
  expect(read.ok ? [] : read.problems.map(({ field }) => field)).toEqual([
    ...["title", "category", "description", "goal", "organizer", "beneficiaries", "relation"],
    ...["budget", "surplus"],
  ]);
});

test("the start form's waqfu is the category of the site", () => {
  const read = readSubmission(submissionFields({ category: "waqfu", subType: "property" }));
  expect(read).toMatchObject({ ok: true, submission: { category: "registered-waqfu", subType: "property" } });
});

test.each([
  ["TSh 1,000,000/=", "TZS", 1_000_000n],
  ["10.50", "USD", 1_050n],
  ["10.5", "EUR", 1_050n],
  ["500", "JPY", 500n],
  ["10.50", "TZS", null],
  ["1e9", "USD", null],
  ["2.000.000", "TZS", 2_000_000n],
  ["TSh. 2.000.000/=", "TZS", 2_000_000n],
  ["2.000.000", "EUR", 200_000_000n],
  ["900.000", "TZS", null],
  ["1.234.567,50", "EUR", null],
] as const)("%s in %s is %s minor units", (typed, currency, amount) => {
  expect(readProposedAmount(typed, currency)).toBe(amount);
});

test.each([
  ["900.000", "TZS", 900_000n],
  ["1.234.567,50", "EUR", 123_456_750n],
  ["1.234,50", "EUR", 123_450n],
  ["2,000,000", "TZS", null],
  ["2.000.000", "TZS", null],
  ["10,5", "TZS", 10_500n],
  ["10000,5", "TZS", 10_000n],
  ["0,5", "TZS", null],
  ["nothing", "TZS", null],
] as const)("%s in %s asks about %s minor units", (typed, currency, amount) => {
  expect(likelyProposedAmount(typed, currency)).toBe(amount);
});
