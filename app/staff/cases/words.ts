import { z } from "zod";
import type { FoundCase, ListedCase } from "#database/cases/list.ts";
import { concernShape } from "#domain/cases/concern.ts";
import type { CaseKind } from "#domain/cases/kinds.ts";
import { providerWords } from "#app/staff/donations/words.ts";
import type { Tone } from "#app/staff/list/status.tsx";
import { storedDay } from "#app/staff/values.tsx";
import { currencies, formatMoney, type Currency, type Money } from "#domain/money/money.ts";
import { isOwnReference } from "#domain/payments/own-reference.ts";
import type { Outcome } from "#domain/payments/provider.ts";

type Words = { name: string; text: string };

const words = {
  mismatch: {
    name: "Amounts or references differ",
    text: "The provider reported a different amount, currency or reference from the one we requested, or its answer contradicts itself. Nothing was recorded in the ledger. Check the payment on the provider’s statement.",
  },
  contradiction: {
    name: "Paid, then refused",
    text: "The provider first said this was paid, then that it was not. The donation stays in the ledger unless the statement shows otherwise.",
  },
  "no-answer": {
    name: "No answer for 24 hours",
    text: "The provider has given no clear answer about this payment, or about a message that says it was paid or reversed. Check its statement or call the provider.",
  },
  duplicate: {
    name: "Possible double payment",
    text: "The first payment failed, the donor tried again, and then both were paid. Both donations are in the ledger. Ask the donor: if they meant to donate once, request a refund of one.",
  },
  reversed: {
    name: "Reversed by the provider",
    text: "The provider took the money back. The donation has been reversed in the ledger. Tell the donor if needed.",
  },
  "not-listed": {
    name: "In our ledger, not on the statement",
    text: "This donation is in our ledger but not on the provider’s statement for those days. If the money did not arrive, request a refund to reverse it.",
  },
  "not-booked": {
    name: "On the statement, not in our ledger",
    text: "The provider’s statement shows this as paid but our ledger does not. A status check did not settle it.",
  },
  misconfigured: {
    name: "Provider rejected our credentials",
    text: "The provider does not accept our credentials, address or network. No one can pay this way until this is fixed.",
  },
  "unknown-payment": {
    name: "Callbacks about unknown payments",
    text: "We received callbacks with references this site never created. Check the latest ones on the provider’s statement. If they are there, another system may use the same account. If not, someone knows our callback address: replace its secret.",
  },
  "unknown-order": {
    name: "Unrecognised payment on statement",
    text: "The provider’s statement has a payment this site never requested. Find out whose it is: another account’s, or a donor who meant to pay the fund. If a restore lost the donation, add it with its campaign.",
  },
  "unknown-status": {
    name: "Unknown status on a statement",
    text: "We do not know what this status means, so nothing was recorded. Check with the provider. A later statement with a known status closes this case. If no action is needed, close it.",
  },
  "odd-rows": {
    name: "Unreadable rows in a provider’s list",
    text: "The rows below cannot be read or contradict each other. We compared the rest of the list and checked known payments in these rows with the provider. Ask the provider about these rows.",
  },
  undelivered: {
    name: "Email not delivered",
    text: "The recipient’s mail server rejected it permanently. The address may be wrong.",
  },
  "mail-server": {
    name: "Mail server not available",
    text: "No email has been sent for 24 hours. Emails will be sent when the mail server is back.",
  },
  concern: {
    name: "Concern about a campaign",
    text: "A visitor reported that something is wrong with a campaign. Read it, look at the campaign, and ask its organizer. If the visitor left an email address, answer it and quote the number of this case.",
  },
  "card-testing": {
    name: "Possible card testing",
    text: "Many card payments were started but not paid. Check the latest card donations. If they are tests, tell Selcom and refund anything paid with a stolen card. Until then, every card payment needs an extra check.",
  },
  "unpaid-requests": {
    name: "Many payment requests are not paid",
    text: "Many requests for mobile money were sent and few were paid. Someone may be sending them to strangers’ phones, or the provider may not be reporting payments. Look at the latest donations: do they come one after another, with similar names and amounts? Look at the provider’s statement: were they paid? Until more are paid, each new request needs a proof of work, which a donor does not notice. If it goes on, switch on “Stop all online payments” under Payment stops and tell the provider.",
  },
  ledger: {
    name: "Ledger check failed",
    text: "A ledger check failed. Do not record anything by hand. Contact the person who maintains the software.",
  },
} as const satisfies Record<CaseKind, Words>;

const differing = z.object({
  source: z.literal("statement").optional(),
  outcome: z.string().optional(),
  failure: z.string().optional(),
  wrong: z.array(z.object({ field: z.string(), said: z.string().nullable() })).optional(),
});

export function amountInDetails(details: Record<string, unknown>): bigint | null {
  const read = differing.safeParse(details);
  return wholeAmount(read.data?.wrong?.find(({ field }) => field === "amount")?.said ?? null);
}

/** A provider may write anything as the amount. */
const wholeAmount = (said: string | null): bigint | null =>
  said !== null && /^\d{1,15}$/.test(said) ? BigInt(said) : null;

/** The amount that the provider reported instead of the requested one. Null in another currency. */
export function reportedInstead({
  details,
  donation,
}: Pick<ListedCase, "details" | "donation">): Money | null {
  const read = differing.safeParse(details);
  const isOtherCurrency = read.data?.wrong?.some(({ field }) => field === "currency") === true;
  const amount = amountInDetails(details);
  if (donation === null || amount === null || isOtherCurrency) return null;
  return { amount, currency: donation.requested.currency };
}

/** Names the payment, so that two cases of one kind differ. */
export function titleOf(found: Pick<FoundCase, "kind" | "details" | "donation">): string {
  const { name } = caseWords(found.kind);
  const unasked = unaskedAmount(found);
  if (unasked !== null) return `${name}: ${formatMoney(unasked, "en")}`;
  if (found.donation === null) return name;
  const requested = formatMoney(found.donation.requested, "en");
  const reported = reportedInstead(found);
  const { outcome = "paid", source } = differing.safeParse(found.details).data ?? {};
  if (reported === null || (outcome !== "paid" && outcome !== "reversed")) return `${name}: ${requested}`;
  const said = source === "statement" ? `${outcome} on the statement` : outcome;
  return `${formatMoney(reported, "en")} ${said}, ${requested} requested`;
}

/** The place of a line in its file. */
export const placeOf = ({ statement, line }: { statement: string; line: number }) =>
  `${statement}, line ${line}`;

/** The words of a concern that a list has room for. */
export function startOfConcern(details: Record<string, unknown>): string | null {
  const { concern } = concernShape.safeParse(details).data ?? {};
  if (concern === undefined) return null;
  const words = concern.replaceAll(/\s+/g, " ").trim();
  return words.length <= 90 ? words : `${words.slice(0, 90).replace(/\s+\S*$/, "")} …`;
}

const subjects: [pattern: RegExp, words: (...parts: string[]) => string][] = [
  // An email is deleted before its case.
  [/^outbox:/, () => "A deleted email"],
  [/^mail$/, () => "The mail server"],
  [/^ledger$/, () => "The ledger"],
  [/^cards$/, () => "Card payments"],
  [/^payment requests$/, () => "Payment requests"],
  [/^selcom:list$/, () => "Selcom’s list of orders"],
  [/^(azampay|selcom)-status:(.*)$/s, (provider, word) => `${nameOfProvider(provider)}, status “${word}”`],
  [/^(azampay|selcom):(.*)$/s, (provider, key) => `${nameOfProvider(provider)}, reference ${key}`],
  [/^(azampay|selcom) on (.*)$/s, (provider, day) => `${nameOfProvider(provider)}, ${storedDay(day)}`],
];

const nameOfProvider = (name: string) =>
  Object.entries(providerWords).find(([known]) => known === name)?.[1] ?? name;

/** The subject of a case that is about no payment. */
export function subjectWords(subject: string | null): string | null {
  for (const [pattern, words] of subjects) {
    const found = pattern.exec(subject ?? "");
    if (found) return words(...found.slice(1));
  }
  return subject;
}

const unasked = z.object({
  amount: z.string().regex(/^\d{1,15}$/),
  currency: z.enum(currencies).default("TZS"),
});

/** Money on a statement that this site never asked for. */
export function unaskedAmount({ kind, details }: Pick<ListedCase, "kind" | "details">): Money | null {
  const read = kind === ("unknown-order" satisfies CaseKind) ? unasked.safeParse(details).data : undefined;
  return read ? { amount: BigInt(read.amount), currency: read.currency } : null;
}

/** A case with a request for approval waits for another person. */
export function standingOf({ status, request }: Pick<ListedCase, "status" | "request">): [string, Tone] {
  if (status === "closed") return ["Closed", "plain"];
  return request === null ? ["Open", "waiting"] : ["Waiting for approval", "plain"];
}

type About = Pick<FoundCase, "kind" | "details"> & {
  payment: Pick<NonNullable<FoundCase["payment"]>, "provider" | "status" | "requested" | "booked"> | null;
};

export function textAbout(about: About): string {
  return about.kind === "reversed" ? textAboutReversal(about) : textAboutDifference(about);
}

/** The text of the payment's state at that time. The report that differs was not in the ledger if it was recorded later. */
export function textWhenOpened(found: Pick<FoundCase, "kind" | "details" | "openedAt" | "payment">): string {
  const { payment, openedAt } = found;
  const wasBooked = payment !== null && payment.bookedAt !== null && payment.bookedAt <= openedAt;
  return textAbout({
    ...found,
    payment: payment && { ...payment, status: wasBooked ? "succeeded" : "review" },
  });
}

function textAboutReversal({ details, payment }: About): string {
  const provider = payment === null ? "The provider" : providerWords[payment.provider];
  const next =
    "deadline" in details
      ? `This is often a chargeback of a card: answer ${provider} before the deadline below, or earlier if ${provider} names an earlier date.`
      : `Look the payment up on ${provider}’s statement. If the reason is not clear, ask ${provider}.`;
  return `${provider} took the money back. The donation has been reversed in the ledger. Tell the donor if needed. ${next}`;
}

/** A report that differs does not record a donation. If the donation is already in the ledger, staff must know that. */
function textAboutDifference({ kind, details, payment }: About): string {
  const isBooked = payment?.status === "succeeded" || payment?.status === "reversed";
  const read = differing.safeParse(details);
  if (kind !== "mismatch" || payment === null || !read.success) return caseWords(kind).text;
  if (!isBooked) return textAboutUnbooked(read.data, payment.requested) ?? caseWords(kind).text;
  const { source, outcome = "paid", failure, wrong = [] } = read.data;
  const author = source === "statement" ? "the statement" : "the provider";
  const bookedAmount = formatMoney(payment.booked, "en");
  const booked = `The donation ${payment.status === "succeeded" ? "is" : "was"} recorded as ${bookedAmount}`;
  const amount = wrong.find(({ field }) => field === "amount")?.said;
  const said = [
    ...(failure === undefined
      ? []
      : [`${outcomeClauses[failure] ?? failure} in one file, and paid in another`]),
    ...(outcome === "paid" ? [] : [outcomeClauses[outcome] ?? `that it is ${outcome}`]),
    ...(amount === undefined || amount === null ? [] : [amountWords(amount, payment.requested.currency)]),
  ];
  const isPart = outcome === "reversed" && amount !== undefined && amount !== null;
  const refund = isPart
    ? "If a part was returned, request a refund of that part. If all was returned, request a full refund."
    : "If the money was returned, request a refund here too.";
  const rest =
    payment.status === "succeeded"
      ? `Check with the provider. ${refund}`
      : "It has since been reversed in the ledger.";
  return `${booked}; ${author} says ${said.join(", and ") || "another reference"}. ${rest}`;
}

/** Text that is no whole amount is shown as the provider wrote it. */
export function amountWords(said: string, currency: Currency): string {
  const amount = wholeAmount(said);
  if (amount !== null) return formatMoney({ amount, currency }, "en");
  return said.trim() === "" ? "an empty amount" : `“${said}”`;
}

/** Null if the report does not differ in a field, so that it contradicts itself. */
function textAboutUnbooked(
  { source, failure, wrong = [] }: z.output<typeof differing>,
  requested: Money,
): string | null {
  if (wrong.length === 0 || failure !== undefined) return null;
  const reported = amountInDetails({ wrong });
  const author = source === "statement" ? "the statement lists" : "the provider reported";
  const differs =
    wrong.length === 1 && reported !== null
      ? `Only the amount differs: ${author} ${formatMoney({ ...requested, amount: reported }, "en")}, and we requested ${formatMoney(requested, "en")}.`
      : `What differs from our request: ${wrong.map((each) => each.field).join(", ")}.`;
  return `${differs} Nothing was recorded in the ledger. Check the payment on the provider’s statement.`;
}

export const outcomeWords = {
  paid: "Paid",
  declined: "Declined",
  cancelled: "Cancelled by the payer",
  pending: "Pending",
  reversed: "Reversed",
  unknown: "Status unclear",
} as const satisfies Record<Outcome, string>;

/** A line that one file calls paid and another does not shows both. */
export function lineWords({ outcome, failure }: { outcome: Outcome; failure: Outcome | null }): string {
  return failure === null
    ? outcomeWords[outcome]
    : `${outcomeWords[outcome]}. Another file says: ${outcomeWords[failure].toLowerCase()}`;
}

const outcomeClauses: Record<string, string> = {
  reversed: "that it was reversed",
  declined: "that it was declined",
  cancelled: "that it was cancelled",
};

/** A kind from a newer or an older version shows its own name. */
export function caseWords(kind: string): Words {
  const known: Record<string, Words> = words;
  return known[kind] ?? { name: kind, text: "" };
}

const decisions: Record<string, string> = {
  dismiss: "No action needed",
  "dealt-with": "Dealt with",
  "not-ours": "Not our payment",
  "booked-offline": "Recorded as an offline donation",
  added: "Lost donation added",
  fail: "Money not received",
  credit: "Donation recorded",
  paid: "Provider confirmed payment",
  credited: "Donation recorded",
  declined: "Provider refused payment",
  refused: "Provider refused payment",
  cancelled: "Cancelled by the payer",
  "given-up": "Money not received",
  reversed: "Reversed by the provider",
  matched: "Statement and records now match",
  "import-undone": "Import undone",
};

export const decisionWords = (decision: string) => decisions[decision] ?? decision.replaceAll("-", " ");

const messages: Record<string, string> = {
  callback: "Callback",
  answer: "Answer to our payment request",
  status: "Answer to our status check",
  statement: "Line on a statement",
};

export const messageWords = (kind: string) => messages[kind] ?? kind;

/** A donation that is in no backup: a statement lists it, and nothing else is known. */
export const mayAdd = ({ kind, status, lines }: FoundCase) =>
  kind === "unknown-order" && status === "open" && lines.some(({ outcome }) => outcome === "paid");

/** Money with a reference of this site's form was probably started here. */
export const hasOwnReference = ({ lines }: FoundCase) =>
  lines.some(({ reference }) => reference !== null && isOwnReference(reference));

/** Money that the payer sent with the reference of another system. */
export const hasOtherReference = ({ lines }: FoundCase) =>
  lines.some(({ reference }) => reference !== null && !isOwnReference(reference));

export function requestedWords({ requested, left }: { requested: number; left: number }, sendsMail: boolean) {
  const sent = sendsMail && requested > 0 ? " All staff get an email." : "";
  const others = left === 0 ? "" : ` Open cases that need their own decision: ${left}.`;
  return `New requests: ${requested}.${sent}${others}`;
}
