import { createPublicKey } from "node:crypto";
import { z } from "zod";
import { parsePhone, networks } from "#domain/payments/phone.ts";
import { isSameSecret } from "#domain/system/compare-secrets.server.ts";
import type { Agenda } from "./scheduled-tasks.ts";
import { answerUnder, takeFault } from "./requested-faults.ts";
import { openPayment, pageAddress, prompt } from "./decisions.ts";
import { empty, json, reply, type SandboxRequest, type Reply } from "./http.ts";
import type { SandboxPayment } from "./state.ts";
import type { SandboxContext } from "./context.ts";

/** AzamPay's endpoints. Undefined passes the request on. */
export type Gateway = (request: SandboxRequest) => Promise<Reply | undefined>;

const hex = "0123456789abcdef";
const greatestAmount = 5_000_000;

export function openAzampayGateway(context: SandboxContext, agenda: Agenda): Gateway {
  const tokens = new Map<string, number>();
  const isAuthorised = ({ headers }: SandboxRequest) => {
    const token = /^Bearer (.+)$/.exec(headers.authorization ?? "")?.[1] ?? "";
    return (tokens.get(token) ?? 0) > context.now();
  };
  const withToken = (request: SandboxRequest, answer: () => Reply | Promise<Reply>) =>
    isAuthorised(request) ? answer() : reply(401, "", "text/plain", { "www-authenticate": "Bearer" });

  return async (request) => {
    const { publicKeyAt, statusShape } = context.state.meta.switches.azampay;
    const keyAt = (place: "checkout" | "authenticator") => publicKeyAt === place || publicKeyAt === "both";
    switch (`${request.method} ${request.path}`) {
      case "POST /AppRegistration/GenerateToken":
        return mint(context, tokens, request);
      case "POST /azampay/mno/checkout":
      case "POST /api/v1/checkout/checkoutmno":
        return withToken(request, () => checkout(context, agenda, request));
      case "GET /api/v1/Partner/GetPaymentPartners":
        return withToken(request, () => json(200, partners(context)));
      case "POST /api/v1/Partner/PostCheckout":
        return withToken(request, () => hostedCheckout(context, request));
      case "GET /api/v1/partner/gettransactionstatus":
        return statusShape === "absent" ? empty(404) : withToken(request, () => status(context, request));
      case "GET /azampay/v1/public-key":
        return keyAt("checkout") ? withToken(request, () => publicKey(context, request)) : empty(404);
      case "GET /api/Token/PublicKey":
        return keyAt("authenticator") ? withToken(request, () => publicKey(context, request)) : empty(404);
    }
    return undefined;
  };
}

const tokenRequest = z.object({
  appName: z.string().min(1),
  clientId: z.string().min(1),
  clientSecret: z.string().min(1),
});

function mint(context: SandboxContext, tokens: Map<string, number>, request: SandboxRequest): Reply {
  const read = tokenRequest.safeParse(bodyOf(request));
  if (!read.success) return invalid(read.error);
  const { appName, clientId, clientSecret } = context.options.credentials.azampay;
  const sent = read.data;
  if (
    sent.appName !== appName ||
    sent.clientId !== clientId ||
    !isSameSecret(sent.clientSecret, clientSecret)
  )
    return json(423, {
      data: null,
      message: "Provided detail is not valid for this app or secret key has been expired",
      success: false,
      statusCode: 423,
    });
  for (const [token, until] of tokens) if (until <= context.now()) tokens.delete(token);
  const accessToken = `${context.state.identifier(hex, 32)}.${context.state.identifier(hex, 32)}`;
  const until = context.now() + context.state.meta.switches.azampay.tokenSeconds * 1_000;
  tokens.set(accessToken, until);
  const expire = new Date(until).toISOString();
  return json(200, {
    data: { accessToken, expire },
    message: "Token generated successfully",
    success: true,
    statusCode: 200,
  });
}

const whole = z.union([z.string().regex(/^\d{1,9}$/), z.number().int().nonnegative()]).transform(Number);

const checkoutRequest = z.object({
  accountNumber: z.string().regex(/^(255|0)?[67]\d{8}$/, "Mobile number is not valid"),
  amount: whole.refine((amount) => amount > 0 && amount <= greatestAmount, "Amount is out of range"),
  currency: z.literal("TZS"),
  externalId: z.string().min(1).max(128),
  provider: z.enum(networks),
  additionalProperties: z
    .record(z.string(), z.unknown())
    .nullish()
    .refine((more) => Buffer.byteLength(JSON.stringify(more ?? null)) <= 4_096, "Too large"),
});

async function checkout(context: SandboxContext, agenda: Agenda, request: SandboxRequest): Promise<Reply> {
  const read = checkoutRequest.safeParse(bodyOf(request));
  if (!read.success) return invalid(read.error);
  const { accountNumber, amount, currency, externalId, provider } = read.data;
  const phone = parsePhone(accountNumber) ?? accountNumber;
  const fault = takeFault(context, phone, String(amount));
  const { disabledNetworks } = context.state.meta.switches.azampay;
  if (disabledNetworks.includes(provider)) return refused("Invalid Vendor");
  if (fault === "refuse") return refused("Transaction could not be initiated");
  // The real gateway's answer to a repeated reference is unknown.
  if (context.state.byReference("azampay", externalId) !== undefined) return refused("Duplicate external id");

  const payment = openPayment(context, {
    gateway: "azampay",
    reference: externalId,
    gatewayReference: context.state.identifier(hex, 32),
    amount: String(amount),
    currency,
    order: null,
  });
  prompt(context, payment, phone, provider);
  const truth = json(200, {
    transactionId: payment.gatewayReference,
    message: "Your request has been received and is being processed.",
    success: true,
  });
  return answerUnder(context, agenda, fault, payment, truth, empty(500));
}

const text = z.string().min(1);
const hostedRequest = z.object({
  appName: text,
  clientId: text,
  vendorId: z.guid(),
  vendorName: text,
  language: text,
  currency: z.literal("TZS"),
  amount: z.string().regex(/^\d{1,9}$/),
  externalId: text.max(30),
  requestOrigin: z.url(),
  redirectSuccessURL: z.url(),
  redirectFailURL: z.url(),
  cart: z.object({ items: z.array(z.object({ name: text })).min(1) }),
});

/** The answer is a plain string: the URL where the payer chooses a network and enters a number. */
function hostedCheckout(context: SandboxContext, request: SandboxRequest): Reply {
  const read = hostedRequest.safeParse(bodyOf(request));
  if (!read.success) return invalid(read.error);
  const sent = read.data;
  if (context.state.byReference("azampay", sent.externalId) !== undefined)
    return refused("Duplicate external id");
  const payment = openPayment(context, {
    gateway: "azampay",
    reference: sent.externalId,
    gatewayReference: context.state.identifier(hex, 32),
    amount: sent.amount,
    currency: sent.currency,
    order: {
      token: context.state.identifier("0123456789", 10),
      cards: false,
      networks: true,
      buyer: sent.cart.items.map(({ name }) => name).join(", "),
      redirectUrl: sent.redirectSuccessURL,
      cancelUrl: sent.redirectFailURL,
      webhook: null,
      expiresAt: context.now() + 3_600_000,
      declines: 0,
    },
  });
  return json(200, `${context.options.baseUrl}${pageAddress(payment)}`);
}

const refused = (message: string) => json(200, { transactionId: null, message, success: false });

const partnerNames = [
  { network: "Airtel", partnerName: "Airtel", provider: 2 },
  { network: "Tigo", partnerName: "Tigopesa", provider: 3 },
  { network: "Halopesa", partnerName: "HaloPesa", provider: 4 },
  { network: "Azampesa", partnerName: "Azampesa", provider: 5 },
  { network: "Mpesa", partnerName: "vodacom", provider: 10 },
];

function partners(context: SandboxContext) {
  const { disabledNetworks } = context.state.meta.switches.azampay;
  return partnerNames
    .filter(({ network }) => !disabledNetworks.includes(network))
    .map(({ partnerName, provider }) => ({
      logoUrl: null,
      partnerName,
      provider,
      vendorName: context.options.credentials.azampay.appName,
      paymentVendorId: "00000000-0000-4000-8000-000000000001",
      paymentPartnerId: `00000000-0000-4000-8000-${String(provider).padStart(12, "0")}`,
      currency: "TZS",
    }));
}

const words = {
  open: "pending",
  waiting: "pending",
  paid: "success",
  declined: "cancelled",
  cancelled: "cancelled",
  rejected: "failed",
  expired: "failed",
  reversed: "reversed",
} as const satisfies Record<SandboxPayment["status"], string>;

function status(context: SandboxContext, request: SandboxRequest): Reply {
  const payment = context.state.byGatewayReference(request.query.get("transactionId") ?? "");
  if (payment?.gateway !== "azampay" || request.query.get("provider") !== payment.network)
    return json(200, { success: false, message: "Transaction not found", data: null });
  const word = words[payment.status];
  const { statusShape, statusAmount } = context.state.meta.switches.azampay;
  const amount = statusAmount === "given" ? { amount: payment.taken } : {};
  const data = statusShape === "flat" ? word : { transactionstatus: word, ...amount };
  return json(200, { success: true, message: "OK", data });
}

function publicKey(context: SandboxContext, request: SandboxRequest): Reply {
  const key = createPublicKey(context.privateKey());
  const format = request.query.get("format") === "Xml" ? "Xml" : "Pem";
  const { n = "", e = "" } = key.export({ format: "jwk" });
  const base64 = (part: string) => Buffer.from(part, "base64url").toString("base64");
  const xml = `<RSAKeyValue><Modulus>${base64(n)}</Modulus><Exponent>${base64(e)}</Exponent></RSAKeyValue>`;
  const pem = key.export({ type: "spki", format: "pem" }).toString();
  return json(200, { success: true, format, publicKey: format === "Xml" ? xml : pem });
}

function invalid(error: z.ZodError): Reply {
  const errors: Record<string, string[]> = {};
  for (const issue of error.issues) {
    const field = String(issue.path[0] ?? "$");
    errors[field] = [...(errors[field] ?? []), issue.message];
  }
  const title = "One or more validation errors occurred";
  return json(400, {
    errors,
    type: "https://tools.ietf.org/html/rfc7231#section-6.5.1",
    traceId: "sandbox",
    title,
    status: 400,
  });
}

function bodyOf(request: SandboxRequest): unknown {
  if (!/^application\/json\b/i.test(request.headers["content-type"] ?? "")) return undefined;
  try {
    return JSON.parse(request.body);
  } catch {
    return undefined;
  }
}
