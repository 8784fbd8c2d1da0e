import fc from "fast-check";
import { expect, test } from "vitest";
import { isCampaignId, unclassified } from "#domain/campaigns/categories.ts";
import { campaignRecord, goalFault, slugFor } from "./campaign-record.ts";

test.each([
  ["Girls' Dormitories", "girls-dormitories"],
  ["  Café & Ça – 2025! ", "cafe-ca-2025"],
  ["زكاة", ""],
])("the title %j gives the slug %j", (title, slug) => {
  expect(slugFor(title)).toBe(slug);
});

test("every title gives a valid slug or none", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme", maxLength: 300 }), (title) => {
      const slug = slugFor(title);
      expect(slug === "" || isCampaignId(slug)).toBe(true);
    }),
  );
});

test("an invalid goal is reported with its reason", () => {
  const notPositive = "Goal amount must be a positive number";
  for (const typed of ["", "0", "-5", "1e9", "0.00", "many"])
    expect(goalFault(typed, "TZS"), typed).toBe(notPositive);
  expect(goalFault("0.5", "TZS")).toBe("Enter a whole number of shillings, without cents");
  expect(goalFault("12500.5", "TZS")).toBe("Did you mean TSh\u00a012,500?");
  expect(goalFault("12.5", "TZS")).toBe("Did you mean TSh\u00a012,500?");
  expect(goalFault("2.000.000", "TZS")).toBe("Did you mean TSh\u00a02,000,000?");
  expect(goalFault("TSh 2,000,000/=", "TZS")).toBe("Did you mean TSh\u00a02,000,000?");
  expect(goalFault("1.234,50", "USD")).toBe("Did you mean US$1,234.50?");
  expect([goalFault("12", "TZS"), goalFault("12.5", "USD")]).toEqual([null, null]);
});

test("a goal with commas outside groups of thousands is refused", () => {
  const { goal } = campaignRecord.shape;
  expect(goal.parse("2,000,000")).toBe("2000000");
  for (const typed of ["1,5", "10,50"]) expect(goalFault(goal.parse(typed), "USD"), typed).not.toBeNull();
});

test("all errors are reported together, also those across fields", () => {
  const words = { en: "Books", sw: "" };
  const nothing = { en: "", sw: "" };
  const typed = {
    ...{ smallAmountDoes: nothing, usualAmountDoes: nothing, largeAmountDoes: nothing },
    ...{ title: words, description: { en: "", sw: "" }, story: { en: "", sw: "" }, picture: "" },
    ...{ category: "", subType: unclassified, isZakatEligible: "", goal: "", currency: "TZS" },
    ...{ organizer: words, location: words, status: "active", priority: "1" },
    ...{ startDate: "2026-11-22", endDate: "2026-11-21", eventDay: "" },
  };
  const { error } = campaignRecord.safeParse(typed);
  expect(error?.issues.map(({ path }) => path.join(".")).sort()).toEqual([
    ...["category", "description.en", "endDate", "goal"],
  ]);
  const fieldOf = (draft: unknown) => campaignRecord.safeParse(draft).error?.issues[0]?.path;
  for (const draft of [null, "x", [], {}]) expect(fieldOf(draft)).toBeDefined();
});
