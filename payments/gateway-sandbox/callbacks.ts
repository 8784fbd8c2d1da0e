import { createHmac, sign } from "node:crypto";
import type { Callback, SandboxPayment, Switches } from "./state.ts";
import type { SandboxContext } from "./context.ts";

export type CallbackFaults = { success?: boolean; reference?: string; badSignature?: boolean };

export function callbackFor(
  context: SandboxContext,
  payment: SandboxPayment,
  faults: CallbackFaults = {},
): Callback | null {
  const success = faults.success ?? payment.status === "paid";
  return payment.gateway === "azampay"
    ? azampayCallback(context, payment, { ...faults, success })
    : selcomWebhook(context, payment, { ...faults, success });
}

function azampayCallback(context: SandboxContext, payment: SandboxPayment, faults: CallbackFaults): Callback {
  const { azampay } = context.state.meta.switches;
  const { callbackLogin, clientId } = context.options.credentials.azampay;
  const reference = faults.reference ?? payment.reference;
  const id = payment.gatewayReference;
  const status = faults.success ? azampay.successWord : azampay.failureWord;
  const operator = payment.network ?? "";
  const fields = {
    utilityref: reference,
    externalreference: id,
    reference: id,
    transid: id,
    transactionstatus: status,
    message: faults.success ? "success" : payment.said,
    operator,
    ...amountOf(payment, azampay, faults.success ?? false),
    msisdn: payment.phone,
    mnoreference: payment.operatorReference,
    submerchantAcc: null,
    additionalProperties: null,
    ...(azampay.login && callbackLogin !== null ? { ...callbackLogin, clientId } : {}),
    ...signature(context, [reference, id, status, operator], faults),
  };
  const named = azampay.mixedCasing
    ? Object.fromEntries(
        Object.entries(fields).map(([name, value]) => [name.charAt(0).toUpperCase() + name.slice(1), value]),
      )
    : fields;
  const callback = post(context.options.callbackUrls.azampay, {}, named);
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

function signature(context: SandboxContext, parts: string[], faults: CallbackFaults): { signature?: string } {
  const form = faults.badSignature ? "bad" : context.state.meta.switches.azampay.signature;
  if (form === "none") return {};
  const text = { four: parts.join(""), two: parts.slice(0, 2).join(""), bad: "something else" }[form];
  return { signature: sign("RSA-SHA256", Buffer.from(text), context.privateKey()).toString("base64") };
}

/** Selcom sends webhooks for successes only. */
function selcomWebhook(
  context: SandboxContext,
  payment: SandboxPayment,
  faults: CallbackFaults,
): Callback | null {
  const { selcom } = context.state.meta.switches;
  const url = payment.order?.webhook ?? null;
  if (url === null || !faults.success) return null;
  const signed = {
    transid: payment.operatorReference ?? "",
    order_id: faults.reference ?? payment.reference,
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
  const headers = selcom.signed || faults.badSignature ? signedHeaders(context, signed, faults) : {};
  return post(url, { "user-agent": "SelcomPay 1.0", ...headers }, body);
}

function signedHeaders(
  context: SandboxContext,
  signed: Record<string, string>,
  faults: CallbackFaults,
): Record<string, string> {
  const timestamp = new Date(context.options.clock().getTime() + 3 * 3_600_000)
    .toISOString()
    .replace(/\..*/, "+03:00");
  const secret = faults.badSignature ? "another secret" : context.options.credentials.selcom.apiSecret;
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
