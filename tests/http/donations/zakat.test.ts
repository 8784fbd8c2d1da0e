import { expect, test } from "vitest";
import en from "#app/messages/en.ts";
import sw from "#app/messages/sw.ts";
import type { Language } from "#domain/content/language.ts";
import { addDays, dayOf, formatDay } from "#domain/system/calendar.ts";
import { formatHijri, hijriNames, hijriOf, nextLunarYearEnd } from "#domain/zakat/hijri.ts";
import { onDatabase } from "#tests/support/database/open.ts";
import { wordsOf } from "#tests/support/donations/donor.ts";
import { testSite } from "#tests/support/server/site.ts";

const site = await testSite();

test("the calculator shows the result line by line", async () => {
  const { text } = await site.get("/zakat?cash=10%2C000%2C000&fee=no&fee=yes");
  expect(linesOf(text)).toEqual({
    "Net Wealth": "TSh 10,000,000",
    "Zakat Due": "TSh 250,000",
    "Processing fee (3.5%)": "TSh 8,750",
    Total: "TSh 258,750",
  });
  expect(plain(text)).toContain("Your wealth is at or above the nisab (TSh 2,510,676), so Zakat is due.");
  expect(payLink(text)).toBe("/campaigns/zakat/mobile?amount=250000&fee=yes");
});

test("the fee is on by default and stays off once removed", async () => {
  expect(linesOf((await site.get("/zakat?cash=4000000")).text)["Total"]).toBe("TSh 103,500");
  const { text } = await site.get("/zakat?cash=10000000&fee=no");
  expect(linesOf(text)).toMatchObject({ "Processing fee (3.5%)": "TSh 0", Total: "TSh 250,000" });
  expect(payLink(text)).toBe("/campaigns/zakat/mobile?amount=250000");
});

test("the example's fee is on by default and can be removed", async () => {
  const example = "/zakat/learn-more?assets=10000000&debts=0";
  const first = await site.get("/zakat/learn-more");
  for (const { text } of [first, await site.get(`${example}&fee=no&fee=yes`)]) {
    expect(linesOf(text)).toMatchObject({ "Processing fee (3.5%)": "TSh 8,750", Total: "TSh 258,750" });
    expect(payLink(text)).toBe("/campaigns/zakat/mobile?amount=250000&fee=yes");
  }
  const { text } = await site.get(`${example}&fee=no`);
  expect(linesOf(text)).toMatchObject({ "Processing fee (3.5%)": "TSh 0", Total: "TSh 250,000" });
  expect(payLink(text)).toBe("/campaigns/zakat/mobile?amount=250000");
});

test("every field counts, by value or weight, less debts", async () => {
  const query = new URLSearchParams({
    cash: "1,000,000",
    gold: "2 000 000",
    "gold-grams": "10",
    "gold-karat": "18",
    silver: "300000/=",
    "silver-grams": "100",
    stock: "٤٠٠٠٠٠",
    shares: "TSh 500,000",
    owed: "600000",
    rent: "700000",
    other: "800000",
    debts: "75,000",
  });
  const { text } = await site.get(`/zakat?${query}`);
  expect(workingOf(text)).toEqual([
    ["Cash in Hand/Bank", "+ TSh 1,000,000"],
    ["Gold, by value", "+ TSh 2,000,000"],
    ["Gold: 10 g, 18 karat", "+ TSh 2,475,000"],
    ["Silver, by value", "+ TSh 300,000"],
    ["Silver: 100 g, 24 karat", "+ TSh 410,000"],
    ["Goods for sale (stock)", "+ TSh 400,000"],
    ["Shares", "+ TSh 500,000"],
    ["Money owed to you", "+ TSh 600,000"],
    ["Rental income", "+ TSh 700,000"],
    ["Other Investments", "+ TSh 800,000"],
    ["Zakatable Assets", "= TSh 9,185,000"],
    ["Debts", "− TSh 75,000"],
    ["Net Wealth", "= TSh 9,110,000"],
    ["2.5% of net wealth, rounded down", "= TSh 227,750"],
    ["Processing fee (3.5%)", "+ TSh 7,971"],
    ["Total", "= TSh 235,721"],
  ]);
});

test("worn jewellery counts when the donor chooses so", async () => {
  const worn = "/zakat?worn-grams=20&worn-karat=22";
  expect(linesOf((await site.get(worn)).text)).toEqual({});
  expect(linesOf((await site.get(`${worn}&worn=count`)).text)["Net Wealth"]).toBe("TSh 6,050,000");
});

test.each([
  ["/zakat?cash=1000000&fee=no&fee=yes", ""],
  ["/zakat/learn-more?assets=1500000&debts=500000", ""],
  ["/?cash=400000&metals=500000&investments=100000", ""],
  ["/sw/zakat?cash=1000000", "/sw"],
])("below the nisab no Zakat is due, but donating is possible: %s", async (path, at) => {
  const { text } = await site.get(path);
  const expected = at === "/sw" ? "nisabu ya TSh 2,510,676: si lazima kutoa zaka." : "no Zakat is due.";
  expect(plain(text)).toContain(expected);
  const { [at === "/sw" ? "Mali Halisi (baada ya madeni)" : "Net Wealth"]: _, ...lines } = linesOf(text);
  expect([...new Set(Object.values(lines))]).toEqual(["TSh 0"]);
  expect(text).toMatch(/<button [^>]*disabled=""[^>]*>(Pay Zakat Now|Toa Zaka Sasa)</);
  expect(payLink(text)).toBeUndefined();
  expect(text).toMatch(
    new RegExp(
      `<a [^>]*href="${at}/campaigns/student-scholarship\\?amount=25000#give"[^>]*>(Donate TSh\\s25,000 as sadaqah|Toa TSh\\s25,000 kama sadaka)<`,
    ),
  );
});

test("the result explains a zero, and never offers too little", async () => {
  const { text } = await site.get("/zakat?cash=1000000");
  expect(workingOf(text).slice(-3)).toEqual([
    ["Below the nisab, no Zakat is due", "= TSh 0"],
    ["Processing fee (3.5%)", "+ TSh 0"],
    ["Total", "= TSh 0"],
  ]);
  expect((await site.get("/zakat?cash=39")).text).toContain(
    'href="/campaigns/student-scholarship?amount=1000#give"',
  );
  expect((await site.get("/zakat?cash=39&debts=39")).text).not.toContain("?amount=");
  expect(plain((await site.get("/zakat?cash=5000000&basis=gold")).text)).toContain(
    "below the nisab (TSh 28,868,400)",
  );
});

test("sadaqah is offered for the first open campaign that staff marked", async () => {
  const offers = async () =>
    /href="\/campaigns\/([^"?]+)\?amount=25000#give"/.exec((await site.get("/zakat?cash=1000000")).text)?.[1];
  const change = (to: string) => onDatabase(site.databaseUrl, `update campaigns set ${to}`);
  await change("is_for_sadaqah = true where id = 'ablution-block'");
  await expect.poll(offers).toBe("ablution-block");
  await change("is_for_sadaqah = false where id = 'ablution-block'");
  await change("status = 'paused' where id = 'student-scholarship'");
  await expect.poll(offers).toBeUndefined();
  await change("status = 'active' where id = 'student-scholarship'");
  await expect.poll(offers).toBe("student-scholarship");
});

test("Zakat cannot be paid while its campaign is closed, and the page says why", async () => {
  const why = {
    paused: "because the Zakat campaign is paused.",
    completed: "because the Zakat campaign is completed.",
    ended: "because the Zakat campaign ended on 1 October 2026.",
  };
  const change = (to: string) =>
    onDatabase(site.databaseUrl, `update campaigns set ${to} where id = 'zakat'`);
  for (const [state, sentence] of Object.entries(why)) {
    await change(
      state === "ended" ? "start_date = '2026-09-01', end_date = '2026-10-01'" : `status = '${state}'`,
    );
    // The site hears of a change in the database a moment later.
    await expect.poll(async () => plain((await site.get("/zakat?cash=10000000")).text)).toContain(sentence);
    for (const path of ["/?cash=10000000", "/zakat?cash=10000000", "/zakat/learn-more?assets=10000000"]) {
      const { text } = await site.get(path);
      expect(plain(text), path).toContain(sentence);
      expect(text, path).toMatch(/<button [^>]*disabled=""[^>]*>Pay Zakat Now/);
      expect(payLink(text), path).toBeUndefined();
    }
    await change("status = 'active', end_date = '2099-01-01'");
  }
  await expect.poll(async () => payLink((await site.get("/zakat?cash=10000000")).text)).toBeDefined();
});

test("an empty calculator shows no sums and no payment", async () => {
  for (const query of ["", "?cash=0", "?debts=500"]) {
    const { text } = await site.get(`/zakat${query}`);
    expect(plain(text), query).toContain("Enter what you own to see your Zakat here.");
    expect(linesOf(text), query).toEqual({});
    expect(text, query).not.toContain("Pay Zakat Now</");
    expect(plain(text), query).not.toMatch(/TSh 0\b/);
  }
});

test("nothing due offers no payment", async () => {
  for (const query of ["?cash=39", "?cash=100&debts=100", "?cash=lots"]) {
    const { text } = await site.get(`/zakat${query}`);
    expect(text, query).toMatch(/<button [^>]*disabled=""[^>]*>Pay Zakat Now/);
    expect(payLink(text), query).toBeUndefined();
  }
});

test("an amount over one mobile transaction explains how to pay it", async () => {
  const { text } = await site.get("/zakat?cash=193236715&fee=yes");
  expect(linesOf(text)["Total"]).toBe("TSh 4,999,999");
  expect(text).not.toContain("#large-donations");
  const more = (await site.get("/zakat?cash=200000000&fee=no")).text;
  expect(linesOf(more)["Total"]).toBe("TSh 5,000,000");
  expect(more).not.toContain("#large-donations");
  const most = (await site.get("/zakat?cash=850000000")).text;
  expect(linesOf(most)["Total"]).toBe("TSh 21,993,750");
  expect(most).toMatch(/TSh\s5,000,000 in one mobile money transaction.*?<a href="\/#large-donations"/);
});

test("an amount that is unclear gets the rule of the donation form", async () => {
  const { text } = await site.get("/zakat?cash=0,5");
  expect(text).toContain(`${en.giving.errors.amountUnclear.TZS}</p>`);
  expect(text).not.toMatch(/id="zakat-cash-error"[^>]*>This is not a number/);
  const swahili = await site.get("/sw/zakat?cash=0,5");
  expect(swahili.text).toContain(`${sw.giving.errors.amountUnclear.TZS}</p>`);
});

test.each([
  ["10,5", "10,500"],
  ["10.5", "10,500"],
  ["10000,5", "10,000"],
  ["1,5,0", "150"],
])("each calculator asks about %s", async (typed, meant) => {
  for (const page of ["/zakat?cash", "/?cash", "/zakat/learn-more?assets"]) {
    const { text } = await site.get(`${page}=${typed}`);
    expect(wordsOf(text), page).toContain(`Did you mean TSh ${meant}?`);
  }
});

test("unreadable input is reported at its field, and no sum ignores it", async () => {
  const { text } = await site.get("/zakat?cash=10000000&stock=plenty");
  expect(linesOf(text)).toEqual({});
  expect(text).toContain(`id="zakat-stock-error">${en.giving.errors.amountUnclear.TZS}<`);
  expect(text).toMatch(/id="zakat-standing"[^>]*>[^/]*<a href="#zakat-stock">Goods for sale \(stock\)<\/a>/);
  const weight = await site.get("/zakat?silver-grams=many");
  expect(weight.text).toMatch(
    /id="zakat-silver-grams-error"[^>]*>This is not a number\. Please correct it\./,
  );
});

test.each([
  ["/zakat?cash=12.500.000&debts=1%2C000%2C000", "zakat-cash", "Cash in Hand/Bank"],
  ["/?cash=12.500.000&metals=30000000&investments=", "home-zakat-cash", "Cash in Hand/Bank"],
  ["/zakat/learn-more?assets=12.500.000&debts=", "learn-zakat-assets", "Zakatable Assets"],
])("no result says TSh 0 while an amount waits for its answer: %s", async (path, id, label) => {
  const { text } = await site.get(path);
  expect(plain(text)).toContain(`One figure needs your answer: ${label}`);
  expect(text).toContain(`<a href="#${id}">${label}</a>`);
  expect(linesOf(text)).toEqual({});
  expect(plain(text)).not.toMatch(/TSh 0\b/);
  expect(text).toMatch(/<button [^>]*disabled=""[^>]*>Pay Zakat Now/);
  expect(payLink(text)).toBeUndefined();
});

test("one press answers the question and keeps the other amounts", async () => {
  const asked = await site.get("/zakat?cash=12.500.000&stock=4%2C000%2C000&fee=no");
  expect(asked.text).toMatch(/type="submit" value="12500000" name="meant-cash">Yes, TSh\s12,500,000</);
  const { text } = await site.get("/zakat?cash=12.500.000&meant-cash=12500000&stock=4%2C000%2C000&fee=no");
  expect(linesOf(text)).toMatchObject({ "Net Wealth": "TSh 16,500,000", Total: "TSh 412,500" });
  expect(text).toContain('value="4,000,000"');
  expect(text).not.toContain(`name="meant-cash"`);
});

test("entered wealth is not stored", async () => {
  for (const path of [
    "/zakat?cash=98765432",
    "/sw/zakat?cash=98765432",
    "/zakat/learn-more?assets=98765432",
  ]) {
    const { headers, text } = await site.get(path);
    expect(headers["cache-control"], path).toBe("private, no-store");
    expect(headers["etag"], path).toBeUndefined();
    // A browser follows the last policy that it knows.
    expect(String(headers["referrer-policy"]).split(", ").at(-1), path).toBe("no-referrer");
    expect(text, path).toContain('<meta name="robots" content="noindex"');
  }
  expect(JSON.stringify(site.logs)).not.toContain("98765432");
  expect((await site.get("/zakat")).headers["cache-control"]).toBe("public, no-cache");
});

test("the lunar year's end appears in both calendars, with a reminder", async () => {
  const { text } = await site.get(`/zakat?${since("2024-01-01")}`);
  const end = nextLunarYearEnd("2024-01-01", dayOf(new Date()));
  const inWords = (language: Language) => [
    formatHijri(hijriOf(end), hijriNames[language]),
    formatDay(end, language),
  ];
  const [hijri, day] = inWords("en");
  expect(plain(text)).toContain(`Your lunar year ends on ${hijri} (${day}).`);
  expect(plain(text)).toContain("±1 day by moon sighting.");
  expect(text).toContain('href="/zakat/reminder.ics?date=2024-01-01"');
  expect(plain((await site.get(`/sw/zakat?${since("2024-01-01")}`)).text)).toContain(
    `utaisha tarehe ${inWords("sw").join(": ")}`,
  );
  for (const wrong of ["2026-02-30", "2090-01-01", "1899-12-31", addDays(dayOf(new Date()), 2)]) {
    const { text } = await site.get(`/zakat?${since(wrong)}`);
    expect(plain(text), wrong).toContain("Enter a date from 1900 to today.");
    expect(text, wrong).not.toContain("reminder.ics");
  }
});

test("a date without its year is asked for, not refused", async () => {
  for (const query of [
    "since-day=3",
    "since-day=3&since-month=4",
    "since-day=3&since-month=4&since-year=24",
  ]) {
    const words = plain((await site.get(`/zakat?${query}`)).text);
    expect(words, query).toContain("Enter the day, the month and the year with four digits.");
    expect(words, query).not.toContain("Enter a date from 1900 to today.");
  }
});

test("groups are folded until something is entered in them", async () => {
  const openGroups = async (query: string) => {
    const { text } = await site.get(`/zakat?${query}`);
    const groups = [...text.matchAll(/<details class="zakat-fold"([^>]*)><summary><span><b>([^<]*)/g)];
    expect(groups).toHaveLength(3);
    return groups.filter(([, attributes = ""]) => attributes.includes("open")).map(([, , title]) => title);
  };
  expect(await openGroups("cash=10000000")).toEqual([]);
  expect(await openGroups("worn-grams=5")).toEqual(["Gold and silver"]);
  expect(await openGroups("stock=plenty")).toEqual(["Trade and investments"]);
  expect(await openGroups("since-day=3")).toEqual(["Your lunar year"]);
});

test("the reminder is a calendar file made from the date alone", async () => {
  const { status, headers, text } = await site.get("/zakat/reminder.ics?date=2024-01-01");
  expect(status).toBe(200);
  expect(headers["content-type"]).toBe("text/calendar; charset=utf-8");
  expect(headers["x-robots-tag"]).toBe("noindex");
  expect(headers["cache-control"]).toBe("private, no-store");
  expect(text).toMatch(/^BEGIN:VCALENDAR\r\n[\s\S]*DTSTART;VALUE=DATE:\d{8}\r\n[\s\S]*END:VCALENDAR\r\n$/);
  expect((await site.get("/sw/zakat/reminder.ics?date=2024-01-01")).text).toContain(
    "SUMMARY:Siku ya kutoa zaka",
  );
  for (const date of ["", "?date=", "?date=yesterday", "?date=9999-99-99", "?date=2090-01-01"])
    expect((await site.get(`/zakat/reminder.ics${date}`)).headers.location, date).toBe("/zakat#lunar-year");
});

test("hostile and meaningless queries return a page", async () => {
  const hostile = [
    `cash=${"9".repeat(8000)}`,
    "cash=%3Cscript%3Ealert(1)%3C%2Fscript%3E",
    "cash=1&cash=2&basis=__proto__&gold-karat=-1&worn-karat=99999999999",
    "since-day=%00%ff&since-month=-1&since-year=%f0%28&fee=%f0%28&debts=-1e999",
    "constructor=1&toString=2&__proto__[cash]=3",
    "cash=%E0%A4%A",
  ];
  for (const query of hostile)
    for (const path of ["/zakat", "/zakat/learn-more", "/sw/zakat"]) {
      const { status, text } = await site.get(`${path}?${query}`);
      expect(status, query).toBe(200);
      expect(text, query).not.toContain("<script>alert(1)");
    }
});

test("the explaining page is complete and begins with an example", async () => {
  const { text } = await site.get("/zakat/learn-more");
  for (const expected of [
    "mandatory act of worship",
    "one of the five pillars",
    "A Muslim sane adult",
    "Holding the Nisab for one lunar year",
    "Savings, gold, trade inventory, shares and rental income.",
    "Gold Nisab",
    "Silver Nisab",
    "Preferred Standard",
    "Maximizes benefit to the poor.",
    "87.48 grams",
    "612.36 grams",
    "TSh 28,868,400",
    "TSh 2,510,676",
    "The poor (al-fuqara)",
    "The needy (al-masakin)",
    "Zakat administrators (al-amilina alayha)",
    "Those whose hearts are to be reconciled (al-mu’allafati qulubuhum)",
    "Those in bondage (ar-riqab)",
    "The indebted (al-gharimin)",
    "In the path of Allah (fi sabilillah)",
    "The wayfarer (ibn as-sabil)",
    "Zakat at the fund",
    "Poor students",
    "Needy students",
    "Students in debt",
    "One lunar year after you first held the nisab. Many pay in Ramadan.",
    "Zakat is still owed on the amount held at the end of the lunar year.",
    "The 3.5% fee lets 100% of the Zakat reach beneficiaries by covering administration, payment processing and distribution.",
  ])
    expect(plain(text), expected).toContain(expected);
  expect(text).toMatch(/<p lang="ar" dir="rtl">إِنَّمَا الصَّدَقَاتُ/);
  expect(text.match(/<details name="beneficiary"/g)).toHaveLength(8);
  expect(text).toMatch(/<a [^>]*href="\/zakat"[^>]*>Calculate Your Zakat/);
  expect(text).toMatch(/<a [^>]*href="\/campaigns"[^>]*>View Zakat Campaigns/);
  expect(text).toContain('value="10,000,000"');
  expect(linesOf(text)["Total"]).toBe("TSh 258,750");
});

test("its calculator subtracts debts from assets", async () => {
  const { text } = await site.get("/zakat/learn-more?assets=10000000&debts=4%2C000%2C000");
  expect(linesOf(text)).toEqual({
    "Net Wealth": "TSh 6,000,000",
    "Zakat Due": "TSh 150,000",
    "Processing fee (3.5%)": "TSh 5,250",
    Total: "TSh 155,250",
  });
  expect(linesOf((await site.get("/zakat/learn-more?assets=&debts=")).text)["Total"]).toBe("TSh 0");
});

test("week-old prices are marked stale, and without prices nisab is missing", async () => {
  const seen = async (path: string) => plain((await site.get(path)).text);
  expect(await seen("/zakat")).not.toContain("The nisab may have changed since then.");
  await onDatabase(
    site.databaseUrl,
    `update site_settings set value = jsonb_set(value, '{asOf}', '"2024-01-31"') where key = 'metal-prices'`,
  );
  await expect.poll(() => seen("/zakat")).toContain("The nisab may have changed since then.");
  expect(await seen("/zakat/learn-more")).toContain("Prices of 31 January 2024");

  await onDatabase(site.databaseUrl, "delete from site_settings where key = 'metal-prices'");
  await expect.poll(() => seen("/zakat")).toContain("The fund has not set today’s gold and silver prices");
  const { text } = await site.get("/zakat?cash=10000000&gold-grams=10");
  expect(linesOf(text)).toMatchObject({ "Net Wealth": "TSh 10,000,000", Total: "TSh 258,750" });
  expect(plain(text)).toContain("we cannot tell whether your wealth reaches the nisab");
  expect(await seen("/zakat/learn-more")).toContain("The fund has not set today’s price.");
});

/** A day as the form sends it. */
function since(date: string): URLSearchParams {
  const [year = "", month = "", day = ""] = date.split("-");
  return new URLSearchParams({ "since-day": day, "since-month": month, "since-year": year });
}

/** The visible text, without the data for the islands. */
const plain = (html: string) =>
  html
    .replaceAll(/<[^>]*>/g, "")
    .replaceAll("&#x27;", "'")
    .replaceAll(/\s+/g, " ");

function linesOf(text: string): Record<string, string> {
  const lines = /<dl class="sum-lines"[^>]*>[\s\S]*?<\/dl>/.exec(text)?.[0] ?? "";
  return Object.fromEntries(
    [...lines.matchAll(/<dt>(.*?)<\/dt><dd>(.*?)<\/dd>/g)].map(([, label = "", amount = ""]) => [
      label,
      plain(amount),
    ]),
  );
}

function workingOf(text: string): [string, string][] {
  const lines = /<div class="working">[\s\S]*?<\/dl>/.exec(text)?.[0] ?? "";
  return [...lines.matchAll(/<dt>(.*?)<\/dt><dd>(.*?)<\/dd>/g)].map(([, label = "", amount = ""]) => [
    plain(label),
    plain(amount),
  ]);
}

const payLink = (text: string): string | undefined =>
  /href="(\/campaigns\/zakat\/mobile\?amount=[^"]*)"/.exec(text)?.[1]?.replaceAll("&amp;", "&");

test.each([
  ["/zakat", true],
  ["/zakat/learn-more", true],
  ["/campaigns/zakat/mobile?amount=10000&fee=yes", true],
  ["/campaigns/zakat/donate", false],
] as const)("the fee of %s is on at first: %s, and a sentence says why there is one", async (path, isOn) => {
  const { text } = await site.get(path);
  const box = /<input[^>]*type="checkbox"[^>]*name="fee"[^>]*>/.exec(text)?.[0];
  expect(box).toBeDefined();
  expect(/ checked=""/.test(box ?? "")).toBe(isOn);
  expect(text).toContain("Other donations by mobile money have no fee.");
});
