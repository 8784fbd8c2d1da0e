import { expect, test } from "vitest";
import en from "#app/messages/en.ts";
import sw from "#app/messages/sw.ts";
import { postForm } from "#tests/support/accounts/people.ts";
import { donor, hiddenFields, leadsTo, pretendPhone, wordsOf } from "#tests/support/donations/donor.ts";
import { anonymous, form, orderOf } from "#tests/support/donations/form-fields.ts";
import { solved } from "#tests/support/donations/solve-proof.ts";
import { mailbox } from "#tests/support/mail/sent-emails.ts";
import { testSite } from "#tests/support/server/site.ts";

const site = await testSite({ kind: "demo" });
const phone = pretendPhone(site);
const box = await mailbox(site);
const email = "quiet@donors.example";
const holder = {
  ...{ firstName: "Neema", lastName: "Msangi", cardPhone: "0712345678", address: "P.O. Box 1" },
  ...{ city: "Morogoro", region: "Morogoro", postcode: "67101", country: "TZ", terms: "yes" },
};

async function payByCard(cardEmail: string) {
  const neema = donor(site);
  const { page, pay } = await neema.check(form, { ...anonymous(), amount: "10000", method: "card" });
  const { proof } = hiddenFields(page.text);
  const proven = proof === undefined ? {} : { proof: solved(proof) };
  const leaving = leadsTo(await pay({ ...holder, ...proven, cardEmail }));
  const reference = await phone.decide("approve");
  const result = leadsTo(await neema.open(`/api/payments/selcom/return/${reference}`));
  expect(wordsOf((await neema.open(result)).text)).toContain(en.giving.result.successTitle);
  return { order: leaving.split("/").at(-2) ?? "", browser: neema };
}

test("an anonymous card donor gets the receipt at the typed email", async () => {
  const { order } = await payByCard(email);
  const [receipt, ...others] = await box.empty();
  expect([receipt?.to, others]).toEqual([email, []]);
  expect(receipt?.text).toContain("10,350");
  expect(receipt?.text).not.toContain("Neema");
  const stored = await site.db
    .selectFrom("donations")
    .select(["donor_name", "donor_email", "is_anonymous", "wants_updates", "is_shown"])
    .where("external_id", "=", order)
    .executeTakeFirstOrThrow();
  expect(stored).toEqual({
    ...{ donor_name: "Anonymous", donor_email: email, is_anonymous: true },
    ...{ wants_updates: false, is_shown: false },
  });

  await postForm(site, "/my-donations", { email });
  const [link] = await box.empty();
  const own = wordsOf((await site.get(link?.path ?? "")).text);
  expect(own).toContain("TSh 10,000");
  expect(own).not.toContain("Neema");
});

test("a donation that is not paid has no receipt to print", async () => {
  const juma = donor(site);
  const waiting = await juma.give(form, anonymous());
  const path = `/donations/${orderOf(waiting)}`;
  const { receipt } = en.giving;
  const pageOf = async (at: string) => (await juma.open(at)).text;
  for (const [language, texts] of [
    ["", receipt],
    ["/sw", sw.giving.receipt],
  ] as const) {
    const page = await pageOf(language + path);
    expect(page).toContain(`<h1>${texts.titlePending}</h1>`);
    expect(page).not.toContain(texts.print);
    // Another donation could pay twice.
    expect(page).toContain(`href="${language}/payment-processing?order_id=${orderOf(waiting)}"`);
  }
  await phone.decide("decline");
  const declined = await pageOf(path);
  expect(declined).toContain(`<h1>${receipt.titleFailed}</h1>`);
  expect(declined).not.toContain(receipt.print);
  expect(declined).not.toContain('donation-total"');
});

test("without an email no email leaves, and the browser lists the donation", async () => {
  const { order, browser } = await payByCard("");
  expect(await box.empty()).toEqual([]);
  const own = (await browser.open("/my-donations")).text;
  expect(wordsOf(own)).toContain("TSh 10,000");
  expect(own).toContain(`href="/donations/${order}"`);
  expect(own.indexOf(order), "before the form, which needs an email").toBeLessThan(
    own.indexOf('type="email"'),
  );
  expect((await browser.open(`/donations/${order}`)).text).toContain("10,350");
  const stranger = (await donor(site).open("/my-donations")).text;
  expect(stranger).not.toContain(order);
  expect(wordsOf(stranger)).toContain(en.ownDonations.noneHere);
  expect(stranger.indexOf('id="made-here"')).toBeGreaterThan(stranger.indexOf('name="email"'));
});
