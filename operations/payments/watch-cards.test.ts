import { sql } from "kysely";
import { afterAll, beforeEach, expect, test } from "vitest";
import { addDays, dayOf } from "#domain/system/calendar.ts";
import { testRecords } from "#tests/support/database/open.ts";
import {
  cardWay,
  expectSoundLedger,
  reportOf,
  scriptedProvider,
  settleReported,
  readDonationState,
  startedDonation,
} from "#tests/support/donations/begin.ts";
import { campaign } from "#tests/support/database/records.ts";
import { watchCards } from "./watch-cards.ts";

const { db } = await testRecords();
const selcom = scriptedProvider("selcom");
const providers = { azampay: null, selcom };
const clock = () => new Date();
const to = await campaign(db);
afterAll(() => expectSoundLedger(db));

beforeEach(async () => {
  selcom.script.questions.length = 0;
  selcom.script.about = () => ({ kind: "unavailable", why: "not told", raw: null });
  await db.updateTable("payments").set({ asked_at: new Date() }).execute();
});

async function paidCard(settledDaysAgo: number, askedDaysAgo: number | null, over = {}) {
  const donation = await startedDonation(db, selcom, to, { way: cardWay(selcom), ...over });
  await settleReported(db, reportOf(donation, { provider: "selcom" }));
  const ago = (days: number | null) => (days === null ? null : new Date(Date.now() - days * 86_400_000));
  await db
    .updateTable("payments")
    .set({ settled_at: ago(settledDaysAgo), asked_at: ago(askedDaysAgo) })
    .where("id", "=", donation.id)
    .execute();
  return donation;
}

test.each([
  [6, null, false],
  [8, null, true],
  [8, 6, false],
  [100, 8, true],
  [119, 8, true],
  [121, 60, false],
])("a card paid %i and checked %s days ago is checked: %s", async (paid, checkedAgo, due) => {
  const donation = await paidCard(paid, checkedAgo);
  await watchCards(db, providers, clock);
  expect(selcom.script.questions).toEqual(due ? [donation.reference] : []);
  await watchCards(db, providers, clock);
  expect(selcom.script.questions).toHaveLength(due ? 1 : 0);
});

test("a card whose answer cannot be stored stops no other check", async () => {
  const [poisoned, good] = [await paidCard(30, 20), await paidCard(30, 10)];
  selcom.script.about = () => ({
    kind: "report",
    report:
      selcom.script.questions.at(-1) === poisoned.reference
        ? reportOf(poisoned, { provider: "selcom", operatorReference: "a\0b" })
        : reportOf(good, { provider: "selcom", outcome: "reversed" }),
  });
  await expect(watchCards(db, providers, clock)).rejects.toThrow("0x00");
  expect(selcom.script.questions).toEqual([poisoned.reference, good.reference]);
  expect((await readDonationState(db, good.externalId)).payment).toBe("reversed");
});

test("mobile money is not checked again", async () => {
  await paidCard(30, 20, { way: { kind: "push", provider: selcom, phone: "255712999999", network: "Tigo" } });
  expect(await watchCards(db, providers, clock)).toEqual({ checked: 0, answered: 0 });
});

test("no more cards are checked than the limit, the longest unchecked first", async () => {
  await paidCard(60, 8);
  const longest = await paidCard(60, 30);
  expect(await watchCards(db, providers, clock, { most: 1 })).toEqual({ checked: 1, answered: 0 });
  expect(selcom.script.questions).toEqual([longest.reference]);
});

test("a chargeback leaves the ledger and becomes a case with its deadline", async () => {
  const donation = await paidCard(90, 8);
  selcom.script.about = () => ({
    kind: "report",
    report: reportOf(donation, { provider: "selcom", outcome: "reversed" }),
  });
  expect(await watchCards(db, providers, clock)).toEqual({ checked: 1, answered: 1 });
  expect(await readDonationState(db, donation.externalId)).toMatchObject({
    payment: "reversed",
    journals: ["donation", "fee", "donation-reversal", "fee-reversal"],
    cases: ["reversed"],
  });
  const { rows } = await sql`select details from cases where payment_id = ${donation.id}`.execute(db);
  expect(rows).toEqual([{ details: { status: "succeeded", deadline: addDays(dayOf(clock()), 7) } }]);
});

test("money returned with another status is a mismatch with the same deadline", async () => {
  const donation = await paidCard(60, 8);
  const { outcome: _, ...about } = reportOf(donation, { provider: "selcom" });
  selcom.script.about = () => ({
    kind: "report",
    report: {
      ...about,
      outcome: "contradictory",
      claims: "reversed",
      why: "CHARGEBACK",
      providerWord: "CHARGEBACK",
    },
  });
  await watchCards(db, providers, clock);
  expect(await readDonationState(db, donation.externalId)).toMatchObject({
    payment: "succeeded",
    cases: ["mismatch"],
  });
  const { rows } = await sql`select details from cases where payment_id = ${donation.id}`.execute(db);
  expect(rows).toMatchObject([{ details: { answer: "CHARGEBACK", deadline: addDays(dayOf(clock()), 7) } }]);
});

test("a card still paid is unchanged and checked a week later", async () => {
  const donation = await paidCard(30, 8);
  selcom.script.about = () => ({ kind: "report", report: reportOf(donation, { provider: "selcom" }) });
  expect(await watchCards(db, providers, clock)).toEqual({ checked: 1, answered: 1 });
  expect(await readDonationState(db, donation.externalId)).toMatchObject({
    payment: "succeeded",
    cases: [],
    nextCheck: null,
  });
  expect(await watchCards(db, providers, clock)).toEqual({ checked: 0, answered: 0 });
});
