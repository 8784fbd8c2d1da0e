import { afterAll, beforeEach, expect, test } from "vitest";
import { testRecords } from "#tests/support/database/open.ts";
import { credentials, listeningSandbox } from "#tests/support/payments/listening-sandbox.ts";
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
import { openOutside } from "#outside/http.ts";
import { openSelcom } from "#payments/selcom/selcom.ts";
import { suspendOrganizer } from "#operations/campaigns/suspend-organizer.ts";
import { colleague } from "#tests/support/accounts/staff-roles.ts";
import { cancelExpiredOrders } from "./cancel-expired-orders.ts";
import { reconcilePayments } from "./check-open.ts";

const { db } = await testRecords();
const selcom = scriptedProvider("selcom");
const to = await campaign(db);
afterAll(() => expectSoundLedger(db));
const minutesFromNow = (minutes: number) => () => new Date(Date.now() + minutes * 60_000);

beforeEach(() => {
  selcom.script.cancelled.length = 0;
});

test("an expired unpaid order is cancelled, and then checked", async () => {
  const donation = await startedDonation(db, selcom, to, { way: cardWay(selcom) });
  const paid = await startedDonation(db, selcom, to, { way: cardWay(selcom) });
  await settleReported(db, reportOf(paid, { provider: "selcom" }));
  const cancel = (minutes: number) =>
    cancelExpiredOrders(db, { azampay: null, selcom }, minutesFromNow(minutes));
  await cancel(64);
  expect(selcom.script.cancelled).toEqual([]);
  selcom.script.cancel = () => ({ kind: "cancelled", raw: { status: 200, body: "{}" } });
  expect(await cancel(66)).toBe(1);
  expect(selcom.script.cancelled).toEqual([donation.reference]);
  expect(await readDonationState(db, donation.externalId)).toMatchObject({
    payment: "pending",
    donation: "pending",
  });
  selcom.script.about = () => ({
    kind: "report",
    report: reportOf(donation, { provider: "selcom", outcome: "cancelled" }),
  });
  await reconcilePayments(db, { azampay: null, selcom }, minutesFromNow(66), { together: 1 });
  expect(await readDonationState(db, donation.externalId)).toMatchObject({
    payment: "cancelled",
    donation: "failed",
  });
});

test("a failed cancellation is tried again an hour later, not sooner", async () => {
  await startedDonation(db, selcom, to, { way: cardWay(selcom) });
  selcom.script.cancel = () => ({ kind: "refused", why: "010", raw: null });
  const cancel = (minutes: number) =>
    cancelExpiredOrders(db, { azampay: null, selcom }, minutesFromNow(minutes));
  expect(await cancel(70)).toBe(0);
  await cancel(120);
  expect(selcom.script.cancelled).toHaveLength(1);
  await cancel(131);
  expect(selcom.script.cancelled).toHaveLength(2);
});

test("a cancelled order cannot be paid at the gateway's simulator", async () => {
  await using sandbox = await listeningSandbox();
  await sandbox.administer("switches", { selcom: { expiry: "leaves it open" } });
  const settings = {
    baseUrl: `${sandbox.baseUrl}/selcom`,
    ...credentials.selcom,
    callbackUrl: `${sandbox.merchantUrl}/selcom`,
    pageHosts: [new URL(sandbox.baseUrl).host],
    orderExpiryMinutes: 60,
  };
  const real = openSelcom(settings, openOutside([sandbox.baseUrl]), () => new Date());
  const provider = { ...scriptedProvider("selcom"), ...real };
  const donation = await startedDonation(db, provider, to, { way: cardWay(provider) });
  await sandbox.advance(3_700);
  await cancelExpiredOrders(db, { azampay: null, selcom: real }, minutesFromNow(66));
  await sandbox.administer("decide", {
    gateway: "selcom",
    reference: donation.reference,
    decision: "approve",
  });
  await reconcilePayments(db, { azampay: null, selcom: real }, minutesFromNow(66), { together: 1 });
  expect(await readDonationState(db, donation.externalId)).toMatchObject({
    payment: "cancelled",
    donation: "failed",
  });
});

test("an unpaid order is cancelled at once when its campaign is held", async () => {
  const [organizer, staff] = [await colleague(db, "organizer"), await colleague(db, "staff")];
  const well = await campaign(db, { owner_id: organizer });
  const donation = await startedDonation(db, selcom, well, { way: cardWay(selcom) });
  selcom.script.cancel = () => ({ kind: "cancelled", raw: { status: 200, body: "{}" } });
  const cancel = () => cancelExpiredOrders(db, { azampay: null, selcom }, minutesFromNow(1));
  expect(await cancel()).toBe(0);
  await suspendOrganizer(db, { userId: organizer, reason: "We check a report.", by: staff });
  expect(await cancel()).toBe(1);
  expect(selcom.script.cancelled).toEqual([donation.reference]);
});
