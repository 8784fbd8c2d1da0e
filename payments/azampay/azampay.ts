import { z } from "zod";
import type { Network } from "#domain/payments/phone.ts";
import { readJson, type Outside } from "#outside/http.ts";
import type { CallbackRead, PaymentProvider } from "#domain/payments/provider.ts";
import { readCallback, type AzampayCallback } from "./callback.ts";
import { startPush } from "./checkout.ts";
import { openSignatures } from "./public-key.ts";
import { usualPaths, type AzampaySettings } from "./settings.ts";
import { readPaymentStatus } from "./status.ts";
import { openAuthorised, type Authorised } from "./token.ts";
import { networkNamed } from "./networks.ts";

export type Azampay = PaymentProvider & {
  readonly name: "azampay";
  readonly hostedPages: null;
  readCallback(callback: AzampayCallback): Promise<CallbackRead>;
  /** The mobile networks enabled for the fund. Null if AzamPay does not report them. */
  networks(): Promise<Network[] | null>;
};

export function openAzampay(settings: AzampaySettings, outside: Outside, clock: () => Date): Azampay {
  const authorised = openAuthorised(settings, outside, clock);
  const signatures = openSignatures(settings, authorised, clock);
  return {
    name: "azampay",
    hostedPages: null,
    startPush: (push) => startPush(settings, authorised, push),
    readPaymentStatus: (payment) => readPaymentStatus(settings, authorised, payment),
    readCallback: (callback) => readCallback(settings, signatures, callback),
    networks: () => enabledNetworks(settings, authorised),
  };
}

const partners = z.array(z.object({ partnerName: z.string() }));

async function enabledNetworks(settings: AzampaySettings, authorised: Authorised): Promise<Network[] | null> {
  const sent = await authorised.send({ method: "GET", url: `${settings.checkoutUrl}${usualPaths.partners}` });
  if (sent.kind !== "answered" || sent.status !== 200) return null;
  const read = partners.safeParse(readJson(sent.body));
  if (!read.success) return null;
  return read.data.map(({ partnerName }) => networkNamed(partnerName)).filter((network) => network !== null);
}
