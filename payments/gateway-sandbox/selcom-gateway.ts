import { createHmac } from "node:crypto";
import { z } from "zod";
import { operatorOf, parsePhone } from "#domain/payments/phone.ts";
import { isSameSecret } from "#domain/system/compare-secrets.server.ts";
import type { Agenda } from "./scheduled-tasks.ts";
import { answerUnder, takeFault } from "./requested-faults.ts";
import type { Gateway } from "./azampay-gateway.ts";
import { channelOf } from "./callbacks.ts";
import { cancel, isOpen, openPayment, pageAddress, prompt } from "./decisions.ts";
import { json, type SandboxRequest, type Reply } from "./http.ts";
import type { SandboxPayment } from "./state.ts";
import { tanQr } from "./tan-qr.ts";
import type { SandboxContext } from "./context.ts";

const digits = "0123456789";
const smallestShillings = 1_000;
/** The real tolerance is not documented. */
const greatestSkew = 300_000;
const day = 86_400_000;

/** Selcom's endpoints. Each requires a signature over all parameters. */
export function openSelcomGateway(context: SandboxContext, agenda: Agenda): Gateway {
  return async (request) => {
    const path = /^\/v1\/checkout\/([a-z-]+)$/.exec(request.path)?.[1];
    const endpoint = endpoints[`${request.method} ${path}`];
    if (path === undefined || endpoint === undefined) return undefined;
    const values = valuesOf(request);
    if (values === null || !isSigned(context, request, values))
      return json(401, envelope(context, "401", "FAIL", "Authentication failed"));
    if (context.state.meta.switches.selcom.disabledEndpoints.includes(path))
      return json(403, envelope(context, "403", "FAIL", "API endpoint not enabled for the vendor (4035)"));
    return endpoint(context, agenda, Object.fromEntries(values.map(({ name, value }) => [name, value])));
  };
}

type Value = { name: string; value: string | number; text: string };
type Endpoint = (
  context: SandboxContext,
  agenda: Agenda,
  values: Record<string, string | number>,
) => Reply | Promise<Reply>;

const endpoints: Record<string, Endpoint> = {
  "POST create-order": (context, _, values) => createOrder(context, values, true),
  "POST create-order-minimal": (context, _, values) => createOrder(context, values, false),
  "POST wallet-payment": networkPayment,
  "GET order-status": orderStatus,
  "DELETE cancel-order": cancelOrder,
  "GET list-orders": listOrders,
};

/** The parameters as raw text; null if one is nested, repeated or missing and so cannot be signed. */
function valuesOf(request: SandboxRequest): Value[] | null {
  if (request.method !== "POST") {
    const query = [...request.query].map(([name, value]) => ({ name, value, text: value }));
    return hasDoubles(query) ? null : query;
  }
  if (!/^application\/json\b/i.test(request.headers["content-type"] ?? "")) return null;
  const values: Value[] = [];
  const flat = z.record(z.string(), z.union([z.string(), z.number()]));
  try {
    const read = flat.safeParse(JSON.parse(request.body));
    if (!read.success) return null;
    for (const [name, value] of Object.entries(read.data)) values.push({ name, value, text: String(value) });
  } catch {
    return null;
  }
  const members = request.body.match(/"(?:[^"\\]|\\.)*"\s*:/g) ?? [];
  return members.length === values.length && !hasDoubles(values) ? values : null;
}

function hasDoubles(values: readonly Value[]): boolean {
  return new Set(values.map(({ name }) => name)).size !== values.length;
}

function isSigned(context: SandboxContext, request: SandboxRequest, values: readonly Value[]): boolean {
  const { apiKey, apiSecret } = context.options.credentials.selcom;
  const {
    authorization,
    digest,
    timestamp,
    "digest-method": method,
    "signed-fields": list,
  } = request.headers;
  if (typeof digest !== "string" || typeof timestamp !== "string" || typeof list !== "string") return false;
  if (method !== "HS256" || authorization !== `SELCOM ${Buffer.from(apiKey).toString("base64")}`)
    return false;
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/.test(timestamp)) return false;
  if (Math.abs(Date.parse(timestamp) - context.options.clock().getTime()) > greatestSkew) return false;

  const signed = list === "" ? [] : list.split(",");
  const named = signed.map((name) => values.find((value) => value.name === name));
  if (signed.length !== values.length || new Set(named).size !== values.length) return false;
  const text = [`timestamp=${timestamp}`, ...named.map((value) => `${value?.name}=${value?.text}`)].join("&");
  const ours = createHmac("sha256", apiSecret).update(text, "utf8").digest("base64");
  return isSameSecret(ours, digest);
}

function envelope(
  context: SandboxContext,
  resultcode: string,
  result: string,
  message: string,
  data: unknown[] = [],
) {
  const named = context.state.identifier(digits, 10);
  const reference = context.state.meta.switches.selcom.references === "empty" ? "" : named;
  return { reference, resultcode, result, message, data };
}

const required = z.string().trim().min(1).max(200);
const address = z
  .string()
  .transform((text) => Buffer.from(text, "base64").toString("utf8"))
  .refine((url) => /^https?:\/\//.test(url) && URL.canParse(url), "must be base64 of an address");

const minimalOrder = z.object({
  vendor: required,
  order_id: z.string().regex(/^[A-Za-z0-9_-]{1,32}$/),
  buyer_email: z.email(),
  buyer_name: required,
  buyer_phone: z.string().regex(/^255\d{9}$/),
  amount: z
    .union([
      z.number(),
      z
        .string()
        .regex(/^\d+(\.\d{1,2})?$/)
        .transform(Number),
    ])
    .refine((amount) => amount > 0),
  currency: z.enum(["TZS", "USD"]),
  no_of_items: z.number().int().min(1),
  redirect_url: address.optional(),
  cancel_url: address.optional(),
  webhook: address.optional(),
  expiry: z.number().int().min(1).max(525_600).optional(),
});

const internationalNumber = z.string().regex(/^[1-9]\d{7,14}$/);

const fullOrder = minimalOrder.extend({
  buyer_phone: internationalNumber,
  payment_methods: z
    .string()
    .regex(/^(ALL|MASTERPASS|CARD|MOBILEMONEYPULL)(,(ALL|MASTERPASS|CARD|MOBILEMONEYPULL))*$/),
  "billing.firstname": required,
  "billing.lastname": required,
  "billing.address_1": required,
  "billing.city": required,
  "billing.state_or_region": required,
  "billing.postcode_or_pobox": required,
  "billing.country": z.string().regex(/^[A-Z]{2}$/),
  "billing.phone": internationalNumber,
});

function createOrder(context: SandboxContext, values: Record<string, string | number>, full: boolean): Reply {
  const read = (full ? fullOrder : minimalOrder).safeParse(values);
  if (!read.success) return missing(context, String(read.error.issues[0]?.path[0]));
  const sent = read.data;
  if (sent.vendor !== context.options.credentials.selcom.vendor) return missing(context, "vendor");
  if (sent.currency === "TZS" && !Number.isInteger(sent.amount)) return missing(context, "amount");
  if (sent.currency === "TZS" && sent.amount < smallestShillings)
    return json(200, envelope(context, "013", "FAIL", "Amount is below the minimum"));
  const amount = String(sent.amount);
  if (takeFault(context, null, amount) === "refuse")
    return json(200, envelope(context, "012", "FAIL", "The order could not be created"));
  // The real answer to a repeated order id is not documented.
  if (context.state.byReference("selcom", sent.order_id) !== undefined)
    return json(200, envelope(context, "010", "FAIL", "Duplicate order_id"));

  const methods =
    full && typeof values["payment_methods"] === "string" ? values["payment_methods"] : "MOBILEMONEYPULL";
  const token = context.state.identifier(digits, 8);
  const payment = openPayment(context, {
    gateway: "selcom",
    reference: sent.order_id,
    gatewayReference: context.state.identifier(digits, 10),
    amount,
    currency: sent.currency,
    order: {
      token,
      cards: /ALL|CARD/.test(methods),
      networks: sent.currency === "TZS" && /ALL|MOBILEMONEYPULL/.test(methods),
      buyer: sent.buyer_name,
      redirectUrl: sent.redirect_url ?? null,
      cancelUrl: sent.cancel_url ?? null,
      webhook: sent.webhook ?? null,
      expiresAt: context.now() + (sent.expiry ?? 60) * 60_000,
      declines: 0,
    },
  });
  const data = {
    gateway_buyer_uuid: context.state.identifier("0123456789abcdef", 32),
    payment_token: token,
    qr: tanQr(token, amount),
    payment_gateway_url: Buffer.from(`${context.options.baseUrl}${pageAddress(payment)}`).toString("base64"),
  };
  return json(200, envelope(context, "000", "SUCCESS", "Order creation successful", [data]));
}

const missing = (context: SandboxContext, field: string) =>
  json(412, envelope(context, "412", "FAIL", `Parameter ${field} is invalid or missing`));

const networkRequest = z.object({
  transid: z.string().regex(/^[A-Za-z0-9_-]{1,64}$/),
  order_id: required,
  msisdn: z.string().regex(/^255[67]\d{8}$/),
});

async function networkPayment(
  context: SandboxContext,
  agenda: Agenda,
  values: Record<string, string | number>,
): Promise<Reply> {
  const read = networkRequest.safeParse(values);
  if (!read.success) return missing(context, String(read.error.issues[0]?.path[0]));
  const { transid, order_id, msisdn } = read.data;
  const payment = context.state.byReference("selcom", order_id);
  if (payment === undefined) return json(200, envelope(context, "404", "FAIL", "Order not found"));
  if (payment.status !== "open" || payment.currency !== "TZS")
    return json(200, envelope(context, "010", "FAIL", "The order cannot be paid"));
  if (payment.transids.includes(transid))
    return json(200, envelope(context, "010", "FAIL", "Duplicate transid"));
  const fault = takeFault(context, msisdn, payment.amount);
  if (fault === "refuse") return json(200, envelope(context, "012", "FAIL", "The push was refused"));

  payment.transids.push(transid);
  prompt(context, payment, msisdn, networkOfNumber(msisdn));
  const truth = envelope(
    context,
    "111",
    "PENDING",
    "Request in progress. You will receive a callback shortly.",
  );
  const ambiguous = envelope(context, "999", "AMBIGUOUS", "The state of the transaction is not known");
  return answerUnder(context, agenda, fault, payment, json(200, truth), json(200, ambiguous));
}

export function networkOfNumber(msisdn: string): string | null {
  const phone = parsePhone(msisdn);
  return phone === null ? null : (operatorOf(phone)?.network ?? null);
}

const statuses = {
  open: "PENDING",
  waiting: "INPROGRESS",
  paid: "COMPLETED",
  declined: "USERCANCELLED",
  rejected: "REJECTED",
  expired: "REJECTED",
  cancelled: "CANCELLED",
  reversed: "REVERSED",
} as const satisfies Record<SandboxPayment["status"], string>;

export function selcomStatus(payment: SandboxPayment): string {
  return statuses[payment.status];
}

function orderStatus(context: SandboxContext, _: Agenda, values: Record<string, string | number>): Reply {
  const payment = context.state.byReference("selcom", String(values["order_id"] ?? ""));
  if (payment === undefined) return json(200, envelope(context, "404", "FAIL", "Order not found"));
  const wasPaid = payment.status === "paid" || payment.status === "reversed";
  const { result, amount, references } = context.state.meta.switches.selcom;
  const reference = references === "empty" ? "" : payment.gatewayReference;
  const { amount: taken, ...rest } = listed(payment);
  const data = {
    ...rest,
    ...(!wasPaid || amount === "taken" ? { amount: taken } : {}),
    ...(wasPaid && amount === "null" ? { amount: null } : {}),
    ...(wasPaid && amount === "empty" ? { amount: "" } : {}),
    transid: wasPaid ? (references === "empty" ? "" : payment.operatorReference) : null,
    channel: wasPaid ? channelOf(payment) : null,
    reference: wasPaid ? reference : null,
    phone: wasPaid ? payment.phone : null,
  };
  return json(200, envelope(context, "000", wasPaid ? result : "SUCCESS", "Order fetch successful", [data]));
}

function cancelOrder(context: SandboxContext, _: Agenda, values: Record<string, string | number>): Reply {
  const payment = context.state.byReference("selcom", String(values["order_id"] ?? ""));
  if (payment === undefined) return json(200, envelope(context, "404", "FAIL", "Order not found"));
  if (!isOpen(payment)) return json(200, envelope(context, "010", "FAIL", "The order cannot be cancelled"));
  cancel(context, payment);
  return json(200, envelope(context, "000", "SUCCESS", "Order cancelled successfully"));
}

const date = z.iso.date();
const range = z.object({ fromdate: date, todate: date });

function listOrders(context: SandboxContext, _: Agenda, values: Record<string, string | number>): Reply {
  const read = range.safeParse(values);
  if (!read.success) return missing(context, String(read.error.issues[0]?.path[0]));
  const from = Date.parse(`${read.data.fromdate}T00:00:00+03:00`);
  const to = Date.parse(`${read.data.todate}T00:00:00+03:00`) + day;
  const data = [...context.state.payments()]
    .filter(({ gateway, createdAt }) => gateway === "selcom" && createdAt >= from && createdAt < to)
    .flatMap((payment) => {
      const { list } = context.state.meta.switches.selcom;
      if (list === "doubled") return [listed(payment), listed(payment)];
      return list === "odd row"
        ? [{ order_id: null, amount: {}, payment_status: 7 }, listed(payment)]
        : [listed(payment)];
    });
  return json(200, envelope(context, "000", "SUCCESS", "Orders fetched", data));
}

function listed(payment: SandboxPayment) {
  const local = new Date(payment.createdAt + 3 * 3_600_000).toISOString();
  return {
    order_id: payment.reference,
    creation_date: local.slice(0, 19).replace("T", " "),
    amount: payment.taken,
    payment_status: selcomStatus(payment),
  };
}
