import { expect, test } from "vitest";
import { campaignOf, pageName } from "./page-names.ts";

const titleOf = (id: string) => (id === "zakat" ? "Zakat fund" : id);

test.each([
  ["/", "Home"],
  ["/sw", "Home (Kiswahili)"],
  ["/campaigns/zakat", "Zakat fund"],
  ["/campaigns/zakat/donate/:key", "Check page of Zakat fund"],
  ["/campaigns/:id", "A campaign"],
  ["/campaigns/:id/donate", "Donation form of a campaign"],
  ["/selcom-webhook", "Status of a payment"],
  ["(other)", "Other pages"],
  ["/settings/two-step", null],
  ["/sw/auth", null],
  ["/admin/donations/:id", null],
])("%s is the page %s", (page, name) => {
  expect(pageName(page, titleOf)).toBe(name);
});

test("the campaign of a page is its id", () => {
  expect([
    campaignOf("/sw/campaigns/zakat/donate"),
    campaignOf("/campaigns/:id"),
    campaignOf("/zakat"),
  ]).toEqual(["zakat", null, null]);
});
