import { createHash } from "node:crypto";
import type { Kysely } from "kysely";
import type { Logger } from "pino";
import type { RouterContextProvider } from "react-router";
import { z } from "zod";
import { findGift } from "#database/donations/details.ts";
import type { Tables } from "#database/tables.ts";
import { isUnavailable } from "#database/database-errors.ts";
import type { NewsJournal } from "#domain/payments/unrecorded-answers.ts";
import { ordersPerPhone } from "#domain/payments/limits.ts";
import type { Language } from "#domain/content/language.ts";
import { readSettings } from "#database/content/settings.ts";
import {
  challengeKeyContext,
  clientContext,
  collectingContext,
  entranceContext,
  everything,
  logContext,
  originContext,
  publicReads,
} from "#app/http/context.server.ts";
import { translatorIn, type Translator } from "#app/messages/translator.tsx";
import type { Entered } from "#app/http/form.server.ts";
import { countedForCard } from "#operations/donations/card-testing-guard.ts";
import { keepAnswer, type Press } from "#operations/donations/idempotency.ts";
import {
  startDonation,
  type Circumstances,
  type GiftWanted,
  type Started,
  type Way,
} from "#operations/donations/start.ts";
import type { OpenProviders } from "#payments/open-providers.ts";
import { selcomReturnUrl } from "#payments/selcom/selcom.ts";
import { localAddress } from "#app/site/address.ts";
import { resultAddress, waitingAddress } from "#app/site/donate/form/gift-addresses.ts";
import { notBegun, notKept, notOffered, type NotNow } from "./not-begun.server.ts";
import type { CardHolder, FilledGift } from "#app/site/donate/form/read-gift.server.ts";

export type Beginning = {
  db: Kysely<Tables>;
  entrance: Kysely<Tables>;
  providers: Pick<OpenProviders, "azampay" | "selcom">;
  origin: string;
  client: string;
  challengeKey: string;
  /** Selcom wants an address of every payer; for whoever gives none it is the fund's own. */
  fundEmail: string;
  language: Language;
  t: Translator;
  log: Logger;
  journal: NewsJournal;
};

export type Begun =
  | {
      kind: "begun";
      gift: { externalId: string; receiptKey: string } | null;
      to: string;
    }
  | NotNow;

type Wish = {
  campaignId: string;
  filled: FilledGift;
  cardHolder: CardHolder | null;
  retryOf: string | null;
  /** What the press is compared with when it comes a second time. */
  entered: Entered;
  key: string;
  /** The challenge that the form was given, solved or not. */
  proof: string | null;
};

export async function beginningIn(
  context: Readonly<RouterContextProvider>,
  language: Language,
): Promise<Beginning> {
  const { azampay, selcom, journal } = context.get(collectingContext);
  const settings = await readSettings(context.get(publicReads));
  const origin = context.get(originContext);
  return {
    db: context.get(everything),
    entrance: context.get(entranceContext),
    providers: { azampay, selcom },
    origin,
    client: context.get(clientContext),
    challengeKey: context.get(challengeKeyContext),
    fundEmail: settings.contact.emails[0] ?? `gifts@${new URL(origin).hostname}`,
    language,
    t: translatorIn(language),
    log: context.get(logContext),
    journal,
  };
}

/** One press of the button begins one gift, and leads to where its giver waits for it. */
export async function beginGift(wish: Wish, beginning: Beginning): Promise<Begun> {
  const { db, entrance, client, challengeKey, journal } = beginning;
  const press = pressOf(wish);
  const { method } = wish.filled.way;
  const way = wayOf(wish.filled, wish.cardHolder, beginning);
  if (way === null) return notOffered(beginning.t);
  const wanted = giftWanted(wish, way, beginning);
  const counted = countedFor(wish, beginning);
  const circumstances = { client, press, counted, proof: wish.proof, entrance, journal, challengeKey };
  const started = await startDonation(db, wanted, circumstances).catch((error: unknown) => {
    if (!isUnavailable(error)) throw error;
    beginning.log.error({ err: error }, "a gift could not be kept");
    return null;
  });
  if (started === null) return notKept(method, beginning.t);
  if (started.kind === "answered" || started.kind === "under-way") return begunBefore(started, beginning);
  if (!("gift" in started)) return notBegun(started, method, beginning.t);
  const to = whereTo(started, beginning.language);
  await keepAnswer(db, press, 303, { externalId: started.gift.externalId, to }).catch((error: unknown) =>
    beginning.log.error({ err: error }, "an answer could not be kept for the same press"),
  );
  return { kind: "begun", gift: started.gift, to };
}

/** Where presses for a campaign are counted, whichever page has the button. */
export const pressAddress = (campaignId: string) => `/campaigns/${campaignId}/donate`;

function pressOf({ campaignId, key, entered }: Wish): Press {
  const body = Object.entries(entered).filter(([name]) => !["key", "retry", "proof"].includes(name));
  const bodyHash = createHash("sha256").update(JSON.stringify(body.toSorted())).digest("hex");
  return { address: pressAddress(campaignId), key, bodyHash };
}

function giftWanted({ campaignId, filled, retryOf }: Wish, way: Way, { language }: Beginning): GiftWanted {
  const { amount, bearsFee, donor, message } = filled;
  return {
    ...{ campaignId, amount, bearsFee, donor, message, retryOf },
    ...{ language, way },
  };
}

/** Null where its provider is not configured, or is no more. */
function wayOf(
  { way, donor }: FilledGift,
  cardHolder: CardHolder | null,
  { providers: { azampay, selcom }, origin, fundEmail }: Beginning,
): Way | null {
  if (way.method === "push")
    return azampay && { kind: "push", provider: azampay, phone: way.phone, wallet: way.wallet };
  if (selcom === null) return null;
  const back = {
    returnUrl: (reference: string) => selcomReturnUrl(origin, reference),
  };
  if (way.method === "page") {
    const payer =
      donor.kind === "anonymous"
        ? { name: "Anonymous", email: fundEmail }
        : { name: donor.name, email: donor.email };
    return { kind: "page", provider: selcom, phone: way.phone, payer, billing: null, ...back };
  }
  if (cardHolder === null) throw new Error("a card gift without its holder");
  return { kind: "page", provider: selcom, ...cardHolder, ...back };
}

function countedFor({ filled, cardHolder }: Wish, { client }: Beginning): Circumstances["counted"] {
  if (filled.way.method === "page") return [{ subject: `order:${filled.way.phone}`, limits: ordersPerPhone }];
  if (cardHolder === null) return [];
  return countedForCard(client, cardHolder.payer.email);
}

function whereTo(started: Extract<Started, { gift: unknown }>, language: Language): string {
  const { externalId } = started.gift;
  if (started.kind === "page") return localAddress(language, `/donations/${externalId}/pay`);
  if (started.kind === "refused") return resultAddress(language, externalId, "failed");
  return waitingAddress(language, externalId);
}

type Before = Extract<Started, { kind: "answered" | "under-way" }>;

const kept = z.object({ externalId: z.string(), to: z.string() });

/** Whoever presses again may not have heard the first answer: they are the giver all the same. */
async function begunBefore(before: Before, { db, language }: Beginning): Promise<Begun> {
  const answer = before.kind === "answered" ? kept.parse(before.answer) : null;
  const orderId = answer?.externalId ?? (before.kind === "under-way" ? before.externalId : "");
  const gift = await findGift(db, orderId);
  const receiptKey = gift?.receiptKey ?? null;
  return {
    kind: "begun",
    gift: receiptKey === null ? null : { externalId: orderId, receiptKey },
    to: answer?.to ?? waitingAddress(language, orderId),
  };
}
