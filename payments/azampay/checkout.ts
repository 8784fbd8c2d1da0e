import { z } from "zod";
import { readJson, type Sent } from "#outside/http.ts";
import { referenceText } from "#payments/reference-text.ts";
import type { Push, PushStarted, RawAnswer, Refused } from "#domain/payments/provider.ts";
import type { AzampaySettings } from "./settings.ts";
import type { Authorised, NoToken } from "./token.ts";

/** Sends a payment request. Accepted means that the payment request is on its way, never that the donor has paid. */
export async function startPush(
  settings: AzampaySettings,
  authorised: Authorised,
  push: Push,
): Promise<PushStarted> {
  if (push.amount.currency !== "TZS") return refused("rejected", "mobile money is in shillings only", null);
  const sent = await authorised.send({
    method: "POST",
    // Without the answer we do not know if the payment request is on the phone.
    isSlow: true,
    url: `${settings.checkoutUrl}${settings.checkoutPath}`,
    body: JSON.stringify({
      accountNumber: push.phone,
      amount: settings.amountAs === "number" ? Number(push.amount.amount) : push.amount.amount.toString(),
      currency: push.amount.currency,
      externalId: push.reference,
      provider: push.network,
    }),
  });
  return started(sent);
}

const checkoutAnswer = z.object({
  success: z.boolean(),
  // A number or another odd value must not make the rest of the answer unreadable.
  transactionId: z
    .union([z.string(), z.number().transform(String)])
    .nullish()
    .catch(null),
  message: z.string().nullish().catch(null),
});

/** Status codes of a server that refused the request early, before any payment request. */
const refusals: Record<number, Refused["reason"]> = {
  400: "rejected",
  401: "misconfigured",
  403: "misconfigured",
  404: "misconfigured",
  405: "misconfigured",
  423: "misconfigured",
  429: "unreachable",
};

function started(sent: Sent | NoToken): PushStarted {
  if (sent.kind === "no-token") return refused(sent.reason, sent.why, null);
  if (sent.kind === "not-sent") return refused("unreachable", sent.why, null);
  if (sent.kind === "timed-out") return { kind: "unknown", why: "no answer in time", raw: null };
  if (sent.kind === "broken-off") return { kind: "unknown", why: sent.why, raw: null };

  const raw = { status: sent.status, body: sent.body };
  const refusal = refusals[sent.status];
  if (refusal !== undefined) return refused(refusal, `HTTP ${sent.status}`, raw);
  const read = checkoutAnswer.safeParse(readJson(sent.body));
  if (sent.status !== 200 || !read.success)
    return { kind: "unknown", why: `HTTP ${sent.status}, not an answer`, raw };
  const { success, transactionId, message } = read.data;
  if (!success) return refused(reasonOf(message), message ?? "refused", raw);
  const providerReference = referenceText(transactionId);
  if (providerReference === null) return { kind: "unknown", why: "accepted without a transaction id", raw };
  return { kind: "accepted", providerReference, raw };
}

/** The only refusal caused by the fund's own settings, not by the donor's number or amount. */
function reasonOf(message: string | null | undefined): Refused["reason"] {
  return /invalid vendor/i.test(message ?? "") ? "misconfigured" : "rejected";
}

function refused(reason: Refused["reason"], why: string, raw: RawAnswer): Refused {
  return { kind: "refused", reason, why, raw };
}
