import type { RouterContextProvider } from "react-router";
import { z } from "zod";
import { DatabaseIsSilent } from "#database/answers.ts";
import { isUnavailable } from "#database/database-errors.ts";
import { findDonation } from "#database/donations/details.ts";
import { findArrivedTry, type ArrivedTry } from "#database/donations/earlier-try.ts";
import type { Language } from "#domain/content/language.ts";
import { beginDonation, type Begun } from "#app/giving/begin.server.ts";
import { explainOutcome, explainUnavailable, type Explained } from "#app/giving/explain-outcome.server.ts";
import type { Method } from "#app/giving/methods.ts";
import type { CardHolder } from "#app/giving/read-card-holder.server.ts";
import type { FilledDonation } from "#app/giving/read-donation.server.ts";
import { answerWithWait } from "#app/http/ask-to-wait.server.ts";
import { databaseContext, logContext } from "#app/http/context.server.ts";
import type { Entered } from "#app/http/form.server.ts";
import { translatorIn, type Translator } from "#app/messages/translator.tsx";
import type { Press } from "#operations/donations/idempotency.ts";
import type { WithDonation } from "#operations/donations/start.ts";
import { localAddress } from "#app/site/address.ts";
import { numberAddress, resultAddress, waitingAddress } from "#app/site/donate/form/donation-addresses.ts";
import { sha256 } from "#domain/system/digest.server.ts";

type Context = Readonly<RouterContextProvider>;

export type BegunOnPage =
  | { kind: "begun"; donation: { externalId: string; receiptKey: string } | null; to: string }
  | NotBegunOnPage
  | { kind: "must-wait"; message: string; status: number; challenge: string };

type NotBegunOnPage = {
  kind: "not-begun";
  title: string;
  /** The element that the error links to. */
  field: "donation" | "phone";
  message: string;
  status: number;
  /** Another payment for the same donation, which this one was refused for. */
  arrived: ArrivedTry | null;
};

export type WantedOnPage = {
  campaignId: string;
  filled: FilledDonation;
  cardHolder: CardHolder | null;
  retryOf: string | null;
  /** A second request with the same key must have the same entries. */
  entered: Entered;
  key: string;
  proof: string | null;
  language: Language;
};

/** Repeated presses of the button create one donation and lead to one page. */
export async function beginOnPage(context: Context, wanted: WantedOnPage): Promise<BegunOnPage> {
  const { campaignId, filled: donation, cardHolder, retryOf, proof, language } = wanted;
  const { method } = donation.way;
  const t = translatorIn(language);
  const press = pressOf(wanted);
  const next = (begun: WithDonation) => nextAddress(begun, method, language);
  const begun = await beginDonation(context, {
    campaignId,
    donation,
    cardHolder,
    language,
    retryOf,
    press,
    reply: (begun) => ({ status: 303, answer: { externalId: begun.donation.externalId, to: next(begun) } }),
    proof,
  }).catch((error: unknown) => {
    // The form would have to wait for the same database again.
    if (!isUnavailable(error) || error instanceof DatabaseIsSilent) throw error;
    context.get(logContext).error({ err: error }, "donation could not be stored");
    return null;
  });
  if (begun === null) return unavailable(method, t);
  if (begun.kind === "answered" || begun.kind === "under-way") return begunBefore(context, begun, language);
  if (!("donation" in begun)) return notBegun(context, begun, { method, retryOf, t });
  return { kind: "begun", donation: begun.donation, to: next(begun) };
}

/** The stored requests of all pages for one campaign share this address. */
export const pressAddress = (campaignId: string) => `/campaigns/${campaignId}/donate`;

function pressOf({ campaignId, key, entered }: WantedOnPage): Press {
  const body = Object.entries(entered).filter(([name]) => !["key", "retry", "proof"].includes(name));
  const bodyHash = sha256(JSON.stringify(body.toSorted())).toString("hex");
  return { address: pressAddress(campaignId), key, bodyHash };
}

type Before = Extract<Begun, { kind: "answered" | "under-way" }>;
type Refused = Exclude<Begun, WithDonation | Before>;

type Refusing = { method: Method; retryOf: string | null; t: Translator };

async function notBegun(
  context: Context,
  outcome: Refused,
  { method, retryOf, t }: Refusing,
): Promise<BegunOnPage> {
  const { status, message, about, challenge, retryAfter } = explainOnPage(outcome, t);
  if (retryAfter !== undefined) answerWithWait(context, retryAfter);
  if (challenge !== undefined) return { kind: "must-wait", message, status, challenge };
  const isHeld = outcome.kind === "first-paid" || outcome.kind === "first-in-doubt";
  const isAboutCard = method === "card" && outcome.kind !== "not-offered" && !isHeld;
  return {
    kind: "not-begun",
    title: t(isHeld ? "giving.notBegun.heldTitle" : "giving.notBegun.title"),
    field: about === "phone" && method === "push" ? "phone" : "donation",
    message: isAboutCard ? t("giving.cardStep.failed", { message }) : message,
    status,
    arrived: isHeld && retryOf !== null ? await findArrivedTry(context.get(databaseContext), retryOf) : null,
  };
}

/** The form checked the amount and its currency a moment ago, so the campaign has changed since then. */
function explainOnPage(outcome: Refused, t: Translator): Explained {
  if (outcome.kind === "amount" || outcome.kind === "other-currency")
    return { status: 409, message: t("giving.notBegun.otherCurrency"), about: "donation" };
  return explainOutcome(outcome, "form", t);
}

function unavailable(method: Method, t: Translator): NotBegunOnPage {
  const title = t(
    method === "page" || method === "number" ? "giving.notBegun.errorTitle" : "giving.notBegun.title",
  );
  const message = explainUnavailable(method, "form", t);
  return { kind: "not-begun", title, field: "donation", message, status: 503, arrived: null };
}

function nextAddress(begun: WithDonation, method: Method, language: Language): string {
  const { externalId } = begun.donation;
  if (begun.kind === "page" && method === "number") return numberAddress(language, externalId);
  if (begun.kind === "page") return localAddress(language, `/donations/${externalId}/pay`);
  if (begun.kind === "refused") return resultAddress(language, externalId, "failed");
  return waitingAddress(language, externalId);
}

const keptAnswer = z.object({ externalId: z.string(), to: z.string() });

/** The browser may have lost the first answer, so the donor gets the receipt key again. */
async function begunBefore(context: Context, before: Before, language: Language): Promise<BegunOnPage> {
  const answer = before.kind === "answered" ? keptAnswer.parse(before.answer) : null;
  const orderId = answer?.externalId ?? (before.kind === "under-way" ? before.externalId : "");
  const donation = await findDonation(context.get(databaseContext), orderId);
  const receiptKey = donation?.receiptKey ?? null;
  return {
    kind: "begun",
    donation: receiptKey === null ? null : { externalId: orderId, receiptKey },
    to: answer?.to ?? waitingAddress(language, orderId),
  };
}
