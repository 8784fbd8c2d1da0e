import { z } from "zod";
import { minorUnits, type Currency } from "#domain/money/money.ts";
import { startOfText } from "#domain/system/storable-text.ts";
import { parsePhone } from "#domain/payments/phone.ts";
import type { Claim, Inquiry, Outcome, Reference, StartedPayment } from "#domain/payments/provider.ts";
import { referenceText } from "#payments/reference-text.ts";
import { statusWords, takesBack } from "#payments/status-words.ts";
import type { Answer, SelcomCalls } from "./calls.ts";
import type { Fields } from "./signing.ts";

const text = z
  .union([z.string(), z.number()])
  .nullish()
  .transform((value) => (value === undefined || value === null ? null : String(value)));

const orderStatus = z.object({
  order_id: z.string(),
  payment_status: z.string(),
  amount: text,
  currency: text,
  transid: text,
  channel: text,
  reference: text,
  phone: text,
  msisdn: text,
});
type OrderStatus = z.infer<typeof orderStatus>;

/** The status check. Answers are matched by our order id: `transid` is the operator's own, never the one we sent. */
export async function readPaymentStatus(call: SelcomCalls, payment: StartedPayment): Promise<Inquiry> {
  const answer = await call("GET", "/checkout/order-status", [["order_id", payment.reference]]);
  const rows = "data" in answer ? answer.data.flatMap((row) => orderStatus.safeParse(row).data ?? []) : [];
  const own = rows.filter(({ order_id }) => order_id === payment.reference);
  const order = own[0] ?? rows[0];
  // A 404 for an unknown order also comes here. It does not prove that the donor has not paid.
  if (order === undefined)
    return {
      kind: "unavailable",
      why: "why" in answer ? answer.why : "no status in the answer",
      raw: answer.raw,
    };

  const claim = disagreementOf(own) ?? claimOf(answer, order, payment.amount.currency);
  if (claim === null)
    return { kind: "unavailable", why: "why" in answer ? answer.why : order.payment_status, raw: answer.raw };
  const doubts = order.order_id === payment.reference ? [] : ["the answer is about another order"];
  return {
    kind: "report",
    report: {
      ...claim,
      provider: "selcom",
      reference: order.order_id,
      providerReference: referenceText(order.reference),
      operatorReference: referenceText(order.transid),
      network: null,
      phone: parsePhone(order.phone ?? order.msisdn ?? ""),
      proofs: ["status check"],
      doubts,
      providerWord: order.payment_status,
      raw: answer.raw,
    },
  };
}

/** An order that is listed twice with different statuses or amounts. Staff decide if one of them moves money. */
function disagreementOf(rows: OrderStatus[]): Claim | null {
  const distinct = new Set(
    rows.map(({ payment_status, amount }) => `${outcomeOf(payment_status)} ${amount}`),
  );
  if (distinct.size < 2) return null;
  const outcomes = rows.map(({ payment_status }) => outcomeOf(payment_status));
  const why = rows
    .map(({ payment_status, amount }) => `${payment_status} ${amount ?? ""}`.trim())
    .join(" and ");
  const claims = (["reversed", "paid"] as const).find((each) => outcomes.includes(each));
  return claims === undefined
    ? { outcome: "unknown" }
    : { outcome: "contradictory", claims, why: startOfText(why, 200) };
}

/** Paid requires SUCCESS, 000, COMPLETED and an amount. Null if the answer says nothing about the payment. */
function claimOf(answer: Answer, order: OrderStatus, currency: Currency): Claim | null {
  const outcome = outcomeOf(order.payment_status);
  const movesMoney = outcome === "paid" || outcome === "reversed";
  if (answer.kind === "failed" || answer.kind === "contradictory")
    return movesMoney
      ? { outcome: "contradictory", claims: outcome, why: `${order.payment_status}, but ${answer.why}` }
      : null;
  if (answer.kind === "in-progress" && movesMoney) return { outcome: "pending" };
  if (outcome === "unknown" && takesBack(order.payment_status))
    return { outcome: "contradictory", claims: "reversed", why: order.payment_status };
  if (!movesMoney) return { outcome };
  const stated = order.currency?.trim().toUpperCase() || currency;
  if (stated !== currency)
    return {
      outcome: "contradictory",
      claims: outcome,
      why: `${order.payment_status} in ${startOfText(stated, 10)}`,
    };
  const amount = minorUnits(order.amount, currency);
  if (amount !== null) return { outcome, amount, currency: null };
  const named = order.amount?.trim() ? `the amount “${startOfText(order.amount, 40)}”` : "no amount";
  return { outcome: "contradictory", claims: outcome, why: `${order.payment_status} with ${named}` };
}

export type ListedOrders = {
  orders: ListedOrder[];
  /** Rows that are not orders, by their position in the list. */
  odd: { row: number; why: string }[];
};

type ListedOrder = {
  row: number;
  reference: Reference;
  outcome: Outcome;
  /** In the order's own currency, which the list does not contain. */
  amount: string | null;
  createdAt: string | null;
};

const listedOrder = z.object({
  order_id: z.union([z.string(), z.number().transform(String)]).pipe(z.string().regex(/^[\x21-\x7e]{1,64}$/)),
  payment_status: z.string(),
  amount: text,
  creation_date: text,
});

/** Every order of these days in Dar es Salaam. Null if Selcom did not answer. */
export async function listOrders(call: SelcomCalls, from: string, to: string): Promise<ListedOrders | null> {
  const days: Fields = [
    ["fromdate", from],
    ["todate", to],
  ];
  const answer = await call("GET", "/checkout/list-orders", days, { isList: true });
  if (answer.kind !== "done") return null;
  const listed: ListedOrders = { orders: [], odd: [] };
  answer.data.forEach((item, at) => {
    const row = at + 1;
    const read = listedOrder.safeParse(item);
    if (!read.success) {
      const field = read.error.issues[0]?.path.join(".") || "row";
      listed.odd.push({ row, why: `the ${field} cannot be read` });
      return;
    }
    const { order_id: reference, payment_status, amount, creation_date: createdAt } = read.data;
    listed.orders.push({ row, reference, outcome: outcomeOf(payment_status), amount, createdAt });
  });
  return listed;
}

export const outcomeOf = statusWords({
  paid: ["completed", "complete"],
  cancelled: ["cancelled", "cancel", "usercancelled", "usercanceled"],
  declined: ["rejected"],
  pending: ["pending", "inprogress"],
  reversed: ["reversed"],
});
