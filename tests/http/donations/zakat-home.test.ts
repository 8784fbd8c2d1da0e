import { expect, test } from "vitest";
import { testSite } from "#tests/support/server/site.ts";

const site = await testSite();

test("the home page's calculator has three fields, points and two links", async () => {
  const { text } = await site.get("/");
  for (const expected of [
    "Cash in Hand/Bank",
    "Gold/Silver Value",
    "Other Investments",
    "Calculate Zakat",
    "Eligible projects",
    "Transparent distribution",
    "Accurate calculation",
  ])
    expect(text).toContain(expected);
  expect(text).toMatch(/<button [^>]*disabled=""[^>]*>Pay Zakat Now/);
  expect(text).toMatch(/<a [^>]*href="\/zakat\/learn-more"[^>]*>Learn More About Zakat/);
  expect((await site.get("/sw")).text).toMatch(/<form [^>]*action="\/sw#zakat-result"/);
});

test("it pays the Zakat alone and forgets the input", async () => {
  const { text, headers } = await site.get("/?cash=1%2C000%2C000&metals=9000000&investments=");
  expect(text).toMatch(/<a [^>]*href="\/campaigns\/zakat\/mobile\?amount=250000"[^>]*>Pay Zakat Now/);
  expect(text).toContain('value="1,000,000"');
  expect(headers["referrer-policy"]).toBe("no-referrer");
  expect(headers["cache-control"]).toBe("private, no-store");
});
