import { expect, test } from "vitest";
import type { AuditEntry } from "#database/system/audit-log.ts";
import { tzs, usd, type Money } from "#domain/money/money.ts";
import { campaignsIn, changesOf, recordName } from "./changes.server.ts";

const titles: Record<string, string> = { zakat: "Zakat fund", mosque: "New mosque" };
const titleOf = (id: string) => titles[id] ?? id;

const changes = (
  action: string,
  subject: string,
  before: unknown,
  after: unknown,
  donation: AuditEntry["donation"] = null,
) =>
  changesOf({ action, subject, before, after, donation }, titleOf).map((change) => [
    change.label,
    change.before,
    change.after,
  ]);

test("a saved record uses the names of its form's fields", () => {
  const hero = { title: { en: "Old", sw: null }, stats: [{ label: { en: "Donors", sw: null }, value: "1" }] };
  expect(changes("record-saved", "record:hero", hero, { ...hero, title: { en: "New", sw: null } })).toEqual([
    ["Title (English)", "Old", "New"],
  ]);
  expect(changes("record-saved", "record:campaign:zakat", { goal: "1" }, { goal: "2" })).toEqual([
    ["Goal amount", "1", "2"],
  ]);
  const before = { status: "active", endDate: "2026-11-26", isZakatEligible: "" };
  const after = { status: "paused", endDate: "2026-12-31", isZakatEligible: "yes" };
  expect(changes("record-saved", "record:campaign:zakat", before, after)).toEqual([
    ["Status", "Active", "Paused"],
    ["End date", "26 Nov 2026", "31 Dec 2026"],
    ["Zakat eligible", "no", "yes"],
  ]);
});

test("reset goals show the old value next to the new one", () => {
  const before = { zakat: "120000000", "fun-run-2025": "5000" };
  expect(changes("goals-reset", "campaigns", before, { goal: "3000000000" })).toEqual(
    [
      ["Zakat fund", "TSh 120,000,000", "TSh 3,000,000,000"],
      ["fun-run-2025", "TSh 5,000", "TSh 3,000,000,000"],
    ].map((line) => line.map((words) => words.replace("TSh ", "TSh\u00a0"))),
  );
});

test("a request for approval shows only the values that would change", () => {
  const was = { bankName: "Bank A", branch: "Main" };
  const proposal = { kind: "bank-details", was, becomes: { ...was, bankName: "Bank B" } };
  expect(changes("propose:bank-details", "bank-details", null, proposal)).toEqual([
    ["Bank name", "Bank A", "Bank B"],
  ]);
  const refund = { kind: "refund", externalId: "zakat_1", refundReference: "R 1" };
  expect(changes("propose:refund", "donation:zakat_1", null, refund)).toEqual([
    ["Refund reference", null, "R 1"],
  ]);
});

test("an amount that is logged in minor units is shown with its currency", () => {
  const proposal = { kind: "part-refund", externalId: "zakat_1", refundReference: "R 1", amount: "1000" };
  const about = (money: Money) => ({ id: 1n, amount: money, campaign: "Zakat fund" });
  const asked = (money: Money) =>
    changes("propose:part-refund", "donation:zakat_1", null, proposal, about(money));
  const reference = ["Refund reference", null, "R 1"];
  expect(asked(tzs(5000))).toEqual([["Refund amount", null, "TSh\u00a01,000"], reference]);
  expect(asked(usd(5000))).toEqual([["Refund amount", null, "US$10"], reference]);
  const lost = { campaign: "mosque", amount: "25000", reference: "A 1" };
  expect(changes("add-lost-donation", "donation:mosque_1", null, lost)).toEqual([
    ["Campaign", null, "New mosque"],
    ["Amount", null, "TSh\u00a025,000"],
    ["Reference", null, "A 1"],
  ]);
  const [higher, lower] = [
    { raised: "3000", donors: "4" },
    { raised: "2000", donors: "4" },
  ];
  expect(changes("lower-figure-accepted", "external-figure:zakat", higher, lower)).toEqual([
    ["Raised", "TSh\u00a03,000", "TSh\u00a02,000"],
  ]);
  const openings = [
    { campaign: "zakat", amount: "125000", currency: "TZS", donors: "3" },
    { campaign: "mosque", amount: "99950", currency: "USD", donors: "2" },
  ];
  expect(changes("fund-imported", "site", null, { openings })).toEqual([
    ["Openings", null, "zakat: TSh\u00a0125,000, mosque: US$999.50"],
  ]);
});

test("other subjects show only the fields that differ", () => {
  const asha = { role: "staff", name: "Asha" };
  expect(changes("role-changed", "user:1", asha, { ...asha, role: "admin" })).toEqual([
    ["Role", "Staff", "Admin"],
  ]);
  expect(changes("x", "y", null, { required: true, list: [1], receivedOn: "2026-11-18" })).toEqual([
    ["Required", null, "yes"],
    ["List", null, "[1]"],
    ["Received on", null, "18 Nov 2026"],
  ]);
  const donation = { amount: "1250050", currency: "USD" };
  expect(changes("enter-offline-donation", "offline-donation:1", null, donation)).toEqual([
    ["Amount", null, "US$12,500.50"],
  ]);
  expect(changes("x", "y", null, null)).toEqual([]);
  expect(changes("x", "y", "a", "b")).toEqual([["", "a", "b"]]);
});

test("an offline donation and a schedule are shown in words", () => {
  const donation = {
    ...{ campaign: "mosque", amount: "75000000", currency: "TZS" },
    ...{ method: "bank", receivedOn: "2026-11-26", reference: "TT 7001" },
  };
  expect(changes("enter-offline-donation", "offline-donation:1", null, donation)).toEqual([
    ["Campaign", null, "New mosque"],
    ["Amount", null, "TSh\u00a075,000,000"],
    ["Method", null, "Bank transfer"],
    ["Received on", null, "26 Nov 2026"],
    ["Reference", null, "TT 7001"],
  ]);
  const schedule = { publishAt: "2026-11-26T21:30:00.000Z" };
  expect(changes("draft-scheduled", "record:hero", null, schedule)).toEqual([
    ["Publish at", null, "27 Nov 2026, 00:30"],
  ]);
  const filter = {
    state: "reversed",
    provider: "offline",
    method: "cash",
    from: "2026-11-01",
    to: "2026-11-30",
  };
  expect(changes("export-donations", "donations", null, filter).map(([, , after]) => after)).toEqual([
    ...["Reversed", "Offline", "Cash", "1 Nov 2026", "30 Nov 2026"],
  ]);
});

test("a Zakat ruling shows its days, and no field of its campaign", () => {
  const ruling = { ruledOn: "2026-11-01", expiresOn: null };
  expect(changes("zakat-ruling-recorded", "record:campaign:zakat", null, ruling)).toEqual([
    ["Ruled on", null, "1 Nov 2026"],
  ]);
  expect(changes("zakat-ruling-withdrawn", "record:campaign:zakat", null, { ruling: "4" })).toEqual([
    ["Ruling", null, "4"],
  ]);
});

test("an export shows only its filters", () => {
  const filter = { campaign: "mosque", from: null, to: null, open: null, searchedBy: ["name", "phone"] };
  const amount = { amount: "10000", currency: "TZS" };
  expect(changes("export-donations", "donations", null, { ...filter, amount })).toEqual([
    ["Campaign", null, "New mosque"],
    ["Searched by", null, "name, phone"],
    ["Amount", null, "TSh\u00a010,000"],
  ]);
});

test("a new team order shows names and places, without former members", () => {
  const [asha, juma] = ["Asha", "Juma"].map((name, id) => ({ id, name, place: id, isActive: true }));
  const gone = { id: 3, name: "Gone", place: 9, isActive: false };
  expect(changes("team-ordered", "record:team", [asha, juma, gone], [juma, asha, gone])).toEqual([
    ["Order", "1. Asha, 2. Juma", "1. Juma, 2. Asha"],
  ]);
  expect(changes("member-deleted", "record:team:3", [asha, gone], [asha])).toEqual([]);
});

test("campaigns have their titles, and the version of a submission is not shown", () => {
  const after = { version: 1, campaign: "mosque" };
  expect(changes("submission-approved", "submission:1", null, after)).toEqual([
    ["Campaign", null, "New mosque"],
  ]);
  const move = { kind: "move", externalId: "zakat_1", from: "zakat", campaignId: "mosque" };
  expect(changes("propose:move", "donation:zakat_1", null, move)).toEqual([
    ["Campaign", "Zakat fund", "New mosque"],
  ]);
  const named = { action: "propose:move", subject: "donation:zakat_1", before: null, after: move };
  expect(campaignsIn(named)).toEqual(["mosque", "zakat"]);
});

test("saved emails are called queued, not sent", () => {
  const after = { sent: 13, runOut: 1 };
  const changes = changesOf(
    { action: "send-saved-emails", subject: "emails", before: null, after, donation: null },
    (id) => id,
  );
  expect(changes.map((each) => [each.label, each.after])).toEqual([
    ["Queued to send", "13"],
    ["Not sent, the link no longer works", "1"],
  ]);
});

test("an entry names its record, and a payment stop says what is stopped", () => {
  const stops = (paymentsStopped: string) => ({ paymentsStopped, cardsStopped: "" });
  const named = (subject: string, before: unknown, after: unknown) => recordName({ subject, before, after });
  expect(named("record:payment-stops", stops(""), stops("yes"))).toBe(
    "Payment stops: all online payments are stopped",
  );
  expect(named("record:payment-stops", stops("yes"), stops(""))).toBe(
    "Payment stops: online payments are accepted again",
  );
  expect(named("record:payment-stops", stops(""), stops(""))).toBe("Payment stops");
  expect(named("record:hero", {}, {})).toBe("Hero Section");
  expect(named("record:campaign:zakat", {}, {})).toBeNull();
});
