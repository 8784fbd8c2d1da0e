import { expect, test } from "vitest";
import type { Inquiry } from "#domain/payments/provider.ts";
import { testRecords } from "#tests/support/database/open.ts";
import { campaign } from "#tests/support/database/records.ts";
import { scriptedProvider, startedDonation } from "#tests/support/donations/begin.ts";
import { checkPayment } from "./check-status.ts";

const { db } = await testRecords();
const azampay = scriptedProvider("azampay");
const to = await campaign(db);
const soon = () => new Date(Date.now() + 60_000);

const unavailable = (status: number | null): Inquiry => ({
  ...{ kind: "unavailable", why: "no report in it" },
  raw: status === null ? null : { status, body: "" },
});

test.each([
  ["a timeout", unavailable(null), "no answer"],
  ["a failing server", unavailable(502), "no answer"],
  ["an unknown order", unavailable(404), "unclear"],
  ["a payment without a status check", { kind: "unaskable", why: "no id", raw: null }, "not asked"],
  ["a provider that is not configured", null, "not asked"],
] as const)("the verdict on %s tells silence from an answer", async (_, inquiry, verdict) => {
  const { id, reference } = await startedDonation(db, azampay, to);
  if (inquiry !== null) azampay.script.about = () => inquiry;
  const providers = { azampay: inquiry === null ? null : azampay, selcom: null };
  await checkPayment(db, providers, reference, soon);
  const stored = await db
    .selectFrom("provider_messages")
    .select("verdict")
    .where("payment_id", "=", id)
    .where("kind", "=", "status")
    .execute();
  expect(stored).toEqual([{ verdict }]);
});
