import { z } from "zod";
import { minorUnits } from "#domain/money/money.ts";
import { readJson } from "#payments/outside.ts";
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
      doubts: [],
      providerWord: status.words.join(),
      raw,
    },
  };
}

const record = z.record(z.string(), z.unknown());

type ReadStatus = { words: string[]; amount: string | null; success: boolean };

/** Undocumented, and seen in two forms: `data` is the word, or `transactionstatus` is, in `data` or next to it. */
function readStatus(answer: unknown): ReadStatus | null {
  const outer = record.safeParse(answer);
  if (!outer.success) return null;
  const data = member(outer.data, "data");
  const inner = record.safeParse(data);
  const parts = inner.success ? [inner.data, outer.data] : [outer.data];
  const words = [
    typeof data === "string" ? data : undefined,
    ...parts.map((part) => member(part, "transactionstatus")),
  ].filter((word) => typeof word === "string");
  if (words.length === 0) return null;
  const amount = parts.map((part) => member(part, "amount")).find((value) => value !== undefined) ?? null;
  return {
    words,
    amount: amount === null || amount === "" ? null : String(amount),
    success: member(outer.data, "success") !== false,
  };
}

function claimOf({ words, amount: written, success }: ReadStatus): Claim {
  const outcomes = new Set(words.map(outcomeOf));
  const [outcome = "unknown"] = outcomes;
  const claims = outcomes.has("paid") ? "paid" : outcomes.has("reversed") ? "reversed" : null;
  if (claims === null || outcome === "unknown")
    return { outcome: outcome === "paid" || outcome === "reversed" ? "unknown" : outcome };
  const contradictory = (why: string): Claim => ({ outcome: "contradictory", claims, why });
  if (outcomes.size > 1) return contradictory(words.join(" and "));
  if (!success) return contradictory(`${words.join()} with success false`);
  const amount = written === null ? null : minorUnits(written, "TZS");
  if (written !== null && amount === null)
    return contradictory(`${words.join()} with the amount “${written.slice(0, 40)}”`);
  return claims === "paid"
    ? { outcome: "paid", amount: amount ?? "as asked", currency: null }
    : { outcome: "reversed", amount, currency: null };
}

function member(fields: Record<string, unknown>, name: string): unknown {
  return Object.entries(fields).find(([key]) => key.toLowerCase() === name)?.[1];
}
