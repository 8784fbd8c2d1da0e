import { z } from "zod";
import { minorUnits } from "#domain/money/money.ts";
import { readJson } from "#outside/http.ts";
import { referenceText } from "#payments/reference-text.ts";
import { startOfText } from "#domain/system/storable-text.ts";
import type { Claim, Inquiry, StartedPayment } from "#domain/payments/provider.ts";
import type { AzampaySettings } from "./settings.ts";
import { outcomeOf } from "./outcomes.ts";
import type { Authorised } from "./token.ts";

/** The status check. AzamPay knows a payment only by the id that it returned with the accepted payment request. */
export async function readPaymentStatus(
  settings: AzampaySettings,
  authorised: Authorised,
  payment: StartedPayment,
): Promise<Inquiry> {
  const { providerReference, network } = payment;
  if (settings.statusPath === null) return { kind: "unaskable", why: "no status check is set up", raw: null };
  if (providerReference === null)
    return { kind: "unaskable", why: "AzamPay gave no id to ask by", raw: null };

  const params = new URLSearchParams({
    transactionId: providerReference,
    ...(network && { provider: network }),
  });
  const sent = await authorised.send({
    method: "GET",
    url: `${settings.checkoutUrl}${settings.statusPath}?${params}`,
  });
  if (sent.kind !== "answered")
    return { kind: "unavailable", why: "why" in sent ? sent.why : sent.kind, raw: null };
  const raw = { status: sent.status, body: sent.body };
  const status = sent.status === 200 ? readStatus(readJson(sent.body)) : null;
  if (status === null) return { kind: "unavailable", why: `HTTP ${sent.status}, no status in it`, raw };
  return {
    kind: "report",
    report: {
      ...claimOf(status),
      provider: "azampay",
      reference: payment.reference,
      providerReference,
      operatorReference: null,
      network: null,
      phone: null,
      proofs: ["status check"],
      doubts: status.references.every((name) => name === payment.reference)
        ? []
        : ["the answer is about another payment"],
      providerWord: status.words.join(),
      raw,
    },
  };
}

const record = z.record(z.string(), z.unknown());

type ReadStatus = { words: string[]; amounts: string[]; success: boolean; references: string[] };

/** Undocumented, and seen in two forms: `data` is the word, or `transactionstatus` is, in `data` or next to it. */
function readStatus(answer: unknown): ReadStatus | null {
  const outer = record.safeParse(answer);
  if (!outer.success) return null;
  const data = valuesOf(outer.data, "data");
  const parts = [...data.map((value) => record.safeParse(value).data ?? {}), outer.data];
  const all = (name: string) => parts.flatMap((part) => valuesOf(part, name));
  const words = [...data, ...all("transactionstatus")].filter((word) => typeof word === "string");
  if (words.length === 0) return null;
  const amounts = all("amount").filter((amount) => amount !== null && amount !== "");
  const references = [...all("utilityref"), ...all("externalid")].filter((name) => typeof name === "string");
  return {
    words,
    amounts: [...new Set(amounts.map(String))],
    success: valuesOf(outer.data, "success").every((value) => value === true),
    references: references.flatMap((name) => referenceText(name) ?? []),
  };
}

function claimOf({ words, amounts, success }: ReadStatus): Claim {
  const outcomes = new Set(words.map(outcomeOf));
  const [outcome = "unknown"] = outcomes;
  const claims = outcomes.has("paid") ? "paid" : outcomes.has("reversed") ? "reversed" : null;
  if (claims === null || outcome === "unknown")
    return { outcome: outcome === "paid" || outcome === "reversed" ? "unknown" : outcome };
  const contradictory = (why: string): Claim => ({
    outcome: "contradictory",
    claims,
    why: startOfText(why, longestReason),
  });
  if (outcomes.size > 1) return contradictory(words.join(" and "));
  if (!success) return contradictory(`${words.join()}, but not marked as successful`);
  if (amounts.length > 1) return contradictory(`${words.join()} with the amounts ${amounts.join(" and ")}`);
  const [written] = amounts;
  const amount = written === undefined ? null : minorUnits(written, "TZS");
  if (written !== undefined && amount === null)
    return contradictory(`${words.join()} with the amount “${startOfText(written, 40)}”`);
  return claims === "paid"
    ? { outcome: "paid", amount: amount ?? "as asked", currency: null }
    : { outcome: "reversed", amount, currency: null };
}

const longestReason = 200;

/** In any casing. Two casings can give two values. */
function valuesOf(fields: Record<string, unknown>, name: string): unknown[] {
  return Object.entries(fields).flatMap(([key, value]) => (key.toLowerCase() === name ? [value] : []));
}
