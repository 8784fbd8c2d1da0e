import { z } from "zod";
import type { FoundCase } from "#database/cases.ts";
import type { CaseKind } from "#domain/case.ts";
import { formatMoney } from "#domain/money.ts";
import type { Outcome } from "#domain/provider.ts";

type Words = { name: string; text: string };

/** What has happened, and what to do about it. */
const words = {
  mismatch: {
    name: "Amounts or references differ",
    text: "The provider reported another amount, currency or reference than was asked for, or its answer contradicts itself. Nothing was booked. Look the payment up on the provider’s statement.",
  },
  contradiction: {
    name: "Refused after it was paid",
    text: "The provider first said that this was paid and later that it was not. The gift stays booked until the statement says otherwise.",
  },
  "no-answer": {
    name: "No answer for a day",
    text: "The provider has not said within a day what became of this payment. Its statement, or a call to it, tells whether the money came.",
  },
  duplicate: {
    name: "A gift and its new try were both paid",
    text: "The first try had failed, the donor gave anew, and then the first was paid after all. All of these gifts are booked. Ask the donor: if they meant to give once, propose to give one back.",
  },
  reversed: {
    name: "Reversed by the provider",
    text: "The provider took the money back. The gift has left the ledger; the donor may have to be told. For a card this is often a chargeback: answer Selcom before the deadline below, or earlier if Selcom names an earlier date.",
  },
  "not-listed": {
    name: "Booked, and not on the provider’s list",
    text: "Our ledger has this gift, the provider’s list of those days has not. If the money did not come, the gift must be given back.",
  },
  "not-booked": {
    name: "On the provider’s list, and not booked",
    text: "The provider lists this as paid, our records do not, and asking has not settled it.",
  },
  misconfigured: {
    name: "A provider turned us away",
    text: "Credentials, the address or the network are not accepted. Nobody can give this way until it is mended.",
  },
  "unknown-payment": {
    name: "Messages about payments that we do not know",
    text: "Messages came to the provider’s address here, and name references that this site never gave out. Look the last ones up on the provider’s statement. If they stand there, another system may use the same account; if not, somebody knows the address: replace its secret.",
  },
  "unknown-order": {
    name: "Money that is none of ours",
    text: "The provider lists a payment that this site never asked for. Find out whose it is: another till’s, or a donor’s who meant the fund.",
  },
  "unknown-status": {
    name: "A statement has an unknown status",
    text: "We do not know what this word of the provider means, so nothing was recorded. Ask the provider. A later statement with a known status closes this case. If nothing is left to do, close it.",
  },
  "odd-rows": {
    name: "Rows of a provider’s list cannot be used",
    text: "The rows below cannot be read or contradict each other. The rest of the list was compared, and known payments in these rows were asked about. Look the rows up at the provider.",
  },
  undelivered: {
    name: "A letter did not arrive",
    text: "The receiving side refuses it for good. The address may be wrong.",
  },
  "mail-server": {
    name: "The mail server is away",
    text: "No letter has gone out for a day. They wait, and go when the server is back.",
  },
  "card-testing": {
    name: "Stolen cards may be tried",
    text: "Many card payments were begun and not paid. Look at the latest card donations; where they are tests, tell Selcom, and give back what was paid with a stolen card. Meanwhile every card is asked for a proof.",
  },
  "unpaid-requests": {
    name: "Many payment requests are not paid",
    text: "Many requests for mobile money were sent and few were paid. Someone may be sending them to strangers’ phones, or the provider may not be reporting payments. Look at the latest donations: do they come one after another, with similar names and amounts? Look at the provider’s statement: were they paid? Until more are paid, each new request needs a proof of work, which a donor does not notice. If it goes on, stop taking payments under Settings and tell the provider.",
  },
  ledger: {
    name: "The ledger is not sound",
    text: "A check found that a promise of the ledger is broken. Do not book by hand; call whoever looks after the software.",
  },
} as const satisfies Record<CaseKind, Words>;

const differing = z.object({
  source: z.literal("statement").optional(),
  outcome: z.string().optional(),
  wrong: z.array(z.object({ field: z.string(), said: z.string().nullable() })).optional(),
});

export function saidAmount(details: Record<string, unknown>): bigint | null {
  const read = differing.safeParse(details);
  const said = read.data?.wrong?.find(({ field }) => field === "amount")?.said ?? null;
  return said !== null && /^\d{1,15}$/.test(said) ? BigInt(said) : null;
}

/** A report that differs is no reason to book a gift; where it was booked already, that is what staff must know. */
export function textAbout({
  kind,
  details,
  payment,
}: Pick<FoundCase, "kind" | "details" | "payment">): string {
  const isBooked = payment?.status === "succeeded" || payment?.status === "reversed";
  const read = differing.safeParse(details);
  if (kind !== "mismatch" || payment === null || !isBooked || !read.success) return caseWords(kind).text;
  const { source, outcome = "paid", wrong = [] } = read.data;
  const who = source === "statement" ? "the statement" : "the provider";
  const asked = formatMoney(payment.booked, "en");
  const booked = `The gift ${payment.status === "succeeded" ? "is" : "was"} booked with ${asked}`;
  const amount = wrong.find(({ field }) => field === "amount")?.said;
  const said = [
    ...(outcome === "paid" ? [] : [saidWords[outcome] ?? `that it is ${outcome}`]),
    ...(amount === undefined || amount === null
      ? []
      : [formatMoney({ ...payment.asked, amount: BigInt(amount) }, "en")]),
  ];
  const rest =
    payment.status === "succeeded"
      ? "Ask the provider; if the money went back, propose to give the gift back here too."
      : "It has left the ledger since.";
  return `${booked}; ${who} says ${said.join(", and ") || "another reference"}. ${rest}`;
}

export const outcomeWords = {
  paid: "Paid",
  declined: "Declined",
  cancelled: "Broken off by the payer",
  pending: "Not final yet",
  reversed: "Given back",
  unknown: "Without a clear state",
} as const satisfies Record<Outcome, string>;

const saidWords: Record<string, string> = {
  reversed: "that it was given back",
  declined: "that it was declined",
  cancelled: "that it was cancelled",
};

/** Kinds of a newer version, or of an older one, are named as they are. */
export function caseWords(kind: string): Words {
  const known: Record<string, Words> = words;
  return known[kind] ?? { name: kind, text: "" };
}

const decisions: Record<string, string> = {
  dismiss: "Nothing follows",
  "not-ours": "It is not ours",
  "booked-offline": "It was booked as an offline gift",
  fail: "The money did not come",
  credit: "The gift was booked",
  paid: "The provider says that it was paid",
  credited: "The gift was booked",
  declined: "The provider says that it was refused",
  refused: "The provider says that it was refused",
  cancelled: "The payer broke it off",
  "given-up": "The money did not come",
  reversed: "The provider took it back",
  matched: "The statement and our records agree now",
  "import-undone": "The import was undone",
};

export const decisionWords = (decision: string) => decisions[decision] ?? decision.replaceAll("-", " ");
