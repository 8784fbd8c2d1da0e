import { sql } from "kysely";
import { expect, test } from "vitest";
import { localAddress } from "#app/site/address.ts";
import * as shapes from "#app/api/shapes.ts";
import en from "#app/messages/en.ts";
import sw from "#app/messages/sw.ts";
import { openCase } from "#operations/cases/open.ts";
import { onDatabase } from "#tests/support/database/open.ts";
import { donor, hiddenFields, leadsTo, pretendPhone, wordsOf } from "#tests/support/donations/donor.ts";
import { anonymous, form, named, newNumber, orderOf } from "#tests/support/donations/form-fields.ts";
import { expectSoundLedger, reportOf, settleReported } from "#tests/support/donations/begin.ts";
import { testSite } from "#tests/support/server/site.ts";

const site = await testSite({
  kind: "demo",
  environment: { SMTP_URL: "smtp://127.0.0.1:9", MAIL_FROM: "Fund <fund@fund.example>" },
});
const phone = pretendPhone(site);
/** Read from the database, because a cached page can show figures that are one second old. */
const raised = async () => {
  const campaigns = site.db.selectFrom("public_campaigns").select("amount_raised");
  return (await campaigns.where("id", "=", "conference-center").executeTakeFirstOrThrow()).amount_raised;
};

for (const [language, texts] of [
  ["en", en.giving],
  ["sw", sw.giving],
] as const) {
  const local = (path: string) => localAddress(language, path);

  test(`${language}: an approved request ends in thanks and a receipt`, async () => {
    const asha = donor(site);
    const waiting = await asha.give(local(form), named());
    expect(waiting).toMatch(local("/payment-processing?order_id=conference-center_"));
    const page = await asha.open(waiting);
    expect(page.status).toBe(200);
    expect(page.text).toMatch(/<noscript><meta http-equiv="refresh" content="5"/i);
    expect(wordsOf(page.text)).toContain(texts.waiting.look);
    expect(wordsOf(page.text)).toContain("+255 71• ••• 000");
    expect(wordsOf(page.text)).not.toContain(texts.result.successTitle);
    expect(wordsOf(page.text), "the receipt will have another reference").not.toContain(orderOf(waiting));
    expect(page.text.match(/<details/g)?.length ?? 0).toBeGreaterThan(1);

    await phone.decide("approve");
    const result = leadsTo(await asha.open(waiting));
    expect(result).toBe(local(`/selcom-webhook?order_id=${orderOf(waiting)}&status=success`));
    const thanks = await asha.open(result);
    expect(wordsOf(thanks.text)).toContain(texts.result.successTitle);
    expect(wordsOf(thanks.text)).toContain("Asha Juma");
    expect(thanks.headers["cache-control"]).toContain("no-store");
    expect(thanks.text).toContain('name="robots" content="noindex"');
    await expectSoundLedger(site.db);
  });

  test(`${language}: a declined request charges nothing and prefills the next try`, async () => {
    const asha = donor(site);
    const waiting = await asha.give(local(form), named());
    await phone.decide("decline");
    const failed = await asha.open(leadsTo(await asha.open(waiting)));
    expect(wordsOf(failed.text)).toContain(texts.result.cancelledTitle);
    expect(wordsOf(failed.text)).toContain(texts.failure.cancelled);
    const again = await asha.open(`${local(form)}?retry=${orderOf(waiting)}`);
    expect(again.text).toContain('value="Asha Juma"');
    expect(again.text).toContain(`name="retry" value="${orderOf(waiting)}"`);
    const stranger = await donor(site).open(`${local(form)}?retry=${orderOf(waiting)}`);
    expect(stranger.text).not.toContain("Asha");
    await expectSoundLedger(site.db);
  });

  test(`${language}: an unanswered request is not called a failure`, async () => {
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
    const late = await asha.open(result);
    expect(wordsOf(late.text)).toContain(texts.result.lateText);
    expect(wordsOf(late.text)).toContain(texts.result.bothPaid);
    expect(late.text).toContain(`?retry=${orderOf(waiting)}`);
    expect((await site.get(result)).text, "for the donor only").not.toContain("?retry=");
    expect(late.text, "reloads slowly").toMatch(/<noscript><meta http-equiv="refresh" content="30"/i);
    await phone.decide("approve");
    expect(wordsOf((await asha.open(result)).text)).toContain(texts.result.successTitle);
    await expectSoundLedger(site.db);
  });
}

test("a wrong amount never becomes a success", async () => {
  const asha = donor(site);
  const before = await raised();
  const waiting = await asha.give(form, named());
  await phone.decide("approve", "tenfold");
  const checkedAt = leadsTo(await asha.post(waiting, {}));
  expect(checkedAt).toContain("status=manual_check");
  const { result } = en.giving;
  const expected = `${result.mismatchAsked}\nTSh 5,000\n${result.mismatchCharged}\nTSh 50,000\n${result.mismatchStop}\n`;
  const { text } = await asha.open(checkedAt);
  expect(text, "the page follows the decision").toContain("&quot;shown&quot;:&quot;otherAmount&quot;");
  const looked = wordsOf(text);
  expect(looked).toContain(expected);
  const [, details = ""] = looked.split(`\n${result.details}\n`);
  expect(details).toContain(expected.replace(`${result.mismatchStop}\n`, ""));
  expect(details).not.toContain(`\n${en.giving.check.total}\n`);
  const contact = result.mismatchContact;
  expect(looked).toContain(contact);
  const others = wordsOf((await site.get(checkedAt)).text);
  expect(others, "for strangers").toContain(result.mismatchOther);
  expect(others).not.toContain(expected);
  expect(others).not.toContain(contact);
  expect(looked).toContain(`${en.giving.receipt.status}\n${en.giving.receipt.lookedInto}\n`);
  expect(wordsOf((await asha.open(checkedAt.replace("manual_check", "timeout"))).text)).toContain(expected);
  expect(leadsTo(await asha.open(waiting)), "the waiting page has nothing to wait for").toBe(checkedAt);
  expect(looked, "no automatic update").not.toContain(en.giving.result.keeps);
  const status = await asha.open(`/api/donations/${orderOf(waiting)}`);
  expect(shapes.donationStatus.parse(JSON.parse(status.text))).toMatchObject({ otherAmount: true });
  const forged = await asha.open(checkedAt.replace("manual_check", "success"));
  expect(wordsOf(forged.text)).not.toContain(en.giving.result.successTitle);
  const answer = await asha.open(`${checkedAt}&amount=1&currency=USD&campaignTitle=Palace&Reference=other_1`);
  expect(wordsOf(answer.text)).toContain("TSh 5,000");
  expect(wordsOf(answer.text)).not.toMatch(/Palace|US\$|other_1/);
  expect(await raised()).toBe(before);
  await expectSoundLedger(site.db);
});

test("when the callback is lost, a status check finds the result", async () => {
  const asha = donor(site);
  const waiting = await asha.give(form, named());
  await phone.decide("approve", "lost");
  expect((await asha.open(waiting)).status).toBe(200);
  expect(leadsTo(await asha.post(waiting, {}))).toContain("status=success");
  await expectSoundLedger(site.db);
});

test("frequent checks by the donor reach the provider every ten seconds", async () => {
  const asha = donor(site);
  const waiting = await asha.give(form, named());
  const payment = `payment_id = (select p.id from payments p join donations d on d.id = p.donation_id
    where d.external_id = '${orderOf(waiting)}')`;
  const questions = async () => {
    const found = await site.db
      .selectFrom("provider_messages")
      .select("id")
      .where("kind", "=", "status")
      .where(sql<boolean>`${sql.raw(payment)}`)
      .execute();
    return found.length;
  };
  const checkedBefore = (secondsAgo: number) =>
    onDatabase(
      site.databaseUrl,
      `update payments set asked_at = now() - interval '${secondsAgo} seconds'
       where ${payment.replace("payment_id", "id")}`,
    );
  for (let times = 0; times < 3; times++)
    expect(leadsTo(await asha.post(waiting, {}))).toContain("status=manual_check");
  expect(await questions()).toBe(1);
  await checkedBefore(8);
  await asha.post(waiting, {});
  expect(await questions()).toBe(1);
  await checkedBefore(11);
  await asha.post(waiting, {});
  expect(await questions()).toBe(2);
});

test("pressing the button repeatedly sends one payment request", async () => {
  const asha = donor(site);
  const fields = named();
  const { pay } = await asha.check(form, fields);
  const before = (await phone.payments()).length;
  const answers = await Promise.all([1, 2, 3].map(() => pay()));
  expect(new Set(answers.map(leadsTo)).size).toBe(1);
  expect((await phone.payments()).length).toBe(before + 1);
  const another = await asha.check(form, { ...fields, amount: "10000" });
  const refused = await another.pay();
  expect(refused.status).toBe(409);
  expect(wordsOf(refused.text)).toContain(en.giving.notBegun.promptWaiting);
  expect((await phone.payments()).length).toBe(before + 1);
});

test("back and reload after paying show the status and request nothing", async () => {
  const asha = donor(site);
  const { address, page, pay } = await asha.check(form, named());
  expect(page.status).toBe(200);
  expect(page.headers["cache-control"]).toContain("no-store");
  expect((await asha.open(address)).text).toBe(page.text);
  const waiting = leadsTo(await pay());
  const before = (await phone.payments()).length;
  expect(leadsTo(await asha.open(address))).toBe(waiting);
  await phone.decide("approve");
  expect(leadsTo(await asha.open(leadsTo(await asha.open(address))))).toContain("status=success");
  expect(leadsTo(await pay())).toBe(waiting);
  await onDatabase(site.databaseUrl, "delete from donation_drafts");
  expect(leadsTo(await pay()), "later, the page does not say that nothing was paid").toBe(waiting);
  expect((await phone.payments()).length).toBe(before);
});

test("a donor who lost the answer is still recognised", async () => {
  const { address, pay } = await donor(site).check(form, named());
  await pay();
  const again = donor(site);
  const waiting = leadsTo(await again.open(address));
  expect(wordsOf((await again.open(waiting)).text)).toContain("+255 71");
});

test("the dialog page reports errors itself and pays in one step", async () => {
  const asha = donor(site);
  const path = "/campaigns/girls-dormitories/mobile?amount=50000";
  const first = await asha.open(path);
  const wrong = await asha.post(path, {
    ...hiddenFields(first.text),
    amount: "50000",
    network: "",
    phone: "12",
  });
  expect(wrong.status).toBe(400);
  expect(wrong.text).toMatch(/<title>Error: /);
  expect(wordsOf(wrong.text).split(en.giving.errors.phoneInvalid).length).toBe(3);
  expect(wrong.text).toContain('value="12"');
  const fields = { ...hiddenFields(wrong.text), amount: "50000", network: "Mpesa", phone: newNumber() };
  const waiting = leadsTo(await asha.post(path, fields));
  expect(leadsTo(await asha.post(path, fields))).toBe(waiting);
  expect((await phone.latest()).amount).toBe("50000");
  const other = await asha.post(path, { ...fields, amount: "100000" });
  expect(wordsOf(other.text)).toContain(en.giving.notBegun.otherBody);
});

test("a phone corrected at the last button gets the payment request", async () => {
  const asha = donor(site);
  const { address, page, pay } = await asha.check(form, anonymous());
  expect(wordsOf(page.text)).toContain("Complete your donation of\nTSh 5,000\nusing mobile money.");
  const wrong = await pay({ phone: "12", network: "Mpesa" });
  expect(wrong.status).toBe(400);
  expect(wrong.text).toMatch(/<title>Error: /);
  expect(wrong.text).toContain('value="12"');
  expect(wordsOf(wrong.text).split(en.giving.errors.phoneInvalid).length).toBe(3);
  const before = (await phone.payments()).length;
  leadsTo(await pay({ phone: "0754 999 111", network: "Mpesa" }));
  expect((await phone.payments()).length).toBe(before + 1);
  expect(JSON.stringify(await phone.latest())).toContain("255754999111");
  leadsTo(await asha.open(address));
});

test("one press retries a declined request as a linked donation", async () => {
  const asha = donor(site);
  const waiting = await asha.give(form, { ...named(), message: "Kwa baba" });
  const order = orderOf(waiting);
  const again = `/donations/${order}/again`;
  const before = (await phone.payments()).length;
  // Still pending: it sends nothing and leads to the donation's status.
  expect(leadsTo(await asha.post(again, {}))).toBe(waiting);
  expect((await phone.payments()).length).toBe(before);
  await phone.decide("decline");
  const failed = await asha.open(leadsTo(await asha.open(waiting)));
  expect(wordsOf(failed.text)).toContain(en.giving.result.pushAgain);
  const stranger = await donor(site).open(`/selcom-webhook?order_id=${order}`);
  expect(stranger.text).not.toContain("/again");
  await donor(site).post(again, {});
  expect((await phone.payments()).length).toBe(before);
  const calm = (await asha.open(again)).text;
  expect(calm).toMatch(/class="tried-for">.*<p[^>]*>Conference center<\/p><span>TSh\s5,000<\/span>/s);
  expect(wordsOf(calm)).toMatch(/We will send it to \+255 7/);
  expect(calm, "one press from here").toContain(`<form action="${again}" method="post">`);
  const changed = await asha.open(`${form}?retry=${order}`);
  expect(changed.text, "in the form of its hint").toMatch(/name="phone"[^>]* value="07\d\d \d{3} \d{3}"/);
  const byAddress = (await donor(site).open(again)).text;
  expect(byAddress).not.toContain('tried-for">');
  expect(byAddress.match(/<article/g), "two open campaigns instead of an empty page").toHaveLength(2);
  expect(calm.match(/class="button small" href="\/campaigns"/g), "no Donate beside it").toHaveLength(1);
  expect(calm, "the short footer, as on the page before it").not.toContain("2:261");

  const presses = await Promise.all([1, 2].map(() => asha.post(again, {})));
  expect(new Set(presses.map(leadsTo)).size).toBe(1);
  expect((await phone.payments()).length).toBe(before + 1);
  const second = orderOf(leadsTo(await asha.post(again, {})));
  await phone.decide("approve");
  const thanks = await asha.open(`/selcom-webhook?order_id=${second}`);
  expect(wordsOf(thanks.text)).toContain(en.giving.result.successTitle);
  expect(wordsOf(thanks.text)).toContain("Kwa baba");
  const { external_id } = await site.db
    .selectFrom("donations as d")
    .innerJoin("donations as first", "first.id", "d.retry_of")
    .select("first.external_id")
    .where("d.external_id", "=", second)
    .executeTakeFirstOrThrow();
  expect(external_id).toBe(order);
  expect((await asha.open(again)).text).toContain(waiting);
});

for (const [language, texts] of [
  ["en", en.giving.waiting],
  ["sw", sw.giving.waiting],
] as const)
  test(`${language}: a retry says that the first payment arrived after all`, async () => {
    const local = (path: string) => localAddress(language, path);
    const asha = donor(site);
    const first = orderOf(await asha.give(local(form), named()));
    await phone.decide("decline");
    const byNumber = await asha.give(local(form), { ...named(), method: "number", retry: first });
    expect(byNumber).toMatch(/\/number$/);
    const waiting = leadsTo(await asha.post(local(`/donations/${first}/again`), {}));
    const result = local(`/payment-response?order_id=${orderOf(waiting)}`);
    const paid = texts.earlierPaid.replace("{amount}", "");
    const start = paid.slice(0, paid.indexOf("  "));
    const payYourself = { en, sw }[language].giving.payYourself.title;
    for (const address of [waiting, result, byNumber])
      expect(wordsOf((await asha.open(address)).text), address).not.toContain(start);
    const payment = await site.db
      .selectFrom("payments as p")
      .innerJoin("donations as d", "d.id", "p.donation_id")
      .select(["p.reference", "p.provider_reference", "p.amount"])
      .where("d.external_id", "=", first)
      .executeTakeFirstOrThrow();
    expect(await settleReported(site.db, reportOf(payment))).toBe("corrected");
    for (const address of [waiting, result, byNumber]) {
      const { text } = await asha.open(address);
      for (const words of [start, texts.earlierTwice, texts.earlierLink])
        expect(wordsOf(text), address).toContain(words);
      expect(text).toMatch(/<strong>[^<]*TSh\u00a05,000/);
      expect(wordsOf(text), "no second way to pay").not.toContain(payYourself);
      expect(text).toContain(`order_id=${first}&amp;status=success`);
    }
    expect((await asha.open(result)).text, "no advice to try again").not.toContain('result-safe">');
    const number = await asha.open(byNumber);
    expect(number.text, "no number to pay").not.toMatch(/class="pay-number|\*150\*/);
    expect((await donor(site).open(byNumber)).text, "nor for a relative").not.toContain("*150*");
    const stranger = await donor(site).open(waiting);
    expect(wordsOf(stranger.text), "only the donor").not.toContain(start);
    await phone.decide("approve");
    const thanks = await asha.open(leadsTo(await asha.open(waiting)));
    expect(wordsOf(thanks.text)).not.toContain(start);
  });

test("a retry says that the first payment is in doubt, and invites to no third", async () => {
  const asha = donor(site);
  const first = orderOf(await asha.give(form, named()));
  await phone.decide("decline");
  const waiting = leadsTo(await asha.post(`/donations/${first}/again`, {}));
  const { id: paymentId } = await site.db
    .selectFrom("payments as p")
    .innerJoin("donations as d", "d.id", "p.donation_id")
    .select("p.id")
    .where("d.external_id", "=", first)
    .executeTakeFirstOrThrow();
  await openCase(site.db, "not-booked", { paymentId, details: {} });
  const open = await asha.open(waiting);
  for (const words of [en.giving.waiting.earlierDoubt, en.giving.waiting.earlierWait])
    expect(wordsOf(open.text)).toContain(words);
  expect(open.text).toContain(`order_id=${first}&amp;status=manual_check`);
  await phone.decide("decline");
  const failed = await asha.open(leadsTo(await asha.open(waiting)));
  expect(wordsOf(failed.text)).toContain(en.giving.waiting.earlierDoubt);
  const invites = [
    ...[en.giving.result.safeNow, en.giving.result.pushAgain, en.giving.payYourself.title],
    "You have not been charged",
  ];
  for (const each of invites) expect(wordsOf(failed.text)).not.toContain(each);
  expect(wordsOf(failed.text)).toContain(en.giving.result.thisNotDone);
  const before = (await phone.payments()).length;
  const check = await asha.check(form, { ...named(), retry: first });
  const refused = await check.pay();
  expect([refused.status, wordsOf(refused.text)]).toEqual([
    409,
    expect.stringContaining(en.giving.notBegun.firstInDoubt),
  ]);
  expect(wordsOf(check.page.text)).toContain(en.giving.notBegun.firstInDoubt);
  for (const { text } of [check.page, refused])
    expect(wordsOf(text)).not.toMatch(/You have not been charged|Payment Failed/);
  expect((await phone.payments()).length).toBe(before);
});

test("a repetition of a young payment says that it is open, and knows when it is paid", async () => {
  const asha = donor(site);
  const first = orderOf(await asha.give(form, named()));
  for (const [address, texts] of [
    [form, en],
    [localAddress("sw", form), sw],
  ] as const) {
    const { page } = await asha.check(address, { ...named(), method: "number", retry: first });
    expect(wordsOf(page.text)).toContain(texts.giving.check.earlierOpen);
    expect(wordsOf(page.text)).not.toContain(texts.giving.check.text);
  }
  const number = await asha.give(form, { ...named(), method: "number", retry: first });
  expect((await asha.open(number)).text).toContain("*150*");
  const payment = await site.db
    .selectFrom("payments as p")
    .innerJoin("donations as d", "d.id", "p.donation_id")
    .select(["p.reference", "p.provider_reference", "p.amount"])
    .where("d.external_id", "=", first)
    .executeTakeFirstOrThrow();
  expect(await settleReported(site.db, reportOf(payment))).toBe("succeeded");
  const told = await asha.open(number);
  expect(told.text, "no number to pay").not.toContain("*150*");
  expect(wordsOf(told.text)).toContain(en.giving.waiting.earlierPaid.replace("{amount}", "TSh 5,000"));
});

test("without the donor's cookie, a failed page promises nothing after its repetition was paid", async () => {
  const asha = donor(site);
  const first = orderOf(await asha.give(form, named()));
  await phone.decide("decline");
  const open = async () => wordsOf((await donor(site).open(`/payment-response?order_id=${first}`)).text);
  const invites = [en.giving.result.retry, en.giving.payYourself.title, "You have not been charged"];
  for (const each of invites) expect(await open(), "before").toContain(each);
  await asha.post(`/donations/${first}/again`, {});
  await phone.decide("approve");
  for (const each of invites) expect(await open()).not.toContain(each);
  expect(await open()).toContain(en.giving.result.thisNotDone);
  expect(await open(), "for the donor only").not.toContain("TSh 5,000 arrived");
});

test("a failed page knows that its repetition was paid, and the page of that one sends no third", async () => {
  const asha = donor(site);
  const first = orderOf(await asha.give(form, named()));
  await phone.decide("decline");
  const page = `/payment-response?order_id=${first}`;
  const invites = [
    ...[en.giving.result.safeNow, en.giving.result.pushAgain, en.giving.payYourself.title],
    "You have not been charged",
  ];
  for (const each of invites) expect(wordsOf((await asha.open(page)).text), "before").toContain(each);
  const second = orderOf(leadsTo(await asha.post(`/donations/${first}/again`, {})));
  expect(wordsOf((await asha.open(page)).text), "while it is open").not.toContain(en.giving.result.safeNow);
  await phone.decide("decline");
  expect(wordsOf((await asha.open(page)).text)).toContain(en.giving.result.safeNow);
  const payment = await site.db
    .selectFrom("payments as p")
    .innerJoin("donations as d", "d.id", "p.donation_id")
    .select(["p.reference", "p.provider_reference", "p.amount"])
    .where("d.external_id", "=", second)
    .executeTakeFirstOrThrow();
  expect(await settleReported(site.db, reportOf(payment))).toBe("corrected");
  const { text } = await asha.open(page);
  for (const each of invites) expect(wordsOf(text)).not.toContain(each);
  expect(wordsOf(text)).toContain(en.giving.waiting.laterPaid.replace("{amount}", "TSh 5,000"));
  const before = (await phone.payments()).length;
  const again = await (await asha.check(form, { ...named(), retry: first })).pay();
  expect([again.status, wordsOf(again.text)]).toEqual([
    409,
    expect.stringContaining(en.giving.waiting.earlierPaid.replace("{amount}", "TSh 5,000")),
  ]);
  expect((await phone.payments()).length).toBe(before);
});

test("the button of an open page sends nothing after the first payment arrived", async () => {
  const asha = donor(site);
  const first = orderOf(await asha.give(form, named()));
  await phone.decide("decline");
  const second = orderOf(leadsTo(await asha.post(`/donations/${first}/again`, {})));
  await phone.decide("decline");
  const payment = await site.db
    .selectFrom("payments as p")
    .innerJoin("donations as d", "d.id", "p.donation_id")
    .select(["p.reference", "p.provider_reference", "p.amount"])
    .where("d.external_id", "=", first)
    .executeTakeFirstOrThrow();
  expect(await settleReported(site.db, reportOf(payment))).toBe("corrected");
  const before = (await phone.payments()).length;
  const refused = await asha.post(`/donations/${second}/again`, {});
  expect([refused.status, wordsOf(refused.text)]).toEqual([
    409,
    expect.stringMatching(/We sent no new payment request[^]*Your earlier payment arrived/),
  ]);
  expect((await phone.payments()).length).toBe(before);
  const thanks = `href="/selcom-webhook?order_id=${first}&amp;status=success"`;
  expect(refused.text).toContain(thanks);
  const again = `/sw/donations/${second}/again`;
  const reloaded = await asha.open(again);
  expect(reloaded.text, "after a reload").toContain(thanks.replace('"/', '"/sw/'));
  expect(wordsOf(reloaded.text)).toContain(sw.giving.notBegun.firstPaid);
  const stranger = await donor(site).open(again);
  expect(stranger.text).not.toContain(first);
  expect(wordsOf(stranger.text)).not.toContain(sw.giving.notBegun.firstPaid);
});

test("a phone over its limit gets no request, with the waiting time", async () => {
  const asha = donor(site);
  let waiting = await asha.give(form, named());
  for (let times = 0; times < 2; times++) {
    await phone.decide("decline");
    waiting = leadsTo(await asha.post(`/donations/${orderOf(waiting)}/again`, {}));
  }
  await phone.decide("decline");
  const before = (await phone.payments()).length;
  const refused = await asha.post(`/donations/${orderOf(waiting)}/again`, {});
  expect(refused.status).toBe(429);
  expect(Number(refused.headers["retry-after"])).toBeGreaterThan(3_000);
  expect(wordsOf(refused.text)).toMatch(
    /You have not been charged for this donation\. Try again in \d+ minutes\./,
  );
  expect((await phone.payments()).length).toBe(before);
});

test("a receipt goes again only to its own email, without revealing it", async () => {
  const asha = donor(site);
  const waiting = await asha.give(form, named());
  const order = orderOf(waiting);
  await phone.decide("approve");
  const emails = async () => {
    const found = await site.db
      .selectFrom("outbox as o")
      .innerJoin("donations as d", "d.id", "o.donation_id")
      .select(["o.status", "o.recipient", "o.created_at"])
      .where("d.external_id", "=", order)
      .execute();
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
  expect((await emails()).map(({ status }) => status)).toEqual(["sent"]);
  await askFor(" Asha@Example.org ");
  const [email] = await emails();
  expect(email).toMatchObject({ status: "waiting", recipient: "asha@example.org" });
  // With the first message's id, a mail program would not show it.
  expect(email?.created_at.getFullYear()).not.toBe(2026 - 1);
  for (let times = 0; times < 2; times++) {
    await sent("2026-01-02");
    await askFor("asha@example.org");
  }
  await sent("2026-01-03");
  await askFor("asha@example.org");
  expect((await emails()).map(({ status }) => status)).toEqual(["sent"]);
});

test("the phone-menu instructions show number, amount and reference", async () => {
  const asha = donor(site);
  const waiting = await asha.give(form, named());
  expect(wordsOf((await asha.open(waiting)).text)).toContain(en.giving.payYourself.waiting);
  const status = (now: "unknown" | "pending") =>
    sql`update payments set status = ${now}
      where donation_id = (select id from donations where external_id = ${orderOf(waiting)})`.execute(
      site.db,
    );
  await status("unknown");
  const unsure = wordsOf((await asha.open(waiting)).text);
  expect(unsure).toContain(en.answers.unsure);
  expect(unsure, "beside “Do not pay again”").not.toContain(en.giving.payYourself.title);
  await status("pending");
  await phone.decide("decline");
  const failed = wordsOf((await asha.open(leadsTo(await asha.open(waiting)))).text);
  expect(failed).toContain(en.giving.payYourself.title);
  expect(failed).not.toContain(en.giving.payYourself.waiting);
  expect(failed).toContain("CONFERENCE-CENTER");
  expect(failed).toContain("TSh 5,000");
});

test("another person's order shows no personal data", async () => {
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
    expect(wordsOf(seen.text), "neither the code in the SMS nor another number").not.toContain(
      `\n${en.giving.result.reference}\n`,
    );
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

test("a donation counts despite a reached goal or pause while paying", async () => {
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
  await expectSoundLedger(site.db);
});

test("after a wrong number only the donor finds the rest filled in", async () => {
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
  expect(text).not.toMatch(/name="network"[^>]*checked/);
  expect((await donor(site).open(link)).text).not.toMatch(/Asha|baba/);
  await phone.decide("decline");
});

test("a donor without name or email is offered no email", async () => {
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
