import { z } from "zod";
import type { Money } from "#domain/money/money.ts";
import type {
  Billing,
  ByNumber,
  Cancelled,
  Page,
  PageStarted,
  Push,
  PushStarted,
  Refused,
} from "#domain/payments/provider.ts";
import type { Answer, SelcomCalls } from "./calls.ts";
import type { SelcomSettings } from "./settings.ts";
import type { Fields } from "./signing.ts";

/** Creates an order for mobile money, then the payment request on the donor's phone. */
export async function startPush(
  settings: SelcomSettings,
  call: SelcomCalls,
  push: Push,
): Promise<PushStarted> {
  const order = await call("POST", "/checkout/create-order-minimal", [
    ...orderHead(settings, push),
    ["webhook", base64(settings.callbackUrl)],
    ["no_of_items", 1],
    ["expiry", settings.orderExpiryMinutes],
  ]);
  // An order that did not open for certain was never shown to a donor, so it is safe to abandon it.
  if (order.kind !== "done") return refusal(order);

  const prompt = await call("POST", "/checkout/wallet-payment", [
    ["transid", push.reference],
    ["order_id", push.reference],
    ["msisdn", push.phone],
  ]);
  if (prompt.kind === "done" || prompt.kind === "in-progress")
    return { kind: "accepted", providerReference: prompt.reference, raw: prompt.raw };
  if (prompt.kind === "unsure" || prompt.kind === "contradictory")
    return { kind: "unknown", why: prompt.why, raw: prompt.raw };
  return refusal(prompt);
}

/** An order with a page at Selcom. With a billing address it takes cards, otherwise only mobile money. */
export async function startPage(
  settings: SelcomSettings,
  call: SelcomCalls,
  page: Page,
): Promise<PageStarted> {
  const { billing } = page;
  const answer = await call(
    "POST",
    `/checkout/${billing === null ? "create-order-minimal" : "create-order"}`,
    [
      ...orderHead(settings, page),
      ["redirect_url", base64(page.returnUrl)],
      ["cancel_url", base64(page.cancelUrl)],
      ["webhook", base64(settings.callbackUrl)],
      ...(billing === null ? [] : cardFields(billing, page.phone)),
      ["no_of_items", 1],
      ["expiry", settings.orderExpiryMinutes],
    ],
  );
  if (answer.kind !== "done") return refusal(answer);
  const url = pageUrl(answer.data[0], settings);
  if (url === null)
    return {
      kind: "refused",
      reason: "misconfigured",
      why: "the page is not at a host we know",
      raw: answer.raw,
    };
  // A card's order has a number too, but its fee is for cards only.
  const byNumber = billing === null ? numberOf(answer.data[0]) : null;
  return { kind: "opened", url, byNumber, providerReference: answer.reference, raw: answer.raw };
}

export async function cancelOrder(call: SelcomCalls, reference: string): Promise<Cancelled> {
  const answer = await call("DELETE", "/checkout/cancel-order", [["order_id", reference]]);
  if (answer.kind === "done") return { kind: "cancelled", raw: answer.raw };
  if (answer.kind === "unsure" || answer.kind === "contradictory" || answer.kind === "in-progress")
    return { kind: "unknown", why: "why" in answer ? answer.why : "in progress", raw: answer.raw };
  return { kind: "refused", why: answer.why, raw: answer.raw };
}

function orderHead(settings: SelcomSettings, order: Push | Page): Fields {
  return [
    ["vendor", settings.vendor],
    ["order_id", order.reference],
    ["buyer_email", order.payer.email],
    ["buyer_name", order.payer.name],
    ["buyer_phone", order.phone],
    ["amount", amountOf(order.amount)],
    ["currency", order.amount.currency],
  ];
}

/** Flat names with dots. The documentation's sample nests them, but a nested object cannot be signed. */
function cardFields(billing: Billing, phone: string): Fields {
  return [
    ["payment_methods", "CARD"],
    ["billing.firstname", billing.firstName],
    ["billing.lastname", billing.lastName],
    ["billing.address_1", billing.address],
    ["billing.city", billing.city],
    ["billing.state_or_region", billing.region],
    ["billing.postcode_or_pobox", billing.postcode],
    ["billing.country", billing.country],
    ["billing.phone", phone],
  ];
}

/** Whole shillings. Dollars have cents, as a JSON number writes them. */
function amountOf({ amount, currency }: Money): number {
  return currency === "TZS" ? Number(amount) : Number(amount) / 100;
}

function refusal(answer: Exclude<Answer, { kind: "done" }>): Refused {
  const why = "why" in answer ? answer.why : "in progress";
  return { kind: "refused", reason: reasons[answer.kind], why, raw: answer.raw };
}

const reasons = {
  failed: "rejected",
  "turned-away": "misconfigured",
  "not-sent": "unreachable",
  unsure: "unreachable",
  contradictory: "unreachable",
  "in-progress": "unreachable",
} as const satisfies Record<Exclude<Answer["kind"], "done">, Refused["reason"]>;

const numberData = z.object({
  payment_token: z.coerce.string().regex(/^\d{8}$/),
  qr: z
    .string()
    .regex(/^000201[\x20-\x7e]{1,506}$/)
    .nullish()
    .catch(null),
});

/** Without a readable number the order still has its page. */
function numberOf(data: unknown): ByNumber | null {
  const read = numberData.safeParse(data);
  return read.success ? { number: read.data.payment_token, qr: read.data.qr ?? null } : null;
}

const orderData = z.object({ payment_gateway_url: z.string() });

/** Arrives in base64, although the documentation's sample shows plain text. */
function pageUrl(data: unknown, settings: SelcomSettings): string | null {
  const read = orderData.safeParse(data);
  if (!read.success) return null;
  const written = read.data.payment_gateway_url;
  const text = /^https?:/.test(written) ? written : Buffer.from(written, "base64").toString("utf8");
  if (!URL.canParse(text)) return null;
  const url = new URL(text);
  const secure = url.protocol === "https:" || settings.baseUrl.startsWith("http:");
  return secure && /^https?:$/.test(url.protocol) && settings.pageHosts.includes(url.host) ? url.href : null;
}

function base64(url: string): string {
  return Buffer.from(url, "utf8").toString("base64");
}
