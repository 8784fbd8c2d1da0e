import { afterAll, expect, test } from "vitest";
import en from "#app/messages/en.ts";
import sw from "#app/messages/sw.ts";
import { localAddress } from "#app/site/address.ts";
import { seed } from "#database/seed/seed.ts";
import { onDatabase, testDatabase } from "#tests/support/database/open.ts";
import { testSite } from "#tests/support/server/site.ts";

const site = await testSite();

const unwritten = await testDatabase("empty");
await seed(unwritten.url, "empty", {
  putPicture: () => Promise.reject(new Error("an empty installation has no pictures")),
  say: () => {},
});
// Registered before the site that reads it, so that it ends after it.
afterAll(unwritten.close);
const fresh = await testSite({ databaseUrl: unwritten.url });

/** Required headings, in both languages. */
const headings: Record<string, string[]> = {
  "/about": [
    "About the fund",
    "Our mission",
    "Our vision",
    "From your donation to a student",
    "How we are held to account",
  ],
  "/sw/about": [
    "Kuhusu mfuko",
    "Dhamira yetu",
    "Maono yetu",
    "Kutoka kwenye mchango wako hadi kwa mwanafunzi",
  ],
  "/privacy": [
    "Privacy Policy",
    "Sensitive information",
    "How long we keep it",
    "Your rights",
    "Questions and complaints",
  ],
  "/sw/privacy": [
    "Sera ya Faragha",
    "Taarifa nyeti",
    "Tunazihifadhi kwa muda gani",
    "Haki zako",
    "Maswali na malalamiko",
  ],
  "/terms": ["Terms of Service", "The card fee", "No refunds, and the exceptions", "Zakat", "Complaints"],
  "/sw/terms": ["Masharti ya Huduma", "Ada ya kadi", "Mchango haurudishwi, isipokuwa", "Zaka", "Malalamiko"],
};

test.each(Object.keys(headings))("%s has its required text", async (path) => {
  const { status, text } = await site.get(path);
  expect(status).toBe(200);
  const found = [...mainOf(text).matchAll(/<h[12][^>]*>(.*?)<\/h[12]>/g)].map((match) =>
    wordsOf(match[1] ?? ""),
  );
  expect(found).toEqual(expect.arrayContaining(headings[path] ?? []));
});

test("the Terms say which calculators add a fee, as the calculators do", async () => {
  for (const [language, terms, alone] of [
    ["", "The short calculator on the home page adds none.", en.zakat.home.alone],
    ["/sw", "Kikokotoo kifupi cha ukurasa wa mwanzo hakiongezi ada.", sw.zakat.home.alone],
  ] as const) {
    expect(wordsOf(mainOf((await site.get(`${language}/terms`)).text))).toContain(terms);
    const home = mainOf((await site.get(`${language || "/"}?cash=8000000`)).text);
    expect(wordsOf(home)).toContain(alone);
    expect(home).toMatch(/campaigns\/zakat\/mobile\?amount=200000"/);
    expect(home).toContain(`<a class="button quiet wide" href="${language}/zakat">`);
    expect((await site.get(`${language}/zakat?cash=8000000`)).text).toMatch(/amount=200000&amp;fee=yes"/);
  }
});

test("the Terms leave the money above a goal to what the campaign's page says", async () => {
  const terms = wordsOf(mainOf((await site.get("/terms")).text));
  expect(terms).toContain("to another campaign, or back to the donors");
  expect(terms).not.toContain("more than its goal, the rest goes to the same purpose");
  const swahili = wordsOf(mainOf((await site.get("/sw/terms")).text));
  expect(swahili).toContain("kwenye kampeni nyingine, au hurudishwa kwa wachangiaji");
});

test("a claim about accountability leads to its page, if there is one", async () => {
  for (const language of ["en", "sw"] as const) {
    const { text } = await site.get(localAddress(language, "/about"));
    const [, items = ""] = /<dl class="about-accountability">(.*?)<\/dl>/s.exec(text) ?? [];
    const found = items
      .split("<dt>")
      .slice(1)
      .map((item) => /href="([^"]*)"/.exec(item)?.[1] ?? null);
    const [campaigns, advisory] = [
      localAddress(language, "/campaigns"),
      localAddress(language, "/#advisory"),
    ];
    expect(found, language).toEqual([campaigns, null, advisory, null, null, null]);
  }
});

test("the privacy policy names law, commission, processors and retention periods", async () => {
  const english = wordsOf(mainOf((await site.get("/privacy")).text));
  expect(english).not.toMatch(/\bconsent at the form|until you tick it|every night|second step/);
  for (const part of [
    "you ask us to process that donation",
    "you can object at any time",
    "Personal Data Protection Act (Cap. 44)",
    "Personal Data Protection Commission",
    "AzamPay and Selcom",
    "no advertising or third-party analytics services",
    "works on your device",
    "7 years",
    "90 days",
    "30 days",
    "13 months",
  ])
    expect(english).toContain(part);
  const kiswahili = wordsOf(mainOf((await site.get("/sw/privacy")).text));
  expect(kiswahili).not.toMatch(/ridhaa yako|kila usiku|hatua ya pili/);
  for (const part of [
    "unatuomba tushughulikie mchango huo",
    "unaweza kupinga wakati wowote",
    "Sheria ya Ulinzi wa Taarifa Binafsi (Sura ya 44)",
    "Tume ya Ulinzi wa Taarifa Binafsi",
    "AzamPay na Selcom",
    "miaka 7",
    "siku 90",
    "siku 30",
    "miezi 13",
  ])
    expect(kiswahili).toContain(part);
});

test.each(["/terms", "/sw/terms"])("%s names the fee, the limits and whom to complain to", async (path) => {
  const words = wordsOf(mainOf((await site.get(path)).text));
  for (const figure of ["3.5%", "TSh 1,000", "USD 1", "TSh 5,000,000", "TSh 103,500", "30", "14", "1-2"])
    expect(words).toContain(figure);
  expect(words).toMatch(/Bank of Tanzania|Benki Kuu ya Tanzania/);
});

test.each(["/privacy", "/terms", "/sw/privacy", "/sw/terms"])(
  "%s has a date, working contents links and a contact",
  async (path) => {
    const main = mainOf((await site.get(path)).text);
    expect(main).toMatch(/<time dateTime="2026-11-22">(Last updated|Ilibadilishwa mara ya mwisho): /);
    const anchors = [...main.matchAll(/href="#([^"]+)"/g)].map((match) => decodeURIComponent(match[1] ?? ""));
    expect(anchors.length).toBeGreaterThanOrEqual(12);
    for (const anchor of anchors) expect(main).toContain(`id="${anchor}"`);
    expect(new Set(anchors).size).toBe(anchors.length);
    expect(main).toContain("info@fund.example");
  },
);

test("links inside a text keep the reader's language", async () => {
  expect(mainOf((await site.get("/terms")).text)).toContain('href="/privacy"');
  const kiswahili = mainOf((await site.get("/sw/terms")).text);
  expect(kiswahili).toContain('href="/sw/privacy"');
  expect(kiswahili).not.toContain('href="/privacy"');
});

test("the about page links to the advisory body", async () => {
  expect(mainOf((await site.get("/about")).text)).toContain('href="/#advisory"');
  expect(mainOf((await site.get("/sw/about")).text)).toContain('href="/sw#advisory"');
});

test("saved text appears immediately, escaped, with its language and date", async () => {
  await onDatabase(
    site.databaseUrl,
    `update pages set title = 'Terms <b>', body = '## One' || chr(10) || '<script>alert(1)</script> **bold** [x](javascript:alert)',
     title_sw = null, body_sw = null, updated_at = '2027-01-31T22:30:00Z' where slug = 'terms'`,
  );
  const shown = async (path: string) => mainOf((await site.get(path)).text);
  await expect.poll(() => shown("/terms")).toContain("Terms &lt;b&gt;");
  const english = await shown("/terms");
  expect(english).toContain("&lt;script&gt;alert(1)&lt;/script&gt; <strong>bold</strong> x");
  expect(english).toContain('dateTime="2027-02-01"');
  expect(await shown("/sw/terms")).toContain('<div class="text-body" lang="en">');
});

test("a meaningless query returns the page", async () => {
  for (const path of Object.keys(headings))
    for (const query of ["?x=%00", `?${"a".repeat(4000)}`, "?category=%3Cscript%3E"])
      expect((await site.get(path + query)).status, path).toBe(200);
});

test("a new installation has every text from the start", async () => {
  for (const [path, wanted] of Object.entries(headings)) {
    const { status, text } = await fresh.get(path);
    expect(status, path).toBe(200);
    for (const heading of wanted) expect(text, path).toContain(heading);
  }
  for (const slug of ["conference-center", "dormitories", "ablution-block"]) {
    const { status, text } = await fresh.get(`/infrastructure/${slug}`);
    expect(status).toBe(200);
    expect(text).toContain("You cannot donate to this project yet.");
    expect(text).not.toContain("?amount=");
    expect(text).not.toContain("<progress");
  }
  expect(mainOf((await fresh.get("/infrastructure")).text).match(/Learn More</g)).toHaveLength(3);
});

const mainOf = (text: string) => /<main[\s\S]*<\/main>/.exec(text)?.[0] ?? "";

function wordsOf(html: string): string {
  return html
    .replaceAll(/<[^>]*>/g, " ")
    .replaceAll("&#x27;", "'")
    .replaceAll("&amp;", "&")
    .replaceAll(/[\s\u00a0]+/g, " ")
    .trim();
}
