import fc from "fast-check";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { type Database } from "#database/sql.server.ts";
import { testRecords } from "#tests/support/database/open.ts";
import {
  allowZakat,
  campaign,
  complete,
  donationEntries,
  journal,
  markPaid,
  pendingDonation,
  reverse,
  type Entry,
} from "#tests/support/database/records.ts";
import { colleague } from "#tests/support/accounts/staff-roles.ts";

const { db, asOwner } = await testRecords();

const totalsOf = (id: string) =>
  db
    .selectFrom("campaigns_with_calculated_days")
    .select(["amount_raised", "donors_count"])
    .where("id", "=", id)
    .executeTakeFirstOrThrow();

const problems = () => db.selectFrom("broken_promises").selectAll().execute();

test("a confirmed donation raises its campaign's total and adds one donor", async () => {
  const to = await campaign(db);
  await complete(db, await pendingDonation(db, { to, amount: 25_000n }));
  await pendingDonation(db, { to, amount: 99_000n });
  expect(await totalsOf(to)).toEqual({ amount_raised: 25_000n, donors_count: 1n });
});

test("a reversed donation lowers both again and stays completed", async () => {
  const to = await campaign(db);
  const donation = await pendingDonation(db, { to });
  await reverse(db, donation, await complete(db, donation));
  expect(await totalsOf(to)).toEqual({ amount_raised: 0n, donors_count: 0n });
  const { status } = await db
    .selectFrom("donations")
    .select("status")
    .where("id", "=", donation.donationId)
    .executeTakeFirstOrThrow();
  expect(status).toBe("completed");
});

test("a donation confirmed several times is recorded once", async () => {
  const donation = await pendingDonation(db, { to: await campaign(db) });
  await complete(db, donation);
  await expect(complete(db, donation)).rejects.toThrow(/journal_payment_id_kind_key/);
});

test("a donation is reversed only once, by an exact opposite entry", async () => {
  const donation = await pendingDonation(db, { to: await campaign(db) });
  const original = await complete(db, donation);
  const half = donationEntries({ ...donation, amount: donation.amount / 2n }).map((entry) => ({
    ...entry,
    amount: -entry.amount,
  }));
  await expect(
    db
      .transaction()
      .execute((tx) =>
        journal(
          tx,
          { kind: "donation-reversal", payment_id: donation.paymentId, reversed_of: original },
          half,
        ),
      ),
  ).rejects.toThrow(/does not undo/);
  await reverse(db, donation, original);
  await expect(reverse(db, donation, original)).rejects.toThrow(
    /journal_reversed_of_key|journal_payment_id_kind_key/,
  );
});

test("the provider or two people can reverse a donation, not one alone", async () => {
  const donation = await pendingDonation(db, { to: await campaign(db) });
  const original = await complete(db, donation);
  const undone = donationEntries(donation).map((entry) => ({ ...entry, amount: -entry.amount }));
  const undoing = {
    kind: "donation-reversal",
    payment_id: donation.paymentId,
    reversed_of: original,
  } as const;
  const undo = (by: string | null) =>
    db.transaction().execute(async (tx) => {
      await tx
        .updateTable("payments")
        .set({ status: "reversed" })
        .where("id", "=", donation.paymentId)
        .execute();
      await tx
        .updateTable("donations")
        .set({ reversed_at: new Date() })
        .where("id", "=", donation.donationId)
        .execute();
      await journal(tx, { ...undoing, entered_by: by }, undone);
    });
  const refused = /without a message of its provider or two people/;
  await expect(undo(null)).rejects.toThrow(refused);
  await expect(undo("somebody")).rejects.toThrow(refused);
  const word = { provider: "selcom", kind: "status", body: "{}", payment_id: donation.paymentId } as const;
  await db
    .insertInto("provider_messages")
    .values({ ...word, verdict: "reversed", judged_at: new Date() })
    .execute();
  await expect(undo("somebody")).rejects.toThrow(refused);
  await undo(null);
});

test("a commit refuses a journal entry that does not sum to zero", async () => {
  const unbalanced = asOwner.transaction().execute((tx) =>
    journal(tx, { kind: "settlement" }, [
      { account: "bank", amount: 49_000n },
      { account: "provider_receivable:selcom", amount: -50_000n },
    ]),
  );
  await expect(unbalanced).rejects.toThrow(/does not sum to zero: -1000 TZS/);
});

test("different currencies do not balance each other", async () => {
  const mixed = asOwner.transaction().execute((tx) =>
    journal(tx, { kind: "settlement" }, [
      { account: "bank", amount: 100n, currency: "USD" },
      { account: "provider_receivable:selcom", amount: -100n, currency: "TZS" },
    ]),
  );
  await expect(mixed).rejects.toThrow(/does not sum to zero/);
});

test("a journal entry may balance only after its last step", async () => {
  await asOwner.transaction().execute(async (tx) => {
    const id = await journal(tx, { kind: "settlement" }, [{ account: "bank", amount: 49_000n }]);
    await tx
      .insertInto("postings")
      .values([
        { journal_id: id, line: 1, account: "provider_fees", amount: 1_000n, currency: "TZS" },
        { journal_id: id, line: 2, account: "provider_receivable:selcom", amount: -50_000n, currency: "TZS" },
      ])
      .execute();
  });
  expect(await problems()).toEqual([]);
});

test("a journal entry without lines is refused", async () => {
  await expect(journal(asOwner, { kind: "settlement" }, [])).rejects.toThrow(/no postings/);
});

test("no line is added to a journal entry after its transaction", async () => {
  const id = await complete(db, await pendingDonation(db, { to: await campaign(db) }));
  const late = db
    .insertInto("postings")
    .values([
      { journal_id: id, line: 5, account: "bank", amount: 1n, currency: "TZS" },
      { journal_id: id, line: 6, account: "cash", amount: -1n, currency: "TZS" },
    ])
    .execute();
  await expect(late).rejects.toThrow(/closed/);
});

// The site's role lacks the right, and so do most owners. The trigger refuses superusers, and owners who have the
// rights needed for locks.
test.each([
  "update journal set id = id + 1",
  "update postings set line = line + 1",
  "update journal set note = 'other'",
  "delete from journal",
  "truncate journal cascade",
  "update postings set amount = 1",
  "delete from postings",
  "truncate postings",
  "update audit_log set action = 'other'",
  "delete from audit_log",
  "truncate audit_log",
])("append-only: %s", async (statement) => {
  await expect(sql.raw(statement).execute(asOwner)).rejects.toThrow(/append-only|permission denied/);
  await expect(sql.raw(statement).execute(db)).rejects.toThrow(/permission denied/);
});

test.each([
  "update campaign_totals set raised = 1",
  "delete from campaign_totals",
  "truncate campaign_totals",
  "update fund_totals set raised = 1",
])("only the ledger changes totals: %s", async (statement) => {
  await expect(sql.raw(statement).execute(asOwner)).rejects.toThrow(/through the ledger/);
  await expect(sql.raw(statement).execute(db)).rejects.toThrow(/permission denied/);
});

test("a donation is not completed without its journal entry", async () => {
  const donation = await pendingDonation(db, { to: await campaign(db) });
  const completed = db
    .updateTable("donations")
    .set({ status: "completed", completed_at: new Date() })
    .where("id", "=", donation.donationId)
    .execute();
  await expect(completed).rejects.toThrow(/not in the ledger/);
});

test("a journal entry needs a completed donation with the same amount", async () => {
  const donation = await pendingDonation(db, { to: await campaign(db) });
  const unpaid = db
    .transaction()
    .execute((tx) =>
      journal(tx, { kind: "donation", payment_id: donation.paymentId }, donationEntries(donation)),
    );
  await expect(unpaid).rejects.toThrow(/does not match its donation/);

  const tooMuch = db.transaction().execute(async (tx) => {
    await markPaid(tx, donation);
    await journal(
      tx,
      { kind: "donation", payment_id: donation.paymentId },
      donationEntries({ ...donation, amount: 10_001n }),
    );
  });
  await expect(tooMuch).rejects.toThrow(/does not match its donation/);
});

test("a donation is not recorded for another campaign", async () => {
  const donation = await pendingDonation(db, { to: await campaign(db) });
  const other = await campaign(db);
  const astray = db.transaction().execute(async (tx) => {
    await markPaid(tx, donation);
    const entries = donationEntries({ ...donation, campaignId: other, fund: `campaign:${other}` });
    await journal(tx, { kind: "donation", payment_id: donation.paymentId }, entries);
  });
  await expect(astray).rejects.toThrow(/does not match its donation/);
});

test("an account outside the chart of accounts does not exist", async () => {
  const unknown = asOwner
    .transaction()
    .execute((tx) => journal(tx, { kind: "settlement" }, [{ account: "pocket", amount: 1n }]));
  await expect(unknown).rejects.toThrow(/postings_account_check/);
});

test("money of a Zakat campaign goes only to its Zakat account", async () => {
  const to = await campaign(db, { is_zakat_eligible: true });
  const donation = await pendingDonation(db, { to });
  expect(donation.fund).toBe(`zakat:${to}`);
  await expect(complete(db, { ...donation, fund: `campaign:${to}` })).rejects.toThrow(/foreign key/);
  await complete(db, donation);
  expect(await totalsOf(to)).toEqual({ amount_raised: 10_000n, donors_count: 1n });
});

test("other money never goes to a Zakat account", async () => {
  const to = await campaign(db);
  const donation = await pendingDonation(db, { to });
  await expect(complete(db, { ...donation, fund: `zakat:${to}` })).rejects.toThrow(/foreign key/);
});

test("Zakat money cannot pay a fee or another fund", async () => {
  const zakat = await campaign(db, { is_zakat_eligible: true });
  const other = await campaign(db);
  for (const taker of [
    { account: "fee_income", campaign_id: null },
    { account: "provider_fees", campaign_id: null },
    { account: `campaign:${other}`, campaign_id: other },
  ]) {
    const taken = asOwner.transaction().execute((tx) =>
      journal(tx, { kind: "settlement" }, [
        { account: `zakat:${zakat}`, amount: 500n, campaign_id: zakat },
        { ...taker, amount: -500n },
      ]),
    );
    await expect(taken).rejects.toThrow(/zakat money cannot be posted to/);
  }
});

test("Zakat goes only to eligible recipients and keeps the raised total", async () => {
  const to = await campaign(db, { is_zakat_eligible: true });
  await complete(db, await pendingDonation(db, { to }));
  const payOut = (beneficiary: "student-in-debt" | null) =>
    asOwner.transaction().execute((tx) =>
      journal(tx, { kind: "payout", beneficiary }, [
        { account: `zakat:${to}`, amount: 4_000n, campaign_id: to },
        { account: "bank", amount: -4_000n },
      ]),
    );
  await expect(payOut(null)).rejects.toThrow(/beneficiary/);
  await payOut("student-in-debt");
  expect((await totalsOf(to)).amount_raised).toBe(10_000n);
});

test("Zakat leaves only by a payout to a named recipient", async () => {
  const to = await campaign(db, { is_zakat_eligible: true });
  const donation = await pendingDonation(db, { to });
  await complete(db, donation);
  const taken = [
    { account: `zakat:${to}`, amount: 4_000n, campaign_id: to },
    { account: "bank", amount: -4_000n },
  ];
  const settled = (entries: Entry[]) =>
    asOwner.transaction().execute((tx) => journal(tx, { kind: "settlement" }, entries));
  await expect(settled(taken)).rejects.toThrow(/zakat money cannot be part of a settlement/);
  await expect(settled(taken.map((each) => ({ ...each, amount: -each.amount })))).rejects.toThrow(
    /zakat money cannot be part of a settlement/,
  );
  const named = { kind: "settlement", beneficiary: "poor-student" } as const;
  await expect(asOwner.transaction().execute((tx) => journal(tx, named, taken))).rejects.toThrow(/part of a/);

  const other = await pendingDonation(db, { to });
  const smuggled = db.transaction().execute(async (tx) => {
    await markPaid(tx, other);
    await journal(tx, { kind: "donation", payment_id: other.paymentId }, [
      ...donationEntries(other),
      ...taken,
    ]);
  });
  await expect(smuggled).rejects.toThrow(/a donation takes nothing out of Zakat/);

  await settled([
    { account: "bank", amount: 10_000n },
    { account: "provider_receivable:selcom", amount: -10_000n },
  ]);
});

test("after any first donation, even unpaid, a campaign keeps its Zakat flag", async () => {
  const flip = (id: string, is_zakat_eligible: boolean) =>
    db.updateTable("campaigns").set({ is_zakat_eligible }).where("id", "=", id).execute();
  for (const zakat of [true, false]) {
    const to = await campaign(db, { is_zakat_eligible: !zakat });
    await flip(to, zakat);
    if (zakat) await allowZakat(db, to);
    await pendingDonation(db, { to });
    await expect(flip(to, !zakat)).rejects.toThrow(/its Zakat flag cannot change/);
    await flip(to, zakat);
  }
});

test("an unconfirmed offline donation keeps the Zakat flag", async () => {
  const to = await campaign(db);
  const by = await colleague(db, "staff");
  await db
    .insertInto("offline_donations")
    .values({
      ...{ campaign_id: to, amount: 5_000n, currency: "TZS", method: "bank", received_on: "2026-11-20" },
      ...{ reference: "FT-1", donor: '{"kind":"anonymous"}', language: "en", entered_by: by },
    })
    .execute();
  const changed = db.updateTable("campaigns").set({ is_zakat_eligible: true }).where("id", "=", to).execute();
  await expect(changed).rejects.toThrow(/its Zakat flag cannot change/);
});

test("a donation that starts at the same moment keeps the Zakat flag", async () => {
  const to = await campaign(db);
  const begun = Promise.withResolvers<void>();
  const committed = Promise.withResolvers<void>();
  const giving = db.transaction().execute(async (tx) => {
    await pendingDonation(tx, { to });
    begun.resolve();
    await committed.promise;
  });
  await begun.promise;
  const changing = db
    .updateTable("campaigns")
    .set({ is_zakat_eligible: true })
    .where("id", "=", to)
    .execute();
  const outcome = changing.then(() => "changed", String);
  await expect.poll(() => waiting(db)).toBe(1);
  committed.resolve();
  await giving;
  expect(await outcome).toMatch(/its Zakat flag cannot change/);
});

async function waiting(db: Database["readWrite"]): Promise<number> {
  const { rows } = await sql`
    select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
  `.execute(db);
  return rows.length;
}

test("a campaign with money keeps its currency and its Zakat flag", async () => {
  const to = await campaign(db);
  await db.updateTable("campaigns").set({ is_zakat_eligible: true }).where("id", "=", to).execute();
  await allowZakat(db, to);
  await complete(db, await pendingDonation(db, { to }));
  const change = (values: { is_zakat_eligible: boolean } | { currency: "USD" }) =>
    db.updateTable("campaigns").set(values).where("id", "=", to).execute();
  await expect(change({ is_zakat_eligible: false })).rejects.toThrow(/its Zakat flag cannot change/);
  await expect(change({ currency: "USD" })).rejects.toThrow(/foreign key/);
  await db.updateTable("campaigns").set({ goal_amount: 5n }).where("id", "=", to).execute();
});

test("simultaneous donations to one campaign are all recorded", async () => {
  const to = await campaign(db);
  const donations = await Promise.all(
    Array.from({ length: 40 }, () => pendingDonation(db, { to, amount: 1_000n })),
  );
  await Promise.all(donations.map((donation) => complete(db, donation)));
  expect(await totalsOf(to)).toEqual({ amount_raised: 40_000n, donors_count: 40n });
});

test("totals match the ledger after donations and reversals in any order", async () => {
  const tillNow = { campaigns: [await campaign(db), await campaign(db, { is_zakat_eligible: true })] };
  const dollars = await campaign(db, { currency: "USD" });
  const event = fc.record({
    to: fc.constantFrom(...tillNow.campaigns, dollars),
    amount: fc.bigInt({ min: 1n, max: 5_000_000_000n }),
    end: fc.constantFrom("pending" as const, "completed" as const, "reversed" as const),
  });
  const expected = new Map<string, { amount_raised: bigint; donors_count: bigint }>();

  await fc.assert(
    fc.asyncProperty(fc.array(event, { minLength: 1, maxLength: 6 }), async (events) => {
      for (const { to, amount, end } of events) {
        const donation = await pendingDonation(db, { to, amount, currency: to === dollars ? "USD" : "TZS" });
        if (end === "pending") continue;
        const booked = await complete(db, donation);
        if (end === "reversed") {
          await reverse(db, donation, booked);
          continue;
        }
        const before = expected.get(to) ?? { amount_raised: 0n, donors_count: 0n };
        expected.set(to, {
          amount_raised: before.amount_raised + amount,
          donors_count: before.donors_count + 1n,
        });
      }
      for (const [id, totals] of expected) expect(await totalsOf(id)).toEqual(totals);
      expect(await problems()).toEqual([]);
    }),
    { numRuns: 25 },
  );
});

test("the ledger check finds a planted difference", async () => {
  const to = await campaign(db);
  await complete(db, await pendingDonation(db, { to }));
  const planted = asOwner.transaction().execute(async (tx) => {
    await sql`alter table campaign_totals disable trigger through_ledger`.execute(tx);
    await tx.updateTable("campaign_totals").set({ raised: 1n }).where("campaign_id", "=", to).execute();
    const found = await tx.selectFrom("broken_promises").selectAll().execute();
    throw new Error(JSON.stringify(found));
  });
  await expect(planted).rejects.toThrow(
    `{"promise":"I5","problem":"total differs from the ledger","subject":"${to}"}`,
  );
});

const breaches: [string, string][] = [
  ["I2", "update donations set status = 'pending', completed_at = null where id = $donation"],
  ["I3", "update donations set amount = amount + 1 where id = $donation"],
  ["I4", "update payments set status = 'failed' where id = $payment"],
  ["I6", "update provider_messages set judged_at = null, received_at = now() - interval '6 minutes'"],
  [
    "I7",
    "update payments set status = 'pending', updated_at = now() - interval '16 minutes' where id = $payment",
  ],
  ["I7", "update payments set status = 'review' where id = $payment"],
  ["I8", "delete from provider_messages where payment_id = $payment"],
  ["I8", "update provider_messages set verdict = 'accepted' where payment_id = $payment"],
  [
    "I9",
    `insert into outbox (donation_id, template, recipient) values ($donation, 'receipt', 'a@example.org');
     update donations set status = 'pending', completed_at = null where id = $donation`,
  ],
];

test.each(breaches)("the ledger check fails when %s is broken", async (promise, breach) => {
  const donation = await pendingDonation(db, { to: await campaign(db) });
  await complete(db, donation);
  const seen = asOwner.transaction().execute(async (tx) => {
    // This bypasses every guard, as only the database's owner could.
    for (const table of ["donations", "payments"])
      await sql`alter table ${sql.ref(table)} disable trigger user`.execute(tx);
    const statement = breach
      .replaceAll("$payment", String(donation.paymentId))
      .replaceAll("$donation", String(donation.donationId));
    await sql.raw(statement).execute(tx);
    const found = await tx.selectFrom("broken_promises").select("promise").execute();
    throw new Error(found.map((each) => each.promise).join(" "));
  });
  await expect(seen).rejects.toThrow(promise);
});
