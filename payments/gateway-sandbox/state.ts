import { createHash, randomUUID } from "node:crypto";
import { z } from "zod";
import { faults } from "./faults.ts";
import type { Kept, Key, Store } from "./store.ts";

const fault = z.enum(faults.map(({ id }) => id));

const order = z.object({
  token: z.string(),
  cards: z.boolean(),
  networks: z.boolean(),
  buyer: z.string(),
  redirectUrl: z.string().nullable(),
  cancelUrl: z.string().nullable(),
  webhook: z.string().nullable(),
  expiresAt: z.number(),
  declines: z.number(),
});

const payment = z.object({
  id: z.number(),
  gateway: z.enum(["azampay", "selcom"]),
  /** The merchant's reference: AzamPay's externalId, Selcom's order_id. */
  reference: z.string(),
  /** The gateway's reference: AzamPay's transactionId, Selcom's reference. */
  gatewayReference: z.string(),
  operatorReference: z.string().nullable(),
  merchant: z.string(),
  phone: z.string().nullable(),
  network: z.string().nullable(),
  amount: z.string(),
  /** The charged amount. A fault can change it. */
  taken: z.string(),
  currency: z.enum(["TZS", "USD"]),
  status: z.enum(["open", "waiting", "paid", "declined", "rejected", "expired", "cancelled", "reversed"]),
  said: z.string(),
  /** Null if the payment request never expires. */
  promptEndsAt: z.number().nullable(),
  wrongPins: z.number(),
  createdAt: z.number(),
  decidedAt: z.number().nullable(),
  transids: z.array(z.string()),
  order: order.nullable(),
});

const callback = z.object({
  kind: z.literal("callback"),
  url: z.string(),
  headers: z.record(z.string(), z.string()),
  body: z.string(),
  times: z.number(),
  together: z.boolean(),
});

const task = z.object({
  id: z.number(),
  payment: z.number(),
  at: z.number(),
  work: z.discriminatedUnion("kind", [
    callback,
    z.object({ kind: z.literal("end-prompt") }),
    z.object({ kind: z.literal("end-order") }),
    z.object({ kind: z.literal("approve") }),
    z.object({ kind: z.literal("reverse") }),
  ]),
});

export const switches = z.strictObject({
  azampay: z
    .strictObject({
      statusShape: z.enum(["nested", "flat", "absent"]).default("nested"),
      publicKeyAt: z.enum(["checkout", "authenticator", "both", "nowhere"]).default("both"),
      signature: z.enum(["four", "two", "bad", "none"]).default("four"),
      successWord: z.enum(["success", "successful"]).default("success"),
      failureWord: z.enum(["failure", "failed", "cancelled"]).default("failure"),
      body: z.enum(["json", "form"]).default("json"),
      /** The amount in a callback. The status check has one only under `given`. */
      amount: z.enum(["taken", "absent", "empty"]).default("taken"),
      refusedAmount: z.enum(["taken", "zero"]).default("taken"),
      statusAmount: z.enum(["absent", "given"]).default("absent"),
      mixedCasing: z.boolean().default(false),
      login: z.boolean().default(true),
      tokenSeconds: z.number().positive().default(3600),
      disabledNetworks: z.array(z.string()).default([]),
    })
    .prefault({}),
  selcom: z
    .strictObject({
      signed: z.boolean().default(false),
      misspelt: z.boolean().default(false),
      /** The status check's format for a paid order. */
      result: z.enum(["SUCCESS", "FAIL"]).default("SUCCESS"),
      amount: z.enum(["taken", "absent", "null", "empty"]).default("taken"),
      references: z.enum(["given", "empty"]).default("given"),
      /** Further rows of the list of orders. */
      list: z.enum(["plain", "doubled", "odd row"]).default("plain"),
      /** The result of an expired order. The real one is not documented. */
      expiry: z.enum(["cancels", "leaves it open"]).default("cancels"),
      disabledEndpoints: z.array(z.string()).default([]),
    })
    .prefault({}),
  promptSeconds: z.number().positive().default(120),
  autoApprove: z.boolean().default(false),
  /** Holds callbacks until the administration delivers them. */
  holdCallbacks: z.boolean().default(false),
});

const meta = z.object({
  counter: z.number().default(0),
  clockOffset: z.number().default(0),
  privateKey: z.string().nullable().default(null),
  /** Two nodes of one database have a sandbox each. The same number for two payments would be a mismatch. */
  seed: z.string().default(() => randomUUID()),
  switches: switches.prefault({}),
  nextFaults: z.record(z.string(), fault).default({}),
});

export type SandboxPayment = z.infer<typeof payment>;
export type Order = z.infer<typeof order>;
export type Task = z.infer<typeof task>;
export type Callback = z.infer<typeof callback>;
export type Switches = z.infer<typeof switches>;
type Meta = z.infer<typeof meta>;

/** Changes are made in memory and stored together, before an answer is sent. */
export type State = {
  meta: Meta;
  payments(): Iterable<SandboxPayment>;
  payment(id: number): SandboxPayment | undefined;
  byReference(gateway: SandboxPayment["gateway"], reference: string): SandboxPayment | undefined;
  byGatewayReference(reference: string): SandboxPayment | undefined;
  byToken(token: string): SandboxPayment | undefined;
  /** Newest first. */
  onPhone(number: string): SandboxPayment[];
  phones(): string[];
  /** Sorted by due time. */
  tasks(): readonly Task[];
  put(payment: SandboxPayment): void;
  schedule(task: Omit<Task, "id">): void;
  finish(task: Task): void;
  next(): number;
  /** The same sequence after every reset. */
  identifier(alphabet: string, length: number): string;
  changedMeta(): void;
  /** Counts changes, so that a page can detect a missed one. */
  version(): number;
  flush(): void;
  reset(): void;
  onChange(listener: (payment: SandboxPayment) => void): () => void;
};

export function openState(store: Store): State {
  const payments = new Map<number, SandboxPayment>();
  const references = new Map<string, SandboxPayment>();
  const phones = new Map<string, Set<SandboxPayment>>();
  let tasks: Task[] = [];
  const listeners = new Set<(payment: SandboxPayment) => void>();
  let changed = new Map<string, Kept>();
  let dropped: Key[] = [];
  let touched = new Set<SandboxPayment>();
  let version = 0;
  let metaChanged = false;

  const index = (one: SandboxPayment) => {
    payments.set(one.id, one);
    references.set(`${one.gateway} ${one.reference}`, one);
    references.set(one.gatewayReference, one);
    if (one.order !== null) references.set(`token ${one.order.token}`, one);
    if (one.phone === null) return;
    const held = phones.get(one.phone) ?? new Set();
    phones.set(one.phone, held.add(one));
  };
  const keep = (kind: string, id: number | string, thing: unknown) =>
    changed.set(`${kind} ${id}`, { kind, id: String(id), json: JSON.stringify(thing) });

  const state: State = {
    meta: meta.parse({}),
    payments: () => payments.values(),
    payment: (id) => payments.get(id),
    byReference: (gateway, reference) => references.get(`${gateway} ${reference}`),
    byGatewayReference: (reference) => references.get(reference),
    byToken: (token) => references.get(`token ${token}`),
    onPhone: (number) => [...(phones.get(number) ?? [])].toReversed(),
    phones: () => [...phones.keys()],
    tasks: () => tasks,
    put(one) {
      index(one);
      keep("payment", one.id, one);
      touched.add(one);
    },
    schedule(planned) {
      const one = { ...planned, id: state.next() };
      tasks.splice(placeOf(tasks, one), 0, one);
      keep("task", one.id, one);
    },
    finish(one) {
      const place = placeOf(tasks, one);
      if (tasks[place]?.id !== one.id) return;
      tasks.splice(place, 1);
      changed.delete(`task ${one.id}`);
      dropped.push({ kind: "task", id: String(one.id) });
    },
    next() {
      state.meta.counter += 1;
      state.changedMeta();
      return state.meta.counter;
    },
    identifier(alphabet, length) {
      const bytes = createHash("sha256").update(`${state.meta.seed} ${state.next()}`).digest();
      return Array.from({ length }, (_, at) => alphabet[(bytes[at % 32] ?? 0) % alphabet.length]).join("");
    },
    changedMeta: () => void (metaChanged = true),
    version: () => version,
    flush() {
      if (metaChanged) keep("meta", "0", state.meta);
      metaChanged = false;
      if (changed.size + dropped.length > 0) store.save([...changed.values()], dropped);
      const seen = touched;
      if (seen.size > 0) version += 1;
      changed = new Map();
      dropped = [];
      touched = new Set();
      for (const one of seen) for (const listener of listeners) listener(one);
    },
    reset() {
      for (const known of [payments, references, phones, changed]) known.clear();
      tasks = [];
      dropped = [];
      store.clear();
      const { privateKey, seed } = state.meta;
      state.meta = meta.parse({ privateKey, seed });
      state.changedMeta();
    },
    onChange(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };

  for (const { kind, json } of store.load()) {
    const read: unknown = JSON.parse(json);
    if (kind === "meta") state.meta = meta.parse(read);
    if (kind === "task") tasks.push(task.parse(read));
    if (kind === "payment") index(payment.parse(read));
  }
  tasks.sort(byTime);
  return state;
}

const byTime = (a: Task, b: Task) => a.at - b.at || a.id - b.id;

/** Binary search, because there can be hundreds of thousands of tasks. */
function placeOf(tasks: readonly Task[], one: Task): number {
  let [low, high] = [0, tasks.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    const other = tasks[middle];
    if (other !== undefined && byTime(other, one) < 0) low = middle + 1;
    else high = middle;
  }
  return low;
}
