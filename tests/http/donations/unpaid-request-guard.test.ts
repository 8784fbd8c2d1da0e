import { afterAll, beforeAll, expect, test } from "vitest";
import { sql } from "kysely";
import { requestsOfAddress } from "#domain/payments/limits.ts";
import en from "#app/messages/en.ts";
import sw from "#app/messages/sw.ts";
import { donor, hiddenFields, leadsTo, pretendPhone, wordsOf } from "#tests/support/donations/donor.ts";
import { jsonOf, withGateways } from "#tests/support/payments/gateway-site.ts";
import { anonymous, form, newNumber } from "#tests/support/donations/form-fields.ts";
import { newPhone } from "#tests/support/donations/begin.ts";
import { solved } from "#tests/support/donations/solve-proof.ts";
import { testSite } from "#tests/support/server/site.ts";

const site = await testSite({ kind: "demo" });
const gateways = withGateways(site);
const { byMobile, db, post } = gateways;
const phone = pretendPhone(site);
afterAll(gateways.close);

const asha = donor(site);
let failed = "";
// All requests of this file come from one address with too many unpaid payment requests.
beforeAll(async () => {
  failed = leadsTo(await asha.open(await asha.give(form, anonymous()).then(declined)));
  await sql`
    insert into payment_requests (payment_id, client, sent_at)
    select 1000000000 + n, client, now()
    from generate_series(1, ${requestsOfAddress.unpaid}::int) n, (select client from payment_requests limit 1)
  `.execute(db);
});

async function declined(waiting: string) {
  await phone.decide("decline");
  return waiting;
}

const order = (over: Record<string, unknown> = {}) =>
  post("/api/donations/order", {
    ...{ campaign_id: "conference-center", amount: 20_000, currency: "TZS", isAnonymous: true },
    ...{ buyer_phone: newPhone(), ...over },
  });

test.each([
  ["mobile", byMobile],
  ["order", order],
])("a program at /%s gets a challenge, solves it and succeeds", async (_, give) => {
  const body = { phoneNumber: newPhone() };
  const refused = await give(body);
  expect(refused.status).toBe(428);
  expect(refused.headers["retry-after"]).toBe("30");
  expect(jsonOf(refused).message).toBe(en.answers.proofNeeded.mobile);
  expect(jsonOf(await give({ ...body, language: "sw" })).message).toBe(sw.answers.proofNeeded.mobile);
  expect((await give({ ...body, proof: jsonOf(refused).challenge })).status).toBe(428);
  const taken = await give({ ...body, proof: solved(jsonOf(refused).challenge ?? "") });
  expect(taken.status, taken.text).toBe(200);
});

test.each([
  ["", /wait half a minute, then press the button again/],
  ["/sw", /subiri nusu dakika, kisha bonyeza kitufe tena/],
])("the check page %s sets a challenge, or a wait without script", async (prefix, again) => {
  const { page, pay } = await donor(site).check(`${prefix}${form}`, anonymous());
  const challenge = hiddenFields(page.text)["proof"] ?? "";
  const answer = await pay();
  expect(answer.status).toBe(428);
  expect(wordsOf(answer.text)).toMatch(again);
  expect(answer.text, "nothing is wrong").not.toContain(`id="error-summary"`);
  expect(hiddenFields(answer.text)["proof"]).toBe(challenge);
  leadsTo(await pay({ proof: solved(challenge) }));
});

test("the mobile money page does the same", async () => {
  const address = "/campaigns/conference-center/mobile?amount=5000";
  const person = donor(site);
  const shown = await person.open(address);
  const fields = { ...hiddenFields(shown.text), network: "Mpesa", phone: newNumber() };
  const answer = await person.post(address, fields);
  expect(answer.status).toBe(428);
  expect(wordsOf(answer.text)).toContain("you have not been charged");
  expect(answer.text, "nothing is wrong").not.toContain(`id="error-summary"`);
  leadsTo(await person.post(address, { ...fields, proof: solved(hiddenFields(answer.text)["proof"] ?? "") }));
});

test("the second try of a failed donation does the same", async () => {
  expect(failed).toContain("status=failed");
  const again = `/donations/${new URL(failed, site.url).searchParams.get("order_id")}/again`;
  const answer = await asha.post(again, {});
  expect(answer.status).toBe(428);
  const { proof = "" } = hiddenFields(answer.text);
  expect(leadsTo(await asha.post(again, { proof: solved(proof) }))).toContain("/payment-processing");
});
