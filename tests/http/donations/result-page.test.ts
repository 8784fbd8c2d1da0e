import { expect, test } from "vitest";
import { localAddress } from "#app/site/address.ts";
import en from "#app/messages/en.ts";
import sw from "#app/messages/sw.ts";
import { openCase } from "#operations/cases/open.ts";
import { onDatabase } from "#tests/support/database/open.ts";
import { donor, leadsTo, pretendPhone, wordsOf } from "#tests/support/donations/donor.ts";
import { anonymous, form, named, newNumber, orderOf } from "#tests/support/donations/form-fields.ts";
import { mailbox } from "#tests/support/mail/sent-emails.ts";
import { makePerson, signIn } from "#tests/support/accounts/people.ts";
import { searchList } from "#tests/support/accounts/search-list.ts";
import { testSite } from "#tests/support/server/site.ts";

const site = await testSite({ kind: "demo" });
const phone = pretendPhone(site);
const box = await mailbox(site);
/** The page's footer has a number and an address too. */
function contactOf(text: string) {
  const [ways = ""] = /<section class="contact-us"[\s\S]*?<\/section>/.exec(text) ?? [];
  return {
    phone: /<a href="tel:\+255000000001">/.test(ways),
    whatsApp: /<a href="https:\/\/wa\.me\/255000000001\?text=/.test(ways),
    email: /<a href="mailto:info@fund\.example\?subject=/.test(ways),
  };
}
const holder = {
  ...{ firstName: "Asha", lastName: "Juma", cardEmail: "asha@example.org", address: "P.O. Box 1" },
  ...{ city: "Morogoro", region: "Morogoro", postcode: "67101", country: "TZ", terms: "yes" },
};
const everyWay = { phone: true, whatsApp: true, email: true };

for (const [language, texts] of [
  ["en", en.giving],
  ["sw", sw.giving],
] as const) {
  const local = (path: string) => localAddress(language, path);

  test(`${language}: a failure gives reason, retry and contact before the details`, async () => {
    const asha = donor(site);
    const waiting = await asha.give(local(form), anonymous());
    await phone.decide("decline");
    const { text } = await asha.open(leadsTo(await asha.open(waiting)));
    const words = wordsOf(text);
    const places = [
      texts.failure.cancelled,
      texts.result.safeNow,
      texts.result.pushAgain,
      texts.result.contactUs,
      texts.result.details,
      texts.receipt.status,
    ].map((part) => words.indexOf(part));
    expect(places.every((place) => place >= 0)).toBe(true);
    expect(places).toEqual(places.toSorted((a, b) => a - b));
    expect(contactOf(text)).toEqual(everyWay);
    expect(text).toMatch(/<details class="receipt-fold panel">/);
    // It says for which campaign, with its picture and amount.
    const [, row = ""] = /<div class="tried-for">(.*?)<\/div>/s.exec(text) ?? [];
    expect(row).toMatch(/<img.*<p[^>]*>[^<]+<\/p><span>TSh\s[\d,]+<\/span>/s);
  });

  test(`${language}: thanks say donation and fee apart, and share before the receipt`, async () => {
    const asha = donor(site);
    const zakat = local("/campaigns/zakat/donate");
    const fields = { ...named(), amount: "other", otherAmount: "50000", fee: "yes" };
    const waiting = await asha.give(zakat, fields);
    await phone.decide("approve");
    const { text } = await asha.open(leadsTo(await asha.open(waiting)));
    const words = wordsOf(text);
    expect(words).toMatch(/\nTSh 50,000\n/);
    expect(words).toContain(
      texts.result.feeApart.replace("{fee}", "TSh 1,750").replace("{total}", "TSh 51,750"),
    );
    const [panel = ""] = /<section class="thanks on-deep">[\s\S]*?<\/section>/.exec(text) ?? [];
    expect(wordsOf(panel)).toContain(`\n${texts.result.receipt}\n`);
    expect(wordsOf(panel), "the bar alone shows no movement").toContain("\n+ TSh 50,000\n");
    const dua = {
      en: "May Allah accept it from you and reward you for it.",
      sw: "Mwenyezi Mungu aukubali na akulipe kheri.",
    };
    expect(wordsOf(panel)).toContain(`\n${dua[language]}\n`);
    expect(text.split(`href="${local(`/donations/${orderOf(waiting)}`)}`), "receipt").toHaveLength(2);
    expect(wordsOf(text)).toContain(texts.result.shareReason);
    // 50,000 of 120,000,000 is less than a twentieth of one percent.
    const [, start, end] = /bar-added" d="M([\d.]+) 1\.5H([\d.]+)"/.exec(panel) ?? [];
    expect(Number(end) - Number(start)).toBeCloseTo(0.0417, 3);
    expect(text).toMatch(
      /<section class="thanks on-deep">[\s\S]*<img[\s\S]*bar-added[\s\S]*class="share"[\s\S]*receipt-fold/,
    );
  });
}

test.each([
  ["decline", en.giving.result.cancelledTitle],
  ["expire", en.giving.result.expiredTitle],
  ["reject", en.giving.failureTitle],
] as const)("the headline of a payment that ended with %s is: %s", async (decision, title) => {
  const asha = donor(site);
  const waiting = await asha.give(form, anonymous());
  await phone.decide(decision);
  const { text } = await asha.open(leadsTo(await asha.open(waiting)));
  expect(/<h1[^>]*>([^<]*)<\/h1>/.exec(text)?.[1]).toBe(title);
  expect(text.includes('<h1 class="unfinished">')).toBe(decision !== "reject");
  // The campaign and the amount come before the reason.
  expect(text).toMatch(/<h1[\s\S]*class="tried-for"[\s\S]*class="result-said"/);
});

test("a receipt says its number once, and the amount first", async () => {
  const asha = donor(site);
  const waiting = await asha.give(form, anonymous());
  await phone.decide("approve");
  const { text } = await asha.open(`/donations/${orderOf(waiting)}`);
  const words = wordsOf(text);
  const [number = "none"] = /Receipt no\. \d+/.exec(words) ?? [];
  expect(words).toMatch(/\nIssued on \d+ \w+ \d{4}\n/);
  expect(words.split(number)).toHaveLength(2);
  expect(words).not.toContain(en.giving.receipt.number);
  expect(text).toMatch(/<dl class="donation-lines"><div class="donation-total"><dt>Total paid/);
  expect(words).not.toMatch(/\n·/);
  expect(words).toMatch(/\nMobile money, [^\n]+, \+255 71• ••• \d{3}\n/);
  const thanks = await asha.open(leadsTo(await asha.open(waiting)));
  expect(wordsOf(thanks.text)).toContain(en.giving.receipt.number);
});

test("a receipt has one button, to print it", async () => {
  const asha = donor(site);
  const waiting = await asha.give(form, anonymous());
  await phone.decide("approve");
  leadsTo(await asha.open(waiting));
  const { text } = await asha.open(`/donations/${orderOf(waiting)}`);
  const [actions = ""] = /<div class="result-actions receipt-actions">.*?<\/div>/s.exec(text) ?? [];
  expect(actions.match(/class="button[^"]*"/g)).toEqual(['class="button needs-script"']);
  expect(actions.match(/<a /g), "its permanent link and the next donation").toHaveLength(2);
});

test("page, receipt and email show one reference, the code in the donor's SMS", async () => {
  const asha = donor(site);
  const fields = named();
  const waiting = await asha.give(form, fields);
  await phone.decide("approve");
  const thanks = await asha.open(leadsTo(await asha.open(waiting)));
  const { operator_reference: code } = await site.db
    .selectFrom("payments as p")
    .innerJoin("donations as d", "d.id", "p.donation_id")
    .select("p.operator_reference")
    .where("d.external_id", "=", orderOf(waiting))
    .executeTakeFirstOrThrow();
  const receipt = await asha.open(`/donations/${orderOf(waiting)}`);
  const stranger = await site.get(`/donations/${orderOf(waiting)}`);
  expect(wordsOf(stranger.text), "without the key").not.toContain(en.giving.result.reference);
  expect(stranger.text).not.toContain(code);
  for (const { text } of [thanks, receipt]) {
    expect(wordsOf(text)).toContain(`${en.giving.result.reference}\n${code}\n`);
    expect(wordsOf(text)).not.toContain(orderOf(waiting));
    expect(wordsOf(text)).toMatch(/\nTotal paid\nTSh 5,000\n/);
    expect(wordsOf(text)).toMatch(/ EAT\n/);
    expect(wordsOf(text)).toMatch(/M-Pesa|Tigo Pesa/);
    expect(wordsOf(text)).toContain(`+255 71• ••• ${fields.phone.slice(-3)}`);
  }
  const email = (await box.empty()).find(({ path }) => path.includes(orderOf(waiting)));
  expect(email?.text).toContain(`Reference: ${code}\n`);
  expect(receipt.text).toContain('<img src="/favicon.svg"');
  expect(wordsOf(receipt.text)).toContain("info@fund.example");
});

test("before the SMS, pages and staff use the number on the payment request", async () => {
  const asha = donor(site);
  const fields = anonymous();
  const waiting = await asha.give(form, fields);
  const { phone: to } = await phone.latest();
  const prompt = wordsOf((await site.get(`/sandbox/phone/${String(to)}`)).text);
  const number = /\nNumber\n([0-9A-F]{8})\n/.exec(prompt)?.[1] ?? "none";
  const pages = [
    `/selcom-webhook?order_id=${orderOf(waiting)}&status=timeout`,
    `/donations/${orderOf(waiting)}`,
  ];
  const shown = async () => Promise.all(pages.map(async (path) => (await asha.open(path)).text));
  const open = await shown();
  await phone.decide("decline");
  for (const text of [...open, ...(await shown())]) {
    expect(wordsOf(text)).toContain(`${en.giving.result.reference}\n${number}\n`);
    expect(wordsOf(text)).not.toContain(orderOf(waiting));
  }
  expect(open[0]).toContain(encodeURIComponent(`Payment ${number}`));
  await makePerson(site.databaseUrl, "sara", "staff");
  const Cookie = await signIn(site, "sara");
  const list = await searchList(site, "/admin/donations", { q: number.toLowerCase() }, Cookie);
  const path = /"(\/admin\/donations\/\d+)"/.exec(list.text)?.[1] ?? "none";
  expect(wordsOf((await site.get(path, { Cookie })).text)).toContain(`Donor’s reference\n${number}\n`);
});

test("an open payment says when a second try is safe, and whom to ask", async () => {
  const asha = donor(site);
  const waiting = await asha.give(form, anonymous());
  const timeout = `/selcom-webhook?order_id=${orderOf(waiting)}&status=timeout`;
  const { text } = await asha.open(timeout);
  expect(wordsOf(text)).toMatch(/it is safe to try again at \d\d:\d\d EAT\./);
  expect(contactOf(text)).toEqual(everyWay);
  await onDatabase(
    site.databaseUrl,
    `update payments set status = 'review', created_at = now() - interval '25 hours' where donation_id =
     (select id from donations where external_id = '${orderOf(waiting)}')`,
  );
  const late = await asha.open(timeout);
  expect(wordsOf(late.text)).toContain(en.giving.result.dayText);
  expect(contactOf(late.text)).toEqual(everyWay);
});

test("a payment in doubt shows the ways to reach the fund", async () => {
  const asha = donor(site);
  const waiting = await asha.give(form, named());
  await phone.decide("decline");
  leadsTo(await asha.open(waiting));
  const { id: paymentId } = await site.db
    .selectFrom("payments as p")
    .innerJoin("donations as d", "d.id", "p.donation_id")
    .select("p.id")
    .where("d.external_id", "=", orderOf(waiting))
    .executeTakeFirstOrThrow();
  await openCase(site.db, "not-booked", { paymentId, details: {} });
  const { text } = await asha.open(`/payment-response?order_id=${orderOf(waiting)}&status=manual_check`);
  expect(wordsOf(text)).toContain(en.giving.result.doubtText);
  expect(contactOf(text)).toEqual(everyWay);
});

test("a receipt in Kiswahili names the zone of its time", async () => {
  const asha = donor(site);
  const waiting = await asha.give(localAddress("sw", form), named());
  await phone.decide("approve");
  leadsTo(await asha.open(waiting));
  const { text } = await asha.open(localAddress("sw", `/donations/${orderOf(waiting)}`));
  expect(wordsOf(text)).toMatch(
    new RegExp(`\\n${sw.giving.receipt.date}\\n[^\\n]* \\d\\d:\\d\\d \\(saa za Afrika Mashariki\\)\\n`),
  );
});

test("a wrong amount shows the ways to reach the fund", async () => {
  const asha = donor(site);
  const waiting = await asha.give(form, named());
  await phone.decide("approve", "tenfold");
  const { text } = await asha.open(leadsTo(await asha.post(waiting, {})));
  expect(contactOf(text)).toEqual(everyWay);
  expect(wordsOf(text)).not.toContain(en.giving.result.safeNow);
});

test("a wrong amount shows the code in the donor's SMS, to the donor only", async () => {
  const asha = donor(site);
  const waiting = await asha.give(form, { ...named(), phone: newNumber() });
  const { phone: to } = await phone.latest();
  await phone.decide("approve", "tenfold");
  const sms = (await site.get(`/sandbox/phone/${String(to)}`)).text;
  const code = /Receipt ([A-Z0-9]{10})\./.exec(sms)?.[1] ?? "no SMS";
  const at = leadsTo(await asha.open(waiting));
  const { text } = await asha.open(at);
  const { reference } = en.giving.result;
  // In the box with the button to copy, and in the details.
  expect(wordsOf(text).split(`${reference}\n${code}\n`)).toHaveLength(3);
  expect(text).toContain(encodeURIComponent(en.giving.result.contactAbout.replace("{reference}", code)));
  expect((await site.get(at)).text).not.toContain(code);
});

test("a declined card says so, and what its amount is made of", async () => {
  const asha = donor(site);
  const check = await asha.check(form, { ...anonymous(), method: "card" });
  leadsTo(await check.pay({ ...holder, cardPhone: newNumber() }));
  const reference = await phone.decide("reject");
  const failed = leadsTo(await asha.open(`/api/payments/selcom/return/${reference}`));
  for (const [language, { giving }] of [
    ["", en],
    ["/sw", sw],
  ] as const) {
    const words = wordsOf((await asha.open(language + failed)).text);
    expect(words).toContain(giving.failure["card-declined"]);
    expect(words).not.toContain(giving.failure.refused);
    const apart = giving.result.amountApart.replace("{donation}", "TSh 5,000").replace("{fee}", "TSh 175");
    expect(words).toContain(`\nTSh 5,175\n${apart}\n`);
  }
});

test.each(["", "/sw"])("the prompt and the page name the same payee: %s", async (language) => {
  const asha = donor(site);
  const waiting = await asha.give(`${language}${form}`, { ...anonymous(), phone: newNumber() });
  const { phone: to } = await phone.latest();
  const prompt = wordsOf((await site.get(`/sandbox/phone/${String(to)}`)).text);
  const payee = /to ([^\n?]+)\?/.exec(prompt.replaceAll("\n", " "))?.[1] ?? "none";
  const words = wordsOf((await asha.open(waiting)).text);
  expect(words).toContain(payee);
  const explained = (language === "" ? en : sw).giving.waiting.payToShown.replace("{payee}", payee);
  expect(words.includes(explained), "the fund has another name on this page").toBe(language === "/sw");
});
