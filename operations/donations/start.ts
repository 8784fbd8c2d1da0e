import { randomBytes } from "node:crypto";
import { sql, type Kysely, type Transaction } from "kysely";
import { countAttempt } from "#operations/system/count-attempt.ts";
import type { Counted } from "#domain/system/rate-limit.ts";
import { isStopped, selectStop } from "#database/content/settings.ts";
import type { WhileAnswering } from "#database/answers.ts";
import type { Tables } from "#database/tables.ts";
import { awaitTries, standingOfTries, type EarlierTry } from "#database/donations/earlier-try.ts";
import { isHeldCampaign, isUnavailable } from "#database/database-errors.ts";
import { dayOf } from "#domain/system/calendar.ts";
import { giving, type CampaignStatus, type Giving } from "#domain/campaigns/categories.ts";
import { payerOf, type DonorConsents, type Donor } from "#domain/donations/read-donor.ts";
import { amountProblem, feeOn, type AmountProblem } from "#domain/donations/amount-limits.ts";
import type { UnrecordedAnswer, AnswerJournal } from "#domain/payments/unrecorded-answers.ts";
import { referenceAlphabet, referenceLength } from "#domain/payments/own-reference.ts";
import type { Language } from "#domain/content/language.ts";
import { promptsPerPhone } from "#domain/payments/limits.ts";
import type { Currency, Money } from "#domain/money/money.ts";
import type { InternationalNumber, PhoneNumber, Network } from "#domain/payments/phone.ts";
import type {
  Billing,
  HostedPages,
  PageStarted,
  Payer,
  PaymentProvider,
  PushStarted,
  Reference,
  RefusalReason,
} from "#domain/payments/provider.ts";
import type { ProofNeeded } from "./require-proof-of-work.ts";
import { causeOf, passBar, reportCardTesting, type CardsRest, type LimitedBy } from "./card-testing-guard.ts";
import { claimKey, readEarlier, type Press, type Repeated, type Reply } from "./idempotency.ts";
import { insertBegun, type BegunDonation } from "./insert-begun.ts";
import { recordLater, recordUnrecordedAnswer } from "#operations/payments/record-provider-answer.ts";
import { passRequestBar, reportUnpaidRequests, type RequestsRest } from "./unpaid-request-guard.ts";

type Tx = Transaction<Tables>;

export type DonationWanted = {
  campaignId: string;
  amount: Money;
  donor: Donor;
  agreed?: DonorConsents;
  message: string | null;
  language: Language;
  /** A Zakat donor can also pay the 3.5% fee by mobile money. By card the fee is always added. */
  bearsFee: boolean;
  /** The external id of the donation that this one repeats. The caller proves that it is the same donor's. */
  retryOf: string | null;
  way: Way;
};

export type Way =
  | { kind: "push"; provider: PaymentProvider; phone: PhoneNumber; network: Network }
  | {
      kind: "page";
      provider: PaymentProvider & { hostedPages: HostedPages };
      phone: InternationalNumber;
      payer: Payer;
      /** Null for a page that takes mobile money only. */
      billing: Billing | null;
      /** The donor asked for the order's number, to pay it without the page. */
      byNumber?: boolean;
      /** The provider's page sends the donor here at the end. Then we ask the provider. */
      returnUrl(reference: Reference): string;
    };

export type Circumstances = {
  /** For tests. Otherwise the database's clock, which all nodes share. */
  now?: Date;
  /** The client address that requests are counted by. */
  client: string;
  /** Repeated submits with the same key make one donation. */
  press: Press | null;
  /** The answer to the request, for its repeats. It is stored with the provider's answer. */
  reply?: (begun: WithDonation) => Reply;
  /** The counters and limits that are checked before a payment request. */
  counted: Counted[];
  /** The challenge that the donor was given, solved or not. */
  proof?: string | null;
  /**
   * A pool for donations that begin, so that a crowd there does not block provider answers. Defaults to the main
   * pool.
   */
  entrance?: Kysely<Tables>;
  /** Ends the wait for a silent database there. By then no provider was asked. */
  whileAnswering?: WhileAnswering;
  /** Stores the provider's answer until the database has it. */
  journal: AnswerJournal;
  /** Signs challenges; the same on every node. */
  challengeKey: string;
};

export type StartedDonation =
  | { kind: "prompted"; donation: BegunDonation; providerReference: string | null }
  /** The payment request may be on the phone: do not invite the donor to try again. */
  | { kind: "unsure"; donation: BegunDonation }
  | { kind: "page"; donation: BegunDonation; url: string }
  | { kind: "refused"; donation: BegunDonation; reason: RefusalReason }
  | NotBegun;

export type WithDonation = Extract<StartedDonation, { donation: unknown }>;

export type NotBegun =
  | { kind: "no-campaign" }
  | { kind: "not-open"; giving: Exclude<Giving, "open"> }
  | { kind: "other-currency"; currency: Currency }
  | { kind: "amount"; problem: AmountProblem; currency: Currency }
  | { kind: "limited"; by: LimitedBy; retryAfter: number }
  | ProofNeeded
  | CardsRest
  | RequestsRest
  /** Staff have paused donations. */
  | { kind: "payments-stopped" }
  | { kind: "cards-stopped" }
  /** Money arrived for an earlier try of this donation. */
  | { kind: "first-paid" }
  /** Money may have arrived for one. */
  | { kind: "first-in-doubt" }
  /** The phone has an open payment request. */
  | { kind: "prompt-waiting" }
  | Repeated;

/** Begins a donation and asks the provider to collect it. The payment is stored before the provider is called. */
export async function startDonation(
  db: Kysely<Tables>,
  wanted: DonationWanted,
  circumstances: Circumstances,
): Promise<StartedDonation> {
  const { entrance = db, whileAnswering = (work) => work, journal } = circumstances;
  const { name: provider } = wanted.way.provider;
  const begun = await keepWhenBegun(
    { entrance, whileAnswering },
    (tx) => begin(tx, wanted, circumstances),
    ({ reference }, error) => recordLater(journal, { kind: "not-asked", provider, reference }, error),
  );
  await reportAttack(db, begun);
  if (begun.kind !== "begun") return begun;
  // From here on money can move: on any error, the donor is not invited to pay again.
  const answer = forWay(wanted.way, await ask(begun, wanted).catch(brokenDown));
  const saved: UnrecordedAnswer = { kind: "answer", provider, reference: begun.reference, answer };
  const started = answered(begun, answer);
  const { press, reply } = circumstances;
  const replied = press === null || reply === undefined ? null : { press, reply: reply(started) };
  await recordUnrecordedAnswer(db, journal, saved, begun.now, replied);
  return started;
}

async function reportAttack(db: Kysely<Tables>, begun: Begun | NotBegun): Promise<void> {
  if (begun.kind === "cards-rest") return reportCardTesting(db);
  if (begun.kind === "requests-rest") return reportUnpaidRequests(db);
  if (begun.kind !== "proof-needed" || !begun.attacked) return;
  return begun.by === "card" ? reportCardTesting(db) : reportUnpaidRequests(db);
}

type Begun = {
  kind: "begun";
  now: Date;
  reference: Reference;
  total: Money;
  donation: BegunDonation;
};

type Entering = { entrance: Kysely<Tables>; whileAnswering: WhileAnswering };

async function keepWhenBegun(
  { entrance, whileAnswering }: Entering,
  work: (tx: Tx) => Promise<Begun | NotBegun>,
  whenSavedPerhaps: (begun: Begun, error: unknown) => Promise<void>,
): Promise<Begun | NotBegun> {
  const ended: { outcome: Begun | NotBegun | null; isLate: boolean } = { outcome: null, isLate: false };
  const saving = entrance.transaction().execute(async (tx) => {
    const outcome = await work(tx);
    // The donor was told that nothing began.
    if (ended.isLate) throw ended;
    ended.outcome = outcome;
    if (outcome.kind === "begun") return outcome;
    throw ended;
  });
  try {
    return await whileAnswering(saving);
  } catch (error) {
    ended.isLate = true;
    if (error === ended && ended.outcome !== null) return ended.outcome;
    if (isHeldCampaign(error)) return { kind: "not-open", giving: "paused" };
    // A commit whose answer is lost may have happened.
    const { outcome } = ended;
    if (outcome?.kind === "begun" && isUnavailable(error)) {
      await whenSavedPerhaps(outcome, error);
      // A silent database can still do it, when the first note was already read and found nothing.
      void saving.then(() => whenSavedPerhaps(outcome, error)).catch(() => undefined);
    }
    throw error;
  }
}

async function begin(
  tx: Tx,
  wanted: DonationWanted,
  circumstances: Circumstances,
): Promise<Begun | NotBegun> {
  const { press, client } = circumstances;
  const campaign = await findCampaign(tx, wanted.campaignId, press);
  if (campaign === null) return { kind: "no-campaign" };
  // First: a donation that began before a pause or a stop still gets its own response.
  if (press !== null && !campaign.isFirst) return readEarlier(tx, press);
  const now = circumstances.now ?? campaign.now;
  const priced = price(wanted, campaign, now);
  if (priced.kind !== "priced") return priced;
  if (campaign.paymentsStopped) return { kind: "payments-stopped" };
  const passed = await passGuards(tx, wanted, circumstances, { isCard: priced.isCard, now });
  if (passed.kind !== "passed") return passed;

  const { total, fee, isCard } = priced;
  const earlier = wanted.retryOf === null ? "unpaid" : await standingNow(tx, wanted.retryOf);
  if (earlier === "paid") return { kind: "first-paid" };
  if (earlier === "in-doubt") return { kind: "first-in-doubt" };
  const retryOf = wanted.retryOf === null ? null : await findFirst(tx, wanted.retryOf);
  const reference = newReference();
  const donation = await insertBegun(tx, {
    wanted,
    reference,
    total,
    fee,
    isCard,
    retryOf,
    press,
    client,
    now,
  });
  if (donation === "prompt-waiting") return { kind: "prompt-waiting" };
  return { kind: "begun", now, reference, total, donation };
}

async function standingNow(tx: Tx, retryOf: string): Promise<EarlierTry["kind"]> {
  await awaitTries(tx, retryOf);
  return standingOfTries(tx, retryOf);
}

type Campaign = NonNullable<Awaited<ReturnType<typeof findCampaign>>>;

type Priced = { kind: "priced"; isCard: boolean; fee: Money; total: Money };

/** Checks without the database whether the campaign takes this amount by this method, and with what fee. */
function price({ amount, way, bearsFee }: DonationWanted, campaign: Campaign, now: Date): Priced | NotBegun {
  const state = giving({ status: campaign.status, endDate: campaign.end_date }, dayOf(now));
  if (state !== "open") return { kind: "not-open", giving: state };
  const { currency } = campaign;
  if (amount.currency !== currency) return { kind: "other-currency", currency };

  const isCard = way.kind === "page" && way.billing !== null;
  const withFee = isCard || (bearsFee && campaign.is_zakat_eligible);
  const problem = amountProblem(amount, isCard ? "card" : "mobile", withFee);
  if (problem !== null) return { kind: "amount", problem, currency };
  if (isCard && campaign.cardsStopped) return { kind: "cards-stopped" };
  const fee = feeOn(amount, withFee);
  return { kind: "priced", isCard, fee, total: { amount: amount.amount + fee.amount, currency } };
}

async function passGuards(
  tx: Tx,
  { way }: DonationWanted,
  { client, counted, proof = null, challengeKey }: Circumstances,
  { isCard, now }: { isCard: boolean; now: Date },
): Promise<{ kind: "passed" } | NotBegun> {
  const prompts = way.kind === "push" ? [{ subject: `prompt:${way.phone}`, limits: promptsPerPhone }] : [];
  const attempt = await countAttempt(tx, [...counted, ...prompts], now);
  if (attempt.kind === "limited")
    return { kind: "limited", by: causeOf(attempt.subject), retryAfter: attempt.retryAfter };
  return isCard
    ? passBar(tx, { counted, before: attempt.before, proof, challengeKey, now })
    : passRequestBar(tx, { client, proof, challengeKey, now });
}

/** The same statement stores the idempotency key, because each round trip costs every donation. */
async function findCampaign(tx: Tx, id: string, press: Press | null) {
  const campaign = await tx
    .with("claimed", () => sql<{ key: string }>`(${claimKey(press)})`)
    .selectFrom("campaigns")
    .select([
      ...(["end_date", "currency", "is_zakat_eligible"] as const),
      // A held campaign is shown as paused.
      sql<CampaignStatus>`shown_status(status, suspended_at, is_zakat_eligible, zakat_until)`.as("status"),
      sql<Date>`now()`.as("now"),
      selectStop(tx, "cards").as("cards"),
      selectStop(tx, "payments").as("payments"),
      sql<boolean>`exists (select from claimed)`.as("isFirst"),
    ])
    .where("id", "=", id)
    .where("archived_at", "is", null)
    .executeTakeFirst();
  if (campaign === undefined) return null;
  const { status, cards, payments, ...others } = campaign;
  if (status === "pending" || status === "rejected") return null;
  const cardsStopped = isStopped("cards", cards);
  const paymentsStopped = isStopped("payments", payments);
  return { ...others, status, cardsStopped, paymentsStopped };
}

/** In any state and for any campaign. Otherwise the pages of the two payments do not know of each other. */
async function findFirst(tx: Tx, externalId: string): Promise<bigint | null> {
  const first = await tx
    .selectFrom("donations")
    .select("id")
    .where("external_id", "=", externalId)
    .executeTakeFirst();
  return first?.id ?? null;
}

function newReference(): Reference {
  return Array.from(randomBytes(referenceLength), (byte) => referenceAlphabet[byte & 31]).join("");
}

type Answer = PushStarted | PageStarted;

function ask({ reference, total }: Begun, { way, donor }: DonationWanted): Promise<Answer> {
  if (way.kind === "page") {
    const { phone, payer, billing } = way;
    const returnUrl = way.returnUrl(reference);
    return way.provider.hostedPages.start({
      reference,
      amount: total,
      phone,
      payer,
      billing,
      returnUrl,
      cancelUrl: returnUrl,
    });
  }
  const { phone, network } = way;
  return way.provider.startPush({ reference, amount: total, phone, network, payer: payerOf(donor, "") });
}

/** Only an order that is to be paid by its number keeps it, because its pages then lead to no payment page. */
function forWay(way: Way, answer: Answer): Answer {
  const isByNumber = way.kind === "page" && way.byNumber;
  return answer.kind === "opened" && !isByNumber ? { ...answer, byNumber: null } : answer;
}

/** The provider may have sent the payment request anyway. */
function brokenDown(error: unknown): Answer {
  return { kind: "unknown", why: String(error), raw: null };
}

function answered({ donation }: Begun, answer: Answer): WithDonation {
  if (answer.kind === "accepted")
    return { kind: "prompted", donation, providerReference: answer.providerReference };
  if (answer.kind === "opened") return { kind: "page", donation, url: answer.url };
  if (answer.kind === "refused") return { kind: "refused", donation, reason: answer.reason };
  return { kind: "unsure", donation };
}
