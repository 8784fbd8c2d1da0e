import fc from "fast-check";
import { expect, test } from "vitest";
import { isCampaignId } from "./campaign.ts";
import { slugFor } from "./campaign-record.ts";

test.each([
  ["Girls' Dormitories", "girls-dormitories"],
  ["  Café & Ça – 2025! ", "cafe-ca-2025"],
  ["زكاة", ""],
])("%s becomes %s", (title, slug) => {
  expect(slugFor(title)).toBe(slug);
});

test("whatever a title is made of, its address is one or nothing", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme", maxLength: 300 }), (title) => {
      const slug = slugFor(title);
      expect(slug === "" || isCampaignId(slug)).toBe(true);
    }),
  );
});
