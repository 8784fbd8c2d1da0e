import { expect, test } from "vitest";
import { readCollectors } from "#database/system/overview.ts";
import { campaign } from "#tests/support/database/records.ts";
import { testRecords } from "#tests/support/database/open.ts";
import {
  reportedDonation,
  reportOf,
  scriptedProvider,
  settleReported,
  startedDonation,
} from "#tests/support/donations/begin.ts";

const { db } = await testRecords();

test("donors who do not pay are counted apart from failures of the provider", async () => {
  const provider = scriptedProvider();
  const id = await campaign(db);
  await reportedDonation(db, provider, id);
  for (const providerWord of [
    "The payment request was not answered",
    "The payer declined",
    "Insufficient balance",
    "The network rejected the payment",
  ]) {
    const started = await startedDonation(db, provider, id);
    await settleReported(db, reportOf(started, { outcome: "declined", providerWord }));
  }
  const [azampay, selcom] = await readCollectors(db);
  expect(azampay).toMatchObject({ provider: "azampay", paidInHour: 1, failedInHour: 1, unpaidInHour: 3 });
  expect(selcom).toMatchObject({ provider: "selcom", paidInHour: 0, failedInHour: 0, unpaidInHour: 0 });
});

test("a reversal leaves the last paid time and the payments of the hour", async () => {
  const provider = scriptedProvider();
  const paid = await reportedDonation(db, provider, await campaign(db));
  const [before] = await readCollectors(db);
  await settleReported(db, reportOf(paid, { outcome: "reversed" }));
  const [after] = await readCollectors(db);
  expect(after).toEqual(before);
});
