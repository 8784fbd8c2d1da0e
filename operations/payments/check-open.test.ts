import { sql } from "kysely";
import { expect, test } from "vitest";
import { patience, questionsARun, questionsTogether } from "#domain/payments/status.ts";
import { testRecords } from "#tests/support/database/open.ts";
import {
  readDonationState,
  reportOf,
  scriptedProvider,
  startedDonation,
} from "#tests/support/donations/begin.ts";
import { campaign } from "#tests/support/database/records.ts";
import type { Providers } from "./check-status.ts";
import { reconcilePayments } from "./check-open.ts";

const { db } = await testRecords();
const azampay = scriptedProvider("azampay");
const selcom = scriptedProvider("selcom");
const providers: Providers = { azampay, selcom };
const to = await campaign(db);
const soon = () => new Date(Date.now() + 15_000);

/** Unanswered payments, begun in the last half hour, with a long overdue status check. */
async function insertUnanswered(count: number): Promise<void> {
  await sql`
    with given as (
      insert into donations (campaign_id, amount, currency, provider, external_id, receipt_key)
      select ${to}, 1000, 'TZS', 'azampay', 'unanswered-' || n, 'key-' || n from generate_series(1, ${count}::int) n
      returning id, external_id
    )
    insert into payments
      (donation_id, provider, method, reference, status, amount, currency, created_at, next_check_at)
    select id, 'azampay', 'mobile', external_id, 'pending', 1000, 'TZS',
      now() - interval '1 minute' - id % 1700 * interval '1 second', now() - interval '30 seconds'
    from given
  `.execute(db);
}

const unanswered = 10_000;
await insertUnanswered(unanswered);

const checkedReferences = async (how: Parameters<typeof reconcilePayments>[3], clock = soon) => {
  const before = azampay.script.questions.length;
  await reconcilePayments(db, providers, clock, how);
  return azampay.script.questions.slice(before);
};

test("a new donation among 10,000 overdue ones is checked first", async () => {
  const donation = await startedDonation(db, azampay, to);
  expect((await checkedReferences({ most: questionsTogether }))[0]).toBe(donation.reference);
});

test("a donation begun during a run is checked with the next claim", async () => {
  const together = 4;
  let late = "";
  let count = 0;
  let starting: Promise<void> | undefined;
  azampay.script.about = async () => {
    count += 1;
    if (count === 6)
      starting = startedDonation(db, azampay, to).then(({ reference }) => void (late = reference));
    // Faster questions wait, so that a slow start of the donation does not let them claim more.
    await starting;
    return { kind: "unavailable", why: "not told", raw: null };
  };
  const questions = await checkedReferences({ most: 60, together });
  // Up to two claims were made before it began, and one can be for the longest overdue.
  expect(questions.slice(0, 6 + 4 * together)).toContain(late);
});

test("the longest overdue payment is checked although newer ones are due", async () => {
  const oldest = await startedDonation(db, azampay, to);
  await sql`
    update payments set created_at = now() - interval '20 hours', next_check_at = now() - interval '1 hour'
    where id = ${oldest.id}
  `.execute(db);
  expect(await checkedReferences({ most: 16, together: 4 })).toContain(oldest.reference);
});

test("a stopped run makes claimed payments due again", async () => {
  const stopping = new AbortController();
  azampay.script.about = () => {
    stopping.abort();
    return { kind: "unavailable", why: "not told", raw: null };
  };
  // Payments of the earlier tests become due while this test runs.
  const now = soon();
  const due = () =>
    db
      .selectFrom("payments")
      .select(({ fn }) => fn.countAll<bigint>().as("count"))
      .where("next_check_at", "<=", now)
      .executeTakeFirstOrThrow();
  const { count: before } = await due();
  const questions = await checkedReferences({ together: 8, stop: stopping.signal }, () => now);
  expect(questions.length).toBeLessThanOrEqual(8);
  expect((await due()).count).toBe(before - BigInt(questions.length));
});

test("an answer that cannot be stored stops no other check, and opens a case", async () => {
  await db.updateTable("payments").set({ next_check_at: null }).execute();
  const poisoned = await startedDonation(db, azampay, to);
  const good = await startedDonation(db, azampay, to);
  azampay.script.about = () => ({
    kind: "report",
    report:
      azampay.script.questions.at(-1) === good.reference
        ? reportOf(good)
        : reportOf(poisoned, { operatorReference: "a\0b" }),
  });
  await expect(reconcilePayments(db, providers, soon, { together: 1 })).rejects.toThrow("0x00");
  expect((await readDonationState(db, good.externalId)).payment).toBe("succeeded");
  const tomorrow = () => new Date(Date.now() + patience + 60_000);
  await expect(reconcilePayments(db, providers, tomorrow, { together: 1 })).rejects.toThrow("0x00");
  expect(await readDonationState(db, poisoned.externalId)).toMatchObject({
    payment: "review",
    cases: ["no-answer"],
  });
});

test("runs keep up with 10,000 open payments at 250 ms each", () => {
  const threeMinutes = 180;
  const pause = 5;
  const run = (questionsARun / questionsTogether) * 0.25 + pause;
  expect((threeMinutes / run) * questionsARun).toBeGreaterThanOrEqual(10_000);
});
