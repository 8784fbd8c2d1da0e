import { expect, test } from "vitest";
import { tzs } from "#domain/money/money.ts";
import { requestedWords, subjectWords, textAbout, textWhenOpened, titleOf, unaskedAmount } from "./words.ts";

const payment = { status: "reversed", requested: tzs(5_000), booked: tzs(5_000) } as const;

test.each(["azampay", "selcom"] as const)(
  "a reversal by %s without a deadline names no deadline",
  (provider) => {
    const text = textAbout({
      kind: "reversed",
      details: { status: "succeeded" },
      payment: { ...payment, provider },
    });
    const [name, other] = provider === "azampay" ? ["AzamPay", "Selcom"] : ["Selcom", "AzamPay"];
    expect(text).toContain(`${name} took the money back`);
    expect(text).toContain(`Look the payment up on ${name}’s statement`);
    expect(text).not.toContain(other);
    expect(text).not.toMatch(/deadline|card/i);
  },
);

test("a chargeback with a deadline says to answer before it", () => {
  const details = { status: "succeeded", deadline: "2026-11-30" };
  const text = textAbout({ kind: "reversed", details, payment: { ...payment, provider: "selcom" } });
  expect(text).toContain("answer Selcom before the deadline below");
});

test("a reversal of a part says to refund that part", () => {
  const details = { outcome: "reversed", wrong: [{ field: "amount", asked: "5000", said: "4000" }] };
  const booked = { ...payment, status: "succeeded", provider: "azampay" } as const;
  expect(textAbout({ kind: "mismatch", details, payment: booked })).toContain(
    "Check with the provider. If a part was returned, request a refund of that part. If all was returned, request a full refund.",
  );
});

test("an unrecorded difference is named alone", () => {
  const unbooked = { ...payment, status: "review", provider: "azampay" } as const;
  const about = (details: Record<string, unknown>) =>
    textAbout({ kind: "mismatch", details, payment: unbooked }).replaceAll("\u00a0", " ");
  const amount = { field: "amount", asked: "5000", said: "4000" };
  expect(about({ wrong: [amount] })).toBe(
    "Only the amount differs: the provider reported TSh 4,000, and we requested TSh 5,000. Nothing was recorded in the ledger. Check the payment on the provider’s statement.",
  );
  expect(about({ source: "statement", wrong: [amount] })).toContain("the statement lists TSh 4,000");
  for (const said of [null, "null", "4,000.50", "-1", "9".repeat(40)])
    expect(about({ wrong: [{ ...amount, said }] }), String(said)).toContain(
      "What differs from our request: amount.",
    );
  const currency = { field: "currency", asked: "TZS", said: "USD" };
  expect(about({ wrong: [amount, currency] })).toContain("What differs from our request: amount, currency.");
  expect(about({ wrong: [] }), "the answer contradicts itself").toContain("contradicts itself");
});

test("a closed case tells what was true when it was opened", () => {
  const details = { wrong: [{ field: "amount", asked: "5000", said: "4000" }] };
  const facts = {
    ...({ provider: "azampay", status: "succeeded" } as const),
    ...{ requested: tzs(5_000), booked: tzs(4_000), reference: "r", createdAt: new Date(0) },
    ...{ phone: null, providerReference: null },
  };
  const told = (bookedAt: Date) => {
    const opened = { kind: "mismatch", details, openedAt: new Date(2_000) };
    return textWhenOpened({ ...opened, payment: { ...facts, bookedAt } }).replaceAll("\u00a0", " ");
  };
  expect(told(new Date(3_000))).toContain(
    "Only the amount differs: the provider reported TSh 4,000, and we requested TSh 5,000.",
  );
  expect(told(new Date(1_000))).toContain("The donation is recorded as TSh 4,000");
});

test("an amount that is no whole number is shown as it was written", () => {
  const booked = { ...payment, status: "succeeded", provider: "azampay" } as const;
  for (const said of ["abc", "4000.50", "1e3", "<b>1</b>", "-1"]) {
    const wrong = [{ field: "amount", asked: "5000", said }];
    expect(textAbout({ kind: "mismatch", details: { wrong }, payment: booked })).toContain(
      `the provider says “${said}”`,
    );
  }
});

test("without a new request staff are promised no email", () => {
  expect(requestedWords({ requested: 0, left: 2 }, true)).toBe(
    "New requests: 0. Open cases that need their own decision: 2.",
  );
  expect(requestedWords({ requested: 2, left: 0 }, true)).toBe("New requests: 2. All staff get an email.");
  expect(requestedWords({ requested: 2, left: 0 }, false)).toBe("New requests: 2.");
});

test("the title of a case names the payment", () => {
  const donation = {
    ...{ donationId: 1n, externalId: "zakat_1", campaign: "Zakat", donor: "Asha" },
    ...{ amount: tzs(15_000), requested: tzs(15_000) },
  };
  const wrong = [{ field: "amount", asked: "15000", said: "150000" }];
  const titled = (kind: string, details: Record<string, unknown>) =>
    titleOf({ kind, details, donation }).replaceAll("\u00a0", " ");
  expect(titled("mismatch", { wrong })).toBe("TSh 150,000 paid, TSh 15,000 requested");
  expect(titled("mismatch", { wrong, outcome: "reversed" })).toBe(
    "TSh 150,000 reversed, TSh 15,000 requested",
  );
  expect(titled("mismatch", { wrong: [{ field: "reference", asked: "a", said: "b" }] })).toBe(
    "Amounts or references differ: TSh 15,000",
  );
  expect(titled("no-answer", {})).toBe("No answer for 24 hours: TSh 15,000");
  expect(titleOf({ kind: "ledger", details: {}, donation: null })).toBe("Ledger check failed");
});

test.each([
  ["azampay:ffff-eeee", "AzamPay, reference ffff-eeee"],
  ["selcom-status:on hold", "Selcom, status “on hold”"],
  ["azampay on 2026-11-27", "AzamPay, 27 Nov 2026"],
  ["selcom:list", "Selcom’s list of orders"],
  ["outbox:7", "A deleted email"],
  ["mail", "The mail server"],
  ["ledger", "The ledger"],
  ["cards", "Card payments"],
  ["payment requests", "Payment requests"],
  [null, null],
])("the subject %s is %s", (subject, words) => {
  expect(subjectWords(subject)).toBe(words);
});

test("an unrequested payment on a statement has its amount in the title", () => {
  const found = { kind: "unknown-order", details: { reference: "ffff", amount: "7000" }, donation: null };
  expect(titleOf(found).replaceAll("\u00a0", " ")).toBe("Unrecognised payment on statement: TSh 7,000");
  const dollars = { ...found, details: { reference: "ffff", amount: "700", currency: "USD" } };
  expect(unaskedAmount(dollars)).toEqual({ amount: 700n, currency: "USD" });
  expect(unaskedAmount({ ...found, details: { reference: "ffff" } })).toBeNull();
});
