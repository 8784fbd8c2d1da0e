import { sql } from "kysely";
import { afterAll, expect, test } from "vitest";
import { tzs, usd } from "#domain/money/money.ts";
import { testRecords } from "#tests/support/database/open.ts";
import {
  begunDonation,
  cardWay,
  expectSoundLedger,
  donationWanted,
  just,
  newPhone,
  scriptedProvider,
  readDonationState,
  startedDonation,
  type ScriptedProvider,
} from "#tests/support/donations/begin.ts";
import { campaign } from "#tests/support/database/records.ts";
import { colleague } from "#tests/support/accounts/staff-roles.ts";
import { suspendOrganizer } from "#operations/campaigns/suspend-organizer.ts";
import { countAttempt } from "#operations/system/count-attempt.ts";
import { startDonation, type WithDonation } from "./start.ts";

const { db } = await testRecords();
afterAll(() => expectSoundLedger(db));

const push = (provider: ScriptedProvider) => ({
  kind: "push" as const,
  provider,
  phone: newPhone(),
  network: "Tigo" as const,
});

test("an accepted push leaves a pending donation, checked after ten seconds", async () => {
  const provider = scriptedProvider();
  const to = await campaign(db);
  const now = new Date("2026-11-21T09:00:00Z");
  const started = await startDonation(db, donationWanted(provider, to), just({ now }));
  const { externalId, receiptKey } = begunDonation(started);
  expect(started.kind).toBe("prompted");
  expect(externalId).toBe(`${to}_${now.getTime()}`);
  expect(receiptKey).toMatch(/^[\w-]{22}$/);
  expect(provider.script.pushes).toMatchObject([{ amount: tzs(10_000) }]);
  expect(await readDonationState(db, externalId)).toMatchObject({
    donation: "pending",
    payment: "pending",
    journals: [],
    mails: 0,
    nextCheck: new Date("2026-11-21T09:00:10Z"),
  });
});

test("a campaign that is held while a donation begins takes nothing, and the donor learns why", async () => {
  const owner = await colleague(db, "organizer");
  const staff = await colleague(db, "staff");
  const to = await campaign(db, { owner_id: owner });
  const provider = scriptedProvider();
  const counted = [{ subject: "a limit that waits", limits: [{ most: 5, within: 60 }] }];
  const waiting = async () => {
    const { rows } = await sql`select from pg_locks where not granted`.execute(db);
    return rows.length;
  };
  const started = await db.transaction().execute(async (tx) => {
    await countAttempt(tx, counted);
    // It has read the campaign, and waits for the limit.
    const beginning = startDonation(db, donationWanted(provider, to), just({ counted }));
    await expect.poll(waiting).toBeGreaterThan(0);
    await suspendOrganizer(db, { userId: owner, reason: "We check a report.", by: staff });
    return { beginning };
  });
  expect(await started.beginning).toEqual({ kind: "not-open", giving: "paused" });
  expect(provider.script.pushes).toEqual([]);
});

test("the provider's reference has 130 random bits and never reaches a browser", async () => {
  const provider = scriptedProvider("selcom");
  const to = await campaign(db);
  const started = await startDonation(db, donationWanted(provider, to), just());
  const reference = provider.script.pushes[0]?.reference ?? "";
  expect(reference).toMatch(/^[0-9a-hjkmnp-tv-z]{26}$/);
  expect(JSON.stringify(begunDonation(started))).not.toContain(reference);
});

test("the payment is stored before the provider is called", async () => {
  const provider = scriptedProvider();
  const to = await campaign(db);
  const seen: unknown[] = [];
  provider.script.push = async (reference) => {
    const payment = await db
      .selectFrom("payments")
      .select(["status", "amount"])
      .where("reference", "=", reference)
      .executeTakeFirst();
    seen.push(payment);
    return { kind: "unknown", why: "no answer in time", raw: null };
  };
  const started = await startDonation(db, donationWanted(provider, to), just());
  expect(seen).toEqual([{ status: "initiated", amount: 10_000n }]);
  expect(started.kind).toBe("unsure");
  expect(await readDonationState(db, begunDonation(started).externalId)).toMatchObject({
    donation: "pending",
    payment: "unknown",
  });
});

test("a refusal fails the donation, and a configuration error opens one case", async () => {
  const provider = scriptedProvider();
  const to = await campaign(db);
  provider.script.push = () => ({
    kind: "refused",
    reason: "misconfigured",
    why: "Invalid Vendor",
    raw: null,
  });
  for (let count = 0; count < 2; count++) {
    const { externalId, started } = await startedDonation(db, provider, to);
    expect(started).toMatchObject({ kind: "refused", reason: "misconfigured" });
    expect(await readDonationState(db, externalId)).toMatchObject({
      donation: "failed",
      payment: "failed",
      nextCheck: null,
    });
  }
  const cases = await db.selectFrom("cases").select("details").where("kind", "=", "misconfigured").execute();
  expect(cases).toEqual([{ details: { provider: "azampay", why: "Invalid Vendor" } }]);
});

test("a provider id that is used twice stays with the first payment", async () => {
  const provider = scriptedProvider("selcom");
  const to = await campaign(db);
  provider.script.push = () => ({ kind: "accepted", providerReference: "the same", raw: null });
  const first = await startedDonation(db, provider, to);
  const second = await startedDonation(db, provider, to);
  expect([first.started.kind, second.started.kind]).toEqual(["prompted", "prompted"]);
  expect([first.provider_reference, second.provider_reference]).toEqual(["the same", null]);
});

test("an adapter that throws leaves a payment to check", async () => {
  const provider = scriptedProvider();
  const to = await campaign(db);
  provider.script.push = () => Promise.reject(new Error("a bug"));
  expect((await startDonation(db, donationWanted(provider, to), just())).kind).toBe("unsure");
  const left = await db
    .selectFrom("payments as p")
    .innerJoin("donations as d", "d.id", "p.donation_id")
    .select(["p.status", "p.next_check_at"])
    .where("d.campaign_id", "=", to)
    .executeTakeFirstOrThrow();
  expect(left.status).toBe("unknown");
  expect(left.next_check_at).not.toBeNull();
});

test("a card payment covers donation and fee, and gets a page", async () => {
  const provider = scriptedProvider("selcom");
  const to = await campaign(db);
  const started = await startDonation(
    db,
    donationWanted(provider, to, { amount: tzs(50_001), way: cardWay(provider) }),
    just(),
  );
  expect(provider.script.pages).toMatchObject([{ amount: tzs(51_751) }]);
  expect(started).toMatchObject({ kind: "page", url: expect.stringMatching(/^https:\/\/pay\.example\//) });
});

test("only a Zakat donor may pay the fee by phone", async () => {
  const provider = scriptedProvider();
  const plain = await campaign(db);
  const zakat = await campaign(db, { category: "zakat", is_zakat_eligible: true });
  for (const to of [plain, zakat])
    await startDonation(db, donationWanted(provider, to, { bearsFee: true }), just());
  expect(provider.script.pushes).toMatchObject([{ amount: tzs(10_000) }, { amount: tzs(10_350) }]);
});

test.each([
  ["a campaign that is not there", { id: "gone" }, {}, { kind: "no-campaign" }],
  ["a pending campaign", { status: "pending" }, {}, { kind: "no-campaign" }],
  ["a paused one", { status: "paused" }, {}, { kind: "not-open", giving: "paused" }],
  [
    "one whose last day was yesterday",
    { start_date: "2020-01-01", end_date: "2020-02-01" },
    {},
    { kind: "not-open", giving: "ended" },
  ],
  ["another currency", {}, { amount: usd(500) }, { kind: "other-currency", currency: "TZS" }],
  ["too little", {}, { amount: tzs(999) }, { kind: "amount", problem: "amount-too-small" }],
  [
    "more than a phone may send",
    {},
    { amount: tzs(5_000_001) },
    { kind: "amount", problem: "above-mobile-limit" },
  ],
  [
    "dollars by phone",
    { currency: "USD" },
    { amount: usd(500) },
    { kind: "amount", problem: "mobile-needs-shillings" },
  ],
] as const)("nothing is begun for %s", async (_, values, over, outcome) => {
  const provider = scriptedProvider();
  const to = "id" in values ? values.id : await campaign(db, values);
  expect(await startDonation(db, donationWanted(provider, to, over), just())).toMatchObject(outcome);
  expect(provider.sent()).toBe(0);
  expect(await db.selectFrom("donations").select("id").where("campaign_id", "=", to).execute()).toEqual([]);
});

test("donations of one millisecond get different ids", async () => {
  const provider = scriptedProvider();
  const to = await campaign(db);
  const now = new Date("2026-11-21T10:00:00Z");
  const started = await Promise.all(
    Array.from({ length: 5 }, () => startDonation(db, donationWanted(provider, to), just({ now }))),
  );
  const ids = started.map((each) => Number(begunDonation(each).externalId.split("_")[1]) - now.getTime());
  expect(ids.toSorted()).toEqual([0, 1, 2, 3, 4]);
});

test("a phone has one open payment request, even for parallel requests", async () => {
  const provider = scriptedProvider();
  const to = await campaign(db);
  const way = push(provider);
  const kinds = await Promise.all(
    Array.from(
      { length: 6 },
      async () => (await startDonation(db, donationWanted(provider, to, { way }), just())).kind,
    ),
  );
  expect(kinds.filter((kind) => kind === "prompted")).toHaveLength(1);
  expect(kinds.filter((kind) => kind === "prompt-waiting")).toHaveLength(5);
});

test("a phone gets three requests an hour, six a day, refusals uncounted", async () => {
  const provider = scriptedProvider();
  const to = await campaign(db);
  const way = push(provider);
  const start = Date.parse("2026-11-20T06:00:00Z");
  const at = async (minutes: number) => {
    const now = new Date(start + minutes * 60_000);
    return startDonation(db, donationWanted(provider, to, { way }), just({ now }));
  };
  const kinds: string[] = [];
  for (const minute of [0, 10, 20, 30, 59, 60, 70, 80, 90, 200, 24 * 60, 24 * 60 + 1])
    kinds.push(`${minute} ${(await at(minute)).kind}`);
  expect(kinds).toEqual([
    ...["0 prompted", "10 prompted", "20 prompted", "30 limited", "59 limited", "60 prompted", "70 prompted"],
    ...["80 prompted", "90 limited", "200 limited", "1440 prompted", "1441 limited"],
  ]);
  expect(provider.sent()).toBe(7);
});

test("a thousand submits for one number reach the provider once", async () => {
  const provider = scriptedProvider();
  const to = await campaign(db);
  const way = push(provider);
  for (let round = 0; round < 50; round++)
    await Promise.all(
      Array.from({ length: 20 }, () => startDonation(db, donationWanted(provider, to, { way }), just())),
    );
  expect(provider.sent()).toBe(1);
});

test("a client over its limit gets a waiting time without a record", async () => {
  const provider = scriptedProvider("selcom");
  const to = await campaign(db);
  const counted = [{ subject: "order:255712345678", limits: [{ most: 5, within: 3_600 }] }];
  const wanted = donationWanted(provider, to, { way: { ...cardWay(provider), billing: null } });
  const now = new Date("2026-11-21T11:00:00Z");
  for (let count = 0; count < 5; count++)
    expect((await startDonation(db, wanted, just({ counted, now }))).kind).toBe("page");
  const later = new Date("2026-11-21T11:20:00Z");
  expect(await startDonation(db, wanted, just({ counted, now: later }))).toEqual({
    kind: "limited",
    by: "phone",
    retryAfter: 2_400,
  });
  expect(provider.script.pages).toHaveLength(5);
});

test("a repeated submit gets the same response, and another body is refused", async () => {
  const provider = scriptedProvider();
  const to = await campaign(db);
  const press = { address: "mobile", key: "key-1", bodyHash: "hash" };
  const reply = (begun: WithDonation) => ({ status: 200, answer: { begun: begun.donation.externalId } });
  const first = await startDonation(db, donationWanted(provider, to), just({ press, reply }));
  const { externalId } = begunDonation(first);
  expect(await startDonation(db, donationWanted(provider, to), just({ press, reply }))).toEqual({
    kind: "answered",
    status: 200,
    answer: { begun: externalId },
  });
  const other = { ...press, bodyHash: "other" };
  expect(await startDonation(db, donationWanted(provider, to), just({ press: other }))).toEqual({
    kind: "other-body",
  });
  expect(provider.sent()).toBe(1);
});

test("a repeated submit gets the same response after the campaign was paused", async () => {
  const provider = scriptedProvider();
  const to = await campaign(db);
  const press = { address: "mobile", key: "key-4", bodyHash: "hash" };
  const reply = (begun: WithDonation) => ({ status: 200, answer: { begun: begun.donation.externalId } });
  const first = await startDonation(db, donationWanted(provider, to), just({ press, reply }));
  await db.updateTable("campaigns").set({ status: "paused" }).where("id", "=", to).execute();
  expect(await startDonation(db, donationWanted(provider, to), just({ press, reply }))).toEqual({
    kind: "answered",
    status: 200,
    answer: { begun: begunDonation(first).externalId },
  });
});

test("a submit repeated before its answer is stored is under way", async () => {
  const provider = scriptedProvider();
  const to = await campaign(db);
  const press = { address: "mobile", key: "key-0", bodyHash: "hash" };
  const first = await startDonation(db, donationWanted(provider, to), just({ press }));
  const { externalId } = begunDonation(first);
  const repeated = await startDonation(db, donationWanted(provider, to), just({ press }));
  expect(repeated).toEqual({ kind: "under-way", externalId });
});

test("ten parallel submits with one key call the provider once", async () => {
  const provider = scriptedProvider();
  const to = await campaign(db);
  const press = { address: "mobile", key: "key-2", bodyHash: "hash" };
  const kinds = await Promise.all(
    Array.from(
      { length: 10 },
      async () => (await startDonation(db, donationWanted(provider, to), just({ press }))).kind,
    ),
  );
  expect(kinds.filter((kind) => kind === "prompted")).toHaveLength(1);
  expect(kinds.filter((kind) => kind === "under-way")).toHaveLength(9);
  expect(provider.sent()).toBe(1);
});

test("a key is free again if its donation did not begin", async () => {
  const provider = scriptedProvider();
  const to = await campaign(db, { status: "paused" });
  const press = { address: "mobile", key: "key-3", bodyHash: "hash" };
  expect((await startDonation(db, donationWanted(provider, to), just({ press }))).kind).toBe("not-open");
  await db.updateTable("campaigns").set({ status: "active" }).where("id", "=", to).execute();
  expect((await startDonation(db, donationWanted(provider, to), just({ press }))).kind).toBe("prompted");
});

test("an anonymous donor's name and address are not stored, nor card numbers", async () => {
  const provider = scriptedProvider("selcom");
  const to = await campaign(db);
  const { id } = await startedDonation(db, provider, to, {
    donor: { kind: "anonymous" },
    way: cardWay(provider),
  });
  const row = await db
    .selectFrom("payments as p")
    .innerJoin("donations as d", "d.id", "p.donation_id")
    .select(["d.donor_name", "d.donor_email", "d.is_anonymous", "p.phone"])
    .where("p.id", "=", id)
    .executeTakeFirstOrThrow();
  expect(row).toEqual({ donor_name: "Anonymous", donor_email: null, is_anonymous: true, phone: null });
});

test("a repeat is tied to the donation it names, however young, and for any campaign", async () => {
  const provider = scriptedProvider();
  const to = await campaign(db);
  const open = await startedDonation(db, provider, to);
  provider.script.push = () => ({ kind: "refused", reason: "rejected", why: "no", raw: null });
  const failed = await startedDonation(db, provider, to);
  const elsewhere = await startedDonation(db, provider, await campaign(db));
  const tied = async (retryOf: string) => {
    const { donation_id } = await startedDonation(db, provider, to, { retryOf });
    return db.selectFrom("donations").select("retry_of").where("id", "=", donation_id).executeTakeFirst();
  };
  for (const first of [failed, open, elsewhere])
    expect(await tied(first.externalId)).toEqual({ retry_of: first.donation_id });
  expect(await tied("nothing_1")).toEqual({ retry_of: null });
});
