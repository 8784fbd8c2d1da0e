import type { Outside } from "#outside/http.ts";
import type { CallbackRead, HostedPages, PaymentProvider, Reference } from "#domain/payments/provider.ts";
import { openCalls } from "./calls.ts";
import { cancelOrder, startPage, startPush } from "./orders.ts";
import type { SelcomSettings } from "./settings.ts";
import { readPaymentStatus, listOrders, type ListedOrders } from "./status.ts";
import { readWebhook, type SelcomWebhook } from "./webhook.ts";

export type Selcom = PaymentProvider & {
  readonly name: "selcom";
  readonly hostedPages: HostedPages;
  readWebhook(webhook: SelcomWebhook): CallbackRead;
  /** Days are YYYY-MM-DD in Dar es Salaam. Null if Selcom did not answer. */
  listOrders(from: string, to: string): Promise<ListedOrders | null>;
};

export function openSelcom(settings: SelcomSettings, outside: Outside, clock: () => Date): Selcom {
  const call = openCalls(settings, outside, clock);
  return {
    name: "selcom",
    startPush: (push) => startPush(settings, call, push),
    readPaymentStatus: (payment) => readPaymentStatus(call, payment),
    hostedPages: {
      orderLastsMinutes: settings.orderExpiryMinutes,
      start: (page) => startPage(settings, call, page),
      cancel: (reference) => cancelOrder(call, reference),
    },
    readWebhook: (webhook) => readWebhook(settings, clock(), webhook),
    listOrders: (from, to) => listOrders(call, from, to),
  };
}

const returnPath = "/api/payments/selcom/return/";

/**
 * The hosted page redirects the browser to this URL. Our reference is in the path because Selcom may add a second
 * `?`.
 */
export function selcomReturnUrl(publicUrl: string, reference: Reference): string {
  return new URL(`${returnPath}${encodeURIComponent(reference)}`, publicUrl).href;
}

/** The payment of the returning browser. The donor can change the query, so it is not read. */
export function readSelcomReturn(pathAndQuery: string): Reference | null {
  const [path = ""] = pathAndQuery.split("?", 1);
  const reference = path.startsWith(returnPath) ? path.slice(returnPath.length) : "";
  return /^[A-Za-z0-9_-]{1,32}$/.test(reference) ? reference : null;
}
