import { callbackFor, type CallbackFaults } from "./callbacks.ts";
import { magicOf, type Fault } from "./faults.ts";
import type { Callback, SandboxPayment } from "./state.ts";
import type { SandboxContext } from "./context.ts";

const second = 1_000;
/** Longer than a donor's page waits. */
const late = 180 * second;
const capitals = "ABCDEFGHJKLMNPQRSTUVWXYZ0123456789";

export const rightPin = "1234";
export const pinsAllowed = 3;

type NewPayment = Pick<
  SandboxPayment,
  "gateway" | "reference" | "gatewayReference" | "amount" | "currency" | "order"
>;

export function openPayment(context: SandboxContext, created: NewPayment): SandboxPayment {
  const payment: SandboxPayment = {
    ...created,
    id: context.state.next(),
    merchant: context.options.credentials.azampay.appName,
    operatorReference: null,
    phone: null,
    network: null,
    taken: created.amount,
    status: "open",
    said: "",
    promptEndsAt: null,
    wrongPins: 0,
    createdAt: context.now(),
    decidedAt: null,
    transids: [],
  };
  context.state.put(payment);
  if (created.order !== null)
    context.state.schedule({ payment: payment.id, at: created.order.expiresAt, work: { kind: "end-order" } });
  context.wake();
  return payment;
}

export function pageAddress({ gateway, order }: SandboxPayment): string {
  return `/${gateway}/paymentgw/checkout/${order?.token ?? ""}`;
}

/** Sends the payment request to the phone, or lets a magic amount decide. */
export function prompt(
  context: SandboxContext,
  payment: SandboxPayment,
  phone: string,
  network: string | null,
): void {
  const { decision, fault } = magicFor(context, payment.amount);
  const endsAt =
    decision === "never" ? null : context.now() + context.state.meta.switches.promptSeconds * second;
  Object.assign(payment, { phone, network, status: "waiting", promptEndsAt: endsAt, wrongPins: 0 });
  context.state.put(payment);
  if (endsAt !== null)
    context.state.schedule({ payment: payment.id, at: endsAt, work: { kind: "end-prompt" } });
  if (decision === "approve") approve(context, payment, fault);
  if (decision === "decline") decline(context, payment);
  if (decision === "reject") reject(context, payment, "The network rejected the payment");
  if (decision === "approve-later")
    context.state.schedule({
      payment: payment.id,
      at: context.now() + 5 * second,
      work: { kind: "approve" },
    });
  context.wake();
}

export function magicFor(context: SandboxContext, amount: string) {
  if (!context.options.magic) return { decision: null, fault: null } satisfies ReturnType<typeof magicOf>;
  return magicOf(amount, context.state.meta.switches.autoApprove);
}

/** The payer is charged. The fault decides which report the merchant gets. */
export function approve(context: SandboxContext, payment: SandboxPayment, fault: Fault | null): void {
  if (fault === "insufficient") return reject(context, payment, "Insufficient balance");
  if (!isOpen(payment)) return;
  payment.operatorReference = context.state.identifier(capitals, 10);
  payment.taken = takenUnder(fault, payment.amount);
  settle(context, payment, "paid", "The payment was approved");

  const at = context.now();
  if (fault === "lost") return;
  if (fault === "delayed") return sendCallback(context, payment, at + late);
  if (fault === "duplicated") return sendCallback(context, payment, at, {}, { times: 5 });
  if (fault === "crowded") return sendCallback(context, payment, at, {}, { times: 5, together: true });
  if (fault === "misaddressed")
    return sendCallback(context, payment, at, { reference: `${payment.reference.slice(0, -1)}~` });
  if (fault === "forged") return sendCallback(context, payment, at, { badSignature: true });
  if (fault === "failure-first") sendCallback(context, payment, at, { success: false });
  sendCallback(context, payment, at);
  if (fault === "failure-after") sendCallback(context, payment, at, { success: false });
  if (fault === "reversed")
    context.state.schedule({ payment: payment.id, at: at + late, work: { kind: "reverse" } });
}
export function decline(context: SandboxContext, payment: SandboxPayment): void {
  refuse(context, payment, "declined", "The payer declined");
}

/** The network or the bank refused. */
export function reject(context: SandboxContext, payment: SandboxPayment, why: string): void {
  refuse(context, payment, "rejected", why);
}

export function endPrompt(context: SandboxContext, payment: SandboxPayment): void {
  if (payment.status === "waiting")
    refuse(context, payment, "expired", "The payment request was not answered");
}

/** The real gateway's status for an expired order is unknown. Here it is cancelled. */
export function endOrder(context: SandboxContext, payment: SandboxPayment): void {
  if (context.state.meta.switches.selcom.expiry === "leaves it open" && payment.gateway === "selcom") return;
  if (payment.status === "open") settle(context, payment, "cancelled", "The order expired");
}

export function cancel(context: SandboxContext, payment: SandboxPayment): void {
  if (isOpen(payment)) settle(context, payment, "cancelled", "The merchant cancelled the order");
}

export function reverse(context: SandboxContext, payment: SandboxPayment): void {
  if (payment.status === "paid") settle(context, payment, "reversed", "The payment was reversed");
}

export function isOpen(payment: SandboxPayment): boolean {
  return payment.status === "open" || payment.status === "waiting";
}

export function enterPin(
  context: SandboxContext,
  payment: SandboxPayment,
  pin: string,
  fault: Fault | null,
): void {
  if (payment.status !== "waiting") return;
  if (pin === rightPin) return approve(context, payment, fault);
  payment.wrongPins += 1;
  if (payment.wrongPins >= pinsAllowed) return reject(context, payment, "Wrong PIN three times");
  context.state.put(payment);
}

function refuse(
  context: SandboxContext,
  payment: SandboxPayment,
  status: SandboxPayment["status"],
  said: string,
): void {
  if (!isOpen(payment)) return;
  settle(context, payment, status, said);
  sendCallback(context, payment, context.now());
}

function settle(
  context: SandboxContext,
  payment: SandboxPayment,
  status: SandboxPayment["status"],
  said: string,
): void {
  Object.assign(payment, { status, said, decidedAt: context.now() });
  context.state.put(payment);
}

type Repeated = Partial<Pick<Callback, "times" | "together">>;

function sendCallback(
  context: SandboxContext,
  payment: SandboxPayment,
  at: number,
  faults: CallbackFaults = {},
  repeated: Repeated = {},
): void {
  const callback = callbackFor(context, payment, faults);
  if (callback !== null)
    context.state.schedule({ payment: payment.id, at, work: { ...callback, ...repeated } });
  context.wake();
}

/** One minor unit: a shilling or a cent. */
function takenUnder(fault: Fault | null, amount: string): string {
  if (fault !== "tenfold" && fault !== "less") return amount;
  const unit = amount.includes(".") ? 100 : 1;
  const units = Math.round(Number(amount) * unit);
  return String((fault === "tenfold" ? units * 10 : units - 1) / unit);
}
