import { expect, test } from "vitest";
import { localAddress } from "#app/site/address.ts";
import en from "#app/messages/en.ts";
import sw from "#app/messages/sw.ts";
import { openCase } from "#operations/cases/open.ts";
import { onDatabase } from "#tests/support/database/open.ts";
import { donor, hiddenFields, leadsTo, pretendPhone, wordsOf } from "#tests/support/donations/donor.ts";
import { anonymous, form, named, orderOf } from "#tests/support/donations/form-fields.ts";
import { solved } from "#tests/support/donations/solve-proof.ts";
import { expectSoundLedger, newPhone, reportOf, settleReported } from "#tests/support/donations/begin.ts";
import { testSite } from "#tests/support/server/site.ts";

const site = await testSite({
  kind: "demo",
  environment: { SMTP_URL: "smtp://127.0.0.1:9", MAIL_FROM: "Fund <fund@fund.example>" },
});
const phone = pretendPhone(site);
const { errors } = en.giving;

test("expired payment pages and payments closed by staff are named so", async () => {
  const asha = donor(site);
  const leaving = await asha.give(form, { ...anonymous(), method: "page" });
  const order = leaving.split("/").at(-2) ?? "";
  await site.ask("/sandbox/_admin/clock", {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ advanceSeconds: 3_600 }),
  });
  const redirect = leadsTo(await asha.post(`/payment-processing?order_id=${order}`, {}));
  expect(wordsOf((await asha.open(redirect)).text)).toContain(en.giving.failure["page-expired"]);

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
  expect(closed).not.toContain("You have not been charged");
});

test("without confirmation that its page opened, no donor returns to one", async () => {
  const asha = donor(site);
  const leaving = await asha.give(form, { ...anonymous(), method: "page" });
  const order = leaving.split("/").at(-2) ?? "";
  const waiting = `/payment-processing?order_id=${order}`;
  expect(wordsOf((await asha.open(waiting)).text)).toContain("On the payment page, pay");
  await onDatabase(
    site.databaseUrl,
    `update payments set status = 'unknown', page_url = null, created_at = now() - interval '40 seconds'
     where donation_id = (select id from donations where external_id = '${order}')`,
  );
  const words = wordsOf((await asha.open(waiting)).text);
  expect(words).toContain(en.giving.waiting.unopened);
  for (const text of ["hosted", "resume", "hosted30"] as const)
    expect(words).not.toContain(en.giving.waiting[text]);
  expect(words).not.toContain(en.giving.payYourself.waitingHosted);
  for (const status of ["timeout", "processing", "manual_check"]) {
    const result = await asha.open(`/payment-response?order_id=${order}&status=${status}`);
    expect(wordsOf(result.text), status).toContain(en.giving.result.timeoutUnopened);
  }
});

const holder = {
  ...{ firstName: "Asha", lastName: "Juma", address: "P.O. Box 1", city: "Morogoro", region: "Morogoro" },
  ...{ postcode: "67101", country: "TZ", cardPhone: "0712345678", terms: "yes" },
};

test("a card pays the fee after accepting terms and sees the result", async () => {
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
  expect(wordsOf(check.text)).toContain(
    "a 3.5% processing fee (TSh 350), TSh 10,350 in total, and no refunds",
  );
  const without = await pay({ ...holder, address: "", cardPhone: "", country: "", terms: "" });
  expect(without.status).toBe(400);
  const shown = [...without.text.matchAll(/class="field-error" id="(\w+)-error"/g)].map(([, field]) => field);
  expect(shown, "each at its field").toEqual(["cardPhone", "address", "country", "terms"]);
  const listed = [...without.text.matchAll(/<a href="#(\w+)"/g)].map(([, field]) => field);
  expect(listed, "the others are folded").toEqual(["cardPhone", "address", "country", "terms"]);
  expect(wordsOf(without.text)).toContain("3 more fields are marked below.");
  const few = await pay({ ...holder, address: "", terms: "" });
  expect([...few.text.matchAll(/<a href="#(\w+)"/g)].map(([, field]) => field)).toEqual(["address", "terms"]);
  expect(wordsOf(without.text)).toContain("Please accept the terms and conditions to proceed");
  expect(without.text).toContain('value="Morogoro"');

  const leaving = leadsTo(await pay(holder));
  const page = await asha.open(leaving);
  expect(page.text).toMatch(/<a class="button" href="http[^"]*\/sandbox\/selcom\/paymentgw\//i);
  expect(page.text).not.toContain("http-equiv");
  expect((await donor(site).open(leaving)).status).toBe(303);
  const waiting = await asha.open(`/payment-processing?order_id=${leaving.split("/").at(-2)}`);
  expect(wordsOf(waiting.text)).toContain("On the payment page, pay TSh 10,350 to ");
  expect(wordsOf(waiting.text)).not.toContain(en.giving.payYourself.title);
  const reference = await phone.decide("approve");
  const result = leadsTo(await asha.open(`/api/payments/selcom/return/${reference}?payment_status=FAIL`));
  const thanks = await asha.open(result);
  expect(wordsOf(thanks.text)).toContain(en.giving.result.successTitle);
  expect(wordsOf(thanks.text)).toContain("TSh 350");
  await expectSoundLedger(site.db);
});

test("a foreign cardholder's number works, and an invalid number gets an error", async () => {
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

test("a second card gets a challenge, or a wait without script", async () => {
  const asha = donor(site);
  const fields = { amount: "10000", who: "named", name: "Asha Juma", method: "card" };
  const { page, pay } = await asha.check(form, { ...fields, email: "second-card@example.org" });
  const challenge = hiddenFields(page.text)["proof"] ?? "";
  const answer = await pay(holder);
  expect(answer.status).toBe(428);
  expect(wordsOf(answer.text)).toContain("wait half a minute, then press the button again");
  expect(answer.text).toContain('value="P.O. Box 1"');
  expect(hiddenFields(answer.text)["proof"]).toBe(challenge);
  const wrong = await pay({ ...holder, terms: "", proof: solved(challenge) });
  expect(wrong.status).toBe(400);
  leadsTo(await pay({ ...holder, proof: hiddenFields(wrong.text)["proof"] ?? "" }));
});

test("no page leads to the payment page after an earlier try was paid, or while this one is in doubt", async () => {
  const asha = donor(site);
  const first = orderOf(await asha.give(form, named()));
  const paymentOf = (orderId: string) =>
    site.db
      .selectFrom("payments as p")
      .innerJoin("donations as d", "d.id", "p.donation_id")
      .select(["p.id", "p.reference", "p.provider_reference", "p.amount"])
      .where("d.external_id", "=", orderId)
      .executeTakeFirstOrThrow();
  const leaving = await asha.give(form, { ...anonymous(), method: "page", retry: first });
  const waiting = `/payment-processing?order_id=${leaving.split("/").at(-2)}`;
  expect((await asha.open(leaving)).status).toBe(200);
  expect((await asha.open(waiting)).text).toContain("/sandbox/selcom/paymentgw/");
  expect(await settleReported(site.db, reportOf(await paymentOf(first)))).toBe("succeeded");
  expect(leadsTo(await asha.open(leaving))).toBe(waiting);
  expect((await asha.open(waiting)).text).not.toContain("/sandbox/selcom/paymentgw/");

  const another = await asha.give(form, { ...anonymous(), method: "page" });
  const payment = await paymentOf(another.split("/").at(-2) ?? "");
  await onDatabase(
    site.databaseUrl,
    `with failed as (update payments set status = 'cancelled' where id = ${payment.id} returning donation_id)
     update donations set status = 'failed' where id in (select donation_id from failed)`,
  );
  await openCase(site.db, "not-booked", { paymentId: payment.id, details: {} });
  expect((await asha.open(another)).status).toBe(303);
});

const hint = (orderId: string, outcome: "paid" | null) =>
  site.db
    .updateTable("payments")
    .set({ hint: outcome, hinted_at: outcome && new Date() })
    .where("donation_id", "=", (of) =>
      of.selectFrom("donations").select("id").where("external_id", "=", orderId),
    )
    .execute();

test.each(["this payment", "the repeated payment"] as const)(
  "no page leads to a payment while a doubt is young: %s",
  async (which) => {
    const asha = donor(site);
    const first = orderOf(await asha.give(form, named()));
    const leaving = await asha.give(form, { ...anonymous(), method: "page", retry: first });
    const page = leaving.split("/").at(-2) ?? "";
    const waiting = `/payment-processing?order_id=${page}`;
    const open = async (address: string) => {
      const answer = await asha.open(address);
      return answer.status === 303 ? "" : answer.text;
    };
    const paysOn = "/sandbox/selcom/paymentgw/";
    const bank = en.giving.payYourself.title;
    for (const address of [leaving, waiting]) expect(await open(address)).toContain(paysOn);
    const inDoubt = which === "this payment" ? page : first;
    await hint(inDoubt, "paid");
    expect(leadsTo(await asha.open(leaving))).toBe(waiting);
    const words = await open(waiting);
    for (const each of [paysOn, "On the payment page, pay", bank, "phone_of="])
      expect(words).not.toContain(each);
    const again = await asha.check(form, { ...named(), retry: page });
    expect((await again.pay()).status).toBe(409);

    await hint(inDoubt, null);
    const number = await asha.give(form, { ...anonymous(), method: "number", retry: page });
    const numbered = number.split("/").at(-2) ?? "";
    expect(await open(number)).toContain("*150*");
    await hint(which === "this payment" ? numbered : first, "paid");
    const strangers = (await donor(site).open(number)).text;
    for (const text of [await open(number), strangers]) {
      expect(text).not.toContain("*150*");
      expect(wordsOf(text)).toContain(
        which === "this payment" ? en.giving.result.doubtText : en.giving.result.thisOpen,
      );
    }
  },
);

test("the waiting page of a phone offers no other payment while its doubt is young", async () => {
  const asha = donor(site);
  const order = orderOf(await asha.give(form, named()));
  const offers = async () => {
    const { text } = await asha.open(`/payment-processing?order_id=${order}`);
    const result = (await asha.open(`/selcom-webhook?order_id=${order}&status=manual_check`)).text;
    const [safe = ""] = en.giving.result.safeAt.split("{time}");
    return ["phone_of=", en.giving.payYourself.title, safe].filter((each) =>
      `${text} ${result}`.includes(each),
    );
  };
  expect(await offers()).toHaveLength(3);
  await hint(order, "paid");
  expect(await offers()).toEqual([]);
});

test("Selcom's page takes mobile money without fee, also from anonymous donors", async () => {
  const asha = donor(site);
  const leaving = await asha.give(form, { ...anonymous(), method: "page" });
  expect((await asha.open(leaving)).status).toBe(200);
  const reference = await phone.decide("approve");
  const result = leadsTo(await asha.open(`/api/payments/selcom/return/${reference}`));
  expect(wordsOf((await asha.open(result)).text)).toContain(en.giving.result.successTitle);
  await expectSoundLedger(site.db);
});

test.each([
  ["anonymous", { isAnonymous: true }, "Anonymous"],
  ["named", {}, "Asha Juma"],
])("Selcom gets the right name for an API client's %s donor", async (_who, fields, buyer) => {
  const order = await site.ask("/api/donations/order", {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({
      campaign_id: "conference-center",
      amount: 5_000,
      buyer_phone: newPhone(),
      buyer_name: "Asha Juma",
      buyer_email: "asha@example.org",
      ...fields,
    }),
  });
  expect(order.status, order.text).toBe(200);
  expect((await phone.latest()).order?.buyer).toBe(buyer);
});

test("unreachable records show the specification's error and ask for no money", async () => {
  site.expectErrors(/donation could not be stored|request failed/);
  const asha = donor(site);
  const fields = named();
  const ways = [
    ["push", "Payment Failed", "Failed to create donation record: our database is not available"],
    ["page", "Payment Error", "Something went wrong. Try again."],
    ["card", "Payment Failed", "Failed to process payment: our database is not available"],
  ] as const;
  const checks = [];
  for (const way of ways) checks.push({ way, ...(await asha.check(form, { ...fields, method: way[0] })) });
  const before = (await phone.payments()).length;
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
  expect((await phone.payments()).length).toBe(before);
  for (const { way, pay } of checks.slice(0, 1)) expect(leadsTo(await pay()), way[0]).toContain("processing");
});

test("method and number stay the same after Selcom's page", async () => {
  const asha = donor(site);
  const fields = { ...anonymous(), method: "page" };
  const order = (await asha.give(form, fields)).split("/").at(-2) ?? "";
  const reference = await phone.decide("decline");
  const failed = leadsTo(await asha.open(`/api/payments/selcom/return/${reference}`));
  expect(wordsOf((await asha.open(failed)).text)).toContain(en.giving.result.cancelledTitle);
  const { text } = await asha.open(`${form}?retry=${order}`);
  expect(text).toContain(`value="${fields.phone}"`);
  expect(text).toMatch(/<input[^>]*id="method-page"[^>]*checked/);
  expect((await donor(site).open(`${form}?retry=${order}`)).text).not.toContain(fields.phone);
});

test("the network reference finds the donation for its donor only", async () => {
  const asha = donor(site);
  await asha.give(form, { ...anonymous(), method: "page" });
  const ours = await phone.decide("approve");
  const paid = await asha.open(leadsTo(await asha.open(`/api/payments/selcom/return/${ours}`)));
  const printed = new RegExp(`${en.giving.result.reference}\n(\\S+)`).exec(wordsOf(paid.text))?.[1] ?? "";
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
  test(`${language}: texts about the provider's page mention no PIN or payment request`, async () => {
    const asha = donor(site);
    const fields = { ...anonymous(), method: "page" };
    const leaving = await asha.give(localAddress(language, form), fields);
    const order = leaving.split("/").at(-2) ?? "";
    const waiting = localAddress(language, `/payment-processing?order_id=${order}`);
    const { hosted0, hosted30, hosted90 } = texts.waiting;
    for (const [seconds, message] of [
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
        expect(wordsOf(text)).toContain(message);
        const [asks = ""] = texts.waiting.hostedAsks.split(" {payee}");
        expect(wordsOf(text)).toContain(asks.replace("{amount}", "TSh 5,000"));
        expect(wordsOf(text)).toContain(texts.payYourself.waitingHosted);
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
