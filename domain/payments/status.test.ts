import fc from "fast-check";
import { expect, test } from "vitest";
import { donationChanges, donationStatusOf } from "#domain/donations/read-donor.ts";
import { tzs } from "#domain/money/money.ts";
import {
  changeOf,
  contradicts,
  disagreements,
  nextCheck,
  paymentEvents,
  paymentStatuses,
  type RequestedPayment,
  type PaymentEvent,
  type PaymentStatus,
} from "./status.ts";
import type { Report } from "./provider.ts";

const nowhere = "–";

/** Every status with every event, written by hand as a second source. */
const table: Record<PaymentStatus, string> = {
  //           accepted refused unanswered waiting paid declined cancelled reversed mismatched silent credited given-up refunded
  initiated:
    "pending failed unknown pending succeeded failed cancelled reversed review review succeeded failed –",
  unknown: "pending – – pending succeeded failed cancelled reversed review review succeeded failed –",
  pending: "– – – pending succeeded failed cancelled reversed review review succeeded failed –",
  review: "– – – – succeeded failed cancelled reversed – – succeeded failed –",
  cancelled: "– – – – succeeded failed – reversed – – succeeded – –",
  failed: "– – – – succeeded – – reversed – – succeeded – –",
  succeeded: "– – – – – – – reversed – – – – reversed",
  reversed: "– – – – – – – – – – – – –",
};

test.each(paymentStatuses)("from %s every event leads only to its permitted status", (status) => {
  expect(paymentEvents.map((event) => changeOf(status, event) ?? nowhere).join(" ")).toBe(table[status]);
});

test("received money never becomes a failure", () => {
  for (const event of paymentEvents) expect([null, "reversed"]).toContain(changeOf("succeeded", event));
});

test("a donation can follow every status of its payment", () => {
  for (const status of paymentStatuses)
    for (const event of paymentEvents) {
      const next = changeOf(status, event);
      if (next === null) continue;
      const [before, after] = [donationStatusOf[status], donationStatusOf[next]];
      if (before !== after) expect(donationChanges[before], `${status}, ${event}`).toContain(after);
    }
});

const reports = ["waiting", "paid", "declined", "cancelled", "reversed", "mismatched"] as const;

const ending = (events: readonly PaymentEvent[]) =>
  events.reduce<PaymentStatus>((status, event) => changeOf(status, event) ?? status, "pending");

test("reports in any order, with repeats, end in the same status", () => {
  const multisets = fc.array(fc.constantFrom(...reports), { maxLength: 12 }).chain((events) =>
    fc.record({
      events: fc.constant(events),
      again: fc.shuffledSubarray([...events, ...events], { minLength: events.length }),
    }),
  );
  fc.assert(
    fc.property(multisets, ({ events, again }) => {
      fc.pre(events.every((event) => again.includes(event)));
      expect(ending(again)).toBe(ending(events));
    }),
    { numRuns: process.env["FULL_MATRIX"] ? 1_000_000 : 20_000 },
  );
});

test("a paid or reversed payment is never open or failed again", () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...paymentEvents), { maxLength: 20 }), (events) => {
      const came = events.some((event) => event === "paid");
      expect(["succeeded", "reversed"].includes(ending(events))).toBe(
        came || events.some((event) => event === "reversed" || event === "credited"),
      );
    }),
    { numRuns: process.env["FULL_MATRIX"] ? 1_000_000 : 20_000 },
  );
});

test("a failure after a success needs staff; the opposite does not", () => {
  expect(contradicts("succeeded", "declined")).toBe(true);
  expect(contradicts("succeeded", "cancelled")).toBe(true);
  expect(contradicts("succeeded", "paid")).toBe(false);
  expect(contradicts("failed", "paid")).toBe(false);
});

const askedFor: RequestedPayment = {
  provider: "azampay",
  providerReference: "abc",
  amount: tzs(10_000),
  phone: "255712345678",
  network: "Tigo",
};

const source = {
  provider: "azampay",
  reference: "r",
  providerReference: "abc",
  operatorReference: null,
  network: "Tigo",
  phone: "255712345678",
  proofs: [],
  doubts: [],
  providerWord: "success",
  raw: null,
} as const;
const paid: Report = { ...source, outcome: "paid", amount: 10_000n, currency: "TZS" };

test.each<[Report, Partial<RequestedPayment>, string[]]>([
  [paid, {}, []],
  [{ ...paid, amount: 9_999n }, {}, ["amount"]],
  [{ ...paid, amount: 100_000n }, {}, ["amount"]],
  [{ ...paid, currency: "USD" }, {}, ["currency"]],
  [{ ...paid, providerReference: "abd" }, {}, ["provider reference"]],
  [{ ...paid, providerReference: "abd" }, { providerReference: null }, []],
  [{ ...paid, providerReference: "abd" }, { provider: "selcom" }, []],
  [{ ...paid, phone: "255712345679" }, {}, ["phone"]],
  [{ ...paid, phone: "255712345679" }, { phone: null }, []],
  [{ ...paid, network: "Mpesa" }, {}, ["network"]],
  [{ ...paid, amount: 1n, network: "Mpesa" }, {}, ["amount", "network"]],
  [
    { ...paid, amount: "as asked", currency: null, providerReference: null, phone: null, network: null },
    {},
    [],
  ],
  [{ ...source, outcome: "reversed", amount: 9_999n, currency: null }, {}, ["amount"]],
  [{ ...source, outcome: "declined", phone: "255712345679", network: "Mpesa" }, {}, []],
  [{ ...source, outcome: "cancelled", providerReference: "abd" }, {}, ["provider reference"]],
])("%o of a payment with %o disagrees in %o", (report, payment, found) => {
  expect(disagreements(report, { ...askedFor, ...payment })).toEqual(found);
});

test("status checks are frequent at first, then rare, until a day", () => {
  const start = new Date("2026-11-21T08:00:00Z");
  const after = (seconds: number) => new Date(start.getTime() + seconds * 1_000);
  const waits: number[] = [];
  for (let now = start; ;) {
    const next = nextCheck(start, now);
    if (next === null) break;
    waits.push((next.getTime() - start.getTime()) / 1_000);
    now = next;
  }
  expect(waits.slice(0, 6)).toEqual([10, 20, 40, 90, 180, 360]);
  expect(waits.filter((seconds) => seconds <= 1_800)).toHaveLength(14);
  expect(waits.at(-1)).toBe(86_400);
  expect(waits).toHaveLength(14 + 47);
  expect(nextCheck(start, after(90_000))).toBeNull();
  expect(nextCheck(start, after(-5))).toEqual(after(10));
});
