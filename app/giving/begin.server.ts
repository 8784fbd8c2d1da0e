import type { RouterContextProvider } from "react-router";
import type { Language } from "#domain/content/language.ts";
import { payerOf } from "#domain/donations/read-donor.ts";
import { ordersPerPhone } from "#domain/payments/limits.ts";
import type { Payer } from "#domain/payments/provider.ts";
import {
  challengeKeyContext,
  clientContext,
  collectingContext,
  contentContext,
  databaseContext,
  entranceContext,
  metricsContext,
  originContext,
  whileAnsweringContext,
} from "#app/http/context.server.ts";
import { countedForCard } from "#operations/donations/card-testing-guard.ts";
import type { Press, Reply } from "#operations/donations/idempotency.ts";
import {
  startDonation,
  type Circumstances,
  type StartedDonation,
  type Way,
  type WithDonation,
} from "#operations/donations/start.ts";
import { selcomReturnUrl } from "#payments/selcom/selcom.ts";
import type { CardHolder } from "./read-card-holder.server.ts";
import type { FilledDonation } from "./read-donation.server.ts";

type Context = Readonly<RouterContextProvider>;

export type WantedDonation = {
  campaignId: string;
  donation: FilledDonation;
  cardHolder: CardHolder | null;
  language: Language;
  retryOf: string | null;
  press: Press | null;
  /** The answer to the request. A repeat gets the stored one; without it, the request counts as still in progress. */
  reply: (begun: WithDonation) => Reply;
  /** The challenge from an earlier answer, solved or not. */
  proof: string | null;
};

export type Begun = StartedDonation | { kind: "not-offered" };

/** Pages and the API both begin donations here. */
export async function beginDonation(context: Context, wanted: WantedDonation): Promise<Begun> {
  const { campaignId, donation, language, retryOf, press, reply, proof } = wanted;
  const way = await wayOf(context, wanted);
  if (way === null) return { kind: "not-offered" };
  const { amount, bearsFee, donor, agreed, message } = donation;
  const client = context.get(clientContext);
  const begun = await startDonation(
    context.get(databaseContext),
    { campaignId, amount, bearsFee, donor, agreed, message, language, retryOf, way },
    {
      client,
      press,
      reply,
      counted: countedFor(wanted, client),
      proof,
      entrance: context.get(entranceContext),
      whileAnswering: context.get(whileAnsweringContext),
      journal: context.get(collectingContext).journal,
      challengeKey: context.get(challengeKeyContext),
    },
  );
  if ("donation" in begun) context.get(metricsContext).watchDonation(amount);
  return begun;
}

/** Null if the provider of the method is not configured. */
async function wayOf(context: Context, { donation, cardHolder }: WantedDonation): Promise<Way | null> {
  const { azampay, selcom } = context.get(collectingContext);
  const { way, donor } = donation;
  if (way.method === "push")
    return azampay && { kind: "push", provider: azampay, phone: way.phone, network: way.network };
  if (selcom === null) return null;
  const origin = context.get(originContext);
  const returnUrl = (reference: string) => selcomReturnUrl(origin, reference);
  if (way.method === "card") {
    if (cardHolder === null) throw new Error("a card donation needs its card holder");
    const { payer, phone, billing } = cardHolder;
    const email = payer.email ?? (await emailOfFund(context));
    return { kind: "page", provider: selcom, payer: { ...payer, email }, phone, billing, returnUrl };
  }
  const payer: Payer = payerOf(donor, await emailOfFund(context));
  const byNumber = way.method === "number";
  return { kind: "page", provider: selcom, phone: way.phone, payer, billing: null, byNumber, returnUrl };
}

async function emailOfFund(context: Context): Promise<string> {
  const { contact } = await context.get(contentContext).settings();
  return contact.emails[0] ?? `donations@${new URL(context.get(originContext)).hostname}`;
}

function countedFor(
  { donation: { way }, cardHolder }: WantedDonation,
  client: string,
): Circumstances["counted"] {
  if (way.method === "page" || way.method === "number")
    return [{ subject: `order:${way.phone}`, limits: ordersPerPhone }];
  return cardHolder === null ? [] : countedForCard(client, cardHolder.payer.email);
}
