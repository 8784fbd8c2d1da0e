import { minorUnits } from "#domain/money/money.ts";
import { parsePhone } from "#domain/payments/phone.ts";
import { startOfText } from "#domain/system/storable-text.ts";
import { isSameSecret } from "#domain/system/compare-secrets.server.ts";
import { takesBack } from "#payments/status-words.ts";
import { referenceText } from "#payments/reference-text.ts";
import { readCallbackFields, type CallbackFields } from "#payments/callback-body.ts";
import type { CallbackRead, Claim, Proof } from "#domain/payments/provider.ts";
import { outcomeOf } from "./outcomes.ts";
import type { Signatures } from "./public-key.ts";
import type { AzampaySettings } from "./settings.ts";
import { networkNamed } from "./networks.ts";

export type AzampayCallback = { secret: string; contentType: string | null; body: string };

/** Reads the callback posted to our URL and lists its proofs. The caller decides if they are enough. */
export async function readCallback(
  settings: AzampaySettings,
  signatures: Signatures,
  callback: AzampayCallback,
): Promise<CallbackRead> {
  if (!knowsSecret(settings, callback.secret))
    return { kind: "stranger", why: "wrong secret in the address" };
  const fields = readCallbackFields(callback.body, callback.contentType);
  const reference = referenceText(fields?.get("utilityref"));
  const statusWord = fields?.get("transactionstatus");
  if (fields === null || reference === null || statusWord === undefined)
    return { kind: "unreadable", why: "not a callback of AzamPay's" };

  const proofs: Proof[] = ["address"];
  const doubts: string[] = [];
  const signature = fields.get("signature");
  const judged = signature === undefined ? null : await signatures.judge(signedText(fields), signature);
  if (judged === "fits") proofs.push("signature");
  if (judged === "does not fit") doubts.push("the signature does not fit");
  if (judged === "cannot tell") doubts.push("the signature could not be checked");
  const login = judgeLogin(settings, fields);
  if (login === "ours") proofs.push("secret");
  if (login === "another's") doubts.push("user, password or client id is not ours");
  const ids = ownIds(fields);
  if (ids.length > 1) doubts.push("AzamPay's own ids contradict each other");

  const raw = { status: null, body: callback.body };
  // AzamPay documents no callback of a reversal, and a forged one would reverse a donation. So it only triggers a
  // status check.
  if (takesBack(statusWord)) {
    const trusted = doubts.length === 0 ? proofs : proofs.filter((proof) => proof === "address");
    const returned = minorUnits(fields.get("amount") ?? null, "TZS");
    return {
      kind: "hint",
      ...(judged === "cannot tell" && { sendAgain: true }),
      report: {
        ...{
          provider: "azampay",
          reference,
          outcome: "reversed",
          proofs: trusted,
          providerWord: statusWord,
          raw,
        },
        ...(returned !== null && { returned }),
      },
    };
  }
  return {
    kind: "report",
    ...(judged === "cannot tell" && { sendAgain: true }),
    report: {
      ...claimOf(statusWord, fields.get("amount")),
      provider: "azampay",
      reference,
      providerReference: ids.length === 1 ? (ids[0] ?? null) : null,
      operatorReference: referenceText(fields.get("mnoreference")),
      network: networkNamed(fields.get("operator") ?? ""),
      phone: parsePhone(fields.get("msisdn") ?? ""),
      proofs,
      doubts,
      providerWord: fields.get("message") ?? statusWord,
      raw,
    },
  };
}

/** True if the last part of a callback's URL is one of our secrets. */
export function knowsSecret(settings: Pick<AzampaySettings, "callbackSecrets">, secret: string): boolean {
  const known = settings.callbackSecrets.map((ours) => isSameSecret(ours, secret));
  return known.includes(true);
}

function claimOf(statusWord: string, written: string | undefined): Claim {
  const outcome = outcomeOf(statusWord);
  if (outcome !== "paid") return { outcome: outcome === "reversed" ? "unknown" : outcome };
  const amount = minorUnits(written ?? null, "TZS");
  if (amount !== null) return { outcome, amount, currency: null };
  const named = written?.trim() ? `the amount “${startOfText(written, 40)}”` : "no amount";
  return { outcome: "contradictory", claims: "paid", why: `${statusWord} with ${named}` };
}

/**
 * Only the four-field form. AzamPay's documentation also has a form of two fields, which leaves the status open to
 * forgery. Even four joined fields are ambiguous, so every field is still compared with the stored value.
 */
function signedText(fields: CallbackFields): string {
  return ["utilityref", "externalreference", "transactionstatus", "operator"]
    .map((name) => fields.get(name) ?? "")
    .join("");
}

/**
 * The URL alone is no proof, because proxies and logs may see it. The callback must also contain the agreed values.
 */
function judgeLogin(settings: AzampaySettings, fields: CallbackFields): "ours" | "another's" | "none" {
  const { callbackLogin, clientId } = settings;
  const sentClientId = fields.get("clientid");
  const client =
    sentClientId === undefined ? "none" : isSameSecret(clientId, sentClientId) ? "ours" : "another's";
  if (callbackLogin === null || client === "another's") return client;
  const user = isSameSecret(callbackLogin.user, fields.get("user") ?? "");
  const password = isSameSecret(callbackLogin.password, fields.get("password") ?? "");
  return user && password ? "ours" : "another's";
}

/** The same id under three names. Older callbacks have only the first. */
function ownIds(fields: CallbackFields): string[] {
  const ids = ["reference", "transid", "externalreference"].map((name) => referenceText(fields.get(name)));
  return [...new Set(ids.filter((id) => id !== null))];
}
