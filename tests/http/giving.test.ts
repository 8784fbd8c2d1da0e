import { sql } from "kysely";
import { expect, test } from "vitest";
import { openDatabase } from "#database/sql.server.ts";
import { localAddress } from "#app/site/address.ts";
import en from "#app/messages/en.ts";
import sw from "#app/messages/sw.ts";
import { onDatabase } from "#tests/support/database.ts";
import { donor, hiddenFields, leadsTo, pretendPhone, wordsOf } from "#tests/support/donor.ts";
import { expectSoundLedger } from "#tests/support/giving.ts";
import { solved } from "#tests/support/proof.ts";
import { testSite } from "#tests/support/site.ts";

const site = await testSite({ kind: "demo" });
const phone = pretendPhone(site);
const form = "/campaigns/conference-center/donate";

let numbers = 0;
/** A number of its own for each gift: a phone takes few prompts an hour. */
const newNumber = () => `0712 1${String((numbers += 1)).padStart(2, "0")} 000`;

const anonymous = () => ({ amount: "5000", who: "anonymous", method: "push", phone: newNumber() });
const named = () => ({ ...anonymous(), who: "named", name: "Asha Juma", email: "asha@example.org" });

const orderOf = (address: string) => new URL(address, site.url).searchParams.get("order_id") ?? "";
const raised = async () =>
  (await site.get("/api/campaigns/conference-center")).text.match(/"amount_raised":"?(\d+)/)?.[1];

async function expectLedger() {
  const database = openDatabase(site.databaseUrl);
  await expectSoundLedger(database.everything);
  await database.close();
}

for (const [language, texts] of [
  ["en", en.giving],
  ["sw", sw.giving],
] as const) {
  const local = (path: string) => localAddress(language, path);

  test(`${language}: an approved prompt ends in thanks and a receipt, and nothing says so before`, async () => {
    const asha = donor(site);
    const waiting = await asha.give(local(form), named());
    expect(waiting).toMatch(local("/payment-processing?order_id=conference-center_"));
    const page = await asha.open(waiting);
    expect(page.status).toBe(200);
    expect(page.text).toMatch(/<noscript><meta http-equiv="refresh" content="5"/i);
    expect(wordsOf(page.text)).toContain(texts.waiting.look);
    expect(wordsOf(page.text)).toContain("+255 71• ••• 000");
    expect(wordsOf(page.text)).not.toContain(texts.result.successTitle);

    await phone.decide("approve");
    const result = leadsTo(await asha.open(waiting));
    expect(result).toBe(local(`/selcom-webhook?order_id=${orderOf(waiting)}&status=success`));
    const thanks = await asha.open(result);
    expect(wordsOf(thanks.text)).toContain(texts.result.successTitle);
    expect(wordsOf(thanks.text)).toContain("Asha Juma");
    expect(thanks.headers["cache-control"]).toContain("no-store");
    expect(thanks.text).toContain('name="robots" content="noindex"');
    await expectLedger();
  });

  test(`${language}: a declined prompt says that no money was taken, and the next try is filled in`, async () => {
    const asha = donor(site);
    const waiting = await asha.give(local(form), named());
    await phone.decide("decline");
    const failed = await asha.open(leadsTo(await asha.open(waiting)));
    expect(wordsOf(failed.text)).toContain(texts.failureTitle);
    expect(wordsOf(failed.text)).toContain(texts.failure.cancelled);
    const again = await asha.open(`${local(form)}?retry=${orderOf(waiting)}`);
    expect(again.text).toContain('value="Asha Juma"');
    expect(again.text).toContain(`name="retry" value="${orderOf(waiting)}"`);
    const stranger = await donor(site).open(`${local(form)}?retry=${orderOf(waiting)}`);
    expect(stranger.text).not.toContain("Asha");
    await expectLedger();
  });

  test(`${language}: a prompt that nobody answers is not called a failure`, async () => {
    const asha = donor(site);
    const waiting = await asha.give(local(form), anonymous());
    const aged = async (seconds: number) =>
      onDatabase(
        site.databaseUrl,
        `update payments set created_at = now() - interval '${seconds} seconds' where donation_id =
         (select id from donations where external_id = '${orderOf(waiting)}')`,
      );
    expect(wordsOf((await asha.open(waiting)).text)).toContain(texts.waiting.status0);
    await aged(31);
    expect(wordsOf((await asha.open(waiting)).text)).toContain(texts.waiting.status30);
    await aged(91);
    expect(wordsOf((await asha.open(waiting)).text)).toContain(texts.waiting.status90);
    await aged(304);
    const result = leadsTo(await asha.open(waiting));
    expect(result).toContain("status=timeout");
    expect(wordsOf((await asha.open(result)).text)).toContain(texts.result.timeoutText);
    await phone.decide("approve");
    expect(wordsOf((await asha.open(result)).text)).toContain(texts.result.successTitle);
    await expectLedger();
  });
}

test("a wrong amount never becomes a success", async () => {
  const asha = donor(site);
  const before = await raised();
  const waiting = await asha.give(form, named());
  await phone.decide("approve", "tenfold");
  const asked = leadsTo(await asha.post(waiting, {}));
  expect(asked).toContain("status=manual_check");
  const said = en.giving.result.mismatchText.replace("{amount}", "TSh 5,000");
  expect(wordsOf((await asha.open(asked)).text)).toContain(said);
  expect(wordsOf((await asha.open(asked.replace("manual_check", "timeout"))).text)).toContain(said);
  expect(leadsTo(await asha.open(waiting)), "the waiting page has nothing to wait for").toBe(asked);
  const forged = await asha.open(asked.replace("manual_check", "success"));
  expect(wordsOf(forged.text)).not.toContain(en.giving.result.successTitle);
  const told = await asha.open(`${asked}&amount=1&currency=USD&campaignTitle=Palace&Reference=other_1`);
  expect(wordsOf(told.text)).toContain("TSh 5,000");
  expect(wordsOf(told.text)).not.toMatch(/Palace|US\$|other_1/);
  expect(await raised()).toBe(before);
  await expectLedger();
});

test("when the callback is lost, asking brings the answer", async () => {
  const asha = donor(site);
  const waiting = await asha.give(form, named());
  await phone.decide("approve", "lost");
  expect((await asha.open(waiting)).status).toBe(200);
  expect(leadsTo(await asha.post(waiting, {}))).toContain("status=success");
  await expectLedger();
});

test("however often its giver asks, the provider is asked once in ten seconds", async () => {
  const asha = donor(site);
  const waiting = await asha.give(form, named());
  const payment = `payment_id = (select p.id from payments p join donations d on d.id = p.donation_id
    where d.external_id = '${orderOf(waiting)}')`;
  const questions = async () => {
    const database = openDatabase(site.databaseUrl);
    const found = await database.everything
      .selectFrom("provider_messages")
      .select("id")
      .where("kind", "=", "status")
      .where(sql<boolean>`${sql.raw(payment)}`)
      .execute();
    await database.close();
    return found.length;
  };
  const asked = (secondsAgo: number) =>
    onDatabase(
      site.databaseUrl,
      `update payments set asked_at = now() - interval '${secondsAgo} seconds'
       where ${payment.replace("payment_id", "id")}`,
    );
  for (let times = 0; times < 3; times++)
    expect(leadsTo(await asha.post(waiting, {}))).toContain("status=manual_check");
  expect(await questions()).toBe(1);
  await asked(8);
  await asha.post(waiting, {});
  expect(await questions()).toBe(1);
  await asked(11);
  await asha.post(waiting, {});
  expect(await questions()).toBe(2);
});

test("however often the button is pressed, one prompt is sent", async () => {
  const asha = donor(site);
  const fields = named();
  const { pay } = await asha.check(form, fields);
  const before = (await phone.asked()).length;
  const answers = await Promise.all([1, 2, 3].map(() => pay()));
  expect(new Set(answers.map(leadsTo)).size).toBe(1);
  expect((await phone.asked()).length).toBe(before + 1);
  const another = await asha.check(form, { ...fields, amount: "10000" });
  const refused = await another.pay();
  expect(refused.status).toBe(409);
  expect(wordsOf(refused.text)).toContain(en.giving.notBegun.promptWaiting);
  expect((await phone.asked()).length).toBe(before + 1);
});

test("back and reload after paying lead to where the gift stands, and ask for nothing", async () => {
  const asha = donor(site);
  const { address, page, pay } = await asha.check(form, named());
  expect(page.status).toBe(200);
  expect(page.headers["cache-control"]).toContain("no-store");
  expect((await asha.open(address)).text).toBe(page.text);
  const waiting = leadsTo(await pay());
  const before = (await phone.asked()).length;
  expect(leadsTo(await asha.open(address))).toBe(waiting);
  await phone.decide("approve");
  expect(leadsTo(await asha.open(leadsTo(await asha.open(address))))).toContain("status=success");
  expect(leadsTo(await pay())).toBe(waiting);
  await onDatabase(site.databaseUrl, "delete from gift_drafts");
  expect(leadsTo(await pay()), "long after, nobody is told that nothing was paid").toBe(waiting);
  expect((await phone.asked()).length).toBe(before);
});

test("what was filled in stays to be changed, for whoever has the address, and for an hour", async () => {
  const asha = donor(site);
  const { address, page } = await asha.check(form, { ...named(), message: "Kwa baba" });
  expect(address).not.toMatch(/Asha|asha|0712|712|Kwa/);
  const key = address.split("/").at(-1) ?? "";
  const changed = await asha.open(`${form}?gift=${key}`);
  expect(page.text).toContain(`${form}?gift=${key}`);
  for (const typed of ["Asha Juma", "asha@example.org", "0712 1"])
    expect(changed.text).toContain(`value="${typed}`);
  await onDatabase(
    site.databaseUrl,
    `update gift_drafts set created_at = now() - interval '61 minutes' where key = '${key}'`,
  );
  const gone = await asha.open(address);
  expect(gone.status).toBe(410);
  expect(wordsOf(gone.text)).toContain(en.giving.check.goneText);
  expect((await asha.open(`${form}?gift=${key}`)).text).not.toContain("Asha");
  expect((await asha.post(address, {})).status).toBe(410);
  await asha.check(form, anonymous());
  expect((await site.get(`${form}/${"x".repeat(22)}`)).status).toBe(410);
  expect((await site.get(`${form}/%27--`)).status).toBe(410);
});

test("whoever pressed and lost the answer is still the giver", async () => {
  const { address, pay } = await donor(site).check(form, named());
  await pay();
  const again = donor(site);
  const waiting = leadsTo(await again.open(address));
  expect(wordsOf((await again.open(waiting)).text)).toContain("+255 71");
});

test("the dialog's own page says what is wrong on itself, and pays without another step", async () => {
  const asha = donor(site);
  const path = "/campaigns/girls-dormitories/mobile?amount=50000";
  const first = await asha.open(path);
  const wrong = await asha.post(path, {
    ...hiddenFields(first.text),
    amount: "50000",
    wallet: "",
    phone: "12",
  });
  expect(wrong.status).toBe(400);
  expect(wrong.text).toMatch(/<title>Error: /);
  expect(wordsOf(wrong.text).split(en.giving.errors.phoneInvalid).length).toBe(3);
  expect(wrong.text).toContain('value="12"');
  const fields = { ...hiddenFields(wrong.text), amount: "50000", wallet: "Mpesa", phone: newNumber() };
  const waiting = leadsTo(await asha.post(path, fields));
  expect(leadsTo(await asha.post(path, fields))).toBe(waiting);
  expect((await phone.latest()).amount).toBe("50000");
  const other = await asha.post(path, { ...fields, amount: "100000" });
  expect(wordsOf(other.text)).toContain(en.giving.notBegun.otherBody);
});

test("beside the last button the phone can still be put right, and is asked at its new number", async () => {
  const asha = donor(site);
  const { address, page, pay } = await asha.check(form, anonymous());
  expect(wordsOf(page.text)).toContain("Complete your donation of TZS 5,000 using mobile money.");
  const wrong = await pay({ phone: "12", wallet: "Mpesa" });
  expect(wrong.status).toBe(400);
  expect(wrong.text).toMatch(/<title>Error: /);
  expect(wrong.text).toContain('value="12"');
  expect(wordsOf(wrong.text).split(en.giving.errors.phoneInvalid).length).toBe(3);
  const before = (await phone.asked()).length;
  leadsTo(await pay({ phone: "0754 999 111", wallet: "Mpesa" }));
  expect((await phone.asked()).length).toBe(before + 1);
  expect(JSON.stringify(await phone.latest())).toContain("255754999111");
  leadsTo(await asha.open(address));
});

test("too much for a phone leads to the bank, with a reference to quote; what is no amount does not", async () => {
  const asha = donor(site);
  const leads = (text: string) =>
    text.includes('href="/#large-donations"') && wordsOf(text).includes("STUDENT-SCHOLARSHIP");
  const dialog = "/campaigns/student-scholarship/mobile";
  const fixed = await asha.open(`${dialog}?amount=5000001`);
  expect(leads(fixed.text)).toBe(true);
  expect(wordsOf(fixed.text)).toContain("TSh 5,000,000");
  expect(fixed.text).not.toContain('name="phone"');
  const posted = await asha.post(dialog, {
    ...{ amount: "other", otherAmount: "5,000,001", wallet: "Mpesa", phone: newNumber() },
  });
  expect([posted.status, leads(posted.text)]).toEqual([400, true]);
  for (const [otherAmount, led] of [
    ["5,000,001", true],
    ["0", false],
    ["elfu", false],
    ["999", false],
  ] as const) {
    const typed = { ...anonymous(), amount: "other", otherAmount };
    const { text } = await asha.post("/campaigns/student-scholarship/donate", typed);
    expect(wordsOf(text).includes("STUDENT-SCHOLARSHIP"), otherAmount).toBe(led);
  }
});

test("a declined prompt is sent again by one press, as a gift that names the first", async () => {
  const asha = donor(site);
  const waiting = await asha.give(form, { ...named(), message: "Kwa baba" });
  const order = orderOf(waiting);
  const again = `/donations/${order}/again`;
  const before = (await phone.asked()).length;
  // Still open: nothing is sent, and it leads to where the gift stands.
  expect(leadsTo(await asha.post(again, {}))).toBe(waiting);
  expect((await phone.asked()).length).toBe(before);
  await phone.decide("decline");
  const failed = await asha.open(leadsTo(await asha.open(waiting)));
  expect(wordsOf(failed.text)).toContain(en.giving.result.pushAgain);
  const stranger = await donor(site).open(`/selcom-webhook?order_id=${order}`);
  expect(stranger.text).not.toContain("/again");
  await donor(site).post(again, {});
  expect((await phone.asked()).length).toBe(before);

  const presses = await Promise.all([1, 2].map(() => asha.post(again, {})));
  expect(new Set(presses.map(leadsTo)).size).toBe(1);
  expect((await phone.asked()).length).toBe(before + 1);
  const second = orderOf(leadsTo(await asha.post(again, {})));
  await phone.decide("approve");
  const thanks = await asha.open(`/selcom-webhook?order_id=${second}`);
  expect(wordsOf(thanks.text)).toContain(en.giving.result.successTitle);
  expect(wordsOf(thanks.text)).toContain("Kwa baba");
  const database = openDatabase(site.databaseUrl);
  const { external_id } = await database.everything
    .selectFrom("donations as d")
    .innerJoin("donations as first", "first.id", "d.retry_of")
    .select("first.external_id")
    .where("d.external_id", "=", second)
    .executeTakeFirstOrThrow();
  await database.close();
  expect(external_id).toBe(order);
  expect((await asha.open(again)).text).toContain(waiting);
});

test("a phone that has had its prompts is left alone, and its owner is told how long", async () => {
  const asha = donor(site);
  let waiting = await asha.give(form, named());
  for (let times = 0; times < 2; times++) {
    await phone.decide("decline");
    waiting = leadsTo(await asha.post(`/donations/${orderOf(waiting)}/again`, {}));
  }
  await phone.decide("decline");
  const before = (await phone.asked()).length;
  const refused = await asha.post(`/donations/${orderOf(waiting)}/again`, {});
  expect(refused.status).toBe(429);
  expect(wordsOf(refused.text)).toMatch(/Try again in \d+ minutes. No money has been taken/);
  expect((await phone.asked()).length).toBe(before);
});

test("a receipt is sent once more to its own address only, and nobody hears whether it was", async () => {
  const asha = donor(site);
  const waiting = await asha.give(form, named());
  const order = orderOf(waiting);
  await phone.decide("approve");
  const letters = async () => {
    const database = openDatabase(site.databaseUrl);
    const found = await database.everything
      .selectFrom("outbox as o")
      .innerJoin("donations as d", "d.id", "o.donation_id")
      .select(["o.status", "o.recipient", "o.created_at"])
      .where("d.external_id", "=", order)
      .execute();
    await database.close();
    return found;
  };
  const sent = (mark: string) =>
    onDatabase(
      site.databaseUrl,
      `update outbox set sent_at = now(), created_at = '${mark}' where donation_id =
       (select id from donations where external_id = '${order}')`,
    );
  const askFor = async (email: string) => {
    const answer = await donor(site).post(`/donations/${order}`, { email });
    const page = await site.get(leadsTo(answer).split("#")[0] ?? "");
    expect(wordsOf(page.text)).toContain(en.giving.receipt.mailSent);
    expect(page.text).not.toMatch(/asha@/);
  };
  await sent("2026-01-01");
  for (const other of ["other@example.org", "", "asha@example.org, other@example.org", "x".repeat(9_000)])
    await askFor(other);
  expect((await letters()).map(({ status }) => status)).toEqual(["sent"]);
  await askFor(" Asha@Example.org ");
  const [letter] = await letters();
  expect(letter).toMatchObject({ status: "waiting", recipient: "asha@example.org" });
  // Under the id of the first one a mail program would not show it.
  expect(letter?.created_at.getFullYear()).not.toBe(2026 - 1);
  for (let times = 0; times < 2; times++) {
    await sent("2026-01-02");
    await askFor("asha@example.org");
  }
  await sent("2026-01-03");
  await askFor("asha@example.org");
  expect((await letters()).map(({ status }) => status)).toEqual(["sent"]);
});

test("who can pay by the phone's own menu is told the number, the amount and what to write", async () => {
  const asha = donor(site);
  const waiting = await asha.give(form, named());
  expect(wordsOf((await asha.open(waiting)).text)).toContain(en.giving.payYourself.waiting);
  await phone.decide("decline");
  const failed = wordsOf((await asha.open(leadsTo(await asha.open(waiting)))).text);
  expect(failed).toContain(en.giving.payYourself.title);
  expect(failed).not.toContain(en.giving.payYourself.waiting);
  expect(failed).toContain("CONFERENCE-CENTER");
  expect(failed).toContain("TSh 5,000");
});

test("a page of the provider's that ran out, and a payment that staff have closed, are called so", async () => {
  const asha = donor(site);
  const leaving = await asha.give(form, { ...anonymous(), method: "page" });
  const order = leaving.split("/").at(-2) ?? "";
  await site.ask("/sandbox/_admin/clock", {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ advanceSeconds: 3_600 }),
  });
  const asked = leadsTo(await asha.post(`/payment-processing?order_id=${order}`, {}));
  expect(wordsOf((await asha.open(asked)).text)).toContain(en.giving.failure["page-expired"]);

  const waiting = await asha.give(form, named());
  await onDatabase(
    site.databaseUrl,
    `with failed as (
       update payments set status = 'failed' where donation_id =
       (select id from donations where external_id = '${orderOf(waiting)}') returning id, donation_id
     ), told as (update donations set status = 'failed' where id in (select donation_id from failed))
     insert into cases (kind, payment_id, status, decision, reason, closed_at)
     select 'no-answer', id, 'closed', 'fail', 'not on the statement', now() from failed`,
  );
  const closed = wordsOf((await asha.open(leadsTo(await asha.open(waiting)))).text);
  expect(closed).toContain(en.giving.failure.closed);
  expect(closed).not.toContain("No money has been taken");
});

test("another person's order shows nothing of the person", async () => {
  const asha = donor(site);
  const waiting = await asha.give(form, { ...named(), message: "For my father" });
  const order = orderOf(waiting);
  await phone.decide("approve");
  const own = await asha.open(`/selcom-webhook?order_id=${order}`);
  const secret = /\/donations\/[^"]*\?key=[\w-]+/.exec(own.text)?.[0] ?? "";
  expect(secret).not.toBe("");
  for (const address of [
    `/selcom-webhook?order_id=${order}`,
    `/payment-response?transid=${order}&status=success`,
    `/donations/${order}`,
    `/donations/${order}?key=${"a".repeat(22)}`,
  ]) {
    const seen = await donor(site).open(address);
    expect(seen.status).toBe(200);
    expect(seen.text).not.toMatch(/Asha|asha@|For my father|\+255 71/);
    expect(seen.text).not.toContain(secret.split("key=")[1]);
    expect(wordsOf(seen.text)).not.toContain(en.giving.receipt.provider);
  }
  const byLink = await donor(site).open(secret);
  expect(wordsOf(byLink.text)).toContain("Asha Juma");
  expect(wordsOf(byLink.text)).toContain("For my father");
});

test("a query alone shows neither a success nor a failure", async () => {
  for (const page of ["/selcom-webhook", "/payment-response", "/sw/payment-response"])
    for (const query of [
      "status=success",
      "Status=SUCCESS&amount=5000&currency=TZS&campaignTitle=Conference",
      "status=failed&ErrorMessage=no",
      "transactionId=made-up_1&status=success",
      "order_id=conference-center_1&status=success",
      "Reference=%3Cscript%3E&Message=%3Cb%3E&status=success",
      "order_id=" + "9".repeat(3_000),
      "order_id=%00%ff&status[]=x",
      "",
    ]) {
      const { status, text } = await site.get(`${page}?${query}`);
      expect(status).toBe(200);
      expect(text).toMatch(/data-result="(?:unknown|neutral|processing)"/);
      expect(text).not.toContain("<script>&");
    }
  expect(leadsTo(await site.get("/payment-processing?order_id=nobody_1"))).toBe(
    "/payment-response?order_id=nobody_1",
  );
  expect(leadsTo(await site.get("/payment-processing"))).toBe("/payment-response");
  expect((await site.get("/donations/nobody_1")).status).toBe(404);
});

const errors = en.giving.errors;
const wrongs: [what: string, fields: Record<string, string>, message: string][] = [
  ["nothing", { amount: "other", otherAmount: "" }, errors.amount],
  ["zero", { amount: "other", otherAmount: "0" }, errors.amount],
  ["a negative amount", { amount: "other", otherAmount: "-5000" }, errors.amount],
  ["letters", { amount: "other", otherAmount: "elfu tano" }, errors.amount],
  ["an exponent", { amount: "1e9" }, errors.amount],
  ["too little", { amount: "other", otherAmount: "999" }, "The smallest gift is TSh 1,000"],
  ["too much for a phone", { amount: "other", otherAmount: "5,000,001" }, "Large Donation Options"],
  ["no name", { who: "named", name: " ", email: "a@b.tz" }, "Name Required"],
  ["no e-mail", { who: "named", name: "Asha", email: "" }, "Email Required"],
  ["no address", { who: "named", name: "Asha", email: "asha at home" }, "Invalid Email"],
  ["an alumnus without a year", { who: "alumni", name: "A", email: "a@b.tz" }, "Graduation Year Required"],
  [
    "a year to come",
    { who: "alumni", name: "A", email: "a@b.tz", graduationYear: "2999" },
    errors.yearRequired,
  ],
  ["nobody", { who: "everybody" }, errors.who],
  ["a long message", { message: "x".repeat(10_000) }, "at most 500 characters"],
  ["no way to pay", { method: "gold" }, errors.method],
  ["no phone", { phone: "" }, "Please enter your phone number."],
  ["an e-mail with spaces", { who: "named", name: "Asha", email: "asha juma@example.org" }, "Invalid Email"],
  ["markup for a name and an e-mail", { who: "named", name: "<b>Asha", email: "<a@b.tz>" }, "Invalid Email"],
  ["a foreign phone", { phone: "+44 7911 123456" }, errors.phoneForeignCard],
  ["a phone that is too long", { phone: "0712 345 678 90" }, errors.phoneInvalid],
  ["a billion", { amount: "other", otherAmount: "1000000000" }, "Large Donation Options"],
  ["a phone of TTCL", { phone: "0732 123 456" }, errors.ttclCard],
];

test.each(wrongs)(
  "%s: said at the field and on top, and nothing typed is lost",
  async (_what, fields, message) => {
    const before = (await phone.asked()).length;
    const typed = { ...anonymous(), message: "Kwa <b>baba</b>", ...fields };
    const { status, text } = await donor(site).post(form, typed);
    expect(status).toBe(400);
    expect(text).toMatch(/<title>Error: /);
    expect(wordsOf(text).split(message).length).toBeGreaterThanOrEqual(3);
    const field = /error-summary[\s\S]*?href="#(\w+)"/.exec(text)?.[1];
    expect(text).toContain(`id="${field}"`);
    if (typed.phone !== "") expect(text).toContain(`value="${typed.phone}"`);
    if (!("message" in fields)) expect(text).toContain("Kwa &lt;b&gt;baba&lt;/b&gt;");
    expect((await phone.asked()).length).toBe(before);
  },
);

test.each(["10,000", "10 000", "10000/=", "١٠٠٠٠"])("%s is ten thousand shillings", async (otherAmount) => {
  const { page } = await donor(site).check(form, { ...anonymous(), amount: "other", otherAmount });
  expect(wordsOf(page.text)).toContain("Pay TSh 10,000");
});

const holder = {
  ...{ firstName: "Asha", lastName: "Juma", address: "P.O. Box 1", city: "Morogoro", region: "Morogoro" },
  ...{ postcode: "67101", country: "TZ", cardPhone: "0712345678", terms: "yes" },
};

test("a card pays the fee on top, after the terms, and comes back to what is known", async () => {
  const asha = donor(site);
  const fields = {
    amount: "10000",
    who: "named",
    name: "Asha Juma",
    email: "card@example.org",
    method: "card",
  };
  const { page: check, pay } = await asha.check(form, fields);
  expect(wordsOf(check.text)).toContain("Pay TSh 10,350 by card");
  expect(wordsOf(check.text)).toContain("here TSh 350, so TSh 10,350 in total, and no refunds");
  const without = await pay({ ...holder, terms: "" });
  expect(without.status).toBe(400);
  expect(wordsOf(without.text)).toContain("Please accept the terms and conditions to proceed");
  expect(without.text).toContain('value="P.O. Box 1"');

  const leaving = leadsTo(await pay(holder));
  const page = await asha.open(leaving);
  expect(page.text).toMatch(/<a class="button" href="http[^"]*\/sandbox\/selcom\/paymentgw\//i);
  expect(page.text).not.toContain("http-equiv");
  expect((await donor(site).open(leaving)).status).toBe(303);
  const reference = await phone.decide("approve");
  const result = leadsTo(await asha.open(`/api/payments/selcom/return/${reference}?payment_status=FAIL`));
  const thanks = await asha.open(result);
  expect(wordsOf(thanks.text)).toContain(en.giving.result.successTitle);
  expect(wordsOf(thanks.text)).toContain("TSh 350");
  await expectLedger();
});

test("a card's holder abroad goes on with a number of their own country, and hears what is no number", async () => {
  const asha = donor(site);
  const fields = { amount: "10000", who: "named", name: "Asha Juma", method: "card" };
  const { page, pay } = await asha.check(form, { ...fields, email: "abroad@example.org" });
  const challenge = hiddenFields(page.text)["proof"];
  const proof = challenge === undefined ? {} : { proof: solved(challenge) };
  const wrong = await pay({ ...holder, ...proof, country: "GB", cardPhone: "07911 123456" });
  expect(wrong.status).toBe(400);
  expect(wordsOf(wrong.text)).toContain(errors.cardPhone);
  expect(wordsOf(wrong.text)).not.toContain(errors.phoneInvalid);
  const abroad = { ...holder, ...proof, country: "GB", cardPhone: "+44 7911 123456" };
  expect(leadsTo(await pay(abroad))).toMatch(/\/pay$/);
});

test("a second card from one place is set a challenge; without script a wait is asked for, and nothing typed is lost", async () => {
  const asha = donor(site);
  const fields = { amount: "10000", who: "named", name: "Asha Juma", method: "card" };
  const { page, pay } = await asha.check(form, { ...fields, email: "second-card@example.org" });
  const challenge = hiddenFields(page.text)["proof"] ?? "";
  const told = await pay(holder);
  expect(told.status).toBe(428);
  expect(wordsOf(told.text)).toMatch(/press the button again in (?:30|29|28) seconds/);
  expect(told.text).toContain('value="P.O. Box 1"');
  expect(hiddenFields(told.text)["proof"]).toBe(challenge);
  const wrong = await pay({ ...holder, terms: "", proof: solved(challenge) });
  expect(wrong.status).toBe(400);
  leadsTo(await pay({ ...holder, proof: hiddenFields(wrong.text)["proof"] ?? "" }));
});

test("Selcom's page takes mobile money without a fee, from somebody without a name too", async () => {
  const asha = donor(site);
  const leaving = await asha.give(form, { ...anonymous(), method: "page" });
  expect((await asha.open(leaving)).status).toBe(200);
  const reference = await phone.decide("approve");
  const result = leadsTo(await asha.open(`/api/payments/selcom/return/${reference}`));
  expect(wordsOf((await asha.open(result)).text)).toContain(en.giving.result.successTitle);
  await expectLedger();
});

test("records that cannot be reached are said in the specification's words, and nobody is asked for money", async () => {
  site.expectErrors(/a gift could not be kept|could not be answered/);
  const asha = donor(site);
  const fields = named();
  const ways = [
    ["push", "Payment Failed", "Failed to create donation record: our records cannot be reached"],
    ["page", "Payment Error", "Something went wrong. Try again."],
    ["card", "Payment Failed", "Failed to process payment: our records cannot be reached"],
  ] as const;
  const checks = [];
  for (const way of ways) checks.push({ way, ...(await asha.check(form, { ...fields, method: way[0] })) });
  const before = (await phone.asked()).length;
  await onDatabase(
    site.databaseUrl,
    `create function full_disk() returns trigger language plpgsql as
       $$ begin raise exception 'full' using errcode = '53100'; end $$;
     create trigger full_disk before insert on donations execute function full_disk()`,
  );
  try {
    for (const { way, page, pay } of checks) {
      const [, title, message] = way;
      const proof = way[0] === "card" ? { proof: solved(hiddenFields(page.text)["proof"] ?? "") } : {};
      const { status, text } = await pay({ ...holder, ...proof });
      expect([status, wordsOf(text).includes(title), wordsOf(text).includes(message)], way[0]).toEqual([
        ...[503, true, true],
      ]);
    }
    const order = await site.ask("/api/donations/order", {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({
        campaign_id: "conference-center",
        amount: 5_000,
        currency: "TZS",
        buyer_phone: fields.phone,
        isAnonymous: true,
      }),
    });
    expect([order.status, JSON.parse(order.text).message]).toEqual([503, "Something went wrong. Try again."]);
  } finally {
    await onDatabase(site.databaseUrl, "drop trigger full_disk on donations; drop function full_disk");
  }
  expect((await phone.asked()).length).toBe(before);
  for (const { way, pay } of checks.slice(0, 1)) expect(leadsTo(await pay()), way[0]).toContain("processing");
});

test("a goal that is reached, and a pause that comes, while somebody pays: the gift counts all the same", async () => {
  const asha = donor(site);
  const { pay } = await asha.check("/campaigns/student-scholarship/donate", anonymous());
  const change = (what: string) =>
    onDatabase(site.databaseUrl, `update campaigns set ${what} where id = 'student-scholarship'`);
  await change("goal_amount = 1000");
  const waiting = leadsTo(await pay());
  await change("status = 'paused'");
  await phone.decide("approve");
  const thanks = await asha.open(leadsTo(await asha.open(waiting)));
  expect(wordsOf(thanks.text)).toContain(en.giving.result.successTitle);
  await expectLedger();
});

test("a paused campaign takes nothing, and says so", async () => {
  const asha = donor(site);
  const path = "/campaigns/ablution-block/donate";
  const { pay } = await asha.check(path, anonymous());
  await onDatabase(site.databaseUrl, "update campaigns set status = 'paused' where id = 'ablution-block'");
  const late = await pay();
  expect(late.status).toBe(409);
  expect(wordsOf(late.text)).toContain(en.giving.notBegun.paused);
  expect((await site.get("/campaigns/no-such/donate")).status).toBe(404);
});

test("the button carries an amount of one's own, from an address and after an error", async () => {
  const says = (text: string) => wordsOf(text).includes("\nContinue with TSh 12,345\n");
  expect(says((await site.get(`${form}?amount=12345`)).text)).toBe(true);
  expect(says((await site.get("/campaigns/conference-center?amount=12345")).text)).toBe(true);
  const typed = { ...anonymous(), amount: "other", otherAmount: "12 345", phone: "" };
  expect(says((await donor(site).post(form, typed)).text)).toBe(true);
  expect(says((await donor(site).post(form, { ...typed, otherAmount: "elfu" })).text)).toBe(false);
});

test("who gave a wrong number finds everything but the number filled in, and no stranger does", async () => {
  const asha = donor(site);
  const waiting = await asha.give(form, {
    ...named(),
    amount: "other",
    otherAmount: "12345",
    message: "Kwa baba",
  });
  const link = /<a href="([^"]*)">Wrong number/.exec((await asha.open(waiting)).text)?.[1] ?? "";
  const { text } = await asha.open(link);
  for (const kept of ['value="Asha Juma"', 'value="asha@example.org"', "Kwa baba", 'value="12345"'])
    expect(text).toContain(kept);
  const number = /<input[^>]*name="phone"[^>]*>/.exec(text)?.[0] ?? "";
  expect(number).toMatch(/autofocus/i);
  expect(number).not.toContain("value=");
  expect(text).not.toMatch(/name="wallet"[^>]*checked/);
  expect((await donor(site).open(link)).text).not.toMatch(/Asha|baba/);
  await phone.decide("decline");
});

test("after Selcom's page the way and the number stay as they were", async () => {
  const asha = donor(site);
  const fields = { ...anonymous(), method: "page" };
  const order = (await asha.give(form, fields)).split("/").at(-2) ?? "";
  const reference = await phone.decide("decline");
  const failed = leadsTo(await asha.open(`/api/payments/selcom/return/${reference}`));
  expect(wordsOf((await asha.open(failed)).text)).toContain(en.giving.failureTitle);
  const { text } = await asha.open(`${form}?retry=${order}`);
  expect(text).toContain(`value="${fields.phone}"`);
  expect(text).toMatch(/<input[^>]*id="method-page"[^>]*checked/);
  expect((await donor(site).open(`${form}?retry=${order}`)).text).not.toContain(fields.phone);
});

test("the reference that the operator gave finds the gift for its giver, and for nobody else", async () => {
  const asha = donor(site);
  await asha.give(form, { ...anonymous(), method: "page" });
  const ours = await phone.decide("approve");
  const paid = await asha.open(leadsTo(await asha.open(`/api/payments/selcom/return/${ours}`)));
  const printed = new RegExp(`${en.giving.receipt.provider}\n(\\S+)`).exec(wordsOf(paid.text))?.[1] ?? "";
  expect(printed).not.toBe("");
  for (const name of ["transid", "transactionId"]) {
    const address = `/selcom-webhook?${name}=${printed}`;
    expect(wordsOf((await asha.open(address)).text)).toContain(en.giving.result.successTitle);
    expect((await donor(site).open(address)).text).toContain('data-result="unknown"');
  }
});

for (const [language, texts] of [
  ["en", en.giving],
  ["sw", sw.giving],
] as const)
  test(`${language}: whoever pays on the provider's page hears of that page, of no PIN and no prompt, and of no letter`, async () => {
    const asha = donor(site);
    const fields = { ...anonymous(), method: "page" };
    const leaving = await asha.give(localAddress(language, form), fields);
    const order = leaving.split("/").at(-2) ?? "";
    const waiting = localAddress(language, `/payment-processing?order_id=${order}`);
    const { hosted0, hosted30, hosted90 } = texts.waiting;
    for (const [seconds, said] of [
      [0, hosted0],
      [31, hosted30],
      [91, hosted90],
    ] as const) {
      await onDatabase(
        site.databaseUrl,
        `update payments set created_at = now() - interval '${seconds} seconds' where donation_id =
         (select id from donations where external_id = '${order}')`,
      );
      for (const each of [asha, donor(site)]) {
        const { text } = await each.open(waiting);
        expect(wordsOf(text)).toContain(said);
        expect(text).not.toMatch(/PIN|prompt|text message|siri|ombi|ujumbe wa/);
      }
    }
    const timeout = localAddress(language, `/selcom-webhook?order_id=${order}&status=timeout`);
    const { text } = await asha.open(timeout);
    expect(wordsOf(text)).toContain(`${texts.result.timeoutHosted} ${texts.result.keeps}`);
    const address = leadsTo(await asha.post(localAddress(language, form), { ...named(), method: "page" }));
    const kept = leadsTo(await asha.post(address, hiddenFields((await asha.open(address)).text)));
    const named_ = localAddress(
      language,
      `/selcom-webhook?order_id=${kept.split("/").at(-2)}&status=timeout`,
    );
    expect(wordsOf((await asha.open(named_)).text)).toContain(texts.result.keepsByMail);
  });

test("who gave without a name or an e-mail is offered no letter", async () => {
  const asha = donor(site);
  for (const [fields, offered] of [
    [anonymous(), false],
    [named(), true],
  ] as const) {
    const order = orderOf(await asha.give(form, fields));
    await phone.decide("approve");
    const receipt = await asha.open(`/donations/${order}`);
    expect(wordsOf(receipt.text).includes(en.giving.receipt.mailSend)).toBe(offered);
  }
});

test("only ways that are offered are named to whoever cannot pay by a phone of here", async () => {
  const asha = donor(site);
  const cards = (value: string) =>
    onDatabase(
      site.databaseUrl,
      `insert into site_settings (key, value, is_public) values ('cards', '${value}', true)
       on conflict (key) do update set value = excluded.value`,
    );
  const said = async (number: string) =>
    wordsOf((await asha.post(form, { ...anonymous(), phone: number })).text);
  await cards('{"stopped": true}');
  expect(await said("+44 7911 123456")).toContain(errors.phoneForeignBank);
  expect(await said("0732 123 456")).toContain(errors.ttclBank);
  await cards('{"stopped": false}');
  expect(await said("+44 7911 123456")).toContain(errors.phoneForeignCard);
  const dialog = "/campaigns/girls-dormitories/mobile?amount=50000";
  const typed = { amount: "50000", wallet: "Mpesa", phone: "+44 7911 123456" };
  const { text } = await asha.post(dialog, typed);
  expect(wordsOf(text)).toContain(errors.phoneForeignOthers);
  expect(wordsOf(text)).toContain(en.giving.result.otherWay);
});

test("zakat that only its fee lifts over the limit is told so, and a card that would cost too much names the bank", async () => {
  const asha = donor(site);
  const fields = { ...anonymous(), amount: "other", otherAmount: "4,900,000", fee: "yes" };
  const over = "With the fee it is TSh 5,071,500, and mobile money takes at most TSh 5,000,000";
  expect(wordsOf((await asha.post("/campaigns/zakat/donate", fields)).text)).toContain(over);
  const fixed = await asha.open("/campaigns/zakat/mobile?amount=4900000&fee=yes");
  expect(wordsOf(fixed.text)).toContain(over);
  expect(wordsOf((await asha.open("/campaigns/zakat/mobile?amount=4900000")).text)).not.toContain("at most");

  const card = { ...anonymous(), method: "card", amount: "other" };
  const large = await asha.check(form, { ...card, otherAmount: "1000000000" });
  expect(wordsOf(large.page.text)).toContain("The fee on this card payment is TSh 35,000,000");
  expect(wordsOf(large.page.text)).toContain("CONFERENCE-CENTER");
  const usual = await asha.check(form, { ...card, otherAmount: "50000" });
  expect(wordsOf(usual.page.text)).not.toContain("bank may refuse");
  const most = await asha.post(form, { ...card, otherAmount: "999999999999" });
  expect(wordsOf(most.text)).toContain("At most TSh 10,000,000,000 can be paid here in one go.");
});

test("the campaign's page stays the same for everybody, and an amount in its address is chosen", async () => {
  const page = await site.get("/campaigns/conference-center");
  expect(page.headers["cache-control"]).toContain("public");
  expect(page.text).not.toContain('name="key"');
  const chosen = await site.get("/campaigns/conference-center?amount=50000");
  expect(chosen.text).toMatch(/name="otherAmount"[^>]*value="50000"|value="50000"[^>]*name="otherAmount"/);
  expect(chosen.headers["cache-control"]).toContain("no-store");
});
