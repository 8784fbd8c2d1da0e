import type { Currency, Money } from "#domain/money/money.ts";
import type { InternationalNumber, PhoneNumber, Network } from "./phone.ts";

/** What the fund needs of whoever collects its money. An adapter translates; it decides nothing and keeps nothing. */
export type PaymentProvider = {
  readonly name: ProviderName;
  /** Makes a prompt for the PIN appear on the payer's phone. */
  startPush(push: Push): Promise<PushStarted>;
  /** The status check: what has become of a payment. */
  askAbout(payment: StartedPayment): Promise<Inquiry>;
  /** Pages of the provider's where a payer enters a card or chooses a wallet; null where there are none. */
  readonly hostedPages: HostedPages | null;
};

export const collectors = ["azampay", "selcom"] as const;
export type ProviderName = (typeof collectors)[number];

export type HostedPages = {
  start(page: Page): Promise<PageStarted>;
  /** What the provider is told; afterwards an unpaid order is cancelled. */
  readonly orderLastsMinutes: number;
  /** Closes a page nobody has paid on. */
  cancel(reference: Reference): Promise<Cancelled>;
};

/** Our name for a payment at the provider: random, at most 30 of [A-Za-z0-9_-], never shown to a browser. */
export type Reference = string;

export type Push = {
  reference: Reference;
  amount: Money;
  phone: PhoneNumber;
  /** Needed where the provider does not find the network by itself. */
  network: Network;
  payer: Payer;
};

export type Payer = { name: string; email: string };

export type Page = {
  reference: Reference;
  amount: Money;
  phone: InternationalNumber;
  payer: Payer;
  /** Null for a page that takes mobile money only. */
  billing: Billing | null;
  /** Where the page sends the browser afterwards. */
  returnUrl: string;
  cancelUrl: string;
};

/** What the card network asks for; passed on and never kept. */
export type Billing = {
  firstName: string;
  lastName: string;
  address: string;
  city: string;
  region: string;
  postcode: string;
  country: string;
};

/** `providerReference` is what the provider calls the payment; the only key to it for some. */
export type PushStarted =
  | { kind: "accepted"; providerReference: string | null; raw: Raw }
  | Refused
  | { kind: "unknown"; why: string; raw: Raw };

export type PageStarted =
  { kind: "opened"; url: string; providerReference: string | null; raw: Raw } | Refused;

/** Certain that nothing was asked of the payer: safe to try again as a new payment. */
export type Refused = { kind: "refused"; reason: RefusalReason; why: string; raw: Raw };

/** `misconfigured` is for staff to mend: credentials, address, or a network not enabled for the fund. */
export type RefusalReason = "rejected" | "misconfigured" | "unreachable";

export type Cancelled =
  | { kind: "cancelled"; raw: Raw }
  | { kind: "refused"; why: string; raw: Raw }
  | { kind: "unknown"; why: string; raw: Raw };

/** A payment as it was started; `amount` tells how to read sums that come without a currency. */
export type StartedPayment = {
  reference: Reference;
  providerReference: string | null;
  amount: Money;
  network: Network | null;
};

/**
 * `unavailable` says nothing about the payment, only that nobody answered. `unaskable` has no way to be asked about, now
 * or later.
 */
export type Inquiry =
  | { kind: "report"; report: Report }
  | { kind: "unavailable"; why: string; raw: Raw }
  | { kind: "unaskable"; why: string; raw: null };

export const outcomes = ["paid", "declined", "cancelled", "pending", "reversed", "unknown"] as const;
export type Outcome = (typeof outcomes)[number];

/** What a provider said about a payment, in our words. Null is what it did not say. */
export type Report = Claim & {
  provider: ProviderName;
  reference: Reference;
  providerReference: string | null;
  /** The mobile operator's or card network's own name for it, for receipts and support. */
  operatorReference: string | null;
  network: Network | null;
  phone: PhoneNumber | null;
  /** What vouches for it. An empty list is no more than a hint to ask. */
  proofs: readonly Proof[];
  /** What speaks against it, for staff; any entry means that the proofs must not be relied on. */
  doubts: readonly string[];
  said: string;
  raw: Raw;
};

/** Only a claim with an amount can be credited. A refusal has none: providers fill the field with anything then. */
export type Claim =
  | ({ outcome: "paid"; amount: bigint | AsAsked } & NamedCurrency)
  | ({ outcome: "reversed"; amount: bigint | null } & NamedCurrency)
  | { outcome: "declined" | "cancelled" | "pending" | "unknown" }
  /** It says two things at once, or paid without an amount. Staff decide. */
  | { outcome: "contradictory"; claims: "paid" | "reversed"; why: string };

/** In minor units of this currency, or of the payment's own when the provider names none. */
type NamedCurrency = { currency: Currency | null };

/** For an answer about the provider's own id of our request. The provider took that amount, and names none again. */
type AsAsked = "as asked";

/** A message that proves no amount. It can only make us ask the provider. */
export type Hint = Pick<Report, "provider" | "reference" | "proofs" | "said" | "raw"> & { outcome: Outcome };

/** What a message says about a payment; of two things at once the one that moves money. */
export const outcomeSaid = (said: Report | Hint): Outcome =>
  said.outcome === "contradictory" ? said.claims : said.outcome;

/** That it came to an address which only the provider was told is enough to doubt a payment, and never to credit one. */
export type Proof = "signature" | "secret" | "address" | "status check" | "statement";

/** `stranger` did not know our secret or signed falsely: answer 401 and change nothing. */
export type CallbackRead =
  /** `sendAgain` where its signature could not be checked just now: it is kept, and is to come once more. */
  | { kind: "report"; report: Report; sendAgain?: true }
  | { kind: "hint"; report: Hint; sendAgain?: true }
  | { kind: "stranger"; why: string }
  | { kind: "unreadable"; why: string };

/** What travelled, word for word, to be kept with the payment; null when no answer came. */
export type Raw = { status: number | null; body: string } | null;
