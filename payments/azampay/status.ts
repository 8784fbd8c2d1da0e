import { z } from "zod";
import { readJson } from "#payments/outside.ts";
import type { Inquiry, Outcome, StartedPayment } from "#domain/provider.ts";
import type { AzampaySettings } from "./settings.ts";
import type { Authorised } from "./token.ts";

/** The status check. AzamPay knows a payment only by the id that it gave when the push was accepted. */
export async function askAbout(
  settings: AzampaySettings,
  authorised: Authorised,
  payment: StartedPayment,
): Promise<Inquiry> {
  const { providerReference, wallet } = payment;
  if (settings.statusPath === null)
    return { kind: "unavailable", why: "no status check is set up", raw: null };
  if (providerReference === null)
    return { kind: "unavailable", why: "AzamPay gave no id to ask by", raw: null };

  const asked = new URLSearchParams({
    transactionId: providerReference,
    ...(wallet && { provider: wallet }),
  });
  const sent = await authorised.send({
    method: "GET",
    url: `${settings.checkoutUrl}${settings.statusPath}?${asked}`,
  });
  if (sent.kind !== "answered")
    return { kind: "unavailable", why: "why" in sent ? sent.why : sent.kind, raw: null };
  const raw = { status: sent.status, body: sent.body };
  const said = sent.status === 200 ? statusWord(readJson(sent.body)) : null;
  if (said === null) return { kind: "unavailable", why: `HTTP ${sent.status}, no status in it`, raw };
  return {
    kind: "report",
    report: {
      provider: "azampay",
      reference: payment.reference,
      providerReference,
      operatorReference: null,
      outcome: outcomes[said.trim().toLowerCase()] ?? "unknown",
      amount: null,
      currency: null,
      wallet: null,
      phone: null,
      proofs: ["status check"],
      doubts: [],
      said,
      raw,
    },
  };
}

const outcomes: Record<string, Outcome> = {
  success: "paid",
  successful: "paid",
  completed: "paid",
  failure: "declined",
  failed: "declined",
  rejected: "declined",
  cancelled: "cancelled",
  canceled: "cancelled",
  pending: "pending",
  processing: "pending",
};

const record = z.record(z.string(), z.unknown());

/** Undocumented, and seen in two shapes: `data` is the word, or `transactionstatus` is, in `data` or beside it. */
function statusWord(answer: unknown): string | null {
  const outer = record.safeParse(answer);
  if (!outer.success) return null;
  const data = member(outer.data, "data");
  if (typeof data === "string") return data;
  const inner = record.safeParse(data);
  const word =
    member(inner.success ? inner.data : outer.data, "transactionstatus") ??
    member(outer.data, "transactionstatus");
  return typeof word === "string" ? word : null;
}

function member(fields: Record<string, unknown>, name: string): unknown {
  return Object.entries(fields).find(([key]) => key.toLowerCase() === name)?.[1];
}
