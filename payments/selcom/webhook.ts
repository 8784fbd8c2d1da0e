import { referenceText } from "#payments/reference-text.ts";
import { takesBack } from "#payments/status-words.ts";
import { readCallbackFields, type CallbackFields } from "#payments/callback-body.ts";
import type { CallbackRead } from "#domain/payments/provider.ts";
import type { SelcomSettings } from "./settings.ts";
import { digest, sameDigest } from "./signing.ts";
import { outcomeOf } from "./status.ts";

/** Header names in lower case, as Node provides them. */
export type SelcomWebhook = { headers: Readonly<Record<string, string | undefined>>; body: string };

/** We fix the list of signed fields. A sender who could choose it would leave out the forged fields. */
const signedFields = ["transid", "order_id", "reference", "result", "resultcode", "payment_status"];
const greatestSkew = 300_000;

/**
 * Reads a callback posted to us. Real deliveries came without a signature, and a signature does not cover the amount.
 * So even a signed callback only triggers a status check, and carries no amount.
 */
export function readWebhook(settings: SelcomSettings, now: Date, webhook: SelcomWebhook): CallbackRead {
  const fields = readCallbackFields(webhook.body);
  const reference = referenceText(fields?.get("order_id"));
  if (fields === null || reference === null) return { kind: "unreadable", why: "not a webhook of Selcom's" };
  const signature = judgeSignature(settings, now, webhook.headers, fields);
  if (signature.kind === "false") return { kind: "stranger", why: signature.why };

  const statusWord = fields.get("payment_status") ?? "";
  const succeeded = resultCode(fields) === "000" && fields.get("result") === "SUCCESS";
  const outcome = takesBack(statusWord) ? "reversed" : outcomeOf(statusWord);
  return {
    kind: "hint",
    report: {
      provider: "selcom",
      reference,
      outcome: outcome === "paid" && !succeeded ? "unknown" : outcome,
      proofs: signature.kind === "true" ? ["signature"] : [],
      providerWord: statusWord,
      raw: { status: null, body: webhook.body },
    },
  };
}

type Judged = { kind: "true" } | { kind: "absent" } | { kind: "false"; why: string };

function judgeSignature(
  settings: SelcomSettings,
  now: Date,
  headers: SelcomWebhook["headers"],
  fields: CallbackFields,
): Judged {
  const { digest: theirs, timestamp, "signed-fields": list, "digest-method": method } = headers;
  if (theirs === undefined && timestamp === undefined && list === undefined) return { kind: "absent" };
  if (theirs === undefined || timestamp === undefined || list === undefined)
    return { kind: "false", why: "the signature is not whole" };
  if (method !== undefined && method !== "HS256") return { kind: "false", why: "another way of signing" };
  if (list !== signedFields.join(",")) return { kind: "false", why: "other fields are signed" };
  if (!withinSkew(timestamp, now)) return { kind: "false", why: "the time is not now" };

  const values = signedFields.map((name) => [name, valueOf(fields, name)] as const);
  if (values.some(([, value]) => value === undefined))
    return { kind: "false", why: "a signed field is missing" };
  const ours = digest(
    values.map(([name, value]) => [name, value ?? ""]),
    timestamp,
    settings.apiSecret,
  );
  return sameDigest(ours, theirs) ? { kind: "true" } : { kind: "false", why: "the digest does not fit" };
}

function withinSkew(timestamp: string, now: Date): boolean {
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/.test(timestamp)) return false;
  return Math.abs(Date.parse(timestamp) - now.getTime()) <= greatestSkew;
}

function valueOf(fields: CallbackFields, name: string): string | undefined {
  return name === "resultcode" ? resultCode(fields) : fields.get(name);
}

/** Selcom's documentation also spells it `resulcode`. */
function resultCode(fields: CallbackFields): string | undefined {
  return fields.get("resultcode") ?? fields.get("resulcode");
}
