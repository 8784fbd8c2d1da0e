import { sql } from "kysely";
import { expect, test } from "vitest";
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import en from "#app/messages/en.ts";
import sw from "#app/messages/sw.ts";
import { QrCode } from "#app/site/campaigns/qr-code.tsx";
import { formatUntil } from "#domain/system/calendar.ts";
import { donor, leadsTo, pretendPhone, wordsOf } from "#tests/support/donations/donor.ts";
import { anonymous, form, named } from "#tests/support/donations/form-fields.ts";
import { readDonationState } from "#tests/support/donations/begin.ts";
import { testSite } from "#tests/support/server/site.ts";

const site = await testSite({ kind: "demo" });
const phone = pretendPhone(site);

async function orderOf(asha: ReturnType<typeof donor>, fields: Record<string, string>, language = "") {
  const address = await asha.give(`${language}${form}`, { ...fields, method: "number" });
  expect(address).toMatch(/\/donations\/[^/]+\/number$/);
  return { address, order: address.split("/").at(-2) ?? "" };
}

test.each([
  ["", en.giving.byNumber.title],
  ["/sw", "Lipa kwa namba"],
])("the page shows number, code and steps without script: %s", async (language, title) => {
  const asha = donor(site);
  const { address } = await orderOf(asha, anonymous(), language);
  const page = await asha.open(address);
  const words = wordsOf(page.text);
  expect(page.status).toBe(200);
  expect(words).toContain(title);
  expect(words).toMatch(/\n\d{4} \d{4}\n/);
  expect(words).toContain("TSh 5,000");
  for (const menu of ["*150*00#", "*150*01#", "*150*60#", "*150*88#"]) expect(words).toContain(menu);
  expect(page.text).toMatch(/<svg class="qr-code"[\s\S]*?<path/);
  expect(page.text).toMatch(/<noscript><meta http-equiv="refresh" content="20"/i);
});

test.each([
  ["", en.giving.byNumber],
  ["/sw", sw.giving.byNumber],
])(
  "the provider's TanQR text is drawn and named, and left out where there is none: %s",
  async (language, said) => {
    const asha = donor(site);
    const { address, order } = await orderOf(asha, anonymous(), language);
    const drawn = (text: string) => renderToStaticMarkup(createElement(QrCode, { text, label: said.qr }));
    const change = (qr: string | null) =>
      sql`update payments set pay_qr = ${qr}
      where donation_id = (select id from donations where external_id = ${order})`.execute(site.db);
    const code = "00020101021226400014tz.go.bot.tips0112" + "1".repeat(12);
    await change(code);
    const { text } = await asha.open(address);
    expect(text).toContain(
      / d="M\d[^"]*h[^"]*"/.exec(drawn(code).split("#000")[1] ?? "")?.[0] ?? "no drawing",
    );
    expect(wordsOf(text)).toContain(said.qrText);
    await change(null);
    const without = await asha.open(address);
    expect(without.text).not.toContain('qr-code"');
    expect(wordsOf(without.text)).not.toContain(said.qrText);
  },
);

test("the number goes on by WhatsApp and SMS without script, with help in view", async () => {
  const asha = donor(site);
  const { address } = await orderOf(asha, named());
  const { text } = await asha.open(address);
  const words = wordsOf(text);
  const number = /\n(\d{4} \d{4})\n/.exec(words)?.[1] ?? "none";
  const sent = /href="https:\/\/wa\.me\/\?text=([^"]*)"/.exec(text)?.[1] ?? "";
  const message = decodeURIComponent(sent.replaceAll("&#x27;", "'"));
  for (const part of [number, address, "Conference center"]) expect(message).toContain(part);
  expect(message).not.toContain("Asha");
  expect(text).toContain(`href="sms:?&amp;body=${sent}"`);
  expect(text).toContain('<a href="tel:+255000000001">');
  // The known facts come before the way to ask.
  expect(words.indexOf(en.giving.byNumber.notPaid)).toBeLessThan(
    words.indexOf(en.giving.leaving.checkStatus),
  );
});

test("the form says why a pay number needs a phone number", async () => {
  const { text } = await site.get(form);
  expect(wordsOf(text)).toContain(en.giving.numberPhone);
});

test("another phone pays the number, and the receipt comes with the browser closed", async () => {
  const asha = donor(site);
  const { address, order } = await orderOf(asha, named());
  const number = /\n(\d{4}) (\d{4})\n/
    .exec(wordsOf((await asha.open(address)).text))
    ?.slice(1)
    .join("");
  const other = "255712999888";
  const pressed = await site.ask(`/sandbox/phone/${other}/number`, {
    method: "POST",
    headers: { Origin: site.url, "Content-Type": "application/x-www-form-urlencoded" },
    body: new URLSearchParams({ number: number ?? "" }).toString(),
  });
  expect(pressed.status).toBe(303);
  expect((await phone.latest())["phone"]).toBe(other);
  await phone.decide("approve");
  await expect.poll(async () => (await readDonationState(site.db, order)).donation).toBe("completed");
  expect((await readDonationState(site.db, order)).mails).toBe(1);
  expect(leadsTo(await asha.open(address))).toContain("payment-processing");
});

test("another browser sees the number, and nothing about the donor", async () => {
  const { address } = await orderOf(donor(site), named());
  const page = await donor(site).open(address);
  const words = wordsOf(page.text);
  expect([page.status, /\n\d{4} \d{4}\n/.test(words)]).toEqual([200, true]);
  for (const personal of Object.values(named()))
    if (personal.length > 4) expect(words).not.toContain(personal);
});

test("the number is shown only until its order ends", async () => {
  const asha = donor(site);
  const { address, order } = await orderOf(asha, anonymous());
  const reload = async () =>
    /http-equiv="refresh" content="(\d+)"/i.exec((await asha.open(address)).text)?.[1];
  const age = (minutes: number) =>
    sql`update payments set created_at = now() - make_interval(mins => ${minutes})
      where donation_id = (select id from donations where external_id = ${order})`.execute(site.db);
  await age(4);
  expect(await reload()).toBe("20");
  await age(6);
  expect(await reload(), "an hour of reloads must stay small").toBe("60");
  await age(59);
  const { rows } = await sql<{ at: Date }>`select now() + interval '1 minute' as at`.execute(site.db);
  const [{ at = null } = {}] = rows;
  const words = wordsOf((await asha.open(address)).text);
  expect(words).toContain(`The number can be paid until ${at && formatUntil(at, new Date(), "en")}.`);
  await age(60);
  const waiting = leadsTo(await asha.open(address));
  expect(waiting).toContain("payment-processing");
  // No page before was a payment page, so none is named after the end.
  const late = wordsOf((await asha.open(leadsTo(await asha.open(waiting)))).text);
  expect(late).toContain(en.giving.result.timeoutNumber);
  expect(late).not.toContain("payment page");
});

test.each(["", "/sw"])(
  "while the number can be paid, each page of its order leads to it: %s",
  async (language) => {
    const asha = donor(site);
    const { address, order } = await orderOf(asha, anonymous(), language);
    const waiting = `${language}/payment-processing?order_id=${order}`;
    const pages = [
      waiting,
      `${language}/selcom-webhook?order_id=${order}&status=timeout`,
      `${language}/payment-response?order_id=${order}`,
    ];
    const leadToNumber = async () => {
      for (const page of pages) expect(leadsTo(await asha.open(page)), page).toBe(address);
      expect(leadsTo(await asha.post(waiting, {})), "after the donor asked to check").toBe(address);
    };
    await leadToNumber();
    expect((await asha.open(address)).text).toContain(`action="${waiting}" method="post"`);
    // The waiting page gives up after five minutes. The number lasts an hour.
    await sql`update payments set created_at = now() - interval '6 minutes'
    where donation_id = (select id from donations where external_id = ${order})`.execute(site.db);
    await leadToNumber();
  },
);

test("who chose the payment page sees no number", async () => {
  const asha = donor(site);
  const leaving = await asha.give(form, { ...anonymous(), method: "page" });
  const order = leaving.split("/").at(-2) ?? "";
  const waiting = await asha.open(`/payment-processing?order_id=${order}`);
  expect(wordsOf(waiting.text)).toContain(en.giving.waiting.resume);
  expect(leadsTo(await asha.open(`/donations/${order}/number`))).toContain("payment-processing");
});

test("an unpaid number shows that it has expired", async () => {
  const asha = donor(site);
  const { order } = await orderOf(asha, anonymous());
  await site.ask("/sandbox/_admin/clock", {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ advanceSeconds: 3_600 }),
  });
  const result = leadsTo(await asha.post(`/payment-processing?order_id=${order}`, {}));
  const words = wordsOf((await asha.open(result)).text);
  expect(words).toContain(en.giving.result.numberExpiredTitle);
  expect(words).toContain(en.giving.failure["number-expired"]);
  const again = await asha.open(`${form}?retry=${order}`);
  expect(again.text).toMatch(/<input(?=[^>]*value="number")(?=[^>]*checked)[^>]*>/);
});
