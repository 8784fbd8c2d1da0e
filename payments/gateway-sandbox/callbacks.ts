import { createHmac, sign } from "node:crypto";
import type { Callback, SandboxPayment, Switches } from "./state.ts";
import type { World } from "./context.ts";

export type Slant = { success?: boolean; reference?: string; badSignature?: boolean };

export function callbackFor(world: World, payment: SandboxPayment, slant: Slant = {}): Callback | null {
  const success = slant.success ?? payment.status === "paid";
  return payment.gateway === "azampay"
    ? azampayCallback(world, payment, { ...slant, success })
    : selcomWebhook(world, payment, { ...slant, success });
}

function azampayCallback(world: World, payment: SandboxPayment, slant: Slant): Callback {
  const { azampay } = world.state.meta.switches;
  const { callbackLogin, clientId } = world.options.credentials.azampay;
  const reference = slant.reference ?? payment.reference;
  const id = payment.gatewayReference;
  const status = slant.success ? azampay.successWord : azampay.failureWord;
  const operator = payment.network ?? "";
  const fields = {
    utilityref: reference,
    externalreference: id,
    reference: id,
    transid: id,
    transactionstatus: status,
    message: slant.success ? "success" : payment.said,
    operator,
    ...amountOf(payment, azampay, slant.success ?? false),
    msisdn: payment.phone,
    mnoreference: payment.operatorReference,
    submerchantAcc: null,
    additionalProperties: null,
    ...(azampay.login && callbackLogin !== null ? { ...callbackLogin, clientId } : {}),
    ...signature(world, [reference, id, status, operator], slant),
  };
  const named = azampay.mixedCasing
    ? Object.fromEntries(
        Object.entries(fields).map(([name, value]) => [name.charAt(0).toUpperCase() + name.slice(1), value]),
      )
    : fields;
  const callback = post(world.options.callbackUrls.azampay, {}, named);
  return azampay.body === "form" ? asForm(callback, named) : callback;
}

function amountOf({ taken }: SandboxPayment, switches: Switches["azampay"], success: boolean) {
  if (!success && switches.refusedAmount === "zero") return { amount: "0" };
  if (switches.amount === "absent") return {};
  return { amount: switches.amount === "empty" ? "" : taken };
}

function asForm(callback: Callback, fields: object): Callback {
  const written = Object.entries(fields).map(([name, value]) => [name, String(value ?? "")]);
  return {
    ...callback,
    headers: { ...callback.headers, "content-type": "application/x-www-form-urlencoded" },
    body: new URLSearchParams(written).toString(),
  };
}

function signature(world: World, parts: string[], slant: Slant): { signature?: string } {
  const form = slant.badSignature ? "bad" : world.state.meta.switches.azampay.signature;
  if (form === "none") return {};
  const text = { four: parts.join(""), two: parts.slice(0, 2).join(""), bad: "something else" }[form];
  return { signature: sign("RSA-SHA256", Buffer.from(text), world.privateKey()).toString("base64") };
}

/** Selcom sends webhooks for successes only. */
function selcomWebhook(world: World, payment: SandboxPayment, slant: Slant): Callback | null {
  const { selcom } = world.state.meta.switches;
  const url = payment.order?.webhook ?? null;
  if (url === null || !slant.success) return null;
  const signed = {
    transid: payment.operatorReference ?? "",
    order_id: slant.reference ?? payment.reference,
    reference: payment.gatewayReference,
    result: "SUCCESS",
    resultcode: "000",
    payment_status: "COMPLETED",
  };
  const { resultcode, ...rest } = signed;
  const body = {
    ...rest,
    [selcom.misspelt ? "resulcode" : "resultcode"]: resultcode,
    channel: channelOf(payment),
    amount: payment.taken,
    phone: payment.phone,
  };
  const headers = selcom.signed || slant.badSignature ? signedHeaders(world, signed, slant) : {};
  return post(url, { "user-agent": "SelcomPay 1.0", ...headers }, body);
}

function signedHeaders(world: World, signed: Record<string, string>, slant: Slant): Record<string, string> {
  const timestamp = new Date(world.options.clock().getTime() + 3 * 3_600_000)
    .toISOString()
    .replace(/\..*/, "+03:00");
  const secret = slant.badSignature ? "another secret" : world.options.credentials.selcom.apiSecret;
  const text = Object.entries({ timestamp, ...signed }).map(([name, value]) => `${name}=${value}`);
  return {
    "digest-method": "HS256",
    digest: createHmac("sha256", secret).update(text.join("&")).digest("base64"),
    timestamp,
    "signed-fields": Object.keys(signed).join(","),
  };
}

const channels: Record<string, string> = {
  Mpesa: "MPESA-TZ",
  Airtel: "AIRTELMONEY",
  Tigo: "TIGOPESATZ",
  Halopesa: "HALOPESATZ",
};

export function channelOf(payment: SandboxPayment): string {
  return channels[payment.network ?? ""] ?? "CARD";
}

function post(url: string, headers: Record<string, string>, body: object): Callback {
  return {
    kind: "callback",
    url,
    headers: { "content-type": "application/json", ...headers },
    body: JSON.stringify(body),
    times: 1,
    together: false,
  };
}
