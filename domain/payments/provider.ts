import type { Currency, Money } from "#domain/money/money.ts";
import type { InternationalNumber, PhoneNumber, Network } from "./phone.ts";

/** Interface to a payment provider. An adapter only translates: it makes no decisions and stores nothing. */
export type PaymentProvider = {
  readonly name: ProviderName;
  /** Sends a payment request for the PIN to the payer's phone. */
  startPush(push: Push): Promise<PushStarted>;
  /** The status check of a payment. */
  readPaymentStatus(payment: StartedPayment): Promise<Inquiry>;
  /** The provider's own pages for cards or mobile networks. Null if it has none. */
  readonly hostedPages: HostedPages | null;
};

export const collectors = ["azampay", "selcom"] as const;
export type ProviderName = (typeof collectors)[number];
export const providerNames = { azampay: "AzamPay", selcom: "Selcom" } as const satisfies Record<
  ProviderName,
  string
>;
/** Offline donations have no provider. */
export type PaidThrough = ProviderName | "offline";

export type HostedPages = {
  start(page: Page): Promise<PageStarted>;
  /** Time limit that we send to the provider. It then cancels an unpaid order. */
  readonly orderLastsMinutes: number;
  cancel(reference: Reference): Promise<Cancelled>;
};

/** Our reference of a payment at the provider: random, at most 30 of [A-Za-z0-9_-], never shown to a browser. */
export type Reference = string;

export type Push = {
  reference: Reference;
  amount: Money;
  phone: PhoneNumber;
  /** Required if the provider does not find the network automatically. */
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
  returnUrl: string;
  cancelUrl: string;
};

/** Required by the card network. Passed on and never stored. */
export type Billing = {
  firstName: string;
  lastName: string;
  address: string;
  city: string;
  region: string;
  postcode: string;
  country: string;
};

/** `providerReference` is the provider's own reference. Some providers find a payment only by it. */
export type PushStarted =
  | { kind: "accepted"; providerReference: string | null; raw: RawAnswer }
  | Refused
  | { kind: "unknown"; why: string; raw: RawAnswer };

export type PageStarted =
  | {
      kind: "opened";
      url: string;
      /** Optional, because an answer that was saved before this field has none. */
      byNumber?: ByNumber | null;
      providerReference: string | null;
      raw: RawAnswer;
    }
  | Refused;

/** Ways to pay an order without its page: a number for a network's menu, and the text of a QR code for apps. */
export type ByNumber = { number: string; qr: string | null };

/** The payer certainly got no request, so a retry as a new payment is safe. */
export type Refused = { kind: "refused"; reason: RefusalReason; why: string; raw: RawAnswer };

/** Staff must fix `misconfigured`: credentials, address, or a network not enabled for the fund. */
export type RefusalReason = "rejected" | "misconfigured" | "unreachable";

export type Cancelled =
  | { kind: "cancelled"; raw: RawAnswer }
  | { kind: "refused"; why: string; raw: RawAnswer }
  | { kind: "unknown"; why: string; raw: RawAnswer };

/** A payment as it was started. `amount` gives the currency of amounts that come without one. */
export type StartedPayment = {
  reference: Reference;
  providerReference: string | null;
  amount: Money;
  network: Network | null;
};

/**
 * `unavailable` says nothing about the payment, only that no answer came. `unaskable` has no status check, now or
 * later.
 */
export type Inquiry =
  | { kind: "report"; report: Report }
  | { kind: "unavailable"; why: string; raw: RawAnswer }
  | { kind: "unaskable"; why: string; raw: null };

export const outcomes = ["paid", "declined", "cancelled", "pending", "reversed", "unknown"] as const;
export type Outcome = (typeof outcomes)[number];

/** A provider's report about a payment, in our terms. Null: not reported. */
export type Report = Claim & {
  provider: ProviderName;
  reference: Reference;
  providerReference: string | null;
  /** The mobile network's or card network's own reference, for receipts and support. */
  operatorReference: string | null;
  network: Network | null;
  phone: PhoneNumber | null;
  /** Proofs of the report. If the list is empty, the report is only a hint to ask the provider. */
  proofs: readonly Proof[];
  /** Doubts for staff. With any entry the proofs are not reliable. */
  doubts: readonly string[];
  providerWord: string;
  raw: RawAnswer;
};

/** Only a claim with an amount can be credited. A failure has none: providers then fill the field with anything. */
export type Claim =
  | ({ outcome: "paid"; amount: bigint | AsRequested } & NamedCurrency)
  | ({ outcome: "reversed"; amount: bigint | null } & NamedCurrency)
  | { outcome: "declined" | "cancelled" | "pending" | "unknown" }
  /** Contradictory, or paid without an amount. Staff decide. */
  | { outcome: "contradictory"; claims: "paid" | "reversed"; why: string };

/** In minor units of this currency, or of the payment's own if the provider names none. */
type NamedCurrency = { currency: Currency | null };

/**
 * For an answer about the provider's own id of our request. The provider accepted that amount, and does not repeat
 * it.
 */
type AsRequested = "as asked";

/** A message without proof of an amount. It can only make us ask the provider. */
export type Hint = Pick<Report, "provider" | "reference" | "proofs" | "providerWord" | "raw"> & {
  outcome: Outcome;
  /** The amount of a reversal, if the message names one. */
  returned?: bigint;
};

/** The outcome in a message. If it has two, the one that moves money. */
export const outcomeIn = (report: Report | Hint): Outcome =>
  report.outcome === "contradictory" ? report.claims : report.outcome;

/**
 * Only the provider knows the callback address. A message to it is enough to doubt a payment, and never to credit
 * one.
 */
export type Proof = "signature" | "secret" | "address" | "status check" | "statement";

/** `stranger` sent a wrong secret or signature: answer 401 and change nothing. */
export type CallbackRead =
  /** `sendAgain`: its signature could not be checked now. It is stored, and the provider must send it again. */
  | { kind: "report"; report: Report; sendAgain?: true }
  | { kind: "hint"; report: Hint; sendAgain?: true }
  | { kind: "stranger"; why: string }
  | { kind: "unreadable"; why: string };

/** The exact request and response, stored with the payment. Null when no answer came. */
export type RawAnswer = { status: number | null; body: string } | null;
