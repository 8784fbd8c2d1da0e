import { callbackFor, type Slant } from "./callbacks.ts";
import { magicOf, type Fault } from "./faults.ts";
import type { Callback, SandboxPayment } from "./state.ts";
import type { World } from "./context.ts";

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

export function openPayment(world: World, created: NewPayment): SandboxPayment {
  const payment: SandboxPayment = {
    ...created,
    id: world.state.next(),
    merchant: world.options.credentials.azampay.appName,
    operatorReference: null,
    phone: null,
    network: null,
    taken: created.amount,
    status: "open",
    said: "",
    promptEndsAt: null,
    wrongPins: 0,
    createdAt: world.now(),
    decidedAt: null,
    transids: [],
  };
  world.state.put(payment);
  if (created.order !== null)
    world.state.schedule({ payment: payment.id, at: created.order.expiresAt, work: { kind: "end-order" } });
  world.wake();
  return payment;
}

export function pageAddress({ gateway, order }: SandboxPayment): string {
  return `/${gateway}/paymentgw/checkout/${order?.token ?? ""}`;
}

/** Sends the payment request to the phone, or lets a magic amount decide. */
export function prompt(world: World, payment: SandboxPayment, phone: string, network: string | null): void {
  const { decision, fault } = magicFor(world, payment.amount);
  const endsAt = decision === "never" ? null : world.now() + world.state.meta.switches.promptSeconds * second;
  Object.assign(payment, { phone, network, status: "waiting", promptEndsAt: endsAt, wrongPins: 0 });
  world.state.put(payment);
  if (endsAt !== null)
    world.state.schedule({ payment: payment.id, at: endsAt, work: { kind: "end-prompt" } });
  if (decision === "approve") approve(world, payment, fault);
  if (decision === "decline") decline(world, payment);
  if (decision === "reject") reject(world, payment, "The network rejected the payment");
  if (decision === "approve-later")
    world.state.schedule({ payment: payment.id, at: world.now() + 5 * second, work: { kind: "approve" } });
  world.wake();
}

export function magicFor(world: World, amount: string) {
  if (!world.options.magic) return { decision: null, fault: null } satisfies ReturnType<typeof magicOf>;
  return magicOf(amount, world.state.meta.switches.autoApprove);
}

/** The payer is charged. The fault decides which report the merchant gets. */
export function approve(world: World, payment: SandboxPayment, fault: Fault | null): void {
  if (fault === "insufficient") return reject(world, payment, "Insufficient balance");
  if (!isOpen(payment)) return;
  payment.operatorReference = world.state.identifier(capitals, 10);
  payment.taken = takenUnder(fault, payment.amount);
  settle(world, payment, "paid", "The payment was approved");

  const at = world.now();
  if (fault === "lost") return;
  if (fault === "delayed") return sendCallback(world, payment, at + late);
  if (fault === "duplicated") return sendCallback(world, payment, at, {}, { times: 5 });
  if (fault === "crowded") return sendCallback(world, payment, at, {}, { times: 5, together: true });
  if (fault === "misaddressed")
    return sendCallback(world, payment, at, { reference: `${payment.reference.slice(0, -1)}~` });
  if (fault === "forged") return sendCallback(world, payment, at, { badSignature: true });
  if (fault === "failure-first") sendCallback(world, payment, at, { success: false });
  sendCallback(world, payment, at);
  if (fault === "failure-after") sendCallback(world, payment, at, { success: false });
  if (fault === "reversed")
    world.state.schedule({ payment: payment.id, at: at + late, work: { kind: "reverse" } });
}
export function decline(world: World, payment: SandboxPayment): void {
  refuse(world, payment, "declined", "The payer declined");
}

/** The network or the bank refused. */
export function reject(world: World, payment: SandboxPayment, why: string): void {
  refuse(world, payment, "rejected", why);
}

export function endPrompt(world: World, payment: SandboxPayment): void {
  if (payment.status === "waiting") refuse(world, payment, "expired", "The payment request was not answered");
}

/** The real gateway's status for an expired order is unknown. Here it is cancelled. */
export function endOrder(world: World, payment: SandboxPayment): void {
  if (world.state.meta.switches.selcom.expiry === "leaves it open" && payment.gateway === "selcom") return;
  if (payment.status === "open") settle(world, payment, "cancelled", "The order expired");
}

export function cancel(world: World, payment: SandboxPayment): void {
  if (isOpen(payment)) settle(world, payment, "cancelled", "The merchant cancelled the order");
}

export function reverse(world: World, payment: SandboxPayment): void {
  if (payment.status === "paid") settle(world, payment, "reversed", "The payment was reversed");
}

export function isOpen(payment: SandboxPayment): boolean {
  return payment.status === "open" || payment.status === "waiting";
}

export function enterPin(world: World, payment: SandboxPayment, pin: string, fault: Fault | null): void {
  if (payment.status !== "waiting") return;
  if (pin === rightPin) return approve(world, payment, fault);
  payment.wrongPins += 1;
  if (payment.wrongPins >= pinsAllowed) return reject(world, payment, "Wrong PIN three times");
  world.state.put(payment);
}

function refuse(world: World, payment: SandboxPayment, status: SandboxPayment["status"], said: string): void {
  if (!isOpen(payment)) return;
  settle(world, payment, status, said);
  sendCallback(world, payment, world.now());
}

function settle(world: World, payment: SandboxPayment, status: SandboxPayment["status"], said: string): void {
  Object.assign(payment, { status, said, decidedAt: world.now() });
  world.state.put(payment);
}

type Repeated = Partial<Pick<Callback, "times" | "together">>;

function sendCallback(
  world: World,
  payment: SandboxPayment,
  at: number,
  slant: Slant = {},
  repeated: Repeated = {},
): void {
  const callback = callbackFor(world, payment, slant);
  if (callback !== null)
    world.state.schedule({ payment: payment.id, at, work: { ...callback, ...repeated } });
  world.wake();
}

/** One minor unit: a shilling or a cent. */
function takenUnder(fault: Fault | null, amount: string): string {
  if (fault !== "tenfold" && fault !== "less") return amount;
  const unit = amount.includes(".") ? 100 : 1;
  const units = Math.round(Number(amount) * unit);
  return String((fault === "tenfold" ? units * 10 : units - 1) / unit);
}
