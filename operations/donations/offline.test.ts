import { afterAll, beforeEach, expect, test } from "vitest";
import { tzs, usd } from "#domain/money/money.ts";
import type { OfflineDonation } from "#domain/donations/offline.ts";
import { testRecords } from "#tests/support/database/open.ts";
import { expectSoundLedger, readDonationState } from "#tests/support/donations/begin.ts";
import { campaign } from "#tests/support/database/records.ts";
import { letRolesAge } from "#tests/support/accounts/staff-roles.ts";
import { confirmOfflineDonation, withdrawOfflineDonation } from "./decide-offline.ts";
import { enterOfflineDonation } from "./enter-offline.ts";

const { db, asOwner } = await testRecords();
afterAll(() => expectSoundLedger(db));

const now = new Date("2026-11-21T12:00:00Z");

beforeEach(async () => {
  for (const [id, role] of [
    ["sara", "staff"],
    ["amina", "admin"],
    ["omari", "organizer"],
  ] as const)
    await asOwner
      .insertInto("users")
      .values({ id, name: id, username: id, email: `${id}@fund.example`, role })
      .onConflict((clash) => clash.column("id").doUpdateSet({ role, banned: false }))
      .execute();
});

let lines = 0;
const offline = (campaignId: string, over: Partial<OfflineDonation> = {}): OfflineDonation => ({
  campaignId,
  amount: tzs(7_500_000),
  donor: { kind: "named", name: "Asha Juma", email: "asha@example.org" },
  phone: null,
  message: null,
  language: "sw",
  method: "bank",
  receivedOn: "2026-11-18",
  reference: `line ${(lines += 1)}`,
  document: null,
  ...over,
});

async function entered(donation: OfflineDonation, by = "sara"): Promise<bigint> {
  const outcome = await enterOfflineDonation(db, donation, { by, now });
  if (outcome.kind !== "entered") throw new Error(outcome.kind);
  return outcome.id;
}

const confirm = (id: bigint, by: string, reason = "") => confirmOfflineDonation(db, { id, by, reason, now });
const withdraw = (id: bigint, by: string, reason: string) =>
  withdrawOfflineDonation(db, { id, by, reason, now });

const raised = async (campaignId: string) =>
  (
    await db
      .selectFrom("public_daily_totals")
      .select(["day", "raised", "donors"])
      .where("campaign_id", "=", campaignId)
      .execute()
  ).map(({ day, raised, donors }) => [day, raised, donors]);

test("a confirmed donation counts on its arrival date and gets its receipt", async () => {
  const to = await campaign(db, { status: "paused" });
  const id = await entered(offline(to));
  expect(await raised(to)).toEqual([]);
  expect(await confirm(id, "sara", "I saw it")).toEqual({ kind: "needs-another-person" });
  const confirmed = await confirm(id, "amina");
  if (confirmed.kind !== "confirmed") throw new Error(confirmed.kind);
  const { external_id } = await db
    .selectFrom("donations")
    .select("external_id")
    .where("id", "=", confirmed.donationId)
    .executeTakeFirstOrThrow();
  expect(await readDonationState(db, external_id)).toMatchObject({
    donation: "completed",
    payment: "succeeded",
    journals: ["donation"],
    mails: 1,
    nextCheck: null,
  });
  expect(await raised(to)).toEqual([["2026-11-18", 7_500_000n, 1n]]);
  const accounts = await db
    .selectFrom("postings as p")
    .innerJoin("journal as j", "j.id", "p.journal_id")
    .innerJoin("payments as y", "y.id", "j.payment_id")
    .select("p.account")
    .where("y.donation_id", "=", confirmed.donationId)
    .orderBy("p.line")
    .execute();
  expect(accounts).toEqual([{ account: "bank" }, { account: `campaign:${to}` }]);
  expect(await confirm(id, "amina")).toEqual({ kind: "decided-before" });
  expect(await withdraw(id, "amina", "too late")).toEqual({ kind: "decided-before" });
});

test("five simultaneous confirmations count it once", async () => {
  const to = await campaign(db);
  const id = await entered(offline(to, { method: "cash", donor: { kind: "anonymous" } }));
  const kinds = await Promise.all(Array.from({ length: 5 }, async () => (await confirm(id, "amina")).kind));
  expect(kinds.toSorted()).toEqual(["confirmed", ...Array(4).fill("decided-before")]);
  expect(await raised(to)).toEqual([["2026-11-18", 7_500_000n, 1n]]);
});

test("a statement line is one donation, and is free after withdrawal", async () => {
  const to = await campaign(db);
  const donation = offline(to, { reference: "TT-2026-0007" });
  const outcomes = await Promise.all(
    Array.from({ length: 5 }, (_, at) =>
      enterOfflineDonation(
        db,
        { ...donation, reference: at % 2 ? "tt-2026-0007" : "TT-2026-0007" },
        { by: "sara", now },
      ),
    ),
  );
  const [first, ...more] = outcomes.filter(({ kind }) => kind === "entered");
  if (first?.kind !== "entered") throw new Error("none was entered");
  expect(more).toEqual([]);
  for (const { kind, ...rest } of outcomes.filter((each) => each !== first))
    expect([kind, rest]).toEqual(["entered-before", { id: first.id }]);

  expect(await withdraw(first.id, "sara", " ")).toEqual({ kind: "reason-required" });
  expect(await withdraw(first.id, "sara", "Another fund’s money")).toEqual({ kind: "withdrawn" });
  expect(await confirm(first.id, "amina")).toEqual({ kind: "decided-before" });
  await entered(donation);
});

test("a single member of staff confirms their own entry with a reason", async () => {
  const id = await entered(offline(await campaign(db)), "amina");
  await db.updateTable("users").set({ banned: true }).where("id", "=", "sara").execute();
  await letRolesAge(db);
  expect(await confirm(id, "amina", " ")).toEqual({ kind: "reason-required" });
  expect((await confirm(id, "amina", "Seen on the statement of 18 November")).kind).toBe("confirmed");
});

test("the database refuses confirming or changing one's own entry", async () => {
  const to = await campaign(db);
  const id = await entered(offline(to), "amina");
  const other = await entered(offline(to));
  const confirmed = await confirm(other, "amina");
  const donation_id = confirmed.kind === "confirmed" ? confirmed.donationId : 0n;
  const change = (values: object) =>
    db.updateTable("offline_donations").set(values).where("id", "=", id).execute();
  const at = { status: "confirmed", decided_at: now, reason: "It is there", donation_id } as const;
  await expect(change({ ...at, decided_by: "amina" })).rejects.toThrow(/another member of staff confirms/);
  await expect(change({ ...at, decided_by: "omari" })).rejects.toThrow(/may decide nothing/);
  await db.updateTable("users").set({ banned: true }).where("id", "=", "sara").execute();
  await expect(change({ ...at, decided_by: "amina", reason: " " })).rejects.toThrow(/gives a reason/);
  await expect(change({ amount: 1n, status: "withdrawn", decided_by: "amina", reason: "x" })).rejects.toThrow(
    /never changes/,
  );
  await expect(db.deleteFrom("offline_donations").execute()).rejects.toThrow(/append-only|denied/);
  await expect(enterOfflineDonation(db, offline(to), { by: "omari", now })).rejects.toThrow(
    /may enter nothing/,
  );
});

test("other currencies, unknown campaigns and future dates are refused", async () => {
  const kindOf = async (donation: OfflineDonation) =>
    (await enterOfflineDonation(db, donation, { by: "sara", now })).kind;
  expect(await kindOf(offline(await campaign(db, { currency: "USD" })))).toBe("other-currency");
  expect(await kindOf(offline(await campaign(db), { amount: usd(100) }))).toBe("other-currency");
  expect(await kindOf(offline(await campaign(db, { status: "pending" })))).toBe("no-campaign");
  expect(await kindOf(offline("no-such"))).toBe("no-campaign");
  expect(await kindOf(offline(await campaign(db), { receivedOn: "2026-11-22" }))).toBe("not-yet");
});
