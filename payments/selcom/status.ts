import { z } from "zod";
import { minorUnits } from "#domain/money.ts";
import { parsePhone } from "#domain/phone.ts";
import type { Inquiry, Outcome, Reference, StartedPayment } from "#domain/provider.ts";
import type { SelcomCalls } from "./calls.ts";

const text = z
  .union([z.string(), z.number()])
  .nullish()
  .transform((value) => (value === undefined || value === null ? null : String(value)));

const orderStatus = z.object({
  order_id: z.string(),
  payment_status: z.string(),
  amount: text,
  transid: text,
  channel: text,
  reference: text,
  phone: text,
  msisdn: text,
});

/** The status check. Answers are matched by our order id: `transid` is the operator's own, never the one we sent. */
export async function askAbout(call: SelcomCalls, payment: StartedPayment): Promise<Inquiry> {
  const answer = await call("GET", "/checkout/order-status", [["order_id", payment.reference]]);
  // 404 for an unknown order comes here too; it is no proof that nobody paid.
  if (answer.kind !== "done" && answer.kind !== "in-progress")
    return { kind: "unavailable", why: answer.why, raw: answer.raw };
  const read = orderStatus.safeParse(answer.data[0]);
  if (!read.success) return { kind: "unavailable", why: "no status in the answer", raw: answer.raw };

  const order = read.data;
  const outcome = outcomeOf(order.payment_status);
  const amount = minorUnits(order.amount, payment.amount.currency);
  const doubts: string[] = [];
  if (order.order_id !== payment.reference) doubts.push("the answer is about another order");
  if (order.amount !== null && amount === null) doubts.push("the amount cannot be read");
  return {
    kind: "report",
    report: {
      provider: "selcom",
      reference: order.order_id,
      providerReference: order.reference,
      operatorReference: order.transid,
      outcome: answer.kind === "in-progress" && outcome === "paid" ? "pending" : outcome,
      amount,
      currency: null,
      wallet: null,
      phone: parsePhone(order.phone ?? order.msisdn ?? ""),
      proofs: ["status check"],
      doubts,
      said: order.payment_status,
      raw: answer.raw,
    },
  };
}

export type ListedOrder = {
  reference: Reference;
  outcome: Outcome;
  /** In the order's own currency, which the list does not name. */
  amount: string | null;
  createdAt: string | null;
};

const listedOrder = z.object({
  order_id: z.string(),
  payment_status: z.string(),
  amount: text,
  creation_date: text,
});

/** Every order of these days, as the calendar runs in Dar es Salaam; null when Selcom did not say. */
export async function listOrders(call: SelcomCalls, from: string, to: string): Promise<ListedOrder[] | null> {
  const answer = await call("GET", "/checkout/list-orders", [
    ["fromdate", from],
    ["todate", to],
  ]);
  if (answer.kind !== "done") return null;
  const read = z.array(listedOrder).safeParse(answer.data);
  if (!read.success) return null;
  return read.data.map((order) => ({
    reference: order.order_id,
    outcome: outcomeOf(order.payment_status),
    amount: order.amount,
    createdAt: order.creation_date,
  }));
}

const outcomes: Record<string, Outcome> = {
  COMPLETED: "paid",
  COMPLETE: "paid",
  CANCELLED: "cancelled",
  CANCEL: "cancelled",
  USERCANCELLED: "cancelled",
  USERCANCELED: "cancelled",
  REJECTED: "declined",
  PENDING: "pending",
  INPROGRESS: "pending",
  REVERSED: "reversed",
};

export function outcomeOf(paymentStatus: string): Outcome {
  return outcomes[paymentStatus.trim().toUpperCase()] ?? "unknown";
}
